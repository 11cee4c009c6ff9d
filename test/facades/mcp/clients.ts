// The ways in which clients speak to the tool endpoint: two generations of the official client, and plain HTTP.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** A tool as a client lists it. */
export interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
}

/** A tool's answer as a client gets it. */
export interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text?: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>> | undefined;
  readonly isError?: boolean | undefined;
  readonly _meta?: Readonly<Record<string, unknown>> | undefined;
}

/** A connected client, reduced to what every generation of it can do. */
export interface ToolClient extends AsyncDisposable {
  tools(): Promise<readonly ListedTool[]>;
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>;
}

/** A kind of client and the era of the protocol that it ends up speaking. */
export interface ClientKind {
  readonly name: string;
  readonly era: "modern" | "legacy";
  connect(baseUrl: string, headers: Readonly<Record<string, string>>): Promise<ToolClient>;
}

type Negotiation = NonNullable<ConstructorParameters<typeof Client>[1]>["versionNegotiation"];

function current(name: string, era: ClientKind["era"], versionNegotiation: NonNullable<Negotiation>): ClientKind {
  return {
    name,
    era,
    async connect(baseUrl, headers) {
      const client = new Client({ name: "test", version: "0" }, { versionNegotiation });
      await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }));
      return {
        tools: async () => (await client.listTools()).tools as readonly ListedTool[],
        call: async (tool, args) => (await client.callTool({ name: tool, arguments: { ...args } })) as ToolAnswer,
        [Symbol.asyncDispose]: () => client.close(),
      };
    },
  };
}

const old: ClientKind = {
  name: "the 1.x client",
  era: "legacy",
  async connect(baseUrl, headers) {
    const client = new OldClient({ name: "test", version: "0" });
    await client.connect(new OldTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }) as never);
    return {
      tools: async () => (await client.listTools()).tools as readonly ListedTool[],
      call: async (tool, args) => (await client.callTool({ name: tool, arguments: { ...args } })) as ToolAnswer,
      [Symbol.asyncDispose]: () => client.close(),
    };
  },
};

/** Every kind of client that must be served. */
export const CLIENTS: readonly ClientKind[] = [
  current("the 2.x client, negotiating", "modern", { mode: "auto" }),
  current("the 2.x client, pinned to 2026-07-28", "modern", { mode: { pin: "2026-07-28" } }),
  current("the 2.x client in the older era", "legacy", { mode: "legacy" }),
  old,
];

/** The text of a tool's answer. */
export function textOf(answer: ToolAnswer): string {
  return answer.content.flatMap(({ text }) => (text === undefined ? [] : [text])).join("\n");
}

/** The eras of the protocol, for requests by plain HTTP. */
export const ERAS = ["modern", "legacy"] as const;

/** One request as each era writes it: headers and the message's text; `params` is JSON text, taken as it is. */
export function requestOf(
  era: (typeof ERAS)[number],
  method: string,
  params: string = "{}",
  id: string = "1",
): { headers: Record<string, string>; body: string } {
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  const message = (text: string): string => `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${text}}`;
  if (era === "legacy") {
    return { headers: { ...headers, "mcp-protocol-version": "2025-11-25" }, body: message(params) };
  }
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "0" },
  };
  const members = params.trim().replace(/^\{/, "").replace(/\}$/, "");
  const whole = `{"_meta":${JSON.stringify(envelope)}${members.trim() === "" ? "" : `,${members}`}}`;
  const { name, uri } = JSON.parse(params) as { name?: string; uri?: string };
  return {
    headers: {
      ...headers,
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(name === undefined && uri === undefined ? {} : { "mcp-name": name ?? uri ?? "" }),
    },
    body: message(whole),
  };
}

/** A JSON-RPC answer. */
export interface RpcAnswer {
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The JSON-RPC answers in a body, whether it came as JSON or as events. */
export function answersIn(text: string): readonly RpcAnswer[] {
  const events = [...text.matchAll(/^data: (.*)$/gm)].map((match) => match[1] ?? "");
  const texts = /^[{[]/.test(text) ? [text] : events;
  return texts.flatMap((one) => JSON.parse(one) as RpcAnswer | RpcAnswer[]);
}
