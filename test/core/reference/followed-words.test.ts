import { expect, test } from "vitest";
import { applyEdits, type Diagnostic, isAdvice } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, profilesInThisThread } from "../../../src/core/engine/index.ts";
import { DIAGNOSTIC_EXAMPLES, mistakenForm } from "../../../src/core/reference/index.ts";
import { JAPANESE_PROFILES } from "../../../src/plugins/profiles/jp/index.ts";
import { BEHIND, FOLLOWED, NOTHING_TO_FOLLOW } from "./followed-words.ts";

// Whoever does what a repair says is rid of the finding, and has made no error: for every code that has an example.

const profiles = profilesInThisThread(JAPANESE_PROFILES, "jp");
const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [], profiles });

function findings(source: string, data: string | undefined, advise: boolean): readonly Diagnostic[] {
  return engine.check({ source, data: data === undefined ? null : new TextEncoder().encode(data), advise }).diagnostics;
}

const told = (found: readonly Diagnostic[]): readonly string[] =>
  found.map(({ code, message }) => `${code} ${message}`);
const errorsIn = (found: readonly Diagnostic[]): readonly Diagnostic[] =>
  found.filter(({ severity }) => severity === "error");

test.each(Object.entries(DIAGNOSTIC_EXAMPLES))("%s", (code, example) => {
  const source = mistakenForm(example);
  const before = findings(source, example.data, isAdvice(code));
  const own = before.filter((each) => each.code === code);
  const repair = own[0]?.repair ?? null;
  expect(repair, "a finding says what to do").not.toBeNull();
  const edits = repair?.edits ?? [];
  const followed = Object.entries(FOLLOWED).find(([name]) => name === code)?.[1];
  if (Object.keys(NOTHING_TO_FOLLOW).includes(code)) return expect([edits, followed]).toEqual([[], undefined]);
  expect(followed === undefined, "an edit is applied, and words are followed").toBe(edits.length > 0);
  let mended = applyEdits(source, edits);
  for (const [from, to] of followed?.edits ?? []) {
    const next = mended.replace(from, to);
    expect(next, `${from} stands in:\n${mended}`).not.toBe(mended);
    mended = next;
  }
  const data = example.data === undefined ? undefined : (followed?.data ?? String)(example.data);
  const after = findings(mended, data, isAdvice(code));
  const left = after.filter((each) => each.code === code);
  expect(left.length, `${told(left)}\n${mended}`).toBeLessThan(own.length);
  const behind = Object.entries(BEHIND).find(([name]) => name === code)?.[1] ?? [];
  const brought = errorsIn(after).filter((each) => !behind.some((one) => one === each.code));
  expect(told(brought).filter((each) => !told(errorsIn(before)).includes(each))).toEqual([]);
});
