import { describe, expect, test } from "vitest";
import { applyEdits, type Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { type Expression, parseSource } from "../../../src/core/language/index.ts";

function diagnosticsOf(source: string): readonly Diagnostic[] {
  return parseSource(source).diagnostics;
}

function expressionOf(text: string): Expression {
  const { value, diagnostics } = parseSource(`rpt 1\nlet a = ${text}\n`);
  expect(diagnostics).toEqual([]);
  const statement = value.statements[1];
  if (statement?.kind !== "let") throw new Error("no let was read");
  return statement.value;
}

/** An expression in prefix form, for tables. */
function shown(expression: Expression): string {
  switch (expression.kind) {
    case "number":
      return expression.digits;
    case "string":
      return `'${expression.text}'`;
    case "constant":
      return String(expression.value);
    case "name":
      return expression.name;
    case "current":
      return `.${expression.name.text}`;
    case "member":
      return `${shown(expression.base)}.${expression.name.text}`;
    case "all":
      return `${shown(expression.base)}[]`;
    case "filter":
      return `${shown(expression.base)}[${shown(expression.condition)}]`;
    case "call":
      return `${expression.name.text}(${expression.args.map(shown).join(" ")})`;
    case "not":
      return `(not ${shown(expression.operand)})`;
    case "negate":
      return `(- ${shown(expression.operand)})`;
    case "binary":
      return `(${expression.operator} ${shown(expression.left)} ${shown(expression.right)})`;
  }
}

describe("expressions bind as the reference says", () => {
  test.each([
    ["1 + 2 * 3", "(+ 1 (* 2 3))"],
    ["1 - 2 - 3", "(- (- 1 2) 3)"],
    ["-a * b", "(* (- a) b)"],
    ["not a and b or c", "(or (and (not a) b) c)"],
    ["a && b || !c", "(or (and a b) (not c))"],
    ["a ?? 0 == 1", "(== (?? a 0) 1)"],
    ["a == 1 and b != 'x'", "(and (== a 1) (!= b 'x'))"],
    ["items[.rate == 8].amount", "items[(== .rate 8)].amount"],
    ["items[].qty * items[].price", "(* items[].qty items[].price)"],
    ["capacity[.line == outer.key].hours", "capacity[(== .line outer.key)].hours"],
    ["round(.qty * .price, 0, down)", "round((* .qty .price) 0 down)"],
    ["if(true, null, false)", "if(true null false)"],
    ["index % 2", "(% index 2)"],
    ["(1 + 2) * 3", "(* (+ 1 2) 3)"],
    ["'it''s'.a", null],
    ["'it\\'s'", "'it's'"],
  ])("%s", (text, expected) => {
    if (expected === null) expect(diagnosticsOf(`rpt 1\nlet a = ${text}\n`)).toHaveLength(1);
    else expect(shown(expressionOf(text))).toBe(expected);
  });
});

test("positions inside a text are exact", () => {
  const source = 'rpt 1\ntext "〒{a.b} と {.c}"\n';
  const element = parseSource(source).value.statements[1];
  if (element?.kind !== "element" || element.args[0]?.kind !== "template") throw new Error("no text was read");
  const spans = element.args[0].parts.map((part) => source.slice(part.span.start, part.span.end));
  expect(spans).toEqual(["〒", "{a.b}", " と ", "{.c}"]);
});

describe("statements keep what was written", () => {
  test("a field with its type, optional mark and properties", () => {
    const statement = parseSource("rpt 1\nfield items[].tags[]? enum(a, 10) example=[[a], [10]]\n").value.statements[1];
    expect(statement).toMatchObject({
      kind: "field",
      optional: true,
      path: {
        text: "items[].tags[]",
        segments: [
          { text: "items", many: true },
          { text: "tags", many: true },
        ],
      },
      type: { name: "enum" },
    });
  });

  test("property lines at the head of a block belong to its owner", () => {
    const source = "rpt 1\npage A4 {\n  margin=15mm\n  fill=white\n  body {\n  }\n}\n";
    const page = parseSource(source).value.statements[1];
    if (page?.kind !== "element") throw new Error("no page was read");
    expect(page.properties.map((each) => each.name.text)).toEqual(["margin", "fill"]);
  });

  test("an array may be named relative to the record", () => {
    const source = "rpt 1\ntable .items {\n}\nchart bar .months\ntable jobs[.state == 'late'] {\n}\n";
    const { value, diagnostics } = parseSource(source);
    expect(diagnostics).toEqual([]);
    const kinds = value.statements.flatMap((each) =>
      each.kind === "element" ? [each.args.map((arg) => arg.kind)] : [],
    );
    expect(kinds).toEqual([["path"], ["word", "path"], ["path"]]);
  });

  test("a statement goes on inside brackets after a comma or an operator", () => {
    expect(diagnosticsOf("rpt 1\nlet a = sum(\n  b,\n  c +\n  d)\nlet e = 1\n")).toEqual([]);
  });
});

/** The slips that the doctor knows: a line, the code, and the line after the repair (null: advice in words). */
const SLIPS: readonly (readonly [line: string, code: string, mended: string | null])[] = [
  ["text x: 5mm", "RPT0105", "text x=5mm"],
  ["field a: string", "RPT0105", "field a string"],
  ["let a: 5 + 1", "RPT0105", "let a = 5 + 1"],
  ["let a := 5", "RPT0105", "let a = 5"],
  ['text "a" w== 5mm', "RPT0100", 'text "a" w= 5mm'],
  ['text "a" x=0mm, y=3mm', "RPT0124", 'text "a" x=0mm y=3mm'],
  ["grid cols=[1fr, 2fr,]", "RPT0100", "grid cols=[1fr, 2fr]"],
  ["text `a`", "RPT0100", 'text "a"'],
  ['text "a" "w"=5mm', "RPT0100", 'text "a" w=5mm'],
  ["let a = b ? 1 : 2", "RPT0122", "let a = if(b, 1, 2)"],
  ["let a = has(b) ? 'x' : 'y'", "RPT0122", "let a = if(has(b), 'x', 'y')"],
  ["let a = b == 3 ? 'x' : 'y'", "RPT0122", "let a = if(b == 3, 'x', 'y')"],
  ["let a = b >= 3 and c != 1 ? 1 : 2", "RPT0122", "let a = if(b >= 3 and c != 1, 1, 2)"],
  ["let a = b ?? false ? max(b, 1) : min(b, 2)", "RPT0122", "let a = if(b ?? false, max(b, 1), min(b, 2))"],
  ["let a = (has(b) and (c > 3)) ? 'x' : 'y'", "RPT0122", "let a = if((has(b) and (c > 3)), 'x', 'y')"],
  ["let a role=doc.note = round(has(b) ? c : 2, 2)", "RPT0122", "let a role=doc.note = round(if(has(b), c, 2), 2)"],
  ["text (has(b) ? 'x' : 'y') w=5mm", "RPT0122", "text (if(has(b), 'x', 'y')) w=5mm"],
  ["text ((b + 1) * 2 > 3 ? 'x' : 'y')", "RPT0122", "text (if((b + 1) * 2 > 3, 'x', 'y'))"],
  ["text \"a\" color=has(b) ? 'x' : 'y' w=5mm", "RPT0122", "text \"a\" color=(if(has(b), 'x', 'y')) w=5mm"],
  ["text \"a {has(b) ? 'x' : 'y'} c\"", "RPT0122", "text \"a {if(has(b), 'x', 'y')} c\""],
  ["text \"{max(b, 2) == 3 ? 'x' : max(b, 1)}\"", "RPT0122", "text \"{if(max(b, 2) == 3, 'x', max(b, 1))}\""],
  ["text \"a\" color=if(b, 'x', 'y')", "RPT0120", "text \"a\" color=(if(b, 'x', 'y'))"],
  [
    "text \"a\" color=if(has(b), 'x', max(c, 1)) w=5mm",
    "RPT0120",
    "text \"a\" color=(if(has(b), 'x', max(c, 1))) w=5mm",
  ],
  ["let a = b | round", "RPT0120", "let a = round(b)"],
  ["let a = (b = 1)", "RPT0121", "let a = (b == 1)"],
  ["let a = b === 1", "RPT0121", "let a = b == 1"],
  ["let a = b <> 1", "RPT0121", "let a = b != 1"],
  ["let a 5 + 1", "RPT0100", "let a = 5 + 1"],
  ["let a =", "RPT0120", "let a = 0"],
  ["let a = 1 +", "RPT0120", "let a = 1"],
  ['text "a" w=', "RPT0108", 'text "a"'],
  ["field a string[40]", "RPT0100", "field a string(40)"],
  ["field a decimal 12,2", "RPT0100", "field a decimal(12,2)"],
  ["field items[*].a int", "RPT0100", "field items[].a int"],
  ["field items[0].a int", "RPT0100", "field items[].a int"],
  ["field unit-price int", "RPT2001", "field unitPrice int"],
  ['text "a" w=.5mm', "RPT0100", 'text "a" w=0.5mm'],
  ['text "a" w=+5mm', "RPT0100", 'text "a" w=5mm'],
  ['text "a" + b', "RPT0100", 'text "a{b}"'],
  ["text “a”", "RPT0103", 'text "a"'],
  ["text 「a」", "RPT0103", 'text "a"'],
  ['text "a" ｗ＝５ｍｍ', "RPT0103", 'text "a" w=5mm'],
  ["text “a” w＝5mm", "RPT0103", 'text "a" w=5mm'],
  ["/* note */", "RPT0104", "// note"],
  ["<!-- note -->", "RPT0104", "// note"],
  ["-- note", "RPT0104", "// note"],
  ["# note", "RPT0104", "// note"],
  ['text "a" w=5mm;', "RPT0106", 'text "a" w=5mm'],
  ['text "a" when={b}', "RPT0107", 'text "a" when=(b)'],
  ["text (a", "RPT0119", "text (a)"],
  ["text (a))", "RPT0119", "text (a)"],
  ["text (a w=5mm", "RPT0119", "text (a) w=5mm"],
  ['text "{{a}}"', "RPT0125", 'text "{a}"'],
  ['text "{a"', "RPT0113", 'text "{a}"'],
  ['text "a\\q"', "RPT0117", 'text "a\\\\q"'],
  ['text "{a = 1}"', "RPT0121", 'text "{a == 1}"'],
  ['text "{a | upper}"', "RPT0120", 'text "{upper(a)}"'],
  ['text "{a ? 1 : 2}"', "RPT0122", 'text "{if(a, 1, 2)}"'],
  ['text "{if(a, "b", "c")}"', "RPT0102", "text \"{if(a, 'b', 'c')}\""],
  ['text "a w=5mm', "RPT0101", 'text "a" w=5mm'],
  ['text 請求書" w=5mm', "RPT0101", 'text "請求書" w=5mm'],
  ["か\u3099", "RPT0116", "が"],
  ['text "e\u0301"', "RPT0116", 'text "é"'],
  ['text "\u1112\u1161\u11ab"', "RPT0116", 'text "한"'],
];

describe("the doctor names a slip and mends it", () => {
  test.each(SLIPS)("%s", (line, code, mended) => {
    const source = `rpt 1\n${line}\n`;
    const found = diagnosticsOf(source);
    expect(found.map((each) => each.code)).toEqual([code]);
    if (mended === null) return;
    expect(applyEdits(source, found[0]?.repair?.edits ?? [])).toBe(`rpt 1\n${mended}\n`);
    expect(diagnosticsOf(`rpt 1\n${mended}\n`)).toEqual([]);
  });
});

describe("a choice with a question mark whose parts are not sure is told and not rewritten", () => {
  test.each([
    "let a = b ? 1 : c ? 2 : 3",
    "let a = b ? c ? 1 : 2 : 3",
    "text (b > 1 ? 'x' : c ? 'y' : 'z')",
    "text b ? 1 : 2",
  ])("%s", (line) => {
    const found = diagnosticsOf(`rpt 1\n${line}\n`);
    expect(found.map((each) => each.code)).toEqual(["RPT0122"]);
    expect(found[0]?.repair?.edits).toEqual([]);
  });
});

describe("blocks", () => {
  test.each([
    ["a lost brace at the end", "rpt 1\nstack {\n  row {\n  }\n", "RPT0111", 6],
    ["a lost inner brace", "rpt 1\nstack {\n  row {\n    space 1mm\n}\n", "RPT0111", 6 + 8 + 6],
    ["a surplus brace", "rpt 1\nstack {\n  space 1mm\n  }\n}\n", "RPT0112", 28],
    ["a lost opening brace", "rpt 1\nstack\n  space 1mm\n}\n", "RPT0118", 10],
    ["a brace on its own line", "rpt 1\nstack\n{\n  space 1mm\n}\n", "RPT0109", 12],
    ["a block on one line", "rpt 1\nstack { space 1mm }\n", "RPT0110", 12],
    ["a text before the closing brace", "rpt 1\nstack {\n  space 1mm }\n", "RPT0110", 26],
  ])("%s is one finding, and its repair works", (_, source, code, start) => {
    const found = diagnosticsOf(source);
    expect(found.map((each) => each.code)).toEqual([code]);
    expect(source.slice(0, (found[0]?.span.start ?? 0) + 1).split("\n").length).toBe(
      source.slice(0, start + 1).split("\n").length,
    );
    expect(diagnosticsOf(applyEdits(source, found[0]?.repair?.edits ?? []))).toEqual([]);
  });
});

test("a broken declaration still declares, and a broken line still opens its block", () => {
  const source = "rpt 1\nfield a int exmple=(\nlet b = = 3\nstack w=5mm; {\n  space 1mm\n}\n";
  const { value } = parseSource(source);
  const kinds = value.statements.map((each) => (each.kind === "element" ? each.keyword.text : each.kind));
  expect(kinds).toEqual(["version", "field", "let", "stack"]);
  expect([...value.unread.names]).toContain("a");
});
