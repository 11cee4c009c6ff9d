// What stands in the way of a file, as errors of the closed list.
import { truncatedViolation, VIOLATIONS_MAX, type Violation, violationMessage } from "../contract/index.ts";
import { CODES, type Diagnostic, type DiagnosticCode, LineIndex, namedFirst } from "../diagnostics/index.ts";
import type { RenderAnswer } from "../engine/index.ts";
import { type ErrorFacts, platenError } from "../methods/index.ts";
import type { StartRefusal } from "../persistence/index.ts";
import { type Plan, usagePeriodAt } from "../tenancy/index.ts";
import { computableDetail, findingMessages, misfitRefusal } from "./render-findings.ts";

/** The table of fields that a refusal of the data repeats, for tools; left out elsewhere. */
export type DocumentFields = NonNullable<ErrorFacts["fields"]>;

/** An answer of the engine that is no file. */
export type NoFile = Exclude<RenderAnswer, { readonly kind: "rendered" | "misfit" | "refused" }>;

/** Why there is no file. */
export function refusalOf(answer: NoFile, plan: Plan, fields?: DocumentFields): Error {
  switch (answer.kind) {
    case "malformed":
      return platenError("invalid_argument", answer.message);
    case "violations":
      return contractViolation(answer.violations, fields);
    case "too-large":
      return outputTooLarge(answer, plan);
  }
}

/** Why a render was not begun. */
export function startRefusal(reason: StartRefusal, plan: Plan, records: number, at: Date): Error {
  switch (reason) {
    case "quota_exceeded":
      return quotaExceeded(plan, records, at);
    case "concurrency_exceeded":
      return tooManyRenders(plan);
    case "key_lost":
      return leaseLost();
  }
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

/** Whoever has the key now is under way, or has ended already. */
const LEASE_RETRY_SECONDS = 1;

/** A request that stood still until its key or its render was given up must not charge beside its successor. */
export function leaseLost(cause?: unknown): Error {
  const sentence =
    "The render was given up, since this process or what it waited for stood still; nothing was charged.";
  return platenError("unavailable", `${sentence} Send it again, with the same Idempotency-Key if it had one.`, {
    retryAfterSeconds: LEASE_RETRY_SECONDS,
    ...(cause === undefined ? {} : { cause }),
  });
}

/** A database that is slow today may be quick in a moment. */
const DATABASE_RETRY_SECONDS = 5;

/** A render whose time was up before the database said that it may begin: less data would not help. */
export function databaseLate(budgetMs: number, cause: unknown): Error {
  const sentence = `The database did not answer within ${budgetMs / 1000} seconds, so the render was not begun.`;
  return platenError("render_budget_exceeded", `${sentence} Nothing was charged. Send the request again.`, {
    ...{ retryAfterSeconds: DATABASE_RETRY_SECONDS, cause },
  });
}

/** A render that would have filled more memory than it gets. */
export function memoryExceeded(cause: unknown): Error {
  const sentence = "The document takes more memory than a render gets. Send less data at a time.";
  return platenError("too_large", sentence, { cause });
}

/** The refusal of what was found while a file was drawn. */
export function judgedRefusal(
  source: string,
  { kind, diagnostics }: Extract<RenderAnswer, { readonly kind: "misfit" | "refused" }>,
  fields?: DocumentFields,
): Error {
  return kind === "misfit" ? misfitRefusal(source, diagnostics) : undrawable(source, diagnostics, fields);
}

/** More of them a sentence does not name; the list has them. */
const CAUSES_NAMED_MAX = 3;

/**
 * Why a form can't be drawn with data that its declarations allow, such as a division by zero. The sentence quotes no
 * data: the render's record and logs may keep it. What was found says where in the form, and how to mend it.
 */
function undrawable(source: string, found: readonly Diagnostic[], fields?: DocumentFields): Error {
  const errors = found.filter(({ severity }) => severity === "error");
  const index = new LineIndex(source);
  const causes = new Set(errors.map((each) => causeOf(each, index.position(each.span.start).line)));
  const named = namedFirst([...causes], CAUSES_NAMED_MAX, "; ");
  const sentence = `The form can't be drawn with this data: ${named}. Nothing was made or charged.`;
  const paths = [...new Set(errors.map(({ dataPath = "" }) => dataPath))];
  const listed = paths.slice(0, VIOLATIONS_MAX).map(computableDetail);
  const others = paths.length - listed.length;
  return platenError("data_contract_violation", sentence, {
    details: others === 0 ? listed : [...listed, detailOf(truncatedViolation(others))],
    diagnostics: [...findingMessages(source, errors)],
    ...(fields === undefined ? {} : { fields }),
  });
}

/** `a number is divided by zero (RPT3020) at rows[0], line 7 of the form` */
function causeOf({ code, dataPath = "" }: Diagnostic, line: number): string {
  const title = Object.hasOwn(CODES, code) ? CODES[code as DiagnosticCode].title : "a value can't be made";
  return `${title} (${code}) at ${dataPath === "" ? "" : `${dataPath}, `}line ${line} of the form`;
}

/** The refusal of a payload that does not satisfy the template's declarations. */
function contractViolation(violations: readonly Violation[], fields: DocumentFields | undefined): Error {
  return platenError("data_contract_violation", violationMessage(violations), {
    details: violations.map(detailOf),
    ...(fields === undefined ? {} : { fields }),
  });
}

function detailOf({ path, rule, expected, received, example }: Violation) {
  return {
    ...{ path, rule, expected },
    ...(received === "" ? {} : { received }),
    ...(example === null ? {} : { example }),
  };
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
