// The page that explains the language as a whole, and where its tables stand.

import { AMBIENT_TYPES, describeType, RESERVED_NAMES } from "../expression/index.ts";
import { BASIC_COLORS, PAGE_SIZES, TYPES } from "../schema/index.ts";
import { block, code, codes, table } from "./markdown.ts";
import { MARKDOWN } from "./markdown-signs.ts";
import { ONE_PAGE_SAMPLE } from "./one-page.ts";

/** The page. */
export function languagePage(): string {
  return `# The .rpt language

A template declares the data that it takes, what it computes from them, and the pages that show them. Machine authors
start with [one-page.md](one-page.md). The tables: [elements](elements.md), [properties](properties.md),
[functions](functions.md), [format patterns](formats.md), [roles](roles.md), [diagnostics](diagnostics.md).

${block(ONE_PAGE_SAMPLE)}

## Lines and signs

${table(["What", "How it is written"], SIGNS)}

A statement goes on in the next line only where a line ends in \`(\`, \`[\`, \`,\` or an operator inside brackets.
Properties of an element may also stand on the first lines of its block.

## Statements at the top level

In this order by custom; any order is read, but \`rpt 1\` is the first.

${table(["Statement", "What it is"], STATEMENTS)}

${dataPart()}

${expressionPart()}

## Resources

${table(["What", "Named where", "Used as"], RESOURCES)}

Colours that need no declaration: ${codes(Object.keys(BASIC_COLORS))}. Page sizes (B sizes are those of JIS):
${codes(Object.keys(PAGE_SIZES))}; others by \`w\` and \`h\`.

## Layout in short

${table(["Rule", "Meaning"], LAYOUT)}

## Tables

${table(["What", "Written"], TABLES)}

## Documents and sheets

${table(["What", "Written"], SHEETS)}

## Markdown

\`markdown (body)\` reads a text of the data as Markdown (CommonMark, with tables and struck letters), and flows over
columns and pages as texts do. What is no Markdown prints as it is. So does \`*\` between two digits (210*297).

${table(["In the data", "Printed"], MARKDOWN)}

## Japanese text

${table(["What", "Written"], TYPOGRAPHY)}

## Pictures

${table(["What", "Printed"], PICTURES)}

${meantPart()}

## Roles

\`role=topic.item\` on a \`field\`, a \`let\` or an element says what the value means: \`document.number\`,
\`recipient.name\`, \`line.amount\`, \`totals.gross\`. Business profiles judge a form by its roles alone, whatever
its fields are called. The whole list: [roles](roles.md).
`;
}

/** A program that judges data by a published schema as the service does; conformance tests run it. */
const PYTHON = `\`\`\`python
import json
from datetime import date
from decimal import Decimal, getcontext
import regex  # its patterns know \\p{L}; those of re do not
from jsonschema import Draft202012Validator, FormatChecker, ValidationError, validators

getcontext().prec = 1300
whole = lambda _, value: not isinstance(value, bool) and isinstance(value, (int, Decimal)) and value == int(value)
text = lambda _, value: isinstance(value, str) and not regex.search("[\\ud800-\\udfff]", value)
types = Draft202012Validator.TYPE_CHECKER.redefine("integer", whole).redefine("string", text)

def pattern(_, wanted, value, schema):
    parts = r"\\\\.|\\[(?:\\\\.|[^\\]\\\\])*\\]|\\$"
    ended = regex.sub(parts, lambda part: r"\\Z" if part[0] == "$" else part[0], wanted)
    if isinstance(value, str) and not regex.search(ended, value):
        yield ValidationError(f"{value!r} does not match {wanted!r}")

def number(digits):
    whole, fraction, exponent = regex.fullmatch(r"-?(\\d+)(?:\\.(\\d+))?(?:[eE]([+-]?\\d+))?", digits).groups("")
    if len(whole + fraction) > 400 or (set(whole + fraction) != {"0"} and abs(int(exponent or "0")) > 400):
        raise ValueError("a number has more than 400 digits")
    return Decimal(digits) if set(whole + fraction) != {"0"} else Decimal(0)

def members(pairs):
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a member stands twice")
    return dict(pairs)

def no_json(word):
    raise ValueError(f"{word} is no JSON")

def read(text):
    hooks = {"parse_constant": no_json, "object_pairs_hook": members}
    return json.loads(text, parse_float=number, parse_int=number, **hooks)

Validator = validators.extend(Draft202012Validator, {"pattern": pattern}, type_checker=types)
formats = FormatChecker([])
for name in ("date", "date-time"):
    formats.checks(name, ValueError)(lambda value: not isinstance(value, str) or bool(date.fromisoformat(value[:10])))
# Validator(read(schema), format_checker=formats).is_valid(read(data))
\`\`\``;

function dataPart(): string {
  return `## Field types

${table(["Type", "JSON value", "Notes"], typeRows())}

A field is required, unless \`?\` stands behind its path or it has a \`default\`: then it may be absent or null. Dots
make objects, \`[]\` makes arrays; an array needs a line of its own only for \`min\`, \`max\` or \`role\`:
\`field items[] max=20\`, or \`field items max=20\` beside its fields. Under one \`[]\` the \`example\` is a list with
one entry for each record, under two a list of lists; the lists of one array are equally long. \`example=[]\` in
every field of a list shows it empty; checks try it with rows all the same. A list without \`max\` takes a thousand
entries at most, and checks lay its numbers and sums out with as many.

\`min\` and \`max\` bound the value of a number. In the line of a list they are numbers of entries, also in that of a
list of single values: \`field ns[] int min=2 max=3\` takes two or three numbers of any size. The values of such a list
have no bounds of their own; where they need some, make records of them: \`field ns[].value int min=0\`.

\`lines\` bounds the lines of a \`text\`: \`field note text(160) lines=3\`. A line ends at LF, CR LF, CR, VT, FF,
U+0085, U+2028 or U+2029, also at the end of the text; where a CR stands alone, each CR and each LF of the text counts.
The published schema says the same by a pattern, and the number in \`x-rpt-lines\`.

Members of the data that nothing declares are passed over, since programs send more than a form prints. Checks and
renders report one that looks like a slip of an absent or empty member, and a misspelt object or list also beside the
right one (RPT3005). A word more or less is a slip too, where the value fits and nothing sends the declared member:
\`hotel_fee\` for \`hotel\`. \`document … extra=forbid\` closes the contract: every member that is not declared is
refused then (RPT3006).

A template without any \`field\` has no contract: whatever it is given is drawn, and names in its expressions are not
checked.

Decimals may be sent as JSON numbers or as strings of digits; both are read exactly. Equal numbers are equal: \`18\`,
\`18.000\`, \`"018.0"\` and \`18000e-3\` all satisfy \`decimal(12,2)\`, and \`18.001\` does not. The published schema
says the same (\`minimum\`, \`maximum\`, \`multipleOf\`, \`pattern\`), each bound in all of its digits: a program that
reads the schema's numbers into doubles rounds those beyond 2^53, as it rounds the data's. A validator that divides
doubles, as Ajv and Python's jsonschema do, takes 0.07 for no multiple of 0.01: give Ajv \`multipleOfPrecision\`, read
numbers as decimals in Python, or send fractions as strings.

What is refused before a schema applies: JSON that names a member twice, a number of more than 400 digits, more than
2,000,000 values (an object counts as 4), and half of a character (\`"\\ud800"\` alone, which no text in UTF-8
holds; \`isWellFormed()\` tells in JavaScript). Patterns of a schema are those of ECMA-262 with its flag \`u\`,
where \`$\` is the end of the text.
A control character in a text is printed as a blank (a vertical tab and a form feed as a line end; the cells of a comb
leave both out), which is told (RPT4022). QR, Data Matrix and PDF417 codes hold it as it is sent, other codes refuse
it (RPT4015), and a link is left out whose address holds a character that nobody sees (RPT4029). Told too is a variant
of a character that no font has (RPT4023). Letters that the named families lack are drawn in another one, with serifs
where those have them, which is told too (RPT4028).

In Python, for the schema and the data, where \`read\` throws a \`ValueError\` at what no schema applies to:

${PYTHON}`;
}

function expressionPart(): string {
  const ambient = Object.entries(AMBIENT_TYPES).map(([name, type]) => [code(name), describeType(type)]);
  return `## Records and names

${table(["Written", "Stands for"], NAMES)}

A current record is there in the line of \`let items[].x\`, in a filter \`[…]\`, in the key of \`group\` and
\`sort\`, and in the blocks of elements that open one (\`table\`, \`each\` …). \`sum\`, \`count\` and the like take
a list and open none.

These names may not be declared: ${codes(RESERVED_NAMES)}. \`index\` and \`outer\` are there where a record is
current, the others always.

${table(["Name", "Type"], ambient)}

\`page.n\` and \`page.total\` stand in \`header\`, \`footer\`, \`background\`, and in a \`text\` with fixed
\`w\` and \`h\`. Pages of a record are numbered through, over all its \`page\` blocks; \`page.total\` is the number
of the last one: with \`first-number=5\`, three pages are 5, 6 and 7 of 7.

## Operators

From what binds least to what binds most; one row binds alike, from left to right.

${table(["Operators", "Take", "Give"], OPERATORS)}

Operators on lists of one array work entry by entry: \`sum(items[].qty * items[].price)\`. A value that may be absent is
not computed with: write \`(fee ?? 0)\`, or ask \`has(fee)\` first, which an
empty text and a text of blanks deny too; \`??\` passes over those as well. A
comparison with an absent value is false.`;
}

type Rows = readonly (readonly string[])[];

const SIGNS: Rows = [
  ["Statement", "one on each line; UTF-8"],
  [
    "Block",
    "`{` ends the line, `}` stands alone on its line. A container that holds nothing needs none: " +
      "`box h=0.8mm fill=ink` is a bar",
  ],
  ["Comment", "`// to the end of the line`"],
  ["Text", '`"請求書 {invoice.number}"`: `{…}` inserts a value; escapes `\\n \\t \\" \\\\ \\{ \\} \\u{1F600}`'],
  ["Literal", "`'#,##0'`: inserts nothing; escapes `\\'` and `\\\\`. Texts inside `{…}` are written so"],
  ["Expression as a value", "`(total * 2)`"],
  ["List", "`[24mm, 1fr]`"],
  ["Length", "`5mm` `1.5cm` `9pt` `0.5in` `13Q`; a unit is needed, also for `0mm`"],
  ["Share, percentage", "`1fr` `50%`"],
  [
    "Colour",
    "`#1a1a1a` `#888` `#1a1a1a80`, or a name; an expression may yield null: no ground, black letters and lines",
  ],
  ["Word", "letters, digits, kana, kanji, inner hyphens: `row-h`; names in expressions have no hyphen"],
];

const STATEMENTS: Rows = [
  ["`rpt 1`", "the language version; the first statement"],
  ["`document id title=…`", "names the document"],
  ["`field path[?] type …`", "a value of the payload, [types](#field-types)"],
  [
    "`let path = expression`",
    "a computed value; `let items[].amount = …` one for each record; `let taxes[] = …` a list",
  ],
  ["`dataset {` JSON `}`", "the template's own data, drawn where no payload comes; `}` in the first column ends it"],
  ["`fonts` `sizes` `colors` `style`", "resources"],
  ['`allow RPT5006 "prescribed form"`', "findings that are meant, [with the reason](#findings-that-are-meant)"],
  ["`page A4 portrait … {`", "pages: bands and a body; several follow one another"],
];

const NOTES: Readonly<Record<string, readonly [json: string, notes: string]>> = {
  string: [
    "string",
    "one line of at most so many characters; 200 where no number stands. Sorted and grouped as it is written, also " +
      "where it looks like a number or a time",
  ],
  text: [
    "string",
    "may hold line breaks; `lines=3` takes at most three lines, which are its line ends and one. A check tries one " +
      "of all its characters with as many line ends as `lines=` or its `pattern` takes, else one for every ten " +
      "characters; data with more are drawn, and told where they have no room (RPT4001). 2,000 characters where no " +
      "number stands",
  ],
  int: ["number", "a whole number"],
  decimal: ["number or string", "12 digits in all, 2 of them decimals"],
  bool: ["true, false", ""],
  date: ["string", "`2026-10-31`"],
  time: ["string", "`09:30` or `09:30:15`; compared, sorted and grouped, `09:30` equals `09:30:00`"],
  datetime: [
    "string",
    "`2026-10-31T09:30:00+09:00`; its date and time of day print as they are sent, in no other zone: `…T23:30:00Z` " +
      "prints 23:30. What is compared, sorted, grouped or counted by `minutes`, and what an axis of time shows, are " +
      "moments; `days`, `addDays` and `format` read the date and time as sent. Where offsets differ, rows sorted by " +
      "time may look out of order, and a duration may differ from the times printed beside it: send all datetimes of " +
      "a form with one offset. Where `format` prints two clocks in one document, it is told (RPT3026)",
  ],
  enum: ["string or number", '`enum(10, 8)` and `enum("御中", "様")` too; `labels=[…]` names members for people'],
  image: ["string", "base64 or a data address: PNG, JPEG, SVG; at most 4 MiB, an SVG 1 MiB"],
};

function typeRows(): Rows {
  return Object.entries(TYPES).map(([name, written]) => {
    const [json = "", notes = ""] = NOTES[name] ?? [];
    return [code(written), json, notes];
  });
}

function meantPart(): string {
  return `## Findings that are meant

A warning or info that is meant is allowed by a line that names its code and says why: at the top level for the whole
document, in a block for its element and all that this holds. An element without a block of its own is given one.

${block(ALLOWED)}

Several codes may stand in one line, and rules of profiles in quotes (\`allow "jp.print/hairline" "as prescribed"\`).
A check counts what each line allows (RPT9011) and tells a line that allows nothing (RPT1027); renders leave out what
is allowed. Errors are never allowed, nor what tells of lost data or that nobody looked (RPT1026). Errors of a profile's
rules are, where the rule does not say that they may not be: what a law demands can stand in another paper
(\`allow "jp.labor-terms/holidays" "shown in the rules of work, which are attached"\`). The reasons stay with the
published form, and \`platen lint\` lists them.`;
}

const ALLOWED = `box padding=1mm {
  allow RPT5006 "the ministry's form prints its labels in 5 pt"
  text "氏名" size=tiny
}
text "住所" size=tiny {
  allow RPT5006 "as prescribed"
}
`;

const NAMES: Rows = [
  ["`customer.name`", "a field, from outside"],
  ["`.qty`", "a field of the current record"],
  ["`outer.qty`", "a field of the record one level out; `each items as=item` also gives it a name"],
  ["`.`", 'the entry itself, where a list has no records: `each tags { text "{.}" }`; `.value` is the same'],
  ["`items`", "the array's records"],
  ["`items[].qty`", "the list of that field"],
  ["`items[.rate == 8].amount`", "the list over the records that the filter keeps"],
  ["`index`", "the number of the current record, from 1"],
];

const OPERATORS: Rows = [
  ["`or`", "conditions", "condition"],
  ["`and`", "conditions", "condition"],
  ["`not`", "a condition", "condition"],
  ["`==` `!=` `<` `<=` `>` `>=`", "two values of one type", "condition"],
  ["`??`", "a value that may be absent, and another", "the first that is there"],
  ["`+` `-`", "numbers; date − date gives days", "number"],
  ["`*` `/` `%`", "numbers", "number; a remainder has the sign of the first one: `-7 % 3` is -1"],
  ["`-` before a number", "a number", "number"],
];

const RESOURCES: Rows = [
  ["Fonts", '`fonts gothic="Noto Sans JP"`; a list names stand-ins', "`font=gothic`; the first is the default"],
  ["Type sizes", "`sizes body=9pt`", "`size=body`"],
  ["Colours", "`colors ink=#1a1a1a`", "`color=ink`, `fill=ink`, in strokes"],
  ["Styles", "`style strong weight=bold base=body`", "`style=strong`; the style `base` holds everywhere"],
];

const TYPOGRAPHY: Rows = [
  [
    "縦書き",
    "`writing=vertical`: in a flow lines are as long as the rest of the page, where that is ten characters and a " +
      "quarter of a page, else as the next one; they wrap, follow each other from the right to the left, and go on " +
      "at the next page. `combine=3` sets three digits side by side (縦中横). Half-width letters and kana (半角) lie on " +
      'their side, as Unicode says (UAX #50), full-width ones and ㎜ ㎏ ℃ stand upright: `"{wide(address)}"`',
  ],
  [
    "縦書き in lists",
    "vertical texts that follow each other in a flow, and those of an `each`, stand one below the other like all " +
      "else, with lines as long as the page; one that begins a page though much width is free is told (RPT4027). " +
      "What is to go on from the right to the left is one text, " +
      "`text \"{join(articles, '\\n')}\" writing=vertical`; of records, with a " +
      "`let items[].line = concat(format(index, 'kanji'), '、', .name)`, `\"{join(items[].line, '\\n')}\"`. Several " +
      "looks are spans of one `rich`, parted by `br`. Short ones beside each other, from the left to the right, are " +
      "children of a `row` or cells of a `grid`, with `h=`",
  ],
  [
    "段組",
    "`h` is the length of lines: what does not fit side by side stands in tiers of that height, one below the other, " +
      "and goes on at the next page; `columns n=2` of vertical texts alone shares the rest of each page out among " +
      "two tiers, `gap` apart. In plates, rows, grids, cells and boxes with `h` a text must fit, or it is told " +
      "(RPT4001)",
  ],
  [
    "ルビ",
    '`rich { ruby "帳票" "ちょう ひょう" }`; spaces in the reading give each letter its own, or each ' +
      "word where the name has a blank too (`山田 太郎`, `やまだ たろう`). A reading in the data " +
      "whose letters are empty is not printed, which is told (RPT3025)",
  ],
  ["傍点", '`ruby "絶対" "・ ・"`, or `﹅`, `﹆`, `●`, `○`, `◎`: marks are drawn and never read, aloud or as text'],
  ["均等割付, 両端揃え", "`align=distribute`, `align=justify`"],
  [
    "禁則",
    "`kinsoku=strict`, JLREQ's default; cells narrower than 5 letters go one level down. Texts of up to 6 lines keep " +
      "small kana, ー, 々, ・ and 〜 from line starts on any level where that takes no further line; `very-strict` " +
      "keeps them from all. The level also holds " +
      "for `wrap=char`, which parts words anywhere: only `kinsoku=none` begins a line with 、 or 」. Numbers in digits " +
      "of any kind stay whole, beside their unit: 1,200円, ３０個, 12 kg. A date stays whole with its day of the week; " +
      "where a line has no room for that, it ends before that day, or after the year",
  ],
  ["ぶら下げ", "`hang=true`: 。 and 、 may stand beyond a line's end"],
  [
    "和欧間",
    "Words of Latin letters stand a quarter of their size off Japanese text, none in cells. Figures touch it " +
      "everywhere (2027年, 10kg入り): a word is a figure where it begins with a digit. `latin-gap=0.25` sets both",
  ],
  [
    "長体, 平体",
    "`fit=shrink` makes letters narrower down to `condense=80%`, in vertical lines flatter, then smaller (min-size)",
  ],
  ["マス目", "`comb (postcode) cells=7`"],
  [
    "カスタマバーコード",
    "`barcode jp-postal`: the postcode and 13 places of the address, of which a letter takes two; what has no place " +
      "there is left out, as Japan Post says, and told (RPT4015)",
  ],
  [
    "外字",
    "`gaiji U+E000 '<svg …>'` draws a private character; its filled paths are set like a letter, in the colour of " +
      "the text. Colours and opacities of the drawing have no effect, which is told (RPT1023); hidden paths are left " +
      "out. Lines (`stroke`), several colours, clips, masks and filters would be another shape: they are refused " +
      "(RPT1015)",
  ],
];

const PICTURES: Rows = [
  [
    "PNG, JPEG",
    "as they are, in the colours of their ICC profile, a JPEG turned as its EXIF data says; below 100 dpi that is " +
      "told (RPT4008). A PNG's own orientation, its `gAMA` without a profile, and further pictures of an animated " +
      "PNG are passed over",
  ],
  [
    "SVG",
    "shapes, lines, gradients, clips, symbols and styles as vectors, sharp at every size; style sheets with their " +
      "selectors, variables and `@media print`",
  ],
  [
    "Texts of an SVG",
    "as outlines, in its `font-family` where that is installed, else in a serif, sans serif or monospace one; " +
      "they cannot be searched or copied: they are the picture's alternative text where `alt` and `<title>` give " +
      "none. Told are letters beyond the view box (RPT4016), printed below 4 pt (RPT5006), or below 3:1 to what they " +
      "lie on, in the picture or under it (RPT5008). The contrast of letters in pictures that print as pixels is not " +
      "judged, nor are letters that the file has as paths",
  ],
  [
    "Masks, filters, patterns, pictures in an SVG",
    "with the whole picture as pixels, at 300 dpi of its printed size, coarser beyond 4 million pixels; told (RPT4017)",
  ],
  [
    "Nothing to see",
    "told (RPT4026): no mark within the view box, all pixels clear or white, a picture of other proportions than its " +
      "place that is a line there (`fit=contain`) or less than a tenth of itself (`fit=cover`), a part that " +
      "`fit=cover` leaves without a mark, marks that have the colour of what they lie on or are " +
      "under an area that has it (white letters on paper), an `opacity=`, its own or of what holds it, at which " +
      "nothing is seen (below 0.045)",
  ],
  [
    "Not drawn",
    "`foreignObject`, movement, pictures in an SVG other than PNG and JPEG, what an SVG names and does not have " +
      '(`fill="url(#a)"`, `<use href="#a">`), letters beyond its view box; of its styles, colours other than names, ' +
      "`#`, `rgb` and `hsl`, values by `calc`, `@supports` and `@layer`, selectors that ask of more than an element " +
      "and its place (`:has`), `text-transform`, slanted letters; told (RPT4016)",
  ],
  [
    "Refused",
    "PNG and JPEG files with damaged or missing parts, PNG files that unpack to more than their pixels; of an SVG " +
      "scripts, entities, addresses of files, and what takes too long: 20,000 elements, 5,000 letters, many filters " +
      "(RPT4009)",
  ],
];

const TABLES: Rows = [
  [
    "Headings",
    "of the columns, or `head { cell … newrow … }` in their place; `head-style=`, `head-fill=`, `header=once`. They " +
      "stand as their column does (right above numbers at the right), in the middle where vertical lines part the " +
      "columns or over several of them; `align=` of the head-style says otherwise",
  ],
  [
    "Cells",
    '`column name "品名"` shows `.name`; with a block, elements: `column photo "写真" { image (.photo) }`. They stand ' +
      "where `align=` says, unless they have `place=` or `align=` themselves",
  ],
  [
    "Tiers",
    "`row { cell … newrow … }`: a record on several lines, never parted by a page; `cell … rows=2` over two. These " +
      "cells stand in place of what the columns show, so a column needs no value. A cell has what its column, " +
      "the first of several, says of texts and of their `format=`, unless it says otherwise",
  ],
  [
    "Feet",
    "`foot { cell … }`, `pagefoot`, `head` and `foot` of groups: a cell under one column has what that says of texts " +
      "and of their `format=`, unless it says otherwise; one across several is a label, and has none of it",
  ],
  [
    "Groups",
    '`group (.line) order=asc { head "{.key}" foot { … } }`, also in one another; they see `.key` and `.items`',
  ],
  [
    "On pages",
    "`keep=together`, `break=page`, `repeat-head=false` of a group; rows see what is around the table. Each kept " +
      "group that is parted all the same is told (RPT4012): by a check of the examples and of given data, and by " +
      "each render. Lists at their declared `max` are not tried for it, since one group may hold all of their rows",
  ],
  [
    "Running sums",
    "`let items[].balance = sum(items[index <= outer.index].amount)`: one step for each row, however long the list is",
  ],
  ["Carried sums", "`carry (.amount) into=amount`: from page to page, in the pattern of the column"],
  [
    "Sums of a page",
    "`pagefoot { cell (.amount) col=amount }`: a number of the row alone is summed over the page, in columns " +
      "(`body columns=2`) over the rows of each (RPT1030), where `carry` goes on in the next column too. " +
      "A row that goes on at the next page counts, here and in `carry`, on the page where its number stands. " +
      "The words and colours of " +
      "both see the names around the table; words beside the number stand in its pattern: " +
      "`cell (.amount) col=amount format='\"頁計 \"#,##0'`",
  ],
  [
    "Totals",
    "`foot { … }`, on the last page or `on=every`; it sees the names around the table. Its rows keep together below " +
      "the last record where a page can hold them so; else it is parted, `keep=together` not even then",
  ],
  [
    "Rows of a foot",
    "`foot { row when=(discount > 0) { cell … newrow … } cell … }`, of groups and schedules too: a `row` stands " +
      "below the cells before it, with looks of its own (`fill=` `weight=` …), and no `rows=` reaches over its ends. " +
      "It takes no room where its `when` does not hold, and a foot of no other rows is left out. Its condition sees " +
      "what the cells see. Other rows of cells have no condition",
  ],
  ["Row counts", '`rows-per-page=[18, 22]`, `fill-rows=true`, `min-rows=8`, `blank="以下余白"`, `strike=true`'],
  ["Blank rows", "never cause a page: they give way to what stands below the table"],
  [
    "Kept at breaks",
    "headings and heads with the first row below them, feet with the last row above, of which `split=cell` keeps the " +
      "last lines for them; `rows-per-page` gives way to that. A foot that no page can hold so is told (RPT4012)",
  ],
  [
    "One row more",
    "never takes fewer pages, whatever the rows hold, where no foot has to take a row along to the next page; with " +
      "feet, where rows are of one height and never cut (`split=cell`), headings repeat, and no group above the " +
      "table's foot is `keep=together`. Elsewhere it may: with the further row the foot takes less along",
  ],
  [
    "Columns from data",
    '`column each .months as=m "{m.label}" (m.amount)`: one for each heading that a record shows. A value stands ' +
      "under its own heading, in whatever order a record has it; what a record lacks stays empty. Headings stand in " +
      "the order of the records' lists; where these leave it open, by the numbers in them (7月 behind 6月, 2月 behind " +
      "1月 where a list has 12月, 1月), by the day of the week (火 behind 月), and others as records first show them. A " +
      "check tries days and numbers as a calendar, the same ones in every record, and other values as different in " +
      "every record. No " +
      "cell of a foot stands under them: sums of each heading are a table of their own, or a last record of the data",
  ],
  [
    "Joined cells",
    "`column … merge=same`: neighbours of equal values below one another become one cell, where all `merge=same` " +
      "columns at the left do (a department of another company begins anew). Empty cells stay each for itself. " +
      "`format=` only writes a value: to join " +
      "days by month, show `(format(.day, 'yyyy/MM'))`. A record that equals the one above in every column says " +
      "the last of them again, so that it can be counted: in a table of one column nothing is joined (RPT1023)",
  ],
  [
    "Bars of a list",
    "`bar .bookings start=(.start) end=(.end)` in a `gantt rooms`: one for each entry of the list, in the row of its " +
      'record. All that it says is said of the entry: `label="{.who}"`, `when=(.isFirm)`; the record is `outer`, ' +
      'and `as=b` names the entry. So it is of `milestone .visits (.at) "{.who}"`. A list of the form is filtered ' +
      "by its row: `bar bookings[.room == outer.name] …`. Bars of one time stand one below another; give the rows " +
      "their height (`row-h=`). Words stand in their bar, narrower or smaller where they need it, or beside it with " +
      "a pointer to it. Each ends a little before one that begins where it ends, unless a `border=` tells them " +
      "apart. What a row has no room for is told with the path of the entry; more than 200 of one list in a " +
      "row are an error (RPT4020)",
  ],
  [
    "Work with pauses",
    "a bar of a list whose entries are the stretches of work: `field jobs[].parts[].from date`, `bar .parts " +
      "start=(.from) end=(.to) label=\"{if(index == 1, outer.name, '')}\"`. They stand in one line of the row, and " +
      "the pauses between them are free. Days on which nobody works are shaded for all rows by `holidays=` and " +
      "`off=` of the scale",
  ],
  ["Blank rows of a gantt", "`min-rows=12`: rows with the lines of the axis, and no bars, for what is written by hand"],
  [
    "Dates to come",
    "a bar, mark or line of today of a `gantt` without its date is not drawn, and its row stands as it is: work that " +
      "is not planned yet is no mistake. A value of the data that its words or its `progress=` alone would show is " +
      "told (RPT3025), unless it is zero, a cell of the record prints it, or, of today, any other text of the form",
  ],
];

const SHEETS: Rows = [
  ["Records", '`source customers as=c name="{c.code}"`: a document for each, with page numbers of its own'],
  ["Copies", '`copies ["正", "控"]`: every document once for each label; `copy.label`, `copy.index`'],
  [
    "Parts of a form",
    "`copies … per-page=3`: below one another on a sheet that is cut apart, each with the page's margin",
  ],
  [
    "So many pages",
    "`page A4 pages=1`: a record of more pages is an error (RPT4037), of a check where declared data need more, and " +
      "of each render. Each `page` of a form counts its own; on labels each place of the sheet counts",
  ],
  ["Labels", "`page A4 margin=… n-up=[2, 5] gap=2mm`: the margin is the sheet's, and every place is a page"],
  ["Sections", "several `page`: their numbers run on; `on=last` is the last page of the last one"],
  ["Written once", "`part contact { … }` and `use contact`: it sees the whole data, not the record around `use`"],
  ["Pre-printed stock", "`background print=false offset=[1mm, 0mm]`: under page images, not on paper"],
  [
    "Watermarks",
    "pale or translucent letters of a `background` may lie behind the content: RPT5001 tells of them only where " +
      "nothing of them shows. A stamp that has to be read stands in the `body`, with `layer=over`",
  ],
  ["Trimmed paper", "`bleed=3mm`: what is drawn beyond the page's edges is printed, and cut off"],
];

const LAYOUT: Rows = [
  ["Flow", "`body` `stack` `box` `each`: one below the other; `row`: side by side; `grid`: in cells; `gap` between"],
  [
    "Cells of a grid",
    "keep their places: one whose `when` does not hold stays empty, and a row of such cells alone is left out. " +
      "Alternatives for one place stand in a `stack` together. The grid's `style` frames each cell, also those of an " +
      "`each`, whose own frame goes to its cells, and those of a `use`",
  ],
  [
    "Absolute",
    "`plate`, `header`, `footer`, `background` put children at `x` `y` from their own upper left corner: of a " +
      "`plate` where it stands in the flow; of a `header` or `footer` at the left margin; of the `background` the " +
      "paper's own, so that it reaches beyond the margins",
  ],
  [
    "Widths",
    "`30mm`, `50%`, `auto` by content (of a column, heads, feet and sums included), then `1fr` shares of the rest. " +
      "Below one another a box is as wide as what holds it; with `w=auto place=right` as wide as its content",
  ],
  ["Heights", "by content, where `h` doesn't fix them"],
  [
    "Paint order",
    "what is written later lies on top, and all of it on the `background`. RPT5001 tells of letters and drawings " +
      "that it hides a part of, and of a rectangle, a fill or a side of a border that it hides whole, unless it says " +
      "`layer=over`",
  ],
  [
    "Read as one",
    "RPT5012 tells of texts that stand beside one another on a line and read as one, where no rule, edge of a fill " +
      "or other text parts them: digits beside digits (12 beside 3号機), signs and capitals beside digits, words " +
      "beside words or before a number, boxes between two words. Numbers are parted by 0.4 of their size, words by " +
      "0.25. A number before a word (12 beside 個) and the parts of a date are meant to be read together. RPT5011 " +
      "tells of letters of one text that touch, where `line-height` is below 1 or `letter-spacing` below zero. A " +
      "check tries both with data as long as declared, a render with its own",
  ],
  [
    "Too long",
    "`fit=wrap` breaks lines, `fit=clip` cuts where `h`, `max-h`, `lines` or `wrap=none` bounds the text; " +
      "`fit=shrink` makes letters narrower, then smaller, down to " +
      "`min-size`, until the text fits the box's width and, where it has `h` or `max-h`, its height: on one line, " +
      "where no `lines=3` allows for three, and without parting a word where that can be. What does not fit is told " +
      "(RPT4001, RPT4002)",
  ],
  [
    "Page breaks",
    "between children, rows and lines; never in a `row` or `plate`; see `keep`, `keep-min`, `break`. Headings, with " +
      "a `line` below them, and tear lines (`line` with `dash` or `dot`) stay with what follows. No page " +
      "is made for what prints nothing: an absent text or picture, an empty list, a box of these without `h`, " +
      "`min-h`, border and fill",
  ],
  [
    "Bands",
    "of several `header` or `footer` a page has the most specific `on` alone: last, first, odd or even, rest, all. " +
      "First and last are pages of the record, not of a `page` block. One that can stand on no page is an error. " +
      "A `footer on=last` takes the place of the one for all pages, page numbers too: write them in both",
  ],
  ["Last page", "where its footer leaves no room for what may not be parted, it stands on a page of its own"],
];
