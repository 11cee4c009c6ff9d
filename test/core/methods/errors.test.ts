import { create } from "@bufbuild/protobuf";
import { Code, ConnectError, createRouterTransport } from "@connectrpc/connect";
import { createValidateInterceptor } from "@connectrpc/validate";
import { describe, expect, it } from "vitest";
import { CanvasService, ListCanvasesRequestSchema } from "../../../gen/platen/v1/canvas_pb.ts";
import { ErrorDetailSchema } from "../../../gen/platen/v1/error_pb.ts";
import {
  connectErrorOf,
  ERROR_CODES,
  type ErrorCode,
  errorAnswerOf,
  errorBodyOf,
  platenError,
} from "../../../src/core/methods/index.ts";

const codes = Object.keys(ERROR_CODES) as ErrorCode[];

/** Throws in a service, and catches on the other side of the in-process transport. */
async function across(thrown: unknown, pageSize = 1): Promise<unknown> {
  const transport = createRouterTransport(
    (router) => {
      router.rpc(CanvasService.method.listCanvases, () => {
        throw thrown;
      });
    },
    { router: { interceptors: [createValidateInterceptor()] } },
  );
  const request = create(ListCanvasesRequestSchema, { pageSize });
  return transport
    .unary(CanvasService.method.listCanvases, undefined, undefined, undefined, request)
    .catch((error) => error);
}

describe("the closed list of codes", () => {
  it.each(codes)("carries %s across the transport unchanged", async (code) => {
    const caught = await across(platenError(code, "A sentence.", { retryAfterSeconds: 3 }));
    const answer = errorAnswerOf(caught, "req_1");
    expect(answer.status).toBe(ERROR_CODES[code].status);
    expect(answer.headers.get("retry-after")).toBe("3");
    expect(JSON.parse(errorBodyOf(answer))).toEqual({ error: "A sentence.", code, requestId: "req_1" });
    const again = errorAnswerOf(await across(connectErrorOf(caught, "req_1")), "req_2");
    expect(again.code).toBe(code);
  });

  it.each([
    platenError("unavailable", "Later."),
    platenError("rate_limited", "Later."),
    new ConnectError("Later.", Code.Unavailable),
  ])("says when to come back with each answer of 429 and 503: %s", async (thrown) => {
    for (const caught of [thrown, await across(thrown)]) {
      expect(errorAnswerOf(caught, "req_1").headers.get("retry-after")).toBe("1");
      expect(errorAnswerOf(caught, "req_1").detail.retryAfterSeconds).toBe(1);
    }
  });

  it("keeps what an error of the transport says about when to come back", () => {
    const thrown = new ConnectError("Later.", Code.Unavailable, { "retry-after": "7" });
    expect(errorAnswerOf(thrown, "req_1").headers.get("retry-after")).toBe("7");
  });

  it("keeps the request's identifier whoever looks at the error afterwards", () => {
    const thrown = connectErrorOf(platenError("not_found", "No."), "req_1");
    errorAnswerOf(thrown, "");
    expect(thrown.findDetails(ErrorDetailSchema)[0]?.requestId).toBe("req_1");
  });

  it("writes half of a character as the one that stands for what can't be read", async () => {
    const answer = errorAnswerOf(await across(platenError("invalid_argument", "No '\ud800'.")), "req_1");
    expect(JSON.parse(errorBodyOf(answer))).toMatchObject({ error: "No '\ufffd'.", code: "invalid_argument" });
  });

  it("names violations beside their details", async () => {
    const details = [{ path: "items[2].price", rule: "type", expected: "number" }];
    const answer = errorAnswerOf(await across(platenError("data_contract_violation", "No.", { details })), "req_1");
    expect(JSON.parse(errorBodyOf(answer))).toMatchObject({ violations: ["items[2].price"], details });
  });

  it("challenges whoever brings no credential", async () => {
    const answer = errorAnswerOf(await across(platenError("unauthenticated", "No.")), "req_1");
    expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="platen"');
  });
});

describe("errors that are not ours", () => {
  it("say nothing about their inside", async () => {
    for (const thrown of [
      new Error("password=hunter2"),
      "password=hunter2",
      await across(new Error("password=hunter2")),
    ]) {
      const answer = errorAnswerOf(thrown, "req_1");
      expect(answer.status).toBe(500);
      expect(errorBodyOf(answer)).not.toContain("hunter2");
    }
  });

  it.each([
    [Code.ResourceExhausted, "too_large"],
    [Code.Unimplemented, "not_found"],
    [Code.PermissionDenied, "not_found"],
    [Code.Canceled, "unavailable"],
    [Code.DeadlineExceeded, "render_budget_exceeded"],
  ])("map the transport's code %s to %s", (code, expected) => {
    expect(errorAnswerOf(new ConnectError("x", code), "req_1").code).toBe(expected);
  });

  it("speak of constraints by the names that JSON gives to fields", async () => {
    const answer = errorAnswerOf(await across(new Error("not reached"), 101), "req_1");
    expect(answer.status).toBe(400);
    expect(answer.detail.error).toMatch(/^pageSize: .*100\.$/);
  });
});
