// Canvas → which fields an expression of some place reads, by their last names.
import { type ExpressionCode, lastNameOf } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import type { BarcodeElement, CanvasElement, ChartElement, GanttAxis, TableColumn } from "./canvas-elements.ts";

/** Where elements with a condition of their own begin. */
export function conditionalStarts({ pages }: Canvas): ReadonlySet<number> {
  const starts = new Set<number>();
  visit(pages, (part) => {
    if (isElement(part) && part.box.when !== null) starts.add(part.span[0]);
  });
  return starts;
}

/** Where pies begin. */
export function pieStarts({ pages }: Canvas): ReadonlySet<number> {
  const starts = new Set<number>();
  visit(pages, (part) => {
    if (isPie(part)) starts.add(part.span[0]);
  });
  return starts;
}

/** Where axes of time begin, and the steps of each. */
export function unitsOfScales({ pages }: Canvas): ReadonlyMap<number, GanttAxis["unit"]> {
  const units = new Map<number, GanttAxis["unit"]>();
  visit(pages, (part) => {
    if (isTimeAxis(part)) units.set(part.span[0], part.unit);
  });
  return units;
}

/** Whether some page limits how many pages a record takes. */
export function promisesPages({ pages }: Canvas): boolean {
  return pages.some(({ pagesMost }) => pagesMost !== undefined);
}

/** The names of lists that columns are made of. */
export function columnLists({ pages, lets }: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit(pages, (part) => {
    if (isColumnOfList(part)) addNames(part.each, names);
  });
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

/** The names that headings of columns read which are made of a list. */
export function headingNames({ pages, lets }: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit(pages, (part) => {
    if (isColumnOfList(part)) addNames(part.heading, names);
  });
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

/** The names that columns read whose equal neighbours become one cell. */
export function joinedNames({ pages, lets }: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit(pages, (part) => {
    if (isJoined(part)) addNames([part.content, part.mergeBy], names);
  });
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

/** The names whose values `join` makes one text of, in groups or in whole lists. */
export function collectedNames({ document, recordSource, pages, textStyles, lets }: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit([document, recordSource, pages, textStyles, lets], (part) => {
    if (isCall(part, "join")) addNames(part.args[0], names);
  });
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

/** The lists that `join` makes one text of, and the lets that they are computed by. */
export function collectedLists(canvas: Canvas): readonly unknown[] {
  const { document, recordSource, pages, textStyles, lets } = canvas;
  const lists: unknown[] = [];
  visit([document, recordSource, pages, textStyles, lets], (part) => {
    if (isCall(part, "join")) lists.push(part.args[0]);
  });
  const names = collectedNames(canvas);
  return [...lists, ...lets.flatMap(({ path, code }) => (reads(names, path) ? [code] : []))];
}

/** What each `group` parts records by, every different way once. */
export function groupNames({ recordSource, pages, lets }: Canvas): readonly ReadonlySet<string>[] {
  const found = new Map<string, ReadonlySet<string>>();
  visit([recordSource, pages, lets], (part) => {
    if (!isCall(part, "group")) return;
    const names = new Set<string>();
    addNames(part.args[1], names);
    for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
    if (names.size > 0) found.set([...names].join(" "), names);
  });
  return [...found.values()];
}

/** The names of lists whose entries elements repeat: each, the rows of tables, and the marks of a time axis. */
export function repeatedLists({ pages, lets }: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit(pages, (part) => {
    if (isElement(part) && (part.kind === "each" || part.kind === "table")) addNames(part.over, names);
    if (isTimeAxis(part)) for (const { each } of [...part.bars, ...part.milestones]) addNames(each, names);
  });
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

/** The names of lists whose entries are the bars or marks of one row of a time axis. */
export function markedLists({ pages, lets }: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit(pages, (part) => {
    if (isTimeAxis(part)) for (const { each } of [...part.bars, ...part.milestones]) addNames(each, names);
  });
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

/** The names that charts read for their categories, each of which needs room of its own. */
export function categoryNames(canvas: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit(canvas.pages, (part) => {
    if ("kind" in part && part.kind === "chart" && "category" in part) addNames(part.category, names);
  });
  for (const { path, code } of canvas.lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

/** The names that schedules read, for the words of their bars among others. */
export function scheduleNames(canvas: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit(canvas.pages, (part) => {
    if (isElement(part) && part.kind === "table" && holds(part, isTimeAxis)) addNames(part, names);
  });
  for (const { path, code } of canvas.lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

/** The tables that plan how many rows a page has. */
interface PlannedRows {
  /** What their lists are read from. */
  readonly names: ReadonlySet<string>;
  /** The most rows that the first page and one more have together; 0 where no table plans any. */
  readonly rows: number;
}

export function plannedRows({ pages, lets }: Canvas): PlannedRows {
  const names = new Set<string>();
  let rows = 0;
  visit(pages, (part) => {
    if (!isElement(part) || part.kind !== "table" || part.rowsPerPage === null) return;
    addNames(part.over, names);
    rows = Math.max(rows, (part.rowsOnFirstPage ?? part.rowsPerPage) + part.rowsPerPage);
  });
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return { names, rows };
}

/** The bars of time axes. */
interface BarEnds {
  /** What their starts and ends are read from. */
  readonly names: ReadonlySet<string>;
  /** Where they begin in the source. */
  readonly starts: ReadonlySet<number>;
}

/** The bars of time axes: where they begin in the source, and the names that their starts and ends are read from. */
export function barEnds({ pages, lets }: Canvas): BarEnds {
  const [names, starts] = [new Set<string>(), new Set<number>()];
  visit(pages, (part) => {
    if (!isTimeAxis(part)) return;
    for (const { start, end, span } of part.bars) {
      starts.add(span[0]);
      addNames([start, end], names);
    }
  });
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return { names, starts };
}

/** The names that are read as Markdown. */
export function markdownNames(canvas: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit(canvas.pages, (part) => {
    if (isElement(part) && part.kind === "markdown") addNames(part.content, names);
  });
  for (const { path, code } of canvas.lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

/** The names that an expression passes to `narrow`, which turns some full-width letters into two half-width ones. */
export function narrowedNames({ pages, lets }: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit([pages, lets], (part) => {
    if ("op" in part && part.op === "call" && "name" in part && part.name === "narrow") addNames(part, names);
  });
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

/**
 * The constants that `split` parts texts at, and those that `replace` writes longer, each with the names that it is
 * looked for in. A text that has many of them becomes many entries, or a longer text than is declared.
 */
export function soughtParts({ pages, lets }: Canvas): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  visit([pages, lets], (part) => {
    const isReplaced = isCall(part, "replace");
    if (!isReplaced && !isCall(part, "split")) return;
    const [text, sought, instead] = part.args;
    const constant = constantText(sought);
    if (constant === null || constant === "") return;
    const written = isReplaced ? constantText(instead) : null;
    if (written !== null && written.length <= constant.length) return;
    const names = found.get(constant) ?? new Set<string>();
    addNames(text, names);
    found.set(constant, names);
  });
  for (const names of found.values()) {
    for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  }
  return found;
}

/** The text of an expression that is nothing but a text in quotes. */
function constantText(code: unknown): string | null {
  if (typeof code !== "object" || code === null || !("op" in code) || code.op !== "text") return null;
  return "text" in code && typeof code.text === "string" ? code.text : null;
}

/** The names that places of one kind read. */
export interface Operands {
  /** What something is divided by. */
  readonly divisors: ReadonlySet<string>;
  /** What a choice reads that divides in one of its ways. */
  readonly guards: ReadonlySet<string>;
  /** What is taken from one another in a divisor. */
  readonly differences: ReadonlySet<string>;
  /** Numbers of decimals. */
  readonly decimals: ReadonlySet<string>;
  /** Parts of a pie. */
  readonly parts: ReadonlySet<string>;
  /** What parts records into groups or columns. */
  readonly keys: ReadonlySet<string>;
}

/** A let stands for what it is computed from. */
export function operandsOf(canvas: Canvas): Operands {
  const found = {
    ...{ divisors: new Set<string>(), guards: new Set<string>(), differences: new Set<string>() },
    ...{ decimals: new Set<string>(), parts: new Set<string>(), keys: new Set<string>() },
  };
  const { document, recordSource, pages, textStyles, lets } = canvas;
  // Titles and bookmarks stand outside the pages, computed colours of letters in the styles.
  visit([document, recordSource, pages, textStyles, lets], (part) => {
    if (isDivision(part)) {
      addNames(part.right, found.divisors);
      visit(part.right, (inner) => {
        if (isArithmetic(inner) && inner.operator === "-") addNames(inner, found.differences);
      });
    }
    if (isCall(part, "if") || isCall(part, "case") || isCall(part, "coalesce")) {
      if (holds(part, isDivision)) addNames(part, found.guards);
    }
    if (isCall(part, "fixed")) addNames(part.args[1], found.decimals);
    if (isCall(part, "group") || isCall(part, "distinct")) addNames(part.args.slice(0, 2), found.keys);
    if (isColumnOfList(part)) addNames(part.heading, found.keys);
    if (isPie(part)) for (const { value } of part.series) addNames(value, found.parts);
  });
  for (const names of Object.values(found)) {
    // Each let uses only those before it.
    for (const { path, code } of canvas.lets.toReversed()) if (reads(names, path)) addNames(code, names);
  }
  return found;
}

/** Whether the form groups records by a computed key, such as a month: several values of a field make one group. */
export function partsByComputed({ recordSource, pages, lets }: Canvas): boolean {
  return holds([recordSource, pages, lets], (part) => {
    const isParting = isCall(part, "group") || isCall(part, "distinct");
    return isParting && holds(part.args[1] ?? part.args[0], isComputed);
  });
}

/** Operations that read a value and compute nothing. */
const READING: ReadonlySet<unknown> = new Set(["root", "source", "record", "index", "ambient", "member", "each"]);

function isComputed(part: object): boolean {
  return "op" in part && !READING.has(part.op);
}

/** Whether some place sums up records. */
export function sumsAnything({ pages, lets }: Canvas): boolean {
  return holds([pages, lets], (part) => isCall(part, "sum"));
}

/**
 * Names that one place reads together with others: what it shows then depends on more than one of them. Conditions all
 * count as one place, since what they show may lie over one another.
 */
export function mingledNames(canvas: Canvas): ReadonlySet<string> {
  const conditions = new Set<string>();
  const places: Set<string>[] = [conditions];
  const place = (part: unknown): void => {
    const names = new Set<string>();
    addNames(part, names);
    places.push(names);
  };
  visit([canvas.pages, canvas.lets], (part) => {
    if (Array.isArray(part) || "op" in part) place(isTemplate(part) || "op" in part ? part : []);
    const when = "when" in part ? part.when : isElement(part) ? part.box.when : null;
    if (when === null || when === undefined) return;
    addNames(when, conditions);
    place(part);
  });
  for (const names of places) {
    for (const { path, code } of canvas.lets.toReversed()) if (reads(names, path)) addNames(code, names);
  }
  const fieldsIn = (names: ReadonlySet<string>) => canvas.fields.filter(({ path }) => reads(names, path));
  const different = new Map(places.map((names) => [[...names].join(" "), names]));
  return new Set([...different.values()].flatMap((names) => (fieldsIn(names).length > 1 ? [...names] : [])));
}

/** The names that conditions read: those of `when`, and what `if`, `case` and `??` choose by, in colours too. */
export function decidingNames({ pages, textStyles, lets }: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit([pages, textStyles, lets], (part) => {
    if ("when" in part) addNames(part.when, names);
    // The last argument is what is left; those between them are conditions and values in turn.
    if (isCall(part, "if") || isCall(part, "case")) addNames(conditionsOf(part.args), names);
    if (isCall(part, "coalesce")) addNames(part.args, names);
    if ("op" in part && part.op === "coalesce") addNames(part, names);
  });
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

function conditionsOf(args: readonly unknown[]): readonly unknown[] {
  return args.slice(0, -1).filter((_, at) => at % 2 === 0);
}

/** The names that the pages read, wherever they stand. */
export function shownNames({ pages, lets }: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  addNames(pages, names);
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

/** Names of what something is taken from, and of what is taken from it. */
export interface Differences {
  readonly from: ReadonlySet<string>;
  readonly taken: ReadonlySet<string>;
}

/** A difference is largest where one side is at its least. What a constant is taken from has its extremes by itself. */
export function differencesOf({ pages, lets }: Canvas): Differences {
  const found = { from: new Set<string>(), taken: new Set<string>() };
  const namesOf = (side: ExpressionCode): ReadonlySet<string> => {
    const names = new Set<string>();
    addNames(side, names);
    for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
    return names;
  };
  visit([pages, lets], (part) => {
    if (!isArithmetic(part) || part.operator !== "-") return;
    const [from, taken] = [namesOf(part.left), namesOf(part.right)];
    if (from.size === 0 || taken.size === 0) return;
    for (const name of from) found.from.add(name);
    for (const name of taken) found.taken.add(name);
  });
  return found;
}

/** Names that the element beginning at a place reads, and all that stands in it. */
export function namesWithin({ pages, lets }: Canvas, start: number): ReadonlySet<string> {
  const names = new Set<string>();
  visit(pages, (part) => {
    if (isElement(part) && part.span[0] === start) addNames(part, names);
  });
  for (const { path, code } of lets.toReversed()) if (reads(names, path)) addNames(code, names);
  return names;
}

function isTemplate(part: object): boolean {
  return Array.isArray(part) && part.some((one: unknown) => typeof one === "object" && one !== null && "code" in one);
}

export function addNames(code: unknown, names: Set<string>): void {
  visit(code, (part) => {
    if ("op" in part && "name" in part && typeof part.name === "string") names.add(part.name);
  });
}

/** Whether the last name of a path is among those. */
export function reads(names: ReadonlySet<string>, path: string): boolean {
  return names.has(lastNameOf(path));
}

export function visit(part: unknown, look: (part: object) => void): void {
  if (typeof part !== "object" || part === null) return;
  look(part);
  for (const inner of Object.values(part)) visit(inner, look);
}

function holds(part: unknown, isWanted: (part: object) => boolean): boolean {
  let found = false;
  visit(part, (inner) => {
    found ||= isWanted(inner);
  });
  return found;
}

interface Arithmetic {
  readonly operator: unknown;
  readonly left: ExpressionCode;
  readonly right: ExpressionCode;
}

function isArithmetic(part: object): part is Arithmetic {
  return "op" in part && part.op === "arithmetic" && "operator" in part && "left" in part && "right" in part;
}

function isDivision(part: object): part is Arithmetic {
  return isArithmetic(part) && (part.operator === "/" || part.operator === "%");
}

function isCall(part: object, name: string): part is { readonly args: readonly unknown[] } {
  return "op" in part && part.op === "call" && "name" in part && part.name === name && "args" in part;
}

function isColumnOfList(part: object): part is TableColumn {
  return "each" in part && "heading" in part && "content" in part;
}

function isJoined(part: object): part is TableColumn {
  return "merge" in part && part.merge === true && "heading" in part && "content" in part;
}

/** A bar code of the canvas. */
export function isBarcode(part: object): part is BarcodeElement {
  return "kind" in part && part.kind === "barcode" && "symbology" in part;
}

function isPie(part: object): part is ChartElement {
  return "kind" in part && part.kind === "chart" && "chart" in part && part.chart === "pie";
}

function isTimeAxis(part: object): part is GanttAxis {
  return "tiers" in part && "holidays" in part && "span" in part;
}

function isElement(part: object): part is Extract<CanvasElement, { readonly box: unknown }> {
  return "kind" in part && "box" in part && "span" in part;
}
