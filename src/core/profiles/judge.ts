// Rules and the facts of a form → a verdict of each profile. A rule that fails leaves its own profile unjudged, and all
// others go on.
import {
  type Diagnostic,
  diagnose,
  type Judgement,
  judgementOf,
  type Severity,
  type Span,
} from "../diagnostics/index.ts";
import type { AsOf, Form, Profile, Rule, RuleFinding } from "../sdk/index.ts";
import type { DeclaredForm } from "./declared.ts";
import { DrawnFormOfRecord, type RecordFacts } from "./facts.ts";
import { settledRules } from "./settled-rules.ts";

/** A form to be judged: plain values where it travels to another thread. */
export interface Judging {
  /** Installed profiles by their whole names. */
  readonly profiles: readonly string[];
  /** What kinds of paper it is, as the profiles say. */
  readonly kinds: readonly string[];
  /** The day whose law holds, where a request says so. */
  readonly asOf: string | null;
  readonly data: Form["data"];
  readonly declared: DeclaredForm;
  readonly records: readonly RecordFacts[];
  /** Where each record stands in a list of them, `dataList[3]`; left out: paths are those of the data. */
  readonly places?: readonly string[];
  /** Where each record of a source stands in the data, `customers[3]`: named where a finding names no path. */
  readonly sourcePlaces?: readonly string[];
}

/** What one of the profiles that were asked says of a form. */
export type ProfileVerdict = Judgement & { readonly profile: string };

/** Knows what rules do beside answering. Rules are named as in `jp.receipt/recipient`. */
export interface RuleWatch {
  /** Told before each rule is run; answers a sentence's end on why it is not to be, or null. */
  begins(rule: string): string | null;
  /** Told when its check is over; answers a sentence's end on what it did that no rule may, or null. */
  ended(): string | null;
}

const UNWATCHED: RuleWatch = { begins: () => null, ended: () => null };

/** More findings of one rule on one form are counted by the last of them. */
const FINDINGS_OF_RULE_MAX = 50;
/** Errors are not left out; a rule that finds so many reads the form wrongly. */
const ERRORS_OF_RULE_MAX = 1_000;
const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
/** Longer messages are a mistake of the rule. */
const MESSAGE_CHARACTERS_MAX = 1_000;

/**
 * Judges by rules that hold on the day and are asked of such a form: one verdict of each profile that is asked, in the
 * order of `profiles`, which are those that are installed.
 */
export function judgeForm(
  profiles: readonly Profile[],
  judging: Judging,
  watch: RuleWatch = UNWATCHED,
): readonly ProfileVerdict[] {
  const frozen = deepFrozen(judging);
  const formOf: FormOf = (facts, judged) => deepFrozen({ ...frozen.declared, ...facts, ...judged });
  return judgeBy(profiles, frozen, { watch, formOf, settledOf: () => NEVER });
}

/**
 * As `judgeForm`, by profiles whose rules are known to change nothing of a form: only those parts of a record are made
 * that a rule asks for. What is declared is frozen.
 */
export function judgeByTrusted(profiles: readonly Profile[], judging: Judging): readonly ProfileVerdict[] {
  const { declared } = judging;
  const asked = profiles.filter(({ name }) => judging.profiles.includes(name));
  const { byRule, watched } = settledRules(declared, asked);
  const settledOf = (facts: RecordFacts): IsSettled => {
    const glance = facts.glance?.(watched) ?? null;
    return glance === null ? NEVER : (rule) => byRule.get(rule)?.holds(glance) === true;
  };
  const formOf: FormOf = (facts, judged) => new DrawnFormOfRecord(declared, facts, judged);
  return judgeBy(asked, judging, { watch: UNWATCHED, formOf, settledOf });
}

/** Whether each rule of the profiles may be settled for records of a form, so that most of them need but a glance. */
export function mayBeSettled(profiles: readonly Profile[], declared: DeclaredForm): boolean {
  return settledRules(declared, profiles).all !== null;
}

/** Whether a glance at a record shows that none of the profiles finds anything. */
export function areSettled(profiles: readonly Profile[], declared: DeclaredForm, facts: RecordFacts): boolean {
  const { all, watched } = settledRules(declared, profiles);
  const glance = all === null ? null : facts.glance?.(watched);
  return glance !== undefined && glance !== null && all?.every((settlement) => settlement.holds(glance)) === true;
}

/** Whether a rule is known to find nothing on a record. */
type IsSettled = (rule: Rule) => boolean;

const NEVER: IsSettled = () => false;

type FormOf = (facts: RecordFacts, judged: Pick<Form, "data" | "kinds" | "asOf">) => Form;

interface JudgingWays {
  readonly watch: RuleWatch;
  readonly formOf: FormOf;
  readonly settledOf: (facts: RecordFacts) => IsSettled;
}

function judgeBy(
  profiles: readonly Profile[],
  judging: Judging,
  { watch, formOf, settledOf }: JudgingWays,
): readonly ProfileVerdict[] {
  const chosen = profiles.filter((profile) => judging.profiles.includes(profile.name));
  const { data, declared, kinds, asOf, records, places, sourcePlaces } = judging;
  return chosen.map((profile) => {
    const failures = new Map<string, Diagnostic>();
    const more = new Unlisted();
    let isJudged = false;
    let day = "";
    const found = records.flatMap((record, at) => {
      const isSettled = settledOf(record);
      const form = formOf(record, { data, kinds, asOf: dayOf(profile, asOf, record) });
      day = form.asOf.date;
      return profile.rules.flatMap((rule) => {
        const { id } = rule.meta;
        if (!isAsked(rule, form)) return [];
        isJudged = true;
        if (failures.has(id) || isSettled(rule)) return [];
        const left = watch.begins(`${profile.name}/${id}`);
        const { failure, diagnostics } = left === null ? runRule(rule, form, profile.name, watch, more) : leftOut(left);
        if (failure !== null) failures.set(id, unjudgedBy(profile.name, failure, form.document.span));
        return inSource(placed(diagnostics, places?.[at]), sourcePlaces?.[at]);
      });
    });
    if (!isJudged && records.length > 0)
      failures.set("", unjudgedBy(profile.name, noRule(day), declared.document.span));
    // Rules that are left out for one reason are told once.
    const told = new Map([...failures.values()].map((failure) => [failure.message, failure]));
    return { profile: profile.name, ...judgementOf([...found, ...more.counted()], [...told.values()]) };
  });
}

/** A profile that is asked for and asks nothing would read as one that found nothing. */
function noRule(day: string): string {
  return `none of its rules holds on ${day} and is about a form of this kind`;
}

/** Paths of a record in a list begin within it. */
function placed(found: readonly Diagnostic[], place: string | undefined): readonly Diagnostic[] {
  if (place === undefined) return found;
  return found.map((one) => ({ ...one, dataPath: one.dataPath === undefined ? place : `${place}.${one.dataPath}` }));
}

/** Paths of a source's record are those of the data already. */
function inSource(found: readonly Diagnostic[], place: string | undefined): readonly Diagnostic[] {
  return place === undefined ? found : found.map((one) => ({ ...one, dataPath: one.dataPath ?? place }));
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
export function dayOf(profile: Pick<Profile, "dateRoles" | "rules">, asked: string | null, facts: RecordFacts): AsOf {
  if (asked !== null) return { date: asked, from: "request" };
  for (const role of profile.dateRoles ?? DATE_ROLES) {
    for (const { value } of facts.index?.values(role) ?? facts.values.filter((each) => each.role === role)) {
      const date = typeof value === "string" ? isoDate(value) : null;
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
  /** Why the rule has not answered completely; continues a sentence. */
  readonly failure: string | null;
}

function leftOut(reason: string): RuleRun {
  return { diagnostics: [], failure: reason };
}

const IS_ASYNCHRONOUS = "it answered a promise, and a rule answers at once: write its check without async";

/** Findings that are answered, or a generator that nobody runs: what the rule found would be lost. */
const ANSWERS_VALUE = "it answered a value, and findings are told by report(): answer nothing, and write no generator";

function runRule(rule: Rule, form: Form, profile: string, watch: RuleWatch, more: Unlisted): RuleRun {
  const code = `${profile}/${rule.meta.id}` as const;
  const errors: Diagnostic[] = [];
  const others: Diagnostic[] = [];
  let isOver = false;
  // A rule may catch what `report` throws; its finding is lost all the same.
  let refused: string | null = null;
  const report = (finding: RuleFinding): void => {
    if (isOver) throw new Error(`rule ${code} reports a finding after its check is over`);
    let diagnostic: Diagnostic;
    try {
      diagnostic = diagnosticOf(rule, form, finding, code);
    } catch (error) {
      refused ??= `it threw "${sentenceOf(error)}"`;
      throw error;
    }
    if (diagnostic.severity !== "error") {
      if (others.length < FINDINGS_OF_RULE_MAX) others.push(diagnostic);
      else more.add(diagnostic);
    } else if (errors.push(diagnostic) > ERRORS_OF_RULE_MAX) {
      throw new Error(`it found more than ${ERRORS_OF_RULE_MAX} errors`);
    }
  };
  let failure: string | null = null;
  try {
    const answer: unknown = rule.check({ form, report });
    if (isPromise(answer)) {
      failure = IS_ASYNCHRONOUS;
      // What becomes of it is nobody's business any more.
      answer.then(undefined, () => undefined);
    } else if ((typeof answer === "object" && answer !== null) || typeof answer === "string") {
      failure = ANSWERS_VALUE;
    }
  } catch (error) {
    failure = `it threw "${sentenceOf(error)}"`;
  }
  isOver = true;
  const ended = watch.ended();
  const did = failure ?? refused ?? ended;
  return { diagnostics: [...errors, ...others], failure: did === null ? null : ruleFailure(rule.meta.id, did) };
}

/** Findings of rules that are not listed, by rule and severity: one of each stands for all. */
class Unlisted {
  readonly #kinds = new Map<string, { readonly first: Diagnostic; count: number }>();

  add(diagnostic: Diagnostic): void {
    const key = `${diagnostic.code} ${diagnostic.severity}`;
    const known = this.#kinds.get(key);
    if (known === undefined) this.#kinds.set(key, { first: diagnostic, count: 1 });
    else known.count += 1;
  }

  /** Their counts, each at the place of the first and as grave as they are. */
  counted(): readonly Diagnostic[] {
    return [...this.#kinds.values()].map(({ first: { code, span, severity }, count }) => {
      const findings = count === 1 ? "finding" : "findings";
      const finding = diagnose({
        code: "RPT9009",
        span,
        message: `${count} more ${findings} of ${code} ${count === 1 ? "is" : "are"} not listed`,
        why: `Of each rule ${FINDINGS_OF_RULE_MAX} findings that are no errors are listed, and the others counted.`,
        repair: { title: "mend what is listed and look again", applicability: "suggestion", edits: [] },
      });
      return { ...finding, severity, count };
    });
  }
}

/** The second half of a sentence on a profile. */
export function ruleFailure(rule: string, how: string): string {
  return `rule ${rule} failed, ${how}`;
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return false;
  return typeof Reflect.get(value, "then") === "function";
}

/** What was thrown, on one line. */
export function sentenceOf(error: unknown): string {
  let text = "something that is no error";
  if (error instanceof Error) text = `${error.name}: ${error.message}`;
  return text.replaceAll(/\s+/g, " ").slice(0, 200);
}

/** RPT7021, at the `document` line: `reason` says what happened, as the second half of a sentence. */
export function unjudgedBy(profile: string, reason: string, span: Diagnostic["span"]): Diagnostic {
  return diagnose({
    code: "RPT7021",
    span,
    message: `${profile} could not be judged: ${reason}`,
    why: "What nobody looked at may be wrong, so that a form is not published on half of a judgement.",
    repair: {
      title: "report it to whoever maintains the plugin, with the form, or ask without this profile",
      applicability: "suggestion",
      edits: [],
    },
  });
}

function diagnosticOf({ meta }: Rule, form: Form, finding: RuleFinding, code: `${string}/${string}`): Diagnostic {
  const words = Object.hasOwn(meta.messages, finding.message) ? meta.messages[finding.message] : undefined;
  if (words === undefined) throw new Error(`the message ${finding.message} is not declared`);
  const { repair, severity = meta.severity, values = {} } = finding;
  if (!SEVERITIES.includes(severity)) throw new Error(`${String(severity)} is no severity`);
  const cites = basisOn(meta.basis, form.asOf.date);
  const edits = meta.repairs === "none" ? [] : (repair?.edits ?? []);
  return {
    code,
    severity,
    span: spanWithin(form.source, finding.span),
    message: filled(words.what, values).slice(0, MESSAGE_CHARACTERS_MAX),
    why: [filled(words.why, values), citation(meta, cites)].filter((part) => part !== "").join(" "),
    repair:
      repair === undefined
        ? null
        : {
            title: `${repair.title}`,
            applicability: meta.repairs === "safe" && edits.length > 0 ? "safe" : "suggestion",
            edits: edits.map(({ span, text }) => ({ span: spanWithin(form.source, span), text: `${text}` })),
          },
    ...(finding.path === undefined ? {} : { dataPath: `${finding.path}` }),
    ...(cites.length === 0 ? {} : { basis: cites.map(articleOf) }),
    ...(meta.waivable === false ? { isWaivable: false as const } : {}),
  };
}

function spanWithin(source: string, { start, end }: Span): Span {
  if (Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= source.length) {
    return { start, end };
  }
  throw new Error(`the span ${start}–${end} lies outside of the source`);
}

function filled(text: string, values: NonNullable<RuleFinding["values"]>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? `${values[name]}` : whole,
  );
}

/** What is to be cited on a day: an act may have had another name before. */
function basisOn(basis: Rule["meta"]["basis"], date: string): Rule["meta"]["basis"] {
  return basis.filter(({ validFrom = date, validTo = date }) => validFrom <= date && date <= validTo);
}

/** `消費税法 57条の4第1項1号` */
function articleOf({ law, article }: Rule["meta"]["basis"][number]): string {
  return article === "" ? law : `${law} ${article}`;
}

/** `(消費税法 57条の4第1項1号, https://…)`, and what of it nobody has verified. */
function citation({ unverified }: Rule["meta"], cites: Rule["meta"]["basis"]): string {
  const sources = cites.map((cite) => `${articleOf(cite)}, ${cite.url}`);
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
