#!/usr/bin/env node
// Composition root: the only file that knows core, facades and plugins by name. It reads the environment, opens what
// the services stand on, puts the faces on one port, and hands the command line its way into all of it.
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { pino } from "pino";
// Before whatever loads the Protobuf library.
import "./core/base64/index.ts";
import {
  baseUrlOf,
  type Configuration,
  isFirstLook,
  makeDataFolder,
  readConfiguration,
} from "./core/configuration/index.ts";
import {
  type BundledPlugins,
  type Engine,
  type EnginePool,
  type FontFace,
  type InstalledPlugins,
  installedPlugins,
  loadPlugins,
  PluginError,
  pluginNamesIn,
  readFontFolder,
} from "./core/engine/index.ts";
import type { RenderQueue, Sweeping } from "./core/jobs/index.ts";
import { linkSecretOf } from "./core/links/index.ts";
import type { HttpHandler } from "./core/methods/index.ts";
import type { Metrics, Tracing } from "./core/observability/index.ts";
import type { Database, DatabaseLocation } from "./core/persistence/index.ts";
import { onePageReference, roleVocabulary, type StarterKind } from "./core/reference/index.ts";
import type { Services } from "./core/services/index.ts";
import type { PdfStore } from "./core/store/index.ts";
import { createRateLimits, type Passwords } from "./core/tenancy/index.ts";
import type { Readiness } from "./facades/admin/index.ts";
import {
  CliError,
  type CliHost,
  demoLinkLine,
  endingWhileStarting,
  endWhenWritten,
  endWithOutput,
  goOnWithoutOutput,
  listenForOperator,
  type OperatorConnection,
  offerDemo,
  operatorTransport,
  ownStandardOutput,
  type ReferencePage,
  runCli,
  runningServer,
  type ServiceRole,
  stopSignal,
  unblocked,
} from "./facades/cli/index.ts";
import type { SignInDoor } from "./facades/oauth/index.ts";
import type { Server } from "./facades/rpc/index.ts";

const PACKAGE_ROOT = packageRoot();
const VERSION = packageVersion();

/** For what commands answer; what plugins print goes to standard error. */
const standardOutput = ownStandardOutput();

/** "Internal software error" of sysexits.h. */
const EX_SOFTWARE = 70;

/** Longer than a render and storing its file; supervisors give a process 40 seconds, and the notice beside them. */
const STOPPING_MS_MAX = 36_000;

const now = (): Date => new Date();

/** The plugins that Platen brings, by address; workers load them by themselves. */
const BUNDLED_PLUGINS: BundledPlugins = {
  renderers: [pluginAddress("renderers/pdf")],
  // Draw pages as images; a thread of the service loads them for its first check with pages.
  pageRenderers: [pluginAddress("renderers/svg")],
  // Business profiles, loaded where a source or a request names one.
  profiles: [pluginAddress("profiles/jp")],
  // Where linked datasets are read from.
  sources: [pluginAddress("sources/https")],
};

/** The modules of the service, loaded where a command needs them: a check or a preview starts without them. */
async function serviceModules() {
  const modules = await Promise.all([
    import("pino"),
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
  const [{ pino }, engine, fetching, jobs, methods, observability, persistence, services, store, ...faces] = modules;
  const [admin, http, links, mcp, oauth, openapi, rpc] = faces;
  const core = { engine, fetching, jobs, methods, observability, persistence, services, store };
  return { pino, ...core, admin, http, links, mcp, oauth, openapi, rpc };
}

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
  readonly signIn: SignInDoor;
  readonly passwords: Passwords;
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
  const { pino, observability, persistence } = modules;
  const serializers = { err: observability.loggedError };
  const destination = observability.logDestination(pino.destination, unblocked(process.stderr.fd));
  const log = pino({ level: configuration.logLevel, base: null, serializers }, destination);
  // What the operator has to mend is told before anything is open that would have to be closed.
  const fonts = ownFonts(configuration.fontsDir, (problem) => log.warn(problem));
  const plugins = await wellSet(pluginsOf(configuration.plugins).further());
  const sources = await datasetSources(modules, configuration, plugins);
  await makeDataDir(configuration);
  // Its first thread loads its code while the database opens.
  const pool = enginePool(modules, configuration, { plugins, fonts });
  const opening = await persistence.openDatabase(databaseLocation(configuration));
  if (!opening.ok) {
    await pool.close();
    throw new CliError(opening.sentence, 1);
  }
  const { database } = opening;
  const store = await modules.store.openStore(configuration);
  const onError = (err: unknown): void => log.error({ err }, "the queue failed");
  const queue = takesJobs ? await modules.jobs.openRenderQueue(database.sqlHome, onError) : null;
  const metrics = modules.observability.createMetrics({
    pool: () => ({ threads: pool.threads, ...pool.load() }),
    queued: () => database.renders.countQueued(null).catch(() => null),
  });
  const signingIn = modules.services.createSigningIn({
    ...{ database, baseUrl, log, mail: configuration.mail, now },
    secret: configuration.secret ?? (await persistence.installationSecret(configuration.dataDir)),
    showLink: isFirstLook(configuration) ? (email, link) => tellDemoLink(configuration, email, link) : null,
  });
  const signIn = modules.oauth.signInDoor({
    ...{ signingIn, baseUrl, now, upstream: configuration.upstream, externalIssuer: configuration.oauthIssuer },
    fetch: modules.fetching.createWebFetch(configuration.fetchAllow),
  });
  const services = modules.services.createServices({
    catalogue: modules.methods.platenMethods,
    contents: new modules.services.CanvasContents(database, pool, (isHit) => metrics.cacheAsked("canvas", isHit)),
    database,
    store,
    engine: pool,
    plugins: () => localPlugins().list(),
    queue: queue ?? modules.jobs.NO_QUEUE,
    plans: configuration.plans,
    linkSecrets: configuration.linkSecrets.map((secret) => linkSecretOf(new TextEncoder().encode(secret))),
    // One process has the embedded database to itself, and with it the counts.
    datasetSources: sources,
    datasetRefreshMs: configuration.datasetRefreshMs,
    rates: createRateLimits(database.kind === "embedded" ? null : database.sqlHome.sql),
    signingIn,
    accessTokens: signIn.accessTokens,
    baseUrl,
    version: VERSION,
    now,
    log,
    metrics,
  });
  const { passwords } = signingIn;
  return { modules, configuration, database, pool, store, queue, signIn, passwords, services, metrics, log };
}

/** The threads that check and render, with what is bundled and what the operator added. */
function enginePool(
  { engine }: ServiceModules,
  { threads }: Configuration,
  { plugins, fonts }: { readonly plugins: readonly string[]; readonly fonts: ReturnType<typeof ownFonts> },
) {
  return engine.createEnginePool({
    plugins: [...BUNDLED_PLUGINS.renderers, ...plugins],
    pageRenderers: BUNDLED_PLUGINS.pageRenderers,
    profiles: [...BUNDLED_PLUGINS.profiles, ...plugins],
    trustedProfiles: BUNDLED_PLUGINS.profiles,
    barcodes: plugins,
    fonts,
    ...(threads === null ? {} : { threads }),
  });
}

async function makeDataDir({ dataDir }: Configuration): Promise<void> {
  const sentence = await makeDataFolder(dataDir);
  if (sentence !== null) throw new CliError(sentence, 2);
}

/** Sources of linked datasets, with what the operator set for them. */
async function datasetSources(
  { fetching, services }: ServiceModules,
  configuration: Configuration,
  plugins: readonly string[],
) {
  const { datasetSources: sources } = await loadPlugins([...BUNDLED_PLUGINS.sources, ...plugins]);
  const { datasetSettings: settings, fetchAllow } = configuration;
  const mistake = services.datasetSettingsMistake(sources, settings);
  if (mistake !== null) throw new CliError(`PLATEN_DATASET_SETTINGS ${mistake}.`, 2);
  return services.createDatasetSources({ sources, settings, fetcher: fetching.createFetcher(fetchAllow) });
}

/** The queue first: its jobs need everything else until their end. */
async function closeCore({ database, pool, passwords, queue }: Core): Promise<void> {
  await Promise.allSettled([queue?.close()]);
  await Promise.allSettled([pool.close(), passwords.close(), database.close()]);
}

/** Frees what processes that were killed hold, where no worker may be there to do so. */
function startReleasing({ modules, database }: Core): Sweeping {
  return modules.jobs.startReleasing({ renders: database.renders, now });
}

/** Does what nobody waits for, until it is stopped. */
function startWorking({ modules, database, pool, store, queue, services, log }: Core): Promise<Sweeping> {
  const { runJob, refreshDatasets } = services;
  const onFailure = (err: unknown, what: string): void => log.error({ err }, what);
  return modules.jobs.startWorking({
    ...{ database, store, queue, threads: pool.threads, runJob, refreshDatasets, now, onFailure },
  });
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
  const asked = { database: () => database.canWrite(), store: () => store.ping() };
  const parts = queue === null ? asked : { ...asked, queue: () => queue.ping() };
  const lives = modules.admin.livenessOf({
    ...{ ping: () => database.ping(), knock: () => database.knock() },
    nowMs: () => performance.now(),
  });
  const readiness: Readiness = { parts, isStopping, lives };
  const { admin, allowedHosts, otlpUrl } = configuration;
  const server =
    admin === null
      ? null
      : modules.rpc.createServer({
          handlers: [
            modules.admin.adminHandler({ readiness, metrics: metrics.page, hosts: [admin.host, ...allowedHosts] }),
          ],
          onError: (err) => log.error({ err }, "the admin face failed"),
        });
  if (server !== null && admin !== null) {
    const port = await listen(modules, server, admin, "PLATEN_ADMIN");
    standardOutput.write(`Metrics and readiness are on http://${admin.host}:${port}.\n`);
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
  goOnWithoutOutput();
  return role === "worker" ? serveJobs(configuration) : serveRequests(configuration, role === "all");
}

/** Renders jobs and answers when the process was asked to stop and running jobs have ended. */
async function serveJobs(configuration: Configuration): Promise<void> {
  const baseUrl = baseUrlOf(configuration, configuration.port);
  const started = endingWhileStarting();
  const core = await openCore(await serviceModules(), configuration, { baseUrl, takesJobs: true });
  let isStopping = false;
  let monitoring: Monitoring | null = null;
  try {
    await core.pool.warmUp();
    const sweeping = await startWorking(core);
    monitoring = await startMonitoring(core, () => isStopping);
    standardOutput.write(`Platen ${VERSION} renders jobs (database: ${core.database.description}).\n`);
    started();
    await stopSignal(STOPPING_MS_MAX);
    isStopping = true;
    standardOutput.write("Stopping: running jobs end first.\n");
    await sweeping.stop();
  } finally {
    await closeCore(core);
    await monitoring?.close();
  }
}

/** Starts every face and answers when the process was asked to stop and running requests have ended. */
async function serveRequests(configuration: Configuration, withJobs: boolean): Promise<void> {
  // The port opens first: links carry its number, which the system chooses for port 0. Requests wait for the faces.
  const started = endingWhileStarting();
  const modules = await serviceModules();
  const faces = modules.rpc.waitingFaces();
  const server = modules.rpc.createServer({
    handlers: [faces.handler],
    trustedProxies: configuration.trustedProxies,
    ...(configuration.tls === null ? {} : { tls: { cert: configuration.tls.certificate, key: configuration.tls.key } }),
  });
  const port = await listen(modules, server, { host: configuration.host, port: configuration.port });
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
      await core.signIn.readKeys().catch((err) => core.log.error(err.message));
      sweeping = withJobs ? await startWorking(core) : startReleasing(core);
      monitoring = await startMonitoring(core, () => closing.signal.aborted);
      const ready = modules.admin.readinessHandler(monitoring.readiness);
      faces.open([ready, ...publicFaces(core, baseUrl, closing.signal)]);
      standardOutput.write(`Platen ${VERSION} listens on ${baseUrl} (database: ${core.database.description}).\n`);
      await offerDemoOf(core, baseUrl);
      started();
      await stopSignal(STOPPING_MS_MAX + configuration.stopNoticeMs);
      standardOutput.write("Stopping: running requests get their answers first.\n");
      closing.abort();
      await Promise.allSettled([server.close(undefined, configuration.stopNoticeMs), operator.close()]);
    } finally {
      await operator.close(0);
      await sweeping?.stop();
      await closeCore(core);
      await monitoring?.close();
    }
  } catch (error) {
    faces.fail(error);
    throw error;
  } finally {
    closing.abort();
    await server.close(0);
  }
}

/** All public faces, in the order in which they are asked. */
function publicFaces(
  { modules, configuration, signIn, services, log }: Core,
  baseUrl: string,
  closing: AbortSignal,
): readonly HttpHandler[] {
  const { transport, admit, refused, identify, routes, interceptors } = services;
  const { http, links, mcp, openapi, rpc } = modules;
  const catalogue = modules.methods.platenMethods;
  const guards = mcp.guardsOf(baseUrl, { origins: configuration.allowedOrigins, hosts: configuration.allowedHosts });
  const { origins } = guards;
  const onError = (err: unknown): void => log.error({ err }, "a face failed");
  return [
    openapi.openApiHandler(catalogue, { version: VERSION, baseUrl }),
    http.restHandler({ catalogue, transport, admit, refused, onError, origins }),
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
      authorizationServer: { issuer: signIn.issuer, scopes: modules.services.SCOPES },
      guards,
      version: VERSION,
      resources: mcp.authorsShelf({ example: exampleSource, starter: starterSource, onePageReference, roleVocabulary }),
      onError,
    }),
    ...signIn.handlers(onError),
  ];
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

async function listen(
  { rpc }: ServiceModules,
  server: Server,
  target: { readonly host: string; readonly port: number },
  settings: "PLATEN" | "PLATEN_ADMIN" = "PLATEN",
): Promise<number> {
  try {
    return await server.listen(target);
  } catch (error) {
    throw new CliError(rpc.listenSentence(error, target, settings), 1);
  }
}

/** The operator's way in: over the running server's socket, or straight to the database where none runs. */
async function operatorConnection(configuration: Configuration): Promise<OperatorConnection> {
  const running = await runningServer(configuration.dataDir);
  if (running !== null) return running;
  const baseUrl = baseUrlOf(configuration, configuration.port);
  const core = await openCore(await serviceModules(), configuration, { baseUrl, takesJobs: false });
  return { transport: operatorTransport(core.services.transport), close: () => closeCore(core) };
}

/** The first start makes the demo; later ones point to it. Never on PostgreSQL, never beyond loopback. */
async function offerDemoOf({ configuration, services, log }: Core, baseUrl: string): Promise<void> {
  if (!isFirstLook(configuration)) return;
  const writeOut = (text: string): void => void standardOutput.write(text);
  try {
    await offerDemo({
      ...{ dataDir: configuration.dataDir, baseUrl, example: exampleSource, writeOut },
      transport: operatorTransport(services.transport),
      isTerminal: process.stdout.isTTY,
    });
  } catch (err) {
    // The server answers already; whoever asks it needs no demo.
    log.error({ err }, "the demo could not be made");
    writeOut("The demo could not be made; the log says why. The next start goes on with it.\n");
  }
}

/** A demo has no mail: whoever runs it gets the links that mail would bring. */
async function tellDemoLink({ dataDir }: Configuration, email: string, link: string): Promise<void> {
  standardOutput.write(`${await demoLinkLine(dataDir, { email, link, isTerminal: process.stdout.isTTY })}\n`);
}

/** The source of an example of the documentation. */
function exampleSource(name: string): Promise<string> {
  return readFile(join(PACKAGE_ROOT, `docs/examples/${name}.rpt`), "utf8");
}

/** The source of a form to start from. */
function starterSource(kind: StarterKind): Promise<string> {
  return readFile(join(PACKAGE_ROOT, `docs/starters/${kind}.rpt`), "utf8");
}

/** An engine in this thread, for commands that need no server. */
async function localEngine(): Promise<Engine> {
  return wellSet(localPlugins().engine(ownFonts(process.env["PLATEN_FONTS_DIR"] || null, tellOperator)));
}

function tellOperator(problem: string): void {
  process.stderr.write(`platen: ${problem}\n`);
}

/** The faces of an installation's folder; each font that is left out is told. */
function ownFonts(folder: string | null, tell: (problem: string) => void): readonly FontFace[] {
  const { isReadable, faces, problems } = readFontFolder(folder);
  if (!isReadable) throw new CliError(`PLATEN_FONTS_DIR is wrong: ${problems.join(" ")}`, 2);
  for (const problem of problems) tell(problem);
  return faces;
}

function pluginsOf(names: readonly string[]): InstalledPlugins {
  return installedPlugins(BUNDLED_PLUGINS, names, process.cwd());
}

/** Checks and previews read this setting alone: they work whatever else the environment holds. */
function localPlugins(): InstalledPlugins {
  return pluginsOf(pluginNamesIn(process.env["PLATEN_PLUGINS"]));
}

/** Plugins that can't be used are the operator's to mend. */
async function wellSet<Value>(using: Promise<Value>): Promise<Value> {
  try {
    return await using;
  } catch (error) {
    throw error instanceof PluginError ? new CliError(`PLATEN_PLUGINS is wrong: ${error.message}.`, 2) : error;
  }
}

/** The pages that authors learn from. */
const REFERENCE: Readonly<Record<ReferencePage, () => string>> = { language: onePageReference, roles: roleVocabulary };

/** The language server. Its library acts as it is loaded, so no other command loads it. */
async function serveLanguage(): Promise<void> {
  const { serveLanguage: serveEditor } = await import("./facades/lsp/index.ts");
  const engine = localEngine();
  const check = async (source: string) => (await engine).check({ source, data: null }).diagnostics;
  serveEditor({ input: process.stdin, output: standardOutput, version: VERSION, check });
  await engine;
  await once(process.stdin, "close");
}

function databaseLocation(configuration: Configuration): DatabaseLocation {
  const { databaseUrl, databaseConnections, dataDir, embeddedSync } = configuration;
  return databaseUrl === null
    ? { kind: "embedded", dataDir, sync: embeddedSync }
    : { kind: "postgresql", url: databaseUrl, connections: databaseConnections };
}

async function migrate(configuration: Configuration): Promise<readonly string[]> {
  await makeDataDir(configuration);
  const { migrateDatabase } = await import("./core/jobs/index.ts");
  const migrating = await migrateDatabase(databaseLocation(configuration));
  if (!migrating.ok) throw new CliError(migrating.sentence, 1);
  return migrating.migrated;
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
  writeOut: (data) => void standardOutput.write(data),
  writeError: (text) => void process.stderr.write(text),
  readFile: async (path) => new Uint8Array(await readFile(path)),
  writeFile: (path, data) => writeFile(path, data),
  readStandardInput: async () => new Uint8Array(await buffer(process.stdin)),
  environmentVariable: (name) => process.env[name],
  engine: () => localEngine(),
  plugins: () => wellSet(localPlugins().list()),
  operator: () => operatorConnection(configured()),
  serve: (role) => serve(configured(), role),
  serveLanguage,
  reference: (page) => REFERENCE[page](),
  starter: starterSource,
  migrate: () => migrate(configured()),
};

endWithOutput();

try {
  endWhenWritten(standardOutput, await runCli(process.argv.slice(2), host));
} catch (error) {
  const { databaseProblem, isDatabaseUnavailable } = await import("./core/persistence/index.ts");
  // What a command asks of the database after it was opened may find it away.
  if (isDatabaseUnavailable(error)) {
    process.stderr.write(`platen: The database ${databaseProblem(error)}. Try again once it answers.\n`);
    endWhenWritten(standardOutput, 1);
  } else if (error instanceof PluginError) {
    // They were loaded once when the command began.
    process.stderr.write(`platen: Profiles can't be asked now: ${error.message}. Try again.\n`);
    endWhenWritten(standardOutput, 1);
  } else {
    tellOwnMistake(error);
  }
}

/** A failure that nothing explains is reported whole. */
function tellOwnMistake(error: unknown): void {
  const shown = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`platen: This is a mistake of Platen's own, not yours. Report it with these lines:\n${shown}\n`);
  endWhenWritten(standardOutput, EX_SOFTWARE);
}
