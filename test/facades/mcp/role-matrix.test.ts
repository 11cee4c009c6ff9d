// Who sees and calls which tool, written down: every tool with every kind of credential, in both eras of the protocol.
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { ERROR_CODES, platenMethods, toolsOf } from "../../../src/core/methods/index.ts";
import { RATIO } from "../../core/services/service-bench.ts";
import { sampled } from "../../support/lane.ts";
import { ERAS } from "./clients.ts";
import { BASE_URL, type PeopleBench, peopleBench } from "./people-bench.ts";

/**
 * A number is a tool that the credential's list shows, and what a call of it answers: 200, or an error of that status.
 * `-` is a tool that is not there: the list is without it, and a call answers like one of a tool that does not exist.
 * `403` is not in the list either, but a call is answered over HTTP by the challenge to ask the person for more.
 *
 * `branch` is a render key of a workspace without documents, `free` one of a plan without API access. Of the people,
 * one belongs to one organization, many to two, homeless to none, and freelance to one whose plan has no API access;
 * reader allowed rendering alone, writer authoring alone, and silent nothing.
 */
const MATRIX = `
                   render branch data free one  many homeless freelance reader writer silent
list_organizations -      -      -    -    -    200  -        -         -      -      -
check_document     -      -      -    -    200  200  404      402       403    200    403
create_document    -      -      -    -    200  200  404      402       403    200    403
list_documents     200    200    -    402  200  200  404      402       200    403    403
describe_document  200    404    -    402  200  200  404      402       200    403    403
open_form          200    404    -    402  200  200  404      402       200    403    403
put_dataset_rows   -      -      200  -    -    -    -        -         -      -      -
render_document    200    404    -    402  200  200  404      402       200    403    403
`;

const [HEAD = "", ...LINES] = MATRIX.trim().split("\n");
const CREDENTIALS = HEAD.trim().split(/\s+/);
const ROWS = LINES.map((line) => line.trim().split(/\s+/)).map(([tool = "", ...cells]) => ({ tool, cells }));

let people: PeopleBench;
let credentials: Readonly<Record<string, Readonly<Record<string, string>>>>;

beforeAll(async () => {
  people = await peopleBench();
  const { bench, organizations } = people;
  const { ours, theirs, free } = organizations;
  credentials = {
    render: { "x-api-key": bench.renderKey },
    branch: { "x-api-key": await branchKey() },
    data: { "x-api-key": await bench.key("data-write") },
    free: { "x-api-key": await bench.key("render", free) },
    one: await people.person([ours]),
    many: await people.person([ours, theirs]),
    homeless: await people.person([]),
    freelance: await people.person([free]),
    reader: await people.person([ours], ["documents.render"]),
    writer: await people.person([ours], ["documents.author"]),
    silent: await people.person([ours], []),
  };
});
afterAll(() => people[Symbol.asyncDispose]());

async function branchKey(): Promise<string> {
  const { database, organizationId } = people.bench;
  const made = await database.organizations.createWorkspace({ organizationId, name: "支店", createdAt: new Date() });
  if (!made.ok) throw new Error(made.reason);
  const account = createClient(AccountService, people.bench.operator);
  const request = { organizationId, workspaceId: made.value.id, role: "render", name: "branch" };
  return (await account.createKey(request)).secret;
}

/** Good arguments of a tool, about what belongs to the organization of most. */
function argumentsOf(tool: string): Readonly<Record<string, unknown>> {
  const document = people.documents.ours;
  switch (tool) {
    case "check_document":
      return { source: RATIO };
    case "create_document":
      return { title: "割合の写し", source: RATIO };
    case "describe_document":
    case "open_form":
      return { document };
    case "render_document":
      return { document, data: { items: [{ part: 1, whole: 2 }] } };
    case "put_dataset_rows":
      return { datasetId: people.datasetId, path: "rows", rows: [] };
    default:
      return {};
  }
}

test("the matrix has a row for every tool", () => {
  expect(ROWS.map(({ tool }) => tool)).toEqual(toolsOf(platenMethods).map((tool) => tool.name));
});

describe.each(ERAS)("in the %s era", (era) => {
  test.each(sampled(CREDENTIALS, 2, ERAS.indexOf(era)))(
    "the tools are as written down for the credential %s",
    async (name) => {
      const credential = credentials[name] ?? {};
      const listed = await people.ask(era, credential, "tools/list");
      const names = ((listed.answer.result?.["tools"] ?? []) as { name: string }[]).map((tool) => tool.name);
      const unknown = await people.ask(era, credential, "tools/call", { name: "no_such_tool", arguments: {} });
      const seen: [string, string][] = [];
      for (const { tool } of ROWS) {
        const called = await people.ask(era, credential, "tools/call", { name: tool, arguments: argumentsOf(tool) });
        const isHidden = !names.includes(tool);
        if (called.status === 403) seen.push([tool, isHidden ? "403" : "listed, but 403"]);
        else if (called.answer.error !== undefined) {
          expect(called.text.replaceAll(tool, "no_such_tool")).toBe(unknown.text);
          expect(called.status).toBe(unknown.status);
          seen.push([tool, isHidden ? "-" : "listed, but unknown"]);
        } else seen.push([tool, isHidden ? "called, but not listed" : statusOf(called.answer.result)]);
      }
      const column = CREDENTIALS.indexOf(name);
      expect(seen).toEqual(ROWS.map(({ tool, cells }) => [tool, cells[column]]));
    },
  );

  test("a call beyond what a person allowed is challenged for the missing scope, and for nothing more", async () => {
    for (const [credential, tool, scope] of [
      ["reader", "create_document", "documents.author"],
      ["writer", "list_documents", "documents.render"],
    ] as const) {
      const { status, headers, text } = await people.ask(era, credentials[credential] ?? {}, "tools/call", {
        ...{ name: tool, arguments: argumentsOf(tool) },
      });
      expect(status).toBe(403);
      const challenge = headers.get("www-authenticate") ?? "";
      expect(challenge).toMatch(/^Bearer error="insufficient_scope", /);
      expect(challenge).toContain(`scope="${scope}"`);
      expect(challenge).toContain(`resource_metadata="${BASE_URL}/.well-known/oauth-protected-resource"`);
      expect(JSON.parse(text)).toMatchObject({ error: "insufficient_scope", scope });
    }
  });

  test("what authors read is there for whoever may check, challenged where not yet, and absent else", async () => {
    const uri = "rpt://reference/one-page";
    for (const [name, isThere] of [
      ...[
        ["one", true],
        ["many", true],
        ["writer", true],
        ["homeless", true],
        ["freelance", true],
      ],
      ...[
        ["render", false],
        ["data", false],
        ["reader", false],
        ["silent", false],
      ],
    ] as const) {
      const credential = credentials[String(name)] ?? {};
      const list = await people.ask(era, credential, "resources/list");
      const uris = ((list.answer.result?.["resources"] ?? []) as { uri: string }[]).map((resource) => resource.uri);
      expect([name, uris.includes(uri)]).toEqual([name, isThere]);
      const read = await people.ask(era, credential, "resources/read", { uri });
      const unknown = await people.ask(era, credential, "resources/read", { uri: "rpt://reference/none" });
      if (isThere) expect(read.answer.result).toMatchObject({ contents: [{ uri, text: "# The language\n" }] });
      else if (name === "reader" || name === "silent") expect(read.status).toBe(403);
      else expect(read.text.replaceAll("one-page", "none")).toBe(unknown.text);
    }
  });
});

/** What a tool's result comes to. */
function statusOf(result: Readonly<Record<string, unknown>> | undefined): string {
  if (result?.["isError"] !== true) return "200";
  const { "platen/error": error } = result["_meta"] as { "platen/error": { status: number; code: string } };
  const known = Object.entries(ERROR_CODES).find(([code]) => code === error.code);
  expect(known?.[1].status).toBe(error.status);
  return String(error.status);
}
