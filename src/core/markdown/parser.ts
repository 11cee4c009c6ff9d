// markdown-it as business texts need it: Japanese letters beside its signs, and nothing that is typed gets lost.
import Parser, { type MarkdownIt, type StateBlock, type StateInline, type Token } from "markdown-it";

/** Lists, items and quotes within one another; what is deeper is printed as it is typed. */
const NESTING_MAX = 12;
/** What markdown-it would leave out; nothing of ours gets as deep, and links within links become letters before. */
const PARSER_NESTING_MAX = 100;
/** Of a picture's words so many are looked through for their end: unbounded, `![` again and again takes forever. */
const PICTURE = /!\[[^\]]{0,500}\](?:\([^)\n]{0,2000}\)|\[[^\]\n]{0,500}\])?/y;

/** The tokens of a text whose lines end in U+000A. */
export function tokensOf(text: string): readonly Token[] {
  return PARSER.parse(text, {});
}

const PARSER = parser();

function parser(): MarkdownIt {
  // A line end that someone typed is one: prose of forms is not wrapped by hand.
  const markdown = new Parser({ breaks: true, html: false, linkify: false, maxNesting: PARSER_NESTING_MAX });
  // Line ends are unified before; what a definition of a link or footnote says would be printed nowhere.
  markdown.core.ruler.disable("normalize");
  markdown.block.ruler.disable("reference");
  markdown.block.ruler.before("table", "deep", readDeep);
  markdown.inline.ruler.at("image", readPicture);
  markdown.inline.State = class extends markdown.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const scanned = super.scanDelims(start, canSplitWord);
      if (!canSplitWord) return scanned;
      return isBetweenDigits(this, start, scanned.length)
        ? { ...scanned, can_open: false, can_close: false }
        : besideJapanese(this, start, scanned);
    }
  };
  return markdown;
}

type Scanned = ReturnType<StateInline["scanDelims"]>;

/**
 * CommonMark asks for a blank between a letter and `**「`, which Japanese does not write. Beside its letters, signs open
 * before any letter, and close after any.
 */
function besideJapanese({ src, posMax, md }: StateInline, start: number, scanned: Scanned): Scanned {
  const end = start + scanned.length;
  const before = start === 0 ? SPACE : src.charCodeAt(start - 1);
  const after = end < posMax ? src.charCodeAt(end) : SPACE;
  const { isWhiteSpace } = md.utils;
  return {
    ...scanned,
    can_open: scanned.can_open || (isEastAsian(before) && !isWhiteSpace(after)),
    can_close: scanned.can_close || (isEastAsian(after) && !isWhiteSpace(before)),
  };
}

/** Whether the sign stands between two digits: 210*297*50 without its signs would be another number. */
function isBetweenDigits({ src }: StateInline, start: number, length: number): boolean {
  return DIGIT.test(src.charAt(start - 1)) && DIGIT.test(src.charAt(start + length));
}

const DIGIT = /^[0-9０-９]$/u;

const SPACE = 0x20;

/** Han, kana, hangul and their punctuation and full-width forms; halves of what lies beyond the first plane. */
const EAST_ASIAN: readonly (readonly [number, number])[] = [
  [0x1100, 0x11ff],
  [0x2e80, 0xa4cf],
  [0xac00, 0xdfff],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xffef],
];

function isEastAsian(unit: number): boolean {
  return EAST_ASIAN.some(([from, to]) => unit >= from && unit <= to);
}

/** markdown-it passes over what is nested too deep: here its lines are a paragraph, sign by sign. */
function readDeep(state: StateBlock, start: number, end: number, isTrial: boolean): boolean {
  if (state.level < NESTING_MAX || isTrial) return false;
  let next = start + 1;
  while (next < end && !state.isEmpty(next) && (state.sCount[next] ?? 0) >= state.blkIndent) next += 1;
  const content = state.getLines(start, next, state.blkIndent, false);
  state.line = next;
  const token = state.push("literal", "", 0);
  token.map = [start, next];
  token.content = content;
  return true;
}

/** No picture of a text is printed: its signs are. */
function readPicture(state: StateInline, isTrial: boolean): boolean {
  if (state.src.charAt(state.pos) !== "!") return false;
  PICTURE.lastIndex = state.pos;
  const [picture] = PICTURE.exec(state.src) ?? [];
  if (picture === undefined || state.pos + picture.length > state.posMax) return false;
  if (!isTrial) state.pending += picture;
  state.pos += picture.length;
  return true;
}
