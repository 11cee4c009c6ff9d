// Between which numbers a computed value lies, whatever the data are.
import type { Code } from "./code.ts";
import { type Answer, numberFacts, type Type } from "./types.ts";

/** Ordinals and counts of what is there. */
export const FROM_ONE: Answer = { least: 1, greatest: null };
export const FROM_ZERO: Answer = { least: 0, greatest: null };

/** `index % 2` is 0 or 1; with a dividend that may be negative, -1 too. Null for other than whole numbers. */
export function answerOfRemainder(dividend: Type, divisor: Type, divisorCode: Code): Answer | null {
  if (divisorCode.op !== "number" || !/^[1-9]\d{0,8}$/.test(divisorCode.digits)) return null;
  const facts = [numberFacts(dividend), numberFacts(divisor)];
  if (facts.some(({ scale, quotient }) => scale !== 0 || quotient)) return null;
  const greatest = Number(divisorCode.digits) - 1;
  const least = dividend.kind === "num" ? dividend.answer?.least : undefined;
  return { least: least !== undefined && least >= 0 ? 0 : -greatest, greatest };
}
