// Breaches, each with the lawful forms next to it: what is told of one is not told of the others.
import { describe, expect, test } from "vitest";
import type { Profile } from "../../../../src/core/sdk/index.ts";
import { laborTerms, payslip } from "../../../../src/plugins/profiles/jp/employment/index.ts";
import { returnInvoice, simplifiedInvoice } from "../../../../src/plugins/profiles/jp/invoices/index.ts";
import { productionSchedule } from "../../../../src/plugins/profiles/jp/manufacture/index.ts";
import { receipt } from "../../../../src/plugins/profiles/jp/receipts/index.ts";
import { order } from "../../../../src/plugins/profiles/jp/trade/index.ts";
import { changed, findingsUnder, form, own } from "./broken-forms.ts";
import { RETURN_NOTE, SLIP_IN_GRID, WORK_PLAN } from "./hand-written-forms.ts";

type Edit = readonly [from: string, to: string];

/** A clean form, changes that a rule finds, and changes that it passes over. */
interface Class {
  readonly rule: string;
  readonly profile: Profile;
  readonly source: string;
  readonly broken: Readonly<Record<string, readonly Edit[]>>;
  readonly lawful: Readonly<Record<string, readonly Edit[]>>;
}

const GOODS = '"焼菓子詰合せ（※）の返品、包装箱の値引"';
const goods = (words: string): Edit => [GOODS, `"${words}"`];
const purpose = (words: string): readonly Edit[] => [['"業務用調理台代として"', `"${words}"`]];
const LIMIT = 'pair "更新上限" "有（通算契約期間4年まで）"';
const CONVERTS =
  'pair "無期転換" "通算契約期間が5年を超える契約の期間中に申し込んだときは、期間の定めのない労働契約に転換する。"';
const price = (words: string): readonly Edit[] => [
  ['pair "代金の額（税込）"     "{format(order.amount, \'#,##0\')}円"', `pair "代金の額（税込）" "${words}"`],
];
const materials = (words: string): readonly Edit[] => [
  ['pair "支払方法" ', `pair "支給材" "${words}" role=order.materials\n      pair "支払方法" `],
];
const days = (label: string, words: string, role: string): readonly Edit[] => [
  ['pair "支払方法" ', `pair "${label}" "${words}" role=${role}\n      pair "支払方法" `],
];
const delivery = (words: string): readonly Edit[] => [
  ['field order.delivery date          role=order.deliveryDate      example="2026-12-18"\n', ""],
  ["(format(order.delivery, 'yyyy年M月d日'))", `"${words}" role=order.deliveryDate`],
];
const ordered = (words: string): readonly Edit[] => [
  ['field order.date     date          role=order.date              example="2026-11-02"\n', ""],
  ["text \"発注日　{format(order.date, 'yyyy年M月d日')}\"", `text "${words}" role=order.date`],
];

const CLASSES: readonly Class[] = [
  {
    ...{ rule: "marked-lines", profile: returnInvoice, source: RETURN_NOTE },
    broken: {
      "no mark on goods and totals": [goods("焼菓子詰合せの返品、包装箱の値引"), ["8%対象（※）", "8%対象"]],
      "a mark on the total alone": [goods("焼菓子詰合せの返品、包装箱の値引")],
      "another sign that is explained": [
        goods("焼菓子詰合せの返品、包装箱の値引"),
        ["※印は軽減税率", "◎印は軽減税率"],
        ["8%対象（※）", "8%対象"],
      ],
    },
    lawful: {
      "as it is": [],
      "the rate in words": [goods("焼菓子詰合せ（8%）の返品、包装箱（10%）の値引"), ["8%対象（※）", "8%対象"]],
      "軽減 in words": [goods("軽減対象の焼菓子の返品、包装箱の値引"), ["8%対象（※）", "8%対象"]],
      "all goods are": [
        goods("焼菓子詰合せの返品"),
        ["※印は軽減税率（8%）の対象です。", "※ 返品した商品はすべて軽減税率（8%）の対象です。"],
      ],
      "a star": [goods("焼菓子詰合せ＊の返品、包装箱の値引"), ["※印", "＊印"], ["8%対象（※）", "8%対象（＊）"]],
    },
  },
  {
    ...{ rule: "description-wording", profile: returnInvoice, source: RETURN_NOTE },
    broken: Object.fromEntries(
      ["品代（※）", "お品代", "商品代", "代金", "一式", "商品代一式", "ご購入代金", "お買上げ品代 ※", "納品分"].map(
        (words) => [words, [goods(words)]],
      ),
    ),
    lawful: Object.fromEntries(
      ["焼菓子（※）の返品分", "書籍代（※）", "菓子類※", "梱包資材一式、菓子※", "食事代（※）", "商品券用紙、茶※"].map(
        (words) => [words, [goods(words)]],
      ),
    ),
  },
  ...([receipt, simplifiedInvoice] as const).map(
    (profile): Class => ({
      ...{ rule: "purpose-wording", profile, source: form("receipt") },
      broken: Object.fromEntries(
        [
          "お品代として",
          "品代として",
          "商品代",
          "代金として",
          "お代として",
          "一式として",
          "ご利用代金として",
          "上記代金として",
        ].map((words) => [words, purpose(words)]),
      ),
      lawful: Object.fromEntries(
        [
          "文房具代として",
          "ご飲食代として",
          "書籍代",
          "事務用品一式として",
          "宿泊料として",
          "タクシー代",
          "会費として",
        ].map((words) => [words, purpose(words)]),
      ),
    }),
  ),
  {
    ...{ rule: "renewal-limit", profile: laborTerms, source: own("koyo-yuki") },
    broken: {
      "none, beside a right to conversion": [[LIMIT, CONVERTS]],
      "none at all": [[`      ${LIMIT}\n`, ""]],
      "a limit of something else": [
        [LIMIT, CONVERTS],
        ["通勤手当 月10,000円まで", "通勤手当 実費（月額上限10,000円）"],
      ],
      "a heading that nothing follows": [[LIMIT, 'pair "更新上限" "　"']],
    },
    lawful: {
      "there is none": [[LIMIT, 'pair "更新上限の有無" "無"']],
      "there is none, in a sentence": [
        [LIMIT, CONVERTS],
        ["能力とする。", "能力とする。更新回数に上限は設けない。"],
      ],
      "by times": [
        [LIMIT, CONVERTS],
        ["能力とする。", "能力とする。契約の更新は3回を限度とする。"],
      ],
      "a limit beside another one": [["通勤手当 月10,000円まで", "通勤手当 実費（月額上限10,000円）"]],
    },
  },
  {
    ...{ rule: "pay-headings", profile: payslip, source: SLIP_IN_GRID },
    broken: {
      "a deduction without a heading": [['head "所得税"', 'head ""']],
      "a wage without a heading": [['head "時間外手当"', 'head ""']],
      "the first of its row": [['head "健康保険料"', 'head ""']],
    },
    lawful: {
      "as it is": [],
      "an empty column": [['      head ""\n      head ""\n', '      head "役職手当"\n      head ""\n']],
      "names at the left": [
        ['head "健康保険料"', 'head "健保"'],
        ['head "所得税"', 'head "源泉所得税"'],
      ],
      "right-aligned names": [['head "所得税"', 'head "所得税" align=right']],
    },
  },
  {
    ...{ rule: "legend-colours", profile: productionSchedule, source: WORK_PLAN },
    broken: { "a sample in green": [["h=3mm fill=#a9bdd6", "h=3mm fill=#55aa55"]] },
    lawful: {
      "as it is": [],
      "nearly the same shade": [["h=3mm fill=#a9bdd6", "h=3mm fill=#aebfd4"]],
      "a sign in the colour of the bars": [
        [
          "      rect x=12mm y=2mm w=8mm h=3mm fill=#a9bdd6\n",
          '      text "■" x=14mm y=1mm w=6mm h=5mm color=#a9bdd6\n',
        ],
      ],
      "a bar of each state": [["fill=#a9bdd6 label", "fill=(if(.no == 'S-101', '#a9bdd6', '#f2b5ad')) label"]],
    },
  },
  {
    ...{ rule: "label", profile: productionSchedule, source: WORK_PLAN },
    broken: {
      "exchanged headings": [
        ['column a "着手"', 'column a "完了＿"'],
        ['column z "完了"', 'column z "着手"'],
        ["完了＿", "完了"],
      ],
      "the end under 納期": [['column z "完了"', 'column z "納期"']],
      "the start under 納期": [['column a "着手"', 'column a "納期"']],
      "what is due under 完了": [['column z "完了" (format(.z', 'column z "完了" (format(.due']],
      "in other words": [['column z "完了"', 'column z "開始予定日"']],
    },
    lawful: {
      "as it is": [],
      "in other words": [
        ['column a "着手"', 'column a "開始予定"'],
        ['column z "完了"', 'column z "終了予定"'],
      ],
      "with blanks": [
        ['column a "着手"', 'column a "着　工"'],
        ['column z "完了"', 'column z "完　成"'],
      ],
      "what is due": [['column z "完了" (format(.z', 'column z "納期" (format(.due']],
      "a period": [["計画期間　", "期間　"]],
    },
  },
  {
    ...{ rule: "tax-within", profile: order, source: form("order") },
    broken: {
      "10 %": price("880,000円（うち消費税額88,000円）"),
      "10 %, in two sentences": price("880,000円（消費税10%込み。うち消費税額88,000円）"),
      "8 %": price("12,960円（軽減税率8%、内消費税1,178円）"),
      "8 %, behind": price("金12,960円（内消費税等（8%）1,296円）"),
      "both rates": price("24,760円（うち消費税額 8%：960円、10%：1,800円）"),
      "a price behind another one": price("単価1,000円、合計12,960円（うち8%の消費税1,296円）"),
      "told as included": price("880,000円（消費税88,000円を含む）"),
    },
    lawful: {
      "10 %": price("880,000円（消費税10%込み。うち消費税額80,000円）"),
      "8 %": price("12,960円（軽減税率8%、内消費税960円）"),
      "8 %, behind": price("金12,960円（内消費税等（8%）960円）"),
      "both rates, one after the other": price("24,760円（うち消費税額 8%：960円、10%：1,072円）"),
      "both rates in one sum": price("23,960円（うち8%対象12,960円、10%対象11,000円。うち消費税額1,960円）"),
      "both rates before one tax": price("23,960円（8%対象12,960円、10%対象11,000円、うち消費税額1,960円）"),
      "each rate with its price": price("8%対象12,960円（うち消費税960円）、10%対象11,000円（うち消費税1,000円）"),
      "without tax": price("800,000円（税抜）、消費税80,000円、合計880,000円（うち消費税80,000円）"),
      "told as included": price("880,000円（消費税及び地方消費税80,000円を含む）"),
      "a base behind its rate": price("880,000円（うち消費税率10%対象 800,000円）"),
      "rounded for each line": price("880,003円（内税、うち消費税額等 79,998円）"),
      "a price behind another one": price("単価1,000円、合計12,960円（うち8%の消費税960円）"),
    },
  },
  {
    ...{ rule: "days-in-order", profile: order, source: form("order") },
    broken: {
      "delivery before the order": delivery("令和8年10月18日"),
      "delivery before the order, in figures": delivery("R8.10.18"),
      "inspected before the order": [['example="2026-12-25"', 'example="2026-10-25"']],
    },
    lawful: {
      "on the day of the order": delivery("2026年11月2日"),
      "a day that was changed": delivery("2026年12月18日（当初の納期2026年10月30日を変更）"),
      "a day before the change first": delivery("当初2026年10月30日、変更後2026年12月18日"),
      "in two parts": delivery("第1回 令和8年11月20日、第2回 令和8年12月18日"),
      "a span of work": delivery("令和8年10月1日から令和8年12月18日まで"),
      "a basic agreement before the order": ordered("令和8年4月1日付け基本契約に基づき、令和8年11月2日に発注"),
      "the day of the agreement behind": ordered("発注日 2026年11月2日（基本契約 2025年4月1日締結）"),
      "years of both calendars": delivery("令和8年12月18日（2026年12月18日）"),
      "a day of the next year": delivery("R9.1.15"),
    },
  },
  {
    ...{ rule: "materials-terms", profile: order, source: form("order") },
    broken: {
      "paid for before the work": materials("鋼材20枚 84,000円、2026年12月31日に相殺"),
      "paid for before the work, in short": materials("鋼材20枚 84,000円、決済日R8.12.31"),
      "without a price": materials("鋼材20枚を有償支給（支給日 2026年11月20日）"),
    },
    lawful: {
      none: materials("なし"),
      "not applicable": materials("該当せず"),
      "the supplier's own": materials("材料は受注者において手当てする"),
      "paid for with the work": materials("鋼材20枚 84,000円、2027年1月31日の代金支払時に相殺"),
      "paid for later": materials("鋼材20枚 84,000円、決済日は令和9年2月28日"),
      "handed over before, paid for with the work": materials(
        "鋼材20枚 84,000円。2026年11月20日に支給した材料の代金は支払期日に控除する",
      ),
      free: materials("鋼材20枚を当社が無償で支給"),
      "nothing is asked for them": materials("鋼材20枚を支給。材料の対価はいただきません"),
      lent: materials("金型1式を貸与（貸与料なし）"),
      "the price in another paper": materials("鋼材20枚を有償支給（対価・決済日は別紙支給明細のとおり）"),
      "in thousands": materials("鋼材20枚を有償支給、84千円、2027年1月31日決済"),
      "no day at all": days("支給材", "有償支給なし。図面を貸与する。", "order.materials"),
    },
  },
];

describe.each(CLASSES)("$profile.name/$rule", ({ rule, profile, source, broken, lawful }) => {
  const told = (edits: readonly Edit[]) =>
    findingsUnder(profile, changed(source, ...edits)).filter(
      (finding) => finding.includes(` ${rule} `) && !finding.includes(" info "),
    );
  test.each(Object.entries(broken))("is told of %s", (_, edits) => {
    expect(told(edits)).not.toEqual([]);
  });
  test.each(Object.entries(lawful))("is silent of %s", (_, edits) => {
    expect(told(edits)).toEqual([]);
  });
});
