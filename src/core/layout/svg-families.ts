// Families that an SVG names → faces that are there.
import type { Font } from "../text/index.ts";
import type { PictureFonts } from "./svg-library.ts";

const SERIF = "Noto Serif JP";
const SANS = "Noto Sans JP";
/** Its Latin letters are as wide as one another. */
const MONOSPACE = "BIZ UDGothic";

/** Names of fonts that many machines have and none may hand on, by the kind of letter that stands in for them. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/mono|courier|consolas|menlo|code|typewriter/iu, MONOSPACE],
  [/sans|gothic|ゴシック|角ゴ|meiryo|メイリオ|arial|helvetica|verdana|tahoma|segoe|roboto|ui$/iu, SANS],
  [/serif|mincho|明朝|ming|song|times|georgia|garamond|palatino|century/iu, SERIF],
];

/** Finds the families of one SVG and remembers which it found. */
export class SvgFamilies {
  readonly #fonts: PictureFonts;
  /** What stands in for a font that says nothing of its letters: the form's own. */
  readonly #usual: string;
  readonly #found = new Set<string>();

  constructor(fonts: PictureFonts, families: readonly string[]) {
    this.#fonts = fonts;
    this.#usual = this.#known(families) ?? SANS;
  }

  /** The first that is there; else what is like the first whose letters can be told. */
  of(list: string): string {
    const names = list.split(",").map((name) => name.trim().replace(/^['"]|['"]$/gu, ""));
    const found = this.#known(names) ?? names.flatMap(kindOf)[0] ?? this.#usual;
    this.#found.add(found);
    return found;
  }

  /** Every face that the SVG may be set in, the form's own with them. */
  faces(hasBold: boolean): readonly Font[] {
    const weights = hasBold ? (["normal", "bold"] as const) : (["normal"] as const);
    const families = [...new Set([this.#usual, ...this.#found])];
    return [...new Set(families.flatMap((family) => weights.flatMap((weight) => this.#face(family, weight) ?? [])))];
  }

  #known(names: readonly string[]): string | undefined {
    const faces = names.flatMap((name) => this.#face(name, "normal") ?? []);
    return faces[0]?.family;
  }

  /** The set answers stand-ins as well: they are there for every name. */
  #face(family: string, weight: Font["weight"]): Font | undefined {
    const [face] = this.#fonts.faces([family], weight);
    const isNamed = face?.family === family || face !== this.#fonts.faces([], weight)[0];
    return isNamed ? face : undefined;
  }
}

function kindOf(name: string): readonly string[] {
  const kind = KINDS.find(([pattern]) => pattern.test(name));
  return kind === undefined ? [] : [kind[1]];
}
