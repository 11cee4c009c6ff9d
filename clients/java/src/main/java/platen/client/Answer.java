package platen.client;

/** An answer. Whoever has it closes it. */
record Answer(int status, Headers headers, Body body) implements AutoCloseable {
  /** A body that was read, or one that is still to come. */
  sealed interface Body permits Whole, Parts {
    void close();
  }

  /** A body that was read. */
  record Whole(byte[] bytes) implements Body {
    @Override
    public void close() {}
  }

  /** The bytes of a body that was read. */
  byte[] bytes() {
    return body instanceof Whole whole ? whole.bytes() : new byte[0];
  }

  @Override
  public void close() {
    body.close();
  }
}
