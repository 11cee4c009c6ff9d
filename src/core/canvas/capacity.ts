// Capacities as they are told: in words to people, in numbers to programs.
import { counted } from "../diagnostics/index.ts";
import type { Canvas, TextCapacity } from "./canvas.ts";
import { type LetterWidths, worstText } from "./worst-text.ts";

/** The widest character that a pattern without full-width characters allows. */
export interface PatternLetters {
  readonly widest: string;
  readonly widthEm: number;
}

/** A wider character counts as a full-width one. */
const NARROW_EM_MAX = 0.95;

/** The widest character of a field's pattern; null where the pattern allows full-width characters, or there is none. */
export function patternLetters(
  { fields, textStyles }: Pick<Canvas, "fields" | "textStyles">,
  path: string,
  { widestOf, widthOf }: LetterWidths,
): PatternLetters | null {
  // A capacity includes the letter spacing, and more letters need more of it than the capacity says.
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

/** How many such letters surely fit into one line with this capacity. */
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
