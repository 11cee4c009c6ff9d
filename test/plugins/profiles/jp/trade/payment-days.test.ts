import { expect, test } from "vitest";
import { daysAfter, daysOfClosing } from "../../../../../src/plugins/profiles/jp/trade/payment-days.ts";

test.each([
  ["毎月末日締め翌月末日払い", 60],
  ["毎月20日締切、翌月20日支払", 60],
  ["月末締め翌月15日払", 45],
  ["毎月２０日〆翌月末日払い", 70],
  ["毎月末日で締め切り、翌々月10日に振り込む", 70],
  ["毎月末日締め翌々月末日払い", 90],
  ["15日締め当月末日払い", 45],
  ["毎月25日に支払う", null],
])("%s lets up to %s days pass", (words, days) => {
  expect(daysOfClosing(words)).toBe(days);
});

test.each([
  ["納品日から90日後に支払う", 90],
  ["検収後４５日以内", 45],
  ["請求書受領後30日以内", 30],
  ["2027年1月31日", null],
])("%s lets %s days pass", (words, days) => {
  expect(daysAfter(words)).toBe(days);
});
