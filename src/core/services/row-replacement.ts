import { type Violation, violationMessage } from "../contract/index.ts";
import type { RowsAnswer, RowsRequest } from "../engine/index.ts";
import { type ErrorFacts, inSlices, platenError, scannedJson } from "../methods/index.ts";
import type { Dataset } from "../persistence/index.ts";
import type { TenantCaller } from "./caller.ts";
import { documentFields } from "./canvas-service.ts";
import { computed } from "./computing.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { datasetNotFound } from "./document-lookup.ts";
import { drawingRefusal, SYNCHRONOUS_BUDGET_MS } from "./rendering.ts";

/** How many rows the array had, and has. */
export interface RowsReplaced {
  readonly rowsBefore: number;
  readonly rowsAfter: number;
}

/**
 * Replaces one array of a dataset. Megabytes are read, judged and put together by a worker thread, and no row of the
 * database is locked meanwhile: the whole is written where the dataset is still what it was, and begun again where
 * somebody else was faster. Within a process writes of one dataset take turns, so that only those of other processes
 * can be faster, and one of those who write at once always gets on.
 */
export async function replaceRows(
  dependencies: ServiceDependencies,
  caller: TenantCaller,
  { datasetId, path, rows }: { readonly datasetId: string; readonly path: string; readonly rows: Uint8Array },
): Promise<RowsReplaced> {
  const { database, now, renderBudgetMs = SYNCHRONOUS_BUDGET_MS } = dependencies;
  const until = now().getTime() + renderBudgetMs;
  for (;;) {
    const found = await database.datasets.findToChange(caller.scope, datasetId);
    if (found === null) throw datasetNotFound(datasetId);
    const { dataset, state } = found;
    if (dataset.link !== null) throw datasetLinked(dataset.link.url);
    const answer = await spliced(dependencies, caller, dataset, path, rows);
    const { datasetJson: json, rowsBefore, rowsAfter } = answer;
    const isReplaced = await database.datasets.replaceContent({ datasetId, state, json, updatedAt: now() });
    if (isReplaced) return { rowsBefore, rowsAfter };
    if (now().getTime() >= until) {
      throw datasetBusy(datasetId, renderBudgetMs);
    }
  }
}

/** The dataset with the rows in it; rows that its canvas can't draw are refused. */
async function spliced(
  { contents, database, engine, rates, renderBudgetMs = SYNCHRONOUS_BUDGET_MS }: ServiceDependencies,
  caller: TenantCaller,
  dataset: Dataset,
  path: string,
  rows: Uint8Array,
): Promise<Extract<RowsAnswer, { kind: "spliced" }>> {
  const { canvasId, json: datasetJson } = dataset;
  const published = canvasId === null ? null : await database.canvases.findPublished(caller.scope, canvasId);
  const content = published === null ? null : await contents.of(published);
  const canvas = content === null ? null : { canvasHash: content.contentHash, canvasJson: content.compiledBytes };
  const request: RowsRequest = { canvas, datasetJson, path, rows };
  const terms = { budgetMs: renderBudgetMs, tenant: caller.scope.organizationId };
  const { plan, scope } = caller;
  const work = () => engine.spliceRows(request, terms);
  const answer = await computed(rates, { organizationId: scope.organizationId, plan }, work).catch((error: unknown) => {
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
