// Ways to pack, to ask for packing, and to write rows and operator's calls, that the tables of methods leave out.
import { deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { Attack } from "../attack.ts";
import { type Answer, type RawAnswer, send, sendHttp2 } from "../send.ts";
import type { Target } from "../target.ts";
import { envelope, field } from "./bodies.ts";

const MEBIBYTE = 1024 * 1024;
const JSON_TYPE = { "content-type": "application/json" };

/** Connect's GET has its message in the address, packed or not. */
const QUERY: Attack = {
  name: "Connect GET: 40 messages in the address, packed by gzip, br and what nobody knows",
  async run(target) {
    const { renderKey } = await target.attacker("enterprise");
    const message = gzipSync(`{"pageToken":"${"x".repeat(4 * MEBIBYTE)}"}`, { level: 9 }).toString("base64url");
    const answers: Answer[] = [];
    for (let at = 0; at < 40; at += 1) {
      const compression = ["gzip", "br", "zstd", "gzip,gzip"][at % 4] ?? "";
      const query = new URLSearchParams({ connect: "v1", encoding: "json", base64: "1", compression, message });
      const path = `/platen.v1.RenderService/ListRenders?${query}`;
      answers.push(await send(target.baseUrl, { method: "GET", path, headers: { "x-api-key": renderKey } }));
    }
    return answers;
  },
  answers: /^(?:4\d\d|501 unimplemented)/,
  wrong: (answers) =>
    answers.filter(({ said }) => said.startsWith("501")).length === 20
      ? null
      : "what is packed in a way that nobody knows was not refused as that",
};

/** Packed by what gRPC knows and the service does not: the status for that is UNIMPLEMENTED. */
function unknownPacking(name: "deflate" | "zstd" | "gzip,gzip", pack: (bytes: Uint8Array) => Uint8Array): Attack {
  return {
    name: `gRPC: 8 MiB packed by ${name}`,
    async run(target) {
      const { renderKey } = await target.attacker("business");
      const body = envelope(pack(field(1, Buffer.alloc(8 * MEBIBYTE, "x"))), true);
      const headers = {
        ...{ ":path": "/platen.v1.RenderService/GetRender", "content-type": "application/grpc+proto", te: "trailers" },
        ...{ "x-api-key": renderKey, "grpc-encoding": name },
      };
      return [await sendHttp2(target.baseUrl, headers, body)];
    },
    answers: /^200 grpc 12$/,
  };
}

const ACCEPTED = ["gzip", "deflate", "br", "zstd", "*", "identity;q=0", "gzip;q=1.0, *;q=0.5", "gzip,".repeat(1_000)];

const ACCEPTING: Attack = {
  name: "HTTP: each kind of Accept-Encoding at each door",
  async run(target) {
    const { renderKey, canvasId } = await target.attacker("enterprise");
    const own = { "x-api-key": renderKey, ...JSON_TYPE };
    const answers: Answer[] = [];
    for (const accepted of ACCEPTED) {
      const headers = { ...own, "accept-encoding": accepted, "connect-accept-encoding": accepted };
      const body = JSON.stringify({ data: { note: "x", pictures: [] } });
      answers.push(await send(target.baseUrl, { path: `/v1/canvases/${canvasId}/pdf`, headers, body }));
      for (const path of ["/v1/openapi.json", `/v1/canvases/${canvasId}/schema`, "/v1/renders"]) {
        answers.push(await send(target.baseUrl, { method: "GET", path, headers }));
      }
      const ping = '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}';
      const accept = "application/json, text/event-stream";
      answers.push(await send(target.baseUrl, { path: "/mcp", headers: { ...headers, accept }, body: ping }));
    }
    return answers;
  },
  answers: /^200/,
  wrong: (answers) =>
    answers.some((each) => "headers" in each && each.headers["content-encoding"] !== undefined)
      ? "an answer was packed"
      : null,
};

/** JSON rows up to a size. */
function rowsOf(bytes: number): string {
  const row = '{"name":"x","price":1},';
  return `[${row.repeat(Math.floor(bytes / row.length)).slice(0, -1)}]`;
}

async function putRows(target: Target, bytes: number, isGrpc: boolean): Promise<readonly (Answer | RawAnswer)[]> {
  const attacker = await target.attacker("enterprise");
  const datasetId = await attacker.dataset({ items: [{ name: "x", price: 1 }], others: "y".repeat(MEBIBYTE) });
  const rows = rowsOf(bytes);
  const key = { "x-api-key": attacker.dataKey };
  const path = "/platen.v1.DatasetService/PutDatasetRows";
  if (!isGrpc) {
    const body = `{"datasetId":"${datasetId}","path":"items","rows":${rows}}`;
    return [await send(target.baseUrl, { path, headers: { ...JSON_TYPE, ...key }, body })];
  }
  const headers = { ...{ ":path": path, "content-type": "application/grpc+proto", te: "trailers" }, ...key };
  const message = [field(1, Buffer.from(datasetId)), field(2, Buffer.from("items")), field(4, Buffer.from(rows))];
  return [await sendHttp2(target.baseUrl, headers, envelope(Buffer.concat(message), false))];
}

const ROWS: readonly Attack[] = [
  {
    name: "datasets, enterprise: 8 MiB of rows over what is there, by Connect",
    run: (target) => putRows(target, 8 * MEBIBYTE, false),
    answers: /^200/,
    computes: true,
    isStored: true,
  },
  {
    name: "datasets, enterprise: 8 MiB of rows over what is there, by gRPC",
    run: (target) => putRows(target, 8 * MEBIBYTE, true),
    answers: /^200 grpc 0$/,
    computes: true,
    isStored: true,
  },
];

const OPERATOR: readonly Attack[] = [
  {
    name: "operator's socket: bodies of commas, zeros and depth",
    async run({ baseUrl, operatorSocket: socketPath }) {
      const bodies = ["[,", "{:", '{"a":'].map((part) => part.repeat((8 * MEBIBYTE) / part.length));
      const path = "/platen.v1.AuthoringService/PublishCanvas";
      return Promise.all(
        bodies.map((body) => send(baseUrl, { socketPath, path, headers: JSON_TYPE, body: Buffer.from(body) })),
      );
    },
    answers: /^4\d\d /,
  },
  {
    name: "operator's socket: what it has is nowhere on the port",
    async run(target) {
      const { renderKey } = await target.attacker("enterprise");
      const path = "/platen.v1.AccountService/CreateOrganization";
      const headers = { ...JSON_TYPE, "x-api-key": renderKey };
      return [await send(target.baseUrl, { path, headers, body: '{"name":"x","plan":"enterprise"}' })];
    },
    answers: /^404/,
  },
];

export const PACKING_ATTACKS: readonly Attack[] = [
  QUERY,
  unknownPacking("deflate", deflateSync),
  unknownPacking("zstd", zstdCompressSync),
  unknownPacking("gzip,gzip", (bytes) => gzipSync(gzipSync(bytes))),
  ACCEPTING,
  ...OPERATOR,
  ...ROWS,
];
