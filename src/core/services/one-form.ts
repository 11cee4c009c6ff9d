// A member that a request brings in two forms at once. JSON refuses it while it is read; Protobuf's binary form has a
// field for each of the two, so that one of them would be dropped without a word.
import type { DescMessage } from "@bufbuild/protobuf";
import { type ReflectMessage, reflect } from "@bufbuild/protobuf/reflect";
import type { Interceptor } from "@connectrpc/connect";
import { exactFormOf, platenError } from "../methods/index.ts";

/** Refuses a request that has a field and its exact form. Of the two of a oneof the wire itself keeps the last one. */
export function oneFormOfEach(): Interceptor {
  return (next) => (request) => {
    if (!request.stream) refuseTwoForms(request.method.input, request.message);
    return next(request);
  };
}

function refuseTwoForms(input: DescMessage, message: Parameters<typeof reflect>[1]): void {
  const pairs = input.fields.flatMap((field) => {
    const exact = exactFormOf(field);
    return exact === undefined ? [] : [{ field, exact }];
  });
  if (pairs.length === 0) return;
  const read: ReflectMessage = reflect(input, message);
  for (const { field, exact } of pairs) {
    if (!read.isSet(field) || !read.isSet(exact)) continue;
    const sentence = `'${field.jsonName}' and '${exact.jsonName}' are the same member; send one of the two.`;
    throw platenError("invalid_argument", sentence);
  }
}
