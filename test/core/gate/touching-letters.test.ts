// RPT5011: letters of one text that touch, judged by their outlines: lines × letters × faces, and letter spacing.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import { letterInks, type PlacedItem } from "../../../src/core/layout/index.ts";
import { layOutSource } from "../../support/lay-out.ts";

const SIZE_EMU = 127_000;

function drawn(element: string, font = "Noto Sans JP") {
  const source = `rpt 1
field rows[].name string(9) example=["上下", "国国"]
fonts letters="${font}"
sizes body=10pt
style base font=letters size=body
page A5 margin=10mm {
  body {
    ${element}
  }
}
`;
  const { value } = compileSource(source);
  if (value === null) throw new Error("the source was refused");
  const laid = layOutSource(source).value;
  const told = judgeGeometry(value, laid).filter(({ code }) => code === "RPT5011" || code === "RPT5001");
  return { codes: told.map(({ code }) => code), messages: told.map(({ message }) => message), laid };
}

/** The least gap between the first letters of two lines, in parts of their size, level or upright. */
function gapBetween(items: readonly PlacedItem[]): number {
  const [one, other] = items.flatMap((item) => (item.kind === "glyphs" ? letterInks(item).slice(0, 1) : []));
  if (one === undefined || other === undefined) throw new Error("there are no two letters");
  const level = Math.max(one.leftEmu, other.leftEmu) - Math.min(one.rightEmu, other.rightEmu);
  const upright = Math.max(one.topEmu, other.topEmu) - Math.min(one.bottomEmu, other.bottomEmu);
  return Math.max(level, upright) / SIZE_EMU;
}

describe.each(["Noto Sans JP", "Noto Serif JP"])("%s", (font) => {
  describe.each(["上\\n下", "国\\n国", "土\\n土", "一\\n二", "口\\n儿", "g\\nd", "n\\nu", "1\\n2"])("%s", (text) => {
    test.each([0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.2, 1.4])("lines %f type sizes apart", (height) => {
      for (const look of ["", "align=distribute w=30mm", "align=right w=30mm"]) {
        const { codes, laid } = drawn(`text "${text}" line-height=${height} ${look}`, font);
        const touch = height < 1 && gapBetween(laid.pages[0]?.items ?? []) < 0.02;
        // Letters that lie on one another are told as that.
        expect(codes.length, look).toBe(touch ? 1 : 0);
      }
    });
  });
});

test.each([
  ["text", 'text "上\\n下" line-height=0.8', 1],
  ["vertical lines, which lie on one another too", 'text "三\\n三" writing=vertical line-height=0.75 h=30mm', 2],
  ["rich", 'rich line-height=0.8 {\n span "国"\n br\n span "国" weight=bold\n }', 1],
  ["cells of a column", 'table rows {\n column name "題" ("上\\n下") w=30mm line-height=0.8\n }', 1],
  ["cell of a grid", 'grid cols=[30mm] border=0.25pt {\n cell "上\\n下" line-height=0.8\n }', 1],
])("told of %s", (_, element, times) => {
  expect(drawn(element).messages).toHaveLength(times);
});

test.each([
  ["rn", "-0.6mm", true],
  ["国国", "-0.1mm", false],
  ["国国", "-0.69mm", true],
  ["AV", "-0.02mm", false],
  ["rn", "0mm", false],
  ["r n", "-0.1mm", false],
])("letter spacing: %s at %s", (text, spacing, isTold) => {
  expect(drawn(`text "${text}" letter-spacing=${spacing}`).codes).toEqual(isTold ? ["RPT5011"] : []);
});

test.each(['text "上\\n下" line-height=0.9', 'text "上下" letter-spacing=-0.05mm'])(
  "a text that fit=shrink narrows is judged alike beside %s",
  (other) => {
    const shrunk = 'text "株式会社山本商店の営業部" w=20mm h=5mm fit=shrink';
    expect(drawn(shrunk).messages).toEqual([]);
    expect(drawn(`${shrunk}\n${other}`).messages).toEqual(drawn(other).messages);
  },
);
