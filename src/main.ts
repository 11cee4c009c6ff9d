#!/usr/bin/env node
// Composition root: the only file that knows core, facades and plugins by name. It reads the environment, opens what
// the services stand on, puts the faces on one port, and hands the command line its way into all of it.
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Transport } from "@connectrpc/connect";
import type { pino } from "pino";
import { baseUrlOf, type Configuration, readConfiguration } from "./core/configuration/index.ts";
import {
  bundledFonts,
  createEngine,
  type Engine,
  type EnginePool,
  type FontFolder,
  loadPlugins,
  type PluginDescription,
  PluginError,
  pluginAddresses,
  profilesAt,
  readFontFolder,
  renderersAt,
} from "./core/engine/index.ts";
import type { RenderQueue, Sweeping } from "./core/jobs/index.ts";
import { linkSecretOf } from "./core/links/index.ts";
import type { HttpHandler, HttpRequest, HttpResponse } from "./core/methods/index.ts";
import type { Metrics, Tracing } from "./core/observability/index.ts";
import type { Database, DatabaseLocation } from "./core/persistence/index.ts";
import { onePageReference, roleVocabulary } from "./core/reference/index.ts";
import type { Services, SigningIn } from "./core/services/index.ts";
import type { PdfStore } from "./core/store/index.ts";
import { createRateLimits } from "./core/tenancy/index.ts";
import type { Readiness } from "./facades/admin/index.ts";
import {
  CliError,
  type CliHost,
  createDemo,
  demoFilesIn,
  demoLines,
  type OperatorConnection,
  operatorSocketPath,
  type ReferencePage,
  runCli,
  type ServiceRole,
  socketAnswers,
} from "./facades/cli/index.ts";
import type { Resource } from "./facades/mcp/index.ts";
import type { Server } from "./facades/rpc/index.ts";

const PACKAGE_ROOT = packageRoot();
const VERSION = packageVersion();

/** Plugins by address; workers load them by themselves. */
const PLUGINS: readonly string[] = [pluginAddress("renderers/pdf")];

/** Business profiles, loaded where a source or a request names one. */
const PROFILE_PLUGINS: readonly string[] = [pluginAddress("profiles/jp")];

/** Where linked datasets are read from. */
const SOURCE_PLUGINS: readonly string[] = [pluginAddress("sources/https")];

/** Page images are drawn by the command line alone; the service's threads need not load them. */
const LOCAL_PLUGINS: readonly string[] = [...PLUGINS, pluginAddress("renderers/svg")];

/** What the demo publishes, of the examples that the documentation shows. */
const DEMO_TEMPLATES = [
  { title: "請求書", file: "docs/examples/invoice.rpt" },
  { title: "適格請求書", file: "docs/examples/invoice-qualified.rpt" },
  { title: "検査成績書", file: "docs/examples/inspection-report.rpt" },
  { title: "生産計画表", file: "docs/examples/production-schedule.rpt" },
  // It makes a record of each customer, and may be encrypted.
  { title: "月次請求書（一括）", file: "docs/examples/billing-run.rpt" },
] as const;

/** What those may read who can create templates: forms to start from, and the language. */
const AUTHORS_SHELF: readonly Resource[] = [
  ...["invoice", "invoice-qualified", "inspection-report", "production-schedule"].map((name) => ({
    uri: `rpt://examples/${name}`,
    name,
    title: `Example: ${name}`,
    description: "A whole form in the .rpt language, to start from.",
    mimeType: "text/x-rpt",
    openedBy: "check_document",
    read: () => readFile(join(PACKAGE_ROOT, `docs/examples/${name}.rpt`), "utf8"),
  })),
  {
    uri: "rpt://reference/one-page",
    name: "one-page",
    title: "The .rpt language on one page",
    description: "All that is needed to write a form: read it before the first one.",
    mimeType: "text/markdown",
    openedBy: "check_document",
    read: onePageReference,
  },
  {
    uri: "rpt://reference/roles",
    name: "roles",
    title: "The vocabulary of roles",
    description: "What `role=` may say of a field or text, and the legal or customary item that it stands for.",
    mimeType: "text/markdown",
    openedBy: "check_document",
    read: roleVocabulary,
  },
];

/** The modules of the service, loaded where a command needs them: a check or a preview starts without them. */
async function serviceModules() {
  const modules = await Promise.all([
    import("pino"),
    import("@connectrpc/connect-node"),
    import("./core/engine/index.ts"),
    import("./core/fetching/index.ts"),
    import("./core/jobs/index.ts"),
    import("./core/methods/index.ts"),
    import("./core/observability/index.ts"),
    import("./core/persistence/index.ts"),
    import("./core/services/index.ts"),
    import("./core/store/index.ts"),
    import("./facades/admin/index.ts"),
    import("./facades/http/index.ts"),
    import("./facades/links/index.ts"),
    import("./facades/mcp/index.ts"),
    import("./facades/oauth/index.ts"),
    import("./facades/openapi/index.ts"),
    import("./facades/rpc/index.ts"),
  ]);
  const [{ pino }, connect, engine, fetching, jobs, methods, observability, persistence, services, store, ...faces] =
    modules;
  const [admin, http, links, mcp, oauth, openapi, rpc] = faces;
  const core = { engine, fetching, jobs, methods, observability, persistence, services, store };
  return { pino, connect, ...core, admin, http, links, mcp, oauth, openapi, rpc };
}

/** Modules of plugins, as every thread can import them. */
type Addresses = readonly string[];

type ServiceModules = Awaited<ReturnType<typeof serviceModules>>;

/** The services of this process, and what they stand on. */
interface Core {
  readonly modules: ServiceModules;
  readonly configuration: Configuration;
  readonly database: Database;
  readonly pool: EnginePool;
  readonly store: PdfStore;
  /** Null where no job can come: the operator's commands. */
  readonly queue: RenderQueue | null;
  readonly signingIn: SigningIn;
  readonly services: Services;
  readonly metrics: Metrics;
  readonly log: pino.Logger;
}

/** Opens database, store and engine and puts the services on them. Closed by `closeCore`. */
async function openCore(
  modules: ServiceModules,
  configuration: Configuration,
  { baseUrl, takesJobs }: { readonly baseUrl: string; readonly takesJobs: boolean },
): Promise<Core> {
  const { pino, persistence } = modules;
  const log = pino({ level: configuration.logLevel, base: null }, pino.destination(2));
  // What the operator has to mend is told before anything is open that would have to be closed.
  const fonts = ownFonts(configuration.fontsDir);
  if (!fonts.isReadable) throw new CliError(`PLATEN_FONTS_DIR is wrong: ${fonts.problems.join(" ")}`, 2);
  for (const problem of fonts.problems) log.warn(problem);
  const plugins = await furtherPlugins(configuration.plugins);
  const sources = await datasetSources(modules, configuration, plugins);
  await mkdir(configuration.dataDir, { recursive: true, mode: 0o700 });
  const opening = await persistence.openDatabase(databaseLocation(configuration));
  if (!opening.ok) throw new CliError(opening.sentence, 1);
  const { database } = opening;
  const pool = modules.engine.createEnginePool({
    plugins: [...PLUGINS, ...plugins],
    profiles: [...PROFILE_PLUGINS, ...plugins],
    barcodes: plugins,
    fonts: fonts.faces,
    ...(configuration.threads === null ? {} : { threads: configuration.threads }),
  });
  const store = await openStore(modules, configuration);
  const onError = (err: unknown): void => log.error({ err }, "the queue failed");
  const queue = takesJobs ? await modules.jobs.openRenderQueue(database.sqlHome, onError) : null;
  const metrics = modules.observability.createMetrics({
    pool: () => ({ threads: pool.threads, ...pool.load() }),
    queued: () => database.renders.countQueued(null).catch(() => null),
  });
  const signingIn = modules.services.createSigningIn({
    ...{ database, baseUrl, log, mail: configuration.mail, now: () => new Date() },
    secret: configuration.secret ?? (await persistence.installationSecret(configuration.dataDir)),
    showLink: isDemo(configuration) ? (sentence) => void process.stdout.write(`${sentence}\n`) : null,
  });
  const services = modules.services.createServices({
    catalogue: modules.methods.platenMethods,
    contents: new modules.services.CanvasContents(database, (isHit) => metrics.cacheAsked("canvas", isHit)),
    database,
    store,
    engine: pool,
    plugins: installedPlugins,
    queue: queue ?? NO_QUEUE,
    plans: configuration.plans,
    linkSecrets: configuration.linkSecrets.map((secret) => linkSecretOf(new TextEncoder().encode(secret))),
    // One process has the embedded database to itself, and with it the counts.
    datasetSources: sources,
    datasetRefreshMs: configuration.datasetRefreshMs,
    rates: createRateLimits(database.kind === "embedded" ? null : database.sqlHome.sql),
    signingIn,
    accessTokens: modules.oauth.accessTokensFor({
      ...{ signingIn, baseUrl, externalIssuer: configuration.oauthIssuer },
      fetch: modules.fetching.createWebFetch(configuration.fetchAllow),
    }),
    baseUrl,
    version: VERSION,
    now: () => new Date(),
    log,
    metrics,
  });
  return { modules, configuration, database, pool, store, queue, signingIn, services, metrics, log };
}

/** Sources of linked datasets, with what the operator set for them. */
async function datasetSources(
  { fetching, services }: ServiceModules,
  configuration: Configuration,
  plugins: Addresses,
) {
  const { datasetSources: sources } = await loadPlugins([...SOURCE_PLUGINS, ...plugins]);
  const { datasetSettings: settings, fetchAllow } = configuration;
  const mistake = services.datasetSettingsMistake(sources, settings);
  if (mistake !== null) throw new CliError(`PLATEN_DATASET_SETTINGS ${mistake}.`, 2);
  return services.createDatasetSources({ sources, settings, fetcher: fetching.createFetcher(fetchAllow) });
}

/** Commands that reach the database directly call no method that queues a job. */
const NO_QUEUE: Pick<RenderQueue, "send" | "wake"> = {
  send: () => Promise.reject(new Error("a command of the operator queued a job")),
  wake: () => undefined,
};

/** PDFs are kept in the bucket where one is set, else under the data folder. */
async function openStore({ store }: ServiceModules, { s3, dataDir }: Configuration): Promise<PdfStore> {
  return s3 === null ? store.openFolderStore(join(dataDir, "renders")) : store.openS3Store(s3);
}

/** The queue first: its jobs need everything else until their end. */
async function closeCore({ database, pool, queue }: Core): Promise<void> {
  await Promise.allSettled([queue?.close()]);
  await Promise.allSettled([pool.close(), database.close()]);
}

/** Renders jobs and sweeps until it is stopped. A render that somebody waits for always finds a thread free. */
async function startWorking({ modules, database, pool, store, queue, services, log }: Core): Promise<Sweeping> {
  await queue?.work(Math.max(1, pool.threads - 1), services.runJob);
  const refreshing = modules.jobs.startRefreshing(services.refreshDatasets, (err) =>
    log.error({ err }, "linked datasets could not be refreshed"),
  );
  const sweeping = modules.jobs.startSweeping({
    renders: database.renders,
    idempotency: database.idempotency,
    signingIn: database,
    store,
    now: () => new Date(),
    onFailure: (err) => log.error({ err }, "a sweep failed"),
  });
  return { stop: async () => void (await Promise.all([refreshing.stop(), sweeping.stop()])) };
}

/** What an operator's monitoring looks at; ended with the process. */
interface Monitoring {
  readonly readiness: Readiness;
  close(): Promise<void>;
}

/** Opens the admin port where one is set, and sends traces where a collector is set. */
async function startMonitoring(
  { modules, configuration, database, store, queue, metrics, log }: Core,
  isStopping: () => boolean,
): Promise<Monitoring> {
  const asked = { database: () => database.ping(), store: () => store.ping() };
  const parts = queue === null ? asked : { ...asked, queue: () => queue.ping() };
  const readiness: Readiness = { parts, isStopping };
  const { admin, otlpUrl } = configuration;
  const server =
    admin === null
      ? null
      : modules.rpc.createServer({
          handlers: [modules.admin.adminHandler({ readiness, metrics: metrics.page })],
          onError: (err) => log.error({ err }, "the admin face failed"),
        });
  if (server !== null && admin !== null) {
    const port = await listen(server, admin);
    process.stdout.write(`Metrics and readiness are on http://${admin.host}:${port}.\n`);
  }
  const tracing: Tracing | null =
    otlpUrl === null ? null : await modules.observability.startTracing({ url: otlpUrl, version: VERSION });
  return { readiness, close: async () => void (await Promise.allSettled([server?.close(0), tracing?.stop()])) };
}

/** What a process does: answer requests, render jobs, or both. */
async function serve(configuration: Configuration, role: ServiceRole): Promise<void> {
  if (role !== "all" && configuration.databaseUrl === null) {
    const sentence = `The embedded database has one process, so --role ${role} is of no use with it.`;
    throw new CliError(`${sentence} Set PLATEN_DATABASE_URL, or leave --role out.`, 2);
  }
  return role === "worker" ? serveJobs(configuration) : serveRequests(configuration, role === "all");
}

/** Renders jobs and answers when the process was asked to stop and running jobs have ended. */
async function serveJobs(configuration: Configuration): Promise<void> {
  const baseUrl = baseUrlOf(configuration, configuration.port);
  const core = await openCore(await serviceModules(), configuration, { baseUrl, takesJobs: true });
  let isStopping = false;
  let monitoring: Monitoring | null = null;
  try {
    await core.pool.warmUp();
    const sweeping = await startWorking(core);
    monitoring = await startMonitoring(core, () => isStopping);
    process.stdout.write(`Platen ${VERSION} renders jobs (database: ${core.database.description}).\n`);
    await stopSignal();
    isStopping = true;
    process.stdout.write("Stopping: running jobs end first.\n");
    await sweeping.stop();
  } finally {
    await closeCore(core);
    await monitoring?.close();
  }
}

/** Starts every face and answers when the process was asked to stop and running requests have ended. */
async function serveRequests(configuration: Configuration, withJobs: boolean): Promise<void> {
  // The port opens first: links carry its number, which the system chooses for port 0. Requests wait for the faces.
  const modules = await serviceModules();
  const faces = Promise.withResolvers<readonly HttpHandler[]>();
  faces.promise.catch(() => undefined);
  const server = modules.rpc.createServer({
    handlers: [async (request, response) => firstTaker(await faces.promise, request, response)],
    trustedProxies: configuration.trustedProxies,
    ...(configuration.tls === null ? {} : { tls: { cert: configuration.tls.certificate, key: configuration.tls.key } }),
  });
  const port = await listen(server, { host: configuration.host, port: configuration.port });
  const baseUrl = baseUrlOf(configuration, port);
  const closing = new AbortController();
  try {
    const core = await openCore(modules, configuration, { baseUrl, takesJobs: true });
    const operator = operatorServer(core);
    let sweeping: Sweeping | null = null;
    let monitoring: Monitoring | null = null;
    try {
      await Promise.all([core.pool.warmUp(), listenForOperator(operator, configuration.dataDir)]);
      // What was sealed by another process's secret keeps nobody's keys from being good.
      if (configuration.oauthIssuer === null)
        await core.signingIn.keys.all().catch((err) => core.log.error(err.message));
      if (withJobs) sweeping = await startWorking(core);
      monitoring = await startMonitoring(core, () => closing.signal.aborted);
      const ready = modules.admin.readinessHandler(monitoring.readiness);
      faces.resolve([ready, ...publicFaces(core, baseUrl, closing.signal)]);
      process.stdout.write(`Platen ${VERSION} listens on ${baseUrl} (database: ${core.database.description}).\n`);
      await offerDemo(core, baseUrl);
      await stopSignal();
      process.stdout.write("Stopping: running requests get their answers first.\n");
      closing.abort();
      await Promise.allSettled([server.close(), operator.close()]);
    } finally {
      await operator.close(0);
      await sweeping?.stop();
      await closeCore(core);
      await monitoring?.close();
    }
  } catch (error) {
    faces.reject(error);
    throw error;
  } finally {
    closing.abort();
    await server.close(0);
  }
}

async function firstTaker(
  faces: readonly HttpHandler[],
  request: HttpRequest,
  response: HttpResponse,
): Promise<boolean> {
  for (const face of faces) {
    if (await face(request, response)) return true;
  }
  return false;
}

/** All public faces, in the order in which they are asked. */
function publicFaces(
  { modules, configuration, signingIn, services, log }: Core,
  baseUrl: string,
  closing: AbortSignal,
): readonly HttpHandler[] {
  const { transport, admit, refused, identify, routes, interceptors } = services;
  const { http, links, mcp, oauth, openapi, rpc } = modules;
  const catalogue = modules.methods.platenMethods;
  const guards = guardsOf(configuration, baseUrl);
  const onError = (err: unknown): void => log.error({ err }, "a face failed");
  const fetch = modules.fetching.createWebFetch(configuration.fetchAllow);
  const signInOptions = { signingIn, baseUrl, fetch, upstream: configuration.upstream, now: () => new Date(), onError };
  return [
    openapi.openApiHandler(catalogue, { version: VERSION, baseUrl }),
    http.restHandler({ catalogue, transport, admit, refused, onError }),
    rpc.connectHandler({ catalogue, routes, router: { interceptors }, door: "rpc", admit, refused, onError }),
    rpc.grpcInfrastructureHandler(catalogue, closing),
    links.linksHandler({ transport, onError }),
    mcp.mcpHandler({
      catalogue,
      transport,
      admit,
      identify,
      refused,
      baseUrl,
      authorizationServer: { issuer: configuration.oauthIssuer ?? baseUrl, scopes: modules.services.SCOPES },
      guards,
      version: VERSION,
      resources: AUTHORS_SHELF,
      onError,
    }),
    ...(configuration.oauthIssuer === null ? [oauth.oauthHandler(signInOptions)] : []),
  ];
}

/** Who may call the tool endpoint from a browser, and under which names of this host. */
function guardsOf(
  configuration: Configuration,
  baseUrl: string,
): { origins: ReadonlySet<string>; hosts: ReadonlySet<string> } {
  const base = new URL(baseUrl);
  const loopback = ["127.0.0.1", "localhost", "[::1]"];
  return {
    origins: new Set([base.origin, ...configuration.allowedOrigins].map((origin) => origin.toLowerCase())),
    hosts: new Set(
      [base.host, base.hostname, ...loopback, ...configuration.allowedHosts].map((host) => host.toLowerCase()),
    ),
  };
}

/** The operator's own door: a socket in the data folder, which only this user can open. */
function operatorServer({ modules, services, log }: Core): Server {
  const { rpc, methods } = modules;
  const { routes, interceptors, admit } = services;
  const catalogue = methods.platenMethods;
  return rpc.createServer({
    handlers: [rpc.connectHandler({ catalogue, routes, router: { interceptors }, door: "operator", admit })],
    onError: (err) => log.error({ err }, "the operator's face failed"),
  });
}

async function listen(server: Server, target: { readonly host: string; readonly port: number }): Promise<number> {
  try {
    return await server.listen(target);
  } catch (error) {
    throw new CliError(listenSentence(error, target), 1);
  }
}

function listenSentence(error: unknown, { host, port }: { readonly host: string; readonly port: number }): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use. Stop what listens there, or set PLATEN_PORT to another port.`;
    case "EACCES":
      return `Port ${port} may not be used by this user. Set PLATEN_PORT to a port above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}. Set PLATEN_HOST to one it has, such as 127.0.0.1.`;
    default:
      return `The server can't listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

/** A socket that a killed server left behind is in nobody's use. */
async function listenForOperator(server: Server, dataDir: string): Promise<void> {
  const path = await operatorSocketPath(dataDir);
  if (await socketAnswers(path)) return;
  await rm(path, { force: true });
  await server.listen({ path });
  await chmod(path, 0o600);
}

/** The operator's way in: over the running server's socket, or straight to the database where none runs. */
async function operatorConnection(configuration: Configuration): Promise<OperatorConnection> {
  const path = await operatorSocketPath(configuration.dataDir);
  if (await socketAnswers(path)) {
    const nodeOptions = { socketPath: path, agent: false as const };
    const { createConnectTransport } = await import("@connectrpc/connect-node");
    const transport = createConnectTransport({ baseUrl: "http://operator", httpVersion: "1.1", nodeOptions });
    return { transport, close: async () => {} };
  }
  const baseUrl = baseUrlOf(configuration, configuration.port);
  const core = await openCore(await serviceModules(), configuration, { baseUrl, takesJobs: false });
  return { transport: asOperator(core), close: () => closeCore(core) };
}

/** Calls in this process through the operator's door. */
function asOperator({ modules, services }: Core): Transport {
  const { transport } = services;
  const marked = (header: ConstructorParameters<typeof Headers>[0]): Headers => {
    const headers = new Headers(header);
    headers.set(modules.methods.INTERNAL_HEADERS.door, "operator");
    return headers;
  };
  return {
    unary: (method, signal, timeoutMs, header, input, contextValues) =>
      transport.unary(method, signal, timeoutMs, marked(header), input, contextValues),
    stream: (method, signal, timeoutMs, header, input, contextValues) =>
      transport.stream(method, signal, timeoutMs, marked(header), input, contextValues),
  };
}

/** The first start makes the demo; later ones point to it. Never on PostgreSQL, never beyond loopback. */
async function offerDemo(core: Core, baseUrl: string): Promise<void> {
  const { configuration } = core;
  if (!isDemo(configuration)) return;
  const files = demoFilesIn(configuration.dataDir);
  if ((await files.renew(baseUrl)) !== null) {
    process.stdout.write(`The demo's keys are in ${files.shown.demoFile}.\n`);
    return;
  }
  const engine = await localEngine();
  const templates = await Promise.all(
    DEMO_TEMPLATES.map(async ({ title, file }) => {
      const source = await readFile(join(PACKAGE_ROOT, file), "utf8");
      const { template } = engine.check({ source, data: null });
      if (template === null) throw new Error(`${file} does not compile`);
      return { title, source, example: template.example };
    }),
  );
  const demo = await createDemo(asOperator(core), baseUrl, templates);
  if (demo === null) return;
  await files.keep(demo, templates[0]?.example ?? "{}");
  process.stdout.write(demoLines(demo, files.shown));
}

/** Whether the installation is a first look: the embedded database, on this machine alone. */
function isDemo({ databaseUrl, host }: Configuration): boolean {
  return databaseUrl === null && isLoopback(host);
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127\./.test(host);
}

/** An engine in this thread, for commands that need no server. */
async function localEngine(): Promise<Engine> {
  const folder = process.env["PLATEN_FONTS_DIR"] || null;
  const plugins = await furtherPlugins(namesIn(process.env["PLATEN_PLUGINS"]));
  return createEngine({
    fonts: bundledFonts(ownFonts(folder).faces),
    renderers: renderersAt([...LOCAL_PLUGINS, ...plugins]),
    profiles: profilesAt([...PROFILE_PLUGINS, ...plugins]),
    barcodes: (await loadPlugins(plugins)).barcodes,
  });
}

/** Addresses of an installation's own plugins, once it is sure that they can be used beside the bundled ones. */
async function furtherPlugins(names: readonly string[]): Promise<Addresses> {
  if (names.length === 0) return [];
  try {
    const addresses = pluginAddresses(names, process.cwd());
    await loadPlugins([...LOCAL_PLUGINS, ...PROFILE_PLUGINS, ...SOURCE_PLUGINS, ...addresses]);
    return addresses;
  } catch (error) {
    throw error instanceof PluginError ? new CliError(`PLATEN_PLUGINS is wrong: ${error.message}.`, 2) : error;
  }
}

/** The plugins that this process would use, bundled ones first. */
async function installedPlugins(): Promise<readonly PluginDescription[]> {
  const own = await furtherPlugins(namesIn(process.env["PLATEN_PLUGINS"]));
  return (await loadPlugins([...LOCAL_PLUGINS, ...PROFILE_PLUGINS, ...SOURCE_PLUGINS, ...own])).plugins;
}

/** Checks and previews read this setting alone: they work whatever else the environment holds. */
function namesIn(setting: string | undefined): readonly string[] {
  const names = (setting ?? "").split(",").map((name) => name.trim());
  return names.filter((name) => name !== "");
}

/** The fonts of an installation's own folder; none where it has no folder. */
function ownFonts(folder: string | null): FontFolder {
  return folder === null ? { isReadable: true, faces: [], problems: [] } : readFontFolder(folder);
}

/** The pages that authors learn from. */
function referencePage(page: ReferencePage): string {
  switch (page) {
    case "language":
      return onePageReference();
    case "roles":
      return roleVocabulary();
  }
}

/** The language server. Its library acts as it is loaded, so no other command loads it. */
async function serveLanguage(): Promise<void> {
  const { serveLanguage: serveEditor } = await import("./facades/lsp/index.ts");
  const engine = localEngine();
  const check = async (source: string) => (await engine).check({ source, data: null }).diagnostics;
  serveEditor({ input: process.stdin, output: process.stdout, version: VERSION, check });
  await engine;
  await once(process.stdin, "close");
}

function databaseLocation(configuration: Configuration): DatabaseLocation {
  const { databaseUrl, databaseConnections, dataDir } = configuration;
  return databaseUrl === null
    ? { kind: "embedded", dataDir }
    : { kind: "postgresql", url: databaseUrl, connections: databaseConnections };
}

async function migrate(configuration: Configuration): Promise<readonly string[]> {
  await mkdir(configuration.dataDir, { recursive: true, mode: 0o700 });
  const { openDatabase } = await import("./core/persistence/index.ts");
  const opening = await openDatabase(databaseLocation(configuration));
  if (!opening.ok) throw new CliError(opening.sentence, 1);
  const { database, migrated } = opening;
  try {
    // The queue's tables too, so that a service whose user makes no tables finds them all.
    const { openRenderQueue } = await import("./core/jobs/index.ts");
    const queue = await openRenderQueue(database.sqlHome, (error) => {
      throw error;
    });
    await queue.close();
  } finally {
    await database.close();
  }
  return migrated;
}

/** Resolves at the first SIGINT or SIGTERM; a second one ends the process at once. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.once("SIGINT", () => process.exit(130));
      process.once("SIGTERM", () => process.exit(143));
      resolve();
    };
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  });
}

/** The folder that holds package.json: this file runs from `src` in a clone and from `dist/src` in a package. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return folder;
}

function packageVersion(): string {
  const description: unknown = JSON.parse(readFileSync(join(PACKAGE_ROOT, "package.json"), "utf8"));
  const version =
    typeof description === "object" && description !== null && "version" in description ? description.version : "";
  return String(version);
}

function pluginAddress(path: string): string {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  return new URL(`./plugins/${path}/index.${extension}`, import.meta.url).href;
}

/** The configuration, read when a command needs it: help and checks work whatever the environment holds. */
function configured(): Configuration {
  const reading = readConfiguration(process.env);
  if (!reading.ok) throw new CliError(reading.sentence, 2);
  return reading.configuration;
}

const host: CliHost = {
  version: VERSION,
  writeOut: (data) => void process.stdout.write(data),
  writeError: (text) => void process.stderr.write(text),
  readFile: async (path) => new Uint8Array(await readFile(path)),
  writeFile: (path, data) => writeFile(path, data),
  readStandardInput: async () => new Uint8Array(await buffer(process.stdin)),
  environmentVariable: (name) => process.env[name],
  engine: localEngine,
  plugins: installedPlugins,
  operator: () => operatorConnection(configured()),
  serve: (role) => serve(configured(), role),
  serveLanguage,
  reference: referencePage,
  migrate: () => migrate(configured()),
};

// A reader that has seen enough (`| head`) closes the pipe; that is its right, and no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
    process.exit();
  });
}

try {
  process.exitCode = await runCli(process.argv.slice(2), host);
} catch (error) {
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`platen: This is a mistake of Platen's own, not yours. Report it with these lines:\n${shown}\n`);
  process.exitCode = 70; // EX_SOFTWARE of sysexits.h
}
