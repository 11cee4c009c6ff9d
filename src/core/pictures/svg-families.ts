// Families that an SVG names → faces that are there.

import type { Font } from "../text/index.ts";
import { codePointIn } from "../unicode/index.ts";
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

  /** Every face that letters of the SVG may be set in: those that it names, the form's own, and what stands in. */
  faces(hasBold: boolean, letters: string): readonly Font[] {
    const weights = hasBold ? (["normal", "bold"] as const) : (["normal"] as const);
    const families = [...new Set([this.#usual, ...this.#found])];
    const faces = new Set(families.flatMap((family) => weights.flatMap((weight) => this.#face(family, weight) ?? [])));
    for (const codePoint of shown(letters)) {
      if ([...faces].some((face) => face.glyphOf(codePoint) !== 0)) continue;
      const standIn = this.#fonts.faces([this.#usual], "normal").find((face) => face.glyphOf(codePoint) !== 0);
      if (standIn !== undefined) faces.add(standIn);
    }
    return [...faces];
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

/** The letters of a text that none of its faces has, each once. */
export function lettersWithout(faces: readonly Font[], letters: string): string {
  const lacking = shown(letters).filter((codePoint) => faces.every((face) => face.glyphOf(codePoint) === 0));
  return String.fromCodePoint(...lacking.slice(0, TOLD_MAX));
}

/** Letters that a finding names. */
const TOLD_MAX = 8;

/** Without spaces, controls and what chooses variants of the letter before. */
function shown(letters: string): readonly number[] {
  const codePoints = [...new Set(letters)].flatMap((letter) => codePointIn(letter, 0));
  return codePoints.filter(
    (at) => !UNSEEN.some(([first, last]) => at >= first && at <= last) && at !== IDEOGRAPHIC_SPACE,
  );
}

const IDEOGRAPHIC_SPACE = 0x3000;

/** Code points from one to another that draw nothing. */
const UNSEEN: readonly (readonly [number, number])[] = [
  [0, 0x20],
  [0x7f, 0xa0],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x2060, 0x206f],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xe0000, 0xe0fff],
];
