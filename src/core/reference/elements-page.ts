// The pages of elements and of the properties that they share, from the table of the schema.
import {
  allowedChildren,
  ELEMENTS,
  type ElementDefinition,
  elementNamed,
  FIELD_PROPERTIES,
  INHERITED,
  isIdle,
  type PropertyDefinition,
  TEXT_PROPERTIES,
} from "../schema/index.ts";
import { defaultOf } from "./defaults.ts";
import { argumentOf, kindOf } from "./kinds.ts";
import { block, code, codes, table } from "./markdown.ts";
import { wholeExample } from "./samples.ts";

type Properties = Readonly<Record<string, PropertyDefinition>>;

const HEADS = ["Property", "Takes", "Default", "What it does", "Example"];

/** What every box of the flow has; `box` is the element that has all of them and little else. */
const BOX_PROPERTIES: Properties = Object.fromEntries(
  Object.entries(elementNamed("box")?.properties ?? {}).filter(
    ([name]) => !Object.hasOwn(TEXT_PROPERTIES, name) && name !== "gap",
  ),
);

/** Groups of properties that elements have as a whole, with the heading of their table. */
const SHARED: readonly (readonly [title: string, properties: Properties])[] = [
  ["Box properties", BOX_PROPERTIES],
  ["Text properties", TEXT_PROPERTIES],
];

interface Section {
  readonly title: string;
  readonly holds: (element: ElementDefinition) => boolean;
}

const SECTIONS: readonly Section[] = [
  { title: "Declarations and pages", holds: ({ parents }) => parents.includes("top") },
  { title: "Parts of a page", holds: ({ parents }) => parents.includes("page") },
  {
    title: "Containers",
    holds: ({ parents, children }) => isPlaced(parents) && isOpen(children),
  },
  { title: "Contents", holds: ({ parents, children }) => isPlaced(parents) && children === "none" },
  { title: "Tables and other composed elements", holds: () => true },
];

function isOpen(children: ElementDefinition["children"]): boolean {
  return children === "flow" || children === "absolute";
}

function isPlaced(parents: readonly string[]): boolean {
  return parents.includes("flow") || parents.includes("absolute");
}

/** Every element: where it stands, what it takes and holds, its own properties, an example. */
export function elementsPage(): string {
  const sections = SECTIONS.map(() => [] as ElementDefinition[]);
  for (const each of ELEMENTS) sections[SECTIONS.findIndex((section) => section.holds(each))]?.push(each);
  const parts = SECTIONS.map(({ title }, at) => `## ${title}\n\n${(sections[at] ?? []).map(elementPart).join("\n\n")}`);
  return `# Elements

An element is a line: its keyword, its arguments, its properties, and where it holds others a block. The shared groups
of properties stand in [properties.md](properties.md). \`field\`, \`let\`, \`dataset\` and \`allow\` are statements of
their own, see [language.md](language.md).

${parts.join("\n\n")}
`;
}

function elementPart(element: ElementDefinition): string {
  const { name, description, args, parents, children, required } = element;
  const facts = [`Stands in: ${placesIn(parents)}.`];
  if (args.length > 0) facts.push(`Takes: ${args.map(argumentOf).join("; ")}.`);
  const held = holds(children);
  if (held !== null) facts.push(`Holds: ${held}.`);
  if (element.opensRecord === true)
    facts.push("Opens a record: `.name` is a field of the current one, `index` its number.");
  if (required.length > 0) facts.push(`Must have: ${codes(required)}.`);
  const shared = SHARED.filter(([, properties]) => hasAll(element, properties));
  const links = shared.map(([title]) => {
    const lower = title.toLowerCase();
    return `[${lower}](properties.md#${lower.replace(" ", "-")})`;
  });
  if (links.length > 0) facts.push(`Also takes: ${links.join(", ")}.`);
  const idle = Object.keys(element.properties).filter((each) => isIdle(name, each));
  if (idle.length > 0) facts.push(`Without effect here: ${idle.map(code).join(", ")}.`);
  const heading = `### ${name}\n\n${capital(description)}.`;
  const own = ownProperties(
    element,
    shared.map(([, properties]) => properties),
  );
  return [heading, facts.map((fact) => `- ${fact}`).join("\n"), block(wholeExample(element)), own]
    .filter(Boolean)
    .join("\n\n");
}

function hasAll({ properties }: ElementDefinition, group: Properties): boolean {
  return Object.keys(group).every((name) => properties[name] !== undefined);
}

/** A table of what the shared groups don't tell; a property that differs from its group's is told here too. */
function ownProperties(element: ElementDefinition, shared: readonly Properties[]): string {
  const rows = Object.entries(element.properties)
    .filter(([name, definition]) => !isIdle(element.name, name) && !shared.some((group) => group[name] === definition))
    .map(([name, definition]) => propertyRow(element, name, definition));
  return rows.length === 0 ? "" : table(HEADS, rows);
}

/** What has its default from the one place where it stands, tells that one. */
function propertyRow(
  element: { readonly name: string; readonly parents: readonly string[] },
  name: string,
  definition: PropertyDefinition,
): readonly string[] {
  const [place, ...more] = element.parents;
  const standard = defaultOf(element.name, name, more.length === 0 ? place : "");
  return [
    code(name),
    kindOf(definition),
    standard === undefined ? "" : code(standard),
    definition.description,
    code(`${name}=${definition.example}`),
  ];
}

const PLACES: Readonly<Record<string, string>> = {
  top: "the top level",
  flow: "flow (`body` `stack` `row` `grid` `box` `each`)",
  absolute: "absolute containers (`header` `footer` `background` `plate`)",
};

function placesIn(parents: readonly string[]): string {
  return parents.map((parent) => PLACES[parent] ?? code(parent)).join(", ");
}

function holds(children: ElementDefinition["children"]): string | null {
  if (children === "none") return null;
  if (children === "flow") return "elements in flow, without `x` and `y`";
  if (children === "absolute") return "elements at `x` `y` `w`";
  return codes(allowedChildren(children));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The groups of properties that many elements share, and those of `field`. */
export function propertiesPage(): string {
  const parts = SHARED.map(
    ([title, properties]) =>
      `## ${title}\n\n${table(HEADS, rowsOf(title.startsWith("Text") ? "text" : "box", properties))}`,
  );
  return `# Properties

A property is written \`name=value\`. An element's own property stands over its \`style=\`, that over what it inherits
from its container, that over the style \`base\`, that over the default. These text properties are inherited, no other
property is: ${codes([...INHERITED])}.

Geometry (${codes(["x", "y", "w", "h", "margin", "padding", "gap", "size"])}) never takes an expression; texts, colours,
conditions and pictures do.

${parts.join("\n\n")}

## Properties of field

${table(HEADS, rowsOf("field", FIELD_PROPERTIES))}

\`let\` takes \`role\`.
`;
}

function rowsOf(element: string, properties: Properties): readonly (readonly string[])[] {
  return Object.entries(properties).map(([name, definition]) =>
    propertyRow({ name: element, parents: [] }, name, definition),
  );
}
