import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { bundledFonts, createEngine, renderersAt } from "../../../src/core/engine/index.ts";
import type { BenchCase, ProcessUsage } from "../case.ts";
import type { ColdStart, ColdTemplate } from "../cold-start.ts";
import { invoicePayload } from "../invoices.ts";

const execute = promisify(execFile);
const RENDERER = new URL("../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;

/**
 * One process after another from its start to the first invoice, as it is shipped: the built JavaScript, a form that is
 * published already, and no compile cache. Each run is one process; its CPU time is counted, memory is the largest's.
 */
export const benchCase: BenchCase = {
  name: "to-first-invoice",
  group: "cold-start",
  async setup() {
    const folder = await mkdtemp(join(tmpdir(), "platen-cold-"));
    await build(folder);
    const { canvasJson, canvasHash, example } = await compiledInvoice();
    const template = join(folder, "template.json");
    let used: ProcessUsage = { cpuMs: 0, peakRssMib: 0 };
    return {
      async prepare(iteration) {
        const cold: ColdTemplate = { canvasJson, canvasHash, payload: invoicePayload(example, iteration) };
        await writeFile(template, JSON.stringify(cold));
      },
      async run() {
        const built = join(folder, "dist");
        const script = join(built, "test/bench/cold-start.js");
        const { stdout } = await execute(process.execPath, [script, built, template], {
          env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" },
        });
        const { nodeMs, engineMs, documentMs, cpuMs, peakRssMib }: ColdStart = JSON.parse(stdout);
        used = { cpuMs: used.cpuMs + cpuMs, peakRssMib: Math.max(used.peakRssMib, peakRssMib) };
        const stagesMs = { node: nodeMs, load: engineMs - nodeMs, document: documentMs - engineMs };
        return { stagesMs };
      },
      usage: () => used,
      close: () => rm(folder, { recursive: true }),
    };
  },
};

/** The product as `npm run build` makes it, with the script that starts it. */
async function build(folder: string): Promise<void> {
  const root = resolve(import.meta.dirname, "../../..");
  const config = join(folder, "tsconfig.json");
  const settings = {
    extends: join(root, "tsconfig.build.json"),
    compilerOptions: {
      rootDir: root,
      outDir: join(folder, "dist"),
      declaration: false,
      sourceMap: false,
      typeRoots: [join(root, "node_modules/@types")],
    },
    include: [join(root, "src"), join(root, "gen"), join(root, "test/bench/cold-start.ts")],
  };
  await writeFile(config, JSON.stringify(settings));
  await symlink(join(root, "package.json"), join(folder, "package.json"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await execute(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", config]);
}

async function compiledInvoice() {
  const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([RENDERER]) });
  const { template } = engine.check({ source: await readFile("docs/examples/invoice.rpt", "utf8"), data: null });
  if (template === null) throw new Error("The example invoice does not compile.");
  return { canvasJson: template.canvasJson, canvasHash: template.hash, example: template.example };
}
