// A group with `keep=together` that no page holds is set as if it had none: no page is left half empty for its sake.
// One that a page holds stays whole beside it.
import fc from "fast-check";
import { expect, test } from "vitest";
import { inLane } from "../../../support/lane.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

/** A page of 140 mm with margins of 10 mm, whose table has rows and a header of 6 mm each. */
const PAGE_ROWS = 20;
const ROWS_ON_PAGE = PAGE_ROWS - 1;
/** The title of 10 mm and its space take two rows of the first page. */
const TITLE_ROWS = 2;

const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 15, max: 45 })), {
  minLength: 1,
  maxLength: 6,
});

function sourceOf(groups: readonly number[]): string {
  const rows = groups.flatMap((count, group) => Array.from({ length: count }, (_, at) => ({ group, at })));
  return `rpt 1
field r[] max=300
field r[].k string(4) example=[${rows.map(({ group }) => `"群${group}"`).join(", ")}]
field r[].n string(8) example=[${rows.map(({ group, at }) => `"${group}-${at}"`).join(", ")}]
page w=100mm h=140mm margin=10mm {
  body {
    text "名簿" h=12mm
    table r row-h=6mm {
      column n "品名" w=1fr
      group (.k) keep=together {
        head "{.key}"
      }
    }
  }
}
`;
}

/** The rows of a group that stand on a page. */
function rowsOf(lines: readonly string[], group: number): number {
  return lines.filter((line) => line.startsWith(`${group}-`)).length;
}

test("groups that no page holds leave no page half empty, and the others stay whole", () => {
  const tooHigh = (count: number): boolean => count + 1 > ROWS_ON_PAGE;
  let tried = 0;
  fc.assert(
    fc.property(sizes, (groups) => {
      const source = sourceOf(groups);
      const { value } = layOutSource(source);
      const pages = value.pages.map((_, at) => pageLines(value, at));
      groups.forEach((count, group) => {
        const on = pages.flatMap((lines, at) => (rowsOf(lines, group) > 0 ? [at] : []));
        if (!tooHigh(count)) expect(on.length, source).toBe(1);
        const first = on[0] ?? 0;
        if (!tooHigh(count) || first === 0 || rowsOf(pages[first] ?? [], group - 1) > 0) return;
        tried += 1;
        const before = pages[first - 1] ?? [];
        // Header, heads and rows have a line each; the title has one, and takes the room of two rows.
        const used = before.length + (first === 1 ? TITLE_ROWS - 1 : 0);
        const roomRows = PAGE_ROWS - used;
        const head = before.includes(`群${group}`) ? 0 : 1;
        expect(roomRows, source).toBeLessThan(head + 1);
      });
    }),
    { numRuns: inLane({ fast: 100, full: 3_000 }) },
  );
  expect(tried).toBeGreaterThan(10);
});
