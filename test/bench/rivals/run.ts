import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../../support/command.ts";
import { describedMachine } from "../machine.ts";
import type { Answer, Question } from "./questions.ts";
import { compare, comparisonTable, comparisonText, type Measured, OURS } from "./report.ts";
import { WORKLOADS, type Workload } from "./workloads.ts";

const USAGE = `Usage: npm run bench:rivals -- [--only NAMES] [--rounds N] [--json FILE] [--readme FILE] [--files FOLDER]

Makes the same papers with Platen and with other programs, each in a process of its own, in turns, and prints how long
each took. The first run installs the others into test/bench/rivals/node_modules; Chromium comes from the system
(Debian: apt-get install chromium; elsewhere name it by CHROMIUM).
  --only NAMES     only these, separated by commas
  --rounds N       how many turns each gets (default 5)
  --json FILE      writes every time, with the machine, to FILE
  --readme FILE    replaces the table in FILE, between its marks
  --files FOLDER   keeps one file of each, to be looked at`;

const FOLDER = import.meta.dirname;

/** The machine has one more turn of everything before anything counts. */
const WARM_UP_RUNS = 3;

/** Who takes longer than this in the warm-up is measured by it alone: a table must not take an hour. */
const SLOW_MS = 8_000;

const options = readOptions();
await install();
const contestants = await Promise.all(options.names.map(start));
const measured = new Map<string, Measured>();
const loads = [loadavg()[0] ?? 0];
for (let round = 0; round <= options.rounds; round++) {
  for (const workload of WORKLOADS) {
    for (const contestant of contestants) await turn(contestant, workload, round);
  }
  process.stderr.write(round === 0 ? "warm\n" : `round ${round} of ${options.rounds}\n`);
  loads.push(loadavg()[0] ?? 0);
}
const told = await Promise.all(contestants.map(describe));
const rows = compare([...measured.values()]);
console.log(comparisonText(rows, WORKLOADS));
await report();
for (const { child } of contestants) child.send({ kind: "end" } satisfies Question);

interface Running {
  readonly name: string;
  readonly version: string;
  readonly child: ChildProcess;
}

function readOptions() {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", default: false },
      only: { type: "string", default: "" },
      rounds: { type: "string", default: "5" },
      json: { type: "string" },
      readme: { type: "string" },
      files: { type: "string" },
    },
  });
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  const rounds = Number(values.rounds);
  const known = readdirSync(join(FOLDER, "contestants")).map((file) => basename(file, ".ts"));
  const asked = values.only === "" ? known : values.only.split(",");
  const unknown = asked.find((name) => !known.includes(name));
  if (unknown !== undefined || !Number.isInteger(rounds) || rounds < 1) {
    console.error(unknown === undefined ? "--rounds takes a whole number from 1." : `There are ${known.join(", ")}.`);
    process.exit(2);
  }
  // Everyone is compared with the one that this is about.
  const names = [OURS, ...asked.filter((name) => name !== OURS)];
  return { names, rounds, json: values.json, readme: values.readme, files: values.files };
}

async function install(): Promise<void> {
  const installed = join(FOLDER, "node_modules/.package-lock.json");
  if (existsSync(installed)) return;
  process.stderr.write("installing the others\n");
  // The lock file holds the binaries of one platform; `npm ci` would insist on those of all.
  const result = await runCommand("npm", ["install", "--no-save"], { cwd: FOLDER, timeoutMs: 600_000 });
  if (result.exitCode !== 0) throw new Error(`npm install failed:\n${result.stderr}`);
}

async function start(name: string): Promise<Running> {
  const child = fork(join(FOLDER, "child.ts"), [name], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ready = await answerOf(child, name);
  if (ready.kind !== "ready") throw new Error(`${name} did not start`);
  return { name, version: ready.version, child };
}

async function answerOf(child: ChildProcess, name: string): Promise<Answer> {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(child, "exit", { signal }).then(() => null);
  const told = once(child, "message", { signal });
  const first: readonly Answer[] | null = await Promise.race([told, ended]);
  waiting.abort();
  await Promise.allSettled([told, ended]);
  const answer = first?.[0];
  if (answer === undefined) throw new Error(`${name} ended by itself`);
  if (answer.kind === "failed") throw new Error(`${name} failed: ${answer.reason}`);
  return answer;
}

async function ask({ child, name }: Running, question: Question): Promise<Answer> {
  const answer = answerOf(child, name);
  child.send(question);
  return answer;
}

/** One turn; the first one warms up, and counts only for those who would take too long again. */
async function turn(contestant: Running, workload: Workload, round: number): Promise<void> {
  const key = `${contestant.name} ${workload.name}`;
  const known = measured.get(key);
  const isWarmUp = round === 0;
  if (!isWarmUp && known !== undefined && (known.rounds[0]?.[0] ?? 0) * workload.items > SLOW_MS) return;
  const runs = isWarmUp ? 1 : workload.runs;
  const keep = isWarmUp ? await kept(contestant, workload) : null;
  const iteration = round * 1000 + 1;
  const answer = await ask(contestant, { kind: "run", workload, iteration, runs, keep });
  if (answer.kind !== "ran") throw new Error(`${key} did not run`);
  const times = answer.times.map((time) => time / workload.items);
  const isSlow = isWarmUp && (answer.times[0] ?? 0) > SLOW_MS;
  if (isWarmUp && !isSlow) {
    await ask(contestant, { kind: "run", workload, iteration: iteration + 1, runs: WARM_UP_RUNS - 1, keep: null });
  }
  const rounds = isWarmUp && !isSlow ? [] : [...(known?.rounds ?? []), times];
  measured.set(key, { contestant: contestant.name, workload: workload.name, rounds, bytes: answer.bytes });
}

async function kept({ name }: Running, workload: Workload): Promise<string | null> {
  if (options.files === undefined) return null;
  await mkdir(options.files, { recursive: true });
  return join(options.files, `${workload.name}-${name}.pdf`);
}

async function describe(contestant: Running) {
  const answer = await ask(contestant, { kind: "usage" });
  return {
    name: contestant.name,
    version: contestant.version,
    peakRssMib: answer.kind === "used" ? answer.peakRssMib : Number.NaN,
  };
}

async function report(): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const machine = { ...describedMachine(), loadAverages: loads };
  if (options.json !== undefined) {
    const all = { date, machine, contestants: told, workloads: WORKLOADS, rows, measured: [...measured.values()] };
    await writeFile(options.json, `${JSON.stringify(all, null, 1)}\n`);
  }
  if (options.readme === undefined) return;
  const text = await readFile(options.readme, "utf8");
  const [before, after] = ["<!-- measured: rivals -->", "<!-- end: rivals -->"];
  const [head, rest] = text.split(before, 2);
  const tail = rest?.split(after, 2)[1];
  if (head === undefined || tail === undefined) throw new Error(`${options.readme} has no place for the table.`);
  const busy = `a load average of ${Math.min(...loads).toFixed(0)} to ${Math.max(...loads).toFixed(0)}`;
  const caption = `Measured on ${date}: ${machine.cores} cores of ${machine.cpu}, Node.js ${process.version}, ${busy}.`;
  const table = comparisonTable(rows, WORKLOADS, told);
  await writeFile(options.readme, `${head}${before}\n${table}\n\n${caption}\n${after}${tail}`);
}
