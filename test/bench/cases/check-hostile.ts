import { compileSource } from "../../../src/core/canvas/index.ts";
import { HOSTILE_SOURCES } from "../../support/hostile-sources.ts";
import type { BenchCase } from "../case.ts";

/** The slowest of the texts that are made to keep the parser busy; every one is to be answered within 200 ms. */
export const benchCase: BenchCase = {
  name: "hostile-slowest",
  group: "hostile",
  async setup() {
    let slowest = "";
    let longestMs = 0;
    for (const [, source] of [...HOSTILE_SOURCES, ...HOSTILE_SOURCES]) {
      const start = performance.now();
      compileSource(source);
      const tookMs = performance.now() - start;
      if (tookMs <= longestMs) continue;
      longestMs = tookMs;
      slowest = source;
    }
    return {
      async run(iteration) {
        const { diagnostics } = compileSource(`${slowest}\n// ${iteration}\n`);
        if (diagnostics.length === 0) throw new Error("A hostile text is answered with a finding.");
        return {};
      },
    };
  },
};
