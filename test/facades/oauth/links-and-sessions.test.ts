import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { type Account, authorizeUrl, newPkce, type OAuthBench, oauthBench } from "./oauth-bench.ts";
import type { Visitor } from "./visitor.ts";

const GOOD = "correct horse battery staple";
const MINUTE_MS = 60_000;

describe.each(DATABASES)("links and sessions on $name", ({ open }) => {
  let opened: TestDatabase;
  let bench: OAuthBench;
  let clientId: string;
  beforeAll(async () => {
    opened = await open();
    bench = await oauthBench(opened);
    clientId = await bench.register();
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  async function linkFor({ id, email }: Account, purpose: "reset" | "invitation" = "reset"): Promise<string> {
    const sent = await bench.signingIn.signIn.sendLink({ id, email }, purpose, "en");
    return new URL(sent?.link ?? "").pathname;
  }

  function visitorFrom(address: string): Visitor {
    const visitor = bench.visitor();
    visitor.address = address;
    return visitor;
  }

  const choosing = (password: string) => ({ method: "POST", body: new URLSearchParams({ password }) });

  describe("a link for a password", () => {
    test("is good for one of many who use it at once", async () => {
      const path = await linkFor(await bench.account());
      const visits = await Promise.all(Array.from({ length: 4 }, () => bench.visitor().open(path, choosing(GOOD))));
      expect(visits.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
    });

    test("ends all others of the account, and nobody else's", async () => {
      const [account, another] = [await bench.account(), await bench.account()];
      const [first, second] = [await linkFor(account), await linkFor(account, "invitation")];
      const others = await linkFor(another);
      expect((await bench.visitor().open(first, choosing(GOOD))).status).toBe(200);
      expect((await bench.visitor().open(second, choosing(GOOD))).status).toBe(404);
      expect((await bench.visitor().open(others)).status).toBe(200);
    });

    test.for([
      ["reset", 60],
      ["invitation", 7 * 24 * 60],
    ] as const)("of the kind %s is over after %i minutes", async ([purpose, minutes]) => {
      const path = await linkFor(await bench.account(), purpose);
      bench.pass((minutes - 1) * MINUTE_MS);
      const before = await bench.visitor().open(path);
      bench.pass(2 * MINUTE_MS);
      const after = await bench.visitor().open(path, choosing(GOOD));
      bench.pass(-(minutes + 1) * MINUTE_MS);
      expect([before.status, after.status]).toEqual([200, 404]);
    });

    test("is told to no other site and kept in no cache, and its page loads nothing", async () => {
      const page = await bench.visitor().open(await linkFor(await bench.account()));
      expect(page.headers.get("referrer-policy")).toBe("same-origin");
      expect(page.headers.get("cache-control")).toBe("no-store");
      expect(page.text).not.toMatch(/https?:|src=|<link|<script/);
    });

    test("is guessed at sixty times from one network, and is different each time", async () => {
      const account = await bench.account();
      const paths = await Promise.all(Array.from({ length: 20 }, () => linkFor(account)));
      expect(new Set(paths.map((path) => path.slice(-43))).size).toBe(20);
      const statuses: number[] = [];
      for (let each = 0; each < 70; each += 1) {
        const guess = `/oauth/link/${each.toString().padStart(43, "A")}`;
        statuses.push((await visitorFrom(`2001:db8:0:1::${each}`).open(guess)).status);
      }
      expect(statuses.filter((status) => status === 404)).toHaveLength(60);
      expect(statuses.at(-1)).toBe(429);
      expect((await visitorFrom("2001:db8:0:1::99").open(paths[0] ?? "")).status).toBe(429);
      expect((await visitorFrom("2001:db8:0:2::1").open(paths[0] ?? "")).status).toBe(200);
    });

    test("leads to the service, whatever a request says that the service is called", async () => {
      const account = await bench.account();
      const before = bench.links.length;
      await bench.visitor().open("/oauth/reset", {
        method: "POST",
        body: new URLSearchParams({ email: account.email }),
        headers: { "x-forwarded-host": "evil.example", forwarded: "host=evil.example", "x-forwarded-proto": "https" },
      });
      await expect.poll(() => bench.links.length).toBe(before + 1);
      expect(bench.links.at(-1)).toContain(`${bench.baseUrl}/oauth/link/`);
    });

    test("is not asked for more than three times an hour for one account, without a word about it", async () => {
      const account = await bench.account();
      const before = bench.links.length;
      const pages = [];
      for (let each = 0; each < 5; each += 1) {
        const asked = { method: "POST", body: new URLSearchParams({ email: account.email }) };
        pages.push((await visitorFrom(`203.0.113.${each}`).open("/oauth/reset", asked)).text);
      }
      expect(new Set(pages).size).toBe(1);
      await expect.poll(() => bench.links.length).toBe(before + 3);
    });
  });

  describe("a session", () => {
    const isSignedIn = async (visitor: Visitor): Promise<boolean> => {
      const visit = await visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce()));
      return visit.left !== null || visit.text.includes("You are signed in as");
    };

    test("that an attacker began does not become the one of whoever signs in in it", async () => {
      const account = await bench.account();
      const [attacker, victim] = [bench.visitor(), bench.visitor()];
      await attacker.open(authorizeUrl(bench.baseUrl, clientId, newPkce()));
      const planted = new Map(attacker.cookies);
      for (const [name, cookie] of planted) victim.cookies.set(name, cookie);
      await victim.signInAndAllow(authorizeUrl(bench.baseUrl, clientId, newPkce()), account);
      expect(await isSignedIn(victim)).toBe(true);
      expect(await isSignedIn(attacker)).toBe(false);
    });

    test("of somebody else that was planted is not handed over with the one who signs in", async () => {
      const [account, own] = [await bench.account(), await bench.account()];
      const [attacker, victim] = [bench.visitor(), bench.visitor()];
      await attacker.signInAndAllow(authorizeUrl(bench.baseUrl, clientId, newPkce()), own);
      const session = attacker.cookies.get("platen-session");
      for (const [name, cookie] of attacker.cookies) victim.cookies.set(name, cookie);
      const start = authorizeUrl(bench.baseUrl, clientId, newPkce(), { prompt: "login" });
      const page = await victim.open(start);
      const consent = await victim.submit(page, "/sign-in", { email: account.email, password: account.password });
      expect(consent.text).toContain(`You are signed in as ${account.email}.`);
      expect(victim.cookies.get("platen-session")?.value).not.toBe(session?.value);
      const visit = await attacker.open(authorizeUrl(bench.baseUrl, clientId, newPkce()));
      expect(visit.text).not.toContain(account.email);
    });

    test("is known by a cookie that is signed, and by no other", async () => {
      const visitor = bench.visitor();
      await visitor.signInAndAllow(authorizeUrl(bench.baseUrl, clientId, newPkce()), await bench.account());
      const signature = visitor.cookies.get("platen-session.sig");
      expect(signature).toBeDefined();
      visitor.cookies.set("platen-session.sig", { value: "A".repeat(27), path: "/" });
      expect(await isSignedIn(visitor)).toBe(false);
    });

    test("ends with a new password, also the ones of other browsers", async () => {
      const account = await bench.account();
      const [one, other] = [bench.visitor(), bench.visitor()];
      for (const visitor of [one, other]) {
        await visitor.signInAndAllow(authorizeUrl(bench.baseUrl, clientId, newPkce()), account);
      }
      await one.open(await linkFor(account), choosing(GOOD));
      expect([await isSignedIn(one), await isSignedIn(other)]).toEqual([false, false]);
    });
  });

  test("nothing of all this failed inside", () => {
    expect(bench.failures).toEqual([]);
  });
});
