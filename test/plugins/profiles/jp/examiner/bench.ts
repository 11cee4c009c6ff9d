// Mutants and a profile → what it found: recall and false alarms by profile and by kind of breach.
import { checkForm } from "../../../../../src/core/rule-tester/index.ts";
import { JAPANESE_PROFILES } from "../../../../../src/plugins/profiles/jp/index.ts";
import type { Mutant } from "./mutant.ts";

/** What a profile said of a form. */
export interface Judged {
  readonly mutant: Mutant;
  /** Errors and warnings of the profile: `payment-due: 2027-02-03 is 61 days after …`. */
  readonly findings: readonly string[];
  /** Whether the gate said something of legibility, which is no rule of the profile. */
  readonly isToldByGate: boolean;
}

/** Null where the language does not draw such a form. */
export function judged(mutant: Mutant): Judged | null {
  const profiles = JAPANESE_PROFILES.filter(({ name }) => name === mutant.profile);
  const { diagnostics, isDrawn } = checkForm(profiles, { source: mutant.source });
  const isRefused = diagnostics.some(({ severity, code }) => severity === "error" && /^RPT[0-3]/.test(code));
  if (!isDrawn || isRefused) return null;
  const failure = diagnostics.find(({ code }) => code === "RPT7021");
  if (failure !== undefined) throw new Error(`${mutant.name}: ${failure.message}`);
  const own = diagnostics.filter(({ code, severity }) => code.startsWith(`${mutant.profile}/`) && severity !== "info");
  const findings = own.map(({ code, message }) => `${code.slice(mutant.profile.length + 1)}: ${message}`);
  const isToldByGate = diagnostics.some(({ code }) => code === "RPT5006" || code === "RPT4003");
  return { mutant, findings, isToldByGate };
}

interface Count {
  found: number;
  total: number;
}

/** The figures of a run, as text, and each miss and alarm by name. */
export interface Report {
  readonly rates: string;
  readonly misses: readonly string[];
  readonly recall: number;
  readonly alarms: number;
}

/** `clean` are the findings of each seed's own form: a breach counts as found where something new is said. */
export function reportOf(all: readonly Judged[], clean: ReadonlyMap<string, readonly string[]>): Report {
  const byProfile = new Map<string, { breaches: Count; lawful: Count }>();
  const byKind = new Map<string, Count>();
  const misses: string[] = [];
  for (const { mutant, findings, isToldByGate } of all) {
    const { profile, kind, name } = mutant;
    const own = byProfile.get(profile) ?? { breaches: { found: 0, total: 0 }, lawful: { found: 0, total: 0 } };
    byProfile.set(profile, own);
    const known = clean.get(name.split(": ")[0] ?? "") ?? [];
    const isTold = kind === "lawful" ? findings.length > 0 : findings.some((one) => !known.includes(one));
    const ofKind = byKind.get(kind) ?? { found: 0, total: 0 };
    byKind.set(kind, ofKind);
    for (const count of [ofKind, kind === "lawful" ? own.lawful : own.breaches]) {
      count.total += 1;
      if (isTold) count.found += 1;
    }
    if (isTold && kind === "lawful") misses.push(`alarm: ${profile} ${name}: ${findings.join(" | ")}`);
    if (!isTold && kind !== "lawful") misses.push(`missed ${kind}: ${profile} ${name}${isToldByGate ? " (gate)" : ""}`);
  }
  const breaches = sum([...byProfile.values()].map((own) => own.breaches));
  const lawful = sum([...byProfile.values()].map((own) => own.lawful));
  const line = (name: string, one: Count, other: Count) =>
    `${name.padEnd(26)} ${`${one.found}/${one.total}`.padStart(10)} ${`${other.found}/${other.total}`.padStart(14)}`;
  const rates = [
    `${"profile".padEnd(26)} ${"recall".padStart(10)} ${"false alarms".padStart(14)}`,
    ...[...byProfile].sort().map(([name, own]) => line(name, own.breaches, own.lawful)),
    line("all", breaches, lawful),
    "",
    ...[...byKind].sort().map(([name, { found, total }]) => `${name.padEnd(26)} ${`${found}/${total}`.padStart(10)}`),
    "",
  ];
  return {
    rates: rates.join("\n"),
    misses: misses.sort(),
    recall: breaches.found / Math.max(1, breaches.total),
    alarms: lawful.found / Math.max(1, lawful.total),
  };
}

function sum(counts: readonly Count[]): Count {
  const total = { found: 0, total: 0 };
  for (const count of counts) {
    total.found += count.found;
    total.total += count.total;
  }
  return total;
}
