// Control characters within a text that stands in the cells of a comb or beside a check are told.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const PLACES: Readonly<Record<string, string>> = {
  comb: "comb (t) cells=4 w=40mm h=10mm",
  "a comb that ends at the right": "comb (t) cells=4 w=40mm h=10mm align=right",
  check: 'check (true) "{t}" w=40mm h=4mm',
};

const CONTROLS = ["\n", "\r\n", "\r", "\t", "\v", "\f", "\u0007", "\u0085", "\u2028", "\u2029", "\u007f"];

function codes(form: string, t: string): readonly string[] {
  const source = `rpt 1\nfield t text(4) example="甲"\npage A4 margin=15mm {\nbody {\n${form}\n}\n}\n`;
  const { diagnostics } = engine.check({ source, data: new TextEncoder().encode(JSON.stringify({ t })) });
  return diagnostics.map(({ code }) => code).filter((code) => /^RPT4/u.test(code));
}

const shown = (control: string): string =>
  [...control].map((one) => `U+${one.charCodeAt(0).toString(16).padStart(4, "0")}`).join(" ");

describe.each(Object.keys(PLACES))("%s", (name) => {
  test.each(CONTROLS.map((control) => [shown(control), control] as const))("%s", (_, control) => {
    const told = codes(PLACES[name] ?? "", `A${control}B`);
    expect(told).not.toEqual([]);
  });
});

test("a line end after the last letter loses nothing", () => {
  expect(codes(PLACES["comb"] ?? "", "AB\n")).toEqual([]);
});

describe("a reading", () => {
  const readings = (reading: string, writing: string): readonly string[] => {
    const source = `rpt 1
field t text(9) example="かんじ"
page A4 margin=15mm {
  body {
    rich w=60mm h=60mm writing=${writing} {
      ruby "漢字" "{t}"
    }
  }
}
`;
    const data = new TextEncoder().encode(JSON.stringify({ t: reading }));
    return engine.check({ source, data }).diagnostics.map(({ code }) => code);
  };
  const usual = { horizontal: readings("かん じ", "horizontal"), vertical: readings("かん じ", "vertical") };

  test.each(
    CONTROLS.flatMap((control) => (["horizontal", "vertical"] as const).map((way) => [shown(control), way, control])),
  )("with %s, %s", (_, way = "", control = "") => {
    const isEnd = /[\t\n\r\v\f\u0085\u2028\u2029]/u.test(control);
    const told = readings(`かん${control}じ`, way).filter((code) => code !== "RPT4022");
    expect(told).toEqual(usual[way as "horizontal" | "vertical"]);
    expect(readings(`かん${control}じ`, way).includes("RPT4022")).toBe(!isEnd);
  });
});
