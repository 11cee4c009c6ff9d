import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { formatDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import { formatSource } from "../../../../src/core/language/index.ts";
import { canvasOf } from "./canvas.ts";

const UNTIDY = readFileSync(new URL("untidy.rpt", import.meta.url), "utf8");
const TIDY = readFileSync(new URL("tidy.rpt", import.meta.url), "utf8");

const formatted = (source: string, sort = false): string => {
  const { value, diagnostics } = formatSource(source, { sort });
  expect(formatDiagnostics(source, diagnostics)).toBe("");
  return value ?? "";
};

/** One or more lines after `rpt 1`, as the formatter writes them. */
const linesOf = (lines: string): string => formatted(`rpt 1\n${lines}`).slice("rpt 1\n".length);

test("an untidy template becomes tidy, and stays so", () => {
  expect(formatted(UNTIDY)).toBe(TIDY);
  expect(formatted(TIDY)).toBe(TIDY);
});

test("the untidy and the tidy template compile to the same canvas", () => {
  expect(canvasOf(UNTIDY)).not.toBeNull();
  expect(canvasOf(TIDY)).toBe(canvasOf(UNTIDY));
});

describe("one item", () => {
  test.each<[title: string, source: string, written: string]>([
    ["spaces between items are single", 'text   "a"\tw=1mm', 'text "a" w=1mm'],
    ["full-width spaces are replaced", 'text\u3000"a"\u3000w=1mm', 'text "a" w=1mm'],
    ["full-width spaces in texts stay", 'text "a\u3000b"', 'text "a\u3000b"'],
    ["no space stands around = of a property", "text (a) w = 1mm", "text (a) w=1mm"],
    ["spaces stand around = of a let", "let a=1", "let a = 1"],
    ["the mark of an optional field binds", "field a ? int", "field a? int"],
    ["digits of a decimal stand together", "field a decimal( 12 , 2 )", "field a decimal(12,2)"],
    ["members of an enum stand apart", "field a enum(x,y)", "field a enum(x, y)"],
    ["operators have spaces", "let a = b*c+-d", "let a = b * c + -d"],
    ["signs become words", "let a = !b&&c||d", "let a = not b and c or d"],
    ["filters and calls bind", "let a = sum( b [ .c==1 ] . d )", "let a = sum(b[.c == 1].d)"],
    ["a leading dot stands apart from the word before it", "table   .items", "table .items"],
    ["a range binds", "cell (a) col=b .. c", "cell (a) col=b..c"],
    ["lengths lose trailing zeros", "text (a) w=1.50mm h=2.0mm x=-0.00mm", "text (a) w=1.5mm h=2mm x=-0mm"],
    [
      "digits of examples stay",
      "field a decimal(5,2) example=1.50 default=2.00",
      "field a decimal(5,2) example=1.50 default=2.00",
    ],
    ["digits of computations stay", "let a = b * 0.10", "let a = b * 0.10"],
    ["a version that a property names stays", "document a pdf=2.0", "document a pdf=2.0"],
    ["colours are in small letters", "colors a=#FFF b=#A1B2C3", "colors a=#fff b=#a1b2c3"],
    ["colours in texts stay", "text '#FFF'", "text '#FFF'"],
    ["computed parts of a text have the spaces of expressions", 'text "{ a+b }{f(a,1)}"', 'text "{a + b}{f(a, 1)}"'],
    ["double quotes inside braces become single", 'text "{f("x")}"', "text \"{f('x')}\""],
    ["an apostrophe is kept from ending the single quotes", `text "{f("it's")}"`, `text "{f('it\\'s')}"`],
    ["escapes and braces of a text stay", 'text "\\{a+b\\} \\u{3042} \\\\ \\""', 'text "\\{a+b\\} \\u{3042} \\\\ \\""'],
    ["a text of a declaration stays to the letter", 'field a string example="{ b }"', 'field a string example="{ b }"'],
    ["kana in comments are composed", "// か\u3099", "// が"],
    ["kana in texts stay as they are", 'text "か\u3099"', 'text "か\u3099"'],
    ["a comment stands one space behind", 'text "a"// b  ', 'text "a" // b'],
  ])("%s", (_, source, written) => {
    expect(linesOf(source)).toBe(`${written}\n`);
  });
});

describe("lines of borders and strokes", () => {
  test.each<[title: string, source: string, written: string]>([
    ["are written width, colour, dash", "box border=[dash,ink,0.50pt] {\n}", "box border=[0.5pt, ink, dash] {\n}"],
    ["of one part need no list", "box border=[rule] {\n}", "box border=rule {\n}"],
    ["keep a part that is given twice", "box border=[red, blue] {\n}", "box border=[red, blue] {\n}"],
    ["keep none", "box border=[none, 1pt] {\n}", "box border=[none, 1pt] {\n}"],
    [
      "take in their colour and dash",
      "box border=1pt border-style=dot border-color=#ABC {\n}",
      "box border=[1pt, #abc, dot] {\n}",
    ],
    [
      "keep a colour beside one",
      "box border=[1pt, red] border-color=blue {\n}",
      "box border=[1pt, red] border-color=blue {\n}",
    ],
    [
      "keep a colour that single sides use",
      "box border=1pt border-top=2pt border-color=red {\n}",
      "box border=1pt border-top=2pt border-color=red {\n}",
    ],
    ["of a style keep their colour", "style a border=1pt border-color=red", "style a border=1pt border-color=red"],
    ["of a line take in their width", "line stroke=[dash,red] stroke-width=1pt", "line stroke=[1pt, red, dash]"],
    ["of a line are their width alone", "line stroke-width=1pt", "line stroke=1pt"],
    ["of a line keep a width of zero", "line stroke-width=0pt", "line stroke-width=0pt"],
  ])("%s", (_, source, written) => {
    expect(linesOf(source)).toBe(`${written}\n`);
  });

  test("keep a colour that a side of some style may use", () => {
    const source = "style a border-top=1pt\nbox style=a border=1pt border-color=red {\n}\n";
    expect(linesOf(source)).toBe(source);
  });

  test("keep their order where a colour is called like a dash", () => {
    const source = "colors dot=#fff\nbox border=[dot, 1pt] {\n}\n";
    expect(linesOf(source)).toBe(source);
  });
});

describe("columns of adjacent lines", () => {
  test("wide characters count two cells, marks none", () => {
    expect(linesOf('pairs {\npair "番号" (a)\npair "か\u3099ｶﾞ" (b)\npair "x" (c)\n}\n')).toBe(
      'pairs {\n  pair "番号" (a)\n  pair "か\u3099ｶﾞ" (b)\n  pair "x"    (c)\n}\n',
    );
  });

  test.each([
    ["a blank line", "\n"],
    ["a comment", "// b\n"],
    ["another kind of statement", "let b = 1\n"],
    ["a statement over several lines", "field bbb int example=[1,\n  2]\n"],
  ])("%s ends a run", (_, between) => {
    const source = `field a int\n${between}field cc string\n`;
    expect(linesOf(source)).toBe(source);
  });

  test("a very wide item is not waited for", () => {
    const long = "x".repeat(40);
    expect(linesOf(`field a int\nfield ${long} int\nfield bb int\n`)).toBe(
      `field a  int\nfield ${long} int\nfield bb int\n`,
    );
  });
});

describe("long lines", () => {
  const long = `alt="${"長い説明".repeat(30)}"`;

  test("properties of a block move to its head, before those that stand there", () => {
    expect(linesOf(`table items w=10mm ${long} h=5mm { // c\ngap=1mm\ntext "a"\n}\n`)).toBe(
      `table items { // c\n  w=10mm\n  ${long}\n  h=5mm\n  gap=1mm\n  text "a"\n}\n`,
    );
  });

  test("properties stay where an argument behind them would join the one before", () => {
    const source = `table items ${long} [a] {\n}\n`;
    expect(linesOf(source)).toBe(source);
  });

  test("a long line of properties is parted", () => {
    const names = Array.from({ length: 14 }, (_, at) => `property-${at}=1mm`);
    expect(linesOf(`box {\n${names.join(" ")}\n}\n`)).toBe(
      `box {\n  ${names.slice(0, 7).join(" ")}\n  ${names.slice(7).join(" ")}\n}\n`,
    );
  });

  test("a long line without a block stays", () => {
    expect(linesOf(`text "a" ${long}\n`)).toBe(`text "a" ${long}\n`);
  });
});

describe("lines of the file", () => {
  test("several blank lines become one, none stands first or last", () => {
    expect(formatted("\n\nrpt 1\n \n\t\n\nlet a = 1\n\n\n")).toBe("rpt 1\n\nlet a = 1\n");
  });

  test("line ends are \\n, the last line has one, and a byte order mark is dropped", () => {
    expect(formatted("\ufeffrpt 1\r\nlet a = 1 // b\r\nbox { // c\r\n}")).toBe(
      "rpt 1\nlet a = 1 // b\nbox { // c\n}\n",
    );
  });

  test("the JSON of a dataset keeps its layout and every digit", () => {
    const json = '{\n   "a": [ 1.50,2e-3, 12345678901234567890.10 ],\n\t"b": "x  // y"\n}';
    expect(linesOf(`dataset   ${json}  // c\n`)).toBe(`dataset ${json} // c\n`);
  });
});

describe("--sort", () => {
  test("brings statements into the order of the reference, with their comments", () => {
    const source = `rpt 1
// the page
page A4 { // here
  body {
    // inside
    text "a"
  }
} // end
style b size=body
// sizes
sizes body=9pt
let y = x
field x int example=1 // first
style a size=body
// last
`;
    expect(formatted(source, true)).toBe(`rpt 1

field x int example=1 // first

let y = x

// sizes
sizes body=9pt

style b size=body
style a size=body

// the page
page A4 { // here
  body {
    // inside
    text "a"
  }
} // end
// last
`);
  });

  const sortedLines = "document a\n// b\nfield x int\n\nlet y = 1\n// c\n";

  test("changes nothing without the option, and nothing where the order is right", () => {
    expect(linesOf(sortedLines)).toBe(sortedLines);
    expect(formatted(`rpt 1\n${sortedLines}`, true)).toBe(`rpt 1\n${sortedLines}`);
    expect(linesOf("let y = 1\nfield x int\n")).toBe("let y = 1\nfield x int\n");
  });
});

describe("a source that cannot be formatted", () => {
  test.each<[title: string, source: string, finding: RegExp]>([
    ["an unclosed text", 'rpt 1\ntext "a\n', /^2:6\terror\tRPT0101/],
    ["a lost brace", "rpt 1\nbox {\n", /^2:5\terror\tRPT0111/],
    ["a line that is no statement", "rpt 1\ntext = = 1\n", /^2:\d+\terror/],
    ["a colour of two digits", "rpt 1\ntext (a)#12\n", /^2:9\terror\tRPT1015/],
    ["a source without a version", "let a = 1\n", /^1:1\terror\tRPT0001/],
  ])("%s is named", (_, source, finding) => {
    const { value, diagnostics } = formatSource(source);
    expect(value).toBeNull();
    expect(formatDiagnostics(source, diagnostics)).toMatch(finding);
  });

  test.each([
    ["a long line of a dataset", `rpt 1\ndataset {\n  "a": "${"x".repeat(100_000)}"\n}\n`],
    ["spaces inside a dataset", `rpt 1\ndataset {\n  "a": 1${" ".repeat(300_000)},\n  "b": 2\n}\n`],
  ])("%s is no reason", (_, source) => {
    expect(formatted(source)).toBe(source);
  });

  test("a line that spaces would carry over a limit is named", () => {
    const { value, diagnostics } = formatSource(`rpt 1\ntext "${"{a+b}".repeat(5_000)}"\n`);
    expect(value).toBeNull();
    expect(diagnostics.map((each) => each.code)).toEqual(["RPT9002"]);
  });

  test("blocks so deep that indentation would pass the limit of a source are named", () => {
    const source = `rpt 1\n${"box {\n".repeat(190)}${'text ""\n'.repeat(9_000)}${"}\n".repeat(190)}`;
    const { value, diagnostics } = formatSource(source);
    expect(value).toBeNull();
    expect(diagnostics.map((each) => each.code)).toEqual(["RPT9002"]);
  });
});
