import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { DatasetEntrySchema, DatasetLinkSchema, DatasetSchema } from "../../../gen/platen/v1/dataset_pb.ts";
import { itemsAt, membersAt, skipSpace } from "../methods/index.ts";
import type { Dataset, DatasetEntry, DatasetLink } from "../persistence/index.ts";

/** A dataset as messages show it, with the arrays that its content has. */
export function datasetMessage(dataset: Dataset): MessageInitShape<typeof DatasetSchema> {
  const members = membersAt(dataset.json, skipSpace(dataset.json, 0));
  const arrays = members.filter((member) => dataset.json[member.start] === "[");
  return {
    ...identity(dataset),
    arrays: arrays.map((member) => ({ path: member.name, rows: itemsAt(dataset.json, member.start).length })),
  };
}

function linkMessage({ url, refreshedAt, problem }: DatasetLink): MessageInitShape<typeof DatasetLinkSchema> {
  return {
    url,
    ...(refreshedAt === null ? {} : { refreshedAt: timestampFromDate(refreshedAt) }),
    ...(problem === null ? {} : { problem }),
  };
}

/** A dataset as a list shows it. */
export function datasetEntryMessage(entry: DatasetEntry): MessageInitShape<typeof DatasetEntrySchema> {
  return { ...identity(entry), bytes: entry.bytes };
}

/** What both forms say. */
function identity(dataset: Omit<Dataset, "json">) {
  return {
    id: dataset.id,
    name: dataset.name,
    workspaceId: dataset.workspaceId,
    updatedAt: timestampFromDate(dataset.updatedAt),
    ...(dataset.canvasId === null ? {} : { canvasId: dataset.canvasId }),
    ...(dataset.link === null ? {} : { link: linkMessage(dataset.link) }),
  };
}
