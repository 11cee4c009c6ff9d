import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildProduct, builtTemplate } from "./built.ts";
import type { BenchSession, ProcessUsage } from "./case.ts";
import type { MemoryUse, MemoryWork } from "./memory.ts";

/**
 * A fresh process of the built product for each run, whose one thread renders so many documents; items are documents,
 * and the peak is that of the largest process.
 */
export async function memorySession(source: string, work: MemoryWork, documents: number): Promise<BenchSession> {
  const product = await buildProduct("memory");
  const template = join(product.folder, "template.json");
  await writeFile(template, JSON.stringify(builtTemplate(source)));
  let used: ProcessUsage = { cpuMs: 0, peakRssMib: 0 };
  return {
    async run() {
      const { lastMib, cpuMs }: MemoryUse = JSON.parse(await product.run(template, work, `${documents}`));
      used = { cpuMs: used.cpuMs + cpuMs, peakRssMib: Math.max(used.peakRssMib, lastMib) };
      return { items: documents };
    },
    usage: () => used,
    close: () => product.remove(),
  };
}
