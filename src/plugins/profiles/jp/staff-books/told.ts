// What the books of a staff say, by the labels that words stand beside, under or behind, whatever fields they are of.
import {
  type Form,
  type FormRunSource,
  presenceOf,
  type ReadText,
  readingOf,
  type Span,
} from "../../../../core/sdk/index.ts";
import { contentsDrawn } from "../items/drawn-contents.ts";
import { narrow } from "../items/narrow.ts";
import { saysNoContent } from "../items/no-content.ts";
import { STAFF_LABELS } from "../reading/staff-labels.ts";

/** A content with a label. */
export interface Told {
  /** Its letters are narrow. */
  readonly text: string;
  readonly span: Span;
  /** The value of the data that it shows; null for words of the source. */
  readonly path: string | null;
}

/** （1）, ①, 3., ■, 第2号 before a label. */
const NUMBERED = /^(?:第?[0-9]{1,2}号?[.．、)）]?|[①-⑳]|[■□●◆◇・※▼▶])+(?=\D)/;
const BRACKETS = /[([][^)\]]*[)\]]?/g;
/** The same in English behind a label or before it: 基本給 Base, Net pay／差引支給額. One letter tells kinds apart: 手当A. */
const IN_ENGLISH =
  /^[A-Za-z][A-Za-z.'&-]{2,}[/・|]?(?=[ぁ-ゖァ-ヺ一-鿿])|(?<=[ぁ-ゖァ-ヺー一-鿿])[/・|]?[A-Za-z][A-Za-z.'&-]+$/g;

/** A label without its number, its brackets and its blanks: `（1）雇入れ の年月日：` → `雇入れの年月日`. */
export function bareLabel(label: string): string {
  const plain = narrow(label)
    .replaceAll(/[\s【】「」『』〔〕]/g, "")
    .replace(/[：:.。…]+$/, "");
  const bare = plain.replaceAll(BRACKETS, "").replace(NUMBERED, "").replaceAll(IN_ENGLISH, "");
  return bare === "" ? plain : bare;
}

/** A content is no label of something else. */
function isContent(text: string, path: string | null): boolean {
  const [first = "", ...more] = text.split(/[\s：:]+/);
  if (saysNoContent(text) || (more.length > 0 && STAFF_LABELS.has(bareLabel(first)))) return false;
  return path !== null || !STAFF_LABELS.has(bareLabel(text));
}

/** Heads that are parted from what they head: 退職 beside 年月日 and 事由, 死亡 over 年月日 and 原因. */
const PART = /^(?:年月日|日付|日|年月|事由|理由|原因|氏名|性別|住所)$/;
const HEAD =
  /^(?:退職|離職|退社|解雇|死亡|雇入れ?|採用|入社|(?:退職|解雇)[・又は]*(?:解雇|退職)|労働者|従業員|本人|社員|基準日|取得)$/;
/** The greatest distance between a head and the middle of its part, in letters. */
const REACH_LETTERS_MAX = 9;

/** Rules of one form ask one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly heads: ReadonlyMap<ReadText, string> } | null = null;

/** The head of each part that stands under one or beside one. */
function headsOf(form: Form): ReadonlyMap<ReadText, string> {
  if (last?.form === form) return last.heads;
  const { texts } = readingOf(form);
  const words = texts.filter(({ sources }) => sources.every(({ path }) => path === null));
  const heads = words.filter(({ text }) => HEAD.test(bareHead(text)));
  const found = new Map(
    words.flatMap((part): readonly (readonly [ReadText, string])[] => {
      const own = PART.test(bareLabel(part.text)) ? heads : [];
      const near = own.filter((head) => head.page === part.page && isBefore(head, part));
      const [head] = near.toSorted((one, other) => farFrom(one, part) - farFrom(other, part));
      if (head === undefined || farFrom(head, part) > part.sizeEmu * REACH_LETTERS_MAX) return [];
      return [[part, bareHead(head.text)]];
    }),
  );
  if (Object.isFrozen(form)) last = { form, heads: found };
  return found;
}

/** 退職に関する事項 → 退職. */
function bareHead(text: string): string {
  return bareLabel(text).replace(/に関する(?:こと|事項)$/, "");
}

/** Whether a text stands at the left of another or over it. */
function isBefore({ bounds: one }: ReadText, { bounds: other, sizeEmu }: ReadText): boolean {
  return one.rightEmu <= other.leftEmu || one.bottomEmu <= other.topEmu + sizeEmu / 2;
}

function farFrom({ bounds: one }: ReadText, { bounds: other }: ReadText): number {
  const across = Math.max(0, other.leftEmu - one.rightEmu, one.leftEmu - other.rightEmu);
  const down = Math.abs(one.topEmu + one.bottomEmu - other.topEmu - other.bottomEmu) / 2;
  return across + down;
}

/** Every content under a label that matches; labels are matched bare. */
export function toldUnder(form: Form, labels: RegExp): readonly Told[] {
  const { pairs, columns, texts } = readingOf(form);
  const spanOf = (element: number | null) =>
    (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
  const told = (text: string, element: number | null, sources: readonly FormRunSource[]): readonly Told[] => {
    const path = sources.find((source) => source.path !== null)?.path ?? null;
    const plain = narrow(text).trim();
    return isContent(plain, path) ? [{ text: plain, span: spanOf(element), path }] : [];
  };
  return [
    ...pairs.flatMap(({ label, labelText, value, of, sources }) => {
      const head = labelText === null ? "" : (headsOf(form).get(labelText) ?? "");
      return labels.test(`${head}${bareLabel(label)}`) ? told(value, of.element, sources) : [];
    }),
    ...columns.flatMap(({ heading, cells, element }) =>
      labels.test(bareLabel(heading)) ? cells.flatMap(({ text, sources }) => told(text, element, sources)) : [],
    ),
    ...linesOf(texts).flatMap((line) =>
      inOneLine(line, labels).flatMap(({ text, path }): readonly Told[] =>
        isContent(text, path) ? [{ text, span: spanOf(line.element), path }] : [],
      ),
    ),
  ];
}

/** What one element writes on one line, word by word. */
interface WrittenLine {
  readonly element: number | null;
  readonly words: readonly Word[];
}

interface Word {
  readonly text: string;
  readonly path: string | null;
}

/** Lines of an element: a wide blank parts a line into several texts. */
function linesOf(texts: readonly ReadText[]): readonly WrittenLine[] {
  const lines: ReadText[][] = [];
  for (const text of texts) {
    const line = lines.at(-1);
    const before = line?.at(-1);
    if (line !== undefined && before !== undefined && areOnOneLine(before, text)) line.push(text);
    else lines.push([text]);
  }
  return lines.map((line) => ({ element: line[0]?.element ?? null, words: withSpacedLabels(line.flatMap(wordsOf)) }));
}

function areOnOneLine(one: ReadText, other: ReadText): boolean {
  const down = Math.abs(one.bounds.bottomEmu - other.bounds.bottomEmu);
  return one.element === other.element && one.page === other.page && down < one.sizeEmu / 2;
}

function wordsOf({ text, sources }: ReadText): readonly Word[] {
  return [...text.matchAll(/(?:[^\s　：:／/|｜（）()]|(?<=[0-9０-９])[/:：](?=[0-9０-９]))+/g)].map(
    ({ 0: word, index }) => {
      const own = sources.filter(({ start, end }) => start < index + word.length && end > index);
      return { text: narrow(word), path: own.find(({ path }) => path !== null)?.path ?? null };
    },
  );
}

/** 氏　名 is one label. */
function withSpacedLabels(words: readonly Word[]): readonly Word[] {
  const all: Word[] = [];
  for (const word of words) {
    const before = all.at(-1);
    const text = `${before?.text ?? ""}${word.text}`;
    const isLabel = before !== undefined && before.path === null && word.path === null && STAFF_LABELS.has(text);
    if (isLabel) all[all.length - 1] = { text, path: null };
    else all.push(word);
  }
  return all;
}

/** Labels and contents in turn: 氏名　山田 太郎　性別：男. A content ends where the next label begins. */
function inOneLine({ words }: WrittenLine, labels: RegExp): readonly Word[] {
  return words.flatMap(({ text, path }, at) => {
    if (path !== null || !labels.test(bareLabel(text))) return [];
    const behind = words.slice(at + 1);
    const next = behind.findIndex((other) => other.path === null && STAFF_LABELS.has(bareLabel(other.text)));
    const own = next < 0 ? behind : behind.slice(0, next);
    if (own.length === 0) return [];
    return [
      { text: own.map((word) => word.text).join(" "), path: own.find((word) => word.path !== null)?.path ?? null },
    ];
  });
}

/** Whether the form has a place with such a label, filled in or left blank. */
export function hasPlace(form: Form, labels: RegExp): boolean {
  const { texts, pairs, columns } = readingOf(form);
  return (
    pairs.some(({ label }) => labels.test(bareLabel(label))) ||
    columns.some(({ heading }) => labels.test(bareLabel(heading))) ||
    [...headsOf(form)].some(([{ text }, head]) => labels.test(`${head}${bareLabel(text)}`)) ||
    texts.some(({ text }) => labels.test(bareLabel(text))) ||
    linesOf(texts).some(({ words }) => words.some(({ text }) => labels.test(bareLabel(text))))
  );
}

/** Whether a sentence says it; letters are narrow and without blanks. */
export function isTold(form: Form, words: RegExp): boolean {
  return readingOf(form).sentences.some(({ text, label }) =>
    words.test(narrow(`${label}${text}`).replaceAll(/\s/g, "")),
  );
}

/** （一）, 1., ① and 一 before a label, parted from it. */
const NUMBER_ALONE = /^[（(]?(?:第?[0-9]{1,2}|[一二三四五六七八九十]{1,2}|[①-⑳]|[■□●◆◇・※])[.．、)）]?$/;

/** Fixed words → the label that they begin with, bare and empty where there is none, and what stands behind it. */
export function behindLabel(words: string): { readonly label: string; readonly rest: string } {
  let rest = narrow(words).trim();
  for (;;) {
    const [all = "", word = ""] = /^([^\s：:]+)[\s：:]*/.exec(rest) ?? [];
    const label = bareLabel(word);
    if (STAFF_LABELS.has(label)) return { label, rest: rest.slice(all.length).trim() };
    if (!NUMBER_ALONE.test(word)) return { label: "", rest };
    // 一　 numbers something that is not there, and 3 may be a value.
    if (all.length === rest.length) return { label: "", rest: /\s$/.test(narrow(words)) ? "" : rest };
    rest = rest.slice(all.length);
  }
}

/** What is drawn with one of the roles, else under a label. */
export function toldAs(form: Form, roles: readonly string[], labels: RegExp): readonly Told[] {
  const values = roles.flatMap((role) => {
    const answer = presenceOf(form, role);
    return contentsDrawn(form, role, answer).flatMap(({ text, path }): readonly Told[] => {
      // Words of the source may begin with their label.
      const plain = path === null ? behindLabel(text).rest : narrow(text).trim();
      if (plain === "") return [];
      const own = answer.drawn.find(({ source }) => source.path === path)?.run.element ?? null;
      const span = (own === null ? undefined : form.elements[own]?.span) ?? answer.span;
      return [{ text: plain, span, path }];
    });
  });
  return values.length === 0 ? toldUnder(form, labels) : values;
}

/** Where a finding on a content stands. */
export function placeOf({ span, path }: Told): { readonly span: Span; readonly path?: string } {
  return path === null ? { span } : { span, path };
}
