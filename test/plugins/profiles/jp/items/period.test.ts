import { expect, test } from "vitest";
import { datesIn, impossibleDay } from "../../../../../src/plugins/profiles/jp/items/period.ts";

test.each([
  "2026年9月31日",
  "令和8年9月31日の納品",
  "令和８年１３月７日",
  "R8.9.21〜R8.9.31",
  "R8.13.1",
  "2026/11/31",
  "H31.2.29",
  "昭和63年2月30日",
  "令和八年十三月七日",
  "令和八年九月三十一日",
  "二〇二六年十一月三十一日",
  "10月32日",
  "令和8年10月分（10月1日〜10月32日）をご請求申し上げます。",
  "10月1日から32日まで",
  "令和8年9月1日から同月31日まで",
  "支払日 11月31日",
  "2026年13月分",
  "令和8年2月29日",
])("%s names no day of the calendar", (text) => {
  expect(impossibleDay(text)).not.toBeNull();
});

test.each([
  "2026年9月30日",
  "令和六年二月二十九日",
  "2月29日",
  "R8.9.21〜R8.10.20",
  "10月16日〜11月15日",
  "9月1日から30日間",
  "9月21日から翌月31日",
  "毎月31日",
  "令和8年　月　日",
  "No. 2026-11-45",
  "2026-13-001",
  "図番 H31.2.29-A",
  "2.5/31.5",
  "懲役1年13月",
  "十分な三日間",
  "昭和63年2月17日",
])("%s names none that the calendar lacks", (text) => {
  expect(impossibleDay(text)).toBeNull();
});

test("what is said to be a day is one, whatever signs part it", () => {
  expect(impossibleDay("納品 2026-11-31", true)).toBe("2026-11-31");
  expect(impossibleDay("納品 2026-11-30", true)).toBeNull();
});

test("days of all eras are read", () => {
  expect(datesIn("昭和63年2月17日、平成27年4月1日、S63.2.17、大正15年1月2日")).toEqual([
    "1988-02-17",
    "2015-04-01",
    "1988-02-17",
    "1926-01-02",
  ]);
});
