// Which list of a form is meant where none is named, or one that is no list: what the element reads of its entries.
import type { NameScope, RecordShape, Type } from "../../expression/index.ts";
import type { ElementStatement, Expression, PropertyValue } from "../../language/index.ts";
import { aliasOf } from "./aliases.ts";

/** A list as it is written at one place of the form. */
export interface FittingList {
  readonly written: string;
  readonly element: Type;
  /** How many of the fields that are read its entries have. */
  readonly fields: number;
}

/**
 * The lists that an element may repeat over, the best first: those whose entries have most of the fields that it
 * reads; of equal ones, those of the nearest record. A list whose record is open already comes last of its equals.
 */
export function fittingLists({ root, records }: NameScope, read: ReadonlySet<string>): readonly FittingList[] {
  const around = records.flatMap(({ shape }, level) =>
    shape === null ? [] : listsOf(shape, level === 0 ? "." : "outer.".repeat(level), read),
  );
  const open = new Set(records.map(({ shape }) => shape));
  const isOpen = ({ element }: FittingList) => element.kind === "record" && open.has(element.shape);
  const all = [...around, ...listsOf(root, "", read)];
  return [...all.filter((one) => !isOpen(one)), ...all.filter(isOpen)].toSorted((a, b) => b.fields - a.fields);
}

function listsOf({ members }: RecordShape, before: string, read: ReadonlySet<string>): readonly FittingList[] {
  return [...members.values()].flatMap((member): readonly FittingList[] => {
    const type = member.typeSoFar();
    if (type?.kind !== "list") return [];
    const { element } = type;
    const has = (name: string) => element.kind === "record" && element.shape.members.has(name);
    return [{ written: `${before}${member.name}`, element, fields: [...read].filter(has).length }];
  });
}

/** The fields of an entry that an element and all that it holds read: `.from`, `t.from` of `as=t`, `column name`. */
export function fieldsRead(statement: ElementStatement): ReadonlySet<string> {
  const alias = aliasOf(statement);
  const fields = new Set<string>();
  const visit = (element: ElementStatement): void => {
    const [id] = element.args;
    if (element.keyword.text === "column" && id?.kind === "word") fields.add(id.text);
    for (const node of nodesOf(element)) {
      const isNamed = node.kind === "member" && node.base.kind === "name" && node.base.name === alias;
      if (node.kind === "current" || isNamed) fields.add(node.name.text);
    }
    for (const child of element.block?.children ?? []) if (child.kind === "element") visit(child);
  };
  visit(statement);
  return fields;
}

/** All that the expressions of a statement are made of, but for what it holds in a block. */
export function nodesOf({ args, properties }: ElementStatement): readonly Expression[] {
  return [...args, ...properties.map(({ value }) => value)].flatMap(expressionsIn).flatMap(nodesIn);
}

function expressionsIn(value: PropertyValue): readonly Expression[] {
  switch (value.kind) {
    case "expression":
    case "path":
      return [value.expression];
    case "template":
      return value.parts.flatMap((part) => (part.kind === "fixed" ? [] : [part.expression]));
    case "list":
      return value.items.flatMap(expressionsIn);
    default:
      return [];
  }
}

/** What stands in the brackets of a filter is of the entries of another list, and is left out. */
function nodesIn(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case "member":
    case "all":
    case "filter":
      return [node, ...nodesIn(node.base)];
    case "call":
      return [node, ...node.args.flatMap(nodesIn)];
    case "not":
    case "negate":
      return [node, ...nodesIn(node.operand)];
    case "binary":
      return [node, ...nodesIn(node.left), ...nodesIn(node.right)];
    default:
      return [node];
  }
}
