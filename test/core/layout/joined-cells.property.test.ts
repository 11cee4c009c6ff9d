import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PageDocument } from "../../../src/core/layout/index.ts";
import { inLane } from "../../support/lane.ts";
import { layOutOf } from "../../support/lay-out.ts";

const MEMBERS = ["firm", "team", "day", "sum"] as const;

const layOut = layOutOf(`rpt 1
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
        expect([...printedOf(layOut({ r }).value)].sort()).toEqual(expected.sort());
      }),
      { numRuns: inLane({ fast: 100, full: 3_000 }) },
    );
  });
});
