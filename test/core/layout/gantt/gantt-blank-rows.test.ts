// Blank rows of a schedule have the lines of its axis and no bars; work with pauses is a bar of a list.
import { describe, expect, test } from "vitest";
import type { FillItem } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const BAR = "#88aadd";
const OFF = "#dddddd";

/** Rows are 10 mm high; a day is 10 mm wide, and the axis begins 50 mm from the page's left edge. */
function fillsOf(looks: string, jobs: readonly (readonly [from: number, to: number][])[]) {
  const source = `rpt 1
field off[] date
field jobs[].name string(20)
field jobs[].parts[].from date
field jobs[].parts[].to date
page A4 portrait margin=10mm {
  body {
    gantt jobs row-h=10mm border=0.5pt ${looks} {
      column name "名" w=40mm
      scale from=(date('2026-10-01')) to=(date('2026-10-10')) holidays=(off[]) off=${OFF} w=100mm
      bar .parts start=(.from) end=(.to) fill=${BAR} label="{if(index == 1, outer.name, '')}"
    }
  }
}
`;
  const day = (at: number): string => `2026-10-${String(at).padStart(2, "0")}`;
  const laid = layOutSource(source, {
    off: ["2026-10-03"],
    jobs: jobs.map((parts, at) => ({
      name: "甲乙丙"[at],
      parts: parts.map(([from, to]) => ({ from: day(from), to: day(to) })),
    })),
  });
  const items = laid.value.pages.flatMap((page) => page.items);
  const fills = (color: string) =>
    items.filter((item): item is FillItem => item.kind === "fill" && hexOf(item) === color).map(boxOf);
  const words = items.flatMap((item) => (item.kind === "glyphs" ? [item.run.text] : []));
  return { bars: fills(BAR), off: fills(OFF), words, codes: laid.diagnostics.map(({ code }) => code) };
}

function hexOf({ color }: FillItem): string {
  return `#${color
    .slice(0, 3)
    .map((part) => part.toString(16).padStart(2, "0"))
    .join("")}`;
}

function boxOf({ shape }: FillItem): Readonly<Record<"left" | "right" | "top" | "height", number>> {
  if (shape.kind !== "rectangle") throw new Error("the fill is no rectangle");
  const { leftEmu, rightEmu, topEmu, bottomEmu } = shape.rectangle;
  const mm = (emu: number): number => Math.round((emu / EMU_PER_MM) * 10) / 10;
  return { left: mm(leftEmu), right: mm(rightEmu), top: mm(topEmu), height: mm(bottomEmu - topEmu) };
}

/** How high the shade of the day off is below the heading, in rows. */
function rowsShaded(off: ReturnType<typeof fillsOf>["off"]): number {
  return Math.round(Math.max(...off.map(({ height }) => height)) / 10);
}

describe("blank rows", () => {
  test.each([
    ["", 2],
    ["min-rows=2", 2],
    ["min-rows=1", 2],
    ["min-rows=6", 6],
  ])("%s", (looks, rows) => {
    const { bars, off, codes } = fillsOf(looks, [[[1, 2]], [[2, 4]]]);
    expect(rowsShaded(off)).toBe(rows);
    expect(bars).toHaveLength(2);
    expect(codes).toEqual([]);
  });

  test("stand where there is no record at all", () => {
    const { bars, off } = fillsOf("min-rows=3", []);
    expect(rowsShaded(off)).toBe(3);
    expect(bars).toEqual([]);
  });

  test("that the page has no room for are told, and cause no page", () => {
    const { off, codes } = fillsOf("min-rows=60", [[[1, 2]]]);
    expect(rowsShaded(off)).toBeLessThan(28);
    expect(codes).toEqual(["RPT4019"]);
  });
});

test("work with pauses is one line of bars, with its name once", () => {
  const { bars, words, codes } = fillsOf("", [
    [
      [1, 2],
      [4, 5],
      [8, 10],
    ],
  ]);
  expect(bars.map(({ left, right }) => [left - 50, right - 50])).toEqual([
    [0, 20],
    [30, 50],
    [70, 100],
  ]);
  expect(new Set(bars.map(({ top }) => top)).size).toBe(1);
  expect(words.filter((word) => word === "甲")).toHaveLength(2);
  expect(codes).toEqual([]);
});
