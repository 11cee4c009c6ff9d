import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { CanvasService } from "../../../gen/platen/v1/canvas_pb.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { RATIO, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

describe.each(DATABASES)("what was read before counts no longer than it is true, on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database);
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const schemaOf = async (canvasId: string, key: string): Promise<string> => {
    const canvases = createClient(CanvasService, bench.services.transport);
    const answer = await canvases
      .getCanvasSchema({ canvasId }, { headers: { "x-api-key": key } })
      .catch((thrown: unknown) => refusalOf(thrown));
    return "schema" in answer ? answer.schema : answer.code;
  };

  test("a revoked key is refused from the next request on, also with requests under way", async () => {
    const account = createClient(AccountService, bench.operator);
    const canvasId = await bench.publish(RATIO, "割合");
    const { key, secret } = await account.createKey({
      organizationId: bench.organizationId,
      role: "render",
      name: "short-lived",
    });
    expect(await schemaOf(canvasId, secret)).toContain(canvasId);
    const underWay = Array.from({ length: 5 }, () => schemaOf(canvasId, secret));
    await account.revokeKey({ keyId: key?.id ?? "" });
    expect(await schemaOf(canvasId, secret)).toBe("not_found");
    await Promise.all(underWay);
    expect(await schemaOf(canvasId, secret)).toBe("not_found");
  });

  test("a new version is drawn from the next request on", async () => {
    const canvasId = await bench.publish(RATIO, "版");
    expect(await schemaOf(canvasId, bench.renderKey)).toContain(`${canvasId}:1`);
    expect(await bench.publish(RATIO.replace("割合", "割合 2"), "版")).toBe(canvasId);
    expect(await schemaOf(canvasId, bench.renderKey)).toContain(`${canvasId}:2`);
  });

  test("one organization's canvas stays hidden from another's key, however often it was read", async () => {
    const canvasId = await bench.publish(RATIO, "秘密");
    const account = createClient(AccountService, bench.operator);
    const { organization } = await account.createOrganization({ name: "別会社", plan: "starter" });
    const foreign = await bench.key("render", organization?.id ?? "");
    expect(await schemaOf(canvasId, bench.renderKey)).toContain(canvasId);
    expect(await schemaOf(canvasId, foreign)).toBe("not_found");
  });
});
