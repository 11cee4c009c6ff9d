// Forms whose figures and words are all written into the source: what their rows, totals, taxes and verdicts say of one
// another is judged by their labels alone, and lawful forms in other words are told nothing.
import { describe, expect, test } from "vitest";
import type { Profile } from "../../../../src/core/sdk/index.ts";
import { payslip } from "../../../../src/plugins/profiles/jp/employment/index.ts";
import {
  invoice,
  nonregisteredInvoice,
  returnInvoice,
  selfBilling,
  simplifiedInvoice,
} from "../../../../src/plugins/profiles/jp/invoices/index.ts";
import { inspectionReport } from "../../../../src/plugins/profiles/jp/manufacture/index.ts";
import { receipt } from "../../../../src/plugins/profiles/jp/receipts/index.ts";
import { changed, findingsUnder } from "./broken-forms.ts";

type Edit = readonly [from: string, to: string];

/** A form with its fields and its body. */
function form({ name }: Profile, body: string, fields = ""): string {
  return `rpt 1

document hand title="手書き" lang=ja profile=${name}
${fields}
fonts gothic="Noto Sans JP"
sizes title=16pt body=9pt
style base font=gothic size=body

page A4 portrait margin=15mm {
  footer h=8mm {
    text "{page.n} / {page.total}" x=0mm y=2mm w=180mm h=5mm
  }
  body gap=4mm {
${body}
  }
}
`;
}

const SLIP = form(
  simplifiedInvoice,
  `    text "八百屋まるよし" role=issuer.name
    text "登録番号 T9020001987654" role=issuer.registrationNumber
    text "令和8年10月3日" role=transaction.date
    grid cols=[1fr, 30mm] rules=0.25pt padding=1mm {
      cell "大根 ◆" role=line.description
      cell "216円" align=right
      cell "玉葱一袋 ◆" role=line.description
      cell "432円" align=right
      cell "竹かご" role=line.description
      cell "1,100円" align=right
      cell "合計（税込）"
      cell "1,748円" align=right role=totals.gross
      cell "8%対象（税込）"
      cell "648円" align=right role=tax.base
      cell "内消費税"
      cell "48円" align=right role=tax.amount
      cell "10%対象（税込）"
      cell "1,100円" align=right role=tax.base
      cell "内消費税"
      cell "100円" align=right role=tax.amount
    }
    text "◆は軽減税率の品です"`,
);

const CRAFT = form(
  nonregisteredInvoice,
  `    text "請求書" size=title
    text "有限会社みなと商店 御中" role=recipient.name
    text "請求日 2026年10月31日" role=document.issueDate
    text "木地師 山本 伸" role=issuer.name
    grid cols=[26mm, 1fr, 34mm] rules=0.25pt padding=1mm {
      head "納品日"
      head "品名"
      head "金額（税込）"
      cell "10月2日" role=line.date
      cell "柿の葉茶 100g入り20袋 ＊" role=line.description
      cell "12,960円" align=right
      cell "10月9日" role=line.date
      cell "干し柿 10箱 ＊" role=line.description
      cell "32,400円" align=right
      cell "10月9日" role=line.date
      cell "檜の盆 3枚" role=line.description
      cell "19,800円" align=right
    }
    text "＊印は軽減税率対象"
    pairs label-w=50mm {
      pair "8%対象計（税込）" "45,360円" role=tax.base
      pair "10%対象計（税込）" "19,800円" role=tax.base
      pair "ご請求額（税込）" "65,160円" role=totals.gross
    }`,
);

const FEE = form(
  invoice,
  `    text "請求書" size=title
    text "株式会社あさぎ企画 御中" role=recipient.name
    text "2026年10月31日" role=document.issueDate
    text "2026年10月分" role=transaction.period
    grid cols=[1fr, 40mm] rules=0.25pt padding=1mm {
      head "お仕事の内容"
      head "金額（税抜）"
      cell "講演料（10月8日）" role=line.description
      cell "150,000円" align=right
      cell "原稿執筆料" role=line.description
      cell "50,000円" align=right
      cell "10%対象 小計（税抜）"
      cell "200,000円" align=right role=tax.base
      cell "消費税（10%）"
      cell "20,000円" align=right role=tax.amount
      cell "合計（税込）"
      cell "220,000円" align=right role=totals.gross
      cell "源泉所得税"
      cell "▲20,420円" align=right role=totals.withholding
      cell "お振込いただく額"
      cell "199,580円" align=right
    }
    text "文筆業 森下 灯" role=issuer.name
    text "登録番号 T7180001777001" role=issuer.registrationNumber`,
);

const RETURN = form(
  returnInvoice,
  `    text "適格返還請求書" size=title
    text "株式会社とみや 御中" role=recipient.name
    pairs label-w=52mm {
      pair "返品した日" "2026年10月20日" role=transaction.date
      pair "当初の売上の日" "2026年9月12日" role=transaction.originalDate
      pair "発行者" "合同会社ひので製菓" role=issuer.name
      pair "登録番号" "T1010001555123" role=issuer.registrationNumber
    }
    grid cols=[1fr, 34mm] rules=0.25pt padding=1mm {
      head "品名"
      head "金額（税抜）"
      cell "包装箱（破損の返品）" role=line.description
      cell "8,000円" align=right
      cell "リボン（数量違いの返品）" role=line.description
      cell "1,500円" align=right
    }
    pairs label-w=52mm {
      pair "10%対象の返還額（税抜）" "9,500円" role=tax.base
      pair "消費税額（10%）" "950円" role=tax.amount
      pair "返還額の合計（税込）" "10,450円" role=totals.gross
    }`,
);

const PAID = form(
  receipt,
  `    text "領収書" size=title
    text "{who} 様"
    text "金 {format(sum, '#,##0')} 円"
    text "但し 庭木の剪定代として" role=receipt.purpose
    text "{format(day, 'yyyy年M月d日')} 領収いたしました。"
    text "税抜金額 90,000円"
    text "消費税（10%） 9,000円"
    box w=24mm h=24mm border=0.5pt role=stamp.box {
      text "収入印紙"
    }
    text "長野市南町1-2" role=issuer.address
    text "造園 高木 茂" role=issuer.name`,
  `field who string(20) role=recipient.name example="大塚 芳子"
field sum int role=receipt.amount max=9999999 example=99000
field day date role=receipt.date example="2026-10-05"
`,
);
const BOX = `    box w=24mm h=24mm border=0.5pt role=stamp.box {
      text "収入印紙"
    }
`;
const paid = (sum: string, net: string, tax: string, box: string): readonly Edit[] => [
  ["example=99000", `example=${sum}`],
  ["90,000円", `${net}円`],
  [" 9,000円", ` ${tax}円`],
  [BOX, box],
];

const PAY = form(
  payslip,
  `    text "給与明細" size=title
    text "{who} 殿"
    text "2026年10月分" role=payslip.period
    text "支給日 2026年10月25日" role=payslip.payDate
    pairs {
      pair "基本給" (format(base, '#,##0'))
      pair "残業手当" (format(extra, '#,##0'))
      pair "支給額の合計" (format(base + extra, '#,##0'))
      pair "健康保険料" (format(health, '#,##0'))
      pair "厚生年金保険料" (format(pension, '#,##0'))
      pair "控除額の合計" (format(health + pension, '#,##0'))
      pair "差引支給額" "{format(base + extra - health - pension, '#,##0')}" role=payslip.net
    }
    text "振込額 {format(base + extra - health - pension, '#,##0')}円" role=payslip.transferred
    text "株式会社さくら塗装" role=issuer.name`,
  `field who string(20) role=payslip.employee example="西尾 剛"
field base int role=payslip.earnings example=240000
field extra int role=payslip.earnings example=18000
field health int role=payslip.deductions example=12000
field pension int role=payslip.deductions example=21960
`,
);

const PARTS = form(
  inspectionReport,
  `    text "検査成績書" size=title
    text "株式会社ミナト重工 御中" role=recipient.name
    pairs {
      pair "成績書番号" "K-88" role=document.number
      pair "検査日" "2026年10月7日" role=inspection.date
      pair "品名" "ブラケット" role=inspection.product
      pair "ロット番号" "L-1" role=inspection.lot
      pair "抜取数" "1個" role=inspection.sampleSize
      pair "製造者" "有限会社東鉄工" role=issuer.name
      pair "承認者" "品質課長 岡 信" role=inspection.approver
    }
    table m {
      column what "検査項目" w=1fr
      column limits "規格" w=30mm
      column found "測定値" w=30mm format='0.00'
      column tool "測定器" w=30mm
      column result "判定" w=20mm
    }
    text "本ロットは合格と認めます。" role=inspection.verdict`,
  `field m[].what string(20) role=inspection.item example=["幅", "高さ"]
field m[].limits string(20) role=inspection.spec example=["20.0±0.1", "5.0±0.1"]
field m[].found decimal(6,2) role=inspection.value example=[20.05, 5.02]
field m[].tool string(20) role=inspection.instrument example=["ノギス", "ノギス"]
field m[].result string(6) role=inspection.itemResult example=["良", "良"]
`,
);

const STATEMENT = form(
  selfBilling,
  `    text "仕入明細書" size=title
    row gap=6mm {
      stack w=1fr {
        text "{who} 御中"
        text "登録番号 {number}"
      }
      stack w=70mm {
        text "作成者 株式会社みのり農産" role=issuer.name
      }
    }
    text "2026年10月分" role=transaction.period
    table items {
      column what "品名" w=1fr
      column sum "金額（税抜）" w=34mm format='#,##0'
    }
    pairs {
      pair "10%対象（税抜）" "{format(net, '#,##0')}円"
      pair "消費税額等（10%）" "{format(tax, '#,##0')}円"
      pair "お支払額（税込）" "{format(net + tax, '#,##0')}円" role=totals.gross
    }
    text "1週間以内にご連絡がないときは、確認があったものといたします。" role=recipient.confirmation`,
  `field who string(30) role=recipient.name example="藤木製作所"
field number string(14) role=recipient.registrationNumber example="T9020001987654"
field items[].what string(20) role=line.description example=["木箱", "緩衝材"]
field items[].sum int role=line.amount example=[30000, 12000]
let net role=tax.base = sum(items[].sum)
let tax role=tax.amount = round(net * 0.10, 0, down)
`,
);
const NUMBER_LINE = `        text "登録番号 {number}"\n`;
const ISSUER_LINE = `        text "作成者 株式会社みのり農産" role=issuer.name\n`;

interface Written {
  readonly profile: Profile;
  readonly source: string;
  readonly lawful: Readonly<Record<string, readonly Edit[]>>;
  /** By what is wrong: the rule that tells of it, and the edits. */
  readonly broken: Readonly<Record<string, readonly [rule: string, ...edits: Edit[]]>>;
}

const WRITTEN: readonly Written[] = [
  {
    profile: simplifiedInvoice,
    source: SLIP,
    lawful: {
      "as it is": [],
      "totals as sentences": [
        [
          `      cell "10%対象（税込）"
      cell "1,100円" align=right role=tax.base
      cell "内消費税"
      cell "100円" align=right role=tax.amount
`,
          '      cell "10%対象の税込計は1,100円（内消費税100円）です。" cols=2 role=tax.base\n',
        ],
      ],
    },
    broken: {
      "a tax of the total itself": ["printed-figures", ["48円", "51円"]],
      "the tax of 10 % on top": ["printed-figures", ['"100円"', '"110円"']],
      "totals exchanged": [
        "printed-figures",
        ['"648円" align=right role=tax.base', '"x" align=right role=tax.base'],
        ['"1,100円" align=right role=tax.base', '"648円" align=right role=tax.base'],
        ['"x" align=right role=tax.base', '"1,100円" align=right role=tax.base'],
      ],
      "a rate of other days": ["printed-figures", ["8%対象（税込）", "3%対象（税込）"]],
      "one rate for both totals": ["printed-figures", ['"10%対象（税込）"', '"8%対象（税込）"']],
      "a line without its mark": ["marked-lines", ["玉葱一袋 ◆", "玉葱一袋"]],
      "the mark at another line": ["marked-lines", ["大根 ◆", "大根"], ["竹かご", "竹かご ◆"]],
      "a figure of a line": ["printed-figures", ['"432円"', '"342円"']],
      "a day of no calendar": ["transaction-date", ["10月3日", "9月31日"]],
    },
  },
  {
    profile: nonregisteredInvoice,
    source: CRAFT,
    lawful: {
      "as it is": [],
      "a discount among the lines": [
        ["檜の盆 3枚", "檜の盆 3枚（お値引後）"],
        ["10%対象計（税込）", "10%対象 小計（税込）"],
      ],
    },
    broken: {
      "a figure of a line": ["printed-figures", ['"12,960円"', '"19,260円"']],
      "a line without its mark": ["marked-lines", ["干し柿 10箱 ＊", "干し柿 10箱"]],
      "totals of the rates exchanged": [
        "marked-lines",
        ['"45,360円"', '"x"'],
        ['計（税込）" "19,800円"', '計（税込）" "45,360円"'],
        ['"x"', '"19,800円"'],
      ],
      "no total of each rate": [
        "marked-lines",
        ['      pair "8%対象計（税込）" "45,360円" role=tax.base\n', ""],
        ['      pair "10%対象計（税込）" "19,800円" role=tax.base\n', ""],
      ],
      "a row that names nothing": ["row-amounts", ['"干し柿 10箱 ＊" role=line.description', '""']],
      "a denial of the reduced rate": ["marked-lines", ["＊印は軽減税率対象", "軽減税率の対象はございません"]],
    },
  },
  {
    profile: invoice,
    source: FEE,
    lawful: {
      "as it is": [],
      "a minus of ASCII": [["▲20,420円", "-20,420円"]],
      "a long minus": [["▲20,420円", "−20,420円"]],
      "20.42 % of a payee abroad": [
        ["▲20,420円", "▲40,840円"],
        ["199,580円", "179,160円"],
        ["源泉所得税", "源泉所得税（非居住者）"],
      ],
    },
    broken: {
      "10 % withheld": ["withholding", ["▲20,420円", "▲20,000円"], ["199,580円", "200,000円"]],
      "20.42 % of less than a million": ["withholding", ["▲20,420円", "▲40,840円"], ["199,580円", "179,160円"]],
      "withheld without a sign or a role": [
        "withholding",
        ['"▲20,420円" align=right role=totals.withholding', '"20,000円" align=right'],
      ],
      "a total that is not of the lines": [
        "printed-figures",
        ['"20,000円"', '"21,000円"'],
        ["200,000円", "210,000円"],
        ["220,000円", "231,000円"],
      ],
      "a company's number with another digit": [
        "registration-number-format",
        ["文筆業 森下 灯", "株式会社森下事務所"],
        ["T7180001777001", "T1180001777001"],
      ],
    },
  },
  {
    profile: returnInvoice,
    source: RETURN,
    lawful: { "as it is": [] },
    broken: {
      "given back before it was sold": ["return-after-supply", ["2026年9月12日", "2026年11月12日"]],
      "the labels of both days exchanged": [
        "label",
        ['"返品した日"', '"x"'],
        ['"当初の売上の日"', '"返品した日"'],
        ['"x"', '"当初の売上の日"'],
      ],
      "totals that are not of the lines": [
        "printed-figures",
        [' "9,500円"', ' "9,000円"'],
        [' "950円"', ' "900円"'],
        ["10,450円", "9,900円"],
      ],
      "a company's number with another digit": ["registration-number-format", ["T1010001555123", "T8010001555123"]],
    },
  },
  {
    profile: receipt,
    source: PAID,
    lawful: {
      "as it is": [],
      "under 50,000 yen without its tax": paid("54450", "49,500", "4,950", ""),
      "duty paid by declaration": [[BOX, '    text "印紙税申告納付につき長野税務署承認済"\n']],
      "of a city": [
        [BOX, ""],
        ["造園 高木 茂", "長野市長 公印省略"],
      ],
      "of a school board": [
        [BOX, ""],
        ["造園 高木 茂", "小川村教育委員会"],
      ],
      "for no business of a person": [[BOX, '    text "営業に関しない受取書のため印紙不要"\n']],
    },
    broken: {
      "a tax of 8 % beside 10 %": ["printed-figures", [" 9,000円", " 7,200円"]],
      "a rate that is not of the tax": ["printed-figures", ["消費税（10%）", "消費税（8%）"]],
      "no stamp, as if it were small": ["stamp-box", [BOX, '    text "5万円未満のため印紙不要"\n']],
      "no stamp, as if a company did no business": [
        "stamp-box",
        [BOX, '    text "営業に関しない受取書のため印紙不要"\n'],
        ["造園 高木 茂", "株式会社高木造園"],
      ],
      "no stamp of somebody called 中村": ["stamp-box", [BOX, ""], ["造園 高木 茂", "中村 茂"]],
      "a day left blank": [
        "receipt-date",
        [
          `text "{format(day, 'yyyy年M月d日')} 領収いたしました。"`,
          'text "　年　月　日 領収しました" role=receipt.date',
        ],
        ['field day date role=receipt.date example="2026-10-05"\n', ""],
      ],
      "the issuer addressed": ["parties", ['"造園 高木 茂" role', '"造園 高木 茂 様" role']],
    },
  },
  {
    profile: payslip,
    source: PAY,
    lawful: {
      "as it is": [],
      "paid in cash": [[/text "振込額.*$/m.exec(PAY)?.[0] ?? "", 'text "現金でお渡し"']],
    },
    broken: {
      "a total that lacks the premium": ["pay-totals", ["format(health + pension,", "format(health,"]],
      "a total that lacks the overtime": ["pay-totals", ["format(base + extra, ", "format(base, "]],
      "the employer addressed": ["parties", ['"株式会社さくら塗装" role', '"株式会社さくら塗装 殿" role']],
    },
  },
  {
    profile: inspectionReport,
    source: PARTS,
    lawful: {
      "as it is": [],
      "one fails, and the verdict does": [
        ['["良", "良"]', '["良", "不良"]'],
        ["本ロットは合格と認めます。", "総合判定：不合格"],
      ],
      "both words to circle": [["本ロットは合格と認めます。", "総合判定　合格・不合格"]],
    },
    broken: {
      "one fails, in a sentence": ["verdict", ['["良", "良"]', '["良", "不良"]']],
      "one fails, beside a label": [
        "verdict",
        ['["良", "良"]', '["NG", "OK"]'],
        ["本ロットは合格と認めます。", "最終判定　　合格"],
      ],
      "all pass, and the verdict does not": ["verdict", ["本ロットは合格と認めます。", "総合判定 不合格"]],
    },
  },
  {
    profile: selfBilling,
    source: STATEMENT,
    lawful: {
      "as it is": [],
      "the number under the issuer, named": [
        [NUMBER_LINE, ""],
        [ISSUER_LINE, `${ISSUER_LINE}        text "仕入先登録番号 {number}"\n`],
      ],
    },
    broken: {
      "the number under the issuer": ["parties", [NUMBER_LINE, ""], [ISSUER_LINE, `${ISSUER_LINE}${NUMBER_LINE}`]],
      "no confirmation": [
        "confirmation",
        ["1週間以内にご連絡がないときは、確認があったものといたします。", "内容のご確認は必要ありません。"],
      ],
    },
  },
];

describe.each(WRITTEN)("$profile.name", ({ profile, source, lawful, broken }) => {
  test.each(Object.entries(lawful))("%s is told nothing", (_, edits) => {
    const told = findingsUnder(profile, changed(source, ...edits));
    expect(told.filter((one) => !/ info /.test(one))).toEqual([]);
  });

  test.each(Object.entries(broken))("%s", (_, [rule, ...edits]) => {
    const told = findingsUnder(profile, changed(source, ...edits));
    expect(told.some((one) => one.includes(` ${rule} `))).toBe(true);
  });
});
