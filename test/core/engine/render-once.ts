// Renders one payload in a process of its own and prints the file's hash: `node render-once.ts SOURCE PAYLOAD`.
import { readFileSync } from "node:fs";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../../src/core/engine/index.ts";

const PDF = new URL("../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
const [sourceFile = "", payloadFile = ""] = process.argv.slice(2);
const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF]) });
const answer = await engine.preview({
  source: readFileSync(sourceFile, "utf8"),
  data: readFileSync(payloadFile),
  renderer: "pdf",
  options: { createdAt: DEFAULT_CREATED_AT },
});
if (answer.kind !== "preview" || answer.rendering.kind !== "rendered") throw new Error(JSON.stringify(answer));
process.stdout.write(answer.rendering.sha256);
