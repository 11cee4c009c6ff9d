import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Box, CanvasElement } from "../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import {
  band,
  box,
  canvas,
  column,
  foot,
  length,
  mm,
  page,
  pageBreak,
  plate,
  row,
  share,
  space,
  stack,
  table,
  text,
  textStyle,
} from "../../support/canvas-builder.ts";
import { inLane } from "../../support/lane.ts";
import { fractions, layOutData } from "../../support/lay-out.ts";

const height = fc.option(fc.integer({ min: 0, max: 150 }).map(mm));

const flowBox = fc.record({
  keep: fc.constantFrom("none", "next", "together"),
  pageBreak: fc.constantFrom("none", "none", "none", "before", "after"),
  keepMinEmu: height,
  heightMinEmu: height,
  width: fc.constantFrom(length(mm(3)), length(mm(120)), { kind: "auto" }, share(), {
    kind: "percent",
    partsPerMillion: 500_000,
  }),
  padding: fc.constantFrom([0, 0, 0, 0], [mm(5), mm(50), mm(45), mm(50)]),
  margin: fc.constantFrom([0, 0, 0, 0], [mm(60), 0, mm(60), 0]),
} as const) as unknown as fc.Arbitrary<Partial<Box>>;

const words = fc.constantFrom("", "国", "国語の帳票", "行\n行\n行", "Donaudampfschifffahrt", "国語".repeat(200));

const element: fc.Arbitrary<CanvasElement> = fc.letrec<{ element: CanvasElement }>((tie) => {
  const children = fc.array(tie("element"), { maxLength: 4 });
  return {
    element: fc.oneof(
      { maxDepth: 4, depthSize: "small" },
      fc
        .tuple(words, flowBox, height)
        .map(([content, over, heightEmu]) => text(content, { box: { ...over, heightEmu } })),
      fc.tuple(words, flowBox).map(([content, over]) => text(content, { box: over, style: 1 })),
      fc.integer({ min: 0, max: 200 }).map((tall) => space(mm(tall))),
      fc.constant(null).map(pageBreak),
      fc.tuple(children, flowBox).map(([inside, over]) => stack(inside, { box: over, gapEmu: mm(30), kind: "box" })),
      fc.tuple(children, flowBox).map(([inside, over]) => row(inside, { box: over })),
      fc.tuple(children, height).map(([inside, heightEmu]) => plate(inside, { heightEmu })),
      fc
        .tuple(fc.constantFrom("row", "none", "cell"), fc.option(fc.integer({ min: 1, max: 3 })), flowBox)
        .map(([split, rowsPerPage, over]) =>
          table([column("name", { width: { kind: "auto" } }), column("note")], {
            split: split as "row",
            rowsPerPage,
            fillRows: true,
            rowsMin: 5,
            box: box(over),
            foot: foot([[{ content: "計\n計\n計", from: 1, to: 1 }], [{ content: "計", from: 0, to: 1 }]]),
          }),
        ),
    ),
  };
}).element;

const data = {
  items: [
    { name: "国語", note: "行\n".repeat(60) },
    { name: "国語".repeat(30), note: "短い" },
    { name: "", note: "" },
  ],
};

describe("whatever is asked for", () => {
  test("layout ends, answers integers, and the gate judges what it answers", () => {
    const styles = [textStyle(), textStyle({ sizeEmu: mm(30), fit: "shrink", align: "distribute" })];
    fc.assert(
      fc.property(fc.array(element, { maxLength: 6 }), fc.integer({ min: 5, max: 90 }), (children, headerMm) => {
        const bands = [band("header", mm(headerMm), [], "last"), band("footer", mm(10), [], "odd")];
        const form = canvas([page(children, { bands }), page(children)], styles);
        const { value } = layOutData(form, data);
        expect(value.pages.length).toBeGreaterThan(0);
        expect(fractions({ pages: value.pages, structure: value.structure })).toEqual([]);
        expect(() => judgeGeometry(form, value)).not.toThrow();
      }),
      { numRuns: inLane({ fast: 60, full: 1_500 }) },
    );
  });
});
