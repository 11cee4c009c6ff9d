// Where a set text does not fit its room: findings with measured sizes.

import { type Emu, LEGIBLE_EMU, LONGEST_WORD, type TextStyle } from "../../canvas/index.ts";
import {
  millimetres,
  millimetresAtMost,
  millimetresEnough,
  type PropertyChange,
  points,
  type SourceSpan,
  shortened,
} from "../../diagnostics/index.ts";
import { figuresIn, numberLength, numeralsIn, type TextRange, textHeightEmu } from "../../text/index.ts";
import type { Finding, Worded } from "./findings.ts";
import { glyphFindings } from "./glyph-findings.ts";
import { letterLines } from "./letter-lines.ts";
import { ENDLESS_EMU, lineLength, type TextRoom } from "./line-spec.ts";
import type { TextBox } from "./set-text.ts";
import { shrinkAdvice } from "./shrink-advice.ts";

const EMU_PER_MILLIMETRE = 36_000;

/** What a text was set with. */
export interface Setter {
  readonly style: TextStyle;
  readonly room: TextRoom;
  /** The width of a word of its own. */
  readonly naturalWidth: (word: string) => Emu;
  /** The width of a part of a text of several looks; missing for those of one. */
  readonly rangeWidth?: (range: TextRange) => Emu;
}

/** What of a set text does not fit its room, and which characters no font has. */
export function fitFindings(
  box: TextBox,
  setter: Setter,
  brokenWords: readonly TextRange[],
  span: SourceSpan,
): readonly Finding[] {
  const { paragraph, style, shown } = box;
  const { room } = setter;
  const isVertical = style.writing === "vertical";
  const acrossEmu = isVertical ? room.widthEmu : room.heightEmu;
  const isOver = acrossEmu !== null && box.neededEmu > acrossEmu;
  const findings = [...glyphFindings(shown, paragraph.missing, span)];
  const tell = (finding: Omit<Finding, "span" | "path">) => findings.push({ ...finding, span, path: shown.path });
  const tellAt = (start: number, finding: Worded): void => {
    const path = shown.sources.find((source) => source.end > start)?.path ?? shown.path;
    findings.push({ ...finding, span, path });
  };
  const tellWidest = (): void => {
    const worded = wideWord(box, setter, null);
    if (worded !== null) tellAt(widestLine(box).start, worded);
  };
  const tellWord = (told: { readonly word: TextRange; readonly worded: Worded } | null): void => {
    if (told !== null) tellAt(told.word.start, told.worded);
  };
  const tellBroken = (): void => tellWord(gravestOf(box, setter, brokenWords));
  if (style.fit === "shrink") {
    if (paragraph.overflowEmu > 0 || paragraph.linesOver > 0 || isOver) tell(notEvenSmall(box, setter, isOver));
    else tellBroken();
    return findings;
  }
  if (style.fit === "clip") {
    const clipped = clippedCharacters(box);
    if (clipped > 0) tellAt(paragraph.lines.at(-1)?.end ?? 0, clippedText(clipped, box, setter));
    // What is clipped ends between two characters: the first of a line is printed whole, also where it has no room.
    if (paragraph.overflowEmu > 0) tellWidest();
    else tellBroken();
    if (isOver) tell(tooLarge(box, room, acrossEmu, setter));
    return findings;
  }
  if (brokenWords.length > 0) tellBroken();
  else if (paragraph.overflowEmu > 0) tellWidest();
  else tellWord(letterLines(box, setter));
  const lines = paragraph.lines.length;
  if (isOver) tell(tooLarge(box, room, acrossEmu, setter));
  else if (style.linesMax !== null && lines > style.linesMax) {
    const wider = widerForLines(shown.text, style.linesMax, room);
    tell(tooManyLines(lines, style.linesMax, shrinkAdvice(shown.text, setter), wider));
  }
  return findings;
}

function notEvenSmall(box: TextBox, setter: Setter, isOver: boolean): Worded {
  const { room } = setter;
  const size = points(box.paragraph.sizeEmu);
  const isVertical = box.style.writing === "vertical";
  const [along, across] = isVertical ? (["height", "width"] as const) : (["width", "height"] as const);
  const lengthEmu = lineLength(box.style, room) ?? 0;
  const acrossEmu = (isVertical ? room.widthEmu : room.heightEmu) ?? 0;
  const wanted = lengthEmu + box.paragraph.overflowEmu;
  const { linesMax } = box.style;
  const own = ownLines(box.shown.text);
  const areOwn = linesMax !== null && own > linesMax;
  // What it takes without a limit of lines, which helps no line that lacks the room for a word, or for one letter.
  const free = shrinkAdvice(box.shown.text, {
    ...setter,
    style: { ...box.style, fit: "wrap", linesMax: null } as const,
  });
  const enough = free === null ? null : Number(/lines=(\d+)/u.exec(free)?.[1] ?? own);
  const laid = box.paragraph.lines.length + box.paragraph.linesOver;
  const needs = isOver
    ? `needs ${millimetresEnough(box.neededEmu)} of ${across}, has ${millimetresAtMost(acrossEmu)}`
    : linesMax !== null && (areOwn || wanted <= lengthEmu)
      ? `needs ${areOwn ? (enough ?? own) : laid} lines, lines=${linesMax} allows fewer`
      : `needs ${millimetresEnough(wanted)} of ${along}, has ${millimetresAtMost(lengthEmu)}`;
  const worded = {
    ...({ code: "RPT4002", severity: "error" } as const),
    message: `text does not fit even at ${size}: it ${needs}`,
    why: "the text would leave its box",
  };
  // RPT5006 reports letters below this size, so no repair asks for them.
  const smaller = box.paragraph.sizeEmu > LEGIBLE_EMU && lengthEmu > 0 ? ["lower min-size"] : [];
  if (isOver) {
    const { repair, ...change } = enlargedAcross(box.style, room, box.neededEmu - acrossEmu);
    const otherwise = ["shorten it", ...smaller].join(", or ");
    const taller = isVertical ? {} : { taller: { toEmu: box.neededEmu, otherwise } };
    return { ...worded, repair: [repair, ...smaller].join(", or "), ...change, ...taller };
  }
  const by = wanted > lengthEmu ? ` by ${millimetresEnough(wanted - lengthEmu)}` : "";
  const longer = isVertical
    ? `enlarge ${heightName(room)}${by}`
    : room.column === undefined
      ? `widen ${widthName(room)}${by}`
      : `${widerColumn(room)}${by}`;
  if (areOwn) {
    const more = `allow lines=${enough ?? own}`;
    return {
      ...worded,
      repair: eitherOf([enough === null ? `${more} and make room for them` : more, "send fewer lines"]),
    };
  }
  const more = enough === null ? [] : [`allow lines=${enough}`];
  return { ...worded, repair: eitherOf([longer, ...lessPadding(room, wanted), ...more, ...smaller]) };
}

function clippedText(characters: number, box: TextBox, setter: Setter): Worded {
  const { room, style } = setter;
  const along = style.writing === "vertical" ? "high" : "wide";
  const boxed = `its box is ${millimetres(lineLength(style, room) ?? 0)} ${along}`;
  return {
    code: "RPT4003",
    severity: "warning",
    message: `${characters} ${characters === 1 ? "character is" : "characters are"} clipped, ${boxed}`,
    why: "the reader does not see the whole text",
    ...clippedRepair(box, setter),
  };
}

/** A wider box has no use for lines that the text ends itself: those need more lines, or a higher box. */
function clippedRepair({ paragraph, shown }: TextBox, setter: Setter): Pick<Worded, "repair" | "change" | "taller"> {
  const { room, style } = setter;
  const isVertical = style.writing === "vertical";
  const drawn = paragraph.lines.length;
  const ownLines = shown.text.split(OWN_ENDS);
  const own = ownLines.length;
  // Without wrapping, lines beyond those of the text show where it was cut.
  const lines = style.wrap === "none" ? own : drawn + paragraph.linesOver;
  const linesMax = style.linesMax ?? (style.wrap === "none" ? 1 : null);
  const acrossEmu = isVertical ? room.widthEmu : room.heightEmu;
  const lackEmu = textHeightEmu(lines, style.sizeEmu, style.lineHeightThousandths) - (acrossEmu ?? ENDLESS_EMU);
  const isFew = linesMax !== null && lines > linesMax;
  const isLow = lines > drawn && lackEmu > 0;
  const across = isVertical
    ? ({ side: widthName(room), more: "wider" } as const)
    : ({ side: heightName(room), more: "higher" } as const);
  const wider = room.column === undefined ? "widen the box" : widerColumn(room);
  const longer = isVertical ? "make the box longer" : wider;
  const lengthEmu = lineLength(style, room) ?? ENDLESS_EMU;
  const isShort = style.wrap === "none" && ownLines.some((line) => setter.naturalWidth(line) > lengthEmu);
  const taller = [
    ...(isFew ? [`allow lines=${lines}`] : []),
    ...(isLow ? [`make the box ${millimetresEnough(lackEmu)} ${across.more}`] : []),
    ...(own > drawn && isShort ? [longer] : []),
  ];
  const shrink = shrinkAdvice(shown.text, setter);
  const repairs = [
    ...(taller.length === 0 ? [] : [taller.join(" and ")]),
    ...(own <= drawn ? [longer] : []),
    ...(shrink === null ? [] : [`use ${shrink}`]),
  ];
  const repair = eitherOf(repairs.length === 0 ? ["shorten the text"] : repairs);
  const most: Pick<Worded, "taller"> =
    isLow && !isVertical
      ? {
          taller: {
            toEmu: (acrossEmu ?? 0) + lackEmu,
            otherwise: eitherOf(["shorten the text", ...(shrink === null ? [] : [`use ${shrink}`])]),
          },
        }
      : {};
  if (taller.length !== 1 || isLow === isFew) return { repair, ...most };
  const change: PropertyChange = isFew
    ? { property: "lines", value: String(lines) }
    : { property: across.side, byMillimetres: lackEmu / EMU_PER_MILLIMETRE };
  return { repair, change, ...most };
}

/** As lines are cut at (UAX #14 BK, CR, LF, NL). */
const OWN_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

/** The gravest of what is told of a text's broken words, of several the first: a number before the words around it. */
function gravestOf(box: TextBox, setter: Setter, words: readonly TextRange[]) {
  let gravest: { readonly word: TextRange; readonly worded: Worded } | null = null;
  for (const word of words) {
    const worded = wideWord(box, setter, word);
    if (worded === null || (gravest !== null && GRAVITY[worded.severity] <= GRAVITY[gravest.worded.severity])) continue;
    gravest = { word, worded };
    if (worded.severity === "error") break;
  }
  return gravest;
}

const GRAVITY = { info: 0, warning: 1, error: 2 } as const;

/** Null for a code of digits whose lines may end anywhere: no reader takes its parts for amounts. */
function wideWord(box: TextBox, setter: Setter, brokenWord: TextRange | null): Worded | null {
  const { room, style } = setter;
  const widest = widestLine(box);
  const { start, end } = brokenWord ?? widest;
  const word = box.shown.text.slice(start, end).trim();
  const roomEmu = lineLength(style, room) ?? 0;
  const shown = shortened(word, WORD_SHOWN_MAX);
  // What is broken is printed whole, on several lines; what runs out may be cut, or lie over what stands beside it.
  const runsOut = box.paragraph.overflowEmu > 0;
  const letters = [...word].length;
  // The width of a vertical text is that of its lines, however long they are.
  const isLong =
    style.writing === "vertical"
      ? letters > LONGEST_WORD.length
      : setter.naturalWidth(word) > setter.naturalWidth(LONGEST_WORD.slice(0, letters));
  // Nobody takes the parts of a web page's address for words of their own, nor those of a long number for amounts.
  const numberEnd = numberLength(word);
  const isTorn = !runsOut && isFigureTorn(box, { start, end });
  const isNumber = isTorn || (numberEnd !== null && !(isLong && DIGITS.test(word)));
  const isUnit = !isTorn && !runsOut && isNumber && firstEndWithin(box, start, end) >= start + (numberEnd ?? 0);
  if (style.wrap === "char" && !runsOut && !isTorn && (!isNumber || DIGITS.test(word))) return null;
  const severity = runsOut || (isNumber && !isUnit) ? "error" : isLong && !isUnit ? "info" : "warning";
  const broken = isUnit ? PARTED_UNIT : isNumber ? BROKEN_NUMBER : BROKEN;
  // One letter is broken nowhere, and more than one only where that is not allowed yet.
  const isWhole = isNumber || style.wrap === "char" || letters === 1 || !holdsLetters(word, roomEmu, setter);
  const shrink = shrinkAdvice(box.shown.text.trim(), setter, {
    word,
    isOneOfMany: !isNumber && box.shown.path !== null,
  });
  const others = [...(shrink === null ? [] : [`use ${shrink}`]), ...(isWhole ? [] : [ANYWHERE])];
  const how = runsOut
    ? "so it runs out of it"
    : isUnit
      ? `so "${word.slice(numberEnd ?? 0).trim()}" stands on a line of its own`
      : "so it is broken inside";
  if (style.writing === "vertical") {
    return {
      ...{ code: "RPT4004", severity },
      message: `"${shown}" is longer than its line of ${millimetres(roomEmu)}, ${how}`,
      why: runsOut ? "a word that runs out of its box lies over what stands below" : broken,
      repair: eitherOf([`enlarge ${heightName(room)}`, ...others]),
    };
  }
  const range = wordRange(box, start, end);
  const width =
    box.composed === null
      ? setter.naturalWidth(word)
      : Math.max(widest.widthEmu, roomEmu + 1, setter.rangeWidth?.(range) ?? 0);
  const lack = millimetresEnough(lackOf(room, width));
  return {
    ...{ code: "RPT4004", severity },
    message: `"${shown}" is ${millimetresEnough(width)} wide, its column ${millimetresAtMost(roomEmu)}, ${how}`,
    why: runsOut ? "a word that runs out of its column lies over what stands beside it" : broken,
    repair: eitherOf([`${widerColumn(room)} by ${lack}`, ...lessPadding(room, width), ...others]),
    change: { property: widthName(room), byMillimetres: lackOf(room, width) / EMU_PER_MILLIMETRE },
  };
}

/** Whether each letter of a word has room by itself. */
function holdsLetters(word: string, roomEmu: Emu, { naturalWidth, style }: Setter): boolean {
  if (style.writing === "vertical") return roomEmu >= style.sizeEmu;
  return [...new Set(word)].every((letter) => naturalWidth(letter) <= roomEmu);
}

/** How much a text of this width lacks: where padding takes more than its box is wide, that counts too. */
function lackOf({ widthEmu, padded }: TextRoom, textEmu: Emu): Emu {
  return Math.max(0, textEmu - (padded === undefined ? widthEmu : padded.outerEmu - padded.sidesEmu));
}

/** Padding that takes the width of a text away, where less of it is enough: how much less. */
function lessPadding(room: TextRoom, textEmu: Emu): readonly string[] {
  const { isLying, padded } = room;
  if (padded === undefined || isLying === true || padded.sidesEmu * PADDED_SHARE < padded.outerEmu) return [];
  const lackEmu = lackOf(room, textEmu);
  const of = room.column === undefined ? "its padding" : "the padding of its cell";
  return lackEmu > padded.sidesEmu ? [] : [`take ${millimetresEnough(lackEmu)} off ${of} at the left and right`];
}

/** Padding that takes less than this part of a width is no reason why a text lacks it. */
const PADDED_SHARE = 3;

/** `a, b, or c` */
function eitherOf(repairs: readonly string[]): string {
  const last = repairs.at(-1) ?? "";
  return repairs.length < 2 ? last : `${repairs.slice(0, -1).join(", ")}, or ${last}`;
}

/** The property that bounds the height of a text. */
function heightName({ isMost, isLying }: TextRoom): "w" | "h" | "max-h" {
  if (isLying === true) return "w";
  return isMost === true ? "max-h" : "h";
}

function widthName({ isLying }: TextRoom): "w" | "h" {
  return isLying === true ? "h" : "w";
}

function tooLarge(box: TextBox, room: TextRoom, roomEmu: Emu, setter: Setter): Worded {
  const { neededEmu, style } = box;
  const shrink = shrinkAdvice(box.shown.text, setter);
  const isVertical = style.writing === "vertical";
  const { repair, ...change } = enlargedAcross(style, room, neededEmu - roomEmu);
  const needed = `${millimetresEnough(neededEmu)}${isVertical ? " of width" : ""}`;
  const others = shrink === null ? [] : [`use ${shrink}`];
  const growing = `leave out ${heightName(room)}= so that it grows`;
  const taller = isVertical
    ? {}
    : { taller: { toEmu: neededEmu, otherwise: eitherOf([growing, "shorten the text", ...others]) } };
  return {
    code: "RPT4001",
    severity: "error",
    message: `text needs ${needed}, its box has ${millimetres(roomEmu)}`,
    why: `the text would run over what lies ${isVertical ? "beside it" : "below"}`,
    repair: eitherOf([repair, ...others]),
    ...change,
    ...taller,
    ...(isVertical ? {} : { lackEmu: neededEmu - roomEmu }),
  };
}

/** Of a text that is longer across its lines than its room; padding and borders keep what they have. */
function enlargedAcross(style: TextStyle, room: TextRoom, lackEmu: Emu): Pick<Worded, "repair" | "change"> {
  const lack = millimetresEnough(lackEmu);
  const byMillimetres = lackEmu / EMU_PER_MILLIMETRE;
  if (style.writing !== "vertical") {
    const side = heightName(room);
    return { repair: `enlarge ${side} by ${lack}`, change: { property: side, byMillimetres } };
  }
  const side = widthName(room);
  if (room.column === undefined)
    return { repair: `enlarge ${side} by ${lack}`, change: { property: side, byMillimetres } };
  return { repair: `${widerColumn(room)} by ${lack}` };
}

/** A cell is as wide as its column: a property of the table's column, and one of all columns of a ruled grid. */
function widerColumn({ column, isLying }: TextRoom): string {
  if (isLying === true) return "enlarge h";
  return column === "cols" ? "widen the column in cols= of the grid" : "widen the column";
}

/** Which width makes lines fewer; null where the text's own line breaks make them. */
function widerForLines(text: string, linesMax: number, room: TextRoom): string | null {
  if (ownLines(text) > linesMax) return null;
  return room.column === undefined ? "widen the box" : widerColumn(room);
}

/** How many lines a text has by its own breaks, however wide its box is. */
function ownLines(text: string): number {
  return text.split("\n").length;
}

/** Of a text that may not have so many; `shrink` is what makes it fit, where that is known. */
export function tooManyLines(
  lines: number,
  linesMax: number,
  shrink: string | null,
  wider: string | null = "widen the box",
): Worded {
  return {
    code: "RPT4001",
    severity: "error",
    message: `text needs ${lines} lines, lines=${linesMax} allows fewer`,
    why: "the text would take more room than its form plans",
    repair: eitherOf([
      `allow lines=${lines}`,
      ...(wider === null ? [] : [wider]),
      ...(shrink === null ? [] : [`use ${shrink}`]),
    ]),
  };
}

function widestLine(box: TextBox): TextRange & { readonly widthEmu: Emu } {
  const empty = { start: 0, end: 0, widthEmu: -1 };
  return box.paragraph.lines.reduce((widest, line) => (line.widthEmu > widest.widthEmu ? line : widest), empty);
}

const ANYWHERE = "allow breaks anywhere with wrap=char";

/** What a finding about a long word offers for words alone, and never for a number. */
export function anywhere({ repair }: Pick<Finding, "repair">): readonly string[] {
  return repair.includes(ANYWHERE) ? [ANYWHERE] : [];
}

const BROKEN = "all of it is printed, but a reader takes its parts for words of their own";
const BROKEN_NUMBER = "whoever reads the first line alone reads another number";
const PARTED_UNIT = "a reader looks for the unit beside its number";
const DIGITS = /^[0-9０-９]+$/u;

/** Without the blanks at its sides. */
function wordRange({ shown: { text } }: TextBox, start: number, end: number): TextRange {
  const word = text.slice(start, end);
  const from = start + word.length - word.trimStart().length;
  return { start: from, end: from + word.trim().length };
}

/** Whether a line ends within an amount, a date or a time, or within the digits of a value that is a number. */
function isFigureTorn({ paragraph, shown }: TextBox, { start, end }: TextRange): boolean {
  const values = (shown.figures ?? []).flatMap((value) => {
    const from = Math.max(start, value.start);
    const numerals = numeralsIn(shown.text.slice(from, Math.min(end, value.end)));
    return numerals === null ? [] : [{ start: from + numerals.start, end: from + numerals.end }];
  });
  const figures = [...values, ...figuresIn(shown.text)];
  return paragraph.lines.some((line) =>
    figures.some((figure) => line.end > Math.max(start, figure.start) && line.end < Math.min(end, figure.end)),
  );
}

/** The first line end inside a range of the text. */
function firstEndWithin(box: TextBox, from: number, to: number): number {
  return box.paragraph.lines.find(({ end }) => end > from && end < to)?.end ?? from;
}

/** What a finding quotes of a long word. */
const WORD_SHOWN_MAX = 24;

/** Characters beyond the last line that shows. */
function clippedCharacters(box: TextBox): number {
  const end = box.paragraph.lines.at(-1)?.end ?? 0;
  return [...box.shown.text.slice(end).trimStart().split(OWN_ENDS).join("")].length;
}
