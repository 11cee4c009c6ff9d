import { describe, expect, test } from "vitest";
import { fields, print, run } from "../support.ts";

const DATES = {
  fields: fields(
    "d date",
    "t time",
    "u time",
    "m datetime",
    "n? int",
    "status enum(unpaid=未入金, paid=入金済)",
    "rate enum(10, 8)",
  ),
  data: '{"d":"2024-01-31","t":"09:30","u":"18:15:30","m":"2026-10-31T23:30:00+09:00","status":"paid","rate":8}',
};

/** Expression and what it prints. */
function table(rows: readonly (readonly [expression: string, printed: string])[], setting = DATES): void {
  test.each(rows)("%s prints %s", (expression, printed) => {
    expect(print(expression, setting)).toBe(printed);
  });
}

describe("arithmetic is exact", () => {
  table([
    ["0.1 + 0.2", "0.3"],
    ["10000000000000000000 + 0.01", "10000000000000000000.01"],
    ["123456789012345.678 * 98765432109876.54321", "12193263113702179433485749112.22374638"],
    ["1 / 3", "0.3333333333333333333333333333333333333333"],
    ["2 / 3", "0.6666666666666666666666666666666666666667"],
    ["1 / 8", "0.125"],
    ["round(1234567890123456789012345678901234567890.5)", "1234567890123456789012345678901234567891"],
    ["-7 % 3", "-1"],
    ["7.5 % 2", "1.5"],
    ["1.10 * 2", "2.2"],
    ["0 * -1", "0"],
    ["9007199254740993 - 1", "9007199254740992"],
  ]);
});

describe("a day that the template names is a date like any other", () => {
  table([
    ["if(d < date('2026-06-01'), '前', '後')", "前"],
    ["if(date('2024-01-31') == d, '同', '異')", "同"],
    ["format(date('2026-06-01'), 'ggge年M月d日')", "令和8年6月1日"],
    ["days(d, date('2024-02-29'))", "29"],
    ["addMonths(date('2024-01-31'), 1)", "2024-02-29"],
    ["max(d, date('2025-01-01'))", "2025-01-01"],
    ["if(t < time('23:59:59'), '前', '後')", "前"],
    ["format(time('07:05'), 'H時m分')", "7時5分"],
    ["minutes(time('09:00'), time('17:30'))", "510"],
    ["if(time('09:00') == time('09:00:00'), '同', '異')", "同"],
  ]);
});

describe("rounding on negatives and halves", () => {
  table([
    ["round(-2.5)", "-3"],
    ["round(-2.5, 0, down)", "-2"],
    ["round(-2.1, 0, up)", "-3"],
    ["round(-2.5, 0, half_even)", "-2"],
    ["round(-3.5, 0, half_even)", "-4"],
    ["round(-2.1, 0, floor)", "-3"],
    ["round(-2.9, 0, ceil)", "-2"],
    ["round(2.1, 0, floor)", "2"],
    ["round(2.1, 0, ceil)", "3"],
    ["round(-0.4)", "0"],
    ["round(1255, -1, half_even)", "1260"],
    ["round(1245, -1, half_even)", "1240"],
    ["round(99999999999999999999.95, 1)", "100000000000000000000"],
    ["floor(-1.5)", "-2"],
    ["ceil(-1.5)", "-1"],
    ["abs(-1.50)", "1.5"],
    ["round(1.005, 2)", "1.01"],
  ]);
});

describe("formats of numbers", () => {
  table([
    ["format(1234567.5, '#,##0')", "1,234,568"],
    ["format(1234.5, '#,##0.0#')", "1,234.5"],
    ["format(0.5, '#.##')", ".5"],
    ["format(0, '#,##0')", "0"],
    ["format(-1234, '#,##0')", "-1,234"],
    ["format(-1234, '¥#,##0;▲¥#,##0')", "▲¥1,234"],
    ["format(0, '#,##0;▲#,##0;-')", "-"],
    ["format(-0.4, '#,##0;▲#,##0')", "0"],
    ["format(-0.4, '#,##0;▲#,##0;なし')", "なし"],
    ["format(0.085, '0.0%')", "8.5%"],
    ["format(7, '000')", "007"],
    ["format(5, '0 \"kg\"')", "5 kg"],
    ["format(1024, 'kanji')", "一〇二四"],
    ["format(-1.5, 'kanji')", "▲一・五"],
    ["format(1024, 'kanji-unit')", "千二十四"],
    ["format(11111, 'kanji-unit')", "一万千百十一"],
    ["format(10000000, 'kanji-unit')", "一千万"],
    ["format(0, 'kanji-unit')", "〇"],
    ["format(1024, 'daiji')", "壱千弐拾四"],
    ["format(1200000, 'daiji')", "壱百弐拾万"],
    ["format(0, 'daiji')", "零"],
    ["format(20000000300040005, 'daiji')", "弐京参億四万五"],
    ["format(1024, 'wide')", "１，０２４"],
    ["format(-1024.5, 'wide')", "▲１，０２４．５"],
    ["format(525, '[h]:mm')", "8:45"],
    ["format(1500, '[h]:mm')", "25:00"],
    ["format(-90, '[h]:mm')", "-1:30"],
    ["format(90, '[m]')", "90"],
    ["format(525, '[h]時間mm分')", "8時間45分"],
  ]);
});

const at = (date: string) => ({ fields: fields("d date"), data: `{"d":"${date}"}` });

describe("formats of dates", () => {
  const rows: readonly (readonly [string, string, string])[] = [
    ["1989-01-07", "ggge年M月d日", "昭和64年1月7日"],
    ["1989-01-08", "ggge年M月d日", "平成元年1月8日"],
    ["2019-04-30", "ggge年M月d日", "平成31年4月30日"],
    ["2019-05-01", "ggge年M月d日", "令和元年5月1日"],
    ["2019-05-01", "ge.MM.dd", "R1.05.01"],
    ["2020-01-01", "gggee年", "令和02年"],
    ["1926-12-24", "ggge年", "大正15年"],
    ["1926-12-25", "ggge年", "昭和元年"],
    ["1912-07-29", "ggge年", "明治45年"],
    ["1912-07-30", "ggge年", "大正元年"],
    ["1873-01-01", "ggge年M月d日", "明治6年1月1日"],
    ["2026-11-20", "yyyy/MM/dd(aaa)", "2026/11/20(金)"],
    ["2026-11-20", "aaaa", "金曜日"],
    ["2026-02-03", "d MMM yyyy", "3 Feb 2026"],
    ["2026-02-03", "MMMM d, yy", "February 3, 26"],
    ["2026-02-03", 'dddd "at" M', "Tuesday at 2"],
  ];
  test.each(rows)("%s as %s prints %s", (date, pattern, printed) => {
    expect(print(`format(d, '${pattern}')`, at(date))).toBe(printed);
  });

  test.each([
    ["ggge年M月d日", "1872年12月31日"],
    ["gggee年", "1872年"],
    ["ge.M.d", "1872.12.31"],
    ["ggg", "西暦"],
    ["gg", "西"],
    ["g", "西"],
  ])("a date before 1873, which has no era, prints its Gregorian year: %s → %s", (pattern, printed) => {
    const { text, diagnostics } = run(`format(d, '${pattern}')`, at("1872-12-31"));
    expect([text, diagnostics]).toEqual([printed, []]);
  });

  table([
    ["format(t, 'H:mm')", "9:30"],
    ["format(u, 'HH:mm:ss')", "18:15:30"],
    ["format(m, 'yyyy-MM-dd HH:mm')", "2026-10-31 23:30"],
  ]);
});

describe("dates", () => {
  table([
    ["addMonths(d, 1)", "2024-02-29"],
    ["addMonths(d, 13)", "2025-02-28"],
    ["addMonths(d, -11)", "2023-02-28"],
    ["addDays(d, 30)", "2024-03-01"],
    ["addDays(d, -31)", "2023-12-31"],
    ["endOfMonth(addDays(d, 1))", "2024-02-29"],
    ["days(d, addDays(d, 366))", "366"],
    ["addDays(d, 10) - d", "10"],
    ["weekday(d)", "3"],
    ["year(d) * 10000 + month(d) * 100 + day(d)", "20240131"],
    ["minutes(t, u)", "525"],
    ["format(minutes(t, u), '[h]:mm')", "8:45"],
    ["addDays(m, 1)", "2026-11-01T23:30:00+09:00"],
    ["addMinutes(m, 45)", "2026-11-01T00:15:00+09:00"],
    ["addMinutes(m, -1440)", "2026-10-30T23:30:00+09:00"],
    ["addMinutes(m, round(0.5 * 60))", "2026-11-01T00:00:00+09:00"],
    ["minutes(m, addMinutes(m, 100000))", "100000"],
    ["addMinutes(time('22:00'), 180)", "01:00"],
    ["addMinutes(time('00:10'), -20)", "23:50"],
    ["addMinutes(time('08:00'), 1440)", "08:00"],
    ["minutes(t, addMinutes(t, 90))", "90"],
  ]);

  test.each([
    ["9999-12-31", "addMonths(d, 1)", "9999-12-31"],
    ["9999-03-31", "addMonths(d, 12)", "9999-12-31"],
    ["9999-12-31", "addDays(d, 9999999)", "9999-12-31"],
    ["9999-12-31", "addMonths(d, -1)", "9999-11-30"],
    ["0001-01-01", "addDays(d, -1)", "0001-01-01"],
    ["0001-01-01", "addMonths(d, -1)", "0001-01-01"],
    ["0001-01-01", "addMonths(d, 1)", "0001-02-01"],
    ["9999-12-31", "format(endOfMonth(addMonths(d, 1)), 'yyyy年M月d日')", "9999年12月31日"],
  ])("%s stands for no end or no beginning, however it is moved: %s → %s", (date, expression, printed) => {
    const { text, diagnostics } = run(expression, at(date));
    expect([text, diagnostics]).toEqual([printed, []]);
  });

  test.each(["2026-10-31", "9998-12-31"])("%s moved out of the calendar is told and left empty", (date) => {
    const { text, diagnostics } = run("addMonths(d, 99999999)", at(date));
    expect([text, diagnostics[0]?.code]).toEqual(["", "RPT3023"]);
  });

  test("a date moved out of the calendar is told and left empty", () => {
    const { text, diagnostics } = run("addDays(d, 99999999)", DATES);
    expect([text, diagnostics[0]?.code]).toEqual(["", "RPT3023"]);
  });
});

describe("a fixed number of decimals", () => {
  table([
    ["fixed(32, 3)", "32.000"],
    ["fixed(32.025, 3)", "32.025"],
    ["fixed(32.0255, 3)", "32.026"],
    ["fixed(119.95, 1)", "120.0"],
    ["fixed(0.5, 0)", "1"],
    ["fixed(-0.5, 0)", "-1"],
    ["fixed(-0.04, 1)", "0.0"],
    ["fixed(0, 2)", "0.00"],
    ["fixed(-1234567, 2)", "-1234567.00"],
    ["fixed(1 / 3, 40)", `0.${"3".repeat(40)}`],
    ["fixed(9999999999999999.995, 2)", "10000000000000000.00"],
    ["len(fixed(0, 40))", "42"],
    ["fixed(null, 2)", ""],
    ["fixed(2, null)", ""],
  ]);

  test.each(["-1", "41", "1.5", "100000000000000000000"])("%s is no number of decimals, and told", (digits) => {
    const { text, diagnostics } = run(`fixed(1, ${digits})`, DATES);
    expect([text, diagnostics.map((each) => each.code)]).toEqual(["", ["RPT3024"]]);
  });
});

describe("text", () => {
  table([
    ["left('東京都港区', 3)", "東京都"],
    ["right('東京都港区', 2)", "港区"],
    ["mid('東京都港区', 2, 2)", "京都"],
    ["left('葛\u{e0100}飾', 1)", "葛\u{e0100}"],
    ["len('𠮷野家')", "3"],
    ["len('が')", "1"],
    ["replace('a-b-c', '-', '')", "abc"],
    ["join(split('a,b,c', ','), '、')", "a、b、c"],
    ["trim('　 請求書 　')", "請求書"],
    ["upper('abcé')", "ABCÉ"],
    ["lower('ＡBC')", "ａbc"],
    ["pad(7, 3, '0')", "007"],
    ["pad('ab', 5, '*')", "***ab"],
    ["repeat('ab', 3)", "ababab"],
    ["concat('No.', 12, '-', 1.50)", "No.12-1.5"],
    ["narrow('ＡＢＣ１２３　ガパー￥')", "ABC123 ｶﾞﾊﾟｰ¥"],
    ["wide('ABC 123 ｶﾞﾊﾟｰ')", "ＡＢＣ　１２３　ガパー"],
    ["wide('Caf\u00e9')", "Ｃａｆ\u00e9"],
    ["wide('Cafe\u0301')", "Ｃａｆ\u00e9"],
    ["wide('\ufa19\u212b')", "\ufa19\u212b"],
    ["wide('e\u0301 m\u0304a')", "\u00e9　m\u0304ａ"],
    ["kana('ひらがな')", "ヒラガナ"],
    ["if(contains('請求書', '求'), 'y', 'n')", "y"],
    ["if(startsWith('請求書', '求'), 'y', 'n')", "n"],
    ["label(status)", "入金済"],
    ["status", "paid"],
    ["rate * 2", "16"],
    ["case(rate == 10, 'a', rate == 8, 'b', 'c')", "b"],
    ["n ?? 5", "5"],
    ["coalesce(n, 7)", "7"],
    ["if(has(n), n + 1, 0)", "0"],
    ["format(n, '#,##0')", ""],
  ]);
});

describe("has", () => {
  const has = (expression: string, data: object): string =>
    print(`if(${expression}, '有', '無')`, { fields: fields("note? text", "n? int"), data: JSON.stringify(data) });

  /** White space of Unicode, by code point, and what has no width. */
  const BLANKS = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20, 0x85, 0xa0, 0x1680, 0x2000, 0x2003, 0x200a, 0x200b, 0x2028];
  const WIDER = [0x2029, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff];

  test.each([...BLANKS, ...WIDER])("of a text of the blank %i alone is false", (point) => {
    const blank = String.fromCodePoint(point);
    expect(has("has(note)", { note: blank })).toBe("無");
    expect(has("has(note)", { note: blank.repeat(3) })).toBe("無");
    expect(has("has(note)", { note: `${blank}字${blank}` })).toBe("有");
  });

  test.each([
    ["an absent value", {}, "無"],
    ["null", { note: null }, "無"],
    ["an empty text", { note: "" }, "無"],
    ["a zero in a text", { note: "0" }, "有"],
    ["a dash", { note: "－" }, "有"],
  ])("of %s", (_, data, expected) => {
    expect(has("has(note)", data)).toBe(expected);
  });

  test("of a number that is zero is true", () => {
    expect(has("has(n)", { n: 0 })).toBe("有");
  });

  test.each([undefined, null, "", " ", "\u3000", "\n"])(
    "what is absent for it, ?? and coalesce pass over: %j",
    (note) => {
      const shown = (expression: string): string | null =>
        print(expression, {
          fields: fields("note? text", "company string", "tags[] string"),
          data: JSON.stringify(data),
        });
      const data = { ...(note === undefined ? {} : { note }), company: "青葉", tags: ["", "急", " "] };
      expect(shown("note ?? company")).toBe("青葉");
      expect(shown("coalesce(note, note, company)")).toBe("青葉");
      expect(shown("note ?? note ?? 'なし'")).toBe("なし");
      expect(shown("join(tags[] ?? '無', '・')")).toBe("無・急・無");
      expect(shown("company ?? note")).toBe("青葉");
    },
  );
});
