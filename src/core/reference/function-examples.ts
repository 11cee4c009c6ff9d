// Examples of every function, over a few declared values; the tests evaluate each and compare what it prints.

/** The declarations that the examples below speak of. */
export const FUNCTION_EXAMPLE_DATA = `field items[].name  string(20)    example=["ねじ", "ばね", "軸"]
field items[].qty   int           example=[2, 4, 1]
field items[].price decimal(12,2) example=[100, 250.5, 80]
field items[].rate  enum(10, 8)   example=[10, 8, 10]
field items[].memo? string(20)    example=["急ぎ", null, null]
field status        enum(unpaid, paid) labels=["未入金", "入金済"] example=paid
field ordered       date          example="2026-01-31"
field start         time          example="09:30"
field end           time          example="11:05"
field note?         text(200)
`;

/** An expression, and what it prints. */
export type FunctionExample = readonly [expression: string, printed: string];

/** By the function's name. What prints nothing is absent. */
export const FUNCTION_EXAMPLES: Readonly<Record<string, readonly FunctionExample[]>> = {
  round: [
    ["round(1234.5)", "1235"],
    ["round(1234.567, 2, down)", "1234.56"],
    ["round(-2.5, 0, half_even)", "-2"],
    ["round(1850, -2, up)", "1900"],
  ],
  fixed: [
    ["fixed(80, 3)", "80.000"],
    ["fixed(-1.25, 1)", "-1.3"],
    ["fixed(2 / 3, count(items))", "0.667"],
  ],
  floor: [["floor(-1.2)", "-2"]],
  ceil: [["ceil(1.2)", "2"]],
  abs: [["abs(-80)", "80"]],
  min: [
    ["min(3, 1, 2)", "1"],
    ["min(items[].price)", "80"],
    ["min(ordered, addDays(ordered, 7))", "2026-01-31"],
  ],
  max: [["max(items[].qty)", "4"]],
  sum: [
    ["sum(items[].qty)", "7"],
    ["sum(items[].qty * items[].price)", "1282"],
    ["sum(items[.rate == 8].price)", "250.5"],
  ],
  avg: [["round(avg(items[].price), 1)", "143.5"]],
  count: [
    ["count(items)", "3"],
    ["count(items[.qty > 1])", "2"],
    ["count(items[].memo)", "1"],
  ],
  first: [["first(items).name", "ねじ"]],
  last: [["last(items).name", "軸"]],
  distinct: [["join(distinct(items[].rate), ' ')", "10 8"]],
  group: [
    ["count(group(items, .rate))", "2"],
    ["join(group(items, .rate, asc)[].key, ' ')", "8 10"],
  ],
  sort: [["join(sort(items, .price)[].name, '、')", "軸、ねじ、ばね"]],
  join: [["join(items[].name, '・')", "ねじ・ばね・軸"]],
  any: [["if(any(items[].rate == 8), '※軽減税率対象', '')", "※軽減税率対象"]],
  all: [["if(all(items[].qty > 1), '可', '不可')", "不可"]],
  if: [["if(count(items) > 2, '多', '少')", "多"]],
  case: [["case(count(items) == 0, 'なし', count(items) < 10, '少', '多')", "少"]],
  has: [
    ["if(has(note), '有', '無')", "無"],
    ["if(has('　'), '有', '無')", "無"],
  ],
  coalesce: [
    ["coalesce(note, 'なし')", "なし"],
    ["note ?? 'なし'", "なし"],
  ],
  format: [
    ["format(12345.6, '#,##0.00')", "12,345.60"],
    ["format(ordered, 'ggge年M月d日(aaa)')", "令和8年1月31日(土)"],
  ],
  label: [["label(status)", "入金済"]],
  concat: [["concat('計', count(items), '点')", "計3点"]],
  contains: [["if(contains(first(items).name, 'ね'), '含む', '含まない')", "含む"]],
  startsWith: [["if(startsWith('INV-0417', 'INV'), '請求', 'その他')", "請求"]],
  left: [["left('東京都港区', 3)", "東京都"]],
  right: [["right('東京都港区', 2)", "港区"]],
  mid: [["mid('東京都港区', 4, 2)", "港区"]],
  replace: [["replace('03-1234-5678', '-', '')", "0312345678"]],
  split: [["last(split('A-10-3', '-'))", "3"]],
  trim: [["trim('  見積 ')", "見積"]],
  upper: [["upper('abc')", "ABC"]],
  lower: [["lower('ABC')", "abc"]],
  len: [["len('株式会社')", "4"]],
  pad: [
    ["pad(417, 6, '0')", "000417"],
    ["pad(-5, 4, '0')", "-005"],
  ],
  repeat: [["repeat('＊', 3)", "＊＊＊"]],
  narrow: [["narrow('ＡＢＣ１２３')", "ABC123"]],
  wide: [["wide('ABC-1')", "ＡＢＣ－１"]],
  kana: [["kana('やまもと')", "ヤマモト"]],
  date: [["if(ordered < date('2026-06-01'), '前', '後')", "前"]],
  time: [["if(minutes(time('09:00'), time('17:30')) > 480, '超過', '定時')", "超過"]],
  days: [["days(ordered, addMonths(ordered, 1))", "28"]],
  minutes: [
    ["minutes(start, end)", "95"],
    ["minutes(end, start)", "-95"],
    ["(minutes(end, start) + 1440) % 1440", "1345"],
  ],
  addMinutes: [
    ["addMinutes(start, 90)", "11:00"],
    ["addMinutes(time('22:00'), 180)", "01:00"],
  ],
  addDays: [["addDays(ordered, 30)", "2026-03-02"]],
  addMonths: [["addMonths(ordered, 1)", "2026-02-28"]],
  endOfMonth: [["endOfMonth(addMonths(ordered, 1))", "2026-02-28"]],
  year: [["year(ordered)", "2026"]],
  month: [["month(ordered)", "1"]],
  day: [["day(ordered)", "31"]],
  weekday: [["weekday(ordered)", "6"]],
};

/** How functions are told apart on their page, by the name of the first of each group. */
export const FUNCTION_GROUPS: readonly (readonly [first: string, title: string])[] = [
  ["round", "Numbers"],
  ["sum", "Lists"],
  ["if", "Conditions and absent values"],
  ["format", "Texts"],
  ["date", "Dates and times"],
];
