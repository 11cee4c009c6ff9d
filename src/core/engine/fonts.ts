// Font files → the set of parsed faces that layout asks by family and weight.
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { FontSet } from "../layout/index.ts";
import { createShaper, type Font, type FontFile, parseFont } from "../text/index.ts";

/** A bundled face: its family as templates name it, and the file that its package holds. */
interface BundledFace {
  readonly family: string;
  readonly weight: "normal" | "bold";
  readonly url: string;
}

/** The faces that ship with Platen, in the order in which they stand in for one another's missing glyphs. */
const BUNDLED_FACES: readonly BundledFace[] = [
  {
    family: "Noto Sans JP",
    weight: "normal",
    url: import.meta.resolve("@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf"),
  },
  {
    family: "Noto Sans JP",
    weight: "bold",
    url: import.meta.resolve("@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf"),
  },
  {
    family: "Noto Serif JP",
    weight: "normal",
    url: import.meta.resolve("@expo-google-fonts/noto-serif-jp/400Regular/NotoSerifJP_400Regular.ttf"),
  },
  {
    family: "Noto Serif JP",
    weight: "bold",
    url: import.meta.resolve("@expo-google-fonts/noto-serif-jp/700Bold/NotoSerifJP_700Bold.ttf"),
  },
];

/** The files an engine stands on, read from the packages that carry them. */
export interface EngineFiles {
  readonly fonts: readonly FontFile[];
  readonly harfbuzzWasm: Uint8Array;
}

/** Reads the bundled fonts and the shaper's module. Throws where an installation is incomplete. */
export async function readEngineFiles(): Promise<EngineFiles> {
  const fonts = await Promise.all(
    BUNDLED_FACES.map(async ({ family, weight, url }) => {
      const bytes = new Uint8Array(await readFile(fileURLToPath(url)));
      return { family, weight, bytes, sha256: createHash("sha256").update(bytes).digest("hex") };
    }),
  );
  const harfbuzzWasm = new Uint8Array(await readFile(fileURLToPath(import.meta.resolve("harfbuzzjs/dist/harfbuzz.wasm"))));
  return { fonts, harfbuzzWasm };
}

/** The faces of an engine and what identifies them. */
export interface EngineFonts {
  readonly set: FontSet;
  readonly families: readonly string[];
  /** Names and hashes, as a published version records them. */
  readonly versions: string;
}

/** Parses the files into faces. A file that is no font is a broken installation, so it throws. */
export function engineFonts(files: EngineFiles): EngineFonts {
  const faces = files.fonts.map((file) => {
    const parsed = parseFont(file);
    if ("problem" in parsed) throw new Error(`${file.family} ${file.weight}: ${parsed.problem}`);
    return parsed.font;
  });
  const cache = new Map<string, readonly Font[]>();
  const set: FontSet = {
    shaper: createShaper(files.harfbuzzWasm),
    faces(families, weight) {
      const key = `${weight}:${families.join("\n")}`;
      const known = cache.get(key);
      if (known !== undefined) return known;
      const chosen = chooseFaces(faces, families, weight);
      cache.set(key, chosen);
      return chosen;
    },
  };
  const families = [...new Set(faces.map((face) => face.family))];
  return { set, families, versions: faces.map((face) => face.id).join(" ") };
}

/** The named families in order, then all others of the weight, which stand in for glyphs that the named ones lack. */
function chooseFaces(faces: readonly Font[], families: readonly string[], weight: "normal" | "bold"): readonly Font[] {
  const ofWeight = faces.filter((face) => face.weight === weight);
  const named = families.flatMap((family) => ofWeight.filter((face) => face.family === family));
  return [...named, ...ofWeight.filter((face) => !named.includes(face))];
}
