import { z } from "zod";
import { DEFAULT_PLANS, FAILED_SECONDS_PER_MINUTE, type Plan } from "../tenancy/index.ts";

const count = z.int().min(0);
const positive = z.int().min(1);

/** A century: the last day that is reckoned with has to be a date. */
const RETENTION_DAYS_MAX = 36_500;

/** Counts of a minute and of a moment, as databases keep them. */
const COUNT_MAX = 1_000_000_000;

/** A text that is longer can't be held in one piece. */
const REQUEST_BYTES_MAX = 500_000_000;

/** The numbers of a plan, as an operator may write them. */
const planNumbers = z.strictObject({
  apiAccess: z.boolean(),
  recordsPerMonth: count,
  requestsPerMinute: positive.max(COUNT_MAX),
  recordsPerMinute: positive.max(COUNT_MAX),
  concurrentRenders: positive.max(COUNT_MAX),
  failedSecondsPerMinute: positive.max(COUNT_MAX),
  retentionDays: positive.max(RETENTION_DAYS_MAX),
  requestBytesMax: positive.max(REQUEST_BYTES_MAX),
  outputBytesMax: positive,
  pagesMax: positive,
});

const planChanges = z.record(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/), planNumbers.partial());

/** The shipped plans with an operator's changes, or a sentence's end that says what is wrong with the changes. */
export type PlansReading =
  | { readonly ok: true; readonly plans: readonly Plan[] }
  | { readonly ok: false; readonly wrong: string };

/**
 * Applies the JSON of the plans setting: members of a known plan replace its numbers, a new name needs all of them but
 * `failedSecondsPerMinute`.
 */
export function readPlans(json: string): PlansReading {
  const parsed = parseJson(json);
  if (parsed === undefined) {
    return { ok: false, wrong: "is not JSON" };
  }
  const changes = planChanges.safeParse(parsed);
  if (!changes.success) {
    return { ok: false, wrong: firstIssue(changes.error) };
  }
  const plans = new Map(DEFAULT_PLANS.map((plan) => [plan.name, plan]));
  for (const [name, numbers] of Object.entries(changes.data)) {
    const known = { failedSecondsPerMinute: FAILED_SECONDS_PER_MINUTE, ...numbersOf(plans.get(name)) };
    const merged = planNumbers.safeParse({ ...known, ...numbers });
    if (!merged.success) {
      return { ok: false, wrong: `makes the new plan ${name} without all of its members: ${firstIssue(merged.error)}` };
    }
    plans.set(name, { name, ...merged.data });
  }
  return { ok: true, plans: [...plans.values()] };
}

function numbersOf(plan: Plan | undefined): Partial<Omit<Plan, "name">> {
  if (plan === undefined) {
    return {};
  }
  const { name: _, ...numbers } = plan;
  return numbers;
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const members = Object.keys(planNumbers.shape).join(", ");
    return `${issue.path.join(".")} has no member "${issue.keys[0]}": there are ${members}`;
  }
  return issue === undefined ? "is wrong" : `${issue.path.join(".") || "the value"}: ${issue.message}`;
}
