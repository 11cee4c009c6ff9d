package platen.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import platen.client.model.ErrorCode;

/** How long to wait before another try. */
final class Retry {
  private static final Duration FIRST_WAIT = Duration.ofMillis(250);
  static final Duration WAIT_MAX = Duration.ofSeconds(8);

  /** Many clients that were sent away at once come back spread over this time. */
  private static final Duration SPREAD = Duration.ofMillis(250);

  private Retry() {}

  /**
   * How long to wait before another try; null: there is none. Platen's own 429 and 503 come before any work. A 504 with
   * {@code Retry-After} tells of work that goes on. What a broken connection or a proxy's failure has left behind is
   * unknown: only a call that may be repeated is tried again then.
   */
  static Duration waitBefore(int tried, PlatenException error, boolean mayRepeat) {
    var status = error.status();
    var isProxys = error.code() == ErrorCode.UNEXPECTED_ANSWER && status >= 502 && status <= 504;
    var isBusy = !isProxys && (status == 429 || status == 503);
    var isUnderWay = status == 504 && error.retryAfter().isPresent() && mayRepeat;
    var isBroken = (isProxys || error.code() == ErrorCode.CONNECTION_BROKEN) && mayRepeat;
    if (!isBusy && !isUnderWay && !isBroken) {
      return null;
    }
    return error.retryAfter().map(after -> after.plus(random(SPREAD))).orElseGet(() -> backoff(tried, WAIT_MAX));
  }

  /** A random time that may double with each try. */
  static Duration backoff(int tried, Duration most) {
    var doubled = FIRST_WAIT.multipliedBy(1L << Math.min(tried - 1, 16));
    var half = (doubled.compareTo(most) < 0 ? doubled : most).dividedBy(2);
    return half.plus(random(half));
  }

  private static Duration random(Duration most) {
    return Duration.ofNanos(ThreadLocalRandom.current().nextLong(most.toNanos()));
  }
}
