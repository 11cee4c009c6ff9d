// What a check advises against RPT5003 is done to the form, and the element lies within the printable area.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { inLane } from "../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

const check = (source: string): readonly Diagnostic[] => engine.check({ source, data: null }).diagnostics;

const SIDES = ["top", "right", "bottom", "left"] as const;

const WORDS = "国境の長いトンネル";

/** Elements by their words, with their place, width and height. */
const ELEMENTS: readonly ((place: string, width: string, height: string, times: number) => string)[] = [
  (place, width, height) => `text "${WORDS}"${place}${width}${height} layer=over`,
  (place, width, height, times) => `text "${WORDS.repeat(times)}"${place}${width}${height} wrap=none layer=over`,
  (place, width, height, times) =>
    `text "${WORDS.repeat(times)}"${place}${width}${height || " h=50mm"} writing=vertical layer=over`,
  (place, width, height) => `rich${place}${width || " w=60mm"}${height} layer=over {\n span "${WORDS}"\n }`,
  (place, width, height) => `rect${place}${width || " w=20mm"}${height || " h=20mm"} layer=over border=1pt`,
  (place, width) => `line${place}${width || " w=20mm"} layer=over stroke=1pt`,
  (place, width, height) =>
    `barcode code128 "1234567890"${place}${width || " w=60mm"}${height || " h=20mm"} layer=over alt="コード"`,
];

/** What holds elements that say their place. */
const PLACING: readonly ((element: string, sizeMm: number) => string)[] = [
  (element, sizeMm) => `  body {\n plate h=${sizeMm}mm {\n ${element}\n }\n }`,
  (element, sizeMm) => `  body {\n box rotate=90 {\n plate w=${sizeMm}mm h=200mm {\n ${element}\n }\n }\n }`,
  (element) => `  header h=30mm {\n ${element}\n }\n  body {\n text "本文"\n }`,
];

/** What holds elements of a flow. */
const FLOWING: readonly ((element: string, sizeMm: number) => string)[] = [
  (element) => `  body {\n ${element}\n }`,
  (element) => `  body {\n ${element.replace(" layer=over", " place=center layer=over")}\n }`,
  (element) => `  body {\n ${element.replace(" layer=over", " place=right layer=over")}\n }`,
  (element) => `  body {\n box padding=2mm {\n ${element}\n }\n }`,
  (element, sizeMm) => `  body {\n box w=${sizeMm}mm {\n ${element}\n }\n }`,
  (element) => `  body {\n box rotate=270 {\n ${element}\n }\n }`,
  (element, sizeMm) => `  body {\n grid cols=[${sizeMm}mm, 90mm] {\n text "左"\n ${element}\n }\n }`,
  (element, sizeMm) => `  body {\n row gap=5mm {\n text "左" w=${sizeMm}mm\n ${element}\n }\n }`,
  (element, sizeMm) => `  body {\n table rows {\n column name "名" w=${sizeMm}mm {\n ${element}\n }\n }\n }`,
];

const length = (name: string, max: number) => fc.integer({ min: 5, max }).map((mm) => ` ${name}=${mm}mm`);

const forms = fc
  .record({
    margins: fc.array(fc.constantFrom(0, 2, 3, 5, 10, 15), { minLength: 4, maxLength: 4 }),
    element: fc.constantFrom(...ELEMENTS),
    width: fc.option(length("w", 260), { nil: "" }),
    height: fc.option(length("h", 350), { nil: "" }),
    times: fc.integer({ min: 1, max: 6 }),
    sizeMm: fc.integer({ min: 20, max: 200 }),
    place: fc.option(fc.tuple(fc.integer({ min: 0, max: 220 }), fc.integer({ min: 0, max: 320 }))),
    placing: fc.constantFrom(...PLACING),
    flowing: fc.constantFrom(...FLOWING),
  })
  .map(({ margins, element, width, height, times, sizeMm, place, placing, flowing }) => {
    const at = place === null ? "" : ` x=${place[0]}mm y=${place[1]}mm`;
    const body = (place === null ? flowing : placing)(element(at, width, height, times), sizeMm);
    return `rpt 1
document d title="題" lang=ja
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
field rows[].name string(20) example=["山本"]
page A4 portrait margin=[${margins.map((mm) => `${mm}mm`).join(", ")}] {
${body}
}
`;
  });

/** The form as it is after the advice; null where the advice asks for nothing that can be told from its words. */
function followed(source: string, { repair }: Diagnostic): string | null {
  const edits = repair?.edits ?? [];
  if (edits.length > 0) {
    return edits.reduce((text, { span, text: written }) => {
      return text.slice(0, span.start) + written + text.slice(span.end);
    }, source);
  }
  const [, mm, side] = /^give the page a margin of at least ([0-9.]+mm) at the (\w+)$/u.exec(repair?.title ?? "") ?? [];
  if (mm === undefined) return null;
  return source.replace(/margin=\[([^\]]+)\]/u, (_, all: string) => {
    const margins = all.split(", ").map((each, index) => (SIDES[index] === side ? mm : each));
    return `margin=[${margins.join(", ")}]`;
  });
}

/** What leaves the area, without how far and on which page. */
function said({ code, message, span }: Diagnostic, source: string): string {
  const line = source.slice(0, span.start).split("\n").length;
  return `${code} ${line} ${message.replace(/ by [0-9.]+mm/u, "").replace(/ \(page.*$/u, "")}`;
}

const VAGUE = "set it elsewhere, or make it or what holds it smaller, so that it lies within the page's margins";

test("what is advised against an element outside of the printable area brings it back", { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(forms, (source) => {
      const outside = check(source).filter(({ code }) => code === "RPT5003");
      for (const finding of outside) {
        const after = followed(source, finding);
        if (after === null) expect(finding.repair?.title).toBe(VAGUE);
        else {
          const left = check(after).filter(({ code }) => code === "RPT5003");
          expect(left.map((each) => said(each, after))).not.toContain(said(finding, source));
        }
      }
    }),
    { numRuns: inLane({ fast: 60, full: 3_000 }) },
  );
});
