// What would break on real data: the form laid out with one field after another as long or as large as it is declared,
// and with other numbers of rows than its examples have.
import {
  absentEnds,
  barEnds,
  branchCases,
  branchTrials,
  type Canvas,
  choiceCases,
  codeCases,
  codeStarts,
  collectedTrials,
  conditionalStarts,
  countedLists,
  differentKeysTrial,
  distantKeysTrial,
  examplePayload,
  fixedAxes,
  type LetterWidths,
  lastRecord,
  manyRowsTrial,
  otherRowsTrials,
  pairTrials,
  passingTrials,
  patternLetters,
  payloadOfCounts,
  pictureCases,
  pieStarts,
  placesOnSheet,
  reachingTrials,
  reads,
  type Searched,
  searchBranches,
  unfitNumbers,
  unitsOfScales,
  type WorstCase,
  type WorstTrial,
  withEntries,
  worstCases,
  worstPayload,
  worstTrials,
  writingTrials,
} from "../../canvas/index.ts";
import {
  countedEntries,
  type Diagnostic,
  type DiagnosticCode,
  type Judgement,
  judgementOf,
} from "../../diagnostics/index.ts";
import { divisorAdvice, withEntriesAdvice } from "./divisor-repairs.ts";
import { FittingLines } from "./fitting-lines.ts";
import { linedOfRoom, type RoomSearch, roomAdvice, worstOfRoom } from "./room-causes.ts";
import { fewRows, type LaidOut, type LayOutCounts, manyRows, wholeSheet } from "./row-counts.ts";
import { advisedForForm } from "./worst-advice.ts";
import { BreakingFields } from "./worst-alone.ts";
import { consequencesOf, placeOf, ToldElements } from "./worst-consequences.ts";
import { hinderedBy } from "./worst-hindered.ts";
import { keyOf, Laying, type LayOutPayload } from "./worst-laying.ts";
import { isOrdinary, type JudgedTrial, linedTrialOf, roomsTogether, type Told, worstTrialOf } from "./worst-rooms.ts";
import { findEmptySource } from "./worst-source.ts";
import {
  BEYOND_AXIS,
  caseWords,
  countWords,
  declaredPath,
  type JudgedForm,
  ownAdvice,
  PAGES,
  severalWords,
  shownPath,
  TEXT_CODES,
  UNFIT,
  VALUE_CODES,
  wordsOf,
  wordsOfTrial,
} from "./worst-words.ts";

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
/** Colours that a choice takes from its ground. */
const PALE: DiagnosticCode = "RPT5008";
/**
 * What grows over its neighbour or off its ground, plate and page, and axes and sums that few rows leave without a
 * value.
 */
const PLACE_CODES: ReadonlySet<string> = new Set<DiagnosticCode>([
  "RPT3020",
  "RPT4021",
  "RPT4024",
  "RPT5001",
  "RPT5002",
  "RPT5003",
  "RPT5011",
  "RPT5012",
  PALE,
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
  const canvas = judgedForm(withEntries(declared), letters);
  // What does not fit with its examples is mended first; what is longer would only say the same of it again.
  const hindered = hinderedBy(canvas, usual.diagnostics.filter(isOfElement));
  if (hindered.isWhole) return judgementOf([], hindered.told);
  const searched = searchBranches(canvas, letters);
  const cases = worstCases(canvas, letters.widestOf);
  const known = new Set(usual.diagnostics.map(keyOf));
  const laying = new Laying(layOut, known);
  const unfit = unfitWords(canvas, laying, known, searched);
  const found: Told[] = [];
  const layIn = newsIn(canvas, hindered);
  const lay = (payload: string, words: string | null): LaidOut | null => layIn(laying, payload, words);
  const allWorst = worstPayload(canvas, cases);
  const worstLaid = cases.length === 0 ? NOTHING : lay(allWorst, null);
  const lists = countedLists(canvas);
  const counted = (counts: ReadonlyMap<string, number>): LaidOut | null =>
    lay(payloadOfCounts(canvas, counts), countWords(counts));
  const few = fewRows(countedLists(declared), counted);
  const fewest = few.flatMap((one) => withEntriesAdvice(declared, one, (payload) => laying.layAgain(payload)));
  found.push(...fewest.flatMap((one) => wordsOf(canvas, one, one.news)));
  found.push(...sheetWords(canvas, counted, known), ...lastRecordWords(canvas, laying, known));
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
    trials.push({ trial, news: newsOf(trial, laid) });
  }
  if (rowsTrial !== null) trials.push({ trial: rowsTrial, news: laidRows?.diagnostics ?? [] });
  for (const trial of recordsTrials(canvas, letters, rowsTrial)) {
    trials.push({ trial, news: newsOf(trial, lay(trial.payload, severalWords(trial.values))) });
  }
  // Findings of usual texts come first: an element has one finding, and the usual text is the likelier cause.
  trials.sort((a, b) => Number(isOrdinary(b.trial)) - Number(isOrdinary(a.trial)));
  const isSound = trials.every(({ news }) => news.length === 0);
  found.push(...aloneWords(canvas, laying, isSound && !laying.isPale ? null : searched, new ToldElements(found)));
  found.push(...codeWords(canvas, laying), ...absentWords(canvas, laying));
  const breaking = new BreakingFields(canvas, laidOut, (payload) => lay(payload, null));
  const besideIt = new Laying(layOut, known);
  const { widestOf } = letters;
  const fitting = new FittingLines({ canvas, widestOf, lay: (payload) => layIn(besideIt, payload, null) });
  const together = toldOfTrials(canvas, { breaking, trials, found, fitting, rowsTrial });
  return judgementOf(
    [...findEmptySource(canvas), ...unfit, ...together],
    [...hindered.told, ...laying.leftOut(canvas)],
  );
}

/** Lays a payload out, and answers what of it is told. */
function newsIn(
  canvas: Canvas,
  hindered: ReturnType<typeof hinderedBy>,
): (by: Laying, payload: string, words: string | null) => LaidOut | null {
  const isFresh = freshIn(canvas, hindered);
  const isBeyondAxis = valuesBeyondAxes(canvas);
  return (by, payload, words) => {
    const laid = by.lay(payload, words);
    const fresh = laid?.diagnostics.filter(isFresh) ?? [];
    return laid === null ? null : { ...laid, diagnostics: news(canvas, fresh, isBeyondAxis) };
  };
}

function judgedForm(canvas: Canvas, letters: FormLetters): JudgedForm {
  return { ...canvas, lettersOf: (path) => patternLetters(canvas, path, letters) };
}

/** So many trials with the same finding are looked through for a field that has it alone. */
const TRIALS_AGAIN_MAX = 6;

interface ToldBeside {
  readonly found: readonly Told[];
  readonly fitting: FittingLines;
  /** The trial of many rows; null where no list is longer than in the examples. */
  readonly rowsTrial: WorstTrial | null;
}

/** What cases tell, with what is told of trials beside that; one finding for each room that lacks height. */
function toldOfTrials(
  canvas: JudgedForm,
  { breaking, trials, found, fitting, rowsTrial }: Pick<RoomSearch, "breaking" | "trials"> & ToldBeside,
): readonly Diagnostic[] {
  const all = [...found];
  const told = new ToldElements(all);
  for (const { trial, news } of trials) {
    const adviceOf = (one: Diagnostic) => ownAdvice(trial, one) ?? roomAdvice({ trial, trials, found: all }, one);
    const others = [...told.take(news), ...told.takeAdvised(news, adviceOf)];
    const first = new Map(others.map((finding) => [placeOf(finding), finding] as const).reverse());
    for (const one of [...first.values()].reverse()) {
      const words = wordsOfTrial(canvas, breaking.of(trial, one, shownPath(trial, one)));
      all.push(words);
      told.add(words);
    }
  }
  const certain = withoutOutdone(all).map((one) =>
    one.code === "RPT4032"
      ? aloneInAnother(canvas, { breaking, trials }, one)
      : atItsWidest(canvas, { breaking, trials }, one),
  );
  return roomsTogether(certain, {
    worstOf: (finding, first) => worstOfRoom(canvas, { breaking, trials, finding, first }),
    linedOf: (finding) => linedOfRoom(breaking, trials, finding),
    linesOn: (texts) => {
      const worst = linedTrialOf(trials, texts.finding);
      const ordinary = worstTrialOf(trials, texts.finding)?.trial;
      const others = [ordinary ?? null, rowsTrial].filter((trial) => trial !== null);
      return worst === null ? null : fitting.adviceOn({ lined: worst.trial, others }, texts);
    },
  });
}

/** Of the infos of one element and one finding, only the first remains, and none beside something graver. */
function withoutOutdone(found: readonly Told[]): readonly Told[] {
  const keysOf = (one: Told): string => `${one.of?.finding.code} ${placeOf(one)}`;
  const isInfo = ({ code, severity }: Told): boolean => code === "RPT4032" && severity === "info";
  const told = new Set(found.filter((one) => one.of !== undefined && !isInfo(one)).map(keysOf));
  return found.filter((one) => {
    if (one.of === undefined || !isInfo(one)) return true;
    const isFirst = !told.has(keysOf(one));
    told.add(keysOf(one));
    return isFirst;
  });
}

/**
 * A text that lacks width, in the case where it lacks the most: after a repair for another case, this one would be
 * found. A negative amount may be wider than a larger one.
 */
function atItsWidest(canvas: JudgedForm, { breaking, trials }: Pick<RoomSearch, "breaking" | "trials">, told: Told) {
  const own = told.of === undefined || told.code !== "RPT4031" ? null : widthOf(told.of.finding);
  if (own === null || told.of === undefined) return told;
  const { code, span } = told.of.finding;
  let [widest, most]: [JudgedTrial["trial"] | null, Diagnostic] = [null, told.of.finding];
  for (const { trial, news } of trials) {
    if (!isOrdinary(trial) || ![...trial.values.values()].every(({ isDeclared }) => isDeclared)) continue;
    for (const one of news) {
      if (one.code !== code || one.span.start !== span.start || one.severity !== most.severity) continue;
      if ((widthOf(one) ?? 0) > (widthOf(most) ?? 0) + WIDER_MM) [widest, most] = [trial, one];
    }
  }
  if (widest === null) return told;
  const alone = breaking.of(widest, most, shownPath(widest, most));
  const isAsWide = (widthOf(alone.finding) ?? 0) >= (widthOf(most) ?? 0) - WIDER_MM;
  const wider = wordsOfTrial(canvas, isAsWide ? alone : { values: widest.values, finding: most, isAlone: false });
  return wider.code === told.code && wider.severity === told.severity ? wider : told;
}

/** Findings print lengths in tenths of a millimetre. */
const WIDER_MM = 0.05;

/** How wide a text is that does not fit its column or box, in millimetres; null where something else does not fit. */
function widthOf({ message }: Diagnostic): number | null {
  const width = /(?:" is |it needs )([\d.]+)mm (?:wide, its column|of width, has)/u.exec(message)?.[1];
  return width === undefined ? null : Number(width);
}

/**
 * What is told of several fields together, or what one of them does alone where another trial writes it another way: a
 * text that shrinks is not the highest where it is the longest.
 */
function aloneInAnother(canvas: JudgedForm, { breaking, trials }: Pick<RoomSearch, "breaking" | "trials">, told: Told) {
  const { of } = told;
  if (of?.finding.lackEmu === undefined) return told;
  const { code, span } = of.finding;
  const isSame = (one: Diagnostic): boolean => one.code === code && one.span.start === span.start;
  const others = trials.flatMap(({ trial, news }) => {
    const finding = isOrdinary(trial) ? news.find(isSame) : undefined;
    return finding === undefined ? [] : [{ trial, finding }];
  });
  for (const { trial, finding } of others.slice(0, TRIALS_AGAIN_MAX)) {
    const own = breaking.of(trial, finding, shownPath(trial, finding));
    if (own.isAlone && own.values.size === 1) return wordsOfTrial(canvas, own);
  }
  return told;
}

/** What a trial of many rows does not try, and records that all pass a condition. */
function recordsTrials(canvas: Canvas, letters: FormLetters, rows: WorstTrial | null): readonly WorstTrial[] {
  const others = rows === null ? [] : otherRowsTrials(canvas, letters, rows);
  return [...others, ...passingTrials(canvas, letters, rows)];
}

/** Of a single group, and of lists without a bound, their texts alone: they may be longer than what stays together. */
function newsOf({ isOneGroup, isOpen }: WorstTrial, laid: LaidOut | null): readonly Diagnostic[] {
  const found = laid?.diagnostics ?? [];
  return isOneGroup === true || isOpen === true ? found.filter(({ code }) => TEXT_CODES.has(code)) : found;
}

/** Leaves out codes that likely data already break, and elements that do not fit with the examples. */
function freshIn(canvas: Canvas, hindered: ReturnType<typeof hinderedBy>): (one: Diagnostic) => boolean {
  const ownCodes = codeStarts(canvas);
  return (one) => !(isRefusedCode(one) && ownCodes.has(one.span.start)) && !hindered.isAt(one);
}

/** Labels that do not fit somewhere on their sheet. What is told of them here is no news of another case. */
function sheetWords(canvas: JudgedForm, counted: LayOutCounts, known: Set<string>): readonly Diagnostic[] {
  return wholeSheet(canvas, counted).flatMap((sheet) => {
    for (const finding of sheet.news) known.add(keyOf(finding));
    return wordsOf(canvas, sheet, sheet.news);
  });
}

/** Names of a record's number that stand where the last of the most records has no room for its own. */
function lastRecordWords(canvas: JudgedForm, laying: Laying, known: ReadonlySet<string>): readonly Diagnostic[] {
  const last = lastRecord(canvas);
  if (last === null) return [];
  const words = countedEntries(last.count);
  const laid = laying.lay(examplePayload(canvas), `${last.path} of ${words}`, last.count);
  const news = laid?.diagnostics.filter((one) => TEXT_CODES.has(one.code) && !known.has(keyOf(one))) ?? [];
  return wordsOf(canvas, { field: { path: last.path }, words, isDeclared: last.isDeclared, news }, news);
}

/** Several fields at their limits at once. */
function trialsOf(canvas: Canvas, letters: FormLetters, searched: Searched): readonly WorstTrial[] {
  const { widestOf } = letters;
  const keysTrials = [differentKeysTrial(canvas, widestOf), distantKeysTrial(canvas, widestOf)];
  const limits = worstTrials(canvas, widestOf);
  const branches = branchTrials(canvas, widestOf, searched);
  return [
    // What choices alone break is named by them, not by limits that break it too.
    ...pairTrials(canvas, widestOf),
    ...limits,
    ...writingTrials(canvas, letters, letters.hasWideLetters),
    // What one text joins is named alone, before all that parts records differs together.
    ...collectedTrials(canvas, widestOf),
    ...keysTrials.filter((trial) => trial !== null),
    ...branches,
    ...reachingTrials(canvas, letters, [...limits, ...branches]),
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
  // Labels are cut apart, so that what stands beside one another on two of them is no single word.
  const areLabels = placesOnSheet(canvas) > 1;
  const isPlaced = ({ code }: Diagnostic): boolean => PLACE_CODES.has(code) && !(areLabels && code === "RPT5012");
  const isOverfilled = fresh.some(({ lackEmu }) => lackEmu !== undefined);
  const isNews = (one: Diagnostic): boolean =>
    (isMisfit(one) && !(isOverfilled && isFaintCode(one))) || (isPlaced(one) && !follows(one));
  return fresh.filter((one) => isNews(one) && !wantsCheckDigit(one)).map((one) => advisedForForm(canvas, one));
}

/** What overfills its room may lie on a code, whose ground is another one then: that ends with the overfilled room. */
function isFaintCode({ code, message }: Diagnostic): boolean {
  return code === "RPT4007" && message.includes("hardly differ from their ground");
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
function codeWords(canvas: JudgedForm, laying: Laying): readonly Diagnostic[] {
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
function unfitWords(canvas: JudgedForm, laying: Laying, known: Set<string>, searched: Searched): readonly Diagnostic[] {
  const pies = pieStarts(canvas);
  return unfitNumbers(canvas, searched).flatMap((one) => {
    const together = { ...one, words: [one.words, ...one.also.map(caseWords)].join(" and ") };
    const fresh = laying.lay(worstPayload(canvas, [one, ...one.also]), caseWords(together))?.diagnostics ?? [];
    const own = fresh.filter(({ code, span }) => {
      return code === UNFIT[one.kind] && (one.kind !== "part" || pies.has(span.start));
    });
    for (const finding of own) known.add(keyOf(finding));
    if (one.kind !== "divisor") return wordsOf(canvas, together, own);
    return own.flatMap((finding) => {
      const { advice: _, ...zero } = together;
      const tried = divisorAdvice(canvas, one, finding, (payload) => laying.layAgain(payload));
      return wordsOf(canvas, tried === undefined ? zero : { ...zero, advice: tried }, [finding]);
    });
  });
}

/**
 * What one choice of a field, or a picture that comes, breaks by itself.
 * @param searched null where all choices together hold
 */
function aloneWords(
  canvas: JudgedForm,
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

/** Bars that have one of their two days or times, where a declaration lets the other stay away. */
function absentWords(canvas: JudgedForm, laying: Laying): readonly Told[] {
  const { starts } = barEnds(canvas);
  return absentEnds(canvas).flatMap(({ advice, ...one }) => {
    const fresh = laying.lay(worstPayload(canvas, [one]), caseWords(one))?.diagnostics ?? [];
    const open = fresh.filter((each) => each.code === BEYOND_AXIS && starts.has(each.span.start));
    const repair = { title: advice, applicability: "suggestion" as const, edits: [] };
    return wordsOf(canvas, one, open).map((words) => ({ ...words, repair }));
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
