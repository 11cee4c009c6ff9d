// The first month of a day axis is said, however few of its days the axis has: above them, or by the first of them.
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

interface Axis {
  readonly from: string;
  readonly to: string;
  readonly wide: number;
}

function laid({ from, to, wide }: Axis) {
  const source = `rpt 1
document plan title="工程表" lang=ja
field jobs[].name string(8) example=["基礎"]
field jobs[].on date example=["2026-12-03"]
page A4 landscape margin=10mm {
  body {
    gantt jobs w=${wide}mm {
      column name "工程" w=15mm
      scale from=(date('${from}')) to=(date('${to}')) unit=day
      bar start=(.on) end=(.on)
    }
  }
}
`;
  expect(compileSource(source).diagnostics).toEqual([]);
  const { value, diagnostics } = layOutSource(source);
  return { words: pageLines(value, 0).join(" "), told: diagnostics.filter(({ code }) => code === "RPT4003") };
}

const FIRSTS = [20, 25, 27, 28, 29, 30].map((day) => `2026-11-${day}`);
const LASTS = ["2026-12-10", "2026-12-31", "2027-01-20", "2027-02-10"];
const WIDTHS = [70, 100, 140, 180, 277];
const AXES = FIRSTS.flatMap((from) => LASTS.flatMap((to) => WIDTHS.map((wide): Axis => ({ from, to, wide }))));

test.each(FIRSTS)("an axis from %s", (from) => {
  for (const axis of AXES.filter((each) => each.from === from)) {
    const { words, told } = laid(axis);
    const isCoarser = told.some(({ severity }) => severity === "warning");
    const isSaid = /11月/.test(words) || words.includes(`11/${axis.from.slice(-2)}`);
    // A month that has no room at all is told.
    const isTold = told.some(({ message }) => message.includes('"11月"'));
    if (!isCoarser) expect(isSaid !== isTold, `${JSON.stringify(axis)}: ${words}`).toBe(true);
  }
});

test("no first month is left out that has room in narrow letters", () => {
  const lost = AXES.filter((axis) => laid(axis).told.some(({ message }) => message.includes('"11月"')));
  for (const { from, to, wide } of lost) {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
    const roomMm = ((wide - 15) / days) * (31 - Number(from.slice(-2)));
    expect(roomMm).toBeLessThan(5.5);
  }
});
