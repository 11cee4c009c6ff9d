// What the schema table is made of.

/** What a property or argument takes. */
export type ValueKind =
  /** A length of zero or more: `5mm`. */
  | "length"
  /** A length that may be negative: coordinates, letter spacing. */
  | "offset"
  /** A length, a share (`1fr`), a percentage or `auto`. */
  | "width"
  /** `[24mm, 1fr]` */
  | "widths"
  /** One length, `[vertical, horizontal]` or `[top, right, bottom, left]`. */
  | "edges"
  /** A width, a colour and a dash word in any order, alone or as a list; `none`. */
  | "stroke"
  /** A number without a unit. */
  | "number"
  /** A whole number without a unit. */
  | "count"
  /** One whole number, or a list of them: `[18, 22]`. */
  | "counts"
  /** `[right, down]`: how far something is moved. */
  | "shift"
  | "flag"
  | "choice"
  /** One choice, or a list of them: `[print, accessibility]`. */
  | "choices"
  /** A colour that never depends on data. */
  | "color"
  /** A colour, or an expression that yields one. */
  | "paint"
  /** `"…{expr}…"` or an expression. */
  | "template"
  /** A text without computed parts. */
  | "text"
  /** A literal `'…'`. */
  | "literal"
  /** `'asset:…'`: a file that is published with the template. */
  | "asset"
  /** An expression that is true or false. */
  | "condition"
  /** Any expression, or one that yields what `yields` says. */
  | "expression"
  /** One number or a list of them, or an expression. */
  | "numbers"
  /** A bare word that names something new. */
  | "name"
  /** A dotted role. */
  | "role"
  /** A dotted profile id, or a list of them. */
  | "profiles"
  /** Names of declared things. */
  | "style"
  | "font"
  | "size"
  /** A column id, or `from..to`. */
  | "columns"
  /** A family name, or a list of them. */
  | "families"
  /** JSON-like example values; checked with the field's type. */
  | "example";

export interface PropertyDefinition<Kind extends ValueKind = ValueKind, Choice extends string = string> {
  readonly kind: Kind;
  readonly choices?: readonly Choice[];
  /** Smallest and largest number. */
  readonly min?: number;
  readonly max?: number;
  /** What an expression must yield; an instant is a date, a datetime or a time of day. */
  readonly yields?: "instant" | "dates" | "number";
  /** Which names its expressions see: those of the record that the element opens, or those around a table. */
  readonly sees?: "record" | "outside";
  /** The property of the other direction, where authors write one length for each in a list. */
  readonly across?: "row-gap";
  readonly description: string;
  /** A value as an author writes it. */
  readonly example: string;
}

export type Properties = Readonly<Record<string, PropertyDefinition>>;

export interface ArgumentDefinition {
  readonly name: string;
  /** `caption` is a text that is no expression. */
  readonly kind:
    | "name"
    | "template"
    | "caption"
    | "expression"
    | "array"
    /** The path of a declared array of records: of its records documents are made. */
    | "records"
    | "length"
    | "choice"
    | "words"
    /** One quoted text or a list of them. */
    | "texts"
    /** An expression, or the name of a declared asset. */
    | "picture"
    /** The name of something declared: a part. */
    | "part"
    /** `U+E000` */
    | "codePoint";
  readonly choices?: readonly string[];
  readonly yields?: "instant" | "number" | "summed" | "flag";
  readonly optional?: boolean;
  /** Its expressions see the names around the records that its parent opens. */
  readonly sees?: "outside";
}

/** What may stand in an element's block. */
export type ChildRule = "none" | "flow" | "absolute" | readonly string[];

/** A row of the table. Its type knows the words in it, so that what reads them is checked against the table. */
export interface SchemaRow<
  Name extends string = string,
  Table extends Properties = Properties,
  Args extends readonly ArgumentDefinition[] = readonly ArgumentDefinition[],
  Children extends ChildRule = ChildRule,
  Parents extends readonly string[] = readonly string[],
> {
  readonly name: Name;
  readonly description: string;
  /** One line, or a block, as an author writes it. */
  readonly example: string;
  readonly args: Args;
  readonly properties: Table;
  readonly required: readonly string[];
  readonly children: Children;
  /** Where the element may stand: `top`, `flow`, `absolute`, or named parents. */
  readonly parents: Parents;
  /** May open a record for its children: `table`, `each`. */
  readonly opensRecord?: boolean;
  /** Its block may be left out. */
  readonly blockOptional?: boolean;
  /** It may stand without arguments and without a block. */
  readonly mayBeBlank?: boolean;
  /** Of these children, each must stand in its block. */
  readonly needs?: readonly string[];
  /** Its expressions see the names around the table, not a record. */
  readonly seesOutside?: boolean;
}
