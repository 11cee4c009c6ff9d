// What would break on real data: the form laid out with one field after another as long or as large as it is declared,
// and with other numbers of rows than its examples have.
import {
  type Canvas,
  countedLists,
  describeCapacity,
  examplePayload,
  type WidestOf,
  type WorstCase,
  worstCases,
  worstPayload,
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
 * Bounds of one check: a sound form takes one layout with everything at its worst, two with few rows and some for each
 * array, a form that breaks one more for each field. What is left out is told.
 */
const LAYOUTS_MAX = 60;
const PAGES_MAX = 300;

/** Texts that are set and do not fit; what else is found with examples is found without the worst. */
const TEXT_CODES: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT4001", "RPT4002", "RPT4003", "RPT4004"]);
/** Pages and tables that a text or a list breaks, and codes that cannot hold what they are given. */
const BLOCK_CODES: ReadonlySet<string> = new Set<DiagnosticCode>([
  "RPT4006",
  "RPT4007",
  "RPT4010",
  "RPT4011",
  "RPT4013",
  "RPT4014",
  "RPT4015",
]);
/** Bar codes that cannot hold what they are given, or not at their size. */
const CODES_OF_BARS: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT4007", "RPT4015"]);
/** What grows over its neighbour or off its plate and page, and axes and sums that few rows leave without a value. */
const PLACE_CODES: ReadonlySet<string> = new Set<DiagnosticCode>([
  "RPT3020",
  "RPT4021",
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
  const budget = { layouts: LAYOUTS_MAX, pages: PAGES_MAX };
  let left = 0;
  /** Null where it was not laid out, which is told. */
  const lay = (payload: string): LaidOut | null => {
    const hasRoom = budget.layouts > 0 && budget.pages > 0;
    budget.layouts -= 1;
    const laid = hasRoom ? layOut(new TextEncoder().encode(payload)) : null;
    if (laid === null) {
      left += 1;
      return null;
    }
    budget.pages -= laid.pages;
    return { diagnostics: news(laid.diagnostics, known), pages: laid.pages };
  };
  const together = cases.length === 0 ? NOTHING : lay(worstPayload(canvas, cases));
  // Where they could not be laid out together, each counts by itself.
  left = 0;
  const lists = countedLists(canvas);
  const counted = (counts: ReadonlyMap<string, number>): LaidOut | null => lay(examplePayload(canvas, counts));
  const found = fewRows(lists, counted).flatMap((one) => wordsOf(canvas, one, one.news));
  for (const list of lists) {
    for (const one of manyRows(list, usual.pages, counted)) found.push(...wordsOf(canvas, one, one.news));
  }
  for (const one of cases) {
    if (together !== null && !mayBreak(one.field.path, together.diagnostics)) continue;
    const own = lay(worstPayload(canvas, [one]));
    if (own !== null) found.push(...wordsOf(canvas, one, own.diagnostics));
  }
  return judgementOf(found, left === 0 ? [] : [notLaidOut(canvas, left)]);
}

const NOTHING: LaidOut = { diagnostics: [], pages: 0 };

/** What a text that does not fit its box lies over is its own consequence. */
function news(diagnostics: readonly Diagnostic[], known: ReadonlySet<string>): readonly Diagnostic[] {
  const fresh = diagnostics.filter((one) => !known.has(keyOf(one)));
  const fit = fresh.filter(isAboutFit);
  return fit.length > 0 ? fit : fresh.filter(({ code }) => PLACE_CODES.has(code));
}

/**
 * Whether a field may break the form by itself. A form that holds all fields at their worst together holds each of them
 * alone; a text that breaks names its field. What names none (a computed value) may be anybody's, and so may a block:
 * the path of a row that is too high names one of its fields, not the field that makes it high.
 */
function mayBreak(path: string, together: readonly Diagnostic[]): boolean {
  return together.some(
    ({ code, dataPath }) => !TEXT_CODES.has(code) || dataPath === undefined || declaredPath(dataPath) === path,
  );
}

/** `items[].name` for `items[4].name`. */
function declaredPath(dataPath: string): string {
  return dataPath.replaceAll(/\[\d+\]/g, "[]");
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
    const isComputed = TEXT_CODES.has(finding.code) && !shows;
    const undeclared = one.isDeclared ? "" : ", which is what it takes without a declared bound";
    found.push({
      ...diagnose({
        code: isComputed || !one.isDeclared ? "RPT4032" : "RPT4031",
        span: finding.span,
        message: `with ${one.field.path} of ${one.words}${undeclared}: ${finding.message}`,
        why: "The declaration allows such data, and the form breaks when it comes.",
        repair: repairOf(canvas, one, finding, shows),
      }),
      dataPath: one.field.path,
    });
  }
  return found;
}

/** The declared length that fits is known where the box's own capacity is; else the layout's own advice stands. */
function repairOf(
  canvas: Canvas,
  { field }: WorstCase | CountCase,
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
