import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { canonicalJson, compileSource, contentHash } from "../../../src/core/canvas/index.ts";
import { formatDiagnostics, machineDiagnostics } from "../../../src/core/diagnostics/index.ts";
import { inLane } from "../../support/lane.ts";

const INVOICE = readFileSync(new URL("../../../docs/examples/invoice.rpt", import.meta.url), "utf8");
const QUALIFIED = readFileSync(new URL("../check/qualified.rpt", import.meta.url), "utf8");

/** A small generator with one answer for every seed (mulberry32). */
function generator(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

type Random = (below: number) => number;

function tokensOf(source: string): readonly RegExpMatchArray[] {
  return [...source.matchAll(/"[^"\n]*"|'[^'\n]*'|[\p{L}\p{N}_.-]+|[^\s]/gu)];
}

/** One slip of an author, by kind. */
const EDITS: Readonly<Record<string, (source: string, random: Random) => string>> = {
  "delete a quote": (source, random) => deleteOne(source, /"/g, random),
  "delete a brace": (source, random) => deleteOne(source, /[{}]/g, random),
  "delete a token": (source, random) => {
    const token = pick(tokensOf(source), random);
    return source.slice(0, token.index) + source.slice((token.index ?? 0) + token[0].length);
  },
  "duplicate a token": (source, random) => {
    const token = pick(tokensOf(source), random);
    return `${source.slice(0, token.index)}${token[0]} ${source.slice(token.index)}`;
  },
  "swap two tokens": (source, random) => {
    const tokens = tokensOf(source);
    const at = random(tokens.length - 1);
    const [a, b] = [tokens[at], tokens[at + 1]];
    if (a?.index === undefined || b?.index === undefined) return source;
    const between = source.slice(a.index + a[0].length, b.index);
    return source.slice(0, a.index) + b[0] + between + a[0] + source.slice(b.index + b[0].length);
  },
  "insert a sign": (source, random) => {
    const at = random(source.length);
    return source.slice(0, at) + pick([...`{}()[]"'=;:,.`], random) + source.slice(at);
  },
  "transpose letters": (source, random) => {
    const words = [...source.matchAll(/[A-Za-z]{3,}/g)];
    const word = pick(words, random);
    const at = (word.index ?? 0) + random(word[0].length - 1);
    return source.slice(0, at) + source[at + 1] + source[at] + source.slice(at + 2);
  },
};

function pick<T>(items: readonly T[], random: Random): T {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

function deleteOne(source: string, pattern: RegExp, random: Random): string {
  const match = pick([...source.matchAll(pattern)], random);
  return source.slice(0, match.index) + source.slice((match.index ?? 0) + match[0].length);
}

const COUNT = inLane({ fast: 75, full: 800 });

describe.each([
  ["invoice", INVOICE],
  ["qualified invoice", QUALIFIED],
])("single edits of the %s", (_, source) => {
  test.each(Object.keys(EDITS))("%s: every text is answered, and every answer can be printed", (kind) => {
    const random = generator(kind.length * 7919 + source.length);
    for (let count = 0; count < COUNT; count++) {
      const edited = EDITS[kind]?.(source, random) ?? source;
      const { diagnostics } = compileSource(edited);
      for (const each of diagnostics) {
        expect(each.span.start).toBeGreaterThanOrEqual(0);
        expect(each.span.end).toBeLessThanOrEqual(edited.length);
        expect(each.span.start).toBeLessThanOrEqual(each.span.end);
      }
      expect(formatDiagnostics(edited, diagnostics)).toBeTypeOf("string");
      expect(machineDiagnostics(edited, diagnostics)).toHaveLength(diagnostics.length);
    }
  });
});

/** Texts that no author writes. */
const STRANGE: readonly (readonly [name: string, source: string])[] = [
  ["nothing", ""],
  ["NUL", "rpt 1\n\u0000\n"],
  ["a lone surrogate", 'rpt 1\ntext "\ud800"\n'],
  ["a lone surrogate outside a text", "rpt 1\n\udc00\n"],
  ["a byte order mark", "\ufeffrpt 1\npage A4 {\n  body {\n  }\n}\n\ufeff"],
  ["10,000 nested parentheses", `rpt 1\nlet a = ${"(".repeat(10_000)}\n`],
  ["10,000 closed parentheses", `rpt 1\nlet a = ${"(".repeat(10_000)}1${")".repeat(10_000)}\n`],
  ["10,000 nested brackets", `rpt 1\ntext ${"[".repeat(10_000)}\n`],
  ["10,000 nested blocks", `rpt 1\n${"stack {\n".repeat(10_000)}`],
  ["10,000 closing braces", `rpt 1\n${"}\n".repeat(10_000)}`],
  ["10,000 minus signs", `rpt 1\nlet a = ${"-".repeat(10_000)}1\n`],
  ["10,000 nots", `rpt 1\nlet a = ${"not ".repeat(10_000)}true\n`],
  ["a sum of 10,000 terms", `rpt 1\nlet a = ${"1+".repeat(10_000)}1\n`],
  ["10,000 members", `rpt 1\nlet a = a${".a".repeat(10_000)}\n`],
  ["10,000 braces in a text", `rpt 1\ntext "${"{".repeat(10_000)}"\n`],
  ["10,000 parentheses in a text", `rpt 1\ntext "{${"(".repeat(10_000)}}"\n`],
  ["a line of 1 MiB", `rpt 1\n${"x".repeat(1_048_576)}\n`],
  ["a line of 1 MiB of quotes", `rpt 1\n${'"{'.repeat(524_288)}\n`],
  ["a line of 60,000 quotes and braces", `rpt 1\n${'"{'.repeat(30_000)}\n`],
  ["a line of 60,000 quoted braces", `rpt 1\ntext ${'"{" '.repeat(15_000)}\n`],
  ["a line of 60,000 hashes", `rpt 1\n${"a #".repeat(20_000)}\n`],
  ["a line of 60,000 words", `rpt 1\n${"a ".repeat(30_000)}\n`],
  ["a line of 60,000 properties", `rpt 1\ntext ${"a=1 ".repeat(15_000)}\n`],
  ["a line of 60,000 commas", `rpt 1\ntext ${",".repeat(60_000)}\n`],
  ["a line of 60,000 equal signs", `rpt 1\ntext ${"=".repeat(60_000)}\n`],
  ["a line of 60,000 questions", `rpt 1\nlet a = ${"a ? b : ".repeat(7_000)}\n`],
  ["a line of 60,000 bars", `rpt 1\nlet a = ${"a | ".repeat(15_000)}\n`],
  ["1 MiB of short lines", "rpt 1\n".repeat(174_762)],
  ["15,000 words on lines of their own", `rpt 1\n${"word\n".repeat(15_000)}`],
  ["15,000 broken lines", `rpt 1\n${"text = = (\n".repeat(15_000)}`],
  [
    "5,000 fields that no one uses",
    `rpt 1\n${Array.from({ length: 5_000 }, (_, at) => `field f${at} int example=1\n`).join("")}` +
      `page A4 {\n  body {\n  }\n}\n`,
  ],
  ["a dataset that is no JSON", "rpt 1\ndataset {\n  what is this\n}\n"],
  ["a dataset without an end", 'rpt 1\ndataset {\n  "a": 1\n'],
  ["a deep dataset", `rpt 1\ndataset {\n"a": ${"[".repeat(5_000)}${"]".repeat(5_000)}\n}\n`],
  ["only braces", "{{{{}}}}\n{\n}\n}{\n"],
  ["arbitrary bytes", Array.from({ length: 4_096 }, (_, at) => String.fromCharCode((at * 193) % 256)).join("")],
];

test.each(STRANGE)("%s is answered with a finding", (_, source) => {
  const { value, diagnostics } = compileSource(source);
  expect(value === null ? diagnostics.length : 1).toBeGreaterThan(0);
  expect(diagnostics.length).toBeLessThanOrEqual(51);
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

describe.each([
  ["invoice", INVOICE],
  ["qualified invoice", QUALIFIED],
])("every block of the %s", (_, source) => {
  const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
  const found = (text: string) => compileSource(text).diagnostics.filter((each) => each.severity !== "info");

  test("losing its { is one finding, on its line", () => {
    for (const match of source.matchAll(/ \{$/gm)) {
      const at = match.index + 1;
      const edited = source.slice(0, at) + source.slice(at + 1);
      expect(found(edited).map((each) => [each.code, lineOf(edited, each.span.start)])).toEqual([
        ["RPT0118", lineOf(edited, at)],
      ]);
    }
  });

  test("losing its } is one finding, at the line that opened a block", () => {
    for (const match of source.matchAll(/^ *\}$/gm)) {
      const at = match.index + match[0].length - 1;
      const edited = source.slice(0, at) + source.slice(at + 1);
      const findings = found(edited);
      expect(findings.map((each) => each.code)).toEqual(["RPT0111"]);
      expect(edited[findings[0]?.span.start ?? 0]).toBe("{");
    }
  });
});
