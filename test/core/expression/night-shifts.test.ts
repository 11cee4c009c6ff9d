// Shifts over midnight: the formula of the reference counts the minutes of every pair of times of day.
import { expect, test } from "vitest";
import { layOutSource, pageLines } from "../../support/lay-out.ts";

const CLOCKS = ["00:00", "00:01", "05:59", "06:00", "12:00", "21:59", "22:00", "23:59"];

/** Steps of a minute that a clock takes from one time to the other. */
function walked(from: string, to: string): number {
  const [start, end] = [from, to].map((clock) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3)));
  let steps = 0;
  for (let at = start; at !== end; at = ((at ?? 0) + 1) % 1440) steps += 1;
  return steps;
}

test.each(CLOCKS)("shifts from %s", (from) => {
  const source = `rpt 1
field shifts[].from time example=["22:00"]
field shifts[].to time example=["06:00"]
page A4 {
  body {
    each shifts {
      text "{(minutes(.from, .to) + 1440) % 1440}"
    }
  }
}
`;
  const { value, diagnostics } = layOutSource(source, { shifts: CLOCKS.map((to) => ({ from, to })) });
  expect(diagnostics).toEqual([]);
  expect(pageLines(value, 0)).toEqual(CLOCKS.map((to) => String(walked(from, to))));
});
