// Fragments at their places → items of the page, in paint order and reading order.
import type { Emu } from "../../canvas/index.ts";
import {
  type Block,
  type ColumnsFragment,
  type DeferredTextBlock,
  type FlowBlock,
  type FlowFragment,
  type Fragment,
  flowHeight,
  gapBetween,
  type PlateBlock,
  type RowBlock,
  shownPath,
  type TableFragment,
  type TurnedBlock,
} from "../blocks/index.ts";
import { cutFlow, wholeColumns, wholeTable } from "../cut/index.ts";
import { setTextElement } from "../elements/index.ts";
import { ARTIFACT, moveItem, movePoint } from "../page/index.ts";
import { lineCountOf, type PagePoint, unfollowedFinding } from "../words/index.ts";
import { fadeItems, OPAQUE } from "./fade-items.ts";
import { noteLink } from "./linked-places.ts";
import { borderBox, contentPlace, paintBox, paintEdges, paintGround } from "./paint-box.ts";
import { paintDrawing, paintImage, paintRule, paintSeal } from "./paint-pictures.ts";
import { paintTable } from "./paint-table.ts";
import { paintTextLines } from "./paint-text.ts";
import { paintMarker, paintText, paintTiers, readNode, textPlace } from "./paint-text-block.ts";
import { itemBodyOf, linkNodeOf, nodeOf, type Painting, type Place, parentIn } from "./painting.ts";
import { placedInRow } from "./placed-in-row.ts";
import { PlateReader } from "./read-together.ts";
import { clipToDoubles } from "./round-corners.ts";

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

/** The frame of a table lies on the outer borders of its cells. */
function paintFramedTable(painting: Painting, fragment: TableFragment, place: Place, node: number): void {
  const { block } = fragment;
  const inside = paintGround(painting, block, place);
  const isFramed = paintTable(painting, fragment, contentPlace(block, place), node, paintFragment);
  if (isFramed) return;
  clipToDoubles(painting.sheet.items, inside, borderBox(block, place), block.frame);
  paintEdges(painting, block, place, true, inside);
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

/** Children stretch to the row's height, but for those that declare their own or are placed in it. */
function paintRow(painting: Painting, block: RowBlock, place: Place): void {
  const inside = paintGround(painting, block, place);
  const content = { ...contentPlace(block, place), parent: parentFor(painting, block, place) };
  for (const one of block.children) {
    const { block: child, place: at, around } = placedInRow(block, one, content);
    const fragment = { kind: "whole", block: child, heightEmu: at.heightEmu } as const;
    const within = around === undefined ? 0 : paintGround(painting, one.block, around);
    paintFragment(painting, fragment, at, block.collapsed);
    if (around !== undefined) paintEdges(painting, one.block, around, block.collapsed, within);
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
