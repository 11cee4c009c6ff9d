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

describe("a dataset is kept as canonical JSON", () => {
  const json = (source: string): string | undefined => {
    const { value, diagnostics } = parseSource(`rpt 1\n${source}\n`);
    expect(diagnostics).toEqual([]);
    const statement = value.statements.find((each) => each.kind === "dataset");
    return statement?.kind === "dataset" ? statement.json : undefined;
  };

  test.each([
    ['dataset {\n  "b": 1.50,\n  "a": [true, null, { "d": -0.0, "c": "x\\u0041" }]\n}'],
    ['dataset { "a": [true, null, {"c": "xA", "d": -0.0}], "b": 1.50 }'],
    ['  dataset {\n    "a": [true, null, {"c": "xA", "d": -0.0}],\n    "b": 1.50\n  }'],
  ])("%j", (source) => {
    expect(json(source)).toBe('{"a":[true,null,{"c":"xA","d":-0.0}],"b":1.50}');
  });
});

test.each([
  ["rpt 1 // a\0b\nlet a = 1\n", "U+0000"],
  ["rpt 1\n  // 注\0記\nlet a = 1\n", "U+0000"],
  ["rpt 1\nlet a = 1 // \ud800\n", "U+D800"],
])("a comment holds nothing that no file can: %j", (source, name) => {
  const [finding, ...more] = diagnosticsOf(source);
  expect(finding).toMatchObject({ code: "RPT0123", message: `the character ${name} is not allowed in a source` });
  expect(more).toEqual([]);
  const mended = applyEdits(source, finding?.repair?.edits ?? []);
  expect(diagnosticsOf(mended)).toEqual([]);
});

test("a comment may hold tabs, other controls and characters of any plane", () => {
  expect(diagnosticsOf("rpt 1 // a\tb\fc 𠮷野家 😀\n// \u007f\n")).toEqual([]);
});

describe("long statements", () => {
  test("a chain of operators is refused by its length, before the parser gives up on it", () => {
    const found = diagnosticsOf(`rpt 1\nlet a = ${"long_name + ".repeat(301)}1\n`);
    expect(found.map((each) => each.code)).toEqual(["RPT9003"]);
    expect(diagnosticsOf(`rpt 1\nlet a = ${"long_name + ".repeat(299)}1\n`)).toEqual([]);
  });

  test("an example may hold thousands of values, negative ones too", () => {
    expect(diagnosticsOf(`rpt 1\nfield a[].b int example=[${"-1, ".repeat(3_000)}1]\n`)).toEqual([]);
  });
});
