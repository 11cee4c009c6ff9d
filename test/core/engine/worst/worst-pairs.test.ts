import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pairwiseRows } from "../../../../src/core/canvas/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";
import { plateForm } from "./plate-form.ts";

// Two choices that nothing connects: each shows a text that is sound by itself, and both texts stand at one place.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(source: string): readonly string[] {
  return engine.check({ source, data: null }).diagnostics.map(({ code, message }) => `${code} ${message}`);
}

/** A field, a condition that its example does not meet, and how a finding names the value that meets it. */
interface Kind {
  readonly field: (name: string) => readonly string[];
  readonly when: (name: string) => string;
  readonly told: (name: string) => string;
}

const of = (type: string): Kind["field"] => {
  return (name) => [`field ${name}${type}`];
};

const KINDS = {
  flag: { field: of(" bool example=true"), when: (a) => `not ${a}`, told: (a) => `${a} of false` },
  "choice of three": { field: of(" enum(x, y, z) example=x"), when: (a) => `${a} == 'z'`, told: (a) => `${a} of z` },
  "text that stays away": {
    field: of('? string(10) example="字"'),
    when: (a) => `not has(${a})`,
    told: (a) => `${a} absent`,
  },
  "text that comes": { field: of("? string(10)"), when: (a) => `has(${a})`, told: (a) => `${a} given` },
  "flag that comes": { field: of("? bool"), when: (a) => `${a} ?? false`, told: (a) => `${a} of true` },
  "picture that comes": { field: of("? image"), when: (a) => `has(${a})`, told: (a) => `${a} given` },
  number: { field: of(" int min=0 max=99 example=5"), when: (a) => `${a} == 42`, told: (a) => `${a} of 42` },
  text: { field: of(' string(10) example="字"'), when: (a) => `${a} == 'ZZ'`, told: (a) => `${a} of "ZZ"` },
  day: {
    field: of(' date example="2026-10-01"'),
    when: (a) => `${a} == date('2026-12-24')`,
    told: (a) => `${a} of 2026-12-24`,
  },
  list: {
    field: (a) => [`field ${a}[] max=3`, `field ${a}[].${a}x int min=1 max=9 example=[1, 2]`],
    when: (a) => `count(${a}) == 0 or sum(${a}[].${a}x) == 0`,
    told: (a) => `${a}[] of 0 entries`,
  },
} as const satisfies Record<string, Kind>;

const ALL = Object.keys(KINDS) as (keyof typeof KINDS)[];
const PAIRS = ALL.flatMap((one, at) => ALL.slice(at).map((other) => [one, other] as const));

function twoTexts(one: Kind, other: Kind): string {
  return plateForm(
    [...one.field("a"), ...other.field("b")],
    [
      `text "one" x=0mm y=0mm w=40mm h=5mm when=(${one.when("a")})`,
      `text "two" x=0mm y=0mm w=40mm h=5mm when=(${other.when("b")})`,
    ],
  );
}

describe("two texts at one place are told where both come", () => {
  test.each(PAIRS)("a %s and a %s", (one, other) => {
    const [a, b] = [KINDS[one], KINDS[other]];
    const told = found(twoTexts(a, b)).filter((line) => line.includes("overlaps"));
    expect(told).toHaveLength(1);
    const [finding = ""] = told;
    expect(finding).toContain("RPT4031 with ");
    const words = finding.slice("RPT4031 with ".length, finding.indexOf(": "));
    expect(words.split(" and ").toSorted()).toEqual([a.told("a"), b.told("b")].toSorted());
  });
});

test.each(ALL)("a text that a %s shows has no finding beside one that is not there then", (kind) => {
  const { field, when } = KINDS[kind];
  const lines = [
    `text "one" x=0mm y=0mm w=40mm h=5mm when=(${when("a")})`,
    `text "two" x=0mm y=0mm w=40mm h=5mm when=(not (${when("a")}))`,
  ];
  expect(found(plateForm(field("a"), lines))).toEqual([]);
});

test("colours of a text and of its ground that two flags choose", () => {
  const color = "fill=(if(dark, 'night', null)) color=(if(pale, 'white', 'grey'))";
  const fields = ["field dark bool example=true", "field pale bool example=false"];
  const source = plateForm(fields, [`text "氏名" x=0mm y=0mm w=40mm h=5mm ${color}`]);
  expect(found(source.replace("sizes", "colors night=#1c2b4a grey=#808080\nsizes"))).toEqual([
    expect.stringContaining("RPT4031 with dark of false and pale of true: contrast 1.0:1"),
  ]);
});

/** Forms of many choices, of which two show texts at one place. */
test("whichever two of many choices show texts at one place, both are named", () => {
  const kind = fc.constantFrom(...ALL);
  const chosen = fc
    .array(kind, { minLength: 2, maxLength: 8 })
    .chain((kinds) =>
      fc.tuple(fc.constant(kinds), fc.nat(kinds.length - 1), fc.nat(kinds.length - 1)).filter(([, a, b]) => a !== b),
    );
  fc.assert(
    fc.property(chosen, ([kinds, a, b]) => {
      const named = kinds.map((one, at) => ({ ...KINDS[one], name: `f${at}`, at }));
      const lines = named.map(({ when, name, at }) => {
        const y = at === a ? b : at;
        return `text "${name}" x=0mm y=${y * 6}mm w=40mm h=5mm when=(${when(name)})`;
      });
      const told = found(
        plateForm(
          named.flatMap(({ field, name }) => field(name)),
          lines,
        ),
      );
      expect(told).toHaveLength(1);
      for (const at of [a, b]) expect(told[0]).toContain(named[at]?.told(`f${at}`));
    }),
    { numRuns: inLane({ fast: 20, merge: 100, full: 500 }) },
  );
});

test("rows hold all pairs of values, in few rows", () => {
  const sizes = fc.array(fc.integer({ min: 2, max: 5 }), { minLength: 2, maxLength: 8 });
  fc.assert(
    fc.property(sizes, (all) => {
      const rows = pairwiseRows(all, Infinity);
      const pairs = new Set(
        rows.flatMap((row) =>
          row.flatMap((one, at) => row.slice(at + 1).map((other, k) => [at, one, at + 1 + k, other].join())),
        ),
      );
      const wanted = all.flatMap((one, at) => all.slice(at + 1).map((other) => one * other));
      expect(pairs.size).toBe(wanted.reduce((sum, count) => sum + count, 0));
      const [most = 0, second = 0] = all.toSorted((x, y) => y - x);
      expect(rows.length).toBeLessThanOrEqual(2 * most * second + all.length);
    }),
  );
});
