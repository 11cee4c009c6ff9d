// 賃金台帳: as offices word it and lay it out, and what is missing of it or does not add up.
import { expect, test } from "vitest";
import { wageLedger } from "../../../../../src/plugins/profiles/jp/staff-books/index.ts";
import { changed, example, findingsUnder, tellBroken } from "../broken-forms.ts";
import { BROKEN_LEDGERS, ONE_PAYMENT } from "./broken-ledgers.ts";

const GOOD = example("wage-ledger");
const told = (source: string) => findingsUnder(wageLedger, source).filter((one) => !/ info /.test(one));

test("each broken ledger is found by its rule, with these words", async () => {
  await expect(tellBroken(BROKEN_LEDGERS)).toMatchFileSnapshot("../golden/ledgers.findings.txt");
});

/** No field says what it is. */
const withoutRoles = (source: string) => source.replaceAll(/ role=(?:worker|work|payslip|issuer)\.\w+/g, "");

const HEAD = `rpt 1
document daicho title="賃金台帳" lang=ja profile=jp.wage-ledger
fonts gothic="Noto Sans JP"
sizes title=15pt body=9pt
style base font=gothic size=body
style cell border=0.25pt padding=1mm
`;

/** The items stand in rows, the months in columns; all of it is words of the source. */
const MONTHS_ACROSS = `${HEAD}
page A4 margin=15mm {
  body gap=4mm {
    text "賃金台帳（令和8年）" size=title
    text "氏名：小菅 葵　　性別：女　　所属：経理課"
    grid cols=[40mm, 1fr, 1fr, 1fr, 1fr] row-h=7mm border=1pt rules=0.25pt {
      head "賃金計算期間"
      head "4月分"
      head "5月分"
      head "6月分"
      head "合計"
ROWS
    }
  }
}
`;

const ROWS: readonly (readonly [label: string, ...figures: string[]])[] = [
  ["労働日数", "20日", "18日", "22日", "60日"],
  ["労働時間数", "160:00", "144:00", "176:30", "480:30"],
  ["時間外労働時間数", "0:00", "3:00", "6:30", "9:30"],
  ["休日労働時間数", "0:00", "0:00", "0:00", "0:00"],
  ["深夜労働時間数", "0:00", "0:00", "0:00", "0:00"],
  ["基本給", "220,000", "220,000", "224,000", "664,000"],
  ["資格手当", "8,000", "8,000", "8,000", "24,000"],
  ["残業手当", "0", "5,160", "11,350", "16,510"],
  ["支給合計", "228,000", "233,160", "243,350", "704,510"],
  ["健康保険料", "11,200", "11,200", "11,200", "33,600"],
  ["厚生年金保険料", "20,130", "20,130", "20,130", "60,390"],
  ["所得税", "4,410", "4,620", "4,980", "14,010"],
  ["控除合計", "35,740", "35,950", "36,310", "108,000"],
  ["差引支給額", "192,260", "197,210", "207,040", "596,510"],
];

const across = (rows = ROWS) =>
  MONTHS_ACROSS.replace(
    "ROWS",
    rows
      .flatMap(([label, ...figures]) => [
        `      head "${label}"`,
        ...figures.map((one) => `      cell "${one}" align=right`),
      ])
      .join("\n"),
  );
const acrossWith = (label: string, ...figures: string[]) =>
  across(ROWS.map((row) => (row[0] === label ? [label, ...figures] : row)));

/** Of whoever is hired by the day. */
const BY_THE_DAY = `${HEAD}
field days[] min=1 max=31
field days[].on date example=["2026-07-03", "2026-07-04"]
field days[].hours decimal(4,2) role=work.hours example=[8, 7.5]
field days[].pay int role=payslip.earnings example=[10400, 9750]
page A4 margin=15mm {
  body gap=4mm {
    text "賃金台帳（日雇労働者）" size=title
    text "氏名　岸本 蓮　（男）　性別　男"
    text "労働日数　{count(days)}日　時間外労働　0　休日労働　0　深夜労働　0"
    table days style=cell {
      column on "労働日" (format(.on, 'M月d日')) w=30mm
      column hours "労働時間" w=30mm align=right
      column pay "日給" w=30mm align=right format='#,##0'
    }
  }
}
`;

const withManager = (source: string) =>
  ["hours", "overPay", "offPay", "over", "off", "night"]
    .reduce(
      (text, column) =>
        text
          .replace(new RegExp(` +column ${column} .*\\n`), "")
          .replace(new RegExp(` +cell .* col=${column} .*\\n`), "")
          .replace(new RegExp(`field months\\[\\]\\.${column} .*\\n`), "")
          .replace(new RegExp(` \\+ \\.${column}\\b`), ""),
      source,
    )
    .replace('text "性別', 'text "管理監督者（労働基準法41条2号）" w=50mm\n      text "性別');

const LAWFUL: Readonly<Record<string, string>> = {
  "as it is": GOOD,
  "without roles": withoutRoles(GOOD),
  "months across, in words of the source": across(),
  "one payment in lines": ONE_PAYMENT,
  "hired by the day": BY_THE_DAY,
  "other words": changed(
    GOOD,
    ['"労働日数" ', '"出勤日数" '],
    ['"労働時間数"', '"総労働時間"'],
    ['"時間外労働"', '"残業時間"'],
    ['"深夜労働"', '"深夜時間"'],
    ['"時間外手当"', '"残業手当"'],
    ['"支給合計"', '"総支給額"'],
    ['"差引支給額"', '"手取額"'],
    ['text "氏名　', 'text "労働者氏名：'],
  ),
  "words with English behind and before them": changed(
    GOOD,
    ['"基本給"', '"基本給 Base pay"'],
    ['"労働日数" ', '"労働日数／Days" '],
    ['"差引支給額"', '"Net 差引支給額"'],
  ),
  "wages cut for days of absence": changed(ONE_PAYMENT, ['pair "所得税"', 'pair "欠勤控除"']),
  "overtime that is paid at a fixed sum": acrossWith("資格手当", "8,000", "8,000", "8,000", "24,000").replace(
    "資格手当",
    "固定残業手当",
  ),
  "a manager without hours": withManager(GOOD).replace('column nightPay "深夜手当"', 'column nightPay "役付手当"'),
  "sums of half a year": across(ROWS).replace('head "合計"', 'head "上期計"'),
};

test.each(Object.entries(LAWFUL))("%s is told nothing", (_, source) => {
  expect(told(source)).toEqual([]);
});

test.each<readonly [name: string, rule: string, source: string]>([
  [
    "a month whose kinds make another total",
    "month-totals",
    acrossWith("支給合計", "228,000", "233,100", "243,350", "704,450"),
  ],
  ["what is left of a month", "month-totals", acrossWith("差引支給額", "192,260", "197,210", "207,940", "597,410")],
  ["hours that make another year", "year-totals", acrossWith("労働時間数", "160:00", "144:00", "176:30", "481:30")],
  ["overtime without hours", "premium-hours", acrossWith("時間外労働時間数", "0:00", "0:00", "6:30", "6:30")],
  ["no sex", "sex", across().replace("性別：女", "年齢：36")],
  ["no days", "days", across(ROWS.slice(1))],
  ["no hours at night", "night-hours", across(ROWS.filter(([label]) => label !== "深夜労働時間数"))],
  ["nothing of one payment adds up", "net-pay", changed(ONE_PAYMENT, ["- health - tax", "- health"])],
])("months across: %s", (_, rule, source) => {
  expect(told(source).join("\n")).toContain(` ${rule} `);
});
