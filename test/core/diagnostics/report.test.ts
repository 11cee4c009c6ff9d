import { describe, expect, test } from "vitest";
import {
  applyEdits,
  arrange,
  CODES,
  type Diagnostic,
  diagnose,
  formatDiagnostics,
  LineIndex,
  machineDiagnostics,
  type Severity,
} from "../../../src/core/diagnostics/index.ts";

function finding(start: number, end = start + 1): Diagnostic {
  return diagnose({ code: "RPT0106", span: { start, end }, message: `at ${start}`, why: "Because." });
}

describe("columns count code points, lines end at line feeds", () => {
  const source = "a𠮷b\nあ\r\n\nz";
  test.each([
    [0, 1, 1],
    [1, 1, 2],
    [3, 1, 3],
    [4, 1, 4],
    [5, 2, 1],
    [6, 2, 2],
    [8, 3, 1],
    [9, 4, 1],
    [10, 4, 2],
    [99, 4, 2],
  ])("offset %d is line %d, column %d", (offset, line, column) => {
    expect(new LineIndex(source).position(offset)).toEqual({ line, column });
  });

  test.each([0, 1, 3, 4, 5, 6, 8, 9])("offset %d survives the way to a place and back", (offset) => {
    const index = new LineIndex(source);
    expect(index.offset(index.position(offset))).toBe(offset);
  });
});

describe("findings are arranged", () => {
  test("by position, each once", () => {
    const found = arrange([finding(9), finding(2), finding(9), finding(5)]);
    expect(found.map((each) => each.span.start)).toEqual([2, 5, 9]);
  });

  test("errors before warnings before what only tells", () => {
    const grave = (severity: Severity, start: number): Diagnostic => ({ ...finding(start), severity });
    const found = arrange([grave("info", 1), grave("warning", 2), grave("error", 9), grave("error", 5)]);
    expect(found.map(({ severity, span }) => [severity, span.start])).toEqual([
      ["error", 5],
      ["error", 9],
      ["warning", 2],
      ["info", 1],
    ]);
  });
});

test("a finding is printed as line:col, severity, code and message, its repair beneath", () => {
  const repaired: Diagnostic = {
    ...finding(3, 4),
    repair: { title: "delete it", applicability: "safe", edits: [{ span: { start: 3, end: 4 }, text: "" }] },
  };
  expect(formatDiagnostics("ab\n;", [repaired])).toBe("2:1\terror\tRPT0106\tat 3\n\t→ delete it\n");
  expect(formatDiagnostics("ab\n;", [{ ...finding(3, 4), message: "two\nlines\tand a tab" }])).toBe(
    "2:1\terror\tRPT0106\ttwo lines and a tab\n",
  );
});

test("the law and article that a rule cites stand behind its message, and apart in the machine form", () => {
  const cited = { ...finding(0), basis: ["消費税法 57条の4第1項1号", "所得税法 231条"] };
  expect(formatDiagnostics("a", [cited])).toContain("at 0 [消費税法 57条の4第1項1号; 所得税法 231条]");
  expect(machineDiagnostics("a", [cited])[0]).toMatchObject({ message: "at 0", basis: cited.basis });
});

test("the machine form gives ranges and edits in lines and columns", () => {
  const repaired: Diagnostic = {
    ...finding(3, 4),
    repair: { title: "delete it", applicability: "safe", edits: [{ span: { start: 3, end: 4 }, text: "" }] },
  };
  expect(machineDiagnostics("ab\n;", [repaired])).toEqual([
    {
      line: 2,
      column: 1,
      endLine: 2,
      endColumn: 2,
      severity: "error",
      code: "RPT0106",
      message: "at 3",
      why: "Because.",
      repair: {
        title: "delete it",
        applicability: "safe",
        edits: [{ line: 2, column: 1, endLine: 2, endColumn: 2, text: "" }],
      },
    },
  ]);
});

test("edits are applied in order of place, and one that overlaps an earlier one is left out", () => {
  const edits = [
    { span: { start: 4, end: 5 }, text: "E" },
    { span: { start: 0, end: 2 }, text: "" },
    { span: { start: 1, end: 3 }, text: "lost" },
    { span: { start: 3, end: 3 }, text: "+" },
  ];
  expect(applyEdits("abcdef", edits)).toBe("c+dEf");
});

test("every code has a title that reads as a sentence's start", () => {
  for (const [code, { title }] of Object.entries(CODES)) {
    expect(code).toMatch(/^RPT\d{4}$/);
    expect(title.length).toBeGreaterThan(10);
    expect(title).not.toMatch(/\.$/);
  }
});
