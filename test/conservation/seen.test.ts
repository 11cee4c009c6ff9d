// Golden forms of what pages once showed wrongly while a check said that all was well: what is found of each, what an
// outside reader finds on its pages and where, and what a screen reader says.
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { formatDiagnostics } from "../../src/core/diagnostics/index.ts";
import { pdfEngine } from "../core/engine/sources.ts";
import { drawnForm, judgedPages, overlookedOf } from "../support/conservation/judged-form.ts";
import { type SeenPage, type SeenPaint, seenFile, united } from "../support/conservation/seen.ts";
import { Tally } from "../support/conservation/tally.ts";

const FOLDER = join(import.meta.dirname, "seen");
const engine = pdfEngine();

const MM_PER_PT = 25.4 / 72;
const mm = (pt: number): string => (pt * MM_PER_PT).toFixed(1);

/** Letters with the place where they start: one line for each run. */
function wordsOn({ runs }: SeenPage): readonly string[] {
  return runs.map(({ text, letters, sizePt, isVertical }) => {
    const area = united(letters.map((letter) => letter.area));
    const place = area === null ? "nowhere" : `${mm(area.left)},${mm(area.top)}`;
    return `  ${place} ${sizePt.toFixed(1)}pt${isVertical ? " vertical" : ""}: ${text}`;
  });
}

/** What is painted beside letters, with the box around it. */
function paintsOn({ paints }: SeenPage): readonly string[] {
  return paints.map(({ kind, color, parts }: SeenPaint) => {
    const area = united(parts.map((part) => part.area));
    const box = area === null ? "nowhere" : [area.left, area.top, area.right, area.bottom].map(mm).join(",");
    return `  ${kind} ${color ?? "picture"} ${parts.length}× ${box}`;
  });
}

async function goldenOf(source: string, data: string | null): Promise<string> {
  const payload = data === null ? null : new TextEncoder().encode(data);
  const { diagnostics, reading = [] } = engine.check({ source, data: payload, reading: true });
  const drawn = drawnForm(source, data);
  const found = diagnostics.length === 0 ? "No findings.\n" : formatDiagnostics(source, diagnostics);
  if (drawn.kind !== "drawn") return `${found}\nNot drawn.\n`;
  const { pdfRenderer } = await import("../../src/plugins/renderers/pdf/index.ts");
  const options = { createdAt: "2026-01-01T00:00:00Z", contentHash: "0".repeat(64), producer: "conservation" };
  const { pages } = await seenFile(pdfRenderer.render(drawn.pages, options));
  const seen = pages.flatMap((page, at) => [`page ${at + 1}`, ...wordsOn(page), ...paintsOn(page)]);
  return [found, "read aloud", ...reading.map((line) => `  ${line}`), "", ...seen, ""].join("\n");
}

describe("what was once seen wrongly is drawn as it should be, or named", () => {
  const names = globSync("*.rpt", { cwd: FOLDER }).map((file) => basename(file, ".rpt"));

  test.each(names.toSorted())("%s", async (name) => {
    const source = readFileSync(join(FOLDER, `${name}.rpt`), "utf8");
    const dataFile = join(FOLDER, `${name}.json`);
    const data = existsSync(dataFile) ? readFileSync(dataFile, "utf8") : null;
    await expect(await goldenOf(source, data)).toMatchFileSnapshot(join(FOLDER, "golden", `${name}.txt`));
    const drawn = drawnForm(source, data);
    if (drawn.kind !== "drawn") return;
    const verdict = await judgedPages(drawn, drawn.pages);
    const { findings, pages } = drawn;
    const overlooked = overlookedOf(drawn);
    const form = { kind: "judged", verdict, findings, overlooked, pages: pages.pages.length } as const;
    new Tally().expectNothingLost(form, source, data);
  });

  test("each form has its golden file, and each golden file its form", () => {
    const golden = globSync("*.txt", { cwd: join(FOLDER, "golden") }).map((file) => basename(file, ".txt"));
    expect(golden.toSorted()).toEqual(names.toSorted());
  });
});
