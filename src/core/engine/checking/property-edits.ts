// Repairs that name a property's other value → edits of the source that says the old one.
import type { Diagnostic, PropertyChange, SourceSpan, TextEdit } from "../../diagnostics/index.ts";

/** Strings and expressions may hold what looks like a property; they are masked before one is looked for. */
const QUOTED = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|\([^()\n]*\)/gu;

/** The findings with an edit for each change of a property that stands in its element's own line. */
export function withPropertyEdits(source: string, findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.map((finding) => {
    if (finding.repair?.change === undefined) return finding;
    const { change, ...repair } = finding.repair;
    const edit =
      "ofStyle" in change && change.ofStyle !== undefined
        ? editOfStyle(source, change.ofStyle, change)
        : editOf(source, placeOf(finding, change), change);
    return { ...finding, repair: { ...repair, edits: edit === null ? repair.edits : [...repair.edits, edit] } };
  });
}

/** The findings with the edits that declare lines of texts: behind the type, or where a number of them stands. */
export function withLinesEdits(source: string, findings: readonly Diagnostic[]): readonly Diagnostic[] {
  return findings.map((finding) => {
    if (finding.repair?.lines === undefined) return finding;
    const { lines, ...repair } = finding.repair;
    const edits = lines.flatMap(
      ({ of: [start, end], count }) => linesEdit(source.slice(start, end), start, count) ?? [],
    );
    return { ...finding, repair: { ...repair, edits: edits.length < lines.length ? repair.edits : edits } };
  });
}

/** Null for a declaration that is not written as usual. */
function linesEdit(declaration: string, start: number, count: number): TextEdit | null {
  const blanked = declaration.replace(QUOTED_TEXTS, (text) => "x".repeat(text.length)).split("//", 1)[0] ?? "";
  const written = /(?<=\slines=)\d+/u.exec(blanked);
  if (written !== null) {
    const at = start + written.index;
    return { span: { start: at, end: at + written[0].length }, text: String(count) };
  }
  const head = /^field\s+\S+\s+text(?:\([^()\n]*\))?/u.exec(blanked);
  const at = start + (head?.[0].length ?? 0);
  return head === null ? null : { span: { start: at, end: at }, text: ` lines=${count}` };
}

const QUOTED_TEXTS = /"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/gu;

/** Where the element of a change stands. */
function placeOf({ span }: Diagnostic, change: PropertyChange): Diagnostic["span"] {
  const of = "of" in change ? change.of : undefined;
  return of === undefined ? span : { start: of[0], end: of[1] };
}

/** In the line of the style, or in one of its own before the first page where nothing declares it. */
function editOfStyle(
  source: string,
  style: string,
  change: Extract<PropertyChange, { added: string }>,
): TextEdit | null {
  const line = new RegExp(`^[ \\t]*style[ \\t]+${style}(?![\\w-]).*$`, "mu").exec(source);
  if (line !== null) return editOf(source, { start: line.index, end: line.index + line[0].length }, change);
  const page = /^page(?=[ \t])/mu.exec(source);
  if (page === null) return null;
  return { span: { start: page.index, end: page.index }, text: `style ${style} ${change.property}=${change.added}\n` };
}

/** Where the first line that begins with a keyword writes a property and its value; its beginning where it does not. */
export function valueSpan(source: string, keyword: string, property: string): SourceSpan {
  const line = new RegExp(`^[ \\t]*${keyword}\\b.*$`, "mu").exec(source);
  if (line === null) return [0, 0];
  const blanked = (line[0].replace(QUOTED, (text) => "x".repeat(text.length)).split("//", 1)[0] ?? "").trimEnd();
  const found = new RegExp(`(?<=\\s)${property}=\\S*`, "u").exec(blanked);
  const start = line.index + (found?.index ?? 0);
  return [start, start + (found?.[0] ?? blanked).length];
}

/** Null where the element does not say the property itself, because a style or its container does. */
function editOf(source: string, span: Diagnostic["span"], change: PropertyChange): TextEdit | null {
  const { property } = change;
  const [line = ""] = source.slice(span.start, span.end).split(/[\r\n]/u, 1);
  // Strings first: the braces inside of them open no block.
  const [blanked = ""] = line.replace(QUOTED, (text) => "x".repeat(text.length)).split("{", 1);
  const at = blanked.search(new RegExp(`\\s${property}=`, "u"));
  if ("added" in change && at === -1) return addedAt(span.start + endOfHead(blanked), change);
  // Less padding than is wanted becomes more; of all else the author said what is there.
  if (at === -1 || ("added" in change && !property.startsWith("padding-"))) return null;
  const start = at + 1 + property.length + 1;
  const length = /^\S*/u.exec(blanked.slice(start))?.[0].length ?? 0;
  const text = otherValue(change, blanked.slice(start, start + length));
  return text === null ? null : { span: { start: span.start + start, end: span.start + start + length }, text };
}

function otherValue(change: PropertyChange, written: string): string | null {
  if ("byMillimetres" in change) return grown(written, change.byMillimetres);
  return "value" in change ? change.value : change.added;
}

/** Where the head of an element ends: before its block, a comment and the blanks around them. */
function endOfHead(blanked: string): number {
  return (blanked.split("//", 1)[0] ?? "").trimEnd().length;
}

function addedAt(start: number, { property, added }: Extract<PropertyChange, { added: string }>): TextEdit {
  return { span: { start, end: start }, text: ` ${property}=${added}` };
}

/** A length that grows; null where it is a share or an unknown, which have no length of their own. */
function grown(written: string, byMillimetres: number): string | null {
  const [, number = "", unit = ""] = /^(\d+(?:\.\d+)?)(mm|cm|pt|in|Q)$/u.exec(written) ?? [];
  const millimetres = MILLIMETRES_PER_UNIT[unit];
  if (millimetres === undefined) return null;
  return `${Math.ceil((Number(number) * millimetres + byMillimetres) * 10) / 10}mm`;
}

const MILLIMETRES_PER_UNIT: Readonly<Record<string, number>> = { mm: 1, cm: 10, pt: 25.4 / 72, in: 25.4, Q: 0.25 };
