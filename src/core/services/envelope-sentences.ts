// Constraints of the definition that a request breaks, as sentences for whoever wrote it.
import type { DescField, DescMessage } from "@bufbuild/protobuf";
import { FeatureSet_FieldPresence } from "@bufbuild/protobuf/wkt";
import { type Violation, ViolationsSchema } from "@bufbuild/protovalidate/gen/buf/validate/validate_pb.js";
import { Code, ConnectError, type Interceptor } from "@connectrpc/connect";
import { facesOf, platenError } from "../methods/index.ts";

/** Constraint violations of a request's envelope as one sentence that names the member and what to write. */
export function validationSentences(): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request);
    } catch (thrown) {
      if (!(thrown instanceof ConnectError) || thrown.code !== Code.InvalidArgument) throw thrown;
      const sentence = envelopeSentence(request.method.input, thrown);
      throw sentence === null ? thrown : platenError("invalid_argument", sentence, { cause: thrown });
    }
  };
}

function envelopeSentence(input: DescMessage, error: ConnectError): string | null {
  const carriesOurs = error.details.some(
    (detail) => "desc" in detail && detail.desc.typeName === "platen.v1.ErrorDetail",
  );
  if (carriesOurs) return null;
  // The library's own words tell the first violation alone, and name the rule, which helps nobody who writes a request.
  const violations = error.findDetails(ViolationsSchema)[0]?.violations ?? [];
  const clauses = violations.map((violation) => clauseOf(input, violation));
  return `The request is not well-formed: ${clauses.length === 0 ? error.rawMessage : clauses.join("; ")}.`;
}

function clauseOf(input: DescMessage, violation: Violation): string {
  const { ruleId, message } = violation;
  const member = memberOf(violation);
  const field = fieldOf(input, violation);
  const example = field === undefined ? "" : facesOf(field).example;
  if (ruleId === "string.pattern" && example !== "") return `${member}: write it like ${String(JSON.parse(example))}`;
  if (/^string\.min_(?:len|bytes)$/.test(ruleId) && / 1 (?:characters|bytes)$/.test(message)) {
    const isNeeded = field !== undefined && field.presence !== FeatureSet_FieldPresence.EXPLICIT;
    return isNeeded ? `${member} is required` : `${member}: write at least 1 character, or leave it out`;
  }
  return member === "" ? message : `${member}: ${message}`;
}

/** The member as a path; members are spoken of by the names that JSON gives them. */
function memberOf({ field: path }: Violation): string {
  const parts = (path?.elements ?? []).map(({ fieldName, subscript }) => {
    const name = fieldName.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    return subscript.case === undefined ? name : `${name}[${subscript.value}]`;
  });
  return parts.join(".");
}

/** The field that a violation is about; nothing for an item of a list, or where the message itself is at fault. */
function fieldOf(input: DescMessage, { field: path }: Violation): DescField | undefined {
  let message: DescMessage | undefined = input;
  let found: DescField | undefined;
  for (const { fieldName } of path?.elements ?? []) {
    found = message?.fields.find((field) => field.name === fieldName);
    message = found?.fieldKind === "message" ? found.message : undefined;
  }
  return found?.fieldKind === "scalar" ? found : undefined;
}
