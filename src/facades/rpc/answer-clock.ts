// Answers that their clients do not take: each holds its bytes until it is sent, and a client may stop reading.
import type { Http2ServerResponse } from "node:http2";
import { type HttpRequest, type HttpResponse, INTERNAL_HEADERS } from "../../core/methods/index.ts";
import { callerNetworkOf } from "../../core/network/index.ts";

/** How long and how large answers may wait for their clients. */
export interface AnswerLimits {
  /**
   * An answer of which the system has taken nothing for so long is cut off; it may take any time as long as bytes go
   * out. The system takes a third of a socket's buffer at once, up to 1.4 MiB, which is half a minute of a line of 50
   * KB a second.
   */
  readonly stalledMs: number;
  /** Bytes of all answers that wait; beyond, the network with the most of them loses its oldest answer. */
  readonly waitingBytesMax: number;
  /** How often answers are looked at. */
  readonly lookMs: number;
}

export const ANSWER_LIMITS: AnswerLimits = {
  stalledMs: 60_000,
  waitingBytesMax: 512 * 1024 * 1024,
  lookMs: 1_000,
};

interface Watched {
  readonly remoteAddress: string;
  /** Whether its connection or stream is timed. */
  isTimed: boolean;
}

/** What waits for the clients of one network, the oldest first. */
interface Waiting {
  bytes: number;
  readonly answers: { readonly response: HttpResponse; readonly bytes: number }[];
}

/** Watches the answers of a server, from their requests on. */
export class AnswerClock {
  readonly #limits: AnswerLimits;
  readonly #open = new Map<HttpResponse, Watched>();
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: AnswerLimits) {
    this.#limits = limits;
  }

  /** Watches one answer until it is over. Its request tells by then where it came from. */
  watch(request: HttpRequest, response: HttpResponse): void {
    const address = request.headers[INTERNAL_HEADERS.remoteAddress];
    const watched: Watched = { remoteAddress: typeof address === "string" ? address : "unknown", isTimed: false };
    this.#open.set(response, watched);
    response.once("close", () => this.#forget(response));
    // The clock of bodies takes its time off the connection then.
    request.once("end", () => {
      watched.isTimed = false;
    });
    // Over HTTP/1.1 the server ends a connection that is timed out.
    if (isHttp2(response)) response.stream.on("timeout", () => watched.isTimed && cutOff(response));
    this.#timer ??= setInterval(() => this.#look(), this.#limits.lookMs).unref();
  }

  #look(): void {
    const networks = new Map<string, Waiting>();
    let total = 0;
    for (const [response, watched] of this.#open) {
      const bytes = response.writableLength;
      this.#time(response, watched, bytes > 0);
      if (bytes === 0) continue;
      const { own } = callerNetworkOf(watched.remoteAddress);
      const waiting = networks.get(own) ?? { bytes: 0, answers: [] };
      networks.set(own, waiting);
      waiting.bytes += bytes;
      waiting.answers.push({ response, bytes });
      total += bytes;
    }
    if (total > this.#limits.waitingBytesMax) shed([...networks.values()], total - this.#limits.waitingBytesMax);
  }

  /** Node's own timers of connections and streams know whether bytes went out since they were set. */
  #time(response: HttpResponse, watched: Watched, isWaiting: boolean): void {
    if (watched.isTimed === isWaiting) return;
    watched.isTimed = isWaiting;
    const timed = isHttp2(response) ? response.stream : response.socket;
    timed?.setTimeout(isWaiting ? this.#limits.stalledMs : 0);
  }

  #forget(response: HttpResponse): void {
    this.#open.delete(response);
    if (this.#open.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }
}

/** Cuts answers off until those that are left are so much smaller. */
function shed(networks: readonly Waiting[], excessBytes: number): void {
  for (let left = excessBytes; left > 0; ) {
    const largest = networks.reduce((one, other) => (other.bytes > one.bytes ? other : one));
    const oldest = largest.answers.shift();
    if (oldest === undefined) return;
    largest.bytes -= oldest.bytes;
    left -= oldest.bytes;
    cutOff(oldest.response);
  }
}

/** A stream of HTTP/2 is given up at once: its reset may not get through to a client that reads nothing. */
function cutOff(response: HttpResponse): void {
  if (isHttp2(response)) response.stream.destroy();
  else response.destroy();
}

function isHttp2(response: HttpResponse): response is Http2ServerResponse {
  return "stream" in response;
}
