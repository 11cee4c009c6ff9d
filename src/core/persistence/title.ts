/** Longer titles help nobody, and file names are made from them. */
const TITLE_CHARACTERS_MAX = 200;

/** Controls (also line breaks and U+0000, which no database text holds), and halves of surrogate pairs. */
const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

/** The one spelling under which a title is stored and looked up (NFC, trimmed), or null where it can't be a title. */
export function normalizeTitle(title: string): string | null {
  const normalized = title.normalize("NFC").trim();
  const usable = normalized !== "" && !UNUSABLE.test(normalized) && [...normalized].length <= TITLE_CHARACTERS_MAX;
  return usable ? normalized : null;
}

/** The form in which titles are searched: 請求書 ＡＢＣ is found by abc. Made here, so that every database agrees. */
export function searchForm(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
