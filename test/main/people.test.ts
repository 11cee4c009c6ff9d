import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SIGNING_CLIENTS } from "../facades/oauth/signing-client.ts";
import { Visitor } from "../facades/oauth/visitor.ts";
import { runCommand } from "../support/command.ts";
import { createPostgresDatabase } from "../support/postgres-database.ts";
import { type RunningService, startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

let service: RunningService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service[Symbol.asyncDispose]());

const platen = (args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runCommand(process.execPath, ["src/main.ts", ...args], { env: { PLATEN_DATA_DIR: service.dataDir, ...env } });

describe("people of a demo", () => {
  test("sign in as demo.json tells, one of them for two organizations", async () => {
    const { person, manyOrgsPerson } = service.demo();
    const [kind] = SIGNING_CLIENTS;
    if (kind === undefined) throw new Error("there is no client");
    for (const [account, sees] of [
      [person, false],
      [manyOrgsPerson, true],
    ] as const) {
      const client = await kind.connect(service.baseUrl, { visitor: new Visitor(service.baseUrl, "ja"), account });
      expect((await client.toolNames()).includes("list_organizations")).toBe(sees);
      await client.close();
    }
  });

  test("are invited, listed and removed from the command line, which shows the link", async () => {
    const organization = (await platen(["organizations", "list"])).stdout.split("\t")[0] ?? "";
    const invited = await platen(["people", "invite", "aiko@example.jp", "--organization", organization]);
    expect(invited.stderr).toContain("is a member of");
    const path = new URL(invited.stdout.trim()).pathname;
    const visitor = new Visitor(service.baseUrl, "en");
    const page = await visitor.submit(await visitor.open(path), path, { password: "correct horse battery staple" });
    expect(page.text).toContain("Your password is set");
    const listed = (await platen(["people", "list"])).stdout;
    expect(listed).toMatch(/\taiko@example\.jp\thas a password\n {2}org_\w+\tmember\t/);
    const removed = await platen(["people", "remove", "aiko@example.jp", "--organization", organization]);
    expect(removed.exitCode).toBe(0);
    expect((await platen(["people", "list"])).stdout).toMatch(/\taiko@example\.jp\thas a password\n(?! {2})/);
    const weak = await platen(
      ["people", "create", "ben@example.jp", "--organization", organization, "--password-env", "FIRST"],
      { FIRST: "qwerty123456" },
    );
    expect([weak.exitCode, weak.stderr]).toEqual([1, expect.stringContaining("common or has leaked")]);
    expect((await platen(["people", "reset", "nobody@example.jp"])).stderr).toContain("There is no account");
    expect((await platen(["signing-key", "rotate"])).stdout).toMatch(/^\w{26}\n$/);
    expect((await platen(["links", "rotate", "--forget-old"])).stdout).toMatch(/^[\w-]{10}\n$/);
    expect(service.process.output.stdout() + service.process.output.stderr()).not.toContain(path);
  });
});

test("beyond a demo and without mail, an invitation says what is missing and shows no link", async () => {
  await using database = await createPostgresDatabase();
  await using folder = await temporaryFolder("people");
  const env = { PLATEN_DATABASE_URL: database.url, PLATEN_DATA_DIR: folder.path };
  const made = await platen(["organizations", "create", "青空商事"], env);
  const organization = made.stdout.split("\t")[0] ?? "";
  const invited = await platen(["people", "invite", "aiko@example.jp", "--organization", organization], env);
  expect([invited.exitCode, invited.stdout]).toEqual([1, ""]);
  expect(invited.stderr).toContain("No mail server is configured");
});
