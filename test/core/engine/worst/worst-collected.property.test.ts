// Texts that are joined of many records: whatever number of them a list declares, of however many groups and names, a
// place that a check holds for sound takes them.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";
import { limit } from "../limited-data.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Shape {
  readonly max: number;
  readonly lengthMax: number;
  readonly widthMm: number;
  readonly lines: number;
}

/** What is joined, and where it is shown. */
const JOINED: Readonly<Record<string, readonly [lets: string, place: "group" | "text"]>> = {
  "different names of a group": ["let depts[].people = join(distinct(.items[].who), '・')", "group"],
  "all names of a group": ["let depts[].people = join(.items[].who, '・')", "group"],
  "names of a group under a condition": ["let depts[].people = join(distinct(.items[.done].who), '・')", "group"],
  "names and days of a group": [
    "let jobs[].both = \"{.who}{format(.day, 'M月d日')}\"\nlet depts[].people = join(distinct(.items[].both), '、')",
    "group",
  ],
  "different names of the whole list": ["let people = join(distinct(jobs[].who), '・')", "text"],
  "all groups": ["let people = join(depts[].key, '・')", "text"],
};

function form([lets, place]: readonly [string, "group" | "text"], { max, lengthMax, widthMm, lines }: Shape): string {
  const fit = `fit=shrink lines=${lines}`;
  const element =
    place === "text"
      ? `text (people) w=${widthMm}mm ${fit}`
      : `table depts {\n column key "部" (.key) w=80mm\n column people "人" w=${widthMm}mm ${fit}\n }`;
  return `rpt 1
field jobs[] max=${max}
field jobs[].dept string(4) example=["甲", "乙", "甲"]
field jobs[].who string(${lengthMax}) example=["佐藤", "鈴木", "佐藤"]
field jobs[].day date example=["2026-04-01", "2026-05-01", "2026-04-01"]
field jobs[].done bool example=[false, true, false]
let depts[] = group(jobs, .dept)
${lets}
sizes body=9pt
style base size=body
page A4 landscape margin=10mm {
  body {
    ${element}
  }
}
`;
}

const shapes: fc.Arbitrary<Shape> = fc.record({
  max: fc.integer({ min: 3, max: 30 }),
  lengthMax: fc.integer({ min: 2, max: 12 }),
  widthMm: fc.integer({ min: 20, max: 90 }),
  lines: fc.integer({ min: 1, max: 2 }),
});

const data = fc.record({ entries: limit(1, 30), groups: limit(1, 6), names: limit(1, 30), length: limit(1, 12) });

/** Kana that tell names apart; each name is as long as it may be. */
const KANA = [..."アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホ"];

function misfits(source: string, payload: unknown): readonly string[] {
  const bytes = payload === null ? null : new TextEncoder().encode(JSON.stringify(payload));
  const { diagnostics } = engine.check({ source, data: bytes, ...(payload === null ? {} : { worstCases: false }) });
  expect(diagnostics.filter(({ code }) => /^RPT[12]/.test(code) && code !== "RPT2012")).toEqual([]);
  return diagnostics
    .filter(({ code, severity, span }) => {
      const isShown = /(?:column people|text \(people\))/u.test(source.slice(span.start, span.end));
      return isShown && (payload === null ? /^RPT4/u.test(code) : severity === "error");
    })
    .map(({ message }) => message);
}

describe.each(Object.entries(JOINED))("%s", (_, joined) => {
  test("have room whatever is declared, or are told not to", () => {
    let seen = 0;
    const property = fc.property(shapes, data, (shape, { entries, groups, names, length }) => {
      const source = form(joined, shape);
      const jobs = Array.from({ length: Math.min(entries, shape.max) }, (__, at) => ({
        dept: `部${KANA[at % groups]}`,
        who: `${"国".repeat(Math.max(0, Math.min(length, shape.lengthMax) - 1))}${KANA[at % names]}`,
        day: `2026-12-${10 + (at % 19)}`,
        done: true,
      }));
      const found = misfits(source, { jobs });
      if (found.length === 0) return;
      seen += 1;
      expect(misfits(source, null), `${source}\n${JSON.stringify(jobs)}\n${found.join("\n")}`).not.toEqual([]);
    });
    fc.assert(property, { numRuns: inLane({ fast: 15, merge: 100, full: 600 }) });
    expect(seen).toBeGreaterThan(0);
  });
});
