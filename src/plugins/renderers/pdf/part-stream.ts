// Pages → drawn parts: contents written and compressed, ready to be put into a file by this thread or another one.
import type {
  Conformance,
  DrawnPart,
  LinkItem,
  OpenDocument,
  Page,
  PartStream,
  PlacedItem,
} from "../../../core/sdk/index.ts";
import { ByteArena, hundredths } from "./byte-arena.ts";
import { isTagged } from "./conformance.ts";
import { ContentStream } from "./content-stream.ts";
import { deflateContent } from "./deflate-content.ts";
import type { DrawnPage, DrawnPages } from "./drawn-pages.ts";
import { joinedAt } from "./joined-items.ts";
import { PageMarks } from "./page-marks.ts";
import { PartResources } from "./part-resources.ts";
import { type PageParts, StaticParts } from "./static-part.ts";

/** A static part of fewer bytes than this costs more as a form of its own than it saves. */
const SMALLEST_FORM_BYTES = 400;

/** Starts a part. `conformance` is what its file will promise. */
export function beginPart(conformance: Conformance | undefined): PartStream {
  return new PagesOfPart(conformance);
}

/** The form of a page's static part; null where it is too small for one. */
interface SharedPart {
  readonly widthEmu: number;
  readonly heightEmu: number;
  readonly form: number | null;
}

/**
 * A class, as V8 holds the getters of single objects, and all that they see, until the next collection of all values:
 * 40 KB of values of each invoice grew old for that, beside its contents and its file, and now 2 KB do.
 */
class PagesOfPart implements PartStream {
  readonly #resources: PartResources;
  readonly #isTagged: boolean;
  readonly #staticParts: StaticParts;
  readonly #arena = new ByteArena();
  readonly #pages: DrawnPage[] = [];
  /** Of the page before: pages of one form share the same. */
  #shared: SharedPart | null = null;
  #bytes = 0;

  /** Of the contents so far. */
  get bytes(): number {
    return this.#bytes;
  }

  constructor(conformance: Conformance | undefined) {
    this.#resources = new PartResources(conformance !== undefined);
    this.#isTagged = isTagged(conformance);
    this.#staticParts = new StaticParts(this.#isTagged);
  }

  add(document: OpenDocument, page: Page): void {
    const { images } = document;
    const { widthEmu, heightEmu, trim = null } = page;
    const arena = this.#arena;
    const marks = this.#isTagged ? new PageMarks(document.structure) : null;
    const parts = this.#staticParts.split(page.items);
    const form = parts.shared.length === 0 ? null : this.#formOf(parts, document, page);
    arena.truncate(0);
    const stream = new ContentStream(arena, this.#resources, images, heightEmu, marks);
    if (form !== null) stream.form();
    else drawAll(stream, parts.shared, NO_ITEMS);
    drawAll(stream, page.items, parts.shared);
    const resources = stream.end();
    const content = deflateContent(arena.written());
    this.#bytes += content.length;
    this.#pages.push({
      widthEmu,
      heightEmu,
      trim,
      form,
      content,
      resources,
      links: linksOf(page.items),
      marks: marks === null ? null : { nodes: marks.nodes, boxes: marks.boxes },
    });
  }

  finish({ structure }: Pick<OpenDocument, "structure">): DrawnPart {
    const [resources, pages] = [this.#resources, this.#pages];
    const drawn: DrawnPages = { pages, forms: resources.forms };
    const memory = pages.map((page) => page.content.buffer);
    return { fonts: resources.fonts(), images: resources.images, structure, pages: drawn, bytes: this.#bytes, memory };
  }

  #formOf({ repeats, shared }: PageParts, { images }: OpenDocument, { widthEmu, heightEmu }: Page): number | null {
    const last = this.#shared;
    if (repeats && last !== null && last.widthEmu === widthEmu && last.heightEmu === heightEmu) return last.form;
    const arena = this.#arena;
    arena.truncate(0);
    const stream = new ContentStream(arena, this.#resources, images, heightEmu);
    drawAll(stream, shared, NO_ITEMS);
    const resources = stream.end();
    const [width, height] = [hundredths(widthEmu) / 100, hundredths(heightEmu) / 100];
    const isForm = arena.length >= SMALLEST_FORM_BYTES;
    const form = isForm ? this.#resources.form(arena.toBytes(), resources, width, height) : null;
    this.#shared = { widthEmu, heightEmu, form };
    return form;
  }
}

const NO_ITEMS: readonly PlacedItem[] = [];

/** Draws items but those of `shared`, which stand among them in the same order and are drawn elsewhere. */
function drawAll(stream: ContentStream, items: readonly PlacedItem[], shared: readonly PlacedItem[]): void {
  let next = 0;
  const isShared = (item: PlacedItem): boolean => item === shared[next];
  for (let index = 0; index < items.length; ) {
    if (isShared(items[index] as PlacedItem)) {
      next += 1;
      index += 1;
      continue;
    }
    const { item, count } = joinedAt(items, index, isShared);
    stream.draw(item, items[index + count]);
    index += count;
  }
}

const NO_LINKS: readonly LinkItem[] = [];

function linksOf(items: readonly PlacedItem[]): readonly LinkItem[] {
  let links: LinkItem[] | null = null;
  for (const item of items) {
    if (item.kind !== "link") continue;
    links ??= [];
    links.push(item);
  }
  return links ?? NO_LINKS;
}
