// Canvas → what stands on paper under a condition only: elements with `when=`, and the branches of `if` and `case`.
import type { ExpressionCode } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";

/** Something that is shown where a condition comes out one way. */
export interface ConditionalPlace {
  /** The condition, by its identity in the canvas. */
  readonly condition: ExpressionCode;
  /** What it comes out as where the thing is shown. */
  readonly shownAt: boolean;
  /** Of the element, or of the call that chooses. */
  readonly span: readonly [start: number, end: number];
  readonly kind: "element" | "branch";
  /** It stands in a let. The form may leave a let unused. */
  readonly isInLet: boolean;
}

/** All of them, in the order of the canvas. Branches that show nothing are left out. */
export function conditionalPlaces(canvas: Canvas): readonly ConditionalPlace[] {
  const found: ConditionalPlace[] = [];
  gather([canvas.pages, canvas.textStyles], [0, 0], false, found);
  gather(canvas.lets, [0, 0], true, found);
  return found;
}

function gather(part: unknown, around: ConditionalPlace["span"], isInLet: boolean, found: ConditionalPlace[]): void {
  if (typeof part !== "object" || part === null) return;
  if (Array.isArray(part)) {
    for (const each of part) gather(each, around, isInLet, found);
    return;
  }
  const span = "span" in part && isSpan(part.span) ? part.span : around;
  if ("when" in part && isCode(part.when)) {
    found.push({ condition: part.when, shownAt: true, span, kind: "element", isInLet });
  }
  if (isCase(part)) found.push(...branchesOf(part.args, span, isInLet));
  for (const each of Object.values(part)) gather(each, span, isInLet, found);
}

/** Of `if` and `case`: conditions and values in turn, and at last the value where none of them holds. */
function branchesOf(
  args: readonly unknown[],
  span: ConditionalPlace["span"],
  isInLet: boolean,
): readonly ConditionalPlace[] {
  return args.flatMap((value, at): readonly ConditionalPlace[] => {
    const isLast = at === args.length - 1;
    const condition = args[isLast ? at - 2 : at - 1];
    if ((at % 2 === 0 && !isLast) || !isCode(condition) || showsNothing(value)) return [];
    return [{ condition, shownAt: !isLast, span, kind: "branch", isInLet }];
  });
}

function showsNothing(value: unknown): boolean {
  if (!isCode(value)) return true;
  if (value.op === "constant") return true;
  return value.op === "text" && "text" in value && String(value.text).trim() === "";
}

function isCase(part: object): part is { readonly args: readonly unknown[] } {
  const isCall = "op" in part && part.op === "call" && "name" in part && part.name === "case";
  return isCall && "args" in part && Array.isArray(part.args);
}

function isCode(part: unknown): part is ExpressionCode {
  return typeof part === "object" && part !== null && "op" in part;
}

function isSpan(span: unknown): span is ConditionalPlace["span"] {
  return Array.isArray(span) && span.length === 2 && span.every((one) => typeof one === "number");
}
