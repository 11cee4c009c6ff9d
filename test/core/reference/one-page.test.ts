import { describe, expect, test } from "vitest";
import { ELEMENTS } from "../../../src/core/check/index.ts";
import { type Diagnostic, formatDiagnostics } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { FORMAT_PATTERNS, SIGNATURES } from "../../../src/core/expression/index.ts";
import { ONE_PAGE_LENGTH_MAX, onePageReference } from "../../../src/core/reference/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const page = onePageReference();
const sample = /```rpt\n([\s\S]*?)```/.exec(page)?.[1] ?? "";

function findings(source: string): readonly Diagnostic[] {
  return engine.check({ source, data: null }).diagnostics;
}

test("the page is short enough to be read whole", () => {
  expect(page.length).toBeLessThanOrEqual(ONE_PAGE_LENGTH_MAX);
});

test("the form on the page checks without a finding", () => {
  expect(sample.length).toBeGreaterThan(1_000);
  expect(formatDiagnostics(sample, findings(sample))).toBe("");
});

test("every element, every function and every usual pattern stands on the page", () => {
  for (const { name } of ELEMENTS) expect(page).toMatch(new RegExp(`^ *${name}\\b`, "m"));
  const functions = /^- Functions.*$/m.exec(page)?.[0].split("; ") ?? [];
  for (const { name, form } of SIGNATURES) {
    const [written = ""] = form.slice(name.length).replaceAll(", ", ",").split(" or ");
    const group = functions.find((each) => each.includes(written) && each.split("(")[0]?.split(/[ :]+/).includes(name));
    expect(group, form).toBeDefined();
  }
  const patterns = /^## Formats.*\n(.*)$/m.exec(page)?.[1]?.split("  ");
  expect(patterns).toEqual(FORMAT_PATTERNS.map((each) => each.pattern));
});

describe("the commonest mistakes are mistakes, and what is advised instead is none", () => {
  test.each([
    ["qty for .qty", "round(.qty", "round(qty", "RPT2101"],
    ["double quotes inside {}", "{if(.rate == 8, ' ※', '')}", '{if(.rate == 8, " ※", "")}', "RPT0102"],
    ["x in flow", "w=1fr fit=shrink", "x=5mm w=1fr fit=shrink", "RPT1010"],
    ["a size by its length", "size=title", "size=18pt", "RPT2032"],
    ["a length without a unit", "w=60mm", "w=60", "RPT1007"],
    ["pixels", "w=60mm", "w=60px", "RPT0114"],
    ["a computed width", "w=60mm", "w=(total)", "RPT1011"],
    ["an optional number in a sum", "= sum(taxes[].base)", "= fee + sum(taxes[].base)", "RPT2111"],
  ])("%s", (_, from, to, code) => {
    const form = sample.replace("field note?", "field fee? int example=500\nfield note?").replace(from, () => to);
    expect(findings(form).map((each) => each.code)).toContain(code);
  });

  test("an optional number with ?? in a sum", () => {
    const form = sample
      .replace("field note?", "field fee? int example=500\nfield note?")
      .replace("= sum(taxes[].base)", "= (fee ?? 0) + sum(taxes[].base)");
    expect(findings(form)).toEqual([]);
  });
});

/** Headings of two rows, instead of the ones that columns make. */
const HEAD = `      head {
        cell "No." col=no rows=2
        cell "品目" col=name..amount
        newrow
        cell "品名" col=name
        cell "数量・金額" col=qty..amount
      }
`;
const PAGE_SUM = `      pagefoot {
        cell (.amount) col=amount
      }
`;

describe("what the page says of tables, labels and data in a few words is how they are written", () => {
  test.each([
    ["column merge=same", "w=1fr\n", "w=1fr merge=same\n"],
    ["pagefoot { cell (.amount) col=amount }", "      foot {", `${PAGE_SUM}      foot {`],
    ["table's rows does: cell col=a..c rows=2", "      foot {", `${HEAD}      foot {`],
    ["document extra=forbid", "document invoice", "document invoice extra=forbid"],
    ["role=", "align=distribute", "align=distribute role=document.title"],
    [
      `enum(a, b) labels=["甲", "乙"]: k == 'a', label(k)`,
      "field note?",
      `field k enum(a, b) labels=["甲", "乙"] example=a\nlet kind = if(k == 'a', '○', label(k))\nfield note?`,
    ],
    ["one per record (or null)", "let total", 'field items[].lot? string(9) example=["A", null]\nlet total'],
    ["(if(ok, x, null))", "cell (total)", "cell (if(has(note), total, null))"],
    ["weekday: 1 Monday–7 Sunday", "when=(has(note))", "when=(weekday(invoice.date) == 7 and has(note))"],
  ])("%s", (words, from, to) => {
    expect(page).toContain(words);
    // What is declared to show its writing is told to be used nowhere.
    const told = findings(sample.replace(from, () => to)).filter((each) => each.code !== "RPT2012");
    expect(formatDiagnostics(sample, told)).toBe("");
  });

  test("page n-up=[2, 5]", () => {
    const labels = `rpt 1
document labels title="宛名ラベル"
source people as=p
field people[].name string(20) example=["山本", "田中"]
page A4 margin=10mm n-up=[2, 5] {
  body {
    text "{p.name} 様"
  }
}
`;
    expect(page).toContain("page n-up=[2, 5]");
    expect(formatDiagnostics(labels, findings(labels))).toBe("");
  });
});
