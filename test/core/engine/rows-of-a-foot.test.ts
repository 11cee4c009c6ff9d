// What a row of a foot shows on its condition is laid out by a check, or the check says that no data fulfilled it.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const form = (foot: string): string => `rpt 1
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
field n int min=0 max=1000 example=5
field items[] max=20
field items[].k enum(a, b) example=[a, b]
field items[].q int min=1 max=9 example=[1, 2]
page A5 margin=10mm {
  body gap=1mm {
    text (n)
    table items {
      column k "区分" w=20mm
      column q "数" w=20mm
      ${foot}
    }
  }
}
`;

/** The codes that a check tells of a row's own lines. */
function toldOf(foot: string): readonly string[] {
  const source = form(foot);
  const [start, end] = [source.indexOf("row when"), source.indexOf("// end")];
  const { diagnostics } = engine.check({ source, data: null });
  expect(diagnostics.filter(({ code, severity }) => severity === "error" && /^RPT[0-3]/u.test(code))).toEqual([]);
  return diagnostics.flatMap(({ code, span }) => (span.start >= start && span.start < end ? [code] : []));
}

const row = (condition: string, words: string): string =>
  `row when=(${condition}) {\n cell "${words}" col=k lines=1 fit=clip\n // end\n }`;
const FEET: Readonly<Record<string, (row: string) => string>> = {
  "a table": (own) => `foot {\n cell "計" col=k\n ${own}\n }`,
  "a table on every page": (own) => `foot on=every {\n ${own}\n }`,
  "a group": (own) => `group (.k) {\n foot {\n ${own}\n cell "計" col=k\n }\n }`,
};

describe.each(Object.entries(FEET))("in the foot of %s", (_, foot) => {
  test.each(["n > 900", "n == 0"])("words that %s alone shows are judged", (condition) => {
    expect(toldOf(foot(row(condition, "特別な場合なので長い言葉が出る")))).toEqual(["RPT4031"]);
    expect(toldOf(foot(row(condition, "短い")))).toEqual([]);
  });

  test("a condition that no data fulfil is told", () => {
    expect(toldOf(foot(row("n > 2000", "特別な場合なので長い言葉が出る")))).toContain("RPT4033");
  });
});

test("a condition of a group's record is fulfilled", () => {
  const own = row("sum(.items[].q) > 50", "特別な場合なので長い言葉が出る");
  expect(toldOf(`group (.k) {\n foot {\n ${own}\n }\n }`)).toEqual(["RPT4031"]);
});
