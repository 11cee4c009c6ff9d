import type { JsonObject } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import { type Violation, violationMessage } from "../contract/index.ts";
import { type ErrorFacts, itemsAt, membersAt, platenError, skipSpace, validJsonText } from "../methods/index.ts";
import type { Dataset } from "../persistence/index.ts";
import { defaultWorkspace } from "./account-service.ts";
import { type TenantCaller, tenantOf } from "./caller.ts";
import { documentFields } from "./canvas-service.ts";
import { datasetMessage } from "./dataset-messages.ts";
import { datasetOperatorMethods } from "./dataset-operator.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import type { LinkedDatasets } from "./linked-datasets.ts";
import { payloadBytes } from "./payload.ts";
import { drawingRefusal, SYNCHRONOUS_BUDGET_MS } from "./rendering.ts";

/** The data that renders use where a request brings none. */
export function datasetService(
  dependencies: ServiceDependencies,
  linked: LinkedDatasets,
): ServiceImpl<typeof DatasetService> {
  const { database, now } = dependencies;

  const findDataset = async (caller: TenantCaller, datasetId: string): Promise<Dataset> => {
    const dataset = await database.datasets.find(caller.scope, datasetId);
    if (dataset === null) throw datasetNotFound(datasetId);
    return dataset;
  };

  return {
    ...datasetOperatorMethods(dependencies),

    async createDataset(request) {
      const sourceUrl = request.sourceUrl ?? null;
      const json = await contentOf(linked, request.content, sourceUrl);
      const workspaceId = request.workspaceId ?? (await defaultWorkspace(dependencies));
      const canvasId = request.canvasId ?? null;
      const created = await database.datasets.create({
        workspaceId,
        name: request.name,
        canvasId,
        json,
        sourceUrl,
        createdAt: now(),
      });
      if (!created.ok) throw creationRefusal(created.reason);
      return { dataset: datasetMessage(created.value) };
    },

    async getDataset(request, context) {
      const dataset = await findDataset(tenantOf(context.values), request.datasetId);
      return { dataset: datasetMessage(dataset), dataJson: new TextEncoder().encode(dataset.json) };
    },

    async putDatasetRows(request, context) {
      const caller = tenantOf(context.values);
      const dataset = await findDataset(caller, request.datasetId);
      if (dataset.link !== null) throw datasetLinked(dataset.link.url);
      const rowsJson = rowsText(request.rowsJson, request.rows);
      await refuseForeignRows(dependencies, caller, dataset, request.path, rowsJson);
      const { scope } = caller;
      const change = { scope, datasetId: dataset.id, path: request.path, rowsJson, updatedAt: now() };
      const replaced = await database.datasets.replaceRows(change);
      if (!replaced.ok) throw replacementRefusal(replaced.reason, dataset, request.path);
      return { datasetId: dataset.id, path: request.path, ...replaced.value };
    },
  };
}

/** What a new dataset holds: its content as sent, else what its address answers now. */
async function contentOf(
  linked: LinkedDatasets,
  content: Parameters<typeof contentForm>[0],
  sourceUrl: string | null,
): Promise<string> {
  const mistake = sourceUrl === null ? null : linked.mistake(sourceUrl);
  if (mistake !== null) throw platenError("invalid_argument", `sourceUrl can't be read. ${mistake}`);
  const sent = payloadBytes(contentForm(content));
  if (sent !== null || sourceUrl === null) return validJsonText(sent ?? new Uint8Array());
  const reading = await linked.read(sourceUrl);
  if (reading.kind === "content") return reading.json;
  const sentence = reading.kind === "problem" ? reading.sentence : "It answers nothing new.";
  throw platenError("invalid_argument", `sourceUrl can't be read. ${sentence}`);
}

/** The two forms of a dataset's content are those of a payload. */
function contentForm(content: {
  readonly case: string | undefined;
  readonly value?: unknown;
}): Parameters<typeof payloadBytes>[0] {
  if (content.case === "dataJson" && content.value instanceof Uint8Array)
    return { case: "dataJson", value: content.value };
  if (content.case === "data" && isObject(content.value)) return { case: "data", value: content.value };
  return { case: undefined };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The rows as the text of a JSON array of objects. */
function rowsText(bytes: Uint8Array | undefined, rows: readonly JsonObject[]): string {
  if (bytes === undefined) return JSON.stringify(rows);
  const text = validJsonText(bytes);
  const start = skipSpace(text, 0);
  const everyRowIsObject = text[start] === "[" && itemsAt(text, start).every((item) => text[item.start] === "{");
  if (!everyRowIsObject)
    throw platenError("invalid_argument", "rows must be an array of objects. Send every row that is to be kept.");
  return text;
}

/** Rows of a dataset that a canvas draws from must be rows that the canvas can draw. */
async function refuseForeignRows(
  { contents, database, engine, renderBudgetMs = SYNCHRONOUS_BUDGET_MS }: ServiceDependencies,
  caller: TenantCaller,
  dataset: Dataset,
  path: string,
  rowsJson: string,
): Promise<void> {
  if (dataset.canvasId === null) return;
  const published = await database.canvases.findPublished(caller.scope, dataset.canvasId);
  const member = membersAt(dataset.json, skipSpace(dataset.json, 0)).find((candidate) => candidate.name === path);
  // What is no array is refused by its own name, not by the contract of what stands there.
  if (published === null || member === undefined || dataset.json[member.start] !== "[") return;
  const { contentHash: canvasHash, compiled: canvasJson } = await contents.of(published);
  const datasetJson = dataset.json.slice(0, member.start) + rowsJson + dataset.json.slice(member.end);
  const terms = { budgetMs: renderBudgetMs, tenant: caller.scope.organizationId };
  // Megabytes of rows are read digit by digit, which is a worker's business.
  const ofRows = await engine
    .judgeRows({ canvasHash, canvasJson, datasetJson, path }, terms)
    .catch((error: unknown) => {
      throw drawingRefusal(error, renderBudgetMs, false);
    });
  if (ofRows.length === 0) return;
  const fields = await documentFields(contents, published);
  throw rowsViolation(
    ofRows,
    fields.filter((field) => field.path?.startsWith(`${path}[]`)),
  );
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

function datasetLinked(url: string): Error {
  const host = URL.canParse(url) ? new URL(url).host : "an address outside";
  return platenError(
    "dataset_linked",
    `The dataset is linked to ${host} and is refreshed from there. Change the rows at their source.`,
  );
}

function datasetNotFound(datasetId: string): Error {
  return platenError("not_found", `There is no dataset '${datasetId}' within this credential's reach. Check its id.`);
}

function creationRefusal(
  reason: "workspace_not_found" | "canvas_not_found" | "canvas_taken" | "name_taken" | "not_an_object",
): Error {
  switch (reason) {
    case "workspace_not_found":
      return platenError("not_found", "There is no such workspace. List them with platen organizations list.");
    case "canvas_not_found":
      return platenError(
        "not_found",
        "There is no such canvas in the workspace. Publish it there first, or leave canvasId out.",
      );
    case "canvas_taken":
      return platenError(
        "invalid_argument",
        "Another dataset is attached to this canvas already. Change that one, or leave canvasId out.",
      );
    case "name_taken":
      return platenError("invalid_argument", "Another dataset of the workspace has this name. Choose another one.");
    case "not_an_object":
      return platenError("invalid_argument", 'A dataset is a JSON object, such as {"items": []}. Send one.');
  }
}

function replacementRefusal(
  reason: "dataset_not_found" | "dataset_linked" | "array_not_found" | "rows_invalid",
  dataset: Dataset,
  path: string,
): Error {
  switch (reason) {
    case "dataset_not_found":
      return datasetNotFound(dataset.id);
    case "dataset_linked":
      return datasetLinked(dataset.link?.url ?? "");
    case "array_not_found": {
      const names = datasetMessage(dataset)
        .arrays?.map((array) => array.path)
        .join(", ");
      const sentence = `The dataset has no top-level array '${path}'. It has: ${names === "" ? "none" : names}.`;
      return platenError("invalid_argument", sentence);
    }
    case "rows_invalid":
      return platenError("invalid_argument", "rows must be an array of objects. Send every row that is to be kept.");
  }
}
