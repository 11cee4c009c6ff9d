import { execFile } from "node:child_process";
import http from "node:http";
import http2 from "node:http2";
import net from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import type { HttpHandler } from "../../../src/core/methods/index.ts";
import { createServer, type Server, type ServerOptions } from "../../../src/facades/rpc/index.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const run = promisify(execFile);

/** Says which version it was asked over, and what of the headers reached it. */
const echo: HttpHandler = (request, response) => {
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify({ version: request.httpVersion, headers: request.headers, raw: request.rawHeaders }));
  return true;
};

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close(0)));
});

async function start(options: Partial<ServerOptions> = {}): Promise<{ server: Server; port: number }> {
  const server = createServer({ handlers: [echo], ...options });
  servers.push(server);
  return { server, port: await server.listen({ host: "127.0.0.1", port: 0 }) };
}

/** Writes chunks one after the other, waits for the end of the connection and answers everything that came. */
function talk(port: number, chunks: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.setNoDelay(true);
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(answer));
    const write = (index: number): void => {
      const chunk = chunks[index];
      if (chunk !== undefined) socket.write(chunk, "latin1", () => setImmediate(() => setImmediate(write, index + 1)));
    };
    socket.on("connect", () => write(0));
  });
}

async function overHttp2(port: number): Promise<{ status: number; body: string }> {
  const session = http2.connect(`http://127.0.0.1:${port}`);
  try {
    const stream = session.request({ ":path": "/" });
    return await new Promise((resolve, reject) => {
      let status = 0;
      let body = "";
      stream.on("response", (headers) => {
        status = Number(headers[":status"]);
      });
      stream.on("data", (chunk) => {
        body += String(chunk);
      });
      stream.on("end", () => resolve({ status, body }));
      stream.on("error", reject);
    });
  } finally {
    session.close();
  }
}

describe("one port for two protocols", () => {
  it("answers curl over HTTP/1.1 and over HTTP/2 with prior knowledge", async () => {
    const { port } = await start();
    for (const [flag, version] of [
      ["--http1.1", "1.1"],
      ["--http2-prior-knowledge", "2.0"],
    ] as const) {
      const { stdout } = await run("curl", ["-s", flag, `http://127.0.0.1:${port}/`]);
      expect(JSON.parse(stdout)).toMatchObject({ version });
    }
  });

  it.each([
    ["in one piece", ["GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"]],
    ["byte by byte", [..."GET / HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n"]],
    [
      "with a method that begins like the preface",
      ["PR", "OPFIND / HTTP/1.1\r\nhost: a\r\n", "connection: close\r\n\r\n"],
    ],
  ])("reads an HTTP/1.1 request that comes %s", async (_, chunks) => {
    const { port } = await start();
    expect(await talk(port, chunks)).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it("understands an HTTP/2 preface that comes in halves", async () => {
    const { port } = await start();
    const settings = "\x00\x00\x00\x04\x00\x00\x00\x00\x00";
    const goAway = "\x00\x00\x08\x07\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00";
    const answer = await talk(port, ["PRI * HT", "TP/2.0\r\n\r\nSM\r\n", "\r\n", settings, goAway]);
    expect(answer.charCodeAt(3)).toBe(4); // the type of the first frame: SETTINGS
  });

  it("answers something that is neither with 400", async () => {
    const { port } = await start();
    expect(await talk(port, ["\x16\x03\x01 this is no request\r\n\r\n"])).toMatch(/^HTTP\/1\.1 400/);
  });

  it("closes a connection that says nothing, or only half of a preface", async () => {
    const { port } = await start({ firstBytesTimeoutMs: 30 });
    expect(await talk(port, [])).toBe("");
    expect(await talk(port, ["PRI * "])).toBe("");
  });

  it("survives a connection that is reset before and after its first bytes", async () => {
    const { port } = await start();
    for (const chunk of ["PRI", "GET / HT", ""]) {
      await new Promise<void>((resolve) => {
        const socket = net.connect(port, "127.0.0.1", () => {
          socket.write(chunk, () => socket.resetAndDestroy());
        });
        socket.on("close", () => resolve());
        socket.on("error", () => undefined);
      });
    }
    expect((await overHttp2(port)).status).toBe(200);
  });
});

describe("the edge", () => {
  it("takes away internal headers of a client and sets its own", async () => {
    const { port } = await start();
    const headers = { "x-platen-door": "operator", "X-Platen-Admission": "guessed", "x-api-key": "kept" };
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers });
    const seen = (await response.json()) as { headers: Record<string, string>; raw: string[] };
    expect(seen.headers).not.toHaveProperty("x-platen-door");
    expect(seen.headers).not.toHaveProperty("x-platen-admission");
    expect(seen.raw).not.toContain("guessed");
    expect(seen.headers["x-api-key"]).toBe("kept");
    expect(seen.headers["x-platen-remote-address"]).toBe("127.0.0.1");
    expect(response.headers.get("x-request-id")).toBe(seen.headers["x-platen-request-id"]);
  });

  it("answers 404 where no face takes the request, and 500 without details where one fails", async () => {
    const failing: HttpHandler = (request) => {
      if (request.url === "/fail") throw new Error("secret");
      return false;
    };
    const seen: unknown[] = [];
    const { port } = await start({ handlers: [failing], onError: (error) => seen.push(error) });
    const missing = await fetch(`http://127.0.0.1:${port}/nowhere`);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toEqual({
      error: "There is nothing at this path.",
      code: "not_found",
      requestId: missing.headers.get("x-request-id"),
    });
    const failed = await fetch(`http://127.0.0.1:${port}/fail`);
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain("secret");
    expect(seen).toHaveLength(1);
  });
});

describe("listening", () => {
  it("says that a port is in use, and takes a socket of the file system", async () => {
    const { port } = await start();
    const second = createServer({ handlers: [echo] });
    await expect(second.listen({ host: "127.0.0.1", port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await using folder = await temporaryFolder("socket");
    const socketPath = join(folder.path, "door.sock");
    await second.listen({ path: socketPath });
    const status = await new Promise((resolve, reject) => {
      http.get({ socketPath, path: "/" }, (response) => resolve(response.resume().statusCode)).on("error", reject);
    });
    expect(status).toBe(200);
    await second.close(0);
  });
});

describe("closing", () => {
  it("lets a running request finish, over both versions, and refuses new connections", async () => {
    const running: (() => void)[] = [];
    const slow: HttpHandler = (_, response) => {
      running.push(() => response.end("done"));
      return true;
    };
    const { server, port } = await start({ handlers: [slow] });
    const agent = new http.Agent({ keepAlive: true });
    const first = new Promise<string>((resolve, reject) => {
      http
        .get({ host: "127.0.0.1", port, agent }, (response) => {
          response.setEncoding("utf8").on("data", resolve);
        })
        .on("error", reject);
    });
    const second = overHttp2(port);
    while (running.length < 2) await new Promise((resolve) => setImmediate(resolve));
    const closed = server.close();
    for (const finish of running) finish();
    expect(await first).toBe("done");
    expect((await second).body).toBe("done");
    await closed;
    agent.destroy();
    await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
  });

  it("ends at once for idle and undecided connections", async () => {
    const { server, port } = await start();
    const agent = new http.Agent({ keepAlive: true });
    await new Promise((resolve) => {
      http.get({ host: "127.0.0.1", port, agent }, (response) => response.resume().on("end", resolve));
    });
    const undecided = net.connect(port, "127.0.0.1");
    undecided.on("error", () => undefined);
    await new Promise((resolve) => undecided.write("PRI", resolve));
    await server.close();
    agent.destroy();
  });

  it("destroys what is still running after the grace period", async () => {
    const { server, port } = await start({ handlers: [() => true] });
    const asked = fetch(`http://127.0.0.1:${port}/`);
    const outcome = expect(asked).rejects.toThrow();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await server.close(10);
    await outcome;
  });
});
