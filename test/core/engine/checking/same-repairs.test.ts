import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, profilesAt } from "../../../../src/core/engine/index.ts";
import { inLane, sampled } from "../../../support/lane.ts";

// A render and an export of a source with errors report them with the repairs that a check offers.

const UNRULY = new URL("../plugins/unruly.ts", import.meta.url).href;

const engine = createEngine({
  fonts: bundledFonts(),
  renderers: async () => [],
  profiles: profilesAt([UNRULY], { ruleMs: 1_000, memoryMib: 64 }),
});

const options = { createdAt: "2026-11-29T00:00:00Z" };

const SUITE = new URL("../../../suite/", import.meta.url);

const SOURCES = readdirSync(SUITE)
  .filter((part) => /^[01]-/.test(part))
  .flatMap((part) => readdirSync(new URL(`${part}/`, SUITE)).map((name) => `${part}/${name}`))
  .filter((path) => path.endsWith(".rpt"))
  .map((path) => [path, readFileSync(new URL(path, SUITE), "utf8")] as const);

const keyOf = ({ code, severity, message, span, repair }: Diagnostic): string =>
  JSON.stringify([code, severity, message, span, repair]);

describe("of a source with errors", () => {
  test("an axis whose dates lack their parentheses is mended as a check mends it", async () => {
    const scale = "scale from=date('2026-10-01') to=date('2027-03-31') unit=week bottom='d'";
    const source = `rpt 1
document plan
field jobs[].start date example=["2026-10-01"]
page A4 {
  body {
    gantt jobs {
      ${scale}
      bar start=(.start) end=(.start)
    }
  }
}
`;
    const answer = await engine.preview({ source, data: null, renderer: "pdf", options });
    const found = answer.kind === "invalid-source" ? answer.diagnostics : [];
    expect(found.map(({ repair }) => repair?.title)).toContain("write (date('2026-10-01')) and (date('2027-03-31'))");
  });

  test("each finding of a render and of an export is one of its check", async () => {
    let compared = 0;
    for (const [path, source] of sampled(SOURCES, 4)) {
      const checked = new Set(engine.check({ source, data: null, worstCases: false }).diagnostics.map(keyOf));
      const drawn = await engine.preview({ source, data: null, renderer: "pdf", options }).catch(() => null);
      if (drawn?.kind !== "invalid-source") continue;
      const exported = engine.export({ source, data: null, format: "words" }).diagnostics;
      for (const each of [...drawn.diagnostics, ...exported]) {
        if (each.severity !== "error") continue;
        expect([...checked], `${path}: ${each.code}`).toContain(keyOf(each));
        compared += 1;
      }
    }
    expect(compared).toBeGreaterThan(inLane({ fast: 60, merge: 300, full: 300 }));
  });
});
