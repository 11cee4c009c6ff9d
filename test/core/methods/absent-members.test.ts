// Clients write members that have no value in their own ways: left out, as null, or as the empty value where the
// definition can't tell it from none. All of them say the same.
import type { DescField, DescMessage, JsonObject, JsonValue } from "@bufbuild/protobuf";
import { ScalarType } from "@bufbuild/protobuf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  decodeBody,
  errorAnswerOf,
  exactFormOf,
  facesOf,
  hasImplicitPresence,
  jsonFieldsOf,
  platenMethods,
  type Reading,
} from "../../../src/core/methods/index.ts";

type Fields = NonNullable<Reading["fields"]>;

const INPUTS = [...new Map(platenMethods.methods.map(({ descriptor: { input } }) => [input.typeName, input])).values()];
const CASES = INPUTS.flatMap((input) =>
  (["json", "every"] as const).map((fields) => [input.name, fields, input] as const),
);

const isWellKnown = ({ typeName }: DescMessage): boolean => typeName.startsWith("google.protobuf.");

const fieldsOf = (message: DescMessage, fields: Fields): readonly DescField[] =>
  fields === "json" ? jsonFieldsOf(message) : message.fields;

/** A value of a field that says something. */
function someValue(field: DescField, fields: Fields): fc.Arbitrary<JsonValue> {
  const { example } = facesOf(field);
  if (field.fieldKind === "map") throw new Error("no request has a map; write down what it takes");
  if (example !== "") return fc.constant(JSON.parse(example) as JsonValue);
  const one = oneValue(field, fields);
  return field.fieldKind === "list" ? fc.array(one, { minLength: 1, maxLength: 2 }) : one;
}

function oneValue(field: DescField, fields: Fields): fc.Arbitrary<JsonValue> {
  if (field.enum !== undefined) return fc.constantFrom(...field.enum.values.slice(1).map(({ name }) => name));
  if (field.message?.typeName === "google.protobuf.Timestamp") return fc.constant("2026-11-20T09:00:00Z");
  if (field.message !== undefined)
    return isWellKnown(field.message) ? fc.constant({ a: 1 }) : someMessage(field.message, fields);
  switch (field.scalar) {
    case ScalarType.BOOL:
      return fc.constant(true);
    case ScalarType.STRING:
      return fc.constant("x");
    case ScalarType.BYTES:
      return fc.constant("e30=");
    default:
      return fc.constant(1);
  }
}

/** Some members of a message, of a member and its exact form one at most. */
function someMessage(message: DescMessage, fields: Fields): fc.Arbitrary<JsonObject> {
  const members = fieldsOf(message, fields).map((field) =>
    fc.option(someValue(field, fields), { nil: undefined }).map((value) => [field, value] as const),
  );
  return fc.tuple(...members).map((all) => {
    const taken = new Set<DescField>();
    const oneofs = new Set<string>();
    const json: JsonObject = {};
    for (const [field, value] of all) {
      const target = exactFormOf(field) ?? field;
      if (value === undefined || taken.has(target) || (field.oneof !== undefined && oneofs.has(field.oneof.name)))
        continue;
      taken.add(target);
      if (field.oneof !== undefined) oneofs.add(field.oneof.name);
      json[field.jsonName] = value;
    }
    return json;
  });
}

/** What stands for no value: null, and the empty value where there is no telling. */
function nothingsOf(field: DescField): readonly JsonValue[] {
  if (field.fieldKind === "list") return facesOf(field).required ? [null] : [null, []];
  if (!hasImplicitPresence(field)) return [null];
  if (field.enum !== undefined) return [null, field.enum.values[0]?.name ?? ""];
  switch (field.scalar) {
    case ScalarType.BOOL:
      return [null, false];
    case ScalarType.STRING:
    case ScalarType.BYTES:
      return [null, ""];
    default:
      return [null, 0];
  }
}

/** The same message with every absent member written, each in one of its ways, under one of its names. */
function writtenOut(
  message: DescMessage,
  json: JsonObject,
  fields: Fields,
  pick: (count: number) => number,
): JsonObject {
  const members = fieldsOf(message, fields).map((field): [string, JsonValue] => {
    const value = json[field.jsonName];
    const nothings = nothingsOf(field);
    if (value === undefined) {
      const name = pick(2) === 0 ? field.jsonName : field.name;
      return [name, nothings[pick(nothings.length)] ?? null];
    }
    const inner = field.message === undefined || isWellKnown(field.message) ? undefined : field.message;
    const deep = (part: JsonValue): JsonValue =>
      inner !== undefined && typeof part === "object" && part !== null && !Array.isArray(part)
        ? writtenOut(inner, part, fields, pick)
        : part;
    return [field.jsonName, Array.isArray(value) ? value.map(deep) : deep(value)];
  });
  return Object.fromEntries(members);
}

/** The message that is read, or the sentence of its refusal. */
async function outcomeOf(input: DescMessage, json: JsonObject, fields: Fields): Promise<unknown> {
  try {
    return await decodeBody(input, new TextEncoder().encode(JSON.stringify(json)), { fields });
  } catch (thrown) {
    return errorAnswerOf(thrown, "").detail.error;
  }
}

describe("a request with its absent members written", () => {
  test.each(CASES)("is read as without them: %s, %s members", async (_, fields, input) => {
    await fc.assert(
      fc.asyncProperty(
        someMessage(input, fields),
        fc.array(fc.nat(11), { minLength: 60, maxLength: 60 }),
        async (json, picks) => {
          let at = 0;
          const pick = (count: number): number => (picks[at++ % picks.length] ?? 0) % count;
          const full = writtenOut(input, json, fields, pick);
          expect(await outcomeOf(input, full, fields), JSON.stringify(full)).toEqual(
            await outcomeOf(input, json, fields),
          );
        },
      ),
    );
  });

  test("has what a generated client sends: every method is read whose members are all null", async () => {
    for (const [, fields, input] of CASES) {
      const nulls = Object.fromEntries(fieldsOf(input, fields).map(({ jsonName }) => [jsonName, null]));
      expect(await outcomeOf(input, nulls, fields), input.name).toEqual(await outcomeOf(input, {}, fields));
    }
  });
});
