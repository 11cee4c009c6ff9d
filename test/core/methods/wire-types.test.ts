// Fields that are written in another way than their type is: each is refused before the library reads on within it.
import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import { describe, expect, it, test } from "vitest";
import { files } from "../../../gen/definition.ts";
import { decodeBinary, errorAnswerOf } from "../../../src/core/methods/index.ts";

const MEBIBYTE = 1024 * 1024;

/** A tag and a content of each wire type. */
const CONTENTS: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [1]],
  [1, [0, 0, 0, 0, 0, 0, 0, 0]],
  [2, [0]],
  [5, [0, 0, 0, 0]],
]);

function varint(value: number): readonly number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))];
}

function written(field: DescField, wireType: number, content: readonly number[]): readonly number[] {
  return [...varint(field.number * 8 + wireType), ...content];
}

/** The wire types that a field may have, said a second time and in another way. */
function rightTypes(field: DescField): readonly number[] {
  const single = ((): number => {
    if (field.fieldKind === "map" || field.message !== undefined) return 2;
    if (field.enum !== undefined) return 0;
    const name = ScalarType[field.scalar ?? ScalarType.INT32] ?? "";
    if (/^(?:STRING|BYTES)$/.test(name)) return 2;
    if (/^(?:DOUBLE|S?FIXED64)$/.test(name)) return 1;
    return /^(?:FLOAT|S?FIXED32)$/.test(name) ? 5 : 0;
  })();
  return field.fieldKind === "list" && single !== 2 ? [single, 2] : [single];
}

async function outcomeOf(descriptor: DescMessage, bytes: readonly number[]): Promise<string> {
  return decodeBinary(descriptor, Uint8Array.from(bytes), MEBIBYTE).then(
    () => "read",
    (thrown: unknown) => {
      const { code, detail } = errorAnswerOf(thrown, "");
      return `${code}: ${detail.error}`;
    },
  );
}

/** Every message that a method takes. */
const INPUTS = files.flatMap(({ services }) => services.flatMap(({ methods }) => methods.map(({ input }) => input)));

describe.each([...new Map(INPUTS.filter(({ fields }) => fields.length > 0).map((input) => [input.typeName, input]))])(
  "%s",
  (_, input) => {
    it.each(input.fields.map((field) => [field.name, field] as const))(
      "has %s in its own wire types alone",
      async (_, field) => {
        for (const [wireType, content] of CONTENTS) {
          const outcome = await outcomeOf(input, written(field, wireType, content));
          if (rightTypes(field).includes(wireType)) expect(outcome).not.toMatch(/wire type/);
          else
            expect(outcome).toMatch(new RegExp(`^invalid_argument: .*'${field.jsonName}' has wire type ${wireType},`));
        }
      },
    );

    it.each(
      input.fields.flatMap((field) => inner(field).map((one) => [`${field.name}.${one.name}`, field, one] as const)),
    )("has %s in its own wire types alone", async (_, field, one) => {
      for (const [wireType, content] of CONTENTS) {
        const message = written(one, wireType, content);
        const outcome = await outcomeOf(input, written(field, 2, [...varint(message.length), ...message]));
        if (rightTypes(one).includes(wireType)) expect(outcome).not.toMatch(/has wire type/);
        else expect(outcome).toMatch(new RegExp(`'${one.jsonName}' has wire type ${wireType},`));
      }
    });
  },
);

/** The fields of a message within a request; payloads are read by another reader. */
function inner(field: DescField): readonly DescField[] {
  const { message } = field;
  return message === undefined || message.typeName.startsWith("google.protobuf.") ? [] : message.fields;
}

test("a number that is written as megabytes is refused", async () => {
  const input = INPUTS.find(({ name }) => name === "ListRendersRequest");
  const pageSize = input?.fields.find(({ name }) => name === "page_size");
  if (input === undefined || pageSize === undefined) throw new Error("the definition has no page_size");
  const zeros = Buffer.from("0,".repeat(2 * MEBIBYTE));
  const bytes = Buffer.concat([Uint8Array.from(written(pageSize, 2, varint(zeros.length))), zeros]);
  await expect(decodeBinary(input, bytes, 8 * MEBIBYTE)).rejects.toThrow("'pageSize' has wire type 2");
});

test("no request has a map, whose entries the library would read by itself", () => {
  const maps = INPUTS.flatMap(({ fields }) => fields.flatMap((field) => [field, ...inner(field)])).filter(
    ({ fieldKind }) => fieldKind === "map",
  );
  expect(maps.map(({ name }) => name)).toEqual([]);
});
