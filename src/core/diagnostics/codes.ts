/** `error` refuses publishing; `warning` is shown by the gate; `info` tells. */
export type Severity = "error" | "warning" | "info";

/** One entry of the catalogue: its usual severity and what the code stands for, for the reference. */
export interface CodeEntry {
  readonly severity: Severity;
  readonly title: string;
}

function error<const T extends string>(title: T): { readonly severity: "error"; readonly title: T } {
  return { severity: "error", title };
}

function warning<const T extends string>(title: T): { readonly severity: "warning"; readonly title: T } {
  return { severity: "warning", title };
}

function info<const T extends string>(title: T): { readonly severity: "info"; readonly title: T } {
  return { severity: "info", title };
}

/**
 * The closed catalogue of codes. 0xxx syntax, 1xxx structure, 2xxx declarations, names and types, 3xxx data,
 * 4xxx content in its box, 5xxx geometry, 6xxx roles, 7xxx output, 9xxx limits. Rules of business profiles have ids of
 * their own.
 */
export const CODES = {
  RPT0001: error('the first statement must be "rpt 1"'),
  RPT0002: error("the language version is not known"),
  RPT0100: error("something stands where it does not belong"),
  RPT0101: error("a string is not closed before the end of the line"),
  RPT0102: warning("a double quote stands inside {…}"),
  RPT0103: error("full-width punctuation stands outside a string"),
  RPT0104: error("this does not start a comment"),
  RPT0105: error('":" stands where "=" belongs'),
  RPT0106: error("a semicolon ends no statement"),
  RPT0107: error('"{" stands after "="'),
  RPT0108: error("a property has no value"),
  RPT0109: error('"{" stands on its own line'),
  RPT0110: error("a block must open at the end of its line"),
  RPT0111: error("a block is never closed"),
  RPT0112: error('a "}" closes nothing'),
  RPT0113: error('"{" in a text is not closed'),
  RPT0114: error("the unit is not known"),
  RPT0115: warning('"{" in a literal does not insert a value'),
  RPT0116: warning("the text is not in Unicode's composed form (NFC)"),
  RPT0117: error("the escape is not known"),
  RPT0118: error('"{" is missing at the end of the line'),
  RPT0119: error("a bracket has no partner"),
  RPT0120: error("an expression is not well formed"),
  RPT0121: error('"=" is not a comparison'),
  RPT0122: error('"? :" does not exist'),
  RPT0123: error("a character is not allowed in a source"),
  RPT0124: error('"," does not separate properties'),
  RPT0125: error("doubled braces insert nothing"),
  RPT0126: warning('"}" in a text closes nothing'),
  RPT0130: error("the JSON of dataset is not well formed"),
  RPT1001: error("the element is not known"),
  RPT1002: error("the element is not allowed here"),
  RPT1003: error("the element has no such property"),
  RPT1004: error("a property is given twice"),
  RPT1005: error("the element needs an array to repeat over"),
  RPT1006: error("the word is not one of the choices"),
  RPT1007: error("a length has no unit"),
  RPT1008: error("a property line belongs inside a block"),
  RPT1009: error("a required property is missing"),
  RPT1010: error("x and y work only in absolute containers"),
  RPT1011: error("a geometric value must be static"),
  RPT1012: error("an id is used twice"),
  RPT1013: error("the document has no page, or a page has no body"),
  RPT1014: error("an argument is missing, or one too many is given"),
  RPT1015: error("the value is of another kind than the property takes"),
  RPT1016: error("the element takes no block, or its block is missing"),
  RPT1017: error("the element may stand only once"),
  RPT1018: error("a value lies outside its range"),
  RPT1019: error("a column is named that the table does not have"),
  RPT1020: error("the data does not fit the kind of bar code"),
  RPT1021: error("the element lacks a child that it needs"),
  RPT1022: error("a link names an id that no element has"),
  RPT1023: warning("a property has no effect where it stands"),
  RPT1024: error("a header, footer or background stands on no page"),
  RPT1025: warning("a condition leaves out what its neighbours need"),
  RPT1026: error("an allow line names no finding that it may allow, or no reason"),
  RPT1027: warning("an allow line allows nothing"),
  RPT1028: error("a cell leaves its grid, or would lie over another one"),
  RPT1029: warning("a row of a grid has places that no cell takes"),
  RPT1030: warning("the sum of a page is that of a column"),
  RPT2001: error("the name cannot be declared"),
  RPT2002: error("the type is not known"),
  RPT2003: error("a field has no type"),
  RPT2004: error("a field is declared twice, or as an object and a value at once"),
  RPT2005: error("the arguments of a type are wrong"),
  RPT2006: error("an example is not a member of its enum"),
  RPT2007: error("the name is already declared"),
  RPT2008: error("the name is reserved"),
  RPT2009: error("an example does not satisfy its type, pattern or bounds"),
  RPT2010: warning("a field has no example"),
  RPT2011: error("example lists of one array differ in length"),
  RPT2012: warning("a field or style is never used"),
  RPT2013: error("a default does not fit its field"),
  RPT2014: error("a pattern cannot be read"),
  RPT2015: error("styles inherit from one another in a circle"),
  RPT2016: error("a declared name is nearly the one that is used"),
  RPT2020: error("the record source is not a declared array"),
  RPT2030: error("the style is not declared"),
  RPT2031: error("the colour is not declared"),
  RPT2032: error("the type size is not declared"),
  RPT2033: error("the font is not declared"),
  RPT2034: error("the part is not declared"),
  RPT2035: error("parts use one another in a circle"),
  RPT2036: error("parts make more elements than a form may have"),
  RPT2101: error("the name is not known"),
  RPT2102: error('"." stands outside a record'),
  RPT2103: error("the record has no such field"),
  RPT2104: error("this is not an array"),
  RPT2105: error("a filter must be a condition"),
  RPT2106: error("computed values depend on one another in a circle"),
  RPT2107: error("page numbers need a text of fixed size"),
  RPT2108: error("a condition must be true or false"),
  RPT2109: error("the value cannot be shown here"),
  RPT2110: error("the operator does not take these types"),
  RPT2111: error("the value may be absent"),
  RPT2112: error("the text is not a member of the enum"),
  RPT2113: error("lists of different arrays cannot be combined"),
  RPT2115: error("there is no record further out"),
  RPT2116: error("a number has too many digits or carries a unit"),
  RPT2120: error("the function is not known"),
  RPT2121: error("the number of arguments is wrong"),
  RPT2122: error("the function needs an array"),
  RPT2123: error("the function needs another type"),
  RPT2124: error("the argument must be one of a fixed choice"),
  RPT2125: error("the format pattern cannot be read"),
  RPT2126: error("a let adds to a path that cannot take it"),
  RPT2127: error("the sum of a page adds a value that is no row's own"),
  RPT2130: warning("a quotient is shown unrounded"),
  RPT2131: warning("a format hides decimals"),
  RPT2132: warning("a comparison has one outcome, whatever the data are"),
  RPT2133: warning("a name without quotes is also a member of the enum that it is compared with"),
  RPT3001: error("a required value is missing"),
  RPT3002: error("a value is not of its type"),
  RPT3003: error("a value is not one of the members"),
  RPT3004: error("an array has too few or too many entries"),
  RPT3005: warning("a member is not declared, but near a declared name"),
  RPT3006: error("a member is not declared, and the form is closed"),
  RPT3020: error("a number is divided by zero"),
  RPT3022: error("a value is of another kind than the expression needs"),
  RPT3023: error("a date lies outside the years 1 to 9999"),
  RPT3024: error("a number of decimals is no whole number from 0 to 40"),
  RPT3025: warning("a value is of a kind that its place has no use for, and is passed over"),
  RPT3026: warning("datetimes print by different clocks"),
  RPT3027: warning("minutes between two times of day are below zero"),
  RPT4001: error("content does not fit its box"),
  RPT4002: error("content does not fit even when shrunk"),
  RPT4003: warning("content is clipped"),
  RPT4004: warning("a word is wider than its column"),
  RPT4005: error("no font has a glyph for a character"),
  RPT4006: error("columns need more width than their table, row or grid has"),
  RPT4007: error("a bar code cannot be read as it is printed"),
  RPT4008: warning("an image is coarse at its size"),
  RPT4009: error("an image cannot be read"),
  RPT4010: error("a row is taller than a page"),
  RPT4011: error("a block that must stay together is taller than a page"),
  RPT4012: warning("a wish to keep together could not be honoured"),
  RPT4013: warning("fewer rows fit than rows-per-page asks for"),
  RPT4014: error("a header, footer or body leaves no room"),
  RPT4015: error("a bar code cannot hold its data"),
  RPT4016: warning("an SVG holds what is not drawn"),
  RPT4017: info("an SVG is printed as pixels"),
  RPT4018: error("a script cannot be set"),
  RPT4019: info("fewer blank rows fit than min-rows asks for"),
  RPT4020: warning("a bar or mark lies outside of its scale"),
  RPT4021: error("a time axis cannot be drawn"),
  RPT4022: warning("a tab, form feed or other control character is printed as a blank or a line end, or left out"),
  RPT4023: warning("no font has the variant of a character"),
  RPT4024: warning("a record of one page lacks the header or footer of its first page"),
  RPT4025: warning("a record goes on to the next label"),
  RPT4026: warning("a picture shows nothing, or hardly anything"),
  RPT4027: warning("a vertical text begins a page beside free room"),
  RPT4028: info("letters are drawn in another font family"),
  RPT4029: warning("a link leads to an address that readers may not open"),
  RPT4030: warning("words tell the time of another clock than their axis"),
  RPT4031: warning("data as long as declared would not fit"),
  RPT4032: info("data that no declaration bounds, or several fields at their limits, would not fit"),
  RPT4033: info("some worst cases were not tried"),
  RPT4034: warning("a row of a Markdown table has other cells than its heading, or a | within code"),
  RPT4035: warning("a name is missing, or two are the same, by which a reader tells things apart"),
  RPT4036: info("the last block stands alone on a page"),
  RPT5001: error("two elements overlap"),
  RPT5002: error("an element leaves what holds it"),
  RPT5003: error("an element leaves the printable area"),
  RPT5004: warning("content margins differ"),
  RPT5005: warning("many type sizes are used"),
  RPT5006: warning("text is very small"),
  RPT5007: warning("edges are nearly aligned"),
  RPT5008: warning("contrast is low"),
  RPT5009: error("an image has no alternative text"),
  RPT5010: error("a private character of a PDF/A file cannot be read back"),
  RPT5011: warning("letters touch one another"),
  RPT5021: warning("a tagged form has no heading"),
  RPT5022: warning("a value is read apart from its label"),
  RPT5101: info("two type sizes are nearly the same"),
  RPT5102: info("much of the text is bold"),
  RPT5103: info("texts of two columns nearly touch"),
  RPT5104: info("numbers of a column are not aligned"),
  RPT5105: info("a block nearly fills the width of the page"),
  RPT5106: info("the title is small"),
  RPT5107: info("gaps between blocks are nearly equal"),
  RPT5108: info("lines of a paragraph stand close together"),
  RPT5109: info("left edges are nearly aligned"),
  RPT5110: info("the last page holds little"),
  RPT5111: info("words beside an optional value stand alone without it"),
  RPT5112: info("a value is printed in the rows of a list alone"),
  RPT5113: info("a yes or no is printed as true or false"),
  RPT5114: info("all lines of a page have one weight"),
  RPT5115: info("letters touch a border"),
  RPT6090: warning("the role is not known"),
  RPT7002: error("PDF/A cannot be encrypted"),
  RPT7004: error("a password stands in the source"),
  RPT7005: error("PDF/UA needs a title and readers that may read it"),
  RPT7006: error("PDF/A-2 holds no other files"),
  RPT7007: error("PDF 1.4 lacks what the form asks for"),
  RPT7010: error("the font family is not available"),
  RPT7011: error("a file is not one that is published with the template"),
  RPT7020: error("the profile is not installed"),
  RPT7021: error("a profile could not be judged completely"),
  RPT7022: info("a profile judged a part of the records"),
  RPT7023: error("an export failed"),
  RPT7024: error("an export takes one record"),
  RPT7025: info("no profile judges a paper of a known name"),
  RPT9001: error("the evaluation limit is reached"),
  RPT9002: error("the source is too long"),
  RPT9003: error("brackets are nested too deeply"),
  RPT9004: error("a record has too many pages"),
  RPT9009: error("more was found than is listed"),
  RPT9010: info("an error keeps a part of the form from being judged"),
  RPT9011: info("findings are allowed by the form"),
} as const satisfies Readonly<Record<string, CodeEntry>>;

export type DiagnosticCode = keyof typeof CODES;

/**
 * Warnings that tell of data which is not on the page as it was sent: a member passed over, a text cut, a part of a
 * picture not drawn, a bar off its scale, a character that something else is printed for. Whoever wants no file that
 * misfits gets none for them.
 */
export const LOST_DATA_CODES = [
  "RPT3005",
  "RPT3025",
  "RPT4003",
  "RPT4016",
  "RPT4020",
  "RPT4022",
  "RPT4023",
  "RPT4024",
  "RPT4025",
  "RPT4026",
] as const satisfies readonly {
  [Code in DiagnosticCode]: (typeof CODES)[Code]["severity"] extends "warning" ? Code : never;
}[DiagnosticCode][];

const LOST_DATA: ReadonlySet<string> = new Set(LOST_DATA_CODES);

/**
 * Whether a form may say of such a finding that it is meant. It may not where data would be lost, nor where nobody
 * looked (`RPT7…`, `RPT9…`); that no profile was asked may be meant. An error is never allowed, whatever its code.
 */
export function isAllowable(code: string): boolean {
  return code === "RPT7025" || (!LOST_DATA.has(code) && !/^RPT[79]|^RPT102[67]$/.test(code));
}

/** Whether a code is advice of looks, which only a check that is asked for it gives. */
export function isAdvice(code: string): boolean {
  return /^RPT51\d\d$/.test(code);
}
