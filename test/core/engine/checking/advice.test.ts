import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { pngFile } from "../../../plugins/renderers/pdf/images/picture-files.ts";
import { inLane } from "../../../support/lane.ts";

// Advice names what there is to change, and is enough: whoever follows it has no second round.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function told(body: string, code: string, declared = ""): readonly string[] {
  const source = `rpt 1
document c title="札" lang=ja
field a string(40) example="株式会社山本"
field m[] max=12
field m[].k string(8) example=["一課", "二課", "三課"]
field m[].v int min=0 max=999 example=[10, 12, 14]
field m[].w int min=0 max=999 example=[11, 13, 15]
${declared}fonts gothic="Noto Sans JP"
sizes body=9pt
colors ink=#1a1a1a rule=#767676
style base font=gothic size=body color=ink
page A5 margin=10mm {
  body gap=3mm {
${body}
  }
}
`;
  return engine
    .check({ source, data: null })
    .diagnostics.flatMap((each) => (each.code === code ? [each.repair?.title ?? ""] : []));
}

function chart(format: string, axis: string): string {
  return `    chart line m h=30mm alt="x" {
      category (.k)
      series "" (.v)${format}
      series "b" (.w)${format}
      series "c" (.w + 1)${format}
      ${axis}
    }`;
}

describe("advice", () => {
  test.each([
    ["with a pattern", " format='#,##0'", "", "enlarge w and h, or write no format= at one of the series"],
    ["beyond a limit", "", "axis y min=0 max=5", "enlarge w and h, or widen min and max of the axis"],
  ])("numbers of a line chart without room: %s", (_, format, axis, repair) => {
    expect(told(chart(format, axis), "RPT4003")).toEqual([repair]);
  });

  test.each([
    ["words", "text (a) w=2mm", "widen the column by 1.2mm, or use fit=shrink lines=6"],
    ["words", "text (a) w=2mm wrap=char", "widen the column by 1.2mm, or use fit=shrink lines=6"],
    ["a word", 'text "ABCDEF" w=5mm', "widen the column by 6.9mm, or allow breaks anywhere with wrap=char"],
    [
      "a word",
      'text "ABCDEF" w=9mm',
      "widen the column by 2.9mm, use fit=shrink, or allow breaks anywhere with wrap=char",
    ],
    ["letters in cells", "comb (a) cells=6 w=8mm h=5mm", "write w=19.1mm or more, or use a smaller size"],
  ])("%s wider than their place are told once: %s", (_, element, repair) => {
    expect(told(`    ${element}`, "RPT4004")).toEqual([repair]);
  });

  test.each([
    ["lines in a height", 'text "{a}" w=33mm h=8mm fit=shrink lines=3 line-height=1.25', []],
    ["one line in a low box", 'text "{a}" w=90mm h=2.6mm fit=shrink', []],
    ["one line in a box lower than its smallest size", 'text "{a}" w=90mm h=2mm fit=shrink', ["h"]],
    ["spans", 'rich w=33mm h=8mm fit=shrink lines=3 line-height=1.25 {\n span "{a}"\n}', []],
    ["vertical lines in a width", 'text "{a}" w=8mm h=33mm fit=shrink lines=3 line-height=1.25 writing=vertical', []],
    ["vertical lines too many for a width", 'text "{a}" w=4mm h=33mm fit=shrink lines=3 writing=vertical', ["w"]],
  ])("what may shrink fits its box in both directions, or says which one to enlarge: %s", (_, element, sides) => {
    const placed = element.replace(" w=", " x=0mm y=0mm w=").replaceAll("{a}", "国".repeat(38));
    const body = `    plate h=40mm {\n      ${placed}\n    }`;
    const repairs = told(body, "RPT4002");
    expect(repairs.map((each) => /^enlarge (\w)/.exec(each)?.[1])).toEqual(sides);
    expect(told(body.replace(" fit=shrink", ""), "RPT4001")).not.toEqual([]);
  });

  test("a text for which fit=shrink is advised fits its box when it shrinks so", () => {
    const words = fc
      .array(fc.constantFrom(..."国語、。「」A1あィ", " Inspection ", "1,234,567"), { minLength: 4, maxLength: 24 })
      .map((all) => all.join("").trim());
    const boxes = fc.record({
      w: fc.integer({ min: 8, max: 40 }),
      h: fc.option(fc.integer({ min: 4, max: 14 }), { freq: 9 }),
      more: fc.constantFrom("", " lines=2", " wrap=char", " writing=vertical", " line-height=1", " min-size=8pt"),
    });
    let advised = 0;
    fc.assert(
      fc.property(words, boxes, (text, { w, h, more }) => {
        const element = `text "${text}" x=0mm y=0mm w=${w}mm${h === null ? "" : ` h=${h}mm`}${more}`;
        const found = (extra: string) =>
          ["RPT4001", "RPT4002", "RPT4004"].flatMap((code) =>
            told(`    plate h=90mm {\n ${element}${extra}\n }`, code),
          );
        const [shrink] = /fit=shrink(?: lines=\d+)?/u.exec(found("").join("\n")) ?? [];
        if (shrink === undefined) return;
        advised += 1;
        expect(found(` ${shrink}`)).toEqual([]);
      }),
      { numRuns: inLane({ fast: 60, full: 1_500 }) },
    );
    expect(advised).toBeGreaterThan(5);
  });

  test.each([
    "ABCDEF,GHIJ",
    "Inkjet",
    "株式会社ABCDEFGH、山本（XYZ）。",
    "user@example.jp/aaaaaaaaaaa",
    "ABC\u00a0DEF",
    "「Konnichiwa」",
  ])("breaks anywhere with wrap=char where that is advised: %s", (words) => {
    for (const box of ["w=6.7mm", "w=9mm align=justify", "h=9mm writing=vertical", "w=7mm kinsoku=none"]) {
      const advised = told(`    text "${words}" ${box}`, "RPT4004").some((title) => title.includes("wrap=char"));
      if (advised) expect(told(`    text "${words}" ${box} wrap=char`, "RPT4004"), box).toEqual([]);
    }
    expect(told(`    text "${words}" w=6.7mm`, "RPT4004")).toHaveLength(1);
  });

  test.each([
    ["the middle", "place=center", "make it narrower by 32mm, so that it keeps to both margins"],
    ["the left", "", "make it narrower by 32mm, so that it ends at the margin"],
  ])("a picture in %s that leaves the paper says by how much in all", (_, place, repair) => {
    const picture = `image (photo) w=160mm h=20mm fit=fill ${place} alt=""`;
    expect(told(`    ${picture}`, "RPT5003", `field photo image example="${PICTURE}"\n`)).toEqual([repair]);
  });
});

const PICTURE = `data:image/png;base64,${Buffer.from(
  pngFile({ width: 8, height: 8, bitDepth: 8, colorType: 0, pixel: () => [200] }),
).toString("base64")}`;
