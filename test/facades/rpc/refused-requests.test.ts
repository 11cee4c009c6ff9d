// What a client of no library sends: each mistake is told in the words of its own kind.
import type { ConnectRouter } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HealthService } from "../../../gen/platen/v1/health_pb.ts";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { type Admit, platenError, platenMethods } from "../../../src/core/methods/index.ts";
import { connectHandler, createServer, type Server } from "../../../src/facades/rpc/index.ts";

const LIST = "/platen.v1.RenderService/ListRenders";
const RENDER = "/platen.v1.RenderService/RenderCanvas";
const JSON_TYPE = { "content-type": "application/json", "x-api-key": "good" };

function routes(router: ConnectRouter): void {
  router.service(HealthService, {});
  router.service(RenderService, { listRenders: () => ({}), renderCanvas: () => ({}) });
}

const admit: Admit = async ({ headers }) => {
  if (!headers.has("x-api-key")) throw platenError("unauthenticated", "Bring a key.");
  return { token: "none", maxRequestBytes: 1024, headers: new Headers() };
};
const refused: (string | null)[][] = [];
let server: Server;
let baseUrl = "";

beforeAll(async () => {
  const told = (method: string | null, code: string): void => void refused.push([method, code]);
  const handler = connectHandler({ catalogue: platenMethods, routes, router: {}, door: "rpc", admit, refused: told });
  server = createServer({ handlers: [handler] });
  baseUrl = `http://127.0.0.1:${await server.listen({ host: "127.0.0.1", port: 0 })}`;
});
afterAll(() => server.close(0));

async function answerTo(path: string, init: RequestInit): Promise<{ readonly answer: Response; readonly body: Body }> {
  const answer = await fetch(`${baseUrl}${path}`, init);
  const text = await answer.text();
  return { answer, body: text === "" ? {} : (JSON.parse(text) as Body) };
}

interface Body {
  readonly code?: string;
  readonly message?: string;
  readonly details?: readonly { readonly debug: { readonly code: string; readonly requestId: string } }[];
}

describe("a method of HTTP that a path does not take", () => {
  it.each([
    ["PUT", RENDER, "POST"],
    ["GET", RENDER, "POST"],
    ["OPTIONS", RENDER, "POST"],
    ["DELETE", LIST, "GET, POST"],
  ])("is refused for %s %s, before any credential, with those that it takes", async (verb, path, allowed) => {
    const { answer, body } = await answerTo(path, { method: verb });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, allowed]);
    expect(body.message).toBe(`This path takes ${allowed.replace(", ", " and ")} only.`);
    const requestId = answer.headers.get("x-request-id");
    expect(body.details?.[0]?.debug).toMatchObject({ code: "method_not_allowed", requestId });
    expect(refused.at(-1)).toEqual([path.split("/").at(-1), "method_not_allowed"]);
  });
});

describe("a body that is no message", () => {
  it.each([
    ['{"canvasId":"a","canvasId":"b"}', /^'canvasId' stands twice\.$/i],
    ['{"options":{"store":true,"store":false}}', /^'options\.store' stands twice\.$/],
    ['{"nope":1}', /^There is no member 'nope' here; it takes /],
    ['{"canvasId":', /not valid JSON: a value is missing at line 1, column 13/],
  ])("is refused with what is wrong: %s", async (text, sentence) => {
    const { answer, body } = await answerTo(RENDER, { method: "POST", headers: JSON_TYPE, body: text });
    expect([answer.status, body.code]).toEqual([400, "invalid_argument"]);
    expect(body.message).toMatch(sentence);
  });
});

describe("a body of gRPC that is not one message in its frame", () => {
  const frame = (length: number, bytes: number): Uint8Array =>
    Buffer.concat([Buffer.from([0, 0, 0, 0, length]), Buffer.alloc(bytes)]);
  it.each([
    ["nothing", new Uint8Array()],
    ["half a frame", new Uint8Array(3)],
    ["a length of more", frame(9, 2)],
    ["two messages", Buffer.concat([frame(0, 0), frame(0, 0)])],
  ])("is refused with what is wrong: %s", async (_, body) => {
    const headers = { "content-type": "application/grpc-web+proto", "x-api-key": "good" };
    const answer = await fetch(`${baseUrl}${LIST}`, { method: "POST", headers, body: Uint8Array.from(body) });
    expect(decodeURIComponent(await answer.text())).toContain("grpc-message: The body is not one message in the frame");
  });
});

describe("a Connect request by GET", () => {
  const query = (members: Readonly<Record<string, string>>): string =>
    `${LIST}?${new URLSearchParams({ connect: "v1", ...members })}`;
  const get = (path: string) => answerTo(path, { headers: { "x-api-key": "good" } });

  it("is answered", async () => {
    const { answer } = await get(query({ encoding: "json", message: "{}" }));
    expect(answer.status).toBe(200);
  });

  it.each([
    [{ encoding: "json", message: "{" }, 400, /not valid JSON: a "}" is missing at line 1, column 2/],
    [{ encoding: "json", message: '{"nope":1}' }, 400, /^There is no member 'nope' here; it takes /],
    [
      { encoding: "json", message: "e30", base64: "1", compression: "zstd" },
      501,
      /There is no compression 'zstd' here/,
    ],
    [{ encoding: "json", message: "!!", base64: "1" }, 400, /query member 'message' is no base64url/],
    [{ encoding: "json" }, 400, /query has no member 'message'/],
    [{ encoding: "xml", message: "" }, 415, /encoding 'xml' is none of this face. Send json or proto/],
    [{ message: "{}" }, 415, /encoding '' is none of this face. Send json or proto/],
  ])("is refused with what is wrong: %j", async (members, status, sentence) => {
    const { answer, body } = await get(query(members as Readonly<Record<string, string>>));
    expect([answer.status, body.code]).toEqual([status, status === 501 ? "unimplemented" : "invalid_argument"]);
    expect(body.message).toMatch(sentence);
  });
});
