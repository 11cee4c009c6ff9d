import { readFile } from "node:fs/promises";
import {
  bundledFonts,
  createEngine,
  DEFAULT_CREATED_AT,
  type ProfileJudge,
  profilesAt,
  renderersAt,
  trustingProfiles,
} from "../../src/core/engine/index.ts";
import { PageJudge } from "../../src/core/gate/index.ts";
import type { BenchSession } from "./case.ts";
import { INVOICE, invoicePayload } from "./invoices.ts";
import { variedInvoicePayload } from "./varied-invoices.ts";

const RENDERER = new URL("../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
const JAPANESE = new URL("../../src/plugins/profiles/jp/index.ts", import.meta.url).href;

/** In which thread the profile judges. */
export type JudgingThread = "rendering" | "rules";

/** What the invoices hold: words of their own each, or those of a few goods again and again, as caches like them. */
export type InvoiceWords = "varied" | "alike";

/** How many files are timed together: the clock of a processor counts in some milliseconds. */
const FILES = 24;

/** What is asked of a render, by the name of its stage. */
const ASKED = ["without findings", "with fit", "with fit and profile"] as const;
type Asked = (typeof ASKED)[number];

/**
 * What findings add to a render of so many invoices: without any, with those of fit, and with those of the profile that
 * the invoice declares, in turn, every file with other data. Times are CPU times of all threads.
 */
export async function judgedSession(
  records: number,
  thread: JudgingThread,
  words: InvoiceWords = "varied",
): Promise<BenchSession> {
  const source = await readFile(INVOICE, "utf8");
  const inRules = profilesAt([JAPANESE]);
  const profiles: ProfileJudge = thread === "rules" ? inRules : trustingProfiles([JAPANESE], inRules);
  const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([RENDERER]), profiles });
  const { template } = engine.check({ source, data: null });
  if (template === null) throw new Error("The example invoice does not compile.");
  const { canvasJson, hash: canvasHash, example } = template;
  const payloadFor = words === "varied" ? variedInvoicePayload : invoicePayload;
  const files = records === 1 ? FILES : 1;
  let made = 0;
  let payloads: readonly Uint8Array[] = [];

  const nextPayload = (): Uint8Array => {
    const each = Array.from({ length: records }, () => payloadFor(example, made++));
    return new TextEncoder().encode(records === 1 ? each[0] : `[${each.join(",")}]`);
  };
  const cpuMsOf = async (some: readonly Uint8Array[], asked: Asked): Promise<number> => {
    const judgesPages = PageJudge.prototype.add;
    if (asked === "without findings") PageJudge.prototype.add = () => {};
    const before = process.cpuUsage();
    for (const payload of some) {
      const options = { createdAt: DEFAULT_CREATED_AT };
      const judged = asked === "with fit and profile" ? { source } : {};
      const request = { canvasJson, canvasHash, payload, isList: records > 1, renderer: "pdf", options, ...judged };
      const answer = await engine.render(request, async () => {});
      if (answer.kind !== "rendered") throw new Error(`It was not rendered: ${JSON.stringify(answer)}`);
    }
    PageJudge.prototype.add = judgesPages;
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000 / some.length;
  };

  return {
    async prepare() {
      payloads = Array.from({ length: ASKED.length * files }, nextPayload);
    },
    async run(iteration) {
      const stagesMs: Record<string, number> = {};
      for (const turn of ASKED.keys()) {
        const asked = ASKED[(turn + iteration) % ASKED.length] ?? "with fit";
        stagesMs[asked] = await cpuMsOf(payloads.slice(turn * files, (turn + 1) * files), asked);
      }
      return { stagesMs: Object.fromEntries(ASKED.map((asked) => [asked, stagesMs[asked] ?? 0])) };
    },
  };
}
