// A form that was laid out for a check → what its profiles find.
import type { Canvas } from "../../canvas/index.ts";
import type { CheckedDocument } from "../../check/index.ts";
import { type Diagnostic, diagnose, type Judgement, judgementOf } from "../../diagnostics/index.ts";
import { type Evaluation, type TypedCode, typedCodeObserver } from "../../expression/index.ts";
import { judgeGeometry } from "../../gate/index.ts";
import {
  type CodeEncoder,
  type FoundInRecords,
  layOut,
  type Page,
  type PageDocument,
  toldTogether,
} from "../../layout/index.ts";
import {
  type DeclaredForm,
  DrawnFacts,
  declaredForm,
  type ElementPlaces,
  elementPlaces,
  type ProfileDescription,
  type ProfileVerdict,
  plainFacts,
  type RecordFacts,
  resolveProfile,
  unjudgedBy,
} from "../../profiles/index.ts";
import type { FormFinding } from "../../sdk/index.ts";
import type { EngineFonts } from "../fonts/index.ts";
import type { DrawnRecord } from "../messages/index.ts";
import { PluginError, type ProfileJudge } from "../plugins/index.ts";
import { profileOfName } from "./paper-names.ts";

/** What profiles ask of a source beside its canvas; filled while it is compiled. */
export interface Learned {
  readonly typed: TypedCode;
  checked: CheckedDocument | null;
  /** What the source allows; left out before it is read. */
  allowances?: CheckedDocument["allowances"];
}

/** Something to learn from while compiling: options for `compileSource`. */
export function learning(learned: Learned) {
  return {
    observer: typedCodeObserver(learned.typed),
    onChecked: (checked: CheckedDocument) => {
      learned.checked = checked;
    },
    onAllowances: (allowances: CheckedDocument["allowances"]) => {
      learned.allowances = allowances;
    },
  };
}

/** A form as it was drawn. */
export interface DrawnForm {
  readonly canvas: Canvas;
  readonly records: readonly DrawnRecord[];
  readonly pages: PageDocument;
  readonly found: readonly Diagnostic[];
  /** What was found of each layout of a record by itself; empty where the file has one record. */
  readonly foundByRecord: readonly FoundInRecords[];
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
  if (known.length === 0) return { judgement: judgementOf(hintsFor(judge, drawn, checked)), complete: [] };
  if (checked === null) throw new Error("a form is drawn that was never checked");
  const declared = declaredForm(question.source, checked, typed);
  const { span } = declared.document;
  const places = elementPlaces(declared);
  const facts: RecordFacts[] = [];
  let runs = 0;
  for (const index of records.keys()) {
    if (facts.length >= RECORDS_JUDGED_MAX || runs >= RUNS_JUDGED_MAX) break;
    const own = plainFacts(factsOf(drawn, index, { declared, places }, parts));
    facts.push(own);
    runs += own.pages.reduce((sum, page) => sum + page.runs.length, 0);
  }
  const { asOf, data } = question;
  const kinds = kindsOf(judge, known);
  const { recordSource } = canvas;
  const sourcePlaces = recordSource && facts.map((_, index) => pathInSource(recordSource.path, index));
  const inSource = sourcePlaces === undefined ? {} : { sourcePlaces };
  const answered = judge.judge({ profiles: known, kinds, asOf, data, declared, records: facts, ...inSource });
  const verdicts = verdictsOf(known, answered, span);
  const whole = facts.length === records.length;
  const part = whole ? [] : [partJudged(facts.length, drawn, span)];
  const failures = verdicts.flatMap((verdict) => (verdict.kind === "unjudged" ? verdict.failures : []));
  const found = verdicts.flatMap((verdict) => verdict.diagnostics);
  return {
    judgement: judgementOf([...found, ...part], failures),
    complete: whole ? completeOf(judge, verdicts) : [],
  };
}

/** Tells a form that names no profile of one that judges such papers. One that is not installed is told already. */
function hintsFor(judge: ProfileJudge, { canvas, pages }: DrawnForm, checked: CheckedDocument | null) {
  if (checked === null || canvas.document.profiles.length > 0) return [];
  const installed = loadedOf(judge);
  const hint = profileOfName(canvas, pages, installed, checked.document?.span ?? { start: 0, end: 0 });
  return hint === null ? [] : [hint];
}

/** What is installed, for a form that asks for none of it: plugins that can't be loaded now cost it no finding. */
function loadedOf(judge: ProfileJudge): readonly ProfileDescription[] {
  try {
    return judge.installed();
  } catch (error) {
    if (error instanceof PluginError) return [];
    throw error;
  }
}

/** What kinds of paper profiles judge. */
export function kindsOf(judge: ProfileJudge, profiles: readonly string[]): readonly string[] {
  const kinds = judge.installed().flatMap(({ name, documentKinds }) => (profiles.includes(name) ? documentKinds : []));
  return [...new Set(kinds)];
}

/** A verdict of each profile that was asked: no profile's silence reads as "nothing found". */
export function verdictsOf(
  asked: readonly string[],
  answered: readonly ProfileVerdict[],
  span: Diagnostic["span"],
): readonly ProfileVerdict[] {
  return asked.map((profile) => answered.find((one) => one.profile === profile) ?? silent(profile, span));
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

/** What is declared, and where elements stand. */
export interface DeclaredPlaces {
  readonly declared: DeclaredForm;
  readonly places: ElementPlaces;
}

/** A form as its profiles are asked of it. */
export interface AskedForm extends DeclaredPlaces {
  readonly profiles: readonly string[];
  readonly kinds: readonly string[];
  /** For how many files more it is taken that a glance at a record is not enough: it was not, of one before. */
  readonly misses: { left: number };
}

/** What a form's profiles are asked by, worked out once. */
export interface AskedProfiles {
  /** Null where none can be asked. */
  readonly asked: AskedForm | null;
  readonly named: readonly Diagnostic[];
}

/** A record whose pages are drawn. */
export interface JudgedRecord {
  /** From 0, of all records of the file. */
  readonly index: number;
  /** Of its first copy, as are its pages. */
  readonly evaluation: Evaluation;
  readonly pages: readonly Page[];
  readonly images: PageDocument["images"];
  /** What was found of the record by itself; asked where a rule wants to know. */
  readonly found: () => readonly Diagnostic[];
  /** Whether layout found nothing of it, as far as that is known without another look. */
  readonly isWhole: () => boolean;
  /** The same pages with what their texts show, where these do not tell. */
  readonly withSources?: () => Pick<JudgedRecord, "pages" | "images">;
}

/** What rules and exporters see of one record of a drawn form; `index` counts records from 0. */
export function factsOf(drawn: DrawnForm, index: number, declared: DeclaredPlaces, parts: DrawnParts): DrawnFacts {
  return recordFacts(judgedRecord(drawn, index, parts), declared, drawn.canvas, drawn.records.length);
}

/** What rules see of one record of so many. */
export function recordFacts(
  { index, found, ...drawn }: JudgedRecord,
  declared: DeclaredPlaces,
  { recordSource, copies = [] }: Canvas,
  total: number,
): DrawnFacts {
  return new DrawnFacts({
    ...{ ...declared, ...drawn, recordSource, copies },
    record: { number: index + 1, total },
    findings: () => found().map(formFinding),
  });
}

/** One record of a drawn form. */
export function judgedRecord(
  { canvas, records, pages, found, foundByRecord }: DrawnForm,
  index: number,
  parts: DrawnParts,
): JudgedRecord {
  const record = records[index];
  const first = record?.layout[0];
  if (record === undefined || first === undefined) throw new Error("a record is drawn once at least");
  const copies = record.layout.length;
  const sharesSheets = canvas.pages.some((page) => page.sheet !== undefined);
  const document = sharesSheets ? layOut(canvas, [first], parts.fonts.set, { codes: parts.codes }).value : pages;
  const place = document.records[sharesSheets ? 0 : index * copies];
  const of = place ?? { firstPage: 0, pages: 0 };
  const ownFound = (): readonly Diagnostic[] => {
    if (records.length === 1) return found;
    const last = document.records[sharesSheets ? 0 : index * copies + copies - 1] ?? of;
    const own = document.pages.slice(of.firstPage, last.firstPage + last.pages);
    const recordAt = canvas.recordSource === undefined ? null : pathInSource(canvas.recordSource.path, index);
    return [
      ...record.ownComputed(),
      ...toldTogether(foundByRecord.slice(index * copies, (index + 1) * copies)),
      ...judgeGeometry(canvas, { pages: own, structure: document.structure }, () => recordAt),
    ];
  };
  return {
    ...{ index, evaluation: first.evaluation, images: document.images, found: ownFound, isWhole: () => false },
    pages: document.pages.slice(of.firstPage, of.firstPage + of.pages),
  };
}

/** Where a record of a source stands in the data: `customers[3]`. */
export function pathInSource(path: string, index: number): string {
  return `${path.replace(/\[\]$/, "")}[${index}]`;
}

/** A finding of the gate as rules see it. */
function formFinding({ code, severity, span, message, dataPath }: Diagnostic): FormFinding {
  return { code, severity, span, message, path: dataPath ?? null };
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
