import { cpus, release, totalmem } from "node:os";

/** What a reader of old figures must know of the machine that made them. */
export function describedMachine() {
  return {
    node: process.version,
    platform: `${process.platform} ${release()}`,
    cpu: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
  };
}
