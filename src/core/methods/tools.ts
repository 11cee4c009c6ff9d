import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import type { ToolImages, ToolText } from "../../../gen/platen/v1/options_pb.ts";
import type { Method, MethodCatalogue } from "./catalogue.ts";
import { type JsonSchema, messageSchema } from "./json-schema.ts";
import { oneLine } from "./one-line.ts";

/** A tool of the tool endpoint, as its list shows it, and the method that it calls. */
export interface ToolDefinition {
  readonly method: Method;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** JSON Schema of the arguments; its root is an object and it has no references. */
  readonly inputSchema: JsonSchema;
  /** JSON Schema of the structured content; its root is an object and it has no references. */
  readonly outputSchema: JsonSchema;
  /** The address of the resource that clients with MCP Apps draw where the tool was called; null for none. */
  readonly view: string | null;
  /** The answer as text, from its JSON form. */
  readonly text: (answer: JsonValue) => string;
  /** The pictures in the answer, and the answer without them, from its JSON form. */
  readonly pictured: (answer: JsonValue) => { readonly pictures: readonly ToolPicture[]; readonly rest: JsonValue };
}

/** A picture in a tool's answer. */
export interface ToolPicture {
  readonly base64: string;
  readonly mediaType: string;
}

/** The tools of a catalogue, in the order of the definition. Who may see which is in `method.roles`. */
export function toolsOf(catalogue: MethodCatalogue): readonly ToolDefinition[] {
  return catalogue.methods.flatMap((method): ToolDefinition[] => {
    const { tool, descriptor } = method;
    if (tool === undefined) return [];
    const { documentation } = catalogue;
    const text = tool.text;
    return [
      {
        method,
        name: tool.name,
        title: tool.title,
        description: tool.description === "" ? `${method.summary}. ${method.description}` : tool.description,
        annotations: {
          title: tool.title,
          readOnlyHint: tool.readOnly,
          destructiveHint: tool.destructive,
          idempotentHint: tool.idempotent,
          openWorldHint: tool.openWorld,
        },
        inputSchema: messageSchema(descriptor.input, { documentation, direction: "request", isForModels: true }),
        outputSchema: withoutPictures(
          messageSchema(descriptor.output, { documentation, direction: "response", isForModels: true }),
          tool.images,
        ),
        view: tool.view === "" ? null : tool.view,
        text: (answer) => (text === undefined ? JSON.stringify(answer) : writtenOut(text, answer)),
        pictured: (answer) => (tool.images === undefined ? { pictures: [], rest: answer } : split(tool.images, answer)),
      },
    ];
  });
}

function withoutPictures(schema: JsonSchema, images: ToolImages | undefined): JsonSchema {
  const { properties } = schema;
  if (images === undefined || typeof properties !== "object" || properties === null) return schema;
  const rest = Object.entries(properties).filter(([name]) => name !== images.each);
  return { ...schema, properties: Object.fromEntries(rest) };
}

/** Pictures are no part of the structured content: a model would read each of them twice, once as letters. */
function split({ each, content, mediaType }: ToolImages, answer: JsonValue): ReturnType<ToolDefinition["pictured"]> {
  if (!isObject(answer)) return { pictures: [], rest: answer };
  const { [each]: members, ...rest } = answer;
  const pictures = (Array.isArray(members) ? members : []).flatMap((member) => {
    const base64 = memberAt(member, content);
    return typeof base64 === "string" ? [{ base64, mediaType }] : [];
  });
  return { pictures, rest };
}

/** The text of an answer: what is said once, then its members, each with what stands beneath it. */
function writtenOut(template: ToolText, answer: JsonValue): string {
  const head = template.head.filter((line) => hasFirst(line, answer)).map((line) => filled(line, answer));
  if (template.each === "") return [...head, filled(template.line, answer)].join("\n");
  const items = isObject(answer) ? answer[template.each] : undefined;
  if (!Array.isArray(items) || items.length === 0) {
    return [...head, ...(saysEmpty(template, answer) ? [template.empty] : [])].join("\n");
  }
  const below = template.below === "" ? [] : items.filter((item) => hasLast(template.below, item));
  return [
    ...head,
    ...items.flatMap((item) => itemLines(template, item)),
    ...below.map((item) => filled(template.below, item)),
  ].join("\n");
}

function saysEmpty({ empty, emptyUnless }: ToolText, answer: JsonValue): boolean {
  return empty !== "" && (emptyUnless === "" || memberAt(answer, emptyUnless) === undefined);
}

function itemLines({ line, beneath }: ToolText, item: JsonValue): readonly string[] {
  return beneath !== "" && hasFirst(beneath, item) ? [filled(line, item), filled(beneath, item)] : [filled(line, item)];
}

/** Whether there is something to say where the line says something first. */
function hasFirst(line: string, source: JsonValue): boolean {
  const [, path] = /\{([\w.]+)/.exec(line) ?? [];
  return path === undefined || isSaid(memberAt(source, path));
}

/** Whether there is something to say where the line ends. */
function hasLast(line: string, source: JsonValue): boolean {
  const path = [...line.matchAll(/\{([\w.]+)/g)].at(-1)?.[1];
  return path !== undefined && isSaid(memberAt(source, path));
}

function isSaid(value: JsonValue | undefined): boolean {
  return shown(value) !== "";
}

function filled(line: string, source: JsonValue): string {
  return line.replaceAll(/\{([\w.]+)(?:\?([^|}]*)\|([^}]*))?\}/g, (_, path: string, yes?: string, no?: string) => {
    const value = memberAt(source, path);
    if (yes !== undefined) return value === true ? yes : (no ?? "");
    return oneLine(shown(value));
  });
}

function memberAt(source: JsonValue, path: string): JsonValue | undefined {
  return path
    .split(".")
    .reduce<JsonValue | undefined>((value, name) => (isObject(value) ? value[name] : undefined), source);
}

function shown(value: JsonValue | undefined): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(shown).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : `${value}`;
}

function isObject(json: JsonValue | undefined): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
