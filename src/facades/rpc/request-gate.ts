import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { type DescMessage, fromBinary, fromJsonString } from "@bufbuild/protobuf";
import {
  ConnectError,
  type ContextValues,
  createContextKey,
  type HandlerContext,
  type Interceptor,
} from "@connectrpc/connect";
import type { UniversalServerRequest } from "@connectrpc/connect/protocol";
import { platenError, validJsonText } from "../../core/methods/index.ts";

/** A refusal that is known before the body is read; the protocol's own handler writes it in the protocol's form. */
export const refusalKey = createContextKey<unknown>(undefined, { description: "refusal before the body" });

/** Whether the request was decoded: what fails earlier fails without a word of ours. */
const decodedKey = createContextKey<boolean>(false, { description: "request decoded" });

/** Throws what stands against a request, before the handler reads, unpacks or decodes anything of it. */
export function refuseAtGate(context: HandlerContext): void {
  const refusal = context.values.get(refusalKey);
  if (refusal !== undefined) throw refusal;
}

/** The outermost interceptor: from here on, errors are the services' and carry their detail. */
export const markDecoded: Interceptor = (next) => (request) => {
  request.contextValues.set(decodedKey, true);
  return next(request);
};

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

/** Why a request could not be decoded, as an error of the closed list that names the place and what to do. */
export function undecodable(input: DescMessage, headers: Headers, body: Uint8Array, bytesMax: number): Error {
  const contentType = (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  try {
    const message = unpacked(headers, body, contentType.startsWith("application/grpc"), bytesMax);
    if (/(?:\/|\+)json$/.test(contentType)) {
      fromJsonString(input, validJsonText(message), { ignoreUnknownFields: false });
    } else {
      fromBinary(input, message);
    }
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
      ? platenError(
          "too_large",
          `Unpacked, the request is larger than the ${bytesMax} bytes that the plan allows. Send less data.`,
        )
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
  const reason = said.replace(/^cannot decode (?:message )?[\w.]+ from (?:JSON|binary): /, "");
  return `The request is not a ${input.typeName}: ${reason}. Compare it with the service's definition.`;
}
