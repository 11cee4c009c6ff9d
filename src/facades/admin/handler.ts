import { isIP } from "node:net";
import type { HttpHandler, HttpRequest, HttpResponse } from "../../core/methods/index.ts";
import { answersInTime, promptly } from "./answers.ts";

/** Whether a process should get requests, and what it stands on; each part is asked anew. */
export interface Readiness {
  /** A part's name, such as `database`, and whether it answers. It is told, and decides nothing. */
  readonly parts: Readonly<Record<string, () => Promise<boolean>>>;
  /** True once a shutdown has begun: no more requests are wanted, those that run are finished. */
  readonly isStopping: () => boolean;
  /** Whether the process can go on by itself; a restart helps where it can't. */
  readonly lives: () => Promise<boolean>;
}

export interface AdminOptions {
  readonly readiness: Readiness;
  /** Names, with or without a port, that the port may be called by, beside this computer's and all IP addresses. */
  readonly hosts: readonly string[];
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

/** Serves `GET /readyz`, `GET /livez` and `GET /metrics`; everything else is 404, and a foreign host name 421. */
export function adminHandler({ readiness, hosts, metrics }: AdminOptions): HttpHandler {
  const ready = readinessHandler(readiness);
  const names = new Set(["localhost", ...hosts].map((host) => host.toLowerCase()));
  return async (request, response) => {
    if (!isOwnHost(request, names)) {
      send(response, 421, "text/plain", FOREIGN_HOST);
      return true;
    }
    if (await ready(request, response)) return true;
    if (pathOf(request) === "/livez") {
      const lives = await readiness.lives();
      send(
        response,
        lives ? 200 : 503,
        "application/json",
        `${JSON.stringify({ status: lives ? "live" : "broken" })}\n`,
      );
      return true;
    }
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && pathOf(request) === "/metrics") {
      const { contentType, text } = await metrics();
      send(response, 200, contentType, text);
    } else {
      send(response, 404, "text/plain", "Here are /metrics, /readyz and /livez.\n");
    }
    return true;
  };
}

const FOREIGN_HOST =
  "This host name is not the admin port's. Call it by an IP address, or name the host in PLATEN_ALLOWED_HOSTS.\n";

/**
 * Whether a request names this port as its operator does. A page whose own name has come to lead here (DNS rebinding)
 * says that name; an IP address is never such a name, and only a browser would be misled without any.
 */
function isOwnHost({ headers }: HttpRequest, names: ReadonlySet<string>): boolean {
  const written = headers[":authority"] ?? headers.host;
  if (typeof written !== "string") return written === undefined;
  const host = written.toLowerCase();
  const name = host.replace(/:\d*$/, "");
  return names.has(host) || names.has(name) || isIP(name.replace(/^\[(.*)\]$/, "$1")) !== 0;
}

/**
 * Serves `GET /readyz`: 503 where the process stops or is broken by itself, else 200, with each part's state, such as
 * `{"status":"ready","database":true,"store":false,"queue":true}`. A part that is away makes no process unready: it is
 * away from all of them at once, and a balancer without a server answers nothing, not even what needs no such part.
 * Other paths are left to the next handler. A part that does not answer promptly is reported as false; later
 * probes wait for the same question.
 */
export function readinessHandler({ parts, isStopping, lives }: Readiness): HttpHandler {
  const asked = Object.entries(parts).map(
    ([name, asks]) =>
      [
        name,
        promptly(
          () => answersInTime(asks),
          () => false,
        ),
      ] as const,
  );
  return async (request, response) => {
    if (pathOf(request) !== "/readyz") return false;
    const states = Promise.all(asked.map(async ([name, asks]) => [name, await asks()] as const));
    const [isAlive, told] = await Promise.all([lives(), states]);
    const status = isStopping() ? "stopping" : isAlive ? "ready" : "broken";
    const body = JSON.stringify({ status, ...Object.fromEntries(told) });
    send(response, status === "ready" ? 200 : 503, "application/json", `${body}\n`);
    return true;
  };
}

function pathOf(request: HttpRequest): string {
  return (request.url ?? "").split("?", 1)[0] ?? "";
}

function send(response: HttpResponse, status: number, contentType: string, body: string): void {
  response.statusCode = status;
  response.setHeader("content-type", contentType);
  response.setHeader("cache-control", "no-store");
  response.end(body);
}
