import { isDatabaseUnavailable } from "../persistence/index.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { unreferenced } from "./leases.ts";

/** A failure that took so long is a database that answers nothing. A connection that breaks fails sooner. */
const LATE_MS = 4_000;

/** The time from a render's request until the database says that it may begin, once it did not answer another one. */
const WAITED_MS_MAX = 9_000;

/**
 * A render keeps its thread while it waits for the database's word that it may begin. While the database answers
 * nothing, those in line would each wait for the whole limit of a statement, one after another. So once one of them has
 * waited in vain, those that came before that are given what is left of their own time.
 */
export class LateStarts {
  readonly #dependencies: Pick<ServiceDependencies, "now" | "pause">;
  #last: { readonly atMs: number; readonly cause: unknown } | null = null;

  constructor(dependencies: Pick<ServiceDependencies, "now" | "pause">) {
    this.#dependencies = dependencies;
  }

  /**
   * Asks the database by `ask`, for a render whose request came at `cameMs`, an instant of the service's clock in
   * milliseconds. Rejects as the database being unavailable where the time is over, without asking where it was before.
   */
  async during<Value>(cameMs: number, ask: () => Promise<Value>): Promise<Value> {
    const { now, pause = unreferenced } = this.#dependencies;
    const askedMs = now().getTime();
    const last = this.#last;
    const asked = (): Promise<Value> => this.#noted(askedMs, ask());
    if (last === null || last.atMs < cameMs) return asked();
    const isOver = (): never => {
      throw new Error("the database did not answer another render", { cause: last.cause });
    };
    const leftMs = cameMs + WAITED_MS_MAX - askedMs;
    return leftMs <= 0 ? isOver() : Promise.race([asked(), pause(leftMs).then(isOver)]);
  }

  async #noted<Value>(askedMs: number, answer: Promise<Value>): Promise<Value> {
    try {
      return await answer;
    } catch (cause) {
      const atMs = this.#dependencies.now().getTime();
      if (atMs - askedMs >= LATE_MS && isDatabaseUnavailable(cause)) this.#last = { atMs, cause };
      throw cause;
    }
  }
}
