// Findings at the edge: sorted, folded, in the line form that people read and the form that machines apply.

import { CODES, type DiagnosticCode, type Severity } from "./codes.ts";
import { counted } from "./counted.ts";
import type { Diagnostic, Repair, TextEdit } from "./diagnostic.ts";
import { type FoldedFinding, foldFindings, gatherPlaces, SAME_PLACE_MAX } from "./folding.ts";
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
  /** The other places where the same was found, the first so many; left out where there are none. */
  readonly places?: readonly MachinePlace[];
  /** The place in the data that the first of them is about, where it is about one. */
  readonly path?: string;
  /** The law and articles that a rule of a profile cites. */
  readonly basis?: readonly string[];
}

/** Another place of a finding, with what is said and mended there. */
export interface MachinePlace extends LineRange {
  readonly message: string;
  readonly repair: MachineRepair | null;
  /** Where in the data, where it is about a place there. */
  readonly path?: string;
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
 * same of many places are one line with their count and places; places with a repair of their own have it beneath,
 * as `<TAB>→ line:col: repair`.
 */
export function formatDiagnostics(source: string, diagnostics: readonly Diagnostic[]): string {
  return machineDiagnostics(source, diagnostics).map(formatOne).join("");
}

function formatOne(finding: MachineDiagnostic): string {
  const { line, column, severity, code, message, repair, basis = [] } = finding;
  const cited = basis.length === 0 ? message : `${message} [${basis.join("; ")}]`;
  const head = [`${line}:${column}`, severity, code, oneLine(cited)].join("\t");
  const repairs = [...(repair === null ? [] : [repair.title]), ...otherRepairs(finding)];
  return [head, ...repairs.map((title) => `\t→ ${oneLine(title)}`)].map((each) => `${each}\n`).join("");
}

/** Repairs of other places that differ from the first place's, each with where it is made. */
function otherRepairs({ line, column, repair, places = [] }: MachineDiagnostic): readonly string[] {
  const others = places.filter((place) => place.repair !== null && place.repair.title !== repair?.title);
  const byTitle = Map.groupBy(others, (place) => place.repair?.title ?? "");
  const titles = [...byTitle].map(([title, ofTitle]) => {
    const labels = ofTitle.map((place) => {
      const isSame = place.line === line && place.column === column;
      return isSame && place.path !== undefined ? place.path : `${place.line}:${place.column}`;
    });
    const shown = [...new Set(labels)];
    const rest = shown.length > PLACES_IN_LINE ? ` and ${shown.length - PLACES_IN_LINE} more` : "";
    return `${shown.slice(0, PLACES_IN_LINE).join(", ")}${rest}: ${title}`;
  });
  return titles.slice(0, PLACES_IN_LINE);
}

function oneLine(text: string): string {
  return text.replace(/[\t\r\n]+/g, " ");
}

/** More findings than this nobody reads; the last entry counts the others. */
const FINDINGS_MAX = 250;
/** Other places of all findings together: an answer stays small enough to be kept and sent, whatever the data are. */
const PLACES_MAX = 2_000;

/**
 * The machine form of findings, as every door hands it out: at most 250, each with at most 99 other places and all with
 * at most 2,000. Counts are those of all that was found, so that what is not listed is counted.
 */
export function machineDiagnostics(source: string, diagnostics: readonly Diagnostic[]): readonly MachineDiagnostic[] {
  const index = new LineIndex(source);
  const folded = foldFindings(diagnostics);
  let places = PLACES_MAX;
  const told = folded.slice(0, FINDINGS_MAX).map((each) => {
    const listed = each.others.slice(0, Math.min(SAME_PLACE_MAX - 1, places));
    places -= listed.length;
    return machineOne(index, each, listed);
  });
  const rest = folded.slice(FINDINGS_MAX);
  return rest.length === 0 ? told : [...told, notListed(index, rest)];
}

/** Counts findings that are not listed, as grave as the gravest of them. */
function notListed(index: LineIndex, rest: readonly FoldedFinding[]): MachineDiagnostic {
  const [gravest] = rest.toSorted((a, b) => GRAVITY[a.first.severity] - GRAVITY[b.first.severity]);
  if (gravest === undefined) throw new Error("some finding is left over");
  const { span, severity } = gravest.first;
  const count = rest.reduce((sum, each) => sum + each.count, 0);
  return {
    ...index.range(span),
    severity,
    code: "RPT9009",
    message: `${counted(count, "more finding is", "more findings are")} not listed`,
    why: "An answer lists the first findings and counts the others.",
    repair: { title: "mend what is listed and look again", applicability: "suggestion", edits: [] },
    ...(count === 1 ? {} : { count }),
  };
}

function machineOne(
  index: LineIndex,
  { first, count, others }: FoldedFinding,
  listed: readonly Diagnostic[],
): MachineDiagnostic {
  const message = placedMessage(first);
  return {
    ...index.range(first.span),
    severity: first.severity,
    code: first.code,
    message: count === 1 ? message : `${message} (${countedPlaces(index, first, count, listed)})`,
    why: first.why,
    repair: machineRepair(index, first.repair),
    ...(count === 1 ? {} : { count }),
    ...(others.length === 0 ? {} : { places: listed.map((each) => machinePlace(index, each)) }),
    ...(first.dataPath === undefined ? {} : { path: first.dataPath }),
    ...(first.basis === undefined ? {} : { basis: first.basis }),
  };
}

function machinePlace(index: LineIndex, other: Diagnostic): MachinePlace {
  const { span, repair, dataPath } = other;
  return {
    ...index.range(span),
    message: placedMessage(other),
    repair: machineRepair(index, repair),
    ...(dataPath === undefined ? {} : { path: dataPath }),
  };
}

/** What is found, with the place in the data where the sentence does not say it. */
function placedMessage({ message, dataPath = "" }: Diagnostic): string {
  return message.includes(dataPath) ? message : `${message} (${dataPath})`;
}

function machineRepair(index: LineIndex, repair: Repair | null): MachineRepair | null {
  if (repair === null) return null;
  const { title, applicability, edits } = repair;
  return { title, applicability, edits: edits.map((edit) => ({ ...index.range(edit.span), text: edit.text })) };
}

/** So many places stand in a line; the others are listed beside it. */
const PLACES_IN_LINE = 12;
/** A place of the source: where an error has several, each of them is one to mend. */
const SOURCE_PLACE = /^\d+:\d+$/u;

/** `×206, also at 12:3, 14:3, dataList[3].memo and 204 more places` */
function countedPlaces(index: LineIndex, first: Diagnostic, count: number, listed: readonly Diagnostic[]): string {
  const counts = new Map<string, number>();
  for (const each of listed) {
    const label = placeLabel(index, first, each);
    counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  const own = first.dataPath ?? "";
  const labels = [...counts.keys()].filter((label) => label !== own);
  if (labels.length === 0) return own === "" ? `×${count} here` : `×${count} in the data`;
  const named = new Set(labels.filter((label) => !SOURCE_PLACE.test(label)).slice(0, PLACES_IN_LINE));
  const ofError = labels.filter((label) => SOURCE_PLACE.test(label) || named.has(label));
  const shown = first.severity === "error" ? ofError : labels.slice(0, PLACES_IN_LINE);
  const here = (counts.get(own) ?? 0) + 1;
  const more = shown.reduce((left, label) => left - (counts.get(label) ?? 0), count - here);
  const rest = more <= 0 ? "" : ` and ${more} more ${more === 1 ? "place" : "places"}`;
  return `×${count}, also at ${shown.join(", ")}${rest}`;
}

/** A place of the source, or the one in the data where that alone is another; empty where neither is. */
function placeLabel(index: LineIndex, first: Diagnostic, { span, dataPath = "" }: Diagnostic): string {
  const isNamed = dataPath !== "" || first.dataPath === undefined;
  if (span.start === first.span.start && isNamed) return dataPath;
  const { line, column } = index.range(span);
  return `${line}:${column}`;
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
