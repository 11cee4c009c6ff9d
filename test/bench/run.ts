import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../support/command.ts";
import type { BenchCase, Sample } from "./case.ts";
import { describedMachine } from "./machine.ts";
import { formatStages, formatTable, type MeasuredCase, summarize } from "./summary.ts";

const USAGE = `Usage: npm run bench -- [--only TEXT] [--rounds N] [--seconds N] [--json FILE]

Measures each case of test/bench/cases in fresh processes, one after another and round by round, and prints a table.
  --only TEXT     only the cases whose group/name contains TEXT
  --rounds N      how often each case gets a fresh process (default 3)
  --seconds N     how long each process measures warm runs (default 2)
  --json FILE     writes the same figures, with every sample, to FILE`;

const folder = import.meta.dirname;

/** A slow machine's cold start and the measuring itself fit into this; past it a case is broken. */
const PROCESS_TIMEOUT_MS = 300_000;

/** Warm-up takes this share of the measuring time: compilers and caches settle before anything counts. */
const WARM_UP_SHARE = 0.5;

const options = readOptions();
const cases = await loadCases(options.only);
if (cases.length === 0) throw new Error(`No case in ${join(folder, "cases")} matches "${options.only}".`);

const loadBefore = loadavg()[0];
const samples = new Map<string, Sample[]>(cases.map(({ file }) => [file, []]));
for (let round = 1; round <= options.rounds; round++) {
  for (const { file } of cases) {
    process.stderr.write(`round ${round} of ${options.rounds}: ${basename(file, ".ts")}\n`);
    samples.get(file)?.push(await measure(file, options.seconds * 1000));
  }
}
const measured: MeasuredCase[] = cases.map(({ file, benchCase }) => ({
  name: benchCase.name,
  group: benchCase.group,
  baseline: benchCase.baseline ?? false,
  samples: samples.get(file) ?? [],
}));
const summaries = summarize(measured);
console.log(formatTable(summaries));
const stages = formatStages(summaries);
if (stages !== "") console.log(`\n${stages}`);
if (options.json !== undefined) {
  const machine = { ...describedMachine(), loadAverages: [loadBefore, loadavg()[0]] };
  const date = new Date().toISOString().slice(0, 10);
  await writeFile(options.json, `${JSON.stringify({ date, machine, summaries, measured }, null, 2)}\n`);
}

function readOptions(): { only: string; rounds: number; seconds: number; json: string | undefined } {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      rounds: { type: "string", default: "3" },
      seconds: { type: "string", default: "2" },
      json: { type: "string" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const rounds = Number(values.rounds);
  const seconds = Number(values.seconds);
  if (!Number.isInteger(rounds) || rounds < 1 || !(seconds > 0)) {
    console.error("--rounds takes a whole number from 1, --seconds a number above 0.");
    process.exit(2);
  }
  return { only: values.only, rounds, seconds, json: values.json };
}

async function loadCases(only: string): Promise<{ readonly file: string; readonly benchCase: BenchCase }[]> {
  const files = globSync(join(folder, "cases", "*.ts")).sort();
  const loaded = await Promise.all(
    files.map(async (file) => {
      const { benchCase }: { benchCase: BenchCase } = await import(file);
      return { file, benchCase };
    }),
  );
  return loaded.filter(({ benchCase }) => `${benchCase.group}/${benchCase.name}`.includes(only));
}

async function measure(file: string, measureMs: number): Promise<Sample> {
  const args = [join(folder, "measure.ts"), file, String(measureMs * WARM_UP_SHARE), String(measureMs)];
  const result = await runCommand(process.execPath, args, { timeoutMs: PROCESS_TIMEOUT_MS });
  if (result.exitCode !== 0) throw new Error(`${basename(file)} failed:\n${result.stderr}`);
  return JSON.parse(result.stdout) as Sample;
}
