import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { bundledFonts, createEngine, renderersAt } from "../../src/core/engine/index.ts";

const execute = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "../..");
const RENDERER = new URL("../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;

/** The product as it is shipped, in a folder of its own, and one script of this folder that drives it. */
export interface BuiltProduct {
  readonly folder: string;
  /** Runs the script in a process of its own, with the built product as its first argument; answers what it wrote. */
  run(...values: readonly string[]): Promise<string>;
  remove(): Promise<void>;
}

/** A published form, as the engine is handed it. */
export interface BuiltTemplate {
  readonly canvasJson: string;
  readonly canvasHash: string;
  /** The example payload's JSON text. */
  readonly example: string;
}

/** What `npm run build` makes, with `script` (a file of this folder, without its ending) beside it. */
export async function buildProduct(script: string): Promise<BuiltProduct> {
  const folder = await mkdtemp(join(tmpdir(), "platen-built-"));
  const built = join(folder, "dist");
  const config = join(folder, "tsconfig.json");
  const settings = {
    extends: join(ROOT, "tsconfig.build.json"),
    compilerOptions: {
      rootDir: ROOT,
      outDir: built,
      declaration: false,
      sourceMap: false,
      typeRoots: [join(ROOT, "node_modules/@types")],
    },
    include: [join(ROOT, "src"), join(ROOT, "gen"), join(ROOT, `test/bench/${script}.ts`)],
  };
  await writeFile(config, JSON.stringify(settings));
  await symlink(join(ROOT, "package.json"), join(folder, "package.json"));
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await execute(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc"), "-p", config]);
  // What Node.js keeps compiled from one process to the next is not part of a first start.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
  const file = join(built, `test/bench/${script}.js`);
  return {
    folder,
    run: async (...values) => (await execute(process.execPath, [file, built, ...values], { env })).stdout,
    remove: () => rm(folder, { recursive: true }),
  };
}

export function builtTemplate(source: string): BuiltTemplate {
  const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([RENDERER]) });
  const { template } = engine.check({ source, data: null });
  if (template === null) throw new Error("The form does not compile.");
  return { canvasJson: template.canvasJson, canvasHash: template.hash, example: template.example };
}
