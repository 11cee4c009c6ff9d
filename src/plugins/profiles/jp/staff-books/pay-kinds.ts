// What a figure of a wage ledger is, by its label and its role.

/** `aside`: a figure that no sum is made of, such as what is taxed. */
export type PayKind =
  | "earning"
  | "deduction"
  | "earned"
  | "deducted"
  | "net"
  | "days"
  | "hours"
  | "overtimeHours"
  | "dayOffHours"
  | "nightHours"
  | "aside";

/** Hours that 54条1項6号 names: their labels without blanks and brackets. */
export const OVERTIME_HOURS =
  /^(?:法定)?(?:時間外|普通残業|残業|早出・?残業|超過勤務|超勤|延長|所定(?:時間)?外|法定外)(?:の?(?:労働|勤務))?(?:時間)?(?:数|計|の有無)?$/;
export const DAY_OFF_HOURS = /^(?:法定|所定)?休日(?:(?:の?(?:労働|出勤|勤務)|残業)(?:時間)?数?|時間数?)$/;
export const NIGHT_HOURS = /^深夜(?:の?(?:労働|勤務|残業|割増))?(?:時間)?数?$/;
export const WORK_HOURS = /^(?:実|総|所定内?)?(?:労働|就業|勤務|就労|稼働|実働)時間(?:数|計)?$|^総?実働時間(?:数)?$/;
export const WORK_DAYS = /^(?:実)?(?:労働|出勤|勤務|就業|就労|実働|稼働|出勤労働)(?:した)?日数?$/;

/** Pay for hours beyond those of the law. What is paid whatever the hours are is none. */
const FIXED = /固定|定額|みなし|見なし|相当|手当込/;
export const OVERTIME_PAY = /^(?!.*(?:休日|深夜)).*(?:時間外|残業|超過勤務|超勤|早出)[^時]*(?:手当|割増|賃金|代|給)/;
export const DAY_OFF_PAY = /休日(?:労働|出勤|勤務)?[^時]*(?:手当|割増|賃金)/;
export const NIGHT_PAY = /深夜(?:労働|勤務|残業)?[^時]*(?:手当|割増|賃金)/;

/** Whether a label names pay for such hours. */
export function isPremiumPay(label: string, words: RegExp): boolean {
  return words.test(label) && !FIXED.test(label);
}

export const EARNED =
  /^(?:総支給(?:金?額)?|(?:支給(?:金?額)?|賃金|給与)の?(?:合計|総額|計)(?:額)?|支給合計金?額|総(?:賃金|給与)(?:額)?)$/;
export const DEDUCTED = /^(?:総控除(?:金?額)?|控除(?:金?額)?の?(?:合計|総額|計)(?:額)?|控除合計金?額)$/;
export const NET_PAY =
  /^(?:差引(?:き)?(?:支給|支払)?(?:金?額)?|差引(?:き)?(?:支給|支払)(?:合計)?(?:金?額)?|手取り?(?:金?額)?|実(?:際)?支[給払](?:金?額)?|実物?支給額)$/;
const ASIDE = /課税|社会保険料?(?:等)?の?(?:合?計|控除後)|小計|標準報酬|扶養(?:人数|親族)|単価|時給額|累計|端数/;
export const BASIC_WAGE =
  /^(?:基本(?:給|賃金|給与|給額)|本[給俸]|(?:月|日|時|年|週)(?:給|俸)(?:額)?|時間給|歩合給?|能率給|出来高(?:給|払)|請負給|月額賃金|賃金(?:の?額)?)$/;
export const EARNING =
  /^(?:職[務能]給|役割給|年齢給|勤続給|資格給|調整給|通勤(?:費|手当)|交通費|賞与|残業代|その他(?:の)?(?:賃金|支給)|現物(?:給与|支給)|.*(?:手当|割増賃金|割増|奨励金))$/;
export const DEDUCTION =
  /保険料?|厚生?年金?|^健保|^雇保|所得税|住民税|市[町区]?(?:町村|県)?民税|組合費|積立|財形|社宅|寮費|食事代|給食|親睦会|貸付|返済|共済|介護|控除|天引|立替金/;

const BY_LABEL: readonly (readonly [words: RegExp, kind: PayKind])[] = [
  [EARNED, "earned"],
  [DEDUCTED, "deducted"],
  [NET_PAY, "net"],
  [ASIDE, "aside"],
  [OVERTIME_HOURS, "overtimeHours"],
  [DAY_OFF_HOURS, "dayOffHours"],
  [NIGHT_HOURS, "nightHours"],
  [WORK_HOURS, "hours"],
  [WORK_DAYS, "days"],
  [/(?:日数|時間数?|回数|遅早|欠勤|有休|年休)$/, "aside"],
  [BASIC_WAGE, "earning"],
  [EARNING, "earning"],
  [DEDUCTION, "deduction"],
];

const BY_ROLE: Readonly<Record<string, PayKind>> = {
  "payslip.earnings": "earning",
  "payslip.deductions": "deduction",
  "payslip.net": "net",
  "work.days": "days",
  "work.hours": "hours",
  "work.overtimeHours": "overtimeHours",
  "work.dayOffHours": "dayOffHours",
  "work.nightHours": "nightHours",
};

/** What figures are by their label, else by the one role that they have; null where neither says. */
export function payKindOf(label: string, roles: ReadonlySet<string>): PayKind | null {
  const own = BY_LABEL.find(([words]) => words.test(label));
  if (own !== undefined) return own[1];
  const kinds = new Set([...roles].flatMap((role) => BY_ROLE[role] ?? []));
  const [kind] = kinds;
  return kinds.size === 1 && kind !== undefined ? kind : null;
}
