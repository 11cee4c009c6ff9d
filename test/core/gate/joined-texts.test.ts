// RPT5012: texts of neighbours that read as one: holders × letters × what parts them, and repairs that are applied.
import { describe, expect, test } from "vitest";
import { applyEdits, type Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { drawnForm, overlookedOf } from "../../support/conservation/judged-form.ts";
import { sampled } from "../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function checked(source: string): readonly Diagnostic[] {
  return engine.check({ source, data: null }).diagnostics;
}

/** `one` stands before `other` in every row. */
interface Words {
  readonly one: string;
  readonly other: string;
}

type Holder = (words: Words, parted: string) => string;

const form = (body: string, { one, other }: Words = { one: "12", other: "3号機" }) => `rpt 1
field r[].a string(8) example=["${one}"]
field r[].b string(8) example=["${other}"]
field w string(8) example="${one}"
field v string(8) example="${other}"
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page w=105mm h=100mm margin=12mm {
  body gap=4mm {
${body}
  }
}
`;

/** `parted` goes to each of the two, and parts them where it is something. */
const HOLDERS: Readonly<Record<string, Holder>> = {
  "columns of a table": (words, parted) =>
    form(`table r {\ncolumn a "（左）" w=16mm align=right ${parted}\ncolumn b "（右）" w=1fr ${parted}\n}`, words),
  "texts of a row": (words, parted) =>
    form(`row {\ntext (w) w=16mm align=right ${parted}\ntext (v) ${parted}\n}`, words),
  "cells of a grid": (words, parted) =>
    form(
      `grid cols=[16mm, 1fr] border=none padding=0mm {\ncell (w) align=right ${parted}\ncell (v) ${parted}\n}`,
      words,
    ),
  "texts of a plate, the right one first": (words, parted) =>
    form(
      `plate h=20mm {\ntext (v) x=16mm y=0mm w=30mm h=6mm ${parted}
text (w) x=0mm y=0mm w=16mm h=6mm align=right ${parted}\n}`,
      words,
    ),
  "rows of a vertical column": ({ one, other }, parted) =>
    form(`table r {\ncolumn a "（縦）" w=10mm writing=vertical combine=0 valign=top ${parted}\n}`)
      .replace('["12"]', `["${one}", "${other}"]`)
      .replace('["3号機"]', '["甲", "乙"]'),
};

const isDown = (holder: string): boolean => holder.startsWith("rows of");

const told = (source: string): readonly Diagnostic[] => checked(source).filter(({ code }) => code === "RPT5012");

const READ_AS_ONE: readonly Words[] = [
  { one: "12", other: "3号機" },
  { one: "1", other: "2連式" },
  { one: "１２", other: "３号機" },
  { one: "第5", other: "6" },
  { one: "十二", other: "一" },
  // A sign, a point or a letter makes another number or code of the figure beside it.
  { one: "-", other: "12" },
  { one: "▲", other: "12" },
  { one: "−", other: "１２" },
  { one: "X-", other: "12" },
  { one: "1,", other: "12" },
  { one: "10:", other: "30" },
  { one: "12", other: "-3" },
  { one: "12", other: "-" },
  { one: "12", other: ".5" },
  { one: "A", other: "4" },
  { one: "ABCXYZ", other: "12" },
  { one: "12", other: "B7" },
  { one: "Ａ", other: "４" },
  // Words that read as one word.
  { one: "甲", other: "乙" },
  { one: "営業部", other: "長谷川" },
  { one: "ABC", other: "REV" },
  { one: "見本", other: "ABC" },
  // A word and the number that begins beside it.
  { one: "甲", other: "3号機" },
  { one: "M6棒", other: "12" },
  { one: "3月31日", other: "500円" },
  { one: "二十九日", other: "２０２６年" },
  { one: "Nut", other: "12" },
  { one: "部品甲", other: "十二" },
];
const READ_APART: readonly Words[] = [
  { one: "12", other: "円" },
  { one: "12", other: "個" },
  { one: "1．", other: "12" },
  { one: "12", other: "kg" },
  { one: "12", other: "V" },
  { one: "12", other: "%" },
  { one: "¥", other: "12" },
  { one: "No.", other: "12" },
  { one: "合計：", other: "12" },
  { one: "〜", other: "12" },
  { one: "甲", other: "（乙）" },
  { one: "12", other: "三号機" },
  { one: "十二", other: "台" },
  // The parts of a date or of a number that is meant to read as one.
  { one: "令和", other: "8" },
  { one: "令和", other: "八" },
  { one: "第", other: "3" },
  { one: "26年", other: "10月" },
  { one: "金", other: "500円" },
];

describe.each(Object.entries(HOLDERS))("%s", (name, holder) => {
  // Every pair of words occurs in one holder or two.
  const at = Object.keys(HOLDERS).indexOf(name);
  const readAsOne = sampled(READ_AS_ONE, 3, at);

  test.each(readAsOne)("$one and $other read as one, and the edit ends it", (words) => {
    const source = holder(words, "");
    const found = told(source);
    expect(found).toMatchObject([{ severity: "warning" }]);
    expect(found[0]?.message).toContain(`"${words.one}"`);
    expect(found[0]?.why).toContain(`"${words.one}${words.other}"`);
    const edits = found[0]?.repair?.edits ?? [];
    expect(edits).toHaveLength(1);
    const after = checked(applyEdits(source, edits));
    expect(after.filter(({ code }) => code === "RPT5012")).toEqual([]);
    expect(after.length).toBeLessThan(checked(source).length);
  });

  test.each(sampled(READ_APART, 3, at))("$one and $other read as they are", (words) => {
    expect(told(holder(words, ""))).toEqual([]);
  });

  test.each(["border=0.25pt", isDown(name) ? "padding=1mm" : "padding=[0mm, 1mm]"])("%s parts them", (parted) => {
    for (const words of readAsOne) expect(told(holder(words, parted)), words.one).toEqual([]);
  });

  test.each(["border=0.25pt border-color=white", "fill=#eeeeee"])("%s of both does not part them", (parted) => {
    for (const words of readAsOne) expect(told(holder(words, parted)), words.one).toHaveLength(1);
  });
});

describe("the gap", () => {
  const words = { one: "12", other: "3号機" };
  const row = (gap: number) => form(`row gap=${gap}mm {\ntext (w) w=16mm align=right\ntext (v)\n}`, words);

  test.each([0, 0.3, 0.6, 0.9, 1.2, 1.3])("%d mm are too little at 10 pt", (gap) => {
    const [found] = told(row(gap));
    expect(found?.message).toContain(gap === 0 ? "without a gap" : `${gap}`);
  });

  test.each([1.5, 2, 4])("%d mm are enough", (gap) => {
    expect(told(row(gap))).toEqual([]);
  });
});

test("a change of the ground parts them", () => {
  const words = { one: "12", other: "3号機" };
  const row = (one: string, two: string) =>
    form(`row {\ntext (w) w=16mm align=right ${one}\ntext (v) ${two}\n}`, words);
  expect(told(row("fill=#dddddd", ""))).toEqual([]);
  expect(told(row("", "fill=#dddddd"))).toEqual([]);
  expect(told(row("fill=#dddddd", "fill=#dddddd"))).toHaveLength(1);
});

describe("a box to tick", () => {
  const row = (one: string, two: string, gap = "0mm") => form(`row gap=${gap} {\n${one} w=auto\n${two} w=auto\n}`);

  test.each([
    ['check (true) "有"', 'check (false) "無"'],
    ['check (true) "A4"', 'check (false) "A3"'],
    ['text "区分"', 'check (false) "無"'],
    ['text "☑ 有"', 'text "☐ 無"'],
    ['text "口座 12"', 'text "□ 無"'],
  ])("stands apart from the words before it: %s and %s", (one, two) => {
    const source = row(one, two);
    const found = told(source);
    expect(found).toMatchObject([{ severity: "warning", why: "nobody knows which word the box belongs to" }]);
    expect(told(applyEdits(source, found[0]?.repair?.edits ?? []))).toEqual([]);
    expect(told(row(one, two, "1mm"))).toEqual([]);
    const drawn = drawnForm(source, null);
    expect(drawn.kind === "drawn" ? overlookedOf(drawn) : drawn.kind).toEqual([]);
  });

  test("may follow letters that have space of their own", () => {
    expect(told(row('check (true) "（有）"', 'check (false) "（無）"'))).toEqual([]);
    expect(told(row('text "区分："', 'check (false) "無"'))).toEqual([]);
  });

  test("stands beside the words that it belongs to", () => {
    expect(told(row('text "☐"', 'text "無"'))).toEqual([]);
    expect(told(row('text "☐"', 'text "12"'))).toEqual([]);
  });
});

describe("headings of columns", () => {
  const table = (one: string, two: string, look = "") =>
    form(`table r {\ncolumn a "${one}" w=16mm align=right ${look}\ncolumn b "${two}" w=1fr ${look}\n}`, {
      one: "12",
      other: "円",
    });

  test.each([
    ["数", "品名"],
    ["Qty", "Item"],
    ["第1", "第2"],
  ])("%s and %s read as one word", (one, two) => {
    const source = table(one, two);
    const found = told(source);
    expect(found).toHaveLength(1);
    expect(told(applyEdits(source, found[0]?.repair?.edits ?? []))).toEqual([]);
  });

  test.each([
    ["数", "（品名）", ""],
    ["数", "", ""],
    ["数", "品名", "border=0.25pt"],
    ["数", "品名", "padding=1mm"],
  ])("%s and %s with %s do not", (one, two, look) => {
    expect(told(table(one, two, look))).toEqual([]);
  });
});

describe("labels that reach to the end of their width", () => {
  const labelled = (style: string, own: string) =>
    form(`pairs label-w=32mm ${own} {\npair "研修名" (v)\n}`, { one: "x", other: "管理職のための研修" })
      .replace("{w}", "")
      .replace("page ", `${style}page `);

  test.each([
    ["distributed by style label", "style label align=distribute\n", ""],
    ["distributed, with a little room", "style label align=distribute padding-right=0.2mm // 標題\n", ""],
    ["distributed by the pairs", "", "align=distribute"],
    ["at the right", "style label align=right\n", ""],
  ])("are parted by the edit that is offered: %s", (_, style, own) => {
    const source = labelled(style, own);
    const [told] = checked(source).filter(({ code }) => code === "RPT5012");
    expect(told?.repair?.title).toMatch(/^write padding-right=[\d.]+mm in style label/u);
    const mended = applyEdits(source, told?.repair?.edits ?? []);
    expect(mended).toMatch(/^style label (?:align=\w+ )?padding-right=[\d.]+mm/mu);
    expect(checked(mended).filter(({ code }) => code === "RPT5012")).toEqual([]);
  });
});

describe("a label and its value, in pairs", () => {
  const pairs = (label: string, value: string, width: string) =>
    form(`pairs label-w=${width} {\npair "${label}" (v)\n}`, { one: "x", other: value }).replace("{w}", "");
  const told = (source: string) => checked(source).filter(({ code }) => code === "RPT5012");

  test.each([
    ["建物9号", "12-3"],
    ["建物第9", "号棟"],
    ["建物九号", "一二"],
    ["数量", "12"],
  ])("read as one where the label fills its width: %s %s", (label, value) => {
    const widths = { 建物9号: "12.6mm", 建物第9: "12.6mm", 建物九号: "14.2mm", 数量: "7.1mm" } as const;
    const width = widths[label as keyof typeof widths];
    expect(told(pairs(label, value, width))).toHaveLength(1);
    expect(told(pairs(label, value, "20mm"))).toEqual([]);
    const drawn = drawnForm(pairs(label, value, width), null);
    expect(drawn.kind === "drawn" ? overlookedOf(drawn) : drawn.kind).toEqual([]);
  });
});

test("padding that is too little becomes more", () => {
  const source = form('table r {\ncolumn a "（左）" w=16mm align=right\ncolumn b "（右）" w=1fr padding-left=0.2mm\n}');
  const [found] = told(source);
  const edited = applyEdits(source, found?.repair?.edits ?? []);
  expect(edited).toContain("padding-left=1.5mm");
  expect(edited).not.toContain("padding-left=0.2mm");
  expect(told(edited)).toEqual([]);
});

test("what reads as one with the data of a render is told there", async () => {
  const source = form('table r {\ncolumn a "（左）" w=16mm align=right\ncolumn b "（右）" w=1fr\n}', {
    one: "12",
    other: "号機",
  });
  expect(told(source)).toEqual([]);
  const data = { r: [{ a: "1", b: "2連式" }], w: "", v: "" };
  const { diagnostics } = engine.check({ source, data: new TextEncoder().encode(JSON.stringify(data)) });
  expect(diagnostics.filter(({ code }) => code === "RPT5012")).toHaveLength(1);
});

describe("the quick look at a page asks the rule wherever that finds something", () => {
  const looks = ["", "align=distribute", "align=right", "condense=80", "weight=bold"];
  const widths = [13, 14, 15, 16, 17, 18];
  const spacings = [-0.4, -0.2, 0, 0.1, 0.3, 0.5, 1];

  test.each(looks)("letter spacings × widths with %s", (look) => {
    const found = spacings.flatMap((spacing, at) =>
      sampled(widths, 3, at + looks.indexOf(look)).flatMap((width) => {
        const parted = `letter-spacing=${spacing}mm ${look}`;
        const head = `column a "見出し6" w=${width}mm ${parted}`;
        const source = form(`table r header=repeat {\n${head}\ncolumn b "2026年" w=1fr ${parted}\n}`);
        const drawn = drawnForm(source, null);
        return drawn.kind === "drawn" ? overlookedOf(drawn) : [drawn.kind];
      }),
    );
    expect(found).toEqual([]);
  });
});

test("a text that a part shows twice has no padding that parts the two", () => {
  const part = `part shared {\n  text (w)\n}\n`;
  const body = `plate h=10mm {\nuse shared x=0mm y=0mm w=4mm\nuse shared x=4mm y=0mm w=20mm\n}`;
  const source = form(body, { one: "12", other: "34" }).replace("page w=", `${part}page w=`);
  const [told] = checked(source).filter(({ code }) => code === "RPT5012");
  expect(told?.message).toContain('"12" stands');
  expect(told?.repair?.edits).toEqual([]);
  expect(told?.repair?.title).toBe("make room between the two, or draw a line between them");
});
