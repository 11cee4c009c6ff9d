import { workerRoster } from "../../../../../src/plugins/profiles/jp/staff-books/index.ts";
import { type BrokenForm, changed, example } from "../broken-forms.ts";

const GOOD = example("worker-roster");

/** The lines of the example that match, without their ends. */
const line = (words: RegExp): string => words.exec(GOOD)?.[0] ?? `nothing is ${words}`;

/** A head and its cell of a grid. */
const headed = (words: string): string => line(new RegExp(` +head "${words}".*\\n +cell .*\\n`));

const LEFT: readonly (readonly [string, string])[] = [
  [line(/role=worker\.leaveDate.*/), 'role=worker.leaveDate example="2026-03-31"'],
];
const LEFT_FOR = (reason: string): readonly (readonly [string, string])[] => [
  ...LEFT,
  [line(/role=worker\.leaveReason.*/), `role=worker.leaveReason example="${reason}"`],
];

/** Every rule of the profile with its own manner of being broken. */
export const BROKEN_ROSTERS: readonly BrokenForm[] = [
  { rule: "title", name: "another title", source: changed(GOOD, ['text "労働者名簿"', 'text "従業員一覧"']) },
  {
    rule: "name",
    name: "no name",
    source: changed(GOOD, ['head "氏名"', 'head "社員番号"'], ["cell (worker.name)", 'cell "E-0417"']),
  },
  { rule: "birth-date", name: "no day of birth", source: changed(GOOD, [headed("生年月日"), ""]) },
  {
    rule: "birth-date",
    name: "an invisible day of birth",
    source: changed(GOOD, [
      "cell (format(worker.birth, 'ggge年M月d日')) cols=3",
      "cell (format(worker.birth, 'ggge年M月d日')) cols=3 color=#ffffff",
    ]),
  },
  {
    rule: "history",
    name: "no history",
    source: changed(GOOD, [line(/ +column what .*\n/), ""]),
  },
  { rule: "sex", name: "no sex", source: changed(GOOD, [line(/ +head "性別".*\n.*\n/), ""]) },
  { rule: "address", name: "no address", source: changed(GOOD, [headed("住所"), ""]) },
  { rule: "address", name: "a blank address", source: changed(GOOD, ["cell (worker.address) cols=3", "cell cols=3"]) },
  { rule: "duties", name: "no kind of work", source: changed(GOOD, [headed("従事する業務の種類"), ""]) },
  { rule: "hire-date", name: "no day of hiring", source: changed(GOOD, [headed("雇入年月日"), ""]) },
  {
    rule: "hire-date",
    name: "a day of hiring that is left open",
    source: changed(GOOD, ["(format(worker.hired, 'ggge年M月d日'))", '"　年　月　日"']),
  },
  {
    rule: "leave-date",
    name: "no place for the day of leaving",
    source: changed(GOOD, [line(/ +head "年月日"\n +cell \(if\(has\(leaving.*\n/), ""]),
  },
  { rule: "leave-reason", name: "no place for the reason", source: changed(GOOD, [headed("事由"), ""]) },
  {
    rule: "death-date",
    name: "no place for the day of death",
    source: changed(GOOD, [line(/ +head "年月日"\n +cell \(if\(has\(death.*\n/), ""]),
  },
  { rule: "death-cause", name: "no place for the cause", source: changed(GOOD, [headed("原因"), ""]) },
  { rule: "reason-of-leaving", name: "a day without a reason", source: changed(GOOD, ...LEFT) },
  {
    rule: "cause-of-death",
    name: "a day without a cause",
    source: changed(GOOD, [line(/role=worker\.deathDate.*/), 'role=worker.deathDate example="2026-03-31"']),
  },
  { rule: "dismissal-reason", name: "a dismissal", source: changed(GOOD, ...LEFT_FOR("解雇")) },
  {
    rule: "dismissal-reason",
    name: "a dismissal for misconduct",
    source: changed(GOOD, ...LEFT_FOR("懲戒解雇による")),
  },
  {
    rule: "days-in-order",
    name: "the days of birth and hiring exchanged",
    source: changed(
      GOOD,
      [line(/role=worker\.birthDate.*/), 'role=worker.birthDate example="2016-04-01"'],
      [line(/role=worker\.hireDate.*/), 'role=worker.hireDate example="1991-07-14"'],
    ),
  },
  {
    rule: "days-in-order",
    name: "left before hired",
    source: changed(
      GOOD,
      [line(/role=worker\.leaveDate.*/), 'role=worker.leaveDate example="2006-03-31"'],
      [line(/role=worker\.leaveReason.*/), 'role=worker.leaveReason example="自己都合"'],
    ),
  },
  {
    rule: "days-in-order",
    name: "hired before born, by years of an era",
    source: changed(GOOD, [line(/role=worker\.hireDate.*/), 'role=worker.hireDate example="1981-04-01"']),
  },
  {
    rule: "days-in-order",
    name: "hired at twelve",
    source: changed(GOOD, [line(/role=worker\.hireDate.*/), 'role=worker.hireDate example="2004-04-01"']),
  },
  {
    rule: "calendar-days",
    name: "a day that there is not",
    source: changed(GOOD, ["(format(worker.hired, 'ggge年M月d日'))", '"平成28年4月31日"']),
  },
  {
    rule: "label",
    name: "the day of birth under the label of hiring",
    source: changed(GOOD, ['head "生年月日"', 'head "雇入の年月日"'], ['head "雇入年月日"', 'head "生年月日"']),
  },
].map((one) => ({ profile: workerRoster, ...one }));
