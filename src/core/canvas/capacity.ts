// Capacities as they are told: in words to people, in numbers to programs.
import { counted } from "../diagnostics/index.ts";
import type { Canvas, TextCapacity } from "./canvas.ts";
import { type LetterWidths, worstText } from "./worst-text.ts";

/** What a pattern allows that has no full-width character: the widest of it, and how wide that is. */
export interface PatternLetters {
  readonly widest: string;
  readonly widthEm: number;
}

/** What lies within so much of an em is as wide as a full-width character. */
const NARROW_EM_MAX = 0.95;

/** Of a field with a capacity whose pattern allows no full-width character; null of any other. */
export function patternLetters(
  { fields, textStyles }: Pick<Canvas, "fields" | "textStyles">,
  path: string,
  { widestOf, widthOf }: LetterWidths,
): PatternLetters | null {
  // A capacity does not say how much of it is room between letters, and narrow ones have more of that.
  if (textStyles.some(({ letterSpacingEmu }) => letterSpacingEmu > 0)) return null;
  const field = fields.find((one) => one.path === path);
  if (field === undefined || field.pattern === null) return null;
  if (field.type.kind !== "string" && field.type.kind !== "text") return null;
  const text = worstText(field.type.lengthMax, field.pattern, widestOf) ?? "";
  if (text === "") return null;
  const widest = widestOf([...text]);
  const widthEm = widthOf(widest);
  return widthEm > 0 && widthEm <= NARROW_EM_MAX ? { widest, widthEm } : null;
}

/** How many of the letters surely fit where so many full-width characters do; of one line, which no blank parts. */
export function capacityInLetters(capacity: TextCapacity, { widthEm }: PatternLetters): number {
  return Math.floor((capacity.shrunk?.charactersPerLine ?? capacity.charactersPerLine) / widthEm);
}

/** `8 letters as wide as W at 9pt` */
export function describeInLetters(capacity: TextCapacity, letters: PatternLetters): string {
  const count = counted(capacityInLetters(capacity, letters), "letter");
  const { sizeHundredths } = capacity.shrunk ?? capacity;
  return `${count} as wide as ${letters.widest} at ${sizeHundredths / 100}pt`;
}

/** `24 full-width characters × 2 lines at 9pt`, for people and assistants that fill a form. */
export function describeCapacity({ charactersPerLine, lines, sizeHundredths, shrunk }: TextCapacity): string {
  const characters = counted(charactersPerLine, "full-width character");
  const words = `${characters} × ${counted(lines, "line")} at ${sizeHundredths / 100}pt`;
  return shrunk === undefined
    ? words
    : `${words}, shrunk ${shrunk.charactersPerLine} at ${shrunk.sizeHundredths / 100}pt`;
}

/** The value of `x-rpt-capacity` in a schema; sizes in points. */
export function capacityValue({ charactersPerLine, lines, sizeHundredths, shrunk }: TextCapacity): object {
  const value = { charactersPerLine, lines, sizePt: sizeHundredths / 100 };
  if (shrunk === undefined) return value;
  return {
    ...value,
    shrunk: { charactersPerLine: shrunk.charactersPerLine, sizePt: shrunk.sizeHundredths / 100 },
  };
}
