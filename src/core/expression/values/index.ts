// Values: exact decimals, days, times and texts, and what is computed of them.
export {
  addMonths,
  type CivilDate,
  type CivilMoment,
  type CivilTime,
  dateOfDayNumber,
  dayNumber,
  daysOfMonth,
  eraOf,
  inOffset,
  instantSeconds,
  isCivilDate,
  isCivilMoment,
  isCivilTime,
  openEnd,
  parseDate,
  parseMoment,
  parseTime,
  printDate,
  printOffset,
  secondsOfDay,
  weekday,
} from "./calendar.ts";
export { Decimal, ROUNDING_MODES } from "./decimal.ts";
export { IMAGE_TEXT, type ImageTextProblem, imageTextProblem } from "./image-text.ts";
export { asOneLine, isOneLine, LINE_END_SIGNS, linesIn, linesPattern } from "./one-line.ts";
export { checkPattern, compilePattern } from "./pattern.ts";
export { ANY_LETTERS, fewestLineEnds, type PatternPiece, patternWays } from "./pattern-pieces.ts";
export { characters, compareCodePoints, isThere, middle, rightmost, trim } from "./text-functions.ts";
export {
  isList,
  type PayloadNumber,
  type PayloadRecord,
  type PayloadValue,
  type RecordView,
  type Value,
} from "./values.ts";
export { katakana, lowerCase, narrow, upperCase, wide } from "./widths.ts";
