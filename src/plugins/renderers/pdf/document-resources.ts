// What a document's content streams share: fonts, images, transparency, forms. Everything is numbered and named by
// first use in the document, and nothing is kept from one document to the next but finished compressed bytes.
import type { ImageResource } from "../../../core/sdk/index.ts";
import { decimalText, divideRounded } from "./byte-arena.ts";
import { CompressedCache } from "./compressed-cache.ts";
import type { PageResources, PdfContainer } from "./container.ts";
import { type PdfReference, RawSyntax } from "./file/syntax.ts";
import { FontResources } from "./fonts/font-resources.ts";
import { ColorProfiles } from "./images/color-profiles.ts";
import { type EmbeddedImage, embedImage } from "./images/embed-image.ts";

export interface SharedForm {
  readonly name: string;
  readonly reference: PdfReference;
}

const compressedForms = new CompressedCache();

export class DocumentResources {
  readonly fonts: FontResources;
  /** The file promises more than its format does, so nothing may be shown that has no glyph. */
  readonly conforming: boolean;
  readonly #container: PdfContainer;
  readonly #sources: readonly ImageResource[];
  readonly #images = new Map<number, EmbeddedImage | null>();
  readonly #profiles: ColorProfiles;
  readonly #alphaStates = new Map<number, PdfReference>();
  readonly #forms = new Map<string, SharedForm>();

  constructor(container: PdfContainer, images: readonly ImageResource[], conforming = false) {
    this.conforming = conforming;
    this.#container = container;
    this.#sources = images;
    this.#profiles = new ColorProfiles(container);
    this.fonts = new FontResources(container, conforming);
  }

  /** An image of the document, embedded at its first use; null where its data can't be read. */
  image(index: number): EmbeddedImage | null {
    const known = this.#images.get(index);
    if (known !== undefined) return known;
    const source = this.#sources[index];
    const image = source === undefined ? null : this.#embed(source, `I${index + 1}`);
    this.#images.set(index, image);
    return image;
  }

  #embed(source: ImageResource, name: string): EmbeddedImage | null {
    return embedImage(this.#container, this.#profiles, source, name, this.conforming);
  }

  /** A graphics state that paints with an opacity of `alpha` / 255. */
  alphaState(alpha: number): PdfReference {
    const known = this.#alphaStates.get(alpha);
    if (known !== undefined) return known;
    const opacity = new RawSyntax(decimalText(divideRounded(alpha * 1000, 255), 3));
    const reference = this.#container.object({ Type: "ExtGState", ca: opacity, CA: opacity });
    this.#alphaStates.set(alpha, reference);
    return reference;
  }

  /**
   * A form that draws `content` over a page of this size; the same content gives the same form. Names in content are
   * the document's, so equal bytes mean equal resources.
   */
  form(content: Uint8Array, resources: PageResources, widthPoints: number, heightPoints: number): SharedForm {
    const text = new TextDecoder("latin1").decode(content);
    const key = `${widthPoints} ${heightPoints} ${text}`;
    const known = this.#forms.get(key);
    if (known !== undefined) return known;
    const reference = this.#container.object(
      {
        Type: "XObject",
        Subtype: "Form",
        BBox: [0, 0, widthPoints, heightPoints],
        Resources: { ...resources },
        Filter: "FlateDecode",
      },
      compressedForms.deflated(text, content),
    );
    const form = { name: `S${this.#forms.size + 1}`, reference };
    this.#forms.set(key, form);
    return form;
  }
}
