// Strings → interned glyph runs: cut by script and font, shaped by the fast path where it is exact and by HarfBuzz
// elsewhere, remembered by their text.

import type { Font } from "../files/index.ts";
import { clusterStarts } from "../unicode/index.ts";
import { ASCII_FIRST, ASCII_LAST, type RunSeries } from "./ascii-runs.ts";
import { createFastShaper, type FastShaper, LIGATURES } from "./fast-shaping.ts";
import type { GlyphRun, ShapedPiece } from "./glyph-run.ts";
import {
  type HarfBuzz,
  type HarfBuzzFeature,
  type HarfBuzzFont,
  type HarfBuzzShaper,
  type ShapedGlyphs,
  startHarfBuzz,
} from "./harfbuzz.ts";
import { itemize, UNSET_SCRIPT } from "./itemize.ts";
import { createMarkPlacer, type MarkPlacer } from "./mark-placement.ts";
import { TextCache } from "./text-cache.ts";
import { unitAt } from "./text-units.ts";

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
  /** Pair kerning of Latin runs, and ligatures; off under letter-spacing and even distribution. */
  readonly kerning: boolean;
}

export interface Shaper {
  /**
   * Shapes a string: cut by script, and by font where the first of `fonts` lacks a grapheme cluster's glyphs. ASCII is
   * always shaped as Latin. A piece of text that has come twice gives the same run object while it is remembered.
   */
  shape(text: string, fonts: readonly Font[], options: ShapeOptions): readonly ShapedPiece[];
  /** The same for many texts in the same fonts and features. */
  prepare(fonts: readonly Font[], options: ShapeOptions): PreparedShaper;
}

/** Shapes texts in fonts and features that are settled. */
export interface PreparedShaper {
  shape(text: string): readonly ShapedPiece[];
  /** The run of a text that is all printable ASCII, so that it is one run; null for any other. */
  shapeAscii(text: string): GlyphRun | null;
  /** How wide that run is, spaces at its end left out; null where it must be shaped to know. */
  asciiWidthEmu(text: string, sizeEmu: number): number | null;
  /** The run of a text whose width is known: made anew, since numbers of a long table hardly come twice. */
  shapeMeasured(text: string, sizeEmu: number, series: RunSeries): GlyphRun;
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
  readonly isUnset: boolean;
  readonly full: HarfBuzzShaper;
  readonly fast: FastShaper | null;
  readonly marks: MarkPlacer;
  readonly runs: TextCache<GlyphRun>;
}

function shaperOf(harfbuzz: HarfBuzz, mode: "fast" | "full"): Shaper {
  return new RememberingShaper(harfbuzz, mode);
}

/** Shapes what it has not met, and remembers runs and whole strings. */
class RememberingShaper implements Shaper {
  readonly #harfbuzz: HarfBuzz;
  readonly #mode: "fast" | "full";
  readonly #loadedFonts = new Map<Font, HarfBuzzFont>();
  readonly #plans = new Map<Font, Map<string, Plan>>();
  readonly #contexts: Context[] = [];
  #current: Context | null = null;

  constructor(harfbuzz: HarfBuzz, mode: "fast" | "full") {
    this.#harfbuzz = harfbuzz;
    this.#mode = mode;
  }

  shape(text: string, fonts: readonly Font[], options: ShapeOptions): readonly ShapedPiece[] {
    return this.#contextOf(fonts, options).shape(text);
  }

  prepare(fonts: readonly Font[], options: ShapeOptions): PreparedShaper {
    return this.#contextOf(fonts, options);
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
    const made = new Context([...fonts], { ...options }, (font, script) => this.#planOf(font, script, options));
    this.#contexts.push(made);
    return made;
  }

  #planOf(font: Font, script: string, options: ShapeOptions): Plan {
    const plans = this.#plans.get(font) ?? new Map<string, Plan>();
    this.#plans.set(font, plans);
    const key = planKey(script, options);
    let plan = plans.get(key);
    if (plan === undefined) {
      const loaded = this.#loadedFonts.get(font) ?? this.#harfbuzz.load(font);
      this.#loadedFonts.set(font, loaded);
      plan = createPlan(font, loaded, script, options, this.#mode);
      plans.set(key, plan);
    }
    return plan;
  }
}

/** ISO 15924 of what ASCII is shaped as. */
const ASCII_SCRIPT = "Latn";

/** What is remembered for one list of fonts and one set of options: whole strings, already cut into runs. */
class Context implements PreparedShaper {
  readonly fonts: readonly Font[];
  readonly options: ShapeOptions;
  readonly #planOf: (font: Font, script: string) => Plan;
  /** As this context has met them: a form's texts take two or three. */
  readonly #plans: { readonly font: Font; readonly script: string; readonly plan: Plan }[] = [];
  readonly #strings = new TextCache<readonly ShapedPiece[]>("second sight");
  /** The plan of ASCII text; null where the first font lacks some of it, undefined before it is asked for. */
  #asciiPlan: Plan | null | undefined;

  constructor(fonts: readonly Font[], options: ShapeOptions, planOf: (font: Font, script: string) => Plan) {
    this.fonts = fonts;
    this.options = options;
    this.#planOf = planOf;
  }

  shape(text: string): readonly ShapedPiece[] {
    // A string of one run is found by its run: remembering it here as well would cost as much again.
    const ascii = this.shapeAscii(text);
    if (ascii !== null) return [{ run: ascii, start: 0 }];
    const known = this.#strings.get(text);
    if (known !== null) return known;
    const shaped = this.#shapeText(text);
    this.#strings.set(text, shaped);
    return shaped;
  }

  shapeAscii(text: string): GlyphRun | null {
    if (!isPrintableAscii(text)) return null;
    if (this.#asciiPlan === undefined) this.#asciiPlan = this.#findAsciiPlan();
    return this.#asciiPlan === null ? null : runOf(this.#asciiPlan, text);
  }

  asciiWidthEmu(text: string, sizeEmu: number): number | null {
    if (this.#asciiPlan === undefined) this.#asciiPlan = this.#findAsciiPlan();
    return this.#asciiPlan?.fast?.ascii?.widthEmu(text, sizeEmu) ?? null;
  }

  shapeMeasured(text: string, sizeEmu: number, series: RunSeries): GlyphRun {
    const ascii = this.#asciiPlan?.fast?.ascii ?? null;
    if (ascii === null) throw new Error("the text was not measured");
    return ascii.shape(text, sizeEmu, series);
  }

  #findAsciiPlan(): Plan | null {
    const first = this.fonts[0];
    if (first === undefined) return null;
    for (let unit = ASCII_FIRST; unit <= ASCII_LAST; unit += 1) if (first.glyphOf(unit) === 0) return null;
    return this.#ownPlan(first, ASCII_SCRIPT);
  }

  #ownPlan(font: Font, script: string): Plan {
    for (const known of this.#plans) if (known.font === font && known.script === script) return known.plan;
    const plan = this.#planOf(font, script);
    this.#plans.push({ font, script, plan });
    return plan;
  }

  #shapeText(text: string): readonly ShapedPiece[] {
    const [first] = this.fonts;
    if (first === undefined) return [];
    const pieces = itemize(text, this.fonts);
    const shaped = new Array<ShapedPiece>(pieces.length);
    for (let index = 0; index < pieces.length; index += 1) {
      const piece = pieces[index];
      if (piece === undefined) break;
      const { start, end, script, font } = piece;
      const part = pieces.length === 1 ? text : text.slice(start, end);
      shaped[index] = { run: runOf(this.#ownPlan(this.fonts[font] ?? first, script), part), start };
    }
    return shaped;
  }
}

function isPrintableAscii(text: string): boolean {
  const { length } = text;
  if (length === 0) return false;
  for (let index = 0; index < length; index += 1) {
    const unit = unitAt(text, index);
    if (unit < ASCII_FIRST || unit > ASCII_LAST) return false;
  }
  return true;
}

function runOf(plan: Plan, text: string): GlyphRun {
  const known = plan.runs.get(text);
  if (known !== null) return known;
  const run = shapeRun(plan, text);
  plan.runs.set(text, run);
  return run;
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
  const spaced = options.kerning ? "" : "s";
  const features = `${options.tabular ? "t" : ""}${isKerned(script, options) ? "k" : ""}${spaced}`;
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
  // Letters that are spaced stand each by itself (CSS Text 3, section 8.2): "ffi" is three of them.
  if (!options.kerning) features.push(...LIGATURES.map((tag) => ({ tag, value: 0 })));
  const full = loaded.shaper(script, options.lang, options.direction, features);
  const active = { tabular: options.tabular, kerning, ligatures: options.kerning };
  const fast = mode === "fast" ? createFastShaper(font, full, options.direction, active) : null;
  const marks = createMarkPlacer(font, options.direction, (glyph) => loaded.inkOf(glyph));
  // From the second sight on: a run that comes once and is kept grows old in the heap, which took each thread 20 MiB
  // more and kept growing for 20,000 documents. Shaping a word once more costs less than that.
  const runs = new TextCache<GlyphRun>("second sight");
  return { font, direction: options.direction, isUnset: script === UNSET_SCRIPT, full, fast, marks, runs };
}

/** Boxes of the font's own, one for each cluster: what is not set is told, and never set wrongly. */
function unsetGlyphs({ font, direction }: Plan, text: string): ShapedGlyphs {
  const starts = clusterStarts(text);
  const clusters = Uint32Array.from(Array.from(starts.keys()).filter((at) => at < text.length && starts[at] !== 0));
  const advance = direction === "vertical" ? font.unitsPerEm : font.advanceOf(0);
  const glyphs = Array.from(clusters, () => 0);
  return { glyphs, advances: glyphs.map(() => advance), offsets: null, clusters, unsafeToBreak: null };
}

function shapedBy(plan: Plan, text: string): ShapedGlyphs {
  if (plan.isUnset) return unsetGlyphs(plan, text);
  return plan.fast?.shape(text) ?? plan.marks.place(plan.full.shape(text));
}

function shapeRun(plan: Plan, text: string): GlyphRun {
  const { glyphs, advances, offsets, clusters, unsafeToBreak } = shapedBy(plan, text);
  return { font: plan.font, text, direction: plan.direction, glyphs, advances, offsets, clusters, unsafeToBreak };
}
