// A host of MCP Apps in a browser's page, built on the official bridge and client: it calls open_form, draws the form's
// page in a sandbox, and keeps what the form says.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";
import type { HostRequest, Seen } from "./protocol.ts";

/** What hosts must apply where a page declares no domains (MCP Apps 2026-01-26, "Content Security Policy"). */
const POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data:; media-src 'self' data:; connect-src 'none'";

const seen: Seen = { links: [], contexts: [], sizes: [], calls: [], answers: [] };
let bridge: AppBridge | null = null;

Object.assign(window, {
  seen,
  openForm: (request: HostRequest) => openForm(request),
  tell: (context: Record<string, unknown>) => bridge?.sendHostContextChange(context),
  tearDown: () => bridge?.teardownResource({}),
});

async function openForm({ era, sandbox, frame, args, context, capabilities, refuseLinks }: HostRequest) {
  const mode = era === "modern" ? ({ pin: "2026-07-28" } as const) : ("legacy" as const);
  const versionNegotiation = { mode };
  const client = new Client({ name: "host", version: "1" }, { versionNegotiation });
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", location.href), { fetch: recording }));
  const { tools } = await client.listTools();
  const tool = tools.find((each) => each.name === "open_form");
  const uri = (tool?._meta?.["ui"] as { resourceUri?: string } | undefined)?.resourceUri ?? "";
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  const html = content !== undefined && "text" in content ? content.text : "";
  const answer = await client.callTool({ name: "open_form", arguments: args });
  seen.answers.push({ uri, mimeType: content?.mimeType, meta: content?._meta, isError: answer.isError === true });

  const offered = capabilities ?? { openLinks: {}, serverTools: {}, updateModelContext: { text: {} } };
  bridge = new AppBridge(client, { name: "host", version: "1" }, offered, { hostContext: context });
  bridge.onopenlink = async ({ url }) => {
    seen.links.push(url);
    return refuseLinks === true ? { isError: true } : {};
  };
  bridge.onupdatemodelcontext = async (params) => {
    seen.contexts.push(params);
    return {};
  };
  bridge.onsizechange = (size) => {
    seen.sizes.push(size);
    const [inner] = document.querySelectorAll("iframe");
    if (inner !== undefined && size.height !== undefined) inner.style.height = `${size.height}px`;
  };
  const ready = new Promise<void>((resolve) => {
    if (bridge !== null) bridge.oninitialized = () => resolve();
  });
  await (frame === "double" ? drawDouble(bridge, html, sandbox) : drawSingle(bridge, html, sandbox));
  await ready;
  await bridge.sendToolInput({ arguments: args });
  await bridge.sendToolResult(answer);
}

/** The bridge hands the form's calls on by itself; they are seen where they leave the page. */
async function recording(url: string | URL, init?: RequestInit): Promise<Response> {
  const message = JSON.parse(typeof init?.body === "string" ? init.body : "{}");
  if (message.method === "tools/call" && message.params.name !== "open_form") seen.calls.push(message.params);
  return fetch(url, init);
}

function frameOf(sandbox: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", sandbox);
  frame.title = "Form";
  document.querySelector("#place")?.replaceChildren(frame);
  return frame;
}

async function drawSingle(app: AppBridge, html: string, sandbox: string): Promise<void> {
  const frame = frameOf(sandbox);
  const inner = frame.contentWindow;
  if (inner === null) throw new Error("the frame has no window");
  await app.connect(new PostMessageTransport(inner, inner));
  frame.srcdoc = html.replace("<head>", `<head><meta http-equiv="Content-Security-Policy" content="${POLICY}">`);
}

/** The page stands in a frame of another origin, which hands messages on (the reference host's way). */
async function drawDouble(app: AppBridge, html: string, sandbox: string): Promise<void> {
  const frame = frameOf("allow-scripts allow-same-origin allow-forms");
  const inner = frame.contentWindow;
  if (inner === null) throw new Error("the frame has no window");
  const ready = new Promise<void>((resolve) => {
    app.onsandboxready = () => resolve();
  });
  await app.connect(new PostMessageTransport(inner, inner));
  frame.src = `${location.protocol}//localhost:${location.port}/sandbox.html`;
  await ready;
  await app.sendSandboxResourceReady({ html, sandbox });
}
