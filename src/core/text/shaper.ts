// Strings → interned glyph runs: cut by script and font, shaped by the fast path where it is exact and by HarfBuzz
// elsewhere, remembered in a cache of two generations.
import { createFastShaper, type FastShaper } from "./fast-shaping.ts";
import type { Font } from "./font.ts";
import type { GlyphRun } from "./glyph-run.ts";
import {
  type HarfBuzz,
  type HarfBuzzFeature,
  type HarfBuzzFont,
  type HarfBuzzShaper,
  startHarfBuzz,
} from "./harfbuzz.ts";
import { itemize, type TextPiece } from "./itemize.ts";

/** Runs of one generation, in UTF-16 units of their text: about 60 MB of glyph arrays at worst. */
const GENERATION_UNITS_MAX = 1_000_000;

export interface ShapeOptions {
  readonly direction: "horizontal" | "vertical";
  /** BCP 47. */
  readonly lang: string;
  /** Digits of equal width (`tnum`); kerning is off with it, so that columns of digits stand in line. */
  readonly tabular: boolean;
  /** Pair kerning of Latin runs; off under letter-spacing and even distribution. */
  readonly kerning: boolean;
}

/** A run and where its text starts in the string that was shaped. */
export interface ShapedPiece {
  readonly run: GlyphRun;
  readonly start: number;
}

export interface Shaper {
  /**
   * Shapes a string: cut by script, and by font where the first of `fonts` lacks a grapheme cluster's glyphs. ASCII is
   * always shaped as Latin. Runs are interned: the same piece of text gives the same object while it is remembered.
   */
  shape(text: string, fonts: readonly Font[], options: ShapeOptions): readonly ShapedPiece[];
}

/**
 * A shaper for one process or thread.
 * @param harfbuzzWasm the bytes of `harfbuzz.wasm` from the harfbuzzjs package.
 */
export function createShaper(harfbuzzWasm: Uint8Array): Shaper {
  return shaperOf(startHarfBuzz(harfbuzzWasm), "fast");
}

/** The same with every run shaped by HarfBuzz: what the fast path is measured against. */
export function createFullShaper(harfbuzzWasm: Uint8Array): Shaper {
  return shaperOf(startHarfBuzz(harfbuzzWasm), "full");
}

/** Everything that a run depends on but its text. */
interface Plan {
  readonly font: Font;
  readonly direction: "horizontal" | "vertical";
  readonly full: HarfBuzzShaper;
  readonly fast: FastShaper | null;
  young: Map<string, GlyphRun>;
  old: Map<string, GlyphRun>;
}

function shaperOf(harfbuzz: HarfBuzz, mode: "fast" | "full"): Shaper {
  const fonts = new Map<Font, HarfBuzzFont>();
  const plans = new Map<Font, Map<string, Plan>>();
  let unitsYoung = 0;

  const planOf = (font: Font, script: string, options: ShapeOptions): Plan => {
    let ofFont = plans.get(font);
    if (ofFont === undefined) {
      ofFont = new Map();
      plans.set(font, ofFont);
    }
    const key = planKey(script, options);
    let plan = ofFont.get(key);
    if (plan === undefined) {
      let loaded = fonts.get(font);
      if (loaded === undefined) {
        loaded = harfbuzz.load(font);
        fonts.set(font, loaded);
      }
      plan = createPlan(font, loaded, script, options, mode);
      ofFont.set(key, plan);
    }
    return plan;
  };

  /** Two generations: when the young one is full it becomes the old one, and what was not used since is dropped. */
  const remember = (plan: Plan, text: string, run: GlyphRun): GlyphRun => {
    unitsYoung += text.length;
    if (unitsYoung > GENERATION_UNITS_MAX) {
      for (const ofFont of plans.values()) {
        for (const other of ofFont.values()) {
          other.old = other.young;
          other.young = new Map();
        }
      }
      unitsYoung = text.length;
    }
    plan.young.set(text, run);
    return run;
  };

  const runOf = (plan: Plan, text: string): GlyphRun => {
    const young = plan.young.get(text);
    if (young !== undefined) return young;
    return remember(plan, text, plan.old.get(text) ?? shapeRun(plan, text));
  };

  return {
    shape(text, fontList, options) {
      return itemize(text, fontList).flatMap((piece: TextPiece): ShapedPiece[] => {
        const font = fontList[piece.font];
        if (font === undefined) return [];
        const part = piece.start === 0 && piece.end === text.length ? text : text.slice(piece.start, piece.end);
        return [{ run: runOf(planOf(font, piece.script, options), part), start: piece.start }];
      });
    },
  };
}

function isKerned(script: string, options: ShapeOptions): boolean {
  return options.kerning && !options.tabular && script !== "Hani" && options.direction === "horizontal";
}

function planKey(script: string, options: ShapeOptions): string {
  const kerning = isKerned(script, options) ? "k" : "";
  return `${script} ${options.direction === "vertical" ? "v" : "h"}${options.tabular ? "t" : ""}${kerning} ${options.lang}`;
}

function createPlan(
  font: Font,
  loaded: HarfBuzzFont,
  script: string,
  options: ShapeOptions,
  mode: "fast" | "full",
): Plan {
  const kerning = isKerned(script, options);
  const features: HarfBuzzFeature[] = [{ tag: "kern", value: kerning ? 1 : 0 }];
  if (options.tabular) features.push({ tag: "tnum", value: 1 });
  if (options.direction === "vertical") features.push({ tag: "vkrn", value: 0 });
  const full = loaded.shaper(script, options.lang, options.direction, features);
  const isFast = mode === "fast" && options.direction === "horizontal";
  const fast = isFast ? createFastShaper(font, full, options.tabular ? ["tnum"] : [], kerning) : null;
  return { font, direction: options.direction, full, fast, young: new Map(), old: new Map() };
}

function shapeRun(plan: Plan, text: string): GlyphRun {
  const shaped = plan.fast?.shape(text) ?? plan.full.shape(text);
  return { font: plan.font, text, direction: plan.direction, ...shaped };
}
