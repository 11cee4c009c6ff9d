// Headings that differ in their numbers alone: months, grades, days, and days of the week. Where lists leave their
// order open, their numbers tell it.

/**
 * Where a heading stands that no list before has: the index of the heading that it follows, at least `at`. It passes
 * those that count on from there and are less than it is: 7月, which its own list has behind 5月, passes 6月. Numbers that
 * begin anew, as in a business year (12月, 1月), end what counts on, unless the heading belongs behind them itself.
 */
export function behindLesser(order: readonly string[], at: number, key: string): number {
  const own = numbered(key);
  if (own.numbers.length === 0) return at;
  const numbersAt = (index: number): readonly number[] | null => {
    const other = numbered(order[index] ?? "");
    return other.pattern === own.pattern ? other.numbers : null;
  };
  let index = at;
  const first = numbersAt(index);
  let before = first;
  // 2月 behind 12月: the numbers begin anew between the two.
  let isNextRound = first !== null && isLess(own.numbers, first);
  for (let next = numbersAt(index + 1); next !== null; next = numbersAt(index + 1)) {
    const doesBeginAnew = before !== null && isLess(next, before);
    if (doesBeginAnew && !isNextRound) break;
    if (doesBeginAnew) isNextRound = false;
    if (!isNextRound && isLess(own.numbers, next)) break;
    before = next;
    index += 1;
  }
  return isNextRound ? at : index;
}

/**
 * The index before the first heading that differs in its numbers alone; the last of all where there is none. Where the
 * numbers of such headings begin anew (11月, 12月, 1月), a lesser one stands with those that are nearer to it: 2月 behind
 * 1月, and 10月 before 11月.
 */
export function beforeAlike(order: readonly string[], key: string): number {
  const own = numbered(key);
  const isAlike = (other: Numbered): boolean => own.numbers.length > 0 && other.pattern === own.pattern;
  const all = order.map(numbered);
  const first = all.findIndex(isAlike);
  if (first < 0) return order.length - 1;
  const numbersAt = (index: number): readonly number[] => all[index]?.numbers ?? [];
  const isAnew = (other: Numbered, index: number): boolean =>
    index > first && isAlike(other) && isLess(other.numbers, numbersAt(first));
  const anew = all.findIndex(isAnew);
  if (anew < 0 || !isLess(own.numbers, numbersAt(first)) || isLess(own.numbers, numbersAt(anew))) return first - 1;
  const last = all.findLastIndex((other, index) => isAnew(other, index) && !isLess(own.numbers, other.numbers));
  return distance(own.numbers, numbersAt(last)) <= distance(own.numbers, numbersAt(first)) ? last : first - 1;
}

/** Between the first numbers that differ. */
function distance(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return Math.abs((one[at] ?? 0) - (other[at] ?? 0));
}

interface Numbered {
  /** The text with a mark in place of each number. */
  readonly pattern: string;
  readonly numbers: readonly number[];
}

const NUMBERS = /[0-9]+|[０-９]+|[一二三四五六七八九]?十[一二三四五六七八九]?|[一二三四五六七八九]/g;
const WIDE = "０１２３４５６７８９";
const KANJI = "〇一二三四五六七八九";

/** From Monday on, as the week of ISO 8601. */
const WEEKDAYS = "月火水木金土日";
/** Behind the number of equal headings before it. */
const WEEKDAY = /^(\d+) ([(（]?)([月火水木金土日])(曜日?)?([)）]?)$/u;
/** The day of the week of a date, which says no more than its number: 3日(水). */
const BESIDE_DATE = /([(（])[月火水木金土日](曜日?)?(?=[)）])/gu;

function numbered(key: string): Numbered {
  const [, before, open = "", weekday, name = "", close = ""] = WEEKDAY.exec(key) ?? [];
  if (weekday !== undefined) {
    return { pattern: `${open}#${name}${close}`, numbers: [Number(before), WEEKDAYS.indexOf(weekday)] };
  }
  const numbers: number[] = [];
  const pattern = key.replaceAll(BESIDE_DATE, "$1").replaceAll(NUMBERS, (digits) => {
    numbers.push(numberOf(digits));
    return "#";
  });
  return { pattern, numbers };
}

/** 12, １２ and 十二 alike: months and grades are written in any of these. */
function numberOf(digits: string): number {
  if (/^[0-9]/.test(digits)) return Number(digits);
  if (/^[０-９]/.test(digits)) return Number([...digits].map((digit) => WIDE.indexOf(digit)).join(""));
  const [tens = "", ones] = digits.split("十");
  if (ones === undefined) return KANJI.indexOf(tens);
  return 10 * (tens === "" ? 1 : KANJI.indexOf(tens)) + (ones === "" ? 0 : KANJI.indexOf(ones));
}

function isLess(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}
