// Bars of one time lie one below another: the label of each stands on its bar or beside it, at that bar's height, as if
// the bars above and below were not there.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { FillItem, GlyphRunItem } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

interface Booking {
  readonly start: number;
  readonly end: number;
  readonly who: string;
}

const FILL = [0x88, 0xaa, 0xdd].join();

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** An hour is 10 mm wide. */
function lay(bookings: readonly Booking[], rowHeightMm: number) {
  const source = `rpt 1
field rooms[].name string(4)
field rooms[].bookings[].who string(20)
field rooms[].bookings[].start time
field rooms[].bookings[].end time
sizes small=7pt
style base size=small
page A4 landscape margin=10mm {
  body {
    gantt rooms row-h=${rowHeightMm}mm {
      column name "室" w=40mm
      scale from=(time('08:00')) to=(time('20:00')) w=120mm
      bar .bookings start=(.start) end=(.end) fill=#88aadd label="{.who}"
    }
  }
}
`;
  const clock = (hour: number) => `${String(hour).padStart(2, "0")}:00`;
  const entries = bookings.map(({ start, end, who }) => ({ start: clock(start), end: clock(end), who }));
  const { value, diagnostics } = layOutSource(source, { rooms: [{ name: "室", bookings: entries }] });
  const items = value.pages[0]?.items ?? [];
  const bars = items.flatMap((item) =>
    item.kind === "fill" && item.color.slice(0, 3).join() === FILL ? [boxOf(item)] : [],
  );
  const names = new Set(bookings.map(({ who }) => who));
  const labels = items.flatMap((item) =>
    item.kind === "glyphs" && names.has(item.run.text) ? [{ who: item.run.text, box: boxOfRun(item) }] : [],
  );
  return { bars, labels, told: diagnostics.map(({ message }) => message) };
}

function boxOf({ shape }: FillItem): Box {
  if (shape.kind !== "rectangle") throw new Error("a bar within its axis is a rectangle");
  const { leftEmu, rightEmu, topEmu, bottomEmu } = shape.rectangle;
  return { left: leftEmu, right: rightEmu, top: topEmu, bottom: bottomEmu };
}

/** The em boxes of the letters: their baseline is at 88 % of these. */
function boxOfRun({ xEmu, yEmu, advanceEmu, sizeEmu }: GlyphRunItem): Box {
  return { left: xEmu, right: xEmu + advanceEmu, top: yEmu - 0.88 * sizeEmu, bottom: yEmu + 0.12 * sizeEmu };
}

test("a label stands at the beginning of its bar, though another bar is above it", () => {
  const { bars, labels, told } = lay(
    [
      { start: 9, end: 12, who: "営業" },
      { start: 10, end: 15, who: "開発の会議" },
      { start: 11, end: 12, who: "点検の予定" },
    ],
    20,
  );
  expect(told).toEqual([]);
  expect(labels.map(({ who }) => who)).toEqual(["営業", "開発の会議", "点検の予定"]);
  const [first, second, third] = labels.map(({ box }, at) => box.left - (bars[at]?.left ?? 0));
  // What is a little longer than its bar is narrowed on it.
  expect([second, third]).toEqual([first, first]);
});

test("labels lie at the height of their bars, on no other bar and on no other label", () => {
  const times = fc
    .tuple(fc.integer({ min: 8, max: 18 }), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 7 }))
    .map(([start, hours, length]) => ({ start, end: Math.min(20, start + hours), length }));
  const rows = fc.tuple(fc.array(times, { minLength: 1, maxLength: 6 }), fc.integer({ min: 8, max: 40 }));
  const property = fc.property(rows, ([bookings, rowHeightMm]) => {
    const named = bookings.map((one, at) => ({ ...one, who: "甲乙丙丁戊己"[at]?.repeat(one.length) ?? "" }));
    const { bars, labels, told } = lay(named, rowHeightMm);
    expect(labels.length + told.filter((one) => one.includes("has no room on the time axis")).length).toBe(
      named.length,
    );
    const meet = (one: Box, other: Box): boolean =>
      Math.min(one.right, other.right) > Math.max(one.left, other.left) &&
      Math.min(one.bottom, other.bottom) > Math.max(one.top, other.top);
    labels.forEach(({ who, box }, index) => {
      const at = named.findIndex((one) => one.who === who);
      const bar = bars[at];
      if (bar === undefined) throw new Error("each label has its bar");
      for (const other of labels.slice(index + 1)) expect(meet(box, other.box), `${who}, ${other.who}`).toBe(false);
      if (bar.bottom - bar.top < box.bottom - box.top) return;
      const middle = (box.top + box.bottom) / 2;
      expect(middle > bar.top && middle < bar.bottom, `${who} at the height of its bar`).toBe(true);
      const isOnOther = bars.some((other) => other !== bar && other.top !== bar.top && meet(box, other));
      expect(isOnOther, `${who} on another bar`).toBe(false);
    });
  });
  fc.assert(property, { numRuns: inLane({ fast: 40, merge: 400, full: 3_000 }) });
});
