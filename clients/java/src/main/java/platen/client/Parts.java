package platen.client;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The body of an answer as it comes, one part at a time. The stream of the platform can't be read with a timeout. */
final class Parts implements BodySubscriber<Answer.Body>, Answer.Body {
  private sealed interface Event {}

  private record Came(List<ByteBuffer> parts) implements Event {}

  private record Ended(Throwable cause) implements Event {}

  private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
  private final CompletableFuture<Flow.Subscription> subscription = new CompletableFuture<>();
  private final Deque<ByteBuffer> parts = new ArrayDeque<>();

  /** The next bytes, null at the end. Throws where the connection breaks or falls silent. */
  ByteBuffer next(Duration silence) throws IOException, InterruptedException {
    while (parts.isEmpty()) {
      var event = events.poll(silence.toNanos(), TimeUnit.NANOSECONDS);
      if (event == null) {
        throw new IOException("nothing came for " + silence.toMillis() + " ms");
      } else if (event instanceof Came came) {
        parts.addAll(came.parts());
        subscription.join().request(1);
      } else if (event instanceof Ended ended) {
        // It is at its end for whoever asks again, too.
        events.add(event);
        if (ended.cause() != null) {
          throw ended.cause() instanceof IOException broken ? broken : new IOException(ended.cause());
        }
        return null;
      }
    }
    return parts.remove();
  }

  /** Lets go of the connection, and wakes whoever waits for the next bytes. */
  @Override
  public void close() {
    subscription.thenAccept(Flow.Subscription::cancel);
    events.add(new Ended(new IOException("the file was closed")));
  }

  @Override
  public CompletionStage<Answer.Body> getBody() {
    return CompletableFuture.completedStage(this);
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription.complete(given);
    given.request(1);
  }

  @Override
  public void onNext(List<ByteBuffer> came) {
    events.add(new Came(came));
  }

  @Override
  public void onError(Throwable thrown) {
    events.add(new Ended(thrown));
  }

  @Override
  public void onComplete() {
    events.add(new Ended(null));
  }
}
