// A proxy of HTTP before a server that does to requests what networks and proxies do, at a test's word. Programs in
// other languages say the word over HTTP: they PUT faults to /-/faults, and GET from /-/seen what came since they last
// did.
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What becomes of one request. */
export type Fault =
  /** It goes through. */
  | { readonly kind: "none" }
  /** The proxy answers by itself, and the server learns of nothing. */
  | { readonly kind: "answer"; readonly status: number; readonly headers?: AnswerHeaders; readonly body?: string }
  /** The server does its work, and the connection breaks before its answer. */
  | { readonly kind: "lose" }
  /** The connection breaks in the middle of the body. */
  | { readonly kind: "cut" }
  /** The answer ends in good order in the middle of the body, and does not say its length. */
  | { readonly kind: "shorten" }
  /** A bit of the body's last byte arrives changed. */
  | { readonly kind: "damage" }
  /** Nothing is answered. */
  | { readonly kind: "hang" }
  /** Half of the body comes, then nothing. */
  | { readonly kind: "stall" }
  /** The answer is whole, and then the connection ends without a word about it in the headers. */
  | { readonly kind: "leave" };

type AnswerHeaders = Readonly<Record<string, string>>;

/** A request that came. */
export interface SeenRequest {
  readonly verb: string;
  readonly path: string;
  readonly key: string | null;
  readonly range: string | null;
}

export interface MisbehavingProxy extends AsyncDisposable {
  readonly baseUrl: string;
  /** What becomes of the next requests, in their order; those after them go through. */
  next(...faults: readonly Fault[]): void;
  /** What came since the last call. */
  seen(): readonly SeenRequest[];
}

/** Headers that belong to one connection. */
const HOP_BY_HOP = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "host", "date"]);

/** Opens a proxy before a server. */
export async function startMisbehavingProxy(targetUrl: string): Promise<MisbehavingProxy> {
  let faults: Fault[] = [];
  let seen: SeenRequest[] = [];
  const takeSeen = (): readonly SeenRequest[] => {
    const taken = seen;
    seen = [];
    return taken;
  };
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    if (request.url === "/-/faults") {
      faults = JSON.parse(body.toString()) as Fault[];
      return void response.end();
    }
    if (request.url === "/-/seen") return void response.end(JSON.stringify(takeSeen()));
    const { method: verb = "GET", url: path = "/", headers } = request;
    seen.push({ verb, path, key: oneOf(headers, "idempotency-key"), range: oneOf(headers, "range") });
    const fault = faults.shift() ?? { kind: "none" };
    await pass({ request, body, response, fault, targetUrl }).catch(() => void response.destroy());
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    next(...more) {
      faults = [...more];
    },
    seen: takeSeen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Passing {
  readonly request: IncomingMessage;
  readonly body: Buffer;
  readonly response: ServerResponse;
  readonly fault: Fault;
  readonly targetUrl: string;
}

async function pass({ request, body, response, fault, targetUrl }: Passing): Promise<void> {
  if (fault.kind === "hang") return;
  if (fault.kind === "answer") {
    response.writeHead(fault.status, { ...fault.headers });
    response.end(fault.body ?? "");
    return;
  }
  const { method = "GET", url = "/", headers } = request;
  const handed = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    HOP_BY_HOP.has(name) ? [] : [[name, String(value)]],
  );
  const init = {
    method,
    headers: Object.fromEntries(handed),
    ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
  };
  const answer = await fetch(`${targetUrl}${url}`, { ...init, redirect: "manual" });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (fault.kind === "lose") return void response.destroy();
  for (const [name, value] of answer.headers) if (!HOP_BY_HOP.has(name)) response.setHeader(name, value);
  response.statusCode = answer.status;
  sendBody(response, bytes, fault.kind);
}

function sendBody(response: ServerResponse, bytes: Buffer, fault: Fault["kind"]): void {
  const half = bytes.subarray(0, bytes.length >> 1);
  if (fault === "shorten") {
    // Written in two pieces, it has no length.
    response.write(half);
    response.end();
    return;
  }
  response.setHeader("content-length", bytes.length);
  if (fault === "cut" || fault === "stall") {
    response.write(half, () => fault === "cut" && response.destroy());
    return;
  }
  if (fault === "leave") response.once("finish", () => response.socket?.end());
  if (fault === "damage" && bytes.length > 0) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  response.end(bytes);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  return Buffer.concat(parts);
}

function oneOf(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === "string" ? value : null;
}
