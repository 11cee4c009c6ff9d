import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { formatDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import { inkOf, type PageDocument, type PlacedItem } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutData } from "../../../support/lay-out.ts";

/** The axis begins here, from the page's left edge. */
const AXIS_FROM_MM = 50;
const BAR_REDS = [0x11, 0x22, 0x33] as const;
const MARK_REDS = [0x44, 0x55, 0x66] as const;
const hex = (red: number) => `#${red.toString(16)}7788`;

interface Schedule {
  readonly unit: string;
  readonly axisMm: number;
  readonly rowMm: number;
  readonly days: number;
  /** First day and length of each bar, in days from the axis's first. */
  readonly bars: readonly (readonly [from: number, length: number])[];
  readonly barWords: string;
  /** The day of each mark. */
  readonly marks: readonly number[];
  readonly markWords: string;
  readonly shape: string;
}

function lay({ unit, axisMm, rowMm, days, bars, barWords, marks, markWords, shape }: Schedule) {
  const label = barWords === "" ? "" : ` label="${barWords}"`;
  const lines = [
    ...bars.map(([from, length], at) => {
      const [start, end] = [from, from + length].map((day) => `(addDays(.day, ${day}))`);
      return `bar start=${start} end=${end} fill=${hex(BAR_REDS[at] ?? 0)}${label}`;
    }),
    ...marks.map((day, at) => {
      return `milestone (addDays(.day, ${day})) "${markWords}" shape=${shape} color=${hex(MARK_REDS[at] ?? 0)}`;
    }),
  ];
  const source = `rpt 1
field jobs[].day date example=["2026-04-01"]
sizes body=8pt
style base size=body
page ${AXIS_FROM_MM + axisMm + 10}mm 100mm margin=10mm {
  body {
    gantt jobs row-h=${rowMm}mm {
      column day "日" w=40mm
      scale from=(date('2026-04-01')) to=(addDays(date('2026-04-01'), ${days})) unit=${unit}
${lines.map((line) => `      ${line}\n`).join("")}    }
  }
}
`;
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(formatDiagnostics(source, diagnostics));
  return layOutData(value, { jobs: [{ day: "2026-04-01" }] });
}

type Ink = NonNullable<ReturnType<typeof inkOf>>;

const fillsOf = (document: PageDocument, reds: readonly number[]): readonly Ink[] =>
  (document.pages[0]?.items ?? []).flatMap((item: PlacedItem) => {
    const isOne = item.kind === "fill" && reds.includes(item.color[0]) && item.color[1] === 0x77;
    return isOne ? (inkOf(item) ?? []) : [];
  });

const wordsOf = (document: PageDocument, words: string): readonly Ink[] =>
  (document.pages[0]?.items ?? []).flatMap((item) => {
    return item.kind === "glyphs" && words.includes(item.run.text) ? (inkOf(item) ?? []) : [];
  });

const areOver = (one: Ink, other: Ink): boolean =>
  one.leftEmu < other.rightEmu &&
  other.leftEmu < one.rightEmu &&
  one.topEmu < other.bottomEmu &&
  other.topEmu < one.bottomEmu;

const day = (days: number) => fc.oneof(fc.constantFrom(0, days), fc.integer({ min: 0, max: days }));

const schedules: fc.Arbitrary<Schedule> = fc.integer({ min: 20, max: 1_900 }).chain((days) =>
  fc.record({
    unit: fc.constantFrom("day", "week", "month"),
    axisMm: fc.integer({ min: 30, max: 260 }),
    rowMm: fc.integer({ min: 5, max: 12 }),
    days: fc.constant(days),
    bars: fc.oneof(
      fc.array(fc.tuple(day(days), fc.integer({ min: 0, max: 40 })), { maxLength: 3 }),
      // One behind another, up to the last day.
      fc
        .tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 3 }))
        .map(([last, middle]): Schedule["bars"] => [
          [0, days - last - middle - 2],
          [days - last - middle - 1, middle],
          [days - last, last],
        ]),
    ),
    barWords: fc.constantFrom("", "作業", "据付工事"),
    marks: fc.oneof(
      fc.array(day(days), { maxLength: 3 }),
      fc.tuple(fc.integer({ min: 0, max: days - 10 }), fc.integer({ min: 1, max: 4 })).map(([first, step]) => {
        return [first, first + step, first + 2 * step];
      }),
    ),
    markWords: fc.constantFrom("", "検収", "中間検査"),
    shape: fc.constantFrom("triangle", "diamond", "line"),
  }),
);

const RUNS = { numRuns: inLane({ fast: 120, full: 3_000 }) };

describe("whatever a schedule has", () => {
  test("no words lie on a mark, or are told to have no room", () => {
    let seen = 0;
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { value } = lay(schedule);
        const marks = fillsOf(value, MARK_REDS);
        for (const letters of wordsOf(value, schedule.barWords + schedule.markWords)) {
          seen += 1;
          expect(marks.filter((mark) => areOver(letters, mark))).toEqual([]);
        }
      }),
      RUNS,
    );
    expect(seen).toBeGreaterThan(0);
  });

  test("each mark is whole, and within the axis", () => {
    const widthOf = ({ leftEmu, rightEmu }: Ink) => rightEmu - leftEmu;
    fc.assert(
      fc.property(schedules, (schedule) => {
        const marks = fillsOf(lay(schedule).value, MARK_REDS);
        const [inner] = fillsOf(lay({ ...schedule, marks: [Math.floor(schedule.days / 2)] }).value, MARK_REDS);
        expect(marks).toHaveLength(schedule.marks.length);
        for (const mark of marks) {
          expect(mark.leftEmu).toBeGreaterThanOrEqual(AXIS_FROM_MM * EMU_PER_MM);
          expect(mark.rightEmu).toBeLessThanOrEqual((AXIS_FROM_MM + schedule.axisMm) * EMU_PER_MM);
          // Marks at one place share the height of their row.
          const middle = (mark.leftEmu + mark.rightEmu) / 2;
          const isAlone = marks.every(
            (other) => other === mark || Math.abs((other.leftEmu + other.rightEmu) / 2 - middle) > 13_000,
          );
          const usual = inner === undefined ? 0 : widthOf(inner);
          if (isAlone) expect(Math.abs(widthOf(mark) - usual)).toBeLessThanOrEqual(2);
        }
      }),
      RUNS,
    );
  });

  test("marks stand in the order of their days, and where equal steps have equal distances", () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { days, axisMm } = schedule;
        const marks = [0, Math.floor(days / 2), days];
        const middles = fillsOf(lay({ ...schedule, marks }).value, MARK_REDS).map(
          ({ leftEmu, rightEmu }) => (leftEmu + rightEmu) / 2,
        );
        const [first = 0, middle = 0, last = 0] = middles;
        const share = (middle - first) / (last - first);
        expect(share).toBeCloseTo(Math.floor(days / 2) / days, 2);
        expect(last - first).toBeGreaterThan((axisMm - 3.2) * EMU_PER_MM * (days / (days + 1)) - 1_000);
      }),
      RUNS,
    );
  });

  test("each bar is 1 mm wide, or is told to be narrower", () => {
    fc.assert(
      fc.property(schedules, (schedule) => {
        const { value, diagnostics } = lay(schedule);
        const isTold = diagnostics.some(({ message }) => /^a bar is drawn .* wide/u.test(message));
        if (isTold) return;
        for (const { leftEmu, rightEmu } of fillsOf(value, BAR_REDS)) {
          expect(rightEmu - leftEmu).toBeGreaterThanOrEqual(EMU_PER_MM);
        }
      }),
      RUNS,
    );
  });
});
