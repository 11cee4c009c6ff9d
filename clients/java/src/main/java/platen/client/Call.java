package platen.client;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CancellationException;
import platen.client.model.ErrorCode;

/** A call as it is sent, as often as it is. */
record Call(
    String verb, URI uri, Map<String, String> headers, byte[] body, String key, Duration timeout, Cancel cancel) {
  Call withHeaders(Map<String, String> headers) {
    return new Call(verb, uri, headers, body, key, timeout, cancel);
  }

  /** Whether a second try does no second work. */
  boolean mayRepeat() {
    return verb.equals("GET") || key != null;
  }

  /** Throws where nobody waits any more. */
  void demand() {
    if (Thread.currentThread().isInterrupted() || (cancel != null && cancel.isCancelled())) {
      throw cancelled();
    }
  }

  static CancellationException cancelled() {
    return new CancellationException("The call was cancelled.");
  }

  /** The same of a thread that was interrupted, which it stays. */
  static CancellationException interrupted(InterruptedException cause) {
    Thread.currentThread().interrupt();
    var cancelled = cancelled();
    cancelled.initCause(cause);
    return cancelled;
  }

  /** Waits. Throws where nobody waits any more. */
  void pause(Duration wait) {
    try {
      if (cancel == null) {
        Thread.sleep(wait.toMillis(), wait.toNanosPart() % 1_000_000);
      } else {
        cancel.await(wait);
      }
    } catch (InterruptedException thrown) {
      throw interrupted(thrown);
    }
    demand();
  }

  /** Has something ended where the call is cancelled, until {@code forget}. */
  void watch(Runnable end) {
    if (cancel != null) {
      cancel.watch(end);
    }
  }

  void forget(Runnable end) {
    if (cancel != null) {
      cancel.forget(end);
    }
  }

  PlatenException broken(Throwable cause) {
    var why = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return failed("The connection broke: " + why + ".", ErrorCode.CONNECTION_BROKEN, cause);
  }

  PlatenException failed(String message, ErrorCode code, Throwable cause) {
    return new PlatenException.Facts().key(key).cause(cause).toException(message, code);
  }
}
