// Every function of the language: its name, its signature and what it is for, as the reference prints them.
import { FROM_ZERO } from "./answers.ts";
import type { Answer } from "./types.ts";

/** How an argument is checked; `list` and `key` belong to functions that open the entries of a list. */
export type ParameterKind = "num" | "int" | "text" | "shown" | "date" | "moment" | "any" | "bool";

export interface Signature {
  readonly name: string;
  readonly form: string;
  readonly purpose: string;
  readonly argsMin: number;
  /** Null for any number. */
  readonly argsMax: number | null;
  /** Kinds of plain arguments; the last one repeats. Empty for functions with rules of their own. */
  readonly parameters: readonly ParameterKind[];
  readonly result: "num" | "int" | "str" | "bool" | "date" | "moment" | "strings" | "own";
  /** What the number lies between, where the function itself bounds it. */
  readonly answer?: Answer;
}

function plain(
  form: string,
  purpose: string,
  parameters: readonly ParameterKind[],
  result: Signature["result"],
  argsMin?: number,
): Signature {
  const name = form.slice(0, form.indexOf("("));
  return { name, form, purpose, argsMin: argsMin ?? parameters.length, argsMax: parameters.length, parameters, result };
}

/** A function whose numbers lie between two that are known. */
function bounded(answer: Answer, signature: Signature): Signature {
  return { ...signature, answer };
}

function own(form: string, purpose: string, argsMin: number, argsMax: number | null): Signature {
  const name = form.slice(0, form.indexOf("("));
  return { name, form, purpose, argsMin, argsMax, parameters: [], result: "own" };
}

export const SIGNATURES: readonly Signature[] = [
  own("round(x, digits=0, mode=half_up)", "rounds; modes down up half_up half_even floor ceil", 1, 3),
  plain("fixed(x, digits)", "a number as text, rounded half up, with exactly so many decimals", ["num", "int"], "str"),
  plain("floor(x)", "the next integer towards −∞", ["num"], "int"),
  plain("ceil(x)", "the next integer towards +∞", ["num"], "int"),
  bounded(FROM_ZERO, own("abs(x)", "without the sign", 1, 1)),
  own("min(a, b, …) or min(list)", "the smallest number or date; of an empty list null", 1, null),
  own("max(a, b, …) or max(list)", "the largest number or date; of an empty list null", 1, null),
  own("sum(list)", "the sum, absent values skipped; of an empty list 0", 1, 1),
  own("avg(list)", "the mean, absent values skipped; of an empty list null", 1, 1),
  bounded(
    FROM_ZERO,
    own("count(list)", "the number of entries; absent ones, empty texts and blanks are skipped", 1, 1),
  ),
  own("first(list)", "the first entry, null where there is none", 1, 1),
  own("last(list)", "the last entry, null where there is none", 1, 1),
  own("distinct(list)", "each value once, in order of first appearance; absent ones and empty texts are one", 1, 1),
  own(
    "group(list, key, asc|desc)",
    "records {key, items}; without an order by first appearance; absent keys and empty texts are one group",
    2,
    3,
  ),
  own(
    "sort(list, key, asc|desc)",
    "in order of the key, choices as they are declared; equal keys in their old order, absent ones last",
    1,
    3,
  ),
  own("join(list, 'sep')", "one text of all entries; absent ones, empty texts and blanks are skipped", 1, 2),
  own("any(conditions)", "whether one of a list of conditions holds", 1, 1),
  own("all(conditions)", "whether each of a list of conditions holds", 1, 1),
  own("if(condition, a, b)", "a where the condition holds, else b", 3, 3),
  own("case(condition, value, …, else)", "the value of the first condition that holds", 3, null),
  own("has(x)", "whether the value is there; an empty text or one of blanks is not", 1, 1),
  own("coalesce(a, b, …)", "the first value that is there, as has asks; ?? does the same", 2, null),
  own("format(x, 'pattern')", "a number, date or time as text", 2, 2),
  own("label(enum)", "the label of an enum's member; of a list of members, the list of their labels", 1, 1),
  { ...own("concat(a, b, …)", "texts and numbers joined", 1, null), parameters: ["shown"], result: "str" },
  plain("contains(text, part)", "whether the part occurs", ["text", "text"], "bool"),
  plain("startsWith(text, part)", "whether the text starts so", ["text", "text"], "bool"),
  plain("left(text, n)", "the first n characters", ["text", "int"], "str"),
  plain("right(text, n)", "the last n characters", ["text", "int"], "str"),
  plain("mid(text, start, n)", "n characters from the start, counted from 1", ["text", "int", "int"], "str"),
  plain("replace(text, part, by)", "every occurrence replaced", ["text", "text", "text"], "str"),
  plain("split(text, 'sep')", "the list of parts", ["text", "text"], "strings"),
  plain("trim(text)", "without blanks at both ends", ["text"], "str"),
  plain("upper(text)", "in capitals", ["text"], "str"),
  plain("lower(text)", "in small letters", ["text"], "str"),
  bounded(FROM_ZERO, plain("len(text)", "the number of characters", ["text"], "int")),
  plain(
    "pad(x, n, '0')",
    "filled from the left to n characters; zeros stand behind the sign of a number",
    ["shown", "int", "text"],
    "str",
    2,
  ),
  plain("repeat(text, n)", "n times over, up to 10,000 characters", ["text", "int"], "str"),
  plain("narrow(text)", "全角 to 半角", ["text"], "str"),
  plain("wide(text)", "半角 to 全角", ["text"], "str"),
  plain("kana(text)", "ひらがな to カタカナ", ["text"], "str"),
  own("date('2026-06-01')", "a day that the template itself names, to compare and count with", 1, 1),
  own("time('22:00')", "a time of day that the template itself names, to compare and count with", 1, 1),
  plain("days(a, b)", "days from a to b", ["date", "date"], "int"),
  plain(
    "minutes(a, b)",
    "whole minutes from a to b, rounded down, below 0 where b is earlier; of two times of day, as of a night shift, " +
      "`(minutes(a, b) + 1440) % 1440` counts over midnight. What is below zero is told where " +
      "it is printed as a duration, or is half a day or more (RPT3027)",
    ["moment", "moment"],
    "int",
  ),
  plain(
    "addMinutes(time, n)",
    "n minutes later; a time of day goes on at 00:00 after 23:59, a datetime goes on to the next day",
    ["moment", "int"],
    "moment",
  ),
  plain("addDays(date, n)", "n days later; 9999-12-31 stays no end", ["date", "int"], "date"),
  plain(
    "addMonths(date, n)",
    "n months later, at most the month's last day; 9999-12-31 stays no end",
    ["date", "int"],
    "date",
  ),
  plain("endOfMonth(date)", "the month's last day", ["date"], "date"),
  bounded({ least: 1, greatest: 9999 }, plain("year(date)", "the year", ["date"], "int")),
  bounded({ least: 1, greatest: 12 }, plain("month(date)", "the month, 1 to 12", ["date"], "int")),
  bounded({ least: 1, greatest: 31 }, plain("day(date)", "the day of the month, 1 to 31", ["date"], "int")),
  bounded({ least: 1, greatest: 7 }, plain("weekday(date)", "1 Monday to 7 Sunday", ["date"], "int")),
];

const BY_NAME: ReadonlyMap<string, Signature> = new Map(SIGNATURES.map((signature) => [signature.name, signature]));

export function findSignature(name: string): Signature | null {
  return BY_NAME.get(name) ?? null;
}

/** What other languages and spreadsheets call these functions. */
export const FUNCTION_HABITS: Readonly<Record<string, string>> = {
  total: "sum",
  add: "sum",
  average: "avg",
  mean: "avg",
  length: "len",
  size: "count",
  strlen: "len",
  substring: "mid",
  substr: "mid",
  slice: "mid",
  concatenate: "concat",
  uppercase: "upper",
  toupper: "upper",
  lowercase: "lower",
  tolower: "lower",
  exists: "has",
  isset: "has",
  defined: "has",
  ifnull: "coalesce",
  nvl: "coalesce",
  iif: "if",
  switch: "case",
  ifs: "case",
  unique: "distinct",
  groupby: "group",
  group_by: "group",
  orderby: "sort",
  sortby: "sort",
  text: "format",
  tostring: "format",
  tofixed: "fixed",
  numberformat: "format",
  formatdate: "format",
  dateformat: "format",
  datediff: "days",
  dateadd: "addDays",
  timeadd: "addMinutes",
  addtime: "addMinutes",
  addhours: "addMinutes",
  todate: "date",
  datevalue: "date",
  parsedate: "date",
  edate: "addMonths",
  eomonth: "endOfMonth",
  asc: "narrow",
  jis: "wide",
  rounddown: "round",
  roundup: "round",
  trunc: "round",
  int: "floor",
  ceiling: "ceil",
  padstart: "pad",
  lpad: "pad",
  rept: "repeat",
  substitute: "replace",
  includes: "contains",
  some: "any",
  every: "all",
  sumif: "sum",
  countif: "count",
};
