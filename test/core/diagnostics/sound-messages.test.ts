// No message holds a hole: a list that ends in a comma, a missing name, a blank too many, a value of the program.
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { CODES, type Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, profilesInThisThread } from "../../../src/core/engine/index.ts";
import { DIAGNOSTIC_EXAMPLES, mistakenForm } from "../../../src/core/reference/index.ts";
import { JAPANESE_PROFILES } from "../../../src/plugins/profiles/jp/index.ts";
import { readCase } from "../../suite/case.ts";
import { inLane, sampled } from "../../support/lane.ts";
import { holesIn, holesOf } from "../../support/sound-words.ts";
import { MISTAKES } from "../check/mistakes.ts";

const JAPANESE = profilesInThisThread(JAPANESE_PROFILES, "jp");
const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [], profiles: JAPANESE });
/** The longest data take most of a check's time. */
const worstCases = inLane({ fast: false, full: true });

function check(source: string, data: string | null): readonly Diagnostic[] {
  const bytes = data === null ? null : new TextEncoder().encode(data);
  return engine.check({ source, data: bytes, worstCases, advise: true }).diagnostics;
}

test.each([
  ["fields a, , b are missing", "an empty place in a list"],
  ["the names (a, ) are missing", "an empty place in a list"],
  ["the names (, a) are missing", "an empty place in a list"],
  ["there is no  name", "two blanks"],
  ["there is no name .", "a blank before a stop"],
  ["it has undefined rows", "a value of the program"],
  ["it is NaN wide", "a value of the program"],
  ["write one of ()", "empty brackets"],
  ["it lacks:", "nothing after its last sign"],
  ["", "no words"],
  ['no field is called ""', "an empty name"],
])("%s is found", (words, hole) => {
  const one = { code: "RPT1001", severity: "error", span: { start: 0, end: 0 }, why: "so", repair: null } as const;
  expect(holesOf([{ ...one, message: words }])).toContainEqual(`RPT1001 ${hole}: ${words}`);
});

const EXAMPLES = Object.entries(DIAGNOSTIC_EXAMPLES);

describe("the examples of the reference", () => {
  // What takes a thousand pages says no more than its neighbours.
  const examples = EXAMPLES.filter(([code]) => code !== "RPT4010" || inLane({ fast: false, full: true }));
  test.each(sampled(examples, 3, 1))("%s", (_, example) => {
    expect(holesOf(check(mistakenForm(example), example.data ?? null))).toEqual([]);
  });
});

const SUITE = fileURLToPath(new URL("../../suite", import.meta.url));

test("the forms of the suite", () => {
  const cases = globSync("*/*.rpt", { cwd: SUITE }).toSorted();
  expect(cases.length).toBeGreaterThan(120);
  const found = sampled(cases, 3).flatMap((name) => {
    const { source, data } = readCase(readFileSync(`${SUITE}/${name}`, "utf8"));
    return holesOf(check(source, data)).map((hole) => `${name} ${hole}`);
  });
  expect(found).toEqual([]);
});

test("mistakes that authors make", () => {
  const sound = readFileSync(new URL("../check/forms/invoice-qualified.rpt", import.meta.url), "utf8");
  const found = sampled(MISTAKES, 3).flatMap(({ name, from, to }) => {
    return holesOf(
      check(
        sound.replace(from, () => to),
        null,
      ),
    ).map((hole) => `${name} ${hole}`);
  });
  expect(found).toEqual([]);
});

test("forms that lose something", () => {
  const folder = fileURLToPath(new URL("../../conservation/seen", import.meta.url));
  const found = globSync("*.rpt", { cwd: folder }).flatMap((name) =>
    holesOf(check(readFileSync(`${folder}/${name}`, "utf8"), null)).map((hole) => `${name} ${hole}`),
  );
  expect(found).toEqual([]);
});

test("the titles of the catalogue", () => {
  const found = Object.entries(CODES).flatMap(([code, { title }]) =>
    holesIn(title).map((hole) => `${code} ${hole}: ${title}`),
  );
  expect(found).toEqual([]);
});
