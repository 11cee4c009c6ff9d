// RPT5012: level lines that end right before a number, as a minus sign stands: what draws them, where a number begins,
// and repairs that are applied.
import { describe, expect, test } from "vitest";
import { applyEdits, type Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function signs(source: string, data: unknown = null): readonly Diagnostic[] {
  const bytes = data === null ? null : new TextEncoder().encode(JSON.stringify(data));
  const { diagnostics } = engine.check({ source, data: bytes });
  return diagnostics.filter(({ code, message }) => code === "RPT5012" && message.includes("minus sign"));
}

const form = (body: string): string => `rpt 1
field amount int min=0 max=9999999 example=1200
field words string(10) example="計"
field r[] max=3
field r[].note text(60) example=["---"]
field r[].amount int min=0 max=99999 example=[500]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page w=120mm h=80mm margin=10mm {
  body gap=4mm {
${body}
  }
}
`;

const number = (x: string, more = "") => `text (format(amount, '#,##0')) x=${x} y=0mm w=30mm h=5mm ${more}`;

/** Each draws a level line that ends at 40 mm, 2.4 mm below the top of the number that begins there. */
const LINES: Readonly<Record<string, (x: string, more?: string) => string>> = {
  "a long line": (x, more) => `plate h=8mm {\nline x=10mm y=2.4mm w=30mm stroke=0.5pt\n${number(x, more)}\n}`,
  "a short line": (x, more) => `plate h=8mm {\nline x=38.3mm y=2.4mm w=1.7mm stroke=0.5pt\n${number(x, more)}\n}`,
  "a dashed line": (x, more) =>
    `plate h=8mm {\nline x=10mm y=2.4mm w=30mm stroke=[0.5pt, dashed]\n${number(x, more)}\n}`,
  "the lower border of a box": (x, more) =>
    `plate h=8mm {\nbox x=10mm y=0mm w=30mm h=2.4mm border-bottom=0.5pt\n${number(x, more)}\n}`,
  "a low filled box": (x, more) =>
    `plate h=8mm {\nrect x=10mm y=2.3mm w=30mm h=0.2mm fill=#000000\n${number(x, more)}\n}`,
};

describe.each(Object.keys(LINES))("%s", (name) => {
  const drawn = LINES[name] ?? (() => "");

  test("that ends where a number begins is told", () => {
    expect(signs(form(drawn("40mm"))).map(({ message, why }) => [message, why])).toEqual([
      [expect.stringMatching(/ends 0\.\dmm before "1,200", at the height of a minus sign/), expect.any(String)],
    ]);
  });

  test("is no sign of a number that begins 2 mm behind it", () => expect(signs(form(drawn("42mm")))).toEqual([]));

  test("is no sign of a number that stands lower", () => {
    expect(signs(form(drawn("40mm").replace("y=0mm w=30mm h=5mm", "y=2mm w=30mm h=5mm")))).toEqual([]);
  });

  test("is no sign of words", () => {
    expect(signs(form(drawn("40mm").replace("format(amount, '#,##0')", "words")))).toEqual([]);
  });

  test("is no sign where an upright line parts the two", () => {
    const parted = drawn("40mm").replace(/\n\}$/, "\nline x=40mm y=0mm h=5mm stroke=0.25pt\n}");
    expect(signs(form(parted))).toEqual([]);
  });

  test("is no sign where hardly anybody sees it", () => {
    const faint = drawn("40mm")
      .replace(/stroke=(\[[^\]]*\]|0\.5pt)/, "stroke=$1 color=#f4f4f4")
      .replace("border-bottom=0.5pt", "border-bottom=0.5pt border-color=#f4f4f4")
      .replace("#000000", "#f4f4f4");
    expect(signs(form(faint))).toEqual([]);
  });
});

test("a thick bar is no sign", () => {
  const bar = `plate h=8mm {\nline x=10mm y=2.4mm w=30mm stroke=2.5pt\n${number("40mm")}\n}`;
  expect(signs(form(bar))).toEqual([]);
});

const table = (more: string): string =>
  form(`table r {
      column note "内容" w=40mm {
        markdown (.note)
      }
      column amount "増減額" w=24mm format='#,##0' ${more}
    }`);

describe("a rule of Markdown in a column", () => {
  test("ends before the number of the next one, and the padding that is offered parts the two", () => {
    const [found] = signs(table(""));
    expect(found?.message).toContain('before "500"');
    const edits = found?.repair?.edits ?? [];
    expect(edits).not.toEqual([]);
    expect(signs(applyEdits(table(""), edits))).toEqual([]);
  });

  test("is no sign of a number that is set from the right", () => {
    expect(signs(table("align=right"))).toEqual([]);
  });

  test("of a table in Markdown is one too", () => {
    const data = { amount: 1, words: "計", r: [{ note: "| x | y |\n|---|---|\n| 国 | 1 |", amount: 1200 }] };
    expect(signs(table(""), data).map(({ message }) => message)).toContainEqual(expect.stringContaining('"1,200"'));
  });
});

test("a price that is struck out before another is no sign of it", () => {
  const struck = `rich {\nspan "定価 1,500" strike=true\nspan "1,200"\n}`;
  expect(signs(form(struck))).toEqual([]);
});
