import type { Contract, Member } from "./contract.ts";

/** A choice of texts, as a type of its own. */
export interface Choice {
  readonly name: string;
  readonly text: string;
  readonly values: readonly string[];
}

/** All choices of an interface. */
export interface Choices {
  readonly all: readonly Choice[];
  /** What the type is called that has these texts. */
  nameOf(values: readonly string[]): string;
}

/** Choices of the same texts are one type, called after the first member that has them, as `RenderStatus`. */
export function choicesOf({ records, operations }: Contract, nameOf: (member: string) => string): Choices {
  const byValues = new Map<string, Choice>();
  const take = (owner: string, { name, type, text }: Member): void => {
    const inner = type.kind === "list" || type.kind === "nullable" ? type.of : type;
    if (inner.kind !== "choice" || byValues.has(inner.values.join(" "))) return;
    byValues.set(inner.values.join(" "), { name: `${nameOf(owner)}${nameOf(name)}`, text, values: inner.values });
  };
  for (const record of records) for (const member of record.members) take(record.name, member);
  for (const operation of operations) for (const member of operation.queryMembers) take(operation.name, member);
  return {
    all: [...byValues.values()],
    nameOf(values) {
      const choice = byValues.get(values.join(" "));
      if (choice === undefined) throw new Error(`No type has the texts ${values.join(", ")}`);
      return choice.name;
    },
  };
}
