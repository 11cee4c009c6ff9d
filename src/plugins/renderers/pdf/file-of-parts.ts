// Drawn parts → a file. All that belongs to the file as a whole is made here, once: fonts with their subsets, images,
// forms, the structure tree, bookmarks and destinations. Objects are numbered by the order of the pages alone, so the
// bytes do not tell how the pages were parted.
import type { DrawnPart, FileOfParts, PageDocument, RenderOptions } from "../../../core/sdk/index.ts";
import { writeAttachments } from "./attachments.ts";
import { hundredths } from "./byte-arena.ts";
import { archiveLevel, isTagged, refuseContradictions, writeOutputIntent } from "./conformance.ts";
import { PdfContainer } from "./container.ts";
import { type DrawnForm, type DrawnPage, FORM_NAME, pagesOf } from "./drawn-pages.ts";
import type { PdfReference } from "./file/syntax.ts";
import { FileResources, type PartReferences } from "./file-resources.ts";
import { PLAIN } from "./fonts/glyph-styles.ts";
import { documentInfo, xmpPacket } from "./metadata.ts";
import { writeDestinations, writeLinks, writeOutline } from "./navigation.ts";
import { writePrinting } from "./printing.ts";
import { StructureTree } from "./structure/structure-tree.ts";

/** Starts a file. */
export function assembleFile(lang: string, options: RenderOptions): FileOfParts {
  refuseContradictions(options);
  return new AssembledFile(lang, options);
}

/** A class, for the sake of its getter: see `part-stream.ts`. */
class AssembledFile implements FileOfParts {
  readonly #options: RenderOptions;
  readonly #createdAt: Date;
  readonly #container: PdfContainer;
  readonly #structure: StructureTree | null;
  readonly #resources: FileResources;
  readonly #pages: PdfReference[] = [];

  constructor(lang: string, options: RenderOptions) {
    const { compatibility, conformance, encryption, contentHash } = options;
    const tagged = isTagged(conformance);
    const createdAt = new Date(options.createdAt);
    const container = new PdfContainer({
      ...{ lang, contentHash, createdAt },
      compact: tagged && compatibility === undefined,
      version: compatibility ?? "1.7",
      ...(encryption === undefined ? {} : { encryption }),
    });
    if (archiveLevel(conformance) !== null) writeOutputIntent(container);
    this.#options = options;
    this.#createdAt = createdAt;
    this.#container = container;
    this.#structure = tagged ? new StructureTree(container) : null;
    this.#resources = new FileResources(container, conformance !== undefined);
  }

  add(part: DrawnPart): void {
    const resources = this.#resources;
    const structure = this.#structure;
    const references = referencesOf(resources, part);
    const { pages: drawn, forms } = pagesOf(part);
    structure?.adopt(part.structure);
    for (const page of drawn) {
      const form = page.form === null ? undefined : forms[page.form];
      this.#pages.push(placePage(this.#container, resources, references, page, form, structure));
    }
    for (const { font, direction, style = PLAIN, glyphs } of part.fonts) {
      resources.fonts.show(font, direction, style, glyphs);
    }
  }

  get bytes(): number {
    return this.#container.writer.length;
  }

  finish(whole: PageDocument): Uint8Array {
    const container = this.#container;
    const options = this.#options;
    this.#structure?.finish();
    this.#resources.fonts.finish();
    writeDestinations(container, whole, this.#pages);
    writeOutline(container, whole, this.#pages);
    writeAttachments(container, options.attachments ?? [], this.#createdAt);
    writePrinting(container, options.printing);
    return container.finish(documentInfo(whole, options), xmpPacket(whole, options));
  }
}

function referencesOf(resources: FileResources, { fonts, images }: DrawnPart): PartReferences {
  return {
    font(index) {
      const drawn = fonts[index];
      if (drawn === undefined) throw new Error(`the part has no font ${index}`);
      return resources.fonts.reference(drawn.font, drawn.direction, drawn.style ?? PLAIN);
    },
    image(index) {
      const source = images[index];
      return source === undefined ? null : resources.image(source);
    },
  };
}

function placePage(
  container: PdfContainer,
  resources: FileResources,
  part: PartReferences,
  page: DrawnPage,
  form: DrawnForm | undefined,
  structure: StructureTree | null,
): PdfReference {
  const { widthEmu, heightEmu, marks } = page;
  const [width, height] = [hundredths(widthEmu) / 100, hundredths(heightEmu) / 100];
  const reference = container.startPage(width, height);
  const key = structure === null || marks === null ? undefined : structure.addPage(reference, marks);
  const shared = form === undefined ? {} : { [FORM_NAME]: resources.form(part, form) };
  const own = resources.dictionary(part, page.resources);
  const XObject = { ...shared, ...own.XObject };
  const links = writeLinks(container, page.links, heightEmu, structure);
  container.fillPage(
    reference,
    page.content,
    { ...own, ...(Object.keys(XObject).length > 0 ? { XObject } : {}) },
    {
      ...(links.length > 0 ? { Annots: links } : {}),
      ...trimOf(page),
      ...(key === undefined ? {} : { StructParents: key, ...tabOrder(container, links) }),
    },
  );
  return reference;
}

/** By structure (ISO 14289-1, 7.18.3). PDF 1.4 does not know the key: there it stands only where PDF/UA asks for it. */
function tabOrder({ writer: { version } }: PdfContainer, links: readonly PdfReference[]): { readonly Tabs?: "S" } {
  return version === "1.4" && links.length === 0 ? {} : { Tabs: "S" };
}

/** The paper as it is once it is cut, and what is printed beyond its edges (ISO 32000-1, 14.11.2). */
function trimOf({ trim, widthEmu, heightEmu }: DrawnPage): Readonly<Record<string, number[]>> {
  if (trim === null) return {};
  const points = (emu: number): number => hundredths(emu) / 100;
  const [width, height] = [points(widthEmu), points(heightEmu)];
  const bottom = points(heightEmu - trim.bottomEmu);
  const TrimBox = [points(trim.leftEmu), bottom, points(trim.rightEmu), points(heightEmu - trim.topEmu)];
  return { TrimBox, BleedBox: [0, 0, width, height] };
}
