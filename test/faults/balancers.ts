// Real balancers before two servers, with the settings that the operations guide shows.
import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parse } from "yaml";
import { type CommandOptions, type RunningCommand, startCommand } from "../support/command.ts";
import { freePort } from "../support/postgres.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** How long a server answers on while it says that it stops, as the guide's table has it. */
export const NOTICE_SECONDS = { haproxy: 2, nginx: 2, caddy: 3 } as const;

/** How long a balancer takes to send requests to a server that has started, as the guide's table has it. */
const RETURN_SECONDS = { haproxy: 3, nginx: 2, caddy: 2 } as const satisfies Record<BalancerName, number>;

export type BalancerName = keyof typeof NOTICE_SECONDS;

/** A balancer that runs. */
export interface Balancer extends AsyncDisposable {
  readonly baseUrl: string;
  /** Waits until a server that has started gets requests. */
  untilBack(): Promise<void>;
}

const FOLDER = "docs/operations";
const HOST = "127.0.0.1";
const LISTENS_MS_MAX = 10_000;
const LOOKING_MS = 50;

/** The names and ports of the guide's files. */
const SERVERS = ["api-1:8080", "api-2:8080"] as const;

/** Starts a balancer before the two servers of these ports. */
export async function startBalancer(name: BalancerName, ports: readonly [number, number]): Promise<Balancer> {
  const folder = await temporaryFolder(name);
  const port = await freePort();
  const file = join(folder.path, name);
  await writeFile(file, KINDS[name].settings({ port, ports, folder: folder.path }));
  const kind = KINDS[name];
  const running = await startCommand(kind.program, ...kind.arguments(file, folder.path));
  await untilItListens(running, port);
  return {
    baseUrl: `http://${HOST}:${port}`,
    untilBack: () => sleep(RETURN_SECONDS[name] * 1_000),
    async [Symbol.asyncDispose]() {
      await running.stop();
      await folder.remove();
    },
  };
}

/** What to install, in one sentence; null where the balancer is installed. */
export function missingBalancer(name: BalancerName): string | null {
  const { program } = KINDS[name];
  return existsSync(program) ? null : `${program} is not installed; on Debian: apt-get install ${name}.`;
}

interface Settings {
  readonly port: number;
  readonly ports: readonly [number, number];
  readonly folder: string;
}

interface Kind {
  readonly program: string;
  settings(of: Settings): string;
  /** How the program is started with its file of settings. */
  arguments(file: string, folder: string): readonly [readonly string[], CommandOptions?];
}

/** The guide's text, with a loopback port for each name. */
function placed(text: string, { ports }: Settings): string {
  return SERVERS.reduce((all, server, at) => all.replaceAll(server, `${HOST}:${ports[at]}`), text);
}

const KINDS: Readonly<Record<BalancerName, Kind>> = {
  haproxy: {
    program: "/usr/sbin/haproxy",
    settings(of) {
      const compose = parse(readFileSync(join(FOLDER, "compose.yaml"), "utf8")) as {
        readonly configs: { readonly balancer: { readonly content: string } };
      };
      // Containers are found by name and have an admin port of one number; here both servers are on one machine.
      return placed(compose.configs.balancer.content, of)
        .replace(/resolvers names\n.*\n/u, "")
        .replace(/ resolvers names resolve-prefer ipv4 init-addr libc,none/u, "")
        .replace("check port 9090", "check")
        .replace("bind :8080", `bind ${HOST}:${of.port}`);
    },
    arguments: (file) => [["-db", "-f", file]],
  },
  nginx: {
    program: "/usr/sbin/nginx",
    settings(of) {
      return placed(readFileSync(join(FOLDER, "balancers/nginx.conf"), "utf8"), of)
        .replace("listen 8080", `listen ${HOST}:${of.port}`)
        .replace("events {}", `pid ${of.folder}/pid;\nevents {}`)
        .replace("http {", ["http {", "  access_log off;", ...temporaryPaths(of.folder)].join("\n"));
    },
    arguments: (file, folder) => [["-p", folder, "-c", file, "-e", "stderr", "-g", "daemon off;"]],
  },
  caddy: {
    program: "/usr/bin/caddy",
    settings: (of) =>
      placed(readFileSync(join(FOLDER, "balancers/Caddyfile"), "utf8"), of).replace(
        "\n:8080 {",
        `\nhttp://${HOST}:${of.port} {`,
      ),
    arguments: (file, folder) => [
      ["run", "--config", file, "--adapter", "caddyfile"],
      { env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder } },
    ],
  },
};

/** nginx's own places for temporary files belong to another user. */
function temporaryPaths(folder: string): readonly string[] {
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return kinds.map((kind) => `  ${kind}_temp_path ${folder}/${kind};`);
}

/** Any answer will do: servers that are not ready are answered for by the balancer. */
async function untilItListens(running: RunningCommand, port: number): Promise<void> {
  const untilMs = performance.now() + LISTENS_MS_MAX;
  for (;;) {
    const answer = await fetch(`http://${HOST}:${port}/v1/health`).catch(() => null);
    if (answer?.status === 200) return;
    if (performance.now() > untilMs) throw new Error(`The balancer does not answer.\n${running.output.stderr()}`);
    await sleep(LOOKING_MS);
  }
}
