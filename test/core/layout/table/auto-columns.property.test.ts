// No words in one column of automatic width break, whatever row of the table they stand in.
import fc from "fast-check";
import { expect, test } from "vitest";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const tables = fc.record({
  values: fc.array(fc.integer({ min: -9_999_999, max: 9_999_999 }), { minLength: 1, maxLength: 14 }),
  groups: fc.integer({ min: 1, max: 4 }),
  perPage: fc.integer({ min: 1, max: 6 }),
  head: fc.constantFrom("", "3件のうち"),
  foot: fc.constantFrom("", "合計の金額"),
  parts: fc.subarray(["head", "group", "foot", "carry", "page"], { minLength: 1 }),
});
type Table = typeof tables extends fc.Arbitrary<infer One> ? One : never;

function lay({ values, groups, perPage, head, foot, parts }: Table) {
  const amount = "(sum(xs[].v))";
  const lines: Readonly<Record<string, readonly string[]>> = {
    head: ["head {", 'cell "項目" col=d', `cell "${head}見出し" col=v`, "}"],
    group: [
      ...["group (.d) {", "head {", 'cell "{.key}" col=d', "cell (sum(.items[].v)) col=v format='0\"円の計\"'", "}"],
      ...["foot {", 'cell "計" col=d', `cell "{count(.items)}件 / ${foot}" col=v`, "}", "}"],
    ],
    carry: ['carry (.v) into=v out="繰越" in="繰入"'],
    page: ["pagefoot {", 'cell "頁計" col=d', "cell (.v) col=v", "}"],
    foot: ["foot {", 'cell "計" col=d', foot === "" ? `cell ${amount} col=v` : `cell "${foot}" col=v`, "}"],
  };
  const written = Object.entries(lines).flatMap(([part, own]) => (parts.includes(part) ? own : []));
  return layOutSource(
    `rpt 1
field xs[].d string(8)
field xs[].v int min=-9999999 max=9999999
sizes body=9pt
style base size=body
style cell border=[0.25pt, #000000] padding=1mm
page A4 margin=10mm {
  body {
    table xs style=cell rows-per-page=${perPage} {
      column d "D" w=60mm
      column v "V" (.v) w=auto align=right format='#,##0'
${written.join("\n")}
    }
  }
}
`,
    { xs: values.map((v, at) => ({ d: `G${at % groups}`, v })) },
  );
}

test("no cell of an automatic column has more than one line", () => {
  fc.assert(
    fc.property(tables, (table) => {
      const { value } = lay(table);
      for (const { items } of value.pages) {
        const glyphs = items.flatMap((item) => (item.kind === "glyphs" ? [item] : []));
        const lines = new Set(glyphs.map(({ yEmu }) => yEmu));
        const firstColumn = new Set(glyphs.filter(({ xEmu }) => xEmu < 70 * EMU_PER_MM).map(({ yEmu }) => yEmu));
        // Every row has one line in its first column, and so no line that is only in the second.
        expect([...lines].filter((y) => !firstColumn.has(y))).toEqual([]);
      }
    }),
    { numRuns: inLane({ fast: 80, full: 2_000 }) },
  );
});
