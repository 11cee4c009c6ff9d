// RPT5001: letters of a background that the content of the page hides.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { pngFile } from "../../plugins/renderers/pdf/images/picture-files.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const SEAL = pngFile({ width: 4, height: 4, bitDepth: 8, colorType: 2, pixel: () => [120, 40, 60] });

function found(source: string, data: Readonly<Record<string, unknown>>): readonly string[] {
  const { diagnostics } = engine.check({ source, data: new TextEncoder().encode(JSON.stringify(data)) });
  return diagnostics.filter(({ code }) => code === "RPT5001").map(({ message }) => message);
}

describe("a letter of the background under a seal", () => {
  const under = (word: string, leftMm: number) => `rpt 1
field photo image
page A5 margin=8mm {
  background on=all {
    text "${word}" x=8mm y=10mm w=60mm h=6mm
  }
  body {
    plate h=30mm {
      seal (photo) x=${leftMm}mm y=0mm w=16mm h=16mm
    }
  }
}
`;

  const data = { photo: `data:image/png;base64,${Buffer.from(SEAL).toString("base64")}` };

  test.each([
    ["Total5", 8.3],
    ["Total5", 7.9],
    ["合計金額5", 13.5],
    ["iiiiiiii", 6],
  ])("%s, the seal from %smm on", (word, leftMm) => {
    expect(found(under(word, leftMm), data)).toEqual([expect.stringMatching(/background lies under seal/)]);
  });

  test("the seal beside it hides nothing", () => {
    expect(found(under("Total5", 20), data)).toEqual([]);
  });
});

describe("an element of a part that hides another drawing of itself", () => {
  const twice = (before: string) => `rpt 1
field rows[].name string(14) example=["qjRah いコシアクか"]
field rows[].amount int min=0 max=2000 example=[913]
part shared {
  chart bar rows alt="金額" {
    category (.name)
    series "計" (.amount) fill=#f2f4f7 color=#1a1a1a
    series "予" (.amount) fill=#d2d4d7 color=#1a1a1a
  }
}
page A4 margin=12mm {
  background on=first {
    use shared x=0mm y=0mm w=66mm
  }
  body {
    ${before}
    use shared w=68mm
  }
}
`;

  const data = { rows: [{ name: "qjRah いコシアクか", amount: 913 }] };

  test("is told by its own name", () => {
    expect(found(twice(""), data).join("\n")).toMatch(/chart.* lies under itself at another place/);
  });

  test("is not told where the two stand on two pages", () => {
    expect(found(twice('text "次の頁へ" x=120mm\n    break page'), data)).toEqual([]);
  });
});
