// Each method of the catalogue in each form of a request: a method that is added is attacked with the others.
import { brotliCompressSync, constants, deflateSync, gzipSync } from "node:zlib";
import type { DescField } from "@bufbuild/protobuf";
import { isUnary, type Method, platenMethods } from "../../../src/core/methods/index.ts";
import type { Attack } from "../attack.ts";
import { type Answer, type RawAnswer, send, sendHttp2 } from "../send.ts";
import type { Attacker, Target } from "../target.ts";

/** As much as the smallest plan takes, but for what stands around it. */
const PLAIN_BYTES = 4 * 1024 * 1024 - 64 * 1024;

/** Little enough to be unpacked whatever it was packed to. */
const PACKED_BYTES = 1024 * 1024 - 64 * 1024;

/** What a member may be filled with, in JSON. */
const VALUES = {
  text: (bytes: number) => `"${"x".repeat(bytes)}"`,
  escapes: (bytes: number) => `"${"\\n".repeat(bytes / 2)}"`,
  "text in a list": (bytes: number) => `["${"x".repeat(bytes)}"]`,
  objects: (bytes: number) => `[${"{},".repeat(bytes / 3 - 1)}{}]`,
  zeros: (bytes: number) => `{"a":[${"0,".repeat(bytes / 2 - 4)}0]}`,
} as const satisfies Record<string, (bytes: number) => string>;

/** How a message travels. */
interface Form {
  readonly name: string;
  readonly contentType: string;
  readonly isJson: boolean;
  readonly isFramed: boolean;
  readonly encoding?: readonly [header: string, value: keyof typeof PACKERS];
  readonly isHttp2?: boolean;
}

const PACKERS = {
  br: (bytes: Uint8Array) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Uint8Array) => gzipSync(bytes),
  deflate: (bytes: Uint8Array) => deflateSync(bytes),
} as const;

const JSON_FORM = { contentType: "application/json", isJson: true, isFramed: false } as const;
const PROTO_FORM = { contentType: "application/proto", isJson: false, isFramed: false } as const;
const GRPC_FORM = { contentType: "application/grpc+proto", isJson: false, isFramed: true, isHttp2: true } as const;
const GRPC_JSON_FORM = { ...GRPC_FORM, contentType: "application/grpc+json", isJson: true } as const;
const WEB_FORM = { contentType: "application/grpc-web+proto", isJson: false, isFramed: true } as const;
const STREAM_FORM = { contentType: "application/connect+json", isJson: true, isFramed: true } as const;

const UNARY_FORMS: readonly Form[] = [
  { ...JSON_FORM, name: "Connect JSON" },
  { ...JSON_FORM, name: "Connect JSON br", encoding: ["content-encoding", "br"] },
  { ...JSON_FORM, name: "Connect JSON deflate", encoding: ["content-encoding", "deflate"] },
  { ...PROTO_FORM, name: "Connect proto" },
  { ...PROTO_FORM, name: "Connect proto gzip", encoding: ["content-encoding", "gzip"] },
  { ...GRPC_FORM, name: "gRPC" },
  { ...GRPC_FORM, name: "gRPC br", encoding: ["grpc-encoding", "br"] },
  { ...GRPC_JSON_FORM, name: "gRPC JSON" },
  { ...GRPC_JSON_FORM, name: "gRPC JSON gzip", encoding: ["grpc-encoding", "gzip"] },
  { ...WEB_FORM, name: "gRPC-Web" },
  { ...WEB_FORM, name: "gRPC-Web br", encoding: ["grpc-encoding", "br"] },
];

const STREAM_FORMS: readonly Form[] = [
  { ...STREAM_FORM, name: "Connect stream JSON" },
  { ...STREAM_FORM, name: "Connect stream JSON br", encoding: ["connect-content-encoding", "br"] },
  { ...STREAM_FORM, name: "Connect stream proto", contentType: "application/connect+proto", isJson: false },
  ...UNARY_FORMS.filter(({ isFramed }) => isFramed),
];

/**
 * Served, or refused with a reason, in the words of any protocol; the codes 2 and 13 of gRPC are failures of ours. A
 * packing that nobody knows here is `unimplemented`, as the protocol of Connect says.
 */
const REFUSED =
  /^(?!200 (?:grpc )?(?:2|13)$)(?:[234]\d\d(?: |$)|501 unimplemented|503 (?:unavailable|budget_exceeded)|0 EPIPE)/;

/** The fields of a method's request, each with each value, in a form of the method's by turns. */
function doorAttack(method: Method, at: number): Attack {
  const forms = isUnary(method.descriptor) ? UNARY_FORMS : STREAM_FORMS;
  return {
    name: `${method.descriptor.name}: each member in each form`,
    answers: REFUSED,
    async run(target) {
      const attacker = await target.attacker("starter");
      const answers: (Answer | RawAnswer)[] = [];
      let turn = at;
      for (const field of method.descriptor.input.fields) {
        for (const value of Object.values(VALUES)) {
          const form = forms[turn % forms.length];
          turn += 1;
          if (form !== undefined)
            answers.push(await sendTo(target, method, attacker, form, bodyOf(form, field, value)));
        }
      }
      return answers;
    },
  };
}

function bodyOf(form: Form, field: DescField, value: (bytes: number) => string): Uint8Array {
  const bytes = (form.encoding === undefined ? PLAIN_BYTES : PACKED_BYTES) - 1_000;
  const message = form.isJson
    ? Buffer.from(`{"${field.jsonName}":${value(bytes)}}`)
    : Buffer.concat([lengthsOf(field.number, bytes), Buffer.from(value(bytes).slice(0, bytes).padEnd(bytes))]);
  const packed = form.encoding === undefined ? message : PACKERS[form.encoding[1]](message);
  if (!form.isFramed) return packed;
  const head = Buffer.alloc(5);
  head.writeUInt8(form.encoding === undefined ? 0 : 1, 0);
  head.writeUInt32BE(packed.length, 1);
  return Buffer.concat([head, packed]);
}

/** The tag of a field that has a length, and that length, as varints. */
function lengthsOf(number: number, length: number): Buffer {
  const bytes: number[] = [];
  for (const value of [number * 8 + 2, length]) {
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) bytes.push((left % 128) | 128);
    bytes.push(left);
  }
  return Buffer.from(bytes);
}

function keyOf({ roles }: Method, { dataKey, renderKey }: Attacker): string {
  return roles.has("data_write") ? dataKey : renderKey;
}

async function sendTo(
  target: Target,
  method: Method,
  attacker: Attacker,
  { contentType, encoding, isHttp2 = false }: Form,
  body: Uint8Array,
): Promise<Answer | RawAnswer> {
  const headers = {
    ...{ "content-type": contentType, "x-api-key": keyOf(method, attacker) },
    ...(encoding === undefined ? {} : { [encoding[0]]: encoding[1] }),
  };
  if (isHttp2) return sendHttp2(target.baseUrl, { ":path": method.rpcPath, te: "trailers", ...headers }, body);
  return send(target.baseUrl, { path: method.rpcPath, headers, body });
}

/** Each member of a tool's arguments with each value; by a person where only people may call it. */
function toolAttack(method: Method): Attack {
  const name = method.tool?.name ?? "";
  return {
    name: `${name}: each member of its arguments`,
    // What an author sends is checked.
    computes: method.scope === "documents.author",
    async run(target) {
      const attacker = await target.attacker("starter");
      const isOfPeople = !method.roles.has("render") && !method.roles.has("data_write");
      const call = isOfPeople ? await attacker.signIn() : null;
      const accept = "application/json, text/event-stream";
      const headers = { "content-type": "application/json", accept, "x-api-key": keyOf(method, attacker) };
      const answers: Answer[] = [];
      for (const field of method.descriptor.input.fields) {
        for (const value of Object.values(VALUES)) {
          const given = `{"${field.jsonName}":${value(PLAIN_BYTES - 1_000)}}`;
          const params = `{"name":"${name}","arguments":${given}}`;
          const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
          answers.push(
            call === null
              ? await send(target.baseUrl, { path: "/mcp", headers, body })
              : await call(name, JSON.parse(given)),
          );
        }
      }
      return answers;
    },
  };
}

/** What a key may call, or anybody; the operator's methods are on a socket of their own. */
const REACHED = platenMethods.methods.filter(({ roles }) => !roles.has("operator"));

export const DOOR_ATTACKS: readonly Attack[] = [
  ...REACHED.filter(({ descriptor }) => descriptor.input.fields.length > 0).map(doorAttack),
  ...REACHED.filter(({ tool, descriptor }) => tool !== undefined && descriptor.input.fields.length > 0).map(toolAttack),
];
