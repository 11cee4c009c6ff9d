// Refusals that no protocol's handler writes: they are written as Connect writes them.
import { MethodOptions_IdempotencyLevel } from "@bufbuild/protobuf/wkt";
import type { UniversalServerResponse } from "@connectrpc/connect/protocol";
import { errorToJsonBytes } from "@connectrpc/connect/protocol-connect";
import { connectErrorOf, errorAnswerOf, type Method, platenError } from "../../core/methods/index.ts";

/** A refusal where there is no handler to write it, such as for a content type of no protocol. */
export function plainRefusal(thrown: unknown, requestId: string): UniversalServerResponse {
  const { status, headers } = errorAnswerOf(thrown, requestId);
  headers.set("content-type", "application/json");
  return { status, header: headers, body: whole(errorToJsonBytes(connectErrorOf(thrown, requestId), undefined)) };
}

/** The methods of HTTP that a method takes: Connect asks by GET for what changes nothing. */
export function verbsOf({ descriptor }: Method): readonly string[] {
  return descriptor.idempotency === MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS ? ["GET", "POST"] : ["POST"];
}

/** The refusal of another method of HTTP, naming those that do (RFC 9110 §15.5.6). */
export function wrongVerb(allowed: readonly string[], requestId: string): UniversalServerResponse {
  const sentence = `This path takes ${allowed.join(" and ")} only.`;
  const answer = plainRefusal(platenError("method_not_allowed", sentence), requestId);
  answer.header?.set("allow", allowed.join(", "));
  return answer;
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
