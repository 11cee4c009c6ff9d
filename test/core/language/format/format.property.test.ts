import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hasErrors } from "../../../../src/core/diagnostics/index.ts";
import { formatSource } from "../../../../src/core/language/index.ts";
import { inLane } from "../../../support/lane.ts";
import { canvasOf } from "./canvas.ts";
import { commented, mutated, seeded, shuffled, spoilt } from "./damage.ts";

const EXAMPLES = new URL("../../../../docs/examples/", import.meta.url);

const SOURCES: readonly (readonly [name: string, source: string])[] = [
  ["untidy template", readFileSync(new URL("untidy.rpt", import.meta.url), "utf8")],
  ...readdirSync(EXAMPLES)
    .filter((name) => name.endsWith(".rpt"))
    .map((name) => [name, readFileSync(new URL(name, EXAMPLES), "utf8")] as const),
];

const SEEDS = Array.from({ length: inLane({ fast: 5, merge: 39, full: 150 }) }, (_, at) => at * 7_919 + 11);
/** Compiling is the slow part of these tests, so only some seeds pay for it. */
const COMPILED_EVERY = 5;

const formatted = (source: string, sort = false): string => {
  const { value, diagnostics } = formatSource(source, { sort });
  expect(diagnostics).toEqual([]);
  return value ?? "";
};

describe.each(SOURCES)("%s", (_, source) => {
  const written = formatted(source);
  const canvas = canvasOf(source);

  test("compiles to the same canvas after formatting, and is formatted once", () => {
    expect(canvas).not.toBeNull();
    expect(canvasOf(written)).toBe(canvas);
    expect(formatted(written)).toBe(written);
  });

  test("is written the same whatever its white space and line ends were", () => {
    for (const [at, seed] of SEEDS.entries()) {
      const damaged = spoilt(source, seeded(seed));
      expect(formatted(damaged), `seed ${seed}`).toBe(written);
      if (at % COMPILED_EVERY === 0) expect(canvasOf(damaged), `seed ${seed}`).toBe(canvas);
    }
  });

  test("keeps every comment in its place", () => {
    for (const seed of SEEDS) {
      const random = seeded(seed);
      const noted = commented(source, random);
      const once = formatted(spoilt(noted.source, random));
      expect(once.match(/\/\/ 注 \d+ .*/g) ?? [], `seed ${seed}`).toEqual(noted.comments);
      expect(formatted(once), `seed ${seed}`).toBe(once);
      const bare = once.replace(/^\s*\/\/ 注 \d+ .*\n/gm, "").replace(/ \/\/ 注 \d+ .*/g, "");
      expect(formatted(bare).replace(/\s+/g, ""), `seed ${seed}`).toBe(written.replace(/\s+/g, ""));
    }
  });

  test("compiles to the same canvas after sorting, in whatever order its declarations stood", () => {
    const sorted = formatted(source, true);
    expect(canvasOf(sorted)).toBe(canvas);
    for (const seed of SEEDS) {
      const mixed = formatted(shuffled(source, seeded(seed)), true);
      expect(formatted(mixed, true), `seed ${seed}`).toBe(mixed);
      expect(mixed.replace(/\s+/g, "").length, `seed ${seed}`).toBe(sorted.replace(/\s+/g, "").length);
    }
  });

  test("with slips of its author is refused with an error, or keeps its canvas and is formatted once", () => {
    for (const [at, seed] of SEEDS.entries()) {
      const slipped = mutated(source, seeded(seed));
      const { value, diagnostics } = formatSource(slipped);
      if (value === null) {
        expect(hasErrors(diagnostics), `seed ${seed}`).toBe(true);
        continue;
      }
      expect(formatted(value), `seed ${seed}`).toBe(value);
      if (at % COMPILED_EVERY === 0) expect(canvasOf(value), `seed ${seed}`).toBe(canvasOf(slipped));
    }
  });
});

/** Texts of the language's own signs, which come closer to a source than random characters do. */
const scraps = fc
  .array(
    fc.constantFrom(
      "rpt 1\n",
      "field",
      "let",
      "box",
      "text",
      "dataset {",
      " a",
      ".b",
      "[]",
      "[.c]",
      "=",
      "==",
      "(",
      ")",
      "[",
      "]",
      "{\n",
      "}\n",
      ",",
      '"{a}"',
      '"{"x"}"',
      "'b'",
      " 1.50mm",
      "-",
      "&&",
      "!",
      "not ",
      "?",
      "??",
      "..",
      "#FFF",
      "#12",
      "//",
      "\n",
      "\r\n",
      "\u3000",
      "\t",
      "\ufeff",
      "\\",
      '"',
      "{",
      "}",
      "か\u3099",
      "\ud800",
      "\0",
    ),
    { maxLength: 40 },
  )
  .map((parts) => `rpt 1\n${parts.join("")}`);

test("any text is answered: canonical writing that stays as it is, or an error", () => {
  fc.assert(
    fc.property(fc.oneof(scraps, fc.string({ unit: "binary" })), fc.boolean(), (source, sort) => {
      const { value, diagnostics } = formatSource(source, { sort });
      if (value === null) expect(hasErrors(diagnostics)).toBe(true);
      else expect(formatted(value, sort)).toBe(value);
    }),
    { numRuns: inLane({ fast: 200, merge: 3_162, full: 20_000 }) },
  );
});
