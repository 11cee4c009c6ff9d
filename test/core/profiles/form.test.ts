// What rules see of a form: captured by a rule that keeps it.
import { describe, expect, test } from "vitest";
import { checkForm } from "../../../src/core/rule-tester/index.ts";
import {
  defineProfile,
  defineRule,
  type Form,
  formulaOf,
  inputsBehind,
  presenceOf,
  roundingsBehind,
} from "../../../src/core/sdk/index.ts";

/** The form of each record, as rules see it. */
function formsOf(source: string, data?: unknown): readonly Form[] {
  const forms: Form[] = [];
  const keeps = defineRule({
    meta: { id: "keeps", summary: "Keeps.", severity: "info", basis: [], messages: {}, repairs: "none" },
    check: ({ form }) => void forms.push(form),
  });
  const profile = defineProfile({ name: "test", sdk: 1, title: "test", documentKinds: ["note"], rules: [keeps] });
  const { diagnostics, isDrawn } = checkForm([profile], { source, ...(data === undefined ? {} : { data }) });
  if (!isDrawn) throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n"));
  return forms;
}

function formOf(source: string, data?: unknown): Form {
  const [form] = formsOf(source, data);
  if (form === undefined) throw new Error("no form");
  return form;
}

const BILL = `rpt 1
document bill

field items[].name string(20) role=line.description example=["茶", "紙", "酒"]
field items[].price decimal(9,2) role=line.unitPrice example=[100, 25.50, 300]
field items[].rate enum(10, 8) role=line.taxRate example=[8, 10, 10]

let taxes[] role=tax.groups = group(items, .rate, desc)
let taxes[].base role=tax.base = sum(.items[].price)
let taxes[].tax role=tax.amount = round(.base * .key / 100, 0, down)
let total role=totals.gross = sum(taxes[].base) + sum(taxes[].tax)

page A5 portrait {
  body {
    table items {
      column name "品名"
      column price "金額" format='#,##0.00'
    }
    table taxes {
      column key "税率" "{.key}%"
      column tax "税額" format='#,##0'
    }
    text "合計 ¥{format(total, '#,##0')} です"
  }
}
`;

describe("values of a record", () => {
  const form = formOf(BILL);

  test("are exact, by path, with those of groups and their keys", () => {
    const values = new Map(form.values.map(({ path, value }) => [path, value]));
    expect(values.get("items[1].price")).toBe("25.5");
    expect(["taxes[0].key", "taxes[0].base", "taxes[0].tax"].map((path) => values.get(path))).toEqual([
      "10",
      "325.5",
      "32",
    ]);
    expect(values.get("total")).toBe("465.5");
  });

  test("entries of groups name the entries that they hold", () => {
    expect(form.entries.filter(({ declared }) => declared === "taxes[]")).toEqual([
      { path: "taxes[0]", declared: "taxes[]", role: "tax.groups", origin: null, items: ["items[1]", "items[2]"] },
      { path: "taxes[1]", declared: "taxes[]", role: "tax.groups", origin: null, items: ["items[0]"] },
    ]);
  });

  test("each printed figure names the value that it shows, and bears its role", () => {
    const shown = form.pages[0]?.runs.flatMap(({ sources }) => sources.filter(({ isFixed }) => !isFixed)) ?? [];
    const told = shown.map(({ text, path, role }) => [text, path, role]);
    expect(told).toContainEqual(["25.50", "items[1].price", "line.unitPrice"]);
    expect(told).toContainEqual(["32", "taxes[0].tax", "tax.amount"]);
    expect(told).toContainEqual(["466", "total", "totals.gross"]);
  });
});

describe("formulas", () => {
  const form = formOf(BILL);

  test("tell for which array they are computed, what they read and where they round", () => {
    expect(formulaOf(form, "taxes[].tax")).toMatchObject({
      scope: "taxes[]",
      inputs: ["taxes[].base", "taxes[].key"],
      roundings: [{ function: "round", digits: 0, mode: "down", inputs: ["taxes[].base", "taxes[].key"] }],
    });
    expect([...inputsBehind(form, "total")].sort()).toEqual([
      "items[].price",
      "taxes[].base",
      "taxes[].key",
      "taxes[].tax",
    ]);
    expect(roundingsBehind(form, "total").map(({ formula }) => formula.path)).toEqual(["taxes[].tax"]);
  });
});

/** A form whose recipient is declared and drawn as the case says. */
function note(declaration: string, drawing: string, more = ""): string {
  const lines = ["rpt 1", "document note", declaration, "field shown bool example=false", more, "page A5 portrait {"];
  return `${[...lines, "  body {", `    ${drawing}`, '    text "。" when=(shown)', "  }", "}"].join("\n")}\n`;
}

const NAME = 'field name string(20) role=recipient.name example="山田"';

const UNDER_A_BOX = [
  "plate h=20mm {",
  '  text "{name}" x=0mm y=0mm w=30mm h=5mm',
  "  rect x=0mm y=0mm w=40mm h=10mm fill=#eeeeee layer=over",
  "}",
].join("\n    ");

describe("an item is", () => {
  test.each([
    ["drawn", note(NAME, 'text "{name} 様"')],
    ["drawn", note('field name string(20) example="山田"', 'text "{name} 様" role=recipient.name')],
    ["undeclared", note('field name string(20) example="山田"', 'text "{name} 様"')],
    ["not-shown", note(NAME, 'text "様"')],
    ["not-drawn", note(NAME, 'text "{name} 様" when=(shown)')],
    ["empty", note("field name? string(20) role=recipient.name", "text \"{name ?? ''} 様 {name}\"")],
    ["invisible", note(NAME, 'text "{name}" color=#ffffff')],
    ["invisible", note(NAME, 'box fill=#000000 {\n      text "{name}"\n    }')],
    ["clipped", note(NAME.replace("山田", "山田山田山田"), 'text "{name}" w=10mm h=5mm fit=clip')],
    ["off-page", note(NAME, 'plate h=20mm {\n      text "{name}" x=-60mm y=0mm w=30mm h=5mm\n    }')],
    ["covered", note(NAME, UNDER_A_BOX)],
  ])("%s", (presence, source) => {
    expect(presenceOf(formOf(source), "recipient.name").presence).toBe(presence);
  });
});

describe("records", () => {
  const RUN = `rpt 1
document run
field customers[].name string(20) role=recipient.name example=["甲", "乙"]
field customers[].at date role=document.issueDate example=["2026-10-01", "2026-11-01"]
source customers as=c
copies ["正", "控"]
page A5 portrait {
  body {
    text "{c.name} 様 {c.at} {copy.label}"
  }
}
`;

  test("of a run are forms of their own, each with its values, date and the pages of its first copy", () => {
    const forms = formsOf(RUN);
    expect(forms.map(({ record, asOf }) => [record.number, record.total, asOf.date, asOf.from])).toEqual([
      [1, 2, "2026-10-01", "data"],
      [2, 2, "2026-11-01", "data"],
    ]);
    const texts = forms.map(({ pages }) => pages.map(({ runs }) => runs.map(({ text }) => text).join("")));
    expect(texts).toEqual([["甲様 2026-10-01 正"], ["乙様 2026-11-01 正"]]);
    expect(forms.map(({ values }) => values.map(({ path }) => path))).toEqual([
      ["customers[0].name", "customers[0].at"],
      ["customers[1].name", "customers[1].at"],
    ]);
  });

  test("of a sheet that holds several are seen alone", () => {
    const labels = RUN.replace("page A5 portrait {", "page 70mm 37mm n-up=[2, 5] {").replace(
      'copies ["正", "控"]\n',
      "",
    );
    const texts = formsOf(labels).map(({ pages }) =>
      pages.flatMap(({ runs }) => runs.map(({ text }) => text)).join(""),
    );
    expect(texts).toEqual([expect.stringContaining("甲"), expect.stringContaining("乙")]);
    expect(texts[0]).not.toContain("乙");
  });
});

test("kinds are those of the profiles that judge, and data that came are told from examples", () => {
  expect(formOf(BILL)).toMatchObject({ kinds: ["note"], data: "examples", asOf: { date: "9999-12-31" } });
  expect(formOf(BILL, { items: [{ name: "茶", price: 1, rate: 8 }] })).toMatchObject({ data: "given" });
});
