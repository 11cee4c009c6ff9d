// Findings that one cause makes of several elements: what follows from it is mended with it, and told once.
import { type Canvas, placesOnSheet } from "../../canvas/index.ts";
import type { Diagnostic, DiagnosticCode } from "../../diagnostics/index.ts";

/** Content that stands beyond the box which holds it. */
const OVERFLOWS: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT4001", "RPT4002"]);

/** What is found of one layout, without what follows from something else that is found there. */
export function oneOfEachCause(canvas: Canvas, found: readonly Diagnostic[]): readonly Diagnostic[] {
  return oneOfEachMargin(onTheirLabels(canvas, onThemselves(onTheirGrounds(found))));
}

/** RPT5001 of a chart whose legend or names fill it: they lie on one another until it has room for them. */
function onThemselves(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const filled = new Set(found.flatMap(({ code, span }) => (code === "RPT4001" ? [span.start] : [])));
  if (filled.size === 0) return found;
  return found.filter(({ code, message, span }) => {
    return code !== "RPT5001" || !filled.has(span.start) || !message.startsWith("chart overlaps itself");
  });
}

/** RPT5008 of letters that left their ground as something around them overflows, not of letters pale everywhere. */
function onTheirGrounds(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const overflows = found.filter(({ code }) => OVERFLOWS.has(code));
  if (overflows.length === 0) return found;
  return found.filter(({ code, isInPart, span }) => {
    if (code !== "RPT5008" || isInPart !== true) return true;
    return overflows.every((one) => span.start < one.span.start || one.span.end < span.end);
  });
}

/** RPT5003 of what goes on at the next label: it begins there at the edge, or ends at that of the label before. */
function onTheirLabels(canvas: Canvas, found: readonly Diagnostic[]): readonly Diagnostic[] {
  if (placesOnSheet(canvas) === 1 || found.every(({ code }) => code !== "RPT4025")) return found;
  return found.filter(({ code, message }) => code !== "RPT5003" || !/ at the (?:top|bottom) \(/u.test(message));
}

/** Of elements that a margin of the page brings back together, the one that lies farthest out. */
function oneOfEachMargin(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const farthest = new Map<string, Diagnostic>();
  for (const one of found) {
    const cause = marginOf(one);
    if (cause === null) continue;
    const known = farthest.get(cause);
    if (known === undefined || overOf(one) > overOf(known)) farthest.set(cause, one);
  }
  if (farthest.size === 0) return found;
  return found.filter((one) => {
    const cause = marginOf(one);
    return cause === null || farthest.get(cause) === one;
  });
}

/** The advice that names a margin of the page, or room within a label; null for any other finding. */
function marginOf({ code, repair }: Diagnostic): string | null {
  return code === "RPT5003" && repair !== null && OF_ALL.test(repair.title) ? repair.title : null;
}

/** What brings all back that stand too far out on one side. */
const OF_ALL = /^(?:give the page a margin |set it [\d.]+mm further in, )/u;
/** How a worst case says it too. */
const LEAVES = /leaves the (?:paper|printable area) by [\d.]+mm at the \w+/u;

/** Worst cases without those that say of another element, or of other data, how far content stands out on a side. */
export function withoutKnownEdges(worst: readonly Diagnostic[], usual: readonly Diagnostic[]): readonly Diagnostic[] {
  const edgeOf = ({ message, repair }: Diagnostic): string | null =>
    repair !== null && OF_ALL.test(repair.title) ? (LEAVES.exec(message)?.[0] ?? null) : null;
  const known = new Set(usual.map(edgeOf));
  return worst.filter((one) => {
    const edge = edgeOf(one);
    if (edge === null) return true;
    const isNew = !known.has(edge);
    known.add(edge);
    return isNew;
  });
}

function overOf({ message }: Diagnostic): number {
  return Number(/ by ([\d.]+)mm /u.exec(message)?.[1] ?? 0);
}
