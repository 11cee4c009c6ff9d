import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic, hasErrors } from "../../../../src/core/diagnostics/index.ts";
import { withTriedEdits } from "../../../../src/core/engine/checking/tried-edits.ts";
import { inLane } from "../../../support/lane.ts";
import { generator, SLIPS } from "../../../support/slips.ts";

// A form with one slip: the edits that a check hands out end their finding, and none brings another error.

const FORMS = ["examples", "starters"].flatMap((folder) => {
  const at = new URL(`../../../../docs/${folder}/`, import.meta.url);
  return readdirSync(at)
    .filter((name) => name.endsWith(".rpt"))
    .map((name) => readFileSync(new URL(name, at), "utf8"));
});

/** Of the sources with errors, the share that one edit makes whole at least. What a lost word was, nobody knows. */
const MENDED_MIN: Readonly<Record<keyof typeof SLIPS, number>> = {
  "delete a quote": 0.9,
  "delete a brace": 0.9,
  "delete a token": 0.35,
  "duplicate a token": 0.9,
  "swap two tokens": 0.6,
  "insert a sign": 0.85,
  "transpose letters": 0.85,
};

const compiled = (source: string): readonly Diagnostic[] => compileSource(source).diagnostics;
const keyOf = ({ code, message }: Diagnostic): string => `${code} ${message}`;

const countOf = (found: readonly Diagnostic[]): number => found.filter(({ severity }) => severity === "error").length;

/** Of the edits, the share of safe ones after which another error of the line is read. */
const REVEALED_MAX = 0.03;

function slipped(source: string, slip: (typeof SLIPS)[string], random: ReturnType<typeof generator>): string {
  let edited = source;
  while (edited === source) edited = slip(source, random);
  return edited;
}

test.each(Object.entries(SLIPS))("%s", (kind, slip) => {
  const sum = { sources: 0, edits: 0, wrong: 0, revealed: 0, mended: 0 };
  FORMS.forEach((source, at) => {
    const random = generator(at * 31 + kind.length);
    for (let time = 0; time < inLane({ fast: 1, full: 20 }); time++) {
      const edited = slipped(source, slip, random);
      const before = compiled(edited);
      if (!hasErrors(before)) continue;
      const errors = new Set(before.map(keyOf));
      let isMended = false;
      for (const finding of withTriedEdits(edited, before, compiled)) {
        const edits = finding.repair?.edits ?? [];
        if (finding.severity !== "error" || edits.length === 0) continue;
        const after = compiled(applyEdits(edited, edits));
        const same = (each: Diagnostic): boolean => keyOf(each) === keyOf(finding);
        const isGone = after.filter(same).length < before.filter(same).length;
        const added = after.filter((each) => each.severity === "error" && !errors.has(keyOf(each)));
        // What is written in the language's own way may show what stood behind it, and makes nothing worse.
        const isWorse = finding.repair?.applicability === "safe" ? countOf(after) > countOf(before) : added.length > 0;
        sum.wrong += isGone && !isWorse ? 0 : 1;
        sum.revealed += isGone && !isWorse && added.length > 0 ? 1 : 0;
        sum.edits += 1;
        isMended ||= !hasErrors(after);
      }
      sum.sources += 1;
      sum.mended += isMended ? 1 : 0;
    }
  });
  expect(sum.mended / sum.sources, JSON.stringify(sum)).toBeGreaterThan(MENDED_MIN[kind] ?? 1);
  expect(sum.edits, JSON.stringify(sum)).toBeGreaterThan(0);
  expect(sum.wrong, JSON.stringify(sum)).toBe(0);
  expect(sum.revealed / sum.edits, JSON.stringify(sum)).toBeLessThan(REVEALED_MAX);
});

const field = (line: string): string => `rpt 1
${line}
page A4 portrait margin=15mm {
  body {
    text "国"
  }
}
`;

const BARE: readonly (readonly [line: string, title: string])[] = [
  ["field d date example=2026-11-24", 'write "2026-11-24"'],
  ["field d[] date example=[2026-11-24, 2026-12-01]", 'write "2026-11-24" and "2026-12-01"'],
  ["field d datetime example=2026-11-24T10:00:00+09:00", 'write "2026-11-24T10:00:00+09:00"'],
  ["field d time example=10:30", 'write "10:30"'],
  ["field d string(8) example=150-0001", 'write "150-0001"'],
];

test.each(BARE)("%s: the value wants quotes", (line, title) => {
  const source = field(line);
  const [tried] = withTriedEdits(source, compiled(source), compiled);
  expect(tried?.repair?.title).toBe(title);
  expect(hasErrors(compiled(applyEdits(source, tried?.repair?.edits ?? [])))).toBe(false);
});

const bodyOf = (line: string): string => `rpt 1
field d date example="2026-10-01"
field n int max=9 example=3
page A4 portrait margin=15mm {
  body {
    ${line}
  }
}
`;

const UNENCLOSED: readonly (readonly [line: string, title: string])[] = [
  ["text (d) when=has(d)", "write (has(d))"],
  ["text (d) color=if(n > 2, '#a01010', '#000000')", "write (if(n > 2, '#a01010', '#000000'))"],
];

test.each(UNENCLOSED)("%s: the value wants parentheses", (line, title) => {
  const source = bodyOf(line);
  const tried = withTriedEdits(source, compiled(source), compiled).filter(({ severity }) => severity === "error");
  for (const { repair } of tried) {
    expect(repair?.title).toBe(title);
    expect(hasErrors(compiled(applyEdits(source, repair?.edits ?? [])))).toBe(false);
  }
  expect(tried.length).toBeGreaterThan(0);
});
