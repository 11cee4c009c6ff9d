// Holds answers of the server against the OpenAPI document, as a reader of the document would: is the status foreseen,
// are the headers there and of their type, does the body satisfy its schema?
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { OpenAPIObject, OperationObject, ResponseObject } from "openapi3-ts/oas31";

/** An answer as `fetch` gives it, with its body read. */
export interface SeenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Uint8Array;
}

/** Answers what an answer to `verb path` has that the document does not say; an empty list is a good answer. */
export type AnswerChecker = (verb: string, path: string, answer: SeenAnswer) => readonly string[];

/** A checker for one document. Paths and verbs that the document does not have are not its affair. */
export function answerChecker(document: OpenAPIObject): AnswerChecker {
  const ajv = new Ajv2020.default({ strict: false, allErrors: true });
  addFormats.default(ajv, ["date-time"]);
  ajv.addFormat("binary", true);
  ajv.addSchema({ ...document, $id: "document" });
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>();
  const faults = (schema: object | undefined, value: unknown): string => {
    const text = JSON.stringify(schema ?? {}).replaceAll('"#/', '"document#/');
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
    compiled.set(text, validate);
    return validate(value) ? "" : ajv.errorsText(validate.errors);
  };
  return (verb, path, answer) => {
    const operation = operationOf(document, verb, path);
    if (operation === undefined) return [];
    const response = responseOf(document, operation, answer.status);
    if (response === undefined) return [`the status ${answer.status} is not foreseen`];
    const found = headerFaults(response, answer.headers, faults);
    const type = answer.headers.get("content-type") ?? "";
    if (response.content === undefined && answer.body.length === 0) return found;
    const content = response.content?.[type] ?? response.content?.["*/*"];
    if (content === undefined) return [...found, `the type ${type} is not foreseen`];
    const isJson = /[/+]json$/.test(type);
    const text = typeof answer.body === "string" ? answer.body : new TextDecoder().decode(answer.body);
    const fault = isJson ? faults(content.schema, JSON.parse(text)) : "";
    const codes: unknown = response["x-error-codes"];
    const code: unknown = isJson ? Object(JSON.parse(text)).code : undefined;
    const isForeseen = !Array.isArray(codes) || codes.includes(code);
    return [...found, ...(fault === "" ? [] : [fault]), ...(isForeseen ? [] : [`the code ${code} is not foreseen`])];
  };
}

/** Statuses that a document has of `verb path`; null for what it does not have. */
export function documentedStatuses(document: OpenAPIObject): (verb: string, path: string) => readonly number[] | null {
  return (verb, path) => {
    const operation = operationOf(document, verb, path);
    return operation === undefined ? null : Object.keys(operation.responses ?? {}).flatMap(statusesOf);
  };
}

/** The statuses of a key of an operation's responses: `404`, or all of a hundred, `3XX`. */
function statusesOf(key: string): readonly number[] {
  if (!key.endsWith("XX")) return [Number(key)];
  return Array.from({ length: 100 }, (_, at) => 100 * Number(key.charAt(0)) + at);
}

function operationOf(document: OpenAPIObject, verb: string, path: string): OperationObject | undefined {
  // A literal path is meant before one with variables.
  const variables = (template: string): number => template.split("{").length;
  const paths = Object.entries(document.paths ?? {}).sort(([left], [right]) => variables(left) - variables(right));
  for (const [template, item] of paths) {
    const pattern = template.replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll(/\{[^}]+\}/g, "[^/]+");
    if (new RegExp(`^${pattern}$`).test(path)) {
      const operation: unknown = Object.entries(item as object).find(([key]) => key === verb.toLowerCase())?.[1];
      if (operation !== undefined) return operation as OperationObject;
    }
  }
  return undefined;
}

function responseOf(document: OpenAPIObject, operation: OperationObject, status: number): ResponseObject | undefined {
  const { responses = {} } = operation;
  const range = `${Math.floor(status / 100)}XX`;
  const response: ResponseObject | { $ref: string } | undefined = responses[String(status)] ?? responses[range];
  if (response === undefined || !("$ref" in response)) return response;
  const name = String(response.$ref).split("/").at(-1) ?? "";
  return document.components?.responses?.[name] as ResponseObject | undefined;
}

function headerFaults(
  response: ResponseObject,
  headers: Headers,
  faults: (schema: object | undefined, value: unknown) => string,
): string[] {
  return Object.entries(response.headers ?? {}).flatMap(([name, header]) => {
    if ("$ref" in header) return [];
    const value = headers.get(name);
    if (value === null) return header.required === true ? [`the header ${name} is missing`] : [];
    const isNumber = header.schema !== undefined && "type" in header.schema && header.schema.type === "integer";
    const fault = faults(header.schema, isNumber ? Number(value) : value);
    return fault === "" ? [] : [`${name}: ${fault}`];
  });
}
