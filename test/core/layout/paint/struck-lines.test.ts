import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const WORDS = "国境の長い鬱蒼とした森を抜けると国語の教科書";

/** What is told of decoration over letters that it does not belong to. */
function struckIn(elements: string): readonly Diagnostic[] {
  const source = `rpt 1
fonts gothic="Noto Sans JP" mincho="Noto Serif JP" ud="BIZ UDGothic"
sizes small=7pt body=10pt large=21pt
style base font=gothic size=body
field rows[].name string(60) example=["${WORDS}"]
page A4 margin=10mm {
  body {
${elements}
  }
}
`;
  return layOutSource(source).diagnostics.filter(({ code }) => code === "RPT5001");
}

/** Lines of several looks, and vertical ones, stand an em apart however low their line height is. */
const KEPT_APART = ["vertical text", "rich", "span"];

/** The places that set a text in lines; each has decoration and tight lines alike. */
const PLACES: Readonly<Record<string, (look: string) => string>> = {
  text: (look) => `text "${WORDS}" w=30mm ${look}`,
  "vertical text": (look) => `text "${WORDS}" h=30mm writing=vertical ${look}`,
  rich: (look) => `rich w=30mm ${look} {\n span "${WORDS}"\n }`,
  span: (look) => {
    const decoration = /decoration=\S+/.exec(look)?.[0] ?? "";
    return `rich w=30mm ${look.replace(decoration, "")} {\n span "${WORDS}" ${decoration}\n }`;
  },
  column: (look) => `table rows {\n column name "名" w=30mm ${look}\n }`,
  cell: (look) => `grid cols=[30mm, 1fr] {\n text "${WORDS}" ${look}\n text "右"\n }`,
};

describe.each(Object.entries(PLACES))("in a %s", (name, place) => {
  test("a line under tight lines is told, and the line height that is advised clears it", () => {
    const heights = fc.integer({ min: 50, max: 200 }).map((hundredths) => hundredths / 100);
    const looks = fc.record({
      height: heights,
      decoration: fc.constantFrom("underline", "strike"),
      size: fc.constantFrom("small", "body", "large"),
      font: fc.constantFrom("gothic", "mincho", "ud"),
    });
    fc.assert(
      fc.property(looks, ({ height, decoration, size, font }) => {
        const look = (lineHeight: number | string): string =>
          `decoration=${decoration} size=${size} font=${font} line-height=${lineHeight}`;
        const [told] = struckIn(place(look(height)));
        if (decoration === "underline" && height < 0.9 && !KEPT_APART.includes(name)) expect(told).toBeDefined();
        if (height > 1.1) expect(told).toBeUndefined();
        if (told === undefined) return;
        const change = told.repair?.change;
        if (change === undefined || !("value" in change)) throw new Error("no value is advised");
        expect(change.property).toBe("line-height");
        expect(struckIn(place(look(change.value)))).toEqual([]);
      }),
      { numRuns: inLane({ fast: 20, full: 300 }) },
    );
  });
});

test("a line over the ruby of the line below is told", () => {
  const told = struckIn(`rich w=60mm decoration=underline line-height=0.8 {
    span "国境の長い鬱蒼とした森を抜ける"
    ruby "国語教科書" "こくごきょうかしょ"
  }`);
  expect(told.length).toBe(1);
});

test("a lone line, a blank neighbour and undecorated lines are not told", () => {
  expect(struckIn('text "国境" decoration=underline line-height=0.5')).toEqual([]);
  expect(struckIn('text "国境\\n\\n国境" decoration=underline line-height=0.8')).toEqual([]);
  expect(struckIn(`text "${WORDS}" w=60mm line-height=0.8`)).toEqual([]);
});
