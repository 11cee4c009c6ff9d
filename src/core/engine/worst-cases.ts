// What would break on real data: the form laid out with one field after another as long or as large as it is declared.
import {
  type Canvas,
  describeCapacity,
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

/** Lays a payload out, or answers null where it breaks the contract; `pages` is what it took. */
export type LayOutPayload = (payload: Uint8Array) => {
  readonly diagnostics: readonly Diagnostic[];
  readonly pages: number;
} | null;

/**
 * Bounds of one check: a sound form takes one layout with everything at its worst and one for each array, a form that
 * breaks one more for each field. What is left out is told.
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
  "RPT4015",
]);

/**
 * Findings about declared lengths that the form does not hold. `usual` is what the examples already show; the same
 * finding at the same element is no news.
 */
export function findWorstCases(
  canvas: Canvas,
  usual: readonly Diagnostic[],
  widestOf: WidestOf,
  layOut: LayOutPayload,
): Judgement {
  // A form whose examples do not fit is mended first; what is longer would only say the same again.
  if (hasErrors(usual.filter(isAboutFit))) return judgementOf([]);
  const cases = worstCases(canvas, widestOf);
  const known = new Set(usual.map(keyOf));
  const budget = { layouts: LAYOUTS_MAX, pages: PAGES_MAX };
  /** Null where it was not laid out. */
  const news = (chosen: readonly WorstCase[]): readonly Diagnostic[] | null => {
    if (budget.layouts <= 0 || budget.pages <= 0) return null;
    budget.layouts -= 1;
    const laid = layOut(new TextEncoder().encode(worstPayload(canvas, chosen)));
    if (laid === null) return null;
    budget.pages -= laid.pages;
    return laid.diagnostics.filter((one) => isAboutFit(one) && !known.has(keyOf(one)));
  };
  const scalars = cases.filter(({ field }) => field.type.kind !== "array");
  const together = scalars.length === 0 ? [] : news(scalars);
  const suspects = cases.filter(
    ({ field }) => field.type.kind === "array" || together === null || mayBreak(field.path, together),
  );
  const found: Diagnostic[] = [];
  let left = 0;
  for (const one of suspects) {
    const own = news([one]);
    if (own === null) left += 1;
    else found.push(...wordsOf(canvas, one, own));
  }
  return judgementOf(found, left === 0 ? [] : [notLaidOut(canvas, left)]);
}

/**
 * Whether a field may break the form by itself. A form that holds all fields at their worst together holds each of them
 * alone; a text that breaks names its field, and what names none (a computed value, a block) may be anybody's.
 */
function mayBreak(path: string, together: readonly Diagnostic[]): boolean {
  return together.some(({ dataPath }) => dataPath === undefined || declaredPath(dataPath) === path);
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
function wordsOf(canvas: Canvas, one: WorstCase, news: readonly Diagnostic[]): readonly Diagnostic[] {
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
function repairOf(canvas: Canvas, { field }: WorstCase, finding: Diagnostic, shows: boolean): Repair | null {
  const capacity = shows ? canvas.capacities?.[field.path] : undefined;
  const advice = [
    ...(capacity === undefined ? [] : [`declare what fits (${describeCapacity(capacity)})`]),
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
