// What findings of figures say: the tax that a total makes, and the names of all figures whose sum is meant.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { qualifiedInvoice } from "../../../../src/plugins/profiles/jp/invoices/index.ts";
import { receipt } from "../../../../src/plugins/profiles/jp/receipts/index.ts";
import { findingsUnder } from "./broken-forms.ts";

const own = (name: string) => readFileSync(`test/plugins/profiles/jp/examiner/forms/${name}.rpt`, "utf8");

test("the tax of a sum that has it in it is computed from within", () => {
  const source = own("ryoshu").replaceAll("example=10000", "example=9000");
  const said = findingsUnder(receipt, source).find((finding) => finding.includes("printed-rate"));
  expect(said).toContain("10,000 of 110,000");
});

test("a sum of several totals is told with the names of all of them", () => {
  const lines = (sums: string) => `rpt 1

document sums title="請求書" lang=ja profile=jp.qualified-invoice

field lines[].name string(20) role=line.description example=["板", "釘"]
field lines[].sum  int role=line.amount example=[${sums}]
field a int role=tax.base example=10000
field b int role=tax.base example=5000

fonts gothic="Noto Sans JP" mincho="Noto Serif JP"
sizes title=16pt body=9pt
style base font=gothic size=body

page A4 portrait margin=15mm {
  body gap=4mm {
    text "請求書" size=title role=document.title
    table lines {
      column name "品名" (.name) w=1fr
      column sum "金額（税抜）" (.sum) w=28mm format='#,##0'
    }
    pairs label-w=60mm {
      pair "10%対象（税抜）" (format(a, '#,##0'))
      pair "8%対象（税抜）" (format(b, '#,##0'))
    }
  }
}
`;
  const said = (sums: string) => findingsUnder(qualifiedInvoice, lines(sums)).filter((one) => / sums /.test(one));
  expect(said("10000, 5000")).toEqual([]);
  expect(said("10000, 5700").join()).toContain("a and b is 15,000");
});
