// The elements of a file's structure as columns of numbers: a table of 2,000 rows has 18,000 of them, and as objects
// they took as long as all of its text.
import type { StructureNode, StructureType } from "../../../../core/sdk/index.ts";
import type { FigureBox } from "../drawn-pages.ts";
import type { PdfReference } from "../file/syntax.ts";

/** What of a page an element holds: a marked content, or an annotation. */
export type Content =
  | { readonly kind: "marked"; readonly page: number; readonly id: number }
  | { readonly kind: "annotation"; readonly page: number; readonly reference: PdfReference };

/** What elements of one kind have in common. */
export type ElementKind = Pick<StructureNode, "type" | "scope" | "columnSpan" | "rowSpan">;

export const NONE = -1;

/** The document itself: the first node of every part, and one for the file. */
export const ROOT = 0;

/** Elements of a table stand even where they are empty: a row without its blank cell would shift. */
const ALWAYS_KEPT: ReadonlySet<StructureType> = new Set(["Document", "TR", "TH", "TD"]);

const INITIAL_CAPACITY = 256;

/** Places are indexes; children have later ones than their parents. */
export class Elements {
  count = 0;
  parents = new Int32Array(INITIAL_CAPACITY);
  /** Places in `kindList`. */
  kinds = new Int32Array(INITIAL_CAPACITY);
  readonly kindList: ElementKind[] = [];
  readonly #kindsOfType = new Map<StructureType, number[]>();
  /** The page of the first content; `NONE` for none. */
  pages = new Int32Array(INITIAL_CAPACITY);
  /** The marked content that is the first; `NONE` for none. */
  marks = new Int32Array(INITIAL_CAPACITY);
  /** All contents but a first that is marked. */
  readonly more = new Map<number, Content[]>();
  /** Nodes that say something of themselves. */
  readonly told = new Map<number, StructureNode>();
  readonly boxes = new Map<number, FigureBox>();
  /** Once they are pruned: whether anything is told by it or beneath it, and which of its children stand. */
  kept = new Uint8Array(0);
  kidCounts = new Int32Array(0);
  firstKids = new Int32Array(0);
  nextKids = new Int32Array(0);

  reserve(count: number): void {
    if (count <= this.parents.length) return;
    const size = Math.max(count, this.parents.length * 2);
    this.parents = grown(this.parents, size);
    this.kinds = grown(this.kinds, size);
    this.pages = grown(this.pages, size);
    this.marks = grown(this.marks, size);
  }

  /** There must be room for it. */
  add(node: StructureNode, parent: number): void {
    const place = this.count++;
    this.parents[place] = parent;
    this.kinds[place] = this.#kindOf(node);
    this.pages[place] = NONE;
    this.marks[place] = NONE;
    if (node.alt !== null || node.lang !== null) this.told.set(place, node);
  }

  #kindOf({ type, scope, columnSpan, rowSpan }: StructureNode): number {
    let known = this.#kindsOfType.get(type);
    if (known === undefined) {
      known = [];
      this.#kindsOfType.set(type, known);
    }
    for (const index of known) {
      const kind = this.kindList[index];
      if (kind?.rowSpan === rowSpan && kind.columnSpan === columnSpan && kind.scope === scope) return index;
    }
    const index = this.kindList.push({ type, scope, columnSpan, rowSpan }) - 1;
    known.push(index);
    return index;
  }

  /** Gives a marked content of a page to an element. */
  mark(place: number, page: number, id: number): void {
    if (place >= this.count) return;
    if (this.pages[place] === NONE) {
      this.pages[place] = page;
      this.marks[place] = id;
    } else this.#addMore(place, { kind: "marked", page, id });
  }

  annotate(place: number, page: number, reference: PdfReference): void {
    if (this.pages[place] === NONE) this.pages[place] = page;
    this.#addMore(place, { kind: "annotation", page, reference });
  }

  #addMore(place: number, content: Content): void {
    const contents = this.more.get(place);
    if (contents === undefined) this.more.set(place, [content]);
    else contents.push(content);
  }

  contentsOf(place: number): readonly Content[] {
    const more = this.more.get(place) ?? [];
    const id = this.marks[place] as number;
    if (id === NONE) return more;
    return [{ kind: "marked", page: this.pages[place] as number, id }, ...more];
  }

  grow(place: number, box: FigureBox): void {
    const known = this.boxes.get(place);
    if (known === undefined) this.boxes.set(place, box);
    else {
      const [left, bottom, right, top] = known;
      this.boxes.set(place, [
        Math.min(left, box[0]),
        Math.min(bottom, box[1]),
        Math.max(right, box[2]),
        Math.max(top, box[3]),
      ]);
    }
  }

  /** Leaves out what holds nothing. Children come after their parents, so one way back is enough. */
  prune(): void {
    const { count, parents, pages, kinds } = this;
    const kept = new Uint8Array(count);
    const kidCounts = new Int32Array(count);
    const firstKids = new Int32Array(count).fill(NONE);
    const nextKids = new Int32Array(count).fill(NONE);
    const always = this.kindList.map(({ type }) => ALWAYS_KEPT.has(type));
    for (let place = count - 1; place >= 0; place -= 1) {
      if (kept[place] === 0 && pages[place] === NONE && always[kinds[place] as number] !== true) continue;
      kept[place] = 1;
      const parent = parents[place] as number;
      if (parent < 0) continue;
      kept[parent] = 1;
      kidCounts[parent] = (kidCounts[parent] as number) + 1;
      nextKids[place] = firstKids[parent] as number;
      firstKids[parent] = place;
    }
    this.kept = kept;
    this.kidCounts = kidCounts;
    this.firstKids = firstKids;
    this.nextKids = nextKids;
  }
}

function grown(column: Int32Array, size: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(size);
  larger.set(column);
  return larger;
}
