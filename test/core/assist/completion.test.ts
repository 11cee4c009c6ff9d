import { describe, expect, test } from "vitest";
import { propose } from "../../../src/core/assist/index.ts";
import { allowedChildren, ELEMENTS, elementNamed, ROLES } from "../../../src/core/schema/index.ts";
import { FORM, FORM_LINES } from "./form.ts";

/** Proposals at the `|` of a line that replaces the first line with `found`. */
function proposalsAt(found: string, line: string): ReturnType<typeof propose> {
  const lines = FORM_LINES.map((each) => (each.includes(found) ? line : each));
  if (!lines.includes(line)) throw new Error(`no line has ${found}`);
  const marked = lines.join("\n");
  const offset = marked.indexOf("|");
  return propose(marked.replace("|", ""), offset);
}

const labels = (found: string, line: string): readonly string[] => proposalsAt(found, line).map(({ label }) => label);

describe("elements", () => {
  test("are those that the block around may hold", () => {
    expect(labels("row gap", "    | {")).toEqual([...new Set([...allowedChildren("flow"), "allow"])]);
    expect(labels("header h=8mm", "  |header h=8mm {")).toEqual(expect.arrayContaining(["header", "footer", "body"]));
    expect(labels("cell (total)", "        ce|")).toEqual(["cell", "newrow", "row", "allow"]);
  });

  test("in a row of a foot are those of its cells, and its properties are none of a row in a flow", () => {
    const row = (line: string): string => `        row when=(total > 0) {\n${line}\n        }`;
    expect(labels("cell (total)", row("          ce|")).slice(0, 3)).toEqual(["cell", "newrow", "allow"]);
    expect(labels("cell (total)", row("          cell (total) col=|"))).toEqual(["name", "qty", "price", "amount"]);
    const properties = labels("cell (total)", "        row | {\n        }");
    expect(properties).toEqual(expect.arrayContaining(["when", "fill", "weight", "style"]));
    expect(properties).not.toContain("gap");
  });

  test("at the top level are the declarations and pages", () => {
    expect(labels("fonts gothic", "f|")).toEqual(expect.arrayContaining(["field", "fonts", "style", "page", "let"]));
    expect(labels("fonts gothic", "f|")).not.toContain("text");
  });

  test("at the head of a block are joined by the properties of its owner", () => {
    const found = labels('text "{page.n}', "    |");
    expect(found).toEqual(expect.arrayContaining(["text", "plate", "on"]));
    expect(found).not.toContain("h");
  });

  test.each(ELEMENTS.map(({ name }) => name))("of the table are known with an example: %s", (name) => {
    expect(elementNamed(name)?.example).not.toBe("");
  });
});

describe("properties", () => {
  test("are those of the element that are not given yet", () => {
    const found = labels("place=center", '    text "請求書" style=title al| w=60mm');
    expect(found).toEqual(expect.arrayContaining(["align", "alt", "when"]));
    for (const given of ["style", "w", "x", "cols"]) expect(found).not.toContain(given);
  });

  test("x and y are proposed where things have coordinates", () => {
    expect(labels("〒{customer", '      text "〒" |')).toEqual(expect.arrayContaining(["x", "y"]));
  });

  test("of fields and lets are proposed behind the type and before the sign of equality", () => {
    const ofField = ["role", "example", "default", "min", "max", "pattern", "lines", "label", "desc", "labels"];
    expect(labels("field items[].name", "field items[].name string(40) |")).toEqual(ofField);
    expect(labels("let tax", "let tax | = net")).toEqual(["role"]);
    expect(labels("let tax", "let tax |")).toEqual(["role"]);
  });

  test("replace the whole word around the caret and bring the sign of equality", () => {
    const [first] = proposalsAt("let tax", "let tax ro|le = net");
    expect(first).toMatchObject({ insert: "role=", span: { end: (first?.span.start ?? 0) + 4 } });
  });
});

describe("values", () => {
  test.each<[string, string, string, readonly string[]]>([
    ["choices", "place=center", '    text "a" align=|', ["left", "center", "right", "justify", "distribute"]],
    ["choices while the value is being typed", "place=center", '    text "a" valign=to|', ["top", "middle", "bottom"]],
    ["flags", "place=center", '    text "a" italic=| w=5mm', ["true", "false"]],
    ["declared styles", "place=center", '    text "a" style=|', ["base", "title"]],
    ["declared sizes", "style title", "style title size=| weight=bold", ["title", "body"]],
    ["declared fonts", "style base", "style base font=|", ["gothic"]],
    ["columns", "cell (total)", "        cell (total) col=|", ["name", "qty", "price", "amount"]],
    [
      "columns at the end of a range",
      "cell (total)",
      "        cell (total) col=name..|",
      ["name", "qty", "price", "amount"],
    ],
    ["arrays", "table items", "    table | {", ["items"]],
    ["types", "field items[].name", "field items[].name str|", ["string(40)", "text(400)", "int"]],
    ["page sizes", "page A4", "page | {", ["A3", "A4", "A5", "B4", "B5", "letter", "legal", "hagaki"]],
    ["orientations", "page A4", "page A4 | {", ["portrait", "landscape"]],
    ["dashes and colours of lines", "place=center", '    text "a" border=[0.5pt, |]', ["ink", "rule", "black"]],
    ["examples of lengths", "place=center", '    text "a" min-h=|', ["16mm"]],
    ["the rest of a role", "field items[].name", "field items[].name string(40) role=payment.d|", ["dueDate"]],
    ["profiles", "document invoice", "document invoice profile=|", ["jp.invoice", "jp.qualified-invoice"]],
  ])("of a property: %s", (_, found, line, expected) => {
    expect(labels(found, line)).toEqual(expect.arrayContaining([...expected]));
    expect(labels(found, line).slice(0, expected.length)).toEqual(expected);
  });

  test("of a role are those of the role table", () => {
    expect(labels("field items[].name", "field items[].name string(40) role=|")).toEqual(Object.keys(ROLES));
  });

  test("of format are the usual patterns, and replace what stands between the quotes", () => {
    for (const line of ["      column qty format='#,#|#0' w=1mm", "      column qty \"\" (format(.qty, '#,#|#0'))"]) {
      const pattern = proposalsAt("column qty", line).find(({ label }) => label === "#,##0.00");
      expect((pattern?.span.end ?? 0) - (pattern?.span.start ?? 0)).toBe(5);
    }
    expect(labels("column qty", '      column qty "数量" format=\'|')).toContain("ggge年M月d日");
  });
});

describe("inside expressions", () => {
  test.each<[string, string, string, readonly string[]]>([
    ["members of an object in a text", "{customer.name}", '      text "{customer.|} 御中"', ["name", "dept", "postal"]],
    [
      "members where the text is not closed yet",
      "{customer.name}",
      '      text "{customer.|',
      ["name", "dept", "postal"],
    ],
    [
      "fields of the record of a table",
      "column price",
      '      column price "単価" (.|',
      ["name", "qty", "price", "amount"],
    ],
    [
      "fields of the record that a let adds to",
      "let items[]",
      "let items[].amount = .|",
      ["name", "qty", "price", "amount"],
    ],
    ["fields of all records", "let net", "let net = sum(items[].|)", ["name", "qty", "price", "amount"]],
    ["fields in a filter", "let net", "let net = sum(items[.|].amount)", ["name", "qty", "price", "amount"]],
    ["fields as a key", "let net", "let net[] = group(items, .|)", ["name", "qty", "price", "amount"]],
    [
      "rounding modes",
      "let tax",
      "let tax = round(net, 0, |)",
      ["down", "up", "half_up", "half_even", "floor", "ceil"],
    ],
    ["orders", "let net", "let net[] = sort(items, .qty, |)", ["asc", "desc"]],
    ["page numbers in a header", "{page.n}", '    text "{page.|}" x=0mm y=0mm w=9mm h=5mm', ["n", "total"]],
    [
      "members without [], with it",
      "let net",
      "let net = sum(items.|)",
      ["[].name", "[].qty", "[].price", "[].amount"],
    ],
  ])("are proposed: %s", (_, found, line, expected) => {
    expect(labels(found, line)).toEqual(expected);
  });

  test("are names that the place sees, and functions with their signatures", () => {
    const inTable = proposalsAt("column price", '      column price "単価" (|)');
    const known = inTable.map(({ label }) => label);
    expect(known.slice(0, 4)).toEqual([".name", ".qty", ".price", ".amount"]);
    expect(known).toEqual(expect.arrayContaining(["customer", "net", "index", "round"]));
    expect(known).not.toContain("page.n");
    expect(inTable.find(({ label }) => label === "round")?.detail).toBe("round(x, digits=0, mode=half_up)");
    expect(labels("let net", "let net = if(n|")).toEqual(expect.arrayContaining(["net", "items", "has"]));
  });

  test("in a dotted path without [] replace the dot as well", () => {
    const [first] = proposalsAt("let net", "let net = sum(items.na|)");
    expect(first).toMatchObject({ insert: "[].name", filter: ".name" });
    expect((first?.span.end ?? 0) - (first?.span.start ?? 0)).toBe(3);
  });

  test("stand at exact places behind characters outside the basic plane", () => {
    const line = '      text "𠮷👨‍👩‍👧{customer.na|}"';
    const [first] = proposalsAt("{customer.name}", line);
    const lines = FORM_LINES.map((each) => (each.includes("{customer.name}") ? line.replace("|", "") : each)).join(
      "\n",
    );
    expect(lines.slice(first?.span.start, first?.span.end)).toBe("na");
  });
});

test.each<[string, string, string]>([
  ["a comment", "fonts gothic", "// fo|"],
  ["the plain words of a text", "place=center", '    text "cust|omer"'],
  ["a number", "place=center", '    text "a" w=5|'],
  ["a version line", "rpt 1", "rpt |"],
])("nothing is proposed in %s", (_, found, line) => {
  expect(labels(found, line)).toEqual([]);
});

test("every place of a form is answered, whatever is cut off behind it", () => {
  for (let offset = 0; offset <= FORM.length; offset += 7) {
    for (const source of [FORM, FORM.slice(0, offset)]) {
      for (const { span } of propose(source, offset)) {
        expect(span.start).toBeLessThanOrEqual(offset);
        expect(span.end).toBeGreaterThanOrEqual(offset);
      }
    }
  }
});
