// Whether an edit that a check hands out does what its finding says: applied, it ends the finding and makes no error.
import { compileSource, examplePayload } from "../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic, judgementOf } from "../../../src/core/diagnostics/index.ts";
import { createCodeEncoder } from "../../../src/core/engine/barcodes/code-encoder.ts";
import { checkLayout } from "../../../src/core/engine/checking/check-layout.ts";
import { bundledFonts } from "../../../src/core/engine/index.ts";
import { compileProgram } from "../../../src/core/expression/index.ts";

const PARTS = { fonts: bundledFonts(), codes: createCodeEncoder([]), worstCases: false };

/**
 * What a check finds of fit and geometry; null where the form does not compile.
 * @param data null for the form's own examples
 */
export function checkedForm(source: string, data: string | null): readonly Diagnostic[] | null {
  const { value: canvas, diagnostics } = compileSource(source);
  if (canvas === null || diagnostics.some(({ severity }) => severity === "error")) return null;
  const loaded = { canvas, program: compileProgram(canvas) };
  return checkLayout(
    loaded,
    source,
    new TextEncoder().encode(data ?? canvas.dataset ?? examplePayload(canvas)),
    PARTS,
    () => judgementOf([]),
  );
}

export interface Mending {
  /** Findings that came with an edit. */
  readonly edits: number;
  /** Edits that left their finding, or made another error. */
  readonly failures: readonly string[];
}

/** Applies each edit of a check by itself, and checks again. */
export function mendings(source: string, data: string): Mending {
  const found = checkedForm(source, data) ?? [];
  const mendable = found.filter((finding) => (finding.repair?.edits.length ?? 0) > 0);
  const failures = mendable.flatMap((finding) => {
    const edits = finding.repair?.edits ?? [];
    const moved = (at: number): number =>
      edits.reduce((to, { span, text }) => (span.end <= at ? to + text.length - (span.end - span.start) : to), at);
    const before = new Set(found.map((each) => keyOf(each, moved)));
    const after = checkedForm(applyEdits(source, edits), data);
    const said = `${finding.code} ${finding.message} → ${finding.repair?.title}`;
    if (after === null) return [`${said}: the form does not compile`];
    const own = keyOf(finding, moved);
    if (after.some((each) => keyOf(each, same) === own)) return [`${said}: it is still found`];
    const more = after.filter((each) => each.severity === "error" && !before.has(keyOf(each, same)));
    return more.slice(0, 1).map(({ code, message }) => `${said}: and then ${code} ${message}`);
  });
  return { edits: mendable.length, failures };
}

const same = (at: number): number => at;

/** The finding of an element, whatever its measures, its page and its data are. */
function keyOf({ code, span, message }: Diagnostic, moved: (at: number) => number): string {
  const said = message.replace(/ \(page .*$/u, "").replace(/"[^"]*"/gu, '""');
  return `${code} ${moved(span.start)} ${said.replace(/\d+(?:\.\d+)?/gu, "#")}`;
}
