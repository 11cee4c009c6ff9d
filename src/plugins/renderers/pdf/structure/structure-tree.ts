// The structure of a document → the tree that assistive technology walks (ISO 32000-1 §14.7 and §14.8): which marked
// content of which page belongs to which element, and the elements themselves.
import type { StructureNode, StructureType } from "../../../../core/sdk/index.ts";
import { decimalText } from "../byte-arena.ts";
import type { PdfContainer } from "../container.ts";
import { type PdfReference, RawSyntax, syntaxOf } from "../file/syntax.ts";

/** What of a page an element holds: a marked content, or an annotation. */
type Content =
  | { readonly kind: "marked"; readonly page: number; readonly id: number }
  | { readonly kind: "annotation"; readonly page: number; readonly reference: PdfReference };

interface Element {
  readonly node: StructureNode;
  readonly contents: Content[];
  readonly children: number[];
  /** Left, bottom, right, top of a figure, in hundredths of a point. */
  box: readonly [number, number, number, number] | null;
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

/** Cells without a node: what the parent tree names for them. */
const ROOT = 0;

export class StructureTree {
  readonly #container: PdfContainer;
  /** The document's nodes, which get more while pages come, and what became of those that were seen. */
  readonly #nodes: readonly StructureNode[];
  readonly #elements: Element[] = [];
  readonly #root: PdfReference;
  /** The element of each marked content, by page. */
  readonly #marked: number[][] = [];
  /** By keys of the parent tree: the elements of a page's marked contents, or the one element of an annotation. */
  readonly #parents: (readonly number[] | number)[] = [];
  readonly #pages: PdfReference[] = [];

  constructor(container: PdfContainer, nodes: readonly StructureNode[]) {
    this.#container = container;
    this.#nodes = nodes;
    this.#root = container.reference({ Type: "StructTreeRoot" });
  }

  #element(index: number): Element | undefined {
    for (let next = this.#elements.length; next < this.#nodes.length; next++) {
      const node = this.#nodes[next];
      if (node === undefined) break;
      this.#elements.push({ node, contents: [], children: [], box: null, isKept: ALWAYS_KEPT.has(node.type), id: 0 });
      this.#elements[node.parent]?.children.push(next);
    }
    return this.#elements[index];
  }

  /** Starts the next page; answers its key in the parent tree. */
  startPage(page: PdfReference): number {
    this.#pages.push(page);
    const nodes: number[] = [];
    this.#marked.push(nodes);
    return this.#parents.push(nodes) - 1;
  }

  /** The tag under which a node's content is marked; null for what is no node, such as an artifact. */
  tagOf(node: number): StructureType | null {
    return this.#element(node)?.node.type ?? null;
  }

  /** The id of the next marked content of the page, which belongs to a node. */
  mark(node: number): number {
    const page = this.#marked.length - 1;
    const marked = this.#marked[page] ?? [];
    const id = marked.push(node) - 1;
    this.#element(node)?.contents.push({ kind: "marked", page, id });
    return id;
  }

  /** Where a figure lies on its page. */
  boxOf(node: number, box: readonly [number, number, number, number]): void {
    const element = this.#element(node);
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

  /** Gives an annotation of the page to a node; answers its key in the parent tree. */
  annotate(node: number, reference: PdfReference): number {
    const page = this.#marked.length - 1;
    this.#element(node)?.contents.push({ kind: "annotation", page, reference });
    return this.#parents.push(node) - 1;
  }

  /** Writes the tree into the catalogue. */
  finish(): void {
    // The last nodes may have no content, and the root is a node even of an empty document.
    this.#element(ROOT);
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

  #entriesOf({ node, contents, box }: Element, type: StructureType): string {
    const parent = node.parent < 0 ? `${this.#root.id} 0 R` : this.#syntaxOfReference(node.parent).syntax;
    const [first] = contents;
    const page = first === undefined ? "" : `/Pg ${this.#pages[first.page]?.id ?? 0} 0 R`;
    const alt = node.alt === null || node.alt === "" ? "" : `/Alt${syntaxOf(new String(node.alt), null)}`;
    const lang = node.lang === null || node.parent < 0 ? "" : `/Lang${syntaxOf(new String(node.lang), null)}`;
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
