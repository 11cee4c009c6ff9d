import { isIP } from "node:net";
import type { HttpHandler, HttpRequest, HttpResponse } from "../../core/methods/index.ts";

/** What a process needs in order to serve; each part is asked anew. */
export interface Readiness {
  /** A part's name, such as `database`, and whether it answers. */
  readonly parts: Readonly<Record<string, () => Promise<boolean>>>;
  /** True once a shutdown has begun: no more requests are wanted, those that run are finished. */
  readonly isStopping: () => boolean;
}

export interface AdminOptions {
  readonly readiness: Readiness;
  /** Names, with or without a port, that the port may be called by, beside this computer's and all IP addresses. */
  readonly hosts: readonly string[];
  readonly metrics: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

/** A part that does not answer within this time is not there: a probe must not hang. */
const ANSWER_MS_MAX = 3_000;

/** Serves `GET /readyz` and `GET /metrics`; everything else is 404, and a foreign host name 421. */
export function adminHandler({ readiness, hosts, metrics }: AdminOptions): HttpHandler {
  const ready = readinessHandler(readiness);
  const names = new Set(["localhost", ...hosts].map((host) => host.toLowerCase()));
  return async (request, response) => {
    if (!isOwnHost(request, names)) {
      send(response, 421, "text/plain", FOREIGN_HOST);
      return true;
    }
    if (await ready(request, response)) return true;
    const isRead = request.method === "GET" || request.method === "HEAD";
    if (isRead && pathOf(request) === "/metrics") {
      const { contentType, text } = await metrics();
      send(response, 200, contentType, text);
    } else {
      send(response, 404, "text/plain", "Here are /metrics and /readyz.\n");
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
 * Serves `GET /readyz`: 200 where every part answers, else 503, with each part's state, such as
 * `{"status":"ready","database":true,"store":true,"queue":true}`. Other paths are left to the next handler. Probes that
 * come at once share one question: anybody may send them, and each writes to the disk and asks the database.
 */
export function readinessHandler({ parts, isStopping }: Readiness): HttpHandler {
  const ask = () =>
    Promise.all(Object.entries(parts).map(async ([name, asks]) => [name, await answersInTime(asks)] as const));
  let underWay: ReturnType<typeof ask> | null = null;
  return async (request, response) => {
    if (pathOf(request) !== "/readyz") return false;
    underWay ??= ask().finally(() => {
      underWay = null;
    });
    const states = await underWay;
    const isReady = !isStopping() && states.every(([, answers]) => answers);
    const status = isStopping() ? "stopping" : isReady ? "ready" : "not ready";
    const body = JSON.stringify({ status, ...Object.fromEntries(states) });
    send(response, isReady ? 200 : 503, "application/json", `${body}\n`);
    return true;
  };
}

async function answersInTime(asks: () => Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ANSWER_MS_MAX);
  try {
    return await Promise.race([asks().catch(() => false), late.promise]);
  } finally {
    clearTimeout(timer);
  }
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
