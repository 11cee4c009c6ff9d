// What a plate has painted → its structure with every label right before its values: elements of a plate lie where they
// say, so their order in the source need not be the order in which a person reads them.
import type { Emu } from "../../canvas/index.ts";
import type { Block } from "../blocks/index.ts";
import {
  ARTIFACT,
  inkOf,
  kindOfWords,
  labelsOf,
  type PlacedItem,
  type ReadPart,
  type Rectangle,
  type StructureNode,
} from "../page/index.ts";
import type { Painting } from "./painting.ts";

/** A child of a plate: its nodes, and what it is. */
interface PaintedChild extends ReadPart {
  /** Its nodes are those from `from` up to `to`. */
  readonly from: number;
  readonly to: number;
}

/** Takes down what a plate's children paint; null where nobody reads the structure. */
export class PlateReader {
  readonly #painting: Painting;
  readonly #parent: number;
  readonly #layers: readonly PlacedItem[][];
  /** How long each layer was before the plate. */
  readonly #starts: readonly number[];
  readonly #children: PaintedChild[] = [];
  #node: number;
  #lengths: readonly number[];

  constructor(painting: Painting, parent: number) {
    const { items, under, normal, over } = painting.sheet;
    this.#painting = painting;
    this.#parent = parent;
    this.#layers = [...new Set([items, under, normal, over])];
    this.#starts = this.#layers.map(({ length }) => length);
    this.#lengths = this.#starts;
    this.#node = painting.structure.length;
  }

  /** The child that was painted last, and where its room begins. */
  add(block: Block, leftEmu: Emu): void {
    const { structure } = this.#painting;
    const from = this.#node;
    this.#node = structure.length;
    const drawn = this.#layers.flatMap((layer, index) => layer.slice(this.#lengths[index]));
    this.#lengths = this.#layers.map(({ length }) => length);
    if (this.#node === from) return;
    const box = boundsOf(drawn.filter((item) => item.kind === "glyphs" || item.kind === "image"));
    const tops = structure.slice(from).filter(({ parent }) => parent === this.#parent);
    const isParagraph = tops.length === 1 && tops[0]?.type === "P";
    const kind = box !== null && isParagraph ? kindOf(block) : "other";
    const room = { leftEmu, rightEmu: leftEmu + block.widthEmu };
    this.#children.push({ from, to: this.#node, kind, box: box ?? NOWHERE, room });
  }

  /** Brings the nodes into the order in which they are read; labels and their values share a paragraph. */
  finish(): void {
    const labels = labelsOf(this.#children);
    if (labels.every((label) => label === null)) return;
    const { structure } = this.#painting;
    const start = this.#children[0]?.from ?? structure.length;
    const places = new Int32Array(structure.length - start).fill(ARTIFACT);
    const ordered: StructureNode[] = [];
    const take = ({ from, to }: PaintedChild, parent: number): void => {
      for (let index = from; index < to; index += 1) {
        const node = structure[index] as StructureNode;
        const isTop = node.parent === this.#parent;
        places[index - start] = start + ordered.length;
        // A list that began before the plate keeps its place.
        const moved = isTop ? parent : node.parent < start ? node.parent : (places[node.parent - start] as number);
        ordered.push({ ...node, parent: moved, ...(isTop && parent !== this.#parent ? { type: "Span" } : {}) });
      }
    };
    for (const [at, child] of this.#children.entries()) {
      if (labels[at] !== null) continue;
      const values = this.#children.filter((_, index) => labels[index] === at);
      if (values.length === 0) take(child, this.#parent);
      else {
        const own = structure[child.from] as StructureNode;
        const paragraph = start + ordered.push({ ...own, alt: null, role: null }) - 1;
        for (const member of [child, ...inLines(values)]) take(member, paragraph);
      }
    }
    structure.splice(start, structure.length - start, ...ordered);
    // An item that follows opens a list of its own.
    this.#painting.openList = null;
    this.#rename(start, places);
  }

  /** Items name the nodes by their new places. Fixed words share their items with other pages, so these are copied. */
  #rename(start: number, places: Int32Array): void {
    for (const [index, layer] of this.#layers.entries()) {
      for (let at = this.#starts[index] as number; at < layer.length; at += 1) {
        const item = layer[at] as PlacedItem;
        if (item.node >= start) layer[at] = { ...item, node: places[item.node - start] as number };
      }
    }
  }
}

function kindOf(block: Block): ReadPart["kind"] {
  if (block.kind === "deferred" || block.kind === "drawing") return "value";
  if (block.kind !== "text") return "other";
  return block.text.shown.isStatic ? kindOfWords(block.text.shown.text) : "value";
}

/** Values of one label line by line, each line from the left, and then their units. */
function inLines(members: readonly PaintedChild[]): readonly PaintedChild[] {
  const isUnit = ({ kind }: PaintedChild): boolean => kind === "mark";
  const rest = members.filter((one) => !isUnit(one)).sort((one, other) => one.box.topEmu - other.box.topEmu);
  const ordered: PaintedChild[] = [];
  while (rest.length > 0) {
    const middle = ((rest[0]?.box.topEmu ?? 0) + (rest[0]?.box.bottomEmu ?? 0)) / 2;
    const line = rest.filter(({ box }, at) => at === 0 || box.topEmu < middle);
    ordered.push(...line.sort((one, other) => one.box.leftEmu - other.box.leftEmu));
    for (const one of line) rest.splice(rest.indexOf(one), 1);
  }
  return [...ordered, ...members.filter(isUnit)];
}

const NOWHERE: Rectangle = { leftEmu: 0, topEmu: 0, rightEmu: 0, bottomEmu: 0 };

/** Null where nothing is drawn. */
function boundsOf(items: readonly PlacedItem[]): Rectangle | null {
  let bounds: Rectangle | null = null;
  for (const item of items) {
    const ink = inkOf(item);
    if (ink === null) continue;
    bounds =
      bounds === null
        ? ink
        : {
            leftEmu: Math.min(bounds.leftEmu, ink.leftEmu),
            topEmu: Math.min(bounds.topEmu, ink.topEmu),
            rightEmu: Math.max(bounds.rightEmu, ink.rightEmu),
            bottomEmu: Math.max(bounds.bottomEmu, ink.bottomEmu),
          };
  }
  return bounds;
}
