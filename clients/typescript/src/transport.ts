import { errorOfAnswer, PlatenError } from "./errors.ts";
import type { CallInput, Operation } from "./generated.ts";
import type { ClientOptions, KeyedCallOptions } from "./options.ts";
import { pause, waitMsBefore } from "./retry.ts";

const RETRIES = 4;
const TIMEOUT_MS = 120_000;

/** More than the 25 seconds that the service may take for a file. */
const SILENCE_MS = 60_000;

/** A call as it is sent, as often as it is. */
export interface Call {
  readonly operation: Operation;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly key: string | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
}

/** Sends calls, and tries again where that is safe. */
export class Transport {
  readonly retries: number;
  readonly silenceMs: number;
  readonly #baseUrl: string;
  readonly #apiKey: string | undefined;
  readonly #timeoutMs: number;
  readonly #fetch: typeof globalThis.fetch;

  constructor(options: ClientOptions) {
    this.#baseUrl = options.baseUrl.replace(/\/+$/, "");
    if (!/^https?:\/\//.test(this.#baseUrl)) throw new TypeError("baseUrl: write an address with http:// or https://");
    this.#apiKey = options.apiKey;
    this.retries = options.retries ?? RETRIES;
    this.silenceMs = options.silenceMs ?? SILENCE_MS;
    this.#timeoutMs = options.timeoutMs ?? TIMEOUT_MS;
    // Browsers refuse a fetch that is called as a method of another object.
    this.#fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  }

  /** A call with its key, which all tries share. */
  callOf(operation: Operation, input: CallInput, options: KeyedCallOptions, prefer?: string): Call {
    const key = operation.hasKey ? keyOf(options) : undefined;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(input.path?.[name] ?? ""),
    );
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(input.query ?? {})) if (value != null) query.append(name, String(value));
    const asked = query.toString();
    const search = asked === "" ? "" : `?${asked}`;
    const headers: Record<string, string> = {};
    if (this.#apiKey !== undefined) headers["x-api-key"] = this.#apiKey;
    if (input.body !== undefined) headers["content-type"] = "application/json";
    if (key !== undefined) headers["idempotency-key"] = key;
    if (prefer !== undefined) headers["prefer"] = prefer;
    const body = input.body === undefined ? undefined : JSON.stringify(input.body);
    const timeoutMs = options.timeoutMs ?? this.#timeoutMs;
    return {
      operation,
      url: `${this.#baseUrl}${path}${search}`,
      headers,
      body,
      key,
      signal: options.signal,
      timeoutMs,
    };
  }

  /** Whether a second try does no second work. */
  mayRepeat({ operation, key }: Call): boolean {
    return operation.verb === "GET" || key !== undefined;
  }

  /** Sends until an answer comes that `read` takes. Throws a PlatenError, or the reason of the caller's signal. */
  async send<Value>(call: Call, read: (answer: Response) => Promise<Value>): Promise<Value> {
    const untilMs = performance.now() + call.timeoutMs;
    for (let tried = 1; ; tried += 1) {
      try {
        return await this.#try(call, untilMs, read);
      } catch (thrown) {
        if (!(thrown instanceof PlatenError)) throw thrown;
        const waitMs = tried > this.retries ? null : waitMsBefore(tried, thrown, this.mayRepeat(call));
        if (waitMs === null || performance.now() + waitMs >= untilMs) throw thrown;
        await pause(waitMs, call.signal);
      }
    }
  }

  /** One try. The deadline ends it until `read` is done; the caller's signal ends the answer's body, too. */
  async #try<Value>(call: Call, untilMs: number, read: (answer: Response) => Promise<Value>): Promise<Value> {
    const { operation, url, headers, body, key, signal } = call;
    signal?.throwIfAborted();
    const deadline = new AbortController();
    const leftMs = Math.max(0, untilMs - performance.now());
    const timer = setTimeout(() => deadline.abort(), Math.min(leftMs, this.silenceMs));
    try {
      const answer = await this.#fetch(url, {
        method: operation.verb,
        headers,
        // A key is shown to nobody but the service that it was given for.
        redirect: "manual",
        cache: "no-store",
        signal: signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]),
        ...(body === undefined ? {} : { body }),
      });
      if (!answer.ok) throw await errorOfAnswer(answer, key);
      return await read(answer);
    } catch (thrown) {
      if (signal?.aborted === true) throw signal.reason;
      // The clock is not asked again, since a timer may end a little before it.
      if (deadline.signal.aborted && leftMs <= this.silenceMs) throw outOfTime(thrown, key);
      if (thrown instanceof PlatenError) throw thrown;
      throw brokenConnection(thrown, key);
    } finally {
      clearTimeout(timer);
    }
  }
}

function outOfTime(cause: unknown, idempotencyKey: string | undefined): PlatenError {
  return new PlatenError("No answer came in time.", { code: "deadline_exceeded", idempotencyKey, cause });
}

/** A connection that could not be made or broke off. */
export function brokenConnection(cause: unknown, idempotencyKey: string | undefined): PlatenError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const why = inner instanceof Error && inner.message !== "" ? `: ${inner.message}` : "";
  return new PlatenError(`The connection broke${why}.`, { code: "connection_broken", idempotencyKey, cause });
}

function keyOf({ idempotencyKey }: KeyedCallOptions): string | undefined {
  if (idempotencyKey === false) return undefined;
  if (idempotencyKey !== undefined) return idempotencyKey;
  // `crypto.randomUUID` is there on pages of HTTPS only.
  const random = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
