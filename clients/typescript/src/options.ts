/** How a client reaches the service. */
export interface ClientOptions {
  /** Where the service is, such as `https://forms.example.com`. */
  readonly baseUrl: string;
  /** An API key. Without one, only what is open to anyone is answered. */
  readonly apiKey?: string | undefined;
  /** How often a call is tried again at most; 4 when left out. */
  readonly retries?: number | undefined;
  /** How long a call may take until its answer begins, with all its tries and waits; 120,000 when left out. */
  readonly timeoutMs?: number | undefined;
  /** After how long without a word from the service a connection counts as broken; 60,000 when left out. */
  readonly silenceMs?: number | undefined;
  /** What sends requests; the platform's own when left out. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** How one call is made. */
export interface CallOptions {
  /** Ends the call and the reading of its file. What was thrown then is the signal's own reason. */
  readonly signal?: AbortSignal | undefined;
  /** In place of the client's own. */
  readonly timeoutMs?: number | undefined;
}

/** How a call is made that an idempotency key makes safe to repeat. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * A name of your choosing, 1 to 255 printable ASCII characters. Left out, each call has a key of its own, which all
   * its tries share. `false` sends none: a connection that breaks is not tried again then.
   */
  readonly idempotencyKey?: string | false | undefined;
}
