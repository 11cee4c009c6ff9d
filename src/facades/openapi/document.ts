import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type {
  HeaderObject,
  MediaTypeObject,
  OpenAPIObject,
  OperationObject,
  ParameterObject,
  ReferenceObject,
  RequestBodyObject,
  ResponseObject,
  ResponsesObject,
  SchemaObject,
} from "openapi3-ts/oas31";
import { OpenApiBuilder } from "openapi3-ts/oas31";
import { ErrorDetailSchema } from "../../../gen/platen/v1/error_pb.ts";
import {
  exactFormOf,
  facesOf,
  fieldAt,
  fieldSchema,
  headerFieldsOf,
  isRequired,
  type JsonSchema,
  jsonFieldsOf,
  type MethodCatalogue,
  messageSchema,
  type PathTemplate,
  type Route,
  routesOf,
  type SchemaContext,
} from "../../core/methods/index.ts";
import { errorResponse, errorsOf } from "./errors.ts";
import { exampleOf, fieldExample } from "./examples.ts";
import { type CodeSample, codeSamples } from "./samples.ts";

/** What the document says beside the methods. */
export interface OpenApiFacts {
  /** The version of the service. */
  readonly version: string;
  /** Where the service is reached, without a slash at the end. */
  readonly baseUrl: string;
}

/** Where the document itself is. */
export const OPENAPI_PATH = "/v1/openapi.json";

/** Messages as components. A message is named by its last name: one package holds them all. */
interface Context {
  readonly catalogue: MethodCatalogue;
  readonly builder: OpenApiBuilder;
  /** The names of the components that are there. */
  readonly seen: Set<string>;
  /** The messages that answers are made of, by full name. */
  readonly answered: ReadonlySet<string>;
  /** Where samples call the service. */
  readonly baseUrl: string;
}

const DESCRIPTION = [
  "Renders published templates (canvases) and JSON data to PDF.",
  "This document describes the envelope of the interface. What a given template takes in `data` is answered per",
  "template, at `/v1/canvases/{canvasId}/schema`.",
].join(" ");

/** Answers that are documents of another standard. They have names, or generators of clients invent some. */
const OPEN_SCHEMAS = {
  JsonSchemaDocument: "A schema of JSON Schema, draft 2020-12.",
  OpenApiDocument: "A document of OpenAPI 3.1.",
} as const;

/** The OpenAPI 3.1 document of a catalogue's REST operations: what they are, take and answer, and nothing more. */
export function openApiOf(catalogue: MethodCatalogue, facts: OpenApiFacts): OpenAPIObject {
  const builder = OpenApiBuilder.create({
    openapi: "3.1.0",
    info: {
      title: "Platen",
      version: facts.version,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: facts.baseUrl }],
    paths: {},
    security: [{ apiKey: [] }, { bearer: [] }],
  });
  builder.addSecurityScheme("apiKey", { type: "apiKey", in: "header", name: "x-api-key", description: "An API key." });
  builder.addSecurityScheme("bearer", {
    type: "http",
    scheme: "bearer",
    description: "The same API key as a bearer token.",
  });
  const answered = messagesOf(catalogue.methods.map((method) => method.descriptor.output));
  const context: Context = { catalogue, builder, seen: new Set(), answered, baseUrl: facts.baseUrl };
  referenceTo(context, ErrorDetailSchema, "response");
  const routes = [...routesOf(catalogue)].sort((left, right) => order(left) - order(right));
  for (const tag of new Set(routes.map(tagOf))) {
    const service = routes.find((route) => tagOf(route) === tag)?.method.descriptor.parent.typeName ?? "";
    builder.addTag({ name: tag, description: catalogue.documentation[service] ?? tag });
  }
  for (const route of routes) addOperation(context, route);
  builder.addTag({ name: "Description", description: "The description of this interface." });
  builder.addPath(OPENAPI_PATH, { get: ownOperation(facts, openSchema(builder, "OpenApiDocument")) });
  return builder.getSpec();

  function order(route: Route): number {
    return catalogue.methods.indexOf(route.method);
  }
}

function openSchema(builder: OpenApiBuilder, name: keyof typeof OPEN_SCHEMAS): ReferenceObject {
  builder.addSchema(name, { type: "object", additionalProperties: true, description: OPEN_SCHEMAS[name] });
  return { $ref: `#/components/schemas/${name}` };
}

function addOperation(context: Context, route: Route): void {
  const path = pathOf(route);
  const item = context.builder.getSpec().paths?.[path] ?? {};
  context.builder.addPath(path, { ...item, [route.binding.verb.toLowerCase()]: operationOf(context, route) });
}

function operationOf(context: Context, route: Route): OperationObject {
  const { method } = route;
  const open = method.roles.has("public");
  const parameters = parametersOf(context, route);
  const body = requestBodyOf(context, route);
  return {
    operationId: operationIdOf(route),
    summary: method.summary,
    ...(method.description === "" ? {} : { description: method.description }),
    tags: [tagOf(route)],
    ...(method.descriptor.deprecated ? { deprecated: true } : {}),
    ...(open ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body === undefined ? {} : { requestBody: body }),
    responses: responsesOf(context, route),
    ...samplesOf(context, route, parameters, body),
  };
}

/** Samples of an operation; none for one whose body is no JSON. */
function samplesOf(
  context: Context,
  route: Route,
  parameters: readonly ParameterObject[],
  body: RequestBodyObject | undefined,
): { readonly "x-codeSamples"?: readonly CodeSample[] } {
  const example: unknown = body?.content["application/json"]?.example;
  if (body !== undefined && example === undefined) return {};
  const examples = new Map(parameters.filter((each) => each.in === "path").map(({ name, example }) => [name, example]));
  const path = pathOf(route).replaceAll(/\{([^}]+)\}/g, (_, name: string) =>
    encodeURIComponent(String(examples.get(name) ?? name)),
  );
  const samples = codeSamples({
    verb: route.binding.verb,
    url: `${context.baseUrl}${path}`,
    hasKey: !route.method.roles.has("public"),
    ...(body === undefined ? {} : { body: example }),
    isFile: isFile(route),
  });
  return { "x-codeSamples": samples };
}

/** The first binding is called as the method is, further ones are numbered. */
function operationIdOf(route: Route): string {
  const name = route.method.descriptor.localName;
  const index = route.method.bindings.indexOf(route.binding);
  return index === 0 ? name : `${name}${index + 1}`;
}

function tagOf(route: Route): string {
  return route.method.descriptor.parent.name.replace(/Service$/, "");
}

/** The path as OpenAPI writes it: variables by their JSON names. */
function pathOf(route: Route): string {
  const { template } = route.binding;
  const parts: string[] = [];
  for (let index = 0; index < template.segments.length; index += 1) {
    const variable = template.variables.find((one) => one.start === index);
    if (variable !== undefined) {
      parts.push(`{${jsonPathOf(route, variable.fieldPath)}}`);
      index = variable.end - 1;
    } else {
      parts.push(literalOf(template, index));
    }
  }
  return `/${parts.join("/")}${template.verb === undefined ? "" : `:${template.verb}`}`;
}

function literalOf(template: PathTemplate, index: number): string {
  const segment = template.segments[index];
  return segment?.kind === "literal" ? segment.text : "*";
}

function jsonPathOf(route: Route, fieldPath: string): string {
  const names = fieldPath.split(".");
  const { input } = route.method.descriptor;
  return names.map((_, index) => fieldAt(input, names.slice(0, index + 1).join(".")).jsonName).join(".");
}

function parametersOf(context: Context, route: Route): ParameterObject[] {
  const { input } = route.method.descriptor;
  const inPath = route.binding.template.variables.map(({ fieldPath }): ParameterObject => {
    const field = fieldAt(input, fieldPath);
    return { name: jsonPathOf(route, fieldPath), in: "path", ...described(context, field), required: true };
  });
  const inHeader = headerFieldsOf(input).map((field): ParameterObject => {
    return {
      name: facesOf(field).header,
      in: "header",
      ...described(context, field),
      required: isRequired(field, "request"),
    };
  });
  const { body } = route.binding;
  if (body === "whole") return [...inPath, ...inHeader];
  const taken = new Set([...elsewhere(route), ...(body === "none" ? [] : [body.name])]);
  const fields = jsonFieldsOf(input).filter((field) => !taken.has(field.name));
  return [...inPath, ...queryParameters(context, fields, "", new Set([input.typeName])), ...inHeader];
}

/** Members of singular messages are query members of their own, joined with dots. */
function queryParameters(
  context: Context,
  fields: readonly DescField[],
  prefix: string,
  above: ReadonlySet<string>,
): ParameterObject[] {
  return fields.flatMap((field): ParameterObject[] => {
    const name = `${prefix}${field.jsonName}`;
    const { message } = field;
    if (message === undefined || message.typeName === "google.protobuf.Timestamp") {
      return [
        { name, in: "query", ...described(context, field), required: prefix === "" && isRequired(field, "request") },
      ];
    }
    if (field.fieldKind !== "message" || message.typeName.startsWith("google.") || above.has(message.typeName))
      return [];
    return queryParameters(context, jsonFieldsOf(message), `${name}.`, new Set([...above, message.typeName]));
  });
}

/** A parameter's text, schema and example. */
function described(
  context: Context,
  field: DescField,
): Pick<ParameterObject, "description" | "deprecated" | "schema"> & { example?: unknown } {
  const { description, examples, deprecated, ...schema } = fieldSchema(field, schemaContext(context, "request"));
  return {
    ...(typeof description === "string" ? { description } : {}),
    ...(deprecated === true ? { deprecated } : {}),
    schema: schemaObject(schema),
    ...(Array.isArray(examples) ? { example: examples[0] } : {}),
  };
}

function requestBodyOf(context: Context, route: Route): RequestBodyObject | undefined {
  const { body } = route.binding;
  if (body === "none") return undefined;
  const { input } = route.method.descriptor;
  if (body === "whole") {
    const without = elsewhere(route);
    const schema = schemaObject(referenceTo(context, input, "request", without));
    const example = exampleOf(input, "request", without);
    return { required: true, content: { "application/json": { schema, example } } };
  }
  if (body.message?.typeName === "google.api.HttpBody") {
    return { required: true, content: { "*/*": { schema: { type: "string", format: "binary" } } } };
  }
  const schema = schemaObject(fieldSchema(body, schemaContext(context, "request")));
  return { required: true, content: { "application/json": { schema } } };
}

function responsesOf(context: Context, route: Route): ResponsesObject {
  const { method } = route;
  const readOnly = method.descriptor.proto.options?.idempotencyLevel === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS;
  const whole = successOf(context, route);
  const responses: ResponsesObject = { "200": whole, ...insteadOf(context, route), ...readingsOf(route, whole) };
  const errors = errorsOf({
    open: method.roles.has("public"),
    body: route.binding.body !== "none",
    renders: !readOnly,
    retries: headerFieldsOf(method.descriptor.input).some((field) => facesOf(field).header === "idempotency-key"),
    checksData: method.descriptor.input.fields.some((field) => exactFormOf(field) !== undefined),
    writesDatasets: method.roles.has("data_write"),
    hasParts: isFileRead(route),
  });
  for (const [status, codes] of errors) {
    const name = `Error${status}${codes.includes("data_contract_violation") ? "Data" : ""}`;
    const response = errorResponse(status, codes);
    const known = context.builder.getSpec().components?.responses?.[name];
    if (known === undefined) context.builder.addResponse(name, response);
    else if (JSON.stringify(known) !== JSON.stringify(response)) throw new Error(`${name} is two answers`);
    responses[String(status)] = { $ref: `#/components/responses/${name}` };
  }
  return responses;
}

function successOf(context: Context, route: Route): ResponseObject {
  const { output } = route.method.descriptor;
  const headers = headersOf(context, output);
  const field = route.binding.responseBody;
  const comment =
    field === undefined
      ? context.catalogue.documentation[output.typeName]
      : context.catalogue.documentation[`${output.typeName}.${field.name}`];
  return { description: comment ?? "The answer.", headers, content: contentOf(context, output, field) };
}

/** The responses to conditional requests and to range requests of files (RFC 9110 §13 and §14). */
function readingsOf(route: Route, whole: ResponseObject): ResponsesObject {
  if (route.binding.verb !== "GET") return {};
  if (!isFileRead(route)) return { "304": UNCHANGED };
  // Some generators take an operation that has the very status 304, and no JSON, for one without an answer.
  return {
    "206": { ...whole, description: "The part that the header `range` asks for." },
    "3XX": { ...UNCHANGED, description: `304: ${UNCHANGED.description}` },
  };
}

const UNCHANGED: ResponseObject = {
  description: "The answer is still the one whose `etag` came in the header `if-none-match`.",
  headers: { "x-request-id": requestIdHeader() },
};

/** Whether the operation returns a stored file. */
function isFileRead(route: Route): boolean {
  return route.binding.verb === "GET" && isFile(route);
}

function isFile({ binding: { responseBody } }: Route): boolean {
  return responseBody !== undefined && facesOf(responseBody).mediaType === "application/pdf";
}

/** Answers that stand under a status of their own, by what their field says of them. */
function insteadOf(context: Context, route: Route): ResponsesObject {
  const { output } = route.method.descriptor;
  const responses: ResponsesObject = {};
  for (const field of output.fields) {
    const status = facesOf(field).answerStatus;
    if (status === 0 || field.fieldKind !== "message") continue;
    const comment = context.catalogue.documentation[`${output.typeName}.${field.name}`];
    responses[String(status)] = {
      description: comment ?? "The answer.",
      headers: headersOf(context, field.message),
      content: contentOf(context, field.message, undefined),
    };
  }
  return responses;
}

function headersOf(context: Context, message: DescMessage): Record<string, HeaderObject> {
  const headers: Record<string, HeaderObject> = { "x-request-id": requestIdHeader() };
  for (const field of headerFieldsOf(message)) {
    headers[facesOf(field).header] = { ...described(context, field), required: isRequired(field, "response") };
  }
  return headers;
}

function contentOf(
  context: Context,
  output: DescMessage,
  field: DescField | undefined,
): Record<string, MediaTypeObject> {
  if (field === undefined) {
    if (output.typeName === "google.api.HttpBody") return { "*/*": { schema: { type: "string", format: "binary" } } };
    const schema = schemaObject(referenceTo(context, output, "response"));
    return { "application/json": { schema, example: exampleOf(output, "response") } };
  }
  const { mediaType } = facesOf(field);
  const { description: _, examples: __, ...schema } = fieldSchema(field, schemaContext(context, "response"));
  const example = fieldExample(field, "response");
  const shown = example === undefined ? {} : { example };
  if (mediaType === "") return { "application/json": { schema: schemaObject(schema), ...shown } };
  if (mediaType === "application/schema+json") {
    return { [mediaType]: { schema: openSchema(context.builder, "JsonSchemaDocument"), ...shown } };
  }
  if (/[/+]json$/.test(mediaType)) return { [mediaType]: { schema: schemaObject(schema), ...shown } };
  // Generators that know no type of files but this one have bytes for it; what is sent is the first one.
  const bytes = { schema: { type: "string", format: "binary" } } as const;
  return { [mediaType]: bytes, "application/octet-stream": bytes };
}

function ownOperation({ baseUrl }: OpenApiFacts, schema: ReferenceObject): OperationObject {
  return {
    operationId: "getOpenApi",
    summary: "Read this description",
    description: "The OpenAPI 3.1 document of this interface.",
    tags: ["Description"],
    security: [],
    responses: {
      "200": {
        description: "The document.",
        headers: { "x-request-id": requestIdHeader() },
        content: { "application/json": { schema } },
      },
      "304": UNCHANGED,
      "500": { $ref: "#/components/responses/Error500" },
    },
    "x-codeSamples": codeSamples({ verb: "GET", url: `${baseUrl}${OPENAPI_PATH}`, hasKey: false, isFile: false }),
  };
}

/** The header that every answer carries. */
function requestIdHeader(): HeaderObject {
  return { description: "The request's identifier.", required: true, schema: { type: "string" } };
}

function elsewhere(route: Route): ReadonlySet<string> {
  return new Set(route.binding.template.variables.map((variable) => variable.fieldPath));
}

function schemaContext(context: Context, direction: SchemaContext["direction"]): SchemaContext {
  return {
    documentation: context.catalogue.documentation,
    direction,
    reference: (message) => referenceTo(context, message, direction),
  };
}

/**
 * A reference to a message's component, which is added when it is first met. A message that stands in requests and in
 * answers is two components, because what must be there differs.
 */
function referenceTo(
  context: Context,
  message: DescMessage,
  direction: SchemaContext["direction"],
  without: ReadonlySet<string> = new Set(),
): JsonSchema {
  const name =
    direction === "request" && context.answered.has(message.typeName) ? `${message.name}Input` : message.name;
  if (!context.seen.has(name)) {
    context.seen.add(name);
    const schema = messageSchema(message, {
      ...schemaContext(context, direction),
      ...{ closedBy: "unevaluatedProperties", without },
    });
    context.builder.addSchema(name, schemaObject(schema));
  }
  return { $ref: `#/components/schemas/${name}` };
}

/** The messages and everything that they are made of, by full name. */
function messagesOf(roots: readonly DescMessage[]): ReadonlySet<string> {
  const names = new Set<string>();
  const queue = [...roots];
  for (let message = queue.pop(); message !== undefined; message = queue.pop()) {
    if (names.has(message.typeName)) continue;
    names.add(message.typeName);
    queue.push(...message.fields.flatMap((field) => field.message ?? []));
  }
  return names;
}

/** OpenAPI 3.1 schemas are JSON Schemas of draft 2020-12; the builder's types only know fewer keywords by name. */
function schemaObject(schema: JsonSchema): SchemaObject {
  return schema as SchemaObject;
}
