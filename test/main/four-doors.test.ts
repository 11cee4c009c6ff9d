import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fromBinary } from "@bufbuild/protobuf";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import * as grpc from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ErrorDetailSchema } from "../../gen/platen/v1/error_pb.ts";
import { opened } from "../plugins/renderers/pdf/opened-pdf.ts";
import { runCommand } from "../support/command.ts";
import { startServiceWithDemo } from "../support/prepared-demo.ts";
import type { RunningService } from "../support/service.ts";

/** What a door answered, reduced to what all doors must agree on. */
interface DoorAnswer {
  readonly sha256: string;
  readonly pages: number;
  readonly records: number;
}

interface DoorError {
  readonly code: string;
  readonly violations: readonly string[];
}

/** A way in: renders a payload (JSON text) of the demo's invoice, to a file's hash or an error. */
interface Door {
  readonly name: string;
  render(service: RunningService, payload: string): Promise<DoorAnswer | DoorError>;
}

const MIB = 1024 * 1024;

const rest: Door = {
  name: "REST, by curl",
  async render(service, payload) {
    const { baseUrl, canvasId, key } = facts(service);
    const answer = await runCommand(
      "curl",
      [
        "-s",
        "-i",
        "-H",
        `x-api-key: ${key}`,
        "-H",
        "content-type: application/json",
        "--data-binary",
        "@-",
        `${baseUrl}/v1/canvases/${canvasId}/pdf`,
      ],
      { input: `{"data":${payload}}` },
    );
    const split = headEnd(answer.stdoutBytes);
    const head = new TextDecoder("latin1").decode(answer.stdoutBytes.subarray(0, split));
    const body = answer.stdoutBytes.subarray(split + 4);
    if (!head.startsWith("HTTP/1.1 200")) return errorOf(JSON.parse(new TextDecoder().decode(body)));
    return {
      sha256: sha256(body),
      pages: Number(header(head, "x-service-pages")),
      records: Number(header(head, "x-service-records")),
    };
  },
};

const grpcDoor: Door = {
  name: "gRPC, by grpc-js and the proto files",
  async render(service, payload) {
    const { baseUrl, canvasId, key } = facts(service);
    const definition = loadSync("platen/v1/render.proto", {
      includeDirs: [resolve("proto"), resolve("proto/third_party")],
    });
    const loaded = grpc.loadPackageDefinition(definition) as never as {
      platen: { v1: { RenderService: grpc.ServiceClientConstructor } };
    };
    const client = new loaded.platen.v1.RenderService(new URL(baseUrl).host, grpc.credentials.createInsecure(), {
      "grpc.max_receive_message_length": 64 * MIB,
    });
    const metadata = new grpc.Metadata();
    metadata.set("x-api-key", key);
    const request = { canvasId, dataJson: Buffer.from(payload) };
    try {
      return await new Promise((done) => {
        client["RenderCanvas"]?.(
          request,
          metadata,
          (error: grpc.ServiceError | null, answer: { pdf: Buffer; pages: number; records: number }) => {
            if (error !== null) done(errorDetailOf(error));
            else done({ sha256: sha256(answer.pdf), pages: answer.pages, records: answer.records });
          },
        );
      });
    } finally {
      client.close();
    }
  },
};

const bufCurl: Door = {
  name: "Connect, by buf curl",
  async render(service, payload) {
    const { baseUrl, canvasId, key } = facts(service);
    const request = JSON.stringify({ canvasId, dataJson: Buffer.from(payload).toString("base64") });
    const answer = await runCommand("npx", [
      "--no-install",
      "buf",
      "curl",
      "--schema",
      ".",
      "--protocol",
      "connect",
      "-H",
      `x-api-key: ${key}`,
      "-d",
      request,
      `${baseUrl}/platen.v1.RenderService/RenderCanvas`,
    ]);
    if (answer.exitCode !== 0) {
      const text = answer.stderr.slice(answer.stderr.indexOf("{"));
      const { details } = JSON.parse(text) as { details: { debug?: unknown; value?: unknown }[] };
      return errorOf(details[0]?.debug ?? details[0]?.value ?? details[0]);
    }
    const { pdf, pages, records } = JSON.parse(answer.stdout) as { pdf: string; pages: number; records: number };
    return { sha256: sha256(Buffer.from(pdf, "base64")), pages, records };
  },
};

function mcpDoor(
  name: string,
  call: (service: RunningService, args: Record<string, unknown>) => Promise<ToolAnswer>,
): Door {
  return {
    name,
    async render(service, payload) {
      const { canvasId, key } = facts(service);
      const answer = await call(service, { document: canvasId, data: JSON.parse(payload) });
      if (answer.isError === true) return errorOf(answer._meta?.["platen/error"]);
      const { link, pages, records } = answer.structuredContent as { link: string; pages: number; records: number };
      // The link is a line for a shell that has the key in its environment.
      const file = await runCommand("sh", ["-c", link.replace(/ -o '[^']+'/, " -o -")], {
        env: { PLATEN_API_KEY: key },
      });
      return { sha256: sha256(file.stdoutBytes), pages, records };
    },
  };
}

interface ToolAnswer {
  readonly isError?: boolean | undefined;
  readonly structuredContent?: unknown;
  readonly _meta?: Record<string, unknown> | undefined;
}

const mcpModern = mcpDoor("MCP, by the current client", async (service, args) => {
  const client = new Client({ name: "test", version: "0" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.baseUrl}/mcp`), withKey(service)));
  const answer = await client.callTool({ name: "render_document", arguments: args });
  await client.close();
  return answer as ToolAnswer;
});

const mcpLegacy = mcpDoor("MCP, by the 1.x client of the older era", async (service, args) => {
  const client = new OldClient({ name: "test", version: "0" });
  await client.connect(new OldTransport(new URL(`${service.baseUrl}/mcp`), withKey(service)) as never);
  const answer = await client.callTool({ name: "render_document", arguments: args });
  await client.close();
  return answer as ToolAnswer;
});

const commandLine: Door = {
  name: "the command line, without a server",
  async render(_service, payload) {
    const answer = await runCommand(
      process.execPath,
      ["src/main.ts", "render", "docs/examples/invoice.rpt", "--data", "-", "-o", "-"],
      {
        input: payload,
      },
    );
    if (answer.exitCode !== 0) {
      const paths = answer.stderr
        .split("\n")
        .filter((line) => line.includes("\texpected "))
        .map((line) => line.split("\t")[0] ?? "");
      return { code: "data_contract_violation", violations: paths };
    }
    return { sha256: sha256(answer.stdoutBytes), pages: await pagesOf(answer.stdoutBytes), records: 1 };
  },
};

const DOORS = [rest, grpcDoor, bufCurl, mcpModern, mcpLegacy, commandLine];

describe("one definition, four doors", () => {
  let service: RunningService;
  let payload: string;

  beforeAll(async () => {
    service = await startServiceWithDemo();
    payload = invoicePayload(service);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test.each(DOORS)("$name renders the invoice to the same bytes as REST", async (door) => {
    const expected = await rest.render(service, payload);
    expect(expected).toMatchObject({ records: 1, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await door.render(service, payload)).toEqual(expected);
  });

  test.each(DOORS)("$name refuses a bad payload with the same code and violations as REST", async (door) => {
    const bad = JSON.stringify({ ...JSON.parse(payload), items: [{ name: "保守", qty: "many", unit: "式" }] });
    const expected = await rest.render(service, bad);
    expect(expected).toEqual({ code: "data_contract_violation", violations: ["items[0].price", "items[0].qty"] });
    expect(await door.render(service, bad)).toEqual(expected);
  });

  test("numbers keep every digit at the doors that carry JSON", async () => {
    const exact = payload.replace(/"price": ?\d+/, '"price": 123456789.25');
    const other = payload.replace(/"price": ?\d+/, '"price": 123456789.24');
    const [a, b] = [await rest.render(service, exact), await rest.render(service, other)];
    expect(a).not.toEqual(b);
    expect(await mcpModern.render(service, exact)).toEqual(a);
  });
});

function facts(service: RunningService): { baseUrl: string; canvasId: string; key: string } {
  const demo = service.demo();
  return { baseUrl: service.baseUrl, canvasId: demo.canvases[0]?.id ?? "", key: demo.renderKey };
}

function invoicePayload(service: RunningService): string {
  const body = readFileSync(join(service.dataDir, "demo-invoice.json"), "utf8");
  return JSON.stringify(JSON.parse(body).data);
}

function withKey(service: RunningService): { requestInit: { headers: Record<string, string> } } {
  return { requestInit: { headers: { "x-api-key": service.demo().renderKey } } };
}

function headEnd(bytes: Uint8Array): number {
  return Buffer.from(bytes).indexOf("\r\n\r\n");
}

function header(head: string, name: string): string {
  return new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? "";
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

async function pagesOf(bytes: Uint8Array): Promise<number> {
  const file = await opened(new Uint8Array(bytes));
  const { numPages } = file;
  await file.destroy();
  return numPages;
}

function errorOf(body: unknown): DoorError {
  const { code, violations } = body as DoorError;
  return { code, violations };
}

/** The detail of a gRPC error travels as a `google.rpc.Status` in the trailer: field 3 holds the details as `Any`. */
function errorDetailOf(error: grpc.ServiceError): DoorError {
  const [trailer] = error.metadata.get("grpc-status-details-bin");
  const any = fieldBytes(Buffer.from(trailer ?? ""), 3);
  const { code, violations } = fromBinary(ErrorDetailSchema, fieldBytes(any, 2));
  return { code, violations };
}

function fieldBytes(message: Uint8Array, wanted: number): Uint8Array {
  const reader = new BinaryReader(message);
  while (reader.pos < reader.len) {
    const [field, type] = reader.tag();
    if (field === wanted && type === WireType.LengthDelimited) return reader.bytes();
    reader.skip(type, field);
  }
  return new Uint8Array();
}
