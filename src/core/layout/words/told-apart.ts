// RPT4035: names by which a reader is to tell things apart, and cannot: one is missing, or two are the same on paper.
import { type SourceSpan, shortened } from "../../diagnostics/index.ts";
import { withoutIgnorables } from "../../text/index.ts";
import type { Finding } from "./findings.ts";

/** A name as it is printed, and the data that it shows. */
export interface PrintedName {
  readonly text: string;
  readonly path: string | null;
  /** Its words are the form's own, and no data. */
  readonly isStatic: boolean;
  /** Nothing stands beside it that it is to tell from others. */
  readonly isIdle?: boolean;
}

/** What the names stand for, in words: `series` and `series`, `column` and `columns`. */
export interface NamedThings {
  readonly one: string;
  readonly many: string;
  /** What the things are of: `of the chart`. */
  readonly of: string;
  /** What a name is called there: `name`, `heading`. */
  readonly word: string;
  readonly span: SourceSpan;
}

/** White space and control characters of any width. */
const BLANKS = /[\s\u0000-\u001f\u007f-\u009f]+/gu;

/** A name as it is seen: blanks at its ends, their kinds and their number tell nothing apart. */
export function seenName(text: string): string {
  return withoutIgnorables(text).replace(BLANKS, " ").trim();
}

/** The names that show nothing. */
export function tellUnnamed(names: readonly PrintedName[], things: NamedThings): readonly Finding[] {
  const unnamed = names.flatMap((name, at) =>
    seenName(name.text) === "" && name.isIdle !== true ? [{ name, number: at + 1 }] : [],
  );
  const [first] = unnamed;
  if (first === undefined) return [];
  const others =
    unnamed.length === 1 ? "" : `, and ${unnamed.length - 1} more ${unnamed.length === 2 ? "has" : "have"} none`;
  return [
    {
      code: "RPT4035",
      severity: "warning",
      span: things.span,
      message: `${things.one} ${first.number} ${things.of} has no ${things.word}${others}`,
      path: first.name.path,
      why: "nobody can tell what it stands for",
      repair: first.name.isStatic
        ? `write the ${things.word} of each`
        : `send the ${things.word} of each, or leave out what has none`,
    },
  ];
}

/** What a finding quotes of a name. */
const NAME_SHOWN_MAX = 24;

/** Two names that are the same on paper; those that show nothing are told by themselves. */
export function tellSameNames(names: readonly PrintedName[], things: NamedThings): readonly Finding[] {
  const first = new Map<string, PrintedName>();
  const same = names.flatMap((name) => {
    const seen = seenName(name.text);
    const before = first.get(seen);
    if (before === undefined) first.set(seen, name);
    return before === undefined || seen === "" ? [] : [{ before, name, seen }];
  });
  const [found] = same;
  if (found === undefined) return [];
  const { before, name, seen } = found;
  const more = same.length === 1 ? "" : `, and ${same.length - 1} more like others`;
  const quoted = `"${shortened(seen, NAME_SHOWN_MAX)}"`;
  const blanks = before.text === name.text ? "" : ", but for blanks";
  return [
    {
      code: "RPT4035",
      severity: "warning",
      span: things.span,
      message: `two ${things.many} ${things.of} have the ${things.word} ${quoted}${blanks}${more}`,
      path: name.path ?? before.path,
      why: "a reader cannot tell which is which",
      repair:
        name.isStatic && before.isStatic
          ? `give each its own ${things.word}`
          : `send ${things.word}s that differ by more than blanks, or print what else tells them apart`,
    },
  ];
}

/** Names of several things that stand in a legend alone, where there is none. */
export function tellNamesLeftOut(names: readonly PrintedName[], things: NamedThings): readonly Finding[] {
  const [named] = names.filter(({ text }) => seenName(text) !== "");
  if (names.length < 2 || named === undefined) return [];
  return [
    {
      code: "RPT4035",
      severity: "warning",
      span: things.span,
      message: `legend=none leaves out the ${things.word}s of the ${things.many} ${things.of}`,
      path: named.path,
      why: "a reader cannot tell which is which",
      repair: "leave out legend=none, or print the names beside the chart and allow the finding",
    },
  ];
}
