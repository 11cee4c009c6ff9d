// Numbers as people write them in a form.

/** Digits of a number with grouping commas, full-width signs, a currency sign or spaces; null where it is none. */
export function numberIn(text: string): string | null {
  const plain = text
    .normalize("NFKC")
    .replace(/[\s,¥\\]/g, "")
    .replace(/^[−‐–—ー▲△]/, "-")
    .replace(/^\+/, "");
  if (plain.length > 400 || !/^-?(?:\d+\.?\d*|\.\d+)$/.test(plain)) return null;
  return plain
    .replace(/\.$/, "")
    .replace(/^(-?)\./, "$10.")
    .replace(/^(-?)0+(?=\d)/, "$1");
}
