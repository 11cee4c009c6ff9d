// 年次有給休暇管理簿: days of paid leave, worker by worker (労働基準法施行規則24条の7).
import { defineProfile } from "../../../../core/sdk/index.ts";
import { titleRule } from "../items/title-rule.ts";
import { laborStandardsAct, laborStandardsRule } from "../laws.ts";
import { calendarDays } from "../reading/calendar-days.ts";
import { labelOfValue } from "../reading/label-of-value.ts";
import { bookItem } from "./book-item.ts";
import { BASE_DATE, DAYS_TAKEN, NAME, TAKEN } from "./labels.ts";
import { fiveDays, isNothingTaken, leaveLeft } from "./rules/days-of-leave.ts";
import { leaveEntries, leaveTotal } from "./rules/leave-entries.ts";

/** From 2019-04-01, when five days a year became what the employer has to give. */
const BEGIN = "2019-04-01";
const BASIS = [laborStandardsRule("24条の7"), laborStandardsAct("39条5項〜7項")];

export const leaveLedger = defineProfile({
  name: "jp.leave-ledger",
  sdk: 1,
  title: "年次有給休暇管理簿",
  documentKinds: ["leave-ledger"],
  papers: ["年次有給休暇管理簿", "有給休暇管理簿", "年次有給休暇取得管理台帳"],
  rules: [
    titleRule(/(?:有\s*給\s*休\s*暇|年\s*休|有\s*休).{0,8}(?:管\s*理|取\s*得|台\s*帳|簿)/, "年次有給休暇管理簿"),
    bookItem({
      ...NAME,
      id: "name",
      item: "the worker's name (労働者ごと: 氏名)",
      basis: BASIS,
      validFrom: BEGIN,
      ofEachLine: true,
    }),
    bookItem({
      ...BASE_DATE,
      id: "base-date",
      item: "the day from which leave is counted (基準日)",
      basis: BASIS,
      validFrom: BEGIN,
      ofEachLine: true,
    }),
    bookItem({
      ...TAKEN,
      id: "taken",
      item: "each day of leave that was taken (時季)",
      basis: BASIS,
      validFrom: BEGIN,
      mayBeBlank: isNothingTaken,
    }),
    bookItem({
      ...DAYS_TAKEN,
      id: "days-taken",
      item: "how many days were taken (日数)",
      basis: BASIS,
      validFrom: BEGIN,
      mayBeBlank: isNothingTaken,
    }),
    ...[fiveDays, leaveLeft, leaveEntries, leaveTotal, calendarDays(), labelOfValue],
  ],
});
