// A series without a colour of its own takes one that no other series has, be that written, computed or of the data.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Color } from "../../../../src/core/canvas/index.ts";
import { areAlike } from "../../../../src/core/layout/chart/chart-looks.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const PAPER: Color = [255, 255, 255, 255];
const hex = fc
  .constantFrom("264670", "9ebee0", "5c6670", "d6dce2", "467a6e", "b2ceba", "8c603c", "e8ceaa", "a9c5e8", "b3261e")
  .map((digits) => `#${digits}`);

/** Lines of the grid are no series. */
function isOfSeries(color: Color): boolean {
  return color.join() !== "190,196,202,255";
}

function colorOf(written: string): Color {
  const part = (at: number): number => Number.parseInt(written.slice(at, at + 2), 16);
  return [part(1), part(3), part(5), 255];
}

/** How a colour comes to a series, and which of two it has where a record is below zero. */
const WAYS: Readonly<Record<string, (one: string, other: string) => string>> = {
  written: (one) => `color=${one}`,
  "computed with if": (one, other) => `fill=(if(.v < 0, '${other}', '${one}'))`,
  "computed with case": (one, other) => `color=(case(.v < -5, '${other}', .v < 0, '${other}', '${one}'))`,
  "computed with ??": (one) => `color=(.absent ?? '${one}')`,
  "declared by name": (_, other) => `fill=(if(.v < 0, 'second', '${other}'))`,
  "of the data": () => "fill=(.tone)",
  "of a let": () => "fill=(tone)",
};

/** Ways whose expression names both colours. */
const NAMED_TWICE: readonly string[] = ["computed with if", "computed with case", "declared by name"];

test.each(Object.entries(WAYS))("%s", (name, way) => {
  fc.assert(
    fc.property(
      hex,
      hex,
      fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      (one, other, values, isLine) => {
        const kind = isLine ? "type=line" : "";
        const source = `rpt 1
field rows[].n string(4) example=["A"]
field rows[].v int example=[1]
field rows[].absent? string(9) example=["#000000"]
field rows[].tone string(9) example=["${one}"]
colors second=${one}
let tone = if(count(rows[]) > 90, '${other}', '${one}')
page A4 {
  body {
    chart bar rows w=120mm h=60mm alt="図" legend=bottom {
      category (.n)
      series "甲" (.v) ${way(one, other)}
      series "乙" (.v + 10) ${kind}
      series "丙" (.v + 20) ${kind}
    }
  }
}
`;
        const rows = values.map((v, at) => ({ n: String(at), v, tone: one }));
        const { value } = layOutSource(source, { rows });
        const drawn = value.pages.flatMap(({ items }) =>
          items
            .flatMap((item) => (item.kind === "fill" || item.kind === "stroke" ? [item.color] : []))
            .filter(isOfSeries),
        );
        const given = NAMED_TWICE.includes(name) ? [one, other] : [one];
        const own = given.map(colorOf);
        // What is drawn in a colour that the source gives is drawn in just that one.
        const near = drawn.filter(
          (color) =>
            own.some((each) => areAlike(each, color, PAPER)) && !own.some((each) => each.join() === color.join()),
        );
        expect(near.map((color) => color.join())).toEqual([]);
      },
    ),
    { numRuns: inLane({ fast: 60, full: 1_000 }) },
  );
});
