// Every argument and property that takes an expression, and forms with a value in it.
import type { ArgumentDefinition, PropertyDefinition } from "../../src/core/schema/index.ts";
import type { NamePlace } from "./name-places.ts";

/** Kinds of values that may be expressions. */
const KINDS = ["paint", "stroke", "template", "condition", "expression", "numbers", "picture"] as const;
/** One of them. */
export type Kind = (typeof KINDS)[number];

/** An argument or property that may be an expression, in the form around its element. */
export interface Slot {
  readonly place: NamePlace;
  readonly name: string;
  readonly kind: Kind;
  readonly yields: ArgumentDefinition["yields"] | PropertyDefinition["yields"];
  /** The number of the argument; null for a property. */
  readonly argument: number | null;
}

/** Whether values of a kind may be expressions. */
export function isKind(kind: string): kind is Kind {
  return KINDS.some((each) => each === kind);
}

/** One of several edges says what all of them would. */
export const LIKE_ANOTHER: ReadonlySet<string> = new Set(["border-top", "border-right", "border-bottom"]);

/** The slots of an element that are asked. */
export function slotsOf(place: NamePlace): readonly Slot[] {
  const { only, without = [] } = place;
  return slotsIn(place).filter(({ name }) => only?.includes(name) ?? !without.includes(name));
}

function slotsIn(place: NamePlace): readonly Slot[] {
  const { args, properties } = place.definition;
  const slots = place.line.split("«").length - 1;
  return [
    ...args
      .filter(({ kind }) => isKind(kind))
      .slice(0, slots)
      .flatMap(({ name, kind, yields }, argument): readonly Slot[] =>
        isKind(kind) ? [{ place, name, kind, yields, argument }] : [],
      ),
    ...Object.entries(properties).flatMap(([name, { kind, yields }]): readonly Slot[] =>
      isKind(kind) && !LIKE_ANOTHER.has(name) ? [{ place, name, kind, yields, argument: null }] : [],
    ),
  ];
}

const STYLED = 'fonts gothic="Noto Sans JP"\nsizes body=9pt\nstyle base font=gothic size=body\n';

/** A form with a value in a slot; `head` declares what it names, `isWithin` puts it into records of another list. */
export function formOf(head: string, { place, name, argument }: Slot, value: string, isWithin: boolean): string {
  let slot = -1;
  const filled = place.line.replace(/«([^»]*)»/g, (_, standing: string) => {
    slot += 1;
    return slot === argument ? value : standing;
  });
  const given = new RegExp(` ${name}=(?:\\([^)]*\\)|"[^"]*"|\\S+)`);
  const cleared = argument === null ? filled.replace(given, "") : filled;
  const beside = place.beside[name] ?? "";
  const line = argument === null ? `${cleared} ${name}=${value} ${beside}` : cleared;
  const element = place.block === null ? `${line}\n` : `${line} {\n${place.block}\n}\n`;
  const inner = `${place.before}${element}${place.behind}`.replaceAll("@rows", isWithin ? ".rows" : "rows");
  const around = isWithin
    ? inner.replace("  body {\n", "  body {\neach groups as=o {\n").replace(/\}\n\}\n$/, "}\n}\n}\n")
    : inner;
  const part = place.definition.name === "use" ? 'part p {\ntext "文"\n}\n' : "";
  return `${head}${STYLED}${part}${around}`;
}
