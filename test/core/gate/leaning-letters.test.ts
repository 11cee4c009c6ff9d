// RPT5001: slanted letters that lean out of their place, and marks that stand far off their letter: letters × sizes ×
// what stands beside them, and the paddings that the findings name.
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { drawnForm, overlookedOf } from "../../support/conservation/judged-form.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const form = (body: string) => `rpt 1
fonts gothic="Noto Sans JP"
sizes body=10pt large=24pt
style base font=gothic size=body
style lined border=0.25pt padding=0mm
page w=148mm h=105mm margin=12mm {
  body gap=4mm {
${body}
  }
}
`;

function told(body: string): readonly Diagnostic[] {
  const { diagnostics } = engine.check({ source: form(body), data: null });
  return diagnostics.filter(({ severity }) => severity === "error");
}

/** `look` goes to the letters, `padding` to what keeps them from their neighbour. */
type Holder = (letters: string, look: string, padding: string) => string;

const HOLDERS: Readonly<Record<string, Holder>> = {
  "the border of a box": (letters, look, padding) =>
    `box border=0.5pt w=70mm ${padding} {\ntext "${letters}" ${look}\n}`,
  "its own border": (letters, look, padding) => `text "${letters}" ${look} w=70mm border=0.25pt ${padding}`,
  "the lines of a grid": (letters, look, padding) =>
    `grid cols=[60mm, 60mm] border=0.25pt padding=0mm {\ncell "${letters}" ${look} ${padding}\ncell ""\n}`,
  "the lines of a table": (letters, look, padding) =>
    `table (split('${letters}', '|')) style=lined header=none {
column a "甲" (.) w=60mm ${look} ${padding}\ncolumn b "乙" "" w=60mm\n}`,
  "the next text of a row": (letters, look, padding) =>
    `row {\ntext "${letters}" w=60mm ${look} ${padding}\ntext "国" w=60mm size=large\n}`,
};

const LEANING = ["ABCf", "W", "T", "漢字", "Ｗ"];
const SIZES = ["body", "large"];

describe.each(Object.entries(HOLDERS))("%s", (_, holder) => {
  test.each(LEANING.flatMap((letters) => SIZES.map((size) => [letters, size] as const)))(
    "%s of %s leans over it, until it has the padding that the finding names",
    (letters, size) => {
      const look = `italic=true align=right size=${size}`;
      const found = told(holder(letters, look, ""));
      expect(found.map(({ code }) => code)).toContain("RPT5001");
      const named = found.map(({ repair }) => /padding(?:-right)?=([\d.]+)mm/u.exec(repair?.title ?? "")?.[1] ?? "");
      expect(named.every((one) => one !== "")).toBe(true);
      const most = Math.max(...named.map(Number));
      expect(told(holder(letters, look, `padding=[0mm, ${most}mm, 0mm, ${most}mm]`))).toEqual([]);
    },
  );

  test.each(LEANING)("%s stands apart from it upright, or at the other side", (letters) => {
    expect(told(holder(letters, "size=large", ""))).toEqual([]);
    expect(told(holder(letters, "size=large italic=true", ""))).toEqual([]);
  });
});

test("slanted words within a text lean over those behind them as their author wrote them", () => {
  expect(told('rich {\nspan "ff" italic=true size=large\nspan "漢字" size=large\n}')).toEqual([]);
  expect(told('markdown "*ff*漢字"')).toEqual([]);
});

const marks = (count: number): string => Array.from({ length: count }, (_, at) => MARKS[at % 3]).join("");
const MARKS = ["\\u{301}", "\\u{302}", "\\u{304}"];

describe("marks above a letter", () => {
  const lines = (count: number, gap: string) =>
    `stack gap=${gap} {\ntext "前の行の文字です"\ntext "Z${marks(count)}"\n}`;

  test.each([5, 6, 8, 12])("%d of them lie on the line before, until it is far enough away", (count) => {
    const [found] = told(lines(count, "0mm"));
    expect(found?.code).toBe("RPT5001");
    const needed = Number(/make ([\d.]+)mm/u.exec(found?.repair?.title ?? "")?.[1]);
    expect(told(lines(count, `${needed}mm`))).toEqual([]);
  });

  test.each([1, 2])("%d of them do not", (count) => {
    expect(told(lines(count, "0mm"))).toEqual([]);
  });

  test("they lie on the line before of their own text too", () => {
    expect(told(`text "前の行の文字です\\nZ${marks(12)}"`).map(({ code }) => code)).toContain("RPT5001");
  });
});

test.each([...LEANING, "Zxé"])(
  "the quick look at a page asks the rule wherever that finds something: %s",
  (letters) => {
    const found = Object.values(HOLDERS).flatMap((holder) =>
      ["right", "left", "center", "distribute"].flatMap((align) => {
        const drawn = drawnForm(form(holder(letters, `italic=true align=${align} size=large`, "")), null);
        return drawn.kind === "drawn" ? overlookedOf(drawn) : [drawn.kind];
      }),
    );
    expect(found).toEqual([]);
  },
);
