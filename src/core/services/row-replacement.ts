import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Violation, violationMessage } from "../contract/index.ts";
import { RenderBudgetError, type RowsAnswer, type RowsRequest } from "../engine/index.ts";
import { type ErrorFacts, inSlices, platenError, scannedJson } from "../methods/index.ts";
import type { Dataset } from "../persistence/index.ts";
import type { TenantCaller } from "./caller.ts";
import { documentFields } from "./canvas-service.ts";
import { computedInTurn } from "./computing.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { datasetNotFound } from "./document-lookup.ts";
import { drawingRefusal, SYNCHRONOUS_BUDGET_MS } from "./rendering.ts";

/** How many rows the array had, and has. */
export interface RowsReplaced {
  readonly rowsBefore: number;
  readonly rowsAfter: number;
}

/** Rows that are to be the whole of an array. */
export interface RowsToWrite {
  readonly datasetId: string;
  readonly path: string;
  readonly rows: Uint8Array;
  /** When they came: others may have had their turns since. */
  readonly askedAt: Date;
}

/**
 * Replaces one array of a dataset. Megabytes are read, judged and put together by a worker thread, and no row of the
 * database is locked meanwhile: the whole is written where the dataset is still what it was. Within a process writes of
 * one dataset take turns. Where one of another process was faster, the slower one takes the next turn: until it has
 * written, or its turn has passed, the others wait. So one that is slow, as processes are that have just started, gets
 * on beside any number of quick ones.
 */
export async function replaceRows(
  dependencies: ServiceDependencies,
  caller: TenantCaller,
  { datasetId, path, rows, askedAt }: RowsToWrite,
): Promise<RowsReplaced> {
  const { now, renderBudgetMs = SYNCHRONOUS_BUDGET_MS } = dependencies;
  const { datasets } = dependencies.database;
  const { scope } = caller;
  const writer = randomUUID();
  const leftMs = (): number => askedAt.getTime() + renderBudgetMs - now().getTime();
  /** Of how long a turn is needed; null as long as nobody was in the way. */
  let neededMs: number | null = null;
  try {
    while (leftMs() > 0) {
      const found =
        neededMs === null
          ? await datasets.findToChange(scope, datasetId, writer)
          : await datasets.takeTurn(scope, datasetId, writer, neededMs);
      if (found === null) throw datasetNotFound(datasetId);
      if (found.isTaken) {
        neededMs ??= TURN_MS_MIN;
        await sleep(WAITING_MS);
        continue;
      }
      const { dataset, state } = found;
      if (dataset.link !== null) throw datasetLinked(dataset.link.url);
      const triedAt = now().getTime();
      const answer = await spliced(dependencies, caller, dataset, { path, rows, budgetMs: leftMs() });
      const { datasetJson: json, rowsBefore, rowsAfter } = answer;
      const isReplaced = await datasets.replaceContent({ datasetId, writer, state, json, updatedAt: now() });
      if (isReplaced) {
        neededMs = null;
        return { rowsBefore, rowsAfter };
      }
      neededMs = turnMs(now().getTime() - triedAt);
    }
    throw datasetBusy(datasetId, renderBudgetMs);
  } finally {
    // What can't be ended passes by itself.
    if (neededMs !== null) await datasets.endTurn(datasetId, writer).catch(() => undefined);
  }
}

/** So often whoever waits for a turn asks for it. */
const WAITING_MS = 50;

/**
 * A turn is twice as long as what it is for took before, with some room. It is at most so long because a process that
 * ends within its turn keeps the others waiting until the turn has passed.
 */
function turnMs(triedMs: number): number {
  return Math.min(2 * triedMs + TURN_MS_MIN, TURN_MS_MAX);
}

const TURN_MS_MIN = 2_000;

const TURN_MS_MAX = 10_000;

/** The dataset with the rows in it; rows that its canvas can't draw are refused. */
async function spliced(
  { contents, database, engine, rates, renderBudgetMs = SYNCHRONOUS_BUDGET_MS }: ServiceDependencies,
  caller: TenantCaller,
  dataset: Dataset,
  { path, rows, budgetMs }: { readonly path: string; readonly rows: Uint8Array; readonly budgetMs: number },
): Promise<Extract<RowsAnswer, { kind: "spliced" }>> {
  const { canvasId, json: datasetJson } = dataset;
  const published = canvasId === null ? null : await database.canvases.findPublished(caller.scope, canvasId);
  const content = published === null ? null : await contents.of(published);
  const canvas = content === null ? null : { canvasHash: content.contentHash, canvasJson: content.compiledBytes };
  const request: RowsRequest = { canvas, datasetJson, path, rows };
  const terms = { budgetMs, tenant: caller.scope.organizationId };
  const { plan, scope } = caller;
  const computedFor = { organizationId: scope.organizationId, plan };
  const work = () => engine.spliceRows(request, terms);
  const answer = await computedInTurn(rates, computedFor, budgetMs, work).catch((error: unknown) => {
    // What others left of the time says nothing of these rows.
    if (error instanceof RenderBudgetError && budgetMs < renderBudgetMs / 2) {
      throw datasetBusy(dataset.id, renderBudgetMs);
    }
    throw drawingRefusal(error, renderBudgetMs, false);
  });
  switch (answer.kind) {
    case "spliced":
      return answer;
    case "malformed":
      // It knows where the mistake is, and says so.
      await inSlices(scannedJson(rows));
      throw noRows();
    case "no-rows":
      throw noRows();
    case "no-array":
      throw arrayNotFound(path, answer.arrays);
    case "violations": {
      const fields = published === null ? [] : await documentFields(contents, published);
      throw rowsViolation(
        answer.violations,
        fields.filter((field) => field.path?.startsWith(`${path}[]`)),
      );
    }
  }
}

function noRows(): Error {
  return platenError("invalid_argument", "rows must be an array of objects. Send every row that is to be kept.");
}

function arrayNotFound(path: string, arrays: readonly string[]): Error {
  const names = arrays.length === 0 ? "none" : arrays.join(", ");
  return platenError("invalid_argument", `The dataset has no top-level array '${path}'. It has: ${names}.`);
}

/** The refusal of rows, with the part of the field table that is about them. */
function rowsViolation(violations: readonly Violation[], fields: NonNullable<ErrorFacts["fields"]>): Error {
  return platenError("data_contract_violation", violationMessage(violations), {
    details: violations.map(({ path, rule, expected, received, example }) => ({
      path,
      rule,
      expected,
      received,
      ...(example === null ? {} : { example }),
    })),
    fields,
  });
}

/** Others were faster for all the time that a request has. */
function datasetBusy(datasetId: string, waitedMs: number): Error {
  const sentence =
    `The dataset ${datasetId} was changed by others again and again for ${waitedMs / 1000} seconds; ` +
    "these rows were not written. Send the request again.";
  return platenError("unavailable", sentence, { retryAfterSeconds: BUSY_RETRY_SECONDS });
}

const BUSY_RETRY_SECONDS = 1;

function datasetLinked(url: string): Error {
  const host = URL.canParse(url) ? new URL(url).host : "an address outside";
  return platenError(
    "dataset_linked",
    `The dataset is linked to ${host} and is refreshed from there. Change the rows at their source.`,
  );
}
