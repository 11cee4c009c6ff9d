// What formulas and formats alone prove of the amounts of a form: that a figure is printed as it is computed, and that
// a total is the sum of its parts whatever the data are.
import {
  Decimal,
  declarationsOf,
  type ExpressionTree,
  type FormSource,
  type Formula,
  formulaOf,
} from "../../../../core/sdk/index.ts";
import { lastName, mayShow, namesOne } from "../items/settled-items.ts";

/** A number that every record has, and that is printed as it is. */
export interface SettledFigure {
  readonly path: string;
  /** Null for a field. */
  readonly formula: Formula | null;
  readonly scale: number;
}

/** The one figure with a role, `absent` where nothing has it; null where it is not as simple as that. */
export function settledFigure(source: FormSource, role: string): SettledFigure | "absent" | null {
  const [declared, ...others] = declarationsOf(source, role);
  if (declared === undefined) return "absent";
  if (others.length > 0) return null;
  const { path, type, optional } = declared;
  const formula = formulaOf(source, path);
  const isNumber = formula === null ? type === "decimal" && !optional : formula.expression.type === "num";
  const scale = formula === null ? declared.scale : formula.expression.scale;
  if (!isNumber || scale === null || path.endsWith("[]") || !isPrintedAsItIs(source, role, path, scale)) return null;
  return { path, formula, scale };
}

/** Whether nothing has one of the roles. */
export function areAbsent(source: FormSource, roles: readonly string[]): boolean {
  return roles.every(
    (role) => declarationsOf(source, role).length === 0 && source.elements.every((element) => element.role !== role),
  );
}

/** Whether the form prints one record of a list: its totals may be those of the whole list. */
export function isOfList({ elements }: FormSource): boolean {
  return elements.some(({ keyword }) => keyword === "source");
}

/** Digits with commas and a point among them, and signs of money around them. */
const PLAIN_PATTERN = /^[¥￥]?[#0,]*0(?:\.(?<decimals>[#0]+))?[円-]?$/;

/** Whether each text that can show a number writes all of its digits. */
function isPrintedAsItIs(source: FormSource, role: string, path: string, scale: number): boolean {
  const names = new Set([lastName(path)]);
  return mayShow(source, [role]).every(({ texts, expressions }) => {
    const trees = texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "fixed" ? [] : part.expression)));
    const isPlain = trees.every((tree) => !namesOne(tree, names) || writesAllDigits(tree, scale));
    return isPlain && Object.values(expressions).every((tree) => !namesOne(tree, names));
  });
}

function writesAllDigits(tree: ExpressionTree, scale: number): boolean {
  if (tree.kind === "name") return true;
  if (tree.kind !== "format" || tree.value.kind !== "name") return false;
  const pattern = PLAIN_PATTERN.exec(tree.pattern);
  return pattern !== null && (pattern.groups?.["decimals"] ?? "").length >= scale;
}

/** Whether a formula adds up a list: `sum(items[].amount)`. */
export function addsUp({ formula }: SettledFigure, { path }: SettledFigure): boolean {
  const tree = formula?.expression;
  if (tree?.kind !== "call" || tree.name !== "sum" || tree.args.length !== 1) return false;
  return isName(tree.args[0], path, true);
}

/** Whether a formula adds two figures: `net + tax`. */
export function adds({ formula }: SettledFigure, one: SettledFigure, other: SettledFigure): boolean {
  const operands = operandsOf(formula?.expression, "+");
  return arePaths(operands, one.path, other.path);
}

/** Whether a formula is a product, rounded to the yen or finer in any way: `round(.qty * .price, 0, down)`. */
export function multiplies({ formula }: SettledFigure, one: SettledFigure, other: SettledFigure): boolean {
  return arePaths(operandsOf(unrounded(formula?.expression), "*"), one.path, other.path);
}

/** The rate of a tax that is rounded once, `round(net * 0.10, 0, down)`, as written: `0.10`; null for all else. */
export function rateOfTax({ formula }: SettledFigure, base: SettledFigure): string | null {
  const rounded = formula?.expression;
  const operands = operandsOf(unrounded(rounded), "*");
  const rate = operands.find((operand) => operand.kind === "number");
  if (operands.length !== 2 || rate?.kind !== "number" || rounded === undefined) return null;
  if (!operands.some((operand) => isName(operand, base.path, false))) return null;
  return Decimal.of(rate.digits).compare(Decimal.one) < 0 && rounded.scale === 0 ? rate.digits : null;
}

function operandsOf(tree: ExpressionTree | undefined, operator: string): readonly ExpressionTree[] {
  return tree?.kind === "operation" && tree.operator === operator ? tree.operands : [];
}

function arePaths(operands: readonly ExpressionTree[], one: string, other: string): boolean {
  const [first, second, ...more] = operands;
  if (more.length > 0) return false;
  return (
    (isName(first, one, false) && isName(second, other, false)) ||
    (isName(first, other, false) && isName(second, one, false))
  );
}

function isName(tree: ExpressionTree | undefined, path: string, all: boolean): boolean {
  return tree?.kind === "name" && tree.path === path && tree.all === all;
}

/** What is rounded to the yen or finer; a tree that is not rounded is itself. */
function unrounded(tree: ExpressionTree | undefined): ExpressionTree | undefined {
  if (tree?.kind !== "call") return tree;
  const [of, digits] = tree.args;
  if (tree.name === "floor" || tree.name === "ceil") return tree.args.length === 1 ? of : tree;
  if (tree.name !== "round") return tree;
  return digits === undefined || digits.kind === "number" ? of : tree;
}
