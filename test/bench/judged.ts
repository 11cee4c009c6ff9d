import { readFile } from "node:fs/promises";
import {
  bundledFonts,
  createEngine,
  DEFAULT_CREATED_AT,
  type ProfileJudge,
  profilesAt,
  type RenderRequest,
  renderersAt,
  trustingProfiles,
} from "../../src/core/engine/index.ts";
import type { BenchSession } from "./case.ts";
import { INVOICE, invoicePayload } from "./invoices.ts";

const RENDERER = new URL("../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
const JAPANESE = new URL("../../src/plugins/profiles/jp/index.ts", import.meta.url).href;

/** In which thread the profile judges. */
export type JudgingThread = "rendering" | "rules";

/** How many files are timed together, so that a clock tells them apart. */
const FILES = 8;

/**
 * What the profile that the invoice declares adds to a render of so many of them: with it and without in turn, each
 * first every other time, every file with other data. The difference is a stage of its own.
 */
export async function judgedSession(records: number, thread: JudgingThread): Promise<BenchSession> {
  const source = await readFile(INVOICE, "utf8");
  const inRules = profilesAt([JAPANESE]);
  const profiles: ProfileJudge = thread === "rules" ? inRules : trustingProfiles([JAPANESE], inRules);
  const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([RENDERER]), profiles });
  const { template } = engine.check({ source, data: null });
  if (template === null) throw new Error("The example invoice does not compile.");
  const { canvasJson, hash: canvasHash, example } = template;
  const files = records === 1 ? FILES : 1;
  let made = 0;
  let payloads: readonly Uint8Array[] = [];

  const nextPayload = (): Uint8Array => {
    const each = Array.from({ length: records }, () => invoicePayload(example, made++));
    return new TextEncoder().encode(records === 1 ? each[0] : `[${each.join(",")}]`);
  };
  const timeOf = async (some: readonly Uint8Array[], judged: Pick<RenderRequest, "source">): Promise<number> => {
    const before = performance.now();
    for (const payload of some) {
      const options = { createdAt: DEFAULT_CREATED_AT };
      const request = { canvasJson, canvasHash, payload, isList: records > 1, renderer: "pdf", options, ...judged };
      const answer = await engine.render(request, async () => {});
      if (answer.kind !== "rendered") throw new Error(`It was not rendered: ${JSON.stringify(answer)}`);
    }
    return (performance.now() - before) / some.length;
  };

  return {
    async prepare() {
      payloads = Array.from({ length: 2 * files }, nextPayload);
    },
    async run(iteration) {
      const [one, other] = [payloads.slice(0, files), payloads.slice(files)];
      const isFirst = iteration % 2 === 0;
      const first = await timeOf(one, isFirst ? { source } : {});
      const second = await timeOf(other, isFirst ? {} : { source });
      const [judgedMs, plainMs] = isFirst ? [first, second] : [second, first];
      return { stagesMs: { "without profile": plainMs, "with profile": judgedMs, "profile adds": judgedMs - plainMs } };
    },
  };
}
