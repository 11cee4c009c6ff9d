import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../src/core/diagnostics/index.ts";

const FORM = `rpt 1
@page A4 {
  header h=5mm {
    text "{page.n}" x=0mm y=0mm w=20mm h=5mm
  }
  body gap=2mm {
    text "{customer.name}"
    table items {
      column name "品名"
      column qty "数量" (.qty) w=20mm
      foot {
        cell "計" col=name
        cell (sum(items[].qty)) col=qty
      }
    }
    plate h=20mm {
      text "a" x=0mm y=0mm w=20mm h=5mm
    }
    pairs {
      pair "a" "b"
    }
    space 1mm
  }
}
`;

const DECLARED = `field customer.name string(20) example="山田"
field items[].name string(20) example=["a", "b"]
field items[].qty int example=[1, 2]
sizes body=9pt
colors ink=#111111
fonts gothic="Noto Sans JP"
style base font=gothic size=body color=ink
`;

const SOURCE = FORM.replace("@", DECLARED);

function findings(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter((each) => each.severity !== "info");
}

test("the form as it stands has no finding", () => {
  expect(compileSource(SOURCE).diagnostics).toEqual([]);
});

/** What is written in place of what, and the code that it earns. */
const DECLARATION_MISTAKES: readonly (readonly [name: string, from: string, to: string, code: string])[] = [
  ["a field declared twice", "sizes", "field items[].qty int example=[1, 2]\nsizes", "RPT2004"],
  ["an object that is a value too", "sizes", 'field customer string example="a"\nsizes', "RPT2004"],
  ["a value that is an object too", "sizes", 'field customer.name.first string example="a"\nsizes', "RPT2004"],
  ["an array that is an object too", "sizes", 'field items.name string example="a"\nsizes', "RPT2004"],
  ["a reserved name", "field customer.name", 'field page.size string example="a"\nfield customer.name', "RPT2008"],
  ["a field without a type", 'string(20) example="山田"', 'example="山田"', "RPT2003"],
  ["an unknown type", 'string(20) example="山田"', 'strng(20) example="山田"', "RPT2002"],
  ["a length of nought", 'string(20) example="山田"', 'string(0) example="山田"', "RPT2005"],
  ["a decimal without its scale", "int example=[1, 2]", "decimal(9) example=[1, 2]", "RPT2005"],
  ["an enum of words and numbers", "int example=[1, 2]", "enum(1, a) example=[1, 1]", "RPT2005"],
  ["labels that are too few", "int example=[1, 2]", 'enum(1, 2) labels=["x"] example=[1, 2]', "RPT2005"],
  ["an example that is too long", '"山田"', '"山田山田山田山田山田山田山田山田山田山田山田"', "RPT2009"],
  ["an example with a line break", '"山田"', '"山\\n田"', "RPT2009"],
  ["an example that is no whole number", "[1, 2]", "[1, 2.5]", "RPT2009"],
  ["an example below its bound", "int example=[1, 2]", "int min=2 example=[1, 2]", "RPT2009"],
  ["an example above its bound", "int example=[1, 2]", "int max=1 example=[1, 2]", "RPT2009"],
  ["an example with a unit", "[1, 2]", "[1, 2mm]", "RPT2009"],
  ["an example that is a list", 'example="山田"', 'example=["山田"]', "RPT2009"],
  ["a date that does not exist", "sizes", 'field d date example="2026-02-30"\nlet dd = year(d)\nsizes', "RPT2009"],
  ["an example of no member", "int example=[1, 2]", "enum(1, 3) example=[1, 2]", "RPT2006"],
  ["lists of different lengths", "[1, 2]", "[1, 2, 3]", "RPT2011"],
  ["no example", ' example="山田"', "", "RPT2010"],
  ["a field that is never used", "sizes", "field unused int example=1\nsizes", "RPT2012"],
  ["a default that does not fit", "int example=[1, 2]", 'int default="x" example=[1, 2]', "RPT2013"],
  ["a pattern that cannot be read", 'example="山田"', "pattern='([a' example=\"山田\"", "RPT2014"],
  ["bounds the wrong way round", "int example=[1, 2]", "int min=5 max=1 example=[5, 5]", "RPT1018"],
  ["a property of no field", "int example", "int exmple=1 example", "RPT1003"],
  ["a style based on itself", "style base", "style a base=b\nstyle b base=a\nstyle base", "RPT2015"],
  ["a style declared twice", "page A4", "style base weight=bold\npage A4", "RPT2007"],
  ["a size declared twice", "sizes body=9pt", "sizes body=9pt body=8pt", "RPT1004/RPT2007"],
  ["a size in pixels", "body=9pt", "body=12px", "RPT0114"],
  ["a size without a unit", "body=9pt", "body=9", "RPT1007"],
  ["a colour of four digits", "#111111", "#1111", "RPT1015"],
  ["a font that is not declared", "font=gothic", "font=mincho", "RPT2033"],
  ["a size that is not declared", "size=body", "size=boddy", "RPT2032"],
  ["a size by its value", "size=body", "size=9pt", "RPT2032"],
  ["two documents", "sizes", "document a\ndocument b\nsizes", "RPT1017"],
];

const STRUCTURE_MISTAKES: readonly (readonly [name: string, from: string, to: string, code: string])[] = [
  ["an element outside a page", "sizes", "space 3mm\nsizes", "RPT1002"],
  ["a column outside a table", "    space 1mm", '    column a "A"', "RPT1002"],
  ["a declaration in a block", "    space 1mm", "    let a = 1", "RPT1002"],
  ["a dataset in a block", "    space 1mm", '    dataset {\n      "a": 1\n    }', "RPT1002"],
  ["a property twice", 'column qty "数量" (.qty) w=20mm', 'column qty "数量" (.qty) w=20mm w=10mm', "RPT1004"],
  ["a table of nothing", "table items {", "table {", "RPT1005"],
  ["a table of a text", "table items {", "table customer.name {", "RPT2104"],
  ["a plate without height", "plate h=20mm {", "plate {", "RPT1009"],
  ["a text without a place in a plate", 'text "a" x=0mm y=0mm w=20mm h=5mm', 'text "a" w=20mm h=5mm', "RPT1009"],
  ["a cell without a column", 'cell "計" col=name', 'cell "計"', "RPT1009"],
  ["a cell in a column that is not there", 'cell "計" col=name', 'cell "計" col=nmae', "RPT1019"],
  ["columns the wrong way round", 'cell "計" col=name', 'cell "計" col=qty..name', "RPT1019"],
  ["a width from data", "w=20mm\n      foot", "w=(1 + 1)\n      foot", "RPT1011"],
  ["a negative height", "plate h=20mm {", "plate h=-20mm {", "RPT1018"],
  ["a space without a unit", "space 1mm", "space 1", "RPT1007"],
  ["a unit that stands apart", "w=20mm\n      foot", "w=20 mm\n      foot", "RPT1007"],
  ["a lost equal sign", "plate h=20mm {", "plate h 20mm {", "RPT1014"],
  ["a text without quotes", 'text "a" x=0mm', "text 請求書 x=0mm", "RPT1014"],
  ["a column without a heading", 'column name "品名"', "column name", "RPT1014"],
  ["a table's array in quotes", "table items {", 'table "items" {', "RPT1014"],
  ["a quoted choice", "body gap=2mm {\n", 'body gap=2mm {\n    text "x" align="center"\n', "RPT1006"],
  ["a condition in quotes", "    space 1mm", '    text "x" when="true"', "RPT1015"],
  ["a condition that is a number", "    space 1mm", '    text "x" when=(1)', "RPT2108"],
  ["a page of an unknown size", "page A4 {", "page a4 {", "RPT1014"],
  ["a page without a body", "  body gap=2mm {", "  boddy gap=2mm {", "RPT1001"],
  ["a table without a block", "    space 1mm", "    table items", "RPT1016"],
  ["a block of a leaf", "    space 1mm", "    space 1mm {\n    }", "RPT1016"],
  [
    "two feet",
    "    plate",
    '    table items {\n      column a "A" (1)\n      foot {\n      }\n      foot {\n      }\n    }\n    plate',
    "RPT1017",
  ],
  ["an id twice", "    space 1mm", '    text "a" id=t\n    text "b" id=t', "RPT1012"],
  ["a column twice", 'column name "品名"', 'column name "品名"\n      column name "品名"', "RPT1012"],
  ["a page number in a text without a size", "    space 1mm", '    text "{page.n}"', "RPT2107"],
  ["values in a literal", "    space 1mm", "    text '{customer.name}'", "RPT0115"],
  [
    "a computed colour that is not declared",
    "    space 1mm",
    "    text \"a\" color=(if(true, 'ink', 'inkk'))",
    "RPT2031",
  ],
  ["a flag that is a word", "    space 1mm", '    text "a" italic=yes', "RPT1006"],
  ["a heading of level nine", "    space 1mm", '    text "a" heading=9', "RPT1018"],
  ["a format without quotes", "    space 1mm", "    text (count(items)) format=kanji", "RPT1015"],
  ["a format of a text with other words", "    space 1mm", "    text \"a {count(items)}\" format='0'", "RPT1015"],
];

describe.each([
  ["declarations", DECLARATION_MISTAKES],
  ["structure", STRUCTURE_MISTAKES],
])("mistakes of %s", (_, rows) => {
  test.each(rows)("%s", (_name, from, to, code) => {
    expect(SOURCE).toContain(from);
    const source = SOURCE.replace(from, () => to);
    const found = findings(source);
    expect(found.map((each) => `${each.code} ${each.message}`)).toHaveLength(1);
    expect(code.split("/")).toContain(found[0]?.code);
    expect(found[0]?.why).not.toBe("");
    expect(found[0]?.repair).not.toBeNull();
    const edits = found[0]?.repair?.edits ?? [];
    if (edits.length === 0) return;
    const after = findings(applyEdits(source, edits));
    expect(after.filter((each) => each.code === found[0]?.code && each.message === found[0]?.message)).toEqual([]);
  });
});

test("a document without a page gets one", () => {
  const found = findings("rpt 1\n");
  expect(found.map((each) => each.code)).toEqual(["RPT1013"]);
  expect(findings(applyEdits("rpt 1\n", found[0]?.repair?.edits ?? []))).toEqual([]);
});

test("numbers with leading zeros are numbers, in examples, bounds and members", () => {
  const source = `rpt 1
document zeros
field rows[]      max=09
field rows[].n    int max=0100 example=[007, -08]
field rows[].rate enum(010, 08) example=[10, 08]
page A4 {
  body {
    table rows {
      column n "数"
      column rate "率"
    }
  }
}
`;
  expect(findings(source)).toEqual([]);
  const { value } = compileSource(source);
  expect(value?.fields.map((field) => field.example)).toEqual([null, "[7,-8]", "[10,8]"]);
});
