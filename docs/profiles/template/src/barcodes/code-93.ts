// Code 93, which the scanners in Acme's warehouse read (ANSI/AIM BC5-1995).
import { defineBarcode } from "platen/sdk";

const CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. $/+%";

/** Widths of three bars and three spaces of each character, and of four shifts that only check characters need. */
const WIDTHS = (
  "131112 111213 111312 111411 121113 121212 121311 111114 131211 141111 211113 211212 211311 221112 221211 231111 " +
  "112113 112212 112311 122112 132111 111123 111222 111321 121122 131121 212112 212211 211122 211221 221121 222111 " +
  "112122 112221 122121 123111 121131 311112 311211 321111 112131 113121 211131 121221 312111 311121 122211"
).split(" ");
const START = "111141";
const END_BAR = 1;

const LENGTH_MAX = 40;

/** A sum with weights that begin anew from the right after so many characters. */
function checkValue(values: readonly number[], weightMax: number): number {
  const sum = values.toReversed().reduce((total, value, at) => total + value * ((at % weightMax) + 1), 0);
  return sum % WIDTHS.length;
}

export const code93 = defineBarcode({
  name: "acme-code93",
  sdk: 1,
  title: "Code 93",
  sample: "LOT-4711",
  showsLines: true,
  mistake(text) {
    const isHeld = [...text].every((letter) => CHARACTERS.includes(letter));
    if (!isHeld) return { reason: "holds digits, capital letters and - . $ / + % blank", sample: "LOT-4711" };
    if (text.length > LENGTH_MAX) return { reason: `holds up to ${LENGTH_MAX} characters`, sample: "LOT-4711" };
    return null;
  },
  encode(text) {
    const data = Array.from(text, (letter) => CHARACTERS.indexOf(letter));
    const first = checkValue(data, 20);
    const second = checkValue([...data, first], 15);
    const symbols = [START, ...[...data, first, second].map((value) => WIDTHS[value] ?? ""), START];
    return {
      kind: "code",
      pattern: { kind: "bars", widths: [...Array.from(symbols.join(""), Number), END_BAR] },
      quietModules: [10, 10],
    };
  },
});
