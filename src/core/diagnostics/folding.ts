// Findings that say the same of many places → one finding with their count and the places, so that a page of warnings
// hides no error and nothing is left out.
import type { Diagnostic } from "./diagnostic.ts";

/** A finding that stands for others, or for itself alone. */
export interface FoldedFinding {
  /** The first of them in the source. */
  readonly first: Diagnostic;
  /** How many findings it stands for. */
  readonly count: number;
  /** Those that say it of another place: of the source, of the data, or in other words. */
  readonly others: readonly Diagnostic[];
}

/** Three lines are read faster than one with three places. */
const FOLD_FROM = 4;

/** More warnings and infos than this are folded by their codes alone. */
const LINES_MAX = 50;

/** Errors are folded by their shape only beyond this: each of them is a place to mend. */
const ERROR_LINES_MAX = 200;

/**
 * Folds findings that are arranged. Errors fold where they are equal, others where they differ in measures and names
 * only. While they are few, each field of the data has a finding of its own. Nothing is dropped: the counts add up to
 * the findings, and each of them stands in one of the answers, the first of each element and field before the others.
 */
export function foldFindings(diagnostics: readonly Diagnostic[]): readonly FoldedFinding[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  const others = diagnostics.filter(({ severity }) => severity !== "error");
  return [
    ...foldUntilFew(errors, ERROR_LINES_MAX, [sameErrorIn(errors), sameField, sameShape]),
    ...foldUntilFew(others, LINES_MAX, [sameField, sameShape, sameCode]),
  ];
}

type KeyOf = (diagnostic: Diagnostic) => string;

/** @param keys from the nearest likeness to the farthest, which is taken however many lines are left */
function foldUntilFew(found: readonly Diagnostic[], linesMax: number, keys: readonly [KeyOf, ...KeyOf[]]) {
  const [near, ...farther] = keys;
  let folded = foldBy(found, near, FOLD_FROM);
  for (const keyOf of farther) {
    if (folded.length > linesMax) folded = foldBy(found, keyOf, 2);
  }
  return folded;
}

function foldBy(found: readonly Diagnostic[], keyOf: KeyOf, from: number): readonly FoldedFinding[] {
  const groups = new Map<string, Diagnostic[]>();
  for (const each of found) {
    const key = keyOf(each);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  const folded = [...groups.values()].flatMap((group) => (group.length < from ? group.map(alone) : [together(group)]));
  const order = new Map(found.map((each, at) => [each, at]));
  const startOf = ({ first, others: [other = first] }: FoldedFinding): number =>
    Math.min(order.get(first) ?? 0, order.get(other) ?? 0);
  return folded.sort((a, b) => startOf(a) - startOf(b));
}

function alone(first: Diagnostic): FoldedFinding {
  return { first, count: first.count ?? 1, others: [] };
}

function together(group: readonly Diagnostic[]): FoldedFinding {
  const first = gravestOf(group);
  if (first === undefined) throw new Error("a group of findings has one at least");
  const others = group.filter((each) => each !== first);
  return {
    first: withLetters(first, group),
    count: group.reduce((sum, each) => sum + (each.count ?? 1), 0),
    others: firstOfEach(first, others),
  };
}

/** A character that a message names: `"대" (U+B300)`. */
const LETTER_NAMED = /("[^"]+") \(U\+[0-9A-F]{4,6}(?: U\+[0-9A-F]{4,6})*\)/u;
/** So many characters are named. */
const LETTERS_NAMED_MAX = 12;

/** Characters that differ from place to place are named in one sentence: each of them is lost. */
function withLetters(first: Diagnostic, group: readonly Diagnostic[]): Diagnostic {
  const lettersOf = ({ message }: Diagnostic): readonly string[] => LETTER_NAMED.exec(message)?.slice(1) ?? [];
  const [own] = lettersOf(first);
  const others = [...new Set(group.flatMap(lettersOf))].filter((letter) => letter !== own);
  if (own === undefined || others.length === 0) return first;
  const named = others.slice(0, LETTERS_NAMED_MAX - 1).join(", ");
  const more = others.length - LETTERS_NAMED_MAX + 1;
  const rest = more > 0 ? ` and ${more} more` : "";
  return { ...first, message: first.message.replace(LETTER_NAMED, (letter) => `${letter}, ${named}${rest}`) };
}

/**
 * Of rows that one element has no room for, the one that needs the most: who makes room for it is rid of them all. The
 * first of the group where they are of several elements or fields, or measure the same.
 */
function gravestOf(group: readonly Diagnostic[]): Diagnostic | undefined {
  const [first] = group;
  if (first === undefined || first.severity !== "error") return first;
  if (group.some((each) => ownKey(each) !== ownKey(first) || sameShape(each) !== sameShape(first))) return first;
  return group.reduce((most, each) => (measuresMore(each, most) ? each : most));
}

/** By the first measure that differs. */
function measuresMore(one: Diagnostic, other: Diagnostic): boolean {
  const [mine, theirs] = [measuresOf(one), measuresOf(other)];
  const at = mine.findIndex((measure, place) => measure !== theirs[place]);
  return at >= 0 && (mine[at] ?? 0) > (theirs[at] ?? 0);
}

/** The numbers of a message, but for those that it quotes and its page. */
function measuresOf({ message }: Diagnostic): readonly number[] {
  const unquoted = message.replaceAll(/"[^"]*"|'[^']*'|「[^」]*」|\(page [^)]*\)/gu, "");
  const plain = unquoted.replaceAll(CODE_POINT, "").replaceAll(NAME, "");
  return (plain.match(/\d[\d,.]*/gu) ?? []).map((measure) => Number.parseFloat(measure.replaceAll(",", "")));
}

/** Lists of places end somewhere: what is of another element or field stands before what is of a known one. */
function firstOfEach(first: Diagnostic, others: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set([ownKey(first)]);
  const isNew = new Set(
    others.filter((each) => {
      const key = ownKey(each);
      const fresh = !seen.has(key);
      seen.add(key);
      return fresh;
    }),
  );
  return [...isNew, ...others.filter((each) => !isNew.has(each))];
}

function ownKey(each: Diagnostic): string {
  return `${placeKey(each)} ${fieldOf(each)}`;
}

/** `items[].name` for `items[4].name`; empty where a finding is about no value of the data. */
export function fieldOf({ dataPath = "" }: Pick<Diagnostic, "dataPath">): string {
  return dataPath.replaceAll(/\[\d+\]/gu, "[]");
}

function sameCode({ severity, code }: Diagnostic): string {
  return `${severity} ${code}`;
}

/** Worked out once: it is asked for several times of each finding, and data may make thousands of them. */
const SHAPES = new WeakMap<Diagnostic, string>();

function sameShape(diagnostic: Diagnostic): string {
  const known = SHAPES.get(diagnostic);
  if (known !== undefined) return known;
  const shape = `${sameCode(diagnostic)} ${shapeOf(diagnostic.message)}`;
  SHAPES.set(diagnostic, shape);
  return shape;
}

/** Each field has its own. Without one, what differs in measures and names is the same. */
function sameField(each: Diagnostic): string {
  return `${sameShape(each)} ${fieldOf(each)}`;
}

/** Equal errors; those that rows of data make of one element are mended in one place, whatever they measure. */
function sameErrorIn(errors: readonly Diagnostic[]): KeyOf {
  const ofElement = (each: Diagnostic): string => `${placeKey(each)} ${sameField(each)}`;
  const counts = new Map<string, number>();
  for (const each of errors) counts.set(ofElement(each), (counts.get(ofElement(each)) ?? 0) + 1);
  return (each) =>
    (counts.get(ofElement(each)) ?? 0) < FOLD_FROM
      ? `${sameCode(each)} ${each.message} ${fieldOf(each)}`
      : ofElement(each);
}

function placeKey({ span }: Diagnostic): string {
  return `${span.start}:${span.end}`;
}

/** A name that is no plain word of a sentence: a path (`items[].name`), one with digits or in another script. */
const LETTER = "A-Za-z_\\u00c0-\\u1fff\\u3040-\\uffef";
const NAME = new RegExp(`[${LETTER}][${LETTER}0-9]*(?:\\[[0-9]*\\]|\\.[${LETTER}])[${LETTER}0-9.[\\]]*`, "gu");

/** A character's number, which measures nothing. */
const CODE_POINT = /U\+[0-9A-F]{4,6}/gu;

/** The message without what it quotes, names and measures. */
export function shapeOf(message: string): string {
  return message
    .replaceAll(/"[^"]*"|'[^']*'|「[^」]*」/gu, "“”")
    .replaceAll(/\bwith \S+ (of|at|as) [^:]*:/gu, "with $1:")
    .replaceAll(CODE_POINT, "_")
    .replaceAll(NAME, "_")
    .replaceAll(/[-+]?\d[\d,.]*/gu, "0")
    .replaceAll(/\(page 0[^)]*\)/gu, "(page 0)");
}

/**
 * Findings of one element that differ in rows of data only are kept so often; the last one counts the rest. A list has
 * as many documents, so that each of them can be named.
 */
export const SAME_PLACE_MAX = 100;

/** More are not kept, where many elements are wrong in many rows; but of each element as many as are folded. */
const KEPT_MAX = 2_000;

/** Findings of the same shape at the same place beyond {@link SAME_PLACE_MAX} → one with their count. */
export function gatherPlaces(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  if (diagnostics.length <= SAME_PLACE_MAX) return diagnostics;
  const elements = new Set(diagnostics.map((each) => `${ownKey(each)} ${each.code}`)).size;
  const keptMax =
    diagnostics.length <= KEPT_MAX
      ? SAME_PLACE_MAX
      : Math.min(SAME_PLACE_MAX, Math.max(FOLD_FROM, Math.floor(KEPT_MAX / elements)));
  const counts = new Map<string, { kept: number; at: number; more: number }>();
  const kept: Diagnostic[] = [];
  for (const each of diagnostics) {
    const key = `${placeKey(each)} ${sameField(each)} ${LETTER_NAMED.exec(each.message)?.[1] ?? ""}`;
    const known = counts.get(key) ?? { kept: 0, at: 0, more: 0 };
    counts.set(key, known);
    if (known.kept < keptMax) {
      known.kept += 1;
      known.at = kept.length;
      kept.push(each);
    } else known.more += each.count ?? 1;
  }
  for (const { at, more } of counts.values()) {
    const last = kept[at];
    if (more > 0 && last !== undefined) kept[at] = { ...last, count: (last.count ?? 1) + more };
  }
  return kept;
}
