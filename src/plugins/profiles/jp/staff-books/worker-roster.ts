// 労働者名簿: what an employer writes down of each worker (労働基準法107条).
import { defineProfile, type Form, type LegalBasis, readingOf } from "../../../../core/sdk/index.ts";
import { narrow } from "../items/narrow.ts";
import { titleRule } from "../items/title-rule.ts";
import { laborStandardsAct, laborStandardsRule } from "../laws.ts";
import { calendarDays } from "../reading/calendar-days.ts";
import { labelOfValue } from "../reading/label-of-value.ts";
import { bookItem, bookPlace } from "./book-item.ts";
import {
  ADDRESS,
  BIRTH_DATE,
  DEATH_CAUSE,
  DEATH_DATE,
  DUTIES,
  HIRE_DATE,
  HISTORY,
  LEAVE_DATE,
  LEAVE_REASON,
  NAME,
  SEX,
} from "./labels.ts";
import { causeOfDeath, daysInOrder, reasonOfLeaving, rosterDismissal } from "./rules/ends-of-work.ts";

const ACT = [laborStandardsAct("107条1項")];

/** 常時使用する労働者 12人, 従業員数：29名 */
const WORKERS = /(?:労働者|従業員|職員|社員)(?:の?数)?(?:は|が|[:\s])*(?:約|計)?(\d{1,4})[人名](?!以上)/;
/** Of the workplace itself, and not of a note that says what others may leave out. */
const FEWER_THAN_30 = /(?:30|三十)人未満(?:の事業(?:場|所))?(?:です|である|につき|のため|[)。]|$)/;

/** 53条2項: the form says that fewer than 30 people work there. */
function isSmallWorkplace(form: Form): boolean {
  return readingOf(form).sentences.some(({ text, label }) => {
    const plain = narrow(`${label} ${text}`);
    const [, count] = WORKERS.exec(plain) ?? [];
    return (count !== undefined && Number(count) < WORKERS_MIN) || FEWER_THAN_30.test(plain);
  });
}

const WORKERS_MIN = 30;

function ofRule(number: string): readonly LegalBasis[] {
  return [...ACT, laborStandardsRule(`53条1項${number}号`)];
}

export const workerRoster = defineProfile({
  name: "jp.worker-roster",
  sdk: 1,
  title: "労働者名簿",
  documentKinds: ["worker-roster"],
  papers: ["労働者名簿", "従業員名簿"],
  rules: [
    titleRule(/労\s*働\s*者\s*名\s*簿|(?:従\s*業|社)\s*員\s*名\s*簿|社\s*員\s*台\s*帳/, "労働者名簿"),
    bookItem({ id: "name", item: "the worker's name (氏名)", ...NAME, basis: ACT, ofEachLine: true }),
    bookItem({ id: "birth-date", item: "the day of birth (生年月日)", ...BIRTH_DATE, basis: ACT, ofEachLine: true }),
    bookItem({ id: "history", item: "what the worker did before (履歴)", ...HISTORY, basis: ACT, ofEachLine: true }),
    bookItem({ id: "sex", item: "the worker's sex (性別)", ...SEX, basis: ofRule("1"), ofEachLine: true }),
    bookItem({ id: "address", item: "the worker's address (住所)", ...ADDRESS, basis: ofRule("2"), ofEachLine: true }),
    bookItem({
      id: "duties",
      item: "the kind of work (従事する業務の種類)",
      notAsked: "of workplaces of fewer than 30",
      ...DUTIES,
      basis: [...ofRule("3"), laborStandardsRule("53条2項")],
      severity: "warning",
      unverified: "how many people work there is not known to the form, unless it says so",
      appliesTo: (form) => !isSmallWorkplace(form),
    }),
    bookItem({
      id: "hire-date",
      item: "the day of hiring (雇入の年月日)",
      ...HIRE_DATE,
      basis: ofRule("4"),
      ofEachLine: true,
    }),
    bookPlace({ id: "leave-date", item: "the day of leaving (退職の年月日)", ...LEAVE_DATE, basis: ofRule("5") }),
    bookPlace({
      id: "leave-reason",
      item: "why the worker left, and of a dismissal its reason (退職の事由)",
      ...LEAVE_REASON,
      basis: ofRule("5"),
    }),
    bookPlace({ id: "death-date", item: "the day of death (死亡の年月日)", ...DEATH_DATE, basis: ofRule("6") }),
    bookPlace({ id: "death-cause", item: "the cause of death (死亡の原因)", ...DEATH_CAUSE, basis: ofRule("6") }),
    ...[reasonOfLeaving, rosterDismissal, causeOfDeath, daysInOrder, calendarDays(), labelOfValue],
  ],
});
