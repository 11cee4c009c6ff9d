// What a rule of a profile sees of a form: plain frozen values, made for one record of the data at hand. Lengths are in
// EMU (36,000 a millimetre) from the page's top left corner; spans are UTF-16 offsets of the source; numbers are exact
// decimals as texts.
import type { Severity, Span } from "../diagnostics/index.ts";
import type { ExpressionTree } from "../expression/index.ts";

/** A form as it is declared and as it is drawn for one record. A form of several records is judged once for each. */
export interface Form {
  /** The `.rpt` text, for rules that place edits. */
  readonly source: string;
  readonly document: FormDocument;
  /** What kinds of paper it is, as the profiles that it is judged by say: `invoice`, `receipt`. */
  readonly kinds: readonly string[];
  /** The day whose law holds, `YYYY-MM-DD`, and who said so. */
  readonly asOf: AsOf;
  /** Whose values are drawn: those that somebody sent, or the form's own dataset or examples. */
  readonly data: "given" | "examples";
  /** Which record of the data this is, from 1. */
  readonly record: { readonly number: number; readonly total: number };
  /** Fields and lets, in source order. */
  readonly declarations: readonly Declaration[];
  /** How each let is computed, in the order in which they are. */
  readonly formulas: readonly Formula[];
  /** Everything that may be drawn, parents before their children. */
  readonly elements: readonly FormElement[];
  /** What fields and lets are for this record. */
  readonly values: readonly FormValue[];
  /** The entries of its arrays. */
  readonly entries: readonly FormEntry[];
  /** Its pages, of its first copy where it has several. */
  readonly pages: readonly FormPage[];
  /** Labels of its copies (正, 控); empty where it has none. */
  readonly copies: readonly string[];
  /** What the gate found before: content that does not fit, overlaps, leaves the page. */
  readonly findings: readonly FormFinding[];
  /** Finds parts of the form without a look at all of it; `valuesOf`, `drawnOf` and `runsOf` ask it first. */
  readonly index?: FormIndex;
}

/** Parts of a form: the same, in the same order, as a search of its values and pages finds. */
export interface FormIndex {
  /** Values with a role. */
  values(role: string): readonly FormValue[];
  /** Texts that are drawn under a role, their own or that of their element. */
  drawn(role: string): readonly DrawnText[];
  /** Runs of an element, by its place among the elements. */
  runs(element: number): readonly FormRun[];
}

/** A drawn text and the run that it is part of. */
export interface DrawnText {
  readonly source: FormRunSource;
  readonly run: FormRun;
}

export interface FormDocument {
  readonly id: string;
  /** The static name of the catalogue; null where the source gives none. */
  readonly name: string | null;
  readonly lang: string;
  /** As the source names them. */
  readonly profiles: readonly string[];
  /** The `document` line; empty at the start of the source where there is none. */
  readonly span: Span;
}

export interface AsOf {
  readonly date: string;
  /** A request (`--as-of`), a date of the data by its role, or the newest rule, where neither tells. */
  readonly from: "request" | "data" | "newest-rule";
}

/** A field, or a let: a computed value. */
export interface Declaration {
  readonly kind: "field" | "let";
  /** `issuer.name`, `items[].price`, `taxes[]` */
  readonly path: string;
  readonly role: string | null;
  /** `string`, `decimal`, `date`, `enum`, `array`; null for a let, whose formula tells. */
  readonly type: string | null;
  /** Places after the point of a `decimal`, most characters of a `string` or `text`. */
  readonly scale: number | null;
  readonly lengthMax: number | null;
  /** Most lines of a `text` that declares them. */
  readonly linesMax: number | null;
  readonly optional: boolean;
  readonly label: string | null;
  readonly pattern: string | null;
  /** Members of an `enum`, as written. */
  readonly members: readonly string[];
  /** JSON text, digits as written: one value, or lists under `[]`. */
  readonly example: string | null;
  readonly default: string | null;
  /** The whole line. */
  readonly span: Span;
}

/** How a let is computed. */
export interface Formula {
  readonly path: string;
  readonly role: string | null;
  /** Once for each record of this array (`items[]`, `taxes[]`); empty: once for the document. */
  readonly scope: string;
  readonly expression: ExpressionTree;
  /** Declared paths that it reads by itself. */
  readonly inputs: readonly string[];
  /** Where it rounds. */
  readonly roundings: readonly Rounding[];
  readonly span: Span;
}

/** One call that rounds. */
export interface Rounding {
  readonly function: "round" | "floor" | "ceil";
  /** Places after the point; null where that is computed. */
  readonly digits: number | null;
  /** `half_up`, `down`, `up`, `floor`, `ceil`, `half_even`. */
  readonly mode: string;
  /** What is rounded. */
  readonly of: ExpressionTree;
  /** Declared paths that are read in it. */
  readonly inputs: readonly string[];
  readonly span: Span;
}

/** One element of the source. */
export interface FormElement {
  /** Its place in `Form.elements`, and that of what it stands in; null for a page or a part. */
  readonly index: number;
  readonly parent: number | null;
  /** `text`, `table`, `column`, `pair`, `seal`. */
  readonly keyword: string;
  readonly role: string | null;
  /** Its own condition; those of what it stands in hold too. */
  readonly when: ExpressionTree | null;
  /** The words of its arguments and properties: `on=rest`, `kind` of a barcode. */
  readonly words: Readonly<Record<string, string>>;
  /** Its lengths in EMU: `x`, `y`, `w`, `h`. */
  readonly lengths: Readonly<Record<string, number>>;
  /** Expressions that are no text: the list of a table, the picture of an `image`. */
  readonly expressions: Readonly<Record<string, ExpressionTree>>;
  readonly texts: readonly FormText[];
  /** Its first line, and what stands in its block. */
  readonly span: Span;
}

/** A text of an element, in parts. */
export interface FormText {
  /** The argument or property that holds it: `text`, `title`, `label`. */
  readonly name: string;
  readonly parts: readonly FormTextPart[];
}

export type FormTextPart =
  | { readonly kind: "fixed"; readonly text: string; readonly span: Span }
  | {
      readonly kind: "computed";
      readonly expression: ExpressionTree;
      /** The role of the one field or let that it shows. */
      readonly role: string | null;
      readonly span: Span;
    };

/** What a field or let is. */
export interface FormValue {
  /** `total`, `items[3].price`, `taxes[0].key` */
  readonly path: string;
  /** The declared path: `items[].price`. Keys of groups are declared by none: `taxes[].key`. */
  readonly declared: string;
  readonly role: string | null;
  /** An exact decimal, a text or a date as a text; null where there is none. */
  readonly value: string | boolean | null;
}

/** One entry of an array, of data or computed. */
export interface FormEntry {
  /** `taxes[0]` */
  readonly path: string;
  /** `taxes[]` */
  readonly declared: string;
  readonly role: string | null;
  /** The entry of data that it is, where a let sorts or filters them: `items[2]`. */
  readonly origin: string | null;
  /** Of a group: the entries that it holds. */
  readonly items: readonly string[];
}

/** One sheet of paper. */
export interface FormPage {
  /** Counted from 1 within the record. */
  readonly number: number;
  readonly widthEmu: number;
  readonly heightEmu: number;
  /** In paint order. */
  readonly runs: readonly FormRun[];
  /** Fills, strokes, images and links in paint order, by their bounds. */
  readonly shapes: readonly FormShape[];
}

/** Edges in EMU. */
export interface FormBounds {
  readonly leftEmu: number;
  readonly topEmu: number;
  readonly rightEmu: number;
  readonly bottomEmu: number;
}

/** Letters of one look on one line. */
export interface FormRun {
  readonly text: string;
  /** What the text shows, in order and without gaps. */
  readonly sources: readonly FormRunSource[];
  /** Index into `Form.elements`; null for what no element writes. */
  readonly element: number | null;
  readonly page: number;
  /** What the ink covers. */
  readonly bounds: FormBounds;
  readonly sizeEmu: number;
  /** 長体 in thousandths; 1000 is the design's own. */
  readonly scaleThousandths: number;
  readonly family: string;
  readonly isVertical: boolean;
  readonly isRuby: boolean;
  /** `#rrggbb` as it looks on its ground. */
  readonly color: string;
  readonly ground: string;
  /** Of WCAG 2: 1 (the same colour) to 21. */
  readonly contrast: number;
  /** Nothing of it lies on the paper. */
  readonly isOffPage: boolean;
  /** Something that is painted later hides its middle. */
  readonly isCovered: boolean;
}

export interface FormRunSource {
  /** UTF-16 offsets of the run's text. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /**
   * Which value it is, as `Form.values` names it: `items[0].name`, `total`, `taxes[1].tax`; null for fixed text and for
   * what is computed where it is drawn.
   */
  readonly path: string | null;
  /** Written in the source as it is drawn. */
  readonly isFixed: boolean;
  /** Of the value that it shows; else of the element. */
  readonly role: string | null;
}

export interface FormShape {
  readonly kind: "fill" | "stroke" | "image" | "link";
  readonly element: number | null;
  readonly page: number;
  readonly bounds: FormBounds;
  /** `#rrggbb`; null for images and links. */
  readonly color: string | null;
  /** Of a stroke; else null. */
  readonly widthEmu: number | null;
}

export interface FormFinding {
  readonly code: string;
  readonly severity: Severity;
  readonly span: Span;
  readonly message: string;
  /** The value that it is about. */
  readonly path: string | null;
}
