package platen.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import platen.client.model.ErrorCode;

/** Sends calls, and tries again where that is safe. */
final class Transport {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** How long and how often calls are tried, and for whom. {@code apiKey} may be null. */
  record Settings(String baseUrl, String apiKey, int retries, Duration timeout, Duration silence) {}

  private final Settings given;
  private final ObjectMapper mapper;
  private volatile HttpClient http;

  Transport(Settings given, ObjectMapper mapper, HttpClient http) {
    this.given = given;
    this.mapper = mapper;
    this.http = http;
  }

  ObjectMapper mapper() {
    return mapper;
  }

  int retries() {
    return given.retries();
  }

  Duration silence() {
    return given.silence();
  }

  /** Its connections end when no call needs them any more: the platform closes what nobody holds. */
  void close() {
    http = null;
  }

  /** So many random bytes in hexadecimal. */
  static String randomText(int bytes) {
    var random = new byte[bytes];
    RANDOM.nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** A call with its key, which all tries share. {@code prefer} may be null. */
  Call prepare(Input input, KeyedCallOptions options, String prefer) {
    var headers = new LinkedHashMap<String, String>();
    // The length of a compressed answer would not be that of the file.
    headers.put("accept-encoding", "identity");
    if (given.apiKey() != null) {
      headers.put("x-api-key", given.apiKey());
    }
    if (prefer != null) {
      headers.put("prefer", prefer);
    }
    var body = input.body() == null ? null : written(input.body());
    if (body != null) {
      headers.put("content-type", "application/json");
    }
    String key = null;
    if (input.hasKey() && !"".equals(options.idempotencyKey())) {
      key = options.idempotencyKey() == null ? randomText(16) : options.idempotencyKey();
      headers.put("idempotency-key", key);
    }
    var query = input.query().entrySet().stream()
        .filter(one -> one.getValue() != null)
        .map(one -> one.getKey() + "=" + encoded(one.getValue().toString()))
        .collect(Collectors.joining("&"));
    var uri = URI.create(given.baseUrl() + input.path() + (query.isEmpty() ? "" : "?" + query));
    var timeout = options.timeout() == null ? given.timeout() : options.timeout();
    return new Call(input.verb(), uri, headers, body, key, timeout, options.cancel());
  }

  private byte[] written(Object body) {
    try {
      return mapper.writeValueAsBytes(body);
    } catch (JsonProcessingException thrown) {
      throw new IllegalArgumentException("The data can't be written as JSON: " + thrown.getOriginalMessage(), thrown);
    }
  }

  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /**
   * Sends until an answer comes that is no error. {@code isRead} says of its status whether its body is read along.
   * Throws a {@link PlatenException} or a {@link CancellationException}.
   */
  Answer send(Call call, IntPredicate isRead) {
    var until = System.nanoTime() + call.timeout().toNanos();
    for (var tried = 1; ; tried += 1) {
      Duration wait;
      try {
        return attempt(call, Duration.ofNanos(until - System.nanoTime()), isRead);
      } catch (PlatenException thrown) {
        wait = tried > given.retries() ? null : Retry.waitBefore(tried, thrown, call.mayRepeat());
        if (wait == null || System.nanoTime() + wait.toNanos() - until >= 0) {
          throw thrown;
        }
      }
      call.pause(wait);
    }
  }

  /** One try, which ends when its time is over. */
  private Answer attempt(Call call, Duration left, IntPredicate isRead) {
    call.demand();
    if (left.isNegative() || left.isZero()) {
      throw late(call, null);
    }
    var isLast = left.compareTo(given.silence()) <= 0;
    var bound = isLast ? left : given.silence();
    var future = opened().sendAsync(requestOf(call), handlerOf(isRead));
    Runnable end = () -> abandon(future);
    call.watch(end);
    try {
      return answered(call, future.get(bound.toNanos(), TimeUnit.NANOSECONDS));
    } catch (TimeoutException thrown) {
      // The clock is not asked, since a timer may end a little before it.
      abandon(future);
      throw isLast ? late(call, thrown) : call.broken(new TimeoutException("nothing came for too long"));
    } catch (CancellationException thrown) {
      throw Call.cancelled();
    } catch (InterruptedException thrown) {
      abandon(future);
      throw Call.interrupted(thrown);
    } catch (ExecutionException thrown) {
      call.demand();
      throw call.broken(thrown.getCause());
    } finally {
      call.forget(end);
    }
  }

  private static BodyHandler<Answer.Body> handlerOf(IntPredicate isRead) {
    return info -> {
      var isGood = info.statusCode() >= 200 && info.statusCode() < 300;
      if (isGood && !isRead.test(info.statusCode())) {
        return new Parts();
      }
      return BodySubscribers.mapping(BodySubscribers.ofByteArray(), Answer.Whole::new);
    };
  }

  private HttpClient opened() {
    var open = http;
    if (open == null) {
      throw new IllegalStateException("The client is closed.");
    }
    return open;
  }

  /** Ends an exchange, also one whose answer came at this very moment. */
  private static void abandon(CompletableFuture<HttpResponse<Answer.Body>> future) {
    if (!future.cancel(true)) {
      future.thenAccept(response -> response.body().close());
    }
  }

  private static HttpRequest requestOf(Call call) {
    var body = call.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofByteArray(call.body());
    var request = HttpRequest.newBuilder(call.uri()).method(call.verb(), body);
    call.headers().forEach(request::header);
    return request.build();
  }

  private Answer answered(Call call, HttpResponse<Answer.Body> response) {
    var answer = new Answer(response.statusCode(), new Headers(response.headers()), response.body());
    if (answer.status() >= 200 && answer.status() < 300) {
      return answer;
    }
    throw PlatenException.ofAnswer(mapper, answer, call.key());
  }

  private static PlatenException late(Call call, Throwable cause) {
    return call.failed("No answer came in time.", ErrorCode.DEADLINE_EXCEEDED, cause);
  }

  /** The same call with more headers. */
  static Call withMore(Call call, Map<String, String> more) {
    var headers = new LinkedHashMap<>(call.headers());
    headers.putAll(more);
    return call.withHeaders(headers);
  }
}
