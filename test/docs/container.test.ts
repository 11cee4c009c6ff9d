// The container and compose files of the operations guide. No container engine runs here: what the files say is held
// against the program, and in the full lane their very commands are run, in their order, outside of containers.

import { readFileSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine, renderersAt } from "../../src/core/engine/index.ts";
import { type RunningCommand, runCommand, startCommand } from "../support/command.ts";
import { lane } from "../support/lane.ts";
import { freePort, type RunningPostgres, startPostgres } from "../support/postgres.ts";
import { type S3Server, startS3Server } from "../support/s3-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { composeFile, ignoredNames, imageEnvironment, instructions, startOrder, wordsOf } from "./containerfile.ts";

/** A render takes so long at most, and a process that is told to stop finishes those it has. */
const RENDER_BUDGET_SECONDS = 25;
const PATIENCE_MS = 600_000;
const SECRETS = {
  POSTGRES_PASSWORD: "postgres-password",
  PLATEN_SECRET: "s".repeat(32),
  S3_SECRET_ACCESS_KEY: "S3RVER",
};
const INVOICE = "docs/examples/invoice.rpt";

const steps = instructions();
const only = (word: string): string => steps.find((step) => step.word === word)?.rest ?? "";
const compose = composeFile();
const platens = Object.entries(compose.services).filter(([, { image }]) => image === "platen");

describe("the container file", () => {
  test("installs before it copies the program, and starts it as a user without rights", () => {
    const words = steps.map(({ word }) => word);
    expect(words).toEqual([
      ...["FROM", "WORKDIR", "COPY", "COPY", "RUN", "COPY", "RUN", "USER", "ENV", "EXPOSE", "HEALTHCHECK"],
      ...["ENTRYPOINT", "CMD"],
    ]);
    expect(steps.findIndex(({ rest }) => rest.includes("npm ci"))).toBeLessThan(
      steps.findIndex(({ word, rest }) => word === "COPY" && rest === ". ."),
    );
    expect(only("USER")).toBe("node");
  });

  test("has the Node.js that the program asks for", () => {
    const { engines } = JSON.parse(readFileSync("package.json", "utf8")) as { engines: { node: string } };
    const major = /^node:(\d+)-/.exec(only("FROM"))?.[1] ?? "";
    expect(Number(major)).toBeGreaterThanOrEqual(Number.parseInt(engines.node.replace(/\D+/, ""), 10));
    // What is tested is what is shipped.
    expect(process.versions.node.split(".")[0]).toBe(major);
  });

  test("opens the ports that its processes listen on, and asks one of them for its health", async () => {
    const environment = imageEnvironment();
    const help = await runCommand(process.execPath, ["src/main.ts", "--help"]);
    expect(only("EXPOSE").split(" ")).toEqual(["8080", environment["PLATEN_ADMIN_PORT"]]);
    expect(only("HEALTHCHECK")).toContain(`http://127.0.0.1:${environment["PLATEN_ADMIN_PORT"]}/livez`);
    expect(wordsOf(steps.at(-1)?.rest ?? "")).toEqual(["serve"]);
    expect(help.stdout).toMatch(/^ {2}serve /m);
  });
});

describe("the compose file", () => {
  test("starts the database, then brings the schema up to date, then everybody else, then the balancer", () => {
    const order = startOrder(compose);
    const at = (name: string): number => order.indexOf(name);
    expect(compose.services["migrate"]?.depends_on).toEqual({ postgres: { condition: "service_healthy" } });
    expect(compose.services["migrate"]?.command).toEqual(["migrate"]);
    // Its first start answers on the socket alone, before the database is made: that is no health yet.
    const overTcp = ["CMD", "pg_isready", "-h", "127.0.0.1", "-U", "platen"];
    expect(compose.services["postgres"]?.healthcheck?.test).toEqual(overTcp);
    for (const name of ["api-1", "api-2", "worker-1", "worker-2"]) {
      expect(compose.services[name]?.depends_on).toMatchObject({
        migrate: { condition: "service_completed_successfully" },
      });
      expect(at("postgres") < at("migrate") && at("migrate") < at(name)).toBe(true);
    }
    expect(at("balancer")).toBeGreaterThan(Math.max(at("api-1"), at("api-2")));
  });

  test("gives every process longer to stop than a render may take", () => {
    for (const [, { stop_grace_period: grace = "" }] of platens)
      expect(Number(/^(\d+)s$/.exec(grace)?.[1])).toBeGreaterThan(RENDER_BUDGET_SECONDS + 10);
  });

  test("builds the image that it runs, and asks for every secret that it does not hold", () => {
    const { build } = compose.services["migrate"] ?? {};
    expect(build).toEqual({ context: "../..", dockerfile: "docs/operations/Containerfile" });
    for (const [name, { pull_policy: policy }] of platens) expect([name, policy]).toEqual([name, "never"]);
    const text = JSON.stringify(compose);
    const wanted = [...text.matchAll(/\$\{(\w+):\?\}/g)].map((match) => match[1]);
    expect(new Set(wanted)).toEqual(new Set(Object.keys(SECRETS)));
  });

  test("balances to the ports of servers that exist, by the health that they tell", () => {
    const { content = "" } = compose.configs["balancer"] ?? {};
    const servers = [...content.matchAll(/^\s*server (\S+) (\S+):(\d+)$/gm)];
    const roles = (name: string): unknown => compose.services[name]?.command?.[2];
    expect(servers.map(([, name, host, port]) => [name, host, port, roles(host ?? "")])).toEqual([
      ["api-1", "api-1", "8080", "api"],
      ["api-2", "api-2", "8080", "api"],
    ]);
    const admin = compose.services["api-1"]?.environment?.["PLATEN_ADMIN_PORT"];
    expect(content).toContain(`check port ${admin} `);
    expect(content).toContain("option httpchk GET /readyz");
    expect(content).toContain("bind :8080");
    // A server that starts again may have another address.
    expect(content).toContain("parse-resolv-conf");
    expect(content).toMatch(/^\s*default-server .* resolvers names /m);
    expect(compose.services["balancer"]?.ports).toEqual(["8080:8080"]);
  });
});

describe.runIf(lane !== "fast")("the files' own commands", () => {
  test("build the program and run two servers and two workers that render and do a job", {
    timeout: PATIENCE_MS,
  }, async () => {
    await using folder = await temporaryFolder("container");
    const image = join(folder.path, "image");
    await build(image, join(folder.path, "data"));
    await using bucket = await startS3Server();
    const postgres = await startPostgres();
    const running: RunningCommand[] = [];
    try {
      const { host, port: databasePort, user, binFolder } = postgres.server;
      const made = await runCommand(join(binFolder, "createdb"), [
        "-h",
        host,
        "-p",
        `${databasePort}`,
        "-U",
        user,
        "platen",
      ]);
      expect(made.stderr).toBe("");
      const apis: string[] = [];
      const admins: string[] = [];
      const envOf = (name: string) => environmentOf(name, postgres, bucket, join(folder.path, "data", name));
      for (const name of startOrder(compose).filter((one) => platens.some(([platen]) => platen === one))) {
        const [program = "", ...first] = wordsOf(only("ENTRYPOINT"));
        const command = [...first, ...(compose.services[name]?.command ?? [])];
        const port = await freePort();
        const options = { cwd: image, env: { ...envOf(name), PLATEN_PORT: `${port}` } };
        if (command.at(-1) === "migrate") {
          expect(await runCommand(program, command, options)).toMatchObject({ exitCode: 0 });
          continue;
        }
        const one = await startCommand(program, command, options);
        running.push(one);
        await one.waitFor(command.at(-1) === "api" ? /listens on/ : /renders jobs/);
        if (command.at(-1) === "api") apis.push(`http://127.0.0.1:${port}`);
        admins.push((await one.waitFor(/readiness are on http:\/\/\S+:(\d+)/))[1] ?? "");
      }
      expect([apis.length, admins.length]).toEqual([2, 4]);
      for (const admin of admins) expect(await healthOf(admin)).toBe(0);
      await printAndDoAJob(image, envOf("operator"), apis);
      for (const one of running.splice(0)) expect((await one.stop("SIGTERM")).exitCode).toBe(0);
      expect(await healthOf(admins[0] ?? "")).toBe(1);
    } finally {
      for (const one of running) await one.stop("SIGKILL");
      await postgres.stop();
    }
  });
});

/** Takes the image's steps up to its user, in their order, in a folder; what belongs to the machine is left alone. */
async function build(image: string, dataFolder: string): Promise<void> {
  await mkdir(image, { recursive: true });
  const ignored = ignoredNames();
  for (const { word, rest } of steps) {
    if (word === "USER") return;
    if (word === "COPY") {
      const paths = rest.split(/\s+/);
      const target = paths.at(-1) ?? "";
      for (const source of paths.slice(0, -1)) {
        if (source === ".") await copyProgram(image, ignored);
        else await cp(source, join(image, target === "./" ? source : target), { recursive: true });
      }
    }
    if (word !== "RUN") continue;
    for (const command of rest.split("&&").map((one) => one.trim())) {
      // A container's cache is its own; this machine's is not to be emptied by a test.
      if (command.startsWith("npm cache clean")) continue;
      const here = command.replace(" -o node -g node", "").replace("/var/lib/platen", dataFolder);
      const [program = "", ...words] = here.split(/\s+/);
      const done = await runCommand(program, words, { cwd: image, timeoutMs: PATIENCE_MS / 2 });
      expect([here, done.exitCode, done.stderr.split("\n").filter((line) => /error/i.test(line))]).toEqual([
        here,
        0,
        [],
      ]);
    }
  }
}

/** What of the clone is not ignored, by the container file or by git. */
async function copyProgram(image: string, ignored: ReadonlySet<string>): Promise<void> {
  const { stdout } = await runCommand("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"]);
  for (const file of stdout.split("\0").filter((name) => name !== "" && !ignored.has(name.split("/")[0] ?? ""))) {
    await mkdir(join(image, dirname(file)), { recursive: true });
    await cp(file, join(image, file));
  }
}

/** What a process is told by the image and the compose file, with the names of containers put into this machine's. */
function environmentOf(
  name: string,
  { server }: RunningPostgres,
  { location }: S3Server,
  dataDir: string,
): Readonly<Record<string, string>> {
  const said = { ...imageEnvironment(), ...(compose.services[name] ?? compose.services["api-1"])?.environment };
  const filled = Object.entries(said).map(([setting, value]): [string, string] => {
    const text = String(value)
      .replaceAll(/\$\{(\w+):\?\}/g, (_match, secret: string) => SECRETS[secret as keyof typeof SECRETS])
      .replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1");
    return [setting, text.replace("@postgres:5432/", `@${server.host}:${server.port}/`)];
  });
  const { bucketUrl, accessKeyId } = location;
  expect(new URL(said["PLATEN_S3_URL"] ?? "").pathname).toBe(new URL(bucketUrl).pathname);
  return {
    ...Object.fromEntries(filled),
    PLATEN_S3_URL: bucketUrl,
    PLATEN_S3_ACCESS_KEY_ID: accessKeyId,
    // Containers have ports and folders of their own.
    ...{ PLATEN_ADMIN_PORT: "0", PLATEN_DATA_DIR: dataDir },
  };
}

/** The exit status of the image's own health check, asked of a process on this port. */
async function healthOf(adminPort: string): Promise<number | null> {
  const [program = "", ...words] = wordsOf(only("HEALTHCHECK"));
  return (
    await runCommand(
      program,
      words.map((word) => word.replace("9090", adminPort)),
    )
  ).exitCode;
}

/** A tenant by the operator's commands, a render at one server, and a job that is asked for at the other. */
async function printAndDoAJob(image: string, env: Readonly<Record<string, string>>, apis: readonly string[]) {
  const platen = async (...args: readonly string[]): Promise<string> => {
    const { exitCode, stdout, stderr } = await runCommand("node", ["src/main.ts", ...args], { cwd: image, env });
    if (exitCode !== 0) throw new Error(stderr);
    return stdout;
  };
  await platen("organizations", "create", "山本食品", "--plan", "enterprise");
  const canvasId = (await platen("publish", INVOICE)).split("\t")[0] ?? "";
  const key = /pk_\w+/.exec(await platen("keys", "create", "--role", "render"))?.[0] ?? "";
  const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([]) });
  const { template } = engine.check({ source: readFileSync(INVOICE, "utf8"), data: null });
  const body = `{"data":${template?.example ?? "{}"}}`;
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const [first = "", second = ""] = apis;
  const url = `/v1/canvases/${canvasId}/pdf`;
  const printed = await fetch(`${first}${url}`, { method: "POST", headers, body });
  expect([printed.status, (await printed.text()).slice(0, 5)]).toEqual([200, "%PDF-"]);
  const queued = await fetch(`${second}${url}`, {
    method: "POST",
    headers: { ...headers, prefer: "respond-async" },
    body,
  });
  expect(queued.status).toBe(202);
  const { statusUrl } = (await queued.json()) as { readonly statusUrl: string };
  await expect
    .poll(
      async () => ((await (await fetch(`${first}${statusUrl}`, { headers })).json()) as { status: string }).status,
      {
        timeout: 60_000,
        interval: 200,
      },
    )
    .toBe("succeeded");
  const file = await fetch(`${first}${statusUrl}/pdf`, { headers });
  expect([file.status, file.headers.get("etag")]).toEqual([200, printed.headers.get("etag")]);
}
