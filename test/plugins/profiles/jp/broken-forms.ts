// Good forms with some words replaced, and what the rules of a profile say of them.
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { checkForm, findingLine } from "../../../../src/core/rule-tester/index.ts";
import type { Profile } from "../../../../src/core/sdk/index.ts";

/** A form of the documentation. */
export const example = (name: string): string => readFileSync(`docs/examples/${name}.rpt`, "utf8");

/** A whole form of a sort that the documentation has no example of. */
export const form = (name: string): string => readFileSync(`test/plugins/profiles/jp/forms/${name}.rpt`, "utf8");

/** A form in the words of a practitioner. */
export const own = (name: string): string =>
  readFileSync(`test/plugins/profiles/jp/examiner/forms/${name}.rpt`, "utf8");

/** A form with some words replaced; each has to be in it. */
export function changed(source: string, ...changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`${from} is not in the form`);
    return text.replaceAll(from, to);
  }, source);
}

/** A form that one rule of a profile finds something of. */
export interface BrokenForm {
  readonly profile: Profile;
  readonly rule: string;
  readonly name: string;
  readonly source: string;
}

/** What a whole form is told under a profile, its own findings alone. */
export function findingsUnder(profile: Profile, source: string): readonly string[] {
  const { diagnostics, isDrawn } = checkForm([profile], { source });
  expect(isDrawn).toBe(true);
  return diagnostics.filter(({ code }) => code.startsWith("jp.")).map((one) => findingLine(source, one));
}

/** What each broken form is told by its one rule, as golden files keep it; a form that is told nothing fails. */
export function tellBroken(forms: readonly BrokenForm[]): string {
  const told = forms.map(({ profile, rule, name, source }) => {
    const rules = profile.rules.filter(({ meta }) => meta.id === rule);
    expect(rules, name).toHaveLength(1);
    const findings = findingsUnder({ ...profile, rules }, source);
    expect(findings.length, name).toBeGreaterThan(0);
    return [`# ${profile.name}: ${name}`, ...findings, ""].join("\n");
  });
  return told.join("\n");
}
