import { violationMessage } from "../contract/index.ts";
import { DEFAULT_CREATED_AT } from "../engine/index.ts";
import { membersAt, skipSpace, validJsonText } from "../methods/index.ts";
import type { DueDataset } from "../persistence/index.ts";
import type { DatasetReading } from "../sdk/index.ts";
import { planNamed } from "../tenancy/index.ts";
import { READING_MS_MAX } from "./dataset-sources.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { engineRequest } from "./rendering.ts";

/** Datasets that one round refreshes, one after another. */
const ROUND_SIZE = 20;

/** A dataset is one process's for so long, which is longer than reading and judging it take. */
const LEASE_MS = 2 * READING_MS_MAX;

const JUDGE_BUDGET_MS = 25_000;

/** Content that can be kept, that it has not changed, or one sentence on why it can't be used. */
type Reading =
  | { readonly kind: "content"; readonly json: string; readonly etag: string | null }
  | { readonly kind: "unchanged" }
  | { readonly kind: "problem"; readonly sentence: string };

/** Datasets whose content comes from an address outside. The last good copy is kept until there is a better one. */
export class LinkedDatasets {
  readonly #dependencies: ServiceDependencies;

  constructor(dependencies: ServiceDependencies) {
    this.#dependencies = dependencies;
  }

  /** Why a dataset cannot be linked to an address, as a sentence; null where nothing is wrong with it so far. */
  mistake(url: string): string | null {
    return this.#dependencies.datasetSources.mistake(url);
  }

  /** Reads the content of a dataset that is about to be made. */
  read(url: string): Promise<Reading> {
    return this.#read(url, null);
  }

  /**
   * Refreshes what is due, and answers how many datasets that were. Any number of processes may do so at once. One that
   * fails, such as by content that the database does not take, holds up no other; the first failure is thrown at the
   * end. Once the signal is given, no further one is begun.
   */
  async refreshDue(signal?: AbortSignal): Promise<number> {
    const { database, now } = this.#dependencies;
    const failures: unknown[] = [];
    let count = 0;
    for (; count < ROUND_SIZE && signal?.aborted !== true; count += 1) {
      const at = now();
      const [dataset] = await database.datasets.claimDue(at, new Date(at.getTime() + LEASE_MS), 1);
      if (dataset === undefined) break;
      await this.#refresh(dataset).catch((error: unknown) => {
        failures.push(error);
        return this.#tellFailure(dataset);
      });
    }
    if (failures.length > 0) throw failures[0];
    return count;
  }

  /** A database that is away can't be told either; then the lease ends some time. */
  async #tellFailure({ id, url }: DueDataset): Promise<void> {
    const { database, datasetRefreshMs, now } = this.#dependencies;
    const at = now();
    const nextAt = new Date(at.getTime() + datasetRefreshMs);
    const problem = "The server could not take what it read. Its log tells why.";
    await database.datasets.refreshed({ id, url, at, nextAt, json: null, etag: null, problem }).catch(() => undefined);
  }

  async #refresh(dataset: DueDataset): Promise<void> {
    const { database, datasetRefreshMs, now } = this.#dependencies;
    const read = await this.#read(dataset.url, dataset.etag);
    const reading = read.kind === "content" ? ((await this.#misfit(dataset, read.json)) ?? read) : read;
    const at = now();
    const fact = { id: dataset.id, url: dataset.url, at, nextAt: new Date(at.getTime() + datasetRefreshMs) };
    switch (reading.kind) {
      case "content":
        return database.datasets.refreshed({ ...fact, json: reading.json, etag: reading.etag, problem: null });
      case "unchanged":
        return database.datasets.refreshed({ ...fact, json: null, etag: dataset.etag, problem: null });
      case "problem":
        return database.datasets.refreshed({ ...fact, json: null, etag: null, problem: reading.sentence });
    }
  }

  async #read(url: string, etag: string | null): Promise<Reading> {
    return readingOf(await this.#dependencies.datasetSources.read(url, etag));
  }

  /** Content that the canvas could not draw is no good copy; null where there is nothing against it. */
  async #misfit({ organizationId, canvasId }: DueDataset, json: string): Promise<Reading | null> {
    const { database, engine, plans } = this.#dependencies;
    const scope = { organizationId, workspaceId: null };
    const canvas = canvasId === null ? null : await database.canvases.findPublished(scope, canvasId);
    if (canvas === null) return null;
    const organization = await database.organizations.find(organizationId);
    const plan = planNamed(plans, organization?.plan ?? "");
    const payload = new TextEncoder().encode(json);
    const request = { caller: { plan }, canvas, payload, isList: false, createdAt: DEFAULT_CREATED_AT };
    const asked = await engineRequest(this.#dependencies, request);
    const judgement = await engine.judge(asked, { budgetMs: JUDGE_BUDGET_MS, tenant: organizationId });
    if (judgement.kind !== "violations") return null;
    return { kind: "problem", sentence: `The content does not fit: ${violationMessage(judgement.violations)}.` };
  }
}

function readingOf(result: DatasetReading): Reading {
  switch (result.kind) {
    case "unchanged":
      return { kind: "unchanged" };
    case "refused":
      return { kind: "problem", sentence: result.sentence };
    case "content": {
      const json = objectTextOf(result.bytes);
      return json === null
        ? { kind: "problem", sentence: "The address answers something that is no JSON object in UTF-8." }
        : { kind: "content", json, etag: result.etag };
    }
  }
}

/** The text of a JSON object; null for anything else. */
function objectTextOf(bytes: Uint8Array): string | null {
  try {
    const text = validJsonText(bytes);
    const start = skipSpace(text, 0);
    if (text[start] !== "{") return null;
    membersAt(text, start);
    return text;
  } catch {
    return null;
  }
}
