// Proposals for what stands behind `name=` and for arguments that are bare words.

import { FORMAT_PATTERNS } from "../expression/index.ts";
import type { Property } from "../language/index.ts";
import {
  type ArgumentDefinition,
  BASIC_COLORS,
  PAGE_SIZES,
  PROFILES,
  type PropertyDefinition,
  ROLES,
} from "../schema/index.ts";
import { type Analysis, definitionOf, type Standing } from "./analysis.ts";
import type { Caret, CaretPlace } from "./caret.ts";
import type { Draft } from "./proposal.ts";
import { propertiesOf } from "./statements.ts";

type ValuePlace = Extract<CaretPlace, { kind: "value" }>;
type ArgumentPlace = Extract<CaretPlace, { kind: "argument" }>;

const ORIENTATIONS = ["portrait", "landscape"] as const;

/** The values that a property may be given. */
export function valueProposals(caret: Caret, place: ValuePlace): readonly Draft[] {
  const { property, standing } = place;
  const table = propertiesOf(standing);
  const definition = Object.hasOwn(table, property.name.text) ? table[property.name.text] : undefined;
  if (definition === undefined) return [];
  if (property.value.kind === "literal") return property.name.text === "format" ? patternDrafts() : [];
  return draftsOfKind(caret, definition, place);
}

function draftsOfKind(
  caret: Caret,
  definition: PropertyDefinition,
  { property, standing }: ValuePlace,
): readonly Draft[] {
  const { fonts, sizes, styles } = caret.analysis.document.resources;
  const { description } = definition;
  switch (definition.kind) {
    case "choice":
    case "choices":
      return words(definition.choices ?? [], description);
    case "flag":
      return words(["true", "false"], description);
    case "font":
      return fonts.map(({ name, families }) => word(name, "font", families.join(", ")));
    case "size":
      return [...sizes].map(([name, emu]) => word(name, "type size", `${emu / EMU_PER_PT}pt`));
    case "style":
      return [...styles.keys()].map((name) => word(name, "style", ""));
    case "color":
    case "paint":
      return [...colorDrafts(caret), word("none", "no colour", description)];
    case "stroke":
      return [...colorDrafts(caret), ...words(["solid", "dash", "dot", "double", "none"], description)];
    case "columns":
      return words(columnsAround(standing), "a column of the table");
    case "template":
    case "text":
    case "literal":
    case "condition":
    case "expression":
    case "asset":
    case "name":
      return [];
    case "role":
      return roleDrafts(property);
    case "profiles":
      return Object.entries(PROFILES).map(([id, meaning]) => word(id, "profile", meaning));
    default:
      return words([definition.example], description);
  }
}

const EMU_PER_PT = 12_700;

/** Whole roles, or the rest of those that begin as the written one does. */
function roleDrafts({ value }: Property): readonly Draft[] {
  const written = value.kind === "word" ? value.text : "";
  const prefix = written.slice(0, written.lastIndexOf(".") + 1);
  return Object.entries(ROLES)
    .filter(([role]) => role.startsWith(prefix))
    .map(([role, { meaning, item }]) => word(role.slice(prefix.length), meaning, item));
}

function colorDrafts({ analysis }: Caret): readonly Draft[] {
  const colors = [...analysis.document.resources.colors];
  const declared = colors.filter(([name]) => !Object.hasOwn(BASIC_COLORS, name));
  const predeclared = colors.filter(([name]) => Object.hasOwn(BASIC_COLORS, name));
  return [...declared, ...predeclared].map(([name, channels]) => ({
    label: name,
    kind: "color",
    detail: `#${channels
      .slice(0, channels[3] === 255 ? 3 : 4)
      .map((channel) => channel.toString(16).padStart(2, "0"))
      .join("")}`,
    documentation: "",
  }));
}

/** The ids of the columns of the table around. */
function columnsAround({ owners }: Standing): readonly string[] {
  const table = owners.findLast((owner) => owner.keyword.text === "table");
  return (table?.block?.children ?? []).flatMap((child) => {
    if (child.kind !== "element" || child.keyword.text !== "column") return [];
    const [id] = child.args;
    return id?.kind === "word" ? [id.text] : [];
  });
}

/** The words that may stand as the next argument. */
export function argumentProposals({ analysis }: Caret, { at, standing }: ArgumentPlace): readonly Draft[] {
  const { statement } = standing;
  if (statement.kind !== "element") return [];
  const expected = expectedArgument(standing, at);
  const declared = (keyword: string): readonly string[] => declaredNames(analysis, keyword);
  if (expected?.kind === "part") return words(declared("part"), "part");
  if (expected?.kind === "picture") return words(declared("asset"), "asset");
  if (statement.keyword.text === "page") {
    const given = statement.args.flatMap((arg) => (arg.kind === "word" ? [arg.text] : []));
    const sized = given.some((text) => Object.hasOwn(PAGE_SIZES, text));
    return words(sized ? ORIENTATIONS : Object.keys(PAGE_SIZES), sized ? "the orientation" : "the size of the page");
  }
  return words(expected?.choices ?? [], expected?.name ?? "");
}

export function expectedArgument({ statement, owners }: Standing, at: number): ArgumentDefinition | null {
  if (statement.kind !== "element") return null;
  return definitionOf(statement, owners)?.args[at] ?? null;
}

/** The names that statements of one keyword declare. */
function declaredNames({ tree }: Analysis, keyword: string): readonly string[] {
  return tree.statements.flatMap((statement) => {
    if (statement.kind !== "element" || statement.keyword.text !== keyword) return [];
    const [name] = statement.args;
    return name?.kind === "word" ? [name.text] : [];
  });
}

/** Patterns of `format`, as they stand inside quotes. */
export function patternDrafts(): readonly Draft[] {
  return FORMAT_PATTERNS.map(({ pattern, of, sample }) => ({
    label: pattern,
    kind: "pattern",
    detail: `${of}: ${sample}`,
    documentation: "",
  }));
}

function word(label: string, detail: string, documentation: string): Draft {
  return { label, kind: "value", detail, documentation };
}

function words(labels: readonly string[], detail: string): readonly Draft[] {
  return labels.map((label) => word(label, detail, ""));
}
