import type { ServiceImpl } from "@connectrpc/connect";
import type { DatasetService } from "../../../gen/platen/v1/dataset_pb.ts";
import { platenError } from "../methods/index.ts";
import type { AttachFailure, Dataset } from "../persistence/index.ts";
import { isId } from "../tenancy/index.ts";
import { defaultWorkspace } from "./account-service.ts";
import { datasetEntryMessage, datasetMessage } from "./dataset-messages.ts";
import type { ServiceDependencies } from "./dependencies.ts";

type Methods = Pick<
  ServiceImpl<typeof DatasetService>,
  "listDatasets" | "findDataset" | "attachDataset" | "detachDataset"
>;

/** Which dataset is meant: an identifier or an exact name, and the workspace it is in. */
interface Naming {
  readonly dataset: string;
  readonly workspaceId?: string | undefined;
}

/** Datasets of all organizations, for whoever operates the installation. */
export function datasetOperatorMethods(dependencies: ServiceDependencies): Methods {
  const { datasets } = dependencies.database;

  const find = async ({ dataset, workspaceId: named }: Naming): Promise<Dataset> => {
    const workspaceId = named ?? (isId("dst", dataset) ? null : await defaultWorkspace(dependencies));
    const found = await datasets.findNamed(dataset, workspaceId);
    if (found !== null) return found;
    const place = workspaceId === null ? "" : ` in the workspace '${workspaceId}'`;
    const advice = "Give its id or its whole name, as platen datasets list prints them.";
    throw platenError("not_found", `There is no dataset '${dataset}'${place}. ${advice}`);
  };

  const attach = async (naming: Naming, canvas: string | null) => {
    const found = await find(naming);
    const attached = await datasets.attach(found.id, canvas);
    if (!attached.ok) throw attachRefusal(attached.reason, found, canvas ?? "");
    return { dataset: datasetMessage(attached.value) };
  };

  return {
    async listDatasets({ workspaceId }) {
      const entries = await datasets.list(workspaceId ?? null);
      return { datasets: entries.map(datasetEntryMessage) };
    },

    async findDataset(request) {
      const dataset = await find(request);
      return { dataset: datasetMessage(dataset), dataJson: new TextEncoder().encode(dataset.json) };
    },

    attachDataset: (request) => attach(request, request.canvas),

    detachDataset: (request) => attach(request, null),
  };
}

function attachRefusal(reason: AttachFailure, { id, workspaceId }: Dataset, canvas: string): Error {
  switch (reason) {
    case "dataset_not_found":
      return platenError("not_found", `There is no dataset '${id}' any more. List them with platen datasets list.`);
    case "canvas_not_found": {
      const sentence = `There is no published canvas '${canvas}' in the dataset's workspace '${workspaceId}'.`;
      return platenError("not_found", `${sentence} Publish it there first, or choose a canvas of that workspace.`);
    }
    case "canvas_taken": {
      const sentence = "Another dataset is attached to this canvas already.";
      return platenError("invalid_argument", `${sentence} Detach that one first with platen datasets detach.`);
    }
  }
}
