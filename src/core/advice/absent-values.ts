// RPT5111: a unit, a title or a dash that stands beside an optional value, and is printed alone where that is absent.
import type { Canvas } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { type ExpressionCode, referencePath, type Template, type TemplatePart } from "../expression/index.ts";
import { advised } from "./advice-finding.ts";

/** Words that say nothing without the value before them, up to the next blank or sign. */
const AFTER =
  /^(?:[円個本枚台名人件回箱点式部泊分割倍歳才年月日様殿％%℃]|御中|時間|か月|ヶ月|カ月|ページ|頁|kg|g|mm|cm|m|㎡)(?![0-9A-Za-z０-９ぁ-ヿ一-龠々])/;
/** Signs that say nothing without the value after them. */
const BEFORE = /[¥￥$€〒]$/u;
/** From one value to another. */
const RANGE = /^\s*[〜～~]\s*$/u;

/** Where a template stands. */
interface Place {
  /** Of the records that are open there, the paths; the innermost last. */
  readonly records: readonly string[];
  /** Conditions of the element and of what holds it, and the lists that open its records. */
  readonly guards: readonly string[];
  /** An element of its own may have a condition; a cell of a table has none. */
  readonly mayHide: boolean;
}

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
export function wordsOfAbsent(canvas: Pick<Canvas, "pages" | "fields">): readonly Diagnostic[] {
  const optional = new Set(canvas.fields.filter((one) => one.optional && one.default === null).map(({ path }) => path));
  if (optional.size === 0) return [];
  const found: Diagnostic[] = [];
  eachTemplate(canvas.pages, (template, place) => {
    const left = leftWords(template, place, optional);
    if (left !== null) found.push(adviceOn(left, template, place));
  });
  return found;
}

type Judge = (template: Template, place: Place) => void;

/** Every text with computed parts, and where it stands. */
export function eachTemplate(pages: Canvas["pages"], judge: Judge): void {
  walk(pages, { records: [], guards: [], mayHide: false }, judge);
}

function walk(node: unknown, place: Place, judge: Judge): void {
  if (typeof node !== "object" || node === null || "op" in node) return;
  if (Array.isArray(node)) {
    if (isTemplate(node)) judge(node, place);
    else for (const one of node as readonly unknown[]) walk(one, place, judge);
    return;
  }
  const inside = placeIn(node as Readonly<Record<string, unknown>>, place);
  for (const part of Object.values(node)) walk(part, inside, judge);
}

function isTemplate(parts: readonly unknown[]): parts is Template {
  return parts.some((one) => typeof one === "object" && one !== null && "kind" in one && one.kind === "computed");
}

function placeIn(node: Readonly<Record<string, unknown>>, { records, guards, mayHide }: Place): Place {
  const box = node["box"] as { readonly when?: unknown } | undefined;
  const conditions = [node["when"], box?.when, node["over"]].filter((one) => one !== undefined && one !== null);
  const over = node["over"] as ExpressionCode | undefined;
  const opened = over === undefined ? [] : [`${referencePath(over, records, null) ?? "?"}[]`];
  return {
    records: [...records, ...opened],
    guards: [...guards, ...conditions.map((one) => JSON.stringify(one))],
    mayHide: box === undefined ? mayHide && !("cell" in node) : node["kind"] !== "table",
  };
}

function leftWords(template: Template, place: Place, optional: ReadonlySet<string>): Left | null {
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
function absentField(part: TemplatePart, { records, guards }: Place, optional: ReadonlySet<string>): string | null {
  if (part.kind === "fixed") return null;
  const path = referencePath(part.code, records, null);
  if (path === null || !optional.has(path)) return null;
  const name = path.slice(path.lastIndexOf(".") + 1);
  if (guards.some((guard) => guard.includes(`"name":"${name}"`))) return null;
  const record = records.at(-1);
  return record !== undefined && path.startsWith(`${record}.`) ? path.slice(record.length) : path;
}

function adviceOn({ words, fields, part }: Left, template: Template, { mayHide }: Place): Diagnostic {
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
