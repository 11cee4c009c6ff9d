import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { ownUsage } from "./process-usage.ts";

// Draws one document in a process that has just started: node cold-start.js BUILT_FOLDER TEMPLATE. Writes what passed
// since the process began, as JSON: until Node.js ran this line, until the engine was there, until the PDF was.

/** A compiled form and a payload for it, in a file. */
export interface ColdTemplate {
  readonly canvasJson: string;
  readonly canvasHash: string;
  readonly payload: string;
}

/** Milliseconds since the process began, and what it took. */
export interface ColdStart {
  readonly nodeMs: number;
  readonly engineMs: number;
  readonly documentMs: number;
  /** Of the whole process so far. */
  readonly cpuMs: number;
  readonly peakRssMib: number;
}

const nodeMs = performance.now();
const [built = "", templateFile = ""] = process.argv.slice(2);
const base = pathToFileURL(`${built}/`);
const { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt }: typeof import("../../src/core/engine/index.ts") =
  await import(new URL("src/core/engine/index.js", base).href);
const renderers = renderersAt([new URL("src/plugins/renderers/pdf/index.js", base).href]);
const engine = createEngine({ fonts: bundledFonts(), renderers });
const engineMs = performance.now();
const { canvasJson, canvasHash, payload }: ColdTemplate = JSON.parse(readFileSync(templateFile, "utf8"));
const options = { createdAt: DEFAULT_CREATED_AT };
const bytes = new TextEncoder().encode(payload);
const answer = await engine.render(
  { canvasJson, canvasHash, payload: bytes, renderer: "pdf", options },
  async () => {},
);
if (answer.kind !== "rendered") throw new Error(`The invoice was not rendered: ${JSON.stringify(answer)}`);
const start: ColdStart = { nodeMs, engineMs, documentMs: performance.now(), ...ownUsage() };
process.stdout.write(JSON.stringify(start));
