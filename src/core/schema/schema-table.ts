// The rows of the table together, and the words that they are made of as types: of elements, properties, choices.
import type { SchemaRow } from "./definition.ts";
import { BANDS, DOCUMENTS } from "./schema-documents.ts";
import { CONTAINERS, LEAVES } from "./schema-elements.ts";
import { CELL_GRIDS } from "./schema-grids.ts";
import { REPEATING } from "./schema-tables.ts";

/** Every row with its own type; {@link ELEMENTS} is the same for those who ask them all alike. */
const TABLE = [...DOCUMENTS, ...BANDS, ...CONTAINERS, ...LEAVES, ...REPEATING, ...CELL_GRIDS] as const;

type Row = (typeof TABLE)[number];

/** A word that stands for an element. */
export type ElementName = Row["name"];

/** A row, whichever it is. */
export type ElementDefinition = SchemaRow<ElementName>;

/** Every element of the language; a word that stands in different places has an entry for each. */
export const ELEMENTS: readonly ElementDefinition[] = TABLE;

/** Where elements stand: `top`, `flow`, `absolute`, or in the block of a named one. */
export type PlaceName = Row["parents"][number];

type StandsIn<Each, Place> = Each extends { readonly parents: readonly (infer Parent)[] }
  ? Place & Parent extends never
    ? never
    : Each
  : never;

/** What a word means where it stands: `row` is one thing in a flow and another in a table. */
type Meanings = {
  readonly [Place in PlaceName]: {
    readonly [Name in ElementName]: MeaningOf<StandsIn<Extract<Row, { readonly name: Name }>, Place>, Name>;
  };
};

interface MeaningOf<Each extends SchemaRow, Name extends ElementName> {
  readonly properties: KeysOf<Each["properties"]>;
  readonly args: NameIn<Each["args"][number]>;
  readonly children: NamesUnder<Each["children"]>;
  readonly block: PlaceUnder<Name, Each["children"]>;
}

type KeysOf<Value> = Value extends unknown ? keyof Value & string : never;
type NameIn<Argument> = Argument extends { readonly name: infer Name extends string } ? Name : never;
type PlaceUnder<Name, Rule> = Rule extends readonly string[] ? Name & PlaceName : Rule & PlaceName;
type NamesUnder<Rule> = Rule extends readonly string[]
  ? Rule[number] & ElementName
  : Rule extends "flow" | "absolute"
    ? StandingIn<Rule>
    : never;

/** A property of an element, where it stands. */
export type PropertyName<
  Name extends ElementName = ElementName,
  Place extends PlaceName = PlaceName,
> = Meanings[Place][Name]["properties"];

/** An argument of an element, where it stands. */
export type ArgumentName<
  Name extends ElementName = ElementName,
  Place extends PlaceName = PlaceName,
> = Meanings[Place][Name]["args"];

/** The elements that stand at a place. */
export type StandingIn<Place extends PlaceName> = StandsIn<Row, Place>["name"];

/** The elements that may stand in the block of an element. */
export type ChildName<
  Name extends ElementName,
  Place extends PlaceName = PlaceName,
> = Meanings[Place][Name]["children"];

/** What the block of an element is as a place. */
export type BlockOf<Name extends ElementName, Place extends PlaceName = PlaceName> = Meanings[Place][Name]["block"];

type RowsOf<Name> = Extract<Row, { readonly name: Name }>;
type DefinitionIn<Table, Key> = Table extends Readonly<Record<Key & string, infer Definition>> ? Definition : never;
type ArgumentIn<Argument, Key> = Argument extends { readonly name: Key } ? Argument : never;
type ChoiceIn<Definition> = Definition extends { readonly choices?: readonly (infer Choice extends string)[] }
  ? Choice
  : never;

/** What a property of choices may say. */
export type ChoiceOf<Name extends ElementName, Key extends PropertyName<Name>> = ChoiceIn<
  DefinitionIn<RowsOf<Name>["properties"], Key>
>;

/** What an argument of choices may say. */
export type ArgumentChoiceOf<Name extends ElementName, Key extends ArgumentName<Name>> = ChoiceIn<
  ArgumentIn<RowsOf<Name>["args"][number], Key>
>;
