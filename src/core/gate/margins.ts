// RPT5003, RPT5004 and RPT5007: content near the paper's edge, beyond one margin only, or nearly on one line.
import type { Canvas, CanvasPage, Emu } from "../canvas/index.ts";
import {
  type Diagnostic,
  hundredths,
  millimetres,
  type PropertyChange,
  type SourceSpan,
} from "../diagnostics/index.ts";
import {
  blanksAtEndEmu,
  type GlyphRunItem,
  inkOf,
  type Page,
  type PlacedItem,
  type Rectangle,
} from "../layout/index.ts";
import {
  type ElementIndex,
  type ElementInfo,
  isOnPurpose,
  lengthTextAbove,
  lengthTextBelow,
  nameOf,
} from "./elements.ts";

/** What printers leave blank at the edges of their papers. */
interface BlankEdge {
  readonly emu: Emu;
  /** As a finding names the printers. */
  readonly why: string;
  readonly severity: "error" | "warning";
}

const OFFICE_EDGE: BlankEdge = {
  emu: 144_000,
  why: "office printers leave 4 mm at every edge blank",
  severity: "error",
};
/** Printers of labels, tags and receipts print nearly to the edge; how exactly they feed them decides. */
const LABEL_EDGE: BlankEdge = {
  emu: 36_000,
  why: "printers of labels and receipts leave about 1 mm at every edge blank, and feed paper no more exactly",
  severity: "warning",
};
/** 76 mm × 127 mm: the least paper that trays of office printers take. */
const OFFICE_PAPER_LEAST_EMU = [2_736_000, 4_572_000] as const;

function blankEdge({ widthEmu, heightEmu }: Pick<Page, "widthEmu" | "heightEmu">): BlankEdge {
  const [short, long] = OFFICE_PAPER_LEAST_EMU;
  const isOffice = Math.min(widthEmu, heightEmu) >= short && Math.max(widthEmu, heightEmu) >= long;
  return isOffice ? OFFICE_EDGE : LABEL_EDGE;
}

/** How far from a paper's edges printers begin to print. */
export function printableEdgeOf(page: Pick<Page, "widthEmu" | "heightEmu">): Emu {
  return blankEdge(page).emu;
}

/** Borders centred on the margin, and the overhang of glyphs, stay below it. */
const MARGIN_TOLERANCE_EMU = 18_000;
/** Edges closer than half a millimetre were meant to be one; equal ones are. */
const NEAR_EMU = 18_000;

/**
 * Texts, pictures and strokes: fills may bleed, and marks for folding and frames of labels lie at the very edge.
 */
export function findOutsidePrintable(
  canvas: Canvas,
  pages: readonly Page[],
  elements: ElementIndex,
): readonly Diagnostic[] {
  const found = new Map<number, { readonly item: PlacedItem; readonly index: number; readonly beyond: BeyondEdge }>();
  pages.forEach((page, index) => {
    for (const item of page.items) {
      if (item.kind === "link" || (item.kind === "fill" && !isPicture(item, elements))) continue;
      const room = roomOf(page, item, elements);
      const beyond = room === null ? null : beyondEdge(page, room, item);
      if (beyond === null) continue;
      // Of an element whose parts leave it differently, the one that leaves it most says how far to move it.
      const known = found.get(item.span[0]);
      if (known !== undefined && (known.index !== index || known.beyond.side !== beyond.side)) continue;
      if (known !== undefined && known.beyond.byEmu >= beyond.byEmu) continue;
      found.set(item.span[0], { item, index, beyond });
    }
  });
  return [...found.values()].map(({ item, index, beyond }) => outside(canvas, item, beyond, index, elements));
}

/** Elements whose fills are what they show. */
export const FILLED_PICTURES: ReadonlySet<string> = new Set(["barcode", "chart", "image"]);

function isPicture({ span }: PlacedItem, { byStart }: ElementIndex): boolean {
  return FILLED_PICTURES.has(byStart.get(span[0])?.kind ?? "");
}

/** 5 mm: pictures of a background reach so far beyond the edge, that it shows no white where paper is cut or fed. */
const BLEED_EMU = 180_000;

/**
 * Where an item may lie: what printers print; all of the paper for what is trimmed or lies under the content.
 * Pictures of those may lie beyond the edge, where letters and codes are cut off. Null: anywhere.
 */
function roomOf(page: Page, item: PlacedItem, elements: ElementIndex): Rectangle | null {
  const { widthEmu, heightEmu, trim } = page;
  const whole = { leftEmu: 0, topEmu: 0, rightEmu: widthEmu, bottomEmu: heightEmu };
  if (trim !== undefined || elements.byStart.get(item.span[0])?.inBackground === true) {
    // An SVG is painted in fills.
    const isPicture = item.kind === "image" || elements.byStart.get(item.span[0])?.kind === "image";
    if (isPicture) return trim === undefined ? widened(whole, BLEED_EMU) : null;
    return item.kind === "stroke" ? null : (trim ?? whole);
  }
  // A line may run to the paper's edge, as a mark to fold at does, and have its axis there, as frames of labels have.
  if (item.kind === "stroke" && elements.byStart.get(item.span[0])?.kind !== "image")
    return widened(whole, Math.ceil(item.widthEmu / 2));
  const { emu } = blankEdge(page);
  return { leftEmu: emu, topEmu: emu, rightEmu: widthEmu - emu, bottomEmu: heightEmu - emu };
}

function widened({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, byEmu: Emu): Rectangle {
  return {
    leftEmu: leftEmu - byEmu,
    topEmu: topEmu - byEmu,
    rightEmu: rightEmu + byEmu,
    bottomEmu: bottomEmu + byEmu,
  };
}

function beyondEdge(page: Page, room: Rectangle, item: PlacedItem): BeyondEdge | null {
  const ink = inkOf(item);
  if (ink === null) return null;
  const sides: readonly Pick<BeyondEdge, "side" | "byEmu">[] = [
    { side: "left", byEmu: room.leftEmu - ink.leftEmu },
    { side: "top", byEmu: room.topEmu - ink.topEmu },
    { side: "right", byEmu: ink.rightEmu - room.rightEmu },
    { side: "bottom", byEmu: ink.bottomEmu - room.bottomEmu },
  ];
  const beyond = sides.filter((side) => side.byEmu > 0);
  const spareFrom = ({ side }: { readonly side: BeyondEdge["side"] }): Emu =>
    -(sides.find((other) => other.side === OPPOSITE[side])?.byEmu ?? 0);
  const acrossFrom = ({ side }: { readonly side: BeyondEdge["side"] }): Emu =>
    beyond.find((other) => other.side === OPPOSITE[side])?.byEmu ?? 0;
  const blank = blankEdge(page);
  if (page.trim !== undefined || room.leftEmu !== blank.emu) {
    const [first] = beyond;
    if (first === undefined) return null;
    return {
      ...first,
      acrossEmu: acrossFrom(first),
      spareEmu: spareFrom(first),
      blank: null,
      edgeEmu: Math.min(0, room.leftEmu),
    };
  }
  const [most] = blank === LABEL_EDGE ? beyond.toSorted((one, other) => other.byEmu - one.byEmu) : beyond;
  if (most === undefined) return null;
  // Beyond the edge of a label nothing is printed, whatever its printer leaves blank.
  const isCut = blank === LABEL_EDGE && most.byEmu > blank.emu;
  return {
    ...most,
    acrossEmu: acrossFrom(most),
    spareEmu: spareFrom(most),
    blank: isCut ? null : blank,
    edgeEmu: blank.emu,
  };
}

interface BeyondEdge {
  readonly side: "left" | "top" | "right" | "bottom";
  /** How far it lies out of its room. */
  readonly byEmu: Emu;
  /** How far it lies out of its room at the other side too; 0 where it does not. */
  readonly acrossEmu: Emu;
  /** How far it may move on before it lies out of its room at the other side. */
  readonly spareEmu: Emu;
  /** Between its room and the edge of the paper; negative where that is the room's inner one. */
  readonly edgeEmu: Emu;
  /** What printers leave blank; null: it is the paper's own edge, where letters are cut off. */
  readonly blank: BlankEdge | null;
}

/** What is advised, with the property whose other value mends it, where one does. */
interface Advice {
  readonly title: string;
  readonly change?: Extract<PropertyChange, { value: string }>;
}

/** Where nothing that stands in the source is known to mend it. */
const ELSEWHERE: Advice = {
  title: "set it elsewhere, or make it or what holds it smaller, so that it lies within the page's margins",
};

/** Where the element would stand that stands too far out; null where no coordinate of its own says it. */
function inwards({ side, byEmu, acrossEmu, spareEmu }: BeyondEdge, element: ElementInfo): Advice | null {
  const property = side === "left" || side === "right" ? "x" : "y";
  const atEmu = property === "x" ? element.xEmu : element.yEmu;
  if (atEmu === null) return null;
  const isTooLarge = acrossEmu > 0 || spareEmu < byEmu;
  const isFirst = side === "left" || side === "top";
  if (element.held.isTurned || isTooLarge || (!isFirst && atEmu < byEmu)) return ELSEWHERE;
  const value = isFirst ? lengthTextAbove(atEmu + byEmu) : lengthTextBelow(atEmu - byEmu);
  return {
    title: `move it ${millimetres(byEmu)} inwards (${property}=${value})`,
    change: { property, value, of: element.ownSpan },
  };
}

const OPPOSITE = { left: "right", right: "left", top: "bottom", bottom: "top" } as const;

/** Where `margin` of a page says its sides. */
const SIDES = { top: 0, right: 1, bottom: 2, left: 3 } as const;

/** What brings an element of a flow back onto the paper, which has no place of its own to be moved from. */
function backInto(canvas: Canvas, beyond: BeyondEdge, element: ElementInfo): Advice {
  const { side, byEmu, acrossEmu, edgeEmu } = beyond;
  if (canvas.pages.some(isLabel)) return { title: ontoLabel(beyond) };
  const { held } = element;
  if (held.isTurned) return ELSEWHERE;
  const margins = canvas.pages.map(({ margin }) => margin[SIDES[side]]);
  const least = Math.min(...margins);
  const isMoved = side === "left" ? !held.isAside : side === "right" ? !held.isFixedWide : true;
  if (least < edgeEmu && isMoved && byEmu <= edgeEmu - least) {
    return { title: `give the page a margin of at least ${hundredths(edgeEmu)} at the ${side}` };
  }
  // Counted to the margin, where the content of its neighbours ends, and not to what the printer leaves blank.
  const toMargin = Math.max(0, least - Math.max(0, edgeEmu));
  if (side === "left" || side === "right") {
    // What stands in the middle gives way at both sides.
    const across = Math.min(...canvas.pages.map(({ margin }) => margin[SIDES[OPPOSITE[side]]]));
    const isBoth = acrossEmu > 0;
    const by = byEmu + toMargin + (isBoth ? acrossEmu + Math.max(0, across - Math.max(0, edgeEmu)) : 0);
    const where = isBoth ? "it keeps to both margins" : "it ends at the margin";
    return smaller("w", element, by, `make it narrower by ${hundredths(by)}, so that ${where}`);
  }
  if (side === "top") return ELSEWHERE;
  const by = byEmu + toMargin;
  const onward = "leave out h= and keep=together about it, so that it goes on to the next page";
  return smaller("h", element, by, `make it lower by ${hundredths(by)}, or ${onward}`);
}

/** Advises a smaller size where the element declares one, and another place where it does not. */
function smaller(property: "w" | "h", element: ElementInfo, byEmu: Emu, title: string): Advice {
  const sizeEmu = property === "w" ? element.widthEmu : element.heightEmu;
  if (sizeEmu === null || sizeEmu <= byEmu) return ELSEWHERE;
  return { title, change: { property, value: lengthTextBelow(sizeEmu - byEmu), of: element.ownSpan } };
}

/** One of several on a sheet, whose own margin is around all of them. */
function isLabel({ sheet, margin }: CanvasPage): boolean {
  return sheet !== undefined && sheet.columns * sheet.rows > 1 && margin.every((side) => side === 0);
}

/** The labels of a sheet lie where their maker cut them: no margin of the page moves them. */
function ontoLabel({ side, byEmu }: BeyondEdge): string {
  const by = hundredths(byEmu);
  const inwards = `set it ${by} further in, by padding-${side}= of a box around it`;
  if (side === "left" || side === "top") return inwards;
  const smaller = side === "right" ? "narrower" : "lower";
  return `make it ${smaller} by ${by}: a smaller size=, fit=shrink, lines= or fewer characters; or ${inwards}`;
}

function outside(
  canvas: Canvas,
  item: PlacedItem,
  beyond: BeyondEdge,
  page: number,
  elements: ElementIndex,
): Diagnostic {
  const element = elements.byStart.get(item.span[0]);
  const advised = element === undefined ? ELSEWHERE : (inwards(beyond, element) ?? backInto(canvas, beyond, element));
  const { blank, byEmu, edgeEmu, side } = beyond;
  const overEmu = blank === null ? byEmu - edgeEmu : byEmu;
  const area = blank === null ? "paper" : "printable area";
  const subject = element === undefined ? "it" : nameOf(element);
  // A picture that the background cuts off may be meant so.
  const isMeant = item.kind === "image" && element?.inBackground === true;
  return {
    code: "RPT5003",
    severity: blank?.severity ?? (isMeant ? "warning" : "error"),
    span: { start: item.span[0], end: item.span[1] },
    message: `${subject} leaves the ${area} by ${millimetres(overEmu)} at the ${side} (page ${page + 1})`,
    why: blank?.why ?? "what lies beyond the edge is cut off",
    repair: { applicability: "suggestion", edits: [], ...advised },
  };
}

/** How far content reaches to the left and to the right, in a form whose pages all have the same margins. */
export interface SideExtents {
  readonly leftEmu: Emu;
  readonly rightEmu: Emu;
}

/** Content that keeps to the margins. */
export function marginsOf(canvas: Canvas): SideExtents {
  const section = onlySection(canvas);
  return section === null
    ? { leftEmu: Number.NEGATIVE_INFINITY, rightEmu: Number.POSITIVE_INFINITY }
    : { leftEmu: section.margin[3], rightEmu: section.widthEmu - section.margin[1] };
}

/** The extents with those of a page. */
export function sideExtents(page: Page, elements: ElementIndex, before: SideExtents): SideExtents {
  let { leftEmu: left, rightEmu: right } = before;
  for (const item of page.items) {
    const element = elements.byStart.get(item.span[0]);
    if (element === undefined || isOnPurpose(item, element)) continue;
    const ink = inkOf(item);
    if (ink === null) continue;
    const [from, to] = item.kind === "glyphs" && isUpright(item) ? lineSides(item) : inkSides(item, ink);
    left = Math.min(left, from);
    right = Math.max(right, to);
  }
  return { leftEmu: left, rightEmu: right };
}

/** The width of a border line, which margins leave out: the line may lie inside, outside or about the edge. */
export function frameLineEmu(item: PlacedItem): Emu {
  return item.kind === "stroke" && item.isBorder === true ? item.widthEmu : 0;
}

function inkSides(item: PlacedItem, { leftEmu, rightEmu }: Rectangle): readonly [left: Emu, right: Emu] {
  const lineEmu = frameLineEmu(item);
  return [leftEmu + lineEmu, rightEmu - lineEmu];
}

function isUpright({ run, rotation }: GlyphRunItem): boolean {
  return run.direction === "horizontal" && (rotation ?? 0) === 0;
}

/** From where to where a line counts. Its ink leaves out half of a comma that hangs, and all of it may hang. */
function lineSides(item: GlyphRunItem): readonly [left: Emu, right: Emu] {
  return [item.xEmu + blankBefore(item), item.xEmu + item.advanceEmu - blankBehind(item)];
}

/** Content beyond one side margin and not beyond the other. Told once for a document. */
export function unevenMargins(canvas: Canvas, { leftEmu: left, rightEmu: right }: SideExtents): readonly Diagnostic[] {
  const section = onlySection(canvas);
  if (section === null) return [];
  const unbalanced = unevenPaper(section);
  if (unbalanced !== null) return [unbalanced];
  // Content that leaves the paper has no margin to compare: it has RPT5003 already, or bleeds on purpose.
  if (left < 0 || right > section.widthEmu) return [];
  const overLeft = section.margin[3] - left > MARGIN_TOLERANCE_EMU;
  const overRight = right - (section.widthEmu - section.margin[1]) > MARGIN_TOLERANCE_EMU;
  return overLeft === overRight ? [] : [uneven(section, left, section.widthEmu - right)];
}

/** On a sheet the margins are those of its parts, which lie side by side. */
function onlySection({ pages }: Canvas): CanvasPage | null {
  const [section] = pages;
  return section === undefined || pages.length > 1 || section.sheet !== undefined ? null : section;
}

/** Side margins that differ by more than this were meant for binding, or are a slip. */
const MARGINS_APART_EMU = 36_000;

/** RPT5004: side margins that differ, where nothing says that the larger one is for binding. */
function unevenPaper(section: CanvasPage): Diagnostic | null {
  const [, right, , left] = section.margin;
  const larger = left > right ? "left" : "right";
  if (Math.abs(left - right) <= MARGINS_APART_EMU || section.gutter === larger) return null;
  return {
    code: "RPT5004",
    severity: "warning",
    span: { start: section.span[0], end: section.span[1] },
    message: `the margins differ: left ${millimetres(left)}, right ${millimetres(right)}`,
    why: "the form stands off the middle of the paper",
    repair: {
      title: `make them equal, or write gutter=${larger} where the larger one is meant for binding`,
      applicability: "suggestion",
      edits: [],
    },
  };
}

/** How far a level line may reach beyond its end: by its last letter spacing, and by a hanging mark or blanks. */
export function blankBehind(item: GlyphRunItem): Emu {
  return isUpright(item) ? Math.max(0, item.letterSpacingEmu) + hangingOf(item) : 0;
}

/** A full stop or comma hangs on purpose (ぶら下げ); blanks and the blank half of a closing bracket are not seen. */
function hangingOf(item: GlyphRunItem): Emu {
  const { run, sizeEmu } = item;
  const blanks = run.text.length - run.text.trimEnd().length;
  if (blanks > 0) return blanksAtEndEmu(item, blanks);
  if (/[」』）】〕〉》］｝]$/u.test(run.text)) return sizeEmu / 2;
  return /[。、]$/u.test(run.text) ? sizeEmu : 0;
}

/** A line that begins with a bracket stands beyond its start by the bracket's blank half. */
export function blankBefore(item: GlyphRunItem): Emu {
  const { run, sizeEmu } = item;
  return isUpright(item) && /^[（「『【〔〈《［｛]/u.test(run.text) ? sizeEmu / 2 : 0;
}

function uneven(section: CanvasPage, left: Emu, right: Emu): Diagnostic {
  return {
    code: "RPT5004",
    severity: "warning",
    span: { start: section.span[0], end: section.span[1] },
    message: `content margins differ: left ${millimetres(left)}, right ${millimetres(right)}`,
    why: "content runs over one margin of the page",
    repair: {
      title: "make the content as wide as the page between its margins",
      applicability: "suggestion",
      edits: [],
    },
  };
}

/** Left and right edges in one absolute container that differ by less than anybody means. */
export function findNearlyAligned(elements: ElementIndex): readonly Diagnostic[] {
  return elements.absolute.flatMap(({ children }) => {
    const boxes = children.flatMap((child) => ("box" in child ? [{ box: child.box, span: child.span }] : []));
    const left = boxes.flatMap(({ box, span }) =>
      box.xEmu === null ? [] : [{ atEmu: box.xEmu, xEmu: box.xEmu, span }],
    );
    const right = boxes.flatMap(({ box, span }) =>
      box.xEmu === null || box.width.kind !== "length"
        ? []
        : [{ atEmu: box.xEmu + box.width.emu, xEmu: box.xEmu, span }],
    );
    const told = new Set<number>();
    return [...nearPairs("left", left, told), ...nearPairs("right", right, told)];
  });
}

/** One edge of an element, and where the element itself begins. */
interface Edge {
  readonly atEmu: Emu;
  readonly xEmu: Emu;
  readonly span: SourceSpan;
}

/** `told` are elements that have their finding: of two edges that are off together one is enough. */
function nearPairs(side: "left" | "right", edges: readonly Edge[], told: Set<number>): readonly Diagnostic[] {
  const sorted = [...edges].sort((one, other) => one.atEmu - other.atEmu || one.span[0] - other.span[0]);
  return sorted.flatMap((edge, index) => {
    const before = sorted[index - 1];
    const apartEmu = before === undefined ? 0 : edge.atEmu - before.atEmu;
    if (before === undefined || apartEmu === 0 || apartEmu > NEAR_EMU || told.has(edge.span[0])) return [];
    told.add(edge.span[0]);
    const [property, emu] = side === "left" ? ["x", before.atEmu] : ["w", before.atEmu - edge.xEmu];
    const change = { property, value: hundredths(emu) };
    return [
      {
        code: "RPT5007",
        severity: "warning",
        span: { start: edge.span[0], end: edge.span[1] },
        message: `${side} edges at ${hundredths(before.atEmu)} and ${hundredths(edge.atEmu)} are nearly aligned`,
        why: "the eye sees the step and takes it for a mistake",
        repair: {
          title: `set ${change.property}=${change.value}, so that both edges stand at ${hundredths(before.atEmu)}`,
          applicability: "suggestion",
          edits: [],
          change,
        },
      },
    ];
  });
}
