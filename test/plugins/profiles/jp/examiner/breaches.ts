// A clean form → forms that break the law: each required item removed, hidden, or told by another label, each figure
// changed. Nothing here knows what the rules look for.
import { applyEdits } from "../../../../../src/core/diagnostics/index.ts";
import type { FormElement, FormTextPart } from "../../../../../src/core/sdk/index.ts";
import { meaningsOf } from "./label-wordings.ts";
import { FIGURE_ROLES, LAW_ITEMS } from "./law-items.ts";
import { elementsShowing, headOf, type Mutant, mutantOf, withBodyEnd, without, withProperties } from "./mutant.ts";
import type { Seed } from "./seeds.ts";

/** A required item of a form, and what draws it. */
interface DrawnItem {
  readonly item: string;
  readonly paths: readonly string[];
  readonly elements: readonly FormElement[];
}

/** Every breach that a machine makes of a form. */
export function breachesOf(seed: Seed): readonly Mutant[] {
  const items = drawnItems(seed);
  return [
    ...items.flatMap((item) => missing(seed, item)),
    ...items.flatMap((item) => hidden(seed, item)),
    ...labelled(seed, items),
    ...falsified(seed),
    ...otherRates(seed),
  ];
}

function drawnItems({ profile, form }: Seed): readonly DrawnItem[] {
  return (LAW_ITEMS[profile] ?? []).flatMap(({ item, roles, isEach }) => {
    const declared = form.declarations.filter(({ role }) => role !== null && roles.includes(role));
    const paths = declared.map(({ path }) => path);
    const groups = isEach === true ? paths.map((path) => [path]) : [paths];
    return groups.flatMap((own) => {
      const bearers = form.elements.filter(({ role }) => role !== null && roles.includes(role));
      const elements = [...new Set([...elementsShowing(form, new Set(own)), ...(isEach ? [] : bearers)])];
      const name = isEach === true ? `${item} ${own[0]}` : item;
      return elements.length === 0 ? [] : [{ item: name, paths: own, elements }];
    });
  });
}

function missing(seed: Seed, { item, paths, elements }: DrawnItem): readonly Mutant[] {
  const { source, form } = seed;
  const make = (what: string, text: string | null) => mutantOf(seed, "missing", `${item} ${what}`, text);
  const fields = form.declarations.filter(({ path, kind }) => kind === "field" && paths.includes(path));
  const emptied = fields.length === paths.length ? withExamples(source, fields, () => '""') : null;
  const listed = fields.filter(({ path }) => path.includes("[]"));
  const oneEmptied = listed.length === 0 ? null : withExamples(source, listed, (text) => secondEmptied(text));
  return [
    ...make("removed", without(seed, elements)),
    ...make("emptied", emptied),
    ...make("emptied in one record", oneEmptied),
  ];
}

function secondEmptied(text: string): string {
  return text.replace(/^(\["[^"]*", )"[^"]*"/, '$1""');
}

function withExamples(source: string, fields: Seed["form"]["declarations"], change: (text: string) => string): string {
  return applyEdits(
    source,
    fields.flatMap(({ span }) => {
      const line = source.slice(span.start, span.end);
      const written = /example=(\[.*\]|"[^"]*"|\S+)/.exec(line);
      if (written?.[1]?.includes('"') !== true) return [];
      const list = written[1].startsWith("[");
      const text = list ? change(written[1]) : change(written[1]);
      const start = span.start + written.index + "example=".length;
      const whole = list && text === '""' ? written[1].replaceAll(/"[^"]*"/g, '""') : text;
      return [{ span: { start, end: start + written[1].length }, text: whole }];
    }),
  );
}

const WAYS: Readonly<Record<string, readonly string[]>> = {
  "drawn under no data": ["when=(1 == 2)"],
  "white on white": ["color=#ffffff"],
  "nearly white": ["color=#fcfcfc"],
  "dark on dark": ["color=#1a1a1a", "fill=#1a1a1a"],
  "unseen by opacity": ["opacity=0"],
  "of 1 pt": ["size=tiny"],
  "clipped to a corner": ["fit=clip", "w=1.5mm", "h=2mm"],
};

function hidden(seed: Seed, { item, elements, paths }: DrawnItem): readonly Mutant[] {
  const { source, form } = seed;
  const make = (what: string, text: string | null) => mutantOf(seed, "hidden", `${item} ${what}`, text);
  const texts = elements.filter(({ keyword, lengths }) => keyword === "text" && lengths["x"] === undefined);
  const isAllText = texts.length === elements.length;
  const [path] = paths.filter((one) => !one.includes("[]"));
  const rest = path === undefined ? null : without(seed, elements);
  const copied = source.replace(/^page /m, 'copies ["正", "控"]\n\npage ');
  const at = copied.length - source.length;
  const shifted = elements.map((one) => ({ ...one, span: { start: one.span.start + at, end: one.span.end + at } }));
  return [
    ...Object.entries(WAYS).flatMap(([what, properties]) => {
      if (what === "clipped to a corner" && !isAllText) return [];
      return make(what, withSmallest(withProperties(source, elements, ...properties)));
    }),
    ...make("masked", masked(seed, elements)),
    ...(isAllText ? make("off the paper", placed(source, texts, "x=900mm", "")) : []),
    ...(isAllText ? make("covered", placed(source, texts, "x=0mm", COVER)) : []),
    ...make(
      "only as a QR code",
      rest === null ? null : withBodyEnd(rest, `barcode qr (concat(${path}, '')) w=18mm h=18mm`),
    ),
    ...make("only in the title of the file", rest?.replace(/^(document .*title="[^"]*)"/m, `$1 {${path}}"`) ?? null),
    ...make("only as a bookmark", rest === null ? null : withBodyEnd(rest, `bookmark "{${path}}"`)),
    ...make("not on the second copy", withProperties(copied, shifted, "when=(copy.index == 1)")),
    ...make("not on the first copy", withProperties(copied, shifted, "when=(copy.index == 2)")),
  ].filter(() => form.pages.length > 0);
}

const COVER = "rect x=0mm y=0mm w=100mm h=9mm fill=#ffffff stroke=0.1pt";

function withSmallest(source: string): string {
  return source.includes("size=tiny") ? source.replace(/^sizes /m, "sizes tiny=1pt ") : source;
}

/** Letters of the value as asterisks. */
function masked({ source }: Seed, elements: readonly FormElement[]): string {
  const parts = elements.flatMap(({ texts }) => texts.flatMap((text) => text.parts));
  const computed = parts.filter(
    (part): part is Extract<FormTextPart, { kind: "computed" }> => part.kind === "computed",
  );
  return applyEdits(
    source,
    computed.map(({ span }) => {
      const written = source.slice(span.start, span.end);
      return {
        span,
        text: written.startsWith("(") ? "('＊＊＊＊')" : written.startsWith("{") ? "{'＊＊＊＊'}" : "'＊＊＊＊'",
      };
    }),
  );
}

/** Texts set at a place of their own, and what lies over them. */
function placed(source: string, texts: readonly FormElement[], x: string, over: string): string {
  return applyEdits(
    source,
    texts.map((element) => {
      const { text } = headOf(source, element);
      const plain = text.replaceAll(/ (?:w|h|place|padding|valign|border-bottom|margin-top)=(?:\[[^\]]*\]|\S+)/g, "");
      return {
        span: element.span,
        text: `plate h=9mm { ${plain} ${x} y=0mm w=90mm h=8mm\n${over}\n}`.replace("{ ", "{\n"),
      };
    }),
  );
}

/** A label in the source, and the element whose value it tells. */
interface Label {
  readonly text: string;
  readonly span: { readonly start: number; readonly end: number };
  readonly element: FormElement;
}

function labelsOf({ form }: Seed): readonly Label[] {
  return form.elements.flatMap((element): readonly Label[] => {
    const label = element.texts.find(({ name }) => name === "label")?.parts[0];
    if (element.keyword === "pair" && label?.kind === "fixed") return [{ text: label.text, span: label.span, element }];
    const before = form.elements[element.index - 1];
    const [own] = before?.texts ?? [];
    const [part] = own?.parts ?? [];
    const isLabel = before !== undefined && before.parent === element.parent && own?.parts.length === 1;
    const isBoth =
      ["label", "cell", "text"].includes(before?.keyword ?? "") && ["cell", "text"].includes(element.keyword);
    if (!isLabel || !isBoth || part?.kind !== "fixed" || meaningsOf(part.text).length === 0) return [];
    return [{ text: part.text, span: part.span, element }];
  });
}

/** Labels told of one another's values, and values that stand where another belongs. */
function labelled(seed: Seed, items: readonly DrawnItem[]): readonly Mutant[] {
  const { source } = seed;
  const required = new Set(items.flatMap(({ elements }) => elements.map(({ index }) => index)));
  const labels = labelsOf(seed);
  return labels.flatMap((one, at) =>
    labels.slice(at + 1).flatMap((other): readonly Mutant[] => {
      if (!required.has(one.element.index) && !required.has(other.element.index)) return [];
      // Of two values with one role, nobody who reads the paper can tell which label is whose.
      if (areAlike(one.text, other.text) || roleOf(one.element) === roleOf(other.element)) return [];
      const exchanged = applyEdits(source, [
        { span: one.span, text: other.text },
        { span: other.span, text: one.text },
      ]);
      return mutantOf(seed, "label", `labels ${one.text} and ${other.text} exchanged`, exchanged);
    }),
  );
}

function roleOf({ role, texts }: FormElement): string | null {
  const shown = texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "computed" ? [part.role] : [])));
  return role ?? shown.find((one) => one !== null) ?? null;
}

function areAlike(one: string, other: string): boolean {
  const own = meaningsOf(one);
  return (
    own.length === 0 || meaningsOf(other).length === 0 || meaningsOf(other).some((meaning) => own.includes(meaning))
  );
}

/** A yen amount too high by 7: by formula for all, of data for each record alone. */
function falsified(seed: Seed): readonly Mutant[] {
  const { source, form } = seed;
  return form.declarations.flatMap(({ path, role, kind, span }): readonly Mutant[] => {
    if (role === null || !FIGURE_ROLES.has(role)) return [];
    const make = (what: string, text: string) => mutantOf(seed, "figure", `${path} ${what}`, text);
    if (kind === "let") {
      const head = source.slice(0, span.end).trimEnd();
      return make("7 too high", `${head} + 7${source.slice(head.length)}`);
    }
    if (form.formulas.some(({ inputs }) => inputs.includes(path))) return [];
    const line = source.slice(span.start, span.end);
    const [, before = "", numbers = ""] = /^(.*example=)(\[[\d, ]+\]|\d+)/.exec(line) ?? [];
    return [...numbers.matchAll(/\d+/g)].flatMap(({ index, 0: digits }, at) => {
      const start = span.start + before.length + index;
      const text = applyEdits(source, [{ span: { start, end: start + digits.length }, text: `${Number(digits) + 7}` }]);
      return make(`7 too high in record ${at + 1}`, text);
    });
  });
}

/** The words of one rate in place of the other's, once for each place where they are written. */
function otherRates(seed: Seed): readonly Mutant[] {
  const parts = seed.form.elements.flatMap(({ texts }) => texts.flatMap((text) => text.parts));
  return parts.flatMap((part): readonly Mutant[] => {
    if (part.kind !== "fixed" || !/(?:10|8)%/.test(part.text) || /割増|時間外/.test(part.text)) return [];
    const text = part.text.replace(/(10|8)%/, (_, rate: string) => (rate === "8" ? "10%" : "8%"));
    const source = applyEdits(seed.source, [{ span: part.span, text }]);
    return mutantOf(seed, "rate", `"${part.text}" says ${text}`, source);
  });
}
