import { expect, test } from "vitest";
import { withFigures } from "../../../../../src/plugins/profiles/jp/items/kanji-figures.ts";
import { datesIn } from "../../../../../src/plugins/profiles/jp/items/period.ts";

test.each([
  ["令和八年十月七日", "令和8年10月7日"],
  ["平成二十九年四月一日", "平成29年4月1日"],
  ["二〇二六年十二月三十一日", "2026年12月31日"],
  ["月額三十一万二千円", "月額三十一万二千円"],
])("%s", (written, figures) => {
  expect(withFigures(written)).toBe(figures);
});

test("days of kanji figures are days", () => {
  expect(datesIn("平成二十九年四月一日から令和八年九月三十日まで")).toEqual(["2017-04-01", "2026-09-30"]);
});
