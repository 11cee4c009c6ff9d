// Pictures, drawings, rules and seals.
import type { Emu } from "../../canvas/index.ts";
import { opaqueParts } from "../../pictures/index.ts";
import type { DrawingBlock, ImageBlock, RuleBlock, SealBlock } from "../blocks/index.ts";
import { shareBefore } from "../elements/index.ts";
import { ARTIFACT, type PathCommand, type Rectangle, roundedRectangle } from "../page/index.ts";
import { lineCountOf } from "../words/index.ts";
import { borderBox, contentPlace, paintBox, paintEdges, paintGround } from "./paint-box.ts";
import { dashOf, paintLine } from "./paint-lines.ts";
import { paintPaths } from "./paint-paths.ts";
import { paintTextLines } from "./paint-text.ts";
import { fillShape, imageIndexOf, linkNodeOf, nodeOf, type Painting, type Place, strokeShape } from "./painting.ts";

/** Charts, bar codes and other shapes with their words, placed from the corner of their box. */
export function paintDrawing(painting: Painting, block: DrawingBlock, place: Place): void {
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

/** A straight line between two points of its box. */
export function paintRule(painting: Painting, block: RuleBlock, place: Place): void {
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
export function paintImage(painting: Painting, block: ImageBlock, place: Place, centred: boolean): void {
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

/** The ring of a seal, round or square, and the words in it. */
export function paintSeal(painting: Painting, block: SealBlock, place: Place): void {
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
