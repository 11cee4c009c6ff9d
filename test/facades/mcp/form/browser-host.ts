// A host of MCP Apps in headless Chromium, in front of a running service.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { build } from "esbuild";
import { type Browser, chromium, type Frame, type Page } from "playwright-core";
import type { HostRequest, Seen } from "./host/protocol.ts";

/** Debian's place; elsewhere it is named. */
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

/** The policy of the frame between host and page, as an HTTP header: the inner frame inherits it. */
const SANDBOX_POLICY =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "media-src 'self' data:; connect-src 'none'; frame-src 'self'";

/** The headers of whoever fills in a form; the page never sees them. */
export type Credential = Readonly<Record<string, string>>;

/** A form that is open in a page of its own. */
export interface OpenForm extends AsyncDisposable {
  readonly page: Page;
  /** The frame of the form itself. */
  readonly frame: Frame;
  /** What the host saw until now. */
  seen(): Promise<Seen>;
  /** Errors on the page's console, breaches of a policy among them. */
  readonly errors: readonly string[];
}

export interface BrowserHost extends AsyncDisposable {
  open(request: Partial<HostRequest> & Pick<HostRequest, "args">, options?: PageOptions): Promise<OpenForm>;
}

export interface PageOptions {
  readonly width?: number;
  /** Who fills in the form; the host's own person where left out. */
  readonly credential?: Credential;
  readonly colorScheme?: "light" | "dark";
}

/** Starts Chromium and the host's own server, which hands tool calls on with a credential. */
export async function startBrowserHost(baseUrl: string, person: Credential): Promise<BrowserHost> {
  const scripts = new Map([
    ["/host.js", await bundled("host-page.ts")],
    ["/sandbox.js", await bundled("sandbox-page.ts")],
  ]);
  let credential = person;
  const server = createServer((request, response) => {
    answer(request, response, { baseUrl, credential, scripts }).catch((error: unknown) => {
      response.writeHead(502).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
  return {
    open: async (request, options = {}) => {
      credential = options.credential ?? person;
      return openForm(browser, `http://127.0.0.1:${port}/`, request, options);
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function openForm(
  browser: Browser,
  url: string,
  request: Partial<HostRequest> & Pick<HostRequest, "args">,
  { width = 720, colorScheme = "light" }: PageOptions,
): Promise<OpenForm> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: "ja-JP", colorScheme });
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("console", (message) => {
    // The client of the older era looks for a stream of events, which this service has not.
    if (message.type() === "error" && !/405/.test(message.text())) errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  await page.goto(url);
  const whole: HostRequest = {
    era: "modern",
    sandbox: "allow-scripts",
    frame: "single",
    context: { locale: "ja-JP", theme: colorScheme, timeZone: "Asia/Tokyo" },
    ...request,
  };
  await page.evaluate(`window.openForm(${JSON.stringify(whole)})`);
  const frames = page.frames();
  const frame = frames[whole.frame === "double" ? 2 : 1];
  if (frame === undefined) throw new Error(`the page has ${frames.length} frames`);
  return {
    page,
    frame,
    errors,
    seen: async () => (await page.evaluate("window.seen")) as Seen,
    [Symbol.asyncDispose]: () => context.close(),
  };
}

interface Serving {
  readonly baseUrl: string;
  readonly credential: Credential;
  readonly scripts: ReadonlyMap<string, string>;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { baseUrl, credential, scripts }: Serving,
): Promise<void> {
  const path = request.url ?? "/";
  if (path === "/mcp") return handOn(request, response, `${baseUrl}/mcp`, credential);
  const script = scripts.get(path);
  if (script !== undefined) {
    response.writeHead(200, { "content-type": "text/javascript; charset=utf-8" }).end(script);
    return;
  }
  const html = { "content-type": "text/html; charset=utf-8" };
  if (path === "/sandbox.html") {
    response.writeHead(200, { ...html, "content-security-policy": SANDBOX_POLICY }).end(page("sandbox.js"));
  } else if (path === "/") {
    response.writeHead(200, html).end(page("host.js"));
  } else response.writeHead(204).end();
}

function page(script: string): string {
  const style = "html,body{margin:0;height:100%}iframe{border:0;width:100%;height:900px;display:block}";
  return (
    `<!doctype html><html lang="en"><title>Host</title><style>${style}</style>` +
    `<body><div id="place"></div><script src="/${script}"></script></body></html>`
  );
}

async function handOn(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  credential: Credential,
): Promise<void> {
  const headers = new Headers(credential);
  for (const [name, value] of Object.entries(request.headers)) {
    if (/^(accept|content-type|mcp-.*)$/.test(name) && typeof value === "string") headers.set(name, value);
  }
  const method = request.method ?? "GET";
  const body = method === "POST" ? new Uint8Array(await buffer(request)) : null;
  const answered = await fetch(url, { method, headers, body });
  const type = answered.headers.get("content-type") ?? "application/json";
  response.writeHead(answered.status, { "content-type": type }).end(new Uint8Array(await answered.arrayBuffer()));
}

async function bundled(entry: string): Promise<string> {
  const result = await build({
    entryPoints: [new URL(`host/${entry}`, import.meta.url).pathname],
    bundle: true,
    write: false,
    format: "iife",
    logLevel: "error",
    tsconfigRaw: {},
  });
  return result.outputFiles[0]?.text ?? "";
}
