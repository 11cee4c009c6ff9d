// Font files → the set of faces that layout asks by family and weight, each read and parsed at its first use.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FontSet } from "../layout/index.ts";
import { createShaper, type Font, parseFont } from "../text/index.ts";

/** A bundled face: its family as templates name it, and the file that its package holds. */
export interface BundledFace {
  readonly family: string;
  readonly weight: "normal" | "bold";
  readonly url: string;
  /**
   * SHA-256 of the file, hex. It stands here, so that no start has to hash 26 MB (18 ms); a test compares it with the
   * installed file, and the package's version is pinned.
   */
  readonly sha256: string;
}

/** The faces that ship with Platen, in the order in which they stand in for one another's missing glyphs. */
export const BUNDLED_FACES: readonly BundledFace[] = [
  {
    family: "Noto Sans JP",
    weight: "normal",
    url: import.meta.resolve("@expo-google-fonts/noto-sans-jp/400Regular/NotoSansJP_400Regular.ttf"),
    sha256: "d930d5d52d15231c283089760f84584272ad5e37e14607ba0d19c798e7a9caec",
  },
  {
    family: "Noto Sans JP",
    weight: "bold",
    url: import.meta.resolve("@expo-google-fonts/noto-sans-jp/700Bold/NotoSansJP_700Bold.ttf"),
    sha256: "c5b7b9d6a6eb682b0d4e6bbb38509575fd2759a28f147daa74714d1359a7909e",
  },
  {
    family: "Noto Serif JP",
    weight: "normal",
    url: import.meta.resolve("@expo-google-fonts/noto-serif-jp/400Regular/NotoSerifJP_400Regular.ttf"),
    sha256: "5a04846a0e23acefae825f2f459205036a166f5a63462019ce3492d07bd20e92",
  },
  {
    family: "Noto Serif JP",
    weight: "bold",
    url: import.meta.resolve("@expo-google-fonts/noto-serif-jp/700Bold/NotoSerifJP_700Bold.ttf"),
    sha256: "370341f60a5a33dff0dd66e9fb04ddb7523846d4800e4e2cd8fba0bf715d44ea",
  },
];

const SHAPER_MODULE = import.meta.resolve("harfbuzzjs/dist/harfbuzz.wasm");

/** Digits of a hash that tell versions of a face apart. */
const VERSION_DIGITS = 16;

/** The faces of an engine and what identifies them. */
export interface EngineFonts {
  readonly set: FontSet;
  readonly families: readonly string[];
  /** Names and hashes, as a published version records them. */
  readonly versions: string;
}

/** The bundled faces of one thread. Throws, at the first use of a face, where an installation is incomplete. */
export function bundledFonts(): EngineFonts {
  const faces = BUNDLED_FACES.map((face) => new LazyFace(face));
  const chosen = new Map<string, readonly Font[]>();
  const set: FontSet = {
    shaper: createShaper(bytesAt(SHAPER_MODULE)),
    faces(families, weight) {
      const key = `${weight}:${families.join("\n")}`;
      const known = chosen.get(key);
      if (known !== undefined) return known;
      const found = chooseFaces(faces, families, weight);
      // A template may name any list of families; what is kept does not grow with their number.
      if (chosen.size >= CHOICES_KEPT_MAX) chosen.clear();
      chosen.set(key, found);
      return found;
    },
  };
  const versions = BUNDLED_FACES.map((face) => `${face.family} ${face.weight} ${face.sha256.slice(0, VERSION_DIGITS)}`);
  return { set, families: [...new Set(BUNDLED_FACES.map((face) => face.family))], versions: versions.join(", ") };
}

/** Lists of families that were asked for; a template has a few. */
const CHOICES_KEPT_MAX = 256;

/** The named families in order, then all others of the weight, which stand in for glyphs that the named ones lack. */
function chooseFaces(faces: readonly Font[], families: readonly string[], weight: "normal" | "bold"): readonly Font[] {
  const ofWeight = faces.filter((face) => face.weight === weight);
  const named = families.flatMap((family) => ofWeight.filter((face) => face.family === family));
  return [...named, ...ofWeight.filter((face) => !named.includes(face))];
}

function bytesAt(url: string): Uint8Array {
  return new Uint8Array(readFileSync(fileURLToPath(url)));
}

/**
 * A face that is read and parsed when anything but its name is asked. Most documents use two of the bundled faces, and
 * a thread that never sets a serif line saves its 15 MB and 12 ms. One object stands for one face, always: shaping and
 * embedding know faces by identity.
 */
class LazyFace implements Font {
  readonly family: string;
  readonly weight: "normal" | "bold";
  readonly #face: BundledFace;
  #parsed: Font | null = null;

  constructor(face: BundledFace) {
    this.family = face.family;
    this.weight = face.weight;
    this.#face = face;
  }

  #font(): Font {
    this.#parsed ??= parsedFace(this.#face);
    return this.#parsed;
  }

  get id(): string {
    return this.#font().id;
  }
  get postScriptName(): string {
    return this.#font().postScriptName;
  }
  get unitsPerEm(): number {
    return this.#font().unitsPerEm;
  }
  get glyphCount(): number {
    return this.#font().glyphCount;
  }
  get ascent(): number {
    return this.#font().ascent;
  }
  get descent(): number {
    return this.#font().descent;
  }
  get capHeight(): number {
    return this.#font().capHeight;
  }
  get italicAngle(): number {
    return this.#font().italicAngle;
  }
  get boundingBox(): Font["boundingBox"] {
    return this.#font().boundingBox;
  }
  get outlines(): Font["outlines"] {
    return this.#font().outlines;
  }
  get bytes(): Uint8Array {
    return this.#font().bytes;
  }
  table(tag: string): Uint8Array | null {
    return this.#font().table(tag);
  }
  glyphOf(codePoint: number): number {
    return this.#font().glyphOf(codePoint);
  }
  variationGlyphOf(codePoint: number, selector: number): number {
    return this.#font().variationGlyphOf(codePoint, selector);
  }
  advanceOf(glyph: number): number {
    return this.#font().advanceOf(glyph);
  }
  textOf(glyph: number): string {
    return this.#font().textOf(glyph);
  }
}

/** A file that is no font is a broken installation, so it throws. */
function parsedFace({ family, weight, url, sha256 }: BundledFace): Font {
  const parsed = parseFont({ family, weight, sha256, bytes: bytesAt(url) });
  if ("problem" in parsed) throw new Error(`The bundled face ${family} ${weight} can't be used: ${parsed.problem}`);
  return parsed.font;
}
