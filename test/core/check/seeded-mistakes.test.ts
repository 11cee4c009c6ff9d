import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic, formatDiagnostics, LineIndex } from "../../../src/core/diagnostics/index.ts";
import { MISTAKES } from "./mistakes.ts";

const QUALIFIED = readFileSync(new URL("forms/invoice-qualified.rpt", import.meta.url), "utf8");

const HARMLESS: readonly (readonly [name: string, from: string, to: string])[] = [
  ["spaces around =", "w=70mm role", "w = 70mm role"],
  ["full-width space", "w=70mm role", "w=70mm　role"],
  ["a basic colour that nobody declares", "color=alert", "color=red"],
  ["broken indentation", '        cell "合計" col=key', '  cell "合計" col=key'],
];

function findings(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter((each) => each.severity !== "info");
}

function edited(from: string, to: string): string {
  expect(QUALIFIED.split(from).length, `${from} stands in the form`).toBeGreaterThan(1);
  return QUALIFIED.replace(from, () => to);
}

test("the form without mistakes has no finding", () => {
  expect(compileSource(QUALIFIED).diagnostics).toEqual([]);
});

describe("an author's mistake earns one finding, on its line, with a repair", () => {
  test.each(MISTAKES)("$name", ({ from, to, code, onLine }) => {
    const source = edited(from, to);
    const found = findings(source);
    expect(
      formatDiagnostics(source, found)
        .split("\n")
        .filter((line) => /^\d/.test(line)),
    ).toHaveLength(1);
    expect(found[0]?.code).toBe(code);
    const index = new LineIndex(source);
    const line = source.split("\n")[index.position(found[0]?.span.start ?? 0).line - 1] ?? "";
    const expected = onLine ?? to.split("\n")[0] ?? "";
    expect(line).toContain(expected);
    expect(found[0]?.repair).not.toBeNull();
  });

  test.each(MISTAKES)("$name: its repair leaves no error", ({ from, to, code }) => {
    const source = edited(from, to);
    const repair = findings(source)[0]?.repair;
    // Which number was meant in place of a text only its author knows: the repair is advice in words.
    if (code === "RPT2110") return expect(repair?.title).not.toBe("");
    expect(repair?.edits).not.toEqual([]);
    const after = applyEdits(source, repair?.edits ?? []);
    const errors = findings(after).filter((each) => each.severity === "error");
    expect(formatDiagnostics(after, errors)).toBe("");
  });
});

test.each(HARMLESS)("%s is no mistake", (_, from, to) => {
  expect(findings(edited(from, to)).filter((each) => each.severity === "error")).toEqual([]);
});
