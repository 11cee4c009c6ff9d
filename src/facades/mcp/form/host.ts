// The host that the form is drawn in: MCP Apps (2026-01-26) spoken by hand, JSON-RPC 2.0 over postMessage. The official
// class is a convenience of ten times the form's size.

import type { ToolResult } from "./tool-result.ts";

/** What the host says of itself and of the person. */
export interface HostContext {
  readonly theme?: string;
  readonly locale?: string;
  readonly timeZone?: string;
  readonly styles?: { readonly variables?: Readonly<Record<string, string | undefined>> };
  readonly safeAreaInsets?: Readonly<Record<"top" | "right" | "bottom" | "left", number>>;
}

/** What the form listens to. */
export interface HostListener {
  context(context: HostContext): void;
  input(args: Readonly<Record<string, unknown>>): void;
  result(result: ToolResult): void;
  cancelled(): void;
}

type Message = Readonly<Record<string, unknown>>;

const PROTOCOL_VERSION = "2026-01-26";

/** A connection to the window around this one; nobody else is listened to. */
export class Host {
  readonly #listener: HostListener;
  readonly #waiting = new Map<number, { resolve(value: Message): void; reject(error: Error): void }>();
  /** Known once the host has spoken; before that nothing is said that is anyone's secret. */
  #origin = "*";
  #lastId = 0;
  #capabilities: Message = {};

  constructor(listener: HostListener) {
    this.#listener = listener;
    window.addEventListener("message", (event) => {
      if (event.source !== window.parent) return;
      if (event.origin !== "null" && event.origin !== "") this.#origin = event.origin;
      if (isMessage(event.data) && event.data["jsonrpc"] === "2.0") this.#take(event.data);
    });
  }

  /** Shakes hands. The host then says what the tool was called with, and what it answered. */
  async connect(version: string): Promise<void> {
    const answer = await this.#request("ui/initialize", {
      protocolVersion: PROTOCOL_VERSION,
      appInfo: { name: "platen-document-form", version },
      appCapabilities: {},
    });
    if (isMessage(answer["hostCapabilities"])) this.#capabilities = answer["hostCapabilities"];
    if (isMessage(answer["hostContext"])) this.#listener.context(answer["hostContext"]);
    this.#notify("ui/notifications/initialized", {});
  }

  /** Whether the host offers something, such as `serverTools`. */
  can(capability: string): boolean {
    return isMessage(this.#capabilities[capability]);
  }

  /** Calls a tool of the server that the form came from, over the host's own connection. */
  async callTool(name: string, args: Message): Promise<ToolResult> {
    return this.#request("tools/call", { name, arguments: args });
  }

  /** Answers whether the host opened the address. */
  async openLink(url: string): Promise<boolean> {
    const answer = await this.#request("ui/open-link", { url });
    return answer["isError"] !== true;
  }

  /** Tells the model what the person did, without starting a turn of it. */
  async updateModelContext(text: string, structuredContent: Message): Promise<void> {
    if (!this.can("updateModelContext")) return;
    await this.#request("ui/update-model-context", { content: [{ type: "text", text }], structuredContent });
  }

  sizeChanged(width: number, height: number): void {
    this.#notify("ui/notifications/size-changed", { width, height });
  }

  #take(message: Message): void {
    const { id, method } = message;
    if (typeof method !== "string") return this.#settle(message);
    const params = isMessage(message["params"]) ? message["params"] : {};
    if (typeof id === "number" || typeof id === "string") return this.#answer(id, method);
    switch (method) {
      case "ui/notifications/tool-input":
        return this.#listener.input(isMessage(params["arguments"]) ? params["arguments"] : {});
      case "ui/notifications/tool-result":
        return this.#listener.result(params);
      case "ui/notifications/tool-cancelled":
        return this.#listener.cancelled();
      case "ui/notifications/host-context-changed":
        return this.#listener.context(params);
      default:
    }
  }

  /** Nothing is lost at the end: what was sent is rendered, what was not is the host's to keep or drop. */
  #answer(id: number | string, method: string): void {
    const known = method === "ping" || method === "ui/resource-teardown";
    const outcome = known ? { result: {} } : { error: { code: -32601, message: `Method not found: ${method}` } };
    this.#post({ id, ...outcome });
  }

  #settle({ id, result, error }: Message): void {
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (waiting === undefined) return;
    this.#waiting.delete(Number(id));
    if (isMessage(error)) waiting.reject(new Error(String(error["message"] ?? "")));
    else waiting.resolve(isMessage(result) ? result : {});
  }

  #request(method: string, params: Message): Promise<Message> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#post({ id, method, params });
    });
  }

  #notify(method: string, params: Message): void {
    this.#post({ method, params });
  }

  #post(message: Message): void {
    window.parent.postMessage({ jsonrpc: "2.0", ...message }, this.#origin);
  }
}

function isMessage(value: unknown): value is Message {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
