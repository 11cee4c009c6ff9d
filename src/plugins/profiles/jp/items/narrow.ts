/** Letters, digits and signs of full width as those of ASCII: `Ｔ１２３` → `T123`. */
export function narrow(text: string): string {
  return text
    .replaceAll(/[\uff01-\uff5e]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0))
    .replaceAll("\u3000", " ");
}
