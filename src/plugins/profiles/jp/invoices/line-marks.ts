// Marks on lines at the reduced rate (※, 軽), told from the signs of the numbers that stand beside them.
import {
  type ExpressionTree,
  type Form,
  type FormElement,
  type FormRun,
  type FormRunSource,
  type FormSource,
  nodesOf,
  readingOf,
} from "../../../../core/sdk/index.ts";
import { isBeside } from "../items/drawn-words.ts";
import { narrow } from "../items/narrow.ts";
import { ofSource } from "../items/of-source.ts";
import { entryOf } from "../money/figures.ts";

/** What marks a line: ※, ☆, *, 軽. */
const MARK = /[※☆★*＊◆●▲]|軽/;

const MARKS = /[※☆★*＊◆●▲]/g;
/** Any sign that stands as one: ◎は, 「△」, ◇印の. */
const NAMED_SIGN = new RegExp(
  "([\\u25a0-\\u27bf\\u2b00-\\u2bff#＃†‡§¶※*＊])" + '(?=[\\s　」』”")）]*(?:は|が|を|の|印|付|マーク|記号|[:：=＝…]))',
  "gu",
);

/** The signs that words on the reduced rate explain: each of the usual ones, and any other that they name. */
export function signsNamedIn(text: string): readonly string[] {
  const named = [...text.matchAll(NAMED_SIGN)].map(([, sign = ""]) => sign);
  return [...new Set([...(text.match(MARKS) ?? []), ...named])];
}

/** Signs that sentences on the reduced rate explain; those of the cells of lines are the marks themselves. */
export function signsExplained(form: Form): ReadonlySet<string> {
  const own = readingOf(form).sentences.filter(
    ({ text, label, element }) =>
      /軽|8\s*%/.test(narrow(`${label}${text}`)) && (element === null || form.elements[element]?.keyword !== "column"),
  );
  return new Set(own.flatMap(({ text, label }) => signsNamedIn(`${label}${text}`)));
}

/** In words of the data 軽 stands for itself where it is a mark: 軽トラック is a vehicle, 手軽 an ease. */
const WORD_OF_LIGHT = /(?<=[手気身足])軽|軽(?!減)(?=[A-Za-zぁ-ゖァ-ヺー々一-鿿])/gu;

/** What stands for minus before a number, whoever writes it. */
const MINUS = "▲△▼▽";
const DIRECT_SIGN = new RegExp(`[${MINUS}]+(?=[¥￥$＄]?[0-9０-９])`, "gu");

/** Between pieces that no number reaches over. */
const EDGE = "\u0001";

/** How a line is marked. */
export interface LineMark {
  /** ※, 軽; null for a line without a mark. */
  readonly sign: string | null;
  /** Its words say by themselves that it is at the reduced rate: 軽減, 8%. */
  readonly isSaid: boolean;
}

/** How a line is marked; null where nothing of it is drawn. Asked by its entry, `items[2]`. */
export function lineMarks(form: Form): (entry: string) => LineMark | null {
  const pages = runsByPage(form);
  const explained = signsExplained(form);
  return (entry) => {
    const texts = pages.flatMap((page) => textsOfLine(form, page, entry));
    return texts.length === 0 ? null : signIn(texts, explained);
  };
}

/** How a line is marked by the words of its row. */
export function markIn(texts: readonly string[], explained: ReadonlySet<string>): LineMark {
  const bare = texts.map((text) => text.replaceAll(WORD_OF_LIGHT, "").replaceAll(DIRECT_SIGN, ""));
  return signIn(bare, explained);
}

function signIn(texts: readonly string[], explained: ReadonlySet<string>): LineMark {
  const known = [...explained].find((one) => texts.some((text) => text.includes(one)));
  const sign = known ?? texts.flatMap((text) => MARK.exec(text)?.[0] ?? [])[0] ?? null;
  return { sign, isSaid: texts.some((text) => /軽|[8８]\s*[%％]/.test(text.replaceAll(WORD_OF_LIGHT, ""))) };
}

/** The runs of a page: those that show an entry, and those of an element, in paint order. */
interface PageRuns {
  readonly ofEntry: ReadonlyMap<string, readonly FormRun[]>;
  readonly ofElement: ReadonlyMap<number | null, readonly FormRun[]>;
}

function runsByPage(form: Form): readonly PageRuns[] {
  return form.pages.map(({ runs }) => {
    const ofEntry = new Map<string, FormRun[]>();
    const ofElement = new Map<number | null, FormRun[]>();
    for (const run of runs) {
      const entries = new Set(run.sources.flatMap(({ path }) => (path === null ? [] : entriesAround(path))));
      for (const entry of entries) addTo(ofEntry, entry, run);
      addTo(ofElement, run.element, run);
    }
    return { ofEntry, ofElement };
  });
}

function addTo<Key, One>(lists: Map<Key, One[]>, key: Key, one: One): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [one]);
  else known.push(one);
}

/** `orders[1]` and `orders[1].items[0]` of `orders[1].items[0].name`. */
function entriesAround(path: string): readonly string[] {
  return [...path.matchAll(/\](?=\.)/g)].map(({ index }) => path.slice(0, index + 1));
}

/** What is printed on the lines on which anything of an entry stands, element by element, without signs of numbers. */
function textsOfLine(form: Form, { ofEntry, ofElement }: PageRuns, entry: string): readonly string[] {
  const own = ofEntry.get(entry) ?? [];
  const elements = [...new Set(own.map(({ element }) => element))];
  const texts = elements.flatMap((element) => {
    const ofAll = ofElement.get(element) ?? [];
    const runs = ofAll.filter((run, at) => isOf(run, entry) && (standsBeside(run, own) || goesOn(ofAll, at, entry)));
    return textsOf(form, runs);
  });
  // A column that shows nothing but the mark names no value of the line.
  const columns = columnsBeside(form);
  const others = new Set(elements.flatMap((element) => (element === null ? [] : (columns.get(element) ?? []))));
  for (const element of elements) if (element !== null) others.delete(element);
  const inRow = [...others].flatMap((element) => {
    const row = own.filter((shown) => shown.element !== null && columns.get(shown.element)?.includes(element) === true);
    return textsOf(
      form,
      (ofElement.get(element) ?? []).filter((run) => isOf(run, entry) && isInRow(run, row)),
    );
  });
  return [...texts, ...inRow];
}

function standsBeside(run: FormRun, own: readonly FormRun[]): boolean {
  return own.some((shown) => isBeside(run, shown));
}

/**
 * Whether what is written or computed stands on a line of its own below the last words of an entry: where a mark behind
 * a name finds no more room on the name's line, it goes on to the next one.
 */
function goesOn(ofElement: readonly FormRun[], at: number, entry: string): boolean {
  const run = ofElement[at];
  if (run === undefined || entryIn(run) !== null) return false;
  const before = ofElement.slice(0, at).findLast((one) => entryIn(one) !== null);
  const after = ofElement.slice(at + 1).find((one) => entryIn(one) !== null);
  if (before === undefined || !isOf(before, entry)) return false;
  const gapEmu = run.bounds.topEmu - before.bounds.bottomEmu;
  const isBelow = gapEmu > -run.sizeEmu && gapEmu < run.sizeEmu * 2;
  return isBelow && (after === undefined || isOf(after, entry) || !isBeside(run, after));
}

/** The entry of a list that a run shows something of; null where it shows nothing of any. */
function entryIn({ sources }: FormRun): string | null {
  return sources.map(({ path }) => (path === null ? "" : entryOf(path))).find((entry) => entry !== "") ?? null;
}

/** Nothing of a run is of another entry. */
function isOf({ sources }: FormRun, entry: string): boolean {
  return sources.every(({ path }) => path === null || entryOf(path) === "" || path.startsWith(`${entry}.`));
}

/** The columns of the table that a column stands in. */
const columnsBeside = ofSource(({ elements }) => {
  const byTable = new Map<number | null, number[]>();
  for (const { keyword, parent, index } of elements) if (keyword === "column") addTo(byTable, parent, index);
  return new Map([...byTable.values()].flatMap((columns) => columns.map((column) => [column, columns] as const)));
});

/** Whether a run stands at the height of the others. */
function isInRow({ bounds }: FormRun, row: readonly FormRun[]): boolean {
  const top = Math.min(...row.map((one) => one.bounds.topEmu));
  const bottom = Math.max(...row.map((one) => one.bounds.bottomEmu));
  return bounds.topEmu < bottom && bounds.bottomEmu > top;
}

/** A piece of a text that shows one value, or is written or computed where it stands. */
interface Piece {
  readonly path: string | null;
  text: string;
}

/** The texts of an element's runs, as far as they may be marks; none where there are no runs. */
function textsOf(form: Form, runs: readonly FormRun[]): readonly string[] {
  const [first] = runs;
  if (first === undefined) return [];
  const signs = signsOf(form).get(first.element ?? -1) ?? "";
  const numbers = numbersOf(form);
  const text = piecesOf(runs).map((piece) => markingText(piece, numbers, signs));
  return [text.join("").replaceAll(DIRECT_SIGN, "")];
}

/** A sign and its digits are runs of their own mostly, and one piece. */
function piecesOf(runs: readonly FormRun[]): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const source of runs.flatMap(({ sources }) => sources)) {
    const last = pieces.at(-1);
    if (last?.path === source.path) last.text += source.text;
    else pieces.push({ path: source.path, text: source.text });
  }
  return pieces;
}

function markingText({ path, text }: Piece, numbers: ReadonlySet<string>, signs: string): string {
  if (path === null) return signs === "" ? text : withoutSigns(text, signs);
  if (numbers.has(declaredPath(path))) return text.replaceAll(lettersOf(`${MINUS}${signs}`), "") + EDGE;
  return `${EDGE}${text.replaceAll(WORD_OF_LIGHT, "")}${EDGE}`;
}

/** A number that is computed where it is printed has its signs about its digits. */
function withoutSigns(text: string, signs: string): string {
  const letters = lettersOf(signs).source;
  const before = new RegExp(`${letters}+(?=[¥￥$＄\\s]*[0-9０-９])`, "gu");
  const behind = new RegExp(`(?<=[0-9０-９][円)）%％\\s]*)${letters}+`, "gu");
  return text.replaceAll(before, "").replaceAll(behind, "");
}

function lettersOf(letters: string): RegExp {
  return new RegExp(`[${letters.replaceAll(/[\\\]^-]/g, "\\$&")}]`, "gu");
}

/** `items[].qty` of `items[3].qty` */
function declaredPath(path: FormRunSource["path"]): string {
  return path?.replaceAll(/\[\d+\]/g, "[]") ?? "";
}

/** Declared paths whose values are numbers. */
const numbersOf = ofSource(
  ({ declarations, formulas }) =>
    new Set([
      ...declarations.flatMap(({ path, type }) => (type === "int" || type === "decimal" ? [path] : [])),
      ...formulas.flatMap(({ path, expression }) => (expression.type?.startsWith("num") === true ? [path] : [])),
    ]),
);

/** By elements, the letters by which their formats tell a negative number or zero from a positive one. */
const signsOf = ofSource(({ elements }: FormSource) => {
  const found = new Map<number, string>();
  for (const { index, texts } of elements) {
    const signs = formatsIn(texts).flatMap(signsIn);
    if (signs.length > 0) found.set(index, [...new Set(signs)].join(""));
  }
  return found;
});

function formatsIn(texts: FormElement["texts"]): readonly string[] {
  const computed = texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "computed" ? [part] : [])));
  return computed.flatMap(({ expression }) => nodesOf(expression).flatMap(patternOf));
}

function patternOf(node: ExpressionTree): readonly string[] {
  return node.kind === "format" ? [node.pattern] : [];
}

/** ▲ of `#,##0;▲#,##0`: a format says nothing of the rate, and a sign is what its first section lacks. */
function signsIn(pattern: string): readonly string[] {
  const plain = pattern.replaceAll(/"([^"]*)"/g, (_, quoted: string) => quoted.replaceAll(";", ""));
  const [positive = "", ...others] = plain.split(";");
  return [...others.join("")].filter((letter) => !positive.includes(letter) && !/[#0,.\s]/.test(letter));
}
