// What services know of a published canvas, without reading the canvas itself in the thread that answers everybody.
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { frozenForm, parseCanvas, parseSummary } from "../../../src/core/canvas/index.ts";
import { bundledFonts, createEngine, ENGINE_VERSION, type KnownCanvas } from "../../../src/core/engine/index.ts";
import type { Canvas, CanvasContent, Database } from "../../../src/core/persistence/index.ts";
import { CanvasContents } from "../../../src/core/services/index.ts";

const SOURCE = `rpt 1
document slip name="slip"
field note string(10) example="𠮷" label="備考"
page A5 portrait margin=10mm {
  body {
    text "{note} ${"𠮷".repeat(300_000)}"
  }
}
`;

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const { template } = engine.check({ source: SOURCE.replace(/𠮷{9,}/u, "x"), data: null, worstCases: false });
const form = parseCanvas(template?.canvasJson ?? "");
const { schema, summary } = frozenForm(form);
/** Longer than a step, and out of step with pairs of surrogates. */
const compiled = `x${(template?.canvasJson ?? "").replace("{note}", "𠮷".repeat(300_000))}`;

const canvas = { id: "cnv_1", version: 1, organizationId: "org_1" } as Canvas;
const content: CanvasContent = {
  ...{ source: SOURCE, compiled, schema, summary, contentHash: "h", engineVersion: ENGINE_VERSION },
  ...{ fontVersions: "f", fieldCount: 1, recordSource: null, encryption: "none" },
};

/** Contents over one stored version; how often the database and a thread were asked stands in `asked`. */
function bench(stored: CanvasContent) {
  const asked = { database: 0, thread: [] as KnownCanvas[] };
  const canvases = {
    content: async () => {
      asked.database += 1;
      return stored;
    },
  } as unknown as Database["canvases"];
  const summarize = async (known: KnownCanvas): Promise<string> => {
    asked.thread.push(known);
    return summary;
  };
  return { asked, contents: new CanvasContents({ canvases }, { summarize }) };
}

test("the summary that a publishing froze is taken, and no thread is asked", async () => {
  const { asked, contents } = bench(content);
  const published = await contents.of(canvas);
  expect(published.summary).toEqual(parseSummary(summary));
  expect(published.summary.fields.map(({ path, label }) => [path, label])).toEqual([["note", "備考"]]);
  expect(asked).toEqual({ database: 1, thread: [] });
});

test.each([
  ["an older version of the engine froze", { ...content, engineVersion: "0.0.1" }],
  ["none was frozen for", { ...content, summary: null }],
])("what %s a thread summarizes, once for all who ask at a time", async (_, stored) => {
  const { asked, contents } = bench(stored);
  const [one, other] = await Promise.all([contents.of(canvas), contents.of(canvas)]);
  expect(one?.summary).toEqual(parseSummary(summary));
  expect(other).toBe(one);
  expect(await contents.of(canvas)).toBe(one);
  expect(asked.database).toBe(1);
  expect(asked.thread).toEqual([{ canvasHash: "h", canvasJson: one?.compiledBytes }]);
});

test("a reading that failed is tried anew by whoever asks next", async () => {
  const { contents } = bench({ ...content, summary: "no JSON" });
  await expect(contents.of(canvas)).rejects.toThrow();
  await expect(contents.of(canvas)).rejects.toThrow();
});

test("threads share the canvas's bytes, which are those of its text", async () => {
  const { compiledBytes } = await bench(content).contents.of(canvas);
  expect(compiledBytes.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(Buffer.compare(compiledBytes, Buffer.from(compiled))).toBe(0);
});

test("no service reads a compiled canvas: that takes long, and there are threads for it", () => {
  const folder = new URL("../../../src/core/services/", import.meta.url);
  const reading = readdirSync(folder).filter((name) =>
    /\b(?:parseCanvas|contractSchema|fieldTable|fieldLabels|examplePayload|frozenForm|summaryText)\b/.test(
      readFileSync(new URL(name, folder), "utf8"),
    ),
  );
  expect(reading).toEqual([]);
});
