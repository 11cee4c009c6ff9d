// Minutes between two times of day that are below zero: a time of day has no day, so a shift over midnight seems to end
// before it begins. Where such a number, or what is computed from it, is printed, it is told.
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { Decimal, Value } from "../values/index.ts";

/** What is to be said of a number that is printed. */
interface Night {
  readonly span: SourceSpan;
  readonly place: string;
  readonly message: string;
}

interface Counted extends Night {
  readonly minutes: number;
}

/** A shift over midnight of at most half a day: less is how much earlier something was than planned, and meant. */
const HALF_DAY = -720;

/** What keeps the mistake of its first argument, or of any of its list. */
const SPREADING: ReadonlySet<string> = new Set(["sum", "avg", "round", "floor", "ceil", "*", "/", "-", "+"]);

/** The numbers of one evaluation that were counted backwards over midnight. */
export class Nights {
  readonly #counted = new Map<Decimal, Counted>();

  /** Remembers what `minutes` made of two times of day. */
  count(result: Decimal, night: Counted): void {
    this.#counted.set(result, night);
  }

  /** Remembers what was computed from such a number; a sum that comes to no less than zero was corrected by it. */
  spread(operation: string, given: readonly Value[], result: Decimal): void {
    if (this.#counted.size === 0 || !SPREADING.has(operation)) return;
    if (operation === "+" && result.sign() >= 0) return;
    for (const value of given) {
      const night = Array.isArray(value) ? this.#first(value as readonly Value[]) : this.#of(value);
      if (night !== undefined) this.#counted.set(result, night);
    }
  }

  /** What is to be said where a number is printed; null for nearly all. */
  complaint(value: Value, isDuration: boolean): Night | null {
    const night = this.#counted.size === 0 ? undefined : this.#of(value);
    return night === undefined || (!isDuration && night.minutes > HALF_DAY) ? null : night;
  }

  #first(values: readonly Value[]): Counted | undefined {
    for (const value of values) {
      const night = this.#of(value);
      if (night !== undefined) return night;
    }
    return undefined;
  }

  #of(value: Value): Counted | undefined {
    return this.#counted.get(value as Decimal);
  }
}
