package platen.client;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ends the calls and the reading of files that it was given to, from any thread. They throw a {@link
 * CancellationException}, as they do where their own thread is interrupted.
 */
public final class Cancel {
  private final CountDownLatch done = new CountDownLatch(1);
  private final Set<Runnable> ends = ConcurrentHashMap.newKeySet();

  /** Whether it was called. */
  public boolean isCancelled() {
    return done.getCount() == 0;
  }

  /** Ends what is under way now, and whatever is begun with it later. */
  public void cancel() {
    done.countDown();
    ends.forEach(Runnable::run);
  }

  /** Has something ended at the cancelling; {@code forget} takes it away again. */
  void watch(Runnable end) {
    ends.add(end);
    if (isCancelled()) {
      end.run();
    }
  }

  void forget(Runnable end) {
    ends.remove(end);
  }

  /** Waits, and answers early where it is cancelled. */
  void await(Duration wait) throws InterruptedException {
    done.await(wait.toNanos(), TimeUnit.NANOSECONDS);
  }
}
