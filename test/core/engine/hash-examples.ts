// Run in processes of their own, by several versions of Node: draws every example as it is, with each promise and with
// a password, and prints the files' hashes, one line each. `--plain` draws each as it is alone.
import { readdirSync, readFileSync } from "node:fs";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../../src/core/engine/index.ts";
import { logoForm } from "../../support/logo-form.ts";

const PDF = new URL("../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
const EXAMPLES = new URL("../../../docs/examples/", import.meta.url);

/** What a source becomes, and the password of its request. */
const VARIANTS: Readonly<Record<string, { change(source: string): string; readonly password?: string }>> = {
  plain: { change: plain },
  "ua-1": { change: (source) => promising(source, "ua=1") },
  "a-3a": { change: (source) => promising(source, "pdf=a-3a") },
  encrypted: {
    change: (source) => plain(source).replace(/^page /m, "encrypt aes-256 open=required\npage "),
    password: "ひみつ-2026",
  },
};

/** Without promises and encryption. */
function plain(source: string): string {
  return source
    .replace(/^encrypt .*\n/m, "")
    .replace(/^document .*$/m, (line) => line.replaceAll(/ (pdf|ua)=\S+/g, ""));
}

function promising(source: string, promise: string): string {
  return plain(source).replace(/^document .*$/m, (line) => `${line} ${promise}`);
}

const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF]) });
const examples = readdirSync(EXAMPLES)
  .filter((name) => name.endsWith(".rpt"))
  .sort();
const sources = examples.map((name) => [name, readFileSync(new URL(name, EXAMPLES), "utf8")] as const);
for (const [name, source] of [...sources, ["logos", logoForm()] as const]) {
  for (const [variant, { change, password }] of Object.entries(VARIANTS)) {
    if (variant !== "plain" && process.argv.includes("--plain")) continue;
    const options = { createdAt: DEFAULT_CREATED_AT, ...(password === undefined ? {} : { password }) };
    const answer = await engine.preview({ source: change(source), data: null, renderer: "pdf", options });
    if (answer.kind !== "preview" || answer.rendering.kind !== "rendered") {
      throw new Error(`${name} ${variant}: ${JSON.stringify(answer).slice(0, 1000)}`);
    }
    process.stdout.write(`${name} ${variant} ${answer.rendering.sha256}\n`);
  }
}
