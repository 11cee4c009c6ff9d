// RPT5008: letters of which a part stands on a ground that they hardly differ from, whatever element shows them and
// whichever part it is.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { glyphInk, type Rectangle } from "../../../src/core/layout/index.ts";
import { layOutSource } from "../../support/lay-out.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** Each shows dark letters in a place of 60 × 20 mm. */
const TEXTS: Readonly<Record<string, string>> = {
  text: 'text "同意します" x=20mm y=20mm w=60mm',
  "vertical text": 'text "同意します" x=20mm y=20mm h=40mm w=8mm writing=vertical',
  check: 'check (true) "同意します" x=20mm y=20mm w=60mm',
  rich: 'rich x=20mm y=20mm w=60mm {\n span "同意します"\n }',
  markdown: "markdown (words) x=20mm y=20mm w=60mm",
  pairs: 'pairs x=20mm y=20mm w=60mm {\n pair "氏名" "同意"\n }',
  table: 'table rows x=20mm y=20mm w=60mm {\n column name "同意します"\n }',
  comb: 'comb "同意" cells=2 x=20mm y=20mm w=20mm h=8mm',
};

function form(content: string): string {
  return `rpt 1
field words text(20) example="同意します"
field rows[].name string(10) example=["見出し"]
page A4 margin=12mm {
  body {
    plate h=120mm {
${content}
    }
  }
}
`;
}

/** Where the first letters stand on the page. */
function firstInk(element: string): Rectangle {
  const item = layOutSource(form(element)).value.pages[0]?.items.find(({ kind }) => kind === "glyphs");
  if (item?.kind !== "glyphs") throw new Error(element);
  return glyphInk(item);
}

const MARGIN_MM = 12;
const AROUND_MM = 1;

/** A dark area on parts of an ink: from the left, the top, the right and the bottom. */
function groundOn({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, parts: readonly number[]): string {
  const [from = 0, above = 0, to = 1, below = 1] = parts;
  const along = (start: number, end: number, share: number): number => {
    const around = share === 0 ? -AROUND_MM : share === 1 ? AROUND_MM : 0;
    return (start + (end - start) * share) / 36_000 - MARGIN_MM + around;
  };
  const [left, right] = [along(leftEmu, rightEmu, from), along(leftEmu, rightEmu, to)];
  const [top, bottom] = [along(topEmu, bottomEmu, above), along(topEmu, bottomEmu, below)];
  const sizes = `w=${(right - left).toFixed(2)}mm h=${(bottom - top).toFixed(2)}mm`;
  return `rect x=${left.toFixed(2)}mm y=${top.toFixed(2)}mm ${sizes} fill=#202060 stroke=none`;
}

function told(content: string): readonly string[] {
  const { diagnostics, template } = engine.check({ source: form(content), data: null });
  expect(template, JSON.stringify(diagnostics)).not.toBeNull();
  return diagnostics.filter(({ code }) => code === "RPT5008").map(({ message }) => message);
}

describe.each(Object.entries(TEXTS))("%s", (_, element) => {
  const ink = firstInk(element);

  test.each([
    ["the whole", [0, 0, 1, 1]],
    ["the left half", [0, 0, 0.5, 1]],
    ["the right half", [0.5, 0, 1, 1]],
    ["the upper part", [0, 0, 1, 0.4]],
    ["the lower part", [0, 0.6, 1, 1]],
  ])("%s on a dark ground is told", (__, parts) => {
    expect(told(`${groundOn(ink, parts)}\n${element}`)).toEqual([expect.stringMatching(/^contrast .* of the text/)]);
  });

  test("a ground beside the letters is not told", () => {
    expect(told(`${groundOn(ink, [0, 0, 1, 0])}\n${element}`)).toEqual([]);
  });
});
