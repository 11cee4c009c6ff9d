package platen.client;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import platen.client.model.Diagnostic;
import platen.client.model.ErrorCode;
import platen.client.model.ErrorDetail;
import platen.client.model.Violation;

/** Every failure of a call but its cancelling, which throws a {@link java.util.concurrent.CancellationException}. */
public final class PlatenException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String codeName;
  private final int status;
  private final String requestId;
  private final transient List<Violation> violations;
  private final transient List<Diagnostic> diagnostics;
  private final Duration retryAfter;
  private final String idempotencyKey;

  private PlatenException(String message, String codeName, Facts facts) {
    super(message, facts.cause);
    this.codeName = codeName;
    status = facts.status;
    requestId = facts.requestId;
    violations = facts.violations;
    diagnostics = facts.diagnostics;
    retryAfter = facts.retryAfter;
    idempotencyKey = facts.idempotencyKey;
  }

  /** What went wrong, out of a closed list; {@code UNKNOWN} where a later service knows more. */
  public ErrorCode code() {
    return ErrorCode.of(codeName);
  }

  /** The code as the service writes it. */
  public String codeName() {
    return codeName;
  }

  /** What a program does about it. */
  public ErrorKind kind() {
    return switch (code()) {
      case DATA_CONTRACT_VIOLATION, DOCUMENT_REFUSED -> ErrorKind.DATA;
      case RENDER_EXPIRED -> ErrorKind.ACCESS;
      case UNEXPECTED_ANSWER -> ErrorKind.SERVICE;
      default -> kindOfStatus(status);
    };
  }

  private static ErrorKind kindOfStatus(int status) {
    return switch (status) {
      case 0 -> ErrorKind.CONNECTION;
      case 402, 429 -> ErrorKind.LIMIT;
      case 401, 403, 404 -> ErrorKind.ACCESS;
      default -> status >= 500 ? ErrorKind.SERVICE : ErrorKind.REQUEST;
    };
  }

  /**
   * The status of HTTP, 0 where no answer came. That of a failed job is what a request would have been answered with.
   */
  public int status() {
    return status;
  }

  /** Name it when you report a problem; null where no answer came. */
  public String requestId() {
    return requestId;
  }

  /** One for each place where the data is not as the form declares it. */
  public List<Violation> violations() {
    return violations == null ? List.of() : violations;
  }

  /** What was found of a form or its look that was refused. */
  public List<Diagnostic> diagnostics() {
    return diagnostics == null ? List.of() : diagnostics;
  }

  /** After how long another try makes sense, where the service says so. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /** The key of the call, or null: a call with the same one makes no second file. */
  public String idempotencyKey() {
    return idempotencyKey;
  }

  /** What an exception is made of. */
  static final class Facts {
    private int status;
    private String requestId;
    private List<Violation> violations = List.of();
    private List<Diagnostic> diagnostics = List.of();
    private Duration retryAfter;
    private String idempotencyKey;
    private Throwable cause;

    Facts status(int status) {
      this.status = status;
      return this;
    }

    Facts requestId(String requestId) {
      this.requestId = requestId;
      return this;
    }

    Facts key(String idempotencyKey) {
      this.idempotencyKey = idempotencyKey;
      return this;
    }

    Facts cause(Throwable cause) {
      this.cause = cause;
      return this;
    }

    PlatenException toException(String message, ErrorCode code) {
      return new PlatenException(message, code.wire(), this);
    }

    /** What the service tells, in an answer or of a failed job. */
    PlatenException toException(ErrorDetail detail) {
      requestId = detail.requestId() == null ? requestId : detail.requestId();
      violations = detail.details();
      diagnostics = detail.diagnostics();
      return new PlatenException(detail.error(), detail.code(), this);
    }
  }

  /** What an answer tells. One that is not Platen's, such as a proxy's page, is {@code UNEXPECTED_ANSWER}. */
  static PlatenException ofAnswer(ObjectMapper mapper, Answer answer, String idempotencyKey) {
    var facts = new Facts().status(answer.status()).requestId(answer.headers().text("x-request-id"));
    facts.idempotencyKey = idempotencyKey;
    facts.retryAfter = durationOf(answer.headers().text("retry-after"));
    var detail = detailOf(mapper, answer.bytes());
    if (detail != null) {
      return facts.toException(detail);
    }
    var isMoved = answer.status() >= 300 && answer.status() < 400;
    var said = isMoved ? "with a redirect" : "with status " + answer.status();
    var advice = isMoved ? " Give the address that it leads to as baseUrl." : "";
    return facts.toException("What answered " + said + " is not Platen." + advice, ErrorCode.UNEXPECTED_ANSWER);
  }

  private static ErrorDetail detailOf(ObjectMapper mapper, byte[] body) {
    try {
      var detail = mapper.readValue(body, ErrorDetail.class);
      return detail == null || detail.code() == null || detail.error() == null ? null : detail;
    } catch (JacksonException thrown) {
      return null;
    } catch (IOException thrown) {
      throw new AssertionError("Bytes in memory can be read.", thrown);
    }
  }

  /** A {@code Retry-After} is a number of seconds or a date (RFC 9110 §10.2.3). */
  private static Duration durationOf(String header) {
    if (header == null) {
      return null;
    }
    if (header.strip().matches("\\d{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(header.strip()));
    }
    try {
      var at = ZonedDateTime.parse(header.strip(), DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      var left = Duration.between(Instant.now(), at);
      return left.isNegative() ? Duration.ZERO : left;
    } catch (DateTimeException thrown) {
      return null;
    }
  }
}
