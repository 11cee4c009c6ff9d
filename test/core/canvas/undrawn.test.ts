import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { hasErrors } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const PLAN = readFileSync(new URL("../../../docs/examples/production-schedule.rpt", import.meta.url), "utf8");

function form(line: string, top = ""): string {
  return `rpt 1\nfield items[].a int example=[1]\n${top}page A4 {\n  body {\n    ${line}\n  }\n}\n`;
}

/** What this version checks in full and does not draw: a statement in the body or at the top, and its name. */
const UNDRAWN: readonly (readonly [what: string, line: string, top?: string])[] = [
  ["gantt", PLAN],
  ["break column", "break column"],
  ["encrypt", "space 1mm", "encrypt aes-256 open=required allow=[print, copy]\n"],
  ["part", "use p", 'part p {\n  text "x"\n}\n'],
  ["pdf=a-3u", "space 1mm", 'document d title="x" pdf=a-3u\n'],
];

describe("what this version does not draw is told once and not compiled", () => {
  test.each(UNDRAWN)("%s", (what, line = "", top = "") => {
    const source = line.startsWith("rpt 1") ? line : form(line, top);
    const { value, diagnostics } = compileSource(source);
    expect(value).toBeNull();
    expect(diagnostics.filter((each) => each.severity === "error")).toEqual([]);
    const told = diagnostics.filter((each) => each.code === "RPT7030").map((each) => each.message);
    expect(told).toContain(`this version checks ${what}, but does not draw it yet`);
    expect(new Set(told).size).toBe(told.length);
  });
});

test("a check of such a form ends without errors, and a preview is refused", async () => {
  const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
  const { diagnostics, template } = engine.check({ source: PLAN, data: null });
  expect(hasErrors(diagnostics)).toBe(false);
  expect(template).toBeNull();
  const options = { createdAt: "2026-11-20T09:00:00Z" };
  const preview = await engine.preview({ source: PLAN, data: null, renderer: "pdf", options });
  expect(preview.kind).toBe("invalid-source");
});
