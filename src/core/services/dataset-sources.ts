// Installed sources of datasets: which one reads an address, with the fetcher that it is given and nothing else.
import type { Fetcher, FetchResult } from "../fetching/index.ts";
import type { DatasetReading, DatasetSource, GuardedFetch } from "../sdk/index.ts";

/** The largest content that is read: larger data belongs into requests. */
const CONTENT_BYTES_MAX = 16 * 1024 * 1024;

const FETCH_TIMEOUT_MS = 30_000;

/** A source may fetch more than once; past this it hangs. */
export const READING_MS_MAX = 50_000;

/** Settings of sources, by scheme and name, as the operator wrote them. */
export type DatasetSettings = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** What reads addresses that datasets are linked to. */
export interface DatasetSources {
  /** Why an address cannot be linked to, as a sentence; null where nothing is wrong with it so far. */
  mistake(address: string): string | null;
  /** Reads it; whatever goes wrong is an answer. */
  read(address: string, etag: string | null): Promise<DatasetReading>;
}

export interface DatasetSourcesOptions {
  readonly sources: readonly DatasetSource[];
  readonly settings: DatasetSettings;
  /** Reads addresses that tenants or plugins chose. */
  readonly fetcher: Fetcher;
  /** How long one reading may take; left out, 50 s. */
  readonly readingMs?: number;
}

export function createDatasetSources(options: DatasetSourcesOptions): DatasetSources {
  const { sources, settings, fetcher, readingMs = READING_MS_MAX } = options;
  const fetch = guarded(fetcher);
  const sourceOf = (address: string): DatasetSource | string => {
    const scheme = schemeOf(address);
    const source = sources.find((each) => each.scheme === scheme);
    if (source !== undefined) return source;
    const installed = sources.map((each) => each.scheme).join(", ");
    return `No installed source reads ${scheme} addresses. Link to one of these: ${installed}.`;
  };
  return {
    mistake(address) {
      const source = sourceOf(address);
      return typeof source === "string" ? source : source.mistake(address);
    },
    async read(address, etag) {
      const source = sourceOf(address);
      if (typeof source === "string") return { kind: "refused", sentence: source };
      const request = { address, etag, settings: settings[source.scheme] ?? {}, fetch };
      return checked(source, await answered(source, () => source.read(request), readingMs));
    },
  };
}

/** What is no address at all, and plain HTTP, is the business of the web's source, which says why. */
function schemeOf(address: string): string {
  const scheme = URL.canParse(address) ? new URL(address).protocol.slice(0, -1) : "https";
  return scheme === "http" ? "https" : scheme;
}

/** The answer of a source, or what became of it. */
async function answered(
  { scheme }: DatasetSource,
  read: () => Promise<DatasetReading>,
  readingMs: number,
): Promise<DatasetReading> {
  const late = Promise.withResolvers<DatasetReading>();
  const sentence = `The dataset source ${scheme} did not answer within ${readingMs / 1000} s.`;
  const timer = setTimeout(() => late.resolve({ kind: "refused", sentence }), readingMs);
  try {
    return await Promise.race([read(), late.promise]);
  } catch (error) {
    const [line] = (error instanceof Error ? error.message : String(error)).split("\n");
    return { kind: "refused", sentence: `The dataset source ${scheme} failed: ${line}.` };
  } finally {
    clearTimeout(timer);
  }
}

/** Plugins may be written without types: what is no answer is told like a failure. */
function checked({ scheme }: DatasetSource, reading: DatasetReading): DatasetReading {
  switch (reading?.kind) {
    case "unchanged":
      return reading;
    case "refused":
      return { kind: "refused", sentence: String(reading.sentence) };
    case "content": {
      const { bytes, etag } = reading;
      if (!(bytes instanceof Uint8Array)) break;
      if (bytes.length <= CONTENT_BYTES_MAX) return { kind: "content", bytes, etag: etag ?? null };
      const sentence = `The dataset source ${scheme} answers more than ${CONTENT_BYTES_MAX} bytes.`;
      return { kind: "refused", sentence };
    }
  }
  return { kind: "refused", sentence: `The dataset source ${scheme} answers something else than content.` };
}

/** The one way out, within its own bounds of time and size. */
function guarded(fetcher: Fetcher): GuardedFetch {
  return async ({ url, mediaType = "application/json", etag = null, headers = {} }) => {
    const bounds = { bytesMax: CONTENT_BYTES_MAX, timeoutMs: FETCH_TIMEOUT_MS };
    return readingOf(await fetcher({ url, mediaType, etag, headers, ...bounds }));
  };
}

function readingOf(result: FetchResult): DatasetReading {
  switch (result.kind) {
    case "unchanged":
      return result;
    case "refused":
      return { kind: "refused", sentence: result.sentence };
    case "fetched":
      return { kind: "content", bytes: result.bytes, etag: result.etag };
  }
}

/** What is wrong with the settings that the operator wrote, as the rest of a sentence; null where nothing is. */
export function datasetSettingsMistake(sources: readonly DatasetSource[], settings: DatasetSettings): string | null {
  for (const [scheme, values] of Object.entries(settings)) {
    const source = sources.find((each) => each.scheme === scheme);
    if (source === undefined) {
      return `names the dataset source ${scheme}, which is not installed; write ${schemesOf(sources)}`;
    }
    const known = Object.keys(source.settings ?? {});
    const unknown = Object.keys(values).find((name) => !known.includes(name));
    if (unknown === undefined) continue;
    const advice = known.length === 0 ? "it takes none" : `it takes ${known.join(", ")}`;
    return `sets ${unknown} of the dataset source ${scheme}; ${advice}`;
  }
  for (const { scheme, settings: declared = {} } of sources) {
    const missing = Object.entries(declared).find(([name, { isRequired }]) => {
      return isRequired && (settings[scheme]?.[name] ?? "") === "";
    });
    if (missing === undefined) continue;
    const [name, { meaning }] = missing;
    return `lacks ${name} of the dataset source ${scheme}: ${meaning.replace(/\.$/, "")}`;
  }
  return null;
}

function schemesOf(sources: readonly DatasetSource[]): string {
  const configurable = sources.filter(({ settings = {} }) => Object.keys(settings).length > 0);
  return configurable.length === 0 ? "nothing: no source takes settings" : configurable.map((s) => s.scheme).join(", ");
}
