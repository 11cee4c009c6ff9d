// What the content streams of a file name: fonts, images, transparency, forms. Each is written once per file, numbered
// by first use in the order of the pages, whichever parts they were drawn in.
import type { ImageResource } from "../../../core/sdk/index.ts";
import { decimalText, divideRounded } from "./byte-arena.ts";
import type { PageResources, PdfContainer } from "./container.ts";
import {
  alphaName,
  type DrawnForm,
  fontName,
  imageName,
  maskName,
  patternName,
  type StreamResources,
  shadingName,
} from "./drawn-pages.ts";
import { type PdfReference, RawSyntax } from "./file/syntax.ts";
import { FontResources } from "./fonts/font-resources.ts";
import { ColorProfiles } from "./images/color-profiles.ts";
import { contentHashOf, embedImage } from "./images/embed-image.ts";
import { hasOpacities, Shadings } from "./shadings.ts";

/** What the numbers of a part's streams stand for in the file. */
export interface PartReferences {
  font(index: number): PdfReference;
  /** Null where the image's data can't be read; then no stream names it. */
  image(index: number): PdfReference | null;
}

export class FileResources {
  readonly fonts: FontResources;
  readonly #conforming: boolean;
  readonly #container: PdfContainer;
  readonly #images = new Map<string, PdfReference | null>();
  readonly #profiles: ColorProfiles;
  readonly #alphaStates = new Map<number, PdfReference>();
  readonly #forms = new Map<string, PdfReference>();
  /** The same by the forms themselves: nearly every page of a part has the form of the page before. */
  readonly #placedForms = new WeakMap<DrawnForm, PdfReference>();
  readonly #shadings: Shadings;

  constructor(container: PdfContainer, conforming: boolean) {
    this.#conforming = conforming;
    this.#container = container;
    this.#profiles = new ColorProfiles(container);
    this.#shadings = new Shadings(container);
    this.fonts = new FontResources(container, conforming);
  }

  /** An image of the file, by what it holds: templates and data may bring the same one many times. */
  image(source: ImageResource): PdfReference | null {
    const key = contentHashOf(source);
    const known = this.#images.get(key);
    if (known !== undefined) return known;
    const reference = embedImage(this.#container, this.#profiles, source, this.#conforming);
    this.#images.set(key, reference);
    return reference;
  }

  /** A graphics state that paints with an opacity of `alpha` / 255. */
  #alphaState(alpha: number): PdfReference {
    const known = this.#alphaStates.get(alpha);
    if (known !== undefined) return known;
    const opacity = new RawSyntax(decimalText(divideRounded(alpha * 1000, 255), 3));
    const reference = this.#container.object({ Type: "ExtGState", ca: opacity, CA: opacity });
    this.#alphaStates.set(alpha, reference);
    return reference;
  }

  /** The resource dictionary of a stream. */
  dictionary(part: PartReferences, { fonts, images, alphas, shadings }: StreamResources): PageResources {
    const named: Record<"Font" | "XObject" | "ExtGState" | "Shading" | "Pattern", Record<string, PdfReference>> = {
      Font: {},
      XObject: {},
      ExtGState: {},
      Shading: {},
      Pattern: {},
    };
    for (const [place, index] of fonts.entries()) named.Font[fontName(place)] = part.font(index);
    for (const [place, index] of images.entries()) {
      const image = part.image(index);
      if (image !== null) named.XObject[imageName(place)] = image;
    }
    for (const alpha of alphas) named.ExtGState[alphaName(alpha)] = this.#alphaState(alpha);
    for (const [place, shading] of shadings.entries()) {
      if (shading.laid !== undefined) {
        named.Pattern[patternName(place)] = this.#shadings.pattern(shading, shading.laid);
        continue;
      }
      named.Shading[shadingName(place)] = this.#shadings.colors(shading);
      if (hasOpacities(shading)) named.ExtGState[maskName(place)] = this.#shadings.mask(shading);
    }
    const hasStates = Object.keys(named.ExtGState).length > 0;
    return {
      ...(fonts.length > 0 ? { Font: named.Font } : {}),
      ...(images.length > 0 ? { XObject: named.XObject } : {}),
      ...(hasStates ? { ExtGState: named.ExtGState } : {}),
      ...(Object.keys(named.Shading).length > 0 ? { Shading: named.Shading } : {}),
      ...(Object.keys(named.Pattern).length > 0 ? { Pattern: named.Pattern } : {}),
    };
  }

  /** A form of the file; equal content with equal resources is one form. */
  form(part: PartReferences, drawn: DrawnForm): PdfReference {
    const placed = this.#placedForms.get(drawn);
    if (placed !== undefined) return placed;
    const reference = this.#form(part, drawn);
    this.#placedForms.set(drawn, reference);
    return reference;
  }

  #form(part: PartReferences, { text, compressed, resources, widthPoints, heightPoints }: DrawnForm): PdfReference {
    const fonts = resources.fonts.map((index) => part.font(index).id);
    const images = resources.images.map((index) => part.image(index)?.id ?? 0);
    const shadings = JSON.stringify(resources.shadings);
    const key = `${widthPoints} ${heightPoints} ${fonts} ${images} ${shadings} ${text}`;
    const known = this.#forms.get(key);
    if (known !== undefined) return known;
    const reference = this.#container.object(
      {
        Type: "XObject",
        Subtype: "Form",
        BBox: [0, 0, widthPoints, heightPoints],
        Resources: { ...this.dictionary(part, resources) },
        Filter: "FlateDecode",
      },
      compressed,
    );
    this.#forms.set(key, reference);
    return reference;
  }
}
