import type { Transport } from "@connectrpc/connect";
import type { Engine } from "../../core/engine/index.ts";
import { createDemo, demoLines } from "./demo.ts";
import { demoFilesIn } from "./demo-files.ts";

/** What the demo publishes, of the examples that the documentation shows. */
const DEMO_TEMPLATES = [
  { title: "請求書", name: "invoice" },
  { title: "適格請求書", name: "invoice-qualified" },
  { title: "検査成績書", name: "inspection-report" },
  { title: "生産計画表", name: "production-schedule" },
  // It makes a record of each customer, and may be encrypted.
  { title: "月次請求書（一括）", name: "billing-run" },
] as const;

export interface DemoOffer {
  readonly dataDir: string;
  readonly baseUrl: string;
  /** Calls through the operator's door. */
  readonly transport: Transport;
  readonly engine: () => Promise<Engine>;
  /** The source of an example form, by its name. */
  readonly example: (name: string) => Promise<string>;
  readonly writeOut: (text: string) => void;
  /** Whether somebody reads along: what is written elsewhere ends in logs, and secrets are left out of it. */
  readonly isTerminal: boolean;
}

/** The first start makes the demo; later ones point to it. */
export async function offerDemo(offer: DemoOffer): Promise<void> {
  const { baseUrl, writeOut } = offer;
  const files = demoFilesIn(offer.dataDir);
  if ((await files.renew(baseUrl)) !== null) {
    writeOut(`The demo's keys are in ${files.shown.demoFile}.\n`);
    return;
  }
  const engine = await offer.engine();
  const templates = await Promise.all(
    DEMO_TEMPLATES.map(async ({ title, name }) => {
      const source = await offer.example(name);
      const { template } = engine.check({ source, data: null });
      if (template === null) throw new Error(`${name}.rpt does not compile`);
      return { title, source, example: template.example };
    }),
  );
  const demo = await createDemo(offer.transport, baseUrl, templates);
  if (demo === null) return;
  await files.keep(demo, templates[0]?.example ?? "{}");
  writeOut(demoLines(demo, files.shown, offer.isTerminal));
}
