import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { catalogueOf, platenMethods, routesOf, toolsOf } from "../../../src/core/methods/index.ts";
import { openApiHandler, openApiOf } from "../../../src/facades/openapi/index.ts";
import { createServer } from "../../../src/facades/rpc/index.ts";
import { fixtureDefinition } from "../../support/fixture/definition.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const facts = { version: "0.1.0", baseUrl: "https://forms.example.jp" };
const { definition } = fixtureDefinition();
const fixture = catalogueOf(definition);

/** Every `example` of a document beside the schema that it must satisfy. */
function examplesIn(node: unknown, path = "#"): { path: string; schema: object; example: unknown }[] {
  if (typeof node !== "object" || node === null) return [];
  const nested = Object.entries(node).flatMap(([key, value]) => examplesIn(value, `${path}/${key}`));
  if (!("schema" in node)) return nested;
  const schema = node.schema as object;
  const named = "examples" in node ? Object.values(node.examples as Record<string, { readonly value: unknown }>) : [];
  const examples = [...("example" in node ? [node.example] : []), ...named.map(({ value }) => value)];
  return [...examples.map((example) => ({ path, schema, example })), ...nested];
}

interface Marked {
  readonly operationId: string;
  readonly deprecated?: boolean;
  readonly parameters?: readonly { readonly name: string; readonly deprecated?: boolean }[];
}

describe("the document", () => {
  it("marks methods, parameters and members that the definition calls deprecated, and no other", () => {
    const { paths, components } = openApiOf(fixture, facts);
    const operations = Object.values(paths ?? {}).flatMap((path) => Object.values(path as Record<string, Marked>));
    const marked = operations.filter(({ deprecated }) => deprecated === true);
    expect(marked.map(({ operationId }) => operationId)).toEqual(["archiveBook"]);
    const parameters = operations.flatMap((operation) => operation.parameters ?? []);
    const names = parameters.filter(({ deprecated }) => deprecated === true).map(({ name }) => name);
    expect([...new Set(names)]).toEqual(["x-reader"]);
    const book = JSON.stringify(components?.schemas?.["Book"]);
    expect(book).toContain('"deprecated":true');
    expect(book.match(/"deprecated"/gu)).toHaveLength(1);
    expect(JSON.stringify(openApiOf(platenMethods, facts))).not.toContain('"deprecated"');
  });

  it.each([
    ["Platen's", platenMethods],
    ["a fixture's", fixture],
  ])("of %s methods has no error for redocly", async (_, catalogue) => {
    await using folder = await temporaryFolder("openapi");
    const file = join(folder.path, "openapi.json");
    await writeFile(file, JSON.stringify(openApiOf(catalogue, facts)));
    const redocly = new URL("../../../node_modules/.bin/redocly", import.meta.url).pathname;
    const environment = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const { stdout } = await promisify(execFile)(redocly, ["lint", "--format=json", file], { env: environment });
    expect((JSON.parse(stdout) as { totals: { errors: number } }).totals.errors).toBe(0);
  });

  it("has the nine operations of the interface under /v1 and nothing else", () => {
    const operations = Object.entries(openApiOf(platenMethods, facts).paths ?? {}).flatMap(([path, item]) =>
      Object.keys(item as object).map((verb) => `${verb.toUpperCase()} ${path}`),
    );
    expect(operations.sort()).toEqual([
      "GET /v1/canvases",
      "GET /v1/canvases/{canvasId}/schema",
      "GET /v1/health",
      "GET /v1/openapi.json",
      "GET /v1/renders",
      "GET /v1/renders/{renderId}",
      "GET /v1/renders/{renderId}/pdf",
      "GET /v1/usage",
      "POST /v1/canvases/{canvasId}/pdf",
    ]);
  });

  it("says how many documents a request may ask for, and that a file may be refused", () => {
    const { components, paths } = openApiOf(platenMethods, facts);
    const request = components?.schemas?.["RenderCanvasRequest"];
    expect(request).toMatchObject({ properties: { dataList: { type: "array", maxItems: 100 } } });
    const { responses = {} } = paths?.["/v1/canvases/{canvasId}/pdf"]?.post ?? {};
    expect(responses).toHaveProperty("422");
    expect(JSON.stringify(components?.responses?.["Error422"])).toContain("document_refused");
    expect(JSON.stringify(components?.responses?.["Error409"])).not.toContain("dataset_linked");
  });

  it.each([
    ["Platen's", platenMethods],
    ["a fixture's", fixture],
  ])("of %s methods has examples that satisfy its schemas", (_, catalogue) => {
    const document = openApiOf(catalogue, facts);
    const ajv = new Ajv2020.default({ strict: false });
    addFormats.default(ajv, ["date-time"]);
    ajv.addFormat("binary", true);
    ajv.addSchema({ ...document, $id: "document" });
    const examples = examplesIn(document);
    expect(examples.length).toBeGreaterThan(3);
    for (const { path, schema, example } of examples) {
      const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
      const validate = ajv.compile(JSON.parse(text) as object);
      expect(validate(example), `${path}: ${ajv.errorsText(validate.errors)}`).toBe(true);
    }
  });

  it("is served to anyone, and by GET alone", async () => {
    const server = createServer({ handlers: [openApiHandler(platenMethods, facts)] });
    const port = await server.listen({ host: "127.0.0.1", port: 0 });
    const url = `http://127.0.0.1:${port}/v1/openapi.json`;
    const response = await fetch(`${url}?fresh=1`);
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiOf(platenMethods, facts))));
    const posted = await fetch(url, { method: "POST" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
    expect(await posted.json()).toMatchObject({
      code: "method_not_allowed",
      requestId: expect.stringMatching(/^req_/),
    });
    await server.close(0);
  });
});

describe("a new service", () => {
  const document = openApiOf(fixture, facts);

  it("appears in the routes exactly as it is annotated", () => {
    expect(
      routesOf(fixture)
        .map((route) => `${route.binding.verb} ${route.binding.template.source}`)
        .sort(),
    ).toEqual([
      "GET /v1/books",
      "GET /v1/shelves/{shelf}/books/{book_id}",
      "GET /v1/{name=names/*/books/**}",
      "PATCH /v1/books/{book_id}",
      "POST /v1/books/{book.id}:archive",
      "PUT /v1/books/{book_id}/cover",
    ]);
  });

  it("appears in the document exactly as it is annotated", () => {
    expect(Object.keys(document.paths ?? {}).sort()).toEqual([
      "/v1/books",
      "/v1/books/{book.id}:archive",
      "/v1/books/{bookId}",
      "/v1/books/{bookId}/cover",
      "/v1/openapi.json",
      "/v1/shelves/{shelf}/books/{bookId}",
      "/v1/{name}",
    ]);
    expect(document.paths?.["/v1/books"]?.get).toMatchObject({
      operationId: "listBooks",
      summary: "List books",
      tags: ["Library"],
      parameters: [
        { name: "tags", in: "query", description: "Only with all of these tags.", required: false },
        { name: "filter.author", in: "query", required: false },
        { name: "filter.lent", in: "query", required: false },
        { name: "pageSize", in: "query", required: false },
      ],
    });
    expect(document.paths?.["/v1/shelves/{shelf}/books/{bookId}"]?.get).toMatchObject({
      parameters: [{ name: "shelf" }, { name: "bookId" }, { name: "name" }, { name: "x-reader", in: "header" }],
      responses: { "200": { headers: { "x-shelf": { description: "What the shelf is called." } } } },
    });
    const book = document.components?.schemas?.["Book"];
    expect(book).toMatchObject({
      description: "A book.",
      properties: {
        id: { type: "string", description: "The book's identifier.", examples: ["b1"] },
        pages: { type: "integer", minimum: 1, maximum: 9000 },
        borrower: { type: ["string", "null"] },
        addedAt: { type: "string", format: "date-time" },
      },
      unevaluatedProperties: false,
    });
    expect(JSON.stringify(document)).not.toMatch(/CountBooks|dataJson|data_json|rowsJson/);
  });

  it("appears in the tools exactly as it is annotated", () => {
    const tools = toolsOf(fixture);
    expect(tools.map((tool) => [tool.name, [...tool.method.roles]])).toEqual([
      ["get_book", ["render"]],
      ["list_books", ["render"]],
    ]);
    expect(tools[0]?.description).toBe("Read a book. One book of a shelf.");
    expect(Object.keys(tools[0]?.inputSchema["properties"] ?? {})).toEqual(["shelf", "bookId", "name"]);
  });
});
