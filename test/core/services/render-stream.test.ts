// A file in pieces: what the method with one answer does, for files that clients of gRPC refuse unless they are told of
// them, over every protocol.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from "@connectrpc/connect-node";
import {
  type Client,
  type ClientReadableStream,
  credentials,
  loadPackageDefinition,
  Metadata,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { load } from "@grpc/proto-loader";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ErrorDetailSchema } from "../../../gen/platen/v1/error_pb.ts";
import {
  type RenderCanvasRequestSchema,
  type RenderCanvasResponse,
  RenderService,
} from "../../../gen/platen/v1/render_pb.ts";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { pngAddress } from "../../support/png-address.ts";
import { type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const MEBIBYTE = 1024 * 1024;
const GRPC_LIMIT = 4 * MEBIBYTE;

const BIG = `rpt 1
document big name="大判"
field left image
field right image
page A5 portrait margin=10mm {
  body gap=5mm {
    image (left) h=80mm alt="左"
    image (right) h=80mm alt="右"
  }
}
`;

/** A picture that no method packs: some 2.5 MB of what looks like chance. */
function noise(seed: number): string {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  };
  return pngAddress(1000, 850, 2, () => [next(), next(), next()]);
}

type Request = MessageInitShape<typeof RenderCanvasRequestSchema>;

interface Received {
  /** What the first message says. */
  readonly answer: RenderCanvasResponse | undefined;
  readonly pdf: Buffer;
  /** How many bytes each of the other messages has. */
  readonly sizes: readonly number[];
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const PROTOCOLS: readonly (readonly [string, (baseUrl: string) => Transport])[] = [
  ["Connect in JSON", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "1.1" })],
  ["Connect", (baseUrl) => createConnectTransport({ baseUrl, httpVersion: "2", useBinaryFormat: true })],
  ["gRPC", (baseUrl) => createGrpcTransport({ baseUrl })],
  ["gRPC-Web", (baseUrl) => createGrpcWebTransport({ baseUrl, httpVersion: "1.1" })],
];

/** The client of grpc-js, which reads the proto files. */
interface GrpcClient extends Client {
  RenderCanvas(
    request: object,
    metadata: Metadata,
    done: (error: ServiceError | null, answer?: { readonly pdf: Buffer }) => void,
  ): void;
  RenderCanvasStream(request: object, metadata: Metadata): ClientReadableStream<GrpcPiece>;
}

interface GrpcPiece {
  readonly answer?: { readonly renderId: string; readonly etag: string; readonly pdf?: Buffer };
  readonly chunk?: Buffer;
}

async function grpcClient(baseUrl: string): Promise<GrpcClient> {
  const includeDirs = ["proto", "proto/third_party"].map(
    (path) => new URL(`../../../${path}`, import.meta.url).pathname,
  );
  const loaded = loadPackageDefinition(await load("platen/v1/render.proto", { includeDirs })) as never as {
    platen: { v1: { RenderService: new (address: string, secured: object) => GrpcClient } };
  };
  return new loaded.platen.v1.RenderService(new URL(baseUrl).host, credentials.createInsecure());
}

describe("a file in pieces", () => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  let bigId: string;
  let ratioId: string;
  let big: Request;
  let headers: Record<string, string>;
  beforeAll(async () => {
    database = await ONE_DATABASE.open();
    bench = await serviceBench(database, { plan: { requestBytesMax: 32 * MEBIBYTE } });
    http = await httpBench(bench.services, bench.renderKey);
    headers = { "x-api-key": bench.renderKey };
    bigId = await bench.publish(BIG, "big");
    ratioId = await bench.publish(RATIO, "割合");
    const data = JSON.stringify({ left: noise(1), right: noise(2) });
    big = { canvasId: bigId, payload: { case: "dataJson", value: new TextEncoder().encode(data) } };
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const ratio = (more: Request = {}): Request => ({
    canvasId: ratioId,
    payload: { case: "data", value: { items: [{ part: 1, whole: 2 }] } },
    ...more,
  });

  const received = async (transport: Transport, request: Request): Promise<Received> => {
    const parts: Uint8Array[] = [];
    let answer: RenderCanvasResponse | undefined;
    for await (const { piece } of createClient(RenderService, transport).renderCanvasStream(request, { headers })) {
      if (piece.case === "answer") {
        expect([answer, parts.length]).toEqual([undefined, 0]);
        answer = piece.value;
      } else if (piece.case === "chunk") parts.push(piece.value);
    }
    return { answer, pdf: Buffer.concat(parts), sizes: parts.map(({ length }) => length) };
  };

  const chargedBy = async <Value>(work: () => Promise<Value>): Promise<readonly [Value, number]> => {
    const before = (await bench.usage()).used;
    const value = await work();
    return [value, (await bench.usage()).used - before];
  };

  test.each(PROTOCOLS)("is the file of the method with one answer, over %s", async (_, transport) => {
    const own = transport(http.baseUrl);
    const whole = await createClient(RenderService, own).renderCanvas(big, { headers });
    const [{ answer, pdf, sizes }, charged] = await chargedBy(() => received(own, big));
    expect(pdf.length).toBeGreaterThan(GRPC_LIMIT);
    expect([sha256(pdf), charged]).toEqual([sha256(whole.pdf), 1]);
    expect(Math.max(...sizes)).toBeLessThan(MEBIBYTE);
    const said = (one: RenderCanvasResponse | undefined) => ({ ...one, renderId: "", pdf: "" });
    expect(said(answer)).toEqual(said(whole));
    expect(answer?.pdf.length).toBe(0);
  });

  test("reaches a client of gRPC that takes messages of 4 MiB, as it is", async () => {
    const client = await grpcClient(http.baseUrl);
    const metadata = new Metadata();
    metadata.set("x-api-key", bench.renderKey);
    const request = { canvasId: bigId, dataJson: big.payload?.value };
    const refused = await new Promise<ServiceError | null>((done) =>
      client.RenderCanvas(request, metadata, (error) => done(error)),
    );
    expect([refused?.code, refused?.details]).toEqual([
      status.RESOURCE_EXHAUSTED,
      expect.stringMatching(/larger than max/),
    ]);
    const parts: Buffer[] = [];
    let etag = "";
    for await (const piece of client.RenderCanvasStream(request, metadata) as AsyncIterable<GrpcPiece>) {
      if (piece.answer !== undefined) etag = piece.answer.etag;
      if (piece.chunk !== undefined) parts.push(piece.chunk);
    }
    expect(etag).toBe(`"${sha256(Buffer.concat(parts))}"`);
    client.close();
  });

  test("has one key with the method with one answer: one render, one charge", async () => {
    const [first, second] = ["in pieces first", "whole first"];
    const transport = createGrpcTransport({ baseUrl: http.baseUrl });
    const client = createClient(RenderService, transport);
    const [, charged] = await chargedBy(async () => {
      const { answer, pdf } = await received(transport, ratio({ idempotencyKey: first }));
      expect(answer?.replayed).toBeUndefined();
      const again = await client.renderCanvas(ratio({ idempotencyKey: first }), { headers });
      expect([again.renderId, again.replayed, sha256(again.pdf)]).toEqual([answer?.renderId, "1", sha256(pdf)]);
      const whole = await client.renderCanvas(ratio(), { headers: { ...headers, "idempotency-key": second } });
      const replayed = await received(transport, ratio({ idempotencyKey: second }));
      expect([replayed.answer?.renderId, replayed.answer?.replayed]).toEqual([whole.renderId, "1"]);
      expect(sha256(replayed.pdf)).toBe(sha256(whole.pdf));
    });
    expect(charged).toBe(2);
  });

  test.each(PROTOCOLS)("is refused as the method with one answer refuses, over %s", async (_, transport) => {
    const own = transport(http.baseUrl);
    const client = createClient(RenderService, own);
    const refusals: readonly Request[] = [
      { canvasId: "cnv_00000000000000000000000000" },
      { canvasId: "" },
      ratio({ payload: { case: "data", value: { items: [{ part: "x" }] } } }),
      ratio({ options: { createdAt: "2026-13-01" } }),
      ratio({ options: { password: "x" } }),
      ratio({ dataList: Array.from({ length: 101 }, () => ({})), payload: { case: undefined } }),
    ];
    for (const request of refusals) {
      const unary = await client.renderCanvas(request, { headers }).catch((thrown: unknown) => thrown);
      const [streamed, charged] = await chargedBy(() => received(own, request).catch((thrown: unknown) => thrown));
      const said = (thrown: unknown) => ({ ...refusalOf(thrown).detail, requestId: "" });
      expect(said(streamed)).toEqual(said(unary));
      expect([ConnectError.from(streamed).code, charged]).toEqual([ConnectError.from(unary).code, 0]);
    }
    const unknown = await client
      .renderCanvasStream(big, { headers: {} })
      [Symbol.asyncIterator]()
      .next()
      .catch((thrown) => thrown);
    expect(ConnectError.from(unknown).code).toBe(Code.Unauthenticated);
    expect(ConnectError.from(unknown).findDetails(ErrorDetailSchema)[0]?.code).toBe("unauthenticated");
  });

  test("may be left in the middle: the render counts once, and its key has the file", async () => {
    const client = await grpcClient(http.baseUrl);
    const metadata = new Metadata();
    metadata.set("x-api-key", bench.renderKey);
    const request = { canvasId: bigId, dataJson: big.payload?.value, idempotencyKey: "left" };
    const [, charged] = await chargedBy(async () => {
      const call = client.RenderCanvasStream(request, metadata);
      const left = new Promise<ServiceError>((done) => call.once("error", done));
      call.once("data", () => call.cancel());
      expect((await left).code).toBe(status.CANCELLED);
      await sleep(200);
      const again = await received(createGrpcTransport({ baseUrl: http.baseUrl }), { ...big, idempotencyKey: "left" });
      expect([again.answer?.replayed, again.pdf.length > GRPC_LIMIT]).toEqual(["1", true]);
    });
    expect(charged).toBe(1);
    expect(bench.logged.filter((line) => line.includes("failed"))).toEqual([]);
    client.close();
  });

  test("of a job is its first message alone", async () => {
    const transport = createConnectTransport({ baseUrl: http.baseUrl, httpVersion: "1.1" });
    const { answer, sizes } = await received(transport, ratio({ prefer: "respond-async" }));
    expect([answer?.job?.status, sizes]).toEqual(["queued", []]);
  });

  test("comes over Connect in frames, and says so to whoever sends none", async () => {
    const answer = await fetch(`${http.baseUrl}/platen.v1.RenderService/RenderCanvasStream`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: "{}",
    });
    expect([answer.status, await answer.json()]).toEqual([
      415,
      expect.objectContaining({
        message:
          "The content type 'application/json' is none of a stream. Send application/connect+json, " +
          "application/connect+proto, application/grpc or application/grpc-web.",
      }),
    ]);
  });
});
