// From a source to what a publishing freezes: the gate, and the refusal of a source that does not pass it.
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { DiagnosticSchema } from "../../../gen/platen/v1/error_pb.ts";
import { type Diagnostic, machineDiagnostics } from "../diagnostics/index.ts";
import {
  ENGINE_VERSION,
  PoolBusyError,
  RenderBudgetError,
  type TaskTerms,
  ThreadMemoryError,
  type ToldCheckAnswer,
} from "../engine/index.ts";
import { platenError } from "../methods/index.ts";
import type { CanvasContent } from "../persistence/index.ts";
import type { TenantCaller } from "./caller.ts";
import { computedAtOnce, poolBusy } from "./computing.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { diagnosticMessage } from "./messages.ts";
import { SYNCHRONOUS_BUDGET_MS } from "./rendering.ts";

/** The operator's check of a source in a thread of its own, within a budget of its own. */
export async function checkedSource<Answer>(
  { checkBudgetMs = SYNCHRONOUS_BUDGET_MS }: Pick<ServiceDependencies, "checkBudgetMs">,
  check: (terms: TaskTerms) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await check({ budgetMs: checkBudgetMs });
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

/** What is published, where no error stands; the refusal carries the findings. */
export function publishableOf({ publishable, errors, findings }: ToldCheckAnswer): PublishableForm {
  if (publishable !== null) return publishable;
  const sentence = `The source has ${errors === 1 ? "an error" : `${errors} errors`}; nothing was published.`;
  throw platenError("document_refused", sentence, { diagnostics: findings.map(diagnosticMessage) });
}

/** A template with what its publishing freezes. */
type PublishableForm = NonNullable<ToldCheckAnswer["publishable"]>;

/** What a publishing freezes. */
export function contentOf(source: string, form: PublishableForm): CanvasContent {
  const { canvasJson, schema, summary, hash, fontVersions, fields, recordSource, encryption } = form;
  return {
    ...{ source, compiled: canvasJson, schema, summary, contentHash: hash, engineVersion: ENGINE_VERSION },
    ...{ fontVersions, fieldCount: fields, recordSource, encryption },
  };
}
