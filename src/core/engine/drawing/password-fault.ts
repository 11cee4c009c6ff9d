// Which passwords open a file in every program. Some programs prepare what a person types (SASLprep, RFC 4013, as ISO
// 32000-2, 7.6.4.3.3, asks), others take it as it is, and the format has room for one form: only a password that
// preparing neither changes nor refuses opens the file in all of them.
import { codePointIn } from "../../unicode/index.ts";
import { leftToRightTable, prohibitedTable, rightToLeftTable, unassignedTable } from "./password-tables.ts";

/** What preparing a password takes out of it (RFC 4013 §2.1). */
const UNSEEN = /\u034f|[\u00ad\u1806\u200b\u2060\ufeff]|[\u180b-\u180d]|[\u200c\u200d]|[\ufe00-\ufe0f]/g;

/** Blanks that preparing a password makes plain ones (RFC 4013 §2.1). */
const OTHER_BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Why a password protects nothing, or opens nothing, as a clause about it; null where it does. */
export function passwordFault(password: string): string | null {
  if (password.replace(UNSEEN, "") === "") return "none of it can be seen, so the file would open without one";
  if (/\p{Cc}/u.test(password)) return "it holds a control character, which nobody can type";
  const points = Array.from(password, (character) => codePointIn(character, 0));
  const kept = points.filter((point) => String.fromCodePoint(point).replace(UNSEEN, "") !== "");
  return refusedCharacter(kept) ?? changed(password) ?? mixedDirections(kept);
}

/** Characters that preparing refuses (RFC 4013 §2.3 and §2.5). */
function refusedCharacter(points: readonly number[]): string | null {
  const prohibited = points.find((point) => has(PROHIBITED, point));
  if (prohibited !== undefined) return `it holds ${codeOf(prohibited)}, which programs refuse in a password`;
  const unassigned = points.find((point) => has(UNASSIGNED, point));
  if (unassigned === undefined) return null;
  return `it holds ${codeOf(unassigned)}, and programs refuse characters that Unicode 3.2 does not have`;
}

/** Characters that preparing replaces (RFC 4013 §2.1 and §2.2). */
function changed(password: string): string | null {
  const prepared = password.replace(OTHER_BLANKS, " ").replace(UNSEEN, "").normalize("NFKC");
  if (prepared === password) return null;
  const letters = "full-width Latin letters or digits, half-width katakana, marks apart from their letters";
  const which = `characters that some programs replace and others do not (${letters}, unseen ones or other blanks)`;
  return `it holds ${which}, so it would open the file in some of them only`;
}

/** RFC 3454, section 6: who writes from right to left begins and ends so, and has no letter of the other direction. */
function mixedDirections(points: readonly number[]): string | null {
  const backward = points.find((point) => has(RIGHT_TO_LEFT, point));
  if (backward === undefined) return null;
  const ends = [points[0] ?? 0, points.at(-1) ?? 0];
  if (ends.every((point) => has(RIGHT_TO_LEFT, point)) && !points.some((point) => has(LEFT_TO_RIGHT, point)))
    return null;
  const which = `${codeOf(backward)}, a letter that is written from right to left`;
  return `it holds ${which}, beside others, and programs refuse it where such letters do not begin and end it alone`;
}

function codeOf(point: number): string {
  return `U+${point.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** First and last code points of ranges, one after another. */
type Ranges = readonly number[];

const PROHIBITED = unpacked(prohibitedTable);
const UNASSIGNED = unpacked(unassignedTable);
const RIGHT_TO_LEFT = unpacked(rightToLeftTable);
const LEFT_TO_RIGHT = unpacked(leftToRightTable);

function unpacked(table: readonly string[]): Ranges {
  const ranges: number[] = [];
  let end = 0;
  for (const word of table.join(" ").split(" ")) {
    const [gap = "", length = "1"] = word.split(",");
    const first = end + Number.parseInt(gap, 36);
    end = first + Number.parseInt(length, 36);
    ranges.push(first, end - 1);
  }
  return ranges;
}

function has(ranges: Ranges, point: number): boolean {
  let [low, high] = [0, ranges.length / 2];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[2 * middle + 1] ?? 0) < point) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length / 2 && (ranges[2 * low] ?? 0) <= point;
}
