// Files that their renders promise and that the storage has lost for good.
import { parseReceipt } from "../engine/index.ts";
import type { Render } from "../persistence/index.ts";
import { sha256Of } from "../store/index.ts";
import type { TenantCaller } from "./caller.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { leaseLost } from "./refusals.ts";
import { drawingRefusal, engineRequest, SYNCHRONOUS_BUDGET_MS } from "./rendering.ts";

/** What a repeated request brings that the lost file can be made of again. */
export interface RepeatedRequest {
  readonly caller: TenantCaller;
  readonly payload: Uint8Array | null;
  readonly isList: boolean;
  readonly password: string | null;
  /** Whether the request still has the key of the render; asked before the file is kept. */
  readonly isHeld: () => Promise<boolean>;
}

/**
 * Makes the lost file of a render again, by its receipt and the canvas that was frozen, and keeps it under the same id;
 * nothing is charged. Null where the very same bytes can't be made: the data is other data, or the engine another one.
 * Throws the refusal of a render that could not be drawn this time, so that a later repeat makes the file. So it does
 * where this process stood still for so long that the key is another request's.
 */
export async function restoredFile(
  dependencies: ServiceDependencies,
  render: Render,
  { caller, payload, isList, password, isHeld }: RepeatedRequest,
): Promise<Uint8Array | null> {
  const { contents, database, engine, log, store, renderBudgetMs: budgetMs = SYNCHRONOUS_BUDGET_MS } = dependencies;
  const receipt = parseReceipt((await database.renders.receipt(render.id)) ?? "");
  const payloadHash = payload === null ? null : await sha256Of(payload);
  const isSame = receipt?.payload === payloadHash && receipt.options.list === isList;
  if (receipt === null || !isSame || receipt.options.password !== (password !== null)) return null;
  const canvas = await contents.version(render.canvasId, render.canvasVersion);
  if (canvas === null) return null;
  const { createdAt, collatedTitle } = receipt.options;
  const title = collatedTitle ?? canvas.title;
  const asked = await engineRequest(dependencies, {
    ...{ caller, canvas: { ...canvas, title }, payload, isList, createdAt },
    ...(password === null ? {} : { password }),
  });
  const terms = { budgetMs, tenant: caller.scope.organizationId };
  const answer = await engine
    .render(asked, async () => {}, terms)
    .catch((error: unknown) => {
      throw drawingRefusal(error, budgetMs, false);
    });
  if (answer.kind !== "rendered" || answer.sha256 !== render.sha256) return null;
  if (!(await isHeld())) throw leaseLost(new Error(`the key of ${render.id} was another request's at its end`));
  await store.put(render.id, answer.bytes);
  const names = { requestId: caller.requestId, organizationId: render.organizationId, renderId: render.id };
  log.error(names, "a stored file was lost, and made again from a repeated request");
  return answer.bytes;
}
