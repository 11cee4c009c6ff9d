import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as expression from "../../../src/core/expression/index.ts";
import * as layout from "../../../src/core/layout/index.ts";
import * as sdk from "../../../src/core/sdk/index.ts";
import { SAME_WORDS } from "../../../src/core/sdk/printed-names.ts";
import * as text from "../../../src/core/text/index.ts";

test("what the sdk computes with is what expressions, layout and text compute with", () => {
  expect(SAME_WORDS).toEqual(expression.SAME_WORDS);
  expect(sdk.ARTIFACT).toBe(layout.ARTIFACT);
  expect(sdk.SLANT_THOUSANDTHS).toBe(layout.SLANT_THOUSANDTHS);
  expect(sdk.MITER_LIMIT_DEFAULT_THOUSANDTHS).toBe(layout.MITER_LIMIT_DEFAULT_THOUSANDTHS);
  for (const units of [-1_500, -1, 0, 1, 333, 2_047]) {
    for (const size of [1, 76_200, 127_000]) {
      expect(sdk.unitsToEmu(units, size, 1_000)).toBe(text.unitsToEmu(units, size, 1_000));
      expect(sdk.unitsToEmu(units, size, 2_048)).toBe(text.unitsToEmu(units, size, 2_048));
    }
  }
});

test("a plugin that loads the sdk loads nothing else of ours, and no package", () => {
  const folder = new URL("../../../src/core/sdk/", import.meta.url);
  for (const name of readdirSync(folder)) {
    const text = readFileSync(new URL(name, folder), "utf8");
    const loaded = [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from "([^"]+)";/gm)].map(([, from]) => from);
    expect(loaded.filter((from) => from?.startsWith("./") !== true)).toEqual([]);
  }
});
