// RPT4013 says what a page with all its planned rows takes: so much room is enough, and less is not.
import { describe, expect, it, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** Eight rows on pages of this height. */
function form(heightMm: number, parts: string): string {
  return `rpt 1
document form lang=ja
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
style cell border=[0.25pt] padding=1mm
field items[].g string(4) example=["甲", "甲", "甲", "甲", "甲", "乙", "乙", "乙"]
field items[].t text(60) example=["い", "い", "い", "い", "い", "い", "い", "い"]
field items[].n int min=0 max=99 example=[1, 2, 3, 4, 5, 6, 7, 8]
page w=90mm h=${heightMm}mm margin=8mm {
  body {
    table items style=cell rows-per-page=4 {
      column g "G" w=10mm ${parts.includes("merge") ? "merge=same" : ""}
      column t "T" w=1fr
      column n "N" w=25mm align=right
      ${parts.replace("merge", "")}
    }
  }
}
`;
}

function told(heightMm: number, parts: string): readonly string[] {
  const { diagnostics } = engine.check({ source: form(heightMm, parts), data: null, worstCases: false });
  return diagnostics.filter(({ code }) => code === "RPT4013").map(({ message }) => message);
}

const CARRY = 'carry (.n) into=n out="繰" in="前"';
const PAGE_FOOT = 'pagefoot {\n cell "頁" col=g..t\n cell (.n) col=n\n }';
const GROUP = 'group (.g) {\n head "G{.key}"\n foot {\n cell "計" col=g..t\n cell (sum(.items[].n)) col=n\n }\n }';
const EVERY = 'foot on=every {\n cell "総" col=g..t\n cell (sum(items[].n)) col=n\n }';
const PARTS = [
  { has: "headings", parts: "" },
  { has: "a sum that is carried", parts: CARRY },
  { has: "a foot of each page", parts: PAGE_FOOT },
  { has: "heads and feet of groups", parts: GROUP },
  { has: "a foot on every page", parts: EVERY },
  { has: "cells over equal rows", parts: "merge" },
  { has: "all of them", parts: [CARRY, PAGE_FOOT, GROUP, EVERY, "merge"].join("\n") },
] as const;

const WORDS = /^rows-per-page=4 needs ([\d.]+)mm, but only (\d) fit into ([\d.]+)mm/u;
/** Millimetres of a finding have one decimal, those that are needed are rounded up. */
const ROUNDED_MM = 0.1;

describe("rows-per-page on a page that is too low for it", () => {
  test.each(PARTS)("names the room that is enough, with $has", ({ parts }) => {
    // The first page is the one that a little more room mends.
    const low = Array.from({ length: 60 }, (_, at) => 75 - at).find((height) => told(height, parts).length > 0);
    if (low === undefined) throw new Error("the rows fit on every page");
    for (const height of [low, low - 4]) {
      const [, needs, rows, room] = WORDS.exec(told(height, parts)[0] ?? "") ?? [];
      expect([Number(needs) > Number(room), Number(rows) < 4]).toEqual([true, true]);
      const missing = Number(needs) - Number(room);
      expect(told(height + missing + ROUNDED_MM, parts)[0] ?? "").not.toContain(`needs ${needs}mm`);
      expect(told(height + missing - 2 * ROUNDED_MM, parts)[0]).toContain(`needs ${needs}mm`);
    }
  });

  it("says nothing where it has as many as are planned", () => {
    for (const { parts } of PARTS) expect(told(90, parts)).toEqual([]);
  });
});
