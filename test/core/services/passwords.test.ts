import { writeFile } from "node:fs/promises";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { runCommand } from "../../support/command.ts";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { factsOf, type HttpBench, httpBench } from "./http-bench.ts";
import { RATIO, refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

const PASSWORD = "himitsu-合言葉-4711";
const DATA = { items: [{ part: 1, whole: 2 }] };
const ASYNC = { prefer: "respond-async" };

const withPolicy = (open: "none" | "optional" | "required"): string =>
  RATIO.replace("field items[]", `encrypt aes-256 open=${open}\nfield items[]`).replace(
    "document ratio",
    `document ${open}`,
  );

describe.each(DATABASES)("passwords on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  const canvases: Record<string, string> = {};
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { withJobs: false });
    http = await httpBench(bench.services, bench.renderKey);
    canvases["without"] = await bench.publish(RATIO, "方針なし");
    for (const policy of ["none", "optional", "required"] as const)
      canvases[policy] = await bench.publish(withPolicy(policy), `方針 ${policy}`);
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  const print = (policy: string, password?: string, headers: Readonly<Record<string, string>> = {}) =>
    http.print(
      canvases[policy] ?? "",
      { data: DATA, ...(password === undefined ? {} : { options: { password } }) },
      headers,
    );

  /** What qpdf says of a file that is opened with a password. */
  const opens = async (answer: Response, password: string): Promise<boolean> => {
    await using folder = await temporaryFolder("password");
    const file = `${folder.path}/file.pdf`;
    await writeFile(file, new Uint8Array(await answer.arrayBuffer()));
    return (await runCommand("qpdf", [`--password=${password}`, "--check", file])).exitCode === 0;
  };

  test("a file opens with its password and with no other", async () => {
    for (const policy of ["optional", "required"]) {
      expect(await opens(await print(policy, PASSWORD), PASSWORD)).toBe(true);
      expect(await opens(await print(policy, PASSWORD), "falsch")).toBe(false);
    }
    expect(await opens(await print("optional"), "")).toBe(true);
  });

  test("lists say what a template asks for", async () => {
    const { canvases: listed } = (await (await http.get("/v1/canvases")).json()) as {
      canvases: { title: string; encryption: string }[];
    };
    expect(Object.fromEntries(listed.map(({ title, encryption }) => [title, encryption]))).toEqual({
      方針なし: "none",
      "方針 none": "none",
      "方針 optional": "optional",
      "方針 required": "required",
    });
  });

  test.each([
    ["one where the template has no policy", "without", PASSWORD, {}, /no encryption policy/],
    ["one where the template takes none", "none", PASSWORD, {}, /takes no password/],
    ["none where the template requires one", "required", undefined, {}, /asks for a password/],
    ["one for a job", "optional", PASSWORD, ASYNC, /can't wait for a job/],
    ["a required one for a job", "required", PASSWORD, ASYNC, /can't wait for a job/],
    ["none for a job that requires one", "required", undefined, ASYNC, /asks for a password.*without Prefer/],
    ["an empty one", "optional", "", {}, /1 to 127 bytes/],
    ["one of which some readers see more than others", "required", `合\u200b言葉\u00ad`, {}, /in some of them only/],
    ["one that nobody sees, by which any reader opens", "optional", "\u00ad\u200b\ufe0f", {}, /none of it can be seen/],
    ["one that nobody can type", "required", "a\u0000b", {}, /control character/],
    ["one that is too long", "optional", "あ".repeat(43), {}, /1 to 127 bytes/],
  ] as const)("refuses %s", async (_, policy, password, headers, sentence) => {
    const facts = await factsOf(await print(policy, password, headers));
    expect(facts).toMatchObject({ status: 400, code: "invalid_argument", error: expect.stringMatching(sentence) });
    expect(JSON.stringify(facts)).not.toContain(PASSWORD);
  });

  test("a tool can't render what requires a password, and renders the rest", async () => {
    const client = createClient(RenderService, bench.services.transport);
    const headers = { "x-api-key": bench.renderKey };
    const render = (document: string) => client.renderDocument({ document, payload: payloadOf(DATA) }, { headers });
    const thrown = await render("方針 required").catch((error: unknown) => error);
    expect(refusalOf(thrown)).toMatchObject({ code: "invalid_argument" });
    expect(await render("方針 optional")).toMatchObject({ pages: 1 });
  });

  test("a replay is of the encrypted bytes, whatever the second request's password is", async () => {
    const key = { "idempotency-key": "verschlossen" };
    const first = await print("required", PASSWORD, key);
    const second = await print("required", "ein anderes", key);
    expect(second.headers.get("x-service-replayed")).toBe("1");
    expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
    expect(await opens(second, PASSWORD)).toBe(true);
  });

  test("no row, no log and no stored file holds the password", async () => {
    await print("required", PASSWORD, { "idempotency-key": "noch eins" });
    await print("without", PASSWORD);
    expect(bench.logged.join("\n")).not.toContain("himitsu");
    const tables = ["renders", "render_jobs", "idempotency_keys", "usage"];
    await database.database.transaction(async ({ sql }) => {
      for (const table of tables) {
        const { rows } = await sql.run(`select count(*)::int as found from ${table} as t where t::text like $1`, [
          "%himitsu%",
        ]);
        expect(rows).toEqual([{ found: 0 }]);
      }
    });
  });
});

function payloadOf(data: unknown) {
  return { case: "dataJson", value: new TextEncoder().encode(JSON.stringify(data)) } as const;
}
