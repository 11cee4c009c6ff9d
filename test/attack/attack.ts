import type { Answer, RawAnswer } from "./send.ts";
import type { Target } from "./target.ts";

/** One attack on a running server: what somebody sends who means ill, and how it may be answered. */
export interface Attack {
  /** What is sent where, in a few words; unique. */
  readonly name: string;
  /** Sends it and waits until all of it is answered. */
  run(target: Target): Promise<readonly (Answer | RawAnswer)[]>;
  /**
   * Whether it asks for much work of the rendering threads, whose memory is bounded by itself.
   */
  readonly computes?: boolean;
  /**
   * Whether the embedded database stores megabytes for it: it does one thing at a time and is for trying, and how long
   * the neighbour waits for it is promised nowhere.
   */
  readonly isStored?: boolean;
  /** What it may take of the main thread's memory, in MiB, where that is not what its plan says. */
  readonly mainMibMax?: number;
  /** What every answer has to match, as `400 invalid_argument`; left out, {@link USUAL_ANSWER}. */
  readonly answers?: RegExp;
  /** Judges what no budget does, such as where a redirect leads. Answers what is wrong, or null. */
  wrong?(answers: readonly (Answer | RawAnswer)[]): string | null;
}

/**
 * Served, or refused with a reason: never an internal error or silence. A body that is refused while it is sent may
 * break off before its sender reads the answer (RFC 9112 §9.6).
 */
export const USUAL_ANSWER =
  /^(?:2\d\d|3\d\d|4\d\d)(?: |$)|^503 (?:unavailable|budget_exceeded)|^504 render_budget|^0 EPIPE/;
