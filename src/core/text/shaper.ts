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
/** What a short string costs beside its glyphs, in the memory of as many glyphs: arrays, objects and map entries. */
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
  return new RememberingShaper(harfbuzz, mode);
}

/** Shapes what it has not met, and remembers runs and whole strings in two generations. */
class RememberingShaper implements Shaper {
  readonly #harfbuzz: HarfBuzz;
  readonly #mode: "fast" | "full";
  readonly #loadedFonts = new Map<Font, HarfBuzzFont>();
  readonly #plans = new Map<Font, Map<string, Plan>>();
  readonly #contexts: Context[] = [];
  #current: Context | null = null;
  #unitsYoung = 0;

  constructor(harfbuzz: HarfBuzz, mode: "fast" | "full") {
    this.#harfbuzz = harfbuzz;
    this.#mode = mode;
  }

  shape(text: string, fonts: readonly Font[], options: ShapeOptions): readonly ShapedPiece[] {
    const context = this.#contextOf(fonts, options);
    const young = context.young.get(text);
    if (young !== undefined) return young;
    const shaped = context.old.get(text) ?? this.#shapeText(context, text);
    this.#count(text);
    context.young.set(text, shaped);
    return shaped;
  }

  #contextOf(fonts: readonly Font[], options: ShapeOptions): Context {
    if (this.#current !== null && isContext(this.#current, fonts, options)) return this.#current;
    this.#current =
      this.#contexts.find((context) => isContext(context, fonts, options)) ?? this.#newContext(fonts, options);
    return this.#current;
  }

  #newContext(fonts: readonly Font[], options: ShapeOptions): Context {
    if (this.#contexts.length >= CONTEXTS_MAX) {
      this.#contexts.length = 0;
      this.#plans.clear();
    }
    const plans = fonts.map((font) => this.#plans.get(font) ?? new Map<string, Plan>());
    fonts.forEach((font, index) => {
      this.#plans.set(font, plans[index] ?? new Map());
    });
    const made = { fonts: [...fonts], options: { ...options }, plans, young: new Map(), old: new Map() };
    this.#contexts.push(made);
    return made;
  }

  #planOf(context: Context, font: Font, index: number, script: string): Plan {
    const key = planKey(script, context.options);
    let plan = context.plans[index]?.get(key);
    if (plan === undefined) {
      const loaded = this.#loadedFonts.get(font) ?? this.#harfbuzz.load(font);
      this.#loadedFonts.set(font, loaded);
      plan = createPlan(font, loaded, script, context.options, this.#mode);
      context.plans[index]?.set(key, plan);
    }
    return plan;
  }

  /** Two generations: when the young one is full it becomes the old one, and what was not used since is dropped. */
  #count(text: string): void {
    this.#unitsYoung += text.length + STRING_COST_UNITS;
    if (this.#unitsYoung <= GENERATION_UNITS_MAX) return;
    this.#unitsYoung = text.length + STRING_COST_UNITS;
    for (const context of this.#contexts) {
      context.old = context.young;
      context.young = new Map();
    }
    for (const ofFont of this.#plans.values()) {
      for (const plan of ofFont.values()) {
        plan.old = plan.young;
        plan.young = new Map();
      }
    }
  }

  #runOf(plan: Plan, text: string): GlyphRun {
    const young = plan.young.get(text);
    if (young !== undefined) return young;
    const run = plan.old.get(text) ?? shapeRun(plan, text);
    this.#count(text);
    plan.young.set(text, run);
    return run;
  }

  #shapeText(context: Context, text: string): readonly ShapedPiece[] {
    const shaped: ShapedPiece[] = [];
    for (const piece of itemize(text, context.fonts)) {
      const font = context.fonts[piece.font];
      if (font === undefined) continue;
      const isWhole = piece.start === 0 && piece.end === text.length;
      const part = isWhole ? text : text.slice(piece.start, piece.end);
      const plan = this.#planOf(context, font, piece.font, piece.script);
      shaped.push({ run: this.#runOf(plan, part), start: piece.start });
    }
    return shaped;
  }
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
  const direction = options.direction === "vertical" ? "v" : "h";
  const features = `${options.tabular ? "t" : ""}${isKerned(script, options) ? "k" : ""}`;
  return `${script} ${direction}${features} ${options.lang}`;
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
