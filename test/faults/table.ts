// The table of faults as a command of its own, for a test that reads it.
import { startCommand } from "../support/command.ts";
import type { BalancerName } from "./balancers.ts";

/** What the command printed, and whether every row kept its promises in time. */
export interface FaultTable {
  readonly isExact: boolean;
  readonly text: string;
}

/**
 * Measures the faults whose names hold `only` behind a balancer, as `npm run faults` does. All of them take about
 * twenty minutes. The process has no limit of time: whoever waits has one.
 */
export async function faultTable(balancer: BalancerName, only = ""): Promise<FaultTable> {
  const words = ["--import", "./tools/node/check.mjs", "test/faults/run.ts", "--balancer", balancer, "--only", only];
  await using running = await startCommand(process.execPath, words);
  const { exitCode, stdout, stderr } = await running.ended;
  return { isExact: exitCode === 0, text: `${stdout}${stderr}` };
}
