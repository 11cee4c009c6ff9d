// Checking and publishing over the tool endpoint, by people, as an agent meets it.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { type ToolAnswer, textOf } from "./clients.ts";
import { type PeopleBench, peopleBench } from "./people-bench.ts";

const GOOD = `rpt 1
document quotation name="見積書"

field customer string(40) example="株式会社みどり商事"

sizes title=18pt

page A5 portrait margin=15mm {
  body gap=5mm {
    text "お見積り" size=title align=center
    text "{customer} 御中"
  }
}
`;
/** A slip in a name, which a machine can mend, and a box that its text does not fit. */
const WRONG = GOOD.replace('text "{customer} 御中"', 'txt "{customer} 御中"').replace(
  "size=title",
  "size=title w=20mm h=3mm",
);

let people: PeopleBench;
let author: Record<string, string>;
let many: Record<string, string>;

beforeAll(async () => {
  people = await peopleBench();
  const { ours, theirs } = people.organizations;
  author = await people.person([ours]);
  many = await people.person([ours, theirs]);
});
afterAll(() => people[Symbol.asyncDispose]());

type Json = Readonly<Record<string, unknown>>;

const check = (args: Json): Promise<ToolAnswer> => people.call(author, "check_document", args);
const publish = (args: Json, who = author): Promise<ToolAnswer> => people.call(who, "create_document", args);

/** The machine form of a tool's error. */
function errorOf(answer: ToolAnswer): Json {
  expect(answer.isError).toBe(true);
  return answer._meta?.["platen/error"] as Json;
}

/** What the command line says of a source. */
async function commandLine(source: string, data?: Json): Promise<{ text: string; diagnostics: unknown }> {
  await using folder = await temporaryFolder("check");
  writeFileSync(join(folder.path, "form.rpt"), source);
  writeFileSync(join(folder.path, "data.json"), JSON.stringify(data ?? {}));
  const options = data === undefined ? [] : ["--data", "data.json"];
  const command = join(import.meta.dirname, "../../../src/main.ts");
  const text = await runCommand(process.execPath, [command, "check", "form.rpt", ...options], { cwd: folder.path });
  const json = await runCommand(process.execPath, [command, "check", "form.rpt", "--json", ...options], {
    cwd: folder.path,
  });
  return { text: text.stdout, diagnostics: JSON.parse(json.stdout).diagnostics };
}

describe("check_document", () => {
  test("says that there is nothing to say", async () => {
    const answer = await check({ source: GOOD });
    expect(answer.isError ?? false).toBe(false);
    expect(textOf(answer)).toBe("No findings.");
    expect(answer.structuredContent).toEqual({ diagnostics: [], errors: 0, warnings: 0 });
  });

  test.each([
    ["a source", undefined],
    ["a source with data of its own", { customer: "株式会社みどり商事".repeat(6), note: 1 }],
  ])("finds in %s what the command line finds, in its words and in its machine form", async (_title, data) => {
    const source = data === undefined ? WRONG : GOOD;
    const answer = await check({ source, ...(data === undefined ? {} : { data }) });
    const { text, diagnostics } = await commandLine(source, data);
    expect(answer.isError ?? false).toBe(false);
    expect(`${textOf(answer)}\n`).toBe(text);
    const found = (answer.structuredContent?.["diagnostics"] ?? []) as Json[];
    expect(found.map((each) => ({ ...each, repair: each["repair"] ?? null }))).toEqual(diagnostics);
    expect(answer.structuredContent?.["errors"]).toBe(found.filter((each) => each["severity"] === "error").length);
    expect(found.length).toBeGreaterThan(0);
  });

  test("shows what is asked for by severity and code, and says what it leaves out", async () => {
    const all = await check({ source: WRONG });
    const { errors, warnings } = all.structuredContent ?? {};
    const none = await check({ source: WRONG, severity: ["info"] });
    expect(textOf(none)).toMatch(/^Found, but not asked for: .*error.*\.$/);
    expect(none.structuredContent).toMatchObject({ diagnostics: [], errors, warnings });
    const [first] = (all.structuredContent?.["diagnostics"] ?? []) as Json[];
    const one = await check({ source: WRONG, code: [first?.["code"]] });
    const codes = ((one.structuredContent?.["diagnostics"] ?? []) as Json[]).map((each) => each["code"]);
    expect(new Set(codes)).toEqual(new Set([first?.["code"]]));
    expect(textOf(await check({ source: WRONG, severity: ["fatal"] }))).toMatch(/^400 invalid_argument: /);
  });

  test("takes a source with nothing in it for what it is, and refuses arguments that are none", async () => {
    expect(textOf(await check({ source: "hello" }))).toMatch(/^1:1\terror\tRPT/);
    expect(textOf(await check({ source: "" }))).toBe(
      "400 invalid_argument: The request is not well-formed: source is required.",
    );
    expect(textOf(await check({}))).toMatch(/^400 invalid_argument: .*source/);
    expect(textOf(await check({ source: GOOD, data: [1] }))).toMatch(/^400 invalid_argument: 'data' must be an object/);
    expect(textOf(await check({ source: GOOD, path: "a.rpt" }))).toMatch(/^400 invalid_argument: .*no member 'path'/);
  });

  test("refuses profiles that are not installed, and publishes no source that names one", async () => {
    const answer = await check({ source: GOOD, profiles: ["jp.nothing"] });
    expect(errorOf(answer)).toMatchObject({ status: 400, code: "invalid_argument" });
    expect(textOf(answer)).toMatch(/jp\.nothing is not installed\. Installed: .+\./);
    const named = await check({ source: GOOD.replace('name="見積書"', 'name="見積書" profile=jp.nothing') });
    expect(textOf(named)).toMatch(/^2:\d+\terror\tRPT7020\t/);
    const slip = GOOD.replace('name="見積書"', 'name="見積書" profile=jp.quotatoin');
    const refused = await publish({ source: slip, title: "名のない規則" });
    expect(errorOf(refused)).toMatchObject({ code: "document_refused" });
    expect(textOf(refused)).toContain("did you mean jp.quotation?");
  });

  test("tells where pictures go that can't be sent beside a source", async () => {
    const source = GOOD.replace("field customer", "asset logo src='asset:logo.png'\nfield customer");
    const answer = await check({ source });
    expect(textOf(answer)).toMatch(/RPT7011\t.*logo\.png.*\n\t→ .*data:image\/png;base64/);
  });

  test("stops a check that takes longer than its budget, and goes on", async () => {
    await using slow = await peopleBench({ checkBudgetMs: 1 });
    const someone = await slow.person([slow.organizations.ours]);
    const answer = await slow.call(someone, "check_document", { source: GOOD });
    expect(errorOf(answer)).toMatchObject({ status: 504, code: "render_budget_exceeded" });
    expect(textOf(answer)).toMatch(/Give it fewer or shorter examples\.$/);
  });
});

describe("create_document", () => {
  test("publishes in a workspace of its own, where others find it, with its source beside it", async () => {
    const answer = await publish({ title: "見積書（新）", source: GOOD });
    const created = answer.structuredContent as { id: string; title: string; workspaceId: string };
    expect(textOf(answer)).toBe(`${created.id}\t見積書（新）`);
    expect(created).toMatchObject({ id: expect.stringMatching(/^cnv_/), diagnostics: [] });
    const { database, workspaceId, organizationId } = people.bench;
    expect(created.workspaceId).not.toBe(workspaceId);
    const workspaces = await database.organizations.listWorkspaces(organizationId);
    expect(workspaces.find((each) => each.id === created.workspaceId)?.name).toBe("見積書（新）");
    expect((await database.canvases.content(created.id, 1))?.source).toBe(GOOD);
    expect(textOf(await people.call(author, "list_documents"))).toContain(`${created.id}\t見積書（新）`);
    expect(textOf(await people.call({ "x-api-key": people.bench.renderKey }, "list_documents"))).toContain(created.id);
    const described = await people.call(author, "describe_document", { document: "見積書（新" });
    expect(textOf(described)).toMatch(/^customer\tstring\(40\)\trequired\t/);
  });

  test("refuses while an error stands, with the findings in words and machine form, and keeps nothing", async () => {
    const { database, organizationId } = people.bench;
    const before = await database.organizations.listWorkspaces(organizationId);
    const answer = await publish({ title: "壊れた見積書", source: WRONG });
    const [head, findings] = textOf(answer).split("\n\n");
    expect(head).toMatch(/^422 document_refused: The source has (an error|\d+ errors); nothing was published\.$/);
    expect(findings).toBe(textOf(await check({ source: WRONG })));
    expect(answer.structuredContent).toBeUndefined();
    const error = errorOf(answer) as { diagnostics: { repair?: { edits: readonly unknown[] } }[] };
    expect(error).toMatchObject({ status: 422, code: "document_refused" });
    expect(error.diagnostics.some((each) => (each.repair?.edits.length ?? 0) > 0)).toBe(true);
    expect(await database.organizations.listWorkspaces(organizationId)).toEqual(before);
  });

  test("publishes in spite of warnings, and tells them", async () => {
    const source = GOOD.replace("page A5", 'field unused string example="a"\n\npage A5');
    const answer = await publish({ title: "警告のある見積書", source });
    const [first, second] = textOf(answer).split("\n");
    expect(first).toMatch(/^cnv_\w+\t警告のある見積書$/);
    expect(second).toMatch(/^8:\d+\twarning\tRPT/);
  });

  test("judges by the data that it is given", async () => {
    const long = { customer: "x".repeat(41) };
    expect(errorOf(await publish({ title: "データつき", source: GOOD, data: long }))).toMatchObject({ status: 422 });
    expect((await publish({ title: "データつき", source: GOOD, data: { customer: "x" } })).isError ?? false).toBe(
      false,
    );
  });

  test("gives the same title to another document, and says that it takes its id from then on", async () => {
    const first = (await publish({ title: "同じ題", source: GOOD })).structuredContent as Json;
    const answer = await publish({ title: " 同じ題 ", source: GOOD });
    const second = answer.structuredContent as Json;
    expect(second["id"]).not.toBe(first["id"]);
    expect(second).toMatchObject({ title: "同じ題", sameTitleIds: [first["id"]] });
    expect(textOf(answer)).toContain(String(first["id"]));
    const ambiguous = await people.call(author, "describe_document", { document: "同じ題" });
    expect(textOf(ambiguous)).toMatch(/^404 not_found: .*cnv_\w+.*cnv_\w+/);
    expect(errorOf(ambiguous)).toMatchObject({ status: 404, code: "not_found" });
  });

  test.each([
    ["", /title is required/],
    ["  ", /title/],
    ["a\nb", /title/],
    ["題".repeat(201), /title/],
  ])("refuses the title %j", async (title, sentence) => {
    const answer = await publish({ title, source: GOOD });
    expect(textOf(answer)).toMatch(/^400 invalid_argument: [^\n]+\.$/);
    expect(textOf(answer)).toMatch(sentence);
  });

  test("takes the longest title, twice", async () => {
    const title = "題".repeat(200);
    for (const _ of [1, 2]) expect((await publish({ title, source: GOOD })).isError ?? false).toBe(false);
  });

  test("publishes for the organization that is named, if the person belongs to it", async () => {
    const { ours, theirs, free } = people.organizations;
    const answer = await publish({ title: "向こうの見積書", source: GOOD, organizationId: theirs }, many);
    const document = String(answer.structuredContent?.["id"]);
    expect(errorOf(await people.call(many, "describe_document", { document }))).toMatchObject({ status: 404 });
    const there = await people.call(many, "describe_document", { document, organizationId: theirs });
    expect(there.isError ?? false).toBe(false);
    for (const organizationId of [theirs, free, "org_00000000000000000000000000", ""]) {
      const refused = await publish({ title: "どこかの見積書", source: GOOD, organizationId });
      expect(errorOf(refused)["status"]).toBe(404);
    }
    expect((await publish({ title: "自分の見積書", source: GOOD, organizationId: ours })).isError ?? false).toBe(false);
  });
});

describe("create_document with replaces", () => {
  const CHANGED = GOOD.replace("{customer} 御中", "{customer} 様");

  test("publishes the next version of a document, which keeps its id and workspace", async () => {
    const first = (await publish({ title: "版のある見積書", source: GOOD })).structuredContent as Json;
    const answer = await publish({ title: "版のある見積書", source: CHANGED, replaces: first["id"] });
    expect(textOf(answer)).toBe(`${first["id"]}\t版のある見積書\nThis is version 2 of the document.`);
    expect(answer.structuredContent).toEqual({ ...first, version: 2 });
    const { database } = people.bench;
    expect((await database.canvases.content(String(first["id"]), 1))?.source).toBe(GOOD);
    expect((await database.canvases.content(String(first["id"]), 2))?.source).toBe(CHANGED);
    const listed = textOf(await people.call(author, "list_documents")).split("\n");
    expect(listed.filter((line) => line.endsWith("\t版のある見積書"))).toHaveLength(1);
  });

  test("gives the document another title", async () => {
    const first = (await publish({ title: "古い題", source: GOOD })).structuredContent as Json;
    const second = (await publish({ title: "新しい題", source: GOOD, replaces: first["id"] }))
      .structuredContent as Json;
    expect(second).toMatchObject({ id: first["id"], workspaceId: first["workspaceId"], title: "新しい題" });
    expect(errorOf(await people.call(author, "describe_document", { document: "古い題" }))["status"]).toBe(404);
  });

  test("knows no document of another organization, and none that is not there", async () => {
    const { theirs } = people.organizations;
    const foreign = (await publish({ title: "よその見積書", source: GOOD, organizationId: theirs }, many))
      .structuredContent as Json;
    for (const replaces of [foreign["id"], "cnv_00000000000000000000000000", "見積書", "\u0000", "x".repeat(200)]) {
      const refused = await publish({ title: "見積書", source: CHANGED, replaces });
      expect(errorOf(refused), String(replaces)).toMatchObject({ status: 404, code: "not_found" });
      expect(textOf(refused)).toMatch(/^404 not_found: replaces: there is no document '/);
    }
    const { database } = people.bench;
    expect(await database.canvases.content(String(foreign["id"]), 2)).toBeNull();
  });

  test("changes nothing while an error stands", async () => {
    const first = (await publish({ title: "直す見積書", source: GOOD })).structuredContent as Json;
    const refused = await publish({ title: "直す見積書", source: WRONG, replaces: first["id"] });
    expect(errorOf(refused)).toMatchObject({ status: 422, code: "document_refused" });
    expect(await people.bench.database.canvases.content(String(first["id"]), 2)).toBeNull();
  });
});

describe("check_document with pages", () => {
  interface Picture {
    readonly data: string;
    readonly mimeType: string;
  }
  const isPicture = (part: object): part is Picture => "data" in part && "mimeType" in part;
  const images = ({ content }: ToolAnswer): readonly Picture[] =>
    content.flatMap((part: object) => (isPicture(part) ? [part] : []));
  const sizeOf = ({ data }: Picture): readonly [number, number] => {
    const png = Buffer.from(data, "base64");
    expect(png.subarray(1, 4).toString()).toBe("PNG");
    return [png.readUInt32BE(16), png.readUInt32BE(20)];
  };

  test("shows the page beside the findings, and not in the structured answer", async () => {
    const answer = await check({ source: GOOD, pages: true });
    expect(textOf(answer)).toBe("The page follows as a picture.\nNo findings.");
    expect(images(answer).map(({ mimeType }) => mimeType)).toEqual(["image/png"]);
    const [width = 0, height = 0] = images(answer).map(sizeOf)[0] ?? [];
    expect([width, height]).toEqual([840, 1191]);
    expect(answer.structuredContent).toEqual({
      diagnostics: [],
      errors: 0,
      warnings: 0,
      pagesNote: "The page follows as a picture.",
    });
  });

  test("draws the data that it is given, at most five pages, and none too large for a model", async () => {
    const many = `rpt 1
field rows[].n string(20) example=["一"]
page A3 margin=15mm {
  body {
    each rows {
      text (.n)
      break page when=(index < 7)
    }
  }
}
`;
    const rows = Array.from({ length: 7 }, (_, at) => ({ n: `第${at + 1}` }));
    const answer = await check({ source: many, data: { rows }, pages: true });
    expect(textOf(answer)).toContain("The first 5 of 7 pages follow as pictures.");
    expect(images(answer)).toHaveLength(5);
    for (const size of images(answer).map(sizeOf)) expect(Math.max(...size)).toBeLessThanOrEqual(1568);
  });

  test("says why no page is shown", async () => {
    const answer = await check({ source: WRONG, pages: true });
    expect(textOf(answer)).toContain("No page is shown: errors keep the form from being drawn.");
    expect(images(answer)).toEqual([]);
  });

  test("shows none unless it is asked to", async () => {
    for (const args of [{ source: GOOD }, { source: GOOD, pages: false }]) {
      const answer = await check(args);
      expect(textOf(answer)).toBe("No findings.");
      expect(images(answer)).toEqual([]);
      expect(answer.structuredContent).not.toHaveProperty("pagesNote");
    }
  });
});

test("check_document says what a designer would change where it is asked to, and only there", async () => {
  const source = GOOD.replace("title=18pt", "title=18pt body=9pt near=9.5pt").replace(
    '{customer} 御中"',
    '{customer} 御中" size=near\n    text "下記のとおり" size=body',
  );
  const asked = await check({ source, advise: true });
  expect(textOf(asked)).toMatch(/\tinfo\tRPT5101\ttype sizes 9pt and 9.5pt are nearly the same\n/);
  expect(asked.structuredContent).toMatchObject({ errors: 0, warnings: 0 });
  for (const args of [{ source }, { source, advise: false }]) expect(textOf(await check(args))).toBe("No findings.");
  expect(errorOf(await check({ source, advise: "yes" }))).toMatchObject({ status: 400 });
});

describe("the organization that a call is for", () => {
  test("is a key's own, whether it names it or not, and no other", async () => {
    const key = { "x-api-key": people.bench.renderKey };
    const { ours, theirs } = people.organizations;
    const document = people.documents.ours;
    expect((await people.call(key, "describe_document", { document, organizationId: ours })).isError ?? false).toBe(
      false,
    );
    const refused = await people.call(key, "describe_document", { document, organizationId: theirs });
    expect(errorOf(refused)).toMatchObject({ status: 404, code: "not_found" });
  });

  test("is listed with a person's role, the oldest membership first", async () => {
    const answer = await people.call(many, "list_organizations");
    const { ours, theirs } = people.organizations;
    expect(textOf(answer)).toBe(`${ours}\t青空商事\towner\n${theirs}\t向こう商店\tmember`);
    expect(answer.structuredContent).toEqual({
      organizations: [
        { id: ours, name: "青空商事", role: "owner" },
        { id: theirs, name: "向こう商店", role: "member" },
      ],
    });
  });

  test("is found from one whose plan has no API access", async () => {
    const { free, theirs } = people.organizations;
    const someone = await people.person([free, theirs]);
    expect(textOf(await people.call(someone, "list_organizations"))).toContain(theirs);
    expect(errorOf(await people.call(someone, "list_documents"))).toMatchObject({
      status: 402,
      code: "quota_exceeded",
    });
    const there = await people.call(someone, "describe_document", {
      ...{ document: people.documents.theirs, organizationId: theirs },
    });
    expect(there.isError ?? false).toBe(false);
  });

  test("is gone with the membership, whatever the token says", async () => {
    const { ours, theirs } = people.organizations;
    const someone = await people.person([ours, theirs]);
    const args = { document: people.documents.theirs, organizationId: theirs };
    expect((await people.call(someone, "describe_document", args)).isError ?? false).toBe(false);
    const personId = someone["authorization"]?.replace("Bearer token-of-", "") ?? "";
    await people.bench.database.people.removeMembership(personId, theirs);
    expect(errorOf(await people.call(someone, "describe_document", args))).toMatchObject({ status: 404 });
    const { answer } = await people.ask("modern", someone, "tools/list");
    expect(JSON.stringify(answer)).not.toContain("list_organizations");
  });
});

test("the examples that authors start from pass the gate", async () => {
  for (const name of ["invoice", "invoice-qualified", "inspection-report", "production-schedule"]) {
    const answer = await check({ source: readFileSync(`docs/examples/${name}.rpt`, "utf8") });
    expect([name, answer.structuredContent?.["errors"]]).toEqual([name, 0]);
  }
});
