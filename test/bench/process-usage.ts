import { readFileSync } from "node:fs";
import { resourceUsage } from "node:process";
import type { ProcessUsage } from "./case.ts";

/** Linux counts CPU time in hundredths of a second wherever Node.js runs. */
const CLOCK_TICK_MS = 10;

export function ownUsage(): ProcessUsage {
  const usage = resourceUsage();
  return { cpuMs: (usage.userCPUTime + usage.systemCPUTime) / 1000, peakRssMib: usage.maxRSS / 1024 };
}

/** CPU time and peak memory of another process, from Linux's own books. */
export function usageOf(pid: number): ProcessUsage & { readonly rssMib: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The second field, the program's name in parentheses, may hold spaces; user and system time are 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const peakKib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  const nowKib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS,
    peakRssMib: Number(peakKib) / 1024,
    rssMib: Number(nowKib) / 1024,
  };
}
