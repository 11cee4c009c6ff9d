import { platenError } from "../methods/index.ts";
import type { Canvas } from "../persistence/index.ts";
import type { TenantCaller } from "./caller.ts";
import { documentFields } from "./canvas-service.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import type { DocumentFields } from "./refusals.ts";

/** The refusal of a request without data for a template that declares fields, the same at every door. */
export function dataMissing(fields?: DocumentFields): Error {
  const sentence = "The request has no `data` and no entry of `dataList`. Send the template's fields;";
  const where = "GET …/schema and the tool describe_document say which.";
  return platenError("invalid_argument", `${sentence} ${where}`, fields === undefined ? {} : { fields });
}

/**
 * The data of a request without a payload: the attached dataset; null leaves it to the source's own. Throws where
 * neither is there and the template declares fields: nobody asked for a file of empty ones.
 */
export async function ownData(
  { contents, database }: Pick<ServiceDependencies, "contents" | "database">,
  caller: TenantCaller,
  canvas: Canvas,
): Promise<Uint8Array | null> {
  const dataset = await database.datasets.findByCanvas(caller.scope, canvas.id);
  if (dataset !== null) return new TextEncoder().encode(dataset.json);
  if (canvas.fieldCount > 0 && !(await contents.of(canvas)).summary.hasDataset) {
    throw dataMissing(await documentFields(contents, canvas));
  }
  return null;
}
