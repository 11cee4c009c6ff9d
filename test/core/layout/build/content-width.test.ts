// `w=auto` beside `place`: the box is as wide as what it holds, and stands where `place` says. Where its content has no
// width of its own, or `w=1fr` takes all of the room, that `place` does nothing is told.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { layOutOf, layOutSource } from "../../../support/lay-out.ts";

const MM = 36_000;
/** Ten points are the size of a letter; the paper is 100 mm wide, its margins 10 mm. */
const LETTER_MM = (10 / 72) * 25.4;

function form(element: string, fields = ""): string {
  return `rpt 1
${fields}
sizes body=10pt
style base size=body
page 100mm 150mm margin=10mm {
  body {
    ${element}
  }
}
`;
}

/** From the left margin to where each run of letters begins. */
function startsMm(source: string): readonly number[] {
  const { value, diagnostics } = layOutSource(source);
  expect(diagnostics).toEqual([]);
  const items = value.pages.flatMap((page) => page.items);
  return items.flatMap((item) => (item.kind === "glyphs" ? [item.xEmu / MM - 10] : []));
}

interface Fitted {
  readonly is: string;
  readonly element: (place: string) => string;
  readonly widthMm: number;
}

const FITTED: readonly Fitted[] = [
  { is: "a text", element: (place) => `text "右へ" ${place}`, widthMm: 2 * LETTER_MM },
  {
    is: "a text with padding",
    element: (place) => `text "右へ" padding-right=4mm ${place}`,
    widthMm: 2 * LETTER_MM + 4,
  },
  { is: "a rich text", element: (place) => `rich ${place} {\nspan "右へ"\n}`, widthMm: 2 * LETTER_MM },
  { is: "a label", element: (place) => `label "右へ" ${place}`, widthMm: 2 * LETTER_MM },
  { is: "a box", element: (place) => `box ${place} {\ntext "右"\ntext "右へ寄る"\n}`, widthMm: 4 * LETTER_MM },
  { is: "a stack", element: (place) => `stack ${place} {\ntext "右" w=30mm\n}`, widthMm: 30 },
  {
    is: "a row of widths",
    element: (place) => `row gap=2mm ${place} {\ntext "甲" w=20mm\ntext "乙" w=20mm\n}`,
    widthMm: 42,
  },
  {
    is: "a row of texts",
    element: (place) => `row gap=2mm ${place} {\ntext "甲乙" w=auto\ntext "丙" w=auto\n}`,
    widthMm: 3 * LETTER_MM + 2,
  },
  {
    is: "a row of which one is not shown",
    element: (place) => `row gap=2mm ${place} {\ntext "甲" w=20mm\ntext "乙" w=20mm when=(1 == 2)\n}`,
    widthMm: 20,
  },
  {
    is: "vertical texts side by side",
    element: (place) => `row ${place} h=50mm {\ntext "縦" w=auto writing=vertical h=50mm\ntext "横" w=9mm\n}`,
    widthMm: 1.4 * LETTER_MM + 9,
  },
];

describe.each(FITTED)("$is with w=auto", ({ element, widthMm }) => {
  const startMm = (place: string): number => Math.min(...startsMm(form(element(place))));
  test.each([
    ["right", 80 - widthMm],
    ["center", (80 - widthMm) / 2],
    ["left", 0],
  ])("and place=%s is as wide as its content", (place, leftMm) => {
    // A vertical letter is placed by its own middle.
    const own = startMm("w=auto place=left");
    expect(startMm(`w=auto place=${place}`) - own).toBeCloseTo(leftMm, 1);
    expect(compileSource(form(element(`w=auto place=${place}`))).diagnostics).toEqual([]);
  });
});

describe("a box with w=auto and place", () => {
  test("is never wider than its room", () => {
    expect(Math.min(...startsMm(form(`text "${"長".repeat(60)}" w=auto place=right`)))).toBeCloseTo(0, 1);
  });

  test("has the entries of an each beside one another", () => {
    const fields = "field names[].name string(4)";
    const element = "row w=auto place=right {\neach names {\ntext (.name) w=15mm\n}\n}";
    const { pages } = layOutOf(form(element, fields))({ names: ["甲", "乙", "丙"].map((name) => ({ name })) }).value;
    const items = pages.flatMap((page) => page.items);
    const starts = items.flatMap((item) => (item.kind === "glyphs" ? [item.xEmu / MM - 10] : []));
    expect(starts.map(Math.round)).toEqual([35, 50, 65]);
  });

  test("is told where nothing in it says how wide it is", () => {
    const holds = ["rect h=4mm", "stack {\nrect h=4mm\n}", 'row {\ntext "甲" w=9mm\nline w=auto\n}'];
    const elements = [
      ...holds.map((each) => each.replace(/^(\w+)/, "$1 w=auto place=right")),
      'text "甲" w=1fr place=right',
    ];
    for (const element of elements) {
      const found = compileSource(form(element)).diagnostics;
      expect(found.map(({ code, message }) => [code, message])).toEqual([
        ["RPT1023", expect.stringMatching(/^place has no effect with w=/)],
      ]);
    }
  });
});
