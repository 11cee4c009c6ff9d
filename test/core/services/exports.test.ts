// Documents as structured data: the file that the command line writes, and every refusal with its reasons.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { MessageInitShape } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import type { ErrorDetail } from "../../../gen/platen/v1/error_pb.ts";
import { type ExportDocumentRequestSchema, RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { DEFAULT_PLANS } from "../../../src/core/tenancy/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const PINT = new URL("../../plugins/profiles/jp/pint/", import.meta.url);
const STANDARD = readFileSync(new URL("forms/standard.rpt", PINT), "utf8");
const GOLDEN = readFileSync(new URL("golden/standard.xml", PINT), "utf8");

/** The example values of the form, which the golden file was written from. */
const DATA = {
  ...{ number: "P-2026-1031", issued: "2026-10-31", due: "2026-11-30", period: "2026年10月1日〜10月31日" },
  issuer: { name: "株式会社青葉製作所", regNo: "T2380001023456", address: "宮城県仙台市青葉区一番町1-1-1" },
  buyer: { name: "山本食品 & 山本商店", number: "7000012050002" },
  account: "仙台中央銀行 本店 普通 1234567",
  items: [
    { date: "2026-10-03", name: "ステンレス製作業台", qty: 2, unit: "台", price: 48000, rate: "10%" },
    { date: "2026-10-10", name: "業務用調味料セット", qty: 15, unit: "箱", price: 3280, rate: "8%" },
    { date: "2026-10-17", name: "飲料水<2L>", qty: 41, unit: "箱", price: 612.5, rate: "8%" },
    { date: "2026-10-24", name: "配送料", qty: 1, unit: "式", price: 5500, rate: "10%" },
  ],
};

type Asked = Partial<MessageInitShape<typeof ExportDocumentRequestSchema>>;

const jsonOf = (data: unknown) => ({
  case: "dataJson" as const,
  value: new TextEncoder().encode(typeof data === "string" ? data : JSON.stringify(data)),
});

describe.each(DATABASES)("exports on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { withJobs: false });
    await bench.publish(STANDARD, "請求書");
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const asking = (request: Asked, services = bench.services) =>
    createClient(RenderService, services.transport).exportDocument(
      { document: "請求書", payload: jsonOf(DATA), format: "jp-pint", ...request },
      { headers: { "x-api-key": bench.renderKey } },
    );
  const refused = async (request: Asked, services = bench.services): Promise<ErrorDetail> =>
    refusalOf(await asking(request, services).catch((thrown: unknown) => thrown)).detail;
  const publishedApart = async (from: string | RegExp, to: string): Promise<string> => {
    const source = STANDARD.replace(from, to);
    expect(source).not.toBe(STANDARD);
    // Its law says more of such forms than this suite is about.
    return bench.publish(source.replace(" profile=jp.qualified-invoice", ""), `別の請求書 ${from} ${to}`.slice(0, 60));
  };

  test("an invoice comes as the command line writes it, by its exact version, and nothing is charged", async () => {
    const before = await bench.usage();
    const { file, ...facts } = await asking({});
    expect(new TextDecoder().decode(file)).toBe(GOLDEN);
    expect(facts).toMatchObject({ mediaType: "application/xml", fileName: "請求書.xml", canvasVersion: 1 });
    expect(facts.sha256).toBe(createHash("sha256").update(GOLDEN).digest("hex"));
    expect(facts.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(await bench.usage()).toEqual(before);
  });

  test("a number keeps its last digit", async () => {
    const text = JSON.stringify(DATA).replace("612.5", "612.50");
    expect(new TextDecoder().decode((await asking({ payload: jsonOf(text) })).file)).toBe(GOLDEN);
  });

  test("a format that is not installed is refused with those that are", async () => {
    const { code, error } = await refused({ format: "ubl" });
    expect([code, error]).toEqual(["invalid_argument", "format: 'ubl' is not installed here; these are: jp-pint."]);
  });

  test("each thing that the format needs and the form lacks is told, with its role and its term", async () => {
    const roles = / role=(document\.number|recipient\.corporateNumber|line\.description)(?= )/g;
    const { code, error, diagnostics } = await refused({ document: await publishedApart(roles, "") });
    expect(code).toBe("document_refused");
    expect(error).toBe(
      "The document can't be written as jp-pint; 3 reasons, the first: nothing with role line.description has a value.",
    );
    const told = diagnostics.filter(({ severity }) => severity === "error");
    expect(told.map(({ code: own, message, why }) => [own, message, /ibt-\d+/.exec(why ?? "")?.[0]])).toEqual([
      ["jp-pint/missing-role", "nothing with role line.description has a value", "ibt-153"],
      ["jp-pint/missing-role", "nothing with role document.number has a value", "ibt-001"],
      ["jp-pint/missing-role", "nothing with role recipient.corporateNumber has a value", "ibt-049"],
    ]);
    expect(told.every(({ repair }) => repair?.title.startsWith("declare a field or let with role=") ?? false)).toBe(
      true,
    );
  });

  test("a figure that is not the one on paper is refused with both, and where they come from", async () => {
    const document = await publishedApart("= net + tax", "= net + tax + 1");
    const { code, error, diagnostics } = await refused({ document });
    expect(code).toBe("document_refused");
    expect(error).toContain(
      "total is computed as ¥191,907, and the file has ¥191,906 as the amount with tax (ibt-112)",
    );
    expect(diagnostics.map((each) => each.code)).toContain("jp-pint/figure-differs");
  });

  test("data that do not satisfy the contract are refused as a render of them is", async () => {
    const payload = jsonOf({ ...DATA, issued: "昨日", items: [{ ...DATA.items[0], qty: "二" }] });
    const rendering = createClient(RenderService, bench.services.transport).renderDocument(
      { document: "請求書", payload },
      { headers: { "x-api-key": bench.renderKey } },
    );
    const render = refusalOf(await rendering.catch((thrown: unknown) => thrown)).detail;
    const own = await refused({ payload });
    expect(own.violations).toEqual(["issued", "items[0].qty"]);
    expect({ ...own, requestId: "" }).toEqual({ ...render, requestId: "" });
    expect((await refused({ payload: jsonOf("{") })).code).toBe("invalid_argument");
  });

  test("without data it writes the attached dataset, and refuses a template that has none", async () => {
    const bare = await refused({ payload: { case: undefined } });
    expect([bare.code, bare.violations, bare.fields.length > 0]).toEqual(["invalid_argument", [], true]);
    expect(bare.error).toMatch(/^The request has no `data`/);
    const document = await bench.publish(STANDARD, "自前の請求書");
    const datasets = createClient(DatasetService, bench.operator);
    const content = jsonOf(DATA);
    const { workspaceId } = bench;
    const { dataset } = await datasets.createDataset({ workspaceId, name: "十月", content });
    await datasets.attachDataset({ dataset: dataset?.id ?? "", canvas: document });
    const { file } = await asking({ document, payload: { case: undefined } });
    expect(new TextDecoder().decode(file)).toBe(GOLDEN);
  });

  test("a form with images of its own is exported with them", async () => {
    const source = STANDARD.replace("field number", "asset mark src='asset:mark.svg'\n\nfield number").replace(
      '    text "請求書"\n',
      '    text "請求書"\n    image mark w=10mm h=10mm alt="社章"\n',
    );
    const mark = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
    const files = [{ name: "mark.svg", content: new TextEncoder().encode(mark) }];
    const { workspaceId } = bench;
    const publishing = { source, title: "社章つき", workspaceId, files };
    const { canvas } = await createClient(AuthoringService, bench.operator).publishCanvas(publishing);
    const { file, canvasId } = await asking({ document: "社章つき" });
    expect([new TextDecoder().decode(file), canvasId]).toEqual([GOLDEN, canvas?.id]);
  });

  test("a template whose files open with a password alone is not written out in the clear", async () => {
    const source = STANDARD.replace("\n\nfield number", "\n\nencrypt aes-256 open=required\n\nfield number");
    const { code, error } = await refused({ document: await bench.publish(source, "秘密の請求書") });
    expect([code, error]).toEqual(["invalid_argument", expect.stringContaining("open with a password alone")]);
  });

  test("an export ends at its budget, and at the size of the plan's files", async () => {
    const late = await refused({}, bench.again({ renderBudgetMs: 0 }));
    expect([late.code, late.error]).toEqual(["render_budget_exceeded", expect.stringContaining("The export took")]);
    const plans = DEFAULT_PLANS.map((plan) => ({ ...plan, outputBytesMax: 1000 }));
    const large = await refused({}, bench.again({ plans }));
    expect([large.code, large.error]).toEqual(["too_large", expect.stringContaining("the plan (starter) allows 1000")]);
  });
});
