import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";

// A list is named without its mark in the line that bounds it.

const form = (lines: string): string => `rpt 1
${lines}
page A4 portrait margin=15mm {
  body {
    text "国"
  }
}
`;

const PAIRS: readonly (readonly [what: string, without: string, marked: string])[] = [
  [
    "before its fields",
    "field items max=20\nfield items[].q int example=[1]",
    "field items[] max=20\nfield items[].q int example=[1]",
  ],
  [
    "after its fields, optional and labelled",
    'field items[].q int example=[1]\nfield items? min=1 label="明細"',
    'field items[].q int example=[1]\nfield items[]? min=1 label="明細"',
  ],
  [
    "within another list",
    "field a[].b max=3\nfield a[].b[].c int example=[[1]]",
    "field a[].b[] max=3\nfield a[].b[].c int example=[[1]]",
  ],
  [
    "within an object",
    'field site.visits max=3\nfield site.visits[].day date example=["2026-11-24"]',
    'field site.visits[] max=3\nfield site.visits[].day date example=["2026-11-24"]',
  ],
];

/** The declared fields without their places, which differ by the mark. That nothing prints them is told (RPT2012). */
function fieldsOf(lines: string): unknown {
  const { value, diagnostics } = compileSource(form(lines));
  expect(diagnostics.filter(({ code }) => code !== "RPT2012")).toEqual([]);
  return value?.fields.map(({ span: _, ...field }) => field);
}

describe("a list without its mark is the list", () => {
  test.each(PAIRS)("%s", (_, without, marked) => {
    expect(fieldsOf(without)).toEqual(fieldsOf(marked));
  });

  test("of a field without a type that no other line makes a list, the type is missed", () => {
    const codes = compileSource(form("field items max=20\nfield item.q int example=1")).diagnostics;
    expect(codes.map(({ code }) => code)).toContain("RPT2003");
  });

  test("a list and a value of one name are still two things", () => {
    const codes = compileSource(form('field items string(3) example="a"\nfield items[].q int example=[1]')).diagnostics;
    expect(codes.map(({ code }) => code)).toContain("RPT2004");
  });
});
