import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { readJson } from "../../../../src/core/contract/index.ts";
import { compileProgram } from "../../../../src/core/expression/index.ts";
import { layOut, type PageDocument } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutOf, testFonts } from "../../../support/lay-out.ts";

const MEMBERS = ["firm", "team", "day", "sum"] as const;

const layOutRecords = layOutOf(`rpt 1
field r[].firm? string(9) example=["甲社"]
field r[].team? string(9) example=["営業"]
field r[].day? date example=["2026-04-01"]
field r[].sum? decimal(9,2) example=[1]
page 150mm 290mm margin=10mm {
  body {
    table r {
      column firm "社" w=20mm merge=same
      column no "No." (index) w=10mm
      column team "部" w=20mm merge=same
      column day "日" w=20mm format="M/d" merge=same
      column sum "額" w=20mm format="#,##0" merge=same
    }
  }
}
`);

const records = fc.array(
  fc.record(
    {
      firm: fc.constantFrom("甲社", "乙社"),
      team: fc.constantFrom("営業", "総務"),
      day: fc.constantFrom("2025-11-01", "2026-11-01", "2026-12-01"),
      sum: fc.constantFrom(1, 1.25, 2),
    },
    { requiredKeys: [] },
  ),
  { minLength: 1, maxLength: 12 },
);

/** What is printed of each record. */
function printedOf({ pages }: PageDocument): ReadonlySet<string> {
  const printed = new Set<string>();
  for (const item of pages.flatMap(({ items }) => items)) {
    if (item.kind !== "glyphs") continue;
    for (const { path } of item.sources) if (path !== null) printed.add(path);
  }
  return printed;
}

describe("merge=same", () => {
  test("prints a value again where it, or one that may be joined at its left, is another than above", () => {
    fc.assert(
      fc.property(records, (r) => {
        const expected = r.flatMap((record, at) =>
          MEMBERS.flatMap((member, depth) => {
            const isSame = at > 0 && MEMBERS.slice(0, depth + 1).every((left) => r[at - 1]?.[left] === record[left]);
            return record[member] === undefined || isSame ? [] : [`r[${at}].${member}`];
          }),
        );
        expect([...printedOf(layOutRecords({ r }).value)].sort()).toEqual(expected.sort());
      }),
      { numRuns: inLane({ fast: 100, full: 3_000 }) },
    );
  });
});

describe("merge=same without declared fields", () => {
  const printed = (json: string, options: string): readonly string[] => {
    const { value: canvas } = compileSource(`rpt 1
page 150mm 290mm margin=10mm {
  body {
    table r {
      column a "値" w=40mm merge=same${options}
      column no "No." (index) w=10mm
    }
  }
}
`);
    if (canvas === null) throw new Error("the form does not compile");
    const evaluation = compileProgram(canvas).evaluate(readJson(json).value);
    return [...printedOf(layOut(canvas, [{ evaluation, title: null }], testFonts()).value)].sort();
  };

  test.each<readonly [string, string, string, readonly string[]]>([
    ["equal numbers are equal", '[{"a":18},{"a":18.000},{"a":1.8e1},{"a":18.001}]', "", ["r[0].a", "r[3].a"]],
    ["zero has no sign", '[{"a":0},{"a":0.00}]', "", ["r[0].a"]],
    ["texts are not numbers", '[{"a":"18"},{"a":"18.000"}]', "", ["r[0].a", "r[1].a"]],
    [
      "equal numbers are equal in a pattern, and others are not, however alike they are written",
      '[{"a":18},{"a":18.000},{"a":18.001}]',
      ' format="#,##0"',
      ["r[0].a", "r[2].a"],
    ],
  ])("%s", (_, r, options, expected) => {
    expect(printed(`{"r":${r}}`, options)).toEqual(expected);
  });
});
