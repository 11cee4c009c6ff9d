import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import {
  type Kind,
  NON_REGISTERED,
  SELF_BILLING,
  STANDARD,
  samples,
  textOf,
} from "../../plugins/profiles/jp/pint/exporting.ts";
import { MUTANTS } from "../../plugins/profiles/jp/pint/mutants.ts";
import { runCommand } from "../../support/command.ts";
import type { Judge } from "../judge.ts";
import { classPathOf } from "../maven.ts";
import type { Subjects } from "../subjects.ts";

// The schemas of UBL 2.1 and Peppol's own rules of JP PINT, shared and aligned, with their code lists: as the programs
// (XSLT) that Peppol publishes, in a library that Maven fetches at a fixed version. Its licence keeps them out of here.

const RULES = { groupId: "com.helger.phive.rules", artifactId: "phive-rules-peppol", version: "4.2.0" };
/** The newest that the library has at that version. */
const RULES_VERSION = "1.1.2";
const PROGRAM = "test/conformance/java/JudgeJpPint.java";

const EXAMPLES = "docs/examples";
/** Examples that are invoices for a company; the others are refused, as they have no such figures. */
const INVOICES: readonly string[] = ["invoice.rpt", "invoice-qualified.rpt"];

const RANDOM_INVOICES = 300;
/** A fixed seed: another day's run judges the same invoices. */
const SEED = 20_261_122;

/** Three hundred files take some twenty seconds. */
const JUDGE_TIMEOUT_MS = 300_000;

const needs = ["java", "javac", "mvn"];

export const jpPintJudges: readonly Judge[] = [
  { name: `JP PINT ${RULES_VERSION}: every example invoice keeps Peppol's rules`, needs, judge: judgeExamples },
  {
    name: `JP PINT ${RULES_VERSION}: ${RANDOM_INVOICES} random invoices keep Peppol's rules`,
    needs,
    judge: judgeRandom,
  },
  { name: `JP PINT ${RULES_VERSION}: Peppol's rules find each mutant that ours find`, needs, judge: judgeMutants },
];

interface Written {
  readonly name: string;
  readonly kind: Kind;
  readonly text: string;
}

const RULES_OF: Readonly<Record<Kind, string>> = {
  standard: "pint-jp",
  "non-registered": "pint-jp-ntr",
  "self-billing": "pint-jp-sb",
};

async function judgeExamples(subjects: Subjects): Promise<void> {
  const written: Written[] = [
    { name: "standard", kind: "standard", text: textOf(STANDARD) },
    { name: "non-registered", kind: "non-registered", text: textOf(NON_REGISTERED) },
    { name: "self-billing", kind: "self-billing", text: textOf(SELF_BILLING) },
  ];
  const examples = (await readdir(EXAMPLES)).filter((name) => INVOICES.includes(name));
  if (examples.length !== INVOICES.length) throw new Error(`${EXAMPLES} lacks one of ${INVOICES.join(", ")}`);
  for (const name of examples) {
    const path = join(subjects.folder, `${name}.xml`);
    const source = join(EXAMPLES, name);
    const command = ["src/main.ts", "export", source, "--format", "jp-pint", "-o", path];
    const result = await runCommand(process.execPath, command);
    if (result.exitCode !== 0) throw new Error(`${source}: ${result.stderr}`);
    written.push({ name, kind: "standard", text: await readFile(path, "utf8") });
  }
  await demandSound(subjects, "examples", written);
}

async function judgeRandom(subjects: Subjects): Promise<void> {
  const drawn = fc.sample(samples, { numRuns: RANDOM_INVOICES, seed: SEED });
  const written = drawn.map(({ kind, source, data }, at) => ({ name: `${at}`, kind, text: textOf(source, data) }));
  await demandSound(subjects, "random", written);
}

async function judgeMutants(subjects: Subjects): Promise<void> {
  const written = MUTANTS.map(({ rule, kind, text }, at) => ({ name: `${at}-${rule}`, kind, text }));
  const answers = await judged(subjects, "mutants", written);
  const missed = MUTANTS.filter(
    ({ rule, unseen }, at) => unseen === undefined && answers[at]?.includes(`[${rule}]`) !== true,
  );
  if (missed.length > 0) throw new Error(`not found: ${missed.map(({ rule }) => rule).join(", ")}`);
  const found = MUTANTS.filter(({ rule, unseen }, at) => unseen !== undefined && answers[at]?.includes(`[${rule}]`));
  if (found.length > 0) throw new Error(`found after all: ${found.map(({ rule }) => rule).join(", ")}`);
}

async function demandSound(subjects: Subjects, name: string, written: readonly Written[]): Promise<void> {
  const answers = await judged(subjects, name, written);
  const faults = answers.filter((answer) => !answer.startsWith("PASS "));
  if (faults.length > 0) throw new Error(faults.slice(0, 10).join("\n"));
}

/** The judgement of each file, in their order: `PASS PATH`, or `FAIL PATH: …`. */
async function judged(subjects: Subjects, name: string, written: readonly Written[]): Promise<readonly string[]> {
  const classPath = await classPathOf(subjects, RULES);
  const lines: string[] = [];
  for (const { name: own, kind, text } of written) {
    const path = join(subjects.folder, `jp-pint-${name}-${own}.xml`);
    await writeFile(path, text);
    lines.push(`${RULES_OF[kind]} ${path}`);
  }
  const list = join(subjects.folder, `jp-pint-${name}`);
  await writeFile(list, `${lines.join("\n")}\n`);
  const command = ["-cp", classPath, PROGRAM, RULES_VERSION, list];
  const { exitCode, stdout, stderr } = await runCommand("java", command, { timeoutMs: JUDGE_TIMEOUT_MS });
  const answers = stdout.split("\n").filter((line) => /^(?:PASS|FAIL) /.test(line));
  if (exitCode !== 0 || answers.length !== written.length) throw new Error(`${stdout}${stderr}`);
  return answers;
}
