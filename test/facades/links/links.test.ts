// Links to rendered documents, as people's browsers open them.
import { createHash } from "node:crypto";
import { createClient } from "@connectrpc/connect";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PeopleService } from "../../../gen/platen/v1/people_pb.ts";
import { linkSecretOf } from "../../../src/core/links/index.ts";
import { httpBench } from "../../core/services/http-bench.ts";
import { withHeaders } from "../../core/services/service-bench.ts";
import type { ToolAnswer } from "../mcp/clients.ts";
import { BASE_URL, type PeopleBench, peopleBench } from "../mcp/people-bench.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DATA = { items: [{ part: 1, whole: 2 }] };

let people: PeopleBench;
let person: Record<string, string>;
let clock = Date.parse("2026-11-20T09:00:00Z");
const now = (): Date => new Date(clock);

beforeAll(async () => {
  people = await peopleBench({ now });
  person = await people.person([people.organizations.ours]);
});
afterAll(() => people[Symbol.asyncDispose]());

/** Renders as the person, and answers what the tool said. */
async function rendered(args: Readonly<Record<string, unknown>> = {}): Promise<ToolAnswer> {
  const answer = await people.call(person, "render_document", { document: people.documents.ours, data: DATA, ...args });
  expect(answer.isError ?? false).toBe(false);
  return answer;
}

const linkOf = (answer: ToolAnswer): string => String(answer.structuredContent?.["link"]);

/** Opens a link where the bench listens. */
const open = (link: string, init: RequestInit = {}, baseUrl = people.http.baseUrl): Promise<Response> =>
  fetch(link.replace(BASE_URL, baseUrl), init);

/** What every answer about a link says of itself. */
function expectPrivate(answer: Response): void {
  const { headers } = answer;
  expect(headers.get("cache-control")).toBe("private, no-store");
  expect(headers.get("referrer-policy")).toBe("no-referrer");
  expect(headers.get("x-robots-tag")).toContain("noindex");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(headers.get("access-control-allow-origin")).toBeNull();
}

describe("a link that render_document answers a person", () => {
  test("opens the very file in a browser without a credential, under the document's name, for three days", async () => {
    const answer = await rendered();
    const { sha256, bytes, expiresAt } = answer.structuredContent as {
      sha256: string;
      bytes: number;
      expiresAt: string;
    };
    expect(answer.content).toEqual([{ type: "text", text: linkOf(answer) }]);
    expect(linkOf(answer)).toMatch(/^https:\/\/platen\.example\/files\/rnd_\w+\.[0-9a-z]+\.[\w-]{10}\.[\w-]{43}$/);
    expect(Date.parse(expiresAt) - clock).toBe(3 * DAY_MS);
    const file = await open(linkOf(answer));
    expect(file.status).toBe(200);
    expect(file.headers.get("content-type")).toBe("application/pdf");
    expect(file.headers.get("content-disposition")).toBe(
      `inline; filename="document-${/rnd_[0-9a-z]+/.exec(linkOf(answer))?.[0]}.pdf"; ` +
        `filename*=UTF-8''${encodeURIComponent("割合")}.pdf`,
    );
    expectPrivate(file);
    const body = new Uint8Array(await file.arrayBuffer());
    expect(body.length).toBe(bytes);
    expect(createHash("sha256").update(body).digest("hex")).toBe(sha256);
    expect(file.headers.get("etag")).toBe(`"${sha256}"`);
  });

  test("is read with HEAD, in parts and by those who have it already", async () => {
    const link = linkOf(await rendered());
    const whole = await open(link);
    const body = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get("etag") ?? "";
    const read = async (init: RequestInit): Promise<readonly [number, string, number]> => {
      const answer = await open(link, init);
      expectPrivate(answer);
      return [answer.status, answer.headers.get("content-range") ?? "", (await answer.arrayBuffer()).byteLength];
    };
    expect(await read({ method: "HEAD" })).toEqual([200, "", 0]);
    expect(await read({ headers: { "if-none-match": etag } })).toEqual([304, "", 0]);
    expect(await read({ headers: { range: "bytes=0-99" } })).toEqual([206, `bytes 0-99/${body.length}`, 100]);
    expect(await read({ headers: { range: `bytes=${body.length}-` } })).toEqual([416, `bytes */${body.length}`, 0]);
    expect(await read({ method: "OPTIONS" })).toEqual([204, "", 0]);
  });

  test("names the file as it was asked to, made harmless", async () => {
    const file = await open(linkOf(await rendered({ fileName: '../../a"b\n<script>.pdf' })));
    expect(file.headers.get("content-disposition")).toBe(
      `inline; filename="a b script.pdf"; filename*=UTF-8''a%20b%20script.pdf`,
    );
  });

  test("is good until it expires, then a page that says nothing else than of any wrong link", async () => {
    const link = linkOf(await rendered());
    clock += 3 * DAY_MS - 1000;
    expect((await open(link)).status).toBe(200);
    clock += 1000;
    const expired = await open(link);
    expect(expired.status).toBe(404);
    expect(expired.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expectPrivate(expired);
    const page = await expired.text();
    expect(page).toContain("有効期限");
    expect(page).not.toContain("rnd_");
    const good = linkOf(await rendered());
    const wrong = [
      good.slice(0, -2),
      `${good}x`,
      good.replace("rnd_", "rnd_0"),
      `${BASE_URL}/files/`,
      `${BASE_URL}/files/a/b`,
    ];
    for (const each of wrong) {
      const answer = await open(each);
      expect([each, answer.status]).toEqual([each, 404]);
      expect(await answer.text()).toBe(page);
      expectPrivate(answer);
    }
  });

  test("whose file expires while it is read is no good link either", async () => {
    const link = linkOf(await rendered());
    const { store } = people.bench;
    const late: typeof store = {
      ...store,
      async get(id, sha256) {
        clock += 3 * DAY_MS;
        await store.delete(id);
        return store.get(id, sha256);
      },
    };
    await using http = await httpBench(people.bench.again({ store: late, now }), "");
    expect((await open(link, {}, http.baseUrl)).status).toBe(404);
  });

  test("is read with GET and HEAD alone", async () => {
    const link = linkOf(await rendered());
    const head = await open(link, { method: "HEAD" });
    expect([head.status, await head.text()]).toEqual([200, ""]);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await open(link, { method });
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "GET, HEAD, OPTIONS"]);
    }
  });

  test("leads to no other place of the interface, and a key makes none", async () => {
    const { link } = { link: linkOf(await rendered()) };
    const token = link.slice(link.lastIndexOf("/") + 1);
    const [renderId = ""] = token.split(".");
    expect((await open(`${BASE_URL}/v1/renders/${renderId}/pdf`)).status).toBe(401);
    const asCredential = await open(`${BASE_URL}/v1/canvases`, { headers: { "x-api-key": token } });
    expect(asCredential.status).toBe(404);
    const byKey = await people.call({ "x-api-key": people.bench.renderKey }, "render_document", {
      ...{ document: people.documents.ours, data: DATA },
    });
    expect(linkOf(byKey)).toMatch(/^curl /);
    expect(JSON.stringify(byKey)).not.toContain("/files/");
  });

  test("is opened 300 times a minute from one network; others go on", async () => {
    const wrong = `${BASE_URL}/files/x`;
    await using http = await httpBench(people.bench.again({ now }), "");
    const statuses: number[] = [];
    for (let opened = 0; opened < 300; opened += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => open(wrong, {}, http.baseUrl)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(new Set(statuses)).toEqual(new Set([404]));
    const over = await open(linkOf(await rendered()), {}, http.baseUrl);
    expect([over.status, Number(over.headers.get("retry-after")) > 0]).toEqual([429, true]);
    expectPrivate(over);
    expect(await over.text()).toContain("このネットワークからの閲覧が多すぎます");
  });

  test("stands in no log, not even where its file is lost", async () => {
    const link = linkOf(await rendered());
    const token = link.slice(link.lastIndexOf("/") + 1);
    await people.bench.store.delete(token.split(".")[0] ?? "");
    const answer = await open(link);
    expect(answer.status).toBe(500);
    expectPrivate(answer);
    const logged = people.bench.logged.join("\n");
    expect(logged).toContain("OpenLink");
    expect(logged).not.toContain(token);
    expect(logged).not.toContain(token.split(".")[3]);
  });
});

describe("the secrets of links", () => {
  test("of a setting: the first signs, the others are read, and one that is gone is good no more", async () => {
    const [first, second] = ["a".repeat(32), "b".repeat(32)].map((text) =>
      linkSecretOf(new TextEncoder().encode(text)),
    );
    if (first === undefined || second === undefined) throw new Error("there are two secrets");
    await using one = await peopleBench({ linkSecrets: [first] });
    const someone = await one.person([one.organizations.ours]);
    const answer = await one.call(someone, "render_document", { document: one.documents.ours, data: DATA });
    const statusUnder = async (linkSecrets: readonly (typeof first)[]): Promise<number> => {
      await using http = await httpBench(one.bench.again({ linkSecrets }), "");
      return (await open(linkOf(answer), {}, http.baseUrl)).status;
    };
    expect(linkOf(answer)).toContain(`.${first.id}.`);
    expect(await statusUnder([first])).toBe(200);
    expect(await statusUnder([second, first])).toBe(200);
    expect(await statusUnder([second])).toBe(404);
    expect(await one.bench.database.linkSecrets.list()).toEqual([]);
  });

  test("of the database are replaced as the operator asks; older ones open until they expire or are void", async () => {
    const { linkSecrets } = people.bench.database;
    const operator = createClient(PeopleService, people.bench.operator);
    const link = linkOf(await rendered());
    clock += 1000;
    const { secretId } = await operator.rotateLinkSecret({});
    const later = linkOf(await rendered());
    expect(later).toContain(`.${secretId}.`);
    expect(link).not.toContain(`.${secretId}.`);
    for (const each of [link, later]) expect((await open(each)).status).toBe(200);
    clock += 3 * DAY_MS - 1000;
    expect([(await open(link)).status, (await open(later)).status]).toEqual([404, 200]);
    const forgotten = await operator.rotateLinkSecret({ forgetOld: true });
    expect((await linkSecrets.list()).map((each) => each.id)).toEqual([forgotten.secretId]);
    expect((await open(later)).status).toBe(404);
    expect((await open(linkOf(await rendered()))).status).toBe(200);
  });

  test("of a setting are changed there, which the operator is told", async () => {
    const linkSecrets = [linkSecretOf(new TextEncoder().encode("a".repeat(32)))];
    const { transport } = people.bench.again({ linkSecrets });
    const operator = createClient(PeopleService, withHeaders(transport, { "x-platen-door": "operator" }));
    const before = await people.bench.database.linkSecrets.list();
    const rotated = operator.rotateLinkSecret({ forgetOld: true });
    await expect(rotated).rejects.toThrow(/PLATEN_LINK_SECRETS holds the secrets of links\. Put a new one in front/);
    expect(await people.bench.database.linkSecrets.list()).toEqual(before);
  });

  test("of the database are made once, replaced after a month, and forgotten when no link can carry them", async () => {
    const { linkSecrets } = people.bench.database;
    const link = linkOf(await rendered());
    const [old] = await linkSecrets.list();
    clock += 31 * DAY_MS;
    const later = linkOf(await rendered());
    const [newest, ...older] = await linkSecrets.list();
    expect(older.map((each) => each.id)).toEqual([old?.id]);
    expect(link).toContain(`.${old?.id}.`);
    expect(later).toContain(`.${newest?.id}.`);
    expect((await open(later)).status).toBe(200);
    clock += 31 * DAY_MS;
    await rendered();
    expect((await linkSecrets.list()).map((each) => each.id)).not.toContain(old?.id);
    await linkSecrets.deleteMadeBefore(new Date(clock + 1));
    expect((await open(later)).status).toBe(404);
  });
});
