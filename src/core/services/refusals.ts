// What stands in the way of a file, as errors of the closed list.
import { type Violation, violationMessage } from "../contract/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import type { RenderAnswer } from "../engine/index.ts";
import { type ErrorFacts, platenError } from "../methods/index.ts";
import { type Plan, usagePeriodAt } from "../tenancy/index.ts";

/** The table of fields that a refusal of the data repeats, for tools; left out elsewhere. */
export type DocumentFields = NonNullable<ErrorFacts["fields"]>;

/** An answer of the engine that is no file. */
export type NoFile = Exclude<RenderAnswer, { readonly kind: "rendered" | "misfit" }>;

/** Why there is no file. */
export function refusalOf(answer: NoFile, plan: Plan, fields?: DocumentFields): Error {
  switch (answer.kind) {
    case "malformed":
      return platenError("invalid_argument", answer.message);
    case "violations":
      return contractViolation(answer.violations, fields);
    case "refused":
      return contractViolation(answer.diagnostics.map(uncomputable), fields);
    case "too-large":
      return outputTooLarge(answer, plan);
  }
}

/** Why a render was not begun. */
export function startRefusal(
  reason: "quota_exceeded" | "concurrency_exceeded",
  plan: Plan,
  records: number,
  at: Date,
): Error {
  return reason === "quota_exceeded" ? quotaExceeded(plan, records, at) : tooManyRenders(plan);
}

/** A slot comes free in the time of a render, which is seldom longer. */
const SLOT_RETRY_SECONDS = 1;

function tooManyRenders({ concurrentRenders, name }: Plan): Error {
  const renders = concurrentRenders === 1 ? "one render" : `${concurrentRenders} renders`;
  const sentence = `The plan (${name}) has ${renders} at a time, and as many are under way.`;
  const advice = "Send the request again when one has ended, or send Prefer: respond-async.";
  return platenError("rate_limited", `${sentence} ${advice}`, { retryAfterSeconds: SLOT_RETRY_SECONDS });
}

/**
 * Of one record nothing is left; of several, fewer may be left than were asked for. Either way the whole request is
 * refused: half a batch is no document.
 */
function quotaExceeded(plan: Plan, records: number, at: Date): Error {
  const next = usagePeriodAt(at).end.toISOString().slice(0, "2026-12-01".length);
  const asked = records === 1 ? "none is left" : `fewer than the ${records} of this request are left`;
  const sentence = `The plan (${plan.name}) has ${plan.recordsPerMonth} records a month, and ${asked}.`;
  return platenError("quota_exceeded", `${sentence} Wait until ${next} (UTC), or choose a larger plan.`);
}

/** A render that was stopped at its budget. A synchronous one is told what to do for more time. */
export function budgetExceeded(budgetMs: number, isJob: boolean, cause: unknown): Error {
  const stopped = `The render took longer than ${budgetMs / 1000} seconds and was stopped; nothing was charged.`;
  const advice = isJob ? "Send less data at a time." : "Send less data at a time, or send Prefer: respond-async.";
  return platenError("render_budget_exceeded", `${stopped} ${advice}`, { cause });
}

/** A render that would have filled more memory than it gets. */
export function memoryExceeded(cause: unknown): Error {
  const sentence = "The document takes more memory than a render gets. Send less data at a time.";
  return platenError("too_large", sentence, { cause });
}

/**
 * A value of the form that this data makes impossible to compute is a fault of the data, at the record that the
 * finding is about; without one it is the data as a whole.
 */
function uncomputable({ dataPath = "", message }: Diagnostic): Violation {
  return { path: dataPath, rule: "computable", expected: message, received: "", example: null };
}

/** The refusal of a payload that does not satisfy the template's declarations. */
function contractViolation(violations: readonly Violation[], fields: DocumentFields | undefined): Error {
  return platenError("data_contract_violation", violationMessage(violations), {
    details: violations.map((violation) => ({
      path: violation.path,
      rule: violation.rule,
      expected: violation.expected,
      ...(violation.received === "" ? {} : { received: violation.received }),
      ...(violation.example === null ? {} : { example: violation.example }),
    })),
    ...(fields === undefined ? {} : { fields }),
  });
}

/** A file over the plan's size or page cap is refused; trying again does not help. */
function outputTooLarge(answer: Extract<NoFile, { kind: "too-large" }>, plan: Plan): Error {
  const { name, pagesMax, outputBytesMax } = plan;
  const sentence =
    answer.what === "pages"
      ? `The document has at least ${answer.pages} pages; the plan (${name}) allows ${pagesMax}.`
      : `The file has at least ${answer.bytes} bytes; the plan (${name}) allows ${outputBytesMax}.`;
  return platenError("too_large", `${sentence} Send less data.`);
}
