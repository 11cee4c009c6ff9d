import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { UNPINNED, UNPINNED_PACKAGES } from "./rooms.ts";

/** All that turns a form into a file: the engine as its threads load it, the renderer, and what they load later. */
const ENTRIES = ["src/core/engine/pool/worker.ts", "src/plugins/renderers/pdf/index.ts", "bwip-js", "harfbuzzjs"];

/** By its text: parsing two megabytes of bar codes takes twenty seconds. */
const ROUNDED = new RegExp(`\\bMath\\.(?:${UNPINNED.join("|")})\\b|[\\w)\\]] ?\\*\\* ?[\\w(]`);

/** `@scope/name` or `name` of a file in node_modules. */
function packageOf(path: string): string {
  const inside = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length).split("/");
  return inside.slice(0, inside[0]?.startsWith("@") === true ? 2 : 1).join("/");
}

test("packages on the way to bytes that ask for sines, powers or logarithms are named, with the reason", async () => {
  const { metafile } = await build({
    entryPoints: ENTRIES,
    ...{ bundle: true, write: false, metafile: true, outdir: "never-written", logLevel: "silent" },
    ...{ platform: "node", format: "esm", loader: { ".wasm": "empty" } },
  });
  const files = Object.keys(metafile.inputs).filter((path) => /node_modules\/.*\.[cm]?js$/.test(path));
  expect(files.length).toBeGreaterThan(50);
  const rounding = files.filter((path) => ROUNDED.test(readFileSync(path, "utf8")));
  expect([...new Set(rounding.map(packageOf))].sort()).toEqual(Object.keys(UNPINNED_PACKAGES).sort());
}, 120_000);
