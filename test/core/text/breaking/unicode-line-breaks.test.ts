import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { breakBefore, breakUnits } from "../../../../src/core/text/breaking/uax14.ts";
import { breakOpportunities, breakRank } from "../../../../src/core/text/index.ts";
import { clusterStarts } from "../../../../src/core/text/unicode/graphemes.ts";
import { lineBreakClasses } from "../../../../src/core/text/unicode/names.ts";

interface Case {
  readonly text: string;
  /** Offsets inside the text at which it may or must be parted. */
  readonly ends: readonly number[];
}

function readCases(): readonly Case[] {
  const lines = readFileSync(new URL("../unicode/LineBreakTest.txt", import.meta.url), "utf8").split("\n");
  return lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const parts = line.split(" ");
      const ends: number[] = [];
      let text = "";
      for (let at = 0; at + 1 < parts.length; at += 2) {
        if (at > 0 && parts[at] === "÷") ends.push(text.length);
        text += String.fromCodePoint(Number.parseInt(parts[at + 1] ?? "", 16));
      }
      return { text, ends };
    });
}

const CASES = readCases();

test("the break rules follow all of Unicode's own cases where no tailoring is asked for", () => {
  expect(CASES.length).toBe(19_338);
  // Unicode resolves small kana as strict kinsoku does (LB1).
  const untailored = (_: number, value: number): number =>
    value === lineBreakClasses.Conditional_Japanese_Starter ? lineBreakClasses.Nonstarter : value;
  const wrong = CASES.filter(({ text, ends }) => {
    const units = breakUnits(text, untailored);
    const found: number[] = [];
    for (let index = 1; index < units.count; index += 1) {
      if (breakBefore(units, index) !== "prohibited") found.push(units.offsets[index] ?? 0);
    }
    return found.join() !== ends.join();
  });
  expect(wrong).toEqual([]);
});

test("very strict kinsoku differs from them only inside grapheme clusters, which no line parts", () => {
  const deviations = CASES.flatMap(({ text, ends }) => {
    const ranks = breakOpportunities(text, { wrap: "kinsoku", kinsoku: "very-strict" });
    const starts = clusterStarts(text);
    const offsets = [...ranks.keys()].slice(1, -1);
    return offsets
      .filter((offset) => (ranks[offset] ?? 0) >= breakRank.number !== ends.includes(offset))
      .map((offset) => ({ text, offset, isInsideCluster: starts[offset] !== 1 && ends.includes(offset) }));
  });
  expect(deviations.filter(({ isInsideCluster }) => !isInsideCluster)).toEqual([]);
  expect(deviations.length).toBeGreaterThan(0);
});
