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
  readableText,
  type StrokeItem,
  unitsToEmu,
} from "../../../core/sdk/index.ts";
import { type ByteArena, divideRounded, hundredths, thousandths } from "./byte-arena.ts";
import { BLACK, OPAQUE, sameColor, writeColor } from "./colors.ts";
import {
  alphaName,
  FORM_NAME,
  fontName,
  imageName,
  maskName,
  patternName,
  type Shading,
  type StreamResources,
  shadingName,
} from "./drawn-pages.ts";
import {
  glyphShifts,
  lookAt,
  needsActualText,
  textForPrivate,
  withoutGaps,
  writeActualText,
  writeGlyph,
  writeShow,
} from "./glyph-text.ts";
import type { PageMarks } from "./page-marks.ts";
import type { FontUse, PartResources } from "./part-resources.ts";
import { hasOpacities } from "./shadings.ts";
import { dashText, edgesOf, writeRectangle, writeShape } from "./shapes.ts";
import { TURNS, textMatrix, turnedShift } from "./turns.ts";

/** What path operators are waiting for: paths of one look are painted together. */
type Pending = "none" | "fill" | "fill-evenodd" | "stroke";

const PAINTING = { fill: "f\n", "fill-evenodd": "f*\n", stroke: "S\n" } as const;

/** Line ends and corners by their numbers (ISO 32000-1, tables 54 and 55). */
const CAPS = { butt: 0, round: 1, square: 2 } as const;
const JOINS = { miter: 0, round: 1, bevel: 2 } as const;

/** The place of a value in a list; one that is not in it yet comes to its end. Lists of a stream are short. */
function placeIn<Value>(list: Value[], value: Value): number {
  const known = list.indexOf(value);
  return known >= 0 ? known : list.push(value) - 1;
}

function isClipped({ clip, clipPaths }: FillItem | StrokeItem): boolean {
  return clip !== undefined || clipPaths !== undefined;
}

/** Writes one stream into an arena; the graphics state starts as PDF's own default. */
export class ContentStream {
  readonly #arena: ByteArena;
  readonly #resources: PartResources;
  readonly #sources: readonly ImageResource[];
  readonly #heightHundredths: number;
  /** Fonts, images and opacities by first use in this stream, which names them. */
  readonly #fonts: FontUse[] = [];
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
  #font: FontUse | null = null;
  #size = 0;
  #scale = 1000;
  #spacing = 0;
  #inText = false;
  #lineX = 0;
  #lineY = 0;
  /** The text matrix but for its place; empty where it is the identity. */
  #matrix = "";
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
    this.#marks = marks;
  }

  /** Draws the page's static part as it stands; in a tagged file it holds artifacts only. */
  form(): void {
    this.#mark(ARTIFACT, false);
    this.#arena.ascii(`/${FORM_NAME} Do\n`);
  }

  draw(item: PlacedItem): void {
    switch (item.kind) {
      case "glyphs":
        return this.#drawGlyphs(item);
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
      fonts: this.#fonts.map((font) => font.index),
      images: this.#images,
      alphas: this.#alphas,
      shadings: [...this.#shadings.values()],
    };
  }

  #drawGlyphs(shaped: GlyphRunItem): void {
    const item = this.#resources.conforming ? withoutGaps(shaped) : shaped;
    const { run } = item;
    if (run.glyphs.length === 0 || item.sizeEmu <= 0 || item.scaleThousandths <= 0) return;
    this.#paint();
    this.#setAlpha(item.color[3]);
    this.#setFill(item.color);
    if (!this.#inText) {
      this.#closeMark();
      this.#arena.ascii("BT\n");
      this.#inText = true;
      this.#lineX = 0;
      this.#lineY = 0;
      this.#matrix = "";
    }
    this.#mark(item.node, true);
    const last = this.#font;
    const isSame = last !== null && last.font === run.font && last.direction === run.direction;
    const font = isSame ? last : this.#resources.font(run.font, run.direction);
    const look = lookAt(run, font.facts, font.used);
    this.#setFont(font, thousandths(item.sizeEmu));
    this.#setScale(run.direction === "horizontal" ? item.scaleThousandths : 1000);
    this.#setSpacing(item);
    const shifts = glyphShifts(run);
    const instead = this.#resources.conforming ? textForPrivate(run, look) : null;
    const saysItsText = instead !== null || needsActualText(item, look);
    if (saysItsText) writeActualText(this.#arena, instead ?? readableText(run));
    if (shifts === null) {
      this.#moveTo(item.xEmu, item.yEmu, textMatrix(item));
      writeShow(this.#arena, run, look, item);
    } else this.#showOneByOne(item, shifts);
    if (saysItsText) this.#arena.ascii("EMC\n");
  }

  #setFont(font: FontUse, size: number): void {
    if (this.#font === font && this.#size === size) return;
    this.#font = font;
    this.#size = size;
    this.#arena.ascii(`/${fontName(placeIn(this.#fonts, font))} `);
    this.#arena.decimal(size, 3);
    this.#arena.ascii(" Tf\n");
  }

  #setScale(thousandthsOfWidth: number): void {
    if (this.#scale === thousandthsOfWidth) return;
    this.#scale = thousandthsOfWidth;
    this.#arena.decimal(thousandthsOfWidth, 1);
    this.#arena.ascii(" Tz\n");
  }

  /** Scaling along the line stretches Tc too, so it is divided by it; in a vertical line y grows against the line. */
  #setSpacing(item: GlyphRunItem): void {
    if (item.letterSpacingEmu === 0 && this.#spacing === 0) return;
    const emu = divideRounded(item.letterSpacingEmu * 1000, item.scaleThousandths);
    const spacing = thousandths(item.run.direction === "horizontal" ? emu : 0 - emu);
    if (this.#spacing === spacing) return;
    this.#spacing = spacing;
    this.#arena.decimal(spacing, 3);
    this.#arena.ascii(" Tc\n");
  }

  /** Runs with marks and other glyphs off the line: each glyph is placed by itself. */
  #showOneByOne(item: GlyphRunItem, shifts: Int32Array): void {
    const { run, sizeEmu, scaleThousandths } = item;
    const { unitsPerEm } = run.font;
    const isHorizontal = run.direction === "horizontal";
    const matrix = textMatrix(item);
    const scaled = (units: number): number => unitsToEmu(units * scaleThousandths, sizeEmu, unitsPerEm * 1000);
    const plain = (units: number): number => unitsToEmu(units, sizeEmu, unitsPerEm);
    let pen = 0;
    run.glyphs.forEach((glyph, index) => {
      const [shiftRight, shiftUp] = [shifts[index * 2] ?? 0, shifts[index * 2 + 1] ?? 0];
      const right = isHorizontal ? pen + scaled(shiftRight) : plain(shiftRight);
      const down = isHorizontal ? -plain(shiftUp) : pen - scaled(shiftUp);
      const [across, below] = turnedShift(item.rotation, right, down);
      this.#moveTo(item.xEmu + across, item.yEmu + below, matrix);
      writeGlyph(this.#arena, glyph);
      pen += scaled(run.advances[index] as number) + item.letterSpacingEmu + (item.adjustmentsEmu?.[index] ?? 0);
    });
  }

  /**
   * Moves from the start of the line before; both are rounded already, so nothing adds up. A turned or flattened line
   * is placed by its whole matrix.
   */
  #moveTo(xEmu: number, yEmu: number, matrix: string): void {
    const x = hundredths(xEmu);
    const y = this.#heightHundredths - hundredths(yEmu);
    if (matrix !== "" || this.#matrix !== "") {
      this.#arena.ascii(matrix === "" ? "1 0 0 1 " : matrix);
      this.#arena.coordinate(x);
      this.#arena.coordinate(y);
      this.#arena.ascii("Tm\n");
      this.#matrix = matrix;
      this.#lineX = x;
      this.#lineY = y;
      return;
    }
    this.#arena.coordinate(x - this.#lineX);
    this.#arena.coordinate(y - this.#lineY);
    this.#arena.ascii("Td\n");
    this.#lineX = x;
    this.#lineY = y;
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

  #clipTo({ clip, clipPaths = [] }: FillItem | StrokeItem): void {
    if (clip !== undefined) {
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
    if (item.clip !== null) {
      writeRectangle(this.#arena, item.clip, this.#heightHundredths);
      this.#arena.ascii("W n\n");
    }
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
    if (!this.#inText) return;
    if (this.#isMarkedInText) this.#closeMark();
    this.#arena.ascii("ET\n");
    this.#inText = false;
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
