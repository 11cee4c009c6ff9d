import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import { createEnginePool } from "../../../src/core/engine/index.ts";
import { runCommand } from "../../support/command.ts";
import { inLane } from "../../support/lane.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { admitAll, INVOICE, PDF_PLUGIN, pdfEngine, requestFor, templateOf } from "./sources.ts";

const SCRIPT = fileURLToPath(new URL("./hash-examples.ts", import.meta.url));
const WITHOUT_SINES = fileURLToPath(new URL("./draw-without-sines.ts", import.meta.url));
const INSTALL_TIMEOUT_MS = 300_000;
const RENDER_TIMEOUT_MS = 120_000;

/** The oldest Node that is supported, and the newest. */
const NODES = ["22.18.0", "26.10.0"];

async function hashesBy(node: string): Promise<string> {
  const { stdout, stderr, exitCode } = await runCommand(node, [SCRIPT], { timeoutMs: RENDER_TIMEOUT_MS });
  if (exitCode !== 0) throw new Error(stderr);
  return stdout;
}

// Slow, and a change of any example changes them: the fast lane leaves them to continuous integration.
describe.runIf(inLane({ fast: false, full: true }))("the files of the example forms", () => {
  let hashes = "";
  beforeAll(async () => {
    hashes = await hashesBy(process.execPath);
  }, RENDER_TIMEOUT_MS);

  test("have the hashes that they always had", async () => {
    await expect(hashes).toMatchFileSnapshot("golden/example-hashes.txt");
  });

  test("are the same from another process of the same Node", { timeout: RENDER_TIMEOUT_MS }, async () => {
    expect(await hashesBy(process.execPath)).toBe(hashes);
  });

  test.each(NODES)("are the same on Node %s", { timeout: INSTALL_TIMEOUT_MS + RENDER_TIMEOUT_MS }, async (version) => {
    await using folder = await temporaryFolder("node");
    const name = `node-${process.platform}-${process.arch}`;
    const install = ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder.path, `${name}@${version}`];
    const { exitCode, stderr } = await runCommand("npm", install, { timeoutMs: INSTALL_TIMEOUT_MS });
    expect(exitCode, stderr).toBe(0);
    expect(await hashesBy(join(folder.path, "node_modules", name, "bin", "node"))).toBe(hashes);
  });
});

test("no byte of a file hangs on how the engine rounds sines, powers and logarithms", {
  timeout: 2 * RENDER_TIMEOUT_MS,
}, async () => {
  const drawn = async (...args: readonly string[]): Promise<string> => {
    const { exitCode, stderr, stdout } = await runCommand(process.execPath, [WITHOUT_SINES, ...args], {
      timeoutMs: RENDER_TIMEOUT_MS,
    });
    if (exitCode !== 0) throw new Error(stderr);
    return stdout;
  };
  const which = inLane({ fast: ["--few"], full: [] });
  const files = await drawn(...which);
  expect(files.split("\n").length).toBeGreaterThan(inLane({ fast: 4, full: 8 }));
  expect(await drawn(...which, "--wrong-sines")).toBe(files);
});

describe("threads", () => {
  const BUDGET = { budgetMs: 60_000 };
  const PASSWORD = "ひみつ";
  const ENCRYPTED = INVOICE.replace(/^page /m, "encrypt aes-256 open=optional\npage ");
  const TAGGED = INVOICE.replace(/^(document .*)$/m, "$1 ua=1");

  test("make the same files, however many there are and whatever they drew before", async () => {
    const engine = pdfEngine();
    const templates = [INVOICE, ENCRYPTED, TAGGED].map((source) => templateOf(engine, source));
    const data = JSON.parse(templates[0]?.example ?? "{}") as Record<string, unknown>;
    const count = inLane({ fast: 12, full: 300 });
    const requests = Array.from({ length: count }, (_, index) => {
      const template = templates[index % templates.length] ?? templates[0];
      if (template === undefined) throw new Error("there is no template");
      const request = requestFor(template, {
        ...data,
        note: `別の文書 ${index} ${String.fromCodePoint(0x4e00 + index)}`,
      });
      const password = template === templates[1] ? { password: PASSWORD } : {};
      return { ...request, options: { ...request.options, ...password } };
    });
    const filesBy = async (threads: number, order: readonly number[]): Promise<readonly string[]> => {
      const pool = createEnginePool({ plugins: [PDF_PLUGIN], threads });
      const hashes: string[] = [];
      await Promise.all(
        order.map(async (index) => {
          const request = requests[index];
          if (request === undefined) return;
          const answer = await pool.render(request, admitAll, BUDGET);
          hashes[index] = answer.kind === "rendered" ? answer.sha256 : answer.kind;
        }),
      );
      await pool.close();
      return hashes;
    };
    const order = requests.map((_, index) => index);
    const alone = await filesBy(1, order);
    expect(alone.every((hash) => /^[0-9a-f]{64}$/.test(hash))).toBe(true);
    expect(new Set(alone).size).toBe(count);
    expect(await filesBy(2, order.toReversed())).toEqual(alone);
    const last = requests.at(-1);
    if (last === undefined) return;
    const fresh = await pdfEngine().render(last, admitAll);
    expect(fresh).toMatchObject({ sha256: alone.at(-1) });
  }, 120_000);
});
