// One look at a page that is about to be drawn: which rules of the gate may find something on it, without making an
// object for an item. What it lets pass is clean; what it does not is judged by the rules themselves.
import type { Color, Emu } from "../canvas/index.ts";
import {
  type FillItem,
  type GlyphRunItem,
  glyphInk,
  type ImageItem,
  inkOf,
  type OpenDocument,
  type Page,
  type PlacedItem,
  type Rectangle,
  reachesOut,
  type StrokeItem,
} from "../layout/index.ts";
import { contrastNeeded, isOfBars } from "./contrast.ts";
import { areUnrelated, mayErase } from "./covered-shapes.ts";
import { isCutByCorners } from "./cut-drawings.ts";
import { cutOf } from "./cut-letters.ts";
import { rimOf } from "./drawn-sides.ts";
import {
  IN_BACKGROUND,
  IS_CELL,
  IS_CODE,
  IS_COVERABLE,
  IS_DRAWING,
  IS_FILLED_PICTURE,
  IS_LINE,
  IS_MARKED,
  IS_PAIR,
  KEEPS_CLEAR,
  KNOWN,
  LAYERED,
  MAY_BE_SIGN,
  mayCover,
  ON_PURPOSE,
  ONE_INK,
  OWN_LINES,
  PICTURE_LINES,
  SHOWS_TEXTS,
  traitsOf,
} from "./element-traits.ts";
import type { ElementIndex } from "./elements.ts";
import { isCover } from "./hidden.ts";
import { BARS, COMPARED, DRAWN, InkGrid, LETTERS, MEETING, SHAPE } from "./ink-grid.ts";
import { mayBeBlank } from "./joined-ends.ts";
import { JoinedLook } from "./joined-look.ts";
import { lineOf } from "./line-items.ts";
import { LineEnds } from "./lines-as-signs.ts";
import { blankBefore, blankBehind, frameLineEmu, printableEdgeOf } from "./margins.ts";
import { drawnEdges, isCrowded } from "./overlap.ts";
import { hasFaintCode, PageColors } from "./page-colors.ts";
import { PageOutline } from "./page-outline.ts";
import { hasFaintOnPicture } from "./picture-contrast.ts";
import { isRounded } from "./round-corners.ts";
import { common, FramePieces, type JudgeLetters, mayStrike, meetsLetters } from "./struck-letters.ts";
import { NOTHING, type Pictures, type ScanLimits, type Seen, type Suspicions } from "./suspicions.ts";
import { isThick } from "./thick-lines.ts";
import { isSqueezed } from "./type-sizes.ts";
import { isCovering } from "./under-borders.ts";
import { UNSEEN_BELOW_ALPHA } from "./unseen-pictures.ts";
import { findVeiled, mayVeil } from "./veils.ts";

/** Scans pages of one canvas. Its memory is reused from page to page. */
export class PageScan {
  readonly #elements: ElementIndex;
  readonly #flags: Uint32Array;
  /** By the start of an element's part: the start of the element. */
  readonly #owners: Int32Array;
  readonly #limits: ScanLimits;
  /** The edges of the item that is looked at, its element and what is known of that. */
  #left: Emu = 0;
  #top: Emu = 0;
  #right: Emu = 0;
  #bottom: Emu = 0;
  #start = 0;
  #elementFlags = 0;
  #page: Page = NO_PAGE;
  #printableEdgeEmu: Emu = 0;
  #seen: Seen = { fine: new Set(), leftEmu: 0, rightEmu: 0 };
  #found: Suspicions = { ...NOTHING };
  readonly #grid: InkGrid;
  #hasCode = false;
  /** What pictures show of themselves so far, and whether letters came upon one. */
  readonly #shown: Rectangle[] = [];
  #isOnPicture = false;
  /** Areas and frames with round corners. */
  readonly #rounded: (FillItem | StrokeItem)[] = [];
  /** Something translucent was painted over letters or a code. */
  #isVeiled = false;
  readonly #colors = new PageColors();
  readonly #lineStarts: number[] = [];
  /** Lines that may run through letters. */
  readonly #frames = new FramePieces();
  readonly #lineEnds = new LineEnds();
  /** By the numbers of their inks. */
  readonly #letterItems: GlyphRunItem[] = [];
  readonly #joined = new JoinedLook();
  readonly #pictures = new Map<number, [Emu, Emu, Emu, Emu]>();
  readonly #codes: [start: number, left: Emu, top: Emu, right: Emu, bottom: Emu][] = [];
  readonly #outline: PageOutline;
  readonly #standing = { leftEmu: 0, topEmu: 0, rightEmu: 0, bottomEmu: 0 };
  #sizeEmu = -1;
  #aboveEmu = 0;
  #belowEmu = 0;

  constructor(elements: ElementIndex, pictures: Pictures, limits: ScanLimits) {
    this.#elements = elements;
    const last = Math.max(0, ...elements.byStart.keys());
    this.#flags = new Uint32Array(last + 1);
    this.#owners = new Int32Array(last + 1);
    this.#limits = limits;
    this.#outline = new PageOutline(limits.ruleThicknessMostEmu);
    this.#grid = new InkGrid(limits.touchEmu, limits.coverLineShareOfCodes);
    for (const [start, element] of elements.byStart) {
      this.#owners[start] = element.ownSpan[0];
      this.#flags[start] = traitsOf(element, pictures);
    }
  }

  /**
   * What may be found on the page, but for its outline, which `keepOutline` calls clean. `seen` is told of lines that
   * are surely seen, and of how far content reaches.
   */
  scan(page: Page, structure: OpenDocument["structure"], seen: Seen): Suspicions {
    const found: Suspicions = { ...NOTHING };
    this.#begin(page, seen, found);
    this.#joined.begin(structure);
    for (const item of page.items) this.#look(item);
    for (const [start, edges] of this.#pictures) {
      this.#start = start;
      this.#elementFlags = this.#flags[start] ?? 0;
      this.#inkOfPicture(edges);
    }
    if (!found.struck) found.struck = this.#frames.crossLetters(this.#grid, this.#meetsLetters);
    const { textContrastMin, lineContrastMin } = this.#limits;
    found.contrast = this.#colors.hasFaintText(page, textContrastMin, this.#neededOf);
    if (this.#isOnPicture && hasFaintOnPicture(page, this.#neededOf)) found.contrast = true;
    if (this.#hasCode && hasFaintCode(page, this.#isOfCode)) found.contrast = true;
    if (!found.contrast && this.#isVeiled) found.contrast = findVeiled(page, this.#elements).length > 0;
    found.joined = this.#joined.isFound;
    found.signed = this.#lineEnds.meetNumbers(this.#grid, (ink) => this.#letterItems[ink]);
    found.rounded = this.#rounded.some((item) => this.#hasLettersInCorner(item));
    found.faint = this.#colors.hasFaintLine(lineContrastMin);
    if (!found.faint) for (const start of this.#lineStarts) seen.fine.add(start);
    found.alignment = this.#outline.isNew;
    return found;
  }

  /** The outline of the page that was scanned last has no finding, nor has any that is the same. */
  keepOutline(): void {
    this.#outline.keep();
  }

  #begin(page: Page, seen: Seen, found: Suspicions): void {
    this.#page = page;
    this.#printableEdgeEmu = printableEdgeOf(page);
    this.#seen = seen;
    this.#found = found;
    this.#grid.begin(page.heightEmu);
    this.#hasCode = false;
    this.#shown.length = 0;
    this.#isOnPicture = false;
    this.#rounded.length = 0;
    this.#isVeiled = false;
    this.#colors.begin();
    this.#lineStarts.length = 0;
    this.#frames.begin();
    this.#lineEnds.begin();
    this.#outline.begin();
    if (this.#pictures.size > 0) this.#pictures.clear();
    this.#codes.length = 0;
    this.#letterItems.length = 0;
  }

  #look(item: PlacedItem): void {
    const start = item.span[0];
    this.#start = start;
    const flags = this.#flags[start] ?? 0;
    const isOpen = item.isOpenPlace === true && (flags & (LAYERED | IN_BACKGROUND)) === 0;
    this.#elementFlags = isOpen ? flags & ~ON_PURPOSE : flags;
    switch (item.kind) {
      case "glyphs":
        this.#glyphs(item);
        return;
      case "image":
        this.#stand(item.clip ?? item.rectangle);
        this.#shown.push(item.clip ?? item.rectangle);
        this.#reach(this.#right);
        this.#printable();
        this.#ink();
        if (item.startsPicture === true) this.#endPicture();
        if (isCover(item)) this.#cover();
        this.#veil(item);
        this.#drawing();
        this.#coverable(item);
        if (isCutByCorners(item)) this.#found.cut = true;
        // A picture may have the colour of what it lies on.
        this.#found.unseen = true;
        return;
      case "fill":
        this.#shape(item);
        if ((this.#elementFlags & IS_CODE) !== 0) this.#code(item);
        return;
      case "stroke":
        this.#shape(item);
        return;
      case "link":
        return;
      default:
        item satisfies never;
    }
  }

  #stand({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, by: Emu = 0): void {
    this.#left = leftEmu - by;
    this.#top = topEmu - by;
    this.#right = rightEmu + by;
    this.#bottom = bottomEmu + by;
  }

  /** Where the item stands that is looked at, in one object for all items: the next call writes over it. */
  #bounds(): Rectangle {
    const bounds = this.#standing;
    bounds.leftEmu = this.#left;
    bounds.topEmu = this.#top;
    bounds.rightEmu = this.#right;
    bounds.bottomEmu = this.#bottom;
    return bounds;
  }

  #glyphs(item: GlyphRunItem): void {
    const { sizeEmu, run } = item;
    const { sizeMinEmu, rubyMinEmu } = this.#limits;
    if (sizeEmu < (item.isRuby === true ? rubyMinEmu : sizeMinEmu) || isSqueezed(item)) this.#found.small = true;
    if (item.letterSpacingEmu < 0 && isCrowded(item)) this.#found.crowded = true;
    this.#colors.addText(item.color);
    if (mayBeBlank(run.text.charCodeAt(0)) && run.text.trim() === "") return;
    if (run.direction === "vertical" || (item.rotation ?? 0) !== 0) this.#stand(glyphInk(item));
    else {
      if (sizeEmu !== this.#sizeEmu) {
        this.#sizeEmu = sizeEmu;
        this.#aboveEmu = Math.round((sizeEmu * this.#limits.inkAboveThousandths) / 1000);
        this.#belowEmu = Math.round((sizeEmu * this.#limits.inkBelowThousandths) / 1000);
      }
      this.#left = item.xEmu;
      this.#top = item.yEmu - this.#aboveEmu;
      this.#right = item.xEmu + item.advanceEmu;
      this.#bottom = item.yEmu + this.#belowEmu;
    }
    const isFarthest = this.#right > this.#seen.rightEmu;
    this.#reach(isFarthest ? this.#right - blankBehind(item) : this.#right, item);
    // Margins go by the cells of the letters, all else by their ink.
    if (reachesOut(item)) this.#stand(glyphInk(item));
    this.#printable();
    if (this.#shown.length > 0 && !this.#isOnPicture) this.#isOnPicture = this.#shown.some((each) => this.#meets(each));
    const before = this.#grid.last;
    const flags = this.#elementFlags;
    this.#letters(item);
    if ((flags & SHOWS_TEXTS) !== 0) {
      const holder = (flags & IS_PAIR) !== 0 ? "pair" : (flags & IS_MARKED) !== 0 ? "check" : "other";
      this.#joined.add(item, this.#owners[this.#start] ?? 0, holder);
    }
    // Letters of a layer are no ink: then the last ink is that of others.
    if (this.#grid.last !== before) this.#letterItems[this.#grid.last] = item;
  }

  readonly #meetsLetters: JudgeLetters = (line, ink, isOwn) => {
    const letters = this.#letterItems[ink];
    return letters !== undefined && meetsLetters(line, letters, isOwn);
  };

  #meets({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): boolean {
    return this.#left < rightEmu && this.#right > leftEmu && this.#top < bottomEmu && this.#bottom > topEmu;
  }

  /** Letters of a background are read as any others, unless they are so light that the content is read on them. */
  #letters({ color }: GlyphRunItem): void {
    const flags = this.#elementFlags;
    if ((flags & LAYERED) !== 0) return;
    if ((flags & IN_BACKGROUND) === 0) this.#ink(COMPARED | LETTERS);
    else this.#inkOfBackground(color);
  }

  #inkOfBackground(color: Color): void {
    const isRead = this.#colors.isReadOnPaper(color, this.#limits.textContrastMin);
    this.#grid.stand(this.#left, this.#top, this.#right, this.#bottom);
    if (this.#grid.add(this.#owners[this.#start] ?? 0, isRead ? COMPARED | LETTERS : LETTERS))
      this.#found.overlap = true;
  }

  /** Content reaches as far as the item does, unless it was put there on purpose. */
  #reach(right: Emu, letters?: GlyphRunItem, lineEmu: Emu = 0): void {
    const seen = this.#seen;
    if (this.#left + lineEmu >= seen.leftEmu && right - lineEmu <= seen.rightEmu) return;
    if ((this.#elementFlags & (KNOWN | ON_PURPOSE)) !== KNOWN) return;
    const blank = letters !== undefined && this.#left < seen.leftEmu ? blankBefore(letters) : 0;
    seen.leftEmu = Math.min(seen.leftEmu, this.#left + blank + lineEmu);
    seen.rightEmu = Math.max(seen.rightEmu, right - lineEmu);
  }

  #printable(): void {
    const { widthEmu, heightEmu, trim } = this.#page;
    // What is trimmed, and what lies under the content, may reach to the edge of its paper.
    const reachesEdge = trim !== undefined || (this.#elementFlags & IN_BACKGROUND) !== 0;
    const edge = reachesEdge ? (trim?.leftEmu ?? 0) : this.#printableEdgeEmu;
    const isWithin =
      this.#left >= edge && this.#top >= edge && this.#right <= widthEmu - edge && this.#bottom <= heightEmu - edge;
    if (!isWithin) this.#found.outside = true;
  }

  /** A stroke may run to the paper's edge, and have its axis there. */
  #onPaper({ widthEmu: thicknessEmu }: StrokeItem): void {
    const { widthEmu, heightEmu, trim } = this.#page;
    if (trim !== undefined || (this.#elementFlags & IN_BACKGROUND) !== 0) return;
    const half = Math.ceil(thicknessEmu / 2);
    const isWithin =
      this.#left >= -half && this.#top >= -half && this.#right <= widthEmu + half && this.#bottom <= heightEmu + half;
    if (!isWithin) this.#found.outside = true;
  }

  /** Nothing may be painted over the bars of a code later. */
  #code(item: FillItem): void {
    this.#hasCode = true;
    this.#found.framed = true;
    if (!isOfBars(item) || (this.#elementFlags & LAYERED) !== 0) return;
    this.#grid.stand(this.#left, this.#top, this.#right, this.#bottom);
    const owner = this.#owners[this.#start] ?? 0;
    this.#grid.add(owner, BARS);
    if (item.quiet === undefined) return;
    const { leftEmu, topEmu, rightEmu, bottomEmu } = item.quiet;
    this.#grid.stand(leftEmu, topEmu, rightEmu, bottomEmu);
    if (this.#grid.add(owner, COMPARED)) this.#found.overlap = true;
  }

  #shape(item: FillItem | StrokeItem): void {
    const { shape } = item;
    if (shape.kind === "rectangle" && item.clip === undefined) {
      this.#stand(shape.rectangle, item.kind === "stroke" ? Math.floor(item.widthEmu / 2) : 0);
    } else {
      const ink = inkOf(item);
      if (ink === null) return;
      this.#stand(ink);
    }
    this.#reach(this.#right, undefined, frameLineEmu(item));
    const flags = this.#elementFlags;
    if (item.isMark === true || (flags & IS_MARKED) !== 0) this.#found.marks = true;
    if (item.kind === "stroke") {
      this.#frame(item);
      if (isThick(item)) this.#thickLine();
      this.#drawing();
      if (this.#grid.hasShapes && mayErase(item)) this.#onShapes();
      this.#coverable(item);
    }
    if (item.color[3] < UNSEEN_BELOW_ALPHA || item.gradient !== undefined) this.#found.unseen = true;
    // Of the shapes of a picture, any may have the colour of what it lies on.
    if (shape.kind === "path" && (flags & PICTURE_LINES) !== 0 && (flags & IS_CODE) === 0) this.#found.unseen = true;
    if (isRounded(item)) this.#rounded.push(item);
    if (item.clipPaths !== undefined && isCutByCorners(item)) this.#found.cut = true;
    // The frame of a picture keeps to what is printed, in a background too, as the picture does.
    if ((flags & IS_FILLED_PICTURE) !== 0) this.#printable();
    else if (item.kind === "stroke") this.#onPaper(item);
    if ((flags & ONE_INK) !== 0) this.#addToPicture(item.startsPicture === true);
    else if (item.kind === "stroke") this.#inkOfLines(item);
    if (item.kind === "fill") {
      this.#colors.addFill(item.color);
      if (isCover(item)) this.#cover();
      else this.#veil(item);
      this.#drawing();
      this.#coverable(item);
      if (!this.#isRule(item)) {
        this.#colors.addGround(item.color);
        return;
      }
      const line = lineOf(item);
      if (line !== null) this.#frame(line);
    }
    if ((flags & (KNOWN | IN_BACKGROUND | OWN_LINES)) !== KNOWN) return;
    this.#colors.addLine(item.color);
    this.#lineStarts.push(this.#start);
    if ((flags & (ON_PURPOSE | IS_CELL)) === 0) this.#outline.add(item, this.#start, this.#bounds());
  }

  /** Letters that come later may lie on it too: its pieces are compared with them at the end. */
  #frame(item: StrokeItem): void {
    if (isCovering(item)) this.#found.covered = true;
    const flags = this.#elementFlags;
    if ((flags & MAY_BE_SIGN) !== 0) this.#lineEnds.add(item);
    if (this.#found.struck) return;
    if (isThick(item)) this.#found.struck = true;
    else if ((flags & (KNOWN | LAYERED | IS_LINE)) !== KNOWN) return;
    else if ((flags & PICTURE_LINES) !== 0 && item.shape.kind !== "rectangle" && item.isOpenPlace !== true) return;
    else if (mayStrike(item)) this.#frames.add(item, this.#owners[this.#start] ?? 0);
  }

  /**
   * Whether letters that came before or later lie in one of the squares that a round corner takes a part of. Most
   * boxes with round corners have a padding for them: their rule would look at each run of the page for nothing.
   */
  #hasLettersInCorner(item: FillItem | StrokeItem): boolean {
    if (item.shape.kind !== "rectangle") return true;
    const { rectangle, radiusEmu } = item.shape;
    const { leftEmu, topEmu, rightEmu, bottomEmu } = rectangle;
    const half = item.kind === "stroke" ? Math.ceil(item.widthEmu / 2) : 0;
    const by = radiusEmu + half;
    return [leftEmu - half, rightEmu - radiusEmu].some((left) =>
      [topEmu - half, bottomEmu - radiusEmu].some((top) => {
        this.#stand({ leftEmu: left, topEmu: top, rightEmu: left + by, bottomEmu: top + by });
        this.#grid.stand(this.#left, this.#top, this.#right, this.#bottom);
        return this.#grid.someLettersNear(NOBODY, this.#liesOn);
      }),
    );
  }

  #isRule({ shape }: FillItem): boolean {
    if (shape.kind !== "rectangle") return false;
    const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
    return Math.min(rightEmu - leftEmu, bottomEmu - topEmu) <= this.#limits.ruleThicknessMostEmu;
  }

  /** All shapes of one picture are one ink. */
  #addToPicture(isFirst: boolean): void {
    const known = this.#pictures.get(this.#start);
    if (known === undefined || isFirst) {
      this.#pictures.set(this.#start, [this.#left, this.#top, this.#right, this.#bottom]);
      if (known !== undefined) this.#inkOfPicture(known);
      return;
    }
    known[0] = Math.min(known[0], this.#left);
    known[1] = Math.min(known[1], this.#top);
    known[2] = Math.max(known[2], this.#right);
    known[3] = Math.max(known[3], this.#bottom);
  }

  /** The frame that follows is that of the next picture of the element. */
  #endPicture(): void {
    const known = this.#pictures.get(this.#start);
    if (known === undefined) return;
    this.#pictures.delete(this.#start);
    this.#inkOfPicture(known);
  }

  #inkOfLines(item: StrokeItem): void {
    const flags = this.#elementFlags;
    if ((flags & (IN_BACKGROUND | LAYERED)) !== IN_BACKGROUND) {
      if ((flags & IS_LINE) !== 0) this.#ink();
      return;
    }
    if (this.#found.overlap || !this.#colors.isReadOnPaper(item.color, this.#limits.textContrastMin)) return;
    const element = this.#elements.byStart.get(this.#start);
    if (element === undefined) return;
    for (const { leftEmu, topEmu, rightEmu, bottomEmu } of drawnEdges(item, element)) {
      this.#grid.stand(leftEmu, topEmu, rightEmu, bottomEmu);
      if (this.#grid.add(this.#owners[this.#start] ?? 0, COMPARED)) this.#found.overlap = true;
    }
  }

  #inkOfPicture([left, top, right, bottom]: readonly [Emu, Emu, Emu, Emu]): void {
    const [atLeft, atTop, atRight, atBottom] = [this.#left, this.#top, this.#right, this.#bottom];
    [this.#left, this.#top, this.#right, this.#bottom] = [left, top, right, bottom];
    this.#ink();
    if ((this.#elementFlags & IS_CODE) !== 0) this.#inkOfCode();
    [this.#left, this.#top, this.#right, this.#bottom] = [atLeft, atTop, atRight, atBottom];
  }

  /** Codes that one element shows are compared too: a list or a part may show it often. */
  #inkOfCode(): void {
    const isApart = (this.#elementFlags & (ON_PURPOSE | KEEPS_CLEAR)) !== ON_PURPOSE;
    const touch = this.#limits.touchEmu;
    const meets = this.#codes.some(
      ([start, left, top, right, bottom]) =>
        start === this.#start &&
        this.#right - left > touch &&
        right - this.#left > touch &&
        this.#bottom - top > touch &&
        bottom - this.#top > touch,
    );
    if (isApart && meets) this.#found.overlap = true;
    this.#codes.push([this.#start, this.#left, this.#top, this.#right, this.#bottom]);
  }

  /** Remembers an ink where it stands, and looks whether another element's lies there already. */
  #ink(traits = COMPARED): void {
    const flags = this.#elementFlags;
    if ((flags & KNOWN) === 0) return;
    const isApart = (flags & (ON_PURPOSE | KEEPS_CLEAR)) !== ON_PURPOSE;
    const own = isApart ? traits : traits & ~COMPARED;
    if (own === 0 || (own === COMPARED && this.#found.overlap)) return;
    this.#grid.stand(this.#left, this.#top, this.#right, this.#bottom);
    if (this.#grid.add(this.#owners[this.#start] ?? 0, own)) this.#found.overlap = true;
  }

  /** What is opaque may not be painted over it later. Thin lines are met as well. */
  #drawing(): void {
    if ((this.#elementFlags & IS_DRAWING) === 0 || this.#found.overlaid) return;
    const by = this.#limits.touchEmu;
    this.#grid.stand(this.#left - by, this.#top - by, this.#right + by, this.#bottom + by);
    this.#grid.add(this.#owners[this.#start] ?? 0, DRAWN);
  }

  /** A thick line hides what it is painted over, as an area does. */
  #thickLine(): void {
    const flags = this.#elementFlags;
    if (this.#found.overlaid || (flags & (KNOWN | LAYERED | IN_BACKGROUND)) !== KNOWN) return;
    this.#grid.stand(this.#left, this.#top, this.#right, this.#bottom);
    this.#found.overlaid = this.#grid.isOnDrawn(this.#owners[this.#start] ?? 0);
  }

  #cover(): void {
    const flags = this.#elementFlags;
    if (!mayCover(flags)) return;
    this.#grid.stand(this.#left, this.#top, this.#right, this.#bottom);
    if (!this.#found.overlaid && (flags & (LAYERED | IN_BACKGROUND)) === 0)
      this.#found.overlaid = this.#grid.isOnDrawn(this.#owners[this.#start] ?? 0);
    if (this.#grid.hasShapes && (flags & (LAYERED | IN_BACKGROUND)) !== LAYERED) this.#onShapes();
    if (this.#found.hidden) return;
    this.#found.hidden = this.#grid.isOnBars() || this.#grid.someLettersNear(NOBODY, this.#mayHide);
  }

  /** What is opaque may lie on the middle of one of its sides later: all is then judged. */
  #coverable(item: FillItem | StrokeItem | ImageItem): void {
    if ((this.#elementFlags & IS_COVERABLE) === 0 || this.#found.lost) return;
    const isPlain = item.kind !== "image" && item.shape.kind === "rectangle" && item.clip === undefined;
    const isWhole = isPlain && item.clipPaths === undefined;
    const axis = isWhole && item.shape.kind === "rectangle" ? item.shape.rectangle : null;
    if (axis === null) this.#grid.stand(this.#left, this.#top, this.#right, this.#bottom);
    else {
      const { leftEmu, topEmu, rightEmu, bottomEmu } = item.kind === "fill" ? rimOf(axis) : axis;
      this.#grid.stand(leftEmu, topEmu, rightEmu, bottomEmu);
    }
    this.#grid.add(this.#owners[this.#start] ?? 0, axis === null ? SHAPE | MEETING : SHAPE);
  }

  /** Whether what stands there may hide a side of a shape that is not related to it. */
  #onShapes(): void {
    if (this.#found.lost) return;
    this.#grid.stand(this.#left, this.#top, this.#right, this.#bottom);
    this.#found.lost = this.#grid.isOnShape(this.#isUnrelated);
  }

  readonly #isUnrelated = (owner: number): boolean => {
    const { byStart } = this.#elements;
    const [one, other] = [byStart.get(owner), byStart.get(this.#start)];
    return one !== undefined && other !== undefined && areUnrelated(one, other);
  };

  #veil(item: FillItem | ImageItem): void {
    if (this.#isVeiled || !mayCover(this.#elementFlags) || !mayVeil(item)) return;
    this.#grid.stand(this.#left, this.#top, this.#right, this.#bottom);
    this.#isVeiled = this.#grid.isOnBars() || this.#grid.someLettersNear(NOBODY, this.#liesOn);
  }

  readonly #liesOn = (at: number): boolean => {
    const letters = this.#letterItems[at];
    return letters !== undefined && this.#meets(glyphInk(letters));
  };

  /** Whether what stands there may hide letters or cut them. */
  readonly #mayHide = (at: number): boolean => {
    const letters = this.#letterItems[at];
    if (letters === undefined) return false;
    const { touchEmu, coverLineShare } = this.#limits;
    const ink = glyphInk(letters);
    const bounds = this.#bounds();
    const shared = common(bounds, ink);
    const thickness = Math.min(this.#right - this.#left, this.#bottom - this.#top);
    const isOn = Math.min(shared.rightEmu - shared.leftEmu, shared.bottomEmu - shared.topEmu) > touchEmu;
    const isThin = Math.min(ink.rightEmu - ink.leftEmu, ink.bottomEmu - ink.topEmu) > thickness * coverLineShare;
    return (isOn && !isThin) || cutOf({ bounds }, letters, ink) !== null;
  };

  readonly #isOfCode = (item: FillItem): boolean => ((this.#flags[item.span[0]] ?? 0) & IS_CODE) !== 0;

  readonly #neededOf = (item: GlyphRunItem): number =>
    contrastNeeded(item, ((this.#flags[item.span[0]] ?? 0) & ON_PURPOSE) !== 0);
}

/** No element begins there. */
const NOBODY = -1;
const NO_PAGE: Page = { widthEmu: 0, heightEmu: 0, items: [] };
