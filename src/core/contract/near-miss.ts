// Members of data that nothing declares, but that were probably meant for a declared member which is absent.
import type { PayloadRecord, PayloadValue } from "../expression/index.ts";
import type { ArrayNode, ContractNode, ObjectNode } from "./contract-tree.ts";
import { KinMisses } from "./kin-misses.ts";
import { LookedUpNames, NAMES_MAX } from "./looked-up-names.ts";
import { digitsOf, namesNear, normalName, SHORT_LENGTH } from "./near-name.ts";
import { fits, isEmpty, join, type NearMiss, pathOf, placed, type Surplus, shownName } from "./surplus.ts";

/** Near misses, each once, in the order of the data. */
export interface NearMissList {
  /** The first of them. */
  readonly listed: readonly NearMiss[];
  /** The others: canonical paths (`items[].nmae`), so that lists can be joined, and in how many places each stands. */
  readonly others: ReadonlyMap<string, number>;
}

export const NO_NEAR_MISSES: NearMissList = { listed: [], others: new Map() };

/** More of them are another form's data: they are counted. */
const LISTED_MAX = 20;

/** Collects near misses: the first ones, and what the others are called. The same slip in several entries is one. */
export class NearMissLog {
  readonly #listed = new Map<string, Kept>();
  readonly #others = new Map<string, number>();

  add(miss: NearMiss): void {
    const key = miss.path.replaceAll(/\[\d+\]/g, "[]");
    const known = this.#listed.get(key);
    if (known !== undefined) known.count += miss.count;
    else if (this.#listed.size < LISTED_MAX) this.#listed.set(key, { ...miss });
    else this.#addOther(key, miss.count);
  }

  /** Adds those of an entry of a list, whose paths `placed` names within it. */
  addAll({ listed, others }: NearMissList, placed: (path: string) => string): void {
    for (const miss of listed) this.add({ ...miss, path: placed(miss.path) });
    for (const [key, count] of others) this.#addOther(placed(key).replaceAll(/\[\d+\]/g, "[]"), count);
  }

  #addOther(key: string, count: number): void {
    this.#others.set(key, (this.#others.get(key) ?? 0) + count);
  }

  list(): NearMissList {
    return { listed: [...this.#listed.values()], others: this.#others };
  }
}

/**
 * Judges surplus members one after another. A member is a near miss of one that its object declares and does not have,
 * or has without content while this one has some: by a slip (`nmae`) or by another way to write it (`issue_date` for
 * `issueDate`), or where its name is the way to a declared value (`"maker.name"`). An object or a list is one also
 * beside a filled one, where it holds members of the same names (`delivry` beside `delivery`). Outside of lists also of
 * one that is declared elsewhere, by its name (`customer.department` for `department`) or by its way (`customerName`
 * for `customer.name`). What is near in none of these ways may be one by a word more or less (`hotel_fee` for `hotel`).
 */
export class NearMisses {
  readonly #found = new NearMissLog();
  readonly #near = new LookedUpNames(namesNear);
  readonly #akin = new KinMisses();
  readonly #elsewhere: { readonly path: string; readonly name: string; readonly value: PayloadValue }[] = [];

  add(surplus: Surplus): void {
    const { name, way, record, node } = surplus;
    const written = declaredWay(name, record, node);
    const declared = written ?? this.#nearIn(name, record, node);
    if (declared !== null) {
      this.#found.add({ ...placed(surplus, declared), isBeside: written === null, count: 1 });
      return;
    }
    if (this.#near.of(name, node).length === 0) this.#akin.add(surplus);
    if (!way.some((step) => typeof step === "number")) {
      this.#elsewhere.push({ path: pathOf(way), name, value: record.get(name) ?? null });
    }
  }

  /** What to write for a surplus name of an object that was probably meant for a declared one; null for others. */
  adviceOn(name: string, record: PayloadRecord, node: ObjectNode): string | null {
    const written = declaredWay(name, record, node);
    if (written !== null) return `write it where it is declared: ${nested(written)}`;
    const near = this.#nearIn(name, record, node) ?? this.#akin.meantBy(name, record, node);
    return near === null ? null : `did you mean ${near}?`;
  }

  /** The first surplus name that stands for each declared member of an object. */
  slipsIn(record: PayloadRecord, node: ObjectNode): ReadonlyMap<string, string> {
    const slips = new Map<string, string>();
    let seen = 0;
    for (const name of record.keys()) {
      if (node.members.has(name)) continue;
      seen += 1;
      if (seen > NAMES_MAX) break;
      const near = this.#nearIn(name, record, node) ?? this.#akin.meantBy(name, record, node);
      if (near !== null && !slips.has(near)) slips.set(near, name);
    }
    return slips;
  }

  #nearIn(name: string, record: PayloadRecord, node: ObjectNode): string | null {
    const value = record.get(name);
    const near = this.#near
      .of(name, node)
      .find(
        (each) =>
          (isOpen(record.get(each.name), value) || isTwin(name, each.name, value, node.members.get(each.name))) &&
          (!each.isFaint || fits(value, node.members.get(each.name))),
      );
    return near?.name ?? null;
  }

  /** All that was found. */
  list(root: PayloadValue, contract: ObjectNode): NearMissList {
    if (this.#elsewhere.length > 0) this.#findMoved(root, contract);
    for (const miss of this.#akin.found()) this.#found.add(miss);
    return this.#found.list();
  }

  #findMoved(root: PayloadValue, contract: ObjectNode): void {
    const places = placesOf(contract);
    const byName = Map.groupBy(places, ({ name }) => name);
    const byPath = Map.groupBy(places, ({ path }) => normalName(path));
    for (const { path, name, value } of this.#elsewhere) {
      const absent = (place: Place): boolean => isOpen(valueAt(root, place.way), value);
      const own = join(path, name);
      const named = (byName.get(normalName(name)) ?? []).filter((place) => place.path !== own);
      const found =
        byPath.get(normalName(own))?.find(absent) ??
        (named.length === 1 && name.length > SHORT_LENGTH ? named.find(absent) : undefined);
      if (found === undefined) continue;
      this.#akin.leaveOut(join(path, shownName(name)));
      this.#found.add({ path: join(path, shownName(name)), declared: found.path, isBeside: false, count: 1 });
    }
  }
}

type Kept = Omit<NearMiss, "count"> & { count: number };

/** The way as it is declared, where a name writes the way to an absent value: `"maker.name"`, `"items[0].name"`. */
function declaredWay(name: string, record: PayloadRecord, node: ObjectNode): string | null {
  const steps = name.split(/[.[\]]+/u).filter((step) => step !== "" && !/^\d+$/u.test(step));
  if (steps.length === 0 || !/[.[]/u.test(name)) return null;
  let [declared, at]: [string, ContractNode] = ["", node];
  let value: PayloadValue | undefined = record;
  for (const step of steps) {
    const owner: ContractNode = at.kind === "array" ? at.entry : at;
    const member: ContractNode | undefined = owner.kind === "object" ? owner.members.get(step) : undefined;
    if (member === undefined) return null;
    declared = join(declared, member.kind === "array" ? `${step}[]` : step);
    at = member;
    value = value instanceof Map ? (value as PayloadRecord).get(step) : undefined;
  }
  return isOpen(value, record.get(name)) ? declared : null;
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
      places.push({ way, path: node.kind === "array" ? `${path}[]` : path, name: normalName(way.at(-1) ?? "") });
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

/** Whether a declared value leaves room for one that was meant for it: it is absent, or empty where that one is not. */
function isOpen(declared: PayloadValue | undefined, meant: PayloadValue | undefined): boolean {
  return (declared ?? null) === null || (isEmpty(declared) && !isEmpty(meant));
}

/**
 * Whether a value was probably meant for a declared object or list that is filled too. It is of its kind, and so is
 * what it holds; or it is of another kind, and its name is the same but for the way to write it (`Items` for `items`).
 * Programs have lists that are numbered, and those are several (`items`, `items2`).
 */
function isTwin(
  name: string,
  declaredName: string,
  value: PayloadValue | undefined,
  node: ContractNode | undefined,
): boolean {
  if (node === undefined || node.kind === "leaf" || isEmpty(value)) return false;
  if (!fits(value, node)) return normalName(name) === normalName(declaredName);
  if (digitsOf(name) !== digitsOf(declaredName)) return false;
  const owner = node.kind === "array" ? node.entry : node;
  const held = node.kind === "array" ? (value as readonly PayloadValue[]) : [value ?? null];
  if (owner.kind !== "object") return held.some((entry) => fits(entry, owner));
  return held.some(
    (entry) => entry instanceof Map && [...entry.keys()].some((each) => owner.members.has(String(each))),
  );
}

/** `{"customer": {"name": …}}`: a path as data have it. */
export function nested(declared: string): string {
  return declared.split(".").reduceRight((inner, step) => {
    const isList = step.endsWith("[]");
    return `{${JSON.stringify(step.replace(/\[\]$/, ""))}: ${isList ? `[${inner}, …]` : inner}}`;
  }, "…");
}
