import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { FillItem } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";

interface Job {
  readonly start: string;
  readonly end: string;
  readonly due?: string;
}

interface Limits {
  readonly from?: string;
  readonly to?: string;
}

/** The axis begins 40 mm from the page's left edge; where it is one day, each hour of it is 5 mm wide. */
function lay(jobs: readonly Job[], { from = "(date('2026-10-01'))", to = "(date('2026-10-01'))" }: Limits = {}) {
  return layOutSource(
    `rpt 1
field from datetime
field to datetime
field close datetime
field jobs[].start datetime
field jobs[].end datetime
field jobs[].due? datetime
colors plan=#8fb4e0 red=#d9534f
page 180mm 100mm margin=[10mm, 20mm, 10mm, 20mm] {
  body {
    gantt jobs row-h=10mm {
      column start "時" "工程" w=20mm
      scale from=${from} to=${to} unit=hour
      bar start=(.start) end=(.end) fill=plan
      milestone (.due) shape=line fill=red
    }
  }
}
`,
    { from: "2026-10-01T00:00:00+09:00", to: "2026-10-01T23:00:00Z", close: "2026-10-01T00:00:00Z", jobs },
  );
}

/** `left–right` of the bars, in hours of the axis. */
function hours({ value }: ReturnType<typeof lay>, hourMm = 5): readonly string[] {
  const items = value.pages.flatMap((page) => page.items);
  const bars = items.filter((item): item is FillItem => item.kind === "fill" && item.color[0] === 0x8f);
  return bars.map(({ shape }) => {
    if (shape.kind !== "rectangle") return "a point";
    const at = (xEmu: number) => Math.round((xEmu / EMU_PER_MM - 40) * (60 / hourMm)) / 60;
    return `${at(shape.rectangle.leftEmu)}–${at(shape.rectangle.rightEmu)}`;
  });
}

const toldOf = (lain: ReturnType<typeof lay>) => lain.diagnostics.map((each) => `${each.code} ${each.message}`);

const ZONES = ["+09:00", "Z", "-05:00", "+05:45", "-11:00", "+14:00"];

/** One moment as clocks of an offset show it. */
function written(minute: number, zone: string): string {
  const [, sign, hour, rest] = /^([+-])(\d\d):(\d\d)$/.exec(zone) ?? ["", "+", "0", "0"];
  const offset = (sign === "-" ? -1 : 1) * (Number(hour) * 60 + Number(rest));
  const shown = new Date(Date.UTC(2026, 8, 30, 15, minute + offset));
  return `${shown.toISOString().slice(0, 19)}${zone}`;
}

describe("datetimes of several offsets on one axis", () => {
  test("are moments: a bar is as long as it lasts", () => {
    const lain = lay([
      { start: "2026-10-01T10:00:00+09:00", end: "2026-10-01T11:00:00Z" },
      { start: "2026-10-01T18:00:00+09:00", end: "2026-10-01T10:00:00Z" },
    ]);
    expect(hours(lain)).toEqual(["10–20", "18–19"]);
    expect(toldOf(lain)).toEqual([]);
  });

  test("are drawn at the same place, whatever offsets write them, where the axis begins with one", () => {
    const zone = fc.constantFrom(...ZONES);
    const minute = fc.integer({ min: -300, max: 1_800 });
    const either = [{ from: "(from)", to: "(to)" }, { to: "(to)" }];
    fc.assert(
      fc.property(
        minute,
        minute,
        minute,
        zone,
        zone,
        fc.constantFrom(...either),
        (start, end, due, one, other, scale) => {
          const jobIn = (first: string, last: string) => ({
            start: written(start, first),
            end: written(end, last),
            due: written(due, last),
          });
          const [plain, mixed] = [lay([jobIn("Z", "Z")], scale), lay([jobIn(one, other)], scale)];
          expect(mixed.value.pages[0]?.items).toEqual(plain.value.pages[0]?.items);
          expect(toldOf(mixed)).toEqual(toldOf(plain));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("stand in the offset of the first of them, where the axis has none", () => {
    const zone = fc.constantFrom(...ZONES);
    const minute = fc.integer({ min: 0, max: 500 });
    fc.assert(
      fc.property(minute, minute, zone, zone, (start, length, one, other) => {
        const job = { start: written(start, one), end: written(start + length, other) };
        const shown = job.start.slice(11, 16).split(":").map(Number);
        const from = (shown[0] ?? 0) * 60 + (shown[1] ?? 0);
        // 12 minutes are 1 mm, and no bar is narrower.
        fc.pre(from + length < 1_440 && length > 12);
        const day = `(date('${job.start.slice(0, 10)}'))`;
        const [bar = ""] = hours(lay([job], { from: day, to: day }));
        const [left = 0, right = 0] = bar.split("–").map(Number);
        expect(Math.abs(left * 60 - from)).toBeLessThan(1.01);
        expect(Math.abs((right - left) * 60 - length)).toBeLessThan(1.01);
      }),
      { numRuns: 100 },
    );
  });
});

describe("what is told of an axis with hours", () => {
  const limits = { from: "(from)", to: "(close)" };

  test("names the times of bars and marks and of its scale", () => {
    const job = {
      start: "2026-10-01T05:00:00+09:00",
      end: "2026-10-01T20:30:00+09:00",
      due: "2026-10-01T21:05:00+09:00",
    };
    expect(toldOf(lay([job], limits))).toEqual([
      expect.stringContaining(
        "a mark on 2026-10-01 21:05 lies outside of the scale, 2026-10-01 00:00 to 2026-10-01 09:00",
      ),
      expect.stringContaining(
        "a bar from 2026-10-01 05:00 to 2026-10-01 20:30 lies partly outside of the scale, 2026-10-01 00:00 to",
      ),
    ]);
  });

  test("names the moments of a bar that ends before it begins", () => {
    const job = { start: "2026-10-01T05:00:00+09:00", end: "2026-09-30T19:00:00Z" };
    expect(toldOf(lay([job], limits))).toEqual([
      expect.stringContaining("a bar from 2026-10-01 05:00 ends before it begins, on 2026-10-01 04:00"),
    ]);
  });
});

describe("an axis that begins between two of its steps", () => {
  const FROM = ["2026-10-01T08:30:00+09:00", "2026-10-01T00:00:00+09:00", "2026-10-01T15:00:00+09:00"];
  const AXES = [
    { unit: "hour", to: "2026-10-01T23:30:00+09:00", bottom: "H", stepMin: 60 },
    { unit: "day", to: "2026-10-12T10:00:00+09:00", bottom: "d", stepMin: 1_440 },
  ] as const;

  test.each(FROM.flatMap((from) => AXES.map((axis) => [axis.unit, from, axis] as const)))(
    "of %s at %s names its steps as clocks and calendars do",
    (_, from, { unit, to, bottom, stepMin }) => {
      const { value } = layOutSource(
        `rpt 1
field from datetime
field to datetime
field jobs[].start datetime
page 280mm 100mm margin=[10mm, 20mm, 10mm, 20mm] {
  body {
    gantt jobs row-h=10mm {
      column start "時" "" w=20mm
      scale from=(from) to=(to) unit=${unit} top='yyyy年' bottom='${bottom}'
      bar start=(.start) end=(to)
    }
  }
}
`,
        { from, to, jobs: [{ start: from }] },
      );
      const [first, last] = [from, to].map((each) => Date.parse(each) / 60_000 + 540) as [number, number];
      const named = (value.pages[0]?.items ?? []).flatMap((item) =>
        item.kind === "glyphs" && /^\d{1,2}$/.test(item.run.text)
          ? [[item.run.text, item.xEmu / EMU_PER_MM] as const]
          : [],
      );
      expect(named.length).toBeGreaterThan(8);
      for (const [name, xMm] of named) {
        // 220 mm are the whole axis: each name stands within the step that it names.
        const minute = first + ((xMm - 40) * (last - first)) / 220;
        const day = new Date(Math.floor(minute / stepMin) * stepMin * 60_000);
        expect([name, xMm]).toEqual([String(unit === "hour" ? day.getUTCHours() : day.getUTCDate()), xMm]);
      }
    },
  );
});
