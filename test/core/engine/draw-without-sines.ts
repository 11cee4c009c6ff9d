// Run by a test in processes of their own: draws the examples, drawings, bar codes and private characters, and prints
// the hash of each file. With `--few` it draws two of the examples; with `--wrong-sines` every function that engines
// round in ways of their own answers wrongly.
import { readdirSync, readFileSync } from "node:fs";
import { STANDARD_BARCODES } from "../../../src/core/engine/barcodes/standard-barcodes.ts";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../../src/core/engine/index.ts";
import { logoForm } from "../../support/logo-form.ts";
import { UNPINNED } from "../../tidy/rooms.ts";

const PDF = new URL("../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
const EXAMPLES = "docs/examples";

const RING = "M1 5a4 3 20 1 1 8 0a4 3 20 1 1 -8 0z";

const GAIJI = `rpt 1
gaiji U+E000 '<svg viewBox="0 0 10 10"><path d="${RING}" transform="rotate(30 5 5)"/></svg>'
page A4 {
  body {
    text "\u{e000}"
  }
}
`;

function barcodes(): string {
  const samples = STANDARD_BARCODES.map(
    ({ name, sample }) => `    barcode ${name} ${JSON.stringify(sample)} w=120mm h=40mm`,
  );
  return `rpt 1\npage A4 {\n  body {\n${samples.join("\n")}\n  }\n}\n`;
}

/** The examples with marks that are turned and with a schedule. */
const FEW = ["inspection-report.rpt", "production-schedule.rpt"];

const FORMS: readonly (readonly [string, string])[] = [
  ...readdirSync(EXAMPLES)
    .filter((name) => name.endsWith(".rpt") && (!process.argv.includes("--few") || FEW.includes(name)))
    .map((name) => [name, readFileSync(`${EXAMPLES}/${name}`, "utf8")] as const),
  ["logos", logoForm()],
  ["bar codes", barcodes()],
  ["private characters", GAIJI],
];

// They still answer, for what runs beside the renders; but not what they should.
if (process.argv.includes("--wrong-sines")) {
  for (const name of UNPINNED) {
    const own = Reflect.get(Math, name) as (...numbers: readonly number[]) => number;
    Reflect.set(Math, name, (...numbers: readonly number[]) => own(...numbers) + 0.5);
  }
}

const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF]) });
for (const [name, source] of FORMS) {
  const password = source.includes("open=required") ? { password: "ひみつ" } : {};
  const options = { createdAt: DEFAULT_CREATED_AT, ...password };
  const answer = await engine.preview({ source, data: null, renderer: "pdf", options });
  if (answer.kind !== "preview" || answer.rendering.kind !== "rendered") {
    throw new Error(`${name}: ${JSON.stringify(answer).slice(0, 1000)}`);
  }
  console.log(`${name} ${answer.rendering.sha256}`);
}
