// RPT5007 of drawn lines: elements of one width stand on one line, whatever their borders are.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { sampled } from "../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const BORDERS = ["0.25pt", "0.5pt", "1.5pt", "3pt"].flatMap((width) =>
  ["solid", "dash", "dot", "double"].map((kind) => `border=[${width}, black, ${kind}]`),
);
const HOLDERS: Readonly<Record<string, (border: string, around: string) => string>> = {
  box: (border, around) => `box ${border} padding=3mm${around} {\n text "甲"\n }`,
  grid: (border, around) => `grid cols=[20mm, 1fr] ${border} padding=3mm${around} {\n head "甲"\n cell "乙"\n }`,
  table: (border, around) =>
    `table rows ${border}${around} {\n column a "甲" w=20mm padding=3mm\n column b "乙" (.a) w=1fr\n }`,
};

function alignedIn(body: string): readonly string[] {
  const source = `rpt 1
document form lang=ja
field rows[].a string(4) example=["甲"]
page A4 margin=20mm {
  body gap=3mm {
    ${body}
  }
}
`;
  const { diagnostics } = engine.check({ source, data: null });
  expect(
    diagnostics.filter(({ code, severity }) => severity === "error" && !code.startsWith("RPT5")),
    source,
  ).toEqual([]);
  return diagnostics.filter(({ code }) => code === "RPT5007").map(({ message }) => message);
}

const NAMES = Object.keys(HOLDERS);
const PAIRS = NAMES.flatMap((one) => NAMES.map((other) => [one, other] as const));

describe.each(PAIRS)("a %s over a %s of one width", (one, other) => {
  test.each(sampled(BORDERS, 3, NAMES.indexOf(one) + NAMES.indexOf(other)))("with %s beside any border", (border) => {
    for (const beside of sampled(BORDERS, 5, BORDERS.indexOf(border))) {
      const found = alignedIn(`${HOLDERS[one]?.(border, "")}\n${HOLDERS[other]?.(beside, "")}`);
      expect(found, beside).toEqual([]);
    }
  });
});

test.each(["solid", "dash", "double"])("a step of 0.4 mm between thin lines that are %s is told", (kind) => {
  const border = `border=[0.25pt, black, ${kind}]`;
  const body = `${HOLDERS["box"]?.(border, "")}\n${HOLDERS["box"]?.(border, " margin-left=0.4mm")}`;
  expect(alignedIn(body)).toHaveLength(1);
});

describe("lines under and through letters end where these end", () => {
  const decorated = (text: string, decoration: string): Readonly<Record<string, string>> => ({
    span: `rich {\n span "契約の"\n span "${text}" decoration=${decoration}\n }`,
    text: `text "契約の${text}" decoration=${decoration}`,
  });

  test.each(["underline", "strike"])("%s is no edge", (decoration) => {
    for (const kind of ["span", "text"]) {
      const [one, other] = ["重要事項s", "重要事項e"].map((text) => decorated(text, decoration)[kind] ?? "");
      expect(alignedIn(`${one}\n${other}`), kind).toEqual([]);
    }
  });

  test("borders of texts are edges", () => {
    const body = 'text "甲" w=40mm border-bottom=0.5pt\ntext "乙" w=40.4mm border-bottom=0.5pt';
    expect(alignedIn(body)).toHaveLength(1);
  });
});
