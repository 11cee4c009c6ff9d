import type { JsonValue } from "@bufbuild/protobuf";
import { ConnectError, type Transport } from "@connectrpc/connect";
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from "@modelcontextprotocol/server";
import {
  type Admit,
  answerHeadersOf,
  cutJson,
  decodeBody,
  encodeMessage,
  errorAnswerOf,
  INTERNAL_HEADERS,
  inSlices,
  isUnary,
  type MemberUse,
  type Method,
  ReadBudget,
  type ToolDefinition,
} from "../../core/methods/index.ts";
import type { Refused } from "./counting.ts";
import { type Resource, serveResources } from "./resources.ts";
import { failure, success } from "./results.ts";

/** One HTTP request's connection: who is calling, what they may see, and what they sent. */
export interface Connection {
  /** Credential and internal headers, as the services take them. */
  readonly headers: Headers;
  /** The tools that the credential may see and call; there are no others for it. */
  readonly tools: readonly ToolDefinition[];
  /** What the credential may read beside; nothing for most. */
  readonly resources: readonly Resource[];
  /** Why messages that say they are tool calls are none, by their ids. */
  readonly faults: ReadonlyMap<unknown, string>;
  /** The JSON objects that calls bring as their arguments, by the calls' ids; none where one brings none. */
  readonly argumentsById: ReadonlyMap<unknown, Uint8Array>;
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal;
  /** Filled by admission and refusals, such as what is left of the caller's rate; a batch shows the last. */
  readonly answerHeaders: Headers;
}

/** What a connection's server stands on. */
export interface ServerOptions {
  readonly transport: Transport;
  readonly admit: Admit;
  readonly version: string;
  readonly refused?: Refused;
  readonly onError: (error: unknown) => void;
}

/** What a call without arguments brings. */
const NO_ARGUMENTS: Uint8Array = new TextEncoder().encode("{}");

/** Far longer than an id of ours; what is no id is refused by its own rule. */
const ID_BYTES_MAX = 65_536;

/** Names no tool: which ones there are is the caller's own list, and each describes itself. */
const INSTRUCTIONS = "Platen renders published document templates (invoices, reports, schedules) to PDF.";

/** Whoever has this tool writes templates. */
const AUTHORS_TOOL = "check_document";

/** Said to whoever may write templates; the resources themselves say the rest. */
const AUTHOR_INSTRUCTIONS =
  "Templates are written in the .rpt language: read its one-page reference among the resources before writing one, " +
  "and start from the example that is nearest.";

/** Lists are the caller's own; a shared cache must not hand them to another credential. */
const PRIVATE = { ttlMs: 0, cacheScope: "private" } as const;

/** A server for one request; it holds nothing between requests. */
export function serverFor(connection: Connection, options: ServerOptions): Server {
  const cacheHints = { "tools/list": PRIVATE, "resources/list": PRIVATE, "resources/read": PRIVATE };
  const hasResources = connection.resources.length > 0;
  const authors = connection.resources.some((resource) => resource.openedBy === AUTHORS_TOOL);
  const server = new Server(
    { name: "platen", title: "Platen", version: options.version },
    {
      capabilities: { tools: {}, ...(hasResources ? { resources: {} } : {}) },
      instructions: authors ? `${INSTRUCTIONS} ${AUTHOR_INSTRUCTIONS}` : INSTRUCTIONS,
      cacheHints,
    },
  );
  if (hasResources) serveResources(server, connection.resources);
  server.setRequestHandler("tools/list", () => ({ tools: connection.tools.map(listed) }));
  server.setRequestHandler("tools/call", (request, context) => {
    const fault = connection.faults.get(context.mcpReq.id);
    if (fault !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, fault);
    const tool = connection.tools.find((candidate) => candidate.name === request.params.name);
    // A hidden tool answers exactly like an unknown one.
    if (tool === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${request.params.name}`);
    }
    return resultOf(tool, context.mcpReq.id, connection, options);
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
    // Hosts of before 2026-01-26 read the flat name.
    ...(tool.view === null ? {} : { _meta: { ui: { resourceUri: tool.view }, "ui/resourceUri": tool.view } }),
  };
}

/** The answer, or the error, as a tool's result: what is thrown here would reach the client word for word. */
async function resultOf(
  tool: ToolDefinition,
  callId: string | number,
  connection: Connection,
  options: ServerOptions,
): Promise<CallToolResult> {
  const requestId = connection.headers.get(INTERNAL_HEADERS.requestId) ?? "";
  try {
    return success(
      tool,
      await answerOf(tool, connection.argumentsById.get(callId) ?? NO_ARGUMENTS, connection, options),
    );
  } catch (thrown) {
    if (!(thrown instanceof ConnectError)) {
      options.onError(thrown);
      options.refused?.(tool.method.descriptor.name, "internal");
    }
    const answer = errorAnswerOf(thrown, requestId);
    addHeaders(connection, answer.headers);
    return failure(answer);
  }
}

/** Calls the tool's method through the services. */
async function answerOf(
  tool: ToolDefinition,
  argumentsJson: Uint8Array,
  connection: Connection,
  { admit, transport, refused }: ServerOptions,
): Promise<JsonValue> {
  const { method } = tool;
  const { descriptor } = method;
  if (!isUnary(descriptor)) throw new Error(`${method.name} is no unary method`);
  const headers = new Headers(connection.headers);
  const admission = await admit({ method, headers, pathFields: await organizationFieldOf(argumentsJson) });
  addHeaders(connection, answerHeadersOf(admission.headers));
  headers.set(INTERNAL_HEADERS.admission, admission.token);
  const message = await counted(method, refused, () => decodeBody(descriptor.input, argumentsJson));
  const answer = await transport.unary(descriptor, connection.signal, undefined, headers, message);
  return encodeMessage(descriptor.output, answer.message);
}

/** Arguments that are no message of the method are refused here, between admission and the services, and told of. */
async function counted<Value>(
  { descriptor }: Method,
  refused: Refused | undefined,
  decode: () => Promise<Value>,
): Promise<Value> {
  try {
    return await decode();
  } catch (thrown) {
    if (thrown instanceof ConnectError) refused?.(descriptor.name, errorAnswerOf(thrown, "").code);
    throw thrown;
  }
}

/** The organization to act for, which decides whose plan and rate count before the rest of the arguments is read. */
async function organizationFieldOf(argumentsJson: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const useOf = (name: string): MemberUse => (name === "organizationId" ? { bytesMax: ID_BYTES_MAX } : "none");
  const { text } = await inSlices(cutJson(argumentsJson, useOf, new ReadBudget(ID_BYTES_MAX)));
  const given: { organizationId?: unknown } = JSON.parse(text);
  return typeof given.organizationId === "string" ? new Map([["organization_id", given.organizationId]]) : new Map();
}

function addHeaders(connection: Connection, headers: Headers): void {
  for (const [name, value] of headers) connection.answerHeaders.set(name, value);
}
