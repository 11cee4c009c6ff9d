// Servers are replaced one after another, again and again, while clients with lasting connections go on.
import { Agent, request as send } from "node:http";
import { type ClientHttp2Session, connect } from "node:http2";
import type { ClusterTenant } from "../support/cluster.ts";
import type { BalancerName } from "./balancers.ts";
import type { Measured } from "./measure.ts";
import type { Site } from "./site.ts";

/** The protocols that a balancer passes on to servers as they come. */
const PROTOCOLS: Readonly<Record<BalancerName, readonly Protocol[]>> = {
  haproxy: ["HTTP/1.1", "HTTP/2"],
  nginx: ["HTTP/1.1"],
  caddy: ["HTTP/1.1"],
};

type Protocol = "HTTP/1.1" | "HTTP/2";

const CLIENTS = 8;
const REPLACEMENTS_MIN = 4;

/** What a client sends: most of it costs little, so that many requests meet each replacement. */
interface Request {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function requestOf({ canvasId, key, payload }: ClusterTenant, number: number): Request {
  const headers = { "x-api-key": key };
  if (number % 10 > 1) return { method: "GET", path: "/v1/usage", headers, body: "" };
  const own: Readonly<Record<string, string>> = number % 10 === 0 ? {} : { "idempotency-key": `rolling-${number}` };
  return {
    method: "POST",
    path: `/v1/canvases/${canvasId}/pdf`,
    headers: { ...headers, ...own, "content-type": "application/json" },
    body: `{"data":${payload}}`,
  };
}

/** Sends over a connection of its own that lasts, and answers the status. */
interface Client {
  send(request: Request): Promise<string>;
  close(): void;
}

function http1Client(baseUrl: string): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve) => {
        const request = send(`${baseUrl}${path}`, { method, headers, agent }, (answer) => {
          answer.resume().once("end", () => resolve(String(answer.statusCode)));
          answer.once("error", () => resolve("reset"));
        });
        request.once("error", () => resolve("reset"));
        request.end(body);
      }),
    close: () => agent.destroy(),
  };
}

function http2Client(baseUrl: string): Client {
  let session: ClientHttp2Session | null = null;
  return {
    send: ({ method, path, headers, body }) =>
      new Promise((resolve) => {
        if (session === null || session.closed || session.destroyed) {
          session = connect(baseUrl);
          session.on("error", () => undefined);
        }
        const stream = session.request({ ":method": method, ":path": path, ...headers }, { endStream: false });
        let status = "reset";
        stream.once("response", (answer) => {
          status = String(answer[":status"]);
        });
        stream.resume();
        stream.once("end", () => resolve(status));
        stream.once("error", () => resolve("reset"));
        stream.end(body);
      }),
    close: () => session?.destroy(),
  };
}

const CLIENT_OF: Readonly<Record<Protocol, (baseUrl: string) => Client>> = {
  "HTTP/1.1": http1Client,
  "HTTP/2": http2Client,
};

/** One row for each protocol: so many requests, none of which may fail. */
export async function rolling(site: Site, balancer: BalancerName, requests: number): Promise<readonly Measured[]> {
  const rows: Measured[] = [];
  for (const protocol of PROTOCOLS[balancer]) rows.push(await rollingOver(site, protocol, requests));
  return rows;
}

async function rollingOver(site: Site, protocol: Protocol, requests: number): Promise<Measured> {
  const tenant = await site.cluster.newTenant();
  const clients = Array.from({ length: CLIENTS }, () => CLIENT_OF[protocol](site.balancer.baseUrl));
  const outcomes = new Map<string, number>();
  const state = { sent: 0, replaced: 0, slowestMs: 0 };
  const isOver = (): boolean => state.sent >= requests && state.replaced >= REPLACEMENTS_MIN;
  const work = async ({ send }: Client): Promise<void> => {
    while (!isOver()) {
      state.sent += 1;
      const sentMs = performance.now();
      const outcome = await send(requestOf(tenant, state.sent));
      state.slowestMs = Math.max(state.slowestMs, performance.now() - sentMs);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
  };
  const replacing = async (): Promise<void> => {
    while (!isOver()) {
      await site.replaceApi(state.replaced % 2 === 0 ? 0 : 1);
      state.replaced += 1;
    }
  };
  await Promise.all([...clients.map(work), replacing()]);
  for (const { close } of clients) close();
  const failed = [...outcomes].filter(([outcome]) => outcome !== "200");
  return {
    fault: `${state.replaced} replacements of servers, ${protocol}`,
    answers: state.sent,
    refused: Object.fromEntries(failed.filter(([outcome]) => outcome !== "reset")),
    broken: outcomes.get("reset") ?? 0,
    recoveredMs: 0,
    slowestMs: state.slowestMs,
    files: 0,
    jobs: 0,
    faults: failed.map(([outcome, count]) => `${count} requests ended in ${outcome}`),
    oddities: [],
  };
}
