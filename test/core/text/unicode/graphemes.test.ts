import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clusterStarts } from "../../../../src/core/text/unicode/graphemes.ts";

/** Code points in hexadecimal, `|` where a cluster starts. */
function marked(hex: string): { text: string; starts: number[] } {
  let text = "";
  const starts: number[] = [];
  for (const word of hex.split(" ")) {
    if (word === "|") starts.push(text.length);
    else text += String.fromCodePoint(Number.parseInt(word, 16));
  }
  return { text, starts };
}

function startsOf(text: string): number[] {
  const starts = clusterStarts(text);
  return [...starts.keys()].filter((offset) => starts[offset] === 1);
}

describe("grapheme clusters (UAX #29)", () => {
  it.each([
    ["GB3 line ends", "| 0D 0A | 0A | 0D"],
    ["GB4 and 5 controls", "| 61 | 0A | 0308 | 200B | 0308"],
    ["GB6 to 8 Hangul", "| 1100 1161 11A8 | 1100 AC00 11A8 | AC01 11A8 | 1100"],
    ["GB9 marks and joiners", "| 61 0308 200D | 61"],
    ["GB9 selectors of ideographs", "| 845B E0100 | 98FE FE00"],
    ["GB9 voiced sound marks", "| 304B 3099 | 30CF 309A | FF76 FF9E"],
    ["GB9a spacing marks", "| 0915 0903 | 61"],
    ["GB9b prepended marks", "| 0600 61 | 0600 | 0A"],
    ["GB9c conjuncts", "| 0915 094D 0937 | 0915 | 0937 094D | 61"],
    ["GB9c conjuncts with marks", "| 0915 094D 200D 0937 | 0915 093C 094D 0937"],
    ["GB11 pictographs", "| 1F468 200D 1F469 200D 1F466 | 1F476 1F3FF | 61 200D | 1F469"],
    ["GB12 and 13 flags", "| 1F1EF 1F1F5 | 1F1F0 1F1F7 | 1F1EF | 61 | 1F1EF"],
  ])("%s", (_, hex) => {
    const { starts, text } = marked(hex);
    expect(startsOf(text)).toEqual(starts);
  });

  /** One or more of every class; all are older than the Unicode version of any supported runtime. */
  const sample = fc.constantFrom(
    ...[0x0d, 0x0a, 0x20, 0x61, 0x3042, 0x845b, 0x301, 0x3099, 0xe0100, 0xfe0f, 0x200c, 0x200d, 0x600, 0x903, 0xe33],
    ...[0x1100, 0x1160, 0x11a8, 0xac00, 0xac01, 0x1f1ef, 0x1f1f5, 0x2640, 0x1f468, 0x1f476, 0x1f3ff, 0x915, 0x94d],
    ...[0x937, 0x93c, 0xad, 0x200b, 0xff9e],
  );

  it("are what an implementation of its own finds (the runtime's segmenter)", () => {
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });
    fc.assert(
      fc.property(fc.array(sample, { minLength: 1, maxLength: 8 }), (codePoints) => {
        const text = String.fromCodePoint(...codePoints);
        expect(startsOf(text)).toEqual([...segmenter.segment(text)].map(({ index }) => index));
      }),
      { numRuns: 5000, seed: 20261120 },
    );
  });
});
