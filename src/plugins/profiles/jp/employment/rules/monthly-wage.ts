// Wages by the month against the least hourly wage of all prefectures (最低賃金法4条1項).
import type { Form } from "../../../../../core/sdk/index.ts";
import { isSentenceDrawn } from "../../items/drawn-words.ts";
import { narrow } from "../../items/narrow.ts";
import { saidWith } from "../terms-said.ts";
import { HOUR_MINUTES, workingDayOf } from "../working-day.ts";
import { daysOfWeek } from "./working-time.ts";

/** The least hourly wage of all prefectures, in yen, by the day from which it holds in each of them. */
const HOURLY_WAGES: readonly { readonly from: string; readonly yen: number }[] = [
  { from: "2026-04-01", yen: 1_023 },
  { from: "2024-11-01", yen: 951 },
];

/** The least wage of an hour in the prefecture where it is lowest; 0 before the table begins. */
export function leastHourlyWage(date: string): number {
  return HOURLY_WAGES.find(({ from }) => from <= date)?.yen ?? 0;
}

/** Weeks of work that a month has at the fewest: holidays and leave of a month are left out. */
const WEEKS_OF_MONTH_MIN = 4;
const MONTHLY = /(?:月給|月額|(?:基本給|賃金|給与|給料)[^。、0-9]{0,8}月)[^。、0-9時日]{0,8}?([0-9][0-9,]*)\s*円/;
/** Hours that differ, and people whose hours are fewer than the form says of a day. */
const OTHER_HOURS =
  /変形|フレックス|裁量|シフト|勤務表|短時間|パート|アルバイト|試用|見習|減額(?:の)?特例|断続|宿日?直/;

/** What is paid beside the wage, up to its end: 交通費：実費（月額上限15,000円）. */
const BESIDE_WAGE =
  /(?:交通費|通勤|定期(?:代|券)|ガソリン代|食[事費]|家賃|社宅|寮費|住宅|実費|経費|立替|上限|限度|積立|会費|保険料|支援|補助)[^。、]*/g;

/** Words on a wage without what is paid beside it. */
export function ofWageAlone(text: string): string {
  return text.replaceAll(BESIDE_WAGE, "");
}

const DAILY = /(?:日給|日額|日当)[^。、0-9時月]{0,8}?([0-9][0-9,]*)\s*円/;

/** Whether a wage of a day is less than the hours of the day come to at the least wage. */
export function paysLittleADay(text: string, form: Form): boolean {
  const [, yen] = DAILY.exec(ofWageAlone(text)) ?? [];
  const day = yen === undefined ? null : workingDayOf(form);
  if (yen === undefined || day === null || day.pauseMinutes === null) return false;
  if (isSentenceDrawn(form, OTHER_HOURS)) return false;
  return Number(yen.replaceAll(",", "")) < (day.workMinutes / HOUR_MINUTES) * leastHourlyWage(form.asOf.date);
}

/** Whether a wage of a month, with all that is paid beside it, is less than its hours come to at the least wage. */
export function paysLittleAMonth(text: string, form: Form): boolean {
  const [, yen] = MONTHLY.exec(ofWageAlone(text)) ?? [];
  const day = yen === undefined ? null : workingDayOf(form);
  const days = day === null ? null : daysOfWeek(form);
  if (yen === undefined || day === null || day.pauseMinutes === null || days === null) return false;
  if (isSentenceDrawn(form, OTHER_HOURS)) return false;
  const hours = (day.workMinutes / HOUR_MINUTES) * days * WEEKS_OF_MONTH_MIN;
  const all = saidWith(form, "labor.wages", /賃金|給|手当|報酬/).flatMap(({ text: said }) => yenIn(narrow(said)));
  // Allowances may count: all of them do here.
  const paid = all.reduce((sum, one) => sum + one, 0);
  return paid < hours * leastHourlyWage(form.asOf.date);
}

function yenIn(text: string): readonly number[] {
  return [...text.matchAll(/([0-9][0-9,]*(?:\.[0-9]+)?)\s*(万|千)?円/g)].map(([, digits = "", unit]) => {
    const times = unit === "万" ? 10_000 : unit === "千" ? 1_000 : 1;
    return Number(digits.replaceAll(",", "")) * times;
  });
}
