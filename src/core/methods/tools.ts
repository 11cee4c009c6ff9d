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
        inputSchema: messageSchema(descriptor.input, { documentation, direction: "request" }),
        outputSchema: messageSchema(descriptor.output, { documentation, direction: "response" }),
        text: (answer) => (text === undefined ? JSON.stringify(answer) : writtenOut(text, answer)),
      },
    ];
  });
}

function writtenOut(template: ToolText, answer: JsonValue): string {
  if (template.each === "") return filled(template.line, answer);
  const items = isObject(answer) ? answer[template.each] : undefined;
  if (!Array.isArray(items) || items.length === 0) return template.empty;
  return items.map((item) => filled(template.line, item)).join("\n");
}

function filled(line: string, source: JsonValue): string {
  const members = isObject(source) ? source : {};
  return line.replaceAll(/\{(\w+)(?:\?([^|}]*)\|([^}]*))?\}/g, (_, name: string, yes?: string, no?: string) => {
    const value = members[name];
    if (yes !== undefined) return value === true ? yes : (no ?? "");
    const text =
      value === undefined || value === null ? "" : typeof value === "object" ? JSON.stringify(value) : `${value}`;
    return text.replaceAll(/\s*[\t\r\n\u2028\u2029]+\s*/g, " ");
  });
}

function isObject(json: JsonValue): json is JsonObject {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
