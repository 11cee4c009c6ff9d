// Words of a mark stand nearer to their own mark than to any other of the row, or they are told to have no room.
import fc from "fast-check";
import { expect, test } from "vitest";
import { inkOf, type PlacedItem, type Rectangle } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const NAMES = ["検収", "支払", "納品"] as const;
const REDS = [0x44, 0x55, 0x66] as const;

const day = (at: number) => `addDays(date('2026-01-01'), ${at})`;

const mark = fc.record({
  step: fc.integer({ min: 0, max: 6 }),
  shape: fc.constantFrom("line", "triangle", "diamond"),
  words: fc.constantFrom(true, true, true, false),
});
const schedules = fc.record({
  days: fc.constantFrom(30, 90, 180),
  axisMm: fc.integer({ min: 80, max: 260 }),
  rowMm: fc.integer({ min: 5, max: 14 }),
  type: fc.integer({ min: 6, max: 11 }),
  first: fc.oneof(fc.constantFrom(0, 25), fc.integer({ min: 0, max: 29 })),
  bars: fc.array(
    fc.record({
      from: fc.integer({ min: 0, max: 25 }),
      length: fc.integer({ min: 0, max: 40 }),
      with: fc.constantFrom("", "progress=(50)", "lane=progress", "border=1pt", "h=3mm"),
    }),
    { maxLength: 2 },
  ),
  marks: fc.array(mark, { minLength: 2, maxLength: 3 }),
  isReversed: fc.boolean(),
});
type Schedule = typeof schedules extends fc.Arbitrary<infer One> ? One : never;

function lay({ days, axisMm, rowMm, type, first, bars, marks, isReversed }: Schedule) {
  const last = days - 1;
  const drawn = bars.map(({ from, length, with: more }) => {
    return `bar start=(${day(from)}) end=(${day(Math.min(last, from + length))}) fill=#d0dcf0 ${more}`;
  });
  let at = first;
  const points = marks.map(({ step, shape, words }, index) => {
    at = Math.min(last, at + step);
    const name = words ? `"${NAMES[index]}"` : "";
    return `milestone (${day(at)}) ${name} shape=${shape} color=#${REDS[index]?.toString(16)}7788`;
  });
  return layOutSource(
    `rpt 1
field jobs[].no string(4)
sizes body=${type}pt
style base size=body
page ${axisMm + 40}mm 60mm margin=10mm {
  body {
    gantt jobs row-h=${rowMm}mm {
      column no "No" w=20mm
      scale from=(${day(0)}) to=(${day(last)}) unit=month
${[...drawn, ...(isReversed ? points.toReversed() : points)].join("\n")}
    }
  }
}
`,
    { jobs: [{ no: "A" }] },
  );
}

/** The drawn mark of a colour. */
function markOf(items: readonly PlacedItem[], red: number): Rectangle | null {
  const item = items.find((each) => each.kind === "fill" && each.color[0] === red && each.color[1] === 0x77);
  return item === undefined ? null : inkOf(item);
}

/** What is seen of words: their letters without the air above and below. */
function lettersOf(items: readonly PlacedItem[], name: string): Rectangle | null {
  const item = items.find((each) => each.kind === "glyphs" && each.run.text === name);
  if (item?.kind !== "glyphs") return null;
  const { xEmu, yEmu, advanceEmu, sizeEmu } = item;
  const [topEmu, bottomEmu] = [yEmu - sizeEmu * 0.78, yEmu + sizeEmu * 0.02];
  return { leftEmu: xEmu, rightEmu: xEmu + advanceEmu, topEmu, bottomEmu };
}

function gapAlong(one: Rectangle, other: Rectangle): number {
  return Math.max(0, one.leftEmu - other.rightEmu, other.leftEmu - one.rightEmu);
}

function distanceOf(one: Rectangle, other: Rectangle): number {
  const across = Math.max(0, one.topEmu - other.bottomEmu, other.topEmu - one.bottomEmu);
  return Math.hypot(gapAlong(one, other), across);
}

/** How much of the height of words has a mark beside it, from 0 to 1: those of a line have it beside their middle. */
function shareBeside(words: Rectangle, { topEmu, bottomEmu }: Rectangle): number {
  const sharedEmu = Math.min(words.bottomEmu, bottomEmu) - Math.max(words.topEmu, topEmu);
  return Math.max(0, sharedEmu) / (words.bottomEmu - words.topEmu);
}

/** Two lines a day apart before a bar: each had its words behind the other. */
const linesOfNeighbours: Schedule = {
  days: 180,
  axisMm: 229,
  rowMm: 9,
  type: 9,
  first: 14,
  bars: [{ from: 14, length: 27, with: "" }],
  marks: [
    { step: 0, shape: "line", words: true },
    { step: 1, shape: "line", words: true },
  ],
  isReversed: false,
};

test("the nearest mark of words is their own, or they are told", () => {
  const found = { drawn: 0, told: 0 };
  fc.assert(
    fc.property(schedules, (schedule) => {
      const { value, diagnostics } = lay(schedule);
      const items = value.pages[0]?.items ?? [];
      const drawn = schedule.marks.map((_, at) => markOf(items, REDS[at] ?? 0));
      for (const [at, { words }] of schedule.marks.entries()) {
        const name = NAMES[at] ?? "";
        const letters = lettersOf(items, name);
        const own = drawn[at] ?? null;
        if (!words || own === null) continue;
        if (letters === null) {
          found.told += 1;
          const messages = diagnostics.map(({ message }) => message);
          expect(messages).toContainEqual(expect.stringContaining(`"${name}" has no room on the time axis`));
          continue;
        }
        found.drawn += 1;
        for (const [index, other] of drawn.entries()) {
          if (other === null || index === at) continue;
          expect(distanceOf(letters, own)).toBeLessThan(distanceOf(letters, other));
          if (shareBeside(letters, own) > 0.2 || shareBeside(letters, other) < 0.4) continue;
          const heightEmu = letters.bottomEmu - letters.topEmu;
          expect(gapAlong(letters, other)).toBeGreaterThan(distanceOf(letters, own) + heightEmu);
        }
      }
    }),
    { numRuns: inLane({ fast: 150, full: 4_000 }), examples: [[linesOfNeighbours]] },
  );
  expect(found.told).toBeLessThan(found.drawn);
});

test("words of two neighbours stand on the outer side of their marks", () => {
  for (const isReversed of [false, true]) {
    const { value, diagnostics } = lay({ ...linesOfNeighbours, isReversed });
    expect(diagnostics).toEqual([]);
    const [first, second] = NAMES.map((name) => lettersOf(value.pages[0]?.items ?? [], name));
    const [mark, next] = REDS.map((red) => markOf(value.pages[0]?.items ?? [], red));
    expect(first?.rightEmu).toBeLessThan(mark?.leftEmu ?? 0);
    expect(second?.leftEmu).toBeGreaterThan(next?.rightEmu ?? 0);
  }
});
