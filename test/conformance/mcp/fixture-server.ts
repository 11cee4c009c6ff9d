// What the conformance suite of MCP asks of a server that it tests: tools, resources and prompts of fixed names, behind
// the product's own transport. It answers in text, pictures and sound what the product's catalogue has no tool for.
import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server, type Tool } from "@modelcontextprotocol/server";

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (words: string) => ({ type: "text", text: words }) as const;
const picture = { type: "image", data: PNG, mimeType: "image/png" } as const;
const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: "resource", resource: { uri, mimeType, text: words } }) as const;

/** Tells how far a call is; the client asked for it by a token. */
type Tell = (progress: number) => Promise<void>;

const TOOLS: Readonly<Record<string, (tell: Tell) => CallToolResult | Promise<CallToolResult>>> = {
  test_simple_text: () => ({ content: [text("This is a simple text response for testing.")] }),
  test_image_content: () => ({ content: [picture] }),
  test_audio_content: () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }),
  test_embedded_resource: () => ({
    content: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
  }),
  test_multiple_content_types: () => ({
    content: [
      ...[text("Multiple content types test:"), picture],
      resource("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    isError: true,
    content: [text("This tool intentionally returns an error for testing")],
  }),
  async test_tool_with_progress(tell) {
    for (const progress of [0, 50, 100]) await tell(progress);
    return { content: [text("Done.")] };
  },
};

const NOTHING = { type: "object", properties: {}, additionalProperties: false } as const;

/** A schema with the keywords that a server must hand on as they are. */
const SCHEMA_TOOL: Tool = {
  name: "json_schema_2020_12_tool",
  description: "Tool with JSON Schema 2020-12 features",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  },
};

const PROMPTS = [
  { name: "test_simple_prompt", description: "One message." },
  {
    name: "test_prompt_with_arguments",
    description: "Its arguments.",
    arguments: [
      { name: "arg1", description: "The first.", required: true },
      { name: "arg2", description: "The second.", required: true },
    ],
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A resource.",
    arguments: [{ name: "resourceUri", description: "Which one.", required: true }],
  },
  { name: "test_prompt_with_image", description: "A picture." },
];

const RESOURCES = [
  { uri: "test://static-text", name: "static-text", description: "Text.", mimeType: "text/plain" },
  { uri: "test://static-binary", name: "static-binary", description: "A picture.", mimeType: "image/png" },
];

const LIST = { ttlMs: 0, cacheScope: "private" } as const;

/** A server of the suite's catalogue for one request. */
export function fixtureServer(): Server {
  const server = new Server(
    { name: "platen-conformance", title: "Conformance", version: "0" },
    {
      capabilities: { tools: {}, resources: {}, prompts: {}, completions: {} },
      cacheHints: {
        ...{ "tools/list": LIST, "prompts/list": LIST },
        ...{ "resources/list": LIST, "resources/templates/list": LIST, "resources/read": LIST },
      },
    },
  );
  serveTools(server);
  serveResources(server);
  servePrompts(server);
  return server;
}

function serveTools(server: Server): void {
  server.setRequestHandler("tools/list", () => ({
    tools: [
      ...Object.keys(TOOLS).map((name) => ({ name, description: `The suite's ${name}.`, inputSchema: NOTHING })),
      SCHEMA_TOOL,
    ],
  }));
  server.setRequestHandler("tools/call", async (request, context) => {
    const tool = TOOLS[request.params.name];
    if (tool === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${request.params.name}`);
    }
    const progressToken = request.params._meta?.progressToken;
    return tool(async (progress) => {
      if (progressToken === undefined) return;
      const params = { progressToken, progress, total: 100 };
      await context.mcpReq.notify({ method: "notifications/progress", params });
    });
  });
}

function serveResources(server: Server): void {
  server.setRequestHandler("resources/list", () => ({ resources: RESOURCES }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [
      {
        uriTemplate: "test://template/{id}/data",
        name: "template",
        description: "Data.",
        mimeType: "application/json",
      },
    ],
  }));
  server.setRequestHandler("resources/read", (request) => {
    const { uri } = request.params;
    const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
    if (uri === "test://static-text") {
      const words = "This is the content of the static text resource.";
      return { contents: [{ uri, mimeType: "text/plain", text: words }] };
    }
    if (uri === "test://static-binary") return { contents: [{ uri, mimeType: "image/png", blob: PNG }] };
    if (id !== undefined) {
      const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
      return { contents: [{ uri, mimeType: "application/json", text: data }] };
    }
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource: ${uri}`, { uri });
  });
}

function servePrompts(server: Server): void {
  server.setRequestHandler("prompts/list", () => ({ prompts: PROMPTS }));
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0, hasMore: false } }));
  server.setRequestHandler("prompts/get", (request) => {
    const { name, arguments: given = {} } = request.params;
    const user = <Content>(content: Content) => ({ role: "user", content }) as const;
    switch (name) {
      case "test_simple_prompt":
        return { messages: [user(text("This is a simple prompt for testing."))] };
      case "test_prompt_with_arguments":
        return { messages: [user(text(`Prompt with arguments: arg1='${given["arg1"]}', arg2='${given["arg2"]}'`))] };
      case "test_prompt_with_embedded_resource": {
        const uri = given["resourceUri"] ?? "";
        const words = "Embedded resource content for testing.";
        return {
          messages: [
            user(resource(uri, "text/plain", words)),
            user(text("Please process the embedded resource above.")),
          ],
        };
      }
      case "test_prompt_with_image":
        return { messages: [user(picture), user(text("Please analyze the image above."))] };
      default:
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
    }
  });
}
