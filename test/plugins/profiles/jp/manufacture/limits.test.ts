import { expect, test } from "vitest";
import { isOutside, limitsOf, measuredOf } from "../../../../../src/plugins/profiles/jp/manufacture/limits.ts";

function judged(specification: string, value: string, item?: string): string {
  const [limits, measured] = [limitsOf(specification, item), measuredOf(value)];
  if (limits === null || measured === null) return "unread";
  return isOutside(measured, limits) ? "outside" : "within";
}

/** Each specification with a value at its limit, which is within, and one just beyond. */
test.each([
  ["2.40±0.12", "2.52", "2.53"],
  ["2.40 ± 0.12 N/mm", "2.28", "2.27"],
  ["2.40 N/mm ±0.12", "2.52", "2.53"],
  ["2.40(±0.12)", "2.52", "2.53"],
  ["2.40±0.12 N·m", "2.52", "2.53"],
  ["2.40±0.12Ω", "2.52", "2.53"],
  ["2.40±0.12kg/cm2", "2.52", "2.53"],
  ["２．４０±０．１２ ℃", "2.52", "2.53"],
  ["2.40±0.12 m/s", "2.52", "2.53"],
  ["45.0±0.5 °", "45.5", "45.6"],
  ["45.0±0.5 度", "45.5", "45.6"],
  ["-5±2 ℃", "-7", "-7.1"],
  ["1,200±50 N", "1250", "1251"],
  ["φ10±0.1", "10.1", "10.11"],
  ["Φ 10 ±0.1", "9.9", "9.89"],
  ["R45.0±0.5", "45.5", "45.51"],
  ["t1.2±0.1mm", "1.3", "1.31"],
  ["2.40±5%", "2.52", "2.53"],
  ["100Ω±5%", "105", "105.1"],
  ["45 +0.5 / -0.3 mm", "45.5", "44.6"],
  ["2.40 +0.12/-0.10", "2.30", "2.29"],
  ["10(+0.02/0)", "10.02", "9.99"],
  ["10 +0.2 -0.1", "9.9", "9.8"],
  ["10-0.1/+0.2", "10.2", "10.3"],
  ["2.28〜2.52 N/mm", "2.28", "2.27"],
  ["2.28～2.52", "2.52", "2.53"],
  ["2.28-2.52", "2.52", "2.53"],
  ["2.28 N/mm〜2.52 N/mm", "2.52", "2.53"],
  ["2.28以上2.52以下", "2.28", "2.27"],
  ["2.28から2.52まで", "2.52", "2.53"],
  ["-10〜60℃", "-10", "-11"],
  ["HRC 45〜50", "50", "51"],
  ["45〜50HRC", "45", "44"],
  ["2.52 N/mm 以下", "2.52", "2.53"],
  ["0.005以内", "0.005", "0.006"],
  ["最大 45.5 mm", "45.5", "45.6"],
  ["MAX 2.52", "2.52", "2.53"],
  ["max.2.52mm", "2.52", "2.53"],
  ["2.52 max.", "2.52", "2.53"],
  ["5mm max", "5", "5.1"],
  ["≦2.52", "2.52", "2.53"],
  ["Ra 2.4以下", "2.4", "2.5"],
  ["2.28 以上", "2.28", "2.27"],
  ["2.3 min.", "2.3", "2.2"],
  ["≥ 2.3 MPa", "2.3", "2.2"],
  ["最小 2.3", "2.3", "2.2"],
  ["2.5未満", "2.49", "2.5"],
  ["< 2.5", "2.49", "2.5"],
  ["10を超える", "10.1", "10"],
])("%s: %s is within, %s is outside", (specification, within, outside) => {
  expect([judged(specification, within), judged(specification, outside)]).toEqual(["within", "outside"]);
});

test.each([
  ["図面どおり", "2.5"],
  ["キズ、打痕なきこと", "0"],
  ["JIS B 0405-m", "10.3"],
  ["SUS304", "304"],
  ["M6×1.0", "6"],
  ["10-0.5", "9.8"],
  ["±0.05", "10.02"],
  ["10 以上 20 未満", "20"],
  ["2.40±0.12", "合格"],
  ["2.40±0.12", "2.5〜2.6"],
])("%s does not say whether %s is within", (specification, value) => {
  expect(judged(specification, value)).toBe("unread");
});

test.each([
  ["50±5%", "54", "湿度", "within"],
  ["50±5%", "54", "抵抗値", "outside"],
  ["50±5 %RH", "54", "湿度", "within"],
  ["50%±5%", "54", "充填", "within"],
  ["2.40±0.12 mm", "2.60 mm", "外径", "outside"],
  ["2.40±0.12 mm", "2600 μm", "外径", "within"],
])("%s and %s of %s: %s", (specification, value, item, answer) => {
  expect(judged(specification, value, item)).toBe(answer);
});
