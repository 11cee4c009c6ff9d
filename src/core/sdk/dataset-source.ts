// Sources of linked datasets: what a plugin declares of one, and what it answers when rows are wanted.
import type { SDK_VERSION } from "./profile.ts";

/**
 * A place outside that datasets are linked to, by the scheme of their addresses. It reads and never writes: rows of a
 * linked dataset are changed where they come from. Whatever it needs of the network it asks `fetch` for, which reaches
 * what the operator allows and nothing else; it opens no connection, reads no file and no environment variable.
 */
export interface DatasetSource {
  /** Lower-case words with hyphens: `acme-erp` reads `acme-erp://orders/2026`. */
  readonly scheme: string;
  /** The version of this interface that it is written for. */
  readonly sdk: typeof SDK_VERSION;
  /** What it reads, for people: `Acme ERP`. */
  readonly title: string;
  /** What the operator sets, by name; left out, nothing. */
  readonly settings?: Readonly<Record<string, DatasetSourceSetting>>;
  /** Why it cannot read an address, as a whole sentence for whoever links to it; null where nothing is wrong. */
  mistake(address: string): string | null;
  /** Reads the content. What it throws is told as a problem of the source; the last good copy is kept. */
  read(request: DatasetReadRequest): Promise<DatasetReading>;
}

/** A setting of a source. */
export interface DatasetSourceSetting {
  /** What it is for, in one sentence. */
  readonly meaning: string;
  /** Whether the service refuses to start without it. */
  readonly isRequired: boolean;
}

/** What is to be read. */
export interface DatasetReadRequest {
  /** With its scheme: `acme-erp://orders/2026`. */
  readonly address: string;
  /** What the last reading answered as `etag`, where there is a copy of it. */
  readonly etag: string | null;
  /** Values of the source's settings that are set. */
  readonly settings: Readonly<Record<string, string>>;
  /** The only way out. */
  readonly fetch: GuardedFetch;
}

/** What came of it. */
export type DatasetReading =
  /** The UTF-8 bytes of one JSON object, whose arrays are the rows; `etag` comes back with the next request. */
  | { readonly kind: "content"; readonly bytes: Uint8Array; readonly etag: string | null }
  /** The copy at hand is still good. */
  | { readonly kind: "unchanged" }
  /** Why nothing was read, as a whole sentence that a person can act on. */
  | { readonly kind: "refused"; readonly sentence: string };

/** A GET over HTTPS, within bounds of time and size, to hosts that the operator allows or that are public. */
export type GuardedFetch = (request: GuardedFetchRequest) => Promise<DatasetReading>;

export interface GuardedFetchRequest {
  readonly url: string;
  /** What the answer has to be; left out, `application/json`. */
  readonly mediaType?: string;
  /** The entity tag of the copy at hand; an answer that has not changed is `unchanged`. */
  readonly etag?: string | null;
  /** Such as `authorization`. */
  readonly headers?: Readonly<Record<string, string>>;
}

export function defineDatasetSource(source: DatasetSource): DatasetSource {
  return source;
}
