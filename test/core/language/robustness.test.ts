import { readdirSync, readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import { canonicalJson, compileSource, contentHash } from "../../../src/core/canvas/index.ts";
import { formatDiagnostics, machineDiagnostics } from "../../../src/core/diagnostics/index.ts";
import { HOSTILE_SOURCES } from "../../support/hostile-sources.ts";
import { inLane } from "../../support/lane.ts";
import { generator, type Random, SLIPS } from "../../support/slips.ts";

const EXAMPLES = new URL("../../../docs/examples/", import.meta.url);
const FORMS: readonly (readonly [name: string, source: string])[] = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith(".rpt"))
  .map((name) => [name, readFileSync(new URL(name, EXAMPLES), "utf8")]);
const INVOICE = readFileSync(new URL("invoice.rpt", EXAMPLES), "utf8");

/** Edits of each kind in each form: some hundreds in the fast lane, over five thousand in the full one. */
const COUNT = inLane({ fast: 5, merge: 42, full: 150 });

/**
 * What is expected of each kind, in percent: told at all, and told first on the edited line (a lost `}` is told where
 * its block opens). Edits of comments and of the words of texts, after which the form is as right as before, are
 * counted and printed, but no finding is asked of them.
 */
const EXPECTED: Readonly<Record<string, readonly [detected: number, onLine: number]>> = {
  "delete a quote": [100, 99],
  "delete a brace": [99, 75],
  "delete a token": [97, 95],
  "duplicate a token": [97, 98],
  "swap two tokens": [99, 98],
  "insert a sign": [98, 98],
  "transpose letters": [95, 95],
};

/** A form without its comments and without the fixed words of its texts: what is left is language. */
function languageOf(source: string): string {
  return source.replace(/"(?:\{[^{}\n]*\}|[^"\n])*"|'[^'\n]*'|\/\/[^\n]*/g, (part) => {
    if (part.startsWith("//")) return "//";
    if (part.startsWith("'")) return part;
    return `"${[...part.matchAll(/\{[^{}\n]*\}/g)].map(([computed]) => computed).join("")}"`;
  });
}

/** So many edits more are let pass: of the few in the fast lane, two are more than two percent. */
const SLACK = 2;

interface Tally {
  edits: number;
  /** Edits that changed nothing but words. */
  words: number;
  detected: number;
  onLine: number;
  findings: number;
}

function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}

/** The lines that an edit touched. */
function editedLines(source: string, edited: string): readonly [first: number, last: number] {
  let start = 0;
  while (start < source.length && source[start] === edited[start]) start++;
  let end = 0;
  const most = Math.min(source.length, edited.length) - start;
  while (end < most && source.at(-1 - end) === edited.at(-1 - end)) end++;
  return [lineAt(edited, start), lineAt(edited, edited.length - end)];
}

/** Applies one slip and holds the answer to what every answer must be. */
function tally(kind: string, source: string, random: Random, sum: Tally): void {
  let edited = source;
  while (edited === source) edited = SLIPS[kind]?.(source, random) ?? "";
  const { diagnostics } = compileSource(edited);
  for (const each of diagnostics) {
    expect(each.span.start).toBeGreaterThanOrEqual(0);
    expect(each.span.end).toBeLessThanOrEqual(edited.length);
    expect(each.span.start).toBeLessThanOrEqual(each.span.end);
  }
  expect(formatDiagnostics(edited, diagnostics)).toBeTypeOf("string");
  const counted = machineDiagnostics(edited, diagnostics).reduce((count, each) => count + (each.count ?? 1), 0);
  expect(counted).toBe(diagnostics.reduce((count, each) => count + (each.count ?? 1), 0));
  const told = diagnostics.filter((each) => each.severity !== "info");
  const first = told[0];
  if (first === undefined && languageOf(edited) === languageOf(source)) {
    sum.words++;
    return;
  }
  sum.edits++;
  sum.findings += told.length;
  if (first === undefined) return;
  sum.detected++;
  const [from, to] = editedLines(source, edited);
  const line = lineAt(edited, first.span.start);
  if (line >= from && line <= to) sum.onLine++;
}

describe("single edits of every form", () => {
  const table: string[] = [];
  test.each(Object.keys(SLIPS))("%s: every text is answered, and slips are told where they are", (kind) => {
    const sum: Tally = { edits: 0, words: 0, detected: 0, onLine: 0, findings: 0 };
    for (const [, source] of FORMS) {
      const random = generator(kind.length * 7919 + source.length);
      for (let count = 0; count < COUNT; count++) tally(kind, source, random, sum);
    }
    const detected = (100 * sum.detected) / sum.edits;
    const onLine = (100 * sum.onLine) / Math.max(1, sum.detected);
    const mean = sum.findings / Math.max(1, sum.detected);
    const cells = [
      `${detected.toFixed(0)} % told`,
      `${onLine.toFixed(0)} % on the line`,
      `${mean.toFixed(1)} findings`,
    ];
    const edits = `${sum.edits} edits and ${sum.words} of words only`;
    table.push(`${kind.padEnd(18)} ${edits}, ${cells.join(", ")}`);
    const [detectedMin, onLineMin] = EXPECTED[kind] ?? [100, 100];
    expect(detected + (100 * SLACK) / sum.edits).toBeGreaterThanOrEqual(detectedMin);
    expect(onLine + (100 * SLACK) / Math.max(1, sum.detected)).toBeGreaterThanOrEqual(onLineMin);
  });
  afterAll(() => console.log(table.join("\n")));
});

test.each(HOSTILE_SOURCES)("%s is answered with a finding", (_, source) => {
  const { value, diagnostics } = compileSource(source);
  expect(value === null ? diagnostics.length : 1).toBeGreaterThan(0);
  // None is cut, so they are many; what people read of them is folded.
  expect(machineDiagnostics(source, diagnostics).length).toBeLessThanOrEqual(251);
  expect(formatDiagnostics(source, diagnostics)).toBeTypeOf("string");
});

test("the same source compiles to the same hash, and canonical JSON survives a round trip", () => {
  const first = compileSource(INVOICE).value;
  const second = compileSource(INVOICE).value;
  expect(first).not.toBeNull();
  const text = canonicalJson(first);
  expect(contentHash(text)).toBe(contentHash(canonicalJson(second)));
  expect(canonicalJson(JSON.parse(text))).toBe(text);
});

describe.each(FORMS)("every block of %s", (_, source) => {
  const found = (text: string) => compileSource(text).diagnostics.filter((each) => each.severity !== "info");

  // Braces within the JSON of a dataset are JSON's, which tells its own mistakes.
  const json = /(?<=^dataset \{)[\s\S]*?(?=^\})/m.exec(source);
  const inJson = (at: number): boolean => json !== null && at >= json.index && at < json.index + json[0].length;

  test("losing its { is one finding, on its line", () => {
    for (const match of source.matchAll(/ \{$/gm)) {
      if (inJson(match.index + 1)) continue;
      const at = match.index + 1;
      const edited = source.slice(0, at) + source.slice(at + 1);
      expect(found(edited).map((each) => [each.code, lineAt(edited, each.span.start)])).toEqual([
        ["RPT0118", lineAt(edited, at)],
      ]);
    }
  });

  test("losing its } is one finding, at the line that opened a block", () => {
    for (const match of source.matchAll(/^ *\}$/gm)) {
      const at = match.index + match[0].length - 1;
      if (inJson(at)) continue;
      const edited = source.slice(0, at) + source.slice(at + 1);
      const findings = found(edited);
      expect(findings.map((each) => each.code)).toEqual(["RPT0111"]);
      expect(edited[findings[0]?.span.start ?? 0]).toBe("{");
    }
  });
});
