// The port through which layout asks for what its own reader of SVG does not draw: the engine hands a library in.
import type { Font } from "../text/index.ts";

/** An SVG that was read and is safe to hand on: no scripts, no addresses, a bounded amount of work. */
export interface SvgTask {
  readonly svg: string;
  /** What its text is set in; empty where it has none. Families that it names are among these. */
  readonly faces: readonly Font[];
}

export type SvgAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  /** Continues the sentence "the image …". Passing is what may go another way when it is tried again. */
  | { readonly ok: false; readonly reason: string; readonly isPassing?: boolean };

/** Pure functions of the task: the same SVG with the same faces gives the same answer everywhere. */
export interface SvgLibrary {
  /** The same picture as an SVG of paths: text as its outlines, styles and uses resolved. */
  simplified(task: SvgTask): SvgAnswer<string>;
  /** The picture as a PNG with alpha, as large in pixels as its root element says. */
  pixels(task: SvgTask): SvgAnswer<Uint8Array>;
}

/** The fonts of a process as pictures need them, and what draws with them. */
export interface PictureFonts {
  /**
   * The faces of the named families in order, then those that stand in for missing glyphs; all of one weight and
   * never empty. The same arguments give the same array.
   */
  faces(families: readonly string[], weight: "normal" | "bold"): readonly Font[];
  /** Draws with these fonts what an SVG holds beside shapes; absent: that is told and left out. */
  readonly svg?: SvgLibrary;
}
