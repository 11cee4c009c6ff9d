// Answers leave as they are, whatever their client would take: packing them costs threads that also read files.
import { connect } from "node:http2";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { create, toBinary } from "@bufbuild/protobuf";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  GetRenderPdfRequestSchema,
  RenderCanvasRequestSchema,
  RenderService,
} from "../../../gen/platen/v1/render_pb.ts";
import { platenMethods } from "../../../src/core/methods/index.ts";
import { connectHandler, createServer, type Server } from "../../../src/facades/rpc/index.ts";

/** Bytes that any packing would make far fewer of. */
const PDF = Buffer.alloc(256 * 1024, "%PDF");

let server: Server;
let baseUrl = "";

beforeAll(async () => {
  const handler = connectHandler({
    catalogue: platenMethods,
    routes: (router) =>
      router.service(RenderService, {
        getRenderPdf: () => ({ pdf: PDF, contentDisposition: "attachment", etag: '"a"' }),
        async *renderCanvasStream() {
          yield { piece: { case: "chunk", value: PDF } };
        },
      }),
    router: {},
    door: "rpc",
    admit: async () => ({ token: "none", maxRequestBytes: 4_096, headers: new Headers() }),
  });
  server = createServer({ handlers: [handler] });
  baseUrl = `http://127.0.0.1:${await server.listen({ host: "127.0.0.1", port: 0 })}`;
});
afterAll(() => server.close(0));

const QUESTIONS = {
  GetRenderPdf: toBinary(GetRenderPdfRequestSchema, create(GetRenderPdfRequestSchema, { renderId: "rnd_1" })),
  RenderCanvasStream: toBinary(RenderCanvasRequestSchema, create(RenderCanvasRequestSchema, { canvasId: "cnv_1" })),
};

interface Asked {
  readonly method: keyof typeof QUESTIONS;
  readonly type: string;
  /** The names of the headers that tell of the packing of this message, and of the answer's. */
  readonly encoding: string;
  readonly accepts: string;
  readonly isFramed: boolean;
}

const PROTOCOLS: readonly (readonly [string, Asked])[] = [
  [
    "Connect",
    {
      ...{ method: "GetRenderPdf", type: "application/proto", isFramed: false },
      ...{ encoding: "content-encoding", accepts: "accept-encoding" },
    },
  ],
  [
    "a stream of Connect",
    {
      ...{ method: "RenderCanvasStream", type: "application/connect+proto", isFramed: true },
      ...{ encoding: "connect-content-encoding", accepts: "connect-accept-encoding" },
    },
  ],
  [
    "gRPC",
    {
      ...{ method: "GetRenderPdf", type: "application/grpc", isFramed: true },
      ...{ encoding: "grpc-encoding", accepts: "grpc-accept-encoding" },
    },
  ],
  [
    "gRPC-Web",
    {
      ...{ method: "GetRenderPdf", type: "application/grpc-web", isFramed: true },
      ...{ encoding: "grpc-encoding", accepts: "grpc-accept-encoding" },
    },
  ],
];

/** Asks over HTTP/2, by a client that unpacks nothing by itself. */
async function ask({ method, type, ...asked }: Asked, accepted: string, isPacked: boolean) {
  const question = isPacked ? gzipSync(QUESTIONS[method]) : QUESTIONS[method];
  const frame = Buffer.from([isPacked ? 1 : 0, 0, 0, 0, question.length]);
  const session = connect(baseUrl);
  const stream = session.request({
    ...{ ":method": "POST", ":path": `/platen.v1.RenderService/${method}`, "content-type": type, te: "trailers" },
    ...(accepted === "" ? {} : { [asked.accepts]: accepted }),
    ...(isPacked ? { [asked.encoding]: "gzip" } : {}),
  });
  stream.end(asked.isFramed ? Buffer.concat([frame, question]) : question);
  const headers = await new Promise<Readonly<Record<string, unknown>>>((resolve) => stream.once("response", resolve));
  const body = await buffer(stream);
  session.destroy();
  return { status: headers[":status"], encoding: headers[asked.encoding], body };
}

test.for(PROTOCOLS)("over %s no answer is packed, whoever would unpack it", async ([, asked]) => {
  for (const accepted of ["br", "gzip", "br, gzip", ""]) {
    for (const isPacked of [false, true]) {
      const { status, encoding, body } = await ask(asked, accepted, isPacked);
      expect([status, encoding ?? "identity"]).toEqual([200, "identity"]);
      if (asked.isFramed) expect(body[0]).toBe(0);
      expect(body.length).toBeGreaterThan(PDF.length);
      expect(body.includes(PDF)).toBe(true);
    }
  }
});
