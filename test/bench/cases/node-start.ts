import type { BenchCase } from "../case.ts";

/** Node.js alone: the part of every cold start and of every process's memory that nothing of ours can make smaller. */
export const benchCase: BenchCase = {
  name: "node-start",
  group: "floor",
  async setup() {
    return { run: async () => ({}) };
  },
};
