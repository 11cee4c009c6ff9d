// Shifts over midnight: the formula of the reference counts the minutes of every pair of times of day.
import { expect, test } from "vitest";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

const CLOCKS = ["00:00", "00:01", "05:59", "06:00", "12:00", "21:59", "22:00", "23:59"];
const WITH_SECONDS = ["00:00:15", "05:00:15", "09:00:30", "16:00:15", "22:00:30", "23:59:30"];
const ALL_CLOCKS = [...CLOCKS, ...WITH_SECONDS];

/** Whole minutes that a clock goes through, second by second, from one time to the other. */
function walked(from: string, to: string): number {
  const [start, end] = [from, to].map((clock) => {
    const [hours = 0, minutes = 0, seconds = 0] = clock.split(":").map(Number);
    return (hours * 60 + minutes) * 60 + seconds;
  });
  let steps = 0;
  for (let at = start; at !== end; at = ((at ?? 0) + 1) % 86_400) steps += 1;
  return Math.floor(steps / 60);
}

test.each(ALL_CLOCKS)("shifts from %s", (from) => {
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
  const { value, diagnostics } = layOutSource(source, { shifts: ALL_CLOCKS.map((to) => ({ from, to })) });
  expect(diagnostics).toEqual([]);
  expect(pageLines(value, 0)).toEqual(ALL_CLOCKS.map((to) => String(walked(from, to))));
});
