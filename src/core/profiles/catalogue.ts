// Installed profiles: what is told of them, which name means which, and what is wrong with one.
import type { Severity } from "../diagnostics/index.ts";
import { type LegalBasis, type Profile, type Rule, SDK_VERSION } from "../sdk/index.ts";

/** What people are told of an installed profile. */
export interface ProfileDescription {
  readonly name: string;
  readonly title: string;
  readonly documentKinds: readonly string[];
  /** What people call the papers that it judges. */
  readonly papers: readonly string[];
  /** Roles of its own. */
  readonly roles: Readonly<Record<string, string>>;
  /** The plugin that brings it. */
  readonly plugin: string;
  readonly rules: readonly RuleDescription[];
}

export interface RuleDescription {
  readonly id: string;
  readonly summary: string;
  readonly severity: Severity;
  readonly basis: readonly LegalBasis[];
  readonly validFrom: string | null;
  readonly validTo: string | null;
  readonly documentKinds: readonly string[];
  readonly unverified: string | null;
}

export function describeProfile(profile: Profile, plugin: string): ProfileDescription {
  return {
    name: profile.name,
    title: profile.title,
    documentKinds: profile.documentKinds ?? [],
    papers: profile.papers ?? [],
    roles: { ...profile.roles },
    plugin,
    rules: profile.rules.map(describeRule),
  };
}

function describeRule({ meta }: Rule): RuleDescription {
  return {
    id: meta.id,
    summary: meta.summary,
    severity: meta.severity,
    basis: meta.basis.map(({ law, article, url }) => ({ law, article, url })),
    validFrom: meta.validFrom ?? null,
    validTo: meta.validTo ?? null,
    documentKinds: meta.documentKinds ?? [],
    unverified: meta.unverified ?? null,
  };
}

/** Profiles of Japanese law are known without it, where no other profile bears the name. */
const PREFIX = "jp.";

/** The installed profile that a name means; null where none is. */
export function resolveProfile(name: string, installed: readonly string[]): string | null {
  if (installed.includes(name)) return name;
  return installed.includes(`${PREFIX}${name}`) ? `${PREFIX}${name}` : null;
}

const NAME = /^[a-z][a-z0-9-]*(?:\.[a-z][a-z0-9-]*)*$/;
const RULE_ID = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SEVERITIES: readonly string[] = ["error", "warning", "info"];

/** What is wrong with a profile as somebody wrote it, in one sentence; null where nothing is. */
export function profileMistake(profile: Profile): string | null {
  const { name, sdk, title, papers, rules } = profile;
  if (typeof name !== "string" || !NAME.test(name)) {
    return `a profile has the name ${JSON.stringify(name)}; write lower-case words with dots, such as "acme.delivery"`;
  }
  if (sdk !== SDK_VERSION) return `profile ${name} is written for sdk ${String(sdk)}, and this is sdk ${SDK_VERSION}`;
  if (typeof title !== "string" || title === "") return `profile ${name} has no title`;
  const areNames = papers === undefined || (Array.isArray(papers) && papers.every((each) => typeof each === "string"));
  if (!areNames) return `profile ${name} has papers that are no list of names; write papers: ["${title}"]`;
  if (!Array.isArray(rules)) return `profile ${name} has no list of rules`;
  for (const rule of rules as readonly Rule[]) {
    const mistake = ruleMistake(rule);
    if (mistake !== null) return `profile ${name}: ${mistake}`;
  }
  return null;
}

function ruleMistake(rule: Rule): string | null {
  const meta: Partial<Rule["meta"]> | undefined = rule?.meta;
  if (meta === undefined || typeof rule.check !== "function") return "a rule has no meta or no check";
  const { id, severity, messages, validFrom, validTo } = meta;
  if (typeof id !== "string" || !RULE_ID.test(id)) {
    return `a rule has the id ${JSON.stringify(id)}; write words with hyphens, such as "recipient-name"`;
  }
  if (severity === undefined || !SEVERITIES.includes(severity)) return `rule ${id} has no severity`;
  if (typeof messages !== "object" || messages === null) return `rule ${id} has no messages`;
  if (!Array.isArray(meta.basis)) return `rule ${id} has no basis; write basis: [] where it has none`;
  for (const day of [validFrom, validTo]) {
    if (day !== undefined && !DAY.test(day)) return `rule ${id} is valid from or to "${day}", which is no day`;
  }
  return null;
}
