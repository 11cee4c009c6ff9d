// A clean form → the same form as another office would write it: other words, another layout, another order.
import { applyEdits, type TextEdit } from "../../../../../src/core/diagnostics/index.ts";
import type { FormElement } from "../../../../../src/core/sdk/index.ts";
import { otherWordings } from "./label-wordings.ts";
import { FIGURE_ROLES, LAW_ITEMS } from "./law-items.ts";
import { elementsShowing, headOf, type Mutant, mutantOf, without } from "./mutant.ts";
import type { Seed } from "./seeds.ts";

/** Every lawful variation of a form. */
export function variationsOf(seed: Seed): readonly Mutant[] {
  return [...reworded(seed), ...laidOut(seed), ...looks(seed), ...withoutExtras(seed)];
}

/** Fixed texts that are a label as a whole. */
function reworded(seed: Seed): readonly Mutant[] {
  const parts = seed.form.elements.flatMap(({ texts }) => texts.flatMap((text) => text.parts));
  return parts.flatMap((part) => {
    if (part.kind !== "fixed") return [];
    const [, words = "", gap = ""] = /^(.*?)([　 ：:]*)$/.exec(part.text) ?? [];
    return otherWordings(words).flatMap((other) => {
      const text = applyEdits(seed.source, [{ span: part.span, text: `${other}${gap}` }]);
      return mutantOf(seed, "lawful", `"${words}" worded ${other}`, text);
    });
  });
}

/** A label and its value as written in a `pair` line. */
const PAIR = /^pair "([^"]*)"\s+(\((?:[^()]|\([^()]*\))*\)|"[^"]*")(.*)$/;

/** Pairs as sentences, as a grid, as headings over their values, and in the other order. */
function laidOut(seed: Seed): readonly Mutant[] {
  const { source, form } = seed;
  const lists = form.elements.filter(({ keyword }) => keyword === "pairs");
  return lists.flatMap((list, at) => {
    const pairs = form.elements.filter(({ parent }) => parent === list.index);
    const make = (what: string, text: string | null) => mutantOf(seed, "lawful", `pairs ${at + 1} ${what}`, text);
    const written = pairs.map((pair) => PAIR.exec(source.slice(pair.span.start, pair.span.end)));
    const whole = (lines: readonly (string | null)[], head: string): string | null => {
      if (lines.some((line) => line === null)) return null;
      return replaced(source, list, `${head} {\n${lines.join("\n")}\n}`);
    };
    const wordsOf = (value: string) => (value.startsWith('"') ? value.slice(1, -1) : `{${value.slice(1, -1)}}`);
    const width = /label-w=(\S+)/.exec(headOf(source, list).text)?.[1] ?? "30mm";
    const place = / w=\S+/.exec(headOf(source, list).text)?.[0] ?? "";
    return [
      ...make("in the other order", swapped(source, pairs)),
      ...make(
        "as lines",
        whole(
          written.map((one) => (one === null ? null : `text "${one[1]}　${wordsOf(one[2] ?? "")}"${one[3]}`)),
          `stack${place}`,
        ),
      ),
      ...make(
        "as lines with a colon",
        whole(
          written.map((one) => (one === null ? null : `text "${one[1]}：${wordsOf(one[2] ?? "")}"${one[3]}`)),
          `stack${place}`,
        ),
      ),
      ...make(
        "as sentences",
        whole(
          written.map((one) => (one === null ? null : `text "${one[1]}は、${wordsOf(one[2] ?? "")}とする。"${one[3]}`)),
          `stack${place}`,
        ),
      ),
      ...make(
        "as headings over values",
        whole(
          written.map((one) => (one === null ? null : `text "【${one[1]}】"\ntext ${one[2]}${one[3]}`)),
          `stack${place} gap=1mm`,
        ),
      ),
      ...make(
        "as a grid",
        whole(
          written.map((one) => (one === null ? null : `label "${one[1]}"\ntext ${one[2]}${one[3]}`)),
          `grid cols=[${width}, 1fr]${place} gap=1mm`,
        ),
      ),
    ];
  });
}

function replaced(source: string, { span }: FormElement, text: string): string {
  // The span of a block is its first line: what stands in it goes up to its closing brace.
  const open = source.indexOf("{", span.start);
  const end = source.indexOf("}\n", source.indexOf("\n", open));
  const close = closing(source, open);
  return `${source.slice(0, span.start)}${text}${source.slice(close < 0 ? end + 1 : close + 1)}`;
}

/** Where the brace that opens somewhere closes, past braces and quotes of texts. */
function closing(source: string, open: number): number {
  let depth = 0;
  for (let at = open; at < source.length; at += 1) {
    if (source[at] === "{") depth += 1;
    if (source[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function swapped(source: string, elements: readonly FormElement[]): string {
  const texts = elements.map(({ span }) => source.slice(span.start, span.end)).reverse();
  const edits = elements.map(({ span }, at): TextEdit => ({ span, text: texts[at] ?? "" }));
  return applyEdits(source, edits);
}

function looks(seed: Seed): readonly Mutant[] {
  const { source } = seed;
  const make = (what: string, text: string) => mutantOf(seed, "lawful", what, text);
  const fields = source.split("\n").filter((line) => line.startsWith("field "));
  const [first = "", second = ""] = fields;
  const title = /text "([^"{]*)"[^\n]*role=document\.title/.exec(source)?.[1];
  const titled = (words: string) =>
    title === undefined ? source : source.replace(`text "${title}"`, `text "${words}"`);
  return [
    ...make("set in BIZ UDGothic", source.replace(/gothic="[^"]*"/, 'gothic="BIZ UDGothic"')),
    ...make("set in Mincho", source.replace(/gothic="[^"]*"/, 'gothic="Noto Serif JP"')),
    ...make("with larger letters", source.replace(/body=9pt/, "body=10pt")),
    ...make("with narrower margins", source.replace(/margin=1[58]mm/, "margin=13mm")),
    ...make("with its first fields exchanged", source.replace(`${first}\n${second}`, `${second}\n${first}`)),
    ...make("with an English title", titled(`${title} / DOCUMENT`)),
    ...make("with a spaced title", titled([...(title ?? "")].join("　"))),
    ...make("with English beside the totals", source.replace(/pair "合計/, 'pair "Total 合計')),
    ...make("with dates of the era", source.replaceAll("'yyyy年M月d日'", "'ggge年M月d日'")),
    ...make("with dates in figures", source.replaceAll("'yyyy年M月d日'", "'yyyy/MM/dd'")),
    ...make("with yen signs", source.replaceAll(/"\{format\(([\w.]+), '#,##0'\)\}円"/g, `"¥{format($1, '#,##0')}"`)),
  ];
}

/** Without a line that no law asks for. */
function withoutExtras(seed: Seed): readonly Mutant[] {
  const asked = new Set((LAW_ITEMS[seed.profile] ?? []).flatMap(({ roles }) => roles));
  const { declarations } = seed.form;
  const extras = declarations.filter(
    ({ role, path }) => !path.includes("[]") && (role === null || !(asked.has(role) || FIGURE_ROLES.has(role))),
  );
  // What no item, total or purpose names may be left out; numbers and roles of the form itself may be wanted by custom.
  return extras
    .filter(({ role }) => role === null)
    .flatMap(({ path }) => {
      const elements = elementsShowing(seed.form, new Set([path])).filter(({ texts }) => isAlone(texts));
      if (elements.length === 0) return [];
      return mutantOf(seed, "lawful", `without ${path}`, without(seed, elements));
    });
}

function isAlone(texts: FormElement["texts"]): boolean {
  return texts.flatMap(({ parts }) => parts).filter(({ kind }) => kind === "computed").length === 1;
}
