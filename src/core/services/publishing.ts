// From a source to what a publishing freezes: the gate, and the refusal of a source that does not pass it.
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { DiagnosticSchema } from "../../../gen/platen/v1/error_pb.ts";
import { contractSchema, parseCanvas } from "../canvas/index.ts";
import { countFindings, type Diagnostic, hasErrors, machineDiagnostics } from "../diagnostics/index.ts";
import {
  type CheckAnswer,
  type CheckRequest,
  type CompiledTemplate,
  ENGINE_VERSION,
  PoolBusyError,
  RenderBudgetError,
  type TaskTerms,
  ThreadMemoryError,
} from "../engine/index.ts";
import { platenError } from "../methods/index.ts";
import type { CanvasContent } from "../persistence/index.ts";
import type { TenantCaller } from "./caller.ts";
import { computedAtOnce, poolBusy } from "./computing.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { diagnosticMessage } from "./messages.ts";
import { SYNCHRONOUS_BUDGET_MS } from "./rendering.ts";

/** The identity in a schema as it is stored: the canvas's own is known only when its version is. */
const UNPUBLISHED = { canvasId: "unpublished", version: 0 } as const;

/** What stands in a stored schema where readers see the canvas's address. */
export const UNPUBLISHED_ID = `urn:platen:canvas:${UNPUBLISHED.canvasId}:${UNPUBLISHED.version}`;

/** The operator's check of a source in a thread of its own, within a budget of its own. */
export async function checkedSource(
  { engine, checkBudgetMs = SYNCHRONOUS_BUDGET_MS }: Pick<ServiceDependencies, "engine" | "checkBudgetMs">,
  request: CheckRequest,
): Promise<CheckAnswer> {
  try {
    return await engine.check(request, { budgetMs: checkBudgetMs });
  } catch (error) {
    throw checkRefusal(error, checkBudgetMs);
  }
}

/** Work on a person's source, within their plan; what takes too long or too much is refused with the cure. */
export async function withinCheckBudget<Answer>(
  { checkBudgetMs: budgetMs = SYNCHRONOUS_BUDGET_MS, rates }: Pick<ServiceDependencies, "checkBudgetMs" | "rates">,
  { plan, scope }: Pick<TenantCaller, "plan" | "scope">,
  work: (terms: TaskTerms) => Promise<Answer>,
): Promise<Answer> {
  const { organizationId } = scope;
  try {
    const terms = { budgetMs, tenant: organizationId };
    return await computedAtOnce(rates, { organizationId, plan }, () => work(terms));
  } catch (error) {
    throw checkRefusal(error, budgetMs);
  }
}

function checkRefusal(error: unknown, budgetMs: number): unknown {
  if (error instanceof PoolBusyError) return poolBusy(error, budgetMs);
  if (error instanceof ThreadMemoryError) {
    const sentence = "Laying out the source takes more memory than a check gets. Give it fewer or shorter examples.";
    return platenError("too_large", sentence, { cause: error });
  }
  if (!(error instanceof RenderBudgetError)) return error;
  const sentence = `Laying out the source's examples took longer than ${budgetMs / 1000} seconds.`;
  return platenError("render_budget_exceeded", `${sentence} Give it fewer or shorter examples.`, { cause: error });
}

/** Findings as messages show them. */
export function findingsOf(
  source: string,
  diagnostics: readonly Diagnostic[],
): readonly MessageInitShape<typeof DiagnosticSchema>[] {
  return machineDiagnostics(source, diagnostics).map(diagnosticMessage);
}

/** The template, where no error stands; the refusal carries every finding. */
export function publishable(source: string, { diagnostics, template }: CheckAnswer): CompiledTemplate {
  if (template !== null && !hasErrors(diagnostics)) return template;
  const errors = countFindings(diagnostics, "error");
  const sentence = `The source has ${errors === 1 ? "an error" : `${errors} errors`}; nothing was published.`;
  throw platenError("document_refused", sentence, { diagnostics: [...findingsOf(source, diagnostics)] });
}

/** What a publishing freezes. */
export function contentOf(source: string, template: CompiledTemplate): CanvasContent {
  const canvas = parseCanvas(template.canvasJson);
  return {
    source,
    compiled: template.canvasJson,
    schema: JSON.stringify(contractSchema(canvas, UNPUBLISHED)),
    contentHash: template.hash,
    engineVersion: ENGINE_VERSION,
    fontVersions: template.fontVersions,
    fieldCount: template.fields,
    recordSource: canvas.recordSource?.path.replace(/\[\]$/, "") ?? null,
    encryption: canvas.encryption?.open ?? "none",
  };
}
