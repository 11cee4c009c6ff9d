// A series without a colour of its own that is a line is seen on its ground, and looks like no other one.
import { describe, expect, test } from "vitest";
import { paletteLooks } from "../../../../src/core/layout/chart/chart-looks.ts";
import { contrastOf } from "../../../../src/core/layout/page/contrast-ratio.ts";

const GROUNDS = { white: [255, 255, 255, 255], cream: [255, 248, 220, 255], grey: [238, 238, 238, 255] } as const;

describe.each(Object.entries(GROUNDS))("on %s", (_, ground) => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 12])("%i lines", (count) => {
    const looks = paletteLooks(
      count,
      [],
      ground,
      Array.from({ length: count }, () => true),
    );
    for (const { color } of looks) expect(contrastOf(color, ground)).toBeGreaterThan(1.7);
    expect(new Set(looks.map(({ color, hatch }) => `${color.join()} ${hatch}`)).size).toBe(count);
  });

  test.each([4, 6, 8])("bars and one line as the last of %i keep the bars' colours", (count) => {
    const bars = paletteLooks(count, [], ground);
    const mixed = paletteLooks(
      count,
      [],
      ground,
      bars.map((_, at) => at === count - 1),
    );
    expect(mixed.slice(0, -1)).toEqual(bars.slice(0, -1));
    expect(contrastOf(mixed.at(-1)?.color ?? [...ground], ground)).toBeGreaterThan(1.7);
  });
});
