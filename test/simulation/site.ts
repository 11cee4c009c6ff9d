// A site: several processes of the service on one database, store and queue, each with services of its own.
import { create } from "@bufbuild/protobuf";
import { createContextValues, type HandlerContext } from "@connectrpc/connect";
import {
  GetRenderPdfRequestSchema,
  type GetRenderPdfResponse,
  GetRenderRequestSchema,
  type GetRenderResponse,
  RenderCanvasRequestSchema,
  type RenderCanvasResponse,
} from "../../gen/platen/v1/render_pb.ts";
import { sweep, sweepOrphans } from "../../src/core/jobs/index.ts";
import { type ErrorCode, errorAnswerOf, platenMethods } from "../../src/core/methods/index.ts";
import { callerKey, type TenantCaller } from "../../src/core/services/caller.ts";
import type { ServiceDependencies } from "../../src/core/services/dependencies.ts";
import { asAnswerable } from "../../src/core/services/failures.ts";
import { RenderJobs } from "../../src/core/services/render-jobs.ts";
import { renderService } from "../../src/core/services/render-service.ts";
import type { PdfStore } from "../../src/core/store/index.ts";
import { createRateLimits, DEFAULT_PLANS, type Plan as TenantPlan } from "../../src/core/tenancy/index.ts";
import { type Plant, type SimulatedDatabase, type Tenant, unused } from "./database.ts";
import { engineSeenBy, payloadOf } from "./engine.ts";
import { type Plan, SKEWS_MS, type Wish } from "./plan.ts";
import { SimulatedQueue } from "./queue.ts";
import { Files, storeSeenBy } from "./store.ts";
import type { Process, World } from "./world.ts";

/** An answer of the service, as a client takes it. */
export type Answer =
  | { readonly kind: "file"; readonly renderId: string; readonly bytes: Uint8Array; readonly isReplayed: boolean }
  | { readonly kind: "job"; readonly renderId: string }
  | { readonly kind: "status"; readonly status: string }
  | { readonly kind: "error"; readonly code: ErrorCode | "internal"; readonly sentence: string };

/** What a client asks of a process. */
export type Question =
  | { readonly kind: "render"; readonly wish: Wish }
  | { readonly kind: "status" | "file"; readonly renderId: string };

/** Nothing of a plan is to be in the way of a run but the renders at a time. */
const PLAN: TenantPlan = {
  ...starterPlan(),
  ...{ recordsPerMinute: 1e6, recordsPerMonth: 1e6, failedSecondsPerMinute: 1e6, concurrentRenders: 4 },
};

function starterPlan(): TenantPlan {
  const plan = DEFAULT_PLANS.find(({ name }) => name === "starter");
  if (plan === undefined) throw new Error("there is no plan of that name");
  return plan;
}

/** Sweeps come each minute at first; later ones are further apart, or hours of waiting would be thousands of them. */
const SWEEP_MS = 60_000;
const ORPHANS_EACH = 3;

/**
 * Whoever waits for another request's render looks less often than in real time, or most steps would be looks. Longer
 * pauses, as between renewals of a lease, are those of real time.
 */
const LOOKS_APART = 10;
const LOOK_MS_MAX = 1_000;

/** Faults that are planted to see that they are found. */
export interface Plants {
  readonly repositories?: Plant;
  readonly store?: (store: PdfStore) => PdfStore;
}

interface SiteParts {
  readonly database: SimulatedDatabase;
  readonly plan: Plan;
  readonly plants: Plants;
}

/** The processes of a run. */
export class Site {
  readonly files = new Files();
  readonly queue: SimulatedQueue;
  /** By render, the key that it was asked for with, in hexadecimal digits. */
  readonly keys = new Map<string, string>();
  /** Failures that the service called its own. */
  readonly internal: string[] = [];
  readonly #world: World;
  readonly #database: SimulatedDatabase;
  readonly #plants: Plants;
  readonly #processes: { readonly process: Process; readonly answer: Answering }[] = [];
  readonly #generations: number[] = [];
  #isCalm = false;

  constructor(world: World, { database, plan, plants }: SiteParts) {
    this.#world = world;
    this.#database = database;
    this.#plants = plants;
    this.queue = new SimulatedQueue(world, database.statements);
    world.onFrozen = (process, ms) => this.queue.silenced(process, ms);
    world.onKilled = (process, restartMs) => {
      this.queue.silenced(process, restartMs);
      world.after(restartMs, () => this.#start(process.index));
    };
    for (let index = 0; index < plan.processes; index += 1) this.#start(index);
  }

  /** Asks a process that a balancer chose. A connection to none is refused; null is a connection that broke. */
  async ask(question: Question): Promise<Answer | null> {
    const world = this.#world;
    const { process, answer } = world.random.pick(this.#processes);
    const lost = (): Error => new Error("the connection broke");
    const call = { port: "network", lost } as const;
    const asking = async (): Promise<Answer> => {
      let arrived = 0;
      const arrives = async (): Promise<void> => {
        arrived += 1;
      };
      await world.call(process, { ...call, name: "network.request", perform: arrives });
      // A request that arrives twice is done twice, and nobody waits for the copy.
      for (let copy = 1; copy < arrived; copy += 1) void answer(question).catch(() => undefined);
      const answered = await answer(question);
      return world.call(process, { ...call, name: "network.answer", perform: async () => answered });
    };
    if (!process.isAlive) return null;
    return Promise.race([asking().catch(() => null), process.died.then(() => null)]);
  }

  /** Ends the sweeps, so that nothing goes on for ever. */
  calmDown(): void {
    this.#isCalm = true;
  }

  #start(index: number): void {
    const generation = (this.#generations[index] ?? 0) + 1;
    this.#generations[index] = generation;
    const process = this.#world.process(index, generation, this.#world.random.pick(SKEWS_MS));
    const dependencies = this.#dependenciesOf(process);
    const jobs = new RenderJobs(dependencies);
    this.#processes[index] = { process, answer: answering(dependencies, jobs, this.#database.tenant) };
    void this.queue.work(process, (job) => jobs.run(job));
    void this.#sweeps(process, dependencies);
  }

  async #sweeps(process: Process, { database, store, now }: ServiceDependencies): Promise<void> {
    const { renders, idempotency } = database;
    // All sweep, and one of them at its start as all do in earnest: the others' first sweeps would find nothing either.
    if (process.index > 0) await this.#world.pause(process, SWEEP_MS);
    for (let round = 0; !this.#isCalm; round += 1) {
      await sweep({ renders, idempotency, store, now }).catch(() => undefined);
      if (round % ORPHANS_EACH === 1) await sweepOrphans({ renders, idempotency, store, now }).catch(() => undefined);
      await this.#world.pause(process, SWEEP_MS * 2 ** round);
    }
  }

  #dependenciesOf(process: Process): ServiceDependencies {
    const world = this.#world;
    const { repositories = (same) => same, store = (same) => same } = this.#plants;
    const told = {
      claimed: (hash: Uint8Array, renderId: string) => void this.keys.set(renderId, Buffer.from(hash).toString("hex")),
      committed: () => this.queue.refresh(),
    };
    return {
      ...SHARED,
      database: this.#database.seenBy(world, process, { ...told, plant: repositories }),
      store: store(storeSeenBy(world, process, this.files)),
      engine: engineSeenBy(world, process),
      queue: this.queue.sending(),
      contents: this.#database.contents,
      rates: createRateLimits(null),
      pause: (ms) => world.pause(process, ms < LOOK_MS_MAX ? ms * LOOKS_APART : ms),
      now: () => world.nowOf(process),
      log: {
        info: () => undefined,
        error: ({ err }, message) => void this.internal.push(`${message}: ${String(err)}`),
      },
    };
  }
}

const SHARED = {
  catalogue: platenMethods,
  plugins: async () => [],
  plans: [PLAN],
  signingIn: unused<ServiceDependencies["signingIn"]>("signing in"),
  datasetSources: unused<ServiceDependencies["datasetSources"]>("sources of datasets"),
  datasetRefreshMs: 60_000,
  baseUrl: "https://platen.example",
  version: "0.0.0",
  metrics: {
    callEnded: () => undefined,
    renderEnded: () => undefined,
    phaseEnded: () => undefined,
    cacheAsked: () => undefined,
  },
} satisfies Partial<ServiceDependencies>;

type Answering = (question: Question) => Promise<Answer>;

/** The services behind the doors: the caller is known, and what is thrown is an answer of the closed list. */
function answering(dependencies: ServiceDependencies, jobs: RenderJobs, tenant: Tenant): Answering {
  const service = renderService(dependencies, jobs);
  let requests = 0;
  return async (question) => {
    requests += 1;
    const context = contextOf(callerOf(tenant, `req_${requests}`));
    try {
      switch (question.kind) {
        case "render":
          return renderAnswer((await service.renderCanvas(renderRequest(tenant, question.wish), context)) as Rendered);
        case "status": {
          const request = create(GetRenderRequestSchema, { renderId: question.renderId });
          const { render } = (await service.getRender(request, context)) as Pick<GetRenderResponse, "render">;
          return { kind: "status", status: render?.status ?? "" };
        }
        case "file": {
          const request = create(GetRenderPdfRequestSchema, { renderId: question.renderId });
          const { pdf } = (await service.getRenderPdf(request, context)) as Pick<GetRenderPdfResponse, "pdf">;
          return { kind: "file", renderId: question.renderId, bytes: pdf, isReplayed: true };
        }
      }
    } catch (thrown) {
      const { code, detail } = errorAnswerOf(asAnswerable(thrown), "");
      const cause = code === "internal" ? ` (${thrown instanceof Error ? thrown.stack : String(thrown)})` : "";
      return { kind: "error", code, sentence: `${detail.error}${cause}` };
    }
  };
}

type Rendered = Pick<RenderCanvasResponse, "pdf" | "renderId" | "job" | "replayed">;

function renderAnswer({ job, pdf, renderId, replayed }: Rendered): Answer {
  if (job !== undefined) return { kind: "job", renderId: job.id };
  return { kind: "file", renderId, bytes: pdf, isReplayed: replayed === "1" };
}

function renderRequest({ canvas }: Tenant, { way, key, stored, payload }: Wish) {
  return create(RenderCanvasRequestSchema, {
    canvasId: canvas.id,
    payload: { case: "dataJson", value: payloadOf(payload) },
    options: { store: stored },
    ...(key === null ? {} : { idempotencyKey: key }),
    ...(way === "job" ? { prefer: "respond-async" } : {}),
  });
}

function callerOf({ organizationId, keyId, canvas }: Tenant, requestId: string): TenantCaller {
  const principal = { kind: "key", keyId, organizationId, workspaceId: null, role: "render" } as const;
  return { principal, plan: PLAN, canvas, requestId, scope: { organizationId, workspaceId: null } };
}

function contextOf(caller: TenantCaller): HandlerContext {
  return { values: createContextValues().set(callerKey, caller) } as HandlerContext;
}
