import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";

// `when=` where an element takes none: the repair writes the condition where it works.

function form(bands: string, foot: string): string {
  return `rpt 1
document c title="a" lang=ja
field paid bool example=true
field late bool example=false
field items[].n int example=[1, 2]
let total = sum(items[].n)
fonts gothic="Noto Sans JP"
sizes body=9pt
colors ink=#1a1a1a
style base font=gothic size=body color=ink
page A4 margin=15mm {
${bands}  body {
    text "{late}{paid}"
    table items {
      column n "数" (.n) w=30mm
      column m "額" (.n) w=30mm
      foot {
        ${foot}
      }
    }
  }
}
`;
}

function told(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics;
}

const HEADER = '  header h=8mm {\n    text "済" x=0mm y=0mm w=30mm h=5mm\n  }\n';

describe("a condition of a cell or band is written where it works", () => {
  test.each([
    ["cell (total) col=n when=(paid) format='#,##0'", "cell (if(paid, total, null)) col=n format='#,##0'"],
    ["cell (total) col=n when=((paid) or (late))", "cell (if((paid) or (late), total, null)) col=n"],
    ['cell "合計" col=n when=(paid and late)', "cell (if(paid and late, '合計', null)) col=n"],
    ['cell "it\'s" col=n when=(paid)', "cell (if(paid, 'it\\'s', null)) col=n"],
  ])("%s → %s", (written, meant) => {
    const source = form(HEADER, written);
    const found = told(source);
    expect(found.map((each) => each.code)).toEqual(["RPT1003"]);
    const repaired = applyEdits(source, found[0]?.repair?.edits ?? []);
    expect(repaired).toBe(form(HEADER, meant));
    expect(told(repaired)).toEqual([]);
  });

  test.each(["header h=8mm", "footer h=8mm", "background"])("%s", (band) => {
    const inside = (one: string, two: string) =>
      `    text "済" x=0mm y=0mm w=30mm h=5mm${one}\n    stack x=40mm y=0mm w=9mm${two} {\n      text "控"\n    }\n`;
    const written = `  ${band} when=(paid) {\n${inside("", " when=(late)")}  }\n`;
    const meant = `  ${band} {\n${inside(" when=(paid)", " when=((late) and (paid))")}  }\n`;
    const source = form(written, "cell (total) col=n");
    const found = told(source);
    expect(found.map((each) => each.code)).toEqual(["RPT1003"]);
    const repaired = applyEdits(source, found[0]?.repair?.edits ?? []);
    expect(repaired).toBe(form(meant, "cell (total) col=n"));
    expect(told(repaired)).toEqual([]);
  });

  test("a text with computed parts is left to the author", () => {
    const found = told(form(HEADER, 'cell "計{total}" col=n when=(paid)'));
    expect(found.map((each) => [each.code, each.repair?.edits])).toEqual([["RPT1003", []]]);
  });
});
