// RPT5111: a unit, a title or a dash that stands beside an optional value, and is printed alone where that is absent.
import type { Canvas } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { referencePath, type Template, type TemplatePart } from "../expression/index.ts";
import { advised } from "./advice-finding.ts";
import { eachTemplate, type TemplatePlace } from "./templates.ts";
import { ValuesOfNone } from "./values-of-none.ts";

/** Words that say nothing without the value before them, up to the next blank or sign. */
const AFTER =
  /^(?:[円個本枚台名人件回箱点式部泊分割倍歳才年月日様殿％%℃]|御中|時間|か月|ヶ月|カ月|ページ|頁|kg|g|mm|cm|m|㎡)(?![0-9A-Za-z０-９ぁ-ヿ一-龠々])/;
/** The end of a sentence that the value before it belongs to. */
const SENTENCE = /^\s?(?:です|でした|である|であり|とします|とする|となり|により|から|まで|より|[をがはにのと、])/u;
/** Signs that say nothing without the value after them. */
const BEFORE = /[¥￥$€〒]$/u;
/** From one value to another. */
const RANGE = /^\s*[〜～~]\s*$/u;

/** What is printed although there is no value, and the references that it stands beside. */
interface Left {
  readonly words: string;
  readonly fields: readonly string[];
  readonly part: TemplatePart;
}

/**
 * Told once for a template, and only of a field that may be absent, without a default and without a condition that
 * asks for it: labels such as `備考：` stand before blank values too, and are not meant.
 */
export function wordsOfAbsent(canvas: Canvas): readonly Diagnostic[] {
  return [...wordsOfFields(canvas), ...wordsOfLists(canvas)];
}

/** The same of what is computed of a list that may be empty: `平均 {avg(subs[].pt)}点`. */
function wordsOfLists(canvas: Canvas): readonly Diagnostic[] {
  const values = new ValuesOfNone(canvas);
  const found: Diagnostic[] = [];
  eachTemplate(canvas.pages, (template, { guards }) => {
    for (const [at, part] of template.entries()) {
      const list = part.kind === "computed" ? values.listOf(part.code) : null;
      if (list === null || guards.some((guard) => guard.includes(`"name":"${list}"`))) continue;
      const after = fixedAt(template, at + 1);
      const words = AFTER.exec(after)?.[0] ?? SENTENCE.exec(after)?.[0] ?? BEFORE.exec(fixedAt(template, at - 1))?.[0];
      if (words === undefined) continue;
      const said = {
        message: `"${words.trim()}" is printed alone where no entry of ${list} gives a value`,
        why: "a list may have no entry that counts, and what stands beside the value says nothing without it",
      };
      const repair = `write a word for none, as in {coalesce(…, 'なし')}, or show it only where there is one by when=`;
      found.push(advised("RPT5111", part.span, said, repair));
      return;
    }
  });
  return found;
}

function wordsOfFields(canvas: Pick<Canvas, "pages" | "fields">): readonly Diagnostic[] {
  const optional = new Set(canvas.fields.filter((one) => one.optional && one.default === null).map(({ path }) => path));
  if (optional.size === 0) return [];
  const found: Diagnostic[] = [];
  eachTemplate(canvas.pages, (template, place) => {
    const left = leftWords(template, place, optional);
    if (left !== null) found.push(adviceOn(left, template, place));
  });
  return found;
}

function leftWords(template: Template, place: TemplatePlace, optional: ReadonlySet<string>): Left | null {
  const absent = template.map((part) => absentField(part, place, optional));
  for (const [at, field] of absent.entries()) {
    const part = template[at];
    if (field === null || part === undefined) continue;
    const [before, after] = [fixedAt(template, at - 1), fixedAt(template, at + 1)];
    const end = absent[at + 2] ?? null;
    if (RANGE.test(after) && end !== null) return { words: after.trim(), fields: [field, end], part };
    const unit = AFTER.exec(after)?.[0] ?? BEFORE.exec(before)?.[0];
    if (unit !== undefined) return { words: unit, fields: [field], part };
  }
  return null;
}

function fixedAt(template: Template, at: number): string {
  const part = template[at];
  return part?.kind === "fixed" ? part.text : "";
}

/** The field that a part shows and nothing else, where it may be absent there; as it is written in its place. */
function absentField(
  part: TemplatePart,
  { records, guards }: TemplatePlace,
  optional: ReadonlySet<string>,
): string | null {
  if (part.kind === "fixed") return null;
  const path = referencePath(part.code, records, null);
  if (path === null || !optional.has(path)) return null;
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (guards.some((guard) => guard.includes(`"name":"${name}"`))) return null;
  const record = records.at(-1);
  return record !== undefined && path.startsWith(`${record}.`) ? path.slice(record.length) : path;
}

function adviceOn({ words, fields, part }: Left, template: Template, { mayHide }: TemplatePlace): Diagnostic {
  const isAll = template.every((one) => one.kind === "computed" || one.text.trim() === words);
  const asked = fields.map((field) => `has(${field})`).join(" or ");
  const absent = fields.join(" and ");
  const said = {
    message: `"${words}" is printed alone where ${absent} ${fields.length > 1 ? "are" : "is"} absent`,
    why: "the value may be left out, and what stands beside it says nothing without it",
  };
  const own = `write {if(${asked}, concat(…, '${words}'), '')}, with what is joined now`;
  return advised("RPT5111", part.span, said, mayHide && isAll ? `write when=(${asked})` : own);
}
