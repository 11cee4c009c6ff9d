// The property values that the pinned tables hold, and the numbers they are stored as. Names are those of the Unicode
// Character Database; the generator finds the data by them.

/** UAX #14 Line_Break values; a code point without one is `Unknown`. */
export const lineBreakClasses = {
  Unknown: 0,
  Ambiguous: 1,
  Aksara: 2,
  Alphabetic: 3,
  Aksara_Prebase: 4,
  Aksara_Start: 5,
  Break_Both: 6,
  Break_After: 7,
  Break_Before: 8,
  Mandatory_Break: 9,
  Contingent_Break: 10,
  Conditional_Japanese_Starter: 11,
  Close_Punctuation: 12,
  Combining_Mark: 13,
  Close_Parenthesis: 14,
  Carriage_Return: 15,
  E_Base: 16,
  E_Modifier: 17,
  Exclamation: 18,
  Glue: 19,
  H2: 20,
  H3: 21,
  Unambiguous_Hyphen: 22,
  Hebrew_Letter: 23,
  Hyphen: 24,
  Ideographic: 25,
  Inseparable: 26,
  Infix_Numeric: 27,
  JL: 28,
  JT: 29,
  JV: 30,
  Line_Feed: 31,
  Next_Line: 32,
  Nonstarter: 33,
  Numeric: 34,
  Open_Punctuation: 35,
  Postfix_Numeric: 36,
  Prefix_Numeric: 37,
  Quotation: 38,
  Regional_Indicator: 39,
  Complex_Context: 40,
  Surrogate: 41,
  Space: 42,
  Break_Symbols: 43,
  Virama_Final: 44,
  Virama: 45,
  Word_Joiner: 46,
  ZWSpace: 47,
  ZWJ: 48,
} as const;

/** UAX #29 classes. Extended_Pictographic and consonants refine Other, conjunct extenders and linkers refine Extend. */
export const graphemeClasses = {
  Other: 0,
  CR: 1,
  LF: 2,
  Control: 3,
  Extend: 4,
  ZWJ: 5,
  Regional_Indicator: 6,
  Prepend: 7,
  SpacingMark: 8,
  L: 9,
  V: 10,
  T: 11,
  LV: 12,
  LVT: 13,
  Pictographic: 14,
  Consonant: 15,
  ConjunctExtend: 16,
  Linker: 17,
} as const;

/** UAX #24 scripts that fonts for forms tell apart. */
export const scripts = {
  Other: 0,
  Common: 1,
  Inherited: 2,
  Latin: 3,
  Greek: 4,
  Cyrillic: 5,
  Han: 6,
  Hiragana: 7,
  Katakana: 8,
  Bopomofo: 9,
  Hangul: 10,
} as const;

/** Bits of the traits table. */
export const traits = {
  mark: 1,
  defaultIgnorable: 2,
  pictographic: 4,
  initialQuote: 8,
  finalQuote: 16,
  unassigned: 32,
  spacingMark: 64,
} as const;

/** UAX #50 Vertical_Orientation. */
export const verticalOrientations = { R: 0, Tr: 1, Tu: 2, U: 3 } as const;
