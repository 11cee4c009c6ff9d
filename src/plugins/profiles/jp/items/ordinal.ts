/** By the last digit; 11, 12 and 13 end in th like all others. */
const ENDINGS: Readonly<Record<number, string>> = { 1: "st", 2: "nd", 3: "rd" };

/** `1st`, `62nd`, `113th`: a whole number from 0 as English counts places. */
export function ordinal(number: number): string {
  const tens = Math.floor(number / 10) % 10;
  return `${number}${tens === 1 ? "th" : (ENDINGS[number % 10] ?? "th")}`;
}
