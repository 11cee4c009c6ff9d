package platen.client;

import java.time.Duration;
import platen.client.model.ErrorCode;
import platen.client.model.GetRenderPdfResponse;
import platen.client.model.Render;

/** A render in the background. Its {@code id} is all that another process needs: {@code client.job(id)}. */
public final class Job {
  private static final Duration TIMEOUT = Duration.ofMinutes(10);

  /** A job is asked for more and more seldom, at last every so often. */
  private static final Duration POLL_MAX = Duration.ofSeconds(5);

  private final PlatenClient client;
  private final String id;

  Job(PlatenClient client, String id) {
    this.client = client;
    this.id = id;
  }

  /** The render's identifier. */
  public String id() {
    return id;
  }

  /** What has become of it by now. */
  public Render status() {
    return client.getRender(id);
  }

  /** {@link #await(CallOptions)} for ten minutes. */
  public Render await() {
    return await(CallOptions.none());
  }

  /**
   * Waits until it has succeeded.
   *
   * @throws PlatenException The job's own where it failed, {@code DEADLINE_EXCEEDED} where it still runs after the
   *     timeout.
   */
  public Render await(CallOptions options) {
    var until = System.nanoTime() + (options.timeout() == null ? TIMEOUT : options.timeout()).toNanos();
    var waiting = new Call("GET", null, null, null, null, null, options.cancel());
    for (var asked = 1; ; asked += 1) {
      var render = client.getRender(id, options.withTimeout(Duration.ofNanos(until - System.nanoTime())));
      switch (render.status()) {
        case SUCCEEDED -> {
          return render;
        }
        case FAILED -> throw failureOf(render);
        case EXPIRED -> throw failed("The file of " + id + " is kept no longer.", ErrorCode.RENDER_EXPIRED);
        default -> {
          var wait = Retry.backoff(asked, POLL_MAX);
          if (System.nanoTime() + wait.toNanos() - until >= 0) {
            var message = id + " is " + render.status().wire() + " still. Wait again.";
            throw failed(message, ErrorCode.DEADLINE_EXCEEDED);
          }
          waiting.pause(wait);
        }
      }
    }
  }

  /** {@link #file(CallOptions)}, waiting for ten minutes. */
  public PlatenFile<GetRenderPdfResponse> file() {
    return file(CallOptions.none());
  }

  /** Waits as {@link #await(CallOptions)} does and answers the file. */
  public PlatenFile<GetRenderPdfResponse> file(CallOptions options) {
    await(options);
    return client.getRenderPdf(id, CallOptions.none().withCancel(options.cancel()));
  }

  private static PlatenException failureOf(Render render) {
    var facts = new PlatenException.Facts();
    if (render.error() == null) {
      var message = "The render " + render.id() + " failed.";
      return facts.status(ErrorCode.INTERNAL.status()).toException(message, ErrorCode.INTERNAL);
    }
    return facts.status(ErrorCode.of(render.error().code()).status()).toException(render.error());
  }

  private static PlatenException failed(String message, ErrorCode code) {
    return new PlatenException.Facts().toException(message, code);
  }
}
