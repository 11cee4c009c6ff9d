// What a page says, as text that nobody sees: it can be selected, searched and copied in a browser, and a screen reader
// reads it in the order of the document's structure. Over it lie the areas of links.
import {
  ARTIFACT,
  type Destination,
  type GlyphRunItem,
  type LinkItem,
  type PageDocument,
  type PlacedItem,
  type Rectangle,
  readableText,
  type StructureNode,
} from "../../../core/sdk/index.ts";
import { xmlText } from "./numbers.ts";

/** Addresses that a reader may follow from an image; a link of another kind, such as a script, is left out. */
const SAFE_ADDRESS = /^(?:https?|mailto|tel):/i;

/** The elements of one page, each on a line of its own. */
export function readingLayer(document: PageDocument, pageIndex: number): string {
  const items = document.pages[pageIndex]?.items ?? [];
  const rank = readingOrder(document.structure);
  const runs = items.filter((item) => item.kind === "glyphs" && item.run.text !== "");
  const read = runs.filter((item) => item.node !== ARTIFACT);
  const repeats = runs.filter((item) => item.node === ARTIFACT);
  read.sort((one, other) => (rank[one.node] ?? 0) - (rank[other.node] ?? 0));
  const lines = [
    ...figures(document, items),
    ...textGroup(read, ""),
    ...textGroup(repeats, ' aria-hidden="true"'),
    ...links(document, pageIndex, items),
  ];
  return lines.map((line) => `${line}\n`).join("");
}

/** A zero fill is still something that a pointer meets, so the text can be selected. */
const UNSEEN = 'fill-opacity="0"';

function textGroup(items: readonly PlacedItem[], hidden: string): readonly string[] {
  const elements = items.flatMap((item) => (item.kind === "glyphs" ? [textElement(item)] : []));
  if (elements.length === 0) return [];
  return [`<g ${UNSEEN} font-family="sans-serif" xml:space="preserve"${hidden}>`, ...elements, "</g>"];
}

/** The text is stretched to the run's own length, whatever the viewer's font is. A vertical run lies on its side. */
function textElement({ run, xEmu, yEmu, rotation = 0, sizeEmu, advanceEmu }: GlyphRunItem): string {
  const degrees = (rotation + (run.direction === "vertical" ? 90 : 0)) % 360;
  const transform = degrees === 0 ? "" : ` transform="rotate(${degrees} ${xEmu} ${yEmu})"`;
  const length = advanceEmu > 0 ? ` textLength="${advanceEmu}" lengthAdjust="spacingAndGlyphs"` : "";
  const place = `x="${xEmu}" y="${yEmu}" font-size="${sizeEmu}"`;
  return `<text ${place}${length}${transform}>${xmlText(readableText(run))}</text>`;
}

const orders = new WeakMap<readonly StructureNode[], Int32Array>();

/** At each node's index its place when the tree is read from its root, children in the order of their indexes. */
function readingOrder(structure: readonly StructureNode[]): Int32Array {
  const known = orders.get(structure);
  if (known !== undefined) return known;
  const children = new Map<number, number[]>();
  structure.forEach(({ parent }, index) => {
    const siblings = children.get(parent);
    if (siblings === undefined) children.set(parent, [index]);
    else siblings.push(index);
  });
  const order = new Int32Array(structure.length);
  const waiting = [...(children.get(-1) ?? [])].reverse();
  for (let place = 0, node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    order[node] = place;
    place += 1;
    for (const child of (children.get(node) ?? []).reverse()) waiting.push(child);
  }
  orders.set(structure, order);
  return order;
}

/** What a figure shows, in the words that its author gave it. */
function figures({ structure }: PageDocument, items: readonly PlacedItem[]): readonly string[] {
  const areas = new Map<number, Rectangle>();
  for (const item of items) {
    const node = structure[item.node];
    const area = areaOf(item);
    if (area === null || node === undefined || node.type !== "Figure" || node.alt === null || node.alt === "") continue;
    const known = areas.get(item.node);
    areas.set(item.node, known === undefined ? area : union(known, area));
  }
  return [...areas].map(
    ([node, area]) => `${areaElement(area)} role="img" aria-label="${xmlText(structure[node]?.alt ?? "")}"/>`,
  );
}

/** Where an item lies; null where its extent is not simply known. */
function areaOf(item: PlacedItem): Rectangle | null {
  switch (item.kind) {
    case "image":
      return item.clip ?? item.rectangle;
    case "fill":
    case "stroke":
      return item.shape.kind === "rectangle" ? item.shape.rectangle : pathArea(item.shape.commands);
    case "link":
    case "glyphs":
      return null;
  }
}

type Path = Extract<Extract<PlacedItem, { kind: "fill" }>["shape"], { kind: "path" }>["commands"];

function pathArea(commands: Path): Rectangle | null {
  let area: Rectangle | null = null;
  for (const command of commands) {
    if (command.op === "close") continue;
    const { xEmu, yEmu } = command;
    const point = { leftEmu: xEmu, topEmu: yEmu, rightEmu: xEmu, bottomEmu: yEmu };
    area = area === null ? point : union(area, point);
  }
  return area;
}

function union(one: Rectangle, other: Rectangle): Rectangle {
  return {
    leftEmu: Math.min(one.leftEmu, other.leftEmu),
    topEmu: Math.min(one.topEmu, other.topEmu),
    rightEmu: Math.max(one.rightEmu, other.rightEmu),
    bottomEmu: Math.max(one.bottomEmu, other.bottomEmu),
  };
}

function areaElement({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): string {
  const [width, height] = [rightEmu - leftEmu, bottomEmu - topEmu];
  return `<rect ${UNSEEN} x="${leftEmu}" y="${topEmu}" width="${width}" height="${height}"`;
}

function links(document: PageDocument, pageIndex: number, items: readonly PlacedItem[]): readonly string[] {
  const anchors = new Map<string, Destination>();
  const elements = items.flatMap((item) => {
    if (item.kind !== "link") return [];
    const target = targetOf(document, pageIndex, item, anchors);
    if (target === null) return [];
    return [`<a href="${target}" aria-label="${target}">${areaElement(item.rectangle)}/></a>`];
  });
  const places = [...anchors].map(([id, { yEmu }]) => `<rect id="${id}" y="${yEmu}" width="1" height="1" ${UNSEEN}/>`);
  return [...places, ...elements];
}

/** An address, or a place on this page; what lies on another page is in another file. */
function targetOf(
  document: PageDocument,
  pageIndex: number,
  { target }: LinkItem,
  anchors: Map<string, Destination>,
): string | null {
  if (target.kind === "url") return SAFE_ADDRESS.test(target.url) ? xmlText(target.url) : null;
  const index = document.destinations.findIndex(({ name }) => name === target.name);
  const place = document.destinations[index];
  if (place === undefined || place.page !== pageIndex) return null;
  anchors.set(`place${index}`, place);
  return `#place${index}`;
}
