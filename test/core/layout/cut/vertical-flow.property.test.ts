import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { type GlyphRunItem, inkOf, type PageDocument } from "../../../../src/core/layout/index.ts";
import { inLane } from "../../../support/lane.ts";
import { fractions, layOutOf } from "../../../support/lay-out.ts";

const RUNS = { numRuns: inLane({ fast: 60, full: 4_000 }) };
const EMU_PER_MM = 36_000;
const EMU_PER_PT = 12_700;

/** What Japanese letters are made of: han, kana, stops and brackets, digits side by side and on their side, Latin. */
const PIECES = [
  ...["国", "語", "縦書", "の", "あいう", "ラーメン", "っ", "ー", "々", "㍿", "葛\u{e0100}", "𠮷"],
  ...["、", "。", "」", "「", "（", "）", "……", "――", "・", "！？", "12", "2026", "3,500円", "令和8年11月20日"],
  ...["Web", "A", "ab cd", "\n", "\n　", "\n\n"],
];

const words = fc
  .array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: inLane({ fast: 220, full: 600 }) })
  .map((all) => all.join(""));

interface Form {
  readonly widthMm: number;
  readonly heightMm: number;
  readonly sizePt: number;
  readonly bands: readonly string[];
  readonly before: string;
  readonly holder: string;
  readonly own: string;
  readonly kind: string;
  readonly after: string;
}

const LOOKS = [
  "line-height=1.8",
  "line-height=1.8 align=justify hang=true",
  "line-height=1.2 align=center",
  "line-height=2 align=right valign=middle",
  "line-height=1.5 wrap=char combine=4",
  "line-height=1.8 align=distribute valign=bottom",
  "line-height=1.8 latin-gap=0.5 kinsoku=very-strict padding=2mm border=0.25pt",
];

const forms: fc.Arbitrary<Form> = fc.record({
  widthMm: fc.integer({ min: 45, max: 150 }),
  heightMm: fc.integer({ min: 60, max: 220 }),
  sizePt: fc.constantFrom(7, 9, 10.5, 14),
  bands: fc.subarray([
    'header h=8mm on=rest {\n    text "続き" x=0mm y=0mm w=20mm h=5mm size=s\n  }',
    'footer h=11mm on=last {\n    text "以上" x=0mm y=4mm w=20mm h=5mm size=s\n  }',
    'footer h=6mm on=odd {\n    text "奇数" x=0mm y=1mm w=20mm h=5mm size=s\n  }',
  ]),
  before: fc.constantFrom(
    "",
    "",
    'text "見出し" keep=next heading=1 size=s',
    "space 12mm",
    "space 35mm",
    'text "前"\n',
  ),
  holder: fc.constantFrom(
    ...["", "", "stack gap=2mm", "box border=0.25pt padding=2mm", "each marks", "columns n=2 gap=5mm"],
    ...["columns n=3 gap=4mm", "box padding=1mm keep=together", "stack keep-min=20mm"],
  ),
  own: fc.constantFrom("", "", "", "h=22mm", "h=30mm", "max-h=40mm", "w=30mm", "keep=together", 'marker="一、"'),
  kind: fc.constantFrom("text", "text", "rich"),
  after: fc.constantFrom("", "", 'text "後" size=s', 'table marks {\ncolumn m "M" (.m)\n}'),
});

function sourceOf(form: Form, look: string): string {
  const { bands, before, holder, own, kind, after } = form;
  const style = `writing=vertical ${own} ${look}`;
  const rich = style.replace(/marker="[^"]*"/u, "");
  const text =
    kind === "text"
      ? `text (body) ${style}`
      : `rich ${rich} {\n span "{body}"\n span "終" weight=bold\n ruby "国語" "こく ご"\n }`;
  const held = holder === "" ? text : `${holder} {\n      ${text}\n    }`;
  return `rpt 1
field body text(20000) example="国"
field marks[].m string(2) example=["一"]
fonts gothic="Noto Sans JP"
sizes body=${form.sizePt}pt s=7pt
style base font=gothic size=body
page ${form.widthMm}mm ${form.heightMm}mm margin=6mm {
  ${bands.join("\n  ")}
  body gap=2mm {
    ${before}
    ${held}
    ${after}
  }
}
`;
}

const cases = fc.record({ form: forms, look: fc.constantFrom(...LOOKS), body: words });

function glyphs(document: PageDocument, page: number): readonly GlyphRunItem[] {
  return (document.pages[page]?.items ?? []).filter((item) => item.kind === "glyphs");
}

/** What the vertical text shows, in the order of the pages; ruby and blanks apart. */
function shownText(document: PageDocument, sources: (item: GlyphRunItem) => boolean): string {
  const runs = document.pages.flatMap((_, page) => glyphs(document, page));
  return runs
    .filter((item) => item.isRuby !== true && sources(item))
    .map(({ run }) => run.text)
    .join("")
    .replaceAll(/\s/gu, "");
}

function showsBody({ sources }: GlyphRunItem): boolean {
  return sources.some(({ path }) => path === "body");
}

/** Em boxes of the characters of a vertical run. */
function areaOf(item: GlyphRunItem): readonly [left: number, top: number, right: number, bottom: number] {
  const half = item.sizeEmu / 2;
  const isCell = item.run.direction === "horizontal" && item.rotation === undefined;
  if (isCell) {
    const ink = inkOf(item);
    return [item.xEmu, ink?.topEmu ?? item.yEmu, item.xEmu + item.advanceEmu, ink?.bottomEmu ?? item.yEmu];
  }
  if (item.rotation === 90) {
    const ink = inkOf(item);
    return [ink?.leftEmu ?? item.xEmu, item.yEmu, ink?.rightEmu ?? item.xEmu, item.yEmu + item.advanceEmu];
  }
  return [item.xEmu - half, item.yEmu, item.xEmu + half, item.yEmu + item.advanceEmu];
}

/** Words that no line holds, and things kept together that no page holds, are told. */
function hasTold(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}

/** Brackets and stops give up the blank half of their cells to what stands beside them in the line. */
function intersect(one: ReturnType<typeof areaOf>, other: ReturnType<typeof areaOf>, em: number): boolean {
  const [across, along] = [em / 6, (em * 19) / 20];
  return (
    one[0] + across < other[2] && other[0] + across < one[2] && one[1] + along < other[3] && other[1] + along < one[3]
  );
}

describe("vertical text in a flow", () => {
  test("shows every character once, in its order, whatever holds it", () => {
    fc.assert(
      fc.property(cases, ({ form, look, body }) => {
        const { value } = layOutOf(sourceOf(form, look))({ body, marks: [{ m: "一" }] });
        expect(shownText(value, showsBody)).toBe(body.normalize("NFC").replaceAll(/\s/gu, ""));
        expect(fractions(value.pages)).toEqual([]);
      }),
      RUNS,
    );
  });

  test("stays between the margins, header and footer, and no line lies on another, unless a finding says so", () => {
    fc.assert(
      fc.property(cases, ({ form, look, body }) => {
        const { value, diagnostics } = layOutOf(sourceOf(form, look))({ body, marks: [{ m: "一" }] });
        if (hasTold(diagnostics)) return;
        const em = form.sizePt * EMU_PER_PT;
        const margin = 6 * EMU_PER_MM;
        value.pages.forEach((page, index) => {
          const areas = glyphs(value, index)
            .filter((item) => item.isRuby !== true)
            .map(areaOf);
          for (const [left, top, right, bottom] of areas) {
            // A stop may hang below its line; a bracket gives up the blank half of its cell at the head of its line.
            expect(left).toBeGreaterThanOrEqual(margin - em / 2);
            expect(right).toBeLessThanOrEqual(page.widthEmu - margin + em / 2);
            expect(top).toBeGreaterThanOrEqual(margin - em / 2);
            expect(bottom).toBeLessThanOrEqual(page.heightEmu - margin + em);
          }
          areas.forEach((area, at) => {
            const over = areas.slice(at + 1).filter((other) => intersect(area, other, em));
            expect(over).toEqual([]);
          });
        });
      }),
      RUNS,
    );
  });

  test("takes no fewer pages for more text", () => {
    // What stands behind the text moves to a line of its own with a new end of line, so the first gets shorter.
    const growing = cases.map(({ form, ...rest }) => ({ ...rest, form: { ...form, kind: "text" } }));
    fc.assert(
      fc.property(growing, ({ form, look, body }) => {
        const layOut = layOutOf(sourceOf(form, look));
        const letters = [...body];
        const steps = Array.from({ length: 8 }, (_, step) => Math.ceil((letters.length * (step + 1)) / 8));
        const counts = steps.map((end) => {
          const { value } = layOut({ body: letters.slice(0, end).join(""), marks: [{ m: "一" }] });
          return value.pages.length;
        });
        expect(counts).toEqual([...counts].sort((one, other) => one - other));
      }),
      { numRuns: inLane({ fast: 40, full: 1_500 }) },
    );
  });
});
