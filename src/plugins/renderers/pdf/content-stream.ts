// Placed items → the operators of one content stream. Operators are written only where the graphics state changes;
// the resources that the stream names are collected beside it.
import {
  ARTIFACT,
  type Color,
  type FillItem,
  type GlyphRunItem,
  type Gradient,
  type ImageItem,
  type ImageResource,
  MITER_LIMIT_DEFAULT_THOUSANDTHS,
  type PlacedItem,
  type StrokeItem,
} from "../../../core/sdk/index.ts";
import { type ByteArena, hundredths, thousandths } from "./byte-arena.ts";
import { BLACK, OPAQUE, sameColor, writeColor } from "./colors.ts";
import {
  alphaName,
  FORM_NAME,
  imageName,
  maskName,
  patternName,
  type Shading,
  type StreamResources,
  shadingName,
} from "./drawn-pages.ts";
import { withoutGaps } from "./glyph-text.ts";
import type { PageMarks } from "./page-marks.ts";
import type { PartResources } from "./part-resources.ts";
import { placeIn } from "./place-in.ts";
import { hasOpacities } from "./shadings.ts";
import { dashText, edgesOf, writeRectangle, writeShape } from "./shapes.ts";
import { TextObject } from "./text-object.ts";
import { TURNS } from "./turns.ts";

/** What path operators are waiting for: paths of one look are painted together. */
type Pending = "none" | "fill" | "fill-evenodd" | "stroke";

const PAINTING = { fill: "f\n", "fill-evenodd": "f*\n", stroke: "S\n" } as const;

/** Line ends and corners by their numbers (ISO 32000-1, tables 54 and 55). */
const CAPS = { butt: 0, round: 1, square: 2 } as const;
const JOINS = { miter: 0, round: 1, bevel: 2 } as const;

function isClipped({ clip, clipPaths }: FillItem | StrokeItem): boolean {
  return clip !== undefined || clipPaths !== undefined;
}

/** Writes one stream into an arena; the graphics state starts as PDF's own default. */
export class ContentStream {
  readonly #arena: ByteArena;
  readonly #resources: PartResources;
  readonly #sources: readonly ImageResource[];
  readonly #heightHundredths: number;
  /** Images and opacities by first use in this stream, which names them. */
  readonly #images: number[] = [];
  readonly #alphas: number[] = [];
  readonly #shadings = new Map<string, Shading>();

  #fill: Color = BLACK;
  /** Null after a pattern. */
  #stroke: Color | null = BLACK;
  #alpha = OPAQUE;
  #lineWidth = 1000;
  #dash = "";
  #cap = 0;
  #join = 0;
  #miterLimit = MITER_LIMIT_DEFAULT_THOUSANDTHS;
  readonly #text: TextObject;
  #pending: Pending = "none";
  readonly #marks: PageMarks | null;
  /** The node whose content is being marked; null where no mark is open. */
  #marked: number | null = null;
  /** Marks open and close on the same side of `BT` (ISO 32000-1 §14.6.1). */
  #isMarkedInText = false;

  /** `images` are those that items name. With marks every item is content of its node, or an artifact. */
  constructor(
    arena: ByteArena,
    resources: PartResources,
    images: readonly ImageResource[],
    heightEmu: number,
    marks: PageMarks | null = null,
  ) {
    this.#arena = arena;
    this.#resources = resources;
    this.#sources = images;
    this.#heightHundredths = hundredths(heightEmu);
    this.#text = new TextObject(arena, resources, this.#heightHundredths);
    this.#marks = marks;
  }

  /** Draws the page's static part as it stands; in a tagged file it holds artifacts only. */
  form(): void {
    this.#mark(ARTIFACT, false);
    this.#arena.ascii(`/${FORM_NAME} Do\n`);
  }

  /** `next` is what comes after the item on its page. */
  draw(item: PlacedItem, next?: PlacedItem): void {
    switch (item.kind) {
      case "glyphs":
        return this.#drawGlyphs(item, next);
      case "fill":
        return this.#drawFill(item);
      case "stroke":
        return this.#drawStroke(item);
      case "image":
        return this.#drawImage(item);
      case "link":
        return;
      default:
        item satisfies never;
    }
  }

  /** Closes what is open and answers the resources that the stream names. */
  end(): StreamResources {
    this.#closeMark();
    this.#endText();
    this.#paint();
    return {
      fonts: this.#text.fonts.map((font) => font.index),
      images: this.#images,
      alphas: this.#alphas,
      shadings: [...this.#shadings.values()],
    };
  }

  #drawGlyphs(shaped: GlyphRunItem, next: PlacedItem | undefined): void {
    const item = this.#resources.conforming ? withoutGaps(shaped) : shaped;
    if (item.run.glyphs.length === 0 || item.sizeEmu <= 0 || item.scaleThousandths <= 0) return;
    this.#paint();
    this.#setAlpha(item.color[3]);
    this.#setFill(item.color);
    if (!this.#text.isOpen) {
      this.#closeMark();
      this.#text.open();
    }
    this.#mark(item.node, true);
    this.#text.show(item, next);
  }

  #drawFill(item: FillItem): void {
    this.#endText();
    if (item.gradient !== undefined && this.#drawGradient(item, item.gradient)) return;
    // Rectangles of one opaque colour give one picture whether painted one by one or together; other paths may wind
    // the other way round, and translucent ones would show where they overlap.
    const joins =
      this.#pending === "fill" &&
      this.#alpha === OPAQUE &&
      item.color[3] === OPAQUE &&
      item.shape.kind === "rectangle" &&
      !isClipped(item) &&
      sameColor(this.#fill, item.color);
    if (!joins) this.#paint();
    this.#mark(item.node, false);
    this.#setAlpha(item.color[3]);
    this.#setFill(item.color);
    this.#beginClip(item);
    writeShape(this.#arena, item.shape, this.#heightHundredths);
    this.#pending = item.rule === "evenodd" ? "fill-evenodd" : "fill";
    if (item.shape.kind === "path" || isClipped(item)) this.#paint();
    this.#endClip(item);
  }

  /** False where it is laid so narrow that it has no axes: then one colour is all that could be seen. */
  #drawGradient(item: FillItem, { kind, matrix, focusThousandths, stops }: Gradient): boolean {
    const [a, b, c, d, e, f] = matrix.map(hundredths) as [number, number, number, number, number, number];
    if (a * d - b * c === 0) return false;
    const shading: Shading = { kind, focusThousandths, stops };
    const place = this.#placeOfShading(shading);
    const isMasked = hasOpacities(shading);
    this.#paint();
    this.#mark(item.node, false);
    this.#setAlpha(isMasked ? OPAQUE : (stops[0]?.color[3] ?? OPAQUE));
    this.#arena.ascii("q\n");
    this.#clipTo(item);
    writeShape(this.#arena, item.shape, this.#heightHundredths);
    this.#arena.ascii(item.rule === "evenodd" ? "W* n\n" : "W n\n");
    for (const value of [a, -b, c, -d, e, this.#heightHundredths - f]) this.#arena.coordinate(value);
    this.#arena.ascii("cm\n");
    if (isMasked) this.#arena.ascii(`/${maskName(place)} gs\n`);
    this.#arena.ascii(`/${shadingName(place)} sh\nQ\n`);
    return true;
  }

  #placeOfShading(shading: Shading): number {
    const key = JSON.stringify(shading);
    if (!this.#shadings.has(key)) this.#shadings.set(key, shading);
    return [...this.#shadings.keys()].indexOf(key);
  }

  /** Sets what the line is drawn with; false where the gradient is laid so narrow that it has no axes. */
  #setStrokePattern({ kind, matrix, focusThousandths, stops }: Gradient): boolean {
    const [a, b, c, d, e, f] = matrix.map(hundredths) as [number, number, number, number, number, number];
    if (a * d - b * c === 0) return false;
    const laid = [a, -b, c, -d, e, this.#heightHundredths - f];
    const place = this.#placeOfShading({ kind, focusThousandths, stops, laid });
    this.#stroke = null;
    this.#arena.ascii(`/Pattern CS /${patternName(place)} SCN\n`);
    return true;
  }

  /** The state that is known is set before, so that it holds when the clip ends. */
  #beginClip(item: FillItem | StrokeItem): void {
    if (!isClipped(item)) return;
    this.#arena.ascii("q\n");
    this.#clipTo(item);
  }

  #clipTo({ clip, clipPaths = [] }: FillItem | StrokeItem | ImageItem): void {
    if (clip != null) {
      writeRectangle(this.#arena, clip, this.#heightHundredths);
      this.#arena.ascii("W n\n");
    }
    for (const { commands, rule } of clipPaths) {
      writeShape(this.#arena, { kind: "path", commands }, this.#heightHundredths);
      this.#arena.ascii(rule === "evenodd" ? "W* n\n" : "W n\n");
    }
  }

  #endClip(item: FillItem | StrokeItem): void {
    if (isClipped(item)) this.#arena.ascii("Q\n");
  }

  #drawStroke(item: StrokeItem): void {
    if (item.widthEmu <= 0) return;
    this.#endText();
    const width = thousandths(item.widthEmu);
    const dash = dashText(item);
    const join = JOINS[item.join ?? "miter"];
    const miterLimit = item.miterLimitThousandths ?? MITER_LIMIT_DEFAULT_THOUSANDTHS;
    const joins =
      this.#pending === "stroke" &&
      this.#alpha === OPAQUE &&
      item.color[3] === OPAQUE &&
      this.#lineWidth === width &&
      this.#dash === dash &&
      this.#cap === CAPS[item.cap ?? "butt"] &&
      this.#join === join &&
      this.#miterLimit === miterLimit &&
      !isClipped(item) &&
      item.gradient === undefined &&
      this.#stroke !== null &&
      sameColor(this.#stroke, item.color);
    if (!joins) this.#paint();
    this.#mark(item.node, false);
    this.#setEnds(CAPS[item.cap ?? "butt"], join);
    if (this.#miterLimit !== miterLimit) {
      this.#miterLimit = miterLimit;
      this.#arena.decimal(miterLimit, 3);
      this.#arena.ascii(" M\n");
    }
    this.#setAlpha(item.color[3]);
    if (item.gradient === undefined || !this.#setStrokePattern(item.gradient)) this.#setStroke(item.color);
    if (this.#lineWidth !== width) {
      this.#lineWidth = width;
      this.#arena.decimal(width, 3);
      this.#arena.ascii(" w\n");
    }
    if (this.#dash !== dash) {
      this.#dash = dash;
      this.#arena.ascii(dash === "" ? "[]0 d\n" : `${dash} d\n`);
    }
    this.#beginClip(item);
    writeShape(this.#arena, item.shape, this.#heightHundredths);
    this.#pending = "stroke";
    if (isClipped(item)) this.#paint();
    this.#endClip(item);
  }

  #setEnds(cap: number, join: number): void {
    if (this.#cap !== cap) this.#arena.ascii(`${cap} J\n`);
    if (this.#join !== join) this.#arena.ascii(`${join} j\n`);
    this.#cap = cap;
    this.#join = join;
  }

  #drawImage(item: ImageItem): void {
    const source = this.#sources[item.image];
    const image = source === undefined ? null : this.#resources.image(source);
    // Layout has refused images that can't be read; what reaches us all the same is left out rather than drawn wrong.
    if (image === null) return;
    this.#endText();
    this.#paint();
    this.#mark(item.node, false);
    this.#setAlpha(item.alpha ?? OPAQUE);
    const { left, bottom, right, top } = edgesOf(item.rectangle, this.#heightHundredths);
    if (item.node !== ARTIFACT) this.#marks?.boxOf(item.node, [left, bottom, right, top]);
    this.#arena.ascii("q\n");
    this.#clipTo(item);
    const rotation = item.rotation ?? 0;
    if (rotation !== 0) this.#turnAbout(rotation, (left + right) / 2, (bottom + top) / 2);
    const isQuarter = rotation === 90 || rotation === 270;
    const [width, height] = isQuarter ? [top - bottom, right - left] : [right - left, top - bottom];
    const x = Math.round((left + right - width) / 2);
    const y = Math.round((bottom + top - height) / 2);
    for (const value of image.placement(x, y, width, height)) this.#arena.coordinate(value);
    this.#arena.ascii(`cm\n/${imageName(placeIn(this.#images, image.index))} Do\nQ\n`);
  }

  #turnAbout(rotation: 90 | 180 | 270, x: number, y: number): void {
    const [a, b, c, d] = TURNS[rotation];
    this.#arena.ascii(`${a} ${b} ${c} ${d} `);
    this.#arena.coordinate(Math.round(x - a * x - c * y));
    this.#arena.coordinate(Math.round(y - b * x - d * y));
    this.#arena.ascii("cm\n");
  }

  /** Paints the paths that were gathered. */
  #paint(): void {
    if (this.#pending === "none") return;
    this.#arena.ascii(PAINTING[this.#pending]);
    this.#pending = "none";
  }

  /** Opens the mark of a node, unless it is open; the one before is closed. */
  #mark(node: number, inText: boolean): void {
    const marks = this.#marks;
    if (marks === null || (this.#marked === node && this.#isMarkedInText === inText)) return;
    this.#closeMark();
    const opening = marks.openingOf(node);
    if (opening === null) this.#arena.ascii("/Artifact BMC\n");
    else {
      this.#arena.ascii(opening);
      this.#arena.decimal(marks.mark(node), 0);
      this.#arena.ascii(">>BDC\n");
    }
    this.#marked = node;
    this.#isMarkedInText = inText;
  }

  #closeMark(): void {
    if (this.#marked === null) return;
    this.#paint();
    this.#marked = null;
    this.#arena.ascii("EMC\n");
  }

  #endText(): void {
    if (!this.#text.isOpen) return;
    if (this.#isMarkedInText) this.#closeMark();
    this.#text.close();
  }

  #setAlpha(alpha: number): void {
    if (this.#alpha === alpha) return;
    this.#alpha = alpha;
    placeIn(this.#alphas, alpha);
    this.#arena.ascii(`/${alphaName(alpha)} gs\n`);
  }

  #setFill(color: Color): void {
    if (sameColor(this.#fill, color)) return;
    this.#fill = color;
    writeColor(this.#arena, color, "g\n", "rg\n");
  }

  #setStroke(color: Color): void {
    if (this.#stroke !== null && sameColor(this.#stroke, color)) return;
    this.#stroke = color;
    writeColor(this.#arena, color, "G\n", "RG\n");
  }
}
