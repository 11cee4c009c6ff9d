// The envelope of a render request: what is wrong with it whatever the template and the data are, and what it asks for.
import { create, type JsonObject } from "@bufbuild/protobuf";
import type { RenderCanvasRequest } from "../../../gen/platen/v1/render_pb.ts";
import { RenderCanvasRequestSchema, RenderOptionsSchema } from "../../../gen/platen/v1/render_pb.ts";
import { DEFAULT_CREATED_AT, isCreatedAt, passwordFault } from "../engine/index.ts";
import { entriesOf, facesOf, platenError } from "../methods/index.ts";
import type { Canvas } from "../persistence/index.ts";
import { dataMissing } from "./own-data.ts";
import { jsonBytes, type PayloadForm, payloadBytes } from "./payload.ts";
import { checkedKey } from "./retries.ts";

/** Documents that one request may ask for (`entries_max` in proto/platen/v1/render.proto). */
const LIST_ENTRIES_MAX = facesOf(RenderCanvasRequestSchema.field.dataList).entriesMax;

/** ISO 32000-2 §7.6.4.3.2: what is beyond is not part of the password. */
const PASSWORD_BYTES_MAX = 127;

/** What a request brings to be drawn. */
export interface Payload {
  /** The JSON bytes; null where the request brings none. */
  readonly bytes: Uint8Array | null;
  /** An array with one object for each document. */
  readonly isList: boolean;
}

/** What a request for a canvas's file asks for. */
export interface RenderEnvelope extends Payload {
  readonly createdAt: string;
  readonly isStored: boolean;
  readonly isAsynchronous: boolean;
  readonly refusesMisfit: boolean;
  readonly key: string | null;
  readonly password: string | null;
}

/** Reads the envelope. Size is judged first, then form, as the order of checks has it. */
export function envelopeOf(request: RenderCanvasRequest, canvas: Canvas): RenderEnvelope {
  const payload = payloadOf(request, canvas);
  const options = request.options ?? create(RenderOptionsSchema);
  const isAsynchronous = prefersAsynchronous(request.prefer ?? "");
  if (payload.bytes === null && canvas.fieldCount > 0) throw dataMissing();
  return {
    ...payload,
    createdAt: createdAtOf(options.createdAt),
    isStored: options.store,
    isAsynchronous,
    refusesMisfit: options.onMisfit === "refuse",
    key: checkedKey(request.idempotencyKey),
    password: passwordOf(options.password, canvas, isAsynchronous),
  };
}

/** The members of a request that bring its payload. */
interface PayloadRequest {
  readonly payload: PayloadForm;
  readonly dataList: readonly JsonObject[];
  readonly dataListJson?: Uint8Array | undefined;
}

/** The two members that a payload may come in; never both, and a list has at most 100 entries. */
export function payloadOf(request: PayloadRequest, canvas: Canvas): Payload {
  const bytes = payloadBytes(request.payload);
  const list = listOf(request);
  if (list === null) return { bytes, isList: false };
  if (list.entries > LIST_ENTRIES_MAX) {
    const sentence = `dataList has more than ${LIST_ENTRIES_MAX} entries. Send them in several requests.`;
    throw platenError("too_large", sentence);
  }
  if (bytes !== null) {
    throw platenError("invalid_argument", "The request has `data` and `dataList`. Send one of the two.");
  }
  if (canvas.recordSource !== null) {
    const sentence = `The template makes one document of each entry of '${canvas.recordSource}' by itself.`;
    throw platenError("invalid_argument", `${sentence} Send one payload as data instead of dataList.`);
  }
  return { bytes: list.bytes, isList: true };
}

/** A list without entries is none: Protobuf's wire can't tell the two apart, so no door does. */
const EMPTY_LIST = /^\s*(?:\[\s*\]|null)\s*$/;

/** What is longer is another value, unless whoever scanned it knows better. */
const EMPTY_BYTES_MAX = 100;

/** The list's bytes and how many entries it has; null where the request brings none. */
function listOf({ dataList, dataListJson: json }: PayloadRequest) {
  if (json === undefined) {
    return dataList.length === 0 ? null : { bytes: jsonBytes("dataList", dataList), entries: dataList.length };
  }
  const known = entriesOf(json);
  const isShort = known === null && json.length <= EMPTY_BYTES_MAX;
  const isEmpty = known === 0 || (isShort && EMPTY_LIST.test(new TextDecoder().decode(json)));
  return isEmpty ? null : { bytes: json, entries: known ?? countEntries(json) };
}

/**
 * How many entries the JSON array in these bytes has, or one more than allowed where it has more: commas outside of
 * strings and inner brackets, counted without reading a value. What is no JSON is refused by the engine. Of bodies that
 * came over REST, whoever proved them knows already.
 */
function countEntries(bytes: Uint8Array): number {
  let depth = 0;
  let commas = 0;
  let isEmpty = true;
  for (let at = 0; at < bytes.length && commas < LIST_ENTRIES_MAX; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) at = closingQuote(bytes, at);
    else if (byte === 0x5b || byte === 0x7b) depth += 1;
    else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    else if (byte === 0x2c && depth === 1) commas += 1;
    if (depth >= 1 && byte > 0x20 && !(depth === 1 && byte === 0x5b)) isEmpty = false;
  }
  return isEmpty ? 0 : commas + 1;
}

function closingQuote(bytes: Uint8Array, opening: number): number {
  let at = opening + 1;
  while (at < bytes.length && bytes[at] !== 0x22) at += bytes[at] === 0x5c ? 2 : 1;
  return at;
}

/** A quoted value; one without an end goes on to the end of the text, so that none is looked for again and again. */
const QUOTED = /"(?:[^"\\]|\\.)*(?:"|\\?$)/gs;

/**
 * RFC 7240: preferences are separated by commas and may have parameters; what is not known is ignored. Quoted values,
 * which may hold commas, are left out before.
 */
function prefersAsynchronous(prefer: string): boolean {
  const unquoted = prefer.replaceAll(QUOTED, "");
  return unquoted
    .split(",")
    .some((preference) => preference.split(";", 1)[0]?.trim().toLowerCase() === "respond-async");
}

/** The file's date. The pattern is checked before; a day that no calendar has is refused here. */
function createdAtOf(text: string | undefined): string {
  if (text === undefined) return DEFAULT_CREATED_AT;
  if (isCreatedAt(text)) return text;
  const sentence = `options.createdAt: '${text}' is no real time. Write it like 2026-11-20T09:00:00Z.`;
  throw platenError("invalid_argument", sentence);
}

/** No sentence repeats the password. */
function passwordOf(password: string | undefined, canvas: Canvas, isAsynchronous: boolean): string | null {
  if (password === undefined) {
    if (canvas.encryption !== "required") return null;
    const advice = isAsynchronous ? ", and without Prefer: respond-async, which takes none" : "";
    throw platenError("invalid_argument", `The template asks for a password. Send it as options.password${advice}.`);
  }
  if (canvas.encryption === "none") {
    const sentence = "The template has no encryption policy, so it takes no password. Leave options.password out.";
    throw platenError("invalid_argument", sentence);
  }
  if (isAsynchronous) {
    const sentence = "A password is stored nowhere, so it can't wait for a job.";
    throw platenError("invalid_argument", `${sentence} Leave options.password or Prefer: respond-async out.`);
  }
  const bytes = new TextEncoder().encode(password).length;
  if (bytes === 0 || bytes > PASSWORD_BYTES_MAX) {
    const sentence = `options.password: write 1 to ${PASSWORD_BYTES_MAX} bytes of UTF-8.`;
    throw platenError("invalid_argument", sentence);
  }
  const fault = passwordFault(password);
  if (fault !== null) throw platenError("invalid_argument", `options.password: ${fault}. Send another one.`);
  return password;
}
