import type { Canvas } from "../persistence/index.ts";
import type { TenantCaller } from "./caller.ts";
import type { ServiceDependencies } from "./dependencies.ts";

/** The data of a request without a payload: the attached dataset; null leaves it to the source's own. */
export async function ownData(
  { database }: Pick<ServiceDependencies, "database">,
  caller: TenantCaller,
  canvas: Canvas,
): Promise<Uint8Array | null> {
  const dataset = await database.datasets.findByCanvas(caller.scope, canvas.id);
  return dataset === null ? null : new TextEncoder().encode(dataset.json);
}
