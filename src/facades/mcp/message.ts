import {
  cutJson,
  errorAnswerOf,
  inSlices,
  type MemberUse,
  platenError,
  ReadBudget,
  scannedJson,
} from "../../core/methods/index.ts";

/** JSON-RPC batches exist in the older era only; more messages than this in one request are no honest use. */
const BATCH_MESSAGES_MAX = 20;

/** Bytes of a prompt's arguments, which are short texts that the protocol's library reads; longer ones are left out. */
const PROMPT_ARGUMENTS_MAX_BYTES = 65_536;

/** Bytes of all that is read of a body beside the calls' arguments: the protocol's own members are short. */
const READ_BYTES_MAX = 1024 * 1024;

/** Bytes of a name, an id or a version of the protocol. */
const WORD_BYTES_MAX = 4_096;

/** The members of JSON-RPC 2.0 (§4, §5). Of any other its name is kept, by which the protocol's library refuses it. */
const MEMBERS: ReadonlyMap<string, MemberUse> = new Map<string, MemberUse>([
  ["jsonrpc", { bytesMax: WORD_BYTES_MAX }],
  ["id", { bytesMax: WORD_BYTES_MAX }],
  ["method", { bytesMax: WORD_BYTES_MAX }],
  ["params", "envelope"],
  ["result", { bytesMax: READ_BYTES_MAX }],
  ["error", { bytesMax: READ_BYTES_MAX }],
]);

/** What every message has in `params` beside the arguments of a call. */
const READ: MemberUse = { bytesMax: READ_BYTES_MAX };

/** Codes of JSON-RPC 2.0 §5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** A body as the protocol's library takes it, without the arguments of its tool calls. */
export interface Message {
  /** What is no object stays as it came where `arguments` should be one; of an object the members are left out. */
  readonly parsed: unknown;
  /** The JSON objects of `params.arguments` as they came, so that no digit of a number is lost; by the calls' ids. */
  readonly argumentsById: ReadonlyMap<unknown, Uint8Array>;
}

/** Why a body is no message, as the protocol says it: a JSON-RPC error that belongs to no request. */
export interface MessageRefusal {
  readonly jsonrpc: "2.0";
  readonly id: null;
  readonly error: { readonly code: number; readonly message: string };
}

/**
 * Reads a body, in slices where it is long. Throws `too_large` for a batch of too many messages, and for one that holds
 * more beside the arguments of its calls than any honest one does.
 */
export async function messageOf(body: Uint8Array): Promise<Message | MessageRefusal> {
  const argumentsById = new Map<unknown, Uint8Array>();
  let parts: readonly Uint8Array[];
  let isBatch = false;
  try {
    const { bytes, scan } = await inSlices(scannedJson(body, "the body"));
    isBatch = scan.outermost === "array";
    if (isBatch && scan.count > BATCH_MESSAGES_MAX) {
      throw platenError("too_large", `A batch holds at most ${BATCH_MESSAGES_MAX} messages.`);
    }
    parts = isBatch ? scan.parts.map(({ start, end }) => bytes.subarray(start, end)) : [bytes];
  } catch (thrown) {
    const { code, detail } = errorAnswerOf(thrown, "");
    if (code !== "invalid_argument") throw thrown;
    return refusal(PARSE_ERROR, `Parse error: ${detail.error}`);
  }
  const messages: unknown[] = [];
  const budget = new ReadBudget(READ_BYTES_MAX);
  for (const part of parts) messages.push(await oneMessage(part, argumentsById, budget));
  if (!isBatch) return { parsed: messages[0], argumentsById };
  // Answers are told apart by their id alone, and so are the arguments.
  const ids = messages.flatMap((message) => idOf(message));
  if (new Set(ids).size < ids.length) return refusal(INVALID_REQUEST, "Invalid request: two messages have the same id");
  return { parsed: messages, argumentsById };
}

/** Of doubled members the last one counts, as for every parser of the protocol. */
async function oneMessage(
  bytes: Uint8Array,
  argumentsById: Map<unknown, Uint8Array>,
  budget: ReadBudget,
): Promise<unknown> {
  const outer = await membersOf(bytes, (name) => MEMBERS.get(name) ?? "none", budget);
  const message = outer.members;
  if (!isObject(message) || outer.last === null || !isObject(message["params"])) return message;
  const inner = await membersOf(outer.last, (name) => (name === "arguments" ? "envelope" : READ), budget);
  const params = inner.members;
  if (!isObject(params) || inner.last === null || !isObject(params["arguments"])) return { ...message, params };
  if (message["method"] === "prompts/get" && inner.last.length <= PROMPT_ARGUMENTS_MAX_BYTES) {
    const given: unknown = JSON.parse(new TextDecoder().decode(inner.last));
    return { ...message, params: { ...params, arguments: given } };
  }
  argumentsById.set(message["id"], inner.last);
  return { ...message, params };
}

/** The members of an object, of which one is left empty, and the bytes of that one. */
async function membersOf(bytes: Uint8Array, useOf: (name: string) => MemberUse, budget: ReadBudget) {
  const { text, values } = await inSlices(cutJson(bytes, useOf, budget));
  const members: unknown = JSON.parse(text);
  return { members, last: [...values.values()].at(-1)?.bytes ?? null };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function idOf(message: unknown): readonly unknown[] {
  return isObject(message) && "id" in message ? [message["id"]] : [];
}

function refusal(code: number, message: string): MessageRefusal {
  return { jsonrpc: "2.0", id: null, error: { code, message } };
}
