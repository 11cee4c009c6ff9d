import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PlacedItem, Rectangle } from "../../../../src/core/sdk/index.ts";
import { inkExtent, overlap } from "../../../../src/plugins/renderers/pdf/extents.ts";
import { trueTypeProgram } from "../../../../src/plugins/renderers/pdf/fonts/sfnt.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { StaticParts } from "../../../../src/plugins/renderers/pdf/static-part.ts";
import { pixels, unpacked } from "./opened-pdf.ts";
import { documentOf, fill, glyphs, line, options, page, rectangle, regular, runOf, text } from "./page-document.ts";

const POINT = 12_700;

describe("the static part of a page", () => {
  test("keeps what lies over data where it is", () => {
    const data = fill(rectangle(0, 0, 100, 100), [0, 0, 0, 255]);
    const over = fill(rectangle(50, 50, 100, 100), [255, 255, 255, 255], true);
    const beside = fill(rectangle(200, 0, 100, 100), [255, 0, 0, 255], true);
    const overOver = fill(rectangle(140, 140, 100, 100), [0, 255, 0, 255], true);
    const before = fill(rectangle(0, 0, 10, 10), [0, 0, 255, 255], true);
    const { shared } = new StaticParts(false).split([before, data, over, beside, overOver]);
    expect(shared).toEqual([before, beside]);
  });

  test("never passes an item that it touches, so the picture stays the same", () => {
    const items = fc.array(
      fc.record({
        x: fc.integer({ min: 0, max: 12 }),
        y: fc.integer({ min: 0, max: 12 }),
        size: fc.integer({ min: 1, max: 6 }),
        color: fc.integer({ min: 1, max: 200 }),
        isStatic: fc.boolean(),
      }),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(items, (specs) => {
        const drawn = specs.map(({ x, y, size, color, isStatic }) =>
          fill(rectangle(x, y, size, size), [color, 0, 0, 255], isStatic),
        );
        const { shared } = new StaticParts(false).split(drawn);
        const own = drawn.filter((item) => !shared.includes(item));
        expect(shared).toEqual(drawn.filter((item) => shared.includes(item)));
        expect(shared.every((item) => item.isStatic)).toBe(true);
        expect(painted([...shared, ...own])).toEqual(painted(drawn));
      }),
      { numRuns: 300 },
    );
  });

  test("is the same whatever page came before", () => {
    const items = fc.array(
      fc.record({
        x: fc.integer({ min: 0, max: 12 }),
        y: fc.integer({ min: 0, max: 12 }),
        text: fc.constantFrom("請求書", "数量", "1,200", "jgÅ"),
        isStatic: fc.boolean(),
      }),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(items, items, fc.boolean(), (specs, others, isAnother) => {
        const drawn = (some: typeof specs): PlacedItem[] =>
          some.flatMap(({ x, y, text: shown, isStatic }) =>
            text(shown, (20 + x * 10) * POINT, (20 + y * 6) * POINT, { isStatic }),
          );
        const parts = new StaticParts(false);
        const before = drawn(isAnother ? others : specs.filter(({ isStatic }) => isStatic));
        parts.split(before);
        const after = drawn(specs);
        const { shared, repeats } = parts.split(after);
        expect(shared).toEqual(new StaticParts(false).split(after).shared);
        if (repeats) expect(shared).toEqual(new StaticParts(false).split(before).shared);
      }),
    );
  });

  test("is one form for pages that share it, and another for pages of another size", async () => {
    const labels = Array.from({ length: 30 }, (_, row) =>
      text("請求番号", 20 * POINT, (20 + row * 20) * POINT, { isStatic: true }),
    );
    const own = (value: string): PlacedItem[] => [...labels.flat(), ...text(value, 200 * POINT, 20 * POINT)];
    const pages = [page(own("一")), page(own("二")), page(own("三"), { widthEmu: 5_000_000, heightEmu: 5_000_000 })];
    const content = await unpacked(pdfRenderer.render(documentOf(pages), options));
    expect(content.match(/\/Subtype \/Form/g)?.length).toBe(2);
    expect([...content.matchAll(/^\/(S\d) Do$/gm)].map((match) => match[1])).toEqual(["S1", "S1", "S1"]);
  });

  test("is drawn in place where it is too small for a form", async () => {
    const content = await unpacked(
      pdfRenderer.render(documentOf([page([fill(rectangle(0, 0, POINT, POINT), [9, 9, 9, 255], true)])]), options),
    );
    expect(content).not.toContain("/Form");
    expect(content).toContain("0 840.89 1 1 re\nf\n");
  });
});

describe("an item's extent", () => {
  test.each([
    ["text", glyphs(runOf("jÅgQ"), 30 * POINT, 60 * POINT, { sizeEmu: 30 * POINT })],
    [
      "spaced and condensed text",
      glyphs(runOf("縁取り"), 30 * POINT, 60 * POINT, { letterSpacingEmu: 40_000, scaleThousandths: 700 }),
    ],
    [
      "a vertical line",
      glyphs(runOf("縦（書）", undefined, "vertical"), 60 * POINT, 20 * POINT, { sizeEmu: 20 * POINT }),
    ],
    ["a stroke", line(20 * POINT, 20 * POINT, 90 * POINT, 70 * POINT, { widthEmu: 8 * POINT })],
    [
      "a rounded fill",
      fill(rectangle(20 * POINT, 20 * POINT, 50 * POINT, 30 * POINT), [0, 0, 0, 255], false, 9 * POINT),
    ],
  ])("holds all ink of %s", async (_name, item) => {
    const extent = inkExtent(item) as Rectangle;
    const sheet = page([item], { widthEmu: 150 * POINT, heightEmu: 150 * POINT });
    const picture = await pixels(pdfRenderer.render(documentOf([sheet]), options));
    let inked = 0;
    for (let y = 0; y < picture.height; y++) {
      for (let x = 0; x < picture.width; x++) {
        if ((picture.at(x, y)[0] ?? 255) > 250) continue;
        inked += 1;
        // Poppler lets an edge bleed into the pixel beside it.
        const pixel = rectangle((x - 1) * POINT, (y - 1) * POINT, 3 * POINT, 3 * POINT);
        expect(overlap(extent, pixel), `ink at ${x}, ${y}`).toBe(true);
      }
    }
    expect(inked).toBeGreaterThan(20);
  });

  test("holds a glyph that reaches as far to the left and down as a font can tell", () => {
    const { unitsPerEm } = regular;
    const [glyph] = runOf("口").glyphs;
    const { glyf, offsets } = trueTypeProgram(regular);
    const patched = glyf.slice();
    const header = new DataView(patched.buffer, offsets[glyph as number]);
    for (const edge of [2, 4]) header.setInt16(edge, -32_768);
    const farFont = { ...regular, table: (tag: string) => (tag === "glyf" ? patched : regular.table(tag)) };
    const item = glyphs({ ...runOf("口"), font: farFont }, 0, 0, { sizeEmu: unitsPerEm });
    expect(inkExtent(item)).toMatchObject({ leftEmu: -32_768, bottomEmu: 32_768 });
  });
});

/** The painter's algorithm on a grid. */
function painted(items: readonly PlacedItem[]): number[] {
  const grid = Array<number>(20 * 20).fill(0);
  for (const item of items) {
    if (item.kind !== "fill" || item.shape.kind !== "rectangle") throw new Error("only rectangles are painted here");
    const { leftEmu, topEmu, rightEmu, bottomEmu } = item.shape.rectangle;
    for (let y = topEmu; y < bottomEmu; y++) for (let x = leftEmu; x < rightEmu; x++) grid[y * 20 + x] = item.color[0];
  }
  return grid;
}
