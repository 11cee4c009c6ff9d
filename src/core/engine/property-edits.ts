// Repairs that name a property's other value → edits of the source that says the old one.
import type { Diagnostic, TextEdit } from "../diagnostics/index.ts";

/** Strings and expressions may hold what looks like a property; they are blanked before one is looked for. */
const QUOTED = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\([^()\n]*\)/gu;

/** The findings with an edit for each change of a property that stands in its element's own line. */
export function withPropertyEdits(source: string, findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.map((finding) => {
    if (finding.repair?.change === undefined) return finding;
    const { change, ...repair } = finding.repair;
    const edit = editOf(source, finding.span, change.property, change.value);
    return { ...finding, repair: { ...repair, edits: edit === null ? repair.edits : [...repair.edits, edit] } };
  });
}

/** Null where the element does not say the property itself, because a style or its container does. */
function editOf(source: string, span: Diagnostic["span"], property: string, value: string): TextEdit | null {
  const statement = source.slice(span.start, span.end);
  const [line = ""] = statement.split(/[{\r\n]/u, 1);
  const blanked = line.replace(QUOTED, (text) => " ".repeat(text.length));
  const at = blanked.search(new RegExp(`\\s${property}=`, "u"));
  if (at === -1) return null;
  const start = at + 1 + property.length + 1;
  const length = /^\S*/u.exec(blanked.slice(start))?.[0].length ?? 0;
  return { span: { start: span.start + start, end: span.start + start + length }, text: value };
}
