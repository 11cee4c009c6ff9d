// Situations of an installation that requests can meet: services on one database and store, as other processes would
// have them whose plans, budgets, storage or database are otherwise.
import type { Services } from "../../../src/core/services/index.ts";
import { openS3Store } from "../../../src/core/store/index.ts";
import { createRateLimits, DEFAULT_PLANS } from "../../../src/core/tenancy/index.ts";
import { openOrThrow } from "../../support/databases.ts";
import { startPostgres } from "../../support/postgres.ts";
import { type HttpBench, httpBench } from "./http-bench.ts";
import type { ServiceBench } from "./service-bench.ts";

export type Site = "usual" | "hurried" | "spent" | "impatient" | "no store" | "no database" | "mistaken";

/** Each site on a port of its own. */
export interface Sites extends AsyncDisposable {
  at(site: Site): HttpBench;
}

export async function openSites(bench: ServiceBench): Promise<Sites> {
  const sites = new Map<Site, HttpBench>();
  for (const [site, services] of await servicesOf(bench)) sites.set(site, await httpBench(services, ""));
  return {
    at(name) {
      const site = sites.get(name);
      if (site === undefined) throw new Error(`there is no site ${name}`);
      return site;
    },
    async [Symbol.asyncDispose]() {
      for (const site of sites.values()) await site[Symbol.asyncDispose]();
    },
  };
}

async function servicesOf(bench: ServiceBench): Promise<readonly (readonly [Site, Services])[]> {
  const hurried = DEFAULT_PLANS.map((plan) => ({ ...plan, requestsPerMinute: 0 }));
  const goneStore = openS3Store({
    // Nobody listens on the discard port of a loopback address.
    bucketUrl: "http://127.0.0.1:9/platen",
    region: "us-east-1",
    accessKeyId: "nobody",
    secretAccessKey: "nothing",
  });
  const again = (changes: Parameters<ServiceBench["again"]>[0]) =>
    bench.again({ rates: createRateLimits(null), ...changes });
  const { database } = bench;
  const mistaken = { findByPrefix: () => Promise.reject(new Error("a mistake of ours")) };
  return [
    ["usual", again({})],
    ["hurried", again({ plans: hurried })],
    ["spent", again({ plans: DEFAULT_PLANS.map((plan) => ({ ...plan, recordsPerMonth: 0 })) })],
    ["impatient", again({ renderBudgetMs: 0 })],
    ["no store", again({ store: goneStore })],
    ["no database", again({ database: await goneDatabase() })],
    ["mistaken", again({ database: { ...database, keys: { ...database.keys, ...mistaken } } })],
  ];
}

/** A database that was there and is not any more. */
async function goneDatabase() {
  const { server, stop } = await startPostgres();
  const url = `postgresql://${server.user}@${server.host}:${server.port}/postgres`;
  const database = await openOrThrow({ kind: "postgresql", url, connections: 4 });
  await stop();
  return database;
}
