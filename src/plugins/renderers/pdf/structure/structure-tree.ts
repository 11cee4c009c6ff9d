// The structure of a document → the tree that assistive technology walks (ISO 32000-1 §14.7 and §14.8): which marked
// content of which page belongs to which element, and the elements themselves.
import type { StructureNode, StructureType } from "../../../../core/sdk/index.ts";
import { decimalText } from "../byte-arena.ts";
import type { PdfContainer } from "../container.ts";
import type { DrawnMarks, FigureBox } from "../drawn-pages.ts";
import { type PdfReference, RawSyntax, syntaxOf } from "../file/syntax.ts";

/** What of a page an element holds: a marked content, or an annotation. */
type Content =
  | { readonly kind: "marked"; readonly page: number; readonly id: number }
  | { readonly kind: "annotation"; readonly page: number; readonly reference: PdfReference };

interface Element {
  readonly node: StructureNode;
  /** The place of its parent in the file's elements; -1 for the root. */
  readonly parent: number;
  readonly contents: Content[];
  readonly children: number[];
  box: FigureBox | null;
  /** Whether anything is told by it or beneath it. */
  isKept: boolean;
  id: number;
}

/** From so many kids on (the rows of a long table) an element is written as a list of its own. */
const LONG_LIST = 64;
const REFERENCE_LENGTH_MAX = 16;

interface Alike {
  readonly type: StructureType;
  readonly likeness: string;
  readonly elements: Element[];
}

/** Elements of a table stand even where they are empty: a row without its blank cell would shift. */
const ALWAYS_KEPT: ReadonlySet<StructureType> = new Set(["Document", "TR", "TH", "TD"]);

/** The document itself: the first node of every part, and one for the file. */
const ROOT = 0;

export class StructureTree {
  readonly #container: PdfContainer;
  readonly #elements: Element[] = [];
  /** Where the nodes of the part at hand begin, but for the root, which all parts share. */
  #base = 0;
  readonly #root: PdfReference;
  /** By keys of the parent tree: the elements of a page's marked contents, or the one element of an annotation. */
  readonly #parents: (readonly number[] | number)[] = [];
  readonly #pages: PdfReference[] = [];

  constructor(container: PdfContainer) {
    this.#container = container;
    this.#root = container.reference({ Type: "StructTreeRoot" });
  }

  /** Takes the nodes of the next part; the pages that come then name them. */
  adopt(nodes: readonly StructureNode[]): void {
    const isFirst = this.#elements.length === 0;
    this.#base = Math.max(0, this.#elements.length - 1);
    for (const [index, node] of nodes.entries()) {
      if (index === ROOT && !isFirst) continue;
      const parent = node.parent < 0 ? -1 : this.#placeOf(node.parent);
      const isKept = ALWAYS_KEPT.has(node.type);
      const place = this.#elements.push({ node, parent, contents: [], children: [], box: null, isKept, id: 0 }) - 1;
      this.#elements[parent]?.children.push(place);
    }
  }

  /** The place of a node of the part at hand in the file's elements. */
  #placeOf(node: number): number {
    return node === ROOT ? ROOT : this.#base + node;
  }

  /** Takes the marked contents of the next page; answers its key in the parent tree. */
  addPage(reference: PdfReference, { nodes, boxes }: DrawnMarks): number {
    const page = this.#pages.push(reference) - 1;
    const marked = nodes.map((node) => this.#placeOf(node));
    for (const [id, place] of marked.entries()) this.#elements[place]?.contents.push({ kind: "marked", page, id });
    for (const [node, box] of boxes) this.#grow(this.#placeOf(node), box);
    return this.#parents.push(marked) - 1;
  }

  #grow(place: number, box: FigureBox): void {
    const element = this.#elements[place];
    if (element === undefined) return;
    const known = element.box;
    element.box =
      known === null
        ? box
        : [
            Math.min(known[0], box[0]),
            Math.min(known[1], box[1]),
            Math.max(known[2], box[2]),
            Math.max(known[3], box[3]),
          ];
  }

  /** Gives an annotation of the page to a node; answers its key in the parent tree, null where there is no node. */
  annotate(node: number, reference: PdfReference): number | null {
    const place = node < 0 ? node : this.#placeOf(node);
    const element = this.#elements[place];
    if (element === undefined) return null;
    element.contents.push({ kind: "annotation", page: this.#pages.length - 1, reference });
    return this.#parents.push(place) - 1;
  }

  /** Writes the tree into the catalogue. */
  finish(): void {
    this.#prune();
    const { writer } = this.#container;
    const groups = this.#alike();
    for (const { elements } of groups) for (const element of elements) element.id = writer.allocate();
    for (const { type, likeness, elements } of groups) {
      for (const element of elements) {
        const kids = this.#kidsOf(element);
        const entries = this.#entriesOf(element, type);
        const isList = kids.length >= LONG_LIST && kids.every((kid) => kid.length <= REFERENCE_LENGTH_MAX);
        if (isList) writer.addList(element.id, `<<${entries}/K[`, kids, "]>>");
        else writer.addAlike(element.id, `<<${entries}${kidsEntry(kids)}>>`, likeness);
      }
    }
    this.#root.data["K"] = this.#syntaxOfReference(ROOT);
    this.#root.data["ParentTree"] = this.#container.object({ Nums: this.#parentTree() });
    this.#root.data["ParentTreeNextKey"] = this.#parents.length;
    this.#root.end();
    this.#container.catalogue("StructTreeRoot", this.#root);
    this.#container.catalogue("MarkInfo", { Marked: true });
  }

  /** Leaves out what holds nothing. Children come after their parents, so one way back is enough. */
  #prune(): void {
    for (let index = this.#elements.length - 1; index >= 0; index--) {
      const element = this.#elements[index];
      if (element === undefined) continue;
      if (element.contents.length > 0 || element.children.some((child) => this.#elements[child]?.isKept)) {
        element.isKept = true;
      }
    }
  }

  /**
   * Elements of one type with as many kids are written one after another, whatever stands between them: so their
   * numbers, their places and their words differ from their neighbours' by one.
   */
  #alike(): readonly Alike[] {
    const headings = new HeadingLevels();
    const groups = new Map<string, Alike>();
    for (const element of this.#elements) {
      if (!element.isKept) continue;
      const type = headings.typeOf(element.node.type);
      const kids = element.contents.length + element.children.filter((child) => this.#elements[child]?.isKept).length;
      const likeness = `${type} ${kids}`;
      const group = groups.get(likeness);
      if (group === undefined) groups.set(likeness, { type, likeness, elements: [element] });
      else group.elements.push(element);
    }
    return [...groups.values()];
  }

  #entriesOf({ node, parent: place, contents, box }: Element, type: StructureType): string {
    const parent = place < 0 ? `${this.#root.id} 0 R` : this.#syntaxOfReference(place).syntax;
    const [first] = contents;
    const page = first === undefined ? "" : `/Pg ${this.#pages[first.page]?.id ?? 0} 0 R`;
    const alt = node.alt === null || node.alt === "" ? "" : `/Alt${syntaxOf(new String(node.alt), null)}`;
    const lang = node.lang === null || place < 0 ? "" : `/Lang${syntaxOf(new String(node.lang), null)}`;
    return `/S/${type}/P ${parent}${page}${alt}${lang}${attributes(node, box)}`;
  }

  /** Contents come before children: a paragraph's own words, then what stands in it. */
  #kidsOf({ contents, children }: Element): readonly string[] {
    const page = contents[0]?.page ?? 0;
    const kids = contents.map((content) => this.#syntaxOfContent(content, page));
    for (const child of children) {
      if (this.#elements[child]?.isKept) kids.push(this.#syntaxOfReference(child).syntax);
    }
    return kids;
  }

  #syntaxOfContent(content: Content, elementPage: number): string {
    const page = `${this.#pages[content.page]?.id ?? 0} 0 R`;
    if (content.kind === "annotation") return `<</Type/OBJR/Obj ${content.reference.id} 0 R/Pg ${page}>>`;
    return content.page === elementPage ? `${content.id}` : `<</Type/MCR/Pg ${page}/MCID ${content.id}>>`;
  }

  #syntaxOfReference(node: number): RawSyntax {
    return new RawSyntax(`${this.#elements[node]?.id ?? 0} 0 R`);
  }

  /** A number tree of one leaf. */
  #parentTree(): RawSyntax {
    const { writer } = this.#container;
    const referenceTo = (node: number): string => this.#syntaxOfReference(node).syntax;
    const parts = this.#parents.map((parent, key) => {
      if (typeof parent === "number") return `${key} ${referenceTo(parent)}`;
      const id = writer.allocate();
      writer.addList(id, "[", parent.map(referenceTo), "]");
      return `${key} ${id} 0 R`;
    });
    return new RawSyntax(`[${parts.join(" ")}]`);
  }
}

function kidsEntry(kids: readonly string[]): string {
  if (kids.length === 0) return "";
  return kids.length === 1 ? `/K ${kids[0]}` : `/K[${kids.join(" ")}]`;
}

function attributes(node: StructureNode, box: Element["box"]): string {
  const table = [
    node.scope === null ? "" : `/Scope/${node.scope === "row" ? "Row" : "Column"}`,
    node.columnSpan === 1 ? "" : `/ColSpan ${node.columnSpan}`,
    node.rowSpan === 1 ? "" : `/RowSpan ${node.rowSpan}`,
  ].join("");
  if (table !== "") return `/A<</O/Table${table}>>`;
  if (box === null || node.type !== "Figure") return "";
  return `/A<</O/Layout/Placement/Block/BBox[${box.map((edge) => decimalText(edge, 2)).join(" ")}]>>`;
}

/**
 * Headings start with the first level and go down one level at a time (ISO 14289-1, 7.4.2): one that is deeper than
 * its place allows is written as the next level.
 */
class HeadingLevels {
  #last = 0;

  typeOf(type: StructureType): StructureType {
    const wanted = HEADINGS.indexOf(type) + 1;
    if (wanted === 0) return type;
    this.#last = Math.min(wanted, this.#last + 1);
    return HEADINGS[this.#last - 1] ?? type;
  }
}

const HEADINGS: readonly StructureType[] = ["H1", "H2", "H3"];
