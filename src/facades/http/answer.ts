import type { DescField, DescMessage, Message } from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import {
  type ErrorAnswer,
  encodeField,
  encodeMessage,
  errorBodyOf,
  facesOf,
  hasImplicitPresence,
  headerFieldsOf,
  type Route,
} from "../../core/methods/index.ts";

/** An answer as it goes over HTTP. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** The body was made for this answer alone, and nobody needs it once it is sent. */
  readonly isOnlyCopy: boolean;
}

const JSON_TYPE = "application/json";

/** A response message as an answer: headers from its header fields, the body as the binding says. */
export function answerOf(route: Route, message: Message, extra: Headers): Answer {
  const { output } = route.method.descriptor;
  const instead = insteadOf(output, message);
  const headers = headersOf(instead?.descriptor ?? output, instead?.message ?? message, extra);
  const content =
    instead === undefined
      ? contentOf(output, message, route.binding.responseBody)
      : json(encodeMessage(instead.descriptor, instead.message));
  headers.set("content-type", content.type);
  return { status: instead?.status ?? 200, headers, body: content.body, isOnlyCopy: content.isOnlyCopy };
}

/** The part of a response that is the whole answer under a status of its own, where it is set. */
function insteadOf(
  output: DescMessage,
  message: Message,
): { readonly status: number; readonly descriptor: DescMessage; readonly message: Message } | undefined {
  const reflected = reflect(output, message);
  for (const field of output.fields) {
    const status = facesOf(field).answerStatus;
    if (status === 0 || field.fieldKind !== "message" || !reflected.isSet(field)) continue;
    return { status, descriptor: field.message, message: reflected.get(field).message };
  }
  return undefined;
}

function headersOf(descriptor: DescMessage, message: Message, extra: Headers): Headers {
  const headers = new Headers(extra);
  const reflected = reflect(descriptor, message);
  for (const field of headerFieldsOf(descriptor)) {
    if (hasImplicitPresence(field) || reflected.isSet(field))
      headers.set(facesOf(field).header, String(reflected.get(field)));
  }
  return headers;
}

/** An error as an answer. */
export function errorAnswer(error: ErrorAnswer, extra: Headers): Answer {
  const headers = new Headers(extra);
  for (const [name, value] of error.headers) headers.set(name, value);
  headers.set("content-type", JSON_TYPE);
  return { status: error.status, headers, body: Buffer.from(errorBodyOf(error)), isOnlyCopy: true };
}

interface Content extends Pick<Answer, "body" | "isOnlyCopy"> {
  readonly type: string;
}

function contentOf(output: DescMessage, message: Message, field: DescField | undefined): Content {
  if (field === undefined) return rawContent(output, message) ?? json(encodeMessage(output, message));
  const value = reflect(output, message).get(field);
  const media = facesOf(field).mediaType;
  if (media !== "") {
    // Files come fresh from a thread or the store.
    return { type: media, body: value instanceof Uint8Array ? value : Buffer.from(String(value)), isOnlyCopy: true };
  }
  const nested = field.fieldKind === "message" ? reflect(output, message).get(field).message : undefined;
  const raw = nested === undefined || field.message === undefined ? undefined : rawContent(field.message, nested);
  return raw ?? json(encodeField(output, message, field) ?? null);
}

/** A `google.api.HttpBody` names its type and is its bytes. */
function rawContent(descriptor: DescMessage, message: Message): Content | undefined {
  if (descriptor.typeName !== "google.api.HttpBody") return undefined;
  const reflected = reflect(descriptor, message);
  const [typeField, dataField] = [descriptor.field["contentType"], descriptor.field["data"]];
  if (typeField === undefined || dataField === undefined) throw new Error("google.api.HttpBody is not as we know it");
  const data = reflected.get(dataField);
  const body = data instanceof Uint8Array ? data : new Uint8Array();
  return { type: String(reflected.get(typeField)), body, isOnlyCopy: false };
}

function json(value: unknown): Content {
  return { type: JSON_TYPE, body: Buffer.from(JSON.stringify(value)), isOnlyCopy: true };
}
