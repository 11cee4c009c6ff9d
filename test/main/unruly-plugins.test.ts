// A server as its operator starts it, with a plugin whose rule does not answer: what it was asked is refused or told,
// and what is asked next is judged completely again.
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { prepareDataFolder } from "../support/databases.ts";
import { inLane } from "../support/lane.ts";
import { type RunningService, startService } from "../support/service.ts";
import { type TemporaryFolder, temporaryFolder } from "../support/temporary-folder.ts";

/** Two profiles: the rule of one does as the data say, the rule of the other tells what it found. */
const PLUGIN = `
const meta = (id) => ({
  id, summary: id, severity: "warning", basis: [], repairs: "none",
  messages: { seen: { what: "seen", why: "It is a test." } },
});
const MOODS = {
  loop() { for (;;); },
  reject() { void Promise.reject(new Error("later")); },
  promise: () => Promise.reject(new Error("later")),
  timer() { setTimeout(() => { throw new Error("later"); }, 1); },
  exit: () => process.exit(3),
  throw() { throw new Error("no"); },
};
const moody = {
  name: "acme.moody", sdk: 1, title: "moody",
  rules: [{
    meta: meta("mood"),
    check: ({ form }) => MOODS[form.values.find(({ path }) => path === "mood").value]?.(),
  }],
};
const house = {
  name: "acme.house", sdk: 1, title: "house",
  rules: [{ meta: meta("seen"), check: ({ form, report }) => report({ message: "seen", span: form.document.span }) }],
};
export const plugin = { name: "acme", sdk: 1, register(host) { host.profile(moody); host.profile(house); } };
`;

const MOODS = ["loop", "reject", "exit", "promise", "timer", "throw"].slice(0, inLane({ fast: 1, full: 6 }));

function slip(mood: string): string {
  return `rpt 1
document slip name="slip" profile=[acme.moody, acme.house]
field mood string(10) example="${mood}"
page A5 portrait margin=15mm {
  body {
    text (mood)
  }
}
`;
}

let folder: TemporaryFolder;
let service: RunningService;
let env: Readonly<Record<string, string>>;
beforeAll(async () => {
  folder = await temporaryFolder("unruly");
  const plugin = join(folder.path, "acme.mjs");
  await writeFile(plugin, PLUGIN);
  const dataDir = join(folder.path, "data");
  await prepareDataFolder(dataDir);
  env = { PLATEN_PLUGINS: plugin, PLATEN_DATA_DIR: dataDir };
  service = await startService({ dataDir, env: { PLATEN_PLUGINS: plugin, PLATEN_THREADS: "2" } });
}, 150_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const platen = (args: readonly string[], input = "") =>
  runCommand(process.execPath, ["src/main.ts", ...args], { input, env });

test("publishing is refused by what nobody judged, and the next one is judged completely", async () => {
  for (const mood of MOODS) {
    const refused = await platen(["publish", "-"], slip(mood));
    const said = `${refused.stdout}${refused.stderr}`;
    expect([mood, refused.exitCode === 0]).toEqual([mood, false]);
    expect(said).toContain("RPT7021");
    expect(said).toContain("acme.moody could not be judged");
    expect(said).not.toContain("acme.house could not be judged");
  }
  const good = await platen(["publish", "-"], slip("calm"));
  expect([good.exitCode, `${good.stdout}${good.stderr}`]).toEqual([0, expect.not.stringContaining("RPT7021")]);
}, 180_000);

test("a render tells it, or is refused where misfits are, and the next one is judged completely", async () => {
  const [id = ""] = (await platen(["publish", "-"], slip("calm"))).stdout.split("\t");
  const { baseUrl } = service;
  const headers = { "x-api-key": service.demo().renderKey, "content-type": "application/json" };
  const render = async (mood: string, options: Readonly<Record<string, unknown>> = {}) => {
    const body = JSON.stringify({ data: { mood }, ...options });
    const answer = await fetch(`${baseUrl}/v1/canvases/${id}/pdf`, { method: "POST", headers, body });
    const isFile = answer.headers.get("content-type") === "application/pdf";
    const refusal = isFile ? "" : await answer.text();
    if (isFile) await answer.arrayBuffer();
    return { status: answer.status, findings: answer.headers.get("x-service-findings"), refusal };
  };
  const calm = { status: 200, findings: "1", refusal: "" };
  expect(await render("calm")).toEqual(calm);
  for (const mood of MOODS) {
    // One finding of each profile: the one that could not judge, and the other that did.
    expect([mood, await render(mood)]).toEqual([mood, { ...calm, findings: "2" }]);
    const refused = await render(mood, { options: { onMisfit: "refuse" } });
    expect([mood, refused.status]).toEqual([mood, 422]);
    expect(refused.refusal).toContain("acme.moody could not be judged");
    expect(await render("calm", { options: { onMisfit: "refuse" } })).toEqual(calm);
  }
}, 180_000);

test("a plugin that loops or promises as it registers is told", { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder("plugins");
  const module = async (name: string, register: string) => {
    const path = join(folder.path, `${name}.mjs`);
    await writeFile(path, `export const plugin = { name: "${name}", sdk: 1, ${register} };\n`);
    return (await runCommand(process.execPath, ["src/main.ts", "plugins"], { env: { PLATEN_PLUGINS: path } })).stderr;
  };
  expect(await module("later", "async register() {}")).toContain("plugin later registers later, by a promise");
  expect(await module("endless", "register() { for (;;); }")).toMatch(
    /a plugin cannot be loaded, it did not end within \d+ s: /,
  );
});
