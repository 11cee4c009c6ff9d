package platen.client;

import java.time.Duration;

/**
 * How a call is made that an idempotency key makes safe to repeat.
 *
 * @param timeout As in {@link CallOptions}.
 * @param cancel As in {@link CallOptions}.
 * @param idempotencyKey A name of your choosing, 1 to 255 printable ASCII characters. Null: the call has a key of its
 *     own, which all its tries share. Empty: none is sent, and a connection that breaks is not tried again.
 */
public record KeyedCallOptions(Duration timeout, Cancel cancel, String idempotencyKey) {
  /** Nothing out of the usual. */
  public static KeyedCallOptions none() {
    return new KeyedCallOptions(null, null, null);
  }

  /** The same with another timeout. */
  public KeyedCallOptions withTimeout(Duration timeout) {
    return new KeyedCallOptions(timeout, cancel, idempotencyKey);
  }

  /** The same with something that ends the call. */
  public KeyedCallOptions withCancel(Cancel cancel) {
    return new KeyedCallOptions(timeout, cancel, idempotencyKey);
  }

  /** The same with a key of your own. */
  public KeyedCallOptions withIdempotencyKey(String key) {
    return new KeyedCallOptions(timeout, cancel, key);
  }

  /** The same without a key: less is kept, and a connection that breaks is not tried again. */
  public KeyedCallOptions withoutIdempotencyKey() {
    return withIdempotencyKey("");
  }
}
