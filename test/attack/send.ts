import { once } from "node:events";
import { type IncomingHttpHeaders, request } from "node:http";
import { connect as connectHttp2, type OutgoingHttpHeaders } from "node:http2";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";

/** How long an answer may take: longer than the longest budget of the service. */
const ANSWER_MS_MAX = 60_000;

/** What came back for one request. */
export interface Answer {
  /** The status and, where the body names one, the code of the error: `429 rate_limited`; `0 ECONNRESET` without. */
  readonly said: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly ms: number;
}

/** What came of something that is no request with an answer. */
export type RawAnswer = Pick<Answer, "said">;

/** What is sent over HTTP/1.1. */
export interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Where the server listens besides, instead of its port. */
  readonly socketPath?: string;
}

let underWay = 0;
let mostAtOnce = 0;

/** How many requests were under way at a time at most since this was asked before. */
export function requestsAtOnce(): number {
  const most = mostAtOnce;
  mostAtOnce = underWay;
  return most;
}

/** Counts one more request, until the answer is called. */
function begun(): () => void {
  underWay += 1;
  mostAtOnce = Math.max(mostAtOnce, underWay);
  let isUnderWay = true;
  return () => {
    if (isUnderWay) underWay -= 1;
    isUnderWay = false;
  };
}

/** Sends a request on a connection of its own; a broken connection is an answer too. */
export function send(
  baseUrl: string,
  { method = "POST", path, headers = {}, body, socketPath }: Sent,
): Promise<Answer> {
  const { hostname: host, port } = new URL(baseUrl);
  const startedMs = performance.now();
  const ended = begun();
  const answered = new Promise<Answer>((resolve) => {
    const broken = (error: NodeJS.ErrnoException): void =>
      resolve({
        said: `0 ${error.code ?? error.message}`,
        status: 0,
        headers: {},
        body: Buffer.alloc(0),
        ms: performance.now() - startedMs,
      });
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const asked = request(
      {
        ...(socketPath === undefined ? { host, port } : { socketPath }),
        ...{ method, path, agent: false, headers: { ...headers, ...length } },
      },
      (response) => {
        buffer(response).then((bytes) => {
          const status = response.statusCode ?? 0;
          const said = saidBy(status, response.headers, bytes);
          resolve({ said, status, headers: response.headers, body: bytes, ms: performance.now() - startedMs });
        }, broken);
      },
    );
    asked.setTimeout(ANSWER_MS_MAX, () => asked.destroy(new Error("silence")));
    asked.on("error", broken);
    asked.end(body);
  });
  return answered.finally(ended);
}

function saidBy(status: number, headers: IncomingHttpHeaders, body: Buffer): string {
  const code = headers["grpc-status"] ?? codeIn(body);
  return code === "" ? String(status) : `${status} ${code}`;
}

/** The `code` or `error` of a JSON answer, wherever it stands in the first kilobytes. */
function codeIn(body: Buffer): string {
  const start = body.subarray(0, 4_000).toString("utf8");
  if (!/^(?:event: \w+\s+data: |data: )?[[{]/.test(start)) return "";
  return /"code"\s*:\s*"?(-?[\w]+)"?/.exec(start)?.[1] ?? /"error"\s*:\s*"(\w+)"/.exec(start)?.[1] ?? "";
}

/** Opens an HTTP/2 session by Node's own client, hands it over, and ends it. */
export async function withHttp2<Value>(
  baseUrl: string,
  use: (
    open: (headers: OutgoingHttpHeaders) => ReturnType<ReturnType<typeof connectHttp2>["request"]>,
  ) => Promise<Value>,
): Promise<Value> {
  const session = connectHttp2(baseUrl);
  session.on("error", () => undefined);
  try {
    return await use((headers) => {
      const stream = session.request(headers);
      stream.once("close", begun());
      stream.on("error", () => undefined);
      return stream;
    });
  } finally {
    session.destroy();
  }
}

/** One request over HTTP/2, such as gRPC's. */
export async function sendHttp2(baseUrl: string, headers: OutgoingHttpHeaders, body: Uint8Array): Promise<RawAnswer> {
  return withHttp2(baseUrl, (open) => {
    const stream = open({ ":method": "POST", ...headers });
    return new Promise((resolve) => {
      let said = "0 closed";
      const told = (answer: Readonly<Record<string, unknown>>): void => {
        const status = answer[":status"];
        const code = answer["grpc-status"];
        if (status !== undefined) said = String(status);
        if (code !== undefined) said = `${said.slice(0, 3)} grpc ${String(code)}`;
      };
      stream.on("response", told);
      stream.on("trailers", told);
      stream.on("close", () => resolve({ said }));
      stream.setTimeout(ANSWER_MS_MAX, () => stream.close());
      stream.resume();
      stream.end(body);
    });
  });
}

/** What a connection of bytes did: whether the server ended it, and when. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything that came. */
  readonly received: () => Buffer;
  /** Resolves when the connection is over, by whomever. */
  readonly closed: Promise<void>;
}

/** A connection that speaks whatever is written to it. */
export async function rawConnection(baseUrl: string): Promise<RawConnection> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.once("close", begun());
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  const closed = new Promise<void>((resolve) => {
    socket.on("error", () => undefined);
    socket.on("close", () => resolve());
  });
  await new Promise((connected) => {
    socket.on("connect", connected);
    socket.on("close", connected);
  });
  return { socket, received: () => Buffer.concat(chunks), closed };
}

/** Writes frames until the server ends the connection or all are written; answers which of them it was. */
export async function flood(
  baseUrl: string,
  preface: Uint8Array,
  chunk: Uint8Array,
  times: number,
): Promise<RawAnswer> {
  const { socket, closed } = await rawConnection(baseUrl);
  socket.write(preface);
  let isClosed = false;
  void closed.then(() => {
    isClosed = true;
  });
  for (let time = 0; time < times && !isClosed; time += 1) {
    const isTaken = socket.write(chunk);
    // A connection that breaks is closed.
    const drained = isTaken ? null : once(socket, "drain").catch(() => closed);
    if (drained !== null) await Promise.race([drained, closed, later(ANSWER_MS_MAX)]);
    else if (time % 16 === 0) await later(0);
  }
  await Promise.race([closed, later(200)]);
  const said = isClosed ? "200 ended by the server" : "200 read to its end";
  socket.destroy();
  return { said };
}

/** Waits. */
export function later(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
