// What a client library needs to know of the REST interface, read from the OpenAPI document, which is made of the
// definition in proto/. A shape that no writer knows stops the generator: a client with a hole would be worse.
import type {
  HeaderObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  ResponseObject,
  SchemaObject,
} from "openapi3-ts/oas31";
import {
  ERROR_CODES,
  facesOf,
  headerFieldsOf,
  type MethodCatalogue,
  platenMethods,
} from "../../src/core/methods/index.ts";
import { openApiOf } from "../../src/facades/openapi/index.ts";

/** The type of a member, as JSON has it. */
export type Type =
  | { readonly kind: "text" | "integer" | "number" | "boolean" | "object" }
  | { readonly kind: "choice"; readonly values: readonly string[] }
  | { readonly kind: "list"; readonly of: Type }
  | { readonly kind: "record"; readonly name: string }
  | { readonly kind: "nullable"; readonly of: Type };

export interface Member {
  readonly name: string;
  readonly type: Type;
  readonly isRequired: boolean;
  readonly text: string;
}

/** An object of requests or answers. */
export interface RecordType {
  readonly name: string;
  readonly text: string;
  readonly members: readonly Member[];
}

/** A header of an answer, by the name of its field in the definition. */
export interface HeaderMember extends Member {
  readonly header: string;
}

export type Answer =
  | { readonly kind: "json"; readonly type: Type }
  /** A file, and what its headers say of it: a record of that name. */
  | { readonly kind: "file"; readonly facts: string; readonly headers: readonly HeaderMember[] };

/** One operation of REST. */
export interface Operation {
  readonly name: string;
  readonly verb: string;
  /** With `{name}` for each of `pathMembers`. */
  readonly path: string;
  readonly text: string;
  readonly pathMembers: readonly Member[];
  readonly queryMembers: readonly Member[];
  /** Whether it takes an idempotency key. */
  readonly hasKey: boolean;
  /** The record that it takes as its body. */
  readonly body: string | null;
  readonly answer: Answer;
  /** The record that is answered instead where the work goes on in the background (202). */
  readonly job: string | null;
  /** The member of the answer that holds the entries, where the answer is a page of a list. */
  readonly entries: { readonly name: string; readonly record: string } | null;
}

/** What the generated part of each client library is written from. */
export interface Contract {
  readonly records: readonly RecordType[];
  readonly operations: readonly Operation[];
  readonly errorCodes: readonly { readonly code: string; readonly status: number; readonly meaning: string }[];
}

/** Headers of requests that the hand-written layer sends by itself. */
const KEY_HEADER = "idempotency-key";
const OWN_HEADERS: readonly string[] = [KEY_HEADER, "prefer"];

/** Documents of other standards are plain objects for a client. */
const PAGE_TOKENS = { asked: "pageToken", answered: "nextPageToken" };

/** The contract of Platen as this state of the definition has it. */
export function platenContract(): Contract {
  return contractOf(openApiOf(platenMethods, { version: "", baseUrl: "" }), platenMethods);
}

function contractOf(document: OpenAPIObject, catalogue: MethodCatalogue): Contract {
  const schemas = Object.entries(document.components?.schemas ?? {}) as [string, SchemaObject][];
  const open = new Set(schemas.filter(([, schema]) => isOpen(schema)).map(([name]) => name));
  const records = schemas.filter(([name]) => !open.has(name)).map(([name, schema]) => recordOf(name, schema, open));
  const byName = new Map(records.map((record) => [record.name, record]));
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Record<string, OperationObject>).map(([verb, operation]) =>
      operationOf({ verb: verb.toUpperCase(), path, operation, open, byName, catalogue }),
    ),
  );
  const facts = operations.flatMap(({ answer }) =>
    answer.kind === "file"
      ? [{ name: answer.facts, text: "What is answered beside a file.", members: answer.headers }]
      : [],
  );
  const errorCodes = Object.entries(ERROR_CODES).map(([code, { status, meaning }]) => ({ code, status, meaning }));
  return { records: [...records, ...facts], operations, errorCodes };
}

function isOpen({ additionalProperties, properties }: SchemaObject): boolean {
  return additionalProperties === true && properties === undefined;
}

function recordOf(name: string, schema: SchemaObject, open: ReadonlySet<string>): RecordType {
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).map(
    ([member, property]): Member => ({
      name: member,
      type: typeOf(property, open, `${name}.${member}`),
      isRequired: required.has(member),
      text: property.description ?? "",
    }),
  );
  return { name, text: schema.description ?? "", members };
}

/** Throws where the schema is of a shape that no client was written for. */
function typeOf(schema: SchemaObject | ReferenceObject, open: ReadonlySet<string>, at: string): Type {
  if ("$ref" in schema && typeof schema.$ref === "string") {
    const name = schema.$ref.slice(schema.$ref.lastIndexOf("/") + 1);
    return open.has(name) ? { kind: "object" } : { kind: "record", name };
  }
  const { type, enum: values, items, format } = schema as SchemaObject;
  if (Array.isArray(type)) {
    const [one, ...others] = type.filter((each) => each !== "null");
    if (one === undefined || others.length > 0) throw new Error(`${at} is of several types`);
    return { kind: "nullable", of: typeOf({ ...schema, type: one } as SchemaObject, open, at) };
  }
  if (values !== undefined) return { kind: "choice", values: values.map(String) };
  if (type === "array" && items !== undefined) return { kind: "list", of: typeOf(items, open, at) };
  if (type === "string" && format !== "binary") return { kind: "text" };
  if (type === "integer" || type === "number" || type === "boolean" || type === "object") return { kind: type };
  throw new Error(`${at} has a type that the generator of client libraries does not know`);
}

interface Described {
  readonly verb: string;
  readonly path: string;
  readonly operation: OperationObject;
  readonly open: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, RecordType>;
  readonly catalogue: MethodCatalogue;
}

function operationOf(described: Described): Operation {
  const { verb, path, operation, open, byName } = described;
  const name = operation.operationId ?? "";
  const parameters = (operation.parameters ?? []) as ParameterObject[];
  const membersIn = (place: string): Member[] =>
    parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({
        name: parameter.name,
        type: typeOf(parameter.schema ?? {}, open, `${name} ${parameter.name}`),
        isRequired: parameter.required === true,
        text: parameter.description ?? "",
      }));
  const headers = membersIn("header").map((member) => member.name);
  const unknown = headers.filter((header) => !OWN_HEADERS.includes(header));
  if (unknown.length > 0) throw new Error(`${name} takes the header ${unknown[0]}, which no client library sends`);
  const body = operation.requestBody as { content: Record<string, { schema: ReferenceObject }> } | undefined;
  const answer = answerOf(described, name);
  const queryMembers = membersIn("query");
  const isPaged = queryMembers.some((member) => member.name === PAGE_TOKENS.asked);
  return {
    ...{ name, verb, path, queryMembers, answer },
    text: [operation.summary ?? "", operation.description ?? ""].filter((text) => text !== "").join("\n\n"),
    pathMembers: membersIn("path"),
    hasKey: headers.includes(KEY_HEADER),
    body: body === undefined ? null : recordNameOf(body.content["application/json"]?.schema, name),
    job: jobOf(operation, name),
    entries: isPaged ? entriesOf(answer, byName, name) : null,
  };
}

function recordNameOf(schema: SchemaObject | ReferenceObject | undefined, at: string): string {
  const type = typeOf(schema ?? {}, new Set(), at);
  if (type.kind !== "record") throw new Error(`${at} takes or answers no named record`);
  return type.name;
}

function jobOf({ responses }: OperationObject, at: string): string | null {
  const accepted = responses?.["202"] as ResponseObject | undefined;
  return accepted === undefined ? null : recordNameOf(accepted.content?.["application/json"]?.schema, at);
}

function answerOf({ operation, open, catalogue }: Described, name: string): Answer {
  const { content = {}, headers = {} } = (operation.responses?.["200"] ?? {}) as ResponseObject;
  if (content["application/pdf"] !== undefined) return fileAnswer(catalogue, name, headers as Headers);
  const [media] = Object.values(content);
  return { kind: "json", type: typeOf(media?.schema ?? {}, open, name) };
}

type Headers = Readonly<Record<string, HeaderObject>>;

/** Headers are called as their fields are in the definition. */
function fileAnswer(catalogue: MethodCatalogue, name: string, headers: Headers): Answer {
  const method = catalogue.methods.find(({ descriptor }) => descriptor.localName === name);
  if (method === undefined) throw new Error(`${name} is no method of the definition`);
  const { output } = method.descriptor;
  const members = headerFieldsOf(output).map((field): HeaderMember => {
    const { header } = facesOf(field);
    const described = headers[header];
    const type = typeOf(described?.schema ?? {}, new Set(), `${name} ${header}`);
    const text = described?.description ?? "";
    return { name: field.jsonName, header, type, isRequired: described?.required === true, text };
  });
  return { kind: "file", facts: output.name, headers: members };
}

function entriesOf(answer: Answer, byName: ReadonlyMap<string, RecordType>, at: string): Operation["entries"] {
  const members = answer.kind === "json" && answer.type.kind === "record" ? byName.get(answer.type.name)?.members : [];
  const lists = (members ?? []).flatMap(({ name, type }) =>
    type.kind === "list" && type.of.kind === "record" ? [{ name, record: type.of.name }] : [],
  );
  const [only, ...others] = lists;
  const hasToken = members?.some((member) => member.name === PAGE_TOKENS.answered) === true;
  if (only === undefined || others.length > 0 || !hasToken) throw new Error(`${at} answers no page of one list`);
  return only;
}
