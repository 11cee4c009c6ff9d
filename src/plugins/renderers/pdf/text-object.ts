// Text of a content stream (ISO 32000-1 §9.4): its state is written only where it changes.
import { type GlyphRunItem, type PlacedItem, readableText, unitsToEmu } from "../../../core/sdk/index.ts";
import { type ByteArena, divideRounded, hundredths, thousandths } from "./byte-arena.ts";
import { fontName } from "./drawn-pages.ts";
import {
  glyphShifts,
  hidesBlanks,
  lookAt,
  READS_LETTER_BY_LETTER,
  readableCodes,
  textForPrivate,
  turnsBack,
  writeActualText,
  writeCode,
  writeCodes,
  writeShow,
} from "./glyph-text.ts";
import type { FontUse, PartResources } from "./part-resources.ts";
import { placeIn } from "./place-in.ts";
import { isSpaced, piecesOf, styleOfItem } from "./spaced-text.ts";
import { gapAfter, isTurned, placeOf, type TextPlace } from "./text-place.ts";
import { turnedShift } from "./turns.ts";

/** What an item is shown by. */
interface Shown {
  readonly item: GlyphRunItem;
  readonly place: TextPlace;
  readonly use: FontUse;
  readonly codes: readonly number[];
}

export class TextObject {
  /** By first use in the stream, which names them. */
  readonly fonts: FontUse[] = [];
  readonly #arena: ByteArena;
  readonly #resources: PartResources;
  readonly #heightHundredths: number;
  #isOpen = false;
  #font: FontUse | null = null;
  #size = 0;
  #scale = 1000;
  #spacing = 0;
  #lineX = 0;
  #lineY = 0;
  /** The text matrix but for its place; empty where it is the identity. */
  #matrix = "";

  constructor(arena: ByteArena, resources: PartResources, heightHundredths: number) {
    this.#arena = arena;
    this.#resources = resources;
    this.#heightHundredths = heightHundredths;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  open(): void {
    this.#arena.ascii("BT\n");
    this.#isOpen = true;
    this.#lineX = 0;
    this.#lineY = 0;
    this.#matrix = "";
  }

  close(): void {
    this.#arena.ascii("ET\n");
    this.#isOpen = false;
  }

  /** `next` is what comes after the item on its page. */
  show(item: GlyphRunItem, next: PlacedItem | undefined): void {
    const { run } = item;
    const place = placeOf(item);
    // Advances of vertical writing mode lead down the page, where a wider glyph is of no use.
    const canWiden = run.font.outlines === "truetype" && (run.direction !== "vertical" || isTurned(item));
    const trailingEmu = canWiden ? gapAfter(item, place, next) : 0;
    const apart = isSpaced(item, place);
    const shifts = glyphShifts(run);
    const isPieced = canWiden && shifts === null && (apart || trailingEmu > 0 || item.isCombined === true);
    const use = this.#useOf(item, styleOfItem(item));
    const look = lookAt(run, use.facts, isPieced ? null : use.used);
    const reads = (look & READS_LETTER_BY_LETTER) !== 0;
    const codes = reads ? run.glyphs : readableCodes(run, use.codes);
    const instead = this.#resources.conforming ? textForPrivate(run, look) : null;
    const misleads = hidesBlanks(run) || turnsBack(run);
    const saysItsText = codes === null || instead !== null || (apart && !isPieced) || misleads;
    if (saysItsText) writeActualText(this.#arena, instead ?? readableText(run));
    const shown: Shown = { item, place, use, codes: codes ?? run.glyphs };
    if (!isPieced && codes !== null && codes !== run.glyphs) for (const code of codes) use.used[code] = 1;
    if (isPieced) this.#showPieces(shown, trailingEmu);
    else if (shifts === null) this.#showWhole(shown, look);
    else this.#showOneByOne(shown, shifts);
    if (saysItsText) this.#arena.ascii("EMC\n");
  }

  #useOf(item: GlyphRunItem, style: string): FontUse {
    const { run } = item;
    const last = this.#font;
    const direction = run.direction === "vertical" && !isTurned(item) ? "vertical" : "horizontal";
    const isSame = last !== null && last.font === run.font && last.direction === direction && last.style === style;
    return isSame ? last : this.#resources.font(run.font, direction, style);
  }

  #showWhole({ item, place, use, codes }: Shown, look: number): void {
    const isDownwards = use.direction === "vertical";
    this.#setFont(use, thousandths(item.sizeEmu));
    this.#setScale(place.scaleThousandths);
    // In vertical writing mode y grows against the line.
    const spacingEmu = isDownwards ? 0 - item.letterSpacingEmu : item.letterSpacingEmu;
    this.#setSpacing(spacingEmu, item.scaleThousandths);
    this.#moveTo(place.xEmu, place.yEmu, place.matrix);
    const { adjustmentsEmu, scaleThousandths, sizeEmu } = item;
    writeShow(this.#arena, item.run, codes, look, { adjustmentsEmu, scaleThousandths, sizeEmu, isDownwards });
  }

  #showPieces({ item, place, use, codes }: Shown, trailingEmu: number): void {
    this.#setScale(place.scaleThousandths);
    this.#setSpacing(0, place.scaleThousandths);
    this.#moveTo(place.xEmu, place.yEmu, place.matrix);
    for (const piece of piecesOf(item, place, codes, use, trailingEmu)) {
      const own = piece.style === use.style ? use : this.#useOf(item, piece.style);
      for (const code of piece.codes) own.used[code] = 1;
      this.#setFont(own, thousandths(item.sizeEmu));
      writeCodes(this.#arena, piece.codes, piece.numbers);
    }
  }

  /** Runs with marks and other glyphs off the line: each glyph is placed by itself. */
  #showOneByOne({ item, place, use, codes }: Shown, shifts: Int32Array): void {
    const { run, sizeEmu, scaleThousandths } = item;
    const { unitsPerEm } = run.font;
    const isHorizontal = run.direction === "horizontal";
    const scaled = (units: number): number => unitsToEmu(units * scaleThousandths, sizeEmu, unitsPerEm * 1000);
    const plain = (units: number): number => unitsToEmu(units, sizeEmu, unitsPerEm);
    this.#setFont(use, thousandths(sizeEmu));
    this.#setScale(place.scaleThousandths);
    this.#setSpacing(0, scaleThousandths);
    let pen = 0;
    codes.forEach((code, index) => {
      const [shiftRight, shiftUp] = [shifts[index * 2] ?? 0, shifts[index * 2 + 1] ?? 0];
      const right = isHorizontal ? pen + scaled(shiftRight) : plain(shiftRight);
      const down = isHorizontal ? -plain(shiftUp) : pen - scaled(shiftUp);
      const [across, below] = turnedShift(item.rotation, right, down);
      this.#moveTo(place.xEmu + across, place.yEmu + below, place.matrix);
      writeCode(this.#arena, code);
      pen += scaled(run.advances[index] as number) + item.letterSpacingEmu + (item.adjustmentsEmu?.[index] ?? 0);
    });
  }

  #setFont(font: FontUse, size: number): void {
    if (this.#font === font && this.#size === size) return;
    this.#font = font;
    this.#size = size;
    this.#arena.ascii(`/${fontName(placeIn(this.fonts, font))} `);
    this.#arena.decimal(size, 3);
    this.#arena.ascii(" Tf\n");
  }

  #setScale(thousandthsOfWidth: number): void {
    if (this.#scale === thousandthsOfWidth) return;
    this.#scale = thousandthsOfWidth;
    this.#arena.decimal(thousandthsOfWidth, 1);
    this.#arena.ascii(" Tz\n");
  }

  /** Scaling along the line stretches Tc too, so it is divided by it. */
  #setSpacing(spacingEmu: number, scaleThousandths: number): void {
    if (spacingEmu === 0 && this.#spacing === 0) return;
    const spacing = thousandths(divideRounded(spacingEmu * 1000, scaleThousandths));
    if (this.#spacing === spacing) return;
    this.#spacing = spacing;
    this.#arena.decimal(spacing, 3);
    this.#arena.ascii(" Tc\n");
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
}
