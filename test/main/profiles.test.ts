// Business profiles on the command line, with a plugin of an installation's own.
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { prepareDataFolder } from "../support/databases.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const WORDS = resolve("test/core/engine/plugins/words.ts");

function saying(text: string): string {
  return `rpt 1\ndocument slip name="slip"\n\npage A5 portrait {\n  body {\n    text "${text}"\n  }\n}\n`;
}

const platen = (args: readonly string[], input = "", env: Readonly<Record<string, string>> = {}) =>
  runCommand(process.execPath, ["src/main.ts", ...args], { input, env: { PLATEN_PLUGINS: WORDS, ...env } });

test("check judges by the profiles that it is given, as of the day that it is given", async () => {
  const then = await platen(["check", "-", "--profile", "words", "--as-of", "2026-04-01"], saying("a draft"));
  expect(then).toMatchObject({
    exitCode: 0,
    stdout: "6:13\twarning\tjp.words/draft\tthe form says draft [Office rules 4]\n\t→ delete it\n",
  });
  const before = await platen(["check", "-", "--profile", "words", "--as-of", "2026-03-31"], saying("a draft"));
  expect(before).toMatchObject({ exitCode: 0, stdout: "No findings.\n" });
  const both = await platen(["check", "-", "--profile", "words", "--profile", "jp.typography"], saying("a void ﾃｽﾄ"));
  expect([both.exitCode, both.stdout.match(/jp\.[\w./-]+/g)]).toEqual([
    1,
    ["jp.words/void", "jp.typography/half-width-kana"],
  ]);
});

test("of a clean form no more is said than that the required items were found", async () => {
  const clean = await platen(["check", "docs/examples/invoice-qualified.rpt"]);
  expect(clean).toMatchObject({
    exitCode: 0,
    stdout: "No findings.\njp.qualified-invoice: required items found.\n",
  });
  const source = await readFile("docs/examples/invoice-qualified.rpt", "utf8");
  const broken = await platen(["check", "-"], source.replaceAll(/ +role=recipient\.name/g, ""));
  expect([broken.exitCode, broken.stdout]).toEqual([1, expect.not.stringContaining("required items found")]);
});

test("what plugins print stands in no answer, and no timer of theirs outlives one", { timeout: 60_000 }, async () => {
  const restless = { PLATEN_PLUGINS: resolve("test/core/engine/plugins/restless-prints.ts") };
  const checked = await platen(["check", "-", "--json", "--profile", "restless.prints"], saying("a"), restless);
  const { diagnostics } = JSON.parse(checked.stdout);
  expect(diagnostics.map(({ code }: { readonly code: string }) => code)).toEqual(["restless.prints/says"]);
  expect(checked.stderr).toContain("printed as it is registered");
  expect(checked.stderr).toContain("printed by a rule");
  const rendered = await platen(["render", "-", "-o", "-"], saying("a"), restless);
  expect([rendered.exitCode, rendered.stdout.slice(0, 5)]).toEqual([0, "%PDF-"]);
});

test("a profile that is not installed, a day that is none and a plugin that is not there are wrong use", async () => {
  const unknown = await platen(["check", "-", "--profile", "jp.nothing"], saying("a"));
  expect([unknown.exitCode, unknown.stderr]).toEqual([
    2,
    expect.stringMatching(/^platen: The profile jp\.nothing is not installed\. Installed: .*jp\.words.*\.\n$/),
  ]);
  const day = await platen(["check", "-", "--as-of", "2026-02-30"], saying("a"));
  expect([day.exitCode, day.stderr]).toEqual([2, expect.stringContaining('not "2026-02-30"')]);
  const missing = await platen(["plugins"], "", { PLATEN_PLUGINS: "./nowhere" });
  expect([missing.exitCode, missing.stderr]).toEqual([
    2,
    expect.stringContaining("PLATEN_PLUGINS is wrong: plugin ./nowhere is not there"),
  ]);
});

test("plugins lists what each brings, and in machine form what each rule demands", async () => {
  const { stdout } = await platen(["plugins"]);
  expect(stdout).toContain("platen-renderer-pdf\n\trenderer\tpdf\n");
  expect(stdout).toContain("words\n\tprofile\tjp.words\tWords\t3 rules\n");
  const described = (await platen(["plugins", "--json"])).stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(described.find(({ name }) => name === "words").profiles[0].rules[0]).toMatchObject({
    id: "draft",
    severity: "warning",
    validFrom: "2026-04-01",
    basis: [{ law: "Office rules", article: "4", url: "https://example.test/rules" }],
  });
});

test("lint names the published canvases that a change of the law breaks", async () => {
  await using folder = await temporaryFolder("lint");
  const dataDir = join(folder.path, "data");
  await prepareDataFolder(dataDir);
  const env = { PLATEN_DATA_DIR: dataDir };
  expect((await platen(["organizations", "create", "青空商事"], "", env)).exitCode).toBe(0);
  const source = saying("someday").replace('name="slip"', 'name="slip" profile=words');
  const published = await platen(["publish", "-"], source, env);
  const [id = ""] = published.stdout.split("\t");
  expect(await platen(["lint", "--as-of", "2900-01-01", "--all"], "", env)).toMatchObject({
    exitCode: 0,
    stdout: [
      `${id}\tversion 1\tslip`,
      "\t6:11\twarning\tjp.words/someday\tthe form says someday",
      "\t\t→ delete it",
      "Judged 1 as of 2900-01-01: more is found of 1.\n",
    ].join("\n"),
  });
  const meant = saying("void").replace('name="slip"', 'name="slip" profile=words\nallow "jp.words/void" "a sample"');
  const again = await platen(["publish", "-"], meant, env);
  expect(again).toMatchObject({
    exitCode: 0,
    stderr: expect.stringContaining("1 error is allowed (jp.words/void): a sample"),
  });
  expect((await platen(["lint", "--as-of", "2900-01-01", "--all"], "", env)).stdout).toContain(
    [
      "\t3\tallowed\tjp.words/void\ta sample",
      "Judged 1 as of 2900-01-01: more is found of 0. 1 form allows rules to be broken.\n",
    ].join("\n"),
  );
}, 60_000);
