import fc from "fast-check";
import { expect, describe as group, test } from "vitest";
import {
  analyse,
  describe,
  folds,
  formatEdits,
  nameAt,
  type OutlineEntry,
  outline,
  propose,
  rename,
} from "../../../src/core/assist/index.ts";
import { applyEdits } from "../../../src/core/diagnostics/index.ts";
import { formatSource } from "../../../src/core/language/index.ts";
import { ELEMENTS } from "../../../src/core/schema/index.ts";
import { FORM, FORM_LINES } from "./form.ts";

/** What is said at the `|` of a text in the form. */
function saidAt(marked: string): { readonly code: string; readonly text: string; readonly at: string } | null {
  const found = FORM.indexOf(marked.replace("|", ""));
  if (found < 0) throw new Error(`the form has no ${marked}`);
  const description = describe(analyse(FORM), found + marked.indexOf("|"));
  if (description === null) return null;
  const { code, text, span } = description;
  return { code, text, at: FORM.slice(span.start, span.end) };
}

group("a description", () => {
  test.each<[string, string, string, string | RegExp]>([
    ["field customer.na|me", "name", "customer.name  string(40)", '宛先 · required · example "株式会社みどり商店"'],
    ["{customer.d|ept}", "dept", "customer.dept  string(40)", 'optional · example "総務部"'],
    ["(.pri|ce)", "price", "items[].price  decimal(11,2)", "required · example 30000 · role line.unitPrice"],
    ["(to|tal)", "total", "let total = net + tax", "computed, a number"],
    ["cust|omer.name", "customer", "customer", "object with 3 declared values"],
    ["rou|nd(net", "round", "round(x, digits=0, mode=half_up)", /^rounds; modes/],
    ["for|mat(invoice", "format", "format(x, 'pattern')", "a number, date or time as text"],
    ["style=tit|le", "title", "style title size=title weight=bold", "declared style"],
    ["size=bo|dy", "body", "body=9pt", "declared type size"],
    ["pla|ce=center", "place", "place=left", /^where a narrower box stands.*\n\nOne of left, center, right\.$/],
    ["role=line.unit|Price", "role=line.unitPrice", "role=line.unitPrice", / · /],
    ["deci|mal(7,2)", "decimal(7,2)", "decimal(7,2)", "written as decimal(12,2)"],
    ["fi|eld items[].name", "field", 'field customer.name string(40) example="株式会社みどり商店"', /callers send/],
    ["fo|ot {", "foot", "foot keep=together {", /rows below the records/],
  ])("at %s is about %s", (marked, at, code, text) => {
    const said = saidAt(marked);
    expect([said?.at, said?.code]).toEqual([at, code]);
    expect(said?.text).toMatch(
      typeof text === "string" ? new RegExp(`^${text.replace(/[.*+?()[\]{}|]/g, "\\$&")}$`) : text,
    );
  });

  test.each(['請求|書" style', "// What call|ers", "\n|\nfonts", "h=8m|m"])(
    "is not given at %s unless it has one",
    (marked) => {
      expect(saidAt(marked)?.at ?? null).toBe(marked.startsWith("h=") ? "h" : null);
    },
  );

  test.each(ELEMENTS.map((element) => [element.name, element] as const))("of %s is the table's", (name, element) => {
    const parent = element.parents.find((each) => !["top", "flow", "absolute"].includes(each));
    const around = element.parents.includes("top")
      ? []
      : ["page A4 {", "body {", ...(parent === undefined ? [] : [`${parent} {`])];
    const source = ["rpt 1", ...around, name, ...around.map(() => "}")].join("\n");
    const description = describe(analyse(source), source.indexOf(`\n${name}\n`) + 2);
    expect(description?.code === "" ? null : description?.text).toMatch(/\.(?:\n\nProperties: .*\.)?$/);
  });
});

test("the outline is the form's own tree, each part within the one around", () => {
  const entries = outline(analyse(FORM));
  const shown = (entry: OutlineEntry): string => `${entry.name} ${entry.detail}`.trim();
  expect(entries.slice(0, 3).map(shown)).toEqual([
    "document invoice",
    "invoice.number string(20)",
    "invoice.date date",
  ]);
  expect(entries.map(shown)).toEqual(
    expect.arrayContaining([
      "items[] array",
      "customer.dept? string(40)",
      "net = sum(items[].amount)",
      "sizes title, body",
    ]),
  );
  const visit = (entry: OutlineEntry): void => {
    expect(entry.selection.start).toBeGreaterThanOrEqual(entry.span.start);
    expect(entry.selection.end).toBeLessThanOrEqual(entry.span.end);
    for (const child of entry.children) {
      expect([child.span.start >= entry.span.start, child.span.end <= entry.span.end]).toEqual([true, true]);
      visit(child);
    }
  };
  for (const entry of entries) visit(entry);
});

test("blocks, the dataset and runs of comments fold, and the closing brace stays in sight", () => {
  const source = FORM.replace("fonts gothic", 'dataset {\n  "note": 1\n}\nfonts gothic');
  const lineOf = (offset: number): number => source.slice(0, offset).split("\n").length - 1;
  const lines = source.split("\n");
  const found = folds(analyse(source)).map(({ start, end }) => [
    lines[lineOf(start)]?.trim(),
    lines[lineOf(end) + 1]?.trim(),
  ]);
  expect(found).toContainEqual(["dataset {", "}"]);
  expect(found).toContainEqual(["foot {", "}"]);
  expect(found).toContainEqual(["page A4 portrait margin=15mm {", "}"]);
  expect(found).toContainEqual(["// What callers send", FORM_LINES[6]]);
});

group("formatting", () => {
  const untidy = FORM_LINES.map((line) => line.replace("=", " = "));

  test.each([
    ["changes single lines where their number stays", FORM.replaceAll("gap=", "gap  =  ")],
    ["changes one block where lines come or go", FORM.replace("page A4", "\n\n\n\n\npage A4")],
    ["closes the last line", FORM.trimEnd()],
    ["takes trailing lines away", `${FORM}\n\n\n`],
    ["repairs many lines", untidy.join("\n")],
  ])("%s", (_, source) => {
    const { value } = formatSource(source);
    expect(applyEdits(source, formatEdits(source))).toBe(value ?? source);
  });

  test("leaves a source alone that cannot be read", () => {
    expect(formatEdits(`${FORM}text "open`)).toEqual([]);
  });
});

test("no text and no place throws, and every range lies within the text", () => {
  const pieces = fc.constantFrom(
    ...FORM_LINES,
    "{",
    "}",
    '"',
    "'",
    "{customer.",
    "((",
    "[",
    "\u0000",
    "\ud842",
    "𠮷",
    "\r",
    "//",
  );
  const texts = fc.array(pieces, { maxLength: 12 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(texts, fc.nat(), (source, place) => {
      const offset = place % (source.length + 1);
      const analysis = analyse(source);
      const renaming = rename(analysis, offset, "renamed");
      const spans = [
        ...propose(source, offset).map(({ span }) => span),
        ...(renaming.ok ? renaming.edits.map(({ span }) => span) : []),
        ...folds(analysis),
        ...outline(analysis).map(({ span }) => span),
        describe(analysis, offset)?.span ?? { start: 0, end: 0 },
        nameAt(analysis, offset)?.span ?? { start: 0, end: 0 },
      ];
      for (const { start, end } of spans) {
        expect(start).toBeGreaterThanOrEqual(0);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end).toBeLessThanOrEqual(source.length);
      }
    }),
    { numRuns: 300 },
  );
});
