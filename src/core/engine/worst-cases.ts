// What would break on real data: the form laid out with one field after another as long or as large as it is declared,
// and with other numbers of rows than its examples have.
import {
  branchCases,
  branchTrials,
  type Canvas,
  choiceCases,
  codeCases,
  codeStarts,
  conditionalStarts,
  countedLists,
  describeCapacity,
  differentKeysTrial,
  type EntryCounts,
  examplePayload,
  fixedAxes,
  type LetterWidths,
  manyRowsTrial,
  namesWithin,
  otherRowsTrials,
  passingTrials,
  pictureCases,
  pieStarts,
  reads,
  type Searched,
  searchBranches,
  type TextCapacity,
  type TriedValue,
  type UnfitNumber,
  unfitNumbers,
  unitsOfScales,
  type WorstCase,
  type WorstTrial,
  withEntries,
  worstCases,
  worstPayload,
  worstTrials,
  writingTrials,
} from "../canvas/index.ts";
import {
  countedEntries,
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
  type Judgement,
  judgementOf,
  type Repair,
} from "../diagnostics/index.ts";
import { type CountCase, fewRows, type LaidOut, type LayOutCounts, manyRows, wholeSheet } from "./row-counts.ts";
import { advisedForForm } from "./worst-advice.ts";
import { type Breaking, BreakingFields } from "./worst-alone.ts";
import { consequencesOf, ToldElements } from "./worst-consequences.ts";
import { hinderedBy } from "./worst-hindered.ts";
import { keyOf, Laying, type LayOutPayload, listed } from "./worst-laying.ts";
import { isOrdinary, type JudgedTrial, linedTrialOf, roomsTogether, type Told, worstTrialOf } from "./worst-rooms.ts";
import { findEmptySource } from "./worst-source.ts";

/** What the widths of a form's fonts say about its worst texts. */
export interface FormLetters extends LetterWidths {
  /** One of the fonts has Latin letters that are wider than full-width characters. */
  readonly hasWideLetters: boolean;
}

/** What the examples show already. */
export interface UsualForm {
  readonly diagnostics: readonly Diagnostic[];
  /** Pages of one record. */
  readonly pages: number;
}

/** Texts that are set and do not fit; what else is found with examples is found without the worst. */
const TEXT: readonly DiagnosticCode[] = ["RPT4001", "RPT4002", "RPT4003", "RPT4004"];
const TEXT_CODES: ReadonlySet<string> = new Set(TEXT);
/** Pages and tables that a text or a list breaks, codes that cannot hold what they are given, and letters too small. */
const BLOCK_CODES: ReadonlySet<string> = new Set<DiagnosticCode>([
  "RPT4006",
  "RPT4007",
  "RPT4010",
  "RPT4011",
  "RPT4013",
  "RPT4014",
  "RPT4015",
  "RPT4025",
  "RPT4037",
  "RPT5006",
  // Texts and computations that are too long to be made.
  "RPT9001",
]);
/** More pages than the form allows: of no single element, so that it keeps none from being judged. */
const PAGES: DiagnosticCode = "RPT4037";
/** A value that is not drawn as it is. */
const BEYOND_AXIS: DiagnosticCode = "RPT4020";
/** What is wrong with the one value that the data path names. */
const VALUE_CODES: ReadonlySet<string> = new Set<DiagnosticCode>([...TEXT, BEYOND_AXIS]);
/** Bar codes that cannot hold what they are given, or not at their size. */
const CODES_OF_BARS: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT4007", "RPT4015"]);
/** Colours that a choice takes from its ground. */
const PALE: DiagnosticCode = "RPT5008";
/** What grows over its neighbour or off its plate and page, and axes and sums that few rows leave without a value. */
const PLACE_CODES: ReadonlySet<string> = new Set<DiagnosticCode>([
  "RPT3020",
  "RPT4021",
  "RPT4024",
  "RPT5001",
  "RPT5002",
  "RPT5003",
]);

/**
 * Findings about declared lengths and numbers of rows that the form does not hold. The same finding at the same element
 * as with the examples is no news.
 */
export function findWorstCases(
  declared: Canvas,
  usual: UsualForm,
  letters: FormLetters,
  layOut: LayOutPayload,
): Judgement {
  const canvas = withEntries(declared);
  // What does not fit with its examples is mended first; what is longer would only say the same of it again.
  const hindered = hinderedBy(canvas, usual.diagnostics.filter(isOfElement));
  if (hindered.isWhole) return judgementOf([], hindered.told);
  const searched = searchBranches(canvas, letters);
  const cases = worstCases(canvas, letters.widestOf);
  const known = new Set(usual.diagnostics.map(keyOf));
  const isBeyondAxis = valuesBeyondAxes(canvas);
  const laying = new Laying(layOut, known);
  const unfit = unfitWords(canvas, laying, known, searched);
  const found: Told[] = [];
  const isFresh = freshIn(canvas, hindered);
  const lay = (payload: string, words: string | null): LaidOut | null => {
    const laid = laying.lay(payload, words);
    const fresh = laid?.diagnostics.filter(isFresh) ?? [];
    return laid === null ? null : { ...laid, diagnostics: news(canvas, fresh, isBeyondAxis) };
  };
  const allWorst = worstPayload(canvas, cases);
  const worstLaid = cases.length === 0 ? NOTHING : lay(allWorst, null);
  const lists = countedLists(canvas);
  const counted = (counts: ReadonlyMap<string, number>): LaidOut | null =>
    lay(examplePayload(canvas, counts), countWords(counts));
  found.push(...fewRows(countedLists(declared), counted).flatMap((one) => wordsOf(canvas, one, one.news)));
  found.push(...sheetWords(canvas, counted, known));
  const rowsTrial = manyRowsTrial(canvas, letters.widestOf);
  const laidRows = rowsTrial === null ? null : lay(rowsTrial.payload, severalWords(rowsTrial.values));
  const allRows = rowsTrial === null || laidRows === null ? null : { counts: rowsTrial.counts, laid: laidRows };
  for (const list of lists) {
    for (const one of manyRows(list, usual.pages, allRows, counted)) found.push(...wordsOf(canvas, one, one.news));
  }
  const laidOut = new Map([[allWorst, worstLaid]]);
  const singly = (one: WorstCase): readonly Told[] => {
    const payload = worstPayload(canvas, [one]);
    const own = lay(payload, caseWords(one));
    laidOut.set(payload, own);
    return wordsOf(canvas, one, mendable(canvas, one, own?.diagnostics ?? []));
  };
  found.push(...singleWords(cases, worstLaid?.diagnostics ?? null, singly));
  const trials: JudgedTrial[] = [];
  for (const trial of trialsOf(canvas, letters, searched)) {
    const { payload, isWithinWorst } = trial;
    if (isWithinWorst && worstLaid?.diagnostics.length === 0) continue;
    const laid = laidOut.get(payload) ?? lay(payload, severalWords(trial.values));
    laidOut.set(payload, laid);
    trials.push({ trial, news: laid?.diagnostics ?? [] });
  }
  if (rowsTrial !== null) trials.push({ trial: rowsTrial, news: laidRows?.diagnostics ?? [] });
  for (const trial of recordsTrials(canvas, letters, rowsTrial)) {
    trials.push({ trial, news: newsOf(trial, lay(trial.payload, severalWords(trial.values))) });
  }
  // What a usual text breaks hides what is told of unusual ones, and not the other way round.
  trials.sort((a, b) => Number(isOrdinary(b.trial)) - Number(isOrdinary(a.trial)));
  const isSound = trials.every(({ news }) => news.length === 0);
  found.push(...aloneWords(canvas, laying, isSound && !laying.isPale ? null : searched, new ToldElements(found)));
  found.push(...codeWords(canvas, laying));
  const breaking = new BreakingFields(canvas, laidOut, (payload) => lay(payload, null));
  const together = toldOfTrials(canvas, { breaking, trials, found });
  return judgementOf(
    [...findEmptySource(canvas), ...unfit, ...together],
    [...hindered.told, ...laying.leftOut(canvas)],
  );
}

/** What cases tell, with what is told of trials beside that; one finding for each room that lacks height. */
function toldOfTrials(
  canvas: Canvas,
  { breaking, trials, found }: Pick<RoomSearch, "breaking" | "trials"> & { readonly found: readonly Told[] },
): readonly Diagnostic[] {
  const all = [...found];
  const told = new ToldElements(all);
  for (const { trial, news } of trials) {
    const adviceOf = (one: Diagnostic) => ownAdvice(trial, one) ?? roomAdvice({ trial, trials, found: all }, one);
    const others = [...told.take(news), ...told.takeAdvised(news, adviceOf)];
    const first = new Map(others.map((finding) => [finding.span.start, finding] as const).reverse());
    for (const one of [...first.values()].reverse()) {
      all.push(wordsOfTrial(canvas, breaking.of(trial, one, shownPath(trial, one))));
    }
  }
  return roomsTogether(all, {
    worstOf: (finding, first) => worstOfRoom(canvas, { breaking, trials, finding, first }),
    linedOf: (finding) => linedOfRoom(breaking, trials, finding),
  });
}

/** What a trial of many rows does not try, and records that all pass a condition. */
function recordsTrials(canvas: Canvas, letters: FormLetters, rows: WorstTrial | null): readonly WorstTrial[] {
  const others = rows === null ? [] : otherRowsTrials(canvas, letters.widestOf, rows);
  return [...others, ...passingTrials(canvas, letters, rows)];
}

/** Of a single group its texts alone: it may be longer than what is to stay together. */
function newsOf({ isOneGroup }: WorstTrial, laid: LaidOut | null): readonly Diagnostic[] {
  const found = laid?.diagnostics ?? [];
  return isOneGroup === true ? found.filter(({ code }) => TEXT_CODES.has(code)) : found;
}

/** Leaves out codes that likely data already break, and elements that do not fit with the examples. */
function freshIn(canvas: Canvas, hindered: ReturnType<typeof hinderedBy>): (one: Diagnostic) => boolean {
  const ownCodes = codeStarts(canvas);
  return (one) => !(isRefusedCode(one) && ownCodes.has(one.span.start)) && !hindered.isAt(one);
}

/** Labels that do not fit somewhere on their sheet. What is told of them here is no news of another case. */
function sheetWords(canvas: Canvas, counted: LayOutCounts, known: Set<string>): readonly Diagnostic[] {
  return wholeSheet(canvas, counted).flatMap((sheet) => {
    for (const finding of sheet.news) known.add(keyOf(finding));
    return wordsOf(canvas, sheet, sheet.news);
  });
}

/** Several fields at their limits at once. */
function trialsOf(
  canvas: Canvas,
  { widestOf, hasWideLetters }: FormLetters,
  searched: Searched,
): readonly WorstTrial[] {
  const keysTrial = differentKeysTrial(canvas, widestOf);
  return [
    ...worstTrials(canvas, widestOf),
    ...writingTrials(canvas, widestOf, hasWideLetters),
    ...(keysTrial === null ? [] : [keysTrial]),
    ...branchTrials(canvas, widestOf, searched),
  ];
}

function isRefusedCode({ code, severity }: Diagnostic): boolean {
  return code === "RPT4015" && severity === "error";
}

const NOTHING: LaidOut = { diagnostics: [], pages: 0 };

/** What does not fit, and what stands wrong for another reason. */
function news(
  canvas: Canvas,
  fresh: readonly Diagnostic[],
  isBeyondAxis: (one: Diagnostic) => boolean,
): readonly Diagnostic[] {
  const isMisfit = (one: Diagnostic): boolean => isAboutFit(one) || isBeyondAxis(one);
  const follows = consequencesOf(
    canvas,
    fresh.filter((one) => isMisfit(one) && one.code !== PAGES),
  );
  const isNews = (one: Diagnostic): boolean => isMisfit(one) || (PLACE_CODES.has(one.code) && !follows(one));
  return fresh.filter((one) => isNews(one) && !wantsCheckDigit(one)).map((one) => advisedForForm(canvas, one));
}

/** A wrong check digit is the mistake of the data that the judgement made up: no pattern says which one is right. */
function wantsCheckDigit({ code, message }: Diagnostic): boolean {
  return code === "RPT4015" && / wants the check digit \d/.test(message);
}

/** What each field breaks by itself, where it may: those that are named first, and all others for what is left then. */
function singleWords(
  cases: readonly WorstCase[],
  together: readonly Diagnostic[] | null,
  singly: (one: WorstCase) => readonly Told[],
): readonly Told[] {
  // What stands in a wrong place names no field. The fields of misfits are tried first, the others until all is told.
  const misfits = together?.filter(({ code }) => !PLACE_CODES.has(code)) ?? [];
  const naming = misfits.length > 0 ? misfits : together;
  const isNamed = ({ field }: WorstCase) => naming === null || mayBreak(field.path, naming);
  const found = cases.filter(isNamed).flatMap(singly);
  const others = cases.filter((one) => !isNamed(one));
  for (const one of others) {
    // A text in a row may have no room since its neighbour is long.
    const told = new ToldElements(found);
    if (together?.every((each) => told.has(each)) === true) break;
    found.push(...singly(one));
  }
  return found;
}

/**
 * Whether a field may break the form by itself. A form that holds all fields at their worst together holds each of them
 * alone; a text that breaks names its field. What names none (a computed value) may be anybody's, and so may a block:
 * the path of a row that is too high names one of its fields, not the field that makes it high.
 */
function mayBreak(path: string, together: readonly Diagnostic[]): boolean {
  return together.some(
    ({ code, dataPath }) => !VALUE_CODES.has(code) || dataPath === undefined || declaredPath(dataPath) === path,
  );
}

/** `items[].name` for `items[4].name`. */
function declaredPath(dataPath: string): string {
  return dataPath.replaceAll(/\[\d+\]/g, "[]");
}

/**
 * A declared bound of a number may lie beyond the declared end of its axis, and so may what is computed from such
 * numbers. What nothing bounds has its break mark on the page and its finding there.
 */
function valuesBeyondAxes(canvas: Canvas): (one: Diagnostic) => boolean {
  const axes = fixedAxes(canvas);
  const isCounted = ({ type }: Canvas["fields"][number]): boolean => ["int", "decimal", "array"].includes(type.kind);
  const bounded = new Set(canvas.fields.flatMap(({ path, min, max }) => (min === null && max === null ? [] : [path])));
  // What an expression yields is bounded where all numbers and lists are that it may read.
  const computed = new Set(
    [...axes].flatMap(([start, names]) => {
      const own = canvas.fields.filter((field) => isCounted(field) && reads(names, field.path));
      return own.length > 0 && own.every(({ path }) => bounded.has(path)) ? [start] : [];
    }),
  );
  return ({ code, span: { start }, dataPath }) => {
    if (code !== BEYOND_AXIS || !axes.has(start)) return false;
    return dataPath === undefined ? computed.has(start) : bounded.has(declaredPath(dataPath));
  };
}

/** Data of bar codes that the declarations take and the codes do not; laid out, since not every code is drawn. */
function codeWords(canvas: Canvas, laying: Laying): readonly Diagnostic[] {
  return codeCases(canvas).flatMap((one) => {
    const fresh = laying.lay(worstPayload(canvas, [one]), caseWords(one))?.diagnostics ?? [];
    const own = fresh.filter(({ code, span }) => code === "RPT4015" && span.start === one.start).slice(0, 1);
    return wordsOf(canvas, one, own).map((words) => ({
      ...words,
      repair: { title: one.advice, applicability: "suggestion" as const, edits: [] },
    }));
  });
}

/** Numbers that a computation or a pie refuses. What is told of them here is no news of another case. */
function unfitWords(canvas: Canvas, laying: Laying, known: Set<string>, searched: Searched): readonly Diagnostic[] {
  const pies = pieStarts(canvas);
  return unfitNumbers(canvas, searched).flatMap((one) => {
    const together = { ...one, words: [one.words, ...one.also.map(caseWords)].join(" and ") };
    const fresh = laying.lay(worstPayload(canvas, [one, ...one.also]), caseWords(together))?.diagnostics ?? [];
    const own = fresh.filter(({ code, span }) => {
      return code === UNFIT[one.kind] && (one.kind !== "part" || pies.has(span.start));
    });
    for (const finding of own) known.add(keyOf(finding));
    return wordsOf(canvas, together, own);
  });
}

/**
 * What one choice of a field, or a picture that comes, breaks by itself.
 * @param searched null where all choices together hold
 */
function aloneWords(
  canvas: Canvas,
  laying: Laying,
  searched: Searched | null,
  told: ToldElements,
): readonly Diagnostic[] {
  const conditional = conditionalStarts(canvas);
  // Every choice is in one of the trials of several fields: where all of those hold, each alone does.
  const cases = [
    ...pictureCases(canvas),
    ...(searched === null ? [] : [...choiceCases(canvas), ...branchCases(canvas, searched)]),
  ];
  return cases.flatMap((one) => {
    const fresh = laying.lay(worstPayload(canvas, [one]), caseWords(one))?.diagnostics ?? [];
    return wordsOf(canvas, one, told.take(shownAlone(canvas, mendable(canvas, one, fresh), conditional)));
  });
}

/**
 * No declaration bounds a day, so that nobody could mend that an axis of time ends before it begins, or that a bar lies
 * beyond it, where one day alone is far from the examples.
 */
function mendable(canvas: Canvas, { field }: WorstCase, found: readonly Diagnostic[]): readonly Diagnostic[] {
  if (field.type.kind !== "date" && field.type.kind !== "datetime") return found;
  const scales = unitsOfScales(canvas);
  return found.filter(({ code, span }) => code !== BEYOND_AXIS && !scales.has(span.start));
}

/** What a field's number makes of the place that cannot take it. */
const UNFIT = { divisor: "RPT3020", decimals: "RPT3024", part: "RPT4020", moved: "RPT3023" } as const satisfies Record<
  UnfitNumber["kind"],
  DiagnosticCode
>;

/** What follows from a misfit is not told beside it, unless a choice shows the element. */
function shownAlone(
  canvas: Canvas,
  fresh: readonly Diagnostic[],
  conditional: ReadonlySet<number>,
): readonly Diagnostic[] {
  const follows = consequencesOf(canvas, fresh.filter(isOfElement));
  return fresh.filter((one) => {
    if (isAboutFit(one) || one.code === PALE) return true;
    return PLACE_CODES.has(one.code) && (conditional.has(one.span.start) || !follows(one));
  });
}

function isAboutFit({ code }: Diagnostic): boolean {
  return TEXT_CODES.has(code) || BLOCK_CODES.has(code);
}

/** What does not fit in its place. */
function isOfElement(one: Diagnostic): boolean {
  return isAboutFit(one) && one.code !== PAGES;
}

/** A form that says how many pages it has is wrong where declared data need more; other forms are warned of. */
function severityOf(told: Diagnostic, finding: Diagnostic): Pick<Diagnostic, "severity"> {
  return { severity: finding.code === PAGES && told.code === "RPT4031" ? "error" : told.severity };
}

/** What is only an info here refuses a render: who reads the info is to know it. */
function refusal({ isDeclared }: Pick<TriedValue, "isDeclared">, { code }: Diagnostic): string {
  return code === PAGES && !isDeclared ? `; a render with such data has the error ${PAGES}` : "";
}

/** What a render with such data tells: a warning of declared data may be an error of real ones. */
function whyOf({ code, severity }: Diagnostic): string {
  return `The declaration allows such data, and a render with them has the ${severity} ${code}.`;
}

/** One finding for each element that breaks: a text that shows the field, a computed one, or a block. */
function wordsOf(canvas: Canvas, one: WorstCase | CountCase, news: readonly Diagnostic[]): readonly Told[] {
  const told = new Set<string>();
  const found: Told[] = [];
  for (const finding of news) {
    if (told.has(keyOf(finding))) continue;
    told.add(keyOf(finding));
    const shows = finding.dataPath !== undefined && declaredPath(finding.dataPath) === one.field.path;
    // Where a form limits its pages and its list has no bound, the finding asks the author to declare one.
    const given = finding.code === PAGES && "isOpen" in one && one.isOpen ? { ...one, isDeclared: false } : one;
    const words = diagnose({
      // No form is drawn where it divides by zero, and zero is likely where nothing is declared.
      // Whether it is this value that does not fit, one computed from it, or a neighbour that it leaves no room.
      code: given.isDeclared || finding.code === UNFIT.divisor ? "RPT4031" : "RPT4032",
      span: finding.span,
      message: `with ${one.field.path} of ${one.words}${undeclared(one)}: ${finding.message}${refusal(given, finding)}`,
      why: whyOf(finding),
      repair: withBounds(canvas, repairOf(canvas, one, finding, shows), new Map([[one.field.path, given]])),
    });
    const of = { finding, values: new Map([[one.field.path, { words: `of ${one.words}` }]]) };
    found.push({ ...words, ...severityOf(words, finding), dataPath: one.field.path, ...besideOf(finding), of });
  }
  return found;
}

function besideOf({ beside }: Diagnostic): Pick<Diagnostic, "beside"> {
  return beside === undefined ? {} : { beside };
}

function undeclared({ isDeclared }: Pick<TriedValue, "isDeclared">): string {
  return isDeclared ? "" : ", which is what it takes without a declared bound";
}

/** So many fields of a trial are named where no value is shown that breaks. */
const FIELDS_NAMED = 3;

/** The field whose value an element shows. With other numbers of rows it may be any of them that does not fit. */
function shownPath({ values, counts }: WorstTrial, { code, dataPath }: Diagnostic): string | null {
  if (dataPath === undefined || counts.size > 0 || !VALUE_CODES.has(code)) return null;
  const path = declaredPath(dataPath);
  return values.has(path) ? path : null;
}

/** What mends the shown value of a trial alone: no length bounds how many lines a text has. */
function ownAdvice(trial: WorstTrial, finding: Diagnostic): string | null {
  const path = TEXT_CODES.has(finding.code) ? shownPath(trial, finding) : null;
  return path === null ? null : (trial.values.get(path)?.advice ?? null);
}

/** What is told of an element that breaks where fields are at their limits. */
function wordsOfTrial(canvas: Canvas, { values, finding, isAlone }: Breaking): Told {
  const [first] = values.size === 1 ? values : [];
  const path = finding.dataPath === undefined ? null : declaredPath(finding.dataPath);
  const words =
    first === undefined
      ? severalWords(readFirst(canvas, values, finding))
      : `${first[0]} ${first[1].words}${undeclared(first[1])}`;
  const shows = VALUE_CODES.has(finding.code) && path === first?.[0];
  const repair = first === undefined ? finding.repair : repairOf(canvas, { field: { path: first[0] } }, finding, shows);
  const tried = [...values.values()];
  const isRare = tried.some((value) => value.isRare === true);
  // What no field does alone, all of them do within their declarations: a render of such data has the same error.
  const isDeclared = isAlone || (finding.severity === "error" && tried.every((value) => value.isDeclared));
  const isCertain = isDeclared && !isRare;
  const told = diagnose({
    code: isCertain ? "RPT4031" : "RPT4032",
    span: finding.span,
    message: `with ${words}: ${finding.message}${refusal({ isDeclared: isCertain }, finding)}`,
    why: whyOf(finding),
    repair: withBounds(canvas, repair, values),
  });
  const dataPath = first?.[0] ?? path;
  const own = dataPath === null ? {} : { dataPath };
  return { ...told, ...severityOf(told, finding), ...own, ...besideOf(finding), of: { finding, values } };
}

/** What is looked at where a room lacks height. */
interface RoomSearch {
  readonly breaking: BreakingFields;
  readonly trials: readonly JudgedTrial[];
  readonly finding: Diagnostic;
  /** The fields that overfill the room by themselves, which are named first. */
  readonly first: readonly string[];
}

/** What a room lacks where as many fields as are declared are at their limits. */
function worstOfRoom(canvas: Canvas, { breaking, trials, finding, first }: RoomSearch): Told | null {
  const worst = worstTrialOf(trials, finding);
  if (worst === null) return null;
  const isDeclared = [...worst.trial.values.values()].every((value) => value.isDeclared);
  const own = isDeclared
    ? { values: worst.trial.values, finding: worst.finding }
    : breaking.declaredOf(worst.trial, worst.finding);
  if (own === null) return null;
  const named = first.flatMap((path) => {
    const value = own.values.get(path);
    return value === undefined ? [] : [[path, value] as const];
  });
  return wordsOfTrial(canvas, { ...own, values: new Map([...named, ...own.values]), isAlone: true });
}

/** All texts of many lines that overfill a room, with what it lacks for them together. */
function linedOfRoom(
  breaking: BreakingFields,
  trials: readonly JudgedTrial[],
  finding: Diagnostic,
): { readonly finding: Diagnostic; readonly values: Breaking["values"] } | null {
  const worst = linedTrialOf(trials, finding);
  const values = worst === null ? null : breaking.advisedOf(worst.trial, finding);
  return worst === null || values === null || values.size === 0 ? null : { finding: worst.finding, values };
}

/** Texts of many lines overfill a room more than any usual text does: they are mended by themselves. */
function roomAdvice(
  {
    trial,
    trials,
    found,
  }: { readonly trial: WorstTrial; readonly trials: readonly JudgedTrial[]; found: readonly Told[] },
  one: Diagnostic,
): string | null {
  const { lackEmu } = one;
  if (lackEmu === undefined || trial.values.values().every(({ advice }) => advice === undefined)) return null;
  const usual = worstTrialOf(trials, one)?.finding.lackEmu ?? 0;
  const told = found.map(({ of }) =>
    of?.finding.code === one.code && of.finding.span.start === one.span.start ? (of.finding.lackEmu ?? 0) : 0,
  );
  return lackEmu > Math.max(usual, ...told) ? "line ends" : null;
}

/** The fields that the element reads before all others: these are named. Nothing else makes a block too high. */
function readFirst(
  canvas: Canvas,
  values: Breaking["values"],
  { code, span, lackEmu }: Diagnostic,
): Breaking["values"] {
  const names = namesWithin(canvas, span.start);
  const isFlat = ([path]: readonly [string, unknown]): number => Number(lackEmu !== undefined && !grows(canvas, path));
  const others = [...values].toSorted((a, b) => isFlat(a) - isFlat(b));
  const own = others.filter(([path]) => reads(names, path));
  return new Map(code === "RPT4011" && own.length > 0 ? own : [...own, ...others]);
}

/** Whether more of a field makes a block higher: of texts and lists, and hardly of a number. */
function grows({ fields }: Canvas, path: string): boolean {
  const kind = fields.find((field) => field.path === path)?.type.kind;
  return path.endsWith("[]") || kind === "string" || kind === "text";
}

/** The advice, and which fields have no bounds, as far as they are named. */
function withBounds(canvas: Canvas, repair: Repair | null, values: ReadonlyMap<string, Tried>): Repair | null {
  const named = [...values].slice(0, FIELDS_NAMED);
  const open = named.flatMap(([path, { isDeclared, advice }]) => (isDeclared || advice !== undefined ? [] : [path]));
  const own = named.flatMap(([, { advice }]) => advice ?? []).slice(0, 1);
  const told = repair === null ? [] : [repair.title];
  const advice = [...told, ...own.filter((one) => !told.join().includes(one)), ...boundsAdvice(canvas, open)];
  return advice.length === 0 ? null : { title: advice.join(", or "), applicability: "suggestion", edits: [] };
}

/** What a trial says of a field that the advice asks for. */
type Tried = Pick<TriedValue, "isDeclared" | "advice">;

/** What would bound these fields, which nothing bounds. */
function boundsAdvice({ fields }: Canvas, paths: readonly string[]): readonly string[] {
  const kinds = new Map(fields.map(({ path, type }) => [path, type.kind]));
  const ofKind = (isOfKind: (path: string, kind: string | undefined) => boolean) =>
    paths.filter((path) => isOfKind(path, kinds.get(path))).join(" and ");
  // The bounds of a plain list are those of how many entries it has.
  const lists = ofKind((path) => path.endsWith("[]"));
  const numbers = ofKind((path, kind) => !path.endsWith("[]") && (kind === "int" || kind === "decimal"));
  const texts = ofKind((path, kind) => !path.endsWith("[]") && (kind === "string" || kind === "text"));
  return [
    ...(numbers === "" ? [] : [`declare min= and max= of ${numbers}`]),
    ...(lists === "" ? [] : [`declare max= of ${lists}`]),
    ...(texts === "" ? [] : [`declare a length of ${texts}, such as string(20)`]),
  ];
}

/** `qty of -99.9, price of 1000, tags absent and 4 more fields at their limits` */
function severalWords(values: ReadonlyMap<string, TriedValue>): string {
  const named = [...values].slice(0, FIELDS_NAMED).map(([path, { words }]) => `${path} ${words}`);
  const more = values.size - named.length;
  return `${listed(named, more, "field")}${more > 0 ? " at their limits" : ""}`;
}

/** `items[] of 80 entries and tags[] of 1 entry` */
function countWords(counts: EntryCounts): string {
  const words = [...counts].map(([path, count]) => `${path} of ${countedEntries(count)}`);
  return listed(words.slice(0, FIELDS_NAMED), Math.max(0, words.length - FIELDS_NAMED), "list");
}

function caseWords({ field, words }: WorstCase): string {
  return `${field.path} of ${words}`;
}

/**
 * Whether a box holds less than is declared, shrunk where it may: else it is another box of the field than the one that
 * breaks, or letters break it that are wider than full-width characters.
 */
function isBelow(canvas: Canvas, path: string, { charactersPerLine, lines, shrunk }: TextCapacity): boolean {
  const type = canvas.fields.find((field) => field.path === path)?.type;
  const isText = type?.kind === "string" || type?.kind === "text";
  const perLine = shrunk?.charactersPerLine ?? charactersPerLine;
  return charactersPerLine > 0 && (!isText || perLine * lines < type.lengthMax);
}

/** The declared length that fits is known where the box's own capacity is; else the layout's own advice stands. */
function repairOf(
  canvas: Canvas,
  { field, advice: own }: Pick<CountCase, "field" | "advice">,
  finding: Diagnostic,
  shows: boolean,
): Repair | null {
  // What a text holds says nothing about a code that shows the field as well.
  const isText = shows && TEXT_CODES.has(finding.code);
  const capacity = isText ? canvas.capacities?.[field.path] : undefined;
  const isCode = shows && CODES_OF_BARS.has(finding.code);
  const advice = [
    ...(own === undefined ? [] : [own]),
    ...(finding.code === "RPT5006" ? [`declare a shorter length of ${field.path}`] : []),
    ...(isCode ? [`declare only what the code holds, by pattern= or a shorter length of ${field.path}`] : []),
    ...(capacity === undefined || !isBelow(canvas, field.path, capacity)
      ? []
      : [`declare what fits (${describeCapacity(capacity)})`]),
    ...(finding.repair === null ? [] : [finding.repair.title]),
  ];
  return advice.length === 0 ? null : { title: advice.join(", or "), applicability: "suggestion", edits: [] };
}
