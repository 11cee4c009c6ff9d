// Patterns that print a number of minutes as a duration: `[h]:mm`, with words around it and in up to three sections.
import { Decimal } from "../values/index.ts";

/** A section of a pattern: `text` alone where it prints no duration. */
interface Section {
  readonly prefix: string;
  /** `h`, `hh`, `m` or `mm`; null for a section of fixed text. */
  readonly unit: string | null;
  /** What stands between hours and minutes; null where no minutes follow. */
  readonly separator: string | null;
  readonly suffix: string;
}

interface DurationProblem {
  readonly problem: string;
  readonly better: string | null;
}

interface DurationFormat {
  readonly print: (value: Decimal) => string;
  readonly decimals: number;
  readonly showsAll: (value: Decimal) => boolean;
  /** A section prints hours alone. */
  readonly hides?: "minutes";
}

/** Signs and quoted words. */
const WORDS = /(?:"[^"]*"|[^A-Za-z0-9#[\]"%;])*/u.source;
const SECTION = new RegExp(`^(${WORDS})\\[(hh?|mm?)\\](?:(${WORDS})mm)?(${WORDS})$`, "u");
const FIXED = new RegExp(`^${WORDS}$`, "u");
const SIXTY = Decimal.of("60");
const WHAT_WORKS = "a duration is written [h]:mm or [m], with signs and quoted words around it";

/** Whether a pattern is meant for durations: it begins with a bracket, or has a unit of time in brackets. */
export function isDurationPattern(pattern: string): boolean {
  return pattern.startsWith("[") || /\[[hms]+\]/iu.test(pattern.replaceAll(/"[^"]*"/gu, ""));
}

/** The format of sections, in the order positive, negative, zero. */
export function readDuration(texts: readonly string[]): DurationFormat | DurationProblem {
  const sections: Section[] = [];
  for (const text of texts) {
    const section = readSection(text);
    if (section === null) return problemOf(text);
    sections.push(section);
  }
  const [positive, negative, zero] = sections;
  if (positive === undefined || positive.unit === null) {
    return { problem: "the first section, of positive numbers, prints no duration", better: "[h]:mm" };
  }
  return {
    print: (value) => printMinutes(value.round(0, "half_up"), [positive, negative, zero]),
    decimals: 0,
    ...(sections.some(hasHoursAlone) ? { hides: "minutes" } : {}),
    showsAll(value) {
      const sign = value.round(0, "half_up").sign();
      const section = (sign === 0 ? zero : sign < 0 ? negative : null) ?? positive;
      const isWhole = value.compare(value.round(0, "half_up")) === 0;
      const isShown = !hasHoursAlone(section) || value.remainder(SIXTY)?.sign() === 0;
      return isWhole && isShown && (section.unit !== null || sign === 0);
    },
  };
}

function hasHoursAlone({ unit, separator }: Section): boolean {
  return unit?.startsWith("h") === true && separator === null;
}

function readSection(text: string): Section | null {
  if (FIXED.test(text)) return { prefix: bare(text), unit: null, separator: null, suffix: "" };
  const [all, prefix = "", unit = "", separator, suffix = ""] = SECTION.exec(text) ?? [];
  // Minutes alone have no further minutes, and hours stand apart from theirs.
  if (all === undefined || separator === "" || (separator !== undefined && unit.startsWith("m"))) return null;
  return {
    prefix: bare(prefix),
    unit,
    separator: separator === undefined ? null : bare(separator),
    suffix: bare(suffix),
  };
}

function bare(text: string): string {
  return text.replaceAll('"', "");
}

function problemOf(text: string): DurationProblem {
  const letters = text.replaceAll(/"[^"]*"/gu, "");
  if (/s/iu.test(letters)) return { problem: "a duration counts minutes, and prints no seconds", better: "[h]:mm" };
  return { problem: WHAT_WORKS, better: "[h]:mm" };
}

/** As of numbers: a negative section says the sign by itself, else the sign stands before all. */
function printMinutes(
  minutes: Decimal,
  [positive, negative, zero]: readonly [Section, Section | undefined, Section | undefined],
): string {
  const sign = minutes.sign();
  const total = minutes.absolute();
  if (sign === 0) return printSection(total, zero ?? positive);
  if (sign > 0) return printSection(total, positive);
  return negative === undefined ? `-${printSection(total, positive)}` : printSection(total, negative);
}

function printSection(total: Decimal, { prefix, unit, separator, suffix }: Section): string {
  if (unit === null) return prefix;
  if (unit.startsWith("m")) return prefix + total.toFixed().padStart(unit.length, "0") + suffix;
  const rest = total.remainder(SIXTY) ?? Decimal.zero;
  const hours = (total.minus(rest).dividedBy(SIXTY) ?? Decimal.zero).toFixed().padStart(unit.length, "0");
  const minutes = separator === null ? "" : separator + rest.toFixed().padStart(2, "0");
  return prefix + hours + minutes + suffix;
}
