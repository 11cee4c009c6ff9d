import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { pngFile } from "../../plugins/renderers/pdf/images/picture-files.ts";

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
      ${axis}
    }`;
}

describe("advice", () => {
  test.each([
    ["with a pattern", " format='#,##0'", "", "enlarge w and h, or write a shorter format= at the series, or none"],
    ["beyond a limit", "", "axis y min=0 max=5", "enlarge w and h, or widen min and max of the axis"],
  ])("numbers of a line chart without room: %s", (_, format, axis, repair) => {
    expect(told(chart(format, axis), "RPT4003")).toEqual([repair]);
  });

  test.each([
    ["words", "text (a) w=2mm", "widen the column, or use fit=shrink"],
    ["words", "text (a) w=2mm wrap=char", "widen the column, or use fit=shrink"],
    ["a word", 'text "ABCDEF" w=5mm', "widen the column, use fit=shrink, or allow breaks anywhere with wrap=char"],
    [
      "letters in cells",
      "comb (a) cells=6 w=8mm h=5mm",
      "use fit=shrink or a smaller size, or make room beside it first: a wider box does not fit there",
    ],
  ])("%s wider than their place are told once: %s", (_, element, repair) => {
    expect(told(`    ${element}`, "RPT4004")).toEqual([repair]);
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
