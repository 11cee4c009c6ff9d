import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  bundledFonts,
  type CompiledTemplate,
  createEngine,
  DEFAULT_CREATED_AT,
  type Engine,
  profilesInThisThread,
  type RenderRequest,
  renderersAt,
} from "../../../src/core/engine/index.ts";
import { JAPANESE_PROFILES } from "../../../src/plugins/profiles/jp/index.ts";

export const PDF_PLUGIN = new URL("../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;

export const INVOICE_FILE = join(import.meta.dirname, "../../../docs/examples/invoice.rpt");
export const INVOICE = readFileSync(INVOICE_FILE, "utf8");

/** A template whose data can make its computation impossible. */
export const RATIO = `rpt 1
document ratio name="割合"
field items[] min=1 max=1000
field items[].part int example=1
field items[].whole int example=2
let items[].share = round(.part / .whole, 2)
page A5 portrait margin=10mm {
  body {
    each items as=item {
      text "{item.share}"
    }
  }
}
`;

/** An engine with the plugins that the examples take. */
export function pdfEngine(): Engine {
  const profiles = profilesInThisThread(JAPANESE_PROFILES, "jp");
  return createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF_PLUGIN]), profiles });
}

/** The template that a source compiles to; a source with errors fails the test. */
export function templateOf(engine: Engine, source: string): CompiledTemplate {
  const { template, diagnostics } = engine.check({ source, data: null });
  if (template === null) throw new Error(diagnostics.map((finding) => finding.message).join("\n"));
  return template;
}

export function bytesOf(data: unknown): Uint8Array {
  return new TextEncoder().encode(typeof data === "string" ? data : JSON.stringify(data));
}

/** A request for a template's PDF. */
export function requestFor(template: CompiledTemplate, data: unknown, renderer = "pdf"): RenderRequest {
  const { canvasJson, hash: canvasHash } = template;
  const options = { createdAt: DEFAULT_CREATED_AT };
  return { canvasJson, canvasHash, payload: data === null ? null : bytesOf(data), renderer, options };
}

export const admitAll = async (): Promise<void> => {};

/** What a check of a form tells, with the titles of the repairs: `RPT5003 it leaves … → write margin=…`. */
export function toldBy(engine: Engine, source: string): readonly string[] {
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.map(({ code, message, repair }) => `${code} ${message} → ${repair?.title ?? ""}`);
}
