import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { ATTACKS } from "./attacks.ts";
import { BUDGETS, lineOf, type Measured, measured, quietNeighbour } from "./measure.ts";
import { startTarget } from "./target.ts";

// npm run attack [-- --only WORDS] [-- --json FILE]: attacks a server of its own, one attack after another, and prints
// what each did to the process, its main thread, its memory and a neighbour. Fails where a budget breaks. WORDS picks
// attacks whose names hold them; `|` stands between alternatives.

const { values: options } = parseArgs({ options: { json: { type: "string" }, only: { type: "string", default: "" } } });
await using target = await startTarget();
await target.warmUp();
const quiet = await quietNeighbour(target);
console.log(`The neighbour's p99 in quiet: ${quiet.quietMs.toFixed(0)} ms. Budgets: ${JSON.stringify(BUDGETS)}`);
const rows: Measured[] = [];
const alternatives = options.only.split("|");
for (const attack of ATTACKS.filter(({ name }) => alternatives.some((words) => name.includes(words)))) {
  const row = await measured(target, attack, quiet);
  rows.push(row);
  console.log(lineOf(row));
  if (!row.isAlive) break;
}
const broken = rows.filter((row) => row.broken.length > 0);
console.log(
  `${rows.length} attacks, ${broken.length} broke a budget${broken.map(({ attack }) => `\n  ${attack}`).join("")}`,
);
if (options.json !== undefined) await writeFile(options.json, `${JSON.stringify({ ...quiet, rows }, null, 1)}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;
