import {
  crossOriginHeaders,
  facesOf,
  headerFieldsOf,
  type MethodCatalogue,
  preflightHeaders,
} from "../../core/methods/index.ts";
import type { RequestHead } from "./request.ts";

/** Request headers that every operation takes. */
const SENT = ["authorization", "x-api-key", "content-type", "if-none-match", "if-range", "range"];
/** Response headers that no message has a field for. Browsers show `cache-control` and a few others to every page. */
const READ = [
  ...["accept-ranges", "allow", "content-range", "etag", "preference-applied", "retry-after", "www-authenticate"],
  ...["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "x-request-id"],
];

/** The methods of a path, as the header `allow` lists them. */
export function allowedVerbs(verbs: readonly string[]): readonly string[] {
  return [...verbs.flatMap((verb) => (verb === "GET" ? ["GET", "HEAD"] : [verb])), "OPTIONS"];
}

/** The pages that may call from a browser, by the origins that the operator lists (CORS, in the Fetch standard). */
export class Browsers {
  readonly #origins: ReadonlySet<string>;
  readonly #sent: readonly string[];
  readonly #read: readonly string[];

  /** `origins` are in lower case. The headers that a page may send and read follow from the definition. */
  constructor({ methods }: MethodCatalogue, origins: ReadonlySet<string>) {
    const fieldsOf = (of: "input" | "output"): readonly string[] =>
      methods.flatMap(({ descriptor }) => headerFieldsOf(descriptor[of]).map((field) => facesOf(field).header));
    this.#origins = origins;
    this.#sent = [...new Set([...SENT, ...fieldsOf("input")])].sort();
    this.#read = [...new Set([...READ, ...fieldsOf("output")])].sort();
  }

  /** The headers that let the asking page read the answer, refusals too. */
  answerHeaders(head: RequestHead): readonly (readonly [string, string])[] {
    return Object.entries(crossOriginHeaders(this.#originOf(head), this.#read));
  }

  /** The headers that tell a browser which calls the page may make; none for pages of other origins. */
  preflightHeaders(head: RequestHead, verbs: readonly string[]): readonly (readonly [string, string])[] {
    return this.#originOf(head) === null ? [] : Object.entries(preflightHeaders(verbs, this.#sent));
  }

  #originOf({ headers }: RequestHead): string | null {
    const origin = headers.get("origin");
    return origin !== null && this.#origins.has(origin.toLowerCase()) ? origin : null;
  }
}
