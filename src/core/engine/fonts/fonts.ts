// Font files → the set of faces that layout asks by family and weight, each read and parsed at its first use.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FontSet } from "../../layout/index.ts";
import {
  createFontFixer,
  createShaper,
  type Font,
  type FontPlace,
  parseFont,
  placeSuffix,
  splitCollection,
} from "../../text/index.ts";
import { createSvgLibrary } from "./svg-thread.ts";

/** A face, its family as templates name it, and the file that holds it. */
export interface FontFace {
  readonly family: string;
  /** Further names of the family, such as the Japanese one. */
  readonly otherNames?: readonly string[];
  readonly weight: "normal" | "bold";
  readonly url: string;
  /**
   * SHA-256 of the file, hex. For bundled faces it stands here, so that no start has to hash 48 MB (33 ms); a test
   * compares it with the installed file, and the package's version is pinned.
   */
  readonly sha256: string;
  /** Which face of a collection; absent: the file is one face. */
  readonly index?: number;
  /** Where the file is fixed before it is read: a variable font, or one of version 2. Absent: it is read as it is. */
  readonly place?: FontPlace;
}

/** The faces that ship with Platen, in the order in which they stand in for one another's missing glyphs. */
export const BUNDLED_FACES: readonly FontFace[] = [
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
  {
    family: "BIZ UDGothic",
    otherNames: ["BIZ UDゴシック"],
    weight: "normal",
    url: import.meta.resolve("@expo-google-fonts/biz-udgothic/400Regular/BIZUDGothic_400Regular.ttf"),
    sha256: "e267830408f04daf92858d89477f2df8539c05ee4fe597d13ffdcaa7565b519e",
  },
  {
    family: "BIZ UDGothic",
    otherNames: ["BIZ UDゴシック"],
    weight: "bold",
    url: import.meta.resolve("@expo-google-fonts/biz-udgothic/700Bold/BIZUDGothic_700Bold.ttf"),
    sha256: "4fb1b604bf6fc9fd631d60f9946b1ada1630faaf72ca9ceb2ea45b0c415293d1",
  },
  {
    family: "BIZ UDMincho",
    otherNames: ["BIZ UD明朝"],
    weight: "normal",
    url: import.meta.resolve("@expo-google-fonts/biz-udmincho/400Regular/BIZUDMincho_400Regular.ttf"),
    sha256: "21717378e2af006ddf1cc899fe36c7158179b52947e4be71e3e9695eaf5f16db",
  },
  {
    family: "BIZ UDMincho",
    otherNames: ["BIZ UD明朝"],
    weight: "bold",
    url: import.meta.resolve("@expo-google-fonts/biz-udmincho/700Bold/BIZUDMincho_700Bold.ttf"),
    sha256: "78111af45d7f8003dee867b5f11a0f3efb83dd52281a0aa55bc84a0e17a15eb3",
  },
];

const SHAPER_MODULE = import.meta.resolve("harfbuzzjs/dist/harfbuzz.wasm");
const SUBSETTER_MODULE = import.meta.resolve("harfbuzzjs/dist/harfbuzz-subset.wasm");

/** One for the thread: it keeps nothing but the compiled library. */
export const FIXER = createFontFixer({
  subsetter: () => bytesAt(SUBSETTER_MODULE),
  shaper: () => bytesAt(SHAPER_MODULE),
});

/** Digits of a hash that tell versions of a face apart. */
const VERSION_DIGITS = 16;

/** The faces of an engine and what identifies them. */
export interface EngineFonts {
  readonly set: FontSet;
  readonly families: readonly string[];
  /** Names and hashes, as a published version records them. */
  readonly versions: string;
}

/**
 * The faces of one thread: bundled ones, then those of an installation's own folder. Throws, at the first use of a
 * face, where an installation is incomplete.
 */
export function bundledFonts(further: readonly FontFace[] = []): EngineFonts {
  const declared = [...BUNDLED_FACES, ...further];
  const faces = declared.map((face) => new LazyFace(face));
  const chosen = new Map<string, ChosenFaces>();
  const chosenFor = (families: readonly string[], weight: "normal" | "bold"): ChosenFaces => {
    const key = `${weight}:${families.join("\n")}`;
    const known = chosen.get(key);
    if (known !== undefined) return known;
    const found = chooseFaces(faces, families, weight);
    // A template may name any list of families; what is kept does not grow with their number.
    if (chosen.size >= CHOICES_KEPT_MAX) chosen.clear();
    chosen.set(key, found);
    return found;
  };
  const set: FontSet = {
    svg: createSvgLibrary(),
    shaper: createShaper(bytesAt(SHAPER_MODULE)),
    faces: (families, weight) => chosenFor(families, weight).all,
    named: (families, weight) => chosenFor(families, weight).own,
  };
  const versions = declared.map((face) => `${face.family} ${face.weight} ${face.sha256.slice(0, VERSION_DIGITS)}`);
  const families = new Set(declared.flatMap((face) => [face.family, ...(face.otherNames ?? [])]));
  return { set, families: [...families], versions: versions.join(", ") };
}

/** Lists of families that were asked for; a template has a few. */
const CHOICES_KEPT_MAX = 256;

/** The faces of the named families in order, then those that stand in for what they lack. */
interface ChosenFaces {
  readonly own: readonly Font[];
  readonly all: readonly Font[];
}

/**
 * The named families in order, then all others of the weight, which stand in for glyphs that the named ones lack: those
 * with serifs first for a family that has them, as for one without. A family without the weight is set in the one that
 * it has; one that the folder has as well is the folder's.
 */
function chooseFaces(faces: readonly LazyFace[], families: readonly string[], weight: "normal" | "bold"): ChosenFaces {
  const own = families.flatMap((family) => {
    const named = faces.filter((face) => face.answersTo(family));
    const ofWeight = named.filter((face) => face.weight === weight);
    return (ofWeight.length > 0 ? ofWeight : named).toReversed();
  });
  const standIns = faces.filter((face) => face.weight === weight && !own.includes(face));
  const [first] = own;
  const isAlike = (face: LazyFace) => first === undefined || hasSerifs(face.family) === hasSerifs(first.family);
  return {
    own,
    all: [...own, ...standIns.filter(isAlike), ...standIns.filter((face) => !isAlike(face))],
  };
}

/** By its name: to look into a face would read all of it. */
function hasSerifs(family: string): boolean {
  return /serif|mincho|明朝|roman|times|garamond|song|ming/iu.test(family) && !/sans/iu.test(family);
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
  readonly #face: FontFace;
  #parsed: Font | null = null;

  constructor(face: FontFace) {
    this.family = face.family;
    this.weight = face.weight;
    this.#face = face;
  }

  answersTo(family: string): boolean {
    return this.family === family || this.#face.otherNames?.includes(family) === true;
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
  otherTexts(): ReturnType<Font["otherTexts"]> {
    return this.#font().otherTexts();
  }
}

/** A file that is no font is a broken installation, so it throws. */
function parsedFace({ family, index, weight, url, sha256, place }: FontFace): Font {
  const file = bytesAt(url);
  const whole = index === undefined ? file : (splitCollection(file)[index] ?? new Uint8Array(0));
  const bytes = place === undefined ? whole : (FIXER(whole, place) ?? new Uint8Array(0));
  const parsed = parseFont({ family, weight, sha256, bytes, nameSuffix: placeSuffix(place ?? {}) });
  if ("problem" in parsed) throw new Error(`The face ${family} ${weight} can't be used: ${parsed.problem}`);
  return parsed.font;
}
