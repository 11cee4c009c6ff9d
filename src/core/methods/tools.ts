import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import type { ToolText } from "../../../gen/platen/v1/options_pb.ts";
import type { Method, MethodCatalogue } from "./catalogue.ts";
import { type JsonSchema, messageSchema } from "./json-schema.ts";

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
        outputSchema: messageSchema(descriptor.output, { documentation, direction: "response", isForModels: true }),
        view: tool.view === "" ? null : tool.view,
        text: (answer) => (text === undefined ? JSON.stringify(answer) : writtenOut(text, answer)),
      },
    ];
  });
}

/** The text of an answer: what is said once, then its members, each with what stands beneath it. */
function writtenOut(template: ToolText, answer: JsonValue): string {
  const head = template.head.filter((line) => hasFirst(line, answer)).map((line) => filled(line, answer));
  if (template.each === "") return [...head, filled(template.line, answer)].join("\n");
  const items = isObject(answer) ? answer[template.each] : undefined;
  if (!Array.isArray(items) || items.length === 0) {
    return [...head, ...(saysEmpty(template, answer) ? [template.empty] : [])].join("\n");
  }
  return [...head, ...items.flatMap((item) => itemLines(template, item))].join("\n");
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
  return path === undefined || memberAt(source, path) !== undefined;
}

function filled(line: string, source: JsonValue): string {
  return line.replaceAll(/\{([\w.]+)(?:\?([^|}]*)\|([^}]*))?\}/g, (_, path: string, yes?: string, no?: string) => {
    const value = memberAt(source, path);
    if (yes !== undefined) return value === true ? yes : (no ?? "");
    return shown(value).replaceAll(/\s*[\t\r\n\u2028\u2029]+\s*/g, " ");
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
