// What of a text reads as one by numbers: the numbers themselves in every kind of digits, and numbers with their units.
import type { TextRange } from "../shaping/index.ts";

const DIGITS = "[0-9０-９]";
/** Numerals of Japanese numbers, with those of contracts (大字) and their old shapes. */
const KANJI = "[〇零一二三四五六七八九十百千万億兆京壱弐参拾壹貳參萬]";
const ANY = `(?:${DIGITS}|${KANJI})`;
const LONG_COUNTERS = "時間|週間|年間|年度|日間|日目|日以内|営業日|箇所|丁目|番地|番目|回目|四半期|割引|階建|ページ";
const PLACE_COUNTERS = "[ヶヵケかカ](?:月間?|所|年|国)";
const SHORT_COUNTERS =
  "円個式本枚台名人件回箱袋冊部組点年月日時分秒号階番歳才泊食杯着軒社室席通口株" +
  "倍割缶束巻丁足基機両粒錠玉条項章節款頁字行列語位度期級戸坪畳票";
/**
 * Units of trade in katakana, as whole words. Other words in katakana may part from their number, and within: an
 * example of JLREQ prints １ポイン／ト.
 */
const KATAKANA_COUNTERS =
  "(?:セット|ケース|パック|ダース|ロール|カートン|パレット|コンテナ|ボックス|ボトル|バッグ|ピース|シート|ペア|ユニット|" +
  "キログラム|キロ|トン|グラム|ミリグラム|リットル|ミリリットル|メートル|センチ|ドル|ユーロ|ポンド|ヘクタール|アール)" +
  "(?![ァ-ヺー])|(?:ｾｯﾄ|ｹｰｽ|ﾊﾟｯｸ|ﾀﾞｰｽ|ﾛｰﾙ|ｶｰﾄﾝ|ﾊﾟﾚｯﾄ|ﾎﾞｯｸｽ|ﾎﾞﾄﾙ|ﾋﾟｰｽ|ｼｰﾄ|ﾕﾆｯﾄ|ｷﾛ|ﾄﾝ|ｸﾞﾗﾑ|ﾘｯﾄﾙ|ﾒｰﾄﾙ|ﾄﾞﾙ)(?![ｦ-ﾟ])";
const COUNTERS = `(?:${LONG_COUNTERS}|${PLACE_COUNTERS}|${KATAKANA_COUNTERS}|[${SHORT_COUNTERS}])`;
/** Units in Latin letters that a space may stand before; without it they are one word with their number. */
const LATIN_UNITS =
  "kg|mg|g|t|km|cm|mm|μm|m|kl|ml|mL|dl|L|kWh|kW|W|kVA|V|mA|A|kHz|MHz|GHz|Hz|MPa|kPa|Pa|dB|lx|rpm|min|h|s|ppm|" +
  "KB|MB|GB|TB|pt|pcs|%";
/** What stands between two digits of a number, a block number or a ratio. */
const INSIDE = "[，．,.：／－−‐]";

/**
 * Numbers that Unicode lets part like ideographs: in digits of full width, and in kanji. Each pattern is linear:
 * bounded repetitions, no nesting.
 */
export const NUMBERS: readonly RegExp[] = [
  new RegExp(`[０-９](?:${INSIDE}?[０-９]){1,63}`, "gu"),
  new RegExp(`${KANJI}(?:・?${KANJI}){1,63}`, "gu"),
  // Signs before a number, and signs that loose levels let go.
  new RegExp(`[-－−▲△+＋±] ?[¥￥$＄€]?${ANY}`, "gu"),
  /[¥￥$＄€][-－−▲△+＋±][0-9０-９]/gu,
  /[￥＄￡№][0-9０-９]/gu,
  // Brackets stand for a sign, and a number without its percent sign is another one.
  /[(（][¥￥$＄€]?[0-9０-９][0-9０-９.,，．]{0,63}[)）]/gu,
  /[0-9０-９][%％‰]/gu,
];

/** Numbers and dates in ASCII digits: they too part where letters part like ideographs. */
export const PLAIN_NUMBERS: readonly RegExp[] = [
  /[0-9](?:[.,:]?[0-9]){1,63}/gu,
  /[¥$€][0-9]/gu,
  /(?<![0-9./,-])[0-9]{1,4}([-/])[0-9]{1,2}(?:\1[0-9]{1,2})?(?![0-9/,-])/gu,
];

/** Numbers with what counts by them: 3個, 1,200万円, 12ヶ月, 10 kg, 第1回. */
export const COUNTED: readonly RegExp[] = [
  new RegExp(`${DIGITS}[万億兆千百]{0,3}${COUNTERS}`, "gu"),
  new RegExp(`${DIGITS}[万億兆千百]{1,3}`, "gu"),
  new RegExp(`${KANJI}{2}${COUNTERS}`, "gu"),
  new RegExp(`${KANJI}円`, "gu"),
  /円[也整]/gu,
  new RegExp(`${ANY}[ \u00a0](?:${LATIN_UNITS})(?![A-Za-z0-9])`, "gu"),
  new RegExp(`${ANY}[％‰℃′″￠]`, "gu"),
  /第[0-9０-９]/gu,
];

const AMOUNTS = new RegExp(
  `(?:${DIGITS}[0-9０-９.,，．]{0,63}|${KANJI}{1,63})[万億兆千百]{0,3}${COUNTERS}[%％‰℃也整-]{0,4}`,
  "gu",
);

/** The numbers of a text that have a Japanese unit, each with it. */
export function amountsIn(text: string): readonly string[] {
  return text.match(AMOUNTS) ?? [];
}

/**
 * Numbers that are amounts, dates or times wherever they stand: 1,234,567.89, 2026/10/05, 100:30, the 12345 of 12345円,
 * but neither 192.168.0.1 nor :8080.
 */
const FIGURES = new RegExp(
  `(?<![0-9０-９.,，．])${DIGITS}{1,3}(?:[,，]${DIGITS}{3}){1,30}(?:[.．]${DIGITS}{1,63})?(?![0-9０-９])|` +
    "(?<![0-9A-SU-Za-z.:])[0-9]{1,63}:[0-5][0-9](?::[0-5][0-9])?(?![0-9A-Za-z.:])|" +
    "(?<![0-9A-Za-z./-])[0-9]{4}([-/.])[0-9]{1,2}\\1[0-9]{1,2}(?![0-9A-SU-Za-z/-])|" +
    `(?<![0-9０-９A-Za-z.,，．/:-])${DIGITS}{2,63}(?=[万億兆千百]{0,3}${COUNTERS})`,
  "gu",
);

/** Where the amounts, dates and times of a text stand. */
export function figuresIn(text: string): readonly TextRange[] {
  return [...text.matchAll(FIGURES)].map(({ 0: figure, index }) => ({ start: index, end: index + figure.length }));
}

/** The digits of a printed number, with the signs at its sides. */
const NUMERALS = new RegExp(`[^\\p{L}\\p{N}\\s]*${ANY}(?:.*${ANY})?[)）]?`, "u");

/** Where the digits of a text stand that prints one number; null where it has none. */
export function numeralsIn(text: string): TextRange | null {
  const found = NUMERALS.exec(text);
  return found === null ? null : { start: found.index, end: found.index + found[0].length };
}

/** An amount, with its sign, its currency and its unit. A letter of Japanese before a hyphen stays with it. */
const AMOUNT = new RegExp(
  `^((?:[^\u0000-\u007f](?=-))?[¥￥$€▲△+－−-]*(?:[0-9０-９][0-9０-９.,，．]*|${KANJI}(?:・?${KANJI})+))` +
    `((?:[万億兆千百]{0,3}${COUNTERS})?[%％‰℃也整-]*|[ \u00a0]?(?:${LATIN_UNITS}))$`,
  "u",
);

/** The letters of an amount's number, where a word is an amount; what is left of the word is its unit. */
export function numberLength(word: string): number | null {
  return AMOUNT.exec(word)?.[1]?.length ?? null;
}
