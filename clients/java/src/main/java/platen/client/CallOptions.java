package platen.client;

import java.time.Duration;

/**
 * How one call is made.
 *
 * @param timeout How long it may take until its answer begins, with all its tries and waits; that of the client where
 *     it is null. Of {@link Job#await} and {@link Job#file} it is for the whole wait, ten minutes where it is null.
 * @param cancel What ends the call and the reading of its file; may be null.
 */
public record CallOptions(Duration timeout, Cancel cancel) {
  /** Nothing out of the usual. */
  public static CallOptions none() {
    return new CallOptions(null, null);
  }

  KeyedCallOptions keyed() {
    return new KeyedCallOptions(timeout, cancel, null);
  }

  /** The same with another timeout. */
  public CallOptions withTimeout(Duration timeout) {
    return new CallOptions(timeout, cancel);
  }

  /** The same with something that ends the call. */
  public CallOptions withCancel(Cancel cancel) {
    return new CallOptions(timeout, cancel);
  }
}
