import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { afterAll } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { AuthoringService } from "../../../gen/platen/v1/authoring_pb.ts";
import { type ErrorDetail, ErrorDetailSchema } from "../../../gen/platen/v1/error_pb.ts";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { UsageService } from "../../../gen/platen/v1/usage_pb.ts";
import { createEnginePool, type EnginePool, loadPlugins, type PoolOptions } from "../../../src/core/engine/index.ts";
import { createFetcher, type Fetcher } from "../../../src/core/fetching/index.ts";
import { openRenderQueue, type RenderQueue } from "../../../src/core/jobs/index.ts";
import { platenMethods } from "../../../src/core/methods/index.ts";
import { createMetrics } from "../../../src/core/observability/index.ts";
import type { Database } from "../../../src/core/persistence/index.ts";
import type { DatasetSource } from "../../../src/core/sdk/index.ts";
import {
  CanvasContents,
  createDatasetSources,
  createServices,
  createSigningIn,
  type DatasetSettings,
  type ServiceDependencies,
  type Services,
} from "../../../src/core/services/index.ts";
import { openFolderStore, type PdfStore } from "../../../src/core/store/index.ts";
import { createRateLimits, DEFAULT_PLANS, type Plan } from "../../../src/core/tenancy/index.ts";
import { httpsSource } from "../../../src/plugins/sources/https/index.ts";
import type { TestDatabase } from "../../support/databases.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** The services on a real database, a real store and real worker threads, and an organization to call them for. */
export interface ServiceBench extends AsyncDisposable {
  readonly services: Services;
  readonly database: Database;
  readonly store: PdfStore;
  readonly pool: EnginePool;
  readonly queue: RenderQueue;
  readonly organizationId: string;
  readonly workspaceId: string;
  /** The services once more on the same database and store, as another process would have them. */
  again(changes?: Partial<ServiceDependencies>): Services;
  /** A render key of the organization. */
  readonly renderKey: string;
  readonly operator: Transport;
  /** Everything that was logged, as JSON. */
  readonly logged: string[];
  publish(source: string, title: string): Promise<string>;
  key(role: "render" | "data-write", organizationId?: string): Promise<string>;
  render(canvasId: string, data: unknown, options?: { key?: string; store?: boolean }): Promise<Rendered | Refused>;
  usage(): Promise<{ used: number; remaining: number; renders: number; pages: number; reserved: number }>;
}

export interface Rendered {
  readonly kind: "rendered";
  readonly pdf: Uint8Array;
  readonly renderId: string;
  readonly pages: number;
  readonly records: number;
}

export interface Refused {
  readonly kind: "refused";
  readonly code: string;
  readonly detail: ErrorDetail;
}

export interface BenchOptions {
  /** Changes to the starter plan, which the organization is on. */
  readonly plan?: Partial<Plan>;
  readonly renderBudgetMs?: number;
  readonly checkBudgetMs?: number;
  readonly jobBudgetMs?: number;
  /** Opening a queue takes most of a second; a suite that has no use for it says false. */
  readonly withJobs?: boolean;
  /** The store of another bench on the same database; left out, one of its own. */
  readonly store?: PdfStore;
  readonly now?: () => Date;
  readonly plugins?: readonly string[];
  /** Left out, what a thread of the service has. */
  readonly threadMemoryMib?: number;
  /** Left out, no machine is too busy: suites say the same on all of them. */
  readonly busyShare?: number;
  /** Plugins with business profiles. */
  readonly profiles?: readonly string[];
  /** Left out, the guarded one without exceptions. */
  readonly fetcher?: Fetcher;
  /** Sources of linked datasets beside the web's. */
  readonly datasetSources?: readonly DatasetSource[];
  readonly datasetSettings?: DatasetSettings;
}

const HTTPS = new URL("../../../src/plugins/sources/https/index.ts", import.meta.url).href;
/** The profiles that Platen brings, which its examples name. */
const JAPANESE = new URL("../../../src/plugins/profiles/jp/index.ts", import.meta.url).href;
const SVG_PLUGIN = new URL("../../../src/plugins/renderers/svg/index.ts", import.meta.url).href;
export const PDF_PLUGIN = new URL("../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;

/** Suites send more in a minute than the starter plan takes; those about rates set their own. */
const UNHURRIED = { requestsPerMinute: 100_000, recordsPerMinute: 100_000 } as const;

/** The example invoice and a payload for it. */
export const INVOICE = readFileSync(join(import.meta.dirname, "../../../docs/examples/invoice.rpt"), "utf8");

/** A template of one line, whose data can make its computation impossible. */
export const RATIO = `rpt 1
document ratio name="割合"
field items[] min=1 max=1000
field items[].part int example=1
field items[].whole int example=2
let items[].share = round(.part / .whole, 2)
page A5 portrait margin=10mm {
  body {
    each items as=item {
      text "{item.share}"
    }
  }
}
`;

/** The queue of a bench without one. */
const NO_QUEUE: RenderQueue = {
  send: () => Promise.reject(new Error("this bench has no queue")),
  wake: () => undefined,
  work: () => Promise.reject(new Error("this bench has no queue")),
  ping: async () => false,
  close: async () => undefined,
};

/** A thread takes a second to start and keeps nothing of a tenant: benches of a file that want alike ones share it. */
const pools = new Map<string, EnginePool>();

afterAll(async () => {
  for (const pool of pools.values()) await pool.close();
});

function poolOf(bench: BenchOptions): EnginePool {
  const { plugins = [PDF_PLUGIN], profiles = [], busyShare = 0, threadMemoryMib } = bench;
  const options: PoolOptions = {
    plugins,
    pageRenderers: [SVG_PLUGIN],
    profiles: [JAPANESE, ...profiles],
    threads: 1,
    busyShare,
    ...(threadMemoryMib === undefined ? {} : { threadMemoryMib }),
  };
  const key = JSON.stringify(options);
  const pool = pools.get(key) ?? createEnginePool(options);
  pools.set(key, pool);
  return pool;
}

/** Puts the services on an open database. */
export async function serviceBench({ database }: TestDatabase, options: BenchOptions = {}): Promise<ServiceBench> {
  const folder = await temporaryFolder("services");
  const pool = poolOf(options);
  const store = options.store ?? (await openFolderStore(join(folder.path, "renders")));
  const logged: string[] = [];
  const log = (facts: Readonly<Record<string, unknown>>, message: string): void =>
    void logged.push(JSON.stringify({ ...facts, err: String(facts["err"]), message }));
  const now = options.now ?? (() => new Date());
  const withJobs = options.withJobs ?? true;
  const queue = withJobs
    ? await openRenderQueue(database.sqlHome, (error) => void logged.push(String(error)))
    : NO_QUEUE;
  const parts: ServiceDependencies = {
    catalogue: platenMethods,
    contents: new CanvasContents(database, pool),
    database,
    store,
    engine: pool,
    plugins: async () => (await loadPlugins([HTTPS, ...(options.profiles ?? [])])).plugins,
    queue,
    plans: DEFAULT_PLANS.map((plan) => (plan.name === "starter" ? { ...plan, ...UNHURRIED, ...options.plan } : plan)),
    datasetSources: createDatasetSources({
      sources: [httpsSource, ...(options.datasetSources ?? [])],
      settings: options.datasetSettings ?? {},
      fetcher: options.fetcher ?? createFetcher([]),
    }),
    datasetRefreshMs: 60_000,
    rates: createRateLimits(database.kind === "embedded" ? null : database.sqlHome.sql),
    signingIn: createSigningIn({
      ...{ database, baseUrl: "https://platen.example", mail: null, showLink: null, now },
      ...{ secret: "a secret of this bench alone, 32 or more", log: { error: log } },
    }),
    baseUrl: "https://platen.example",
    version: "0.0.0",
    ...(options.renderBudgetMs === undefined ? {} : { renderBudgetMs: options.renderBudgetMs }),
    ...(options.checkBudgetMs === undefined ? {} : { checkBudgetMs: options.checkBudgetMs }),
    ...(options.jobBudgetMs === undefined ? {} : { jobBudgetMs: options.jobBudgetMs }),
    now,
    log: { error: log, info: log },
    metrics: createMetrics({ pool: () => ({ threads: 1, busy: 0, waiting: 0 }), queued: async () => 0 }),
  };
  const services = createServices(parts);
  const operator = withHeaders(services.transport, { "x-platen-door": "operator" });
  const account = createClient(AccountService, operator);
  const { organization } = await account.createOrganization({ name: "青空商事", plan: "starter" });
  const organizationId = organization?.id ?? "";
  const workspaceId = organization?.workspaces[0]?.id ?? "";
  const key = async (role: string, owner = organizationId): Promise<string> =>
    (await account.createKey({ organizationId: owner, role, name: "test" })).secret;
  const renderKey = await key("render");
  await pool.warmUp();
  return {
    services,
    database,
    store,
    pool,
    queue,
    again: (changes = {}) => createServices({ ...parts, contents: new CanvasContents(database, pool), ...changes }),
    organizationId,
    workspaceId,
    renderKey,
    operator,
    logged,
    key,
    async publish(source, title) {
      const { canvas } = await createClient(AuthoringService, operator).publishCanvas({ source, title, workspaceId });
      return canvas?.id ?? "";
    },
    async render(canvasId, data, { key: credential = renderKey, store: keep = false } = {}) {
      const client: Client<typeof RenderService> = createClient(RenderService, services.transport);
      const dataJson = new TextEncoder().encode(typeof data === "string" ? data : JSON.stringify(data));
      const payload = { case: "dataJson", value: dataJson } as const;
      try {
        const headers = { "x-api-key": credential };
        const { pdf, renderId, pages, records } = await client.renderCanvas(
          { canvasId, payload, options: { store: keep } },
          { headers },
        );
        return { kind: "rendered", pdf, renderId, pages, records };
      } catch (thrown) {
        return refusalOf(thrown);
      }
    },
    async usage() {
      const client = createClient(UsageService, services.transport);
      const usage = await client.getUsage({}, { headers: { "x-api-key": renderKey } });
      const { reserved } = await database.usage.read(organizationId, usage.period);
      const { used = 0, remaining = 0 } = usage.records ?? {};
      return { used, remaining, renders: usage.renders, pages: usage.pages, reserved };
    },
    async [Symbol.asyncDispose]() {
      await queue.close();
      await folder.remove();
    },
  };
}

/** What was thrown, as the error that every door shows. */
export function refusalOf(thrown: unknown): Refused {
  const detail = ConnectError.from(thrown).findDetails(ErrorDetailSchema)[0];
  if (detail === undefined) throw thrown;
  return { kind: "refused", code: detail.code, detail };
}

/** A transport whose calls carry more headers, as an edge sets them. */
export function withHeaders(transport: Transport, extra: Readonly<Record<string, string>>): Transport {
  const all = (header: ConstructorParameters<typeof Headers>[0]): Headers => {
    const headers = new Headers(header);
    for (const [name, value] of Object.entries(extra)) headers.set(name, value);
    return headers;
  };
  return {
    unary: (method, signal, timeoutMs, header, input, values) =>
      transport.unary(method, signal, timeoutMs, all(header), input, values),
    stream: (method, signal, timeoutMs, header, input, values) =>
      transport.stream(method, signal, timeoutMs, all(header), input, values),
  };
}
