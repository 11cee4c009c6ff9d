import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { formatDiagnostics } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, profilesInThisThread } from "../../../src/core/engine/index.ts";
import { formatSource } from "../../../src/core/language/index.ts";
import { STARTER_KINDS } from "../../../src/core/reference/index.ts";
import { JAPANESE_PROFILES } from "../../../src/plugins/profiles/jp/index.ts";
import { inLane } from "../../support/lane.ts";

// Forms to start from: each is clean, whole and written as the formatter writes.

const FOLDER = join(import.meta.dirname, "../../../docs/starters");
const engine = createEngine({
  fonts: bundledFonts(),
  renderers: async () => [],
  profiles: profilesInThisThread(JAPANESE_PROFILES, "jp"),
});

test("the folder holds the kinds that there are, and no others", () => {
  expect(readdirSync(FOLDER).sort()).toEqual(STARTER_KINDS.map((kind) => `${kind}.rpt`).sort());
});

test.each(STARTER_KINDS)("%s", (kind) => {
  const source = readFileSync(join(FOLDER, `${kind}.rpt`), "utf8");
  const worstCases = inLane({ fast: false, full: true });
  const { diagnostics } = engine.check({ source, data: null, worstCases });
  expect(formatDiagnostics(source, diagnostics)).toBe("");
  expect(formatSource(source).value).toBe(source);
});
