// A form that was laid out for a check → what its profiles find.
import type { Canvas } from "../canvas/index.ts";
import type { CheckedDocument } from "../check/index.ts";
import { type Diagnostic, type DiagnosticCode, diagnose } from "../diagnostics/index.ts";
import { type TypedCode, typedCodeObserver } from "../expression/index.ts";
import { type CodeEncoder, layOut, type PageDocument } from "../layout/index.ts";
import {
  declaredForm,
  type ElementPlaces,
  elementPlaces,
  formPages,
  type RecordFacts,
  recordValues,
  resolveProfile,
} from "../profiles/index.ts";
import type { EngineFonts } from "./fonts.ts";
import type { ProfileJudge } from "./profiles.ts";
import type { DrawnRecord } from "./records.ts";

/** What profiles ask of a source beside its canvas; filled while it is compiled. */
export interface Learned {
  readonly typed: TypedCode;
  checked: CheckedDocument | null;
}

/** Something to learn from while compiling: options for `compileSource`. */
export function learning(learned: Learned) {
  return {
    observer: typedCodeObserver(learned.typed),
    onChecked: (checked: CheckedDocument) => {
      learned.checked = checked;
    },
  };
}

/** A form as it was drawn. */
export interface DrawnForm {
  readonly canvas: Canvas;
  readonly records: readonly DrawnRecord[];
  readonly pages: PageDocument;
  readonly found: readonly Diagnostic[];
}

/** What is asked of the profiles. */
export interface ProfileQuestion {
  readonly source: string;
  readonly learned: Learned;
  /** Of the request; those that the source names are asked too. */
  readonly profiles: readonly string[];
  readonly asOf: string | null;
  readonly data: "given" | "examples";
}

/** Records of one form that are judged; the letters of so many are judged in a moment. */
const RECORDS_JUDGED_MAX = 50;
const RUNS_JUDGED_MAX = 20_000;

/** What facts of a form are drawn with. */
export interface DrawnParts {
  readonly fonts: EngineFonts;
  readonly codes: CodeEncoder;
}

/** Which installed profiles a request and a source ask for. */
export function profilesAsked(judge: ProfileJudge, requested: readonly string[], named: readonly string[]) {
  if (requested.length === 0 && named.length === 0) return { known: [], unknown: [] };
  const installed = judge.installed().map((profile) => profile.name);
  const resolved = (names: readonly string[]) =>
    names.map((name) => ({ name, whole: resolveProfile(name, installed) }));
  const known = [...resolved(named), ...resolved(requested)].flatMap(({ whole }) => whole ?? []);
  const unknown = resolved(requested).flatMap(({ name, whole }) => (whole === null ? [name] : []));
  return { known: [...new Set(known)], unknown };
}

/** What a rule that failed, and records that were not judged, leave open. */
const LEFT_OPEN: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT7021", "RPT7022"]);

/** Those of the profiles that are of a kind of paper and found nothing missing or wrong in a form. */
export function profilesComplete(
  judge: ProfileJudge,
  names: readonly string[],
  found: readonly Diagnostic[],
): readonly string[] {
  if (names.length === 0 || found.some(({ code }) => LEFT_OPEN.has(code))) return [];
  const { known } = profilesAsked(judge, names, []);
  const ofPaper = judge
    .installed()
    .filter(({ name, documentKinds }) => known.includes(name) && documentKinds.length > 0);
  const told = found.filter(({ severity }) => severity !== "info").map(({ code }) => code);
  return ofPaper.map(({ name }) => name).filter((name) => !told.some((code) => code.startsWith(`${name}/`)));
}

/** Judges the drawn form. Nothing is computed where no profile is asked for. */
export function judgeDrawn(
  judge: ProfileJudge,
  drawn: DrawnForm,
  question: ProfileQuestion,
  parts: DrawnParts,
): readonly Diagnostic[] {
  const { canvas, records } = drawn;
  const { checked, typed } = question.learned;
  const { known } = profilesAsked(judge, question.profiles, canvas.document.profiles);
  if (known.length === 0 || checked === null) return [];
  const declared = declaredForm(question.source, checked, typed);
  const places = elementPlaces(declared);
  const facts: RecordFacts[] = [];
  let runs = 0;
  for (const [index, record] of records.entries()) {
    if (facts.length >= RECORDS_JUDGED_MAX || runs >= RUNS_JUDGED_MAX) break;
    const own = factsOf(drawn, record, index, places, parts, declared.declarations);
    facts.push(own);
    runs += own.pages.reduce((sum, page) => sum + page.runs.length, 0);
  }
  const { asOf, data } = question;
  const found = judge.judge({ profiles: known, asOf, data, declared, records: facts });
  return facts.length === records.length ? found : [...found, partJudged(facts.length, drawn, declared.document.span)];
}

/** What rules and exporters see of one record; `index` counts records from 0. */
export function factsOf(
  { canvas, records, pages, found }: DrawnForm,
  record: DrawnRecord,
  index: number,
  places: ElementPlaces,
  parts: DrawnParts,
  declarations: Parameters<typeof recordValues>[0],
): RecordFacts {
  const first = record.layout[0];
  if (first === undefined) throw new Error("a record is drawn once at least");
  const at = records.slice(0, index).reduce((sum, before) => sum + before.layout.length, 0);
  const sharesSheets = canvas.pages.some((page) => page.sheet !== undefined);
  const document = sharesSheets ? layOut(canvas, [first], parts.fonts.set, { codes: parts.codes }).value : pages;
  const place = document.records[sharesSheets ? 0 : at];
  return {
    record: { number: index + 1, total: records.length },
    ...recordValues(declarations, first.evaluation, canvas.recordSource, index),
    pages: formPages(document, place?.firstPage ?? 0, place?.pages ?? 0, places),
    copies: canvas.copies ?? [],
    findings: found.map(({ code, severity, span, message, dataPath }) => ({
      code,
      severity,
      span,
      message,
      path: dataPath ?? null,
    })),
  };
}

function partJudged(judged: number, { records }: DrawnForm, span: Diagnostic["span"]): Diagnostic {
  return diagnose({
    code: "RPT7022",
    span,
    message: `the profiles judged the first ${judged} of ${records.length} records`,
    why: "Forms of one run are alike; judging all of a large one takes longer than anyone waits for a check.",
    repair: { title: "check the other records by themselves", applicability: "suggestion", edits: [] },
  });
}
