// Elements of one kind with as many kids are written one after another, whatever stands between them: so their numbers,
// their places and their words differ from their neighbours' by one.
import type { StructureType } from "../../../../core/sdk/index.ts";
import { type Elements, NONE, ROOT } from "./elements.ts";

export interface Group {
  readonly type: StructureType;
  /** Of `Elements.kindList`. */
  readonly kind: number;
  readonly isMarked: boolean;
  readonly kids: number;
  /** Places of its elements, in order. */
  readonly places: Int32Array;
  /** What its first element is called; the others follow. */
  firstId: number;
}

export interface Groups {
  readonly alike: readonly Group[];
  /** Those that are like few others, in order. */
  readonly single: readonly { readonly place: number; readonly type: StructureType }[];
}

/** From so many kids on (the rows of a long table) an element is written as a list of its own. */
export const LONG_LIST = 64;

/** A stream of its own takes as long to begin as so many elements among others. */
const GROUP_MIN = 64;

interface OpenGroup {
  readonly type: StructureType;
  readonly kind: number;
  readonly isMarked: boolean;
  readonly kids: number;
  count: number;
}

const SINGLE = 0;

/** Groups the elements that are kept. */
export function groupsOf(elements: Elements): Groups {
  const { count, kept, kinds, kindList, kidCounts, marks, more, told, boxes } = elements;
  const headings = new HeadingLevels();
  const open: OpenGroup[] = [];
  const known = new Map<number, number>();
  /** Of each element the number of its group from 1 on; `SINGLE` for none. */
  const groups = new Int32Array(count);
  let lastKey = NONE;
  let last = SINGLE;
  for (let place = 0; place < count; place += 1) {
    if (kept[place] === 0) continue;
    const kind = kinds[place] as number;
    const wanted = (kindList[kind] as Elements["kindList"][number]).type;
    const type = headings.typeOf(wanted);
    const kids = kidCounts[place] as number;
    const isPlain = place !== ROOT && kids < LONG_LIST && !more.has(place) && !told.has(place) && !boxes.has(place);
    if (!isPlain) continue;
    const isMarked = marks[place] !== NONE;
    const level = type === wanted ? 0 : HEADINGS.indexOf(type) + 1;
    const key = ((kind * (HEADINGS.length + 1) + level) * 2 + (isMarked ? 1 : 0)) * LONG_LIST + kids;
    if (key !== lastKey) {
      lastKey = key;
      last = known.get(key) ?? open.push({ type, kind, isMarked, kids, count: 0 });
      known.set(key, last);
    }
    groups[place] = last;
    (open[last - 1] as OpenGroup).count += 1;
  }
  return sorted(elements, groups, open);
}

function sorted({ count, kept, kinds, kindList }: Elements, groups: Int32Array, open: readonly OpenGroup[]): Groups {
  const alike = open.map((group): Group | null => {
    if (group.count < GROUP_MIN) return null;
    return { ...group, places: new Int32Array(group.count), firstId: 0 };
  });
  const filled = new Int32Array(open.length);
  const single: { place: number; type: StructureType }[] = [];
  const headings = new HeadingLevels();
  for (let place = 0; place < count; place += 1) {
    if (kept[place] === 0) continue;
    const type = headings.typeOf((kindList[kinds[place] as number] as Elements["kindList"][number]).type);
    const at = (groups[place] as number) - 1;
    const group = at < 0 ? null : alike[at];
    if (group == null) {
      single.push({ place, type });
      continue;
    }
    const next = filled[at] as number;
    group.places[next] = place;
    filled[at] = next + 1;
  }
  return { alike: alike.filter((group) => group !== null), single };
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

const HEADINGS: readonly StructureType[] = ["H1", "H2", "H3", "H4", "H5", "H6"];
