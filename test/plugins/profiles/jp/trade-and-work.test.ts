import { describe, expect, test } from "vitest";
import { Decimal } from "../../../../src/core/sdk/index.ts";
import { dencho } from "../../../../src/plugins/profiles/jp/books/index.ts";
import { laborTerms, payslip } from "../../../../src/plugins/profiles/jp/employment/index.ts";
import { daysFrom } from "../../../../src/plugins/profiles/jp/items/days.ts";
import { inspectionReport, productionSchedule } from "../../../../src/plugins/profiles/jp/manufacture/index.ts";
import { print } from "../../../../src/plugins/profiles/jp/print/index.ts";
import { receipt } from "../../../../src/plugins/profiles/jp/receipts/index.ts";
import { stampDuty } from "../../../../src/plugins/profiles/jp/receipts/stamp-duty.ts";
import { deliveryNote, order, quotation } from "../../../../src/plugins/profiles/jp/trade/index.ts";
import { typography } from "../../../../src/plugins/profiles/jp/typography/index.ts";
import { example, findingsUnder, form, tellBroken } from "./broken-forms.ts";
import { BROKEN_TRADE_AND_WORK } from "./broken-trade-and-work.ts";

describe("complete forms are clean under their profiles", () => {
  test.each([
    [receipt, form("receipt")],
    [quotation, form("quotation")],
    [deliveryNote, form("delivery-note")],
    [order, form("order")],
    [payslip, form("payslip")],
    [laborTerms, form("labor-terms")],
    [inspectionReport, example("inspection-report")],
    [productionSchedule, example("production-schedule")],
    [typography, form("receipt")],
    [print, form("payment-slip")],
    [dencho, form("receipt")],
  ])("$name", (profile, source) => {
    expect(findingsUnder(profile, source)).toEqual([]);
  });
});

describe("a plan explains its bars in any words", () => {
  /** The example, with other words in its footer in place of 凡例 and of the sign beside it. */
  const explained = (words: string) =>
    example("production-schedule")
      .replace('"凡例" x=0mm y=2mm w=9mm', `"${words}" x=200mm y=2mm w=100mm`)
      .replace('"▲"', '"注"');
  const found = (words: string) =>
    findingsUnder(productionSchedule, explained(words)).filter((each) => each.includes("凡例"));

  test.each([
    ...["凡　例", "記号：△ 納期", "記号の説明", "バーの見方", "■計画　□実績", "▲：納期", "▲は納期", "●印は検査日"],
    ...["青：計画　灰：実績", "赤い線は基準日", "青色＝計画", "色分け　青 計画"],
  ])("%s", (words) => {
    expect(found(words)).toEqual([]);
  });

  test.each(["注", "青葉工場", "●", "赤字は単位：千円ではない", "備考：なし"])("%s explains none", (words) => {
    expect(found(words)).not.toEqual([]);
  });
});

test.each(["bar", "stacked", "line", "pie"])("no line of a plain %s chart is too fine to print", (kind) => {
  const axis = kind === "pie" ? "" : "      axis y step=5 line-at=10 title='数'\n";
  const source =
    `rpt 1\nfield months[].name string(4) example=["4月", "5月"]\n` +
    "field months[].sales int min=0 max=20 example=[12, 18]\npage A4 margin=15mm {\n  body {\n" +
    `    chart ${kind} months h=60mm alt="売上" legend=bottom {\n      category (.name)\n` +
    `      series "売上" (.sales)\n${axis}    }\n  }\n}\n`;
  expect(findingsUnder(print, source)).toEqual([]);
});

test("no line of a plain schedule is too fine to print", () => {
  expect(findingsUnder(print, example("production-schedule"))).toEqual([]);
});

test("each broken form is found by its rule, with these words", async () => {
  await expect(tellBroken(BROKEN_TRADE_AND_WORK)).toMatchFileSnapshot("golden/trade-and-work.findings.txt");
});

test.each([
  ["49999", 0],
  ["50000", 200],
  ["1000000", 200],
  ["1000001", 400],
  ["30000000", 6_000],
  ["1000000001", 200_000],
])("a receipt over %s yen carries a stamp of %i yen", (amount, duty) => {
  expect(stampDuty("2026-11-18", Decimal.of(amount))).toBe(duty);
});

test("days are counted over months, years and leap days", () => {
  expect(daysFrom("2026-12-18", "2027-02-16")).toBe(60);
  expect(daysFrom("2028-02-28", "2028-03-01")).toBe(2);
  expect(daysFrom("2027-02-28", "2027-03-01")).toBe(1);
  expect(daysFrom("2026-11-18", "2026-11-18")).toBe(0);
  expect(daysFrom("検収後", "2026-11-18")).toBeNull();
});
