// Marked contents of one page while it is drawn (ISO 32000-1 §14.6): which id belongs to which node.
import type { StructureNode, StructureType } from "../../../core/sdk/index.ts";
import type { DrawnMarks, FigureBox } from "./drawn-pages.ts";

/** By types of nodes: put together for each of a table's cells they took half of the time of marking it. */
const openings = new Map<StructureType, string>();

export class PageMarks implements DrawnMarks {
  readonly nodes: number[] = [];
  readonly boxes: (readonly [node: number, box: FigureBox])[] = [];
  readonly #structure: readonly StructureNode[];

  constructor(structure: readonly StructureNode[]) {
    this.#structure = structure;
  }

  /** What opens the mark of a node's content, up to its id; null for what is no node, such as an artifact. */
  openingOf(node: number): string | null {
    if (node < 0) return null;
    const type = this.#structure[node]?.type;
    if (type === undefined) return null;
    const known = openings.get(type);
    if (known !== undefined) return known;
    const opening = `/${type}<</MCID `;
    openings.set(type, opening);
    return opening;
  }

  /** The id of the next marked content of the page, which belongs to a node. */
  mark(node: number): number {
    return this.nodes.push(node) - 1;
  }

  /** Where a figure lies on its page. */
  boxOf(node: number, box: FigureBox): void {
    this.boxes.push([node, box]);
  }
}
