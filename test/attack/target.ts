import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { Worker } from "node:worker_threads";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import { AccountService } from "../../gen/platen/v1/account_pb.ts";
import { AuthoringService } from "../../gen/platen/v1/authoring_pb.ts";
import { DatasetService } from "../../gen/platen/v1/dataset_pb.ts";
import { Visitor } from "../facades/oauth/visitor.ts";
import { type RunningService, startService } from "../support/service.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { NeighbourData } from "./neighbour-thread.ts";
import { type Answer, send } from "./send.ts";
import type { Watched, Watching } from "./watch.ts";

/** The plans that attackers are on. */
export type AttackerPlan = "starter" | "business" | "enterprise";

/** An organization that attacks, made for one attack, so that no attack pays for another. */
export interface Attacker {
  readonly organizationId: string;
  readonly renderKey: string;
  readonly dataKey: string;
  /** A published form: a text and a picture, both from the data. */
  readonly canvasId: string;
  /** Makes a dataset of the organization, which its data key writes to; answers its id. */
  dataset(content: Readonly<Record<string, unknown>>): Promise<string>;
  /** Sends the render of that form. */
  render(data: Readonly<Record<string, unknown>>, more?: Readonly<Record<string, unknown>>): Promise<Answer>;
  /** Signs a person of it in and answers what calls a tool. */
  signIn(): Promise<CallTool>;
}

/** Calls a tool of the MCP door in a person's name. */
export type CallTool = (name: string, args: Readonly<Record<string, unknown>>) => Promise<Answer>;

/** The server that is attacked, and those who live on it. */
export interface Target extends AsyncDisposable {
  readonly baseUrl: string;
  readonly pid: number;
  /** The operator's way into the server, which nobody else reaches. */
  readonly operatorSocket: string;
  attacker(plan?: AttackerPlan): Promise<Attacker>;
  /** The request of the neighbour, who renders an invoice as usual and has nothing to do with any of it. */
  neighbour(): Promise<NeighbourAnswer>;
  /** What the main thread did since the last time that this was asked; `next` is looked for from now on. */
  watched(next?: Watching): Promise<Watched>;
  /** An address that nobody has come from yet, for the header that the server believes. */
  newAddress(): string;
  /** Has every thread load what renders, checks and pictures need, which is no attack's doing. */
  warmUp(): Promise<void>;
  /** Whether the process is alive. */
  isAlive(): boolean;
  /** What the process wrote to its log. */
  log(): string;
}

const ATTACKERS_FORM = `rpt 1
document slip name="slip"
field note? text(4000) example="x"
field picture? image
field pictures[].i image
page A4 portrait margin=15mm {
  body gap=1mm {
    text "{note}"
    image (picture) w=100mm h=100mm alt="x"
    each pictures {
      image (.i) w=10mm h=10mm alt="x"
    }
  }
}
`;

const PASSWORD = "seven wooden lanterns drift";

/**
 * Starts a server as `npm start` does, in a data folder of its own. It believes its proxy, which is this process: so
 * each attack comes from an address of its own, and what is counted by address does not outlast it.
 */
export async function startTarget(): Promise<Target> {
  const folder = await temporaryFolder("attack");
  const watchPath = join(folder.path, "watch.sock");
  const service = await startService({
    env: {
      ...{ PLATEN_TRUSTED_PROXIES: "127.0.0.1", PLATEN_LOG_LEVEL: "error" },
      ...{ NODE_OPTIONS: `--import=${new URL("watch.ts", import.meta.url).href}`, ATTACK_WATCH_SOCKET: watchPath },
    },
  });
  let isEnded = false;
  void service.process.ended.then(() => {
    isEnded = true;
  });
  const world = worldOf(service);
  const neighbour = await neighbourOf(service, world);
  let addresses = 0;
  const newAddress = (): string => {
    addresses += 1;
    return `198.18.${addresses >> 8}.${addresses & 255}`;
  };
  const attacker = (plan: AttackerPlan = "starter") => attackerOf(service, world, plan, newAddress);
  return {
    ...{ baseUrl: service.baseUrl, pid: service.process.pid, neighbour: neighbour.ask, newAddress, attacker },
    operatorSocket: join(service.dataDir, "operator.sock"),
    watched: (next = "memory") => watchedAt(watchPath, next),
    warmUp: async () => warmUp(neighbour.ask, await attacker("enterprise")),
    isAlive: () => !isEnded,
    log: () => service.process.output.stderr(),
    async [Symbol.asyncDispose]() {
      await neighbour.end();
      await service[Symbol.asyncDispose]();
      await folder.remove();
    },
  };
}

async function watchedAt(path: string, next: Watching): Promise<Watched> {
  const socket = connect({ path });
  socket.end(next);
  return JSON.parse(await text(socket));
}

/** Requests of each kind that warm a thread. */
const WARM_REQUESTS = 40;

const HARMLESS_SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><filter id="f"><feGaussianBlur stdDeviation="2"/>' +
  '</filter><rect width="50" height="50" filter="url(#f)"/></svg>';

async function warmUp(neighbour: () => Promise<NeighbourAnswer>, attacker: Attacker): Promise<void> {
  const call = await attacker.signIn();
  const picture = `data:image/svg+xml;base64,${Buffer.from(HARMLESS_SVG).toString("base64")}`;
  const several = async (count: number, work: (at: number) => Promise<unknown>): Promise<void> => {
    for (let at = 0; at < count; at += 2) await Promise.all([work(at), work(at + 1)]);
  };
  await several(WARM_REQUESTS, neighbour);
  await several(8, (at) => attacker.render({ note: String(at), picture }));
  await several(4, () => call("check_document", { source: ATTACKERS_FORM, pages: true, advise: true }));
  await several(WARM_REQUESTS, neighbour);
}

type World = ReturnType<typeof worldOf>;

/** The operator's way into the server. */
function worldOf(service: RunningService) {
  const nodeOptions = { socketPath: join(service.dataDir, "operator.sock"), agent: false as const };
  const transport = createConnectTransport({ baseUrl: "http://operator", httpVersion: "1.1", nodeOptions });
  const account = createClient(AccountService, transport);
  const authoring = createClient(AuthoringService, transport);
  const datasets = createClient(DatasetService, transport);
  return {
    account,
    async dataset(workspaceId: string, content: Readonly<Record<string, unknown>>): Promise<string> {
      const value = new TextEncoder().encode(JSON.stringify(content));
      const name = `data ${randomBytes(4).toString("hex")}`;
      const made = await datasets.createDataset({ workspaceId, name, content: { case: "dataJson", value } });
      return made.dataset?.id ?? "";
    },
    async organization(name: string, plan: string) {
      const { organization } = await account.createOrganization({ name, plan });
      return { id: organization?.id ?? "", workspaceId: organization?.workspaces[0]?.id ?? "" };
    },
    async key(organizationId: string, role: string): Promise<string> {
      return (await account.createKey({ organizationId, role, name: "attack" })).secret;
    },
    async publish(workspaceId: string, source: string): Promise<string> {
      return (await authoring.publishCanvas({ source, title: "slip", workspaceId })).canvas?.id ?? "";
    },
  };
}

/** An address that no attack comes from. */
const NEIGHBOURS_ADDRESS = "203.0.113.7";

/** What the neighbour saw of one request. */
export type NeighbourAnswer = Pick<Answer, "said" | "status" | "ms">;

interface Neighbour {
  /** Sends one request, by a thread of its own that takes the time. */
  readonly ask: () => Promise<NeighbourAnswer>;
  readonly end: () => Promise<unknown>;
}

async function neighbourOf(service: RunningService, world: World): Promise<Neighbour> {
  const { id, workspaceId } = await world.organization("隣の商店", "enterprise");
  const key = await world.key(id, "render");
  const canvasId = await world.publish(workspaceId, readFileSync("docs/examples/invoice.rpt", "utf8"));
  const body = readFileSync(join(service.dataDir, "demo-invoice.json"));
  const headers = { "x-api-key": key, "content-type": "application/json", "x-forwarded-for": NEIGHBOURS_ADDRESS };
  const sent = { path: `/v1/canvases/${canvasId}/pdf`, headers, body };
  const workerData: NeighbourData = { baseUrl: service.baseUrl, sent };
  const thread = new Worker(new URL("./neighbour-thread.ts", import.meta.url), { workerData });
  const waiting: ((answer: NeighbourAnswer) => void)[] = [];
  thread.on("message", ({ turn, ...answer }: NeighbourAnswer & { readonly turn: number }) => waiting[turn]?.(answer));
  return {
    ask: () => new Promise((resolve) => thread.postMessage(waiting.push(resolve) - 1)),
    end: () => thread.terminate(),
  };
}

async function attackerOf(
  { baseUrl }: RunningService,
  world: World,
  plan: AttackerPlan,
  newAddress: () => string,
): Promise<Attacker> {
  const { id: organizationId, workspaceId } = await world.organization(
    `attacker ${randomBytes(4).toString("hex")}`,
    plan,
  );
  const renderKey = await world.key(organizationId, "render");
  const canvasId = await world.publish(workspaceId, ATTACKERS_FORM);
  return {
    ...{ organizationId, renderKey, canvasId },
    dataKey: await world.key(organizationId, "data-write"),
    dataset: (content) => world.dataset(workspaceId, content),
    render: (data, more = {}) =>
      send(baseUrl, {
        path: `/v1/canvases/${canvasId}/pdf`,
        headers: { "x-api-key": renderKey, "content-type": "application/json" },
        body: JSON.stringify({ data: { pictures: [], ...data }, ...more }),
      }),
    async signIn() {
      const email = `${randomBytes(6).toString("hex")}@attacker.example`;
      await world.account.createPerson({ organizationId, email, password: PASSWORD });
      const token = await accessToken(baseUrl, email, newAddress());
      const headers = {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      let id = 0;
      return (name, args) => {
        id += 1;
        const body = JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } });
        return send(baseUrl, { path: "/mcp", headers, body });
      };
    },
  };
}

const CALLBACK = "http://127.0.0.1:9/callback";

/** An access token as an assistant gets one: registration, sign-in, consent, code with PKCE (RFC 7636). */
async function accessToken(baseUrl: string, email: string, address: string): Promise<string> {
  const from = { "x-forwarded-for": address };
  const registered = await send(baseUrl, {
    path: "/oauth/register",
    headers: { ...from, "content-type": "application/json" },
    body: JSON.stringify({ client_name: "attack", redirect_uris: [CALLBACK] }),
  });
  const { client_id: clientId = "" } = JSON.parse(registered.body.toString()) as { readonly client_id?: string };
  const verifier = randomBytes(32).toString("base64url");
  const asked = new URLSearchParams({
    ...{ client_id: clientId, response_type: "code", redirect_uri: CALLBACK, state: "x" },
    ...{ code_challenge: createHash("sha256").update(verifier).digest("base64url"), code_challenge_method: "S256" },
  });
  const visitor = new Visitor(baseUrl, "en");
  visitor.address = address;
  const left = await visitor.signInAndAllow(`/oauth/authorize?${asked}`, { email, password: PASSWORD });
  const got = await send(baseUrl, {
    path: "/oauth/token",
    headers: { ...from, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      ...{ grant_type: "authorization_code", code: left.searchParams.get("code") ?? "", client_id: clientId },
      ...{ redirect_uri: CALLBACK, code_verifier: verifier },
    }).toString(),
  });
  return String((JSON.parse(got.body.toString()) as { readonly access_token?: string }).access_token);
}
