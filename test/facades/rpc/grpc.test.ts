import { execFile } from "node:child_process";
import { connect } from "node:http2";
import { promisify } from "node:util";
import { Code, ConnectError, type ConnectRouter, createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import { credentials, loadPackageDefinition, type ServiceError, status } from "@grpc/grpc-js";
import { load } from "@grpc/proto-loader";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { ErrorDetailSchema } from "../../../gen/platen/v1/error_pb.ts";
import { HealthService } from "../../../gen/platen/v1/health_pb.ts";
import { type Admit, platenError, platenMethods } from "../../../src/core/methods/index.ts";
import {
  connectHandler,
  createServer,
  grpcInfrastructureHandler,
  type Server,
} from "../../../src/facades/rpc/index.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";

const run = promisify(execFile);
const root = new URL("../../../", import.meta.url).pathname;
const doors: (string | null)[] = [];

function routes(router: ConnectRouter): void {
  router.service(HealthService, {
    getHealth(_, context) {
      doors.push(context.requestHeader.get("x-platen-door"));
      if (context.requestHeader.get("x-refuse") !== null)
        throw platenError("rate_limited", "Slower.", { retryAfterSeconds: 2 });
      if (context.requestHeader.get("x-say") !== null) throw platenError("invalid_argument", SAID);
      return { status: "ok", version: "0.1.0" };
    },
  });
  router.service(AccountService, { listKeys: () => ({ keys: [] }) });
}

/** A sentence that quotes what was sent, as many do. */
const SAID = 'items[0].price: "twelve" is no decimal(9,2), 100% of {"a": [1, 2]} \\ 「円」 (ü)';

/** Lets everyone in; what admission refuses is shown on the whole service. */
const admit: Admit = async () => ({ token: "none", maxRequestBytes: 1024, headers: new Headers() });
const closing = new AbortController();
const handlers = [
  connectHandler({ catalogue: platenMethods, routes, router: {}, door: "rpc", admit }),
  grpcInfrastructureHandler(platenMethods, closing.signal),
];
const certificate = selfSignedCertificate();
let server: Server;
let secure: Server;
let port = 0;
let securePort = 0;

beforeAll(async () => {
  server = createServer({ handlers });
  secure = createServer({ handlers, tls: certificate });
  port = await server.listen({ host: "127.0.0.1", port: 0 });
  securePort = await secure.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => Promise.all([server.close(0), secure.close(0)]));

/** A call of an independent gRPC client that reads the proto files, as any user's would. */
// biome-ignore lint/suspicious/noExplicitAny: the client is untyped, which is its point.
type Untyped = any;
async function grpcClient(file: string, name: string, address = `127.0.0.1:${port}`): Promise<Untyped> {
  const includeDirs = [`${root}proto`, `${root}proto/third_party`];
  const definition = await load(file, { includeDirs, enums: String, keepCase: true });
  const service = name.split(".").reduce((node: Untyped, part) => node[part], loadPackageDefinition(definition));
  const secured = credentials.createSsl(Buffer.from(certificate.cert));
  const options = { "grpc.ssl_target_name_override": "localhost" };
  return new service(address, address.endsWith(String(securePort)) ? secured : credentials.createInsecure(), options);
}

function unary(client: Untyped, method: string, request: object): Promise<Untyped> {
  return new Promise((resolve, reject) => {
    client[method](request, (error: ServiceError | null, answer: Untyped) =>
      error === null ? resolve(answer) : reject(error),
    );
  });
}

describe("the services", () => {
  const baseUrl = (): string => `http://127.0.0.1:${port}`;
  it.each([
    ["Connect over HTTP/1.1", () => createConnectTransport({ baseUrl: baseUrl(), httpVersion: "1.1" })],
    ["Connect over HTTP/2", () => createConnectTransport({ baseUrl: baseUrl(), httpVersion: "2" })],
    ["gRPC", () => createGrpcTransport({ baseUrl: baseUrl() })],
    ["gRPC-Web over HTTP/1.1", () => createGrpcWebTransport({ baseUrl: baseUrl(), httpVersion: "1.1" })],
  ])("answer over %s, errors with their detail included", async (_, transport) => {
    const client = createClient(HealthService, transport());
    expect(await client.getHealth({})).toMatchObject({ status: "ok" });
    expect(doors.at(-1)).toBe("rpc");
    const error = ConnectError.from(
      await client.getHealth({}, { headers: { "x-refuse": "1" } }).catch((caught) => caught),
    );
    expect(error.code).toBe(Code.ResourceExhausted);
    expect(error.findDetails(ErrorDetailSchema)[0]).toMatchObject({ code: "rate_limited", error: "Slower." });
    expect(error.metadata.get("retry-after")).toBe("2");
  });

  it("answer an independent gRPC client that reads the proto files", async () => {
    const client = await grpcClient("platen/v1/health.proto", "platen.v1.HealthService");
    expect(await unary(client, "GetHealth", {})).toEqual({ status: "ok", version: "0.1.0" });
    client.close();
  });

  it("say a gRPC status letter for letter, escaping only what the protocol can't carry", async () => {
    const session = connect(baseUrl());
    const stream = session.request({
      ":method": "POST",
      ":path": "/platen.v1.HealthService/GetHealth",
      "content-type": "application/grpc",
      te: "trailers",
      "x-say": "1",
    });
    let told = "";
    const note = (headers: Readonly<Record<string, unknown>>) => {
      told ||= String(headers["grpc-message"] ?? "");
    };
    stream.on("response", note);
    stream.on("trailers", note);
    stream.end(Buffer.alloc(5));
    await stream.resume().toArray();
    session.close();
    expect(told).toContain('items[0].price: "twelve" is no decimal(9,2), 100%25 of {"a": [1, 2]} \\ %E3%80%8C');
    expect(decodeURIComponent(told)).toBe(SAID);
  });

  it("answer buf curl, which asks reflection for the definition", async () => {
    const url = `${baseUrl()}/platen.v1.HealthService/GetHealth`;
    const buf = `${root}node_modules/.bin/buf`;
    const flags = ["--protocol", "grpc", "--http2-prior-knowledge"];
    const { stdout } = await run(buf, ["curl", ...flags, url], { cwd: "/" });
    expect(JSON.parse(stdout)).toEqual({ status: "ok", version: "0.1.0" });
  });

  it("do not have the operator's methods on a public port, and have them at the operator's door", async () => {
    const path = "/platen.v1.AccountService/ListKeys";
    const init = { method: "POST", body: "{}", headers: { "content-type": "application/json" } };
    const refused = await fetch(`${baseUrl()}${path}`, init);
    const missing = await fetch(`${baseUrl()}/platen.v1.AccountService/NoSuchMethod`, init);
    expect([refused.status, missing.status]).toEqual([404, 404]);
    expect(await refused.json()).toMatchObject({ code: "not_found" });
    const door = createServer({
      handlers: [connectHandler({ catalogue: platenMethods, routes, router: {}, door: "operator", admit })],
    });
    const doorPort = await door.listen({ host: "127.0.0.1", port: 0 });
    const served = await fetch(`http://127.0.0.1:${doorPort}${path}`, init);
    expect(await served.json()).toEqual({});
    await door.close(0);
  });
});

describe("behind TLS", () => {
  it.each([
    ["--http2", "2"],
    ["--http1.1", "1.1"],
  ])("ALPN decides for curl %s", async (flag, version) => {
    const url = `https://127.0.0.1:${securePort}/platen.v1.HealthService/GetHealth`;
    const json = ["-H", "content-type: application/json", "-d", "{}"];
    const { stdout } = await run("curl", ["-sk", flag, ...json, "-w", " %{http_version}", url]);
    expect(stdout).toBe(`{"status":"ok","version":"0.1.0"} ${version}`);
  });

  it("an independent gRPC client is answered", async () => {
    const address = `127.0.0.1:${securePort}`;
    const client = await grpcClient("platen/v1/health.proto", "platen.v1.HealthService", address);
    expect(await unary(client, "GetHealth", {})).toMatchObject({ status: "ok" });
    client.close();
  });
});

describe("health", () => {
  it("knows the server and its public services", async () => {
    const client = await grpcClient("grpc/health/v1/health.proto", "grpc.health.v1.Health");
    for (const service of ["", "platen.v1.RenderService", "platen.v1.HealthService"]) {
      expect(await unary(client, "Check", { service })).toEqual({ status: "SERVING" });
    }
    for (const service of ["platen.v1.PeopleService", "nothing"]) {
      await expect(unary(client, "Check", { service })).rejects.toMatchObject({ code: status.NOT_FOUND });
    }
    client.close();
  });

  it("tells watchers when the server closes", async () => {
    const own = new AbortController();
    const closingServer = createServer({ handlers: [grpcInfrastructureHandler(platenMethods, own.signal)] });
    const address = `127.0.0.1:${await closingServer.listen({ host: "127.0.0.1", port: 0 })}`;
    const client = await grpcClient("grpc/health/v1/health.proto", "grpc.health.v1.Health", address);
    const seen: string[] = [];
    for await (const update of client.Watch({ service: "" }) as AsyncIterable<{ status: string }>) {
      seen.push(update.status);
      own.abort();
    }
    expect(seen).toEqual(["SERVING", "NOT_SERVING"]);
    client.close();
    await closingServer.close();
  });
});

describe("reflection", () => {
  async function reflect(request: object): Promise<Untyped> {
    const client = await grpcClient("grpc/reflection/v1/reflection.proto", "grpc.reflection.v1.ServerReflection");
    const stream = client.ServerReflectionInfo();
    stream.write(request);
    stream.end();
    for await (const answer of stream) {
      client.close();
      return answer;
    }
  }

  it("lists the services that a client can reach", async () => {
    const answer = await reflect({ list_services: "" });
    const names = answer.list_services_response.service.map((service: { name: string }) => service.name);
    expect(names).toContain("platen.v1.RenderService");
    expect(names).toContain("grpc.health.v1.Health");
    expect(names).not.toContain("platen.v1.ReceiptService");
  });

  it.each([
    [{ file_by_filename: "platen/v1/render.proto" }],
    [{ file_containing_symbol: "platen.v1.RenderService" }],
    [{ file_containing_symbol: "platen.v1.RenderService.RenderCanvas" }],
    [{ file_containing_symbol: "platen.v1.Render.pages" }],
    [{ file_containing_extension: { containing_type: "google.protobuf.MethodOptions", extension_number: 50101 } }],
  ])("answers %j with the file and all that it imports", async (request) => {
    const answer = await reflect(request);
    const files: Buffer[] = answer.file_descriptor_response.file_descriptor_proto;
    expect(files.some((file) => file.includes("google/protobuf/descriptor.proto"))).toBe(true);
  });

  it("says what it does not know", async () => {
    const answer = await reflect({ file_containing_symbol: "platen.v1.Nothing" });
    expect(answer.error_response).toMatchObject({ error_code: status.NOT_FOUND });
    const numbers = await reflect({ all_extension_numbers_of_type: "google.protobuf.MethodOptions" });
    expect(numbers.all_extension_numbers_response.extension_number).toContain(50101);
  });
});
