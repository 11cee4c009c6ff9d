// Members of data that nothing declares, but that were probably meant for a declared member which is absent.
import type { PayloadRecord, PayloadValue } from "../expression/index.ts";
import { nearest } from "../expression/index.ts";
import type { ArrayNode, ContractNode, ObjectNode } from "./contract-tree.ts";

/** A member that was passed over, and the declared one that it was probably meant for. */
export interface NearMiss {
  /** Where it stands, the first time: `items[3].nmae`. */
  readonly path: string;
  /** What was probably meant, as it is declared: `items[].name`. */
  readonly declared: string;
  /** In how many entries it stands. */
  readonly count: number;
}

/** A name that nothing declares, where it stands. */
export interface Surplus {
  readonly name: string;
  /** Names and places on the way to its object. */
  readonly way: readonly (string | number)[];
  readonly record: PayloadRecord;
  readonly node: ObjectNode;
}

/** More of them are another form's data. */
export const NEAR_MISSES_MAX = 20;
/** Names of one object that are remembered; data with more of them are no record of a form. */
const NAMES_KEPT_MAX = 500;
/** Members outside of lists that are compared with what is declared elsewhere. */
const MOVED_MAX = 50;
/** A name of three letters is another's neighbour by chance: `tax` is no slip of `fax`. */
const NEAR_LENGTH_MIN = 4;
/** From so many letters on two slips still leave a name what it is. */
const TWO_SLIPS_LENGTH_MIN = 8;

/**
 * Judges surplus members one after another. A member is a near miss of one that its object declares and does not have:
 * by a slip (`nmae`) or by another way to write it (`issue_date` for `issueDate`). Outside of lists also of one that is
 * declared elsewhere, by its name (`customer.department` for `department`) or by its way (`customerName` for
 * `customer.name`).
 */
export class NearMisses {
  readonly #found = new Map<string, { path: string; declared: string; count: number }>();
  readonly #near = new Map<ObjectNode, Map<string, readonly string[]>>();
  readonly #elsewhere: { readonly path: string; readonly name: string }[] = [];

  add({ name, way, record, node }: Surplus): void {
    const near = this.#candidates(node, name).find((each) => isAbsent(record, each));
    if (near !== undefined) {
      const path = pathOf(way);
      const object = path.replaceAll(/\[\d+\]/g, "[]");
      this.#keep(join(object, name), join(path, shownName(name)), join(object, near));
    } else if (this.#elsewhere.length < MOVED_MAX && !way.some((step) => typeof step === "number")) {
      this.#elsewhere.push({ path: pathOf(way), name });
    }
  }

  /** All that was found, in the order of the data. */
  listed(root: PayloadValue, contract: ObjectNode): readonly NearMiss[] {
    if (this.#elsewhere.length > 0) this.#findMoved(root, contract);
    return [...this.#found.values()];
  }

  #keep(key: string, path: string, declared: string): void {
    const known = this.#found.get(key);
    if (known !== undefined) known.count += 1;
    else if (this.#found.size < NEAR_MISSES_MAX) this.#found.set(key, { path, declared, count: 1 });
  }

  /** Declared names that one may stand for, the nearest first; remembered, since rows of a list repeat their names. */
  #candidates(node: ObjectNode, name: string): readonly string[] {
    const known = this.#near.get(node) ?? new Map<string, readonly string[]>();
    this.#near.set(node, known);
    const before = known.get(name);
    if (before !== undefined) return before;
    const near = namesNear(name, [...node.members.keys()]);
    if (known.size < NAMES_KEPT_MAX) known.set(name, near);
    return near;
  }

  #findMoved(root: PayloadValue, contract: ObjectNode): void {
    const places = placesOf(contract);
    const absent = (place: Place): boolean => valueAt(root, place.way) === undefined;
    for (const { path, name } of this.#elsewhere) {
      const own = join(path, name);
      const named = places.filter((place) => place.name === folded(name) && place.path !== own);
      const found =
        places.find((place) => folded(place.path) === folded(own) && absent(place)) ??
        (named.length === 1 && name.length >= NEAR_LENGTH_MIN ? named.find(absent) : undefined);
      if (found !== undefined) this.#keep(own, join(path, shownName(name)), found.path);
    }
  }
}

/** A declared value outside of lists. */
interface Place {
  readonly way: readonly string[];
  readonly path: string;
  /** Its last name, as names are compared. */
  readonly name: string;
}

function placesOf(contract: ObjectNode): readonly Place[] {
  const places: Place[] = [];
  const walk = (node: ContractNode | ArrayNode, way: readonly string[]): void => {
    if (node.kind !== "object") {
      const path = way.join(".");
      places.push({ way, path: node.kind === "array" ? `${path}[]` : path, name: folded(way.at(-1) ?? "") });
      return;
    }
    for (const [name, member] of node.members) walk(member, [...way, name]);
  };
  walk(contract, []);
  return places;
}

function valueAt(root: PayloadValue, way: readonly string[]): PayloadValue | undefined {
  let value: PayloadValue | undefined = root;
  for (const name of way) value = value instanceof Map ? (value as PayloadRecord).get(name) : undefined;
  return value ?? undefined;
}

/** `items[0].name` */
export function pathOf(way: readonly (string | number)[]): string {
  let path = "";
  for (const step of way) {
    if (typeof step === "number") path += `[${step}]`;
    else path += path === "" ? step : `.${step}`;
  }
  return path;
}

function isAbsent(record: PayloadRecord, name: string): boolean {
  return (record.get(name) ?? null) === null;
}

/** Names that another one may stand for: the same written another way first, then the nearest slip. */
export function namesNear(name: string, declared: readonly string[]): readonly string[] {
  const own = folded(name);
  const same = declared.filter((each) => each !== name && folded(each) === own);
  if (own.length < NEAR_LENGTH_MIN) return same;
  const slip = nearest(
    own,
    declared.map(folded).filter((each) => each !== own && isNear(own, each)),
  );
  return [...same, ...declared.filter((each) => slip !== null && folded(each) === slip)];
}

/** Fewer slips than `nearest` allows, which is asked about words that an author wrote for a machine. */
function isNear(own: string, other: string): boolean {
  const slips = own.length >= TWO_SLIPS_LENGTH_MIN ? 2 : 1;
  return other.length >= NEAR_LENGTH_MIN - 1 && slipsBetween(own, other, slips) <= slips;
}

/** Insertions, deletions, replacements and swaps of neighbours; more than `most` are not counted to their end. */
function slipsBetween(one: string, other: string, most: number): number {
  if (one === other) return 0;
  if (most === 0 || Math.abs(one.length - other.length) > most) return most + 1;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [left, right] = [one.slice(at), other.slice(at)];
  const swapped = left.length > 1 && left[0] === right[1] && left[1] === right[0];
  return (
    1 +
    Math.min(
      slipsBetween(left.slice(1), right, most - 1),
      slipsBetween(left, right.slice(1), most - 1),
      slipsBetween(left.slice(1), right.slice(1), most - 1),
      swapped ? slipsBetween(left.slice(2), right.slice(2), most - 1) : most,
    )
  );
}

/** How far full-width letters lie behind those of ASCII. */
const WIDER = 0xfee0;

/** `issue_date`, `issue-date`, `IssueDate` and the same in full width are one name. */
function folded(name: string): string {
  const narrow = name.replaceAll(/[\uff01-\uff5e]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - WIDER));
  return narrow.toLowerCase().replaceAll(/[\s_\-.[\]]/gu, "");
}

/** Longer names are cut: a finding is one sentence. */
const NAME_SHOWN_MAX = 60;

/** Member names of a payload are anything; in a path they are kept short and on one line. */
export function shownName(name: string): string {
  return [...name.toWellFormed().replace(/[\p{Cc}\s]/gu, " ")].slice(0, NAME_SHOWN_MAX).join("");
}

function join(parent: string, name: string): string {
  return parent === "" ? name : `${parent}.${name}`;
}
