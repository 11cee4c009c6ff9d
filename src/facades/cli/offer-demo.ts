import type { Transport } from "@connectrpc/connect";
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
  const templates = await Promise.all(
    DEMO_TEMPLATES.map(async ({ title, name }) => ({ title, source: await offer.example(name) })),
  );
  const made = await createDemo(offer.transport, baseUrl, templates);
  if (made === null) return;
  await files.keep(made.demo, made.payload);
  writeOut(demoLines(made.demo, files.shown, offer.isTerminal));
}
