// A form that was laid out for a check → what its profiles find.
import type { Canvas } from "../canvas/index.ts";
import type { CheckedDocument } from "../check/index.ts";
import { type Diagnostic, diagnose, type Judgement, judgementOf } from "../diagnostics/index.ts";
import { type TypedCode, typedCodeObserver } from "../expression/index.ts";
import { type CodeEncoder, layOut, type PageDocument } from "../layout/index.ts";
import {
  declaredForm,
  type ElementPlaces,
  elementPlaces,
  formPages,
  type ProfileVerdict,
  type RecordFacts,
  recordValues,
  resolveProfile,
  unjudgedBy,
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

/** What the profiles that were asked say of a drawn form. */
export interface ProfilesAnswer {
  readonly judgement: Judgement;
  /** Those of a kind of paper that judged all of it and found nothing missing or wrong. */
  readonly complete: readonly string[];
}

/** Judges the drawn form. Nothing is computed where no profile is asked for. */
export function judgeDrawn(
  judge: ProfileJudge,
  drawn: DrawnForm,
  question: ProfileQuestion,
  parts: DrawnParts,
): ProfilesAnswer {
  const { canvas, records } = drawn;
  const { checked, typed } = question.learned;
  const { known } = profilesAsked(judge, question.profiles, canvas.document.profiles);
  if (known.length === 0) return { judgement: judgementOf([]), complete: [] };
  if (checked === null) throw new Error("a form is drawn that was never checked");
  const declared = declaredForm(question.source, checked, typed);
  const { span } = declared.document;
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
  const answered = judge.judge({ profiles: known, asOf, data, declared, records: facts });
  const verdicts = known.map((profile) => answered.find((one) => one.profile === profile) ?? silent(profile, span));
  const whole = facts.length === records.length;
  const part = whole ? [] : [partJudged(facts.length, drawn, span)];
  const failures = verdicts.flatMap((verdict) => (verdict.kind === "unjudged" ? verdict.failures : []));
  const found = verdicts.flatMap((verdict) => verdict.diagnostics);
  return {
    judgement: judgementOf([...found, ...part], failures),
    complete: whole ? completeOf(judge, verdicts) : [],
  };
}

function silent(profile: string, span: Diagnostic["span"]): ProfileVerdict {
  return { profile, ...judgementOf([], [unjudgedBy(profile, "it gave no answer", span)]) };
}

function completeOf(judge: ProfileJudge, verdicts: readonly ProfileVerdict[]): readonly string[] {
  const ofPaper = new Set(
    judge.installed().flatMap(({ name, documentKinds }) => (documentKinds.length > 0 ? [name] : [])),
  );
  return verdicts.flatMap(({ profile, kind, diagnostics }) => {
    const isClean = diagnostics.every(({ severity }) => severity === "info");
    return kind === "judged" && isClean && ofPaper.has(profile) ? [profile] : [];
  });
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
