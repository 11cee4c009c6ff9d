// What may stand at a caret, from the tables of the language and the declarations of the source.

import type { ElementStatement } from "../language/index.ts";
import {
  allowedChildren,
  CELL_GRID,
  type ElementDefinition,
  elementIn,
  isIdle,
  type PropertyDefinition,
  TYPES,
  topNames,
} from "../schema/index.ts";
import { definitionOf, type Standing } from "./analysis.ts";
import { type Caret, caretAt } from "./caret.ts";
import { arrayProposals, expressionProposals } from "./expression-completion.ts";
import type { Draft, Proposal } from "./proposal.ts";
import { propertiesOf, STATEMENTS } from "./statements.ts";
import { argumentProposals, valueProposals } from "./value-completion.ts";

/** Everything that may stand at `offset` of a source, whatever state the source is in; the likeliest first. */
export function propose(source: string, offset: number): readonly Proposal[] {
  const caret = caretAt(source, offset);
  if (caret === null) return [];
  const unique = new Map<string, Proposal>();
  for (const draft of draftsAt(caret)) {
    if (draft.label.includes(caret.mark) || unique.has(draft.label)) continue;
    const { label, insert = label, filter = label, span = caret.word } = draft;
    unique.set(label, { ...draft, insert, filter, span });
  }
  return [...unique.values()];
}

function draftsAt(caret: Caret): readonly Draft[] {
  const { place } = caret;
  switch (place.kind) {
    case "keyword":
      return keywordDrafts(place.owners, place.head);
    case "type":
      return Object.values(TYPES).map((form) => ({ label: form, kind: "type", detail: "type", documentation: "" }));
    case "property":
      return propertyDrafts(place.standing);
    case "argument":
      return [...argumentProposals(caret, place), ...arrayProposals(caret, place), ...propertyDrafts(place.standing)];
    case "value":
      return valueProposals(caret, place);
    case "expression":
      return expressionProposals(caret, place);
  }
}

function keywordDrafts(owners: readonly ElementStatement[], head: boolean): readonly Draft[] {
  const owner = owners.at(-1);
  if (owner === undefined) return topNames().map((name) => elementDraft(name, null));
  const around = owners.slice(0, -1);
  const definition = definitionOf(owner, around);
  if (definition === null) return [];
  // Nothing in a grid tells yet whether it is one of cells.
  const isOpen = definition.name === "grid" && owner.block?.children.length === 0;
  const ofCells = isOpen ? allowedChildren(CELL_GRID?.children ?? "none") : [];
  const names = [...new Set([...allowedChildren(definition.children), ...ofCells]), "allow"];
  const children = names.map((name) => elementDraft(name, definition));
  return head ? [...children, ...propertyDrafts({ statement: owner, owners: around })] : children;
}

function elementDraft(name: string, parent: ElementDefinition | null): Draft {
  const definition = elementIn(name, parent) ?? STATEMENTS[name];
  return {
    label: name,
    kind: "element",
    detail: definition?.description ?? "",
    documentation: definition === undefined ? "" : definition.example,
  };
}

/** The properties that a statement may still be given; `x` and `y` only where things have coordinates. */
function propertyDrafts(standing: Standing): readonly Draft[] {
  const { statement, owners } = standing;
  const given = "properties" in statement ? statement.properties.map((each) => each.name.text) : [];
  const parent = owners.at(-1);
  const absolute = parent !== undefined && definitionOf(parent, owners.slice(0, -1))?.children === "absolute";
  return Object.entries(propertiesOf(standing))
    .filter(([name]) => !("keyword" in statement && isIdle(statement.keyword.text, name)))
    .filter(([name]) => !given.includes(name) && (absolute || (name !== "x" && name !== "y")))
    .map(([name, definition]) => propertyDraft(name, definition));
}

function propertyDraft(name: string, definition: PropertyDefinition): Draft {
  return {
    label: name,
    kind: "property",
    detail: definition.choices?.join(" | ") ?? `${name}=${definition.example}`,
    documentation: definition.description,
    insert: `${name}=`,
  };
}
