// Parts: each declared once, and none that uses itself.
import { type AnyElement, advise, type CheckContext, rewrite } from "../context/index.ts";

/** RPT2007 and RPT2035 among the parts of a document. */
export function checkParts(context: CheckContext, declarations: readonly AnyElement[]): void {
  const uses = new Map<string, readonly AnyElement[]>();
  for (const part of declarations) {
    const name = part.name === "part" ? nameOf(part) : null;
    if (name === null) continue;
    if (uses.has(name)) reportTwice(context, part, name);
    else uses.set(name, usesIn(part));
  }
  const told = new Set<string>();
  for (const name of uses.keys()) {
    const circle = circleFrom(name, [name], uses);
    const key = circle === null ? "" : [...circle.names].sort().join(" ");
    if (circle === null || told.has(key)) continue;
    told.add(key);
    reportCircle(context, circle);
  }
}

function nameOf(element: AnyElement): string | null {
  const name = element.args.get(element.name === "part" ? "name" : "part");
  return name?.kind === "word" ? name.text : null;
}

function usesIn(element: AnyElement): readonly AnyElement[] {
  return element.children.flatMap((child) => (child.name === "use" ? [child] : usesIn(child)));
}

interface Circle {
  readonly names: readonly string[];
  /** The use that closes it. */
  readonly use: AnyElement;
}

/** A way from the last of `path` back to its first; what has been seen leads nowhere. */
function circleFrom(
  start: string,
  path: readonly string[],
  uses: ReadonlyMap<string, readonly AnyElement[]>,
  seen: Set<string> = new Set(),
): Circle | null {
  for (const use of uses.get(path.at(-1) ?? "") ?? []) {
    const name = nameOf(use);
    if (name === start) return { names: path, use };
    if (name === null || seen.has(name)) continue;
    seen.add(name);
    const found = circleFrom(start, [...path, name], uses, seen);
    if (found !== null) return found;
  }
  return null;
}

/** Parts of parts multiply; no form that people read has so many elements. */
const ELEMENTS_MAX = 20_000;

/** RPT2036: what `use` repeats is more than a form may hold. Asked where no part uses itself. */
export function checkPartSizes(
  context: CheckContext,
  declarations: readonly AnyElement[],
  pages: readonly AnyElement[],
): void {
  const parts = new Map(declarations.flatMap((each) => (each.name === "part" ? [[nameOf(each), each]] : [])));
  const sizes = new Map<string, number>();
  const sizeOf = (element: AnyElement): number =>
    element.children.reduce((sum, child) => sum + 1 + (usedSize(child) ?? sizeOf(child)), 0);
  const usedSize = (element: AnyElement): number | null => {
    const name = element.name === "use" ? nameOf(element) : null;
    const part = name === null ? undefined : parts.get(name);
    if (name === null || part === undefined) return null;
    const known = sizes.get(name);
    if (known !== undefined) return known;
    sizes.set(name, 0);
    const size = Math.min(Number.MAX_SAFE_INTEGER, sizeOf(part));
    sizes.set(name, size);
    return size;
  };
  let total = 0;
  for (const use of pages.flatMap(usesIn)) {
    total += usedSize(use) ?? 0;
    if (total <= ELEMENTS_MAX) continue;
    context.report({
      code: "RPT2036",
      span: use.span,
      message: `parts make more than ${ELEMENTS_MAX} elements of the form`,
      why: "Parts that use parts multiply.",
      repair: advise("repeat records of the data with each, or use fewer parts"),
    });
    return;
  }
}

function reportTwice(context: CheckContext, part: AnyElement, name: string): void {
  context.report({
    code: "RPT2007",
    span: { start: part.span.start, end: part.span.start + "part".length },
    message: `part ${name} is already declared`,
    why: "A name stands for one thing.",
    repair: advise("give it another name, or join the two"),
  });
}

function reportCircle(context: CheckContext, { names, use }: Circle): void {
  const [first = ""] = names;
  context.report({
    code: "RPT2035",
    span: use.span,
    message: `part ${[...names, first].join(" → ")} uses itself`,
    why: "It would have no end.",
    repair: rewrite(use.span, "", `delete use ${first}`),
  });
}
