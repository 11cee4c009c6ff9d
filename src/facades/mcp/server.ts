import type { Transport } from "@connectrpc/connect";
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from "@modelcontextprotocol/server";
import { type Admit, isUnary, INTERNAL_HEADERS, type ToolDefinition } from "../../core/methods/index.ts";
import { decodeMessage, encodeMessage, errorAnswerOf } from "../../core/methods/index.ts";
import { rawArguments } from "./raw-arguments.ts";
import { failure, success } from "./results.ts";

/** One HTTP request's connection: who is calling, what they may see, and the bytes that they sent. */
export interface Connection {
  /** Credential and internal headers, as the services take them. */
  readonly headers: Headers;
  readonly tools: readonly ToolDefinition[];
  readonly body: string;
}

/** What a connection's server stands on. */
export interface ServerOptions {
  readonly transport: Transport;
  readonly admit: Admit;
  readonly version: string;
}

const INSTRUCTIONS =
  "Platen renders published document templates (invoices, reports, schedules) to PDF. " +
  "Call list_documents to see them, describe_document for the fields of one, then render_document.";

/** Lists are the caller's own; a shared cache must not hand them to another credential. */
const PRIVATE = { ttlMs: 0, cacheScope: "private" } as const;

/** A server for one request; it holds nothing between requests. */
export function serverFor(connection: Connection, options: ServerOptions): Server {
  const server = new Server(
    { name: "platen", title: "Platen", version: options.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS, cacheHints: { "tools/list": PRIVATE } },
  );
  server.setRequestHandler("tools/list", () => ({ tools: connection.tools.map(listed) }));
  server.setRequestHandler("tools/call", async (request, context) => {
    const tool = connection.tools.find((candidate) => candidate.name === request.params.name);
    // A hidden tool answers exactly like an unknown one.
    if (tool === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${request.params.name}`);
    return call(tool, rawArguments(connection.body, context.mcpReq.id), connection, options);
  });
  return server;
}

function listed(tool: ToolDefinition): Tool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: { ...tool.inputSchema, type: "object" },
    outputSchema: { ...tool.outputSchema, type: "object" },
    annotations: tool.annotations,
  };
}

/** Calls the tool's method through the services and writes the answer, or the error, as a tool's result. */
async function call(
  tool: ToolDefinition,
  argumentsText: string,
  connection: Connection,
  options: ServerOptions,
): Promise<CallToolResult> {
  const headers = new Headers(connection.headers);
  const requestId = headers.get(INTERNAL_HEADERS.requestId) ?? "";
  try {
    const { descriptor } = tool.method;
    if (!isUnary(descriptor)) throw new Error(`${tool.method.name} is no unary method`);
    const admission = await options.admit({ method: tool.method, headers, pathFields: new Map() });
    headers.set(INTERNAL_HEADERS.admission, admission.token);
    const message = decodeMessage(descriptor.input, argumentsText);
    const answer = await options.transport.unary(descriptor, undefined, undefined, headers, message);
    return success(tool, encodeMessage(descriptor.output, answer.message));
  } catch (thrown) {
    return failure(errorAnswerOf(thrown, requestId));
  }
}
