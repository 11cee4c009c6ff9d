// Bounds of a decimal → regular expressions over its digits, so that a schema says of numeric texts what the contract
// judges. They use what ECMA-262, RE2, PCRE, Java, .NET and Python read alike: no look-around, no back references.

/** The absolute value of a number: whole digits without leading zeros, and one fraction digit for each place. */
interface Magnitude {
  readonly whole: string;
  readonly fraction: string;
}

/**
 * The pattern of a decimal with at most `wholeMax` whole digits and `scale` fraction digits. Leading and trailing zeros
 * do not count.
 */
export function digitsPattern(wholeMax: number, scale: number): string {
  return `^-?${unsignedPattern(wholeMax, scale)}$`;
}

function unsignedPattern(wholeMax: number, scale: number): string {
  const whole = wholeMax <= 0 ? "0+" : `0*[0-9]{1,${wholeMax}}`;
  return `${whole}${fractionPattern(scale)}`;
}

/** A point and its digits, or neither. */
function fractionPattern(scale: number): string {
  return scale <= 0 ? "(?:\\.0+)?" : `(?:\\.[0-9]{1,${scale}}0*)?`;
}

/** Texts of numbers that are at least `bound`, a plain decimal. */
export function atLeastPattern(bound: string, wholeMax: number, scale: number): string {
  const any = unsignedPattern(wholeMax, scale);
  if (isZero(bound)) return `^(?:${any}|-${ZERO})$`;
  return bound.startsWith("-")
    ? `^(?:${any}|-(?:${atMost(magnitudeOf(bound, scale, "down"), scale)}))$`
    : `^(?:${atLeast(magnitudeOf(bound, scale, "up"), wholeMax, scale)})$`;
}

/** Texts of numbers that are at most `bound`, a plain decimal. */
export function atMostPattern(bound: string, wholeMax: number, scale: number): string {
  const any = unsignedPattern(wholeMax, scale);
  if (isZero(bound)) return `^(?:-${any}|${ZERO})$`;
  return bound.startsWith("-")
    ? `^-(?:${atLeast(magnitudeOf(bound, scale, "up"), wholeMax, scale)})$`
    : `^(?:-${any}|${atMost(magnitudeOf(bound, scale, "down"), scale)})$`;
}

const ZERO = "0+(?:\\.0+)?";

/** A bound with more decimals than the field has stands for the nearest number that the field can hold. */
function magnitudeOf(bound: string, scale: number, direction: "down" | "up"): Magnitude {
  const [whole = "", fraction = ""] = bound.replace(/^-/, "").split(".");
  const units = BigInt(whole + fraction.padEnd(scale, "0").slice(0, scale));
  const isBetween = /[1-9]/.test(fraction.slice(scale));
  const digits = String(direction === "up" && isBetween ? units + 1n : units).padStart(scale + 1, "0");
  const point = digits.length - scale;
  return { whole: digits.slice(0, point).replace(/^0+/, ""), fraction: digits.slice(point) };
}

function isZero(bound: string): boolean {
  return !/[1-9]/.test(bound);
}

function atMost({ whole, fraction }: Magnitude, scale: number): string {
  const less = lessDigits(whole).map((digits) => `0*${digits}${fractionPattern(scale)}`);
  const same = whole === "" ? "0+" : `0*${whole}`;
  const fractions = [
    ...lessFractions(fraction),
    ...Array.from({ length: fraction.length }, (_, at) => `${fraction.slice(0, at + 1)}0*`),
  ];
  const point = fractions.length === 0 ? "(?:\\.0+)?" : `(?:\\.(?:${fractions.join("|")}))?`;
  return [...less, `${same}${point}`].join("|");
}

function atLeast({ whole, fraction }: Magnitude, wholeMax: number, scale: number): string {
  const more = moreDigits(whole, wholeMax).map((digits) => `0*${digits}${fractionPattern(scale)}`);
  const same = whole === "" ? "0+" : `0*${whole}`;
  const needed = fraction.replace(/0+$/, "");
  if (needed === "") return [...more, `${same}${fractionPattern(scale)}`].join("|");
  const fractions = [...moreFractions(fraction), `${needed}[0-9]{0,${scale - needed.length}}0*`];
  return [...more, `${same}\\.(?:${fractions.join("|")})`].join("|");
}

/** Digits, without zeros in front, of whole numbers below that of `whole`; the empty one is zero. */
function lessDigits(whole: string): readonly string[] {
  if (whole === "") return [];
  const shorter = whole.length === 1 ? [] : [`[0-9]{1,${whole.length - 1}}`];
  const alike = [...whole].flatMap((digit, at) => {
    const least = at === 0 && whole.length > 1 ? 1 : 0;
    const rest = whole.length - at - 1;
    return Number(digit) > least
      ? [`${whole.slice(0, at)}[${least}-${Number(digit) - 1}]${rest === 0 ? "" : `[0-9]{${rest}}`}`]
      : [];
  });
  return [...shorter, ...alike];
}

function moreDigits(whole: string, wholeMax: number): readonly string[] {
  const longer =
    wholeMax > whole.length
      ? [`[1-9][0-9]{${whole.length}${wholeMax - 1 === whole.length ? "" : `,${wholeMax - 1}`}}`]
      : [];
  const alike = [...whole].flatMap((digit, at) => {
    const rest = whole.length - at - 1;
    return digit === "9" ? [] : [`${whole.slice(0, at)}[${Number(digit) + 1}-9]${rest === 0 ? "" : `[0-9]{${rest}}`}`];
  });
  return [...longer, ...alike];
}

/** Digits after the point that are less than `fraction` in one place, whatever follows. */
function lessFractions(fraction: string): readonly string[] {
  return [...fraction].flatMap((digit, at) =>
    digit === "0" ? [] : [`${fraction.slice(0, at)}[0-${Number(digit) - 1}][0-9]{0,${fraction.length - at - 1}}0*`],
  );
}

function moreFractions(fraction: string): readonly string[] {
  return [...fraction].flatMap((digit, at) =>
    digit === "9" ? [] : [`${fraction.slice(0, at)}[${Number(digit) + 1}-9][0-9]{0,${fraction.length - at - 1}}0*`],
  );
}
