// What a box is told to hold, it holds: as many full-width characters fit without a finding, and one more does not.
import fc from "fast-check";
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { inLane } from "../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const HOLDS = /declare what fits \((\d+) full-width characters? × (\d+) lines? at/;

const boxes = fc.record({
  before: fc.constantFrom("", "TEL ", "電話", "No.", "　宛 ", "FAX: "),
  behind: fc.constantFrom("", " 様", "(代)", " Co.", "行"),
  sizePt: fc.constantFrom(7.5, 9, 10.5, 12),
  widthMm: fc.integer({ min: 30, max: 120 }),
  lines: fc.integer({ min: 1, max: 3 }),
  spacing: fc.constantFrom("", "letter-spacing=0.5mm"),
});

function form({ before, behind, sizePt, widthMm, lines, spacing }: Record<string, string | number>, length: number) {
  const heightMm = Math.ceil(Number(sizePt) * 0.36 * (1 + (Number(lines) - 1) * 1.6));
  return `rpt 1
document held title="枠" lang=ja
field held string(${length}) example="東"
fonts gothic="Noto Sans JP"
sizes body=${sizePt}pt
style base font=gothic size=body line-height=1.5
page A4 margin=10mm {
  body {
    text "${before}{held}${behind}" w=${widthMm}mm h=${heightMm}mm ${spacing}
  }
}
`;
}

function told(source: string, held: string | null) {
  const data = held === null ? null : new TextEncoder().encode(JSON.stringify({ held }));
  return engine
    .check({ source, data, worstCases: held === null })
    .diagnostics.filter(({ code }) => code.startsWith("RPT4"));
}

const IN_LETTERS = /declare what fits \((\d+) letters? as wide as (\S) at/;

const PATTERNS = ["[0-9]", "[A-Z]", "[a-z0-9_]", "[0-9A-F-]", "[il1.]", "[!-~]", "[ｱ-ﾝ]"];

test.each(PATTERNS)("a box holds as many letters of %s as are told", (letters) => {
  const one = ["1", "A", "ｱ"].find((each) => new RegExp(letters, "u").test(each)) ?? "";
  const single = boxes.map((box) => ({ ...box, lines: 1 }));
  fc.assert(
    fc.property(single, fc.constantFrom("", "fit=shrink"), (box, fit) => {
      const source = (length: number): string =>
        form({ ...box, spacing: `${box.spacing} ${fit}` }, length).replace(
          `string(${length}) example="東"`,
          () => `string(${length}) pattern='^${letters}{1,${length}}$' example="${one}"`,
        );
      const repair = told(source(200), null)[0]?.repair?.title ?? "";
      const [, most, widest = ""] = IN_LETTERS.exec(repair) ?? [];
      // What stands apart has room that no count of full-width characters tells.
      expect(most === undefined, repair).toBe(box.spacing !== "" || HOLDS.test(repair));
      if (most === undefined) return;
      expect(Number(most)).toBeGreaterThan(0);
      expect(told(source(Number(most)), widest.repeat(Number(most)))).toEqual([]);
      expect(told(source(Number(most)), null)).toEqual([]);
    }),
    { numRuns: inLane({ fast: 12, full: 200 }) },
  );
});

test("a box holds what is told, and no more", () => {
  fc.assert(
    fc.property(boxes, (box) => {
      const [, perLine, lines] = HOLDS.exec(told(form(box, 400), null)[0]?.repair?.title ?? "") ?? [];
      const most = Number(perLine) * Number(lines);
      expect(most).toBeGreaterThan(0);
      // Words behind the value may go on to a line of their own only where there is one.
      if (Number(lines) === 1) {
        expect(told(form(box, most), "国".repeat(most))).toEqual([]);
        expect(told(form(box, most + 1), "国".repeat(most + 1))).not.toEqual([]);
      } else {
        expect(told(form(box, 400), "国".repeat(most + Number(perLine) + 8))).not.toEqual([]);
      }
    }),
    { numRuns: inLane({ fast: 40, full: 1_000 }) },
  );
});
