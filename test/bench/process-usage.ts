import { readdirSync, readFileSync } from "node:fs";
import { resourceUsage } from "node:process";
import type { ProcessUsage } from "./case.ts";

export function ownUsage(): ProcessUsage {
  const usage = resourceUsage();
  return { cpuMs: (usage.userCPUTime + usage.systemCPUTime) / 1000, peakRssMib: usage.maxRSS / 1024 };
}

/** CPU time and peak memory of another process, from Linux's own books. */
export function usageOf(pid: number): ProcessUsage & { readonly rssMib: number } {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const peakKib = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  const nowKib = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return { cpuMs: cpuMsOf(pid), peakRssMib: Number(peakKib) / 1024, rssMib: Number(nowKib) / 1024 };
}

/**
 * What all threads of a process have run for, user and system together. The process's own sum counts in hundredths of
 * a second; its threads' sums are in nanoseconds (`schedstat`: time on the CPU, time of waiting for it, turns).
 */
function cpuMsOf(pid: number): number {
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((thread) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ", 1)[0]);
    } catch {
      // It has ended since the folder was read.
      return 0;
    }
  });
  return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
}
