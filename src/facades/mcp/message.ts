import { notJson } from "../../core/diagnostics/index.ts";
import { jsonMistakeOf, platenError } from "../../core/methods/index.ts";

/** JSON-RPC batches exist in the older era only; more messages than this in one request are no honest use. */
const BATCH_MESSAGES_MAX = 20;

/** Codes of JSON-RPC 2.0 §5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

/** A body as text, so that numbers can be taken from it digit by digit, and as the protocol's library takes it. */
export interface Message {
  readonly text: string;
  readonly parsed: unknown;
}

/** Why a body is no message, as the protocol says it: a JSON-RPC error that belongs to no request. */
export interface MessageRefusal {
  readonly jsonrpc: "2.0";
  readonly id: null;
  readonly error: { readonly code: number; readonly message: string };
}

/** Reads a body. Throws `too_large` for a batch of too many messages. */
export function messageOf(body: Uint8Array): Message | MessageRefusal {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(body);
  } catch {
    return refusal(PARSE_ERROR, "Parse error: the body is not valid UTF-8 text.");
  }
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return refusal(PARSE_ERROR, `Parse error: ${notJson("the body", jsonMistakeOf(text))}`);
  }
  if (!Array.isArray(parsed)) return { text, parsed };
  if (parsed.length > BATCH_MESSAGES_MAX) {
    throw platenError("too_large", `A batch holds at most ${BATCH_MESSAGES_MAX} messages.`);
  }
  // Answers are told apart by their id alone, and so are the arguments that are taken from the text.
  const ids = parsed.flatMap((message) => idOf(message));
  if (new Set(ids).size < ids.length) return refusal(INVALID_REQUEST, "Invalid request: two messages have the same id");
  return { text, parsed };
}

function idOf(message: unknown): readonly unknown[] {
  return typeof message === "object" && message !== null && "id" in message ? [message.id] : [];
}

function refusal(code: number, message: string): MessageRefusal {
  return { jsonrpc: "2.0", id: null, error: { code, message } };
}
