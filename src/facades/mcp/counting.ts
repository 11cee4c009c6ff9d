import type { ErrorCode } from "../../core/methods/index.ts";
import type { Answer } from "./answer.ts";

/** Told of what this face or its protocol refuses by itself; the method is null where no tool was reached. */
export type Refused = (method: string | null, code: ErrorCode | "insufficient_scope") => void;

/** Codes of JSON-RPC 2.0 §5.1, as the codes that every other door counts under. */
const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [-32_601, "not_found"],
  [-32_603, "internal"],
]);

/** Statuses that the protocol's library answers by itself, where they say more than the message in the body. */
const STATUSES: ReadonlyMap<number, ErrorCode> = new Map([
  [404, "not_found"],
  [405, "method_not_allowed"],
  [413, "too_large"],
  [415, "unsupported_media_type"],
]);

const STATUS_MIN = 400;
const OWN_FAILURE_MIN = 500;

/**
 * How many messages of a body no tool is called by, though each is a request: lists, reads, and calls of what is not
 * there. Calls of tools are counted by admission.
 */
export function uncountedMessages(parsed: unknown, toolNames: ReadonlySet<string>): number {
  const messages: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  return messages.filter((message) => !callsOneOf(message, toolNames)).length;
}

function callsOneOf(message: unknown, toolNames: ReadonlySet<string>): boolean {
  if (typeof message !== "object" || message === null || !("method" in message) || !("params" in message)) return false;
  const { method, params } = message;
  if (method !== "tools/call" || typeof params !== "object" || params === null || !("name" in params)) return false;
  return typeof params.name === "string" && toolNames.has(params.name);
}

/**
 * What the protocol's library refused in its answer, one code for each message that it answered with an error. Tools'
 * errors are none of these: they are results, which the services have counted.
 */
export function protocolRefusals({ status, body }: Answer): readonly ErrorCode[] {
  if (status >= OWN_FAILURE_MIN) return ["internal"];
  if (status >= STATUS_MIN) return [STATUSES.get(status) ?? "invalid_argument"];
  // An error's code is a negative number; most answers hold none and are not read once more.
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
  if (!/"code"\s*:\s*-/.test(text)) return [];
  return messagesIn(text).flatMap((message) => {
    const code = errorCodeOf(message);
    return code === null ? [] : [CODES.get(code) ?? "invalid_argument"];
  });
}

/** The messages of a body, which is JSON or a stream of events with one message each. */
function messagesIn(text: string): readonly unknown[] {
  const parts = /^\s*[{[]/.test(text) ? [text] : [...text.matchAll(/^data: ?(.*)$/gm)].map((event) => event[1] ?? "");
  return parts.flatMap((part): unknown => JSON.parse(part));
}

function errorCodeOf(message: unknown): number | null {
  if (typeof message !== "object" || message === null || !("error" in message)) return null;
  const { error } = message;
  if (typeof error !== "object" || error === null || !("code" in error)) return null;
  return typeof error.code === "number" ? error.code : null;
}
