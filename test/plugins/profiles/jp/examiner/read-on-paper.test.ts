// What stands on paper and says something else than it should, in words of many hands, each beside its lawful twin.
import { describe, expect, test } from "vitest";
import type { Profile } from "../../../../../src/core/sdk/index.ts";
import { laborTerms, payslip } from "../../../../../src/plugins/profiles/jp/employment/index.ts";
import {
  qualifiedInvoice,
  returnInvoice,
  selfBilling,
  simplifiedInvoice,
} from "../../../../../src/plugins/profiles/jp/invoices/index.ts";
import { receipt } from "../../../../../src/plugins/profiles/jp/receipts/index.ts";
import { order } from "../../../../../src/plugins/profiles/jp/trade/index.ts";
import { changed, findingsUnder, own } from "../broken-forms.ts";

type Edit = readonly [from: string, to: string];

const STYLE = `
fonts gothic="Noto Sans JP"
sizes title=14pt body=9pt
style base font=gothic size=body
`;

/** The ticket of a car park, whose figures are written into it. */
const TICKET = `rpt 1
document ticket title="駐車券" lang=ja profile=jp.simplified-invoice
field fee int role=totals.gross example=1650
${STYLE}
page w=80mm h=120mm margin=6mm {
  body gap=2mm {
    text "駐車料金のご領収" size=title
    text "駅前パーク株式会社" role=issuer.name
    text "登録番号 T7000012050002" role=issuer.registrationNumber
    text "ご出庫日 令和8年4月2日" role=transaction.date
    text "駐車場のご利用（第2駐車場 5時間）" role=line.description
    text "駐車料金（税込10%） {format(fee, '#,##0')}円"
    text "内消費税額 150円" role=tax.amount
  }
}
`;

/** A payslip as two tables. */
const TWO_TABLES = `rpt 1
document hyo title="給与明細" lang=ja profile=jp.payslip
field who string(20) role=payslip.employee example="野口 朔"
field paid[] min=1 max=9
field paid[].what string(16) example=["基本給", "住宅手当"]
field paid[].yen int role=payslip.earnings example=[260000, 12000]
field kept[] min=1 max=9
field kept[].what string(16) example=["健康保険", "厚生年金", "雇用保険"]
field kept[].yen int role=payslip.deductions example=[13500, 24800, 1490]
let rest role=payslip.net = sum(paid[].yen) - sum(kept[].yen)
let sent role=payslip.transferred = rest
${STYLE}
page A5 landscape margin=10mm {
  body gap=3mm {
    text "給与明細" size=title role=document.title
    text "白樺観光株式会社" role=issuer.name
    text "{who} 様"
    text "2026年10月1日から10月31日まで" role=payslip.period
    text "支給日 2026年11月25日" role=payslip.payDate
    row gap=4mm {
      table paid w=1fr {
        column what "支給" w=1fr
        column yen "金額" w=26mm align=right format='#,##0'
      }
      table kept w=1fr {
        column what "控除" w=1fr
        column yen "金額" w=26mm align=right format='#,##0'
      }
    }
    text "差引支給額 {format(rest, '#,##0')}円　振込額 {format(sent, '#,##0')}円"
  }
}
`;

/** A form, what is lawful of it, and what each change of it is told by which rule. */
interface OnPaper {
  readonly name: string;
  readonly profile: Profile;
  readonly source: string;
  readonly lawful: Readonly<Record<string, readonly Edit[]>>;
  readonly broken: Readonly<Record<string, readonly [rule: string, ...edits: Edit[]]>>;
}

const WITHOUT_NET: Edit = ["let sub         role=totals.net   =", "let sub ="];
const PLACE: Edit = ['field place       string(40) role=order.deliveryPlace  example="当社 小浜工場 荷受場"\n', ""];
const until = (words: string): readonly Edit[] => [
  PLACE,
  [
    `text "納期　{format(until, 'yyyy年M月d日')}　納入場所　{place}"`,
    `text "お品は{format(until, 'yyyy年M月d日')}までに${words}" role=order.deliveryPlace`,
  ],
];
const named = (words: string): readonly Edit[] => [
  ['        text (us.name)\n        text "登録番号：{us.reg}"', `        text "${words}"`],
  ['field us.name      string(30)      role=issuer.name                  example="南部鉄器協同株式会社"\n', ""],
  ['field us.reg       string          role=issuer.registrationNumber    example="T7000012050002"\n', ""],
];
const OFF: Edit = ["休日は、土曜日、日曜日及び会社の定める日とする。", "休日は、土曜日と日曜日とする。"];
const CONTACT = '"総務課 課長 木村（0138-00-0000）"';
const HEADLINE = `      text "ご請求金額（税込）" w=50mm
      text "¥{format(all, '#,##0')}-" size=head weight=bold w=1fr align=right`;
const headline = (value: string): Edit => [
  HEADLINE,
  `      text "ご請求いたします額 金{format(${value}, '#,##0')}円（税込）" size=head`,
];
const cash = (change: string): Edit => [
  '    text "※は軽減税率対象品目です。"',
  `    text "お預かり 2,000円　お釣り ${change}円"\n    text "※は軽減税率対象品目です。"`,
];
const receiptNumber = (number: string): readonly Edit[] => [
  ['text "登録番号 {us.reg}"', `text "登録番号 ${number}"`],
  ['field us.reg     string      role=issuer.registrationNumber example="T7000012050002"\n', ""],
];

const CASES: readonly OnPaper[] = [
  {
    ...{ name: "a ticket in fixed words", profile: simplifiedInvoice, source: TICKET },
    lawful: {
      "as it is": [],
      "rounded up": [
        ["example=1650", "example=1655"],
        [" 150円", " 151円"],
      ],
    },
    broken: {
      "a tax that the fare does not make": ["printed-figures", [" 150円", " 180円"]],
      "a rate before its day": ["printed-figures", ["令和8年4月2日", "平成29年4月2日"]],
    },
  },
  {
    ...{
      name: "an invoice without a subtotal",
      profile: qualifiedInvoice,
      source: changed(own("seikyu-shokuhin"), WITHOUT_NET),
    },
    lawful: { "as it is": [] },
    broken: { "amounts without tax under 税込": ["row-amounts", ["金額（税抜）", "金額（税込）"]] },
  },
  {
    ...{ name: "an invoice with a headline", profile: qualifiedInvoice, source: own("seikyu-shokuhin") },
    lawful: { "in one sentence": [headline("all")], "of work": [['name "内容"', 'name "お仕事の内容"']] },
    broken: { "税込 without the tax": ["printed-figures", headline("sub")] },
  },
  {
    ...{ name: "a return", profile: returnInvoice, source: own("henpin") },
    lawful: { "name and number in one text": named("南部鉄器協同株式会社（登録番号 T7000012050002）") },
    broken: {
      "a name without its number": ["registration-number", ...named("南部鉄器協同株式会社（製造元）")],
      "the number of whoever is addressed": [
        "registration-number",
        ...named("みちのく百貨店様（登録番号 T7000012050002）"),
      ],
    },
  },
  {
    ...{ name: "a statement of purchases", profile: selfBilling, source: own("shiire") },
    lawful: { "the number of the supplier": [["仕入先登録番号", "貴社登録番号"]] },
    broken: { "his number as one's own": ["label", ["仕入先登録番号", "当社登録番号"]] },
  },
  {
    ...{ name: "a till", profile: simplifiedInvoice, source: own("reji") },
    lawful: { "cash in one text": [cash("910")] },
    broken: { "another change": ["change", cash("810")] },
  },
  {
    ...{ name: "a receipt", profile: receipt, source: own("ryoshu") },
    lawful: {
      "a file that is loaded": [["電子メール送信のため収入印紙は省略", "ＰＤＦでの発行につき印紙は不要です"]],
      "a number in fixed words": receiptNumber("T7000012050002"),
    },
    broken: {
      "no stamp, without a reason": [
        "stamp-box",
        ["電子メール送信のため収入印紙は省略", "収入印紙の貼付は省略しております"],
      ],
      "eleven digits in fixed words": ["registration-number-format", ...receiptNumber("T70000120500")],
    },
  },
  {
    ...{ name: "a payslip as two tables", profile: payslip, source: TWO_TABLES },
    lawful: { "as it is": [] },
    broken: {
      "the headings exchanged": [
        "pay-headings",
        ['"支給" w', '"甲" w'],
        ['"控除" w', '"支給" w'],
        ['"甲" w', '"控除" w'],
      ],
      "the premiums exchanged": ["insurance-premiums", ["[13500, 24800,", "[24800, 13500,"]],
      "who is paid as who pays": ["parties", ['text "白樺観光株式会社" role', 'text "{who}" role']],
    },
  },
  {
    ...{ name: "an order in sentences", profile: order, source: own("chumon-bun") },
    lawful: { "with the place": until("当社の小浜工場へお納めください。") },
    broken: { "without the place": ["delivery-place", ...until("お届け願います。")] },
  },
  {
    ...{ name: "terms without an end", profile: laborTerms, source: own("koyo-muki") },
    lawful: { "enough a month": [OFF] },
    broken: {
      "too little a month": ["minimum-wage", OFF, ["月給 242,000円", "月給 128,000円"]],
      "no days off beside their pay": [
        "days-off",
        ["休日は、土曜日、日曜日及び会社の定める日とする。", ""],
        ["時間外は25%増とする。", "時間外は25%増、法定休日35%増とする。"],
      ],
    },
  },
  {
    ...{ name: "fixed terms", profile: laborTerms, source: own("koyo-yuki") },
    lawful: { "somebody else to ask": [[CONTACT, '"人事担当の工藤"']] },
    broken: { "nobody to ask": ["contact", [CONTACT, '"設けていません"']] },
  },
];

describe.each(CASES)("$name", ({ profile, source, lawful, broken }) => {
  test.each(Object.entries(lawful))("%s is told nothing", (_, edits) => {
    expect(findingsUnder(profile, changed(source, ...edits)).filter((one) => !/ info /.test(one))).toEqual([]);
  });

  test.each(Object.entries(broken))("%s is found", (_, [rule, ...edits]) => {
    const told = findingsUnder(profile, changed(source, ...edits));
    expect(told.filter((one) => one.includes(` ${rule} `))).not.toEqual([]);
  });
});
