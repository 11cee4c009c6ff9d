import { create, type JsonObject, toJsonString } from "@bufbuild/protobuf";
import { type Struct, StructSchema } from "@bufbuild/protobuf/wkt";
import { platenError } from "../methods/index.ts";

/** The two forms in which a request brings its payload, or neither. */
export type PayloadForm =
  | { readonly case: "data"; readonly value: JsonObject | Struct }
  | { readonly case: "dataJson"; readonly value: Uint8Array }
  | { readonly case: undefined; readonly value?: undefined };

/** The payload as JSON bytes: those that came, or those of the Struct, whose numbers are doubles. */
export function payloadBytes(payload: PayloadForm): Uint8Array | null {
  switch (payload.case) {
    case "dataJson":
      // Null says no more than an absent member, as in the JSON of every other door.
      return isNull(payload.value) ? null : payload.value;
    case "data":
      return isStruct(payload.value)
        ? new TextEncoder().encode(toJsonString(StructSchema, create(StructSchema, payload.value)))
        : jsonBytes("data", payload.value);
    case undefined:
      return null;
  }
}

/** Null with space around it; what is longer is another value. */
function isNull(json: Uint8Array): boolean {
  return json.length < 100 && /^[ \t\r\n]*null[ \t\r\n]*$/.test(new TextDecoder().decode(json));
}

/**
 * A Struct field is plain JSON in protobuf-es 2, but for numbers that JSON has not (RFC 8259 §6). Written as null,
 * they would pass for values that were left out.
 *
 * @param member how a refusal speaks of the value
 */
export function jsonBytes(member: string, value: JsonObject | readonly JsonObject[]): Uint8Array {
  const text = JSON.stringify(value);
  if (text.includes("null")) {
    JSON.stringify(value, (name, part: unknown) => {
      if (typeof part !== "number" || Number.isFinite(part)) return part;
      const sentence = `${member}: '${name.slice(0, 60)}' is ${part}, which JSON can't say.`;
      throw platenError("invalid_argument", `${sentence} Send a finite number, or leave it out.`);
    });
  }
  return new TextEncoder().encode(text);
}

function isStruct(value: JsonObject | Struct): value is Struct {
  return "$typeName" in value && value.$typeName === "google.protobuf.Struct";
}
