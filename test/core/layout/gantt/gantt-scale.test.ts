// One scale of a time axis: steps, bars and shading lie by their times, also beside a mark at an end of it.
import { describe, expect, test } from "vitest";
import { inkOf, type PlacedItem } from "../../../../src/core/layout/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const BAR = 0x12;
const OFF = 0x34;

interface Job {
  readonly from: string;
  readonly to: string;
  readonly due: string | null;
}

function lay(jobs: readonly Job[], holidays: readonly string[] = []) {
  const source = `rpt 1
field jobs[].no string(4) example=["A"]
field jobs[].from date example=["2026-11-02"]
field jobs[].to date example=["2026-11-02"]
field jobs[].due? date example=["2026-11-02"]
field holidays[] date example=["2026-11-02"]
style cell border=[0.25pt, #767676]
page w=90mm h=120mm margin=10mm {
  body {
    gantt jobs style=cell row-h=10mm {
      column no "No" w=20mm
      scale from=(date('2026-11-02')) to=(date('2026-11-29')) unit=week holidays=(holidays[]) off=#340000
      bar start=(.from) end=(.to) fill=#120000
      milestone (.due) shape=diamond color=#560000
    }
  }
}
`;
  const data = { jobs: jobs.map((job) => ({ no: "A", ...job })), holidays };
  const items = layOutSource(source, data).value.pages.flatMap((page) => page.items);
  const inks = (isMeant: (item: PlacedItem) => boolean) => items.filter(isMeant).flatMap((item) => inkOf(item) ?? []);
  const fills = (red: number) => inks((item) => item.kind === "fill" && item.color[0] === red);
  const uprights = inks((item) => item.kind === "stroke").filter((ink) => ink.rightEmu - ink.leftEmu < 10_000);
  const xs = [...new Set(uprights.map((ink) => Math.round((ink.leftEmu + ink.rightEmu) / 2)))].sort((a, b) => a - b);
  return { bars: fills(BAR), off: fills(OFF), lines: xs.filter((x) => x > 36_000 * 20) };
}

/** Within the rounding of a place. */
const near = (one: number | undefined, other: number | undefined) =>
  expect(Math.abs((one ?? 0) - (other ?? 0))).toBeLessThan(2_000);

const AT_BOTH_ENDS: readonly Job[] = [
  { from: "2026-11-02", to: "2026-11-08", due: "2026-11-02" },
  { from: "2026-11-09", to: "2026-11-15", due: null },
  { from: "2026-11-23", to: "2026-11-29", due: "2026-11-29" },
];

describe("beside marks on the first and the last day", () => {
  test("bars of a week are equally long, and begin and end at the lines of their steps", () => {
    const { bars, lines } = lay(AT_BOTH_ENDS);
    const [first, second, last] = bars;
    const widths = bars.map(({ leftEmu, rightEmu }) => rightEmu - leftEmu);
    near(widths[0], widths[1]);
    near(widths[2], widths[1]);
    for (const x of [first?.leftEmu, first?.rightEmu, second?.rightEmu, last?.leftEmu, last?.rightEmu])
      near(
        x,
        lines.find((line) => Math.abs(line - (x ?? 0)) < 2_000),
      );
  });

  test("shading of a day is as wide at the ends as elsewhere, also where days before the axis have it", () => {
    const { off, bars } = lay(AT_BOTH_ENDS, ["2026-11-01", "2026-11-02", "2026-11-10", "2026-11-29", "2026-11-30"]);
    const days = off.map(({ leftEmu, rightEmu }) => rightEmu - leftEmu);
    for (const width of days) near(width, days[1]);
    near(Math.min(...off.map(({ leftEmu }) => leftEmu)), bars[0]?.leftEmu);
  });

  test("a bar that begins before the axis goes on over the free end, to its edge", () => {
    const { bars } = lay([...AT_BOTH_ENDS, { from: "2026-10-01", to: "2026-12-24", due: null }]);
    const [first, , last, beyond] = bars;
    expect(beyond?.leftEmu).toBeLessThan((first?.leftEmu ?? 0) - 9_000);
    expect(beyond?.rightEmu).toBeGreaterThan((last?.rightEmu ?? 0) + 9_000);
  });
});

test("without such a mark the axis is full of its steps", () => {
  const { bars } = lay(AT_BOTH_ENDS.map((job) => ({ ...job, due: "2026-11-15" })));
  const [first, , last] = bars;
  const { bars: others } = lay([{ from: "2026-10-01", to: "2026-12-24", due: null }]);
  near(first?.leftEmu, others[0]?.leftEmu);
  near(last?.rightEmu, others[0]?.rightEmu);
});
