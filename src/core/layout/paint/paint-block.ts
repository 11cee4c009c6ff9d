// Fragments at their places → items of the page, in paint order and reading order.
import type { Emu } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import { opaqueParts } from "../../pictures/index.ts";
import {
  type Block,
  type ColumnsFragment,
  type DeferredTextBlock,
  type DrawingBlock,
  type FlowBlock,
  type FlowFragment,
  type Fragment,
  flowHeight,
  gapBetween,
  type ImageBlock,
  type PlacedMarker,
  type PlateBlock,
  type RowBlock,
  type RuleBlock,
  type SealBlock,
  shownPath,
  type TableFragment,
  type TextBlock,
  type TiersFragment,
  type TurnedBlock,
} from "../blocks/index.ts";
import { cutFlow, wholeColumns, wholeTable } from "../cut/index.ts";
import { setTextElement, shareBefore } from "../elements/index.ts";
import { ARTIFACT, moveItem, movePoint, type PathCommand, type Rectangle, roundedRectangle } from "../page/index.ts";
import { lineCountOf, type PagePoint, type TextBox, type TextPlace, unfollowedFinding } from "../words/index.ts";
import { fadeItems, OPAQUE } from "./fade-items.ts";
import { noteLink } from "./linked-places.ts";
import { firstLineEmu } from "./paint-composed.ts";
import { dashOf, paintBorders, paintFill, paintLine } from "./paint-lines.ts";
import { paintPaths } from "./paint-paths.ts";
import { paintTable } from "./paint-table.ts";
import { paintTextLines } from "./paint-text.ts";
import {
  fillShape,
  imageIndexOf,
  itemBodyOf,
  itemNodesOf,
  linkNodeOf,
  nodeOf,
  type Painting,
  type Place,
  parentIn,
  strokeShape,
} from "./painting.ts";
import { PlateReader } from "./read-together.ts";
import { clipToCorners, clipToDoubles } from "./round-corners.ts";

/** @param centred borders lie on the edges of the box, as where cells share them. */
export function paintFragment(painting: Painting, fragment: Fragment, place: Place, centred = false): void {
  const { block } = fragment;
  const { sheet } = painting;
  const layer = sheet.items;
  if (block.meta.layer !== "normal") sheet.items = block.meta.layer === "under" ? sheet.under : sheet.over;
  const first = sheet.items.length;
  // A block that goes on from the page before has told its findings there.
  if (block.node === null) tellFindings(painting, block, place);
  if (sheet.placesWanted !== null) notePlace(sheet.placesWanted, block, place);
  if (block.meta.id !== null) noteDestination(painting, block.meta.id, place.yEmu);
  switch (fragment.kind) {
    case "whole":
      paintWhole(painting, block, place, centred);
      break;
    case "flow":
      paintFlowFragment(painting, fragment, place);
      break;
    case "columns":
      paintColumns(painting, fragment, place);
      break;
    case "lines":
      paintText(painting, fragment.block, fragment.from, fragment.to, place, false);
      break;
    case "tiers":
      paintTiers(painting, fragment, place);
      break;
    case "table": {
      const node = nodeOf(painting, fragment.block, "Table", place.parent);
      paintFramedTable(painting, fragment, place, node);
      break;
    }
    default:
      fragment satisfies never;
  }
  if (block.meta.link !== null) paintLink(painting, block, block.meta.link, place);
  if (block.meta.alpha !== OPAQUE) fadeItems(sheet.items, first, block.meta.alpha);
  sheet.items = layer;
}

function paintWhole(painting: Painting, block: Block, place: Place, centred: boolean): void {
  const { items } = painting.sheet;
  const at = items.length;
  paintKind(painting, block, place, centred);
  const first = items[at];
  if (first === undefined || (block.kind !== "drawing" && block.kind !== "image" && block.kind !== "rect")) return;
  // A list shows an element often: its pictures are told from one another, whether or not anybody reads their nodes.
  const isTold = block.findings.some(({ code }) => code === "RPT4026");
  items[at] = { ...first, startsPicture: true, ...(isTold ? { isToldUnseen: true } : {}) };
}

function paintKind(painting: Painting, block: Block, place: Place, centred: boolean): void {
  switch (block.kind) {
    case "text":
      return paintText(painting, block, 0, lineCountOf(block.text.paragraph), place, centred);
    case "deferred":
      return paintDeferred(painting, block, place);
    case "flow":
      return paintFlow(painting, block, place, centred);
    case "row":
      return paintRow(painting, block, place);
    case "plate":
      return paintPlate(painting, block, place, centred);
    case "rule":
      return paintRule(painting, block, place);
    case "rect":
      return paintBox(painting, block, place, centred);
    case "image":
      return paintImage(painting, block, place, centred);
    case "seal":
      return paintSeal(painting, block, place);
    case "drawing":
      return paintDrawing(painting, block, place);
    case "turned":
      return paintTurned(painting, block, place);
    case "columns":
      return paintColumns(painting, wholeColumns(block, cutFlow), place);
    case "table": {
      const node = nodeOf(painting, block, "Table", place.parent);
      return paintFramedTable(painting, wholeTable(block), place, node);
    }
    case "bookmark":
      // An outline entry without a title is of no use.
      if (block.title.trim() === "") return;
      painting.bookmarks.push({
        title: block.title,
        level: block.level,
        page: painting.pages.length,
        yEmu: place.yEmu,
      });
      return;
    case "space":
      return;
    default:
      block satisfies never;
  }
}

function borderBox(block: Block, place: Place): Rectangle {
  const { margin } = block.frame;
  return {
    leftEmu: place.xEmu + margin[3],
    topEmu: place.yEmu + margin[0],
    rightEmu: place.xEmu + block.widthEmu - margin[1],
    bottomEmu: place.yEmu + place.heightEmu - margin[2],
  };
}

/** The content box as a place for what lies in it. */
function contentPlace(block: Block, place: Place): Place {
  const { margin, padding } = block.frame;
  return {
    xEmu: place.xEmu + margin[3] + padding[3],
    yEmu: place.yEmu + margin[0] + padding[0],
    heightEmu: place.heightEmu - margin[0] - padding[0] - padding[2] - margin[2],
    parent: place.parent,
    still: place.still,
  };
}

function paintBox(painting: Painting, block: Block, place: Place, centred: boolean): void {
  paintGround(painting, block, place);
  paintEdges(painting, block, place, centred);
}

/** The frame of a table lies on the outer borders of its cells. */
function paintFramedTable(painting: Painting, fragment: TableFragment, place: Place, node: number): void {
  const { block } = fragment;
  const inside = paintGround(painting, block, place);
  const isFramed = paintTable(painting, fragment, contentPlace(block, place), node, paintFragment);
  if (isFramed) return;
  clipToDoubles(painting.sheet.items, inside, borderBox(block, place), block.frame);
  paintEdges(painting, block, place, true, inside);
}

/** Answers where the items of what lies in the block begin. */
function paintGround(painting: Painting, block: Block, place: Place): number {
  const still = place.still && !block.varies;
  paintFill(painting.sheet, block.span, block.frame, borderBox(block, place), still);
  return painting.sheet.items.length;
}

/** @param inside where the items of what lies in the block begin: its round corners cut them. */
function paintEdges(painting: Painting, block: Block, place: Place, centred: boolean, inside?: number): void {
  const { radiusEmu } = block.frame;
  if (inside !== undefined && radiusEmu > 0) {
    clipToCorners(painting.sheet.items, inside, borderBox(block, place), { span: block.span, radiusEmu });
  }
  const still = place.still && !block.varies;
  paintBorders(painting.sheet, block.span, block.frame, borderBox(block, place), still, centred);
}

function paintText(
  painting: Painting,
  block: TextBlock,
  from: number,
  to: number,
  place: Place,
  centred: boolean,
): void {
  paintBox(painting, block, place, centred);
  const { label, body } = textNodes(painting, block, place.parent);
  const node = readNode(painting, block, body);
  const content = contentPlace(block, place);
  if (from === 0 && block.marker !== undefined)
    paintMarker(painting, block.span, block.text, block.marker, content, label);
  const at = textPlace(content, node);
  const isNaming = block.isLabel === true || block.structure === "TH";
  paintTextLines(painting, block.span, block.text, from, to, isNaming ? { ...at, isNaming } : at);
}

function paintTiers(painting: Painting, { block, isFirst, tiers }: TiersFragment, place: Place): void {
  paintBox(painting, block, place, false);
  const { label, body } = textNodes(painting, block, place.parent);
  const node = readNode(painting, block, body);
  const { xEmu, yEmu, still } = contentPlace(block, place);
  for (const tier of tiers) {
    const { text } = tier;
    const at = { xEmu, yEmu: yEmu + tier.yEmu, heightEmu: text.heightEmu, node, still };
    if (isFirst && tier === tiers[0] && block.marker !== undefined) {
      paintMarker(painting, block.span, text, block.marker, at, label);
    }
    paintTextLines(painting, block.span, text, 0, lineCountOf(text.paragraph), at);
  }
}

/** A literal of its own: spreading a place for each text took a twentieth of a batch. */
function textPlace({ xEmu, yEmu, heightEmu, still }: Place, node: number): TextPlace {
  return { xEmu, yEmu, heightEmu, node, still };
}

/** A paragraph with a marker is an item of a list. */
function textNodes(painting: Painting, block: TextBlock, parent: number) {
  const known = block.marker === undefined ? undefined : painting.itemLabels.get(parent);
  if (known !== undefined) return { label: known, body: nodeOf(painting, block, block.structure, parent) };
  if (block.marker !== undefined && block.structure === "P") return itemNodesOf(painting, block, parent);
  const node = nodeOf(painting, block, block.structure, parent);
  return { label: node, body: node };
}

/** The bullet or number stands left of the first line, on its baseline; above it in vertical writing. */
function paintMarker(
  painting: Painting,
  span: SourceSpan,
  lines: TextBox,
  marker: PlacedMarker,
  place: Pick<Place, "xEmu" | "yEmu" | "heightEmu" | "still">,
  node: number,
): void {
  const { text, lengthEmu } = marker;
  const { still } = place;
  const end = lineCountOf(text.paragraph);
  if (lines.style.writing === "vertical") {
    const xEmu = place.xEmu + firstLineEmu(lines) - firstLineEmu(text);
    const own = { xEmu, yEmu: place.yEmu - lengthEmu, heightEmu: lengthEmu, node, still };
    return paintTextLines(painting, span, text, 0, end, own);
  }
  const free = Math.max(0, place.heightEmu - lines.heightEmu);
  const { valign } = lines.style;
  const down = valign === "bottom" ? free : valign === "middle" ? Math.floor(free / 2) : 0;
  // Set as its text is, the marker stands in the middle or at the right of its place; it begins where that does.
  const xEmu = place.xEmu + firstLineStart(lines) - lengthEmu - firstLineStart(text);
  const own = { xEmu, yEmu: place.yEmu + down, heightEmu: text.heightEmu, node, still };
  paintTextLines(painting, span, text, 0, end, own);
}

/** How far right a first line begins that is not set from the left: a marker stands before the words. */
function firstLineStart({ paragraph, style }: TextBox): Emu {
  if (style.align !== "center" && style.align !== "right") return 0;
  return paragraph.lines[0]?.pieces[0]?.xEmu ?? 0;
}

function tellFindings(painting: Painting, block: Block, place: Place): void {
  const { unfollowed } = block.meta;
  const ofLink = unfollowed === undefined ? [] : [unfollowedFinding(unfollowed, block.span)];
  for (const finding of [...block.findings, ...ofLink]) {
    const at = pointOf(block, place, finding.span[0]);
    // A box of several elements is as high as its texts make it.
    const isOverfull = finding.code === "RPT4001" && finding.path === null && finding.span[0] === block.span[0];
    const told = isOverfull ? { ...finding, path: shownPath(block) } : finding;
    painting.findings.add(told, painting.sheet.number, at);
  }
}

/** Where the element stands that begins at `start` of the source: the block itself, or a part of a table or plate. */
function pointOf(block: Block, place: Place, start: number): PagePoint | null {
  if (block.span[0] === start || block.kind === "table") {
    return { xEmu: place.xEmu + block.frame.margin[3], yEmu: place.yEmu + block.frame.margin[0] };
  }
  if (block.kind !== "plate") return null;
  const child = block.children.find((one) => one.block.span[0] === start);
  const content = contentPlace(block, place);
  return child === undefined ? null : { xEmu: content.xEmu + child.xEmu, yEmu: content.yEmu + child.yEmu };
}

/** What is cut stands where its part on this page begins. */
function notePlace(wanted: Map<number, PagePoint | null>, block: Block, place: Place): void {
  const [start] = block.span;
  if (wanted.get(start) === null) wanted.set(start, pointOf(block, place, start));
}

/** Now that the page is known, its number can be shown. */
function paintDeferred(painting: Painting, block: DeferredTextBlock, place: Place): void {
  const { sheet } = painting;
  const { margin } = block.element.box;
  const scope = sheet.input.evaluation.withPage(block.scope, { n: sheet.number, total: sheet.total });
  const text = setTextElement(sheet.input, block.element, scope, block.widthEmu - margin[1] - margin[3]);
  const node = readNode(painting, block, nodeOf(painting, block, block.structure, place.parent));
  tellFindings(painting, text, place);
  paintBox(painting, text, place, false);
  const content = contentPlace(text, place);
  if (text.marker !== undefined) paintMarker(painting, text.span, text.text, text.marker, content, node);
  paintTextLines(painting, block.span, text.text, 0, lineCountOf(text.text.paragraph), textPlace(content, node));
}

/** Where a text's words belong: to its link where it is one. */
function readNode(painting: Painting, block: Block, node: number): number {
  return block.meta.link === null ? node : linkNodeOf(painting, block, node);
}

function parentFor(painting: Painting, block: FlowBlock | RowBlock, place: Place): number {
  if (block.structure === "LBody") return itemBodyOf(painting, block, place.parent);
  return parentIn(painting, block, block.structure, place.parent);
}

function paintFlow(painting: Painting, block: FlowBlock, place: Place, centred: boolean): void {
  const inside = paintGround(painting, block, place);
  const content = contentPlace(block, place);
  const parent = parentFor(painting, block, place);
  let y = content.yEmu + freeAbove(block, content.heightEmu);
  let previous: Block | null = null;
  for (const { xEmu, block: child } of block.children) {
    y += gapBetween(previous, child, block.gapEmu);
    const fragment = { kind: "whole", block: child, heightEmu: child.heightEmu } as const;
    const at = { xEmu: content.xEmu + xEmu, yEmu: y, heightEmu: child.heightEmu, parent, still: content.still };
    paintFragment(painting, fragment, at);
    y += child.heightEmu;
    if (child.kind !== "bookmark") previous = child;
  }
  paintEdges(painting, block, place, centred, inside);
}

/** What of a higher box lies above its contents, as its `valign` says. */
function freeAbove({ valign, children, gapEmu }: FlowBlock, roomEmu: Emu): Emu {
  if (valign === undefined) return 0;
  const freeEmu = Math.max(0, roomEmu - flowHeight(children, gapEmu));
  return valign === "bottom" ? freeEmu : Math.floor(freeEmu / 2);
}

function paintFlowFragment(painting: Painting, fragment: FlowFragment, place: Place): void {
  const { block } = fragment;
  const inside = paintGround(painting, block, place);
  const content = contentPlace(block, place);
  const parent = parentFor(painting, block, place);
  const { still } = content;
  for (const child of fragment.children) {
    const { heightEmu } = child.fragment;
    const at = { xEmu: content.xEmu + child.xEmu, yEmu: content.yEmu + child.yEmu, heightEmu, parent, still };
    paintFragment(painting, child.fragment, at);
  }
  paintEdges(painting, block, place, false, inside);
}

/** Painted at the page's corner on a layer of its own, then turned to its place. */
function paintTurned(painting: Painting, block: TurnedBlock, place: Place): void {
  const { sheet, findings } = painting;
  const { inner, turn } = block;
  const edges = borderBox(block, place);
  const right = turn === 270 ? 0 : turn === 90 ? inner.heightEmu : inner.widthEmu;
  const down = turn === 90 ? 0 : turn === 180 ? inner.heightEmu : inner.widthEmu;
  const movement = { turn, xEmu: edges.leftEmu + right, yEmu: edges.topEmu + down };
  const [layer, pagePoint] = [sheet.items, findings.pagePoint];
  sheet.items = [];
  findings.pagePoint = (at) => {
    const [xEmu, yEmu] = movePoint(at.xEmu, at.yEmu, movement);
    return pagePoint === null ? { xEmu, yEmu } : pagePoint({ xEmu, yEmu });
  };
  const corner = { xEmu: 0, yEmu: 0, heightEmu: inner.heightEmu, parent: place.parent, still: false };
  paintFragment(painting, { kind: "whole", block: inner, heightEmu: inner.heightEmu }, corner);
  for (const item of sheet.items) layer.push(moveItem(item, movement));
  sheet.items = layer;
  findings.pagePoint = pagePoint;
}

function paintColumns(painting: Painting, { block, children }: ColumnsFragment, place: Place): void {
  const inside = paintGround(painting, block, place);
  const content = contentPlace(block, place);
  for (const { xEmu, yEmu, fragment } of children) {
    paintFragment(painting, fragment, {
      xEmu: content.xEmu + xEmu,
      yEmu: content.yEmu + yEmu,
      heightEmu: fragment.heightEmu,
      parent: place.parent,
      still: false,
    });
  }
  paintEdges(painting, block, place, false, inside);
}

function paintDrawing(painting: Painting, block: DrawingBlock, place: Place): void {
  const { sheet } = painting;
  const inside = paintGround(painting, block, place);
  const edges = borderBox(block, place);
  // What is told by an alternative text needs a node even without letters.
  const told = block.texts.length > 0 || block.meta.alt !== null || block.told === true;
  const node = told ? nodeOf(painting, block, block.structure, place.parent) : ARTIFACT;
  for (const { points, closed, fill, line } of block.shapes) {
    const commands = points.map(([x, y], at): PathCommand => {
      return { op: at === 0 ? "move" : "line", xEmu: edges.leftEmu + x, yEmu: edges.topEmu + y };
    });
    if (closed) commands.push({ op: "close" });
    const shape = { kind: "path", commands } as const;
    if (fill !== null) fillShape(sheet, block.span, shape, fill, false, node);
    if (line !== null) strokeShape(sheet, block.span, shape, line, dashOf(line), false, node);
  }
  if (block.paths !== undefined) paintPaths(sheet, block.span, block.paths, [edges.leftEmu, edges.topEmu], node);
  for (const { xEmu, yEmu, heightEmu, text } of block.texts) {
    const at = { xEmu: edges.leftEmu + xEmu, yEmu: edges.topEmu + yEmu, heightEmu, node, still: false };
    paintTextLines(painting, block.span, text, 0, lineCountOf(text.paragraph), at);
  }
  paintEdges(painting, block, place, false, inside);
}

/** Children stretch to the row's height, but for those that declare their own. */
function paintRow(painting: Painting, block: RowBlock, place: Place): void {
  const inside = paintGround(painting, block, place);
  const content = contentPlace(block, place);
  const parent = parentFor(painting, block, place);
  const { still } = content;
  for (const { xEmu, yEmu, block: child } of block.children) {
    const heightEmu = child.fixedHeight ? child.heightEmu : Math.max(child.heightEmu, content.heightEmu - yEmu);
    const at: Place = { xEmu: content.xEmu + xEmu, yEmu: content.yEmu + yEmu, heightEmu, parent, still };
    paintFragment(painting, { kind: "whole", block: child, heightEmu }, at, block.collapsed);
  }
  paintEdges(painting, block, place, false, inside);
}

function paintPlate(painting: Painting, block: PlateBlock, place: Place, centred: boolean): void {
  const inside = paintGround(painting, block, place);
  const content = contentPlace(block, place);
  const isRead = painting.keepsStructure && content.parent !== ARTIFACT && !painting.sheet.inBand;
  const reader = isRead ? new PlateReader(painting, content.parent) : null;
  for (const { xEmu, yEmu, block: child } of block.children) {
    const fragment = { kind: "whole", block: child, heightEmu: child.heightEmu } as const;
    paintFragment(painting, fragment, {
      xEmu: content.xEmu + xEmu,
      yEmu: content.yEmu + yEmu,
      heightEmu: child.heightEmu,
      parent: content.parent,
      still: content.still,
    });
    reader?.add(child, content.xEmu + xEmu);
  }
  reader?.finish();
  paintEdges(painting, block, place, centred, inside);
}

function paintRule(painting: Painting, block: RuleBlock, place: Place): void {
  const { margin } = block.frame;
  const x = place.xEmu + margin[3];
  const y = place.yEmu + margin[0];
  const isStatic = place.still && block.isStatic;
  paintLine(
    painting.sheet,
    block.span,
    block.line,
    x + block.fromXEmu,
    y + block.fromYEmu,
    x + block.toXEmu,
    y + block.toYEmu,
    isStatic,
  );
}

/** The border lies over the picture, which would hide it where it fills its box. */
function paintImage(painting: Painting, block: ImageBlock, place: Place, centred: boolean): void {
  paintGround(painting, block, place);
  const content = contentPlace(block, place);
  const { padding, margin } = block.frame;
  const box: Rectangle = {
    leftEmu: content.xEmu,
    topEmu: content.yEmu,
    rightEmu: place.xEmu + block.widthEmu - margin[1] - padding[1],
    bottomEmu: content.yEmu + content.heightEmu,
  };
  const { fit } = block.placing;
  const rectangle = fit === "fill" ? box : proportional(block, box);
  const shown = fit === "cover" ? box : rectangle;
  const { radiusEmu } = block.frame;
  const opaque = opaqueParts(block.image);
  painting.sheet.items.push({
    kind: "image",
    span: block.span,
    node: figureNode(painting, block, place.parent),
    isStatic: false,
    image: imageIndexOf(painting, block.image),
    ...(opaque === null ? {} : { opaque }),
    picture: block.image,
    rectangle,
    clip: fit === "cover" ? box : null,
    ...(radiusEmu > 0 ? { clipPaths: [{ commands: roundedRectangle(shown, radiusEmu) }] } : {}),
  });
  paintEdges(painting, block, place, centred);
}

/** An empty alternative text says that there is nothing to tell. */
function figureNode(painting: Painting, block: ImageBlock, parent: number): number {
  if (block.meta.alt?.trim() === "") return ARTIFACT;
  const linked = block.meta.link === null ? parent : linkNodeOf(painting, block, parent);
  return nodeOf(painting, block, "Figure", linked);
}

/** The image's proportions: inside the box for `contain`, around it for `cover`. */
function proportional(block: ImageBlock, box: Rectangle): Rectangle {
  const width = box.rightEmu - box.leftEmu;
  const height = box.bottomEmu - box.topEmu;
  const { widthPx, heightPx } = block.image;
  const heightLeads = width * heightPx > height * widthPx === (block.placing.fit === "contain");
  const shownWidth = heightLeads ? Math.round((height * widthPx) / heightPx) : width;
  const shownHeight = heightLeads ? height : Math.round((width * heightPx) / widthPx);
  const leftEmu = box.leftEmu + Math.floor((width - shownWidth) * shareBefore(block.placing.align));
  const topEmu = box.topEmu + Math.floor((height - shownHeight) * shareBefore(block.placing.valign));
  return { leftEmu, topEmu, rightEmu: leftEmu + shownWidth, bottomEmu: topEmu + shownHeight };
}

/** A ring as wide as a thirtieth of its seal. */
const RING_SHARE = 30;
/** The corners of a square seal are cut by this part of its side. */
const SQUARE_ROUNDNESS = 24;

function paintSeal(painting: Painting, block: SealBlock, place: Place): void {
  const { items } = painting.sheet;
  const from = items.length;
  paintBox(painting, block, place, false);
  const edges = borderBox(block, place);
  const node = nodeOf(painting, block, block.meta.alt === null ? "P" : "Figure", place.parent);
  if (block.ring) {
    const { padding } = block.frame;
    const roomEmu = edges.rightEmu - edges.leftEmu - padding[1] - padding[3];
    const tallEmu = edges.bottomEmu - edges.topEmu - padding[0] - padding[2];
    const side = Math.max(0, Math.min(roomEmu, tallEmu));
    const widthEmu = Math.max(1, Math.round(side / RING_SHARE));
    const inset = Math.ceil(widthEmu / 2);
    const left = edges.leftEmu + padding[3] + Math.floor((roomEmu - side) / 2) + inset;
    const top = edges.topEmu + padding[0] + Math.floor((tallEmu - side) / 2) + inset;
    const inner: Emu = side - 2 * inset;
    const rectangle = { leftEmu: left, topEmu: top, rightEmu: left + inner, bottomEmu: top + inner };
    const roundness = block.square === true ? SQUARE_ROUNDNESS : 2;
    const shape = { kind: "rectangle", rectangle, radiusEmu: Math.floor(inner / roundness) } as const;
    strokeShape(painting.sheet, block.span, shape, { widthEmu, color: block.color }, [], false);
  }
  for (const { xEmu, yEmu, heightEmu, text } of block.texts) {
    const at = { xEmu: edges.leftEmu + xEmu, yEmu: edges.topEmu + yEmu, heightEmu, node, still: place.still };
    paintTextLines(painting, block.span, text, 0, lineCountOf(text.paragraph), at);
  }
  if (block.isOpenPlace !== true) return;
  items.splice(
    from,
    items.length - from,
    ...items.slice(from).map((item) => ({ ...item, isOpenPlace: true as const })),
  );
}

function paintLink(painting: Painting, block: Block, link: string, place: Place): void {
  const at = { xEmu: place.xEmu + block.frame.margin[3], yEmu: place.yEmu + block.frame.margin[0] };
  const { linkPath = null } = block.meta;
  const target = noteLink(painting, { link, linkPath }, block.span, at);
  painting.sheet.items.push({
    kind: "link",
    span: block.span,
    node: linkNodeOf(painting, block, block.node ?? place.parent),
    isStatic: false,
    rectangle: borderBox(block, place),
    target,
  });
}

function noteDestination(painting: Painting, id: string, yEmu: Emu): void {
  if (painting.printedIds.has(id)) return;
  painting.printedIds.add(id);
  painting.destinations.push({ name: `${id}${painting.placeNames}`, page: painting.pages.length, yEmu });
}
