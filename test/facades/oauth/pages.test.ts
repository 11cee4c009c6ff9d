import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { type TemporaryFolder, temporaryFolder } from "../../support/temporary-folder.ts";
import { type Account, authorizeUrl, newPkce, type OAuthBench, oauthBench } from "./oauth-bench.ts";

/** Debian's browser; where there is none, the pages are not looked at here. */
const CHROMIUM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);

/** Where to leave pictures of the pages for whoever wants to look at them. */
const PICTURES = process.env["PLATEN_TEST_PICTURES"];

const AXE = await readFile("node_modules/axe-core/axe.min.js", "utf8");

const LANGUAGES = ["ja", "en"] as const;
const SCHEMES = ["light", "dark"] as const;
const LOOKS = LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme })));

describe.skipIf(CHROMIUM === undefined)("the pages in a browser", () => {
  let opened: TestDatabase;
  let bench: OAuthBench;
  let account: Account;
  let fonts: TemporaryFolder;
  let browser: Browser;
  let clientId: string;
  let loopbackId: string;
  beforeAll(async () => {
    opened = await ONE_DATABASE.open();
    bench = await oauthBench(opened);
    account = await bench.account();
    clientId = await bench.register({ client_name: "帳票アシスタント" });
    loopbackId = await bench.register({ client_name: "Editor", redirect_uris: ["http://127.0.0.1:33418/"] });
    fonts = await temporaryFolder("fonts");
    browser = await chromium.launch({
      executablePath: CHROMIUM ?? "",
      args: ["--no-sandbox"],
      env: { ...environment(), FONTCONFIG_FILE: await fontConfiguration(fonts.path) },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await fonts?.remove();
    await bench[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  test.for(LOOKS)("$language, $scheme: nobody is kept out of any of them", async ({ language, scheme }) => {
    const { context, page, problems } = await newPage({ language, scheme });
    const look = (name: string): Promise<void> => expectAccessible(page, `${name}-${language}-${scheme}`);
    await page.goto(authorizeUrl(bench.baseUrl, clientId, newPkce()));
    await look("sign-in");
    await page.fill("#email", account.email);
    await page.fill("#password", "not the password");
    await page.press("#password", "Enter");
    await page.waitForSelector("[role=alert]");
    await look("sign-in-refused");
    await page.fill("#password", account.password);
    await page.press("#password", "Enter");
    await page.waitForSelector("button[name=decision]");
    await look("consent");
    await page.goto(authorizeUrl(bench.baseUrl, loopbackId, newPkce(), { redirect_uri: "http://127.0.0.1:33418/" }));
    await look("consent-loopback");
    await page.click("button[value=deny]");
    await page.waitForSelector(".links a");
    await look("denied");
    await page.goto(`${bench.baseUrl}/oauth/reset`);
    await look("reset");
    const sent = await bench.signingIn.signIn.sendLink(
      { id: account.id, email: account.email },
      "invitation",
      language,
    );
    await page.goto(sent?.link ?? "");
    await look("choose");
    await page.fill("#password", "short");
    await page.click("button");
    await page.waitForSelector("[role=alert]");
    await look("choose-refused");
    await page.goto(`${bench.baseUrl}/oauth/link/gone`);
    await look("link-gone");
    await page.goto(`${bench.baseUrl}/oauth/sign-out`);
    await look("sign-out");
    await page.click("button");
    await page.waitForSelector("h1");
    await look("signed-out");
    expect(problems.filter((problem) => !/status of 40[04]/.test(problem))).toEqual([]);
    await context.close();
  });

  test("allowing leads to the client by the keyboard alone, past the policy of forms", async () => {
    const { context, page, problems } = await newPage({ language: "en", scheme: "light" });
    let arrived = "";
    // There is no such host: what counts is that the browser lets the form go there.
    page.on("request", (request) => {
      if (request.url().startsWith("https://client.example/")) arrived = request.url();
    });
    await page.goto(authorizeUrl(bench.baseUrl, clientId, newPkce()));
    await page.focus("#email");
    await page.keyboard.type(account.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(account.password);
    await page.keyboard.press("Enter");
    await page.waitForSelector("button[value=allow]");
    await page.focus("button[value=allow]");
    await page.keyboard.press("Enter");
    await expect.poll(() => arrived).toContain("code=");
    expect(new URL(arrived).searchParams.get("state")).toBe("a state");
    const session = (await context.cookies()).find(({ name }) => name === "platen-session");
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
    expect(problems.filter((problem) => problem.includes("Content Security Policy"))).toEqual([]);
    await context.close();
  });

  test("another site can't frame the page where one allows", async () => {
    const { context, page } = await newPage({ language: "en", scheme: "light" });
    await page.route("https://evil.example/", (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<iframe src="${authorizeUrl(bench.baseUrl, clientId, newPkce()).replaceAll("&", "&amp;")}"></iframe>`,
      }),
    );
    await page.goto("https://evil.example/");
    await page.waitForLoadState("networkidle");
    const texts = await Promise.all(page.frames().map((frame) => frame.content().catch(() => "")));
    expect(texts.join("")).not.toContain("form_token");
    await context.close();
  });

  test("a narrow screen and large letters need no sideways scrolling", async () => {
    const { context, page } = await newPage({ language: "ja", scheme: "light", width: 320 });
    await page.goto(authorizeUrl(bench.baseUrl, clientId, newPkce()));
    const overflow = await page.evaluate("document.documentElement.scrollWidth - window.innerWidth");
    expect(overflow).toBeLessThanOrEqual(0);
    await context.close();
  });

  async function newPage(look: {
    readonly language: (typeof LANGUAGES)[number];
    readonly scheme: (typeof SCHEMES)[number];
    readonly width?: number;
  }): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
    const context = await browser.newContext({
      ...{ locale: look.language, colorScheme: look.scheme, bypassCSP: false },
      viewport: { width: look.width ?? 480, height: 760 },
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    return { context, page, problems };
  }
});

/** Runs axe beside the page's own policy, by the browser's debugger, and leaves a picture where one is wanted. */
async function expectAccessible(page: Page, name: string): Promise<void> {
  if (PICTURES !== undefined) {
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, `${name}.png`), fullPage: true });
  }
  await page.evaluate(AXE);
  const found = await page.evaluate(
    "axe.run().then(({ violations }) => violations.map(({ id, help }) => id + ': ' + help))",
  );
  expect(found, name).toEqual([]);
}

/** The fonts that the project brings: the machine may have none for Japanese. */
async function fontConfiguration(folder: string): Promise<string> {
  const path = join(folder, "fonts.conf");
  const directories = ["noto-sans-jp"].map(
    (name) => `<dir>${join(process.cwd(), "node_modules/@expo-google-fonts", name)}</dir>`,
  );
  await writeFile(
    path,
    `<?xml version="1.0"?><fontconfig>${directories.join("")}<cachedir>${folder}</cachedir></fontconfig>`,
  );
  return path;
}

function environment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
