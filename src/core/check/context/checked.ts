// A checked document: every element with its definition, its values decided, its expressions typed.
import type { Span } from "../../diagnostics/index.ts";
import type {
  CanvasField,
  CanvasLet,
  CheckedExpression,
  ExpressionCode,
  SourceRecord,
  Template,
} from "../../expression/index.ts";
import type {
  ArgumentName,
  BlockOf,
  ChildName,
  ColorValue,
  ElementDefinition,
  ElementName,
  PlaceName,
  PropertyName,
  StandingIn,
} from "../../schema/index.ts";

/** A colour that is fixed, or computed from data. */
export type PaintValue =
  | { readonly kind: "fixed"; readonly color: ColorValue }
  | { readonly kind: "computed"; readonly code: ExpressionCode };

export type WidthValue =
  | { readonly kind: "length"; readonly emu: number }
  | { readonly kind: "share"; readonly thousandths: number }
  | { readonly kind: "percent"; readonly partsPerMillion: number }
  | { readonly kind: "auto" };

/** What a `border` or `stroke` says; null where it leaves a part to its default. */
export interface StrokeValue {
  /** `none`: no line at all. */
  readonly none: boolean;
  readonly widthEmu: number | null;
  readonly paint: PaintValue | null;
  readonly dash: "solid" | "dash" | "dot" | "double" | null;
}

/** The value of one property or argument, decided. */
export type CheckedValue =
  | { readonly kind: "length"; readonly emu: number }
  | { readonly kind: "width"; readonly width: WidthValue }
  | { readonly kind: "widths"; readonly widths: readonly WidthValue[] }
  | { readonly kind: "edges"; readonly edges: readonly [number, number, number, number] }
  | { readonly kind: "stroke"; readonly stroke: StrokeValue }
  /** In thousandths. */
  | { readonly kind: "number"; readonly thousandths: number }
  | { readonly kind: "numbers"; readonly thousandths: readonly number[] }
  | { readonly kind: "shift"; readonly rightEmu: number; readonly downEmu: number }
  | { readonly kind: "flag"; readonly value: boolean }
  /** A choice, a name, a role, a static text. */
  | { readonly kind: "word"; readonly text: string }
  | { readonly kind: "words"; readonly texts: readonly string[] }
  /** Null: `none`. */
  | { readonly kind: "paint"; readonly paint: PaintValue | null }
  | { readonly kind: "template"; readonly template: Template; readonly only: CheckedExpression | null }
  | { readonly kind: "code"; readonly checked: CheckedExpression }
  | { readonly kind: "columns"; readonly from: string; readonly to: string };

/** Values by the names of properties: a name that the table lacks is not asked for. */
export type CheckedValues<Name extends string = PropertyName> = ReadonlyMap<Name, CheckedValue>;

/** Any element, asked for what only some have. */
export interface AnyElement {
  readonly name: ElementName;
  readonly definition: ElementDefinition;
  readonly span: Span;
  readonly args: CheckedValues<string>;
  readonly properties: CheckedValues;
  readonly children: readonly AnyElement[];
}

interface ElementUnder<Name extends ElementName, Place extends PlaceName> {
  readonly name: Name;
  readonly definition: ElementDefinition;
  readonly span: Span;
  readonly args: CheckedValues<ArgumentName<Name, Place>>;
  readonly properties: CheckedValues<PropertyName<Name, Place>>;
  readonly children: readonly CheckedElement<ChildName<Name, Place>, BlockOf<Name, Place>>[];
}

/**
 * An element whose name tells what it has: its arguments, its properties and what stands in its block. With a place,
 * what the word means there.
 */
export type CheckedElement<
  Name extends ElementName = ElementName,
  Place extends PlaceName = PlaceName,
> = Name extends ElementName ? ElementUnder<Name, Place> : never;

/** A page, with its size in place of the words for it. */
export interface CheckedPage extends Omit<CheckedElement<"page">, "args"> {
  readonly args: CheckedValues<"width" | "height">;
}

export interface CheckedStyle {
  readonly name: string;
  readonly base: string | null;
  readonly properties: CheckedValues<PropertyName<"style">>;
}

export interface FontDeclaration {
  readonly name: string;
  readonly families: readonly string[];
}

/** Fonts, sizes, colours and styles of a document. */
export interface Resources {
  readonly fonts: readonly FontDeclaration[];
  readonly sizes: ReadonlyMap<string, number>;
  /** Declared and predeclared. */
  readonly colors: ReadonlyMap<string, ColorValue>;
  readonly styles: ReadonlyMap<string, CheckedStyle>;
}

/** What is checked before everything else at the top level, and read elsewhere. */
export type LeadingName = "document" | "page" | ResourceName;
export type ResourceName = "fonts" | "sizes" | "colors" | "style";

/** What else stands at the top level. */
export type DeclarationName = Exclude<StandingIn<"top">, LeadingName>;

export interface CheckedDocument {
  /** Null where the source has no `document` line. */
  readonly document: CheckedElement<"document"> | null;
  readonly fields: readonly CanvasField[];
  readonly lets: readonly CanvasLet[];
  readonly dataset: string | null;
  readonly resources: Resources;
  readonly pages: readonly CheckedPage[];
  /** What else stands at the top level, in source order: `source`, `copies`, `part`, `asset`, `encrypt`, `gaiji`. */
  readonly declarations: readonly CheckedElement<DeclarationName, "top">[];
  /** The array behind `source`. */
  readonly record: SourceRecord | null;
  /** In source order. */
  readonly allowances: readonly Allowance[];
}

/** What one `allow` line says: findings that the author knows and means. */
export interface Allowance {
  /** `RPT5006`, or the rule of a profile: `jp.print/hairline`. */
  readonly codes: readonly string[];
  readonly reason: string;
  /** The line itself. */
  readonly span: Span;
  /** The element whose findings are meant, and those of all that it holds; null: the whole document. */
  readonly within: Span | null;
}
