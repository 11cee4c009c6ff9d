// What drawing leaves behind and a file is put together from: page contents whose bytes do not depend on the file, and
// beside them, as plain values, all that hangs on it. Names in contents are the stream's own (its first font is F1), so
// the same page has the same bytes wherever it stands.
import type { DrawnPart, Gradient, LinkItem, Rectangle } from "../../../core/sdk/index.ts";

/** What one content stream names, each list in the order of first use: F1 is the first of `fonts`. */
export interface StreamResources {
  /** Places in the part's list of fonts. */
  readonly fonts: readonly number[];
  /** Places in the part's list of images. */
  readonly images: readonly number[];
  /** Opacities, 0–255; they are named by themselves. */
  readonly alphas: readonly number[];
  readonly shadings: readonly Shading[];
}

/** A gradient in its own space, wherever it is laid. */
export type Shading = Pick<Gradient, "kind" | "focusThousandths" | "stops"> & {
  /** It is what lines are drawn with: where it lies in the space of its stream, in hundredths of a point. */
  readonly laid?: readonly number[];
};

/** The page's static part. */
export const FORM_NAME = "S1";

/** What a stream calls the font at this place of its list. */
export function fontName(place: number): string {
  return `F${place + 1}`;
}

export function imageName(place: number): string {
  return `I${place + 1}`;
}

export function shadingName(place: number): string {
  return `G${place + 1}`;
}

/** What lines are drawn with that take their colours from the shading at this place. */
export function patternName(place: number): string {
  return `P${place + 1}`;
}

/** A graphics state that paints with the opacities of the shading at this place. */
export function maskName(place: number): string {
  return `M${place + 1}`;
}

/** A graphics state that paints with an opacity of `alpha` / 255. */
export function alphaName(alpha: number): string {
  return `A${alpha}`;
}

/** A static part that pages share: its own content, once as it stands and once compressed. */
export interface DrawnForm {
  /** One character a byte. */
  readonly text: string;
  readonly compressed: Uint8Array;
  readonly resources: StreamResources;
  readonly widthPoints: number;
  readonly heightPoints: number;
}

/** Left, bottom, right, top of a figure, in hundredths of a point. */
export type FigureBox = readonly [number, number, number, number];

/** What of a tagged page belongs to which node of the part's structure. */
export interface DrawnMarks {
  /** The node of each marked content, by its id. */
  readonly nodes: readonly number[];
  readonly boxes: readonly (readonly [node: number, box: FigureBox])[];
}

export interface DrawnPage {
  readonly widthEmu: number;
  readonly heightEmu: number;
  readonly trim: Rectangle | null;
  /** The static part beneath the content: a place in the part's list of forms. It is called S1. */
  readonly form: number | null;
  /** Compressed, in memory of its own. */
  readonly content: Uint8Array<ArrayBuffer>;
  readonly resources: StreamResources;
  readonly links: readonly LinkItem[];
  /** Null in a file without structure. */
  readonly marks: DrawnMarks | null;
}

export interface DrawnPages {
  readonly pages: readonly DrawnPage[];
  readonly forms: readonly DrawnForm[];
}

/** The pages of a part, which went through hands that know nothing of them. */
export function pagesOf(part: DrawnPart): DrawnPages {
  const { pages } = part;
  if (!isDrawnPages(pages)) throw new Error("the part was drawn by another renderer");
  return pages;
}

function isDrawnPages(value: unknown): value is DrawnPages {
  return typeof value === "object" && value !== null && "pages" in value && "forms" in value;
}
