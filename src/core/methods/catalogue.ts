import {
  type DescField,
  type DescFile,
  type DescMessage,
  type DescMethod,
  type DescMethodUnary,
  getOption,
  hasOption,
} from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { http as httpOption } from "../../../gen/google/api/annotations_pb.ts";
import type { HttpRule } from "../../../gen/google/api/http_pb.ts";
import {
  type FieldFaces,
  field as fieldOption,
  type MethodFaces,
  method as methodOption,
  Role,
  type Tool,
} from "../../../gen/platen/v1/options_pb.ts";
import { type PathTemplate, parsePathTemplate } from "./path-template.ts";

/** What a credential is good for, as words. */
export type RoleName = "public" | "render" | "data_write" | "person" | "operator";

/** One way to call a method over REST. */
export interface HttpBinding {
  /** The HTTP method, in capitals. */
  readonly verb: string;
  readonly template: PathTemplate;
  /** The JSON body: the whole request but what the path gives, one field of it, or none. */
  readonly body: "none" | "whole" | DescField;
  /** The field of the response that the answer's body is; nothing means the whole response. */
  readonly responseBody: DescField | undefined;
}

/** A method of a service with all of its faces. */
export interface Method {
  readonly descriptor: DescMethod;
  /** The full name, such as `platen.v1.RenderService.RenderCanvas`. */
  readonly name: string;
  /** The path over Connect and gRPC, such as `/platen.v1.RenderService/RenderCanvas`. */
  readonly rpcPath: string;
  readonly roles: ReadonlySet<RoleName>;
  readonly bindings: readonly HttpBinding[];
  readonly tool: Tool | undefined;
  /** What a person must have allowed the client that calls in their name; null where any sign-in does. */
  readonly scope: string | null;
  /** Whether the method is there only for a person who belongs to more than one organization. */
  readonly needsSeveralOrganizations: boolean;
  /** The first paragraph of the method's comment. */
  readonly summary: string;
  /** The rest of the method's comment. */
  readonly description: string;
}

/** Every method of a definition, and the documentation of everything in it. */
export interface MethodCatalogue {
  readonly methods: readonly Method[];
  /** Comments by full name: services, methods, messages, fields (`message.field`), values. */
  readonly documentation: Readonly<Record<string, string>>;
}

/** A definition: descriptors, and the comments that compiled descriptors lack. */
export interface Definition {
  readonly files: readonly DescFile[];
  readonly documentation: Readonly<Record<string, string>>;
}

/**
 * Reads the methods of a definition. A contradiction in the proto files throws, naming the method: it is found at the
 * first start and by every test.
 */
export function catalogueOf(definition: Definition): MethodCatalogue {
  const services = definition.files.flatMap((file) => file.services);
  const methods = services.flatMap((service) =>
    service.methods.map((method) => methodOf(method, definition.documentation)),
  );
  refuseDoubles(
    methods.flatMap((method) => method.bindings.map((binding) => `${binding.verb} ${binding.template.source}`)),
  );
  refuseDoubles(methods.flatMap((method) => (method.tool === undefined ? [] : [`tool ${method.tool.name}`])));
  return { methods, documentation: definition.documentation };
}

/** How a field appears outside of messages. */
export const facesOf: (field: DescField) => FieldFaces = once((field) => getOption(field, fieldOption));

/** The field of a message whose bytes are the exact JSON text of the given field, if there is one. */
export const exactFormOf: (field: DescField) => DescField | undefined = once((field) =>
  field.parent.fields.find((other) => facesOf(other).exactJsonOf === field.name),
);

/** The fields that are members of the JSON form: all but headers and exact forms of others. */
export const jsonFieldsOf: (message: DescMessage) => readonly DescField[] = once((message) =>
  message.fields.filter((field) => facesOf(field).header === "" && facesOf(field).exactJsonOf === ""),
);

/** The fields that travel as HTTP headers. */
export const headerFieldsOf: (message: DescMessage) => readonly DescField[] = once((message) =>
  message.fields.filter((field) => facesOf(field).header !== ""),
);

/** Reading an option decodes it; descriptors never change, so each is asked once. */
function once<Descriptor extends object, Answer>(
  read: (descriptor: Descriptor) => Answer,
): (from: Descriptor) => Answer {
  const known = new WeakMap<Descriptor, { readonly answer: Answer }>();
  return (descriptor) => {
    const found = known.get(descriptor);
    if (found !== undefined) return found.answer;
    const answer = read(descriptor);
    known.set(descriptor, { answer });
    return answer;
  };
}

/** Whether an absent value of the field can't be told from an empty one, so that it always has a value. */
export function hasImplicitPresence(field: DescField): boolean {
  return field.presence === FeatureSet_FieldPresence.IMPLICIT;
}

/** Whether a method takes one message and answers one. */
export function isUnary(method: DescMethod): method is DescMethodUnary {
  return method.methodKind === "unary";
}

function methodOf(descriptor: DescMethod, documentation: Readonly<Record<string, string>>): Method {
  const name = `${descriptor.parent.typeName}.${descriptor.name}`;
  const faces: MethodFaces = getOption(descriptor, methodOption);
  const [summary = "", ...rest] = (documentation[name] ?? "").split("\n\n");
  const method: Method = {
    descriptor,
    name,
    rpcPath: `/${descriptor.parent.typeName}/${descriptor.name}`,
    roles: new Set(faces.roles.map(roleName)),
    bindings: bindingsOf(descriptor),
    tool: faces.tool,
    scope: faces.scope === "" ? null : faces.scope,
    needsSeveralOrganizations: faces.severalOrganizations,
    summary: summary.replaceAll("\n", " "),
    description: rest.map((paragraph) => paragraph.replaceAll("\n", " ")).join("\n\n"),
  };
  refuseContradictions(method);
  return method;
}

function roleName(role: Role): RoleName {
  switch (role) {
    case Role.PUBLIC:
      return "public";
    case Role.RENDER:
      return "render";
    case Role.DATA_WRITE:
      return "data_write";
    case Role.PERSON:
      return "person";
    case Role.OPERATOR:
      return "operator";
    default:
      throw new Error(`${role} is no role that a method can have`);
  }
}

function bindingsOf(method: DescMethod): readonly HttpBinding[] {
  if (!hasOption(method, httpOption)) return [];
  const rule = getOption(method, httpOption);
  return [rule, ...rule.additionalBindings].map((binding) => bindingOf(method, binding));
}

function bindingOf(method: DescMethod, rule: HttpRule): HttpBinding {
  const { verb, path } = verbAndPath(method, rule);
  const template = parsePathTemplate(path);
  for (const variable of template.variables) fieldAt(method.input, variable.fieldPath);
  return {
    verb,
    template,
    body: bodyOf(method, rule.body),
    responseBody: rule.responseBody === "" ? undefined : fieldAt(method.output, rule.responseBody),
  };
}

function bodyOf(method: DescMethod, body: string): HttpBinding["body"] {
  if (body === "") return "none";
  if (body === "*") return "whole";
  const field = fieldAt(method.input, body);
  if (field.fieldKind !== "message")
    throw new Error(`${method.input.typeName}.${body} is no message, so it can't be a body`);
  return field;
}

function verbAndPath(method: DescMethod, rule: HttpRule): { verb: string; path: string } {
  switch (rule.pattern.case) {
    case "get":
    case "put":
    case "post":
    case "delete":
    case "patch":
      return { verb: rule.pattern.case.toUpperCase(), path: rule.pattern.value };
    case "custom":
      return { verb: rule.pattern.value.kind.toUpperCase(), path: rule.pattern.value.path };
    case undefined:
      throw new Error(`${method.parent.typeName}.${method.name}: google.api.http names no path`);
  }
}

/** Follows names of the proto file, joined with dots, through singular messages. */
export function fieldAt(message: DescMessage, path: string): DescField {
  const [name = "", ...rest] = path.split(".");
  const field = message.fields.find((candidate) => candidate.name === name);
  if (field === undefined) throw new Error(`${message.typeName} has no field '${name}'`);
  if (rest.length === 0) return field;
  if (field.fieldKind !== "message") throw new Error(`${message.typeName}.${name} has no fields of its own`);
  return fieldAt(field.message, rest.join("."));
}

function refuseContradictions(method: Method): void {
  const fail = (message: string): never => {
    throw new Error(`${method.name}: ${message}`);
  };
  const faced = method.bindings.length > 0 || method.tool !== undefined;
  if (method.roles.size === 0) fail("no role may call it");
  if (faced && method.descriptor.methodKind !== "unary") fail("a stream can't be a REST operation or a tool");
  if (faced && method.roles.has("operator")) fail("a method for the operator is on no public face");
  if (method.scope !== null && !method.roles.has("person")) fail("only people have scopes");
  if (faced && method.roles.has("person") && method.scope === null && !method.needsSeveralOrganizations)
    fail("it names no scope that a person has to allow");
  for (const field of [...method.descriptor.input.fields, ...method.descriptor.output.fields]) {
    const sibling = facesOf(field).exactJsonOf;
    if (sibling !== "" && fieldAt(field.parent, sibling).fieldKind === "scalar")
      fail(`${field.name}: ${sibling} is no JSON`);
  }
}

function refuseDoubles(names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) throw new Error(`${name} is defined twice`);
    seen.add(name);
  }
}
