import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Canvas, CanvasListRequest, Database, Page } from "../../../src/core/persistence/index.ts";
import { newId, type Scope } from "../../../src/core/tenancy/index.ts";
import { EVERY_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { expectValue, later, NOW, publishSample, sampleContent, sampleTenant, wholeOf } from "./sample-rows.ts";

describe.each(EVERY_DATABASE)("canvases on $name", ({ open }) => {
  let opened: TestDatabase;
  let database: Database;
  beforeAll(async () => {
    opened = await open();
    database = opened.database;
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  const listTitles = async (scope: Scope, query: string | null = null): Promise<string[]> => {
    const page = expectValue(await database.canvases.list({ scope, query, pageSize: 100, pageToken: null }));
    return page.items.map((canvas) => canvas.title);
  };

  test("publishing under a title again makes the next version, and keeps the earlier content", async () => {
    const tenant = await sampleTenant(database);
    const first = await publishSample(database, tenant.workspace.id, "請求書");
    const content = { ...sampleContent('{"n":12345678901234567890.10}'), recordSource: "customers", fieldCount: 7 };
    const request = {
      workspaceId: tenant.workspace.id,
      canvasId: null,
      title: "請求書",
      content,
      publishedAt: later(1),
    };
    const second = expectValue(await database.canvases.publish(request));
    expect(second).toMatchObject({ id: first.id, version: 2, recordSource: "customers", fieldCount: 7 });
    expect(await database.canvases.findPublished(wholeOf(tenant), first.id)).toEqual(second);
    expect(await database.canvases.content(first.id, 1)).toEqual(sampleContent());
    expect(await database.canvases.content(first.id, 2)).toEqual(content);
    expect(await database.canvases.content(first.id, 3)).toBeNull();
  });

  test("what was frozen is found by its hash, also when a next version is published", async () => {
    const tenant = await sampleTenant(database);
    const [old, next] = [sampleContent('{"n":"初版"}'), sampleContent('{"n":"改版"}')];
    const request = { workspaceId: tenant.workspace.id, canvasId: null, title: "請求書", publishedAt: NOW };
    await database.canvases.publish({ ...request, content: old });
    await database.canvases.publish({ ...request, content: next, publishedAt: later(1) });
    expect(await database.canvases.contentByHash(old.contentHash)).toEqual(old);
    expect(await database.canvases.contentByHash(next.contentHash)).toEqual(next);
    expect(await database.canvases.contentByHash("0".repeat(64))).toBeNull();
  });

  test("publishing by id can change the title, but not take another canvas's", async () => {
    const tenant = await sampleTenant(database);
    const workspaceId = tenant.workspace.id;
    const invoice = await publishSample(database, workspaceId, "請求書");
    await publishSample(database, workspaceId, "納品書");
    const request = { workspaceId, canvasId: invoice.id, content: sampleContent(), publishedAt: later(1) };
    const taken = await database.canvases.publish({ ...request, title: "納品書" });
    expect(taken).toEqual({ ok: false, reason: "title_taken" });
    const renamed = expectValue(await database.canvases.publish({ ...request, title: "適格請求書" }));
    expect(renamed).toMatchObject({ id: invoice.id, version: 2, title: "適格請求書" });
    expect(await listTitles(wholeOf(tenant))).toEqual(["納品書", "適格請求書"]);
  });

  test.for([
    ["an unknown workspace", { workspaceId: newId("wsp") }, "workspace_not_found"],
    ["an unknown canvas", { canvasId: newId("cnv") }, "canvas_not_found"],
    ["an empty title", { title: "　 " }, "title_invalid"],
    ["a title with a control character", { title: "a\u0000b" }, "title_invalid"],
    ["a title over 200 characters", { title: "請".repeat(201) }, "title_invalid"],
  ] as const)("publishing with %s is refused", async ([, changes, reason]) => {
    const tenant = await sampleTenant(database);
    const request = {
      workspaceId: tenant.workspace.id,
      canvasId: null,
      title: "請求書",
      content: sampleContent(),
      publishedAt: NOW,
    };
    expect(await database.canvases.publish({ ...request, ...changes })).toEqual({ ok: false, reason });
    expect(await listTitles(wholeOf(tenant))).toEqual([]);
  });

  test.each(["id", "title"] as const)("unpublishing by %s hides a canvas until it is published again", async (by) => {
    const tenant = await sampleTenant(database);
    const scope = wholeOf(tenant);
    const workspaceId = tenant.workspace.id;
    const canvas = await publishSample(database, workspaceId, "請求書");
    await publishSample(database, workspaceId, "請求書 別");
    const request = by === "id" ? { document: canvas.id, workspaceId: null } : { document: "請求書", workspaceId };
    for (const second of [1, 2])
      expect(await database.canvases.unpublish({ ...request, unpublishedAt: later(second) })).toEqual(canvas);
    expect(await database.canvases.findPublished(scope, canvas.id)).toBeNull();
    expect(await listTitles(scope)).toEqual(["請求書 別"]);
    expect((await database.canvases.listAll(scope, 9)).map(({ title }) => title)).toEqual(["請求書 別"]);
    expect(await database.canvases.findByTitle(scope, "請求書")).toMatchObject({
      kind: "found",
      canvas: { title: "請求書 別" },
    });
    const dataset = { workspaceId, name: "表", canvasId: canvas.id, json: "{}", sourceUrl: null, createdAt: NOW };
    expect(await database.datasets.create(dataset)).toEqual({ ok: false, reason: "canvas_not_found" });
    // A render that was taken on before goes on with what was published then.
    expect(await database.canvases.version(canvas.id, 1)).toEqual(canvas);
    expect(await database.canvases.content(canvas.id, 1)).toEqual(sampleContent());
    const again = await publishSample(database, workspaceId, "請求書");
    expect(again).toMatchObject({ id: canvas.id, version: 2 });
    expect(await database.canvases.findPublished(scope, canvas.id)).toEqual(again);
  });

  test("unpublishing finds no canvas by a part of its title, in another workspace or by a title alone", async () => {
    const tenant = await sampleTenant(database);
    const stranger = await sampleTenant(database);
    const canvas = await publishSample(database, tenant.workspace.id, "請求書");
    for (const [document, workspaceId] of [
      ["請求", tenant.workspace.id],
      ["請求書", stranger.workspace.id],
      ["請求書", null],
      ["", tenant.workspace.id],
      [canvas.id, stranger.workspace.id],
      [newId("cnv"), null],
    ] as const)
      expect(await database.canvases.unpublish({ document, workspaceId, unpublishedAt: NOW })).toBeNull();
    expect(await listTitles(wholeOf(tenant))).toEqual(["請求書"]);
  });

  test("publishings of one title that run at once become versions one after another", async () => {
    const tenant = await sampleTenant(database);
    const all = await Promise.all(
      Array.from({ length: 6 }, () => publishSample(database, tenant.workspace.id, "請求書")),
    );
    expect(new Set(all.map((canvas) => canvas.id)).size).toBe(1);
    expect(all.map((canvas) => canvas.version).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });

  test("a title is the same however its characters are composed", async () => {
    const tenant = await sampleTenant(database);
    const composed = await publishSample(database, tenant.workspace.id, "プレビュー");
    const decomposed = await publishSample(database, tenant.workspace.id, "プレビュー".normalize("NFD"));
    expect(decomposed).toMatchObject({ id: composed.id, version: 2, title: "プレビュー" });
  });

  test("a canvas is seen by its organization and its workspace, and by no one else", async () => {
    const tenant = await sampleTenant(database);
    const stranger = await sampleTenant(database);
    const organizationId = tenant.organization.id;
    const other = expectValue(
      await database.organizations.createWorkspace({ organizationId, name: "他", createdAt: NOW }),
    );
    const canvas = await publishSample(database, tenant.workspace.id, "請求書");
    const scopes: [Scope, boolean][] = [
      [wholeOf(tenant), true],
      [{ organizationId, workspaceId: tenant.workspace.id }, true],
      [{ organizationId, workspaceId: other.id }, false],
      [wholeOf(stranger), false],
      [{ organizationId: stranger.organization.id, workspaceId: tenant.workspace.id }, false],
    ];
    for (const [scope, isSeen] of scopes) {
      expect((await database.canvases.findPublished(scope, canvas.id)) !== null).toBe(isSeen);
      expect((await database.canvases.findByTitle(scope, "請求書")).kind).toBe(isSeen ? "found" : "none");
      expect(await listTitles(scope)).toEqual(isSeen ? ["請求書"] : []);
      expect(await database.canvases.listAll(scope, 10)).toHaveLength(isSeen ? 1 : 0);
    }
  });

  test.for(["", "cnv_", "x", "cnv_00000000000000000000000000'", "a\u0000b", "CNV_00000000000000000000000000"])(
    "an id that can't exist (%j) is not found and reaches no database",
    async (id) => {
      const tenant = await sampleTenant(database);
      expect(await database.canvases.findPublished(wholeOf(tenant), id)).toBeNull();
    },
  );

  test("a list's pages are newest first, disjoint and complete, although others are published meanwhile", async () => {
    const tenant = await sampleTenant(database);
    const titles = ["一", "二", "三", "四", "五", "六", "七"];
    // Two of a kind by time: the id decides between them.
    for (const [index, title] of titles.entries()) {
      await publishSample(database, tenant.workspace.id, title, later(Math.floor(index / 2)));
    }
    const seen: Canvas[] = [];
    let pageToken: string | null = null;
    do {
      const request: CanvasListRequest = { scope: wholeOf(tenant), query: null, pageSize: 3, pageToken };
      const page: Page<Canvas> = expectValue(await database.canvases.list(request));
      seen.push(...page.items);
      pageToken = page.nextPageToken;
      await publishSample(database, tenant.workspace.id, `新 ${seen.length}`, later(100 + seen.length));
    } while (pageToken !== null);
    expect(seen.map((canvas) => canvas.title)).toEqual([...titles].reverse());
  });

  test("the last page has no token, also when it is full", async () => {
    const tenant = await sampleTenant(database);
    await publishSample(database, tenant.workspace.id, "一");
    await publishSample(database, tenant.workspace.id, "二");
    const request = { scope: wholeOf(tenant), query: null, pageSize: 2, pageToken: null };
    const page = expectValue(await database.canvases.list(request));
    expect(page).toMatchObject({ items: { length: 2 }, nextPageToken: null });
  });

  test("a page token is refused where it is changed or belongs to another list", async () => {
    const tenant = await sampleTenant(database);
    await publishSample(database, tenant.workspace.id, "一");
    await publishSample(database, tenant.workspace.id, "二");
    const request = { scope: wholeOf(tenant), query: null, pageSize: 1, pageToken: null };
    const token = expectValue(await database.canvases.list(request)).nextPageToken ?? "";
    const invalid = { ok: false, reason: "page_token_invalid" };
    for (const pageToken of ["", "x", "AAAA", `${token.slice(0, -4)}AAAA`, "'; drop table canvases; --", "\u0000"]) {
      expect(await database.canvases.list({ ...request, pageToken })).toEqual(invalid);
    }
    expect(await database.canvases.list({ ...request, query: "一", pageToken: token })).toEqual(invalid);
    const stranger = await sampleTenant(database);
    expect(await database.canvases.list({ ...request, scope: wholeOf(stranger), pageToken: token })).toEqual(invalid);
  });

  test("a query is a part of the title, without regard to case and width, and never a pattern", async () => {
    const tenant = await sampleTenant(database);
    for (const title of ["Invoice 50%", "ＩＮＶＯＩＣＥ_A", "請求書 控え"]) {
      await publishSample(database, tenant.workspace.id, title);
    }
    const scope = wholeOf(tenant);
    expect((await listTitles(scope, "invoice")).sort()).toEqual(["Invoice 50%", "ＩＮＶＯＩＣＥ_A"]);
    expect(await listTitles(scope, "求書")).toEqual(["請求書 控え"]);
    expect(await listTitles(scope, "%")).toEqual(["Invoice 50%"]);
    expect(await listTitles(scope, "_")).toEqual(["ＩＮＶＯＩＣＥ_A"]);
    expect(await listTitles(scope, "\\")).toEqual([]);
    expect(await listTitles(scope, "\u0000")).toEqual([]);
  });

  test("a title leads to the exact canvas, else to the only one that begins so", async () => {
    const tenant = await sampleTenant(database);
    const scope = wholeOf(tenant);
    for (const title of ["請求書", "請求書 英文", "納品書 甲", "納品書 乙", "100% 綿"]) {
      await publishSample(database, tenant.workspace.id, title);
    }
    const titleOf = async (title: string): Promise<string | readonly string[]> => {
      const match = await database.canvases.findByTitle(scope, title);
      if (match.kind === "found") return match.canvas.title;
      return match.kind === "ambiguous" ? match.candidates.map((canvas) => canvas.title).sort() : match.kind;
    };
    expect(await titleOf("請求書")).toBe("請求書");
    expect(await titleOf("請求書 英")).toBe("請求書 英文");
    expect(await titleOf("請")).toEqual(["請求書", "請求書 英文"]);
    expect(await titleOf("納品書")).toEqual(["納品書 乙", "納品書 甲"]);
    expect(await titleOf("1%")).toBe("none");
    expect(await titleOf("求書")).toBe("none");
    expect(await titleOf("\u0000")).toBe("none");
  });

  test("the same title in two workspaces is ambiguous for the organization and clear within each", async () => {
    const tenant = await sampleTenant(database);
    const organizationId = tenant.organization.id;
    const other = expectValue(
      await database.organizations.createWorkspace({ organizationId, name: "他", createdAt: NOW }),
    );
    const here = await publishSample(database, tenant.workspace.id, "請求書");
    const there = await publishSample(database, other.id, "請求書");
    expect(there.id).not.toBe(here.id);
    expect((await database.canvases.findByTitle(wholeOf(tenant), "請求書")).kind).toBe("ambiguous");
    const within = await database.canvases.findByTitle({ organizationId, workspaceId: other.id }, "請求書");
    expect(within).toEqual({ kind: "found", canvas: there });
  });
});
