import { expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { withTriedEdits } from "../../../../src/core/engine/checking/tried-edits.ts";
import { inLane } from "../../../support/lane.ts";

// A try compiles the whole source. What many tries cost is bounded, so that a small source with many mistakes does not
// keep a thread for seconds.

interface Tried {
  readonly characters: number;
  readonly found: readonly Diagnostic[];
}

/** Tries the edits of a source; `isInVain` answers each try with what was found at first, as if no edit worked. */
function compiledWhileTrying(lines: readonly string[], isInVain = false): Tried {
  const source = `rpt 1\npage A4 {\n  body {\n${lines.map((line) => `    ${line}\n`).join("")}  }\n}\n`;
  const before = compileSource(source).diagnostics;
  let characters = 0;
  const compile = (text: string): readonly Diagnostic[] => {
    characters += text.length;
    return isInVain ? before : compileSource(text).diagnostics;
  };
  return { found: withTriedEdits(source, before, compile), characters };
}

const LETTERS = [..."abcdefghijklmnopqrstuvwxyz"];

test("of one mistake in many lines that are alike, the first is tried", () => {
  const { characters, found } = compiledWhileTrying(Array.from({ length: 300 }, () => 'text "甲" colour=red'));
  const [first] = found;
  expect(first?.repair?.title).toBe("write color=");
  const edits = found.filter(({ code, repair }) => code === "RPT1003" && repair?.edits.length === 1);
  expect(edits.length).toBeGreaterThan(20);
  expect(characters).toBeLessThan(20_000);
});

/** Compiling what is counted takes ten seconds. */
test.each(inLane({ fast: [true], full: [true, false] }))(
  "many different mistakes have a bound (in vain: %s)",
  (isInVain) => {
    const lines = LETTERS.flatMap((one) => LETTERS.map((other) => `text "${one}" ${one}${other}q=${other}`));
    const { characters } = compiledWhileTrying(lines.slice(0, 300), isInVain);
    expect(characters).toBeGreaterThan(500_000);
    expect(characters).toBeLessThan(1_500_000);
  },
);

test("a short source has each of its mistakes tried", () => {
  const { found } = compiledWhileTrying(LETTERS.map((letter) => `text "${letter}" colour=red`));
  const told = found.filter(({ code }) => code === "RPT1003");
  expect(told).toHaveLength(LETTERS.length);
  for (const { repair } of told) expect(repair?.edits).toHaveLength(1);
});
