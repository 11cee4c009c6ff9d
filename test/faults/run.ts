import { parseArgs } from "node:util";
import { type BalancerName, missingBalancer, NOTICE_SECONDS } from "./balancers.ts";
import { FAULTS, isPossible } from "./faults.ts";
import { HEADING, lineOf, type Measured, measured } from "./measure.ts";
import { mixedHour } from "./mixed.ts";
import { rolling } from "./rolling.ts";
import { Site } from "./site.ts";

// npm run faults [-- --only WORD] [-- --balancer haproxy|nginx|caddy] [-- --minutes N] [-- --rolling N]: breaks one
// thing after another in an installation of its own, under load, and prints what clients saw and whether every promise
// was kept. With `--minutes` it breaks something at random three times a minute instead, for so long; with `--rolling`
// it replaces servers while N requests of each protocol pass. Fails where a promise is broken.

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    balancer: { type: "string", default: "haproxy" },
    minutes: { type: "string" },
    rolling: { type: "string" },
    seed: { type: "string", default: "1" },
  },
});

/** Ends with a sentence, where there is one. */
function end(sentence: string): never;
function end(sentence: string | null): void;
function end(sentence: string | null): void {
  if (sentence === null) return;
  console.error(sentence);
  process.exit(2);
}

function isBalancer(name: string): name is BalancerName {
  return name in NOTICE_SECONDS;
}

if (!isBalancer(options.balancer)) end(`--balancer: write one of ${Object.keys(NOTICE_SECONDS).join(", ")}.`);
end(missingBalancer(options.balancer));
await using site = await Site.start(options.balancer);
const rows: Measured[] = [];
console.log(`Behind ${options.balancer}.\n${HEADING}`);
for await (const row of measuredRows(options.balancer)) {
  rows.push(row);
  console.log(lineOf(row));
}
for (const oddity of rows.flatMap(({ oddities }) => oddities)) console.log(oddity);
const broken = rows.filter(({ faults }) => faults.length > 0);
console.log(`${rows.length} rows, ${broken.length} with a broken promise`);
process.exitCode = broken.length === 0 ? 0 : 1;

async function* measuredRows(balancer: BalancerName): AsyncGenerator<Measured> {
  if (options.rolling !== undefined) return yield* await rolling(site, balancer, Number(options.rolling));
  if (options.minutes !== undefined) return yield await mixedHour(site, Number(options.minutes), Number(options.seed));
  for (const fault of FAULTS.filter(({ name }) => name.includes(options.only))) {
    if (isPossible(fault, site)) yield await measured(site, fault);
    else console.log(`| ${fault.name} | skipped: this user may mount no disk |`);
  }
}
