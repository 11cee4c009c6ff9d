// What generators of clients and pages of documentation make of the document.
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import type { OperationObject, ResponseObject } from "openapi3-ts/oas31";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { platenMethods } from "../../../src/core/methods/index.ts";
import { openApiOf } from "../../../src/facades/openapi/index.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const run = promisify(execFile);

interface Sample {
  readonly lang: string;
  readonly source: string;
}

interface Operation extends OperationObject {
  readonly "x-codeSamples": readonly Sample[];
}

function operationsOf(baseUrl: string): readonly (readonly [string, Operation])[] {
  const { paths = {} } = openApiOf(platenMethods, { version: "0.0.0", baseUrl });
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(
      ([verb, operation]) => [`${verb.toUpperCase()} ${path}`, operation] as const,
    ),
  );
}

const DOCUMENT = openApiOf(platenMethods, { version: "0.0.0", baseUrl: "https://forms.example.jp" });
const OPERATIONS = operationsOf("https://forms.example.jp");

describe("the document for generators", () => {
  test("has one named type for errors, and an example of each code", () => {
    const responses = Object.entries(DOCUMENT.components?.responses ?? {}) as [string, ResponseObject][];
    expect(responses.length).toBeGreaterThan(5);
    for (const [name, { content, "x-error-codes": codes }] of responses) {
      const { schema, examples = {} } = content?.["application/json"] ?? {};
      expect(schema, name).toEqual({ $ref: "#/components/schemas/ErrorDetail" });
      expect(Object.keys(examples), name).toEqual(codes);
    }
    expect(JSON.stringify(DOCUMENT)).not.toMatch(/"(?:allOf|oneOf|anyOf)"/);
  });

  test.each(OPERATIONS)("names %s, sorts it under a tag that is described, and shows calls of it", (_, operation) => {
    expect(operation.operationId).toMatch(/^[a-z][A-Za-z]+$/);
    const described = (DOCUMENT.tags ?? []).filter(({ description }) => description !== undefined);
    expect(described.map(({ name }) => name)).toEqual(expect.arrayContaining(operation.tags ?? [""]));
    expect(operation["x-codeSamples"].map(({ lang }) => lang)).toEqual(["Shell", "JavaScript", "Python"]);
  });

  test("names each object that an answer or a request is, and closes none by a keyword that makes it a map", () => {
    const bodies: Record<string, { readonly schema?: object }>[] = [];
    const look = (node: unknown): void => {
      if (typeof node !== "object" || node === null) return;
      if ("content" in node && typeof node.content === "object") bodies.push(node.content as (typeof bodies)[number]);
      for (const inner of Object.values(node)) look(inner);
    };
    look([DOCUMENT.paths, DOCUMENT.components?.responses]);
    const schemas = bodies.flatMap((content) => Object.values(content).map(({ schema = {} }) => schema));
    expect(schemas.length).toBeGreaterThan(20);
    expect(schemas.filter((schema) => !("$ref" in schema) && "type" in schema && schema.type === "object")).toEqual([]);
    expect(JSON.stringify(DOCUMENT)).not.toContain('"additionalProperties":false');
    expect(JSON.stringify(DOCUMENT.components?.schemas?.["RenderCanvasRequest"])).toContain(
      '"unevaluatedProperties":false',
    );
  });

  test("names no operation twice", () => {
    const ids = OPERATIONS.map(([, { operationId }]) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("has files as bytes, under the type that every generator knows too", () => {
    const files = OPERATIONS.flatMap(([, { responses = {} }]) =>
      Object.entries(responses as Record<string, ResponseObject>).filter(
        ([, { content = {} }]) => "application/pdf" in content,
      ),
    );
    expect(files.map(([status]) => status)).toEqual(["200", "200", "206"]);
    for (const [, { content }] of files) {
      const bytes = { schema: { type: "string", format: "binary" } };
      expect(Object.entries(content ?? {})).toEqual([
        ["application/pdf", bytes],
        ["application/octet-stream", bytes],
      ]);
    }
  });

  test("lists no status by which generators take an operation with a file for one without an answer", () => {
    const [, { responses }] = OPERATIONS.find(([, { operationId }]) => operationId === "getRenderPdf") ?? ["", {}];
    expect(Object.keys(responses ?? {})).not.toContain("304");
    expect(Object.keys(responses ?? {})).toContain("3XX");
  });
});

interface Asked {
  readonly verb: string | undefined;
  readonly path: string | undefined;
  readonly key: string | undefined;
  readonly body: unknown;
}

describe("the samples", () => {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const text = Buffer.concat(chunks).toString();
    const { method: verb, url: path, headers } = request;
    const key = headers["x-api-key"];
    asked.push({
      verb,
      path,
      key: typeof key === "string" ? key : undefined,
      body: text === "" ? null : JSON.parse(text),
    });
    if (text !== "") expect(headers["content-type"]).toBe("application/json");
    response.setHeader("content-type", "application/json");
    response.end('{"ok":true}');
  });
  let operations: ReturnType<typeof operationsOf>;
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    operations = operationsOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => void server.close());

  const PROGRAMS: readonly (readonly [string, (source: string) => readonly [string, readonly string[]]])[] = [
    ["Shell", (source) => ["bash", ["-c", source]]],
    ["JavaScript", (source) => [process.execPath, ["--input-type=module", "-e", source]]],
  ];

  test.each(PROGRAMS)(
    "in %s make the call that the document describes",
    { timeout: 60_000 },
    async (lang, commandOf) => {
      await using folder = await temporaryFolder("samples");
      for (const [title, operation] of operations) {
        const source = operation["x-codeSamples"].find((sample) => sample.lang === lang)?.source ?? "";
        const [program, args] = commandOf(source);
        await run(program, [...args], { cwd: folder.path, env: { ...process.env, PLATEN_API_KEY: "pk_sample" } });
        const [verb = "", path = ""] = title.split(" ");
        const seen = asked.splice(0);
        const isOpen = operation.security?.length === 0;
        const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[a-z]+_[a-z0-9]+").replaceAll(".", "\\.")}$`);
        const body = (operation.requestBody as { content: Record<string, { example: unknown }> } | undefined)?.content;
        expect(seen, title).toEqual([
          {
            verb,
            path: expect.stringMatching(pattern),
            key: isOpen ? undefined : "pk_sample",
            body: body?.["application/json"]?.example ?? null,
          },
        ]);
      }
    },
  );

  test("in Python are programs of the same calls", () => {
    const sources = operations.map(
      ([, operation]) => operation["x-codeSamples"].find(({ lang }) => lang === "Python")?.source,
    );
    const [render] = sources.filter((source) => source?.includes("data="));
    expect(render).toContain(
      'headers={"x-api-key": os.environ["PLATEN_API_KEY"], "content-type": "application/json"},',
    );
    expect(render).toContain('with open("document.pdf", "wb") as file:');
    expect(
      sources.every((source) => /^import [a-z., ]+\n\nrequest = urllib\.request\.Request\(\n/.test(source ?? "")),
    ).toBe(true);
  });
});
