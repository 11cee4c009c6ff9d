// What a source alone proves of the items that it shows, and what is left to see of each record: that the letters are
// there and that a reader sees them. Whatever is not as simple as this is judged in full.
import {
  asksForCopy,
  choosesByCopy,
  declarationsOf,
  type ExpressionTree,
  elementsOf,
  type FormElement,
  type FormRun,
  type FormSource,
  type FormText,
  type FormTextPart,
  isSeen,
  nodesOf,
  oneOf,
  type RecordGlance,
  type Settlement,
} from "../../../../core/sdk/index.ts";
import { saysNoContent } from "./no-content.ts";

/** Elements that print their texts and nothing else. */
const PRINTING: ReadonlySet<string> = new Set(["text", "pair", "column", "cell"]);

type ComputedPart = Extract<FormTextPart, { kind: "computed" }>;

/** A reader sees a value with the role; null where the source shows none in a simple way. */
export function seenItem(source: FormSource, role: string): Settlement | null {
  return oneOf(elementsOf(source, role).flatMap((element) => seenIn(source, element, role) ?? []));
}

function seenIn(source: FormSource, element: FormElement, role: string): Settlement | null {
  if (!PRINTING.has(element.keyword) || asksForCopy(source, element) || choosesByCopy(element)) return null;
  const { index } = element;
  if (element.role === role) {
    // The label of a pair is not what the pair has its role for.
    if (element.keyword === "pair") return null;
    return { elements: [index], holds: (glance) => glance.some(index, saysSomething) };
  }
  const text = onlyComputed(element);
  const [part] = text === null ? [] : computedParts(text);
  if (text === null || part === undefined || !showsField(source, part, role)) return null;
  if (text.parts.length === 1) {
    const others = element.texts.filter((one) => one !== text).flatMap(fixedParts);
    const isValue = (run: FormRun) => isLetters(run) && others.every((words) => !words.includes(run.text));
    return { elements: [index], holds: (glance) => glance.some(index, (run) => isValue(run) && isSeen(run)) };
  }
  // Fixed words stand around the value: all of them are seen, and it is not blank.
  if (element.texts.length > 1 || !isNeverHidden(part.expression)) return null;
  return {
    elements: [index],
    holds(glance) {
      const isThere = glance.some(index, isSeen) && !glance.some(index, (run) => !isSeen(run));
      return isThere && glance.values(role).every((value) => !isBlank(value));
    },
  };
}

function saysSomething(run: FormRun): boolean {
  return isLetters(run) && isSeen(run) && !saysNoContent(run.text);
}

/** Letters that stand beside others say how those are read. */
function isLetters({ isRuby }: FormRun): boolean {
  return !isRuby;
}

function isBlank(value: string | boolean | null): boolean {
  return typeof value !== "string" || value.trim() === "";
}

/** The only text of an element with a computed part; null where there is none, or more than one such part. */
function onlyComputed({ texts }: FormElement): FormText | null {
  const found = texts.filter((text) => computedParts(text).length > 0);
  const [only] = found;
  return only !== undefined && found.length === 1 && computedParts(only).length === 1 ? only : null;
}

function computedParts({ parts }: FormText): readonly ComputedPart[] {
  return parts.filter((part) => part.kind === "computed");
}

function fixedParts({ parts }: FormText): readonly string[] {
  return parts.flatMap((part) => (part.kind === "fixed" ? [part.text] : []));
}

/** Whether a part shows a field or let with the role, which no array but those of the data holds. */
function showsField({ declarations }: FormSource, part: ComputedPart, role: string): boolean {
  const path = pathShown(part.expression);
  if (path === null || part.role !== role) return false;
  const arrays = [...path.matchAll(/\[\]/g)].map(({ index }) => path.slice(0, index + 2));
  return (
    declarations.some((each) => each.path === path && each.role === role) &&
    arrays.every((array) => declarations.some((each) => each.path === array && each.kind === "field"))
  );
}

/** The one declared path that an expression prints, in any format. */
export function pathShown(expression: ExpressionTree): string | null {
  if (expression.kind === "format" || expression.kind === "label") return pathShown(expression.value);
  return expression.kind === "name" && !expression.all ? expression.path : null;
}

/** Whether a value of the document that is not blank is always printed as letters: a format may print nothing for 0. */
function isNeverHidden(expression: ExpressionTree): boolean {
  const path = pathShown(expression);
  if (path === null || path.includes("[]")) return false;
  return expression.kind === "name" || (expression.kind === "format" && /[0yMd]/.test(expression.pattern));
}

/** An element that draws words which match as they are written; null where none does. */
export function seenWords({ elements }: FormSource, words: RegExp): Settlement | null {
  const writers = elements.filter(({ texts }) => texts.flatMap(fixedParts).some((text) => words.test(text)));
  return oneOf(
    writers.map(({ index }) => ({
      elements: [index],
      holds: (glance: RecordGlance) => glance.some(index, (run) => words.test(run.text) && isSeen(run)),
    })),
  );
}

/** Elements that can show a value with one of the roles, and others that name a member alike. */
export function mayShow(source: FormSource, roles: readonly string[]): readonly FormElement[] {
  const names = new Set(roles.flatMap((role) => declarationsOf(source, role).map(({ path }) => lastName(path))));
  return source.elements.filter(({ role, texts, expressions }) => {
    const trees = [...texts.flatMap(computedParts).map(({ expression }) => expression), ...Object.values(expressions)];
    return (role !== null && roles.includes(role)) || trees.some((tree) => namesOne(tree, names));
  });
}

/** Whether an expression names one of some members. */
export function namesOne(tree: ExpressionTree, names: ReadonlySet<string>): boolean {
  return nodesOf(tree).some(
    (node) =>
      (node.kind === "name" && names.has(lastName(node.path))) || (node.kind === "member" && names.has(node.name)),
  );
}

/** `name` of `items[].name`; `tags` of `tags[]`. */
export function lastName(path: string): string {
  return path.replaceAll("[]", "").split(".").at(-1) ?? path;
}

/** Words that a value must not come to. */
export interface ForbiddenWords {
  /** What the drawn words match. */
  readonly words: RegExp;
  /** What is in all words that match, so that a value without it can't have a line that does. */
  readonly part: RegExp;
}

/** Nothing that is drawn with the role comes to some words; null where it is not printed in a simple way. */
export function saysNone(source: FormSource, role: string, { words, part }: ForbiddenWords): Settlement | null {
  const shown = mayShow(source, [role]).map((element) => wholeTexts(source, element, role));
  if (shown.some((one) => one === null)) return null;
  const texts = shown.flatMap((one) => one ?? []);
  if (texts.some(({ fixed }) => fixed.some((text) => words.test(text.trim())))) return null;
  return {
    elements: texts.map(({ element }) => element),
    holds(glance) {
      const suspects = glance.values(role).filter((value) => typeof value === "string" && holds(value, part));
      if (suspects.length === 0) return true;
      if (suspects.some((value) => words.test(String(value).trim()) || words.test(unspaced(value)))) return false;
      // A line may end where the words do: each has to show the value as a whole.
      return texts.every((whole) => {
        const wholes = drawnWhole(whole, suspects);
        return !glance.some(whole.element, ({ text }) => part.test(text) && !wholes.has(text));
      });
    },
  };
}

/** Whether a value holds a part of the words: as it is written, or as its letters come together. */
function holds(value: string, part: RegExp): boolean {
  return part.test(value) || (/\s/.test(value) && part.test(unspaced(value)));
}

/** Blanks are drawn as room: the letters on both sides of one come together as the rule joins them. */
function unspaced(value: string | boolean | null): string {
  return String(value).replaceAll(/\s/g, "");
}

/**
 * The runs of an element that show a value as a whole, or fixed words alone. A line is drawn word by word: `井上商店 御中`
 * are two runs. Without that, each recipient with 上 or 客 in its name was judged in full, and the twenty files after it
 * drawn with what their texts show.
 */
function drawnWhole(
  { before, after, fixed }: WholeText,
  suspects: readonly (string | boolean | null)[],
): ReadonlySet<string> {
  const wholes = new Set([...suspects.map((value) => `${before}${value}${after}`), ...fixed]);
  const values = suspects.map(String);
  const [ofBefore, ofAfter] = [before.split(/\s+/), after.split(/\s+/)];
  // What another value holds may be a piece of that.
  const isPiece = (words: string, of: string | null) =>
    values.some((other) => other !== of && unspaced(other).includes(words));
  for (const value of values) {
    const word = `${ofBefore.at(-1) ?? ""}${value}${ofAfter[0] ?? ""}`;
    if (!/\s/.test(value) && !isPiece(word, value)) wholes.add(word);
  }
  const others = fixed.flatMap((words) => words.split(/\s+/));
  for (const word of [...ofBefore.slice(0, -1), ...ofAfter.slice(1), ...others]) {
    if (!isPiece(word, null)) wholes.add(word);
  }
  return wholes;
}

interface WholeText {
  readonly element: number;
  readonly before: string;
  readonly after: string;
  /** What the element prints beside it, such as the head of a column. */
  readonly fixed: readonly string[];
}

/** The words around the value that an element prints as it is; null for any other element. */
function wholeTexts(source: FormSource, element: FormElement, role: string): readonly WholeText[] | null {
  const { keyword, role: own, texts, expressions, index } = element;
  // The words that describe a picture are not drawn.
  const drawn = PRINTING.has(keyword) ? texts : texts.filter(({ name }) => name !== "alt");
  const computed = drawn.filter((text) => computedParts(text).length > 0);
  if (own === role || namesRole(source, expressions, role)) return null;
  const [text] = computed;
  if (text === undefined) return [];
  const [part] = computedParts(text);
  const isOnly = computed.length === 1 && computedParts(text).length === 1 && PRINTING.has(keyword);
  if (!isOnly || part === undefined || part.expression.kind !== "name") return null;
  const at = text.parts.indexOf(part);
  const joined = (parts: readonly FormTextPart[]) =>
    parts.map((each) => (each.kind === "fixed" ? each.text : "")).join("");
  const fixed = drawn.filter((one) => one !== text).map(({ parts }) => joined(parts));
  return [{ element: index, before: joined(text.parts.slice(0, at)), after: joined(text.parts.slice(at + 1)), fixed }];
}

function namesRole(source: FormSource, expressions: FormElement["expressions"], role: string): boolean {
  const names = new Set(declarationsOf(source, role).map(({ path }) => lastName(path)));
  return Object.values(expressions).some((tree) => namesOne(tree, names));
}

/** A text that shows the value with the role and nothing else is as large as all letters of other elements. */
export function largestText(source: FormSource, role: string, others: readonly number[]): Settlement | null {
  const own = elementsOf(source, role).filter((element) => {
    const [text, ...more] = element.texts;
    const [part] = text === undefined ? [] : computedParts(text);
    if (more.length > 0 || part === undefined || onlyComputed(element) === null) return false;
    return PRINTING.has(element.keyword) && showsField(source, part, role) && isNeverHidden(part.expression);
  });
  const elements = own.map(({ index }) => index);
  if (elements.length === 0) return null;
  return {
    elements: [...elements, ...others],
    holds(glance) {
      if (glance.values(role).some(isBlank)) return false;
      const exceeds = (size: number) => (element: number) => glance.some(element, ({ sizeEmu }) => sizeEmu > size);
      return elements.some((element) => {
        const smallest = smallestOf(glance, element);
        return smallest !== null && !others.some(exceeds(smallest));
      });
    },
  };
}

/** The size of an element's smallest letters; null where it draws none. */
function smallestOf(glance: RecordGlance, element: number): number | null {
  let smallest: number | null = null;
  glance.some(element, ({ sizeEmu }) => {
    smallest = Math.min(smallest ?? sizeEmu, sizeEmu);
    return false;
  });
  return smallest;
}
