// Pages → drawn parts: contents written and compressed, ready to be put into a file by this thread or another one.
import {
  ARTIFACT,
  type Conformance,
  type DrawnPart,
  type OpenDocument,
  type Page,
  type PartStream,
  type PlacedItem,
} from "../../../core/sdk/index.ts";
import { ByteArena, hundredths } from "./byte-arena.ts";
import { isTagged } from "./conformance.ts";
import { ContentStream } from "./content-stream.ts";
import { deflate } from "./deflate.ts";
import type { DrawnPage, DrawnPages } from "./drawn-pages.ts";
import { PageMarks } from "./page-marks.ts";
import { PartResources } from "./part-resources.ts";
import { splitStaticPart } from "./static-part.ts";

/** A static part of fewer bytes than this costs more as a form of its own than it saves. */
const SMALLEST_FORM_BYTES = 400;

/** Starts a part. `conformance` is what its file will promise. */
export function beginPart(conformance: Conformance | undefined): PartStream {
  const resources = new PartResources(conformance !== undefined);
  const tagged = isTagged(conformance);
  const arena = new ByteArena();
  const pages: DrawnPage[] = [];
  let bytes = 0;
  return {
    add(document, page) {
      const drawn = drawPage(arena, resources, document, page, tagged ? new PageMarks(document.structure) : null);
      pages.push(drawn);
      bytes += drawn.content.length;
    },
    get bytes() {
      return bytes;
    },
    finish({ structure }): DrawnPart {
      const drawn: DrawnPages = { pages, forms: resources.forms };
      const memory = pages.map((page) => page.content.buffer);
      return { fonts: resources.fonts(), images: resources.images, structure, pages: drawn, bytes, memory };
    },
  };
}

function drawPage(
  arena: ByteArena,
  resources: PartResources,
  { images }: OpenDocument,
  page: Page,
  marks: PageMarks | null,
): DrawnPage {
  const { widthEmu, heightEmu, trim = null } = page;
  const parts = marks === null ? splitStaticPart(page.items) : splitStaticPart(page.items, isStaticArtifact);

  arena.truncate(0);
  const shared = new ContentStream(arena, resources, images, heightEmu);
  for (const item of parts.shared) shared.draw(item);
  const sharedResources = shared.end();
  const [width, height] = [hundredths(widthEmu) / 100, hundredths(heightEmu) / 100];
  const isForm = arena.length >= SMALLEST_FORM_BYTES;
  const form = isForm ? resources.form(arena.toBytes(), sharedResources, width, height) : null;

  arena.truncate(0);
  const stream = new ContentStream(arena, resources, images, heightEmu, marks);
  if (form !== null) stream.form();
  else for (const item of parts.shared) stream.draw(item);
  for (const item of parts.own) stream.draw(item);
  const streamResources = stream.end();
  return {
    widthEmu,
    heightEmu,
    trim,
    form,
    content: deflate(arena.toBytes()),
    resources: streamResources,
    links: page.items.filter((item) => item.kind === "link"),
    marks: marks === null ? null : { nodes: marks.nodes, boxes: marks.boxes },
  };
}

function isStaticArtifact(item: PlacedItem): boolean {
  return item.isStatic && item.node === ARTIFACT;
}
