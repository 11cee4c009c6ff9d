import { create, type JsonObject, toJsonString } from "@bufbuild/protobuf";
import { type Struct, StructSchema } from "@bufbuild/protobuf/wkt";

/** The two forms in which a request brings its payload, or neither. */
export type PayloadForm =
  | { readonly case: "data"; readonly value: JsonObject | Struct }
  | { readonly case: "dataJson"; readonly value: Uint8Array }
  | { readonly case: undefined; readonly value?: undefined };

/** The payload as JSON bytes: those that came, or those of the Struct, whose numbers are doubles. */
export function payloadBytes(payload: PayloadForm): Uint8Array | null {
  switch (payload.case) {
    case "dataJson":
      return payload.value;
    case "data":
      return new TextEncoder().encode(structText(payload.value));
    case undefined:
      return null;
  }
}

/** A Struct field is plain JSON in protobuf-es 2; a Struct message is written by the library. */
function structText(value: JsonObject | Struct): string {
  return isStruct(value) ? toJsonString(StructSchema, create(StructSchema, value)) : JSON.stringify(value);
}

function isStruct(value: JsonObject | Struct): value is Struct {
  return "$typeName" in value && value.$typeName === "google.protobuf.Struct";
}
