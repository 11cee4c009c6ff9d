// The page that is being painted: its items in order, the structure tree, and what is collected on the way.
import type { Color, Emu } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { ImageResource } from "../../pictures/index.ts";
import type { Block, BlockMeta } from "../blocks/index.ts";
import {
  ARTIFACT,
  type Bookmark,
  type Destination,
  isHeading,
  type Line,
  type Page,
  type PlacedItem,
  pageRooms,
  type Shape,
  type StrokeItem,
  type StructureNode,
  type StructureType,
} from "../page/index.ts";
import { FindingLog, type LayoutInput, type LinkedPlace, type PagePoint } from "../words/index.ts";
import { elementIds } from "./element-ids.ts";

/** Grows while records are painted; everything of a document is in here. */
export interface Painting {
  readonly pages: Page[];
  readonly structure: StructureNode[];
  /** Whether the structure is wanted; else its root stands for all of it. */
  readonly keepsStructure: boolean;
  readonly images: ImageResource[];
  readonly imageIndexes: Map<ImageResource, number>;
  readonly bookmarks: Bookmark[];
  readonly destinations: Destination[];
  /** The end of destination names in the present record and copy. */
  placeNames: string;
  /** The ids that the present record and copy has printed so far. */
  readonly printedIds: Set<string>;
  /** The printed links of one record to places of the document. */
  readonly linkedPlaces: LinkedPlace[];
  readonly findings: FindingLog;
  /** Elements of headers and footers whose first appearance has been content, by their span's start. */
  readonly bandContent: Set<number>;
  /** The link's node of each block that is one. */
  readonly linkNodes: Map<Block, number>;
  /** The list that a further item may join: one that follows it directly, under the same parent. */
  openList: { readonly parent: number; readonly node: number; end: number } | null;
  /** The node of the marker that stands before what an item of a list holds, by the node of that. */
  readonly itemLabels: Map<number, number>;
  sheet: Sheet;
}

/** One page while it is painted. */
export interface Sheet {
  readonly input: LayoutInput;
  /** As `page.n` and `page.total` print. */
  readonly number: number;
  readonly total: number;
  /** Where items go now: one of the three layers. */
  items: PlacedItem[];
  readonly under: PlacedItem[];
  readonly normal: PlacedItem[];
  readonly over: PlacedItem[];
  /** Inside a header, footer or background: what has no role is decoration there. */
  inBand: boolean;
  /** The node under which a band's own content stands. */
  bandParent: number;
  /** Whether items name the data that they show; else they have no sources. */
  readonly keepsSources: boolean;
  /** Where the elements stand that the page's findings are about, by the starts of their spans; null: nobody asks. */
  placesWanted: Map<number, PagePoint | null> | null;
}

/**
 * Where a block is painted: its margin box, its parent in the structure, and whether what is fixed there may be shared.
 * Data may decide where that stands, but not how it looks: most forms say the same words at the same places.
 */
export interface Place {
  readonly xEmu: Emu;
  readonly yEmu: Emu;
  readonly heightEmu: Emu;
  readonly parent: number;
  readonly still: boolean;
}

export function beginPainting(
  input: LayoutInput,
  span: SourceSpan,
  { structure, sources }: { readonly structure?: boolean; readonly sources?: boolean } = {},
): Painting {
  const painting: Painting = {
    pages: [],
    structure: [],
    keepsStructure: structure !== false,
    images: [],
    imageIndexes: new Map(),
    bookmarks: [],
    destinations: [],
    placeNames: "",
    printedIds: new Set(),
    linkedPlaces: [],
    findings: new FindingLog(elementIds(input.canvas), pageRooms(input.canvas)),
    bandContent: new Set(),
    linkNodes: new Map(),
    openList: null,
    itemLabels: new Map(),
    sheet: beginSheet(input, 0, 0, sources !== false),
  };
  addNode(painting, "Document", -1, span, null, input.canvas.document.lang);
  return painting;
}

export function beginSheet(input: LayoutInput, number: number, total: number, keepsSources: boolean): Sheet {
  const normal: PlacedItem[] = [];
  return {
    input,
    number,
    total,
    items: normal,
    under: [],
    normal,
    over: [],
    inBand: false,
    bandParent: ARTIFACT,
    keepsSources,
    placesWanted: null,
  };
}

/** Adds a node and answers its index. */
export function addNode(
  painting: Painting,
  type: StructureType,
  parent: number,
  span: SourceSpan,
  meta: Pick<BlockMeta, "role" | "alt"> | null,
  lang: string | null = null,
  cell: Pick<StructureNode, "scope" | "columnSpan" | "rowSpan"> | null = null,
): number {
  if (!painting.keepsStructure && painting.structure.length > 0) return ARTIFACT;
  return (
    painting.structure.push({
      type,
      parent,
      alt: meta?.alt ?? null,
      lang,
      role: meta?.role ?? null,
      span,
      scope: cell?.scope ?? null,
      columnSpan: cell?.columnSpan ?? 1,
      rowSpan: cell?.rowSpan ?? 1,
    }) - 1
  );
}

/**
 * The block's node: made when its first part is painted. In headers and footers only the first appearance of a heading
 * or of an element with a role is content, all else there is decoration (ISO 14289-1, 7.8).
 */
export function nodeOf(painting: Painting, block: Block, type: StructureType, parent: number): number {
  if (parent === ARTIFACT) return ARTIFACT;
  const { inBand, bandParent } = painting.sheet;
  // What lies in a container that is read is read with it.
  if (inBand && parent === bandParent && !isFirstContent(painting, block, type)) return ARTIFACT;
  block.node ??= addNode(painting, type, parent, block.span, block.meta, null, type === "TH" ? COLUMN_HEADING : null);
  return block.node;
}

const COLUMN_HEADING = { scope: "column", columnSpan: 1, rowSpan: 1 } as const;

/**
 * The node for the children of a container. In headers and footers a container without a role is only a shape: what
 * lies in it is judged by itself.
 */
export function parentIn(painting: Painting, block: Block, type: StructureType | null, parent: number): number {
  const { inBand, bandParent } = painting.sheet;
  if (type === null || (inBand && parent === bandParent && block.meta.role === null)) return parent;
  return nodeOf(painting, block, type, parent);
}

/** The node of a link on what is read; the link's area is told with it (ISO 32000-1 §14.8.4.4.2). */
export function linkNodeOf(painting: Painting, block: Block, parent: number): number {
  if (parent === ARTIFACT) return ARTIFACT;
  const known = painting.linkNodes.get(block);
  if (known !== undefined) return known;
  const node = addNode(painting, "Link", parent, block.span, null);
  painting.linkNodes.set(block, node);
  return node;
}

/** The nodes of a list item: what its marker and what its words belong to. Items in a row share one list. */
export function itemNodesOf(
  painting: Painting,
  block: Block,
  parent: number,
): { readonly label: number; readonly body: number } {
  if (parent === ARTIFACT || painting.sheet.inBand || block.node !== null) {
    const node = nodeOf(painting, block, "P", parent);
    return { label: node, body: node };
  }
  const open = painting.openList;
  const joins = open !== null && open.parent === parent && open.end === painting.structure.length;
  const list = joins ? open.node : addNode(painting, "L", parent, block.span, null);
  const item = addNode(painting, "LI", list, block.span, null);
  const label = addNode(painting, "Lbl", item, block.span, null);
  const body = addNode(painting, "LBody", item, block.span, block.meta);
  block.node = body;
  painting.openList = { parent, node: list, end: painting.structure.length };
  return { label, body };
}

/** The node of what stands in an item of a list; its marker has one of its own before it. */
export function itemBodyOf(painting: Painting, block: Block, parent: number): number {
  const { inBand, bandParent } = painting.sheet;
  if (parent === ARTIFACT || (inBand && parent === bandParent)) return parent;
  if (block.node !== null) return block.node;
  const item = addNode(painting, "LI", parent, block.span, null);
  const label = addNode(painting, "Lbl", item, block.span, null);
  block.node = addNode(painting, "LBody", item, block.span, null);
  painting.itemLabels.set(block.node, label);
  return block.node;
}

function isFirstContent(painting: Painting, block: Block, type: StructureType): boolean {
  const isContent = block.meta.role !== null || isHeading(type);
  if (!isContent || block.node !== null) return block.node !== null;
  if (painting.bandContent.has(block.span[0])) return false;
  painting.bandContent.add(block.span[0]);
  return true;
}

/** The index of an image among the document's distinct ones. */
export function imageIndexOf(painting: Painting, image: ImageResource): number {
  const known = painting.imageIndexes.get(image);
  if (known !== undefined) return known;
  const index = painting.images.push(image) - 1;
  painting.imageIndexes.set(image, index);
  return index;
}

/** `node` names what the shape shows where it is no decoration. */
export function fillShape(
  sheet: Sheet,
  span: SourceSpan,
  shape: Shape,
  color: Color,
  isStatic: boolean,
  node: number = ARTIFACT,
): void {
  if (color[3] === 0) return;
  sheet.items.push({ kind: "fill", span, node, isStatic, shape, color });
}

export function strokeShape(
  sheet: Sheet,
  span: SourceSpan,
  shape: Shape,
  line: Pick<Line, "widthEmu" | "color" | "isBorder" | "double">,
  dashEmu: readonly Emu[],
  isStatic: boolean,
  node: number = ARTIFACT,
): void {
  const { widthEmu, color, isBorder, double } = line;
  const item: StrokeItem = { kind: "stroke", span, node, isStatic, shape, widthEmu, color, dashEmu };
  if (isBorder !== true) sheet.items.push(item);
  else sheet.items.push(double === undefined ? { ...item, isBorder } : { ...item, isBorder, double });
}
