import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASES, ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { type Account, authorizeUrl, newPkce, type OAuthBench, oauthBench } from "./oauth-bench.ts";
import type { Visit, Visitor } from "./visitor.ts";

const DAY_MS = 24 * 60 * 60_000;

/** A browser at an address. */
function browserAt(bench: OAuthBench, address: string): Visitor {
  const visitor = bench.visitor();
  visitor.address = address;
  return visitor;
}

describe.each(DATABASES)("strangers who guess at an account on $name", ({ open }) => {
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

  async function signIn(visitor: Visitor, email: string, password: string): Promise<Visit> {
    const page = await visitor.open(authorizeUrl(bench.baseUrl, clientId, newPkce(), { prompt: "login" }));
    return visitor.submit(page, "/sign-in", { email, password });
  }

  /** Guesses from one address until it may guess no more; answers how many guesses were judged. */
  async function hammer(email: string, address: string): Promise<number> {
    const visitor = browserAt(bench, address);
    for (let guess = 0; guess < 40; guess += 1) {
      if ((await signIn(visitor, email, `guess ${guess}`)).status === 429) return guess;
    }
    return Infinity;
  }

  /** Guesses from three networks after another until they may guess no more; answers how many were judged. */
  async function hammerFromThree(email: string, prefix: string): Promise<number> {
    let judged = 0;
    for (let each = 1; each < 4; each += 1) judged += await hammer(email, `${prefix}${each}`);
    return judged;
  }

  let strangers = 0;

  /** Strangers of forty networks, new ones each time, use up what an account takes from whoever is not known. */
  async function useUp(email: string): Promise<void> {
    const { attempts } = bench.signingIn;
    for (let each = 0; each < 40; each += 1) {
      strangers += 1;
      const address = `10.0.${strangers >> 8}.${strangers & 255}`;
      for (let guess = 0; guess < 3; guess += 1) await attempts.countSignIn(email, address);
    }
  }

  const isIn = (visit: Visit, { email }: Account): boolean => visit.text.includes(`You are signed in as ${email}.`);

  test("from one network keep nobody out who comes from another", async () => {
    const owner = await bench.account();
    expect(await hammer(owner.email, "203.0.113.1")).toBe(10);
    expect((await signIn(browserAt(bench, "203.0.113.1"), owner.email, owner.password)).status).toBe(429);
    expect(isIn(await signIn(browserAt(bench, "198.51.100.7"), owner.email, owner.password), owner)).toBe(true);
  });

  test("from all addresses of an IPv6 network count as one network", async () => {
    const owner = await bench.account();
    const statuses = [];
    for (let each = 0; each < 12; each += 1) {
      const visitor = browserAt(bench, `2001:db8:1:1::${each}`);
      statuses.push((await signIn(visitor, owner.email, `guess ${each}`)).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429, 429]);
    expect(isIn(await signIn(browserAt(bench, "2001:db8:1:2::1"), owner.email, owner.password), owner)).toBe(true);
  });

  test("from many networks get thirty guesses, and a network that has not guessed is served", async () => {
    const owner = await bench.account();
    expect(await hammerFromThree(owner.email, "203.0.113.10")).toBe(30);
    const elsewhere = browserAt(bench, "198.51.100.20");
    expect((await signIn(elsewhere, owner.email, "mistyped")).status).toBe(400);
    expect(isIn(await signIn(elsewhere, owner.email, owner.password), owner)).toBe(true);
  });

  test("from an IPv6 site alone keep nobody out who comes from elsewhere", async () => {
    const owner = await bench.account();
    const judged = [];
    for (let each = 1; each < 5; each += 1) judged.push(await hammer(owner.email, `2001:db8:5:${each}::1`));
    expect(judged).toEqual([10, 10, 0, 0]);
    for (const address of ["2001:db8:6:1::1", "198.51.100.21"]) {
      expect(isIn(await signIn(browserAt(bench, address), owner.email, owner.password), owner)).toBe(true);
    }
  });

  test("from forty networks never keep out the owner's own browser", async () => {
    const owner = await bench.account();
    const own = browserAt(bench, "198.51.100.8");
    expect(isIn(await signIn(own, owner.email, owner.password), owner)).toBe(true);
    await useUp(owner.email);
    // Another browser is a stranger's for all that anybody knows, also at the owner's address.
    expect((await signIn(browserAt(bench, "198.51.100.8"), owner.email, owner.password)).status).toBe(429);
    // The owner's own browser is known, wherever it is, and however the address is written.
    own.address = "203.0.113.101";
    expect(isIn(await signIn(own, owner.email.toUpperCase(), owner.password), owner)).toBe(true);
    // Whoever has signed in has shown that the account is theirs: strangers begin anew, and so do new browsers.
    expect(isIn(await signIn(browserAt(bench, "198.51.100.9"), owner.email, owner.password), owner)).toBe(true);
  });

  test("do not keep out who chooses a password by a link, in that browser", async () => {
    const owner = await bench.account();
    const sent = await bench.signingIn.signIn.sendLink({ id: owner.id, email: owner.email }, "reset", "en");
    const path = new URL(sent?.link ?? "").pathname;
    const visitor = browserAt(bench, "198.51.100.10");
    const password = "春はあけぼのやうやう白く";
    expect((await visitor.submit(await visitor.open(path), path, { password })).status).toBe(200);
    await useUp(owner.email);
    expect(isIn(await signIn(visitor, owner.email, password), owner)).toBe(true);
  });

  test("gain nothing by a browser in which somebody else signed in, or by a cookie of their own making", async () => {
    const [owner, stranger] = [await bench.account(), await bench.account()];
    const visitor = browserAt(bench, "203.0.113.120");
    expect(isIn(await signIn(visitor, stranger.email, stranger.password), stranger)).toBe(true);
    const cookie = visitor.cookies.get("platen-device");
    const guesses = async (value: string): Promise<number> => {
      for (let guess = 0; guess < 40; guess += 1) {
        visitor.cookies.set("platen-device", { value, path: "/" });
        if ((await signIn(visitor, owner.email, `guess ${guess}`)).status === 429) return guess;
      }
      return Infinity;
    };
    expect(await guesses(cookie?.value ?? "")).toBe(10);
    const [nonce = "", expiry = "", mac = ""] = (cookie?.value ?? "").split(".");
    visitor.address = "203.0.113.121";
    expect(await guesses(`${nonce}.${Number(expiry) + 1}.${mac}~${"A".repeat(22)}.${expiry}.${mac}~x~~.`)).toBe(10);
  });

  test("with the owner's own browser get ten guesses more, and then are strangers", async () => {
    const owner = await bench.account();
    const visitor = browserAt(bench, "198.51.100.11");
    expect(isIn(await signIn(visitor, owner.email, owner.password), owner)).toBe(true);
    const statuses = [];
    for (let guess = 0; guess < 22; guess += 1) {
      statuses.push((await signIn(visitor, owner.email, `guess ${guess}`)).status);
    }
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429, 429]);
  });

  test("find a browser forgotten half a year later, and a key that signed its cookie forgotten with it", async () => {
    const owner = await bench.account();
    const visitor = browserAt(bench, "198.51.100.12");
    const known = async (): Promise<boolean> => {
      await useUp(owner.email);
      return isIn(await signIn(visitor, owner.email, owner.password), owner);
    };
    expect(isIn(await signIn(visitor, owner.email, owner.password), owner)).toBe(true);
    await bench.signingIn.keys.rotate("retire");
    expect(await known()).toBe(true);
    const old = visitor.cookies.get("platen-device");
    bench.pass(181 * DAY_MS);
    expect(await known()).toBe(false);
    bench.pass(-181 * DAY_MS);
    expect(await known()).toBe(true);
    await bench.signingIn.keys.rotate("forget");
    visitor.cookies.clear();
    if (old !== undefined) visitor.cookies.set("platen-device", old);
    expect(await known()).toBe(false);
  });
});

test("the cookie of a device is out of scripts' and other sites' reach, and names nobody", async () => {
  await using opened = await ONE_DATABASE.open();
  await using bench = await oauthBench(opened, { baseUrl: "https://forms.example" });
  const [account, clientId, visitor] = [await bench.account(), await bench.register(), bench.visitor()];
  const start = new URL(authorizeUrl(bench.baseUrl, clientId, newPkce()));
  const page = await visitor.open(`${start.pathname}${start.search}`);
  const action = /action="([^"]+\/sign-in)"/.exec(page.text)?.[1] ?? "";
  const token = /name="form_token" value="([^"]+)"/.exec(page.text)?.[1] ?? "";
  const body = new URLSearchParams({ email: account.email, password: account.password, form_token: token });
  await visitor.open(action, { method: "POST", body });
  const header = visitor.cookieHeaders.find((each) => each.includes("platen-device")) ?? "";
  expect(header).toMatch(/^__Host-platen-device=[\w.~-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Lax; Secure$/);
  expect(header).not.toContain(account.id);
});
