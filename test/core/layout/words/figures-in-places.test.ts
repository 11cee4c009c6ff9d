// Every kind of printed number in every place, from too narrow to wide: none is broken or cut without a finding.
import { describe, expect, it } from "vitest";
import { inLane, sampled } from "../../../support/lane.ts";
import { layOutOf } from "../../../support/lay-out.ts";

const DATA = {
  n: "1234567.89",
  b: "-1234567",
  m: 1_234_567,
  d: "2028-10-15",
  t: "12:34:56",
  c: "2026-10-01T09:30:00+09:00",
};
type Field = keyof typeof DATA;
const TYPES: Readonly<Record<Field, string>> = {
  n: "decimal(18,2) min=-999999999999 max=999999999999",
  b: "decimal(18,2) min=-999999999999 max=999999999999",
  m: "int",
  d: `date example="${DATA.d}"`,
  t: `time example="${DATA.t}"`,
  c: `datetime example="${DATA.c}"`,
};

/** A kind's field, its pattern, and the figures that it prints: none may be parted. */
const KINDS: readonly (readonly [field: Field, pattern: string, ...figures: string[]])[] = [
  ["n", "", "1234567.89"],
  ["n", "#,##0.00", "1,234,567.89"],
  ["n", "¥#,##0.00", "¥1,234,567.89"],
  ["n", '#,##0.00"円"', "1,234,567.89"],
  ["n", '"USD "#,##0.00', "1,234,567.89"],
  ["n", "#,##0.##%", "123,456,789%"],
  ["n", "0000000000.00", "0001234567.89"],
  ["n", "+#,##0.00;-#,##0.00", "+1,234,567.89"],
  ["n", "±#,##0.00", "±1,234,567.89"],
  ["n", "wide", "１，２３４，５６７．８９"],
  ["b", "", "-1234567"],
  ["b", "#,##0;−#,##0", "−1,234,567"],
  ["b", "#,##0;▲#,##0", "▲1,234,567"],
  ["b", "#,##0;△#,##0", "△1,234,567"],
  ["b", "¥#,##0;▲¥#,##0", "▲¥1,234,567"],
  ["b", "¥#,##0;¥▲#,##0", "¥▲1,234,567"],
  ["b", "¥#,##0;-¥#,##0", "-¥1,234,567"],
  ["b", "¥#,##0;¥-#,##0", "¥-1,234,567"],
  ["b", "#,##0;(#,##0)", "(1,234,567)"],
  ["b", "#,##0;（#,##0）", "（1,234,567）"],
  ["b", "kanji", "▲一二三四五六七"],
  ["b", "kanji-unit", "▲百二十三万四千五百六十七"],
  ["b", "daiji", "▲壱百弐拾参万四千五百六拾七"],
  ["b", "wide", "▲１，２３４，５６７"],
  ["m", "[h]:mm", "20576:07"],
  ["m", "[m]", "1234567"],
  ["d", "", "2028-10-15"],
  ["d", "yyyy/MM/dd", "2028/10/15"],
  ["d", "yyyy.MM.dd", "2028.10.15"],
  ["d", "yyyy年M月d日", "2028", "10", "15"],
  ["d", "yyyy年M月d日(aaa)", "2028", "10", "15"],
  ["d", "ggge年M月d日", "10", "15"],
  ["d", "ge.M.d", "10.10.15"],
  ["d", "ge/M/d", "10/10/15"],
  ["d", "M/d", "10/15"],
  ["d", "d MMM yyyy", "15", "2028"],
  ["t", "", "12:34:56"],
  ["t", "HH:mm", "12:34"],
  ["t", "H時m分", "12", "34"],
  ["c", "", "2026-10-01", "09:30"],
  ["c", "yyyy/MM/dd HH:mm", "2026/10/01", "09:30"],
];

/** `@` stands before the line of the figure. `look` holds no pattern. */
interface Figure {
  readonly field: Field;
  readonly pattern: string;
  readonly look: string;
  readonly widthMm: number;
}
const formatted = ({ pattern }: Figure): string => (pattern === "" ? "" : `format='${pattern}'`);
const inserted = ({ field, pattern }: Figure, name: string = field): string =>
  pattern === "" ? `{${name}}` : `{format(${name}, '${pattern}')}`;
const columns = ({ widthMm }: Figure, column: string, rest = ""): string =>
  `table rows w=${widthMm + 20}mm {\n${column} w=${widthMm}mm\n column name "名" w=1fr\n ${rest}\n }`;
const table = (figure: Figure, rest: string): string => columns(figure, 'column v "額" (.name)', rest);
const cell = (figure: Figure): string => `@cell (${figure.field}) col=v ${formatted(figure)} ${figure.look}`;

const PLACES: Readonly<Record<string, (figure: Figure) => string>> = {
  text: (of) => `@text (${of.field}) w=${of.widthMm}mm ${formatted(of)} ${of.look}`,
  "words of a text": (of) => `@text "計${inserted(of)}です" w=${of.widthMm}mm ${of.look}`,
  "words behind a code": (of) =>
    `@text "12345678901234567890 と {${of.field}}、${inserted(of)}" w=${of.widthMm}mm ${of.look}`,
  plate: (of) => `plate h=90mm {\n@text (${of.field}) x=0mm y=0mm w=${of.widthMm}mm ${formatted(of)} ${of.look}\n }`,
  "low box": (of) =>
    `plate h=90mm {\n@text (${of.field}) x=0mm y=0mm w=${of.widthMm}mm h=5mm ${formatted(of)} ${of.look}\n }`,
  column: (of) => columns(of, `@column v "額" (.${of.field}) ${formatted(of)} ${of.look}`),
  foot: (of) => table(of, `foot {\n${cell(of)}\n}`),
  head: (of) => table(of, `head {\n${cell(of)}\n}`),
  "group's head": (of) => table(of, `group (.${of.field}) {\n@head "${inserted(of, ".key")}" ${of.look}\n}`),
  "page's foot": (of) =>
    ["n", "b", "m"].includes(of.field)
      ? table(of, `pagefoot {\n${cell(of).replace("(", "(.")}\n}`)
      : (PLACES["foot"]?.(of) ?? ""),
  comb: (of) => `@comb "${inserted(of)}" cells=${of.widthMm} w=120mm h=8mm`,
  "group's foot": (of) => table(of, `group (.name) {\n foot {\n${cell(of)}\n}\n}`),
  pair: (of) => `pairs label-w=10mm w=${of.widthMm + 10}mm {\n@pair "額" (${of.field}) ${formatted(of)} ${of.look}\n }`,
  grid: (of) =>
    `grid cols=[${of.widthMm}mm, 30mm] border=0.25pt {\n@cell (${of.field}) ${formatted(of)} ${of.look}\n cell "a"\n }`,
  "low grid": (of) =>
    `grid cols=[${of.widthMm}mm, 30mm] row-h=6mm {\n@cell (${of.field}) ${formatted(of)} ${of.look}\n cell "a"\n }`,
  span: (of) =>
    `@rich w=${of.widthMm}mm ${of.look} {\n@span "計"\n@span (${of.field}) ${formatted(of)} weight=bold\n }`,
  line: (of) => `row {\n@text (${of.field}) w=${of.widthMm}mm ${formatted(of)} ${of.look}\n text "a"\n }`,
  "tick box": (of) => `@check (true) "${inserted(of)}" w=${of.widthMm + 5}mm ${of.look}`,
  vertical: (of) =>
    `@text (${of.field}) writing=vertical combine=1 w=90mm h=${of.widthMm}mm ${formatted(of)} ${of.look}`,
};

const LOOKS = [
  ...["", "wrap=char", "wrap=none", "kinsoku=none", "wrap=char kinsoku=none", "kinsoku=loose"],
  ...["fit=clip", "fit=clip wrap=char", "fit=shrink", "fit=shrink lines=2", "fit=shrink lines=2 wrap=char"],
  ...["align=justify", "align=distribute", "align=right letter-spacing=0.5mm", "hang=true"],
];
const WIDTHS_MM = inLane({
  fast: [4, 9, 17],
  merge: [3, 4, 6, 9, 13, 17, 25, 40],
  full: [3, 4, 5, 6, 7, 9, 13, 17, 21, 25, 40],
});

/** In the fast lane, each place has one of so many looks, and each of these one of the widths, by turns. */
const ONE_LOOK_OF = 3;

function widthsOf(place: string, look: string): readonly number[] {
  const turn = Object.keys(PLACES).indexOf(place) + Math.floor(LOOKS.indexOf(look) / ONE_LOOK_OF);
  return inLane({ fast: WIDTHS_MM.filter((_, index) => index === turn % WIDTHS_MM.length), full: WIDTHS_MM });
}

/** The lines that an element prints, and whether anything is told of it. */
interface Shown {
  readonly lines: readonly string[];
  readonly isTold: boolean;
}

/** All kinds in one place, look and width; null for a kind that the place has no such figure of. */
function shownIn(place: (figure: Figure) => string, look: string, widthMm: number): readonly Shown[] {
  const rows = ["rpt 1", 'document notes title="注" lang=ja'];
  for (const [name, type] of Object.entries(TYPES)) rows.push(`field ${name} ${type}`);
  rows.push('field rows[].name string(9) example=["a"]');
  for (const [name, type] of Object.entries(TYPES))
    rows.push(`field rows[].${name} ${type.replace(/example=(.*)$/u, "example=[$1]")}`);
  rows.push("sizes body=9pt", "style base size=body", "page w=150mm h=9000mm {", " body gap=5mm {");
  const targets: (readonly number[])[] = [];
  for (const [field, pattern] of KINDS) {
    const lines: number[] = [];
    for (const row of place({ field, pattern, look, widthMm }).split("\n")) {
      if (row.startsWith("@")) lines.push(rows.length);
      rows.push(row.replace("@", ""));
    }
    targets.push(lines);
  }
  rows.push(" }", "}", "");
  const starts: number[] = [];
  for (let at = 0, index = 0; index < rows.length; index += 1) {
    starts.push(at);
    at += (rows[index]?.length ?? 0) + 1;
  }
  const lineOf = (offset: number): number => starts.findLastIndex((start) => start <= offset);
  const { value, diagnostics } = layOutOf(rows.join("\n"))({ ...DATA, rows: [{ ...DATA, name: "a" }] });
  expect(value.pages.length).toBe(1);
  const told = new Set(diagnostics.map(({ span }) => lineOf(span?.start ?? 0)));
  const printed = new Map<number, Map<number, string>>();
  for (const item of value.pages[0]?.items ?? []) {
    if (item.kind !== "glyphs") continue;
    const line = lineOf(item.span[0]);
    const lines = printed.get(line) ?? new Map<number, string>();
    printed.set(line, lines);
    const at = look.includes("vertical") ? item.xEmu : item.yEmu;
    lines.set(at, (lines.get(at) ?? "") + item.run.text);
  }
  return targets.map((lines) => ({
    lines: lines.flatMap((line) => [...(printed.get(line)?.values() ?? [])]),
    isTold: lines.some((line) => told.has(line)),
  }));
}

describe.each(Object.entries(PLACES))("a figure in a place too narrow for it: %s", (name, place) => {
  it.each(sampled(LOOKS, ONE_LOOK_OF, Object.keys(PLACES).indexOf(name)))("%s", (look) => {
    const untold = widthsOf(name, look).flatMap((widthMm) =>
      shownIn(place, look, widthMm).flatMap(({ lines, isTold }, index) => {
        const [, pattern, ...figures] = KINDS[index] ?? [];
        const joined = name === "vertical" ? [lines.join("")] : lines;
        const parted = figures.filter((figure) => !joined.some((line) => line.includes(figure)));
        return parted.length === 0 || isTold ? [] : [`${pattern} at ${widthMm}mm: ${lines.join("/")}`];
      }),
    );
    expect(untold).toEqual([]);
  });
});
