// Clean forms with an item that is said otherwise: lawfully, which is told nothing, and so that a rule finds it.
import { describe, expect, test } from "vitest";
import type { Profile } from "../../../../../src/core/sdk/index.ts";
import { laborTerms } from "../../../../../src/plugins/profiles/jp/employment/index.ts";
import {
  nonregisteredInvoice,
  qualifiedInvoice,
  returnInvoice,
} from "../../../../../src/plugins/profiles/jp/invoices/index.ts";
import { deliveryNote, order } from "../../../../../src/plugins/profiles/jp/trade/index.ts";
import { changed, findingsUnder, own } from "../broken-forms.ts";

type Edit = readonly [from: string, to: string];
type Case = readonly [name: string, profile: Profile, form: string, ...edits: Edit[]];

const LIMIT: Edit = ['      pair "更新上限" "有（通算契約期間4年まで）"\n', ""];
const RENEWAL = "更新する場合があり得る。判断の基準は契約期間満了時の業務量、勤務成績・態度、能力とする。";
const CLOSING = '    text "本契約は当社の就業規則による。" size=small';

const LAWFUL: readonly Case[] = [
  ["no renewal", laborTerms, "koyo-yuki", LIMIT, [RENEWAL, "本契約の更新はございません。"]],
  ["no renewal is planned", laborTerms, "koyo-yuki", LIMIT, [RENEWAL, "更新は予定しておりません。"]],
  [
    "a first contract without a limit of renewals",
    laborTerms,
    "koyo-yuki",
    ["有（通算契約期間4年まで）", "なし（更新の回数に限りはない）"],
    [CLOSING, '    text "入社日は契約期間の初日とします。" size=small'],
  ],
  [
    "the range of what may come",
    laborTerms,
    "koyo-yuki",
    ["（変更の範囲）北海道内の営業所", "このあと移りうる範囲は北海道内の営業所"],
    ["（変更の範囲）物流に関する業務", "このあと変わる可能性のある範囲は物流に関する業務"],
  ],
  [
    "the day of issue is told as that of the return",
    returnInvoice,
    "henpin",
    [`      pair "返還を行う年月日" (format(day, 'yyyy年M月d日'))\n`, ""],
    [
      "    table lines style=cell {",
      `    text "{format(day, 'yyyy年M月d日')}付で、次の値引分を払い戻します。"\n    table lines style=cell {`,
    ],
  ],
  [
    "a subtotal with tax before what is withheld",
    qualifiedInvoice,
    "seikyu-shigyo",
    [
      "、合計（税込）は{format(whole, '#,##0')}円です。\"",
      `です。"\n    pairs label-w=40mm {\n      pair "小計（税込）" "{format(whole, '#,##0')}円"\n    }`,
    ],
  ],
  ["an order as a request", order, "gyomu-itaku", ["業務委託発注書", "制作業務のご依頼"]],
  [
    "a price with its tax, before what it is made of",
    order,
    "hatchu",
    [
      "\n\nfonts",
      "\nlet vat role=tax.amount = round(sub * 0.1, 0, down)\nlet whole role=order.amount = sub + vat\n\nfonts",
    ],
    [
      '    text "消費税等は別途お支払いします。"',
      `    grid cols=[34mm, 1fr] {\n      label "代金"\n` +
        `      text "{format(whole, '#,##0')}円（うち税抜{format(sub, '#,##0')}円、消費税額10% {format(vat, '#,##0')}円）"\n    }`,
    ],
  ],
  [
    "the tax of each note",
    deliveryNote,
    "nohin",
    ["\n\nfonts", "\nlet vat role=tax.amount = round(5000 * 0.1, 0, down)\n\nfonts"],
    [
      "    table lines style=cell {",
      `    text "消費税額 {format(vat, '#,##0')}円。税額の端数は納品書ごとに処理しています。"\n    table lines style=cell {`,
    ],
  ],
];

describe("what is lawful in other words is told nothing", () => {
  const cases = LAWFUL.map(([name, profile, form, ...edits]) => ({ name, profile, form, edits }));
  test.each(cases)("$name", ({ profile, form, edits }) => {
    expect(findingsUnder(profile, changed(own(form), ...edits))).toEqual([]);
  });
});

type Broken = readonly [rule: string, name: string, profile: Profile, form: string, ...edits: Edit[]];

const asked = (words: string): readonly Edit[] => [
  ['text "業務の内容は、{work}です。"', `text "${words}として、次のとおりご請求いたします。" role=line.description`],
];
const numbered = (words: string): readonly Edit[] => [
  ['text "登録番号 {reg}　請求番号 {no}"', `text "登録番号 ${words}" role=issuer.registrationNumber`],
  ['field reg      string     role=issuer.registrationNumber example="T5810123456784"\n', ""],
];

const BROKEN: readonly Broken[] = [
  ["registration-number-format", "asked for", qualifiedInvoice, "seikyu-shigyo", ...numbered("（手続中）")],
  ["registration-number-format", "another letter", qualifiedInvoice, "seikyu-shigyo", ...numbered("R5810123456784")],
  ["registration-number-format", "T alone", qualifiedInvoice, "seikyu-shigyo", ...numbered("T")],
  ["registration-number-format", "I for 1", qualifiedInvoice, "seikyu-shigyo", ...numbered("T58I0I23456784")],
  ["description-wording", "an order", qualifiedInvoice, "seikyu-shigyo", ...asked("10月10日に承りましたご注文分")],
  ["description-wording", "the price", qualifiedInvoice, "seikyu-shigyo", ...asked("お取引の対価")],
  ["description-wording", "a day", qualifiedInvoice, "seikyu-shigyo", ...asked("11月24日の分")],
  ["issuer-name", "弊社", qualifiedInvoice, "seikyu-shigyo", ["社会保険労務士 佐伯 直子", "弊社"]],
  [
    "transaction-date",
    "31 April",
    qualifiedInvoice,
    "seikyu-shigyo",
    [
      '    text "源泉徴収税額',
      '    text "業務の期間 令和8年4月1日から4月31日まで" role=transaction.period\n    text "源泉徴収税額',
    ],
    ["field done     date       role=transaction.date ", "field done     date       "],
  ],
  [
    "return-after-supply",
    "of the day of issue",
    returnInvoice,
    "henpin",
    ['example="2026年10月分"', 'example="2026年12月3日"'],
  ],
  ["description-wording", "goods that came back", returnInvoice, "henpin", ["鉄瓶 1.2L 返品", "商品代"]],
  [
    "look-alike",
    "a title",
    nonregisteredInvoice,
    "seikyu-menzei",
    ['text "請求書" size=title', 'text "請求書（インボイス準拠）" size=title'],
  ],
];

describe("what says nothing, or something false, is found", () => {
  const cases = BROKEN.map(([rule, name, profile, form, ...edits]) => ({ rule, name, profile, form, edits }));
  test.each(cases)("$rule: $name", ({ rule, profile, form, edits }) => {
    const found = findingsUnder(profile, changed(own(form), ...edits));
    expect(found.filter((one) => one.includes(rule))).not.toEqual([]);
  });

  test("a denial is no look-alike", () => {
    const source = changed(own("seikyu-menzei"), [
      'text "請求書" size=title',
      'text "本書はインボイス発行事業者以外の請求書です。"\n    text "請求書" size=title',
    ]);
    expect(findingsUnder(nonregisteredInvoice, source)).toEqual([]);
  });
});
