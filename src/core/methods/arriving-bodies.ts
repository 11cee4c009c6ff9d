// Bodies that are still coming. Each may be as large as its plan allows and may take minutes, so what has come of all
// of them together is bounded: for each account, such as an organization, and for the process.
import { platenError } from "./errors.ts";

const MEBIBYTE = 1024 * 1024;

/** So many of its largest bodies an account may have under way. */
const BODIES_MAX = 8;

/** Callers whose bodies are a few kilobytes share an account with all that come from their address. */
const ACCOUNT_BYTES_MIN = 8 * MEBIBYTE;

/** A quarter of the memory that a process is given. */
const PROCESS_BYTES_MAX = 512 * MEBIBYTE;

/** A body on its way. */
interface ArrivingBody extends Disposable {
  /** Counts a piece that came. Throws `rate_limited` or `unavailable` where there is no room for it. */
  add(bytes: number): void;
}

/** What has come of the bodies of all accounts. */
export class ArrivingBodies {
  readonly #processBytesMax: number;
  readonly #heldBytes = new Map<string, number>();
  #totalBytes = 0;

  constructor(processBytesMax: number = PROCESS_BYTES_MAX) {
    this.#processBytesMax = processBytesMax;
  }

  /**
   * Begins a body of an account; its disposal forgets the body.
   *
   * @param bodyBytesMax the largest body that the account may send
   */
  begin(account: string, bodyBytesMax: number): ArrivingBody {
    const accountBytesMax = Math.max(ACCOUNT_BYTES_MIN, BODIES_MAX * bodyBytesMax);
    let bytes = 0;
    return {
      add: (more) => {
        bytes += more;
        const held = this.#add(account, more);
        if (held > accountBytesMax) throw tooMuchOfAccount(accountBytesMax);
        // Whoever holds less than the others is not refused for what they hold.
        const isLarge = held * this.#heldBytes.size >= this.#totalBytes;
        if (this.#totalBytes > this.#processBytesMax && isLarge) throw tooMuch();
      },
      [Symbol.dispose]: () => {
        this.#add(account, -bytes);
        bytes = 0;
      },
    };
  }

  #add(account: string, bytes: number): number {
    const held = (this.#heldBytes.get(account) ?? 0) + bytes;
    if (held > 0) this.#heldBytes.set(account, held);
    else this.#heldBytes.delete(account);
    this.#totalBytes += bytes;
    return held;
  }
}

function tooMuchOfAccount(bytes: number): Error {
  const sentence = `Requests that are still arriving hold ${bytes / MEBIBYTE} MiB, all that the plan allows at a time.`;
  return platenError("rate_limited", `${sentence} Send this one again when they have arrived.`, {
    retryAfterSeconds: RETRY_SECONDS,
  });
}

function tooMuch(): Error {
  const sentence = "Requests that are still arriving hold all the memory that the service has for them.";
  return platenError("unavailable", `${sentence} Send this one again.`, { retryAfterSeconds: RETRY_SECONDS });
}

const RETRY_SECONDS = 5;
