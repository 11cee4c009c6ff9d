// What open_form answers, over the tool endpoint in both eras.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answersIn, ERAS, requestOf, type ToolAnswer, textOf } from "../clients.ts";
import { type PeopleBench, peopleBench } from "../people-bench.ts";
import { EVERY_TYPE, exampleForm, LOCKED, UNDECLARED } from "./forms.ts";

type Json = Readonly<Record<string, unknown>>;

const URI = "ui://service/document-form";

let people: PeopleBench;
let person: Record<string, string>;
let renderKey: Record<string, string>;
let dataKey: Record<string, string>;
let invoiceId: string;

beforeAll(async () => {
  people = await peopleBench();
  const { bench, organizations } = people;
  person = await people.person([organizations.ours]);
  renderKey = { "x-api-key": bench.renderKey };
  dataKey = { "x-api-key": await bench.key("data-write") };
  invoiceId = await bench.publish(exampleForm("invoice"), "請求書");
  await bench.publish(EVERY_TYPE, "全種類");
  await bench.publish(UNDECLARED, "メモ");
  await bench.publish(LOCKED, "秘密");
  await bench.publish(exampleForm("billing-run"), "月次請求書");
});
afterAll(() => people[Symbol.asyncDispose]());

const open = (args: Json, who = renderKey): Promise<ToolAnswer> => people.call(who, "open_form", args);

/** An answer to arguments that are sent as they are written. */
async function openExactly(args: string): Promise<ToolAnswer> {
  const request = requestOf("modern", "tools/call", `{"name":"open_form","arguments":${args}}`);
  const init = { method: "POST", body: request.body, headers: { ...request.headers, ...renderKey } };
  const [answer] = answersIn(await (await fetch(`${people.http.baseUrl}/mcp`, init)).text());
  return answer?.result as never as ToolAnswer;
}

describe("open_form", () => {
  test("answers what a form is drawn from", async () => {
    const answer = await open({ document: "請求書", data: { customer: { name: "株式会社みどり商店" } } });
    expect(answer.structuredContent).toMatchObject({
      document: { id: invoiceId, title: "請求書" },
      schema: {
        $id: `urn:platen:canvas:${invoiceId}:1`,
        properties: {
          customer: { properties: { name: { "x-rpt-capacity": { charactersPerLine: expect.any(Number) } } } },
        },
      },
      data: { customer: { name: "株式会社みどり商店" } },
      problems: [],
      encryption: "none",
    });
    expect(answer.structuredContent).not.toHaveProperty("dataText");
    const described = await people.call(renderKey, "describe_document", { document: "請求書" });
    expect(answer.structuredContent?.["fields"]).toEqual(described.structuredContent?.["fields"]);
  });

  test("calls fields as their lines do, and else as the pages do", async () => {
    const labelsOf = async (document: string): Promise<Json> => {
      const fields = (await open({ document })).structuredContent?.["fields"] as readonly {
        path: string;
        label: string;
      }[];
      return Object.fromEntries(fields.map(({ path, label }) => [path, label]));
    };
    expect(await labelsOf("請求書")).toMatchObject({
      "invoice.number": "請求番号",
      "invoice.dueDate": "支払期限",
      "items[].price": "単価",
      "customer.name": "",
    });
    expect(await labelsOf("全種類")).toMatchObject({ "rows[].qty": "量", "owner.name": "持ち主" });
  });

  test("tells a client without Apps what to ask for, and how to go on", async () => {
    const [guide, ...rows] = textOf(await open({ document: "請求書" })).split("\n");
    expect(guide).toContain(`render_document with document "${invoiceId}"`);
    expect(guide).toMatch(/ask the person for the required fields/);
    expect(guide).toMatch(/do not call open_form for it again/);
    expect(rows).toContain("items[].price\tdecimal(11,2)\trequired\t30000\t単価");
    expect(rows).toContain('customer.dept\tstring(40)\toptional\t"総務部 経理課"\t');
  });

  test("shows values that can't belong, and says which, instead of refusing them", async () => {
    const data = { customer: { name: 5 }, invoice: { issueDate: "31/10/2026" }, items: [{ price: "many" }] };
    const answer = await open({ document: "請求書", data });
    expect(answer.isError ?? false).toBe(false);
    expect(answer.structuredContent).toMatchObject({ data });
    expect(answer.structuredContent?.["problems"]).toEqual([
      { path: "customer.name", rule: "type", expected: "a text", received: "5" },
      { path: "invoice.issueDate", rule: "format", expected: "a date such as 2026-10-31", received: '"31/10/2026"' },
      { path: "items[0].price", rule: "type", expected: "decimal(11,2)", received: '"many"' },
    ]);
    expect(textOf(answer)).toContain("customer.name must be a text, not 5");
  });

  test("keeps every digit that a double would lose", async () => {
    const answer = await openExactly('{"document":"請求書","data":{"items":[{"price":9007199254740993.10}]}}');
    expect(answer.structuredContent?.["dataText"]).toBe('{"items":[{"price":9007199254740993.10}]}');
  });

  test("says where a document takes anything, needs a password, or makes many documents", async () => {
    const free = await open({ document: "メモ" });
    expect(free.structuredContent).toMatchObject({
      fields: [],
      schema: expect.not.objectContaining({ properties: {} }),
    });
    expect(textOf(free)).toContain("It declares no fields: any JSON object is taken.");
    const locked = await open({ document: "秘密" });
    expect(locked.structuredContent).toMatchObject({ encryption: "required" });
    expect(textOf(locked)).toContain("requires a password");
    const run = await open({ document: "月次請求書" });
    expect(run.structuredContent).toMatchObject({ schema: { "x-rpt-record-source": "customers" } });
  });

  test.each([
    ["an unknown document", { document: "どこにもない" }, /^404 not_found: /],
    ["data that are no object", { document: "請求書", data: [1] }, /^400 invalid_argument: 'data' must be an object/],
    ["another argument", { document: "請求書", values: {} }, /^400 invalid_argument: There is no member 'values'/],
  ])("refuses %s", async (_title, args, sentence) => {
    const answer = await open(args);
    expect(answer.isError).toBe(true);
    expect(textOf(answer)).toMatch(sentence);
  });

  test("takes members of any name", async () => {
    const data = '{"__proto__":{"a":1},"constructor":2,"a.b[0]":{"c[":3},"customer":{"x.[y":1}}';
    const answer = await openExactly(`{"document":"請求書","data":${data}}`);
    expect(answer.isError ?? false).toBe(false);
    expect(JSON.stringify(answer.structuredContent?.["data"])).toBe(data);
  });

  test("refuses data whose members stand twice", async () => {
    const answer = await openExactly('{"document":"請求書","data":{"note":"a","note":"b"}}');
    expect(textOf(answer)).toMatch(/^400 invalid_argument: 'data' can't be read: .*"note" stands twice/);
  });
});

describe.each(ERAS)("the form's page (%s era)", (era) => {
  const ask = async (who: Record<string, string>, method: string, params: Json = {}) =>
    (await people.ask(era, who, method, params)).answer;

  test("is named by the tool, for hosts of now and of before", async () => {
    const list = await ask(renderKey, "tools/list");
    const tools = list.result?.["tools"] as readonly Json[];
    const form = tools.find((tool) => tool["name"] === "open_form");
    expect(form).toMatchObject({
      _meta: { ui: { resourceUri: URI }, "ui/resourceUri": URI },
      annotations: { idempotentHint: false, readOnlyHint: true },
      description: expect.stringContaining("at most once for each document"),
    });
    // The page calls render_document, so nothing may keep that from apps.
    expect(tools.find((tool) => tool["name"] === "render_document")).not.toHaveProperty("_meta");
  });

  test("is there for whoever may call the tool, and for nobody else", async () => {
    for (const who of [renderKey, person]) {
      const list = await ask(who, "resources/list");
      expect(list.result?.["resources"]).toContainEqual(
        expect.objectContaining({ uri: URI, mimeType: "text/html;profile=mcp-app" }),
      );
      const read = await ask(who, "resources/read", { uri: URI });
      expect(read.result?.["contents"]).toEqual([
        {
          uri: URI,
          mimeType: "text/html;profile=mcp-app",
          text: expect.stringMatching(/^<!doctype html>/),
          _meta: { ui: expect.objectContaining({ csp: expect.any(Object), prefersBorder: true }) },
        },
      ]);
    }
    expect((await ask(dataKey, "resources/read", { uri: URI })).result).toBeUndefined();
    expect((await ask(dataKey, "resources/list")).result).toBeUndefined();
  });
});
