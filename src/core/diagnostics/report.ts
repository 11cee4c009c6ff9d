// Findings at the edge: sorted, folded, in the line form that people read and the form that machines apply.
import { CODES, type DiagnosticCode, type Severity } from "./codes.ts";
import type { Diagnostic, Repair, TextEdit } from "./diagnostic.ts";
import { type FoldedFinding, foldFindings, gatherPlaces } from "./folding.ts";
import { LineIndex } from "./line-index.ts";
import type { LineRange } from "./span.ts";

/** A finding as every door hands it out: 1-based lines, columns in code points. */
export interface MachineDiagnostic extends LineRange {
  readonly severity: Severity;
  readonly code: string;
  readonly message: string;
  readonly why: string;
  readonly repair: MachineRepair | null;
  /** How many findings it stands for; left out for one. */
  readonly count?: number;
  /** The other places where the same was found; left out where there are none. */
  readonly places?: readonly MachinePlace[];
  /** The place in the data that the first of them is about, where it is about one. */
  readonly path?: string;
}

/** Another place of a finding, with what is said and mended there. */
export interface MachinePlace extends LineRange {
  readonly message: string;
  readonly repair: MachineRepair | null;
}

export interface MachineRepair {
  readonly title: string;
  readonly applicability: "safe" | "suggestion";
  readonly edits: readonly (LineRange & { readonly text: string })[];
}

/** Each finding once, errors before warnings before what only tells, and those in the order of the source. */
export function arrange(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const once = [...new Map(diagnostics.map((each) => [identity(each), each])).values()];
  return gatherPlaces(once.sort((a, b) => GRAVITY[a.severity] - GRAVITY[b.severity] || byPosition(a, b)));
}

const GRAVITY = { error: 0, warning: 1, info: 2 } as const satisfies Readonly<Record<Severity, number>>;

function identity({ span, code, message, dataPath = "" }: Diagnostic): string {
  return `${span.start}:${span.end}:${code}:${dataPath}:${message}`;
}

function byPosition(a: Diagnostic, b: Diagnostic): number {
  return a.span.start - b.span.start || a.span.end - b.span.end || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0);
}

/**
 * `line:col<TAB>severity<TAB>code<TAB>message`, and `<TAB>→ repair` beneath where there is one. Findings that say the
 * same of many places are one line with their count and places.
 */
export function formatDiagnostics(source: string, diagnostics: readonly Diagnostic[]): string {
  return machineDiagnostics(source, diagnostics).map(formatOne).join("");
}

function formatOne({ line, column, severity, code, message, repair }: MachineDiagnostic): string {
  const head = [`${line}:${column}`, severity, code, oneLine(message)].join("\t");
  return repair === null ? `${head}\n` : `${head}\n\t→ ${oneLine(repair.title)}\n`;
}

function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, " ");
}

/** The machine form of findings, as commands and tools print it. */
export function machineDiagnostics(source: string, diagnostics: readonly Diagnostic[]): readonly MachineDiagnostic[] {
  const index = new LineIndex(source);
  return foldFindings(diagnostics).map((folded) => machineOne(index, folded));
}

function machineOne(index: LineIndex, { first, count, others }: FoldedFinding): MachineDiagnostic {
  const places = others.map(({ span, message, repair }) => ({
    ...index.range(span),
    message,
    repair: machineRepair(index, repair),
  }));
  return {
    ...index.range(first.span),
    severity: first.severity,
    code: first.code,
    message: count === 1 ? first.message : `${first.message} (${countedPlaces(first, count, places)})`,
    why: first.why,
    repair: machineRepair(index, first.repair),
    ...(count === 1 ? {} : { count }),
    ...(places.length === 0 ? {} : { places }),
    ...(first.dataPath === undefined ? {} : { path: first.dataPath }),
  };
}

function machineRepair(index: LineIndex, repair: Repair | null): MachineRepair | null {
  if (repair === null) return null;
  const { title, applicability, edits } = repair;
  return { title, applicability, edits: edits.map((edit) => ({ ...index.range(edit.span), text: edit.text })) };
}

/** So many places stand in the line of a warning; the machine form has all of them, and so has the line of an error. */
const PLACES_IN_LINE = 12;

/** `×206, also at 12:3, 14:3 and 204 more places` */
function countedPlaces({ severity }: Diagnostic, count: number, places: readonly LineRange[]): string {
  if (places.length === 0) return `×${count} here`;
  const shown = severity === "error" ? places : places.slice(0, PLACES_IN_LINE);
  const more = places.length - shown.length;
  const listed = shown.map(({ line, column }) => `${line}:${column}`).join(", ");
  return `×${count}, also at ${listed}${more === 0 ? "" : ` and ${more} more ${more === 1 ? "place" : "places"}`}`;
}

/** The text after `edits`; of edits that overlap, the later one is left out. */
export function applyEdits(source: string, edits: readonly TextEdit[]): string {
  const sorted = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let result = "";
  let offset = 0;
  for (const edit of sorted) {
    if (edit.span.start < offset) continue;
    result += source.slice(offset, edit.span.start) + edit.text;
    offset = edit.span.end;
  }
  return result + source.slice(offset);
}

/** What is needed to raise a finding of the catalogue; severity is the catalogue's unless told. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly span: Diagnostic["span"];
  readonly message: string;
  readonly why: string;
  readonly repair?: Diagnostic["repair"];
}

/** A finding with the catalogue's severity. */
export function diagnose(finding: Finding): Diagnostic {
  return { ...finding, severity: CODES[finding.code].severity, repair: finding.repair ?? null };
}
