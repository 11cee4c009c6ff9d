/** Characters that begin a name: Latin letters, kana and kanji, as in the grammar's token `start`. */
const START = "A-Za-z_\\u3005-\\u3007\\u3041-\\u30ff\\u3400-\\u9fff\\uff66-\\uff9f";

/** A name without hyphens, as paths and expressions use it. */
export const NAME = new RegExp(`^[${START}][${START}\\d]*$`);

/** A word that may hold dots and hyphens: roles, ids, choices. */
export const DOTTED_WORD = new RegExp(`^[${START}][${START}\\d.-]*$`);

/** All words of a text. */
export function wordsIn(text: string): readonly string[] {
  return text.match(new RegExp(`[${START}][${START}\\d-]*`, "g")) ?? [];
}
