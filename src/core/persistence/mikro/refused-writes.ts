import { isWriteRefused } from "./unavailable.ts";

/** A full disk takes a small write now and then: so long after a refused one the database counts as full. */
const REMEMBERED_MS = 30_000;

/**
 * Remembers whether writes were refused of late. The drivers tell it each failure, so it knows of those within
 * transactions, of the ORM's and of the queue's as well.
 */
export class RefusedWrites {
  readonly #nowMs: () => number;
  #lastMs: number | null = null;

  /** @param nowMs a clock that never goes back */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** Takes note of what a statement failed with. */
  note(thrown: unknown): void {
    if (isWriteRefused(thrown)) this.#lastMs = this.#nowMs();
  }

  /** Whether a write was refused within the last half minute. */
  areRecent(): boolean {
    return this.#lastMs !== null && this.#nowMs() - this.#lastMs < REMEMBERED_MS;
  }
}
