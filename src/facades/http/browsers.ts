import {
  crossOriginHeaders,
  facesOf,
  headerFieldsOf,
  type MethodCatalogue,
  preflightHeaders,
} from "../../core/methods/index.ts";
import type { RequestHead } from "./request.ts";

/** How a client says which part of an answer it wants, which answer it has, and which span it is in. */
const SENT = ["authorization", "x-api-key", "content-type", "if-none-match", "if-range", "range"];
/** What answers may carry beside the fields of their messages; `cache-control` and the like are open to every page. */
const READ = [
  ...["accept-ranges", "allow", "content-range", "etag", "preference-applied", "retry-after", "www-authenticate"],
  ...["ratelimit-limit", "ratelimit-remaining", "ratelimit-reset", "x-request-id"],
];

/** What a path takes, as the header `allow` lists it. */
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

  /** What lets the page that asks read the answer, refusals too. */
  answerHeaders(head: RequestHead): readonly (readonly [string, string])[] {
    return Object.entries(crossOriginHeaders(this.#originOf(head), this.#read));
  }

  /** What tells a browser before a call that the page may make it; nothing for other pages. */
  preflightHeaders(head: RequestHead, verbs: readonly string[]): readonly (readonly [string, string])[] {
    return this.#originOf(head) === null ? [] : Object.entries(preflightHeaders(verbs, this.#sent));
  }

  #originOf({ headers }: RequestHead): string | null {
    const origin = headers.get("origin");
    return origin !== null && this.#origins.has(origin.toLowerCase()) ? origin : null;
  }
}
