// The lists of tools and resources are the same bytes for everybody who may use the same ones. Each is made by the
// protocol's library once; whoever asks again gets those bytes under the identifier of their own request.
import { LRUCache } from "lru-cache";
import type { Answer } from "./answer.ts";
import type { Connection } from "./server.ts";

/** Lists differ by what a credential may use and by what a client says of itself; honest clients make a few dozen. */
const LISTS_MAX = 64;

/** Each list of tools takes about a hundred kilobytes. */
const LISTS_MAX_BYTES = 16 * 1024 * 1024;

/** What a client says of itself takes less; a longer request is answered by the library each time. */
const KEY_LENGTH_MAX = 8_192;

const LISTS: ReadonlySet<string> = new Set(["tools/list", "resources/list", "resources/templates/list"]);

/** Stands in a list where the identifier of the request goes; as a text in JSON it is the same in any escaping. */
const PLACE_OF_ID = "identifier-of-the-request-that-asked";

type Members = Readonly<Record<string, unknown>>;

/** A list as it was answered, without the identifier. */
interface KeptList {
  readonly headers: Answer["headers"];
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

/** What a request is answered by. */
export interface ListRequest {
  /** The message, as the protocol's library takes it. */
  readonly parsed: unknown;
  /** The headers that the library looks at. */
  readonly headers: Headers;
  readonly connection: Connection;
}

/** The lists of one endpoint. */
export class KeptLists {
  readonly #kept = new LRUCache<string, KeptList>({
    max: LISTS_MAX,
    maxSize: LISTS_MAX_BYTES,
    sizeCalculation: ({ before, after }, key) => before.length + after.length + key.length,
  });

  /**
   * Answers a list from bytes that were made before, and everything else by the library.
   * @param made Has the library answer a message; for a list, the message bears an identifier that stands for all.
   */
  async answer(request: ListRequest, made: (parsed: unknown) => Promise<Answer>): Promise<Answer> {
    const list = listOf(request);
    if (list === null) return made(request.parsed);
    const known = this.#kept.get(list.key);
    if (known !== undefined) return withId(known, list.id);
    const answer = await made({ ...list.message, id: PLACE_OF_ID });
    const fresh = keptOf(answer);
    // An error, or an answer of another shape, belongs to the request that got it.
    if (fresh === null) return made(request.parsed);
    this.#kept.set(list.key, fresh);
    return withId(fresh, list.id);
  }
}

/** What a request for a list asks, and the key of all that have the same answer; null for what asks for none. */
function listOf({ parsed, headers, connection }: ListRequest) {
  if (!isMembers(parsed)) return null;
  const { id, method, params = {} } = parsed;
  if (typeof method !== "string" || !LISTS.has(method) || !isMembers(params)) return null;
  if (typeof id !== "string" && !Number.isSafeInteger(id)) return null;
  const key = JSON.stringify([
    { ...parsed, id: null, params: withoutProgress(params) },
    [...headers],
    connection.tools.map(({ name }) => name),
    connection.resources.map(({ uri }) => uri),
  ]);
  if (key.length > KEY_LENGTH_MAX) return null;
  return { id, key, message: { ...parsed, params: withoutProgress(params) } };
}

/** A list is answered at once; a token for its progress differs in each request and is never used. */
function withoutProgress(params: Members): Members {
  const { _meta: meta } = params;
  if (!isMembers(meta) || !("progressToken" in meta)) return params;
  const { progressToken: _token, ...rest } = meta;
  return { ...params, _meta: rest };
}

function keptOf({ status, headers, body }: Answer): KeptList | null {
  if (status !== 200) return null;
  const text = new TextDecoder().decode(body);
  const parts = text.split(JSON.stringify(PLACE_OF_ID));
  const [before, after] = parts;
  if (before === undefined || after === undefined || parts.length !== 2 || !text.includes('"result":{')) return null;
  const encoder = new TextEncoder();
  return { headers, before: encoder.encode(before), after: encoder.encode(after) };
}

function withId({ headers, before, after }: KeptList, id: unknown): Answer {
  const own = new TextEncoder().encode(JSON.stringify(id));
  return { status: 200, headers, body: Buffer.concat([before, own, after]) };
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
