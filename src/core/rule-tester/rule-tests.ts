// Tables of forms → tests of one rule.
import { applyEdits, type Diagnostic } from "../diagnostics/index.ts";
import { defineProfile, type Profile, type Rule, SDK_VERSION } from "../sdk/index.ts";
import { checkForm, type FormToCheck, findingLine } from "./check-form.ts";

/** A form of which the rule finds nothing. */
export interface ValidForm extends FormToCheck {
  /** What the case shows, for the test's name. */
  readonly name?: string;
}

/** A form of which the rule finds exactly these things. */
export interface InvalidForm extends ValidForm {
  /** As `findingLine` writes them, in source order: `3:5-3:9 error recipient nothing has role recipient.name`. */
  readonly findings: readonly string[];
  /** The source once the edits of all repairs are made; null: no repair has edits. Left out, it is not compared. */
  readonly repaired?: string | null;
}

export interface RuleCases {
  readonly valid: readonly (string | ValidForm)[];
  readonly invalid: readonly InvalidForm[];
  /** The profile that the rule is part of, where its kinds and dates matter; left out, one of the rule alone. */
  readonly profile?: Profile;
}

/** A test for any runner: `for (const { name, run } of ruleTests(rule, cases)) test(name, run)`. */
export interface RuleTest {
  readonly name: string;
  /** Throws an error that says what is other than the table says. */
  run(): void;
}

/**
 * Tests of a rule. A valid form compiles and gives no finding of the rule; an invalid one compiles, gives its findings
 * with their places and messages, and the edits of their repairs make those findings go away.
 */
export function ruleTests(rule: Rule, { valid, invalid, profile }: RuleCases): readonly RuleTest[] {
  const own: Profile = defineProfile({
    ...(profile ?? { name: "test", sdk: SDK_VERSION, title: "test" }),
    rules: [rule],
  });
  return [
    ...valid.map((written, at) => {
      const form = typeof written === "string" ? { source: written } : written;
      return { name: `${rule.meta.id}: nothing of ${form.name ?? `form ${at + 1}`}`, run: () => runValid(own, form) };
    }),
    ...invalid.map((form, at) => ({
      name: `${rule.meta.id}: something of ${form.name ?? `broken form ${at + 1}`}`,
      run: () => runInvalid(own, form),
    })),
  ];
}

function runValid(profile: Profile, form: ValidForm): void {
  expectLines("findings", findingsOf(profile, form), []);
}

function runInvalid(profile: Profile, form: InvalidForm): void {
  const { findings, repaired } = form;
  if (findings.length === 0) throw new Error("an invalid form names its findings; a form without any is a valid one");
  const found = findingsOf(profile, form);
  expectLines("findings", found, findings);
  const edits = found.flatMap(({ diagnostic }) => diagnostic.repair?.edits ?? []);
  if (repaired === null && edits.length > 0) throw new Error("a repair has edits, and the table says that none has");
  if (edits.length === 0) {
    if (typeof repaired === "string") throw new Error("no repair has edits, and the table says what they make");
    return;
  }
  const source = applyEdits(form.source, edits);
  if (typeof repaired === "string" && repaired !== source) {
    throw new Error(`the repaired source is\n${source}\nand not\n${repaired}`);
  }
  const left = found.filter(({ diagnostic }) => (diagnostic.repair?.edits.length ?? 0) === 0).length;
  const after = findingsOf(profile, { ...form, source });
  if (after.length > left) throw new Error(`after the repair is found again:\n${textOf(after)}`);
}

interface Found {
  readonly diagnostic: Diagnostic;
  readonly line: string;
}

/** Findings of the rule; a form that is not drawn, and a rule that fails, are mistakes of the table or the rule. */
function findingsOf(profile: Profile, form: FormToCheck): readonly Found[] {
  const { diagnostics, isDrawn } = checkForm([profile], form);
  const lines = (some: readonly Diagnostic[]): readonly Found[] =>
    some.map((diagnostic) => ({ diagnostic, line: findingLine(form.source, diagnostic) }));
  if (!isDrawn) {
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    throw new Error(`the form cannot be drawn, so that the rule does not judge it:\n${textOf(lines(errors))}`);
  }
  const failure = diagnostics.find(({ code }) => code === "RPT7021");
  if (failure !== undefined) throw new Error(failure.message);
  return lines(diagnostics.filter(({ code }) => code.startsWith(`${profile.name}/`)));
}

function expectLines(what: string, found: readonly Found[], expected: readonly string[]): void {
  const lines = found.map(({ line }) => line);
  if (lines.length === expected.length && lines.every((line, at) => line === expected[at])) return;
  throw new Error(`the ${what} are\n${textOf(found)}\nand not\n${expected.map((line) => `  ${line}`).join("\n")}`);
}

function textOf(found: readonly Found[]): string {
  return found.length === 0 ? "  none" : found.map(({ line }) => `  ${line}`).join("\n");
}
