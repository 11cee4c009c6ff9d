// A ruled grid on its pages: heights, breaks, and what assistive technology is told.
import { describe, expect, test } from "vitest";
import type { PageDocument } from "../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../support/canvas-builder.ts";
import { layOutSource } from "../../support/lay-out.ts";

const form = (grid: string, page = "page w=100mm h=60mm margin=5mm"): string =>
  `rpt 1\n${page} {\n  body {\n${grid}\n  }\n}\n`;

function ruled(cells: string, more = ""): string {
  return form(`    grid cols=[20mm, 1fr] border=1pt ${more} {\n${cells}\n    }`);
}

/** Where lines run across each page, in whole tenths of a millimetre from its top. */
function across(document: PageDocument): readonly (readonly number[])[] {
  return document.pages.map(({ items }) => {
    const at = items.flatMap((item) => {
      if (item.kind !== "stroke" || item.shape.kind !== "path") return [];
      const [from, to] = item.shape.commands;
      const isAcross = from?.op === "move" && to?.op === "line" && from.yEmu === to.yEmu;
      return isAcross ? [Math.round((from.yEmu / EMU_PER_MM) * 10)] : [];
    });
    return [...new Set(at)].sort((one, other) => one - other);
  });
}

describe("rows", () => {
  test("are as high as row-h, min-h and their contents ask", () => {
    const { value } = layOutSource(ruled('cell "甲"\ncell\ncell min-h=12mm\ncell', "row-h=8mm"));
    expect(across(value)).toEqual([[50, 130, 250]]);
  });

  test("share what a cell over several of them lacks", () => {
    const { value } = layOutSource(ruled("cell rows=2 min-h=30mm\ncell\ncell", "row-h=8mm"));
    expect(across(value)).toEqual([[50, 200, 350]]);
  });

  test("in which nothing stands have the height of a line, to be written in", () => {
    const line = across(layOutSource(ruled('cell "甲"\ncell')).value)[0]?.[1] ?? 0;
    const twice = 2 * (line - 50) + 50;
    const blanks: readonly (readonly [cells: string, more: string])[] = [
      ['cell "甲"\ncell\ncell\ncell', ""],
      ['cell "甲"\ncell\ncell ""\ncell', ""],
      ['cell "甲" rows=2\ncell\ncell', ""],
    ];
    for (const [cells, more] of blanks) {
      const rows = across(layOutSource(ruled(cells, more)).value)[0] ?? [];
      expect(rows[0], cells).toBe(50);
      expect(Math.abs((rows.at(-1) ?? 0) - twice), cells).toBeLessThanOrEqual(1);
    }
    const [both = []] = across(layOutSource(ruled('cell "甲" rows=2\ncell "乙" rows=2\ncell\ncell')).value);
    expect(Math.abs((both.at(-1) ?? 0) - (3 * (line - 50) + 50))).toBeLessThanOrEqual(1);
    // What the source says itself is taken at its word.
    expect(across(layOutSource(ruled("cell\ncell\ncell min-h=3mm\ncell", "row-h=3mm")).value)).toEqual([[50, 80, 110]]);
    const [thin = []] = across(layOutSource(ruled('cell "甲"\ncell\ncell min-h=4mm\ncell')).value);
    expect((thin.at(-1) ?? 0) - (thin.at(-2) ?? 0)).toBe(40);
  });

  test("share what the grid has more, and are equal where it says so", () => {
    const cells = "cell min-h=12mm\ncell\ncell\ncell";
    expect(across(layOutSource(ruled(cells, "row-h=8mm h=40mm")).value)).toEqual([[50, 270, 450]]);
    expect(across(layOutSource(ruled(cells, "equal-rows=true")).value)).toEqual([[50, 170, 290]]);
  });

  test("a grid that is higher than it says is told", () => {
    const { diagnostics } = layOutSource(ruled("cell min-h=12mm\ncell", "h=10mm"));
    expect(diagnostics.map(({ code }) => code)).toEqual(["RPT4001"]);
  });
});

describe("pages", () => {
  test("never part a cell over several rows, and close the lines around", () => {
    const cells = `${"cell\ncell\n".repeat(3)}cell rows=3\ncell\ncell\ncell`;
    const { value, diagnostics } = layOutSource(ruled(cells, "row-h=10mm"));
    expect(diagnostics).toEqual([]);
    expect(across(value)).toEqual([
      [50, 150, 250, 350],
      [50, 150, 250, 350],
    ]);
    const thick = value.pages.map(
      ({ items }) =>
        items.filter((item) => item.kind === "stroke" && item.widthEmu === 12_700 && item.shape.kind === "path").length,
    );
    expect(thick).toEqual([4, 4]);
  });
});

test("labels are heads of what they name, and cells tell what they span", () => {
  const cells = 'head "氏名" rows=2\ncell "甲"\ncell {\ntext "乙"\n}\nhead "備考" cols=2';
  const { value } = layOutSource(ruled(cells));
  const told = value.structure.flatMap(({ type, columnSpan, rowSpan, scope }) =>
    type === "TH" || type === "TD" ? [`${type} ${columnSpan}×${rowSpan} ${scope}`] : [],
  );
  expect(told).toEqual(["TH 1×2 row", "TD 1×1 null", "TD 1×1 null", "TH 2×1 column"]);
});

test("what stands in a cell over several rows stands in the middle of them", () => {
  const { value } = layOutSource(ruled("cell rows=2 {\nrect w=5mm h=5mm stroke=0.5pt\n}\ncell\ncell", "row-h=10mm"));
  const rect = value.pages[0]?.items.find((item) => item.kind === "stroke" && item.shape.kind === "rectangle");
  const shape = rect?.kind === "stroke" && rect.shape.kind === "rectangle" ? rect.shape.rectangle : null;
  expect(((shape?.topEmu ?? 0) + (shape?.bottomEmu ?? 0)) / 2 / EMU_PER_MM).toBeCloseTo(15, 1);
});
