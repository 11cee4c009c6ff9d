// What would break on real data: the form laid out with one field after another as long or as large as it is declared,
// and with other numbers of rows than its examples have.
import {
  type Canvas,
  choiceCases,
  conditionalStarts,
  countedLists,
  describeCapacity,
  examplePayload,
  fixedAxisStarts,
  manyRowsTrial,
  pictureCases,
  pieStarts,
  type TriedValue,
  type UnfitNumber,
  unfitNumbers,
  type WidestOf,
  type WorstCase,
  type WorstTrial,
  worstCases,
  worstPayload,
  worstTrials,
} from "../canvas/index.ts";
import {
  type Diagnostic,
  type DiagnosticCode,
  diagnose,
  hasErrors,
  type Judgement,
  judgementOf,
  type Repair,
} from "../diagnostics/index.ts";
import { type CountCase, fewRows, type LaidOut, manyRows } from "./row-counts.ts";

/** Lays a payload out, or answers null where it breaks the contract; `pages` is what it took. */
export type LayOutPayload = (payload: Uint8Array) => LaidOut | null;

/** What the examples show already. */
export interface UsualForm {
  readonly diagnostics: readonly Diagnostic[];
  /** Pages of one record. */
  readonly pages: number;
}

/**
 * Bounds of one check: a sound form takes one layout with everything at its worst, two with few rows, some for each
 * array and up to 19 of several fields at their limits, a form that breaks one more for each field. What is left out
 * is told.
 */
const LAYOUTS_MAX = 60;
const PAGES_MAX = 300;

/** Texts that are set and do not fit; what else is found with examples is found without the worst. */
const TEXT: readonly DiagnosticCode[] = ["RPT4001", "RPT4002", "RPT4003", "RPT4004"];
const TEXT_CODES: ReadonlySet<string> = new Set(TEXT);
/** Pages and tables that a text or a list breaks, and codes that cannot hold what they are given. */
const BLOCK_CODES: ReadonlySet<string> = new Set<DiagnosticCode>([
  "RPT4006",
  "RPT4007",
  "RPT4010",
  "RPT4011",
  "RPT4013",
  "RPT4014",
  "RPT4015",
  "RPT4025",
]);
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
export function findWorstCases(canvas: Canvas, usual: UsualForm, widestOf: WidestOf, layOut: LayOutPayload): Judgement {
  // A form whose examples do not fit is mended first; what is longer would only say the same again.
  if (hasErrors(usual.diagnostics.filter(isAboutFit))) return judgementOf([]);
  const cases = worstCases(canvas, widestOf);
  const known = new Set(usual.diagnostics.map(keyOf));
  const isBeyondAxis = valuesBeyondAxes(canvas);
  const laying = new Laying(layOut, known);
  const found: Diagnostic[] = [...unfitWords(canvas, laying, known)];
  const lay = (payload: string): LaidOut | null => {
    const laid = laying.lay(payload);
    return laid === null ? null : { ...laid, diagnostics: news(laid.diagnostics, isBeyondAxis) };
  };
  const allWorst = worstPayload(canvas, cases);
  const together = cases.length === 0 ? NOTHING : lay(allWorst);
  // Where they could not be laid out together, each counts by itself.
  laying.left = 0;
  const lists = countedLists(canvas);
  const counted = (counts: ReadonlyMap<string, number>): LaidOut | null => lay(examplePayload(canvas, counts));
  found.push(...fewRows(lists, counted).flatMap((one) => wordsOf(canvas, one, one.news)));
  const rowsTrial = manyRowsTrial(canvas, widestOf);
  const laidRows = rowsTrial === null ? null : lay(rowsTrial.payload);
  const allRows = rowsTrial === null || laidRows === null ? null : { counts: rowsTrial.counts, laid: laidRows };
  for (const list of lists) {
    for (const one of manyRows(list, usual.pages, allRows, counted)) found.push(...wordsOf(canvas, one, one.news));
  }
  for (const one of cases) {
    if (together !== null && !mayBreak(one.field.path, together.diagnostics)) continue;
    const own = lay(worstPayload(canvas, [one]));
    if (own !== null) found.push(...wordsOf(canvas, one, own.diagnostics));
  }
  const laidOut = new Map([[allWorst, together]]);
  const trials: { readonly trial: WorstTrial; readonly news: readonly Diagnostic[] }[] = [];
  for (const trial of worstTrials(canvas, widestOf)) {
    const { payload, isWithinWorst } = trial;
    if (isWithinWorst && together?.diagnostics.length === 0) continue;
    const laid = laidOut.get(payload) ?? lay(payload);
    laidOut.set(payload, laid);
    trials.push({ trial, news: laid?.diagnostics ?? [] });
  }
  if (rowsTrial !== null) trials.push({ trial: rowsTrial, news: laidRows?.diagnostics ?? [] });
  const isSound = trials.every(({ news }) => news.length === 0);
  found.push(...aloneWords(canvas, laying, isSound && !laying.isPale, new Set(found.map(startOf))));
  const told = new Set(found.map(startOf));
  for (const { trial, news } of trials) {
    const others = news.filter(({ span }) => !told.has(span.start));
    for (const { span } of others) told.add(span.start);
    found.push(...wordsOfTrial(canvas, trial, others));
  }
  return judgementOf(found, laying.left === 0 ? [] : [notLaidOut(canvas, laying.left)]);
}

const NOTHING: LaidOut = { diagnostics: [], pages: 0 };

/** What a text that does not fit its box lies over is its own consequence. */
function news(fresh: readonly Diagnostic[], isBeyondAxis: (one: Diagnostic) => boolean): readonly Diagnostic[] {
  const fit = fresh.filter((one) => isAboutFit(one) || isBeyondAxis(one));
  return fit.length > 0 ? fit : fresh.filter(({ code }) => PLACE_CODES.has(code));
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
 * A declared bound of a number may lie beyond the declared end of its axis. What is computed, and what nothing bounds,
 * has its break mark on the page and its finding there.
 */
function valuesBeyondAxes(canvas: Canvas): (one: Diagnostic) => boolean {
  const starts = fixedAxisStarts(canvas);
  const bounded = new Set(canvas.fields.flatMap(({ path, min, max }) => (min === null && max === null ? [] : [path])));
  return ({ code, span, dataPath }) =>
    code === BEYOND_AXIS && starts.has(span.start) && dataPath !== undefined && bounded.has(declaredPath(dataPath));
}

/** Lays payloads out within the bounds of one check, and answers what the examples have not shown. */
class Laying {
  readonly #layOut: LayOutPayload;
  readonly #known: ReadonlySet<string>;
  readonly #budget = { layouts: LAYOUTS_MAX, pages: PAGES_MAX };
  /** How many were not laid out, which is told. */
  left = 0;
  /** Whether a text was pale on its ground in one of them. */
  isPale = false;

  constructor(layOut: LayOutPayload, known: ReadonlySet<string>) {
    this.#layOut = layOut;
    this.#known = known;
  }

  /** Null where no room is left, or where the payload breaks the contract. */
  lay(payload: string): LaidOut | null {
    const hasRoom = this.#budget.layouts > 0 && this.#budget.pages > 0;
    this.#budget.layouts -= 1;
    const laid = hasRoom ? this.#layOut(new TextEncoder().encode(payload)) : null;
    if (laid === null) {
      this.left += 1;
      return null;
    }
    this.#budget.pages -= laid.pages;
    const diagnostics = laid.diagnostics.filter((one) => !this.#known.has(keyOf(one)));
    this.isPale ||= diagnostics.some(({ code }) => code === PALE);
    return { diagnostics, pages: laid.pages };
  }
}

/** Numbers that a computation or a pie refuses. What is told of them here is no news of another case. */
function unfitWords(canvas: Canvas, laying: Laying, known: Set<string>): readonly Diagnostic[] {
  const pies = pieStarts(canvas);
  return unfitNumbers(canvas).flatMap((one) => {
    const fresh = laying.lay(worstPayload(canvas, [one]))?.diagnostics ?? [];
    const own = fresh.filter(({ code, span }) => {
      return code === UNFIT[one.kind] && (one.kind !== "part" || pies.has(span.start));
    });
    for (const finding of own) known.add(keyOf(finding));
    return wordsOf(canvas, one, own).map((words) => advised(words, one.advice));
  });
}

/** What one choice of a field, or a picture that comes, breaks by itself. */
function aloneWords(
  canvas: Canvas,
  laying: Laying,
  isSound: boolean,
  known: ReadonlySet<number>,
): readonly Diagnostic[] {
  const told = new Set(known);
  const conditional = conditionalStarts(canvas);
  // Every choice is in one of the trials of several fields: where all of those hold, each alone does.
  const cases = [...pictureCases(canvas), ...(isSound ? [] : choiceCases(canvas))];
  return cases.flatMap((one) => {
    const fresh = laying.lay(worstPayload(canvas, [one]))?.diagnostics ?? [];
    const others = shownAlone(fresh, conditional).filter(({ span }) => !told.has(span.start));
    for (const { span } of others) told.add(span.start);
    return wordsOf(canvas, one, others);
  });
}

/** What a field's number makes of the place that cannot take it. */
const UNFIT = { divisor: "RPT3020", decimals: "RPT3024", part: "RPT4020" } as const satisfies Record<
  UnfitNumber["kind"],
  DiagnosticCode
>;

/** What a text that does not fit lies over is its own consequence; an element that a choice shows is none. */
function shownAlone(fresh: readonly Diagnostic[], conditional: ReadonlySet<number>): readonly Diagnostic[] {
  const hasMisfit = fresh.some(isAboutFit);
  return fresh.filter((one) => {
    if (isAboutFit(one)) return true;
    const isPlaced = PLACE_CODES.has(one.code) || one.code === PALE;
    return isPlaced && (!hasMisfit || one.code === PALE || conditional.has(one.span.start));
  });
}

function advised(words: Diagnostic, advice: string): Diagnostic {
  const title = words.repair === null ? advice : `${advice}, or ${words.repair.title}`;
  return { ...words, repair: { title, applicability: "suggestion", edits: [] } };
}

function startOf({ span }: Diagnostic): number {
  return span.start;
}

function isAboutFit({ code }: Diagnostic): boolean {
  return TEXT_CODES.has(code) || BLOCK_CODES.has(code);
}

function keyOf({ code, span }: Diagnostic): string {
  return `${code} ${span.start} ${span.end}`;
}

/** One finding for each element that breaks: a text that shows the field, a computed one, or a block. */
function wordsOf(canvas: Canvas, one: WorstCase | CountCase, news: readonly Diagnostic[]): readonly Diagnostic[] {
  const told = new Set<string>();
  const found: Diagnostic[] = [];
  for (const finding of news) {
    if (told.has(keyOf(finding))) continue;
    told.add(keyOf(finding));
    const shows = finding.dataPath !== undefined && declaredPath(finding.dataPath) === one.field.path;
    // A choice has its declared values, whatever is computed from it.
    const isComputed = TEXT_CODES.has(finding.code) && !shows && !isChoice(canvas, one.field.path);
    found.push({
      ...diagnose({
        code: isComputed || !one.isDeclared ? "RPT4032" : "RPT4031",
        span: finding.span,
        message: `with ${one.field.path} of ${one.words}${undeclared(one)}: ${finding.message}`,
        why: "The declaration allows such data, and the form breaks when it comes.",
        repair: repairOf(canvas, one, finding, shows),
      }),
      dataPath: one.field.path,
    });
  }
  return found;
}

function isChoice({ fields }: Canvas, path: string): boolean {
  return fields.some((field) => field.path === path && (field.type.kind === "enum" || field.type.kind === "bool"));
}

function undeclared({ isDeclared }: Pick<TriedValue, "isDeclared">): string {
  return isDeclared ? "" : ", which is what it takes without a declared bound";
}

/** So many fields of a trial are named where no value is shown that breaks. */
const FIELDS_NAMED = 3;

/** One finding for each element that breaks where several fields are at their limits. */
function wordsOfTrial(
  canvas: Canvas,
  { values, counts }: Pick<WorstTrial, "values" | "counts">,
  news: readonly Diagnostic[],
): readonly Diagnostic[] {
  const first = new Map(news.map((finding) => [finding.span.start, finding] as const).reverse());
  return [...first.values()].reverse().map((finding) => {
    const path = finding.dataPath === undefined ? null : declaredPath(finding.dataPath);
    // With other numbers of rows it may be any of them that does not fit.
    const isShown = path !== null && counts.size === 0 && VALUE_CODES.has(finding.code);
    const shown = isShown ? values.get(path) : undefined;
    const field = shown === undefined || path === null ? null : { path };
    const words = shown === undefined ? severalWords(values) : `with ${path} ${shown.words}${undeclared(shown)}`;
    const { repair } = field === null ? finding : { repair: repairOf(canvas, { field }, finding, true) };
    const told = diagnose({
      code: shown?.isDeclared === true ? "RPT4031" : "RPT4032",
      span: finding.span,
      message: `${words}: ${finding.message}`,
      why: "The declaration allows such data, and the form breaks when it comes.",
      repair: withBounds(canvas, repair, shown === undefined || path === null ? values : new Map([[path, shown]])),
    });
    return path === null ? told : { ...told, dataPath: path };
  });
}

/** The advice, and which numbers have no bounds, as far as they are named. */
function withBounds({ fields }: Canvas, repair: Repair | null, values: ReadonlyMap<string, TriedValue>): Repair | null {
  const numbers = new Set(fields.flatMap(({ path, type }) => (NUMBERS.has(type.kind) ? [path] : [])));
  const named = [...values].slice(0, FIELDS_NAMED);
  // Those of a plain list would bound its entries.
  const isOpen = ([path, { isDeclared }]: readonly [string, TriedValue]) =>
    !isDeclared && numbers.has(path) && !path.endsWith("[]");
  const open = named.filter(isOpen).map(([path]) => path);
  const bounds = open.length === 0 ? [] : [`declare min= and max= of ${open.join(" and ")}`];
  const advice = [...(repair === null ? [] : [repair.title]), ...bounds];
  return advice.length === 0 ? null : { title: advice.join(", or "), applicability: "suggestion", edits: [] };
}

const NUMBERS: ReadonlySet<string> = new Set(["int", "decimal"]);

/** `with qty of -99.9, price of 1000, tags absent and 4 more fields at their limits` */
function severalWords(values: ReadonlyMap<string, TriedValue>): string {
  const named = [...values].slice(0, FIELDS_NAMED).map(([path, { words }]) => `${path} ${words}`);
  const more = values.size - named.length;
  if (more > 0) return `with ${named.join(", ")} and ${more} more ${more === 1 ? "field" : "fields"} at their limits`;
  const last = named.pop();
  return named.length === 0 ? `with ${last}` : `with ${named.join(", ")} and ${last}`;
}

/** The declared length that fits is known where the box's own capacity is; else the layout's own advice stands. */
function repairOf(
  canvas: Canvas,
  { field }: Pick<CountCase, "field">,
  finding: Diagnostic,
  shows: boolean,
): Repair | null {
  // What a text holds says nothing about a code that shows the field as well.
  const isText = shows && TEXT_CODES.has(finding.code);
  const capacity = isText ? canvas.capacities?.[field.path] : undefined;
  const isCode = shows && CODES_OF_BARS.has(finding.code);
  const advice = [
    ...(isCode ? [`declare only what the code holds, by pattern= or a shorter length of ${field.path}`] : []),
    ...(capacity === undefined || capacity.charactersPerLine === 0
      ? []
      : [`declare what fits (${describeCapacity(capacity)})`]),
    ...(finding.repair === null ? [] : [finding.repair.title]),
  ];
  return advice.length === 0 ? null : { title: advice.join(", or "), applicability: "suggestion", edits: [] };
}

function notLaidOut({ pages }: Canvas, left: number): Diagnostic {
  const [start, end] = pages[0]?.span ?? [0, 0];
  return diagnose({
    code: "RPT4033",
    span: { start, end },
    message: `the longest data of ${left} more ${left === 1 ? "field was" : "fields were"} not laid out`,
    why: `A check lays out at most ${LAYOUTS_MAX} worst cases of ${PAGES_MAX} pages together, so that it stays quick.`,
    repair: null,
  });
}
