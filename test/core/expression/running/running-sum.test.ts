import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

/** What a table prints in its only column, over all pages; without findings. */
function printed(expression: string, rows: readonly unknown[]): readonly string[] {
  const { value, diagnostics } = layOutSource(
    `rpt 1
field rows[] max=20000
field rows[].a? decimal(12,2)
field rows[].parts[] decimal(12,2)
let rows[].run = ${expression}
page A4 margin=0mm {
  body {
    table rows header=none {
      column run "累計" w=60mm
    }
  }
}
`,
    { rows },
  );
  expect(diagnostics.map(({ message }) => message)).toEqual([]);
  return value.pages.flatMap((_, page) => pageLines(value, page));
}

const amount = fc.integer({ min: -100_000, max: 100_000 }).map((units) => units / 100);
const rows = fc.array(fc.record({ a: fc.option(amount), parts: fc.array(amount, { maxLength: 3 }) }), {
  minLength: 1,
  maxLength: 12,
});

test.each([
  ["rows[index <= outer.index].a", "rows[outer.index >= index].a"],
  ["rows[index < outer.index].a", "rows[outer.index > index].a"],
  ["rows[index <= outer.index].parts", "rows[outer.index >= index].parts"],
])("sum(%s) is what adding all of them again is", (running, again) => {
  fc.assert(
    fc.property(rows, (data) => {
      expect(printed(`sum(${running})`, data)).toEqual(printed(`sum(${again})`, data));
    }),
    { numRuns: 20 },
  );
});

test("a long list has running sums", () => {
  const lines = printed("sum(rows[index <= outer.index].a)", Array(6_000).fill({ a: 1, parts: [] }));
  expect([lines.length, lines.at(-1)]).toEqual([6_000, "6000"]);
});
