import { describe, expect, test } from "vitest";
import { analyse, declarationsAt, nameAt, placesOf, renamable, rename } from "../../../src/core/assist/index.ts";
import { applyEdits } from "../../../src/core/diagnostics/index.ts";
import { FORM } from "./form.ts";

const EVERYTHING = `rpt 1
document a
field customers[].code string(8) example=["A", "B"]
field customers[].lines[].price decimal(9,2) example=[[1, 2], [3]]
field note? string(80) example="備考"
dataset {
  "customers": [{"code": "𠮷", "lines": [{"price": 1}]}],
  "note": "price {note}"
}
let c.lines[].tax = round(.price * 0.1, 0, down)
let c.total = sum(.lines[].price) + sum(.lines[].tax)
let rates[] = group(customers[].lines, .price, desc)
source customers as=c
page A4 margin=15mm {
  body {
    text "𠮷👍{c.code} {note ?? 'note'} {sum(c.lines[.price > 1].price)}" when=(has(note) and any(c.lines[].price > 1))
    table c.lines {
      column price "note" w=1fr
      column tax "{note ?? "note"}" (.tax) w=1fr
      foot {
        cell (c.total) col=price
      }
    }
  }
}
`;

/** The offset of the first `|` in a text that is in the source without it. */
function at(source: string, marked: string): number {
  const found = source.indexOf(marked.replace("|", ""));
  if (found < 0) throw new Error(`the source has no ${marked}`);
  return found + marked.indexOf("|");
}

function renamed(source: string, marked: string, to: string): string {
  const renaming = rename(analyse(source), at(source, marked), to);
  if (!renaming.ok) throw new Error(renaming.sentence);
  return applyEdits(source, renaming.edits);
}

/** Lines of `after` that differ from those of `before`. */
function changedLines(before: string, after: string): readonly string[] {
  const old = before.split("\n");
  return after
    .split("\n")
    .filter((line, number) => line !== old[number])
    .map((line) => line.trim());
}

describe("renaming", () => {
  test("reaches declarations, the dataset, lets, texts, filters, and no string that only looks alike", () => {
    expect(changedLines(EVERYTHING, renamed(EVERYTHING, "field customers[].lines[].pri|ce", "cost"))).toEqual([
      "field customers[].lines[].cost decimal(9,2) example=[[1, 2], [3]]",
      '"customers": [{"code": "𠮷", "lines": [{"cost": 1}]}],',
      "let c.lines[].tax = round(.cost * 0.1, 0, down)",
      "let c.total = sum(.lines[].cost) + sum(.lines[].tax)",
      "let rates[] = group(customers[].lines, .cost, desc)",
      `text "𠮷👍{c.code} {note ?? 'note'} {sum(c.lines[.cost > 1].cost)}" when=(has(note) and any(c.lines[].cost > 1))`,
      'column price "note" (.cost) w=1fr',
    ]);
  });

  test.each([
    ["an optional field", "field no|te?", "remark", 4],
    ["an array, wherever a path runs through it", "field customers[].li|nes", "rows", 7],
    ["a let of a record, from one of its uses", "cell (c.tot|al)", "sumOfAll", 2],
    ["a field, from inside of a text", "{c.co|de}", "id", 3],
    ["a field, with a name in Japanese", "{c.co|de}", "得意先コード", 3],
  ])("takes %s", (_, marked, to, lines) => {
    const after = renamed(EVERYTHING, marked, to);
    expect(changedLines(EVERYTHING, after)).toHaveLength(lines);
    expect(analyse(after).diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test.each([
    ["a taken name", "field no|te?", "customers", /both an object or array and a value/],
    ["a reserved word", "field no|te?", "index", /reserved/],
    ["the record's own name", "field no|te?", "c", /already declared/],
    ["no name at all", "field no|te?", "a-b", /no name/],
    ["an empty name", "field no|te?", "", /no name/],
  ])("refuses %s in a sentence", (_, marked, to, sentence) => {
    const renaming = rename(analyse(EVERYTHING), at(EVERYTHING, marked), to);
    expect(renaming.ok ? "" : renaming.sentence).toMatch(sentence);
  });

  test.each(["ta|ble c.lines", "column pri|ce", "d|esc)", "group(|customers", "style=ti|tle", "'no|te'", "p|age A4"])(
    "is not offered at %s unless a field or let is written there",
    (marked) => {
      const source = marked.startsWith("style") ? FORM : EVERYTHING;
      const name = renamable(analyse(source), at(source, marked));
      expect(name?.text ?? null).toBe(marked.startsWith("group") ? "customers" : null);
    },
  );

  test("keeps the meaning of every field and let of a form, forth and back", () => {
    const { tree } = analyse(FORM);
    for (const statement of tree.statements) {
      if (statement.kind !== "field" && statement.kind !== "let") continue;
      const name = statement.path.segments.at(-1);
      if (name === undefined) continue;
      const forth = rename(analyse(FORM), name.span.start, "renamed");
      if (!forth.ok) throw new Error(forth.sentence);
      expect(analyse(applyEdits(FORM, forth.edits)).diagnostics).toEqual([]);
    }
  });

  test("works beside lines that cannot be read yet", () => {
    const source = FORM.replace("    row gap=10mm {", '    text "open\n    row gap=10mm {');
    expect(renamed(source, "{customer.na|me}", "title")).toContain('"{customer.title} 御中"');
  });
});

describe("names", () => {
  test.each([
    ["style=ti|tle place", "style", "style title"],
    ["size=bo|dy color", "size", "sizes title=20pt body"],
    ["font=gothi|c size", "font", "fonts gothic"],
    ["color=i|nk\n", "color", "colors ink"],
    ["col=name..pri|ce align", "column", "column price"],
    ["{customer.|dept}", "value", "field customer.dept"],
    ["{custom|er.dept}", "value", "field customer"],
    ["when=(has(cu|stomer", "value", "field customer"],
    ["table ite|ms", "value", "field items"],
    ["sum(items[].am|ount)", "value", "let items[].amount"],
  ])("at %s is a %s, declared by %s", (marked, kind, declaration) => {
    const analysis = analyse(FORM);
    const name = nameAt(analysis, at(FORM, marked));
    expect(name?.kind).toBe(kind);
    const [place] = declarationsAt(analysis, at(FORM, marked));
    expect(FORM.slice(0, place?.span.end)).toMatch(new RegExp(`${declaration.replace(/[[\].]/g, "\\$&")}$`));
  });

  test("have all their places, each once and in order", () => {
    const analysis = analyse(FORM);
    const name = nameAt(analysis, at(FORM, "let n|et"));
    const places = name === null ? [] : placesOf(analysis, name);
    expect(places.map(({ span, role }) => `${FORM.slice(span.start, span.end)} ${role}`)).toEqual([
      "net declaration",
      "net use",
      "net use",
    ]);
  });
});
