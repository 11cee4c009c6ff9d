import type { Scope } from "../tenancy/index.ts";
import type { Result } from "./membership-ports.ts";
import type { Page, PageRequest } from "./page-ports.ts";

export type EncryptionPolicy = "none" | "optional" | "required";

/** A published canvas as lists show it. */
export interface Canvas {
  readonly id: string;
  readonly organizationId: string;
  readonly workspaceId: string;
  readonly title: string;
  /** The newest published version, 1 at first publishing. */
  readonly version: number;
  readonly publishedAt: Date;
  /** SHA-256 of the compiled canvas, lower-case hexadecimal; what compiled forms are cached by. */
  readonly contentHash: string;
  readonly fieldCount: number;
  /** Path of the array that gives a record template its records. */
  readonly recordSource: string | null;
  readonly encryption: EncryptionPolicy;
}

/** What a publishing freezes for good. Texts are kept exactly as given. */
export interface CanvasContent {
  readonly source: string;
  /** The compiled canvas in its canonical JSON. */
  readonly compiled: string;
  /** The JSON schema of the payload. */
  readonly schema: string;
  /** What services ask of the canvas, as JSON text of the engine's version; null where an older version published. */
  readonly summary: string | null;
  /** SHA-256 of the compiled canvas, lower-case hexadecimal. */
  readonly contentHash: string;
  readonly engineVersion: string;
  /** The bundled fonts' names and versions, as the engine writes them. */
  readonly fontVersions: string;
  readonly fieldCount: number;
  readonly recordSource: string | null;
  readonly encryption: EncryptionPolicy;
}

export interface PublishRequest {
  readonly workspaceId: string;
  /** The canvas that gets a next version; null means the one with this title in the workspace, or a new one. */
  readonly canvasId: string | null;
  readonly title: string;
  readonly content: CanvasContent;
  readonly publishedAt: Date;
}

/** `title_invalid`: empty, over 200 characters, or with control characters. */
export type PublishFailure = "workspace_not_found" | "canvas_not_found" | "title_taken" | "title_invalid";

/** Which canvas to take back: an id, which is looked for everywhere where no workspace is named, or an exact title. */
export interface UnpublishRequest {
  readonly document: string;
  readonly workspaceId: string | null;
  readonly unpublishedAt: Date;
}

export interface CanvasListRequest extends PageRequest {
  readonly scope: Scope;
  /** Part of the title, compared without regard to case and width. */
  readonly query: string | null;
}

/** What a title leads to: the canvas with exactly this title, else the only one that starts so. */
export type TitleMatch =
  | { readonly kind: "found"; readonly canvas: Canvas }
  | { readonly kind: "ambiguous"; readonly candidates: readonly Canvas[] }
  | { readonly kind: "none" };

export interface CanvasRepository {
  /** Makes a new canvas or the next version of one, whole or not at all. */
  publish(request: PublishRequest): Promise<Result<Canvas, PublishFailure>>;
  /**
   * Takes a canvas out of every reading but `version` and `content`, which renders that were taken on need; publishing
   * brings it back. Answers it as it was, at the second time too; null where there is none.
   */
  unpublish(request: UnpublishRequest): Promise<Canvas | null>;
  /** A published canvas by its id, which is looked for everywhere where no workspace is named, or its exact title. */
  named(document: string, workspaceId: string | null): Promise<Canvas | null>;
  /** Newest canvas first, wherever its versions stand: who reads page by page meets each once. */
  list(request: CanvasListRequest): Promise<Result<Page<Canvas>, "page_token_invalid">>;
  /** All in scope, newest publishing first, at most `limit`. */
  listAll(scope: Scope, limit: number): Promise<readonly Canvas[]>;
  /** The canvas at its newest published version, without the content: a render whose canvas is cached needs no more. */
  findPublished(scope: Scope, canvasId: string): Promise<Canvas | null>;
  /** A canvas as it was at one of its versions, for a render that was taken on then; null where there is none. */
  version(canvasId: string, version: number): Promise<Canvas | null>;
  /** What was frozen when that version was published. The caller has found the canvas in its scope. */
  content(canvasId: string, version: number): Promise<CanvasContent | null>;
  /** What was frozen under the hash of a compiled canvas, in whatever organization; null where there is none. */
  contentByHash(contentHash: string): Promise<CanvasContent | null>;
  findByTitle(scope: Scope, title: string): Promise<TitleMatch>;
}
