import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { CanvasService } from "../../../gen/platen/v1/canvas_pb.ts";
import type { Canvas, Database, PublishRequest } from "../../../src/core/persistence/index.ts";
import { withProcessCache } from "../../../src/core/services/process-cache.ts";
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

  test("a plan that is set holds from the next request on, in every process", async () => {
    const account = createClient(AccountService, bench.operator);
    const canvasId = await bench.publish(RATIO, "プラン");
    const { organization } = await account.createOrganization({ name: "伸びる会社", plan: "starter" });
    const organizationId = organization?.id ?? "";
    const key = await bench.key("render", organizationId);
    // An embedded database belongs to one process.
    const processes = [bench.services, ...(database.database.kind === "embedded" ? [] : [bench.again()])];
    const codes = () =>
      Promise.all(
        processes.map(async ({ transport }) => {
          const options = { headers: { "x-api-key": key } };
          const canvases = createClient(CanvasService, transport);
          return canvases.listCanvases({}, options).then(
            () => "listed",
            (thrown: unknown) => refusalOf(thrown).code,
          );
        }),
      );
    expect(new Set(await codes())).toEqual(new Set(["listed"]));
    const set = await account.setOrganizationPlan({ organizationId, plan: "free" });
    expect(set.organization).toMatchObject({ id: organizationId, plan: "free", name: "伸びる会社" });
    expect(set.organization?.workspaces).toHaveLength(1);
    expect(new Set(await codes())).toEqual(new Set(["quota_exceeded"]));
    await account.setOrganizationPlan({ organizationId, plan: "scale" });
    expect(new Set(await codes())).toEqual(new Set(["listed"]));
    expect(await schemaOf(canvasId, key)).toBe("not_found");
  });

  test("a plan is set by its name, for an organization that is there", async () => {
    const account = createClient(AccountService, bench.operator);
    const { organizationId } = bench;
    const unknownPlan = account.setOrganizationPlan({ organizationId, plan: "gold" }).catch(refusalOf);
    expect(await unknownPlan).toMatchObject({
      code: "invalid_argument",
      detail: { error: "There is no plan 'gold'. The plans are free, starter, business, scale, enterprise." },
    });
    const nobody = account.setOrganizationPlan({ organizationId: "org_0", plan: "free" }).catch(refusalOf);
    expect(await nobody).toMatchObject({
      code: "not_found",
      detail: { error: "There is no organization 'org_0'. List them with platen organizations list." },
    });
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

describe("what is not there", () => {
  const scope = { organizationId: "org_1", workspaceId: null };
  const canvas = { id: "cnv_1" } as Canvas;

  /** A database of one canvas, which is there once it is published; how often it was asked. */
  function counted() {
    let asked = 0;
    let isThere = false;
    const canvases = {
      async findPublished() {
        asked += 1;
        const found = isThere ? canvas : null;
        await new Promise((resolve) => setImmediate(resolve));
        return found;
      },
      async publish() {
        isThere = true;
        return { ok: true, value: canvas };
      },
    };
    const whole = { kind: "embedded", canvases, keys: {}, organizations: {} } as unknown as Database;
    return { database: withProcessCache(whole), asked: () => asked };
  }

  test("is asked for once, however many ask at once and again", async () => {
    const { database, asked } = counted();
    const find = () => database.canvases.findPublished(scope, "cnv_1");
    expect(await Promise.all(Array.from({ length: 300 }, find))).toEqual(Array.from({ length: 300 }, () => null));
    expect(await find()).toBeNull();
    expect(asked()).toBe(1);
  });

  test("is found from the next request on once it is there, also with requests under way", async () => {
    const { database } = counted();
    const find = () => database.canvases.findPublished(scope, "cnv_1");
    expect(await find()).toBeNull();
    const underWay = find();
    await database.canvases.publish({} as PublishRequest);
    expect(await find()).toBe(canvas);
    await underWay;
    expect(await find()).toBe(canvas);
  });

  test("is not kept by names longer than any", async () => {
    const { database, asked } = counted();
    for (let time = 0; time < 2; time += 1) await database.canvases.findPublished(scope, "x".repeat(9_000));
    expect(asked()).toBe(2);
  });
});
