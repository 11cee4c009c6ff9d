/** Letters, digits and signs of full width as those of ASCII: `Ｔ１２３` → `T123`. */
export function narrow(text: string): string {
  // Most texts hold none: this one look takes a third of the time of the two replacements.
  if (!WIDE.test(text)) return text;
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll("\u3000", " ");
}

const WIDE = /[\uff01-\uff5e\u3000]/;
