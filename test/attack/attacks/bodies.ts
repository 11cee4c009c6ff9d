// Bodies that are small on the wire and large, broken or endless for whoever reads them, at every door.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Attack } from "../attack.ts";
import { type Answer, send, sendHttp2 } from "../send.ts";
import type { Attacker, AttackerPlan } from "../target.ts";

const MEBIBYTE = 1024 * 1024;

/** What the plans take, in MiB; the largest there is goes to the door that reads it. */
const BODY_MIB = { starter: 4, business: 16, enterprise: 32 } as const satisfies Record<AttackerPlan, number>;

/** Fills a body up to a size: `{` and commas, `[` and zeros. */
function filled(head: string, part: string, tail: string, bytes: number): Buffer {
  const times = Math.floor((bytes - head.length - tail.length) / Buffer.byteLength(part));
  return Buffer.concat([Buffer.from(head), Buffer.alloc(times * Buffer.byteLength(part), part), Buffer.from(tail)]);
}

/** Texts that keep a reader of JSON busy, by what they are. */
const TEXTS = {
  "a brace and commas": (bytes: number) => filled("{", ",", "", bytes),
  "a bracket and commas": (bytes: number) => filled("[", ",", "", bytes),
  "a brace and colons": (bytes: number) => filled("{", ":", "", bytes),
  "a brace and closing brackets": (bytes: number) => filled("{", "]", "", bytes),
  "broken escapes": (bytes: number) => filled('{"data":{"a":"', "\\x", '"}}', bytes),
  "control characters": (bytes: number) => filled('{"data":{"a":"', "\u0001", '"}}', bytes),
  "halves of strings": (bytes: number) => filled('{"data":["', '\n"', "", bytes),
  "newlines before a mistake": (bytes: number) => filled("{", "\n", "x", bytes),
  "a list of long numbers": (bytes: number) => filled('{"data":{"a":[0', `,${"1234567890".repeat(2)}`, "]}}", bytes),
  "a list of zeros": (bytes: number) => filled('{"data":{"a":[0', ",0", "]}}", bytes),
  "a list of objects": (bytes: number) => filled('{"data":{"a":[{}', ",{}", "]}}", bytes),
  "a list of records": (bytes: number) => filled('{"dataList":[{}', ",{}", "]}", bytes),
  "a list of empty texts": (bytes: number) => filled('{"data":{"a":[""', ',""', "]}}", bytes),
  "nested brackets": (bytes: number) => filled('{"data":', "[", "", bytes),
  "nested objects": (bytes: number) => filled('{"data":', '{"a":', "", bytes),
  "one name again and again": (bytes: number) => filled('{"data":{"a":1', ',"a":1', "}}", bytes),
  "one long text": (bytes: number) => filled('{"data":{"note":"', "x", '"}}', bytes),
  "one long number": (bytes: number) => filled('{"data":{"note":', "9", "}}", bytes),
  "unknown members": (bytes: number) => filled('{"x":1', ',"y":[1,{}]', "}", bytes),
} as const satisfies Record<string, (bytes: number) => Buffer>;

type TextName = keyof typeof TEXTS;

const JSON_TYPE = { "content-type": "application/json" };
const CONNECT = "/platen.v1.RenderService/RenderCanvas";

const PACKED = {
  br: (text: Uint8Array) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: Uint8Array) => gzipSync(text, { level: 6 }),
} as const;

/** A text over Connect, compressed, as large as the plan takes once it is unpacked. */
function connectBomb(name: TextName, encoding: keyof typeof PACKED, plan: AttackerPlan, times = 1): Attack {
  return {
    name: `Connect ${encoding}, ${plan}: ${name}${times === 1 ? "" : ` × ${times}`}`,
    async run(target) {
      const { renderKey } = await target.attacker(plan);
      const body = PACKED[encoding](TEXTS[name](BODY_MIB[plan] * MEBIBYTE - MEBIBYTE / 16));
      const headers = { ...JSON_TYPE, "x-api-key": renderKey, "content-encoding": encoding };
      return several(times, () => send(target.baseUrl, { path: CONNECT, headers, body }));
    },
  };
}

function connectPlain(name: TextName, plan: AttackerPlan): Attack {
  return {
    name: `Connect, ${plan}: ${name}`,
    async run(target) {
      const { renderKey } = await target.attacker(plan);
      const body = TEXTS[name](BODY_MIB[plan] * MEBIBYTE - MEBIBYTE / 16);
      return [await send(target.baseUrl, { path: CONNECT, headers: { ...JSON_TYPE, "x-api-key": renderKey }, body })];
    },
  };
}

function rest(name: TextName, plan: AttackerPlan): Attack {
  return {
    name: `REST, ${plan}: ${name}`,
    async run(target) {
      const { renderKey, canvasId } = await target.attacker(plan);
      const body = TEXTS[name](BODY_MIB[plan] * MEBIBYTE - MEBIBYTE / 16);
      const path = `/v1/canvases/${canvasId}/pdf`;
      return [await send(target.baseUrl, { path, headers: { ...JSON_TYPE, "x-api-key": renderKey }, body })];
    },
  };
}

function mcp(name: string, bodyOf: (bytes: number) => Buffer, plan: AttackerPlan = "starter"): Attack {
  return {
    name: `MCP, ${plan}: ${name}`,
    async run(target) {
      const { renderKey } = await target.attacker(plan);
      const accept = "application/json, text/event-stream";
      const headers = { ...JSON_TYPE, accept, "x-api-key": renderKey };
      const body = bodyOf(BODY_MIB[plan] * MEBIBYTE - MEBIBYTE / 16);
      return [await send(target.baseUrl, { path: "/mcp", headers, body })];
    },
  };
}

const CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_documents","arguments":';

/** A length-prefixed message of gRPC, compressed or not. */
export function envelope(message: Uint8Array, isCompressed: boolean): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(isCompressed ? 1 : 0, 0);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** A varint of protobuf. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left]);
    bytes.push((left % 128) | 128);
  }
}

/** A field with a length. */
export function field(number: number, content: Uint8Array): Buffer {
  return Buffer.concat([varint(number * 8 + 2), varint(content.length), content]);
}

/** A `google.protobuf.Struct` with one list of so many empty values, or of zeros. */
function structOf(bytes: number): Buffer {
  const value = field(1, Buffer.from([0x11, 0, 0, 0, 0, 0, 0, 0, 0]));
  const list = Buffer.alloc(Math.floor(bytes / value.length) * value.length, value);
  const entry = Buffer.concat([field(1, Buffer.from("a")), field(2, field(6, list))]);
  return field(1, entry);
}

/** Protobuf messages for RenderCanvas: `canvas_id` is 1, see the definition for the others. */
const MESSAGES = {
  "unknown fields": (bytes: number) =>
    Buffer.alloc(bytes - (bytes % 4), Buffer.from([0xf8, 0x7f, 0x01, 0x00].slice(0, 3))),
  "unknown groups": (bytes: number) => Buffer.alloc(bytes, Buffer.from([0xf3, 0x7f])),
  "a Struct of zeros": (bytes: number) => Buffer.concat([field(2, structOf(bytes)), field(3, structOf(1_000))]),
  "empty fields": (bytes: number) => Buffer.alloc(bytes, Buffer.from([0x12, 0x00])),
  zeros: (bytes: number) => Buffer.alloc(bytes),
} as const satisfies Record<string, (bytes: number) => Buffer>;

function grpc(name: keyof typeof MESSAGES, plan: AttackerPlan, isCompressed: boolean): Attack {
  return {
    name: `gRPC${isCompressed ? " gzip" : ""}, ${plan}: ${name}`,
    answers: /^200 grpc (?:3|5|8|14|16)$|^4\d\d/,
    async run(target) {
      const { renderKey } = await target.attacker(plan);
      const message = MESSAGES[name](BODY_MIB[plan] * MEBIBYTE - MEBIBYTE / 16);
      const body = envelope(isCompressed ? gzipSync(message) : message, isCompressed);
      const headers = {
        ...{ ":path": CONNECT, "content-type": "application/grpc+proto", te: "trailers", "x-api-key": renderKey },
        ...(isCompressed ? { "grpc-encoding": "gzip" } : {}),
      };
      return [await sendHttp2(target.baseUrl, headers, body)];
    },
  };
}

function connectProto(name: keyof typeof MESSAGES, plan: AttackerPlan): Attack {
  return {
    name: `Connect proto br, ${plan}: ${name}`,
    async run(target) {
      const { renderKey } = await target.attacker(plan);
      const body = PACKED.br(MESSAGES[name](BODY_MIB[plan] * MEBIBYTE - MEBIBYTE / 16));
      const headers = { "content-type": "application/proto", "content-encoding": "br", "x-api-key": renderKey };
      return [await send(target.baseUrl, { path: CONNECT, headers, body })];
    },
  };
}

function grpcWeb(name: TextName, plan: AttackerPlan): Attack {
  return {
    name: `gRPC-Web JSON gzip, ${plan}: ${name}`,
    answers: /^(?:200|4\d\d)/,
    // The status stands behind the message.
    wrong: (answers) =>
      answers.every((each) => "body" in each && /grpc-status: ?(?:3|5|8)\b/.test(each.body.toString("latin1")))
        ? null
        : "it was not refused with a reason",
    async run(target) {
      const { renderKey } = await target.attacker(plan);
      const body = envelope(gzipSync(TEXTS[name](BODY_MIB[plan] * MEBIBYTE - MEBIBYTE / 16)), true);
      const headers = { "content-type": "application/grpc-web+json", "grpc-encoding": "gzip", "x-api-key": renderKey };
      return [await send(target.baseUrl, { path: CONNECT, headers, body })];
    },
  };
}

/** A body whose wrapping holds more than anybody takes: a gigabyte of zeros in a megabyte. */
const GIGABYTE_BOMB: Attack = {
  name: "Connect gzip, starter: a gigabyte of zeros",
  async run(target) {
    const { renderKey } = await target.attacker("starter");
    const part = gzipSync(Buffer.alloc(16 * MEBIBYTE), { level: 9 });
    const body = Buffer.concat(Array<Buffer>(64).fill(part));
    const headers = { ...JSON_TYPE, "content-encoding": "gzip", "x-api-key": renderKey };
    return [await send(target.baseUrl, { path: CONNECT, headers, body })];
  },
};

/** Data lists of the shapes that count as no record, or as too many. */
function recordList(name: string, list: string): Attack {
  return {
    name: `REST, enterprise: a data list of ${name}`,
    async run(target) {
      const { renderKey, canvasId } = await target.attacker("enterprise");
      const path = `/v1/canvases/${canvasId}/pdf`;
      const headers = { ...JSON_TYPE, "x-api-key": renderKey };
      return [await send(target.baseUrl, { path, headers, body: `{"dataList":[${list}]}` })];
    },
  };
}

function rows(name: string, body: (bytes: number) => Buffer): Attack {
  return {
    name: `datasets, enterprise: ${name}`,
    async run(target) {
      const attacker = await target.attacker("enterprise");
      const headers = { ...JSON_TYPE, "x-api-key": attacker.dataKey };
      const path = "/platen.v1.DatasetService/PutDatasetRows";
      const sent = { path, headers, body: body(BODY_MIB.enterprise * MEBIBYTE - MEBIBYTE / 16) };
      return [await send(target.baseUrl, sent)];
    },
    answers: /^400 invalid_argument/,
  };
}

function oauth(name: string, path: string, contentType: string, body: () => Buffer): Attack {
  return {
    name: `OAuth: ${name}`,
    async run(target) {
      const headers = { "content-type": contentType, "x-forwarded-for": target.newAddress() };
      return [await send(target.baseUrl, { path, headers, body: body() })];
    },
  };
}

async function several(times: number, work: () => Promise<Answer>): Promise<readonly Answer[]> {
  return Promise.all(Array.from({ length: times }, work));
}

export const BODY_ATTACKS: readonly Attack[] = [
  connectBomb("a brace and commas", "br", "enterprise"),
  connectBomb("a brace and commas", "br", "starter", 8),
  connectBomb("a bracket and commas", "gzip", "enterprise"),
  connectBomb("broken escapes", "br", "business"),
  connectBomb("halves of strings", "br", "business"),
  connectBomb("a list of zeros", "br", "enterprise"),
  connectBomb("a list of objects", "gzip", "business"),
  connectBomb("a list of records", "br", "enterprise"),
  connectBomb("a list of empty texts", "br", "business"),
  connectBomb("nested brackets", "br", "enterprise"),
  connectBomb("nested objects", "br", "business"),
  connectBomb("one name again and again", "br", "enterprise"),
  connectBomb("unknown members", "br", "enterprise"),
  connectBomb("one long text", "br", "enterprise"),
  connectPlain("a list of zeros", "business"),
  connectPlain("a brace and colons", "starter"),
  GIGABYTE_BOMB,
  rest("a bracket and commas", "enterprise"),
  rest("a brace and closing brackets", "business"),
  rest("control characters", "business"),
  rest("newlines before a mistake", "enterprise"),
  // A rendering thread reads it, and holds it against the contract.
  { ...rest("a list of zeros", "enterprise"), computes: true },
  { ...rest("a list of long numbers", "enterprise"), computes: true },
  rest("a list of records", "enterprise"),
  rest("nested brackets", "enterprise"),
  rest("nested objects", "starter"),
  rest("one name again and again", "business"),
  rest("one long number", "enterprise"),
  recordList("nothing", ""),
  recordList("nulls", "null,".repeat(100_000).slice(0, -1)),
  recordList("lists", "[],".repeat(100_000).slice(0, -1)),
  mcp("a bracket and commas", TEXTS["a bracket and commas"]),
  mcp("a list of zeros as arguments", (bytes) => filled(`${CALL}{"a":[0`, ",0", "]}}}", bytes)),
  mcp("a list of objects as arguments", (bytes) => filled(`${CALL}{"a":[{}`, ",{}", "]}}}", bytes), "enterprise"),
  mcp("nested arguments", (bytes) => filled(`${CALL}`, '{"a":', "", bytes)),
  mcp("a list of anything in a ping", (bytes) =>
    filled('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"a":[{}', ",{}", "]}}}", bytes),
  ),
  grpc("unknown fields", "enterprise", true),
  grpc("unknown groups", "business", true),
  grpc("a Struct of zeros", "enterprise", true),
  grpc("empty fields", "enterprise", false),
  grpc("zeros", "enterprise", true),
  connectProto("a Struct of zeros", "enterprise"),
  connectProto("unknown fields", "business"),
  grpcWeb("a list of zeros", "business"),
  rows("rows of commas", TEXTS["a bracket and commas"]),
  oauth("registration of commas", "/oauth/register", "application/json", () => filled("[", ",", "", MEBIBYTE)),
  oauth("a token's form of a million fields", "/oauth/token", "application/x-www-form-urlencoded", () =>
    filled("grant_type=x", "&a=", "", 4 * MEBIBYTE),
  ),
];

/** For attacks of other files. */
export function jsonHeaders(attacker: Pick<Attacker, "renderKey">): Readonly<Record<string, string>> {
  return { ...JSON_TYPE, "x-api-key": attacker.renderKey };
}

/** The address of a target's render of an attacker's own form. */
export function renderPath(attacker: Pick<Attacker, "canvasId">): string {
  return `/v1/canvases/${attacker.canvasId}/pdf`;
}
