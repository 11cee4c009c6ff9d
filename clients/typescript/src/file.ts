import { PlatenError } from "./errors.ts";
import type { AnswerHeader } from "./generated.ts";
import { backoffMs, pause } from "./retry.ts";
import { Sha256 } from "./sha256.ts";
import { brokenConnection, type Call, type Transport } from "./transport.ts";

/** A file that the service answers. Its bytes are on their way and are read once, by `stream` or `bytes`. */
export class PlatenFile<Facts> {
  /** What the service says of the file. */
  readonly answer: Facts;
  /** How the file is best named; empty where the service does not say. */
  readonly name: string;
  /** Its SHA-256 in hexadecimal, as the service says it. */
  readonly sha256: string | undefined;
  /** How many bytes it has, where that is known before. */
  readonly size: number | undefined;
  readonly requestId: string | undefined;
  /** The key of the call. */
  readonly idempotencyKey: string | undefined;
  readonly #first: Response;
  readonly #call: Call;
  readonly #transport: Transport;
  #isTaken = false;

  constructor(transport: Transport, call: Call, first: Response) {
    this.#transport = transport;
    this.#call = call;
    this.#first = first;
    this.answer = factsOf(first.headers, call.operation.fileHeaders ?? []) as Facts;
    this.name = nameOf(first.headers.get("content-disposition") ?? "");
    this.sha256 = sha256Of(first.headers);
    this.size = sizeOf(first.headers);
    this.requestId = first.headers.get("x-request-id") ?? undefined;
    this.idempotencyKey = call.key;
  }

  /**
   * The bytes as they come. A connection that breaks off is taken up where it broke; where that can't be, the stream
   * fails. It never ends early, and it fails in place of an end where the SHA-256 is not the file's.
   */
  stream(): ReadableStream<Uint8Array> {
    if (this.#isTaken) throw new TypeError("The file was read already: its bytes are there once.");
    this.#isTaken = true;
    const parts = this.#parts();
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          const { done, value } = await parts.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        },
        async cancel() {
          await parts.return();
        },
      },
      { highWaterMark: 0 },
    );
  }

  /** The whole file in memory. */
  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await new Response(this.stream()).arrayBuffer());
  }

  /** Lets go of a file that nobody reads. */
  async discard(): Promise<void> {
    this.#isTaken = true;
    await this.#first.body?.cancel();
  }

  async *#parts(): AsyncGenerator<Uint8Array, void, void> {
    const sum = new Sha256();
    let answer = this.#first;
    let read = 0;
    for (let breaks = 0; ; breaks += 1) {
      let skip = breaks === 0 ? 0 : startOf(answer, read);
      const reader = answer.body?.getReader();
      try {
        for (;;) {
          const part = await this.#next(reader);
          if (part === null) break;
          const fresh = skip === 0 ? part : part.subarray(Math.min(skip, part.length));
          skip -= part.length - fresh.length;
          read += fresh.length;
          sum.update(fresh);
          if (fresh.length > 0) yield fresh;
        }
        if (this.size !== undefined && read !== this.size) {
          throw brokenConnection(new Error(`${read} of ${this.size} bytes came`), this.#call.key);
        }
        if (this.sha256 === undefined || sum.hex() === this.sha256) return;
        throw this.#damaged("Its SHA-256 is not the one of the file.");
      } catch (thrown) {
        const isBroken = thrown instanceof PlatenError && thrown.code === "connection_broken";
        if (!isBroken || breaks >= this.#transport.retries || !this.#transport.mayRepeat(this.#call)) throw thrown;
        await pause(backoffMs(breaks + 1), this.#call.signal);
        answer = await this.#again(read);
      } finally {
        // Where the reader of the stream went away, so does the connection.
        await reader?.cancel().catch(() => undefined);
      }
    }
  }

  /** The next bytes, null at the end. Throws where the connection breaks or falls silent. */
  async #next(reader: ReadableStreamDefaultReader<Uint8Array> | undefined): Promise<Uint8Array | null> {
    const { signal, key } = this.#call;
    signal?.throwIfAborted();
    const { silenceMs } = this.#transport;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`nothing came for ${silenceMs} ms`)), silenceMs);
    });
    try {
      const next = await Promise.race([reader?.read(), silence]);
      return next === undefined || next.done ? null : next.value;
    } catch (thrown) {
      if (signal?.aborted === true) throw signal.reason;
      throw brokenConnection(thrown, key);
    } finally {
      clearTimeout(timer);
    }
  }

  /** The same call once more, for the bytes behind the first so many. */
  async #again(read: number): Promise<Response> {
    const etag = this.#first.headers.get("etag");
    const isEncoded = this.#first.headers.has("content-encoding");
    const mayAskPart = this.#call.operation.verb === "GET" && etag !== null && !isEncoded && read > 0;
    const range = mayAskPart ? { range: `bytes=${read}-`, "if-range": etag } : {};
    const call = { ...this.#call, headers: { ...this.#call.headers, ...range } };
    const answer = await this.#transport.send(call, async (one) => one);
    if (answer.status !== 202 && answer.headers.get("etag") === etag) return answer;
    await answer.body?.cancel();
    throw this.#damaged("After a break another file came.");
  }

  #damaged(why: string): PlatenError {
    const { requestId, idempotencyKey } = this;
    return new PlatenError(`The file did not come as it was made. ${why}`, {
      ...{ code: "file_damaged", requestId, idempotencyKey },
    });
  }
}

/** How many bytes of the answer are known already: none of a part that begins where the reading broke off. */
function startOf(answer: Response, read: number): number {
  const [, from] = /^bytes (\d+)-/.exec(answer.headers.get("content-range") ?? "") ?? [];
  return read - (answer.status === 206 ? Number(from ?? 0) : 0);
}

function factsOf(headers: Headers, members: readonly AnswerHeader[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    members.flatMap(({ header, name, isNumber }) => {
      const value = headers.get(header);
      return value === null ? [] : [[name, isNumber ? Number(value) : value]];
    }),
  );
}

/** The ETag of a file is its SHA-256; one that a proxy has made weak still names the same bytes. */
function sha256Of(headers: Headers): string | undefined {
  return /^(?:W\/)?"([0-9a-f]{64})"$/.exec(headers.get("etag") ?? "")?.[1];
}

function sizeOf(headers: Headers): number | undefined {
  const length = headers.get("content-length");
  return length === null || headers.has("content-encoding") ? undefined : Number(length);
}

/** The name in UTF-8 (RFC 6266), or else the plain one. */
function nameOf(disposition: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition) ?? [];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // A name that is no UTF-8 is left out for the plain one.
  }
  return /filename="([^"]*)"/.exec(disposition)?.[1] ?? "";
}
