import { leaveLedger } from "../../../../../src/plugins/profiles/jp/staff-books/index.ts";
import { type BrokenForm, changed, example } from "../broken-forms.ts";

const GOOD = example("leave-ledger");

const line = (words: RegExp): string => words.exec(GOOD)?.[0] ?? `nothing is ${words}`;

/** Every rule of the profile with its own manner of being broken. */
export const BROKEN_LEAVE: readonly BrokenForm[] = [
  { rule: "title", name: "another title", source: changed(GOOD, ['text "年次有給休暇管理簿"', 'text "一覧表"']) },
  { rule: "name", name: "no name", source: changed(GOOD, ['text "氏名　{.name}"', 'text "所属　製造課"']) },
  {
    rule: "name",
    name: "one of them has no name",
    source: changed(GOOD, ['"鳥居 拓也"', '""']),
  },
  { rule: "base-date", name: "no day to count from", source: changed(GOOD, [line(/ +text "基準日.*\n/), ""]) },
  {
    rule: "base-date",
    name: "an invisible day to count from",
    source: changed(GOOD, ["{format(.base, 'yyyy年M月d日')}\"", "{format(.base, 'yyyy年M月d日')}\" color=#ffffff"]),
  },
  { rule: "taken", name: "no days that were taken", source: changed(GOOD, [line(/ +column day .*\n/), ""]) },
  {
    rule: "days-taken",
    name: "no number of days",
    source: changed(
      GOOD,
      [line(/ +column days .*\n/), ""],
      [line(/ +head "取得日数".*\n.*\n/), ""],
      ["cols=[26mm, 1fr, 26mm, 1fr, 26mm, 1fr, 26mm, 1fr]", "cols=[26mm, 1fr, 26mm, 1fr, 26mm, 1fr]"],
    ),
  },
  {
    rule: "leave-entries",
    name: "a day before the one that leave is counted from",
    source: changed(GOOD, ['["2025-12-26", ', '["2025-09-26", ']),
  },
  {
    rule: "leave-entries",
    name: "a day that is to come",
    source: changed(GOOD, ['"2026-08-13"]', '"2026-10-13"]']),
  },
  {
    rule: "leave-entries",
    name: "one day twice",
    source: changed(GOOD, ['"2026-08-12", "2026-08-13"]', '"2026-08-12", "2026-08-12"]']),
  },
  {
    rule: "leave-entries",
    name: "two days on one",
    source: changed(GOOD, ["min=0.5 max=1 ", "min=0.5 max=3 "], ["[1, 1, 0.5, 1, 1, 1]", "[1, 1, 0.5, 2, 1, 1]"]),
  },
  {
    rule: "leave-total",
    name: "a total of one day more than the rows",
    source: changed(GOOD, ["= sum(.leaves[].days)", "= sum(.leaves[].days) + 1"]),
  },
  {
    rule: "leave-total",
    name: "more than there was",
    source: changed(GOOD, ["example=[18, 12, 10]", "example=[1, 12, 10]"]),
  },
  {
    rule: "calendar-days",
    name: "a day that there is not",
    source: changed(GOOD, ["{format(asOf, 'yyyy年M月d日')}現在", "2026年9月31日現在"]),
  },
  {
    rule: "five-days",
    name: "the year of two workers is over",
    source: changed(GOOD, ['example="2026-09-30"', 'example="2027-07-31"']),
  },
  {
    rule: "five-days",
    name: "four and a half days in a year that is over",
    source: changed(
      GOOD,
      ['example="2026-09-30"', 'example="2026-10-01"'],
      ['"2026-05-07", "2026-08-12", ', '"2026-08-12", '],
      ["[1, 1, 0.5, 1, 1, 1]", "[1, 1, 0.5, 1, 1]"],
    ),
  },
  {
    rule: "leave-left",
    name: "a day more is left",
    source: changed(GOOD, [".granted + .carried - .taken", ".granted + .carried - .taken + 1"]),
  },
  {
    rule: "label",
    name: "the days that were granted under 残日数",
    source: changed(GOOD, ['head "付与日数"', 'head "取得日数計"'], ['head "残日数"', 'head "付与日数"']),
  },
  {
    rule: "label",
    name: "the days that were granted under 残日数 and the other way round",
    source: changed(
      GOOD,
      ['head "付与日数"', 'head "x"'],
      ['head "残日数"', 'head "付与日数"'],
      ['head "x"', 'head "残日数"'],
    ),
  },
].map((one) => ({ profile: leaveLedger, ...one }));
