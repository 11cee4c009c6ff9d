import type { EnginePool, PluginDescription } from "../engine/index.ts";
import type { RenderQueue } from "../jobs/index.ts";
import type { LinkSecret } from "../links/index.ts";
import type { MethodCatalogue } from "../methods/index.ts";
import type { Metrics } from "../observability/index.ts";
import type { Database } from "../persistence/index.ts";
import type { PdfStore } from "../store/index.ts";
import type { Plan, RateLimits } from "../tenancy/index.ts";
import type { AccessTokens } from "./authentication.ts";
import type { CanvasContents } from "./canvas-contents.ts";
import type { DatasetSources } from "./dataset-sources.ts";
import type { SigningIn } from "./signing-in.ts";

/** Everything the services stand on, handed in by the composition root. */
export interface ServiceDependencies {
  readonly catalogue: MethodCatalogue;
  readonly database: Database;
  readonly store: PdfStore;
  readonly engine: Pick<
    EnginePool,
    "check" | "checkTold" | "export" | "judge" | "known" | "pageImages" | "profiles" | "render" | "spliceRows"
  >;
  /** What is installed. */
  readonly plugins: () => Promise<readonly PluginDescription[]>;
  /** Where renders wait that their callers do not wait for. */
  readonly queue: Pick<RenderQueue, "send" | "wake">;
  readonly contents: CanvasContents;
  readonly plans: readonly Plan[];
  /** What links to stored files are signed by, the first of them now; left out, secrets of the database's own. */
  readonly linkSecrets?: readonly LinkSecret[];
  /** Counts requests and records by the minute. */
  readonly rates: RateLimits;
  /** Judges what people's clients present; left out, no access token is good. */
  readonly accessTokens?: AccessTokens;
  /** Accounts at the edge, and the keys of tokens. */
  readonly signingIn: SigningIn;
  /** Where clients reach the service; it alone makes links. */
  readonly baseUrl: string;
  /** The product's version, as health answers it. */
  readonly version: string;
  /** How long a synchronous render may take; left out, 25 seconds. */
  readonly renderBudgetMs?: number;
  /** How long the check of a source may take, which lays out its examples; left out, as long as a render. */
  readonly checkBudgetMs?: number;
  /** How long a job may take; left out, 5 minutes. */
  readonly jobBudgetMs?: number;
  /** Read what datasets are linked to. */
  readonly datasetSources: DatasetSources;
  /** How often a linked dataset is read anew. */
  readonly datasetRefreshMs: number;
  readonly now: () => Date;
  /** Waits so long; left out, in real time. A simulation has its own, as it has its own `now`. */
  readonly pause?: (ms: number) => Promise<void>;
  readonly log: ServiceLog;
  /** Told what happens, for monitoring. */
  readonly metrics: Pick<Metrics, "callEnded" | "renderEnded" | "phaseEnded" | "cacheAsked">;
}

/** Where the ends of renders go, and failures that are ours. Never a payload, a key or a password. */
export interface ServiceLog {
  error(facts: Readonly<Record<string, unknown>>, message: string): void;
  info(facts: Readonly<Record<string, unknown>>, message: string): void;
}
