// A form → all that it shows, as a text that two forms alike have in common.
import { compileSource, examplePayload } from "../../src/core/canvas/index.ts";
import { createCodeEncoder } from "../../src/core/engine/barcodes/code-encoder.ts";
import { drawnRecords, planRecords } from "../../src/core/engine/messages/records.ts";
import { compileProgram } from "../../src/core/expression/index.ts";
import { judgeGeometry } from "../../src/core/gate/index.ts";
import { layOut } from "../../src/core/layout/index.ts";
import { pngFile } from "../plugins/renderers/pdf/images/picture-files.ts";
import { NO_RECORDS, PICTURES, withoutRecords } from "./effect-samples.ts";
import { testFonts } from "./lay-out.ts";

const SEEN = new Map<string, string>();

/** All that a form shows: its pages, its structure, what its file is told besides, and what is found in it. */
export function shownBy(source: string): string {
  const known = SEEN.get(source);
  if (known !== undefined) return known;
  const shown = drawn(source);
  SEEN.set(source, shown);
  return shown;
}

const PICTURE = Buffer.from(
  pngFile({ width: 6, height: 3, bitDepth: 8, colorType: 2, pixel: (x) => [x * 40, 120, 90] }),
).toString("base64");
const ASSETS = {
  "logo.svg": Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'),
};
const codes = createCodeEncoder([]);

function drawn(source: string): string {
  const { value: canvas, diagnostics } = compileSource(source, { assets: ASSETS });
  // A style that is there for `style=` is not used by the other forms.
  const found = diagnostics.filter(({ code }) => code !== "RPT2012").map(({ code, message }) => `${code} ${message}`);
  if (canvas === null) return JSON.stringify(found);
  const data = new TextEncoder().encode(canvas.dataset ?? dataOf(source, examplePayload(canvas)));
  const plan = planRecords(canvas, data, false);
  if (plan.kind !== "records") return JSON.stringify([plan.kind, found]);
  const records = drawnRecords(canvas, compileProgram(canvas), plan, canvas.document.id);
  const laid = layOut(
    canvas,
    records.flatMap((record) => record.layout),
    testFonts(),
    { codes },
  );
  // Fields are left out: a sample declares those that its words mention, so a property's name alone would show there.
  const { document, encryption, attachments } = canvas;
  const told = [...laid.diagnostics, ...judgeGeometry(canvas, laid.value)].map(
    ({ code, message }) => `${code} ${message}`,
  );
  return JSON.stringify([laid.value, document, encryption, attachments, found, told], unplaced);
}

/** The examples as data, with what the circumstance says besides. */
function dataOf(source: string, examples: string): string {
  if (source.endsWith(`${NO_RECORDS}\n`)) return withoutRecords(examples);
  if (!source.endsWith(`${PICTURES}\n`)) return examples;
  const data = JSON.parse(examples) as Record<string, unknown>;
  const product = { ...(data["product"] ?? {}), ...(source.includes("field product.photo") ? { photo: PICTURE } : {}) };
  const issuer = { ...(data["issuer"] ?? {}), ...(source.includes("field issuer.seal") ? { seal: PICTURE } : {}) };
  return JSON.stringify({ ...data, product, issuer });
}

/** Where something stands in its source is seen by nobody; a font is known by its name. */
function unplaced(key: string, value: unknown): unknown {
  if (key === "span" || key === "isStatic" || key === "counts") return undefined;
  if (key === "font" && typeof value === "object" && value !== null && "id" in value) return value.id;
  return ArrayBuffer.isView(value) ? Array.from(value as Uint8Array).join() : value;
}
