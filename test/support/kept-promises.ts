// What has to hold once every fault is over: each acknowledged render is there byte for byte, usage is what succeeded,
// one print is one render and one charge, and nothing is left over or stuck.
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sweep, sweepOrphans } from "../../src/core/jobs/index.ts";
import type { Database } from "../../src/core/persistence/index.ts";
import { openS3Store } from "../../src/core/store/index.ts";
import type { Cluster, ClusterTenant } from "./cluster.ts";
import { openOrThrow } from "./databases.ts";
import type { PromisedFile } from "./print-load.ts";

/** What clients were promised. */
export interface Promised {
  /** Renders that were answered with their bytes, and kept. */
  readonly files: readonly PromisedFile[];
  /** Renders that were taken on. */
  readonly jobs: ReadonlySet<string>;
}

interface Render {
  readonly id: string;
  readonly status: string;
  readonly sha256?: string;
  readonly records: number;
  readonly createdAt: string;
  readonly error?: { readonly code: string };
}

interface Usage {
  /** A calendar month, such as `2026-11`. */
  readonly period: string;
  readonly renders: number;
  readonly records: { readonly used: number };
}

/** After this time nothing that a dead process began may still count, and bytes without a render belong to nobody. */
const LATER_MS = 3 * 60 * 60_000;

const CONNECTIONS = 4;

const LOOKING_MS = 250;

/** Within this time a lease ends, and what it held comes back. */
const HELD_MS_MAX = 15_000;

/** Waits for the jobs that were taken on, and returns one sentence for each promise that is broken. */
export async function brokenPromises(
  baseUrl: string,
  tenant: ClusterTenant,
  { files, jobs }: Promised,
): Promise<readonly string[]> {
  const headers = { "x-api-key": tenant.key };
  const get = (path: string): Promise<Response> => fetch(`${baseUrl}${path}`, { headers });
  const broken: string[] = [];
  if (files.length === 0 || jobs.size === 0) broken.push("nothing was promised");
  const ended: Render[] = [];
  for (const id of jobs) ended.push(await endOf(get, id));
  for (const { id, error, status } of ended) {
    if (status === "failed") broken.push(`the job ${id} failed with ${error?.code}`);
  }
  const succeeded = ended.filter(({ status }) => status === "succeeded");
  const promised = [...files, ...succeeded.map(({ id, sha256 = "" }) => ({ renderId: id, sha256 }))];
  for (const { renderId, sha256 } of promised) {
    const answer = await get(`/v1/renders/${renderId}/pdf`);
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const seen = createHash("sha256").update(bytes).digest("hex");
    if (answer.status !== 200) broken.push(`the file of ${renderId} is answered ${answer.status}`);
    else if (seen !== sha256) broken.push(`the file of ${renderId} has other bytes`);
  }
  const renders = await allRenders(get);
  const stuck = renders.filter(({ status }) => status === "queued" || status === "rendering");
  for (const { id, status } of stuck) broken.push(`${id} is still ${status}`);
  const own = renders.filter(({ status }) => status === "succeeded");
  const usage = (await (await get("/v1/usage")).json()) as Usage;
  // A run may pass the end of a month: a render counts in the one in which it began.
  const counted = own.filter(({ createdAt }) => createdAt.startsWith(usage.period));
  const records = counted.reduce((sum, one) => sum + one.records, 0);
  if (usage.renders !== counted.length)
    broken.push(`${usage.renders} renders are counted, ${counted.length} succeeded`);
  if (usage.records.used !== records) broken.push(`${usage.records.used} records are charged, ${records} were drawn`);
  const known = new Set(promised.map(({ renderId }) => renderId));
  const unknown = own.filter(({ id }) => !known.has(id));
  if (unknown.length > 0) broken.push(`${unknown.length} renders were charged that no client has`);
  return broken;
}

/** A request that is refused, as by the plan's rate, says nothing of the job, and is sent again. */
async function endOf(get: (path: string) => Promise<Response>, id: string): Promise<Render> {
  for (;;) {
    const answer = await get(`/v1/renders/${id}`);
    const render = (await answer.json()) as Render;
    if (answer.ok && !["queued", "rendering"].includes(render.status)) return render;
    await sleep(LOOKING_MS);
  }
}

async function allRenders(get: (path: string) => Promise<Response>): Promise<readonly Render[]> {
  const all: Render[] = [];
  let token: string | undefined;
  do {
    const answer = await get(`/v1/renders?pageSize=100${token === undefined ? "" : `&pageToken=${token}`}`);
    const page = (await answer.json()) as { renders: readonly Render[]; nextPageToken?: string };
    all.push(...page.renders);
    token = page.nextPageToken;
  } while (token !== undefined);
  return all;
}

/**
 * Returns one sentence for whatever is left over: records or slots that are still held once every lease has ended, and,
 * after sweeping as every process does, as if their time had come, a file that no render names.
 */
export async function leftOver(cluster: Cluster): Promise<readonly string[]> {
  const database = await openOrThrow({ kind: "postgresql", url: cluster.databaseUrl, connections: CONNECTIONS });
  try {
    const left = [...(await stillHeld(database))];
    const later = new Date(Date.now() + LATER_MS);
    const ids = (): string[] => cluster.bucket.keys().map((key) => basename(key, ".pdf"));
    const list = async function* () {
      for (const id of ids()) yield { id, storedAt: new Date() };
    };
    const store = { ...openS3Store(cluster.bucket.location), list };
    const sweeping = { ...database, store, now: () => later };
    await sweep(sweeping);
    await sweepOrphans(sweeping);
    if (ids().length === 0) left.push("the store is empty");
    for (const id of await database.renders.withoutBytes(ids())) left.push(`the file of ${id} belongs to no render`);
    return left;
  } finally {
    await database.close();
  }
}

const HELD_SQL =
  "select coalesce(sum(reserved), 0)::int as reserved, coalesce(sum(running), 0)::int as running from usage";

/** The records and slots that no process gives back by itself in time. */
async function stillHeld({ sqlHome }: Database): Promise<readonly string[]> {
  const untilMs = performance.now() + HELD_MS_MAX;
  for (;;) {
    const { rows } = await sqlHome.sql.run(HELD_SQL);
    const [held = null] = rows as readonly { readonly reserved: number; readonly running: number }[];
    if (held === null) return ["nobody's usage is there"];
    if (held.reserved === 0 && held.running === 0) return [];
    if (performance.now() > untilMs) return [`${held.reserved} records and ${held.running} slots stay held`];
    await sleep(LOOKING_MS);
  }
}
