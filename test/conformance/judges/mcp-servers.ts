import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createRouterTransport } from "@connectrpc/connect";
import { platenMethods } from "../../../src/core/methods/index.ts";
import { mcpHandler } from "../../../src/facades/mcp/index.ts";
import { createServer } from "../../../src/facades/rpc/index.ts";
import { runCommand } from "../../support/command.ts";
import { startService } from "../../support/service.ts";
import { type Judge, NotHereError } from "../judge.ts";
import { LACKED_BY_FIXTURE, LACKED_BY_PRODUCT, type Lack } from "../mcp/allowed.ts";
import { fixtureServer } from "../mcp/fixture-server.ts";
import { keyedProxy } from "../mcp/keyed-proxy.ts";
import type { Subjects } from "../subjects.ts";

// The official conformance suite of MCP, in its mode for servers: against the product, and against the suite's own
// catalogue behind the product's transport. And the inspector's opinion of the product's schemas.

const SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js";

/** One set of requirements for each era of the protocol. */
const REQUIREMENTS = ["2026-07-28", "2025-11-25"] as const;

/** The inspector brings a web application with it, so it is fetched where it is used. It needs Node.js 22.19. */
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";

const RUN_TIMEOUT_MS = 300_000;

/** What the suite found about one requirement. */
interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}

export const mcpServerJudges: readonly Judge[] = [
  ...REQUIREMENTS.map(
    (requirements): Judge => ({
      name: `MCP conformance ${requirements}: the product`,
      needs: [],
      async judge(subjects) {
        await using proxy = await keyedProxy();
        const { port } = new URL(proxy.baseUrl);
        const env = { PLATEN_ALLOWED_ORIGINS: `${proxy.baseUrl},http://localhost:${port}` };
        await using service = await startService({ env });
        proxy.leadTo(service.baseUrl, "x-api-key", service.demo().renderKey);
        await refuseFaults(subjects, "product", proxy.baseUrl, requirements, LACKED_BY_PRODUCT[requirements]);
      },
    }),
  ),
  ...REQUIREMENTS.map(
    (requirements): Judge => ({
      name: `MCP conformance ${requirements}: the suite's catalogue on the product's transport`,
      needs: [],
      async judge(subjects) {
        await using fixture = await startFixture();
        await refuseFaults(subjects, "fixture", fixture.baseUrl, requirements, LACKED_BY_FIXTURE[requirements]);
      },
    }),
  ),
  {
    name: "MCP inspector: the product's tools are portable in both eras",
    needs: ["npm"],
    async judge(subjects) {
      const program = await inspector(subjects);
      await using service = await startService();
      for (const key of [service.demo().renderKey, service.demo().dataWriteKey]) {
        for (const era of ["modern", "legacy"]) await inspect(program, service.baseUrl, key, era);
      }
    },
  },
];

/** Runs the suite and throws for every check that is not passed, unless the list says why it can't be. */
async function refuseFaults(
  { folder }: Subjects,
  name: string,
  baseUrl: string,
  requirements: string,
  lacks: readonly Lack[],
): Promise<void> {
  const output = join(folder, `mcp-${name}-${requirements}`);
  const args = [SUITE, "server", "--url", `${baseUrl}/mcp`, "--requirements", requirements, "-o", output];
  const run = await runCommand(process.execPath, args, { timeoutMs: RUN_TIMEOUT_MS });
  const checks = await checksIn(output);
  if (checks.length === 0) throw new Error(`the suite checked nothing\n${run.stdout}${run.stderr}`);
  // A warning is a fault too: the suite's own summary does not count it.
  const faults = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  const lacked = new Set(lacks.flatMap((lack) => lack.checks));
  const unexplained = faults.filter(({ key }) => !lacked.has(key));
  const failed = new Set(faults.map(({ key }) => key));
  const stale = [...lacked].filter((key) => !failed.has(key));
  const lines = [
    ...unexplained.map(({ key, status, errorMessage = "" }) => `${status} ${key}: ${errorMessage}`),
    ...stale.map((key) => `${key} is passed now: take it off the list of what is lacked`),
  ];
  if (lines.length > 0) throw new Error(lines.join("\n"));
}

/** Every check of a run, under the name of its scenario and its own. */
async function checksIn(output: string): Promise<readonly (Check & { readonly key: string })[]> {
  const folders = existsSync(output) ? await readdir(output) : [];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const scenario = folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
      const checks = JSON.parse(await readFile(join(output, folder, "checks.json"), "utf8")) as readonly Check[];
      return checks.map((check) => ({ ...check, key: `${scenario}/${check.id}` }));
    }),
  );
  return found.flat();
}

/** The suite's catalogue on a port of the loopback, behind the product's own edge and transport. */
async function startFixture() {
  const origins = new Set<string>();
  const server = createServer({
    handlers: [
      mcpHandler({
        catalogue: { methods: [], documentation: platenMethods.documentation },
        transport: createRouterTransport(() => undefined),
        admit: () => Promise.reject(new Error("the suite's catalogue has no methods")),
        identify: async () => ({ methods: new Set(), beyondScopes: new Map(), maxRequestBytes: 1_000_000 }),
        baseUrl: "http://127.0.0.1",
        guards: { origins, hosts: new Set(["127.0.0.1", "localhost"]) },
        version: "0",
        serverOf: fixtureServer,
        onError: (error) => console.error(error),
      }),
    ],
  });
  const port = await server.listen({ host: "127.0.0.1", port: 0 });
  for (const name of ["localhost", "127.0.0.1"]) origins.add(`http://${name}:${port}`);
  return { baseUrl: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: () => server.close(0) };
}

/** The inspector's command line, in a folder of its own; a machine that can't fetch it skips its judgement. */
async function inspector({ folder }: Subjects): Promise<string> {
  const home = join(folder, "mcp-inspector");
  await mkdir(home, { recursive: true });
  await writeFile(join(home, "package.json"), '{"name":"inspector-home","private":true}\n');
  const fetched = await runCommand("npm", ["install", "--no-audit", "--no-fund", "--save-exact", INSPECTOR], {
    ...{ cwd: home, timeoutMs: RUN_TIMEOUT_MS },
  });
  const program = join(home, "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");
  if (fetched.exitCode !== 0 || !existsSync(program)) throw new NotHereError("npm could not fetch the inspector");
  return program;
}

async function inspect(program: string, baseUrl: string, key: string, era: string): Promise<void> {
  const list = ["--method", "tools/list", "--strict"];
  const args = [program, "--cli", `${baseUrl}/mcp`, "--transport", "http", "--protocol-era", era, ...list];
  const run = await runCommand(process.execPath, [...args, "--header", `x-api-key: ${key}`], {
    timeoutMs: RUN_TIMEOUT_MS,
  });
  if (run.exitCode !== 0) throw new Error(`${era} era: ${run.stdout}${run.stderr}`);
  if (!run.stdout.includes('"inputSchema"')) throw new Error(`${era} era: no tool was listed`);
}
