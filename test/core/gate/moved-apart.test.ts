// RPT5001: the place that is offered to what overlaps another element leaves both of them whole.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { sampled } from "../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const PIXEL =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAA" +
  "BJRU5ErkJggg==";

/** Elements of a plate, with a look of their own. */
const ELEMENTS = {
  text: (look: string) => `text "合計 1,234" x=0mm y=0mm w=30mm ${look}`,
  "high text": (look: string) => `text "合計 1,234" x=0mm y=0mm w=30mm h=9mm valign=middle ${look}`,
  "text of lines": (look: string) => `text "合計\\n重要\\n至急" x=0mm y=0mm w=30mm ${look}`,
  comb: (look: string) => `comb "12" cells=2 x=0mm y=0mm w=20mm h=9mm ${look}`,
  check: (look: string) => `check (true) "済" x=0mm y=0mm w=20mm h=9mm ${look}`,
  seal: (look: string) => `seal "佐藤" x=0mm y=0mm w=12mm h=12mm ${look}`,
  "empty seal": (look: string) => `seal "" x=0mm y=0mm w=12mm h=12mm ${look}`,
  image: (look: string) => `image (p) x=0mm y=0mm w=20mm h=8mm alt="図" fit=fill ${look}`,
  "small image": (look: string) => `image (p) x=0mm y=0mm w=20mm h=12mm padding=2mm alt="図" ${look}`,
  barcode: (look: string) => `barcode qr "abc" x=0mm y=0mm w=14mm h=14mm ${look}`,
  markdown: (look: string) => `markdown "# 題" x=0mm y=0mm w=20mm h=12mm ${look}`,
  line: (look: string) => (look === "" ? "line x=0mm y=0mm x2=20mm y2=6mm stroke=[1mm, black]" : null),
} as const;

const LOOKS = ["", "fill=#f2f4f7", "border=1mm", "border=2mm fill=#f2f4f7"] as const;

function sourceOf(one: string, other: string): string {
  return `rpt 1
field p image example="${PIXEL}"
page A4 margin=10mm {
  body {
    plate h=120mm {
      ${one}
      ${other}
    }
  }
}
`;
}

function judged(source: string) {
  const { diagnostics } = engine.check({ source, data: null });
  const refused = diagnostics.filter(({ code, severity }) => /^RPT[1-3]/u.test(code) && severity === "error");
  // A border of an element that is told of its own letters is no matter of the pair.
  const told = diagnostics.filter(({ code, message }) => code === "RPT5001" && !message.includes("own border"));
  return { isValid: refused.length === 0, told };
}

const PAIRS = Object.keys(ELEMENTS);
describe.each(PAIRS)("%s, and what lies on it", (under) => {
  test.each(sampled(PAIRS, 3, PAIRS.indexOf(under)))("%s", (upper) => {
    let offered = 0;
    for (const look of LOOKS) {
      for (const lookUnder of ["", "border=1mm"]) {
        const one = ELEMENTS[under as keyof typeof ELEMENTS](lookUnder);
        const other = ELEMENTS[upper as keyof typeof ELEMENTS](look);
        if (one === null || other === null) continue;
        const { isValid, told } = judged(sourceOf(one, other));
        const place = told.map(({ repair }) => /set y=([\d.]+mm)/u.exec(repair?.title ?? "")?.[1]).find(Boolean);
        if (!isValid || place === undefined) continue;
        offered += 1;
        const moved = judged(sourceOf(one, other.replace("y=0mm", `y=${place}`).replace("y2=6mm", "y2=90mm")));
        const left = moved.told.map(({ message }) => message);
        expect(left, `${one} / ${other} moved to ${place}`).toEqual([]);
      }
    }
    // Letters on letters are told in whatever look.
    if (under.includes("text") && upper.includes("text")) expect(offered).toBeGreaterThan(0);
  });
});
