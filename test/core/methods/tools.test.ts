import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { type JsonSchema, platenMethods, toolsOf } from "../../../src/core/methods/index.ts";
import { TTL_S } from "../../../src/facades/oauth/provider.ts";
import { JAPANESE_PROFILES } from "../../../src/plugins/profiles/jp/index.ts";

/** Keywords that the hosts of models agree on; others are dropped or refused by some of them. */
const PORTABLE = new Set([
  "type",
  "description",
  "properties",
  "required",
  "additionalProperties",
  "items",
  "enum",
  "examples",
  "format",
  "pattern",
  "minLength",
  "maxLength",
  "minimum",
  "maximum",
]);

/** Every keyword of a schema, property names left out. */
function keywordsOf(schema: JsonSchema): string[] {
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === "properties")
      return [keyword, ...Object.values(value as Record<string, JsonSchema>).flatMap(keywordsOf)];
    if (keyword === "items") return [keyword, ...keywordsOf(value as JsonSchema)];
    return [keyword];
  });
}

describe("tools", () => {
  const tools = toolsOf(platenMethods);

  it("are those of the definition, each for its roles", () => {
    expect(tools.map((tool) => [tool.name, [...tool.method.roles]])).toEqual([
      ["list_organizations", ["person"]],
      ["check_document", ["person"]],
      ["create_document", ["person"]],
      ["list_documents", ["render", "person"]],
      ["describe_document", ["render", "person"]],
      ["open_form", ["render", "person"]],
      ["put_dataset_rows", ["data_write"]],
      ["render_document", ["render", "person"]],
    ]);
  });

  it.each(["check_document", "create_document"])("%s names every profile that Platen brings", (name) => {
    const { properties } = tools.find((tool) => tool.name === name)?.inputSchema ?? {};
    const { description = "" } = (properties as Record<string, { readonly description?: string }>)["profiles"] ?? {};
    const named = description.match(/\bjp\.[a-z-]+/gu) ?? [];
    expect(new Set(named)).toEqual(new Set(JAPANESE_PROFILES.map((profile) => profile.name)));
  });

  it("list_organizations says how long an access token lives", () => {
    const { description } = tools.find(({ name }) => name === "list_organizations") ?? {};
    expect(description).toContain(`access token lives for ${TTL_S.AccessToken / 60} minutes`);
  });

  it("render_document says who may open its link", () => {
    const { description } = tools.find(({ name }) => name === "render_document") ?? {};
    expect(description).toContain("opens it without signing in");
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))("%s has schemas that any host understands", (_, tool) => {
    const ajv = new Ajv2020.default({ strict: true });
    addFormats.default(ajv, ["date-time"]);
    for (const schema of [tool.inputSchema, tool.outputSchema]) {
      expect(schema["type"]).toBe("object");
      expect(keywordsOf(schema).filter((keyword) => !PORTABLE.has(keyword))).toEqual([]);
      expect(() => ajv.compile(schema)).not.toThrow();
    }
    expect(tool.description.length).toBeGreaterThan(40);
  });

  it("take exactly the arguments of the interface", () => {
    const argumentsOf = (name: string): [string[], unknown] => {
      const schema = tools.find((tool) => tool.name === name)?.inputSchema;
      return [Object.keys(schema?.["properties"] ?? {}), schema?.["required"]];
    };
    expect(argumentsOf("list_documents")).toEqual([[], undefined]);
    expect(argumentsOf("describe_document")).toEqual([["document", "organizationId"], ["document"]]);
    expect(argumentsOf("open_form")).toEqual([["document", "data", "organizationId"], ["document"]]);
    expect(argumentsOf("render_document")).toEqual([
      ["document", "data", "dataList", "fileName", "organizationId", "onMisfit"],
      ["document"],
    ]);
    expect(argumentsOf("check_document")).toEqual([
      ["source", "data", "profiles", "organizationId", "severity", "code", "pages", "advise"],
      ["source"],
    ]);
    expect(argumentsOf("create_document")).toEqual([
      ["title", "source", "data", "profiles", "organizationId", "replaces"],
      ["title", "source"],
    ]);
    expect(argumentsOf("list_organizations")).toEqual([[], undefined]);
    expect(argumentsOf("put_dataset_rows")).toEqual([
      ["datasetId", "path", "rows"],
      ["datasetId", "path", "rows"],
    ]);
  });

  it("need what a person allowed, unless any sign-in does", () => {
    const scopes = tools.map((tool) => [tool.name, tool.method.scope, tool.method.needsSeveralOrganizations]);
    expect(scopes.filter(([, scope]) => scope === "documents.author").map(([name]) => name)).toEqual([
      "check_document",
      "create_document",
    ]);
    expect(scopes.filter(([, , several]) => several)).toEqual([["list_organizations", null, true]]);
  });

  it("write their answers as lines, with no tab or line break inside of a value", () => {
    const text = (name: string, answer: Parameters<(typeof tools)[number]["text"]>[0]): string | undefined =>
      tools.find((tool) => tool.name === name)?.text(answer);
    expect(
      text("list_documents", {
        documents: [
          { id: "a", title: "x\ty\r\nz" },
          { id: "b", title: "請求書" },
        ],
      }),
    ).toBe("a\tx y z\nb\t請求書");
    expect(text("list_documents", { documents: [] })).toBe("No documents are published.");
    const fields = [
      { path: "items[].price", type: "number", required: true, example: "1200" },
      { path: "note", type: "text", required: false, example: "" },
    ];
    expect(text("describe_document", { fields })).toBe("items[].price\tnumber\trequired\t1200\nnote\ttext\toptional\t");
    expect(text("describe_document", { fields: [{ ...fields[0], note: "from 0\nto 9" }, ...fields.slice(1)] })).toBe(
      "items[].price\tnumber\trequired\t1200\nnote\ttext\toptional\t\n# items[].price: from 0 to 9",
    );
    expect(text("put_dataset_rows", { datasetId: "d", path: "items", rowsBefore: 0, rowsAfter: 2 })).toBe(
      "d\titems\t0\t2",
    );
    const finding = { line: 3, column: 9, severity: "error", code: "RPT1002", message: "unknown\ttag" };
    const diagnostics = [finding, { ...finding, line: 4, repair: { title: "write\ntext", edits: [] } }];
    const lines = "3:9\terror\tRPT1002\tunknown tag\n4:9\terror\tRPT1002\tunknown tag\n\t→ write text";
    expect(text("check_document", { diagnostics })).toBe(lines);
    expect(text("check_document", { diagnostics: [] })).toBe("No findings.");
    expect(text("create_document", { id: "cnv_1", title: "見積書", diagnostics: [] })).toBe("cnv_1\t見積書");
    const others = "Other documents have this title too: name this one by its id. The others: cnv_2, cnv_3";
    expect(text("create_document", { id: "cnv_1", title: "a", diagnostics, sameTitleIds: ["cnv_2", "cnv_3"] })).toBe(
      `cnv_1\ta\n${others}\n${lines}`,
    );
  });
});
