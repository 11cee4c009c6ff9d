// Marked contents of one page while it is drawn (ISO 32000-1 §14.6): which id belongs to which node.
import type { StructureNode, StructureType } from "../../../core/sdk/index.ts";
import type { DrawnMarks, FigureBox } from "./drawn-pages.ts";

export class PageMarks implements DrawnMarks {
  readonly nodes: number[] = [];
  readonly boxes: (readonly [node: number, box: FigureBox])[] = [];
  readonly #structure: readonly StructureNode[];

  constructor(structure: readonly StructureNode[]) {
    this.#structure = structure;
  }

  /** The tag under which a node's content is marked; null for what is no node, such as an artifact. */
  tagOf(node: number): StructureType | null {
    return this.#structure[node]?.type ?? null;
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
