import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import type { CallToolResult } from "@modelcontextprotocol/server";
import { type ErrorAnswer, errorBodyOf, oneLine, type ToolDefinition } from "../../core/methods/index.ts";

/** Where the machine form of an error stands. Not in `structuredContent`: older clients refuse it on errors. */
const ERROR_META = "platen/error";

/** A tool's answer: text for the model with its pictures, and the same facts in structured form. */
export function success(tool: ToolDefinition, answer: JsonValue): CallToolResult {
  const { pictures, rest } = tool.pictured(answer);
  const images = pictures.map(({ base64: data, mediaType: mimeType }) => ({ type: "image", data, mimeType }) as const);
  return { content: [{ type: "text", text: tool.text(rest) }, ...images], structuredContent: objectOf(rest) };
}

/** A tool's error: `<status> <code>: <sentence>`, then offending paths or findings, then the table of fields. */
export function failure(answer: ErrorAnswer): CallToolResult {
  const { detail } = answer;
  const paths = detail.details.map(({ path, rule, expected }) => row([path, rule, expected ?? ""]));
  const fields = detail.fields.map(({ path, type, required, example }) =>
    row([path, type, required ? "required" : "optional", example]),
  );
  const findings = detail.diagnostics.flatMap(({ line, column, severity, code, message, repair }) => [
    row([`${line}:${column}`, severity, code, message]),
    ...(repair === undefined ? [] : [`\t→ ${oneLine(repair.title)}`]),
  ]);
  const sections = [[`${answer.status} ${answer.code}: ${oneLine(detail.error)}`], paths, findings, fields];
  const text = sections.flatMap((lines) => (lines.length === 0 ? [] : [lines.join("\n")])).join("\n\n");
  const machine: JsonObject = { status: answer.status, ...objectOf(JSON.parse(errorBodyOf(answer))) };
  // Over HTTP it is a header, which nobody sees who calls a tool.
  if (detail.retryAfterSeconds !== undefined) machine["retryAfterSeconds"] = detail.retryAfterSeconds;
  return { content: [{ type: "text", text }], isError: true, _meta: { [ERROR_META]: machine } };
}

/** A row stays one row, whatever a name or a value holds. */
function row(cells: readonly string[]): string {
  return cells.map(oneLine).join("\t");
}

function objectOf(value: JsonValue): JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
