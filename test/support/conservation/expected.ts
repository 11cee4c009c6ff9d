// What a form ought to show of its data: a walk through the compiled form and its expressions, which knows nothing of
// how pages are laid out. What depends on pages is asked again once they are seen.
import type {
  BarcodeElement,
  Box,
  Canvas,
  CanvasBand,
  CanvasElement,
  CanvasPage,
  ChartElement,
} from "../../../src/core/canvas/index.ts";
import {
  type Evaluation,
  type ExpressionCode,
  namesPage,
  type Scope,
  type Template,
} from "../../../src/core/expression/index.ts";
import { TableWalk } from "./expected-tables.ts";
import { wordsOfMarkdown } from "./markdown-words.ts";

type Span = readonly [start: number, end: number];

/** 傍点 are no words: they are drawn as shapes. */
const EMPHASIS = /^[・･﹅﹆●○◉◎▲△•◦.\s]+$/u;

/** Something that ought to be on paper. */
export interface Expected {
  readonly kind: "text" | "picture" | "code" | "chart" | "stroke";
  /** What may be read there: one text, or several where the page decides. */
  readonly texts: readonly string[];
  readonly span: Span;
  /** Its stretches, where it has some: findings may stand at them. */
  readonly stretches: readonly Span[];
  /** The elements that hold it, the nearest first. */
  readonly around: readonly Span[];
  /** Which of the file's documents (records and copies) it belongs to. */
  readonly document: number;
  /** Its page among those of the document; null: any of its section. */
  readonly page: number | null;
  /** The form's section that it stands in. */
  readonly section: number;
  /** Lies over or under others on purpose, or is no text that others must not touch. */
  readonly overlies: boolean;
  /** It, or what holds it, says by `layer=` that it lies over or under others. */
  readonly isLayered: boolean;
  /** Stands below the page's content, which may lie on it where it is light. */
  readonly isBelow: boolean;
  /** The colour of a frame that no other element has, or of the stroke itself: where to look for it. */
  readonly frame: string | null;
  /** Its place in the body's flow of texts below one another; null for what stands elsewhere. */
  readonly flow: string | null;
  /** Letters stand in between: readings beside them. */
  readonly isParted: boolean;
  /** Rows that it belongs to, by what stands again on every page that has some of them. */
  readonly rowsOf: readonly string[];
  /** Its own row. */
  readonly row: string | null;
  /** The letters of a drawn seal, which lies on names by custom. */
  readonly isStamp: boolean;
  /** A line decorates letters whose reading is wider than they are: it reaches beyond them. */
  readonly isDecorated: boolean;
  /** Every letter stands by itself. */
  readonly isSpread: boolean;
  /** What became one with its equal neighbours, and the label of today, is said again on each page of their rows. */
  readonly recurs: boolean;
  /** A picture of dots, which the file paints as one. */
  readonly isRaster: boolean;
  /** The kind of a bar code, whose texts are what a decoder ought to read. */
  readonly symbology: string | null;
  /** It stands on every page that shows rows of this. */
  readonly onPagesOf: { readonly rows: string; readonly which: "all" | "rest" | "but-last" } | null;
}

/** What is known of a page that an expression asks about. */
export interface PageNumbers {
  readonly n: number;
  readonly total: number;
}

/** One record in one copy. */
export interface ExpectedDocument {
  readonly evaluation: Evaluation;
  /** Null where it is not known which pages of the file are the document's. */
  readonly pages: {
    readonly first: number;
    readonly count: number;
    readonly sections: readonly number[] | null;
  } | null;
  readonly index: number;
}

/** Where the walk stands. */
export interface Place {
  readonly scope: Scope;
  readonly around: readonly Span[];
  readonly overlies: boolean;
  readonly isLayered?: boolean;
  readonly isBelow?: boolean;
  readonly flow: string | null;
  readonly rowsOf: readonly string[];
  readonly row?: string;
}

export class Walk {
  readonly found: Expected[] = [];
  readonly evaluation: Evaluation;
  readonly frames: ReadonlySet<string>;
  readonly document: ExpectedDocument;
  page: number | null = null;
  section = 0;
  readonly #textStyles: Canvas["textStyles"];
  #pageNumbers: readonly PageNumbers[];
  /** Tables are told apart by where they stand in the walk. */
  tables = 0;

  constructor(canvas: Canvas, document: ExpectedDocument) {
    this.document = document;
    this.evaluation = document.evaluation;
    this.frames = loneColors(canvas);
    this.#textStyles = canvas.textStyles;
    this.#pageNumbers = numbersOf(canvas, document);
  }

  /** Goes on where the page is known. */
  onPage(page: number | null, numbers: readonly PageNumbers[]): void {
    this.page = page;
    this.#pageNumbers = numbers;
  }

  holds(code: ExpressionCode | null | undefined, scope: Scope): boolean {
    return this.evaluation.condition(code ?? null, scope);
  }

  /** What a template reads, on each of the pages that it may stand on. */
  readings(template: Template, scope: Scope): readonly string[] {
    const read = (own: Scope): string =>
      template.map((part) => (part.kind === "fixed" ? part.text : this.evaluation.text(part.code, own).text)).join("");
    const known = read(scope);
    // Each evaluation costs, and there is a bound to what a document's expressions may cost.
    const asksPage = template.some((part) => part.kind === "computed" && namesPage(part.code));
    if (this.#pageNumbers.length === 0 || !asksPage) return [known];
    const all = this.#pageNumbers.map((numbers) => read(this.evaluation.withPage(scope, numbers)));
    return [...new Set(all)];
  }

  text(template: Template | null | undefined, place: Place, span: Span, more: Partial<Expected> = {}): void {
    if (template == null) return;
    this.words(this.readings(template, place.scope), place, span, more);
  }

  words(texts: readonly string[], place: Place, span: Span, more: Partial<Expected> = {}): void {
    if (texts.every((text) => text.trim() === "")) return;
    this.thing("text", place, span, { texts, ...more });
  }

  thing(kind: Expected["kind"], place: Place, span: Span, more: Partial<Expected> = {}): void {
    const { around, overlies, isLayered = false, isBelow = false, flow, rowsOf, row = null } = place;
    const { page, section, document } = this;
    const base = {
      texts: [],
      stretches: [],
      frame: null,
      isParted: false,
      isStamp: false,
      isDecorated: false,
      isSpread: false,
      symbology: null,
      recurs: false,
      isRaster: false,
      onPagesOf: null,
    };
    this.found.push({
      kind,
      span,
      around,
      overlies,
      isLayered,
      isBelow,
      flow,
      rowsOf,
      row,
      page,
      section,
      document: document.index,
      ...base,
      ...more,
    });
  }

  all(elements: readonly CanvasElement[], place: Place): void {
    for (const element of elements) this.element(element, place);
  }

  element(element: CanvasElement, outer: Place): void {
    if (!("box" in element)) return;
    const { box, span } = element;
    if (!this.holds(box.when, outer.scope)) return;
    const isLayered = outer.isLayered === true || box.layer !== "normal";
    const overlies = outer.overlies || isLayered;
    // What is turned no longer runs down the page.
    const flow = box.rotate === undefined ? outer.flow : null;
    const place: Place = { ...outer, overlies, isLayered, flow };
    const inside: Place = { ...place, around: [span, ...outer.around] };
    const frame = this.frameOf(box);
    switch (element.kind) {
      case "text":
        this.text(element.marker?.content, { ...place, flow: null }, span);
        return this.text(element.content, place, span, { frame });
      case "rich":
        return this.#rich(element, place, frame);
      case "markdown":
        return this.#markdown(element, place, frame);
      case "stack":
      case "box":
        return this.all(element.children, inside);
      case "columns":
      case "row":
      case "grid":
      case "plate":
        return this.all(element.children, { ...inside, flow: null });
      case "each":
        for (const scope of this.evaluation.records(element.over, place.scope)) {
          this.all(element.children, { ...inside, scope });
        }
        return;
      case "cells":
        for (const { content, children = [], span: at } of element.cells) {
          this.text(content, { ...inside, flow: null }, at);
          this.all(children, { ...inside, flow: null });
        }
        return;
      case "pairs":
        for (const pair of element.pairs) {
          if (!this.holds(pair.when, place.scope)) continue;
          this.text(pair.label, { ...inside, flow: null }, pair.span);
          this.text(pair.value, { ...inside, flow: null }, pair.span);
        }
        return;
      case "line":
        if (element.stroke.widthEmu > 0) this.#stroke(this.colorOf(element.stroke.paint), place, span);
        return;
      case "rect":
        return this.#stroke(frame, place, span);
      case "image":
        return this.#picture(element.source, place, span, frame);
      case "barcode":
        return this.#code(element, place, frame);
      case "chart":
        this.text(element.title, { ...place, flow: null }, span);
        return this.thing("chart", place, span, { frame, texts: this.#namesIn(element, place.scope) });
      case "seal":
        return this.#seal(element.source, element.label, place, span);
      case "seals":
        for (const seal of element.seals) {
          if (!this.holds(seal.box.when, place.scope)) continue;
          const own = { ...inside, flow: null };
          this.text(seal.label, own, seal.span);
          if (seal.source !== null) this.#seal(seal.source, null, own, seal.span);
        }
        return;
      case "comb":
        return this.text(element.content, { ...place, flow: null }, span, { frame, isSpread: true });
      case "check":
        return this.text(element.label, place, span);
      case "table":
        return new TableWalk(this, element, inside).walk();
      default:
        element satisfies never;
    }
  }

  /** Its lines without the signs of Markdown; where lines go on, on the paper, is the business of layout. */
  #markdown({ content, span }: Extract<CanvasElement, { kind: "markdown" }>, place: Place, frame: string | null): void {
    for (const text of this.readings(content, place.scope)) {
      for (const line of wordsOfMarkdown(text)) {
        this.words([line], { ...place, flow: null }, span, { frame, isParted: true });
      }
    }
  }

  /** Words in the drawing, which other texts may be read in. */
  #namesIn({ over, category, series, x, y }: ChartElement, scope: Scope): readonly string[] {
    const records = this.evaluation.records(over, scope);
    const templates = [category, ...series.map(({ name }) => name)];
    const names = records.flatMap((own) => templates.flatMap((template) => this.readings(template, own)));
    const titles = [x, y].flatMap(({ title }) => (title === null ? [] : this.readings(title, scope)));
    // A series has one name, which the record that holds the drawing says.
    const ofSeries = series.flatMap(({ name }) => this.readings(name, scope));
    return [...new Set([...names, ...ofSeries, ...titles])];
  }

  #rich(element: Extract<CanvasElement, { kind: "rich" }>, place: Place, frame: string | null): void {
    const spans = element.spans.filter(({ when }) => this.holds(when, place.scope));
    const base = spans.map(({ content }) => this.readings(content, place.scope)[0] ?? "").join("");
    const stretches = spans.map(({ span }) => span);
    const isDecorated = spans.some(({ ruby, style }) => ruby !== null && this.#isStruck(style));
    this.words([base], place, element.span, { frame, isParted: true, isDecorated, stretches });
    // A reading belongs to letters: without any, the form's own words are none, and what the data say is lost.
    const says = (template: Template): boolean =>
      this.readings(template, place.scope).some((text) => text.trim() !== "");
    const read = spans.filter(
      ({ content, ruby }) => says(content) || (ruby ?? []).some((part) => part.kind === "computed" && says([part])),
    );
    const isEmphasis = ({ ruby }: (typeof read)[number]): boolean =>
      ruby !== null && this.readings(ruby, place.scope).every((text) => EMPHASIS.test(text));
    for (const { ruby, span } of read.filter((each) => !isEmphasis(each)))
      this.text(ruby, { ...place, flow: null }, span, { overlies: true, isParted: true, stretches: [element.span] });
  }

  #isStruck(style: number): boolean {
    return (this.#textStyles[style]?.decoration ?? "none") !== "none";
  }

  #code({ content, symbology, span }: BarcodeElement, place: Place, frame: string | null): void {
    const texts = this.readings(content, place.scope);
    if (texts.some((text) => text.trim() !== "")) this.thing("code", place, span, { texts, symbology, frame });
  }

  #stroke(color: string | null, place: Place, span: Span): void {
    if (color !== null) this.thing("stroke", place, span, { frame: color });
  }

  #seal(source: ExpressionCode | null, label: Template | null, place: Place, span: Span): void {
    const own = { ...place, overlies: true };
    const value = source === null ? null : this.evaluation.value(source, place.scope);
    if (typeof value !== "string" || value === "") return this.text(label, own, span);
    if (isPicture(value)) return this.thing("picture", place, span, { isRaster: isRaster(value) });
    // A name becomes a drawn seal: its letters are upright, in one or two columns.
    this.words([value], own, span, { isParted: true, isStamp: true });
  }

  #picture(source: ExpressionCode, place: Place, span: Span, frame: string | null): void {
    const value = this.evaluation.value(source, place.scope);
    if (typeof value !== "string" || value === "") return;
    this.thing("picture", place, span, { frame, isRaster: isRaster(value) });
  }

  /** The colour that all four borders have, where no other element has it. */
  frameOf(box: Box): string | null {
    const sides = [box.borderTop, box.borderRight, box.borderBottom, box.borderLeft];
    const [side] = sides;
    if (side == null || side.widthEmu === 0 || new Set(sides.map((one) => JSON.stringify(one))).size > 1) return null;
    return this.colorOf(side.paint);
  }

  colorOf(paint: NonNullable<Box["fill"]>): string | null {
    if (paint.kind !== "fixed") return null;
    const color = hexOf(paint.color);
    return this.frames.has(color) ? color : null;
  }
}

/** Data addresses, base64 of PNG, JPEG and SVG, and assets. */
export function isPicture(value: string): boolean {
  return /^(data:|asset:|iVBOR|\/9j\/|PHN2Zy|PD94|<svg)/.test(value);
}

/** Base64 of PNG or JPEG, with or without their address. */
function isRaster(value: string): boolean {
  return /^(?:data:image\/(?:png|jpeg);base64,)?(?:iVBOR|\/9j\/)/.test(value);
}

function hexOf(color: readonly number[]): string {
  return `#${color
    .slice(0, 3)
    .map((channel) => channel.toString(16).padStart(2, "0"))
    .join("")}`;
}

/** Colours of borders and strokes that one element of the form has alone. */
function loneColors(canvas: Canvas): ReadonlySet<string> {
  const owners = new Map<string, Set<number>>();
  const visit = (value: unknown, owner: number): void => {
    if (Array.isArray(value)) {
      if (value.length === 4 && value.every((one) => typeof one === "number")) {
        const color = hexOf(value as number[]);
        owners.set(color, (owners.get(color) ?? new Set()).add(owner));
      }
      for (const one of value) visit(one, owner);
      return;
    }
    if (typeof value !== "object" || value === null) return;
    const span = (value as { readonly span?: readonly number[] }).span;
    const own = span?.[0] ?? owner;
    for (const [key, one] of Object.entries(value)) if (key !== "span") visit(one, own);
  };
  visit(canvas.pages, -1);
  // Letters have colours of their own.
  visit(canvas.textStyles, -2);
  return new Set([...owners].flatMap(([color, by]) => (by.size === 1 && !by.has(-1) && !by.has(-2) ? [color] : [])));
}

/** Every page number that the document may print. */
function numbersOf(canvas: Canvas, { pages }: ExpectedDocument): readonly PageNumbers[] {
  if (pages === null) return [];
  const first = canvas.pages[0]?.firstNumber ?? 1;
  const total = first - 1 + pages.count;
  return Array.from({ length: pages.count }, (_, at) => ({ n: first + at, total }));
}

/** All that one document ought to show. */
export function expectedOf(canvas: Canvas, document: ExpectedDocument): readonly Expected[] {
  const walk = new Walk(canvas, document);
  const { root } = document.evaluation;
  canvas.pages.forEach((page, section) => {
    walk.section = section;
    const place = { scope: root, around: [page.body.span], overlies: false, flow: `${document.index}`, rowsOf: [] };
    walk.all(page.body.children, place);
    expectBands(walk, canvas, page, section);
  });
  return walk.found;
}

const PRECEDENCE: readonly CanvasBand["on"][] = ["last", "first", "odd", "even", "rest", "all"];

/** Bands stand on the pages of their section that they name; first and last are those of the whole record. */
function expectBands(walk: Walk, canvas: Canvas, page: CanvasPage, section: number): void {
  const { document } = walk;
  const sections = document.pages?.sections ?? null;
  if (sections === null) return;
  const all = numbersOf(canvas, document);
  all.forEach((own, at) => {
    if (sections[at] !== section) return;
    walk.onPage(at, [own]);
    for (const kind of ["background", "header", "footer"] as const) {
      const band = bandOn(page, kind, at, all);
      if (band === null || band.print === false) continue;
      const isBelow = kind === "background";
      const around = [band.span];
      const place = { scope: document.evaluation.root, around, overlies: false, isBelow, flow: null, rowsOf: [] };
      walk.all(band.children, place);
    }
  });
  walk.onPage(null, all);
}

function bandOn(
  page: CanvasPage,
  kind: CanvasBand["kind"],
  at: number,
  numbers: readonly PageNumbers[],
): CanvasBand | null {
  const n = numbers[at]?.n ?? 1;
  const holds: Readonly<Record<CanvasBand["on"], boolean>> = {
    all: true,
    first: at === 0,
    rest: at > 0,
    last: at === numbers.length - 1,
    odd: n % 2 === 1,
    even: n % 2 === 0,
  };
  for (const on of PRECEDENCE) {
    const band = page.bands.find((one) => one.kind === kind && one.on === on);
    if (holds[on] && band !== undefined) return band;
  }
  return null;
}
