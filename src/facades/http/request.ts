import type { IncomingHttpHeaders } from "node:http";
import {
  type DescField,
  type DescMessage,
  type JsonObject,
  type JsonValue,
  type Message,
  mergeFromBinary,
  toBinary,
} from "@bufbuild/protobuf";
import { reflect } from "@bufbuild/protobuf/reflect";
import {
  decodeBody,
  decodeParts,
  facesOf,
  fieldAt,
  type HttpRequest,
  headerFieldsOf,
  INTERNAL_HEADER_PREFIX,
  jsonFieldsOf,
  jsonOfText,
  platenError,
  type Route,
} from "../../core/methods/index.ts";

/** Everything of a request but its body. */
export interface RequestHead {
  readonly verb: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
}

/** What the services look at: the credential, and the span that the caller is in (W3C Trace Context). */
const SERVICE_HEADERS = ["x-api-key", "authorization", "traceparent", "tracestate"];

/** Reads method, target and headers, the same for HTTP/1.1 and HTTP/2. */
export function requestHeadOf(request: HttpRequest): RequestHead {
  const target = (request.url ?? "/").replace(/^https?:\/\/[^/?]*/i, "");
  const mark = target.indexOf("?");
  return {
    verb: request.method ?? "GET",
    path: mark < 0 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? "" : target.slice(mark + 1)),
    headers: headersOf(request.headers),
  };
}

/** The headers of a call of the services: what the edge has set, and the credential as it came. */
export function callHeadersOf(head: RequestHead): Headers {
  const headers = new Headers();
  for (const [name, value] of head.headers) {
    if (name.startsWith(INTERNAL_HEADER_PREFIX) || SERVICE_HEADERS.includes(name)) headers.set(name, value);
  }
  return headers;
}

/** Puts a request message together from the path, the query, the headers and the body. */
export async function requestMessageOf(
  route: Route,
  head: RequestHead,
  pathFields: ReadonlyMap<string, string>,
  body: Uint8Array | undefined,
): Promise<Message> {
  const { input } = route.method.descriptor;
  const elsewhere = new Set([...pathFields.keys()].filter((name) => !name.includes(".")));
  const parts: JsonObject = {};
  for (const [name, text] of pathFields) setPart(parts, input, name, text);
  for (const field of headerFieldsOf(input)) {
    const text = head.headers.get(facesOf(field).header);
    if (text !== null) parts[field.jsonName] = jsonOfText(field, text, `The header ${facesOf(field).header}`);
  }
  readQuery(parts, route, head.query, elsewhere);
  const message = decodeParts(input, parts);
  if (body === undefined) return message;
  const whole = await bodyMessageOf(route, head, body, elsewhere);
  // Binary forms of one message merge field by field, nested ones included: what the path says stands.
  return mergeFromBinary(input, whole, toBinary(input, message));
}

/** Refuses a body of a type that the operation does not take. */
export function checkContentType(route: Route, head: RequestHead, body: Uint8Array): void {
  const type = head.headers.get("content-type") ?? "";
  if (isRawBody(route) || (type === "" && body.length === 0)) return;
  const [essence = "", ...parameters] = type
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.replace(/^charset="?|"$/g, "");
  if (essence !== "application/json") {
    throw platenError("unsupported_media_type", "The body must be JSON: send content-type: application/json.");
  }
  if (charset !== undefined && !/^utf-?8$/.test(charset)) {
    const named = charset.slice(0, 40);
    throw platenError("unsupported_media_type", `The body must be UTF-8, and content-type names charset=${named}.`);
  }
}

async function bodyMessageOf(
  route: Route,
  head: RequestHead,
  body: Uint8Array,
  elsewhere: ReadonlySet<string>,
): Promise<Message> {
  const { input } = route.method.descriptor;
  const target = route.binding.body;
  if (typeof target === "string") return decodeBody(input, body, { without: elsewhere });
  const type = messageTypeOf(target);
  const part = isRawBody(route)
    ? decodeParts(type, {
        contentType: head.headers.get("content-type") ?? "",
        data: Buffer.from(body).toString("base64"),
      })
    : await decodeBody(type, body);
  const whole = decodeParts(input, {});
  reflect(input, whole).set(target, reflect(type, part));
  return whole;
}

/** A `google.api.HttpBody` takes any bytes with their type. */
function isRawBody(route: Route): boolean {
  const target = route.binding.body;
  return typeof target !== "string" && messageTypeOf(target).typeName === "google.api.HttpBody";
}

function messageTypeOf(field: DescField): DescMessage {
  if (field.message === undefined) throw new Error(`${field.toString()} is no message`);
  return field.message;
}

function readQuery(parts: JsonObject, route: Route, query: URLSearchParams, elsewhere: ReadonlySet<string>): void {
  for (const name of new Set(query.keys())) {
    const field = queryField(route, name, elsewhere);
    if (field === undefined) {
      const known = knownMembers(route, elsewhere);
      throw platenError("invalid_argument", `There is no query member '${name.slice(0, 60)}' here; ${known}.`);
    }
    const values = query.getAll(name);
    if (field.fieldKind === "list") {
      place(
        parts,
        name.split("."),
        values.map((text) => jsonOfText(field, text, `The query member '${name}'`)),
      );
    } else {
      if (values.length > 1) {
        throw platenError("invalid_argument", `The query member '${name}' stands twice. Send it once.`);
      }
      place(parts, name.split("."), jsonOfText(field, values[0] ?? "", `The query member '${name}'`));
    }
  }
}

/** The field that a query member fills: names of the JSON form, joined with dots through singular messages. */
function queryField(route: Route, name: string, elsewhere: ReadonlySet<string>): DescField | undefined {
  let message: DescMessage | undefined = route.method.descriptor.input;
  let found: DescField | undefined;
  for (const [depth, part] of name.split(".").entries()) {
    if (message === undefined || message.typeName.startsWith("google.protobuf.")) return undefined;
    const fields: readonly DescField[] = depth === 0 ? fieldsOfQuery(route, elsewhere) : jsonFieldsOf(message);
    found = fields.find((field) => field.jsonName === part);
    if (found === undefined || found.fieldKind === "map") return undefined;
    message = found.fieldKind === "message" ? found.message : undefined;
  }
  const leaf = found?.message?.typeName;
  return leaf === undefined || leaf === "google.protobuf.Timestamp" ? found : undefined;
}

/** The fields that the query may fill: those that neither the path nor a header nor the body gives. */
function fieldsOfQuery({ method, binding }: Route, elsewhere: ReadonlySet<string>): readonly DescField[] {
  const { body } = binding;
  if (body === "whole") return [];
  const isBody = (field: DescField): boolean => typeof body !== "string" && body.name === field.name;
  return jsonFieldsOf(method.descriptor.input).filter((field) => !elsewhere.has(field.name) && !isBody(field));
}

function knownMembers(route: Route, elsewhere: ReadonlySet<string>): string {
  const names = fieldsOfQuery(route, elsewhere).map((field) => field.jsonName);
  return names.length === 0 ? "it takes none" : `it takes ${names.join(", ")}`;
}

function setPart(parts: JsonObject, input: DescMessage, fieldPath: string, text: string): void {
  const names = fieldPath.split(".");
  const fields = names.map((_, index) => fieldAt(input, names.slice(0, index + 1).join(".")));
  const last = fields.at(-1);
  if (last !== undefined)
    place(
      parts,
      fields.map((field) => field.jsonName),
      jsonOfText(last, text, `'${last.jsonName}' in the path`),
    );
}

function place(parts: JsonObject, names: readonly string[], value: JsonValue): void {
  const [name = "", ...rest] = names;
  if (rest.length === 0) {
    parts[name] = value;
    return;
  }
  const nested = parts[name];
  const object = typeof nested === "object" && nested !== null && !Array.isArray(nested) ? nested : {};
  parts[name] = object;
  place(object, rest, value);
}

function headersOf(raw: IncomingHttpHeaders | HttpRequest["headers"]): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(raw)) {
    if (name.startsWith(":") || value === undefined) continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : String(value));
  }
  return headers;
}
