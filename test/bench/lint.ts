import { readFile } from "node:fs/promises";
import { bundledFonts, createEngine, profilesAt } from "../../src/core/engine/index.ts";
import type { BenchCase } from "./case.ts";

const JAPANESE = new URL("../../src/plugins/profiles/jp/index.ts", import.meta.url).href;

/**
 * What business profiles add to a whole check of an example form: it is checked with the profile that it names and
 * without, in turn, each first every other time, and the difference is a stage of its own.
 */
export function lintCase(form: string): BenchCase {
  return {
    name: form,
    group: "lint",
    async setup() {
      const judged = await readFile(`docs/examples/${form}.rpt`, "utf8");
      const plain = judged.replace(/^(document .*?) profile=\S+/m, "$1");
      if (plain === judged) throw new Error(`${form} names no profile.`);
      const profiles = profilesAt([JAPANESE]);
      const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [], profiles });
      const timeOf = (source: string): number => {
        const before = performance.now();
        const { template } = engine.check({ source, data: null });
        if (template === null) throw new Error(`${form} has errors.`);
        return performance.now() - before;
      };
      return {
        async run(iteration) {
          const comment = `// ${iteration}\n`;
          const first = iteration % 2 === 0 ? timeOf(judged + comment) : timeOf(plain + comment);
          const second = iteration % 2 === 0 ? timeOf(plain + comment) : timeOf(judged + comment);
          const [judgedMs, plainMs] = iteration % 2 === 0 ? [first, second] : [second, first];
          return { stagesMs: { check: plainMs, "with profiles": judgedMs, "profiles add": judgedMs - plainMs } };
        },
      };
    },
  };
}
