// Placed items → SVG elements in paint order, and the definitions that they share: glyphs, images, clippings.
import type {
  Color,
  FillItem,
  GlyphRunItem,
  Gradient,
  ImageItem,
  Page,
  PageDocument,
  PathCommand,
  PlacedItem,
  Rectangle,
  Shape,
  StrokeItem,
} from "../../../core/sdk/index.ts";
import { embeddedImage, type Matrix, orientedMatrix } from "./embedded-image.ts";
import { glyphPlaces, runMatrix } from "./glyph-places.ts";
import { decimalText, rounded } from "./numbers.ts";
import { outlinePath } from "./outlines/glyph-outline.ts";

/** What a page's file is made of. */
export interface Drawing {
  /** The `defs` element, empty where nothing is shared. */
  readonly definitions: string;
  readonly drawing: string;
}

const OPAQUE = 255;

/**
 * Areas at least this wide and high (a point) are painted by whole pixels: neighbours that share an edge would else
 * show the paper between them. Thinner ones would be in danger of vanishing.
 */
const SMALLEST_CRISP_EMU = 12_700;

/** Draws the items of a page. */
export function drawPage(document: PageDocument, page: Page): Drawing {
  const definitions = new Map<string, string>();
  let drawing = "";
  for (const item of page.items) {
    const element = drawItem(document, definitions, item);
    if (element !== "") drawing += `${element}\n`;
  }
  const shared = [...definitions.values()].map((definition) => `${definition}\n`).join("");
  return { definitions: shared === "" ? "" : `<defs>\n${shared}</defs>\n`, drawing };
}

function drawItem(document: PageDocument, definitions: Map<string, string>, item: PlacedItem): string {
  switch (item.kind) {
    case "glyphs":
      return drawGlyphs(definitions, item);
    case "fill":
      return clipped(definitions, item.clip, cutByPaths(definitions, item, drawFill(definitions, item)));
    case "stroke":
      return clipped(definitions, item.clip, cutByPaths(definitions, item, drawStroke(definitions, item)));
    case "image":
      return drawImage(document, definitions, item);
    case "link":
      return "";
  }
}

function drawGlyphs(definitions: Map<string, string>, item: GlyphRunItem): string {
  const { run, sizeEmu, scaleThousandths } = item;
  if (run.glyphs.length === 0 || sizeEmu <= 0 || scaleThousandths <= 0) return "";
  const face = faceKey(run.font.id);
  let uses = "";
  for (const { glyph, x, y } of glyphPlaces(item)) {
    const path = outlinePath(run.font, glyph);
    if (path === "") continue;
    const id = `${face}-${glyph}`;
    if (!definitions.has(id)) definitions.set(id, `<path id="${id}" d="${path}"/>`);
    uses += `<use href="#${id}"${x === "0" ? "" : ` x="${x}"`}${y === "0" ? "" : ` y="${y}"`}/>`;
  }
  if (uses === "") return "";
  return `<g transform="${runMatrix(item)}"${paint("fill", item.color)}>${uses}</g>`;
}

/**
 * A short name for a face that is the same in every file, so that files set side by side in one page of HTML mean the
 * same outline by the same id. From an FNV-1a hash.
 */
function faceKey(fontId: string): string {
  return `g${contentKey(fontId)}`;
}

function contentKey(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}

function drawFill(definitions: Map<string, string>, { shape, color, gradient, rule }: FillItem): string {
  const colors = gradient === undefined ? paint("fill", color) : ` fill="url(#${gradientId(definitions, gradient)})"`;
  const fill = `${colors}${rule === undefined ? "" : ` fill-rule="${rule}"`}`;
  if (shape.kind === "path") return `<path${fill} d="${pathData(shape.commands)}"/>`;
  const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
  const smallest = Math.min(rightEmu - leftEmu, bottomEmu - topEmu);
  const crisp = shape.radiusEmu === 0 && smallest >= SMALLEST_CRISP_EMU ? ' shape-rendering="crispEdges"' : "";
  return `${rectangleElement(shape)}${fill}${crisp}/>`;
}

function drawStroke(definitions: Map<string, string>, item: StrokeItem): string {
  const { shape, widthEmu, color, gradient, dashEmu, dashOffsetEmu, cap, join, miterLimitThousandths } = item;
  if (widthEmu <= 0) return "";
  const colors =
    gradient === undefined ? paint("stroke", color) : ` stroke="url(#${gradientId(definitions, gradient)})"`;
  const offset = dashOffsetEmu === undefined ? "" : ` stroke-dashoffset="${dashOffsetEmu}"`;
  const dash = dashEmu.length === 0 ? "" : ` stroke-dasharray="${dashEmu.join(" ")}"${offset}`;
  const lineCap = cap === undefined ? "" : ` stroke-linecap="${cap}"`;
  const ends = `${lineCap}${join === undefined ? "" : ` stroke-linejoin="${join}"`}`;
  // Ten is the limit of pages; SVG's own is four.
  const limit = miterLimitThousandths === undefined ? 10 : miterLimitThousandths / 1000;
  const look = ` fill="none"${colors} stroke-width="${widthEmu}" stroke-miterlimit="${limit}"${dash}${ends}`;
  if (shape.kind === "path") return `<path${look} d="${pathData(shape.commands)}"/>`;
  if (dash !== "") return `<path${look} d="${outlineData(shape)}"/>`;
  return `${rectangleElement(shape)}${look}/>`;
}

/** Dashes begin where PDF begins a rectangle, at the lower left, and run the same way round. */
function outlineData({ rectangle, radiusEmu }: Extract<Shape, { kind: "rectangle" }>): string {
  const { leftEmu: left, topEmu: top, rightEmu: right, bottomEmu: bottom } = rectangle;
  const radius = fittingRadius(rectangle, radiusEmu);
  if (radius === 0) return `M${left} ${bottom}H${right}V${top}H${left}Z`;
  const corner = (x: number, y: number): string => `A${radius} ${radius} 0 0 0 ${x} ${y}`;
  return (
    `M${left + radius} ${bottom}H${right - radius}${corner(right, bottom - radius)}` +
    `V${top + radius}${corner(right - radius, top)}H${left + radius}${corner(left, top + radius)}` +
    `V${bottom - radius}${corner(left + radius, bottom)}Z`
  );
}

function fittingRadius({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, radiusEmu: number): number {
  const smallest = Math.min(rightEmu - leftEmu, bottomEmu - topEmu);
  return Math.max(0, Math.min(radiusEmu, Math.floor(smallest / 2)));
}

/** The start of an element, without its look. */
function rectangleElement({ rectangle, radiusEmu }: Extract<Shape, { kind: "rectangle" }>): string {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = rectangle;
  const [width, height] = [rightEmu - leftEmu, bottomEmu - topEmu];
  const radius = fittingRadius(rectangle, radiusEmu);
  const corner = radius > 0 ? ` rx="${radius}"` : "";
  return `<rect x="${leftEmu}" y="${topEmu}" width="${width}" height="${height}"${corner}`;
}

function pathData(commands: readonly PathCommand[]): string {
  let data = "";
  for (const command of commands) {
    switch (command.op) {
      case "move":
        data += `M${command.xEmu} ${command.yEmu}`;
        break;
      case "line":
        data += `L${command.xEmu} ${command.yEmu}`;
        break;
      case "curve": {
        const { x1Emu, y1Emu, x2Emu, y2Emu, xEmu, yEmu } = command;
        data += `C${x1Emu} ${y1Emu} ${x2Emu} ${y2Emu} ${xEmu} ${yEmu}`;
        break;
      }
      case "close":
        data += "Z";
        break;
      default:
        command satisfies never;
    }
  }
  return data;
}

function paint(property: "fill" | "stroke" | "stop-color", [red, green, blue, alpha]: Color): string {
  const digits = [red, green, blue].map((component) => component.toString(16).padStart(2, "0")).join("");
  const opaque = property === "stop-color" ? "stop-opacity" : `${property}-opacity`;
  return ` ${property}="#${digits}"${opacity(opaque, alpha)}`;
}

/** The 256 levels in thousandths, as the PDF has them. */
function opacity(property: string, alpha: number): string {
  return alpha === OPAQUE ? "" : ` ${property}="${decimalText(rounded((alpha * 1000) / OPAQUE), 3)}"`;
}

function drawImage(document: PageDocument, definitions: Map<string, string>, item: ImageItem): string {
  const resource = document.images[item.image];
  if (resource === undefined) return "";
  const { uri, orientation } = embeddedImage(resource);
  const id = `image${item.image}`;
  const size = 'width="1" height="1" preserveAspectRatio="none"';
  if (!definitions.has(id)) definitions.set(id, `<image id="${id}" ${size} href="${uri}"/>`);
  const transform = ` transform="matrix(${imageMatrix(item, orientation).map(halvesText).join(" ")})"`;
  const drawn = `<use href="#${id}"${transform}${opacity("opacity", item.alpha ?? OPAQUE)}/>`;
  return clipped(definitions, item.clip ?? undefined, cutByPaths(definitions, item, drawn));
}

/** The id of a gradient, named by what it is. */
function gradientId(definitions: Map<string, string>, { kind, matrix, focusThousandths, stops }: Gradient): string {
  const [fx, fy] = focusThousandths.map((value) => decimalText(value, 3));
  const space = kind === "linear" ? 'x1="0" y1="0" x2="1" y2="0"' : `cx="0" cy="0" r="1" fx="${fx}" fy="${fy}"`;
  const place = `gradientUnits="userSpaceOnUse" gradientTransform="matrix(${matrix.join(" ")})"`;
  const colors = stops
    .map(({ atThousandths, color }) => `<stop offset="${decimalText(atThousandths, 3)}"${paint("stop-color", color)}/>`)
    .join("");
  const content = `${space} ${place}>${colors}</${kind}Gradient>`;
  const id = `gradient-${contentKey(kind + content)}`;
  if (!definitions.has(id)) definitions.set(id, `<${kind}Gradient id="${id}" ${content}`);
  return id;
}

function cutByPaths(
  definitions: Map<string, string>,
  { clipPaths = [] }: FillItem | StrokeItem | ImageItem,
  element: string,
): string {
  if (element === "") return "";
  return clipPaths.reduce((inner, { commands, rule }) => {
    const content = `<path d="${pathData(commands)}"${rule === undefined ? "" : ` clip-rule="${rule}"`}/></clipPath>`;
    const id = `clip-${contentKey(content)}`;
    if (!definitions.has(id)) definitions.set(id, `<clipPath id="${id}">${content}`);
    return `<g clip-path="url(#${id})">${inner}</g>`;
  }, element);
}

/** What of an element shows. */
function clipped(definitions: Map<string, string>, clip: Rectangle | undefined, element: string): string {
  if (clip === undefined || element === "") return element;
  return `<g clip-path="url(#${clipping(definitions, clip)})">${element}</g>`;
}

function clipping(definitions: Map<string, string>, clip: Rectangle): string {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = clip;
  const id = `clip${leftEmu}_${topEmu}_${rightEmu}_${bottomEmu}`;
  const area = rectangleElement({ kind: "rectangle", rectangle: clip, radiusEmu: 0 });
  if (!definitions.has(id)) definitions.set(id, `<clipPath id="${id}">${area}/></clipPath>`);
  return id;
}

/** The unit square of the image, turned about the middle of its rectangle. */
function imageMatrix({ rectangle, rotation = 0 }: ImageItem, orientation: number): Matrix {
  const { leftEmu, topEmu, rightEmu, bottomEmu } = rectangle;
  const [width, height] = [rightEmu - leftEmu, bottomEmu - topEmu];
  const [x, y] = [leftEmu + width / 2, topEmu + height / 2];
  const isQuarter = rotation === 90 || rotation === 270;
  const [across, down] = isQuarter ? [height, width] : [width, height];
  const [a, b, c, d, e, f] = orientedMatrix(orientation, -across / 2, -down / 2, across, down);
  switch (rotation) {
    case 0:
      return [a, b, c, d, x + e, y + f];
    case 90:
      return [-b, a, -d, c, x - f, y + e];
    case 180:
      return [-a, -b, -c, -d, x - e, y - f];
    case 270:
      return [b, -a, d, -c, x + f, y - e];
  }
}

/** A middle of two integers may lie on a half. */
function halvesText(value: number): string {
  return decimalText(rounded(value * 10), 1);
}
