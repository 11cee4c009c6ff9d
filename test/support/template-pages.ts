import { readFileSync } from "node:fs";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT } from "../../src/core/engine/index.ts";
import type { PageDocument, Renderer } from "../../src/core/sdk/index.ts";

const fonts = bundledFonts();

/** Stands where a renderer stands and keeps what it is given. */
class PageCatcher implements Renderer {
  readonly id = "pages";
  readonly mediaType = "application/octet-stream";
  readonly fileExtension = "bin";
  caught: PageDocument | null = null;

  render(document: PageDocument): Uint8Array {
    this.caught = document;
    return new Uint8Array(0);
  }
}

/**
 * The pages that the engine hands to a renderer, of a template's source and JSON data, or of its own dataset or
 * examples where that is null. A source or data that are refused fail the test.
 */
export async function templatePages(source: string, data: string | null = null): Promise<PageDocument> {
  const catcher = new PageCatcher();
  const engine = createEngine({ fonts, renderers: async () => [catcher] });
  const payload = data === null ? null : new TextEncoder().encode(data);
  const options = { createdAt: DEFAULT_CREATED_AT };
  const answer = await engine.preview({ source, data: payload, renderer: catcher.id, options });
  if (answer.kind === "invalid-source") {
    throw new Error(answer.diagnostics.map(({ message }) => message).join("\n"));
  }
  if (answer.rendering.kind !== "rendered") throw new Error(JSON.stringify(answer.rendering));
  if (catcher.caught === null) throw new Error("The engine handed no pages over.");
  return catcher.caught;
}

/** An example of the documentation, by its name. */
export function exampleSource(name: string): string {
  return readFileSync(`docs/examples/${name}`, "utf8");
}

/** The same form as a tagged one: layout keeps a structure only where the source asks for one. */
export function tagged(source: string): string {
  return source.replace(/^document .*$/m, (line) => `${line.replaceAll(/ (pdf|ua)=\S+/g, "")} ua=1`);
}
