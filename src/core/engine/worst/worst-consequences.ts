// What follows from an element that does not fit: it is mended with that element, and not told beside it.
import type { Canvas } from "../../canvas/index.ts";
import type { Diagnostic, DiagnosticCode, Span } from "../../diagnostics/index.ts";

/** The codes that worst cases are told by. */
const TOLD_BY: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT4031", "RPT4032"]);

/**
 * Whether a finding of places follows from one of these misfits: it is about the element that does not fit, about
 * something in it, or about two elements that meet, and the other one does not fit. The latter is told all the same
 * where an `allow` line means the misfit, since nothing else would tell it.
 */
export function consequencesOf(canvas: Canvas, misfits: readonly Diagnostic[]): (placed: Diagnostic) => boolean {
  const told = misfits.filter((one) => !mayBeAllowed(canvas, one));
  return ({ span, beside }) =>
    misfits.some((one) => isWithin(span, one.span)) ||
    (beside !== undefined && told.some((one) => isWithin(beside, one.span)));
}

function mayBeAllowed({ allowances = [] }: Canvas, { span }: Diagnostic): boolean {
  return allowances.some(({ codes, within }) => {
    if (!codes.some((code) => TOLD_BY.has(code))) return false;
    return within === null || isWithin(span, { start: within[0], end: within[1] });
  });
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

/** Elements that findings are told of. That another element lies on one says nothing of whether its content fits. */
export class ToldElements {
  readonly #starts = new Set<number>();
  readonly #own = new Set<number>();
  /** Elements that have a warning or an error, by where they start in the source. */
  readonly #grave = new Set<number>();
  readonly #advised = new Set<string>();

  constructor(found: readonly Diagnostic[]) {
    for (const one of found) this.add(one);
  }

  add({ span, beside, severity }: Diagnostic): void {
    this.#starts.add(span.start);
    if (beside !== undefined) return;
    this.#own.add(span.start);
    if (severity !== "info") this.#grave.add(span.start);
  }

  /** Whether the element has a finding that is as grave. An info is not enough where a render has an error. */
  has({ span, beside, severity }: Pick<Diagnostic, "span" | "beside" | "severity">): boolean {
    if (beside !== undefined) return this.#starts.has(span.start);
    return this.#own.has(span.start) && (severity !== "error" || this.#grave.has(span.start));
  }

  /** Those of elements that nothing is told of, which are told from now on. */
  take(found: readonly Diagnostic[]): readonly Diagnostic[] {
    const others = found.filter((one) => !this.has(one));
    for (const one of others) this.add(one);
    return others;
  }

  /**
   * Findings of elements that already have a finding, whose own advice mends something else. Each advice is reported
   * once. A later check would report it too, and cost the author another round.
   */
  takeAdvised(found: readonly Diagnostic[], adviceOf: (one: Diagnostic) => string | null): readonly Diagnostic[] {
    return found.filter((one) => {
      const advice = adviceOf(one);
      if (advice === null || !this.has(one)) return false;
      const key = `${one.span.start} ${advice}`;
      if (this.#advised.has(key)) return false;
      this.#advised.add(key);
      return true;
    });
  }
}
