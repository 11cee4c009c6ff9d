// Double lines meet at every corner: the outer stroke closes about the inner one, whatever the lines belong to.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inkOf, type PageDocument, type Rectangle } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const form = (element: string): string => `rpt 1
field rows[].n string(4) example=["a"]
style cell border=0.5pt padding=1mm
page w=100mm h=80mm margin=10mm {
  body {
    ${element}
  }
}
`;

function lay(element: string): PageDocument {
  return layOutSource(form(element), { rows: [{ n: "a" }, { n: "b" }] }).value;
}

/** What is inked by lines, as rectangles; a frame is its four sides. */
function inksOf({ pages }: PageDocument): readonly Rectangle[] {
  return pages
    .flatMap(({ items }) => items)
    .flatMap((item): readonly Rectangle[] => {
      if (item.kind !== "stroke") return [];
      const ink = inkOf(item);
      if (ink === null) return [];
      const { widthEmu } = item;
      // A line is cut where it ends: its ink reaches no further.
      const half = widthEmu / 2;
      const isLevel = ink.rightEmu - ink.leftEmu > ink.bottomEmu - ink.topEmu;
      if (item.shape.kind === "path") {
        return isLevel
          ? [{ ...ink, leftEmu: ink.leftEmu + half, rightEmu: ink.rightEmu - half }]
          : [{ ...ink, topEmu: ink.topEmu + half, bottomEmu: ink.bottomEmu - half }];
      }
      return [
        { ...ink, bottomEmu: ink.topEmu + widthEmu },
        { ...ink, topEmu: ink.bottomEmu - widthEmu },
        { ...ink, rightEmu: ink.leftEmu + widthEmu },
        { ...ink, leftEmu: ink.rightEmu - widthEmu },
      ];
    });
}

/** Rounding of thirds of a line. */
const SLACK_EMU = 60;

/** Whether ink covers all of the way from one point to another along an axis. */
function covers(inks: readonly Rectangle[], [fromX, fromY]: Point, [toX, toY]: Point): boolean {
  const steps = 40;
  return Array.from({ length: steps + 1 }, (_, at) => at / steps).every((part) => {
    const [x, y] = [fromX + (toX - fromX) * part, fromY + (toY - fromY) * part];
    return inks.some(
      ({ leftEmu, topEmu, rightEmu, bottomEmu }) =>
        x >= leftEmu - SLACK_EMU && x <= rightEmu + SLACK_EMU && y >= topEmu - SLACK_EMU && y <= bottomEmu + SLACK_EMU,
    );
  });
}

type Point = readonly [x: number, y: number];

/** Whether the outermost ink of all lines closes about the rest. */
function isClosed(inks: readonly Rectangle[]): boolean {
  const [left, top] = [Math.min(...inks.map((ink) => ink.leftEmu)), Math.min(...inks.map((ink) => ink.topEmu))];
  const [right, bottom] = [Math.max(...inks.map((ink) => ink.rightEmu)), Math.max(...inks.map((ink) => ink.bottomEmu))];
  const corners: readonly Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  return corners.every((corner, at) => covers(inks, corner, corners[(at + 1) % 4] ?? corner));
}

const CELLS = "{\n cell\n cell\n cell\n cell\n }";
const ROWS = '{\n column n "N" w=1fr\n column m "N" (.n) w=20mm\n }';

describe("the corners of double lines are closed", () => {
  test.each([
    ["a ruled grid", `grid cols=[20mm, 1fr] row-h=10mm border=[3pt, double] ${CELLS}`],
    [
      "a ruled grid with double rules",
      `grid cols=[20mm, 1fr] row-h=9mm border=[3pt, double] rules=[2pt, double] ${CELLS}`,
    ],
    ["a table", `table rows border=[3pt, double] ${ROWS}`],
    ["a table with lines of its own", `table rows style=cell border=[3pt, double] ${ROWS}`],
    ["a table with padding", `table rows border=[3pt, double] padding=3mm ${ROWS}`],
    ["a box", 'box border=[3pt, double] padding=3mm {\n text "甲"\n }'],
    ["a box of sides that differ", 'box border=[3pt, double] border-right=[6pt, double] padding=4mm {\n text "甲"\n }'],
    ["a box with one single side", 'box border=[3pt, double] border-left=1pt padding=4mm {\n text "甲"\n }'],
    ["a text", 'text "甲" border=[3pt, double] padding=2mm'],
  ])("of %s", (_, element) => {
    expect(isClosed(inksOf(lay(element)))).toBe(true);
  });

  test("of single cells with double lines, wherever they stand", () => {
    const border = fc.constantFrom(
      "",
      "border=[3pt, double]",
      "border=1pt",
      "border=[6pt, double]",
      "border=[2pt, double]",
    );
    const property = fc.property(fc.array(border, { minLength: 9, maxLength: 9 }), (borders) => {
      const cells = borders.map((each) => `cell ${each}`).join("\n");
      const document = lay(`grid cols=[20mm, 20mm, 20mm] row-h=15mm border=0.5pt rules=0.5pt {\n${cells}\n}`);
      const inks = inksOf(document);
      borders.forEach((each, at) => {
        if (!each.includes("double")) return;
        // Just within the lines of the cell: its inner strokes, or the lines of its neighbours, close about it.
        const [left, top] = [10 + 20 * (at % 3), 10 + 15 * Math.floor(at / 3)];
        const [x, y] = [left * EMU_PER_MM, top * EMU_PER_MM];
        const edges = { left: x, top: y, right: x + 20 * EMU_PER_MM, bottom: y + 15 * EMU_PER_MM };
        const inner = innermost(inks, edges);
        const corners: readonly Point[] = [
          [inner.left, inner.top],
          [inner.right, inner.top],
          [inner.right, inner.bottom],
          [inner.left, inner.bottom],
        ];
        corners.forEach((corner, one) => {
          expect(covers(inks, corner, corners[(one + 1) % 4] ?? corner), `${at}: ${borders.join(" | ")}`).toBe(true);
        });
      });
    });
    fc.assert(property, { numRuns: inLane({ fast: 60, full: 1000 }) });
  });
});

interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The inner edges of the lines about a cell, at the middle of each of its sides. */
function innermost(inks: readonly Rectangle[], { left, top, right, bottom }: Edges): Edges {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const level = inks.filter((ink) => ink.leftEmu < x && ink.rightEmu > x);
  const upright = inks.filter((ink) => ink.topEmu < y && ink.bottomEmu > y);
  return {
    top: Math.max(...level.filter((ink) => ink.bottomEmu < y).map((ink) => ink.bottomEmu)),
    bottom: Math.min(...level.filter((ink) => ink.topEmu > y).map((ink) => ink.topEmu)),
    left: Math.max(...upright.filter((ink) => ink.rightEmu < x).map((ink) => ink.rightEmu)),
    right: Math.min(...upright.filter((ink) => ink.leftEmu > x).map((ink) => ink.leftEmu)),
  };
}

describe("round corners of double lines", () => {
  const radii = (element: string) =>
    lay(element)
      .pages.flatMap(({ items }) => items)
      .flatMap((item) => {
        return item.kind === "stroke" && item.shape.kind === "rectangle" ? [item.shape.radiusEmu] : [];
      });

  test.each([
    'box border=[3pt, double] radius=4mm padding=3mm {\n text "甲"\n }',
    'text "甲" border=[3pt, double] radius=4mm padding=3mm',
    "rect w=40mm h=20mm stroke=[3pt, double] radius=4mm",
    `table rows border=[3pt, double] radius=4mm padding=3mm ${ROWS}`,
  ])("are as round as single ones: %s", (element) => {
    const [outer = 0, inner = 0, ...more] = radii(element);
    expect(more).toEqual([]);
    const [single = 0] = radii(element.replace(", double", ""));
    expect((outer + inner) / 2).toBe(single);
    expect(outer - inner).toBe(2 * 12_700);
  });

  test("are round where the sides differ", () => {
    const { pages } = lay('box border=[3pt, double] border-left=1pt radius=4mm padding=3mm {\n text "甲"\n }');
    const paths = pages[0]?.items.flatMap((item) =>
      item.kind === "stroke" && item.shape.kind === "path" ? [item.shape.commands] : [],
    );
    expect(paths).toHaveLength(7);
    for (const commands of paths ?? [])
      expect(commands.map(({ op }) => op)).toEqual(["move", "curve", "line", "curve"]);
  });
});
