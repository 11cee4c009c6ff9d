// How many lines texts may have so that an element holds them: looked for by layouts, and so none that was not tried.
import {
  type Canvas,
  linesOfExamples,
  linesTrial,
  type TriedValue,
  type WidestOf,
  type WorstTrial,
} from "../../canvas/index.ts";
import type { Diagnostic, LinesChange, Repair } from "../../diagnostics/index.ts";
import { withContainer } from "./container-room.ts";
import type { LaidOut } from "./row-counts.ts";

/** So many layouts of one check look for numbers of lines. */
const LAYOUTS_MAX = 48;
/** Lines for which room is asked where an element has room for none: a note of two lines is soon one of three. */
const LINES_USUAL = 3;
/** A repair that says by how much an element grows. */
const GROWS = /enlarge h by/u;

/** What is declared of texts of many lines. */
export interface LinesAdvice {
  readonly title: string;
  readonly changes: readonly LinesChange[];
  /** What else is to be done: nothing, what the element lacks without them too, or what the title says. */
  readonly beside: "nothing" | "all" | "said";
}

/** Texts of many lines that an element does not hold. */
export interface LinedTexts {
  readonly finding: Diagnostic;
  readonly values: ReadonlyMap<string, Pick<TriedValue, "advice" | "lines">>;
  /** What the element lacks with texts that have no line ends. */
  readonly usualEmu: number;
}

/** What texts of many lines are tried in. */
export interface LinesTrials {
  /** The one in which they break the element. */
  readonly lined: WorstTrial;
  /** What else is at its limits beside them; null for nothing. */
  readonly others: readonly WorstTrial[] | null;
}

/** A field of many lines. */
interface Lined {
  readonly path: string;
  readonly lengthMax: number;
  /** As many as it was tried with. */
  readonly tried: number;
  /** As many as its examples have. */
  readonly least: number;
  /** Where it is declared. */
  readonly span: LinesChange["of"];
}

interface Search {
  readonly canvas: Canvas;
  readonly widestOf: WidestOf;
  readonly lay: (payload: string) => LaidOut | null;
}

export class FittingLines {
  readonly #search: Search;
  #left = LAYOUTS_MAX;

  constructor(search: Search) {
    this.#search = search;
  }

  /** Null where nothing is found, or nothing was left to look with. */
  adviceOn({ lined, others }: LinesTrials, texts: LinedTexts): LinesAdvice | null {
    const fields = this.#linedOf(texts.values);
    if (fields.length === 0) return null;
    const lackAt = (lines: number, beside: LinesTrials["others"]) =>
      this.#lackAt({ lined, others: beside }, texts.finding, { fields, lines });
    const isHeld = (lines: number, beside: LinesTrials["others"]): boolean =>
      (lackAt(lines, beside)?.lackEmu ?? Infinity) <= texts.usualEmu;
    const beside = texts.usualEmu > 0 ? "all" : "nothing";
    for (const tried of texts.usualEmu > 0 ? [others] : [others, null]) {
      const lines = mostHeld(fields, (count) => isHeld(count, tried));
      if (lines !== null) return { ...declared(fields, lines), beside };
    }
    const grown = lackAt(LINES_USUAL, others)?.repair ?? null;
    const isOneLine = fields.every(({ least }) => least === 1);
    if (beside === "nothing" && isOneLine && isHeld(1, null)) return { title: asStrings(fields), changes: [], beside };
    if (grown !== null && GROWS.test(grown.title)) {
      const { title } = declared(fields, LINES_USUAL);
      return { title: `${title}, and ${grown.title}`, changes: [], beside: "said" };
    }
    return isOneLine ? { title: asStrings(fields), changes: [], beside } : null;
  }

  #linedOf(values: LinedTexts["values"]): readonly Lined[] {
    return this.#search.canvas.fields.flatMap((field) => {
      const { path, type, span } = field;
      const tried = values.get(path)?.lines;
      if (tried === undefined || type.kind !== "text") return [];
      return [{ path, lengthMax: type.lengthMax, tried, least: linesOfExamples(field), span }];
    });
  }

  /** What the element lacks where the texts have so many lines, or as many as their examples; null: nobody knows. */
  #lackAt(
    { lined, others }: LinesTrials,
    { code, span }: Diagnostic,
    { fields, lines }: { readonly fields: readonly Lined[]; readonly lines: number },
  ): { readonly lackEmu: number; readonly repair: Repair | null } | null {
    if (this.#left <= 0) return null;
    this.#left -= 1;
    const { canvas, widestOf, lay } = this.#search;
    const counts = new Map(fields.map(({ path, least }) => [path, Math.max(lines, least)]));
    const laid = lay(linesTrial(canvas, lined, counts, { widestOf, others }).payload);
    if (laid === null) return null;
    const found = laid.diagnostics.find((one) => one.code === code && one.span.start === span.start);
    if (found === undefined) return { lackEmu: 0, repair: null };
    const { repair } = found;
    return {
      lackEmu: found.lackEmu ?? Infinity,
      repair: repair === null ? null : { ...repair, title: withContainer(canvas, found) },
    };
  }
}

/** The most lines, from two on, that are held; null where not even two are. */
function mostHeld(fields: readonly Lined[], isHeld: (lines: number) => boolean): number | null {
  let high = Math.min(
    Math.max(...fields.map(({ tried }) => tried)),
    Math.max(...fields.map(({ lengthMax }) => lengthMax)),
  );
  let low = Math.max(2, Math.min(...fields.map(({ least }) => least)));
  if (low > high || !isHeld(low)) return null;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isHeld(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** `declare lines=4 of a and b`, with what is changed. */
function declared(fields: readonly Lined[], lines: number): Pick<LinesAdvice, "title" | "changes"> {
  const counts = fields.map(({ path, span, least, lengthMax }) => {
    return { path, of: span, count: Math.min(Math.max(lines, least), lengthMax) };
  });
  const words = [...Map.groupBy(counts, ({ count }) => count)].map(([count, same]) => {
    return `lines=${count} of ${same.map(({ path }) => path).join(" and ")}`;
  });
  return { title: `declare ${words.join(" and ")}`, changes: counts.map(({ of, count }) => ({ of, count })) };
}

function asStrings(fields: readonly Lined[]): string {
  const texts = fields.map(({ path, lengthMax }) => `${path} string(${lengthMax})`);
  return `declare ${texts.join(" and ")}, which ${texts.length === 1 ? "has" : "have"} no line ends`;
}

/**
 * A repair with what is declared of texts of many lines: first, where the element holds them then.
 * @param others what else is declared
 */
export function withLinesAdvice(repair: Repair | null, advice: LinesAdvice | null, others: readonly string[]): Repair {
  const own = repair === null ? [] : [repair.title];
  const more = others.length === 0 ? [] : [others.join(", and ")];
  const suggested = (...parts: readonly string[]): Repair => ({
    title: [...parts, ...more].join("; beside that, "),
    applicability: "suggestion",
    edits: [],
  });
  if (advice === null) return suggested(...own);
  switch (advice.beside) {
    case "nothing": {
      const both = suggested([advice.title, ...own].join(", or "));
      return others.length === 0 ? { ...both, lines: advice.changes } : both;
    }
    case "all":
      return suggested(...own, advice.title);
    case "said":
      return suggested(advice.title);
  }
}
