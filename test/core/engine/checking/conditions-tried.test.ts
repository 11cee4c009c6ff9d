// What is shown under a condition is laid out by a check, or the check says that no data fulfilled the condition.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const LONG = "特別な場合なので長い言葉が出る";

const form = (element: string): string => `rpt 1
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
field d date example="2026-11-27"
field e date example="2026-11-27"
field n int min=0 max=1000 example=5
field m int min=0 max=1000 example=7
field r decimal(6,2) min=0 max=99 example=1.5
field s string(8) example="あ"
field o? string(8) example="い"
field b bool example=true
field c bool example=true
field k enum(a, b, c) example=a
field l enum(a, b, c) example=a
field items[] max=20
field items[].q int min=1 max=9 example=[1, 2]
field items[].k enum(a, b) example=[a, a]
page A5 margin=10mm {
  body gap=1mm {
    text "{s}{o ?? ''}{n}{m}{r}{d}{e}{k}{l}{b}{c}{join(items[].q, ',')}{join(items[].k, ',')}"
    plate h=8mm {
      ${element}
    }
  }
}
`;

const PLACE = "x=0mm y=0mm w=30mm h=5mm";

/** An element of that condition, or a text of which one branch is too long. */
const SHOWN = {
  "when=": (condition: string) => form(`text "${LONG}" ${PLACE} when=(${condition})`),
  "if, its first value": (condition: string) => form(`text "{if(${condition}, '${LONG}', '平')}" ${PLACE}`),
  "if, its second value": (condition: string) => form(`text "{if(${condition}, '平', '${LONG}')}" ${PLACE}`),
} as const;

function checked(source: string): readonly Diagnostic[] {
  const { diagnostics } = engine.check({ source, data: null });
  expect(diagnostics.filter(({ code, severity }) => severity === "error" && /^RPT[0-3]/u.test(code))).toEqual([]);
  return diagnostics;
}

/** What a check says of the long text: that it does not fit, or that nothing showed it. */
function saidOf(source: string): string {
  const found = checked(source);
  const isShown = found.some(
    ({ code, message }) => /^RPT40|^RPT50/u.test(code) && /needs|overlaps|beyond/u.test(message),
  );
  const isUntried = found.some(
    ({ code, message }) => code === "RPT4033" && message.startsWith("no data of this check"),
  );
  return isShown && isUntried ? "both" : isShown ? "shown" : isUntried ? "untried" : "nothing";
}

describe("a condition that data within the declarations fulfil is fulfilled", () => {
  test.each([
    "e < d",
    "d < date('2020-01-01')",
    "addDays(d, 30) < e",
    "days(d, e) == 30",
    "day(d) == 31",
    "month(d) == 2 and day(d) == 29",
    "year(d) == 2041",
    "k == 'b' and l == 'c'",
    "k == 'c' and not b",
    "not b and not c and l != 'a'",
    "k == 'c' and not has(o)",
    "k == 'b' and n > 500 and e < d",
    "n == m",
    "n > m",
    "n + m == 1234",
    "n - m == 77",
    "2 * n == m + 3",
    "n * r == 30",
    "n % 100 == 99 and m > 300",
    "len(s) == 3 and n > 999",
    "startsWith(s, 'ZZ') and k == 'b'",
    "count(items) == 3",
    "count(items) == 0",
    "last(items).q == 7",
    "any(items[].k == 'b')",
  ])("%s", (condition) => {
    expect(saidOf(SHOWN["when="](condition))).toBe("shown");
    expect(saidOf(SHOWN["if, its first value"](condition))).toBe("shown");
    expect(saidOf(SHOWN["if, its second value"](`not (${condition})`))).toBe("shown");
  });
});

describe("a condition that no data of a check fulfil is told", () => {
  test.each([
    ["of a sum", "sum(items[].q) == 17"],
    ["of a number of entries that pass", "count(items[.q > 5]) == 4"],
    ["that no data can fulfil", "any(items[].q == 0)"],
    ["that contradicts itself", "n > 5 and n < 3"],
  ])("%s", (_, condition) => {
    for (const [name, shown] of Object.entries(SHOWN)) {
      const source = shown(name.endsWith("second value") ? `not (${condition})` : condition);
      const told = checked(source).filter(({ code }) => code === "RPT4033");
      expect(told).toMatchObject([{ severity: "info" }]);
      expect(told[0]?.message).toContain(name === "when=" ? `when=(${condition})` : "if(");
      expect(told[0]?.span.start).toBe(source.indexOf(name === "when=" ? 'text "特' : "if("));
    }
  });

  test("within another condition", () => {
    const source = form(`stack ${PLACE} when=(n > 5 and n < 3) {\n text "${LONG}" when=(b)\n }`);
    const told = checked(source).filter(({ code }) => code === "RPT4033");
    expect(told.map(({ message }) => message.replace(/:.*/u, ""))).toEqual([
      "no data of this check fulfils when=(n > 5 and n < 3)",
      "no data of this check fulfils when=(b)",
    ]);
  });

  test("and not where the data that are checked fulfil it", () => {
    const source = SHOWN["when="]("sum(items[].q) == 17");
    const items = [8, 9].map((q) => ({ q, k: "a" }));
    const data = { d: "2026-11-27", e: "2026-11-27", n: 1, m: 1, r: "1.00", s: "a", b: true, c: true, k: "a", l: "a" };
    const given = new TextEncoder().encode(JSON.stringify({ ...data, items }));
    const { diagnostics } = engine.check({ source, data: given });
    expect(diagnostics.filter(({ code }) => code === "RPT4033")).toEqual([]);
    expect(diagnostics.map(({ code }) => code)).toContain("RPT4001");
  });

  test("and not where a branch shows nothing, or nothing asks for a let", () => {
    const empty = form(`text "{if(n > 5 and n < 3, '', '平')}" ${PLACE}`);
    expect(saidOf(empty)).toBe("nothing");
    const unused = form(`text "平" ${PLACE}`).replace("page A5", "let x = if(n > 5 and n < 3, 'あ', 'い')\npage A5");
    expect(saidOf(unused)).toBe("nothing");
  });
});

const comparison = (names: readonly string[], values: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...names), fc.constantFrom("==", "!=", "<", "<=", ">", ">="), fc.constantFrom(...values))
    .map((parts) => parts.join(" "));

const simple = fc.oneof(
  comparison(["n", "m", "n + m", "n - m", "n % 7", "round(r, 0, down)"], ["0", "3", "n", "999", "1000", "m"]),
  comparison(["d", "e", "addDays(d, 10)"], ["e", "d", "date('2027-04-01')", "addMonths(e, 2)"]),
  comparison(["day(d)", "month(d)", "weekday(e)"], ["1", "3", "6"]),
  fc
    .tuple(fc.constantFrom("k", "l"), fc.constantFrom("==", "!="), fc.constantFrom("'a'", "'b'", "'c'"))
    .map((all) => all.join(" ")),
  fc.constantFrom("b", "c", "has(o)", "len(s) == 4", "contains(s, 'Q')"),
  comparison(["sum(items[].q)", "count(items)", "max(items[].q)", "count(items[.k == 'b'])"], ["0", "2", "7", "18"]),
);

const conditions = fc.letrec<{ any: string; joined: string }>((tie) => ({
  any: fc.oneof({ withCrossShrink: true, maxDepth: 2 }, simple, tie("joined")),
  joined: fc.oneof(
    fc
      .tuple(tie("any"), fc.constantFrom("and", "or"), tie("any"))
      .map(([one, by, other]) => `(${one}) ${by} (${other})`),
    tie("any").map((one) => `not (${one})`),
  ),
})).any;

test("whatever a condition is, what it shows is judged or told to be unjudged", () => {
  fc.assert(
    fc.property(conditions, fc.constantFrom(...Object.values(SHOWN)), (condition, shown) => {
      const source = shown(condition);
      const errors = engine.check({ source, data: null, worstCases: false }).diagnostics;
      fc.pre(!errors.some(({ severity, code }) => severity === "error" && /^RPT[0-3]/u.test(code)));
      expect(["shown", "untried"], condition).toContain(saidOf(source));
    }),
    { seed: 20261128, numRuns: inLane({ fast: 30, merge: 300, full: 1_500 }) },
  );
});
