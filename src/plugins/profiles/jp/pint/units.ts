// Units as Japanese invoices write them → codes of UNECE Recommendations 20 and 21.
import { narrow } from "../items/narrow.ts";

/** One piece of something that no code names. The unit's own name goes along with it. */
export const ONE = "C62";

const CODES: Readonly<Record<string, string>> = {
  個: "H87",
  コ: "H87",
  ケ: "H87",
  台: "H87",
  本: "H87",
  点: "H87",
  脚: "H87",
  基: "H87",
  部: "H87",
  冊: "D63",
  枚: "XST",
  頁: "ZP",
  ページ: "ZP",
  式: "LS",
  一式: "LS",
  セット: "SET",
  組: "SET",
  箱: "XBX",
  ケース: "XCS",
  袋: "XBG",
  缶: "XCA",
  瓶: "XBO",
  巻: "XRO",
  パック: "XPK",
  束: "XBE",
  パレット: "XPX",
  対: "PR",
  足: "PR",
  双: "PR",
  ダース: "DZN",
  人: "IE",
  名: "IE",
  時間: "HUR",
  h: "HUR",
  分: "MIN",
  日: "DAY",
  週: "WEE",
  週間: "WEE",
  月: "MON",
  か月: "MON",
  ヶ月: "MON",
  ヵ月: "MON",
  カ月: "MON",
  箇月: "MON",
  年: "ANN",
  mg: "MGM",
  g: "GRM",
  グラム: "GRM",
  kg: "KGM",
  キログラム: "KGM",
  t: "TNE",
  トン: "TNE",
  ml: "MLT",
  l: "LTR",
  リットル: "LTR",
  kl: "K6",
  mm: "MMT",
  cm: "CMT",
  m: "MTR",
  メートル: "MTR",
  km: "KMT",
  "m²": "MTK",
  m2: "MTK",
  平米: "MTK",
  "m³": "MTQ",
  m3: "MTQ",
  立米: "MTQ",
  kwh: "KWH",
};

/** Every code that is ever written. */
export const UNIT_CODES: readonly string[] = [...new Set([ONE, ...Object.values(CODES)])];

/** The code of a unit, in whichever width and case it is written; `C62` where there is none. */
export function unitCode(unit: string | null): string {
  if (unit === null) return ONE;
  const name = narrow(unit.replaceAll("㎡", "m²").replaceAll("㎥", "m³").replaceAll("㎏", "kg")).trim().toLowerCase();
  return Object.hasOwn(CODES, name) ? (CODES[name] ?? ONE) : ONE;
}
