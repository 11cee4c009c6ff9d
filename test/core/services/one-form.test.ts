// A member and its exact form in one request: over JSON the second one is refused while it is read, and over Protobuf's
// binary form, which has a field for each, with the same sentence.
import { create, type DescMethodUnary } from "@bufbuild/protobuf";
import { createRouterTransport } from "@connectrpc/connect";
import { createValidateInterceptor } from "@connectrpc/validate";
import { describe, expect, test } from "vitest";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { errorAnswerOf, exactFormOf, isUnary, platenMethods } from "../../../src/core/methods/index.ts";
import { validationSentences } from "../../../src/core/services/envelope-sentences.ts";
import { oneFormOfEach } from "../../../src/core/services/one-form.ts";

const transport = createRouterTransport(
  (router) => {
    router.service(RenderService, {});
    router.service(DatasetService, {});
  },
  { router: { interceptors: [oneFormOfEach(), validationSentences(), createValidateInterceptor()] } },
);

/** All members that a message has in two forms side by side; those of a oneof are one field on the wire. */
const PAIRS = platenMethods.methods.flatMap(({ descriptor }) =>
  descriptor.input.fields.flatMap((field) => {
    const exact = exactFormOf(field);
    if (exact === undefined || field.oneof !== undefined || !isUnary(descriptor)) return [];
    return [{ method: descriptor as DescMethodUnary, field, exact }];
  }),
);

async function sentenceOf({ method, field, exact }: (typeof PAIRS)[number], json: string): Promise<string> {
  const forms = { [field.localName]: [{ a: 1 }], [exact.localName]: new TextEncoder().encode(json) };
  const message = create(method.input, { canvasId: "c", document: "d", datasetId: "d", path: "items", ...forms });
  const thrown = await transport.unary(method, undefined, undefined, undefined, message).catch((error) => error);
  return `${errorAnswerOf(thrown, "").code} ${errorAnswerOf(thrown, "").detail.error}`;
}

describe("a member in both of its forms", () => {
  test("stands in these requests", () => {
    expect(PAIRS.map(({ method, field, exact }) => `${method.name} ${field.name} ${exact.name}`)).toEqual([
      "PutDatasetRows rows rows_json",
      "RenderCanvas data_list data_list_json",
      "RenderDocument data_list data_list_json",
    ]);
  });

  test.each(
    PAIRS.flatMap((pair) => ['[{"a":2}]', "[]", "null"].map((json) => [pair.method.name, json, pair] as const)),
  )("is refused at %s, beside %s", async (_, json, pair) => {
    const names = `'${pair.field.jsonName}' and '${pair.exact.jsonName}'`;
    const sentence = `invalid_argument ${names} are the same member; send one of the two.`;
    expect(await sentenceOf(pair, json)).toBe(sentence);
  });
});
