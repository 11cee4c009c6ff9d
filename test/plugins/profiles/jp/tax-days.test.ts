// Rates hold by the day of the supply, which need not be the day of the paper.
import { describe, expect, test } from "vitest";
import { checkForm } from "../../../../src/core/rule-tester/index.ts";
import type { Profile } from "../../../../src/core/sdk/index.ts";
import {
  invoice,
  nonregisteredInvoice,
  qualifiedInvoice,
  returnInvoice,
  selfBilling,
  simplifiedInvoice,
} from "../../../../src/plugins/profiles/jp/invoices/index.ts";
import { receipt } from "../../../../src/plugins/profiles/jp/receipts/index.ts";
import { deliveryNote, order, quotation } from "../../../../src/plugins/profiles/jp/trade/index.ts";

/** The last day of 8 %, and the first of 10 % with 8 % as the reduced rate. */
const [BEFORE, AFTER] = ["2019-09-30", "2019-10-01"] as const;

const PROFILES: readonly (readonly [profile: Profile, ownDate: string])[] = [
  [receipt, "receipt.date"],
  [invoice, "document.issueDate"],
  [qualifiedInvoice, "document.issueDate"],
  [nonregisteredInvoice, "document.issueDate"],
  [simplifiedInvoice, "receipt.date"],
  [returnInvoice, "document.issueDate"],
  [selfBilling, "document.issueDate"],
  [deliveryNote, "document.issueDate"],
  [order, "order.date"],
  [quotation, "document.issueDate"],
];

const DAY = 'column day "日" w=30mm';

type Days = Readonly<Record<string, string>>;

function formOf(days: Days, rate: 10 | 8): string {
  const { "line.date": ofLine, ...ofForm } = days;
  const dates = Object.entries(ofForm).map(
    ([role, day], at) => `field day${at} ${/^\d{4}-/.test(day) ? "date" : "string(40)"} role=${role} example="${day}"`,
  );
  return `rpt 1
document paper title="帳票" lang=ja
${dates.join("\n")}
field items[].name string(20) role=line.description example=["茶"]
${ofLine === undefined ? "" : `field items[].day date role=line.date example=["${ofLine}"]`}
field items[].amount int role=line.amount example=[1000]
field items[].rate enum(10, 8) role=line.taxRate example=[${rate}]
let taxes[] role=tax.groups = group(items, .rate)
let taxes[].base role=tax.base = sum(.items[].amount)
let taxes[].tax role=tax.amount = round(.base * .key / 100, 0, down)
fonts gothic="Noto Sans JP"
sizes body=8pt
style base font=gothic size=body
page A4 margin=10mm {
  body {
    text "${Object.keys(ofForm)
      .map((_, at) => `{day${at}}`)
      .join(" ")}"
    table items { column name "品名" w=1fr column amount "金額" w=30mm ${ofLine === undefined ? "" : DAY} }
    text "※は軽減税率対象です。" role=tax.reducedNote
    table taxes { column key "税率" "{.key}%" w=30mm column base "税抜" w=30mm column tax "税" w=30mm }
  }
}
`.replace(/^(.*table \w+ \{)(.*)\}$/gm, (_, head: string, columns: string) =>
    [head, ...columns.split(/(?=column )/).map((one) => `      ${one.trim()}`), "    }"].join("\n"),
  );
}

/** What the rules of rates say: the tax of a rate that is none, and the mark of lines at the reduced rate. */
function told(profile: Profile, source: string, asOf?: string): readonly string[] {
  const rules = profile.rules.filter(({ meta }) => ["tax-amount", "reduced-rate-mark"].includes(meta.id));
  const { diagnostics, isDrawn } = checkForm([{ ...profile, rules }], {
    source,
    ...(asOf === undefined ? {} : { asOf }),
  });
  expect(isDrawn).toBe(true);
  return diagnostics.filter(({ code }) => code.startsWith("jp.")).map(({ message }) => message);
}

const SUPPLIES: readonly (readonly [role: string, before: string, after: string])[] = [
  ["transaction.date", BEFORE, AFTER],
  ["line.date", BEFORE, AFTER],
  ["delivery.date", BEFORE, AFTER],
  ["order.deliveryDate", BEFORE, AFTER],
  ["transaction.originalDate", BEFORE, AFTER],
  ["transaction.period", "2019年9月1日〜9月30日", "2019年10月分"],
];

describe.each(PROFILES.map(([profile, own]) => [profile.name, profile, own] as const))("%s", (_, profile, own) => {
  test.each(SUPPLIES)("judges rates by %s, and not by the day of the paper", (role, before, after) => {
    expect(told(profile, formOf({ [own]: BEFORE, [role]: after }, 10))).toEqual([]);
    expect(told(profile, formOf({ [own]: AFTER, [role]: before }, 8))).toEqual([]);
    const [wrong = "", ...more] = told(profile, formOf({ [own]: AFTER, [role]: before }, 10));
    expect(wrong).toMatch(/^10 % is no rate of consumption tax on 2019-09-(?:30|01 to 2019-09-30)$/);
    expect(more).toEqual([]);
  });

  test("judges by its own day where no other is known", () => {
    expect(told(profile, formOf({ [own]: AFTER }, 10)).filter((one) => one.startsWith("10 %"))).toEqual([]);
    expect(told(profile, formOf({ [own]: BEFORE }, 10))).toEqual([`10 % is no rate of consumption tax on ${BEFORE}`]);
  });

  test("judges by the day that is asked for before all others", () => {
    const source = formOf({ [own]: AFTER, "transaction.date": AFTER }, 10);
    expect(told(profile, source, BEFORE)).toEqual([`10 % is no rate of consumption tax on ${BEFORE}`]);
  });
});

test("a period on both sides of a change takes either rate, and 8 % may be both", () => {
  const days = { "document.issueDate": AFTER, "transaction.period": "2019年9月21日〜10月20日" };
  expect(told(qualifiedInvoice, formOf(days, 10))).toEqual([]);
  expect(told(qualifiedInvoice, formOf(days, 8))).toEqual([]);
});

test("8 % is the reduced rate by the day of the supply", () => {
  const days = { "document.issueDate": BEFORE, "transaction.date": AFTER };
  expect(told(qualifiedInvoice, formOf(days, 8))).toEqual([
    "items[0] is at the reduced rate, and nothing on its line says so",
  ]);
});
