import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASES, ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { authorizeUrl, newPkce, type OAuthBench, oauthBench, signedInTokens, tokenRequest } from "./oauth-bench.ts";
import type { Visit } from "./visitor.ts";

const MINUTE_MS = 60_000;
const GOOD = "correct horse battery staple";

describe.each(DATABASES)("accounts on $name", ({ open }) => {
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

  async function signIn(email: string, password: string): Promise<Visit> {
    const visitor = bench.visitor();
    const page = await visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce()));
    return visitor.submit(page, "/sign-in", { email, password });
  }

  /** The path of the link that was sent last. */
  async function lastLink(before: number): Promise<string> {
    await expect.poll(() => bench.links.length).toBeGreaterThan(before);
    const address = /https?:\S+/.exec(bench.links.at(-1) ?? "")?.[0] ?? "";
    return new URL(address).pathname;
  }

  test("a wrong password, an unknown address and an account without a password are answered alike", async () => {
    const account = await bench.account();
    const email = "invited@example.jp";
    await bench.database.people.create({ email, passwordHash: null, createdAt: new Date() });
    const attempts = [
      [account.email, "wrong password 1"],
      ["nobody@example.jp", GOOD],
      [email, ""],
    ] as const;
    const pages = await Promise.all(attempts.map(([address, password]) => signIn(address, password)));
    const texts = pages.map((page, index) => {
      expect(page.status).toBe(400);
      const own = page.text.replaceAll(attempts[index]?.[0] ?? "", "<email>");
      return own.replaceAll(/interaction\/[\w-]+/g, "").replaceAll(/name="form_token" value="[^"]+"/g, "");
    });
    expect(texts[0]).toContain("The address or the password is wrong.");
    expect(new Set(texts).size).toBe(1);
  });

  test("guesses at one account stop after ten, also the right one, and nobody else is held up", async () => {
    const account = await bench.account();
    for (let guess = 0; guess < 10; guess += 1)
      expect((await signIn(account.email, `guess ${guess}`)).status).toBe(400);
    const late = await signIn(account.email.toUpperCase(), account.password);
    expect(late.status).toBe(429);
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(60);
    expect(late.text).toContain("Too many attempts.");
    const other = await bench.account();
    expect((await signIn(other.email, other.password)).text).toContain(other.email);
  });

  test("a link for a new password is good once, and ends all sessions, all tokens and the old password", async () => {
    const account = await bench.account();
    const tokens = await signedInTokens(bench, account);
    const visitor = bench.visitor();
    await visitor.signInAndAllow(authorizeUrl(bench.baseUrl, clientId, newPkce()), account);
    const before = bench.links.length;
    const asked = await visitor.submit(await visitor.open("/oauth/reset"), "/reset", { email: account.email });
    expect(asked.text).toContain("If there is an account of that address");
    const path = await lastLink(before);
    const form = await visitor.open(path);
    expect(form.text).toContain(account.email);
    const weak = await visitor.submit(form, path, { password: "short" });
    expect([weak.status, weak.text.includes("This is too short.")]).toEqual([400, true]);
    const saved = await visitor.submit(weak, path, { password: GOOD });
    expect([saved.status, saved.text.includes("Your password is set")]).toEqual([200, true]);
    expect((await visitor.submit(form, path, { password: GOOD })).status).toBe(404);
    expect((await visitor.open(path)).text).toContain("This link is no longer good");
    const refreshed = await tokenRequest(bench.baseUrl, {
      ...{ grant_type: "refresh_token", client_id: tokens.clientId, refresh_token: tokens.refresh },
    });
    expect(refreshed.body["error"]).toBe("invalid_grant");
    const next = await visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce()));
    expect(next.text).toContain("/sign-in");
    expect((await signIn(account.email, account.password)).status).toBe(400);
    expect((await signIn(account.email, GOOD)).text).toContain(account.email);
  });

  test("nobody learns by asking for a link whether there is such an account", async () => {
    const account = await bench.account();
    const before = bench.links.length;
    const pages = await Promise.all(
      ["stranger@example.jp", account.email].map(async (email) => {
        const visitor = bench.visitor();
        return visitor.submit(await visitor.open("/oauth/reset"), "/reset", { email });
      }),
    );
    expect(pages[0]?.text).toBe(pages[1]?.text);
    await lastLink(before);
    expect(bench.links.length).toBe(before + 1);
  });

  test("an invitation lets somebody choose a password within a week, and no later", async () => {
    const email = "neu@example.jp";
    const made = await bench.database.people.create({ email, passwordHash: null, createdAt: new Date() });
    if (!made.ok) throw new Error(made.reason);
    const sent = await bench.signingIn.signIn.sendLink(made.value, "invitation", "en");
    const path = new URL(sent?.link ?? "").pathname;
    const visitor = bench.visitor("ja,en;q=0.5");
    expect((await visitor.open(path)).text).toContain("パスワードを設定");
    bench.pass(8 * 24 * 60 * MINUTE_MS);
    expect((await visitor.open(path)).status).toBe(404);
    bench.pass(-8 * 24 * 60 * MINUTE_MS);
    await visitor.submit(await visitor.open(path), path, { password: GOOD });
    expect((await signIn(email, GOOD)).text).toContain(email);
  });

  test("who was invited is never told of an older password or of other places to be signed in", async () => {
    const made = await bench.database.people.create({
      ...{ email: "erst@example.jp", passwordHash: null, createdAt: new Date() },
    });
    if (!made.ok) throw new Error(made.reason);
    const sent = await bench.signingIn.signIn.sendLink(made.value, "invitation", "en");
    const path = new URL(sent?.link ?? "").pathname;
    const visitor = bench.visitor("en");
    const refused = await visitor.submit(await visitor.open(path), path, { password: "short" });
    expect(refused.text).toContain("<h1>Choose a password</h1>");
    const saved = await visitor.submit(refused, path, { password: GOOD });
    expect(saved.text).toContain("<h1>Your password is set</h1>");
    expect(saved.text).not.toMatch(/elsewhere|everywhere|new password/);
  });

  test("a form of a link is taken from its own page alone", async () => {
    const account = await bench.account();
    const sent = await bench.signingIn.signIn.sendLink({ id: account.id, email: account.email }, "reset", "en");
    const path = new URL(sent?.link ?? "").pathname;
    const body = new URLSearchParams({ password: GOOD });
    const headers = { origin: "https://evil.example" };
    expect((await bench.visitor().open(path, { method: "POST", body, headers })).status).toBe(403);
    expect((await bench.visitor().open("/oauth/link/guess")).status).toBe(404);
  });

  test("an address that asks for many links has to wait", async () => {
    const statuses: number[] = [];
    for (let each = 0; each < 25; each += 1) {
      const visitor = bench.visitor();
      const answer = await visitor.submit(await visitor.open("/oauth/reset"), "/reset", {
        email: `${each}@example.jp`,
      });
      statuses.push(answer.status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  test("cookies are for the service alone, and pages are kept nowhere", async () => {
    const visitor = bench.visitor();
    const page = await visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce()));
    for (const header of visitor.cookieHeaders) expect(header).toMatch(/httponly/i);
    for (const header of visitor.cookieHeaders) expect(header).toMatch(/samesite=lax/i);
    expect(page.headers.get("cache-control")).toContain("no-store");
    const policy = (page.headers.get("content-security-policy") ?? "").replace(/sha256-[\w+/=]+/, "<hash>");
    expect(policy.split("; ")).toEqual([
      ...["default-src 'none'", "style-src '<hash>'", "form-action 'self' https://client.example"],
      ...["base-uri 'none'", "frame-ancestors 'none'"],
    ]);
    expect(page.text).not.toMatch(/<script|\son\w+=|style=/);
  });
});

describe("accounts where no link can be sent", () => {
  test("are told so, and behind HTTPS cookies are held to it", async () => {
    await using opened = await ONE_DATABASE.open();
    await using bench = await oauthBench(opened, { sendsLinks: false, baseUrl: "https://forms.example" });
    const visitor = bench.visitor();
    expect((await visitor.open("/oauth/reset")).text).toContain("No mail can be sent");
    const clientId = await bench.register();
    const path = new URL(authorizeUrl(bench.baseUrl, clientId, newPkce()));
    const { left } = await visitor.open(`${path.pathname}${path.search}`);
    const page = left ?? (await visitor.open(`${path.pathname}${path.search}`));
    expect(page).not.toBeNull();
    expect(visitor.cookieHeaders.length).toBeGreaterThan(0);
    for (const header of visitor.cookieHeaders) expect(header).toMatch(/; secure/i);
  });
});
