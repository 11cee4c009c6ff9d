// Health and reflection of gRPC, which anybody may ask: small questions, unpacked, and not without end.
import { brotliCompressSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import {
  Code,
  ConnectError,
  type ConnectRouter,
  createClient,
  type HandlerContext,
  type ServiceImpl,
} from "@connectrpc/connect";
import { createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Health } from "../../../gen/grpc/health/v1/health_pb.ts";
import { ServerReflection, ServerReflectionRequestSchema } from "../../../gen/grpc/reflection/v1/reflection_pb.ts";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { platenMethods } from "../../../src/core/methods/index.ts";
import { createServer, grpcInfrastructureHandler, type Server } from "../../../src/facades/rpc/index.ts";
import { reflectionRoutes } from "../../../src/facades/rpc/reflection.ts";

const WAIT = { timeout: 30_000, interval: 100 };

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

test("the bytes of a definition are made once", async () => {
  const made: ServiceImpl<typeof ServerReflection>[] = [];
  const router = { service: (_: unknown, one: ServiceImpl<typeof ServerReflection>) => void made.push(one) };
  reflectionRoutes(router as unknown as ConnectRouter, [RenderService], async () => undefined);
  const bytes: unknown[] = [];
  for await (const { messageResponse } of made[0]?.serverReflectionInfo(questions(2), {} as HandlerContext) ?? []) {
    if (messageResponse?.case !== "fileDescriptorResponse") continue;
    bytes.push(messageResponse.value.fileDescriptorProto?.[0]);
  }
  expect(bytes).toEqual([expect.any(Uint8Array), expect.any(Uint8Array)]);
  expect(bytes[0]).toBe(bytes[1]);
});

test("a stream takes a hundred questions", async () => {
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

test("a network asks so often in a minute, whatever its addresses, and a site eight times; others go on", async () => {
  const handlers = [grpcInfrastructureHandler(platenMethods, new AbortController().signal, 10)];
  const strict = createServer({ handlers, trustedProxies: ["127.0.0.1"] });
  const strictUrl = `http://127.0.0.1:${await strict.listen({ host: "127.0.0.1", port: 0 })}`;
  const client = createClient(Health, createGrpcTransport({ baseUrl: strictUrl }));
  const answered = async (addresses: readonly string[]): Promise<number> => {
    let count = 0;
    for (const address of addresses) {
      const asked = client.check({}, { headers: { "x-forwarded-for": address } });
      count += await asked.then(
        () => 1,
        (thrown: unknown) => (ConnectError.from(thrown).code === Code.ResourceExhausted ? 0 : Number.NaN),
      );
    }
    return count;
  };
  const many = (count: number, address: (each: string) => string): readonly string[] =>
    Array.from({ length: count }, (_, each) => address(each.toString(16)));
  expect(await answered(many(12, (each) => `2001:db8:1:1::${each}`))).toBe(10);
  expect(await answered(many(90, (each) => `2001:db8:2:${each}::1`))).toBe(80);
  expect(await answered(["2001:db8:1:2::1", "2001:db8:3::1", "192.0.2.2"])).toBe(3);
  await strict.close(0);
});

test("a network has twenty watchers at a time, and again as many when they have gone", async () => {
  const client = createClient(Health, createGrpcTransport({ baseUrl }));
  const watch = async (address: string): Promise<{ readonly said: unknown; end(): void }> => {
    const end = new AbortController();
    const headers = { "x-forwarded-for": address };
    const stream = client.watch({}, { headers, signal: end.signal })[Symbol.asyncIterator]();
    const said = await stream.next().then(
      ({ value }) => value?.status,
      (thrown: unknown) => ConnectError.from(thrown).code,
    );
    return { said, end: () => end.abort() };
  };
  const address = (each: number): string => `2001:db8:20:1::${each.toString(16)}`;
  const watching = await Promise.all(Array.from({ length: 20 }, (_, each) => watch(address(each))));
  expect(watching.map(({ said }) => said)).toEqual(Array(20).fill(1));
  expect((await watch(address(20))).said).toBe(Code.ResourceExhausted);
  const other = await watch("2001:db8:20:2::1");
  expect(other.said).toBe(1);
  for (const one of [...watching, other]) one.end();
  // The server learns of their end by its connection.
  const again = await vi.waitFor(async () => {
    const one = await watch(address(21));
    expect(one.said).toBe(1);
    return one;
  }, WAIT);
  again.end();
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
