// Japanese numerals: digits of a plain decimal → 一〇二四, 千二十四, 壱千弐拾四, １，０２４.

const KANJI_DIGITS = [..."〇一二三四五六七八九"];
/** The legal minimum set 壱 弐 参 拾 (Commercial Registration Rules, article 48). */
const DAIJI_DIGITS = [..."零壱弐参四五六七八九"];
const KANJI_PLACES = ["", "十", "百", "千"] as const;
const DAIJI_PLACES = ["", "拾", "百", "千"] as const;
/** Powers of 10⁴. */
const GROUPS = ["", "万", "億", "兆", "京", "垓", "秭", "穣", "溝", "澗", "正", "載", "極"] as const;
/**
 * As Japanese accounts write it. A minus sign reads as 一 before kanji (−千二百, 一千二百), and in a vertical line as the
 * stroke of another digit (｜１).
 */
const NEGATIVE = "▲";
const FULL_WIDTH_OFFSET = 0xfee0;

/** Digit by digit: `1024` → 一〇二四, `-1.5` → ▲一・五. */
export function kanjiDigits(plain: string): string {
  return [...plain].map((char) => kanjiChar(char)).join("");
}

function kanjiChar(char: string): string {
  if (char === "-") return NEGATIVE;
  if (char === ".") return "・";
  return KANJI_DIGITS[Number(char)] ?? char;
}

/** With units: `1024` → 千二十四, `10000000` → 一千万. `integer` has no decimals. */
export function kanjiUnits(integer: string): string {
  return withUnits(integer, KANJI_DIGITS, KANJI_PLACES, (place, group) => place > 0 && !(place === 3 && group > 0));
}

/** 大字 as on contracts and receipts, 壱 always written: `1024` → 壱千弐拾四. */
export function daiji(integer: string): string {
  return withUnits(integer, DAIJI_DIGITS, DAIJI_PLACES, () => false);
}

function withUnits(
  integer: string,
  digits: readonly string[],
  places: readonly string[],
  dropsOne: (place: number, group: number) => boolean,
): string {
  const negative = integer.startsWith("-");
  const plain = negative ? integer.slice(1) : integer;
  if (plain.length > GROUPS.length * 4) return kanjiDigits(integer);
  if (/^0*$/.test(plain)) return digits[0] ?? "";
  let text = "";
  for (let group = Math.ceil(plain.length / 4) - 1; group >= 0; group -= 1) {
    const four = plain.slice(Math.max(0, plain.length - 4 * (group + 1)), plain.length - 4 * group);
    const part = [...four].map((char, at) => place(char, four.length - 1 - at, group)).join("");
    if (part !== "") text += part + (GROUPS[group] ?? "");
  }
  return (negative ? NEGATIVE : "") + text;

  function place(char: string, position: number, group: number): string {
    if (char === "0") return "";
    const digit = char === "1" && dropsOne(position, group) ? "" : (digits[Number(char)] ?? "");
    return digit + (places[position] ?? "");
  }
}

/** Full-width with grouping: `-1024.5` → ▲１，０２４．５. */
export function wideNumber(plain: string): string {
  const [integer = "", decimals] = plain.replace("-", "").split(".");
  const grouped = groupThousands(integer) + (decimals === undefined ? "" : `.${decimals}`);
  const wide = [...grouped].map((char) => String.fromCharCode(char.charCodeAt(0) + FULL_WIDTH_OFFSET));
  return (plain.startsWith("-") ? NEGATIVE : "") + wide.join("");
}

/** `1234567` → `1,234,567`. */
export function groupThousands(integer: string): string {
  if (integer.length <= 3) return integer;
  let text = integer.slice(0, integer.length % 3);
  for (let at = text.length; at < integer.length; at += 3) {
    text += (text === "" ? "" : ",") + integer.slice(at, at + 3);
  }
  return text;
}
