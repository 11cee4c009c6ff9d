import { wageLedger } from "../../../../../src/plugins/profiles/jp/staff-books/index.ts";
import { type BrokenForm, changed, example } from "../broken-forms.ts";

const GOOD = example("wage-ledger");

const line = (words: RegExp): string => words.exec(GOOD)?.[0] ?? `nothing is ${words}`;

/** The example without one column and its sum. */
const without = (column: string): string =>
  changed(
    GOOD,
    [line(new RegExp(` +column ${column} .*\\n`)), ""],
    [line(new RegExp(` +cell .* col=${column} .*\\n`)), ""],
  );

/** The amounts of a field, with others in their place. */
const data = (field: string, example: string): readonly [string, string] => {
  const own = line(new RegExp(`field months\\[\\]\\.${field} .*`));
  return [own, own.replace(/example=.*/, `example=${example}`)];
};

/** One payment, as lines. */
export const ONE_PAYMENT = `rpt 1
document daicho title="賃金台帳" lang=ja profile=jp.wage-ledger
fonts gothic="Noto Sans JP"
sizes title=15pt body=9pt
style base font=gothic size=body
style cell border=0.25pt padding=1mm

field basic int role=payslip.earnings example=198000
field ride int role=payslip.earnings example=6400
field health int role=payslip.deductions example=9980
field tax int role=payslip.deductions example=3200
let net role=payslip.net = basic + ride - health - tax
page A4 margin=15mm {
  body gap=3mm {
    text "給与台帳" size=title
    text "氏　名　岸本 蓮　　性　別　男"
    text "計算期間　2026年6月1日から6月30日まで"
    text "出勤日数　20日　　総労働時間　160時間"
    text "残業時間　0時間　　休日労働時間　0時間　　深夜労働時間　0時間"
    pairs label-w=40mm {
      pair "基本賃金" "{format(basic, '#,##0')}円"
      pair "交通費" "{format(ride, '#,##0')}円"
      pair "支給合計" "{format(basic + ride, '#,##0')}円"
      pair "健康保険" "{format(health, '#,##0')}円"
      pair "所得税" "{format(tax, '#,##0')}円"
      pair "差引支払額" "{format(net, '#,##0')}円"
    }
  }
}
`;

/** Every rule of the profile with its own manner of being broken. */
export const BROKEN_LEDGERS: readonly BrokenForm[] = [
  { rule: "title", name: "another title", source: changed(GOOD, ['text "賃金台帳"', 'text "年間一覧"']) },
  { rule: "name", name: "no name", source: changed(GOOD, ['text "氏名　{worker.name}"', 'text "氏名"']) },
  {
    rule: "sex",
    name: "no sex",
    source: changed(GOOD, [line(/ +text "性別.*\n/), ""]),
  },
  {
    rule: "sex",
    name: "an invisible sex",
    source: changed(GOOD, ['"性別　{label(worker.sex)}"', '"性別　{label(worker.sex)}" color=#ffffff']),
  },
  {
    rule: "period",
    name: "no period",
    source: changed(GOOD, ['"賃金計算期間" (.period)', '"番号" (index)']),
  },
  { rule: "days", name: "no days", source: without("days") },
  { rule: "hours", name: "no hours", source: without("hours") },
  { rule: "overtime-hours", name: "no hours of overtime", source: without("over") },
  { rule: "day-off-hours", name: "no hours on days off", source: without("off") },
  { rule: "night-hours", name: "no hours at night", source: without("night") },
  { rule: "premium-hours", name: "overtime is paid, without its hours", source: without("over") },
  {
    rule: "premium-hours",
    name: "a month of overtime without hours",
    source: changed(GOOD, data("over", "[0, 0, 13.25]")),
  },
  {
    rule: "premium-hours",
    name: "work on a day off without its hours",
    source: changed(GOOD, data("off", "[0, 0, 0]")),
  },
  {
    rule: "premium-hours",
    name: "work at night without its hours",
    source: changed(GOOD, data("night", "[0, 0, 0]")),
  },
  { rule: "basic-wage", name: "no basic wage of its own", source: changed(GOOD, ['"基本給"', '"支給額"']) },
  { rule: "earnings", name: "an allowance that is not shown", source: without("duty") },
  { rule: "deductions", name: "a tax that is not shown", source: without("local") },
  {
    rule: "month-totals",
    name: "a total of 1,000 yen more",
    source: changed(GOOD, [".offPay + .nightPay\n", ".offPay + .nightPay + 1000\n"]),
  },
  {
    rule: "month-totals",
    name: "a total of what is left of 10 yen less",
    source: changed(GOOD, ["= .paid - .withheld", "= .paid - .withheld - 10"]),
  },
  {
    rule: "net-pay",
    name: "one payment less a tax that is not withheld",
    source: changed(ONE_PAYMENT, ["- health - tax", "- health"]),
  },
  {
    rule: "pay-totals",
    name: "one payment of 500 yen more than its kinds",
    source: changed(ONE_PAYMENT, ["format(basic + ride,", "format(basic + ride + 500,"]),
  },
  {
    rule: "pay-headings",
    name: "what is withheld under 支給",
    source: changed(
      ONE_PAYMENT,
      ["page A4", 'field held[] min=1 max=9\nfield held[].name string(8) example=["健康保険", "所得税"]\n\npage A4'],
      ["    pairs label-w", '    table held {\n      column name "支給" w=40mm\n    }\n    pairs label-w'],
    ),
  },
  {
    rule: "possible-work",
    name: "a month of 41 days",
    source: changed(GOOD, [
      line(/field months\[\]\.days .*/),
      "field months[].days int role=work.days example=[20, 19, 41]",
    ]),
  },
  {
    rule: "possible-work",
    name: "a month of 890 hours",
    source: changed(GOOD, [
      line(/field months\[\]\.hours .*/),
      "field months[].hours decimal(6,2) role=work.hours example=[160, 152, 890]",
    ]),
  },
  {
    rule: "fines",
    name: "a fine for being late",
    source: changed(ONE_PAYMENT, ['pair "所得税"', 'pair "遅刻罰金"']),
  },
  {
    rule: "premium-rates",
    name: "overtime for nothing",
    source: changed(GOOD, data("overPay", "[0, 0, 0]")),
  },
  {
    rule: "calendar-days",
    name: "a period to a day that there is not",
    source: changed(ONE_PAYMENT, ["2026年6月1日から6月30日まで", "2026年6月1日から6月31日まで"]),
  },
  {
    rule: "year-totals",
    name: "a year of 1,000 yen more",
    source: changed(GOOD, ["cell (sum(months[].basic))", "cell (sum(months[].basic) + 1000)"]),
  },
  {
    rule: "year-totals",
    name: "a year of an hour less",
    source: changed(GOOD, ["cell (sum(months[].hours))", "cell (sum(months[].hours) - 1)"]),
  },
  {
    rule: "label",
    name: "days and hours exchanged",
    source: changed(GOOD, ['"労働日数" ', '"実労働時間" '], ['"労働時間数"', '"労働日数"']),
  },
].map((one) => ({ profile: wageLedger, ...one }));
