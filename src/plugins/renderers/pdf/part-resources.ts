// What the pages of one part show, on the drawing side: fonts with their glyphs, images, static forms. No file is known
// here; all of it is counted by first use in the part.
import type { DrawnFont, Font, ImageResource } from "../../../core/sdk/index.ts";
import { CompressedCache } from "./compressed-cache.ts";
import type { DrawnForm, StreamResources } from "./drawn-pages.ts";
import { type GlyphCodes, glyphCodes } from "./fonts/glyph-codes.ts";
import { type GlyphFacts, glyphFacts } from "./fonts/glyph-facts.ts";
import { type Placement, placementOf } from "./images/embed-image.ts";

type Direction = DrawnFont["direction"];

/** A font as content streams see it. */
export interface FontUse {
  readonly font: Font;
  readonly direction: Direction;
  /** How its glyphs are shown: the name of a {@link GlyphStyle}. */
  readonly style: string;
  /** Its place in the part's list. */
  readonly index: number;
  /** 1 at every code that the part shows. */
  readonly used: Uint8Array;
  readonly facts: GlyphFacts;
  readonly codes: GlyphCodes;
}

/** An image as content streams see it. */
export interface ImageUse {
  /** Its place in the part's list. */
  readonly index: number;
  /** How the image is laid into a rectangle, its orientation righted. */
  placement(x: number, y: number, width: number, height: number): Placement;
}

const compressedForms = new CompressedCache();

export class PartResources {
  readonly forms: DrawnForm[] = [];
  readonly images: ImageResource[] = [];
  /** The file promises more than its format does, so nothing may be shown that has no glyph. */
  readonly conforming: boolean;
  readonly #fonts: FontUse[] = [];
  /** By the direction and the style. */
  readonly #usesOf = new Map<Font, Map<string, FontUse>>();
  readonly #imageUses = new Map<ImageResource, ImageUse | null>();
  readonly #formIndexes = new Map<string, number>();

  constructor(conforming: boolean) {
    this.conforming = conforming;
  }

  font(font: Font, direction: Direction, style: string): FontUse {
    const uses = this.#usesOf.get(font) ?? new Map<string, FontUse>();
    const key = direction === "horizontal" ? style : `${direction} ${style}`;
    const use = uses.get(key);
    if (use !== undefined) return use;
    const codes = glyphCodes(font);
    const used = new Uint8Array(codes.count);
    const index = this.#fonts.length;
    const created: FontUse = { font, direction, style, index, used, facts: glyphFacts(font), codes };
    this.#fonts.push(created);
    uses.set(key, created);
    this.#usesOf.set(font, uses);
    return created;
  }

  /** Null where the image's data can't be read. */
  image(source: ImageResource): ImageUse | null {
    const known = this.#imageUses.get(source);
    if (known !== undefined) return known;
    const placement = placementOf(source);
    const use = placement === null ? null : { index: this.images.push(source) - 1, placement };
    this.#imageUses.set(source, use);
    return use;
  }

  /** The place of a form that draws `content` over a page of this size; the same content gives the same form. */
  form(content: Uint8Array, resources: StreamResources, widthPoints: number, heightPoints: number): number {
    const text = new TextDecoder("latin1").decode(content);
    const named = `${resources.fonts} ${resources.images} ${JSON.stringify(resources.shadings)}`;
    const key = `${widthPoints} ${heightPoints} ${named} ${text}`;
    const known = this.#formIndexes.get(key);
    if (known !== undefined) return known;
    const compressed = compressedForms.deflated(text, content);
    const index = this.forms.push({ text, compressed, resources, widthPoints, heightPoints }) - 1;
    this.#formIndexes.set(key, index);
    return index;
  }

  /** The fonts with the glyphs that were shown. */
  fonts(): readonly DrawnFont[] {
    return this.#fonts.map(({ font, direction, style, used }) => ({ font, direction, style, glyphs: codesOf(used) }));
  }
}

function codesOf(used: Uint8Array): Uint16Array<ArrayBuffer> {
  const codes: number[] = [];
  for (let code = used.indexOf(1); code >= 0; code = used.indexOf(1, code + 1)) codes.push(code);
  return Uint16Array.from(codes);
}
