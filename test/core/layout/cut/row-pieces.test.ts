// Rows cut at a page's end: what a column's block holds is cut as a text of the cell is, or told.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const form = (split: string, column: string): string => `rpt 1
field r[].t text(300) example=["x"]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body line-height=1.5
style cell border=0.25pt padding=1mm
page 80mm 70mm margin=6mm {
  body {
    table r style=cell split=${split} {
      column n "番" (index) w=16mm
      ${column}
    }
  }
}
`;

const block = (...elements: readonly string[]): string => `column t "文" w=1fr {
        ${elements.join("\n        ")}
      }`;

const LINES = Array.from({ length: 40 }, (_, at) => `行${at + 1}`);
const DATA = { r: [{ t: "短" }, { t: LINES.join("\n") }, { t: "終" }] };

/** The lines of each page that its column shows. */
function shownOn(source: string) {
  const { value, diagnostics } = layOutSource(source, DATA);
  const pages = value.pages.map((_, page) =>
    pageLines(value, page).flatMap((line) => line.match(/行\d+|短|終/gu) ?? []),
  );
  return { pages, diagnostics };
}

const LONE = [
  { is: "a text", column: block("text (.t)") },
  { is: "a text with words about it", column: block('text "{.t}"') },
  { is: "rich text", column: block('rich {\n          span "{.t}"\n        }') },
] as const;

const FRAMED = [
  { is: "a text with a frame", column: block("text (.t) padding=1mm border=0.5pt margin=1mm") },
  { is: "a text at the bottom of its cell", column: block("text (.t)").replace("w=1fr", "w=1fr valign=bottom") },
  { is: "a text of a least height", column: block("text (.t) min-h=9mm") },
] as const;

const UNCUT = [
  { is: "two texts", column: block('text "題"', "text (.t)") },
  { is: "a text in a box", column: block("stack {\n          text (.t)\n        }") },
  { is: "a text that stays together", column: block("text (.t) keep=together") },
] as const;

describe("a column's block that holds one text alone", () => {
  test.each(LONE)("is cut where a text of the cell would be: $is", ({ column }) => {
    const plain = shownOn(form("cell", 'column t "文" w=1fr'));
    expect(plain.pages.flat()).toEqual(["短", ...LINES, "終"]);
    expect(plain.pages.length).toBeGreaterThan(2);
    expect(shownOn(form("cell", column))).toEqual(plain);
  });

  test.each(FRAMED)("is cut, and loses no line: $is", ({ column }) => {
    const { pages, diagnostics } = shownOn(form("cell", column));
    expect(pages.flat()).toEqual(["短", ...LINES, "終"]);
    expect(pages.length).toBeGreaterThan(2);
    expect(diagnostics).toEqual([]);
  });

  test.each([...LONE, ...FRAMED])("needs split=cell where the row is higher than a page: $is", ({ column }) => {
    const { pages, diagnostics } = shownOn(form("row", column));
    expect(pages.flat()).toEqual(["短", ...LINES, "終"]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["RPT4010"]);
    expect(diagnostics[0]?.repair?.title).toContain("split=cell");
  });

  test.each([...LONE, ...FRAMED])("holds the longest text that is declared: $is", ({ column }) => {
    expect(engine.check({ source: form("cell", column), data: null }).diagnostics).toEqual([]);
  });
});

describe("what no cut makes lower than a page", () => {
  const splits = UNCUT.flatMap((one) => ["cell", "row", "none"].map((split) => ({ ...one, split })));

  test.each(splits)("is told, and not that split=cell helps: $is, split=$split", ({ split, column }) => {
    const found = shownOn(form(split, column)).diagnostics.filter(({ code }) => code === "RPT4010");
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining("row 2 needs")]);
    expect(found[0]?.repair?.title).toContain("lower what stands in the column's block");
    expect(found[0]?.repair?.title).not.toContain("allow cutting");
  });

  test.each(splits)("is told of the longest text that is declared: $is, split=$split", ({ split, column }) => {
    const { diagnostics } = engine.check({ source: form(split, column), data: null });
    const told = diagnostics.filter(({ code, dataPath }) => code === "RPT4031" && dataPath === "r[].t");
    expect(told.map(({ message }) => message).join()).toMatch(/row \d+ needs/);
    expect(told.map(({ repair }) => repair?.title).join()).not.toContain("allow cutting");
  });

  test("is told of vertical lines where split=cell is said already", () => {
    const column = 'column t "文" w=1fr writing=vertical';
    const data = { r: [{ t: "国".repeat(60) }] };
    const { diagnostics } = layOutSource(form("cell", column), data);
    expect(diagnostics.map(({ code }) => code)).toContain("RPT4010");
    expect(diagnostics.find(({ code }) => code === "RPT4010")?.repair?.title).toContain("with h=");
  });
});

test("a value of merge=same stands again where a page begins with the rest of a row and rows join it", () => {
  const column = 'column g "部" (\'総務\') w=16mm merge=same\n      column t "文" w=1fr';
  const whole = `行\n${"行\n".repeat(16)}終`;
  const { value } = layOutSource(form("cell", column), { r: [{ t: whole }, { t: "次" }] });
  const pages = value.pages.map((_, page) => pageLines(value, page).join("|").match(/総務/gu)?.length ?? 0);
  expect(pages).toEqual([1, 1]);
  const alone = layOutSource(form("cell", column), { r: [{ t: whole }] }).value;
  const once = alone.pages.map((_, page) => pageLines(alone, page).join("|").match(/総務/gu)?.length ?? 0);
  expect(once).toEqual([1, 0]);
});

test.each(["", " merge=same"])("vertical lines beside a text that is cut stand once, all of them:%s", (extra) => {
  const column = `column v "縦" "甲乙丙\\n丁戊己\\n庚辛壬" w=20mm writing=vertical${extra}\n      column t "文" w=1fr`;
  const { value } = layOutSource(form("cell", column), { r: [{ t: LINES.join("\n") }] });
  const letters = value.pages.map(({ items }) =>
    items.flatMap((item) => (item.kind === "glyphs" ? (item.run.text.match(/[甲乙丙丁戊己庚辛壬]/gu) ?? []) : [])),
  );
  expect(value.pages.length).toBeGreaterThan(2);
  expect(letters.map((one) => one.length)).toEqual([9, ...value.pages.slice(1).map(() => 0)]);
});

describe("a cell that a page's end cuts has two lines on each side at least", () => {
  const above = Array.from({ length: 8 }, (_, at) => at + 1);

  test.each(above)("below a row of %i lines, whatever its length", (linesAbove) => {
    for (let count = 1; count <= 24; count += 1) {
      const lines = LINES.slice(0, count);
      const data = { r: [{ t: "上\n".repeat(linesAbove).trim() }, { t: lines.join("\n") }, { t: "終" }] };
      for (const column of ['column t "文" w=1fr', ...LONE.map((one) => one.column)]) {
        const { value, diagnostics } = layOutSource(form("cell", column), data);
        const pages = value.pages.map((_, page) => pageLines(value, page).join(" ").match(/行\d+/gu) ?? []);
        expect(pages.flat()).toEqual(lines);
        expect(diagnostics).toEqual([]);
        const alone = pages.filter((each) => each.length === 1);
        expect(alone, `${count} lines: ${pages.map((each) => each.length)}`).toEqual(count === 1 ? [["行1"]] : []);
      }
    }
  });
});
