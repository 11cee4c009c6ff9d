// Figures of kanji in days, as vertical writing has them: 令和八年十月七日 → 令和8年10月7日.

const DIGITS = "〇一二三四五六七八九";
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
/** Figures before the words of a day. */
const OF_DAY = /[〇零一二三四五六七八九十百千]+(?=\s*[年月日])/g;

/** A text with the figures of its years, months and days as those of ASCII. */
export function withFigures(text: string): string {
  return text.replaceAll(OF_DAY, (figures) => `${numberOf(figures.replaceAll("零", "〇"))}`);
}

/** 二十九, 二九 → 29; 二〇二六 → 2026. */
function numberOf(figures: string): number {
  if (!/[十百千]/.test(figures)) return Number([...figures].map((one) => DIGITS.indexOf(one)).join(""));
  let sum = 0;
  let digit: number | null = null;
  for (const letter of figures) {
    const unit = UNITS[letter];
    if (unit === undefined) digit = DIGITS.indexOf(letter);
    else {
      sum += (digit ?? 1) * unit;
      digit = null;
    }
  }
  return sum + (digit ?? 0);
}
