import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { readPayload, readPayloadList } from "../../../src/core/contract/index.ts";
import { bundledFonts } from "../../../src/core/engine/index.ts";

const SOURCE = `rpt 1
field subject? string(40) example="件名"
field issueDate? date example="2026-10-01"
field fax? string(20) example="03-1234-5678"
field name? string(40) example="山田"
field department? string(40) example="総務部"
field customer.name string(40) example="みどり商事"
field customer.address? string(60) example="東京都"
field customer.postalCode? string(8) example="100-0001"
field items[] max=100
field items[].name string(40) example=["保守"]
field items[].unit? string(8) example=["式"]
field items[].taxRate? decimal(4,2) example=[0.1]
page A4 margin=15mm {
  body {
    text "件名"
  }
}
`;

const { value: canvas, diagnostics } = compileSource(SOURCE, { families: bundledFonts().families });
if (canvas === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
const { fields } = canvas;
const GOOD = { customer: { name: "山本" }, items: [{ name: "a" }] };

function misses(data: unknown): readonly string[] {
  const reading = readPayload(new TextEncoder().encode(JSON.stringify(data)), fields, { extra: "ignore" });
  return reading.nearMisses.map(({ path, declared, count }) => `${path} → ${declared}${count > 1 ? ` ×${count}` : ""}`);
}

describe("members that are nearly declared", () => {
  test.each<readonly [string, object, readonly string[]]>([
    ["a slip", { subjekt: "x" }, ["subjekt → subject"]],
    ["another way to write it", { issue_date: "2026-01-01" }, ["issue_date → issueDate"]],
    ["a capital", { IssueDate: "2026-01-01" }, ["IssueDate → issueDate"]],
    ["wide letters", { ｆａｘ: "1" }, ["ｆａｘ → fax"]],
    ["null where it is declared", { subject: null, subjekt: "x" }, ["subjekt → subject"]],
    ["in an object", { customer: { name: "y", adress: "x" } }, ["customer.adress → customer.address"]],
    [
      "in an object, written another way",
      { customer: { name: "y", postal_code: "1" } },
      ["customer.postal_code → customer.postalCode"],
    ],
    [
      "in each entry of a list",
      { items: [{ name: "a" }, { name: "b", unti: "x" }, { name: "c", unti: "y" }] },
      ["items[1].unti → items[].unit ×2"],
    ],
    ["in the wrong object", { customer: { name: "y", department: "x" } }, ["customer.department → department"]],
    ["as one name", { customerAddress: "x" }, ["customerAddress → customer.address"]],
    [
      "beside a present one in some entries",
      {
        items: [
          { name: "a", unit: "x", unti: "x" },
          { name: "b", unti: "x" },
        ],
      },
      ["items[1].unti → items[].unit"],
    ],
  ])("%s is told", (_, data, told) => {
    expect(misses({ ...GOOD, ...data })).toEqual(told);
  });

  test.each<readonly [string, object]>([
    ["the declared member is there", { subject: "a", subjekt: "b" }],
    ["three letters are near by chance", { tax: "b" }],
    ["four letters differ twice", { date: "2026-01-01" }],
    ["the name is of another list", { items: [{ name: "a", department: "x" }] }],
    ["the member elsewhere is there", { department: "a", customer: { name: "y", department: "x" } }],
    ["nothing is near", { internalReference: 7, meta: { createdBy: "erp" } }],
  ])("nothing is told where %s", (_, data) => {
    expect(misses({ ...GOOD, ...data })).toEqual([]);
  });

  test("nothing is told of a closed contract, which refuses them", () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...GOOD, subjekt: "x" }));
    const { nearMisses, violations } = readPayload(bytes, fields, { extra: "forbid" });
    expect(nearMisses).toEqual([]);
    expect(violations.map(({ path, rule }) => `${path} ${rule}`)).toEqual(["subjekt extra"]);
  });

  test("of a list's documents each slip is told once, with the first document's place", () => {
    const list = [GOOD, { ...GOOD, subjekt: "x" }, { ...GOOD, subjekt: "y" }, { ...GOOD, subject: "z" }];
    const { nearMisses } = readPayloadList(new TextEncoder().encode(JSON.stringify(list)), fields, { extra: "ignore" });
    expect(nearMisses).toEqual([{ path: "dataList[1].subjekt", declared: "subject", count: 2 }]);
  });

  test("never more than twenty, nor in names that fill a line", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`subjek${"​".repeat(at)}`, at]));
    expect(misses({ ...GOOD, ...many }).length).toBeLessThanOrEqual(20);
    const [told = ""] = misses({ ...GOOD, [`subject${" ".repeat(500)}`]: 1 });
    expect(told.length).toBeLessThan(100);
  });

  test("any member that is declared and present is no near miss, nor is any data in which all are there", () => {
    const whole = {
      ...{ subject: "a", issueDate: "2026-01-01", fax: "1", name: "n", department: "d" },
      customer: { name: "a", address: "b", postalCode: "1" },
      items: [{ name: "a", unit: "b", taxRate: 0.1 }],
    };
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (own, inner) => {
          const data = { ...own, ...whole, customer: { ...inner, ...whole.customer } };
          expect(misses(data)).toEqual([]);
        },
      ),
    );
  });
});
