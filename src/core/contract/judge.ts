// A payload along its contract: every violation with its path, defaults filled in.
import { counted, countedEntries, withArticle } from "../diagnostics/index.ts";
import type { CanvasField, PayloadRecord, PayloadValue, TextFieldType } from "../expression/index.ts";
import {
  ARRAY_MAX,
  type ArrayNode,
  buildContract,
  type ContractNode,
  isRequired,
  type LeafNode,
  type ObjectNode,
} from "./contract-tree.ts";
import { readJson } from "./json.ts";
import { isCleanText, judgeLeaf } from "./judge-leaf.ts";
import { NearMisses, type NearMissList, NO_NEAR_MISSES, nested } from "./near-miss.ts";
import { shownName as clean, pathOf } from "./surplus.ts";
import { describeReceived, truncatedViolation, type Violation, type ViolationRule } from "./violation.ts";

export interface JudgeOptions {
  /** `forbid`: members that are not declared are violations. */
  readonly extra: "ignore" | "forbid";
}

export interface Judgement {
  /** With defaults and normal forms; null where anything is wrong. */
  readonly value: PayloadValue | null;
  readonly violations: readonly Violation[];
  /** Members that were passed over, and probably meant for declared ones that are absent; none in a closed form. */
  readonly nearMisses: NearMissList;
}

/** More violations than this are counted, not listed. */
export const VIOLATIONS_MAX = 100;
/** Violations kept while walking: enough to sort the first ones out of. */
const KEPT_MAX = 5_000;

/** Contracts by the identity of their fields: a canvas is judged often. */
const CONTRACTS = new WeakMap<readonly CanvasField[], ObjectNode>();

/** Judges a value that was read already (an entry of `dataList`, a dataset). No fields: any object passes. */
export function judgePayload(value: PayloadValue, fields: readonly CanvasField[], options: JudgeOptions): Judgement {
  const judge = new Judge(options);
  const contract = fields.length === 0 ? null : contractOf(fields);
  const judged = contract === null ? judge.undeclaredRoot(value) : judge.root(value, contract);
  const nearMisses = contract === null ? NO_NEAR_MISSES : judge.nearMisses(value, contract);
  const violations = withMoved(judge.listed(), nearMisses);
  return { value: violations.length === 0 ? judged : null, violations, nearMisses };
}

function contractOf(fields: readonly CanvasField[]): ObjectNode {
  const known = CONTRACTS.get(fields);
  if (known !== undefined) return known;
  const contract = buildContract(fields);
  CONTRACTS.set(fields, contract);
  return contract;
}

class Judge {
  readonly #options: JudgeOptions;
  readonly #violations: Violation[] = [];
  /** Names and places on the way to what is judged: written out only for what is reported. */
  readonly #way: (string | number)[] = [];
  #count = 0;
  /** Made for the first member that nothing declares: most data have none. */
  #surplus: NearMisses | null = null;

  constructor(options: JudgeOptions) {
    this.#options = options;
  }

  /** Sorted by path, capped; the last one then counts the rest. */
  listed(): readonly Violation[] {
    const sorted = this.#violations.sort((a, b) => comparePaths(a.path, b.path));
    if (this.#count <= VIOLATIONS_MAX) return sorted;
    return [...sorted.slice(0, VIOLATIONS_MAX), truncatedViolation(this.#count - VIOLATIONS_MAX)];
  }

  #report(rule: ViolationRule, expected: string, received: PayloadValue | undefined, example: string | null): void {
    this.#add({ rule, expected, received: received === undefined ? NOTHING : describeReceived(received), example });
  }

  #add(found: Omit<Violation, "path">): void {
    this.#count += 1;
    if (this.#violations.length < KEPT_MAX) this.#violations.push({ path: pathOf(this.#way), ...found });
  }

  nearMisses(root: PayloadValue, contract: ObjectNode): NearMissList {
    return this.#surplus?.list(root, contract) ?? NO_NEAR_MISSES;
  }

  root(value: PayloadValue, contract: ObjectNode): PayloadValue {
    return this.#object(value, contract);
  }

  #node(value: PayloadValue, node: ContractNode): PayloadValue {
    switch (node.kind) {
      case "object":
        return this.#object(value, node);
      case "array":
        return this.#array(value, node);
      case "leaf":
        return this.#leaf(value, node);
    }
  }

  #leaf(value: PayloadValue, node: LeafNode): PayloadValue {
    const { value: judged, problem } = judgeLeaf(value, node);
    if (problem === null) return judged;
    const { rule, expected, received = value } = problem;
    this.#report(rule, expected, received, exampleOf(node.field));
    return judged;
  }

  #array(value: PayloadValue, node: ArrayNode): PayloadValue {
    if (!Array.isArray(value)) {
      this.#report("type", "an array", value, null);
      return value;
    }
    const entries = value as readonly PayloadValue[];
    const min = Number(node.field?.min ?? 0);
    const max = Number(node.field?.max ?? ARRAY_MAX);
    if (entries.length < min) this.#report("minItems", `at least ${countedEntries(min)}`, sizeOf(entries), null);
    if (entries.length > max) {
      this.#report("maxItems", `at most ${countedEntries(max)}`, sizeOf(entries), null);
      return value;
    }
    const place = this.#way.push(0) - 1;
    const judged = entries.map((entry, at) => {
      this.#way[place] = at;
      return this.#node(entry, node.entry);
    });
    this.#way.pop();
    return judged;
  }

  /** @param slip what was said of the object where it is missing, and true of all that is missing in it */
  #object(value: PayloadValue, node: ObjectNode, slip: string | null = null): PayloadValue {
    if (!(value instanceof Map)) {
      this.#report("type", "an object", value, null);
      return value;
    }
    const record = value as PayloadRecord;
    const judged = new Map<string, PayloadValue>();
    const place = this.#way.push("") - 1;
    node.list ??= [...node.members];
    let known = 0;
    let slips: ReadonlyMap<string, string> | null = null;
    for (const [name, member] of node.list) {
      this.#way[place] = name;
      const given = record.get(name);
      if (given !== undefined) known += 1;
      const isMissing = (given ?? null) === null && isRequired(member);
      if (isMissing && slip === null && record.size > 0) slips ??= this.#slipsIn(record, node);
      const result = isMissing
        ? this.#missing(given === null, member, slip ?? besideIt(slips?.get(name), name))
        : this.#member(given, member);
      if (result !== undefined) judged.set(name, result);
    }
    if (this.#options.extra === "forbid") this.#refuseExtra(record, node, place);
    this.#way.pop();
    if (known < record.size && this.#options.extra !== "forbid") this.#passOver(record, node);
    return judged;
  }

  /** Undefined where the member stays absent. */
  #member(value: PayloadValue | undefined, node: ContractNode): PayloadValue | undefined {
    return value === undefined || value === null ? defaultOf(node) : this.#node(value, node);
  }

  /**
   * A member that must be there and is not, or null. A missing object is told by what is missing in it: callers know
   * declared fields, not the objects around them.
   */
  #missing(isNull: boolean, node: ContractNode, slip: string | null): PayloadValue | undefined {
    if (node.kind === "object") return this.#object(new Map(), node, slip);
    const [rule, nothing] = isNull ? (["type", "null"] as const) : (["required", NOTHING] as const);
    const received = slip === null ? nothing : `${nothing}; ${slip}`;
    this.#add({ rule, expected: expectedOf(node), received, example: exampleOfNode(node) });
    return undefined;
  }

  #slipsIn(record: PayloadRecord, node: ObjectNode): ReadonlyMap<string, string> {
    this.#surplus ??= new NearMisses();
    return this.#surplus.slipsIn(record, node);
  }

  /** Members that nothing declares say nothing, unless they look like a slip. */
  #passOver(record: PayloadRecord, node: ObjectNode): void {
    this.#surplus ??= new NearMisses();
    for (const name of record.keys()) {
      if (!node.members.has(name)) this.#surplus.add({ name, way: this.#way, record, node });
    }
  }

  #refuseExtra(record: PayloadRecord, node: ObjectNode, place: number): void {
    for (const [name, value] of record) {
      if (node.members.has(name)) continue;
      const known = [...node.members.keys()].slice(0, 12).join(", ");
      this.#way[place] = clean(name);
      this.#surplus ??= new NearMisses();
      const advice = this.#surplus.adviceOn(name, record, node);
      const expected = `only declared members: ${known}${advice === null ? "" : `; ${advice}`}`;
      this.#report("extra", expected, value, null);
    }
  }

  /** Data is an object, whatever is declared. */
  undeclaredRoot(value: PayloadValue): PayloadValue {
    if (!(value instanceof Map)) this.#report("type", "an object", value, null);
    return this.#undeclared(value);
  }

  /** Without declarations everything passes but text that no page could show. */
  #undeclared(value: PayloadValue): PayloadValue {
    if (typeof value === "string" && !isCleanText(value)) {
      this.#report("format", "text without NUL and broken characters", value, null);
    } else if (value instanceof Map) {
      const place = this.#way.push("") - 1;
      for (const [name, member] of value as PayloadRecord) {
        this.#way[place] = clean(name);
        this.#undeclared(member);
      }
      this.#way.pop();
    } else if (Array.isArray(value)) {
      const place = this.#way.push(0) - 1;
      (value as readonly PayloadValue[]).forEach((entry, at) => {
        this.#way[place] = at;
        this.#undeclared(entry);
      });
      this.#way.pop();
    }
    return value;
  }
}

/** What a required member received that is not there. */
const NOTHING = "nothing";

/** Whoever sees only what is missing looks for the mistake in vain where it is the name that was sent. */
function besideIt(slip: string | undefined, declared: string): string | null {
  return slip === undefined ? null : `"${clean(slip)}" stands beside it — did you mean ${declared}?`;
}

/** A missing value of which the data have another name elsewhere: `customerName` for `customer.name`. */
function withMoved(violations: readonly Violation[], { listed }: NearMissList): readonly Violation[] {
  const moved = listed.filter(({ isBeside }) => !isBeside);
  if (moved.length === 0) return violations;
  return violations.map((violation) => {
    if (violation.rule !== "required" || violation.received !== NOTHING) return violation;
    const declared = violation.path.replaceAll(/\[\d+\]/g, "[]");
    const found = moved.find((miss) => miss.declared.replace(/\[\]$/, "") === declared);
    if (found === undefined) return violation;
    const advice = `write it where it is declared: ${nested(found.declared)}`;
    return { ...violation, received: `${NOTHING}; "${found.path}" stands elsewhere — ${advice}` };
  });
}

/** What stands for an array in `received`: its size. */
function sizeOf(entries: readonly PayloadValue[]): PayloadValue {
  return { kind: "number", digits: String(entries.length) };
}

/** The value of an absent member: `default=`, objects made for the defaults in them; undefined for none. */
function defaultOf(node: ContractNode): PayloadValue | undefined {
  if (node.kind === "leaf") {
    if (node.field.default === null) return undefined;
    const { value } = readJson(node.field.default);
    return judgeLeaf(value, node).value;
  }
  if (node.kind === "array") return undefined;
  const members = [...node.members].map(([name, member]) => [name, defaultOf(member)] as const);
  const given = members.filter((entry): entry is readonly [string, PayloadValue] => entry[1] !== undefined);
  return given.length === 0 ? undefined : new Map(given);
}

function expectedOf(node: ContractNode): string {
  if (node.kind !== "leaf") return node.kind === "array" ? "an array" : "an object";
  const { type } = node.field;
  switch (type.kind) {
    case "string":
    case "text":
      return `a text of at most ${type.lengthMax} characters${linesWords(type)}`;
    case "int":
      return "an integer";
    case "decimal":
      return `decimal(${type.precision},${type.scale})`;
    case "enum":
      return `one of ${type.members
        .slice(0, 20)
        .map((member) => member.value)
        .join(", ")}`;
    case "bool":
      return "true or false";
    default:
      return withArticle(type.kind);
  }
}

function linesWords({ linesMax }: TextFieldType): string {
  return linesMax === undefined ? "" : ` and ${counted(linesMax, "line")}`;
}

function exampleOfNode(node: ContractNode): string | null {
  return node.kind === "leaf" ? exampleOf(node.field) : null;
}

/** JSON of one valid value: the declared example's first entry, else one of the type. */
function exampleOf(field: CanvasField): string | null {
  const declared = field.example === null ? null : firstEntry(readJson(field.example).value);
  if (declared !== null) return describeReceived(declared);
  switch (field.type.kind) {
    case "int":
      return field.min ?? "1";
    case "decimal":
      return field.min ?? "1200";
    case "bool":
      return "true";
    case "date":
      return '"2026-10-31"';
    case "time":
      return '"09:30"';
    case "datetime":
      return '"2026-10-31T09:30:00+09:00"';
    case "enum": {
      const member = field.type.members[0];
      return member === undefined ? null : member.numeric ? member.value : JSON.stringify(member.value);
    }
    default:
      return null;
  }
}

function firstEntry(value: PayloadValue): PayloadValue {
  let current: PayloadValue | undefined = value;
  while (Array.isArray(current)) current = (current as readonly PayloadValue[]).flat(3).find((entry) => entry !== null);
  return current ?? null;
}

/** Names by code unit, indexes by number. */
function comparePaths(a: string, b: string): number {
  const left = a.split(/[.[\]]+/);
  const right = b.split(/[.[\]]+/);
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const [x = "", y = ""] = [left[at], right[at]];
    if (x === y) continue;
    if (/^\d+$/.test(x) && /^\d+$/.test(y)) return Number(x) - Number(y);
    return x < y ? -1 : 1;
  }
  return left.length - right.length;
}
