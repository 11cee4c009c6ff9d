// Axes of times of day: bars lie where their clocks say, on both sides of midnight.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FillItem } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";
import { linesOfPage } from "../../../support/page-lines.ts";

interface Shift {
  readonly start?: string;
  readonly end?: string;
  readonly due?: string;
}

const AXIS_MM = 120;

/** The axis begins 40 mm from the page's left edge, and is 120 mm wide. */
function lay(shifts: readonly Shift[], from = "08:00", to = "18:00", more = "") {
  return layOutSource(
    `rpt 1
field from time
field to time
field shifts[].start? time
field shifts[].end? time
field shifts[].due? time
colors plan=#8fb4e0 red=#d9534f
page 180mm 100mm margin=[10mm, 20mm, 10mm, 20mm] {
  body {
    gantt shifts row-h=10mm {
      column start "氏名" "山田" w=20mm
      scale from=(from) to=(to) ${more}
      bar start=(.start) end=(.end) fill=plan
      milestone (.due) shape=diamond fill=red
    }
  }
}
`,
    { from, to, shifts },
  );
}

type Lain = ReturnType<typeof lay>;

/** `from–to` of the bars, in hours after the beginning of an axis of so many. */
function hours({ value }: Lain, axisHours: number): readonly string[] {
  const items = value.pages.flatMap((page) => page.items);
  const bars = items.filter((item): item is FillItem => item.kind === "fill" && item.color[0] === 0x8f);
  return bars.map(({ shape }) => {
    if (shape.kind !== "rectangle") return "a point";
    const at = (xEmu: number) => Math.round((xEmu / EMU_PER_MM - 40) * ((axisHours * 60) / AXIS_MM)) / 60;
    return `${at(shape.rectangle.leftEmu)}–${at(shape.rectangle.rightEmu)}`;
  });
}

const textsOf = ({ value }: Lain) => value.pages.flatMap(linesOfPage).map(({ text }) => text);

const toldOf = (lain: Lain) => lain.diagnostics.map((each) => `${each.code} ${each.message.split(" (page")[0]}`);

const clock = (minute: number): string => {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;
};

describe("an axis of times of day", () => {
  test("has steps of hours, named by their numbers, and no line of dates", () => {
    const lain = lay([{ start: "09:00", end: "12:00" }]);
    expect(hours(lain, 10)).toEqual(["1–4"]);
    expect(textsOf(lain).filter((text) => /^\d+$/.test(text))).toEqual("8 9 10 11 12 13 14 15 16 17".split(" "));
    expect(toldOf(lain)).toEqual([]);
  });

  test("runs past midnight where it ends at the time at which it begins, or before", () => {
    const night = [
      { start: "22:00", end: "05:30" },
      { start: "01:00", end: "06:00" },
      { start: "18:00", end: "19:00" },
    ];
    expect(hours(lay(night, "18:00", "06:00"), 12)).toEqual(["4–11.5", "7–12", "0–1"]);
    expect(hours(lay([{ start: "22:00", end: "00:00" }], "00:00", "00:00"), 24)).toEqual(["22–24"]);
    expect(toldOf(lay(night, "18:00", "06:00"))).toEqual([]);
  });

  test("puts every bar that lies on it where it is, whatever the axis begins with", () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const length = fc.integer({ min: 60, max: 1440 });
    fc.assert(
      fc.property(
        minute,
        length,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (from, axisMinutes, one, other) => {
          const [first, last] = [one, other].map((share) => Math.round(share * axisMinutes)).sort((a, b) => a - b);
          fc.pre(first !== undefined && last !== undefined && last - first >= 30 && last - first < 1440);
          const [start = 0, end = 0] = [first, last];
          const lain = lay(
            [{ start: clock(from + start), end: clock(from + end) }],
            clock(from),
            clock(from + axisMinutes),
          );
          const [bar = ""] = hours(lain, axisMinutes / 60);
          const [left = Number.NaN, right = Number.NaN] = bar.split("–").map(Number);
          expect(Math.abs(left * 60 - start)).toBeLessThanOrEqual(1);
          expect(Math.abs(right * 60 - end)).toBeLessThanOrEqual(1);
          expect(toldOf(lain).filter((told) => !told.startsWith("RPT4003"))).toEqual([]);
        },
      ),
    );
  });

  test.each([
    [
      { start: "07:00", end: "09:00" },
      "RPT4020 a bar from 07:00 to 09:00 lies partly outside of the scale, 08:00 to 18:00",
    ],
    [{ start: "15:00", end: "09:00" }, "RPT4020 a bar from 15:00 ends before it begins, at 09:00"],
    [{ start: "15:00" }, "RPT4020 a bar starts at 15:00 and has no end"],
    [{ due: "19:00" }, "RPT4020 a mark at 19:00 lies outside of the scale, 08:00 to 18:00"],
  ])("tells of %j", (shift, told) => {
    expect(toldOf(lay([shift]))).toEqual([told]);
  });

  test("names every other hour, or every third, where the names have no room", () => {
    const lain = lay([{ start: "09:00", end: "12:00" }], "00:00", "00:00", "bottom='H時'");
    expect(textsOf(lain).filter((text) => text.endsWith("時"))).toEqual(
      "0時 2時 4時 6時 8時 10時 12時 14時 16時 18時 20時 22時".split(" "),
    );
    expect(toldOf(lain)).toEqual([]);
  });
});

describe("a shift over midnight on an axis of one day", () => {
  const NIGHT = [{ start: "22:00", end: "06:00" }];

  test("is told, with both ways to show it", () => {
    const [told] = lay(NIGHT, "00:00", "23:00").diagnostics;
    expect(told?.code).toBe("RPT4020");
    expect(told?.repair?.title).toMatch(/time\('12:00'\)\).*datetime/u);
  });

  test("is shown by the axis that the words name", () => {
    const lain = lay(NIGHT, "12:00", "12:00");
    expect(toldOf(lain)).toEqual([]);
    expect(hours(lain, 24)).toEqual(["10–18"]);
  });
});
