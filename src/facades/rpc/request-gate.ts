import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type DescMessage, fromBinary, type Message } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import {
  ConnectError,
  type ContextValues,
  createContextKey,
  type HandlerContext,
  type Interceptor,
} from "@connectrpc/connect";
import type { UniversalServerRequest } from "@connectrpc/connect/protocol";
import {
  connectErrorOf,
  decodeBody,
  facesOf,
  headerFieldsOf,
  INTERNAL_HEADERS,
  jsonOfText,
  platenError,
} from "../../core/methods/index.ts";

/** A refusal that is known before the body is read; the protocol's own handler writes it in the protocol's form. */
export const refusalKey = createContextKey<unknown>(undefined, { description: "refusal before the body" });

/** Whether the request was decoded: what fails earlier fails without a word of ours. */
const decodedKey = createContextKey<boolean>(false, { description: "request decoded" });

/** Throws what stands against a request, before the handler reads, unpacks or decodes anything of it. */
export function refuseAtGate(context: HandlerContext): void {
  const refusal = context.values.get(refusalKey);
  if (refusal !== undefined) throw refusal;
}

/** The message of a request in JSON, which was read before the handler: the handler itself is given an empty one. */
const messageKey = createContextKey<Message | undefined>(undefined, { description: "message read from JSON" });

/** What stands against a request whose message was read: its headers say something else. */
const contradictionKey = createContextKey<unknown>(undefined, { description: "contradiction of header and message" });

/**
 * The outermost interceptor: puts the message together. From here on, errors are the services' and carry their detail.
 */
export const takeMessage: Interceptor = (next) => (request) => {
  if (request.stream) return next(request);
  const { contextValues, header, method } = request;
  const message = contextValues.get(messageKey) ?? request.message;
  try {
    fillFromHeaders(method.input, message, header);
  } catch (thrown) {
    contextValues.set(contradictionKey, thrown);
    throw connectErrorOf(thrown, header.get(INTERNAL_HEADERS.requestId) ?? "");
  }
  contextValues.set(decodedKey, true);
  return next({ ...request, message });
};

/** What travels as a header over REST may do so here too. Where the message says it as well, both say the same. */
function fillFromHeaders(input: DescMessage, message: Message, headers: Headers): void {
  for (const field of headerFieldsOf(input)) {
    const name = facesOf(field).header;
    const text = headers.get(name);
    if (text === null || field.fieldKind !== "scalar") continue;
    const reflected = reflect(input, message);
    const value = jsonOfText(field, text, `The header ${name}`);
    if (!reflected.isSet(field)) reflected.set(field, value);
    else if (reflected.get(field) !== value) {
      const sentence = `The header ${name} and the member '${field.jsonName}' differ. Send one of the two.`;
      throw platenError("invalid_argument", sentence);
    }
  }
}

/** What stands against a call between its headers and its message; nothing where all is well. */
export function contradictionOf(values: ContextValues): unknown {
  return values.get(contradictionKey);
}

/** Whether a call came as far as the services. */
export function wasDecoded(values: ContextValues): boolean {
  return values.get(decodedKey);
}

/** The message of a request with the headers that tell how to read it: its body, or the query of a Connect GET. */
export function sentMessage(
  request: UniversalServerRequest,
  body: Uint8Array,
): { readonly headers: Headers; readonly bytes: Uint8Array } {
  if (request.method !== "GET") return { headers: request.header, bytes: body };
  const query = new URL(request.url).searchParams;
  const message = query.get("message");
  if (message === null) {
    throw platenError("invalid_argument", "The query has no member 'message'. Put the request there, or send a POST.");
  }
  const isBase64 = query.get("base64") === "1";
  if (isBase64 && !/^[\w-]*={0,2}$/.test(message)) {
    throw platenError(
      "invalid_argument",
      "The query member 'message' is no base64url. Encode it so, or without base64.",
    );
  }
  const headers = new Headers({
    "content-type": `application/${query.get("encoding") ?? ""}`,
    "content-encoding": query.get("compression") ?? "identity",
  });
  return { headers, bytes: Buffer.from(message, isBase64 ? "base64url" : "utf8") };
}

/** Bytes before each message of gRPC and gRPC-Web: one of flags, four of length. */
const ENVELOPE_BYTES = 5;

/** Content types that carry a message as JSON, by whether it is in a frame of gRPC. */
const JSON_TYPES: ReadonlyMap<string, { readonly isEnveloped: boolean }> = new Map([
  ["application/json", { isEnveloped: false }],
  ["application/grpc+json", { isEnveloped: true }],
  ["application/grpc-web+json", { isEnveloped: true }],
]);

/** An empty message in JSON, bare and in a frame of gRPC. */
const EMPTY_JSON = new TextEncoder().encode("{}");
const EMPTY_FRAME = Buffer.concat([Buffer.from([0, 0, 0, 0, EMPTY_JSON.length]), EMPTY_JSON]);

/**
 * Reads the message of a request in JSON, by the same reader as REST: the library's own turns each number of the
 * payload into a double. Answers the request with an empty message in its place, which the handler may read, and
 * `takeMessage` puts in what was read. Null for a request that carries no JSON.
 */
export function readJsonMessage(
  input: DescMessage,
  request: UniversalServerRequest,
  body: Uint8Array,
  bytesMax: number,
): { readonly request: UniversalServerRequest; readonly body: Uint8Array } | null {
  if (request.method === "GET" && !new URL(request.url).searchParams.has("message")) return null;
  const sent = sentMessage(request, body);
  const form = JSON_TYPES.get(essenceOf(sent.headers));
  if (form === undefined) return null;
  const message = unpacked(sent.headers, sent.bytes, form.isEnveloped, bytesMax);
  if (message.length > bytesMax) throw tooLarge(bytesMax);
  request.contextValues?.set(messageKey, decodeBody(input, message, { fields: "every" }));
  const empty = form.isEnveloped ? EMPTY_FRAME : EMPTY_JSON;
  const header = new Headers(request.header);
  header.delete("content-encoding");
  if (header.has("content-length")) header.set("content-length", String(empty.length));
  return { request: { ...request, header, url: withEmptyMessage(request) }, body: empty };
}

/** The address of a Connect GET, whose query holds the message, with an empty one. */
function withEmptyMessage({ method, url }: UniversalServerRequest): string {
  if (method !== "GET") return url;
  const target = new URL(url);
  target.searchParams.set("message", "{}");
  target.searchParams.delete("base64");
  target.searchParams.delete("compression");
  return target.href;
}

function essenceOf(headers: Headers): string {
  return (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

function tooLarge(bytesMax: number): Error {
  const sentence = `Unpacked, the request is larger than the ${bytesMax} bytes that the plan allows. Send less data.`;
  return platenError("too_large", sentence);
}

/** Why a request could not be decoded, as an error of the closed list that names the place and what to do. */
export function undecodable(input: DescMessage, headers: Headers, body: Uint8Array, bytesMax: number): Error {
  const contentType = essenceOf(headers);
  try {
    const message = unpacked(headers, body, contentType.startsWith("application/grpc"), bytesMax);
    if (!JSON_TYPES.has(contentType)) fromBinary(input, message);
  } catch (cause) {
    if (cause instanceof ConnectError) return cause;
    return platenError("invalid_argument", sentenceOf(input, cause), { cause });
  }
  const sentence = `The request can't be read: its headers or its framing are not what ${input.typeName} needs.`;
  return platenError("invalid_argument", `${sentence} Send it by a client of Connect, gRPC or gRPC-Web.`);
}

/** The message out of its frame and its compression. */
function unpacked(headers: Headers, body: Uint8Array, isEnveloped: boolean, bytesMax: number): Uint8Array {
  const message = isEnveloped ? framed(body) : body;
  const encoding = headers.get(isEnveloped ? "grpc-encoding" : "content-encoding") ?? "identity";
  const isPacked = encoding !== "identity" && (!isEnveloped || ((body[0] ?? 0) & 1) === 1);
  if (!isPacked) return message;
  const unpack = UNPACKERS.get(encoding);
  if (unpack === undefined) {
    const known = [...UNPACKERS.keys()].join(" or ");
    throw platenError("unsupported_media_type", `There is no compression '${encoding}' here. Send ${known}, or none.`);
  }
  try {
    return unpack(message, { maxOutputLength: bytesMax });
  } catch (cause) {
    const isTooLarge = cause instanceof Error && "code" in cause && cause.code === "ERR_BUFFER_TOO_LARGE";
    throw isTooLarge
      ? tooLarge(bytesMax)
      : platenError("invalid_argument", `The request is not the ${encoding} data that it says it is. Send it again.`);
  }
}

/** The one message of a body; whatever else it holds is no request of a unary method. */
function framed(body: Uint8Array): Uint8Array {
  const message = body.subarray(ENVELOPE_BYTES);
  const announced = body.length < ENVELOPE_BYTES ? Number.NaN : Buffer.from(body).readUInt32BE(1);
  if (announced === message.length) return message;
  const sentence = "The body is not one message in the frame of gRPC: five bytes with its length, then so many bytes.";
  throw platenError("invalid_argument", `${sentence} Send it by a client of gRPC.`);
}

/** Bounded, so that a small request can't grow without end. */
type Unpack = (packed: Uint8Array, options: { readonly maxOutputLength: number }) => Uint8Array;

const UNPACKERS: ReadonlyMap<string, Unpack> = new Map<string, Unpack>([
  ["gzip", gunzipSync],
  ["br", brotliDecompressSync],
]);

/** What the library says, in a sentence that names the message. */
function sentenceOf(input: DescMessage, cause: unknown): string {
  const said = cause instanceof Error ? cause.message : String(cause);
  const reason = said.replace(/^cannot decode (?:message )?[\w.]+ from binary: /, "");
  return `The request is not a ${input.typeName}: ${reason}. Compare it with the service's definition.`;
}
