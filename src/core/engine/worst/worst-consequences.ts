// What follows from an element that does not fit: it is mended with that element, and not told beside it.
import type { Canvas } from "../../canvas/index.ts";
import type { Diagnostic, DiagnosticCode, Span } from "../../diagnostics/index.ts";
import { troubleOf } from "./troubles.ts";

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

/** A finding of a layout, or a finding on a worst case; `of` holds the layout's finding then. */
type Placed = Diagnostic & { readonly of?: { readonly finding: Diagnostic } };

/**
 * Troubles of elements that findings are told of. That another element lies on one says nothing of whether its content
 * fits, and that names of a chart have no room nothing of its numbers.
 */
export class ToldElements {
  readonly #troubles = new Set<string>();
  readonly #own = new Set<string>();
  /** Those that have a warning or an error. */
  readonly #grave = new Set<string>();
  readonly #advised = new Set<string>();

  constructor(found: readonly Placed[]) {
    for (const one of found) this.add(one);
  }

  add(one: Placed): void {
    const key = placeOf(one);
    this.#troubles.add(key);
    if (one.beside !== undefined) return;
    this.#own.add(key);
    if (one.severity !== "info") this.#grave.add(key);
  }

  /** Whether the element has a finding that is as grave. An info is not enough where a render has an error. */
  has(one: Placed): boolean {
    const key = placeOf(one);
    if (one.beside !== undefined) return this.#troubles.has(key);
    return this.#own.has(key) && (one.severity !== "error" || this.#grave.has(key));
  }

  /** Those that nothing is told of, which are told from now on. */
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

/** Where an element starts in the source, and which of its troubles it is. */
export function placeOf(one: Placed): string {
  return `${one.span.start} ${troubleOf(one.of?.finding ?? one)}`;
}
