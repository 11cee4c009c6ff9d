// The customer bar code of Japan Post (郵便番号・バーコードマニュアル): a postcode, 13 places of an address, a check digit.
// The library that draws other kinds makes a broken character of a check digit of 0, and refuses a letter that reaches
// over the last place, of which the manual keeps the first half.
import type { PostalBar } from "../../layout/index.ts";

const POSTCODE_DIGITS = 7;
/** What follows the postcode: so many places, of which a letter takes two. */
export const POSTAL_PLACES = 13;
const HYPHEN = 10;
/** The first control: those of the letters A to J, K to T and U to Z follow one another. */
const CONTROL = 11;
/** The fourth control fills places that an address leaves free. */
const FILLER = 14;
const MODULUS = 19;

/** Bars of each value: 0 the middle alone, 1 with the lower part, 2 with the upper part, 3 long. */
const BARS = [
  ...["300", "330", "312", "132", "321", "303", "123", "231", "213", "033", "030"],
  ...["120", "102", "210", "012", "201", "021", "003", "333"],
] as const;
const START = "31";
const STOP = "13";

export interface PostalCode {
  readonly bars: readonly PostalBar[];
  /** What of the address has no place; empty where all of it has. */
  readonly leftOut: string;
}

/** The code of a postcode and an address behind it, both in digits, capital letters and hyphens. */
export function postalCode(text: string): PostalCode {
  const isHyphenated = text.charAt(3) === "-";
  const postcode = text.slice(0, isHyphenated ? POSTCODE_DIGITS + 1 : POSTCODE_DIGITS).replace("-", "");
  const address = text.slice(isHyphenated ? POSTCODE_DIGITS + 1 : POSTCODE_DIGITS);
  const leftOut = leftOutOf(address);
  // Of a letter that reaches over the last place its control is kept.
  const places = [...address].flatMap(valuesOf).slice(0, POSTAL_PLACES);
  const all = [...[...postcode].map(Number), ...places];
  while (all.length < POSTCODE_DIGITS + POSTAL_PLACES) all.push(FILLER);
  const rest = all.reduce((sum, value) => sum + value, 0) % MODULUS;
  all.push((MODULUS - rest) % MODULUS);
  const drawn = [START, ...all.map((value) => BARS[value] ?? ""), STOP].join("");
  return { bars: [...drawn].map(barOf), leftOut };
}

/** From the first letter on that has not all of its places. */
function leftOutOf(address: string): string {
  let places = 0;
  for (const [at, letter] of [...address].entries()) {
    places += valuesOf(letter).length;
    if (places > POSTAL_PLACES) return address.slice(at);
  }
  return "";
}

function valuesOf(letter: string): readonly number[] {
  if (letter === "-") return [HYPHEN];
  if (letter >= "0" && letter <= "9") return [Number(letter)];
  const at = letter.charCodeAt(0) - "A".charCodeAt(0);
  return [CONTROL + Math.floor(at / 10), at % 10];
}

function barOf(kind: string): PostalBar {
  return { rises: kind === "2" || kind === "3", falls: kind === "1" || kind === "3" };
}
