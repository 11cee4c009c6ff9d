import { type DescMessage, fromBinary, fromJson, type JsonValue } from "@bufbuild/protobuf";
import { type ContextValues, createContextKey, type HandlerContext, type Interceptor } from "@connectrpc/connect";
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

/** Bytes before each message of gRPC and gRPC-Web: one of flags, four of length. */
const ENVELOPE_BYTES = 5;

/** What a request's bytes are, as its content type says. */
interface Encoding {
  readonly isJson: boolean;
  readonly isEnveloped: boolean;
}

function encodingOf(contentType: string): Encoding {
  const essence = (contentType.split(";")[0] ?? "").trim().toLowerCase();
  return { isJson: /(?:\/|\+)json$/.test(essence), isEnveloped: essence.startsWith("application/grpc") };
}

/** Why a request could not be decoded, as an error of the closed list that names the place and what to do. */
export function undecodable(input: DescMessage, contentType: string, body: Uint8Array): Error {
  const { isJson, isEnveloped } = encodingOf(contentType);
  const message = isEnveloped ? body.subarray(ENVELOPE_BYTES) : body;
  const isPacked = isEnveloped && ((body[0] ?? 0) & 1) === 1;
  try {
    if (!isPacked && isJson) fromJson(input, jsonValueOf(validJsonText(message)), { ignoreUnknownFields: false });
    else if (!isPacked) fromBinary(input, message);
  } catch (cause) {
    if (cause instanceof Error && cause.name === "ConnectError") return cause;
    return platenError("invalid_argument", sentenceOf(input, cause), { cause });
  }
  const sentence = `The request can't be read: its headers, its compression or its framing is not what ${input.typeName} needs.`;
  return platenError("invalid_argument", `${sentence} Send it by a client of Connect, gRPC or gRPC-Web.`);
}

/** What the library says, in a sentence that names the message. */
function sentenceOf(input: DescMessage, cause: unknown): string {
  const said = cause instanceof Error ? cause.message : String(cause);
  const reason = said.replace(/^cannot decode (?:message )?[\w.]+ from (?:JSON|binary): /, "");
  return `The request is not a ${input.typeName}: ${reason}. Compare it with the service's definition.`;
}

function jsonValueOf(text: string): JsonValue {
  return JSON.parse(text);
}
