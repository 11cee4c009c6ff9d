import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

/** Its own dataset makes one page, one of two rows makes two. */
const SOURCE = `rpt 1
document list
field items[].name string(20) example="甲"
dataset {
  "items": [{"name": "乙"}]
}
page A5 portrait margin=10mm {
  body {
    each items as=item {
      text "{item.name}" h=150mm
    }
  }
}
`;

const utf8 = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

describe.each(DATABASES)("datasets in the operator's hands on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  const datasets = () => createClient(DatasetService, bench.operator);
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { withJobs: false });
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  let made = 0;
  let canvasId: string;
  let title: string;
  beforeEach(async () => {
    made += 1;
    title = `一覧 ${made}`;
    canvasId = await bench.publish(SOURCE, title);
  });
  const dataset = async (rows: number, workspaceId = bench.workspaceId): Promise<{ id: string; name: string }> => {
    made += 1;
    const name = `表 ${made}`;
    const items = Array.from({ length: rows }, (_, row) => ({ name: `丙${row}` }));
    const content = { case: "dataJson", value: utf8({ items }) } as const;
    const answer = await datasets().createDataset({ workspaceId, name, content });
    return { id: answer.dataset?.id ?? "", name };
  };
  const pagesWithoutData = async (): Promise<number> => {
    const headers = { "x-api-key": bench.renderKey };
    const rendered = await createClient(RenderService, bench.services.transport).renderDocument(
      { document: canvasId },
      { headers },
    );
    return rendered.pages;
  };

  test("an attached one is what tools draw from, instead of the template's own, until it is detached", async () => {
    expect(await pagesWithoutData()).toBe(1);
    const { id, name } = await dataset(2);
    // Names and titles are looked for in the oldest workspace, identifiers everywhere.
    const attached = await datasets().attachDataset({ dataset: name, canvas: title });
    expect(attached.dataset).toMatchObject({ id, canvasId, arrays: [{ path: "items", rows: 2 }] });
    expect(await pagesWithoutData()).toBe(2);
    expect((await datasets().attachDataset({ dataset: id, canvas: canvasId })).dataset).toMatchObject({ canvasId });
    for (const _twice of [1, 2])
      expect((await datasets().detachDataset({ dataset: id })).dataset).not.toHaveProperty("canvasId", canvasId);
    expect(await pagesWithoutData()).toBe(1);
  });

  test("a canvas takes one, and one that is attached to a second canvas leaves the first", async () => {
    const [first, second] = [await dataset(2), await dataset(3)];
    await datasets().attachDataset({ dataset: first.id, canvas: canvasId });
    const taken = await datasets().attachDataset({ dataset: second.id, canvas: canvasId }).catch(refusalOf);
    expect(taken).toMatchObject({ code: "invalid_argument", detail: { error: expect.stringContaining("Detach") } });
    const other = await bench.publish(SOURCE, `${title} 別`);
    await datasets().attachDataset({ dataset: first.id, canvas: other });
    await datasets().attachDataset({ dataset: second.id, canvas: canvasId });
    expect(await pagesWithoutData()).toBe(3);
  });

  test("of many that are attached to one canvas at once, one is", async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => dataset(1)));
    const outcomes = await Promise.all(
      all.map(({ id }) =>
        datasets()
          .attachDataset({ dataset: id, canvas: canvasId })
          .then(() => "attached")
          .catch((error: unknown) => refusalOf(error).code),
      ),
    );
    expect(outcomes.toSorted()).toEqual(["attached", ...Array.from({ length: 5 }, () => "invalid_argument")]);
  });

  test("nothing is attached beyond its workspace, to what is unpublished, or under a wrong name", async () => {
    const account = createClient(AccountService, bench.operator);
    const { organizationId } = bench;
    const { workspace } = await account.createWorkspace({ organizationId, name: `支店 ${made}` });
    const [here, elsewhere] = [await dataset(1), await dataset(1, workspace?.id)];
    const refusal = (request: { dataset: string; workspaceId?: string; canvas: string }) =>
      datasets()
        .attachDataset(request)
        .then(() => "attached")
        .catch((error: unknown) => {
          const { code, detail } = refusalOf(error);
          return `${code}: ${detail.error}`;
        });
    const noCanvas = /^not_found: There is no published canvas .* in the dataset's workspace/;
    expect(await refusal({ dataset: elsewhere.id, canvas: canvasId })).toMatch(noCanvas);
    expect(await refusal({ dataset: here.id, canvas: "一" })).toMatch(noCanvas);
    expect(await refusal({ dataset: elsewhere.name, canvas: canvasId })).toMatch(/^not_found: There is no dataset/);
    const workspaceId = workspace?.id ?? "";
    expect(await refusal({ dataset: here.id, workspaceId, canvas: canvasId })).toMatch(/^not_found: There is no dat/);
    await createClient(AuthoringService, bench.operator).unpublishCanvas({ document: canvasId });
    expect(await refusal({ dataset: here.id, canvas: canvasId })).toMatch(noCanvas);
  });

  test("are listed oldest first without their content, and found with it", async () => {
    const organization = await createClient(AccountService, bench.operator).createOrganization({
      name: "山本食品",
      plan: "starter",
    });
    const workspaceId = organization.organization?.workspaces[0]?.id ?? "";
    const [first, second] = [await dataset(1, workspaceId), await dataset(12, workspaceId)];
    const { datasets: listed } = await datasets().listDatasets({ workspaceId });
    const bytes = (rows: number): number =>
      utf8({ items: Array.from({ length: rows }, (_, row) => ({ name: `丙${row}` })) }).length;
    expect(listed.map(({ id, name, bytes: length }) => ({ id, name, length }))).toEqual([
      { ...first, length: bytes(1) },
      { ...second, length: bytes(12) },
    ]);
    const everywhere = (await datasets().listDatasets({})).datasets.map(({ id }) => id);
    expect(everywhere).toEqual(expect.arrayContaining([first.id, second.id]));
    const found = await datasets().findDataset({ dataset: second.name, workspaceId });
    expect(found.dataset).toMatchObject({ id: second.id, workspaceId, arrays: [{ path: "items", rows: 12 }] });
    expect(found.dataJson).toHaveLength(bytes(12));
    const unknown = await datasets()
      .findDataset({ dataset: second.name })
      .catch((error: unknown) => refusalOf(error).code);
    expect(unknown).toBe("not_found");
  });
});
