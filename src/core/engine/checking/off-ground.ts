// RPT5008 of letters that have left their ground since something around them overflows: mended with that.
import type { Diagnostic, DiagnosticCode } from "../../diagnostics/index.ts";

/** Content that stands beyond the box which holds it. */
const OVERFLOWS: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT4001", "RPT4002"]);

/** Without what is said of the grounds that letters overflow to. Letters that are pale everywhere are told. */
export function withoutOffGround(found: readonly Diagnostic[]): readonly Diagnostic[] {
  const overflows = found.filter(({ code }) => OVERFLOWS.has(code));
  if (overflows.length === 0) return found;
  return found.filter(({ code, isInPart, span }) => {
    if (code !== "RPT5008" || isInPart !== true) return true;
    return overflows.every((one) => span.start < one.span.start || one.span.end < span.end);
  });
}
