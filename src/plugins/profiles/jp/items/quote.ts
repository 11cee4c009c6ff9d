// Words of a form as a finding quotes them: short, and never cut within a word or a number.

const LETTERS_MAX = 60;
/** What may stand before the words that matter, so that a reader finds the place. */
const BEFORE_MAX = 24;
/** Behind one of these a quotation may begin. */
const START = /[、。，：:；;（(「『\s　]/;
/** Before or behind one of these a quotation may end. */
const END = /[、。，；;）)」』\s　]/;
/** Letters that make one word or one number with their neighbour of the same sort. */
const SORTS: readonly RegExp[] = [/[0-9０-９.,，．]/, /[A-Za-zＡ-Ｚａ-ｚ]/, /[ァ-ヶー]/, /[一-龠々]/];

/**
 * The part of a text that a finding quotes, of at most about 60 letters, with … where something is left out.
 * @param about What the finding is about: the quotation holds its first match.
 */
export function quoted(text: string, about?: RegExp): string {
  const plain = text.trim().replaceAll(/\s+/g, " ");
  if (plain.length <= LETTERS_MAX) return plain;
  const match = about === undefined ? null : new RegExp(about.source, about.flags.replaceAll(/[gy]/g, "")).exec(plain);
  const at = match?.index ?? 0;
  const start = at <= BEFORE_MAX ? 0 : startNear(plain, at);
  const needed = Math.min(at + (match?.[0].length ?? 0), start + LETTERS_MAX * 2);
  const end = endNear(plain, Math.max(start + LETTERS_MAX, needed), Math.max(needed, start + LETTERS_MAX / 2));
  return `${start > 0 ? "…" : ""}${plain.slice(start, end)}${end < plain.length ? "…" : ""}`;
}

/** The first place of a phrase in the letters before `at`, else the nearest edge of a word. */
function startNear(text: string, at: number): number {
  const earliest = at - BEFORE_MAX;
  for (let start = earliest; start <= at; start += 1) if (START.test(text[start - 1] ?? "")) return start;
  return edgeBefore(text, earliest);
}

/** The last end of a phrase up to `latest`, but not before `least`; else the nearest edge of a word. */
function endNear(text: string, latest: number, least: number): number {
  if (latest >= text.length) return text.length;
  for (let end = latest; end > least; end -= 1) if (END.test(text[end] ?? "")) return end;
  const end = edgeBefore(text, latest);
  return end > least ? end : latest;
}

function edgeBefore(text: string, at: number): number {
  let edge = at;
  while (edge > 0 && SORTS.some((sort) => sort.test(text[edge - 1] ?? "") && sort.test(text[edge] ?? ""))) edge -= 1;
  return edge > 0 ? edge : at;
}
