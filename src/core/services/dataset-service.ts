import type { JsonObject } from "@bufbuild/protobuf";
import type { ServiceImpl } from "@connectrpc/connect";
import type { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import { platenError, validLongJsonText } from "../methods/index.ts";
import type { Dataset } from "../persistence/index.ts";
import { defaultWorkspace } from "./account-service.ts";
import { type TenantCaller, tenantOf } from "./caller.ts";
import { datasetMessage } from "./dataset-messages.ts";
import { datasetOperatorMethods } from "./dataset-operator.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { datasetNotFound } from "./document-lookup.ts";
import type { LinkedDatasets } from "./linked-datasets.ts";
import { jsonBytes, payloadBytes } from "./payload.ts";
import { replaceRows } from "./row-replacement.ts";
import { Turns } from "./turns.ts";

/** The data that renders use where a request brings none. */
export function datasetService(
  dependencies: ServiceDependencies,
  linked: LinkedDatasets,
): ServiceImpl<typeof DatasetService> {
  const { database, now } = dependencies;
  const turns = new Turns();

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
      const rows = request.rowsJson ?? jsonBytes("rows", request.rows);
      const { datasetId, path } = request;
      const caller = tenantOf(context.values);
      // The time in which others have their turns counts.
      const asked = { datasetId, path, rows, askedAt: now() };
      const replaced = await turns.take(datasetId, () => replaceRows(dependencies, caller, asked));
      return { datasetId, path, ...replaced };
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
  if (sent !== null || sourceUrl === null) return validLongJsonText(sent ?? new Uint8Array());
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
