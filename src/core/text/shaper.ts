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
import { itemize } from "./itemize.ts";

/** Strings of one generation, in UTF-16 units of their text: about 30 MB at worst. */
const GENERATION_UNITS_MAX = 1_000_000;
/** What a short string costs beside its glyphs, in the memory of as many glyphs: its arrays, objects and map entries. */
const STRING_COST_UNITS = 32;

/**
 * Combinations of fonts, language and features that are remembered: an installation's fonts and languages make some
 * dozens. More come from languages that templates make up; then everything is forgotten and starts anew.
 */
const CONTEXTS_MAX = 256;

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

/** What is remembered for one list of fonts and one set of options: whole strings, already cut into runs. */
interface Context {
  readonly fonts: readonly Font[];
  readonly options: ShapeOptions;
  readonly plans: Map<string, Plan>[];
  young: Map<string, readonly ShapedPiece[]>;
  old: Map<string, readonly ShapedPiece[]>;
}

function shaperOf(harfbuzz: HarfBuzz, mode: "fast" | "full"): Shaper {
  const loadedFonts = new Map<Font, HarfBuzzFont>();
  const plans = new Map<Font, Map<string, Plan>>();
  const contexts: Context[] = [];
  let current: Context | null = null;
  let unitsYoung = 0;

  const contextOf = (fonts: readonly Font[], options: ShapeOptions): Context => {
    if (current !== null && isContext(current, fonts, options)) return current;
    let found = contexts.find((context) => isContext(context, fonts, options));
    if (found === undefined) {
      if (contexts.length >= CONTEXTS_MAX) {
        contexts.length = 0;
        plans.clear();
      }
      const ofFonts = fonts.map((font) => plans.get(font) ?? new Map<string, Plan>());
      fonts.forEach((font, index) => {
        plans.set(font, ofFonts[index] ?? new Map());
      });
      found = { fonts: [...fonts], options: { ...options }, plans: ofFonts, young: new Map(), old: new Map() };
      contexts.push(found);
    }
    current = found;
    return found;
  };

  const planOf = (context: Context, font: Font, index: number, script: string): Plan => {
    const key = planKey(script, context.options);
    let plan = context.plans[index]?.get(key);
    if (plan === undefined) {
      const loaded = loadedFonts.get(font) ?? harfbuzz.load(font);
      loadedFonts.set(font, loaded);
      plan = createPlan(font, loaded, script, context.options, mode);
      context.plans[index]?.set(key, plan);
    }
    return plan;
  };

  /** Two generations: when the young one is full it becomes the old one, and what was not used since is dropped. */
  const count = (text: string): void => {
    unitsYoung += text.length + STRING_COST_UNITS;
    if (unitsYoung <= GENERATION_UNITS_MAX) return;
    unitsYoung = text.length + STRING_COST_UNITS;
    for (const context of contexts) {
      context.old = context.young;
      context.young = new Map();
    }
    for (const ofFont of plans.values()) {
      for (const plan of ofFont.values()) {
        plan.old = plan.young;
        plan.young = new Map();
      }
    }
  };

  const runOf = (plan: Plan, text: string): GlyphRun => {
    const young = plan.young.get(text);
    if (young !== undefined) return young;
    const run = plan.old.get(text) ?? shapeRun(plan, text);
    count(text);
    plan.young.set(text, run);
    return run;
  };

  const shapeText = (context: Context, text: string): readonly ShapedPiece[] => {
    const shaped: ShapedPiece[] = [];
    for (const piece of itemize(text, context.fonts)) {
      const font = context.fonts[piece.font];
      if (font === undefined) continue;
      const isWhole = piece.start === 0 && piece.end === text.length;
      const part = isWhole ? text : text.slice(piece.start, piece.end);
      shaped.push({ run: runOf(planOf(context, font, piece.font, piece.script), part), start: piece.start });
    }
    return shaped;
  };

  return {
    shape(text, fonts, options) {
      const context = contextOf(fonts, options);
      const young = context.young.get(text);
      if (young !== undefined) return young;
      const shaped = context.old.get(text) ?? shapeText(context, text);
      count(text);
      context.young.set(text, shaped);
      return shaped;
    },
  };
}

function isContext(context: Context, fonts: readonly Font[], options: ShapeOptions): boolean {
  const known = context.options;
  return (
    known.kerning === options.kerning &&
    known.tabular === options.tabular &&
    known.lang === options.lang &&
    known.direction === options.direction &&
    context.fonts.length === fonts.length &&
    context.fonts.every((font, index) => font === fonts[index])
  );
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
  const extra = options.tabular ? ["tnum"] : [];
  const fast = mode === "fast" ? createFastShaper(font, full, options.direction, extra, kerning) : null;
  return { font, direction: options.direction, full, fast, young: new Map(), old: new Map() };
}

function shapeRun(plan: Plan, text: string): GlyphRun {
  const shaped = plan.fast?.shape(text) ?? plan.full.shape(text);
  return { font: plan.font, text, direction: plan.direction, ...shaped };
}
