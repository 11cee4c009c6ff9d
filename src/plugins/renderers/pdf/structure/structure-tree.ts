// The structure of a document → the tree that assistive technology walks (ISO 32000-1 §14.7 and §14.8): which marked
// content of which page belongs to which element, and the elements themselves.
import type { StructureNode, StructureType } from "../../../../core/sdk/index.ts";
import type { PdfContainer } from "../container.ts";
import type { DrawnMarks } from "../drawn-pages.ts";
import type { ReferenceList } from "../file/object-stream.ts";
import { type PdfReference, RawSyntax } from "../file/syntax.ts";
import { annotationSyntax, attributesOf, elementSyntax, rowLook } from "./element-syntax.ts";
import { type Content, type ElementKind, Elements, NONE, ROOT } from "./elements.ts";
import { type Group, groupsOf, LONG_LIST } from "./groups.ts";

export class StructureTree {
  readonly #container: PdfContainer;
  readonly #elements = new Elements();
  /** Where the nodes of the part at hand begin, but for the root, which all parts share. */
  #base = 0;
  readonly #root: PdfReference;
  /** By keys of the parent tree: the elements of a page's marked contents, or the one element of an annotation. */
  readonly #parents: (Int32Array | number)[] = [];
  /** Object numbers. */
  readonly #pages: number[] = [];
  #marksMax = 0;
  /** Object numbers by place; 0 for those that are left out. */
  #ids = new Int32Array(0);

  constructor(container: PdfContainer) {
    this.#container = container;
    this.#root = container.reference({ Type: "StructTreeRoot" });
  }

  /** Takes the nodes of the next part; the pages that come then name them. */
  adopt(nodes: readonly StructureNode[]): void {
    const elements = this.#elements;
    const isFirst = elements.count === 0;
    this.#base = Math.max(0, elements.count - 1);
    elements.reserve(elements.count + nodes.length);
    for (let index = isFirst ? 0 : 1; index < nodes.length; index += 1) {
      const node = nodes[index] as StructureNode;
      elements.add(node, node.parent < 0 ? NONE : this.#placeOf(node.parent));
    }
  }

  /** The place of a node of the part at hand in the file's elements. */
  #placeOf(node: number): number {
    return node === ROOT ? ROOT : this.#base + node;
  }

  /** Takes the marked contents of the next page; answers its key in the parent tree. */
  addPage(reference: PdfReference, { nodes, boxes }: DrawnMarks): number {
    const page = this.#pages.push(reference.id) - 1;
    const marked = new Int32Array(nodes.length);
    for (let id = 0; id < nodes.length; id += 1) {
      const place = this.#placeOf(nodes[id] as number);
      marked[id] = place;
      this.#elements.mark(place, page, id);
    }
    if (nodes.length > this.#marksMax) this.#marksMax = nodes.length;
    for (const [node, box] of boxes) this.#elements.grow(this.#placeOf(node), box);
    return this.#parents.push(marked) - 1;
  }

  /** Gives an annotation of the page to a node; answers its key in the parent tree, null where there is no node. */
  annotate(node: number, reference: PdfReference): number | null {
    const place = node < 0 ? node : this.#placeOf(node);
    if (place < 0 || place >= this.#elements.count) return null;
    this.#elements.annotate(place, this.#pages.length - 1, reference);
    return this.#parents.push(place) - 1;
  }

  /** Writes the tree into the catalogue. */
  finish(): void {
    const { writer } = this.#container;
    this.#elements.prune();
    const { alike, single } = groupsOf(this.#elements);
    const ids = new Int32Array(this.#elements.count);
    this.#ids = ids;
    for (const { place } of single) ids[place] = writer.allocate();
    for (const group of alike) {
      const { places } = group;
      group.firstId = writer.allocateMany(places.length);
      for (let index = 0; index < places.length; index += 1) ids[places[index] as number] = group.firstId + index;
    }
    const lists: ReferenceList[] = [];
    for (const { place, type } of single) this.#writeSingle(place, type, lists);
    for (const group of alike) this.#writeAlike(group);
    const parents = this.#parentTree(lists);
    writer.addLists(lists);
    this.#root.data["K"] = new RawSyntax(`${ids[ROOT] as number} 0 R`);
    this.#root.data["ParentTree"] = this.#container.object({ Nums: parents });
    this.#root.data["ParentTreeNextKey"] = this.#parents.length;
    this.#root.end();
    this.#container.catalogue("StructTreeRoot", this.#root);
    this.#container.catalogue("MarkInfo", { Marked: true });
  }

  #writeAlike({ type, kind, isMarked, kids, places, firstId }: Group): void {
    const { parents, pages, marks, firstKids, nextKids } = this.#elements;
    const ids = this.#ids;
    const pageIds = Int32Array.from(this.#pages);
    const digits = {
      id: digitsOf(ids.reduce((most, id) => Math.max(most, id), 0)),
      page: digitsOf(this.#pages.at(-1) ?? 0),
      mark: digitsOf(this.#marksMax),
    };
    const more = attributesOf(this.#elements.kindList[kind] as ElementKind, type, null);
    const { text, ends } = rowLook(type, isMarked, kids, digits, more);
    this.#container.writer.addAlike({
      ...{ firstId, count: places.length, text, ends },
      write(rows, index) {
        const place = places[index] as number;
        let field = 0;
        if (isMarked) rows.number(field++, marks[place] as number);
        for (let kid = firstKids[place] as number; kid !== NONE; kid = nextKids[kid] as number) {
          rows.number(field++, ids[kid] as number);
        }
        rows.number(field++, ids[parents[place] as number] as number);
        if (isMarked) rows.number(field, pageIds[pages[place] as number] as number);
      },
    });
  }

  /** A long list of kids is left to be written with others. */
  #writeSingle(place: number, type: StructureType, lists: ReferenceList[]): void {
    const elements = this.#elements;
    const { writer } = this.#container;
    const id = this.#ids[place] as number;
    const parent = elements.parents[place] as number;
    const page = elements.pages[place] as number;
    const entries = elementSyntax({
      type,
      parentId: parent < 0 ? this.#root.id : (this.#ids[parent] as number),
      pageId: page === NONE ? null : (this.#pages[page] as number),
      kind: elements.kindList[elements.kinds[place] as number] as ElementKind,
      node: elements.told.get(place) ?? null,
      isRoot: place === ROOT,
      box: elements.boxes.get(place) ?? null,
    });
    const contents = elements.contentsOf(place);
    const references = this.#kidsOf(place);
    if (contents.length === 0 && references.length >= LONG_LIST) {
      lists.push({ id, before: `<<${entries}/K`, references, after: ">>" });
      return;
    }
    const kids = contents.map((content) => this.#contentSyntax(content, page));
    for (const kid of references) kids.push(`${kid} 0 R`);
    const list = kids.length === 1 ? `/K ${kids[0]}` : `/K[${kids.join(" ")}]`;
    writer.addSyntax(id, `<<${entries}${kids.length === 0 ? "" : list}>>`);
  }

  /** Contents come before children: a paragraph's own words, then what stands in it. */
  #kidsOf(place: number): Int32Array {
    const { firstKids, nextKids, kidCounts } = this.#elements;
    const references = new Int32Array(kidCounts[place] as number);
    let count = 0;
    for (let kid = firstKids[place] as number; kid !== NONE; kid = nextKids[kid] as number) {
      references[count++] = this.#ids[kid] as number;
    }
    return references;
  }

  #contentSyntax(content: Content, elementPage: number): string {
    const pageId = this.#pages[content.page] as number;
    if (content.kind === "annotation") return annotationSyntax(content.reference.id, pageId);
    return content.page === elementPage ? `${content.id}` : `<</Type/MCR/Pg ${pageId} 0 R/MCID ${content.id}>>`;
  }

  /** A number tree of one leaf. */
  #parentTree(lists: ReferenceList[]): RawSyntax {
    const { writer } = this.#container;
    const parts = this.#parents.map((parent, key) => {
      if (typeof parent === "number") return `${key} ${this.#ids[parent] as number} 0 R`;
      const id = writer.allocate();
      const references = parent.map((place) => this.#ids[place] as number);
      if (references.length >= LONG_LIST) lists.push({ id, before: "", references, after: "" });
      else writer.addSyntax(id, `[${Array.from(references, (reference) => `${reference} 0 R`).join(" ")}]`);
      return `${key} ${id} 0 R`;
    });
    return new RawSyntax(`[${parts.join(" ")}]`);
  }
}

function digitsOf(value: number): number {
  return `${value}`.length;
}
