// What breaks a constraint of the definition is told as something to write, not as a rule's machinery.
import { createRouterTransport } from "@connectrpc/connect";
import { createValidateInterceptor } from "@connectrpc/validate";
import { describe, expect, test } from "vitest";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { errorAnswerOf, isUnary } from "../../../src/core/methods/index.ts";
import { validationSentences } from "../../../src/core/services/envelope-sentences.ts";

const { renderCanvas, listRenders, getRender, renderDocument } = RenderService.method;
const { checkDocument } = AuthoringService.method;

const transport = createRouterTransport(
  (router) => {
    router.service(RenderService, {});
    router.service(AuthoringService, {});
  },
  { router: { interceptors: [validationSentences(), createValidateInterceptor()] } },
);

async function sentenceOf(method: typeof renderCanvas, message: object): Promise<string> {
  if (!isUnary(method)) throw new Error("only unary methods are called here");
  const thrown = await transport.unary(method, undefined, undefined, undefined, message).catch((error) => error);
  return `${errorAnswerOf(thrown, "").code} ${errorAnswerOf(thrown, "").detail.error}`;
}

describe("a constraint of the definition", () => {
  test.each([
    [
      "a pattern, by an example of it",
      renderCanvas,
      { canvasId: "c", options: { createdAt: "2026-11-20" } },
      "options.createdAt: write it like 2026-11-20T09:00:00Z",
    ],
    ["a text that must be there", getRender, { renderId: "" }, "renderId is required"],
    [
      "an empty text that may be left out",
      renderDocument,
      { document: "d", fileName: "" },
      "fileName: write at least 1 character, or leave it out",
    ],
    ["an empty filter", listRenders, { canvasId: "" }, "canvasId: write at least 1 character, or leave it out"],
    [
      "a number out of its range",
      listRenders,
      { pageSize: 0 },
      "pageSize: must be greater than or equal to 1 and less than or equal to 100",
    ],
    [
      "an item of a list",
      checkDocument,
      { source: "rpt 1", profiles: ["jp.receipt", ""] },
      "profiles[1]: write at least 1 character, or leave it out",
    ],
    [
      "two at once",
      renderDocument,
      { document: "", fileName: "" },
      "document is required; fileName: write at least 1 character, or leave it out",
    ],
  ] as const)("tells %s", async (_, method, message, clause) => {
    expect(await sentenceOf(method as typeof renderCanvas, message)).toBe(
      `invalid_argument The request is not well-formed: ${clause}.`,
    );
  });
});
