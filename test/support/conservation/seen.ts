// What a finished PDF shows, as pdf.js reads it: letters with their boxes, colours and clips, paintings and pictures,
// each with its place in the order of painting. Nothing here knows how the file was made.
import { getDocument, OPS, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import { type SeenCode, seenCodes } from "./seen-codes.ts";

/** In points from the page's upper left corner. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

interface Painted {
  /** Counts up in the order of painting, over all pages. */
  readonly order: number;
  readonly page: number;
  /** `#rrggbb`; null for a pattern or a picture. */
  readonly color: string | null;
  /** 0 to 1. */
  readonly alpha: number;
  /** What of it can be seen at most. */
  readonly clip: Area;
}

export interface SeenLetter {
  readonly text: string;
  /** The em box of the letter, as wide as it is set. */
  readonly area: Area;
}

/** Letters that the file shows by one operator. */
export interface SeenRun extends Painted {
  readonly text: string;
  readonly letters: readonly SeenLetter[];
  /** The height of the letters as they stand on the page. */
  readonly sizePt: number;
  readonly isVertical: boolean;
}

export interface SeenPaint extends Painted {
  readonly kind: "fill" | "stroke" | "picture";
  /** One for each part of a path. */
  readonly parts: readonly { readonly area: Area; readonly isRectangle: boolean }[];
}

export interface SeenPage {
  readonly width: number;
  readonly height: number;
  readonly runs: readonly SeenRun[];
  readonly paints: readonly SeenPaint[];
  /** What a decoder reads of bar codes on it. */
  readonly codes: readonly SeenCode[];
}

export interface SeenFile {
  readonly pages: readonly SeenPage[];
  /** Titles of the outline, depth first. */
  readonly bookmarks: readonly { readonly title: string; readonly page: number }[];
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

function times(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

interface Graphics {
  matrix: Matrix;
  fill: string | null;
  stroke: string | null;
  fillAlpha: number;
  strokeAlpha: number;
  lineWidth: number;
  clip: Area;
  size: number;
  letterSpacing: number;
  wordSpacing: number;
  scale: number;
  rise: number;
  mode: number;
}

interface Glyph {
  readonly unicode: string;
  readonly width: number;
  readonly isSpace?: boolean;
  readonly vmetric?: readonly [advance: number, x: number, y: number] | null;
}

/** Invisible letters: neither filled nor stroked. */
const MODE_INVISIBLE = 3;
/** No letter is wider, in type sizes. */
const WIDEST_EM = 1.2;
const ABOVE_BASELINE = 0.88;
const BELOW_BASELINE = 0.12;

/** Reads all pages of a file. */
export async function seenFile(bytes: Uint8Array): Promise<SeenFile> {
  const task = getDocument({ data: bytes.slice(), verbosity: 0, disableFontFace: true, useSystemFonts: false });
  const file = await task.promise;
  const pages: SeenPage[] = [];
  const counter = { order: 0 };
  for (let number = 1; number <= file.numPages; number++) {
    pages.push(await seenPage(await file.getPage(number), number - 1, counter));
  }
  const bookmarks: { title: string; page: number }[] = [];
  const open = [...((await file.getOutline()) ?? [])];
  for (let entry = open.shift(); entry !== undefined; entry = open.shift()) {
    const target = typeof entry.dest === "string" ? await file.getDestination(entry.dest) : entry.dest;
    const page = target?.[0] === undefined ? -1 : await file.getPageIndex(target[0]);
    bookmarks.push({ title: entry.title, page });
    open.unshift(...entry.items);
  }
  await task.destroy();
  return { pages, bookmarks };
}

async function seenPage(page: PDFPageProxy, index: number, counter: { order: number }): Promise<SeenPage> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const list = await page.getOperatorList();
  const reader = new PageReader([1, 0, 0, -1, -left, top], {
    left: 0,
    top: 0,
    right: right - left,
    bottom: top - bottom,
  });
  reader.page = index;
  reader.counter = counter;
  for (const [at, op] of list.fnArray.entries()) reader.read(op, (list.argsArray[at] ?? []) as readonly unknown[]);
  const { runs, paints } = reader;
  return { width: right - left, height: top - bottom, runs, paints, codes: await seenCodes(paints) };
}

class PageReader {
  page = 0;
  counter = { order: 0 };
  readonly runs: SeenRun[] = [];
  readonly paints: SeenPaint[] = [];
  readonly #saved: Graphics[] = [];
  #state: Graphics;
  #line: Matrix = IDENTITY;
  #text: Matrix = IDENTITY;
  #clips = false;

  constructor(matrix: Matrix, clip: Area) {
    this.#state = {
      ...{ matrix, fill: "#000000", stroke: "#000000", fillAlpha: 1, strokeAlpha: 1, lineWidth: 1, clip },
      ...{ size: 0, letterSpacing: 0, wordSpacing: 0, scale: 1, rise: 0, mode: 0 },
    };
  }

  read(op: number, args: readonly unknown[]): void {
    if (this.#readState(op, args) || this.#readText(op, args)) return;
    switch (op) {
      case OPS.constructPath:
        return this.#path(args);
      case OPS.clip:
      case OPS.eoClip:
        this.#clips = true;
        return;
      case OPS.paintImageXObject:
      case OPS.paintInlineImageXObject:
      case OPS.paintImageMaskXObject:
      case OPS.paintSolidColorImageMask:
        return this.#picture();
      case OPS.shadingFill:
        this.#paint("fill", null, [{ area: this.#state.clip, isRectangle: true }]);
        return;
      default:
    }
  }

  #readState(op: number, args: readonly unknown[]): boolean {
    const state = this.#state;
    switch (op) {
      case OPS.save:
        this.#saved.push({ ...state });
        return true;
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        this.#state = this.#saved.pop() ?? state;
        return true;
      case OPS.paintFormXObjectBegin:
        this.#saved.push({ ...state });
        if (args[0] !== null) state.matrix = times(state.matrix, matrixOf(args[0]));
        return true;
      case OPS.transform:
        state.matrix = times(state.matrix, matrixOf(args));
        return true;
      case OPS.setLineWidth:
        state.lineWidth = Number(args[0]);
        return true;
      case OPS.setFillRGBColor:
        state.fill = String(args[0]);
        return true;
      case OPS.setStrokeRGBColor:
        state.stroke = String(args[0]);
        return true;
      case OPS.setFillColorN:
        state.fill = null;
        return true;
      case OPS.setStrokeColorN:
        state.stroke = null;
        return true;
      case OPS.setGState:
        for (const [key, value] of args[0] as readonly (readonly [string, unknown])[]) {
          if (key === "ca") state.fillAlpha = Number(value);
          if (key === "CA") state.strokeAlpha = Number(value);
        }
        return true;
      default:
        return false;
    }
  }

  #readText(op: number, args: readonly unknown[]): boolean {
    const state = this.#state;
    switch (op) {
      case OPS.beginText:
        this.#line = IDENTITY;
        this.#text = IDENTITY;
        return true;
      case OPS.setTextMatrix:
        this.#line = matrixOf(Array.isArray(args[0]) || ArrayBuffer.isView(args[0]) ? args[0] : args);
        this.#text = this.#line;
        return true;
      case OPS.moveText:
        this.#line = times(this.#line, [1, 0, 0, 1, Number(args[0]), Number(args[1])]);
        this.#text = this.#line;
        return true;
      case OPS.setFont:
        state.size = Number(args[1]);
        return true;
      case OPS.setCharSpacing:
        state.letterSpacing = Number(args[0]);
        return true;
      case OPS.setWordSpacing:
        state.wordSpacing = Number(args[0]);
        return true;
      case OPS.setHScale:
        state.scale = Number(args[0]) / 100;
        return true;
      case OPS.setTextRise:
        state.rise = Number(args[0]);
        return true;
      case OPS.setTextRenderingMode:
        state.mode = Number(args[0]);
        return true;
      case OPS.showText:
        this.#show(args[0] as readonly (Glyph | number)[]);
        return true;
      default:
        return false;
    }
  }

  #show(glyphs: readonly (Glyph | number)[]): void {
    const { size, scale, letterSpacing, rise, mode, matrix } = this.#state;
    const letters: SeenLetter[] = [];
    const isVertical = glyphs.some((one) => typeof one !== "number" && one.vmetric != null);
    const move = (along: number): void => {
      this.#text = times(this.#text, isVertical ? [1, 0, 0, 1, 0, along] : [1, 0, 0, 1, along * scale, 0]);
    };
    const whole = times(matrix, this.#text);
    for (const glyph of glyphs) {
      if (typeof glyph === "number") {
        move((-glyph / 1000) * size);
        continue;
      }
      const metric = glyph.vmetric ?? null;
      // A font may count the space behind a letter to its width.
      const width = Math.min(glyph.width / 1000, WIDEST_EM) * size * scale;
      const shift = metric === null ? [0, rise] : [(-metric[1] / 1000) * size, (-metric[2] / 1000) * size];
      const [x = 0, y = 0] = shift;
      const box: Area = {
        left: x,
        top: y + ABOVE_BASELINE * size,
        right: x + width,
        bottom: y - BELOW_BASELINE * size,
      };
      letters.push({ text: glyph.unicode, area: placed(box, times(matrix, this.#text)) });
      const advance = metric === null ? (glyph.width / 1000) * size : (metric[0] / 1000) * size;
      move(advance + letterSpacing);
    }
    const { fill, fillAlpha, clip } = this.#state;
    this.runs.push({
      ...{ order: this.counter.order++, page: this.page, color: fill, clip, letters, isVertical },
      text: letters.map(({ text }) => text).join(""),
      alpha: mode === MODE_INVISIBLE ? 0 : fillAlpha,
      sizePt: size * Math.hypot(whole[2], whole[3]),
    });
  }

  #path(args: readonly unknown[]): void {
    const parts = partsOf((args[1] as readonly unknown[])[0] as Readonly<Record<number, number>> | null).map(
      (part) => ({
        area: placed(part.area, this.#state.matrix),
        isRectangle: part.isRectangle,
      }),
    );
    const { fill, stroke } = this.#state;
    const op = Number(args[0]);
    if (FILLS.has(op)) this.#paint("fill", fill, parts);
    if (STROKES.has(op)) this.#paint("stroke", stroke, parts);
    if (this.#clips) {
      this.#clips = false;
      const around = united(parts.map(({ area }) => area));
      if (around !== null) this.#state.clip = common(this.#state.clip, around);
    }
  }

  #picture(): void {
    const area = placed({ left: 0, top: 0, right: 1, bottom: 1 }, this.#state.matrix);
    this.#paint("picture", null, [{ area, isRectangle: true }]);
  }

  #paint(kind: SeenPaint["kind"], color: string | null, parts: SeenPaint["parts"]): void {
    const { clip, fillAlpha, strokeAlpha } = this.#state;
    const alpha = kind === "stroke" ? strokeAlpha : fillAlpha;
    this.paints.push({ kind, color, parts, alpha, clip, order: this.counter.order++, page: this.page });
  }
}

const FILLS: ReadonlySet<number> = new Set([
  OPS.fill,
  OPS.eoFill,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);
const STROKES: ReadonlySet<number> = new Set([
  OPS.stroke,
  OPS.closeStroke,
  OPS.fillStroke,
  OPS.eoFillStroke,
  OPS.closeFillStroke,
  OPS.closeEOFillStroke,
]);

function matrixOf(value: unknown): Matrix {
  const numbers = Array.from(value as ArrayLike<number>);
  return [0, 1, 2, 3, 4, 5].map((at) => numbers[at] ?? 0) as unknown as Matrix;
}

function placed(area: Area, m: Matrix): Area {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const x of [area.left, area.right]) {
    for (const y of [area.top, area.bottom]) {
      xs.push(m[0] * x + m[2] * y + m[4]);
      ys.push(m[1] * x + m[3] * y + m[5]);
    }
  }
  return { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
}

/** How many numbers follow a path's operator: move, line, curve, quadratic curve, close. */
const PATH_NUMBERS = [2, 2, 6, 4, 0];

interface Part {
  readonly area: Area;
  readonly isRectangle: boolean;
}

/** The parts of a path, each with the box of its points. */
function partsOf(data: Readonly<Record<number, number>> | null): readonly Part[] {
  const numbers = data === null ? [] : Array.from(data as unknown as ArrayLike<number>);
  const parts: Part[] = [];
  let [xs, ys, curved]: [number[], number[], boolean] = [[], [], false];
  const end = (): void => {
    if (xs.length > 1) {
      const area = { left: Math.min(...xs), top: Math.min(...ys), right: Math.max(...xs), bottom: Math.max(...ys) };
      parts.push({ area, isRectangle: !curved && isUpright(xs, ys) });
    }
    [xs, ys, curved] = [[], [], false];
  };
  for (let at = 0; at < numbers.length; ) {
    const op = numbers[at] ?? 0;
    if (op === 0) end();
    curved ||= op === 2 || op === 3;
    const count = PATH_NUMBERS[op] ?? 0;
    for (let k = 1; k <= count; k += 2) {
      xs.push(numbers[at + k] ?? 0);
      ys.push(numbers[at + k + 1] ?? 0);
    }
    at += 1 + count;
  }
  end();
  return parts;
}

/** Every side runs along an axis, and there are four corners. */
function isUpright(xs: readonly number[], ys: readonly number[]): boolean {
  return new Set(xs.map((x) => x.toFixed(2))).size <= 2 && new Set(ys.map((y) => y.toFixed(2))).size <= 2;
}

/** What two areas share; empty ones have their left right of their right. */
export function common(one: Area, other: Area): Area {
  return {
    left: Math.max(one.left, other.left),
    top: Math.max(one.top, other.top),
    right: Math.min(one.right, other.right),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

/** The box around areas; null for none. */
export function united(areas: readonly Area[]): Area | null {
  if (areas.length === 0) return null;
  return {
    left: Math.min(...areas.map(({ left }) => left)),
    top: Math.min(...areas.map(({ top }) => top)),
    right: Math.max(...areas.map(({ right }) => right)),
    bottom: Math.max(...areas.map(({ bottom }) => bottom)),
  };
}

export function sizeOf({ left, top, right, bottom }: Area): number {
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}
