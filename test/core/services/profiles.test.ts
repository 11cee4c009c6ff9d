// Profiles at the services: what publishing asks of a source, and what a change of the law does to what is published.
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { ProfileService } from "../../../gen/platen/v1/profile_pb.ts";
import { SCOPES } from "../../../src/core/tenancy/index.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { RATIO, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const TAGS = new URL("../engine/plugins/tags.ts", import.meta.url).href;
const UNRULY = new URL("../engine/plugins/unruly.ts", import.meta.url).href;
const WORDS = new URL("../engine/plugins/words.ts", import.meta.url).href;

function saying(text: string): string {
  return `rpt 1\ndocument slip profile=jp.words\n\npage A5 portrait {\n  body {\n    text "${text}"\n  }\n}\n`;
}

describe.each(DATABASES)("profiles on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  beforeAll(async () => {
    database = await open();
    const now = () => new Date("2026-03-31T14:59:59Z");
    bench = await serviceBench(database, { withJobs: false, profiles: [WORDS, TAGS, UNRULY], now });
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const lint = (asOf: string, paging: { readonly pageSize?: number; readonly pageToken?: string } = {}) =>
    createClient(ProfileService, bench.operator).lintCanvases({ asOf, ...paging });

  test("publishing judges by the profiles that the source names, and refuses what they call an error", async () => {
    const publishing = createClient(AuthoringService, bench.operator).publishCanvas({ source: saying("void") });
    const { code, detail } = refusalOf(await publishing.catch((thrown: unknown) => thrown));
    expect([code, detail.diagnostics.map((each) => each.code)]).toEqual(["document_refused", ["jp.words/void"]]);
  });

  test("a rule that outlives its check refuses its own forms, and keeps no other profile from refusing", async () => {
    const refused = async (source: string) => {
      const publishing = createClient(AuthoringService, bench.operator).publishCanvas({ source });
      const { code, detail } = refusalOf(await publishing.catch((thrown: unknown) => thrown));
      return [code, [...new Set(detail.diagnostics.map((each) => each.code))]];
    };
    const both = saying("void").replace("jp.words", '["jp.words", "unruly.later"]');
    for (let round = 0; round < 3; round += 1) {
      const [code, codes] = await refused(both);
      expect([code, codes]).toEqual(["document_refused", expect.arrayContaining(["RPT7021", "jp.words/void"])]);
      expect(await refused(saying("void"))).toEqual(["document_refused", ["jp.words/void"]]);
    }
  });

  test("of what is published, the canvases are named that a change of the law breaks, and what is found", async () => {
    const draft = await bench.publish(saying("a draft"), "draft");
    await bench.publish(saying("nothing of the sort"), "sound");
    await bench.publish(RATIO, "without a profile");
    const { canvases, judged, nextPageToken } = await lint("2026-04-01");
    expect([judged, nextPageToken]).toEqual([3, ""]);
    expect(canvases.map(({ id, title, version }) => ({ id, title, version }))).toEqual([
      { id: draft, title: "draft", version: 1 },
    ]);
    expect(canvases[0]?.diagnostics.map(({ line, code, message }) => [line, code, message])).toEqual([
      [6, "jp.words/draft", "the form says draft"],
    ]);
    expect((await lint("2026-03-31")).canvases).toEqual([]);
  });

  test("canvases are judged some at a time, each once", async () => {
    let judged = 0;
    let pageToken = "";
    do {
      const page = await lint("2026-04-01", { pageSize: 2, pageToken });
      judged += page.judged;
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(judged).toBe(3);
  });

  test("people list plugins, and check a form as of a day", async () => {
    const { personId } = await createClient(AccountService, bench.operator).createPerson({
      ...{ organizationId: bench.organizationId, email: "author@example.jp", password: "correct horse battery" },
    });
    const { transport } = bench.again({
      accessTokens: { verify: async () => ({ personId, scopes: new Set(SCOPES) }) },
    });
    const headers = { authorization: "Bearer a-token" };
    const { plugins } = await createClient(ProfileService, transport).listPlugins({}, { headers });
    expect(plugins.map(({ name, profiles, datasetSources }) => [name, profiles, datasetSources])).toEqual([
      ["platen-https-source", [], [expect.objectContaining({ scheme: "https", title: "A JSON object over HTTPS" })]],
      ["words", ["jp.words"], []],
      ["tags", [], []],
      ["unruly", expect.arrayContaining(["unruly.later"]), []],
    ]);
    expect(plugins[2]?.barcodes[0]).toMatchObject({
      name: "acme-tally",
      title: "Tally of the warehouse",
      sample: "12",
    });

    const authoring = createClient(AuthoringService, transport);
    const found = async (asOf?: string) => {
      const request = { source: saying("a draft"), ...(asOf === undefined ? {} : { asOf }) };
      return (await authoring.checkDocument(request, { headers })).diagnostics.map(({ code }) => code);
    };
    expect(await found("2026-03-31")).toEqual([]);
    expect(await found("2026-04-01")).toEqual(["jp.words/draft"]);
    const refused = await found("2026-02-30").catch((thrown: unknown) => thrown);
    expect(refusalOf(refused).detail.error).toContain("there is no day 2026-02-30");
  });

  test("an error that the form allows with a reason is published, and listed with the reason ever after", async () => {
    const source = saying("void").replace("page A5", 'allow "jp.words/void" "it is a sample of the house"\npage A5');
    const id = await bench.publish(source, "void, and meant");
    const listed = async (asOf: string) => {
      const { canvases } = await lint(asOf);
      const { diagnostics = [], waivers = [] } = canvases.find((each) => each.id === id) ?? {};
      return [diagnostics.length, waivers.map(({ rules, reason, line }) => [rules, reason, line])];
    };
    const waivers = [[["jp.words/void"], "it is a sample of the house", 4]];
    expect(await listed("2026-03-31")).toEqual([0, waivers]);
    expect(await listed("2026-04-01")).toEqual([0, waivers]);
  });

  test("a day that no calendar has is refused", async () => {
    const { code, detail } = refusalOf(await lint("2026-02-30").catch((thrown: unknown) => thrown));
    expect([code, detail.error]).toEqual(["invalid_argument", expect.stringContaining("there is no day 2026-02-30")]);
  });
});
