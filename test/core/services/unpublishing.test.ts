// A canvas that was taken back is found at no door; what was rendered of it before stays.
import { createClient } from "@connectrpc/connect";
import { createConnectTransport, createGrpcTransport } from "@connectrpc/connect-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { CanvasService } from "../../../gen/platen/v1/canvas_pb.ts";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { answersIn, requestOf } from "../../facades/mcp/clients.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const DATA = { items: [{ part: 1, whole: 2 }] };

describe.each(DATABASES)("an unpublished canvas on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { withJobs: false });
    http = await httpBench(bench.services, bench.renderKey);
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const unpublish = (document: string) =>
    createClient(AuthoringService, bench.operator).unpublishCanvas({ document, workspaceId: bench.workspaceId });

  const tool = async (name: string, args: Readonly<Record<string, unknown>>) => {
    const call = requestOf("modern", "tools/call", JSON.stringify({ name, arguments: args }));
    const headers = { ...call.headers, "x-api-key": bench.renderKey };
    const answer = await fetch(`${http.baseUrl}/mcp`, { method: "POST", headers, body: call.body });
    return answersIn(await answer.text())[0]?.result;
  };

  const retried = { "idempotency-key": "once" };

  test("is 404 at every door, keeps its stored renders, and comes back as its next version", async () => {
    const title = "割合";
    const canvasId = await bench.publish(RATIO, title);
    const rendered = await http.print(canvasId, { data: DATA, options: { store: true } }, retried);
    expect(rendered.status).toBe(200);
    const renderId = rendered.headers.get("x-service-render-id") ?? "";
    const pdf = Buffer.from(await rendered.arrayBuffer());
    const published = createClient(AuthoringService, bench.operator);
    const found = await published.getPublishedCanvas({ document: title, workspaceId: bench.workspaceId });
    expect(found.canvas).toMatchObject({ id: canvasId, version: 1, title });
    expect(JSON.parse(found.compiled)).toMatchObject({ format: 1, document: { id: "ratio" } });
    expect((await published.getPublishedCanvas({ document: canvasId })).compiled).toBe(found.compiled);
    for (const _time of ["first", "second"])
      expect((await unpublish(title)).canvas).toMatchObject({ id: canvasId, version: 1, title });

    for (const answer of [
      await http.get(`/v1/canvases/${canvasId}/schema`),
      await http.print(canvasId, { data: DATA }),
      await http.print(canvasId, { data: "not even an object" }),
      await http.print(canvasId, { data: DATA, options: { store: true } }, retried),
    ])
      expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: "not_found" })]);
    expect(await (await http.get("/v1/canvases")).json()).toMatchObject({ canvases: [] });

    for (const document of [title, canvasId])
      expect(
        await published.getPublishedCanvas({ document, workspaceId: bench.workspaceId }).catch(refusalOf),
      ).toMatchObject({ kind: "refused", code: "not_found" });

    const baseUrl = http.baseUrl;
    const headers = { "x-api-key": bench.renderKey };
    for (const transport of [
      createConnectTransport({ baseUrl, httpVersion: "1.1" }),
      createGrpcTransport({ baseUrl }),
    ]) {
      const canvases = createClient(CanvasService, transport);
      expect((await canvases.listCanvases({}, { headers })).canvases).toEqual([]);
      const payload = { case: "data", value: DATA } as const;
      const renders = createClient(RenderService, transport);
      for (const ask of [
        () => canvases.getCanvasSchema({ canvasId }, { headers }),
        () => renders.renderCanvas({ canvasId, payload }, { headers }),
      ])
        expect(await ask().catch(refusalOf)).toMatchObject({ kind: "refused", code: "not_found" });
    }

    expect(JSON.stringify(await tool("list_documents", {}))).not.toContain(canvasId);
    for (const document of [canvasId, title])
      for (const [name, args] of [
        ["describe_document", { document }],
        ["open_form", { document }],
        ["render_document", { document, data: DATA }],
      ] as const)
        expect(await tool(name, args), `${name} ${document}`).toMatchObject({
          isError: true,
          _meta: { "platen/error": { status: 404, code: "not_found" } },
        });

    const kept = await http.get(`/v1/renders/${renderId}/pdf`);
    expect([kept.status, Buffer.compare(Buffer.from(await kept.arrayBuffer()), pdf)]).toEqual([200, 0]);

    const { canvas } = await createClient(AuthoringService, bench.operator).publishCanvas({
      source: RATIO,
      title,
      canvasId,
      workspaceId: bench.workspaceId,
    });
    expect(canvas).toMatchObject({ id: canvasId, version: 2 });
    expect((await http.print(canvasId, { data: DATA })).status).toBe(200);
    expect(await tool("describe_document", { document: title })).not.toMatchObject({ isError: true });
  });

  test("was one: what is none is refused with what to give", async () => {
    expect(await unpublish("請求書").catch(refusalOf)).toMatchObject({
      code: "not_found",
      detail: { error: expect.stringMatching(/no canvas '請求書' in the workspace.*whole title/) },
    });
  });
});
