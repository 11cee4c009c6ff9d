import type { DescMessage, Message } from "@bufbuild/protobuf";
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
  decodeBinary,
  decodeBody,
  facesOf,
  headerFieldsOf,
  INTERNAL_HEADERS,
  jsonOfText,
  platenError,
} from "../../core/methods/index.ts";
import { unpacked } from "./unpacking.ts";

/** A refusal that is known before the body is read; the protocol's own handler writes it in the protocol's form. */
export const refusalKey = createContextKey<unknown>(undefined, { description: "refusal before the body" });

/** Whether the request was decoded: what fails earlier fails without a word of ours. */
const decodedKey = createContextKey<boolean>(false, { description: "request decoded" });

/** Throws what stands against a request, before the handler reads, unpacks or decodes anything of it. */
export function refuseAtGate(context: HandlerContext): void {
  const refusal = context.values.get(refusalKey);
  if (refusal !== undefined) throw refusal;
}

/** The message of a request, which was read before the handler: the handler itself is given an empty one. */
const messageKey = createContextKey<Message | undefined>(undefined, { description: "message that was read" });

/** What stands against a request whose message was read: its headers say something else. */
const contradictionKey = createContextKey<unknown>(undefined, { description: "contradiction of header and message" });

/**
 * The outermost interceptor: puts the message together. From here on, errors are the services' and carry their detail.
 */
export const takeMessage: Interceptor = (next) => async (request) => {
  const { contextValues, header, method } = request;
  // Reading it, though it is empty, has the library say what is wrong with the headers around it.
  const sent = request.stream ? await lastOf(request.message) : request.message;
  const message = contextValues.get(messageKey) ?? sent;
  if (message === undefined) return next(request);
  try {
    fillFromHeaders(method.input, message, header);
  } catch (thrown) {
    contextValues.set(contradictionKey, thrown);
    throw connectErrorOf(thrown, header.get(INTERNAL_HEADERS.requestId) ?? "");
  }
  contextValues.set(decodedKey, true);
  return next(request.stream ? { ...request, message: only(message) } : { ...request, message });
};

async function lastOf(messages: AsyncIterable<Message>): Promise<Message | undefined> {
  let last: Message | undefined;
  for await (const each of messages) last = each;
  return last;
}

async function* only(message: Message): AsyncGenerator<Message> {
  yield message;
}

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
function sentMessage(
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

/** How a content type carries a message. */
interface Form {
  readonly isJson: boolean;
  /** In a frame of gRPC, which Connect has around the messages of streams too. */
  readonly isEnveloped: boolean;
  /** The header that tells by what the message is packed. */
  readonly encoding: string;
}

const GRPC = { isEnveloped: true, encoding: "grpc-encoding" } as const;
const CONNECT = { isEnveloped: false, encoding: "content-encoding" } as const;
const CONNECT_STREAM = { isEnveloped: true, encoding: "connect-content-encoding" } as const;

/** What tells of the packing of a message, in any protocol. */
const ENCODINGS = [GRPC, CONNECT, CONNECT_STREAM].map(({ encoding }) => encoding);

const GRPC_FORMS: readonly (readonly [string, Form])[] = [
  ["application/grpc", { ...GRPC, isJson: false }],
  ["application/grpc+proto", { ...GRPC, isJson: false }],
  ["application/grpc+json", { ...GRPC, isJson: true }],
  ["application/grpc-web", { ...GRPC, isJson: false }],
  ["application/grpc-web+proto", { ...GRPC, isJson: false }],
  ["application/grpc-web+json", { ...GRPC, isJson: true }],
];

/** The forms of methods that answer one message. */
const FORMS: ReadonlyMap<string, Form> = new Map([
  ["application/json", { ...CONNECT, isJson: true }],
  ["application/proto", { ...CONNECT, isJson: false }],
  ...GRPC_FORMS,
]);

/** The forms of methods that answer a stream. */
const STREAM_FORMS: ReadonlyMap<string, Form> = new Map([
  ["application/connect+json", { ...CONNECT_STREAM, isJson: true }],
  ["application/connect+proto", { ...CONNECT_STREAM, isJson: false }],
  ...GRPC_FORMS,
]);

/** An empty message in JSON. */
const EMPTY_JSON = new TextEncoder().encode("{}");

/** A message in a frame of gRPC, not packed. */
function framed(message: Uint8Array): Uint8Array {
  return Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
}

/** What a request's message is read by. */
export interface MessageTerms {
  /** The bytes that the caller's plan allows, packed or unpacked. */
  readonly bytesMax: number;
  /** Methods that are open to anyone take nothing that has to be unpacked. */
  readonly takesCompression: boolean;
  /** The method answers a stream. */
  readonly isStream: boolean;
}

/**
 * Reads the message of a request, by the same readers whatever the protocol: the library's own unpacks without looking,
 * makes objects of payloads and turns each of their numbers into a double. Answers the request with an empty message in
 * its place, which the handler may read, and `takeMessage` puts in what was read. Null for a content type of no
 * protocol, and for a query without a message: the library has the words for those.
 */
export async function readMessage(
  input: DescMessage,
  request: UniversalServerRequest,
  body: Uint8Array,
  terms: MessageTerms,
): Promise<{ readonly request: UniversalServerRequest; readonly body: Uint8Array } | null> {
  if (request.method === "GET" && !new URL(request.url).searchParams.has("message")) return null;
  const sent = sentMessage(request, body);
  const form = (terms.isStream ? STREAM_FORMS : FORMS).get(essenceOf(sent.headers));
  if (form === undefined) return null;
  const message = await messageBytes(sent.headers, sent.bytes, form, terms);
  const read = form.isJson
    ? decodeBody(input, message, { fields: "every" })
    : decodeBinary(input, message, terms.bytesMax);
  request.contextValues?.set(messageKey, await read);
  const empty = form.isJson ? EMPTY_JSON : new Uint8Array();
  const replaced = form.isEnveloped ? framed(empty) : empty;
  const header = new Headers(request.header);
  for (const name of ENCODINGS) header.delete(name);
  if (header.has("content-length")) header.set("content-length", String(replaced.length));
  return { request: { ...request, header, url: withEmptyMessage(request, form.isJson) }, body: replaced };
}

/** The address of a Connect GET, whose query holds the message, with an empty one. */
function withEmptyMessage({ method, url }: UniversalServerRequest, isJson: boolean): string {
  if (method !== "GET") return url;
  const target = new URL(url);
  target.searchParams.set("message", isJson ? "{}" : "");
  target.searchParams.delete("base64");
  target.searchParams.delete("compression");
  return target.href;
}

function essenceOf(headers: Headers): string {
  return (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
}

/** Why a request could not be decoded, though its message was read: what stands around it. */
export function undecodable(input: DescMessage, request: UniversalServerRequest): Error {
  try {
    sentMessage(request, new Uint8Array());
  } catch (thrown) {
    if (thrown instanceof ConnectError) return thrown;
  }
  const sentence = `The request can't be read: its headers or its framing are not what ${input.typeName} needs.`;
  return platenError("invalid_argument", `${sentence} Send it by a client of Connect, gRPC or gRPC-Web.`);
}

/** The message out of its frame and its compression. */
async function messageBytes(
  headers: Headers,
  body: Uint8Array,
  { isEnveloped, encoding: name }: Form,
  { bytesMax, takesCompression }: MessageTerms,
): Promise<Uint8Array> {
  const message = isEnveloped ? outOfFrame(body) : body;
  const encoding = headers.get(name) ?? "identity";
  const isPacked = encoding !== "identity" && (!isEnveloped || ((body[0] ?? 0) & 1) === 1);
  if (isPacked && !takesCompression) {
    const sentence = `Whoever needs no credential sends nothing packed here. Send it without ${name}.`;
    throw platenError("unsupported_media_type", sentence);
  }
  const bytes = isPacked ? await unpacked(message, encoding, bytesMax) : message;
  if (bytes.length <= bytesMax) return bytes;
  const sentence = `The request is larger than the ${bytesMax} bytes that the plan allows. Send less data.`;
  throw platenError("too_large", sentence);
}

/** The one message of a body; whatever else it holds is no request of a unary method. */
function outOfFrame(body: Uint8Array): Uint8Array {
  const message = body.subarray(ENVELOPE_BYTES);
  const announced =
    body.length < ENVELOPE_BYTES
      ? Number.NaN
      : Buffer.from(body.buffer, body.byteOffset, body.byteLength).readUInt32BE(1);
  if (announced === message.length) return message;
  const sentence = "The body is not one message in the frame of gRPC: five bytes with its length, then so many bytes.";
  throw platenError("invalid_argument", `${sentence} Send it by a client of gRPC.`);
}
