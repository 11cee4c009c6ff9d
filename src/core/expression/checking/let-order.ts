// A good order to type lets in, from the names they mention alone; it keeps typing on first use shallow.
import type { Expression } from "../../language/index.ts";

/** Every name that an expression mentions, in whatever role. */
export function collectNames(expression: Expression): ReadonlySet<string> {
  const names = new Set<string>();
  const open: Expression[] = [expression];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    switch (node.kind) {
      case "name":
        names.add(node.name);
        break;
      case "current":
        names.add(node.name.text);
        break;
      case "member":
        names.add(node.name.text);
        open.push(node.base);
        break;
      case "all":
        open.push(node.base);
        break;
      case "filter":
        open.push(node.base, node.condition);
        break;
      case "call":
        open.push(...node.args);
        break;
      case "not":
      case "negate":
        open.push(node.operand);
        break;
      case "binary":
        open.push(node.left, node.right);
        break;
      default:
        break;
    }
  }
  return names;
}

/** Indexes so that entries come after those they mention, as far as there is such an order. */
export function orderByNames(
  entries: readonly { readonly name: string; readonly uses: ReadonlySet<string> }[],
): readonly number[] {
  const byName = new Map<string, number[]>();
  for (const [at, { name }] of entries.entries()) byName.set(name, [...(byName.get(name) ?? []), at]);
  const order: number[] = [];
  const seen = new Set<number>();
  for (let start = 0; start < entries.length; start += 1) {
    const open: { at: number; next: number[] }[] = [];
    enter(start, open);
    for (let top = open[open.length - 1]; top !== undefined; top = open[open.length - 1]) {
      const next = top.next.pop();
      if (next !== undefined) {
        enter(next, open);
        continue;
      }
      order.push(top.at);
      open.pop();
    }
  }
  return order;

  function enter(at: number, open: { at: number; next: number[] }[]): void {
    if (seen.has(at)) return;
    seen.add(at);
    const uses = entries[at]?.uses ?? new Set<string>();
    open.push({ at, next: [...uses].flatMap((name) => byName.get(name) ?? []) });
  }
}
