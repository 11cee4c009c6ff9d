// Every series of a chart is seen, whatever colours the author gives: a line over bars, and lines on one another.
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";
import { drawnPage, engineWithPixels, type Pixels } from "../../../support/page-pixels.ts";

let engine: Engine;
beforeAll(async () => {
  engine = await engineWithPixels();
});

const DPI = 300;
/** Three strokes of lines on one another are nearer than so many pixels. */
const STRIPES_PIXELS = 16;
/** Pixels whose tone changes by so much are seen to change. */
const TONE = 60;
/** A line over the width of a chart, or a mark, changes at least so many pixels. */
const SEEN_PIXELS = 40;

type Row = readonly [v: number, w: number];

/** The first series is a line or a bar; the second is a line, drawn or left out. */
async function drawn(first: string, second: string, rows: readonly Row[], hasSecond: boolean): Promise<Pixels> {
  const source = `rpt 1
document chart title="図" lang=ja
field rows[] max=12
field rows[].n string(4) example=["A"]
field rows[].v int min=0 max=99 example=[1]
field rows[].w? int min=0 max=99 example=[1]
page 105mm 148mm margin=5mm {
  body {
    chart bar rows w=90mm h=60mm alt="図" legend=none {
      axis y min=0 max=100
      category (.n)
      series "甲" (.v) ${first}
      series "乙" (.w) type=line ${second}
    }
  }
}
`;
  const data = rows.map(([v, w], at) => ({ n: `${at}`, v, ...(hasSecond ? { w } : {}) }));
  return drawnPage(engine, source, DPI, new TextEncoder().encode(JSON.stringify({ rows: data })));
}

/** How many pixels of a colour change. */
function changed(one: Pixels, other: Pixels, color: readonly number[]): number {
  let count = 0;
  for (let at = 0; at < one.bytes.length; at += 4) {
    const isOf = color.every((part, channel) => Math.abs((one.bytes[at + channel] ?? 0) - part) < 3);
    if (isOf && color.some((part, channel) => Math.abs((other.bytes[at + channel] ?? 0) - part) > TONE)) count++;
  }
  return count;
}

/** A line over bars is seen where it runs over a bar, not between the bars alone. */
async function expectSeen(bar: string, line: string, rows: readonly Row[]): Promise<void> {
  const [without, both] = [
    await drawn(`color=${bar}`, `color=${line}`, rows, false),
    await drawn(`color=${bar}`, `color=${line}`, rows, true),
  ];
  const written = bar === "black" ? "#000000" : bar;
  const color = [1, 3, 5].map((at) => Number.parseInt(written.slice(at, at + 2), 16));
  expect(changed(without, both, color)).toBeGreaterThan(SEEN_PIXELS);
}

const COLORS = ["black", "#264670", "#5c6670", "#9ebee0"] as const;
const DASHES = ["", "dash=dash", "dash=dot"] as const;

describe("a line over bars is seen", () => {
  test.each(COLORS.flatMap((bar) => COLORS.map((line) => [bar, line] as const)))(
    "bars %s, line %s",
    async (bar, line) => {
      await expectSeen(bar, line, [
        [90, 40],
        [90, 40],
        [90, 40],
      ]);
    },
  );

  test("with one point alone", async () => {
    await expectSeen("black", "black", [[90, 40]]);
  });
});

describe("of two lines that lie on one another, paper is seen between the upper and the edges of the lower", () => {
  const pairs = DASHES.flatMap((first) => DASHES.flatMap((second) => (first === second ? [] : [[first, second]])));
  test.each(pairs)("the lower %s, the upper %s", async (first = "", second = "") => {
    const rows: readonly Row[] = [20, 20, 20, 20].map((one) => [one, one]);
    const both = await drawn(`type=line color=black ${first}`, `color=black ${second}`, rows, true);
    expect(stripes(both)).toBeGreaterThan(5);
    const lower = await drawn(`type=line color=black ${first}`, `color=black ${second}`, rows, false);
    expect(stripes(lower)).toBeLessThan(3);
  });
});

/** Columns of pixels in which three dark strokes with lighter ones between stand close above one another. */
function stripes({ width, bytes }: Pixels): number {
  const isDark = (x: number, y: number): boolean => (bytes[4 * (y * width + x) + 1] ?? 255) < 128;
  const height = bytes.length / 4 / width;
  let count = 0;
  for (let x = 0; x < width; x++) {
    const strokes: number[] = [];
    for (let y = 1; y < height; y++) if (isDark(x, y) && !isDark(x, y - 1)) strokes.push(y);
    if (strokes.some((y, at) => (strokes[at + 2] ?? Number.POSITIVE_INFINITY) - y < STRIPES_PIXELS)) count++;
  }
  return count;
}

test("a line of any colour is seen over bars of any colour, whatever the values", async () => {
  const color = fc.integer({ min: 0, max: 0xff_ff_ff }).map((one) => `#${one.toString(16).padStart(6, "0")}`);
  // Each line runs within the bars, so that it is seen on them or not at all.
  const row = fc.tuple(fc.integer({ min: 60, max: 99 }), fc.integer({ min: 5, max: 55 }));
  const rows = fc.array(row, { minLength: 2, maxLength: 6 });
  // Bars that are nearly white are another matter.
  const isDark = (one: string) => Number.parseInt(one.slice(3, 5), 16) < 170;
  await fc.assert(
    fc.asyncProperty(color.filter(isDark), color, rows, async (bar, line, values) => {
      await expectSeen(bar, line, values);
    }),
    { numRuns: inLane({ fast: 12, full: 300 }) },
  );
});
