import { dencho } from "../../../../src/plugins/profiles/jp/books/index.ts";
import { laborTerms, payslip } from "../../../../src/plugins/profiles/jp/employment/index.ts";
import { inspectionReport, productionSchedule } from "../../../../src/plugins/profiles/jp/manufacture/index.ts";
import { print } from "../../../../src/plugins/profiles/jp/print/index.ts";
import { receipt } from "../../../../src/plugins/profiles/jp/receipts/index.ts";
import { deliveryNote, order, quotation } from "../../../../src/plugins/profiles/jp/trade/index.ts";
import { typography } from "../../../../src/plugins/profiles/jp/typography/index.ts";
import { type BrokenForm, changed, example, form, own } from "./broken-forms.ts";
import { withBodyEnd } from "./examiner/mutant.ts";
import { wordingsOf } from "./examiner/unlawful-wordings.ts";
import { SLIP_IN_GRID, WORK_PLAN } from "./hand-written-forms.ts";

const ADDRESS = [
  "株式会社青葉製作所",
  "宮城県仙台市青葉区一番町1-1-1",
  "青葉ビル12階",
  "管理部 経理課",
  "佐藤 恵",
  "資材係",
].join("\\n");
const HEAD = `rpt 1\nfield to text(200) role=recipient.name example="${ADDRESS}"\n`;

/** A page with some lines in its flow. */
function page(...lines: readonly string[]): string {
  const own = lines.map((line) => `    ${line}\n`).join("");
  return `${HEAD}sizes tiny=5pt body=9pt\npage A4 portrait {\n  body {\n${own}  }\n}\n`;
}

/** A page without margins, with some lines at places of their own. */
function plate(...lines: readonly string[]): string {
  const own = lines.map((line) => `      ${line}\n`).join("");
  return `${HEAD}page A4 portrait margin=0mm {\n  body {\n    plate h=290mm {\n${own}    }\n  }\n}\n`;
}

/** The order, with materials that the buyer supplies. */
function withMaterials(words: string): string {
  return changed(
    form("order"),
    [
      'fonts gothic="Noto',
      `field order.materials string(60) role=order.materials example="${words}"\nfonts gothic="Noto`,
    ],
    ['pair "支払方法" ', 'pair "支給材" (order.materials)\n      pair "支払方法" '],
  );
}

/** A plan with a day of its own. */
export const PLAN = `rpt 1
document plan title="工程表" lang=ja profile=jp.production-schedule
fonts gothic="Noto Sans JP"
sizes title=14pt body=9pt
style base font=gothic size=body
field now date role=document.issueDate example="2026-12-03"
field jobs[] min=1 max=9
field jobs[].name string(12) example=["型枠", "打設"]
field jobs[].from date role=schedule.start example=["2026-12-01", "2026-12-05"]
field jobs[].to date role=schedule.end example=["2026-12-04", "2026-12-12"]
page A4 landscape margin=12mm {
  body gap=4mm {
    text "工程表" size=title
    text "作成日　{format(now, 'yyyy年M月d日')}"
    gantt jobs row-h=9mm {
      column name "作業" w=28mm
      column from "着手" (format(.from, 'M/d')) w=18mm
      column to "完了" (format(.to, 'M/d')) w=18mm
      scale from=(date('2026-12-01')) to=(date('2026-12-18')) unit=day bottom='d'
      bar start=(.from) end=(.to) fill=#a9bdd6
      today (now) color=#b3261e
    }
  }
}
`;

/** A payslip whose groups are rows of one grid. */
export const SLIP = `rpt 1
document slip title="給与明細" lang=ja profile=jp.payslip
fonts gothic="Noto Sans JP"
sizes title=14pt body=9pt
style base font=gothic size=body
field basic int role=payslip.earnings example=252000
field over int role=payslip.earnings example=22300
field health int role=payslip.deductions example=13875
field tax int role=payslip.deductions example=5840
page A5 landscape margin=10mm {
  body gap=3mm {
    text "給与明細書" size=title
    grid cols=[16mm, 1fr, 1fr, 1fr] border=0.75pt rules=0.25pt {
      head "勤怠" rows=2
      head "出勤日数"
      head "労働時間"
      head "時間外"
      cell "20日" align=right
      cell "160:00" align=right
      cell "11:30" align=right
      head "支給" rows=2
      head "基本給"
      head "時間外手当"
      head "支給合計"
      cell (basic) format='#,##0' align=right
      cell (over) format='#,##0' align=right
      cell (basic + over) format='#,##0' align=right
      head "控除" rows=2
      head "健康保険料"
      head "所得税"
      head "控除合計"
      cell (health) format='#,##0' align=right
      cell (tax) format='#,##0' align=right
      cell (health + tax) format='#,##0' align=right
    }
  }
}
`;

/** The order with one more field that it does not draw. */
function withField(declaration: string): string {
  return form("order").replace(/^field /m, `field ${declaration}\nfield `);
}

/** What each rule on the contents of a notice of working conditions misses. */
const CONTENTS: readonly (readonly [rule: string, words: string])[] = [
  ["breaks", '      pair "休憩時間" "60分"\n'],
  ["overtime", '      pair "所定時間外労働" "無"\n'],
  ["leave", '      pair "休暇" "年次有給休暇 6か月継続勤務した場合 10日"\n'],
  ["wage-closing", "締切日 毎月末日　"],
  ["wage-payment", "支払日 翌月15日　"],
  ["leaving", '      pair "退職に関する事項" "自己都合退職は退職する30日前に届け出ること。" role=labor.retirement\n'],
  ["dismissal", '      pair "解雇の事由" "就業規則第32条に定める事由に該当したとき"\n'],
  ["renewal-criteria", "判断の基準は契約期間満了時の業務量、勤務成績・態度、能力とする。"],
  ["raises", "昇給 無、"],
  ["bonuses", "賞与 有（年2回、寸志）、"],
  ["retirement-pay", "、退職手当 無"],
  ["contact", '      pair "相談窓口" "総務課 課長 木村（0138-00-0000）"\n'],
  ["days-off", '      pair "休日" "毎週土曜日・日曜日、国民の祝日" role=labor.holidays\n'],
  ["wage-method", "　支払方法 本人名義の口座への振込"],
  ["start-and-end", "　終業 16時00分"],
];

/** What the rules on unlawful terms find: one sentence too many. */
const SENTENCES = (
  [
    [laborTerms, "koyo-yuki"],
    [order, "hatchu"],
  ] as const
).flatMap(([profile, name]) =>
  wordingsOf(profile.name).map(({ rule, unlawful: [words = ""] }) => ({
    ...{ profile, rule, name: `says ${words}` },
    source: withBodyEnd(own(name), `text "${words}"`),
  })),
);

/** Every rule of these profiles with its own manner of being broken. */
export const BROKEN_TRADE_AND_WORK: readonly BrokenForm[] = [
  ...SENTENCES,
  {
    profile: laborTerms,
    rule: "every-copy",
    name: "the place of work on the first copy alone",
    source: changed(
      own("koyo-muki"),
      ["page A4", 'copies ["会社控", "本人控"]\n\npage A4'],
      ["本社工場（長野県岡谷市）", "{if(copy.index == 1, '本社工場（長野県岡谷市）', '別に示す場所')}"],
    ),
  },
  ...CONTENTS.map(([rule, words]) => ({
    ...{ profile: laborTerms, rule, name: `the notice without ${rule}` },
    source: changed(own("koyo-yuki"), [words, ""]),
  })),
  {
    profile: laborTerms,
    rule: "wage-amount",
    name: "a place for the hourly wage that nobody filled in",
    source: changed(own("koyo-yuki"), ["時間給 1,150円、通勤手当 月10,000円まで。", "時間給　　　円。"]),
  },
  {
    profile: laborTerms,
    rule: "renewal-limit",
    name: "a place for the limit of renewals that nobody filled in",
    source: changed(own("koyo-yuki"), ["有（通算契約期間4年まで）", "有（　　回まで）"]),
  },
  {
    profile: laborTerms,
    rule: "break-length",
    name: "nine hours of work with a break of half an hour",
    source: changed(own("koyo-yuki"), ["終業 16時00分", "終業 18時30分"], ['"60分"', '"30分"']),
  },
  {
    profile: laborTerms,
    rule: "term-end",
    name: "a term that ends before it starts",
    source: changed(own("koyo-yuki"), ['example="2027-11-30"', 'example="2025-11-30"']),
  },
  {
    profile: laborTerms,
    rule: "parties",
    name: "the employer is addressed with 殿",
    source: changed(own("koyo-yuki"), ["{to.name} 殿", "{us.name} 殿"]),
  },
  {
    profile: payslip,
    rule: "pay-totals",
    name: "the sum of what is withheld is another one",
    source: changed(own("kyuyo-hyo"), ["example=54420", "example=54240"]),
  },
  {
    profile: payslip,
    rule: "pay-headings",
    name: "what is withheld under 支給, and what is paid under 控除",
    source: changed(
      form("payslip"),
      ['column name   "支給"', 'column name   "x"'],
      ['column name   "控除"', 'column name   "支給"'],
      ['column name   "x"', 'column name   "控除"'],
    ),
  },
  {
    profile: payslip,
    rule: "insurance-premiums",
    name: "the premiums under one another's labels",
    source: changed(
      own("kyuyo-hyo"),
      ['label "健康保険"', 'label "x"'],
      ['label "厚生年金"', 'label "健康保険"'],
      ['label "x"', 'label "厚生年金"'],
    ),
  },
  {
    profile: order,
    rule: "undecided-terms",
    name: "what is undecided, without the reason and the day",
    source: changed(own("chumon-bun"), ['example="なし"', 'example="代金の額は未定"']),
  },
  {
    profile: inspectionReport,
    rule: "columns",
    name: "no column of measured values",
    source: changed(own("kensa"), ['      column value "測定値" (.value) w=28mm align=right\n', ""]),
  },
  {
    profile: inspectionReport,
    rule: "sample-of-lot",
    name: "more measured than there are",
    source: changed(own("shiken-hyo"), ["example=5", "example=500"]),
  },
  {
    profile: laborTerms,
    rule: "conversion",
    name: "renewals may pass five years",
    source: changed(own("koyo-yuki"), ["4年まで", "7年まで"]),
  },
  {
    profile: laborTerms,
    rule: "label",
    name: "the place stands under the label of the duties",
    source: changed(own("koyo-yuki"), ['pair "就業の場所"', 'pair "従事すべき業務"']),
  },
  {
    profile: order,
    rule: "label",
    name: "the due date stands under the label of the day of delivery",
    source: changed(own("hatchu"), ['pair "支払期日"', 'pair "納期"']),
  },
  {
    profile: payslip,
    rule: "label",
    name: "a deduction stands under the label of the days of work",
    source: changed(own("kyuyo"), ['pair "健康保険料"', 'pair "出勤日数"']),
  },
  {
    profile: receipt,
    rule: "label",
    name: "the day of receipt stands beside the label of the number",
    source: changed(own("ryoshu"), ['text "領収日 {', 'text "No. {']),
  },
  {
    profile: inspectionReport,
    rule: "label",
    name: "the lot stands under the label of the product",
    source: changed(own("kensa"), ['pair "ロットNo."', 'pair "使用測定器"']),
  },
  {
    profile: inspectionReport,
    rule: "tolerance",
    name: "a value is out of its tolerance",
    source: changed(own("kensa"), ['"10.011"', '"10.031"']),
  },
  {
    profile: receipt,
    rule: "title",
    name: "no title",
    source: changed(form("receipt"), ['text "領収書"', 'text "控え"']),
  },
  {
    profile: receipt,
    rule: "issuer-address",
    name: "no address of the issuer",
    source: changed(form("receipt"), ["        text (issuer.address) align=right\n", ""]),
  },
  {
    profile: receipt,
    rule: "purpose",
    name: "the purpose is left out of the words",
    source: changed(form("receipt"), ["但　{slip.purpose}、", ""]),
  },
  {
    profile: receipt,
    rule: "received-amount",
    name: "the breakdown comes to another sum",
    source: changed(form("receipt"), [
      "role=totals.tax                example=18000",
      "role=totals.tax                example=18000\nfield slip.total decimal(12,0) role=totals.gross example=197000",
    ]),
  },
  {
    profile: receipt,
    rule: "stamp-box",
    name: "no place for the stamp",
    source: changed(form("receipt"), [" role=stamp.box", ""]),
  },
  {
    profile: receipt,
    rule: "stamp-base",
    name: "the tax is not stated, and a bracket is missed",
    source: changed(
      form("receipt"),
      ["example=198000", "example=1050000"],
      ["（うち消費税額等　{format(slip.tax, '#,##0')}円）", ""],
    ),
  },
  {
    profile: quotation,
    rule: "validity-order",
    name: "an offer that has run out",
    source: changed(form("quotation"), ['example="2026-12-08"', 'example="2026-11-08"']),
  },
  {
    profile: deliveryNote,
    rule: "tax-left-to-invoice",
    name: "a note with a rounded tax",
    source: changed(
      form("delivery-note"),
      ["fonts gothic", "let tax role=totals.tax = round(sum(items[].qty) * 0.1, 0, down)\nfonts gothic"],
      ['text "ご注文番号　{note.order}"', 'text "消費税　{tax}"'],
    ),
  },
  {
    profile: order,
    rule: "payment-due",
    name: "payment after more than 60 days",
    source: changed(form("order"), ['example="2027-01-31"', 'example="2027-03-31"']),
  },
  {
    profile: order,
    rule: "payment-due",
    name: "payment that hangs on the inspection",
    source: changed(form("order"), [
      "pair \"支払期日\"             (format(order.due, 'yyyy年M月d日'))",
      'pair "支払期日" "検収後60日以内（{format(order.due, \'M月d日\')}）"',
    ]),
  },
  {
    profile: order,
    rule: "no-bills",
    name: "payment by promissory note",
    source: changed(form("order"), ["銀行振込（手数料は当社負担）", "約束手形（120日）"]),
  },
  {
    profile: order,
    rule: "no-deductions",
    name: "the transfer fee is taken off",
    source: changed(form("order"), [
      'text "下記のとおり発注いたします。"',
      'text "下記のとおり発注いたします。振込手数料は貴社のご負担とします。"',
    ]),
  },
  {
    profile: order,
    rule: "days-in-order",
    name: "delivery before the order",
    source: changed(form("order"), ['example="2026-12-18"', 'example="2026-10-18"']),
  },
  {
    profile: order,
    rule: "materials-terms",
    name: "materials that are paid for before the work is",
    source: withMaterials("アルミ筐体 12台、132,000円、2026年12月31日に決済"),
  },
  {
    profile: order,
    rule: "materials-terms",
    name: "materials for money without their price",
    source: withMaterials("アルミ筐体 12台を有償で支給し、2027年1月31日に代金と相殺"),
  },
  {
    profile: order,
    rule: "tax-within",
    name: "10 % of the price with tax, and not of the one without",
    source: changed(form("order"), [
      'pair "代金の額（税込）"     "{format(order.amount, \'#,##0\')}円"',
      'pair "代金の額（税込）" "660,000円（うち消費税額66,000円）"',
    ]),
  },
  {
    profile: order,
    rule: "tax-in-or-out",
    name: "neither 税抜 nor 税込",
    source: changed(form("order"), ["代金の額（税込）", "代金の額"]),
  },
  {
    profile: payslip,
    rule: "net-pay",
    name: "net pay that does not add up",
    source: changed(form("payslip"), ["= earned - taken", "= earned - taken - 1000"]),
  },
  {
    profile: payslip,
    rule: "net-pay",
    name: "more goes to the bank than is left",
    source: changed(form("payslip"), ["role=payslip.transferred  = net", "role=payslip.transferred  = net + 500"]),
  },
  {
    profile: laborTerms,
    rule: "range-of-change",
    name: "nothing says what may change",
    source: changed(form("labor-terms"), ["（変更の範囲）", "（以後）"]),
  },
  {
    profile: inspectionReport,
    rule: "verdict",
    name: "a verdict that does not follow",
    source: changed(
      example("inspection-report"),
      ["if(failed == 0, '合格', '不合格')", "'合格'"],
      ["32.012, 32.007", "32.012, 32.107"],
    ),
  },
  {
    profile: inspectionReport,
    rule: "page-number",
    name: "pages without numbers",
    source: changed(example("inspection-report"), ["{page.n}／{page.total}頁", "社外秘"]),
  },
  {
    profile: productionSchedule,
    rule: "bars",
    name: "work that ends before it starts",
    source: changed(example("production-schedule"), [
      '"2026-12-03", "2026-12-09", "2026-12-14", "2026-12-07"',
      '"2026-12-03", "2026-12-02", "2026-12-14", "2026-12-07"',
    ]),
  },
  {
    profile: productionSchedule,
    rule: "bars",
    name: "work outside of the plan",
    source: changed(example("production-schedule"), [
      'role=schedule.from      example="2026-12-01"',
      'role=schedule.from      example="2026-12-04"',
    ]),
  },
  {
    profile: order,
    rule: "materials",
    name: "materials for money that nothing shows",
    source: withField('supplied text(40) role=order.materials example="綿生地 20 m　1 m 800円　11月2日"'),
  },
  {
    profile: order,
    rule: "undecided",
    name: "an undecided item that nothing shows",
    source: withField('open text(40) role=order.undecided example="単価　11月20日までに決定"'),
  },
  {
    profile: productionSchedule,
    rule: "bars",
    name: "work that ends after it is due",
    source: changed(PLAN, [
      "page A4 landscape",
      'field jobs[].due date role=schedule.due example=["2026-12-03", "2026-12-12"]\npage A4 landscape',
    ]),
  },
  {
    profile: productionSchedule,
    rule: "bars",
    name: "work that reaches beyond the plan",
    source: changed(example("production-schedule"), [
      'role=schedule.to        example="2026-12-15"',
      'role=schedule.to        example="2026-12-14"',
    ]),
  },
  {
    profile: productionSchedule,
    rule: "dated",
    name: "no day but the line of today",
    source: PLAN.replace("    text \"作成日　{format(now, 'yyyy年M月d日')}\"\n", ""),
  },
  {
    profile: productionSchedule,
    rule: "calendar-days",
    name: "a day that there is not",
    source: changed(PLAN, ["{format(now, 'yyyy年M月d日')}", "2026年11月31日"]),
  },
  {
    profile: inspectionReport,
    rule: "calendar-days",
    name: "a day that there is not",
    source: changed(example("inspection-report"), ["{page.n}／{page.total}頁", "検査日 2026年11月32日"]),
  },
  {
    profile: receipt,
    rule: "calendar-days",
    name: "a day that there is not",
    source: changed(form("receipt"), ["(format(slip.date, 'ggge年M月d日'))", '"令和八年十一月三十一日"']),
  },
  {
    profile: payslip,
    rule: "calendar-days",
    name: "a day of payment that there is not",
    source: changed(form("payslip"), ["{format(slip.date, 'yyyy年M月d日')}", "11月31日"]),
  },
  {
    profile: payslip,
    rule: "fines",
    name: "a fine for being late",
    source: changed(form("payslip"), ['"所得税"', '"遅刻罰金"']),
  },
  {
    profile: payslip,
    rule: "unpaid-overtime",
    name: "hours for nothing",
    source: changed(SLIP, [
      "field over int role=payslip.earnings example=22300",
      "field over int role=payslip.earnings example=0",
    ]),
  },
  {
    profile: payslip,
    rule: "pay-headings",
    name: "the headings of the rows of a grid exchanged",
    source: changed(SLIP, ['head "支給"', 'head "x"'], ['head "控除"', 'head "支給"'], ['head "x"', 'head "控除"']),
  },
  {
    profile: payslip,
    rule: "pay-headings",
    name: "a deduction under an empty heading",
    source: changed(SLIP_IN_GRID, ['head "所得税"', 'head ""']),
  },
  {
    profile: productionSchedule,
    rule: "legend-colours",
    name: "a sample of another colour than the bars",
    source: changed(WORK_PLAN, ["h=3mm fill=#a9bdd6", "h=3mm fill=#55aa55"]),
  },
  {
    profile: productionSchedule,
    rule: "label",
    name: "the day work ends under the heading of the day it is due",
    source: changed(WORK_PLAN, ['column z "完了"', 'column z "納期"']),
  },
  {
    profile: receipt,
    rule: "purpose-wording",
    name: "a receipt for お品代",
    source: changed(form("receipt"), ['"業務用調理台代として"', '"お品代として"']),
  },
  {
    profile: order,
    rule: "tax-within",
    name: "10 % of a price at the reduced rate",
    source: changed(form("order"), [
      'pair "代金の額（税込）"     "{format(order.amount, \'#,##0\')}円"',
      'pair "代金の額（税込）" "12,960円（軽減税率8%、内消費税1,178円）"',
    ]),
  },
  {
    profile: productionSchedule,
    rule: "legend",
    name: "no legend",
    source: changed(example("production-schedule"), ['"凡例"', '"注"']),
  },
  {
    profile: typography,
    rule: "half-width-kana",
    name: "half-width kana",
    source: changed(form("receipt"), ['"収入印紙"', '"ｼｭｳﾆｭｳ印紙"']),
  },
  { profile: typography, rule: "company-in-full", name: "㈱ for 株式会社", source: page('text "㈱青葉製作所（株）"') },
  { profile: typography, rule: "wave-dash", name: "a full-width tilde", source: page('text "1月～3月"') },
  {
    profile: typography,
    rule: "printed-era",
    name: "平成 before a blank year",
    source: page('text "平成　　年　月　日"'),
  },
  { profile: typography, rule: "one-honorific", name: "御中 and 様", source: page('text "青葉製作所 御中 佐藤 様"') },
  {
    profile: typography,
    rule: "one-calendar",
    name: "both calendars",
    source: page('text "令和8年11月2日"', 'text "2026年11月2日"'),
  },
  { profile: print, rule: "hairline", name: "a line of 0.05 mm", source: page("line stroke=0.15pt") },
  { profile: print, rule: "legible-size", name: "letters of 5 pt", source: page('text "注意事項" size=tiny') },
  {
    profile: print,
    rule: "fold-marks",
    name: "a fold mark at 105 mm",
    source: plate("line x=2mm y=105mm w=5mm stroke=0.3pt"),
  },
  {
    profile: print,
    rule: "window-address",
    name: "an address that is larger than the window",
    source: plate("line x=2mm y=99mm w=5mm stroke=0.3pt", "text (to) x=22mm y=20mm w=80mm h=40mm"),
  },
  {
    profile: print,
    rule: "store-barcode",
    name: "a code that no printer draws in whole dots",
    source: page('barcode gs1-128 "(91)912345000000000000000000000000999999000000" w=60mm h=25mm module=0.18mm'),
  },
  {
    profile: print,
    rule: "store-barcode",
    name: "a code that is too wide and too low",
    source: page(
      'barcode gs1-128 "(91)912345000000000000000000000000999999000000" w=80mm h=8mm module=0.254mm text=false',
    ),
  },
  { profile: dencho, rule: "date-key", name: "a form without a day", source: page("text (to)") },
  { profile: dencho, rule: "amount-key", name: "a form without an amount", source: page("text (to)") },
  {
    profile: dencho,
    rule: "partner-key",
    name: "a form without the other party",
    source: changed(form("receipt"), ['text "{payer.name}　様"', 'text "上様"']),
  },
];
