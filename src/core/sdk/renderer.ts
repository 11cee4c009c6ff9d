import type { PageDocument } from "../layout/index.ts";

/** What a rendering is asked for beyond the pages. Nothing here is read from a clock. */
export interface RenderOptions {
  /** The file's creation and modification date, `YYYY-MM-DDTHH:MM:SSZ`. */
  readonly createdAt: string;
  /** Hex digits that identify the content (canvas, payload and options), from which the file's id is derived. */
  readonly contentHash: string;
  /** Named in the file as its producer, with the engine's version. */
  readonly producer: string;
}

/** Turns pages into bytes of one media type. Pure: the same pages and options give the same bytes. */
export interface Renderer {
  readonly id: string;
  readonly mediaType: string;
  readonly fileExtension: string;
  render(document: PageDocument, options: RenderOptions): Uint8Array;
}

/** What a plugin package exports: its name, the sdk version it is written for, and what it registers. */
export interface Plugin {
  readonly name: string;
  readonly sdk: 1;
  register(host: PluginHost): void;
}

export interface PluginHost {
  renderer(renderer: Renderer): void;
}
