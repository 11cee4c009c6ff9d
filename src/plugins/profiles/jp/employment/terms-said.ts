// What a notice of working conditions says: its values and sentences, without headings and labels, which say nothing.
import { drawnOf, type Form, type ReadText, readingOf, type Span } from "../../../../core/sdk/index.ts";
import { pathIn } from "../items/drawn-words.ts";
import { narrow } from "../items/narrow.ts";
import { hasBlankNumber, isUnchosen, restSaysNothing, saysNoContent } from "../items/no-content.ts";
import { meaningOfLabel } from "../reading/label-meanings.ts";

/** A value or a sentence. */
export interface Said {
  readonly text: string;
  /** The label before it; empty where there is none. */
  readonly label: string;
  /** Its place among `Form.elements`; null for what no element writes. */
  readonly element: number | null;
}

/** Rules of one form ask one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly said: readonly Said[] } | null = null;

/** Everything that the form says. */
export function saidBy(form: Form): readonly Said[] {
  if (last?.form === form) return last.said;
  const said = findSaid(form);
  if (Object.isFrozen(form)) last = { form, said };
  return said;
}

function findSaid(form: Form): readonly Said[] {
  const { sentences, pairs } = readingOf(form);
  const labelOf = new Map<number | null, string>();
  const labels = new Set<number | null>();
  const own = pairs.filter(({ labelText, of }) => labelText !== null && labelText.element !== of.element);
  // What has a label at its side is a value, and no heading of what stands below.
  const values = new Set(own.flatMap(({ place, of }) => (place === "beside" ? [of.element] : [])));
  for (const { labelText, label, of, place } of own) {
    if (labelText === null || !isLabel(form, labelText)) continue;
    if (place === "above" && values.has(labelText.element)) continue;
    labels.add(labelText.element);
    if (!labelOf.has(of.element)) labelOf.set(of.element, label);
  }
  let above = "";
  return sentences.flatMap(({ text, label, element }) => {
    if (labels.has(element)) return [];
    const { heading, rest } = withoutHeading(text);
    // A heading that stands alone is of what follows.
    const isAlone = heading !== "" && rest.trim() === "";
    const known = above;
    above = isAlone ? heading : "";
    if (isAlone) return [];
    return [{ text: rest, label: label || heading || (labelOf.get(element) ?? known), element }];
  });
}

const HEADS: ReadonlySet<string> = new Set(["head", "label"]);
const LABEL_LETTERS_MAX = 40;

/** Words that name what stands beside or under them, and say nothing themselves. Those of a box to tick answer. */
function isLabel({ elements }: Form, { text, element, sources }: ReadText): boolean {
  if (element === null || sources.some(({ path }) => path !== null)) return false;
  const keyword = elements[element]?.keyword ?? "";
  if (HEADS.has(keyword)) return true;
  if (keyword === "pair" || keyword === "check") return false;
  const name = text.trim().replace(NUMBERED, "");
  return text.length <= LABEL_LETTERS_MAX && !/[。0-9０-９]|する$|ます$|[：:\s　]\S/.test(name);
}

/** 7 昇給の有無, 3．休日 */
const NUMBERED = /^[0-9０-９]{1,2}[\s　.．、)）]+/;

/** 第6条（休日及び休暇）, 6 休日　, 【休日】, ■休日 */
const HEADINGS: readonly RegExp[] = [
  /^[\s　]*第?[0-9０-９一二三四五六七八九十]+[\s　]*[条項.．、)）]?[\s　]*[（(【「]([^）)】」]{1,24})[）)】」][\s　]*/,
  /^[\s　]*[【［〔]([^】］〕]{1,24})[】］〕][\s　]*/,
  /^[\s　]*(?:第?[0-9０-９一二三四五六七八九十]+[\s　]*[条項.．、)）]?|[■□●◆◇・①-⑳])[\s　]*([^\s　。、：:はを]{2,24})[\s　：:]+/,
];

function withoutHeading(text: string): { readonly heading: string; readonly rest: string } {
  for (const [at, pattern] of HEADINGS.entries()) {
    const match = pattern.exec(text);
    const heading = match?.[1] ?? "";
    if (match === null || (at === 2 && meaningOfLabel(heading) === null)) continue;
    return { heading, rest: text.slice(match[0].length) };
  }
  return { heading: "", rest: text };
}

/** What has a role, or stands under a label with some words, or has them itself. */
export function saidWith(form: Form, role: string, words: RegExp): readonly Said[] {
  const elements = new Set(drawnOf(form, role).map(({ run }) => run.element));
  return saidBy(form).filter(
    ({ text, label, element }) => elements.has(element) || words.test(label) || words.test(text),
  );
}

/** Whether what stands in a place says something: no dash, no 有・無 without a choice, no 毎月　日. */
export function isAnswer(text: string): boolean {
  const own = text.replace(TOPIC, "");
  return !saysNoContent(own) && !isUnchosen(own) && !hasBlankNumber(own);
}

/** 退職・解雇については */
const TOPIC = /^[^は。]{1,16}?(?:については|に関しては|は)、?/;

/** The words of a list that a thing stands in: ・賞与、退職手当 */
const LIST = /^(?:(?:[・、，／/]|及び|並びに|又は|または|と)[^\s　はにのをで：:、，。・／/]{1,10})+/;
/** The label of the next thing: 退職金： */
const NEXT = /[\s　、]+[^\s　：:。、（）()0-9０-９]{2,14}[：:]/;

/** Whether a text says something of a thing that it names: behind its word up to the full stop, or right before it. */
export function saysOf(text: string, thing: RegExp): boolean {
  const all = new RegExp(thing.source, "g");
  return text.split("。").some((clause) =>
    [...clause.matchAll(all)].some((match) => {
      const behind = clause.slice(match.index + match[0].length);
      const isOfList = LIST.test(behind) && !/^、/.test(behind.replace(LIST, ""));
      const rest = isOfList ? behind.replace(LIST, "") : cutAtNext(behind);
      if (!restSaysNothing(rest)) return !hasBlankNumber(rest);
      return rest.trim() === "" && /[0-9０-９](?:分間?|時間|日|回|年)の?$/.test(clause.slice(0, match.index));
    }),
  );
}

/** A sentence that is a label and what it says. */
const LABELLED = /^[\s　・]*([^\s　：:。、]{1,16})(?:[：:][\s　]*|[\s　]+)(.*)$/;

/** The sentences of a text that say something, and the labels of those that are left open: 昇給：－。賞与：無。 */
export function partsOf(text: string): { readonly told: string; readonly empty: readonly string[] } {
  const told: string[] = [];
  const empty: string[] = [];
  for (const sentence of text.split("。")) {
    const [, label, rest] = LABELLED.exec(sentence) ?? [];
    if (label !== undefined && rest !== undefined && saysNoContent(rest)) empty.push(label);
    else told.push(sentence);
  }
  return { told: told.join("。"), empty };
}

/** An answer that the next label follows at once, as the blank between them is drawn as room: 有賞与の有無：有 */
const ANSWERED =
  /^(?:有り?|あり|無し?|なし)(?=[^\s　：:。、（）()0-9０-９・／/|｜又或][^\s　：:。、（）()0-9０-９]{1,13}[：:])/;

function cutAtNext(behind: string): string {
  const own = behind.replace(/^[\s　：:]+/, "");
  const answer = ANSWERED.exec(own);
  if (answer !== null) return `　${answer[0]}`;
  const next = NEXT.exec(`　${own}`);
  return next === null ? own : `　${own}`.slice(0, next.index);
}

/** One sentence of the form, its label before it: `休日：毎週日曜日`; letters and digits are narrow. */
export interface Clause {
  readonly text: string;
  readonly span: Span;
  /** Its element's place among `Form.elements`; null for what no element writes. */
  readonly element: number | null;
}

/** Where a finding on a sentence stands, and in which value of the data. */
export function placeOf(form: Form, { span, element, text }: Clause): { readonly span: Span; readonly path?: string } {
  const path = pathIn(form, element, text);
  return path === null ? { span } : { span, path };
}

let lastClauses: { readonly form: Form; readonly clauses: readonly Clause[] } | null = null;

/** Everything that the form says, sentence by sentence. */
export function clausesOf(form: Form): readonly Clause[] {
  if (lastClauses?.form === form) return lastClauses.clauses;
  const clauses = saidBy(form).flatMap(({ text, label, element }) => {
    const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
    const known = label.trim() === "" ? "" : `${narrow(label).trim()}：`;
    const sentences = narrow(text)
      .replaceAll(/:(?![0-9]{2})/g, "：")
      .split(/[。\n]/);
    return sentences.flatMap((one) => (one.trim() === "" ? [] : [{ text: `${known}${one.trim()}`, span, element }]));
  });
  if (Object.isFrozen(form)) lastClauses = { form, clauses };
  return clauses;
}
