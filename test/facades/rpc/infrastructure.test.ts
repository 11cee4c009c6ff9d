// Health and reflection of gRPC, which anybody may ask: small questions, unpacked, and not without end.
import { brotliCompressSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient } from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Health } from "../../../gen/grpc/health/v1/health_pb.ts";
import { ServerReflection, ServerReflectionRequestSchema } from "../../../gen/grpc/reflection/v1/reflection_pb.ts";
import { platenMethods } from "../../../src/core/methods/index.ts";
import { createServer, grpcInfrastructureHandler, type Server } from "../../../src/facades/rpc/index.ts";

const errors: unknown[] = [];
let server: Server;
let baseUrl = "";

beforeAll(async () => {
  const handlers = [grpcInfrastructureHandler(platenMethods, new AbortController().signal)];
  // Tests come from networks of their own, as the proxy says.
  const onError = (error: unknown): void => void errors.push(error);
  server = createServer({ handlers, trustedProxies: ["127.0.0.1"], onError });
  baseUrl = `http://127.0.0.1:${await server.listen({ host: "127.0.0.1", port: 0 })}`;
});
afterAll(() => server.close(0));

const QUESTION = create(ServerReflectionRequestSchema, {
  messageRequest: { case: "fileContainingSymbol", value: "platen.v1.RenderService" },
});

async function* questions(count: number, question = QUESTION) {
  for (let index = 0; index < count; index += 1) yield question;
}

async function failureOf(act: () => Promise<unknown>): Promise<ConnectError> {
  return ConnectError.from(
    await act().then(
      () => "nothing was thrown",
      (thrown: unknown) => thrown,
    ),
  );
}

test("a stream takes a hundred questions, and the answers are made once", async () => {
  const client = createClient(ServerReflection, createGrpcTransport({ baseUrl }));
  const headers = { "x-forwarded-for": "192.0.2.1" };
  let answers = 0;
  const failure = await failureOf(async () => {
    for await (const { messageResponse } of client.serverReflectionInfo(questions(200), { headers })) {
      expect(messageResponse.case).toBe("fileDescriptorResponse");
      answers += 1;
    }
  });
  expect([answers, failure.code]).toEqual([100, Code.ResourceExhausted]);
});

test("a network asks so often in a minute, whatever its addresses are; others are answered", async () => {
  const client = createClient(Health, createGrpcTransport({ baseUrl }));
  const ask = (address: string) => client.check({}, { headers: { "x-forwarded-for": address } });
  let failure: ConnectError | null = null;
  for (let count = 0; count < 700 && failure === null; count += 1) {
    await ask(`2001:db8:0:1::${count.toString(16)}`).catch((thrown: unknown) => {
      failure = ConnectError.from(thrown);
    });
  }
  expect(failure).toMatchObject({ code: Code.ResourceExhausted });
  expect(await ask("2001:db8:0:2::1")).toMatchObject({ status: 1 });
});

test.each([
  ["application/json", "/grpc.health.v1.Health/Check", {}],
  ["application/proto", "/grpc.health.v1.Health/Check", {}],
  ["application/grpc-web", "/grpc.health.v1.Health/Check", { "grpc-encoding": "br" }],
])("what is packed is not unpacked: %s", async (type, path, more) => {
  const bomb = brotliCompressSync(Buffer.alloc(16 * 1024 * 1024));
  const head = type.includes("grpc") ? Buffer.from([1, 0, 0, 0, bomb.length]) : Buffer.alloc(0);
  const headers = { "content-type": type, "content-encoding": type.includes("grpc") ? "identity" : "br", ...more };
  const startedMs = performance.now();
  const answer = await fetch(`${baseUrl}${path}`, { method: "POST", headers, body: Buffer.concat([head, bomb]) });
  const told = answer.status === 200 ? await answer.text() : String(answer.status);
  expect(told).toMatch(/^(?:4|5)\d\d$|grpc-status: (?:12|13)/);
  expect(performance.now() - startedMs).toBeLessThan(30_000);
});

test("a question is short", async () => {
  const long = create(ServerReflectionRequestSchema, { host: "a".repeat(8_000) });
  const bytes = toBinary(ServerReflectionRequestSchema, long);
  const client = createClient(ServerReflection, createGrpcTransport({ baseUrl }));
  expect(bytes.length).toBeGreaterThan(8_000);
  const failure = await failureOf(async () => {
    for await (const _ of client.serverReflectionInfo(questions(1, long))) break;
  });
  expect(failure.code).toBe(Code.ResourceExhausted);
});

test("nothing of this is a failure of the server", () => {
  expect(errors).toEqual([]);
});
