// Numbers and text as an SVG file writes them. Coordinates are integers (EMU); what is a fraction is rounded to a fixed
// number of decimals from integers, so that no float formatting ever decides a byte.

const EMU_PER_MM = 36_000;
const EMU_PER_PT = 12_700;

/** Rounds half away from zero, so that a picture and its mirror image round alike; never answers negative zero. */
export function rounded(value: number): number {
  const magnitude = Math.floor(Math.abs(value) + 0.5);
  return value < 0 && magnitude !== 0 ? -magnitude : magnitude;
}

const POWERS_OF_TEN = [1, 10, 100, 1000, 10_000, 100_000, 1_000_000];

export function powerOfTen(exponent: number): number {
  return POWERS_OF_TEN[exponent] ?? Number(`1e${exponent}`);
}

/** `value / 10^decimals` of an integer as the shortest decimal: no exponent, no trailing zeros, no leading zero. */
export function decimalText(value: number, decimals: number): string {
  const scale = powerOfTen(decimals);
  const magnitude = Math.abs(value);
  const whole = Math.floor(magnitude / scale);
  const fraction = magnitude - whole * scale;
  if (fraction === 0) return String(value < 0 ? -whole : whole);
  const digits = String(fraction).padStart(decimals, "0").replace(/0+$/, "");
  return `${value < 0 ? "-" : ""}${whole === 0 ? "" : whole}.${digits}`;
}

/** The quotient of two integers with at most so many decimals. */
export function quotientText(dividend: number, divisor: number, decimals: number): string {
  return decimalText(rounded((dividend * powerOfTen(decimals)) / divisor), decimals);
}

/** A page's side with its unit: millimetres where they say it exactly, else points, else the nearest micrometre. */
export function sideText(emu: number): string {
  if ((emu * 1000) % EMU_PER_MM === 0) return `${quotientText(emu, EMU_PER_MM, 3)}mm`;
  if ((emu * 1000) % EMU_PER_PT === 0) return `${quotientText(emu, EMU_PER_PT, 3)}pt`;
  return `${quotientText(emu, EMU_PER_MM, 3)}mm`;
}

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for an element or an attribute in double quotes; what XML 1.0 cannot hold becomes U+FFFD. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);
}
