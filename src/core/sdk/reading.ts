// Drawn pages → what a reader makes of them: texts on lines, labels with their values, and tables with their columns,
// whatever fields and elements they came from.
import type { Form, FormBounds, FormRun, FormRunSource } from "./form.ts";
import { saidIn } from "./ticked.ts";

/** Letters of one element that stand side by side on one line. */
export interface ReadText {
  readonly text: string;
  /** Counted from 1 within the record. */
  readonly page: number;
  /** In EMU. */
  readonly bounds: FormBounds;
  /** The height of its letters in EMU. */
  readonly sizeEmu: number;
  /** Its place among `Form.elements`; null for what no element writes. */
  readonly element: number | null;
  /** What it shows, with offsets of `text`. */
  readonly sources: readonly FormRunSource[];
}

/** How a label stands to its value. */
export type LabelPlace =
  /** In one text: `登録番号：T…`, `合計　1,100円`. */
  | "within"
  /** In one sentence: `休日は、土曜日とする。` */
  | "sentence"
  /** Side by side: a pair, two cells of a row. */
  | "beside"
  /** Over the value: a heading, the head of a column. */
  | "above";

/** A label and what it tells. */
export interface ReadPair {
  readonly label: string;
  readonly place: LabelPlace;
  /** The text that the label is; null of `within` and `sentence`, and of the head of a column. */
  readonly labelText: ReadText | null;
  /** The text that holds the value; of `within` and `sentence`, the label too. */
  readonly of: ReadText;
  /** The value as it is drawn. */
  readonly value: string;
  /** What the value shows. */
  readonly sources: readonly FormRunSource[];
}

/** A column of a table: its heading and the texts under it, page by page from the top. */
export interface ReadColumn {
  readonly heading: string;
  readonly element: number;
  readonly cells: readonly ReadText[];
}

/** A value in a text, with the words around it: what stands between it and the values before and behind it. */
export interface ReadPhrase {
  readonly of: ReadText;
  /** What is shown: its letters are joined, where several runs show one value. */
  readonly source: FormRunSource;
  readonly before: string;
  readonly behind: string;
}

/**
 * A form as its reader finds it. Letters that nobody sees are not there, and words beside a box that is not ticked are
 * not said, where another box of the form is ticked.
 */
export interface FormReading {
  /** In paint order. */
  readonly texts: readonly ReadText[];
  readonly pairs: readonly ReadPair[];
  readonly columns: readonly ReadColumn[];
  /** Values of the data, text by text. */
  readonly phrases: readonly ReadPhrase[];
  /** The letters of each element, its lines joined: sentences that go on over several lines. */
  readonly sentences: readonly ReadSentence[];
}

/** What an element says, without the label that it may have. */
export interface ReadSentence {
  readonly text: string;
  /** Its place among `Form.elements`; null for what no element writes. */
  readonly element: number | null;
  /** The label of a pair; empty where there is none. */
  readonly label: string;
}

/** Rules are asked form by form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly reading: FormReading } | null = null;

/** Reads the drawn pages of a form. Pure; several rules share one reading of a frozen form. */
export function readingOf(form: Form): FormReading {
  if (last?.form === form) return last.reading;
  const reading = read(form);
  if (Object.isFrozen(form)) last = { form, reading };
  return reading;
}

function read(form: Form): FormReading {
  const isSaid = saidIn(form);
  const isRead = (run: FormRun) => !run.isRuby && isSaid(run);
  const pages = form.pages.map(({ runs }) => textsOf(runs.filter(isRead)));
  const texts = pages.flat();
  const columns = columnsOf(form, texts);
  const headings = new Map(columns.map((column) => [column.element, column]));
  const pairs = pages.flatMap((own) => [...own.flatMap(pairsWithin), ...pairsBetween(form, own, headings)]);
  return { texts, pairs, columns, phrases: texts.flatMap(phrasesOf), sentences: sentencesOf(form, texts) };
}

function phrasesOf(of: ReadText): readonly ReadPhrase[] {
  const values: FormRunSource[] = [];
  for (const source of of.sources) {
    if (source.path === null) continue;
    const last = values.at(-1);
    const isSame = last?.path === source.path && last.end === source.start;
    if (last !== undefined && isSame)
      values[values.length - 1] = { ...last, end: source.end, text: last.text + source.text };
    else values.push(source);
  }
  return values.map((source, at) => ({
    of,
    source,
    before: of.text.slice(values[at - 1]?.end ?? 0, source.start),
    behind: of.text.slice(source.end, values[at + 1]?.start ?? of.text.length),
  }));
}

/** A gap of more letters than this parts a label from its value. */
const GAP_LETTERS_MAX = 0.9;

function textsOf(runs: readonly FormRun[]): readonly ReadText[] {
  const groups: FormRun[][] = [];
  for (const run of runs) {
    const group = groups.at(-1);
    const before = group?.at(-1);
    if (group !== undefined && before !== undefined && isOneText(before, run)) group.push(run);
    else groups.push([run]);
  }
  return groups.map(textOf);
}

function isOneText(one: FormRun, other: FormRun): boolean {
  if (one.element !== other.element || one.isVertical !== other.isVertical) return false;
  if (one.isVertical) {
    return overlaps(one.bounds.leftEmu, one.bounds.rightEmu, other.bounds.leftEmu, other.bounds.rightEmu);
  }
  if (!overlaps(one.bounds.topEmu, one.bounds.bottomEmu, other.bounds.topEmu, other.bounds.bottomEmu)) return false;
  const gapEmu = other.bounds.leftEmu - one.bounds.rightEmu;
  return gapEmu <= one.sizeEmu * GAP_LETTERS_MAX && gapEmu > -one.sizeEmu;
}

function overlaps(start: number, end: number, otherStart: number, otherEnd: number): boolean {
  return start < otherEnd && otherStart < end;
}

function textOf(runs: readonly FormRun[]): ReadText {
  const [first] = runs;
  if (first === undefined) throw new Error("a text has letters");
  const sources: FormRunSource[] = [];
  let text = "";
  let { leftEmu, topEmu, rightEmu, bottomEmu } = first.bounds;
  for (const run of runs) {
    for (const source of run.sources) {
      sources.push({ ...source, start: source.start + text.length, end: source.end + text.length });
    }
    text += run.text;
    leftEmu = Math.min(leftEmu, run.bounds.leftEmu);
    topEmu = Math.min(topEmu, run.bounds.topEmu);
    rightEmu = Math.max(rightEmu, run.bounds.rightEmu);
    bottomEmu = Math.max(bottomEmu, run.bounds.bottomEmu);
  }
  const bounds = { leftEmu, topEmu, rightEmu, bottomEmu };
  return { text, page: first.page, bounds, sizeEmu: first.sizeEmu, element: first.element, sources };
}

/** Between a label and its value in one text. */
const SEPARATOR = /[：:]|[　 \u2003]+|…+/;
const SENTENCE = /^[\s　]*(?:\d+[.．、\s　]*)?(.{1,20}?)は、?(.+?)(?:とする|とします|です|である)?。?$/;
const LABEL_LETTERS_MAX = 24;

/** The label at the start of a text, and what follows it. */
function pairsWithin(of: ReadText): readonly ReadPair[] {
  const found: ReadPair[] = [];
  const match = SEPARATOR.exec(of.text);
  if (match !== null && match.index > 0 && match.index <= LABEL_LETTERS_MAX) {
    const end = match.index + match[0].length;
    if (of.text.slice(end).trim() !== "") found.push(pairAt(of, "within", match.index, end));
  }
  const sentence = SENTENCE.exec(of.text);
  const [, label, value] = sentence ?? [];
  if (label !== undefined && value !== undefined && value.trim() !== "") {
    const start = of.text.indexOf(value, of.text.indexOf(label) + label.length);
    const sources = sourcesFrom(of, start);
    found.push({ label: label.trim(), place: "sentence", labelText: null, of, value, sources });
  }
  return found;
}

function pairAt(of: ReadText, place: LabelPlace, end: number, start: number): ReadPair {
  const [label, value] = [of.text.slice(0, end).trim(), of.text.slice(start).trim()];
  return { label, place, labelText: null, of, value, sources: sourcesFrom(of, start) };
}

function sourcesFrom({ sources }: ReadText, start: number): readonly FormRunSource[] {
  return sources.filter((source) => source.end > start);
}

/** A label stands no more letters than this over its value. */
const LINES_BETWEEN_MAX = 2.4;

/** Each text with the one before it on its line, else with the heading of its column, else with what stands over it. */
function pairsBetween(
  form: Form,
  texts: readonly ReadText[],
  headings: ReadonlyMap<number, ReadColumn>,
): readonly ReadPair[] {
  const rows = [...texts].sort((one, other) => one.bounds.topEmu - other.bounds.topEmu);
  const blocks = blocksOf(texts);
  // The label of a pair stands in it, and the heading of a column over it.
  const isLabelledItself = ({ element }: ReadText) =>
    element !== null && (headings.has(element) || form.elements[element]?.keyword === "pair");
  const lefts = new Map(
    texts.map((of) => [of, nearest(rows, of, beside) ?? (isLabelledItself(of) ? null : besideBlock(rows, blocks, of))]),
  );
  // A label of a pair is no value, and one with a value at its side is none of what stands below.
  const labels = new Set<ReadText>();
  const taken = new Set<ReadText>();
  const wrapped = new Set(texts.filter((text, at) => isNextLine(texts[at - 1], text)));
  for (const [of, left] of lefts) {
    if (left === null) continue;
    const isValueToo = left.sources.some(({ path }) => path !== null);
    if (left.element === of.element && !isValueToo) labels.add(left);
    if (left.element === of.element || of.sources.some(({ path }) => path !== null)) taken.add(left);
  }
  return texts.flatMap((of): readonly ReadPair[] => {
    const { sources, text: value } = of;
    if (labels.has(of)) return [];
    const hasLeft = (lefts.get(of) ?? null) !== null;
    if (!hasLeft && sources.every(({ path }) => path === null) && !isValue(form, of)) return [];
    const column = of.element === null ? undefined : headings.get(of.element);
    const found: ReadPair[] = [];
    // What stands before a cell is another cell; the head of its column says what it is.
    const left = column === undefined ? (lefts.get(of) ?? null) : null;
    const drawn = { of, value, sources };
    if (left !== null) {
      const label = left.element === of.element ? left : (blocks.get(left) ?? left);
      found.push({ label: label.text.trim(), place: "beside", labelText: left, ...drawn });
    }
    if (column !== undefined) found.push({ label: column.heading, place: "above", labelText: null, ...drawn });
    const above = column === undefined ? nearest(rows, of, over) : null;
    if (above !== null && !taken.has(above) && !wrapped.has(above)) {
      found.push({ label: above.text.trim(), place: "above", labelText: above, ...drawn });
    }
    return found;
  });
}

/** Each text with the lines that it is one of, as one text: a label or a value of several lines. */
function blocksOf(texts: readonly ReadText[]): ReadonlyMap<ReadText, ReadText> {
  const blocks = new Map<ReadText, ReadText>();
  for (const lines of texts.reduce<ReadText[][]>((groups, text, at) => {
    const group = groups.at(-1);
    if (group !== undefined && isNextLine(texts[at - 1], text)) group.push(text);
    else groups.push([text]);
    return groups;
  }, [])) {
    const [first] = lines;
    if (first === undefined || lines.length === 1) continue;
    const bounds = {
      leftEmu: Math.min(...lines.map((line) => line.bounds.leftEmu)),
      topEmu: Math.min(...lines.map((line) => line.bounds.topEmu)),
      rightEmu: Math.max(...lines.map((line) => line.bounds.rightEmu)),
      bottomEmu: Math.max(...lines.map((line) => line.bounds.bottomEmu)),
    };
    const block = {
      ...first,
      bounds,
      text: lines.map(({ text }) => text.trim()).join(""),
      sources: lines.flatMap((line) => line.sources),
    };
    for (const line of lines) blocks.set(line, block);
  }
  return blocks;
}

/** The nearest text at the side of a block of several lines, or such a block at the side of a text: at its middle. */
function besideBlock(
  rows: readonly ReadText[],
  blocks: ReadonlyMap<ReadText, ReadText>,
  of: ReadText,
): ReadText | null {
  const own = blocks.get(of);
  let best: ReadText | null = null;
  for (const text of own === undefined ? blocks.keys() : rows) {
    const other = blocks.get(text) ?? text;
    if (other.element === of.element || other.bounds.rightEmu <= (best?.bounds.rightEmu ?? 0)) continue;
    if (isAtMiddle(other, own ?? of)) best = text;
  }
  return best;
}

function isAtMiddle({ bounds, page }: ReadText, own: ReadText): boolean {
  if (page !== own.page || bounds.rightEmu > own.bounds.leftEmu) return false;
  const [middle, ownMiddle] = [bounds, own.bounds].map(({ topEmu, bottomEmu }) => (topEmu + bottomEmu) / 2);
  return (
    (middle !== undefined && middle >= own.bounds.topEmu && middle <= own.bounds.bottomEmu) ||
    (ownMiddle !== undefined && ownMiddle >= bounds.topEmu && ownMiddle <= bounds.bottomEmu)
  );
}

/** Whether a text goes on what the text before it began: the last line of a long value is no heading. */
function isNextLine(before: ReadText | undefined, { bounds, element, sizeEmu, sources }: ReadText): boolean {
  if (before === undefined || before.element !== element || element === null) return false;
  const gapEmu = bounds.topEmu - before.bounds.bottomEmu;
  const isClose = gapEmu > -sizeEmu / 2 && gapEmu < sizeEmu * 1.2;
  const [last, first] = [before.sources.at(-1)?.path ?? null, sources[0]?.path ?? null];
  return isClose && last === first;
}

/** Fixed words may be a value too, of an element that says what they are. */
function isValue({ elements }: Form, { element }: ReadText): boolean {
  const role = element === null ? null : (elements[element]?.role ?? null);
  return role !== null && role !== "document.title";
}

type Distance = (text: ReadText, from: ReadText) => number | null;

/** How far a text ends before another on its line; null for one that does not. */
function beside({ bounds, element, page }: ReadText, { bounds: own, ...from }: ReadText): number | null {
  if (page !== from.page || bounds.rightEmu > own.leftEmu) return null;
  const middle = (own.topEmu + own.bottomEmu) / 2;
  const first = element === from.element ? own.topEmu : middle;
  return bounds.topEmu <= middle && bounds.bottomEmu >= first ? own.leftEmu - bounds.rightEmu : null;
}

/** How far a text ends over another; null for one that does not, or that begins elsewhere. */
function over({ bounds, page }: ReadText, { bounds: own, sizeEmu, ...from }: ReadText): number | null {
  const gapEmu = own.topEmu - bounds.bottomEmu;
  if (page !== from.page || gapEmu < -sizeEmu / 4 || gapEmu > sizeEmu * LINES_BETWEEN_MAX) return null;
  const isAligned =
    Math.abs(bounds.leftEmu - own.leftEmu) < sizeEmu || Math.abs(bounds.rightEmu - own.rightEmu) < sizeEmu;
  const isCentred = Math.abs(bounds.leftEmu + bounds.rightEmu - own.leftEmu - own.rightEmu) < sizeEmu * 2;
  return isAligned || isCentred ? gapEmu : null;
}

/** Texts of a page from the top down: those far above or below are passed over. */
function nearest(rows: readonly ReadText[], of: ReadText, distance: Distance): ReadText | null {
  let best: ReadText | null = null;
  let bestEmu = Number.POSITIVE_INFINITY;
  const reachEmu = of.sizeEmu * (LINES_BETWEEN_MAX + 3);
  for (const text of rows) {
    if (text.bounds.topEmu > of.bounds.bottomEmu) break;
    if (text === of || text.bounds.bottomEmu < of.bounds.topEmu - reachEmu) continue;
    const far = distance(text, of);
    if (far === null || far >= bestEmu) continue;
    best = text;
    bestEmu = far;
  }
  return best;
}

/** The columns of tables: what a column draws of its own words is its heading. */
function columnsOf({ elements }: Form, texts: readonly ReadText[]): readonly ReadColumn[] {
  const byElement = new Map<number, ReadText[]>();
  for (const text of texts) {
    if (text.element === null || elements[text.element]?.keyword !== "column") continue;
    const own = byElement.get(text.element);
    if (own === undefined) byElement.set(text.element, [text]);
    else own.push(text);
  }
  return [...byElement].flatMap(([element, own]): readonly ReadColumn[] => {
    const isHeading = ({ sources }: ReadText) => sources.every(({ isFixed }) => isFixed);
    // A long heading goes on over several lines.
    const end = own.findIndex((text) => !isHeading(text));
    const heading = own.slice(0, end < 0 ? own.length : end);
    if (heading.length === 0) return [];
    return [
      {
        heading: heading.map(({ text }) => text.trim()).join(""),
        element,
        cells: own.filter((text) => !isHeading(text)),
      },
    ];
  });
}

/** The letters of each element. Cells of a column are texts of their own. */
function sentencesOf({ elements }: Form, texts: readonly ReadText[]): readonly ReadSentence[] {
  const joined = new Map<number | null, { text: string; label: string; readonly element: number | null }>();
  const alone: ReadSentence[] = [];
  for (const { element, text } of texts) {
    const own = element === null ? undefined : elements[element];
    if (own?.keyword === "column") {
      alone.push({ text, element, label: "" });
      continue;
    }
    const known = joined.get(element) ?? { text: "", label: "", element };
    joined.set(element, known);
    // The label of a pair is drawn before its value.
    const label = own?.keyword === "pair" ? own.texts.find(({ name }) => name === "label") : undefined;
    const words = label?.parts.map((part) => (part.kind === "fixed" ? part.text : "")).join("") ?? "";
    if (known.label.length < words.length && known.text === "" && words.includes(text.trim())) known.label += text;
    else known.text += text;
  }
  return [...joined.values(), ...alone];
}
