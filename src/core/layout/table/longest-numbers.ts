// Numbers up to a limit → those that some format prints longest: 9999 is longer than 10000 in 大字 and with units.
import { Decimal } from "../../expression/index.ts";

/**
 * The whole number of a limit, and the numbers nearer to zero that have one of its digits less by one and nines in all
 * places after it. Whatever format prints numbers by their digits, none up to the limit is longer than all of these.
 */
export function longestUpTo(limit: Decimal): readonly Decimal[] {
  const [whole = "0"] = limit.toFixed().split(".");
  const sign = whole.startsWith("-") ? "-" : "";
  const digits = whole.slice(sign.length);
  const below = [...digits].flatMap((digit, at) => {
    if (digit === "0") return [];
    return [`${digits.slice(0, at)}${Number(digit) - 1}${"9".repeat(digits.length - at - 1)}`];
  });
  return [digits, ...below].map((each) => Decimal.of(`${sign}${each.replace(/^0+(?=\d)/u, "")}`));
}
