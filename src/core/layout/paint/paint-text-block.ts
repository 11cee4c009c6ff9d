// Texts with their bullets and numbers, their grounds and their places in the structure.
import type { Emu } from "../../canvas/index.ts";
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { Block, PlacedMarker, TextBlock, TiersFragment } from "../blocks/index.ts";
import { lineCountOf, type TextBox, type TextPlace } from "../words/index.ts";
import { contentPlace, paintBox } from "./paint-box.ts";
import { firstLineEmu } from "./paint-composed.ts";
import { paintTextLines } from "./paint-text.ts";
import { itemNodesOf, linkNodeOf, nodeOf, type Painting, type Place } from "./painting.ts";

/** The lines `from` to `to` of a text, in its box; its bullet or number stands before the first line. */
export function paintText(
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

/** Vertical text in tiers, one beneath another. The first tier of all has the bullet or number. */
export function paintTiers(painting: Painting, { block, isFirst, tiers }: TiersFragment, place: Place): void {
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
export function textPlace({ xEmu, yEmu, heightEmu, still }: Place, node: number): TextPlace {
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
export function paintMarker(
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

/** Where a text's words belong: to its link where it is one. */
export function readNode(painting: Painting, block: Block, node: number): number {
  return block.meta.link === null ? node : linkNodeOf(painting, block, node);
}
