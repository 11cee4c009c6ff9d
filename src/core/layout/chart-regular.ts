// Categories that count on by themselves, as days and hours do: who sees some of their names knows the others.
import { readDateParts } from "../expression/index.ts";

/** Digits, and what stands beside them in dates, times of day and periods. */
const OF_TIME = /^[\d\s.,:/\-–~〜年月日時分秒週期度（）()火水木金土曜第四半令和平成昭QWHRST']+$/u;
/** A mark of time behind a digit, so that no number of a product is taken for one. */
const MARK_OF_TIME = /\d\s*[年月日時分秒週期:/]|\d{4}-\d{1,2}/u;
/** `-1,200.5`, `第3`, `40km`. */
const NUMBER = /^第?\s*([-−+]?[\d,]*\.?\d+)\s*\D{0,2}$/u;

/** Names of times, or numbers in equal steps; names of branches are neither, whatever numbers stand in them. */
export function areRegular(names: readonly string[]): boolean {
  if (names.length < 2) return false;
  return names.every(isTime) || areEvenNumbers(names);
}

function isTime(name: string): boolean {
  if (readDateParts(name) !== null) return true;
  return OF_TIME.test(name) && MARK_OF_TIME.test(name);
}

/** `0`, `10`, `20` …, all with the same words around them. */
function areEvenNumbers(names: readonly string[]): boolean {
  const numbers = names.map((name) => {
    const digits = NUMBER.exec(name)?.[1];
    return digits === undefined
      ? null
      : { value: Number(digits.replaceAll(",", "")), around: name.replace(digits, "#") };
  });
  const [first, second] = numbers;
  if (first == null || second == null) return false;
  const step = second.value - first.value;
  return (
    step !== 0 &&
    numbers.every((one, at) => {
      if (one === null || one.around !== first.around) return false;
      return Math.abs(one.value - first.value - at * step) <= Math.abs(step) * EVEN_SLACK;
    })
  );
}

/** Sums of steps like 0.1 are off by the last bits of a double. */
const EVEN_SLACK = 1e-6;
