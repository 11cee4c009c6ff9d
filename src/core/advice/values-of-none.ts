// Values that a list gives none of where it is empty: its first entry, its mean, its least and most.
import { type Canvas, countedLists } from "../canvas/index.ts";
import { type ExpressionCode, lastNameOf } from "../expression/index.ts";

/** Functions that answer nothing for a list without entries. The sum of none is zero. */
const OF_NONE: ReadonlySet<string> = new Set(["first", "last", "avg", "min", "max"]);
/** Who writes one of these has thought of what may be absent. */
const ASKING: ReadonlySet<string> = new Set(["if", "case", "has", "coalesce", "concat", "join"]);

type Code = Readonly<Record<string, unknown>> & { readonly op: string };

function isCode(part: unknown): part is Code {
  return typeof part === "object" && part !== null && "op" in part && typeof part.op === "string";
}

/** Finds the lists that leave a value away where they are empty, by the names that expressions write. */
export class ValuesOfNone {
  readonly #lists: ReadonlyMap<string, boolean>;
  readonly #lets: ReadonlyMap<string, ExpressionCode>;

  constructor(canvas: Canvas) {
    this.#lists = new Map(countedLists(canvas).map(({ path, least }) => [lastNameOf(path), least === 0]));
    this.#lets = new Map(canvas.lets.map(({ path, code }) => [lastNameOf(path), code]));
  }

  /** The list of which the value is computed, where it may give none; null where each value is always there. */
  listOf(code: unknown, within: readonly string[] = []): string | null {
    if (!isCode(code)) return null;
    switch (code.op) {
      case "call":
        return this.#ofCall(String(code["name"]), code["args"], within);
      case "format":
      case "label":
        return this.listOf(code["value"], within);
      case "negate":
        return this.listOf(code["operand"], within);
      case "arithmetic":
        return this.listOf(code["left"], within) ?? this.listOf(code["right"], within);
      case "member": {
        const name = String(code["name"]);
        const computed = within.includes(name) ? undefined : this.#lets.get(name);
        return this.listOf(computed ?? code["base"], [...within, name]);
      }
      default:
        return null;
    }
  }

  #ofCall(name: string, args: unknown, within: readonly string[]): string | null {
    if (!Array.isArray(args) || ASKING.has(name)) return null;
    if (OF_NONE.has(name) && args.length === 1) return this.#emptyList(args[0]);
    for (const arg of args) {
      const list = this.listOf(arg, within);
      if (list !== null) return list;
    }
    return null;
  }

  /** The first list that an expression takes entries of, where it may take none. */
  #emptyList(code: unknown): string | null {
    let list: string | null = null;
    let mayBeEmpty = false;
    const look = (part: unknown): void => {
      if (typeof part !== "object" || part === null) return;
      if (isCode(part) && part.op === "filter") mayBeEmpty = true;
      const least = isCode(part) ? this.#lists.get(String(part["name"])) : undefined;
      if (least !== undefined && list === null && isCode(part)) {
        list = String(part["name"]);
        mayBeEmpty ||= least;
      }
      for (const inner of Object.values(part)) look(inner);
    };
    look(code);
    return mayBeEmpty ? list : null;
  }
}
