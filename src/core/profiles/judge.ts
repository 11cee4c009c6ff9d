// Rules and the facts of a form → findings. A rule that fails is a finding of its own, and the others go on.
import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import type { AsOf, Form, Profile, Rule, RuleFinding } from "../sdk/index.ts";
import type { DeclaredForm } from "./declared.ts";

/** What a form is for one record of its data. */
export type RecordFacts = Pick<Form, "record" | "values" | "entries" | "pages" | "copies" | "findings">;

/** A form to be judged: plain values, so that it can travel to another thread. */
export interface Judging {
  /** Installed profiles by their whole names. */
  readonly profiles: readonly string[];
  /** The day whose law holds, where a request says so. */
  readonly asOf: string | null;
  readonly data: Form["data"];
  readonly declared: DeclaredForm;
  readonly records: readonly RecordFacts[];
}

/** Told before each rule is run: `jp.receipt/recipient`. Answers whether it is to be run. */
export type RuleGate = (rule: string) => boolean;

/** More findings of one rule on one form help nobody. */
const FINDINGS_OF_RULE_MAX = 50;
/** Longer messages are a mistake of the rule. */
const MESSAGE_CHARACTERS_MAX = 1_000;

/** Judges by rules that hold on the day and are asked of such a form. `profiles` are those that are installed. */
export function judgeForm(
  profiles: readonly Profile[],
  judging: Judging,
  gate: RuleGate = () => true,
): readonly Diagnostic[] {
  const chosen = profiles.filter((profile) => judging.profiles.includes(profile.name));
  const kinds = [...new Set(chosen.flatMap((profile) => profile.documentKinds ?? []))];
  const { declared, data, profiles: _, asOf, records } = deepFrozen(judging);
  return chosen.flatMap((profile) => {
    const failed = new Set<string>();
    return records.flatMap((record) => {
      const form: Form = deepFrozen({ ...declared, ...record, data, kinds, asOf: dayOf(profile, asOf, record) });
      return profile.rules.flatMap((rule) => {
        const code = `${profile.name}/${rule.meta.id}` as const;
        if (!isAsked(rule, form) || failed.has(code) || !gate(code)) return [];
        const found = runRule(rule, form, code);
        if (found.failed) failed.add(code);
        return found.diagnostics;
      });
    });
  });
}

/** Whether the rule holds on the form's day and is asked of forms of its kind. */
function isAsked({ meta }: Rule, { asOf: { date }, kinds }: Form): boolean {
  if (meta.validFrom !== undefined && date < meta.validFrom) return false;
  if (meta.validTo !== undefined && date > meta.validTo) return false;
  return meta.documentKinds === undefined || meta.documentKinds.some((kind) => kinds.includes(kind));
}

const DATE_ROLES: readonly string[] = ["document.issueDate"];
/** Later than any rule begins: of rules without a beginning all hold that have no end. */
const WITHOUT_END = "9999-12-31";

/** The day as of which a form is read, and who said so. */
export function dayOf(
  profile: Pick<Profile, "dateRoles" | "rules">,
  asked: string | null,
  { values }: RecordFacts,
): AsOf {
  if (asked !== null) return { date: asked, from: "request" };
  for (const role of profile.dateRoles ?? DATE_ROLES) {
    for (const value of values) {
      const date = value.role === role && typeof value.value === "string" ? isoDate(value.value) : null;
      if (date !== null) return { date, from: "data" };
    }
  }
  const begins = profile.rules.flatMap(({ meta }) => meta.validFrom ?? []).sort();
  return { date: begins.at(-1) ?? WITHOUT_END, from: "newest-rule" };
}

function isoDate(text: string): string | null {
  return /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(text)?.[0] ?? null;
}

interface RuleRun {
  readonly diagnostics: readonly Diagnostic[];
  readonly failed: boolean;
}

function runRule(rule: Rule, form: Form, code: `${string}/${string}`): RuleRun {
  const found: Diagnostic[] = [];
  try {
    rule.check({
      form,
      report: (finding) => {
        if (found.length < FINDINGS_OF_RULE_MAX) found.push(diagnosticOf(rule, form, finding, code));
      },
    });
    return { diagnostics: found, failed: false };
  } catch (error) {
    return { diagnostics: [ruleFailure(code, `it threw "${sentenceOf(error)}"`, form.document.span)], failed: true };
  }
}

/** What was thrown, on one line. */
export function sentenceOf(error: unknown): string {
  let text = "something that is no error";
  if (error instanceof Error) text = `${error.name}: ${error.message}`;
  return text.replaceAll(/\s+/g, " ").slice(0, 200);
}

/** RPT7021, at the `document` line. */
export function ruleFailure(rule: string, how: string, span: Diagnostic["span"]): Diagnostic {
  return diagnose({
    code: "RPT7021",
    span,
    message: `rule ${rule} failed: ${how}`,
    why: "The form is judged by all other rules, but what this one asks for is not known.",
    repair: {
      title: "report it to whoever maintains the plugin, with the form",
      applicability: "suggestion",
      edits: [],
    },
  });
}

function diagnosticOf({ meta }: Rule, form: Form, finding: RuleFinding, code: `${string}/${string}`): Diagnostic {
  const words = Object.hasOwn(meta.messages, finding.message) ? meta.messages[finding.message] : undefined;
  if (words === undefined) throw new Error(`the message ${finding.message} is not declared`);
  const { start, end } = finding.span;
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= form.source.length)) {
    throw new Error(`the span ${start}–${end} lies outside of the source`);
  }
  const { repair } = finding;
  const edits = meta.repairs === "none" ? [] : (repair?.edits ?? []);
  return {
    code,
    severity: finding.severity ?? meta.severity,
    span: { start, end },
    message: filled(words.what, finding.values ?? {}).slice(0, MESSAGE_CHARACTERS_MAX),
    why: [filled(words.why, finding.values ?? {}), citation(meta)].filter((part) => part !== "").join(" "),
    repair:
      repair === undefined
        ? null
        : {
            title: repair.title,
            applicability: meta.repairs === "safe" && edits.length > 0 ? "safe" : "suggestion",
            edits: edits.map(({ span, text }) => ({ span: { start: span.start, end: span.end }, text })),
          },
    ...(finding.path === undefined ? {} : { dataPath: finding.path }),
  };
}

function filled(text: string, values: NonNullable<RuleFinding["values"]>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? `${values[name]}` : whole,
  );
}

/** `(消費税法 57条の4第1項1号, https://…)`, and what of it nobody has verified. */
function citation({ basis, unverified }: Rule["meta"]): string {
  const sources = basis.map(({ law, article, url }) => `${article === "" ? law : `${law} ${article}`}, ${url}`);
  const cited = sources.length === 0 ? "" : `(${sources.join("; ")})`;
  return unverified === undefined ? cited : `${cited} Not verified: ${unverified}`.trim();
}

/** The value with everything in it frozen. What is frozen already is not entered again. */
export function deepFrozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const member of Object.values(value)) deepFrozen(member);
  return value;
}
