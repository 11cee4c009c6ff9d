import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Demo, demoLines } from "../../../src/facades/cli/demo.ts";
import { demoLinkLine } from "../../../src/facades/cli/demo-files.ts";
import { runCommand } from "../../support/command.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const DEMO: Demo = {
  ...{ baseUrl: "http://127.0.0.1:8080", renderKey: "pk_render", secondRenderKey: "pk_second" },
  ...{ dataWriteKey: "pk_data", scopedRenderKey: "pk_scoped", freeKey: "pk_free", otherKey: "pk_other" },
  person: { email: "a@platen.example", password: "the password of a" },
  manyOrgsPerson: { email: "b@platen.example", password: "the password of b" },
  canvases: [{ id: "cnv_1", title: "請求書" }],
  datasets: [],
};

test("the lines of a demo hold a key on a terminal alone", async () => {
  await using folder = await temporaryFolder("demo-lines");
  const demoFile = join(folder.path, "demo.json");
  writeFileSync(demoFile, JSON.stringify(DEMO));
  const paths = { demoFile, payloadFile: join(folder.path, "demo-invoice.json") };
  expect(demoLines(DEMO, paths, true)).toContain("-H 'x-api-key: pk_render'");
  const lines = demoLines(DEMO, paths, false);
  expect(lines).not.toMatch(/pk_|the password/);
  expect(lines).toContain(demoFile);
  // What stands there instead finds the key in the file.
  const reading = lines.split("\n").find((line) => line.trim().startsWith("KEY=")) ?? "";
  const shell = await runCommand("sh", ["-c", `${reading}\necho "$KEY"`]);
  expect([shell.stdout, shell.stderr]).toEqual(["pk_render\n", ""]);
});

test("a link that lets somebody in is told on a terminal alone, and kept in this user's file elsewhere", async () => {
  await using folder = await temporaryFolder("demo-links");
  const link = "http://127.0.0.1:8080/oauth/link/secret";
  const told = { email: "a@platen.example", link };
  expect(await demoLinkLine(folder.path, { ...told, isTerminal: true })).toContain(link);
  for (const again of [link, `${link}2`]) {
    const line = await demoLinkLine(folder.path, { ...told, link: again, isTerminal: false });
    expect(line).not.toContain("secret");
    expect(line).toContain("demo-links.txt");
  }
  const file = join(folder.path, "demo-links.txt");
  expect(readFileSync(file, "utf8")).toBe(`a@platen.example ${link}\na@platen.example ${link}2\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});
