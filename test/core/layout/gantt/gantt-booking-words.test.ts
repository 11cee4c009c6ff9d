// Words of bookings: in their bar, or beside it and pointing to it. Over a free hour alone they read as a booking.
import { describe, expect, test } from "vitest";
import type { PlacedItem } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";

type Booking = readonly [from: string, to: string, title: string];

const FILL = "136,170,221";
/** From the page's left edge to the axis, on which an hour is 10 mm wide. */
const AXIS_MM = 30;

function lay(bookings: readonly Booking[], { looks = "", rowMm = 8, behind = "" } = {}) {
  const source = `rpt 1
field rooms[].name string(9)
field rooms[].xs[].from time
field rooms[].xs[].to time
field rooms[].xs[].title string(40)
sizes body=8pt
style base size=body
page A4 landscape margin=10mm {
  body {
    gantt rooms row-h=${rowMm}mm {
      column name "室" w=20mm
      scale from=(time('08:00')) to=(time('18:00')) w=100mm
      bar .xs start=(.from) end=(.to) label="{.title}" fill=#88aadd ${looks}${behind}
    }
  }
}
`;
  const xs = bookings.map(([from, to, title]) => ({ from, to, title }));
  const { value, diagnostics } = layOutSource(source, { rooms: [{ name: "甲", xs }] });
  return { items: value.pages[0]?.items ?? [], told: diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

interface Box {
  readonly from: number;
  readonly to: number;
  readonly top: number;
  readonly bottom: number;
}

const mm = (emu: number): number => Math.round((emu / EMU_PER_MM) * 100) / 100;

function barsOf(items: readonly PlacedItem[]): readonly Box[] {
  return items.flatMap((item) => {
    if (item.kind !== "fill" || item.color.slice(0, 3).join() !== FILL || item.shape.kind !== "rectangle") return [];
    const { leftEmu, topEmu, rightEmu, bottomEmu } = item.shape.rectangle;
    return [{ from: mm(leftEmu) - AXIS_MM, to: mm(rightEmu) - AXIS_MM, top: mm(topEmu), bottom: mm(bottomEmu) }];
  });
}

/** Where the letters of a title begin and end on the axis, and how large they are. */
function titleOf(items: readonly PlacedItem[], letter: string) {
  const runs = items.flatMap((item) => (item.kind === "glyphs" && item.run.text.includes(letter) ? [item] : []));
  const from = Math.min(...runs.map(({ xEmu }) => mm(xEmu)));
  const to = Math.max(...runs.map(({ xEmu, advanceEmu }) => mm(xEmu + advanceEmu)));
  return { count: runs.length, from: from - AXIS_MM, to: to - AXIS_MM, sizeMm: mm(runs[0]?.sizeEmu ?? 0) };
}

/** The pointers of words, by their tip and their base. */
function pointersOf(items: readonly PlacedItem[]) {
  return items.flatMap((item) => {
    if (item.kind !== "fill" || item.shape.kind !== "path") return [];
    const xs = item.shape.commands.flatMap((one) => ("xEmu" in one ? [mm(one.xEmu) - AXIS_MM] : []));
    return xs.length === 3 ? [{ tip: xs[0] ?? 0, base: xs[1] ?? 0 }] : [];
  });
}

describe("words of a booking", () => {
  test("that are a little longer than their bar are narrowed in it, though the hour behind it is free", () => {
    const { items, told } = lay([
      ["09:00", "10:00", "定例会議"],
      ["11:00", "12:00", "定例会議"],
      ["12:00", "13:00", "定例会議"],
    ]);
    expect(told).toEqual([]);
    const inside = barsOf(items).filter((bar) => {
      return items.some((item) => {
        if (item.kind !== "glyphs" || !item.run.text.includes("定")) return false;
        const [from, to] = [mm(item.xEmu) - AXIS_MM, mm(item.xEmu + item.advanceEmu) - AXIS_MM];
        return from >= bar.from && to <= bar.to;
      });
    });
    expect(inside).toHaveLength(3);
    expect(pointersOf(items)).toEqual([]);
  });

  test("that have no room in it stand beside it and point to it", () => {
    const { items, told } = lay([["09:00", "09:30", "採用面接の打合せ"]]);
    expect(told).toEqual([]);
    const [bar] = barsOf(items);
    const [pointer] = pointersOf(items);
    const words = titleOf(items, "採");
    expect(bar?.to).toBe(15);
    expect(pointer?.tip).toBeGreaterThan(15);
    expect(pointer?.tip).toBeLessThan(pointer?.base ?? 0);
    expect(words.from).toBeGreaterThan(pointer?.base ?? 0);
    expect(words.from).toBeLessThan(18);
  });

  test("at the end of the axis point to the right", () => {
    const { items, told } = lay([["17:30", "18:00", "採用面接の打合せ"]]);
    expect(told).toEqual([]);
    const [pointer] = pointersOf(items);
    expect(pointer?.tip).toBeLessThan(95);
    expect(pointer?.tip).toBeGreaterThan(pointer?.base ?? 0);
    expect(titleOf(items, "採").to).toBeLessThan(pointer?.base ?? 0);
  });

  test("between two others that leave them no room are left out, which is told", () => {
    const { items, told } = lay([
      ["09:00", "09:30", "甲"],
      ["09:30", "10:00", "採用面接の打合せ"],
      ["10:00", "10:30", "乙"],
    ]);
    expect(told).toEqual([expect.stringMatching(/^RPT4003 "採用面接の打合せ" has no room on the time axis/u)]);
    expect(titleOf(items, "採").count).toBe(0);
  });

  test("of two at a time stand in the lower bars, in letters of their height", () => {
    const { items, told } = lay(
      [
        ["09:00", "12:00", "定例会議"],
        ["10:00", "14:00", "採用面接"],
      ],
      { rowMm: 7 },
    );
    expect(told).toEqual([]);
    const [first, second] = [titleOf(items, "定"), titleOf(items, "採")];
    expect([first.from, second.from].map((from) => Math.floor(from / 10))).toEqual([1, 2]);
    for (const { sizeMm } of [first, second]) expect(sizeMm).toBeLessThan(2.6);
    expect(pointersOf(items)).toEqual([]);
  });

  test.each([
    ["left", 10, 13],
    ["center", 22, 26],
    ["right", 34, 38],
  ])("stand at the %s of their bar", (align, least, most) => {
    const { items } = lay([["09:00", "12:00", "定"]], { looks: `align=${align}` });
    const { from } = titleOf(items, "定");
    expect(from).toBeGreaterThan(least);
    expect(from).toBeLessThan(most);
  });
});

test("a column that is written behind the scale stands right of its axis", () => {
  const { items, told } = lay([["09:00", "12:00", "定"]], { behind: '\n      column seats "定員" "八名" w=20mm' });
  expect(told).toEqual([]);
  expect(barsOf(items).map(({ from, to }) => [from, to])).toEqual([[10, 40]]);
  expect(titleOf(items, "員").from).toBeGreaterThanOrEqual(100);
  expect(titleOf(items, "八").from).toBeGreaterThanOrEqual(100);
  expect(titleOf(items, "甲").from).toBeLessThan(0);
});
