// What 労働基準法 itself fixes of hours and terms: hours of a day and a week, breaks, and the longest fixed term.
import { defineRule, type Form, presenceOf } from "../../../../../core/sdk/index.ts";
import { isSentenceDrawn } from "../../items/drawn-words.ts";
import { narrow } from "../../items/narrow.ts";
import { datesIn } from "../../items/period.ts";
import { quoted } from "../../items/quote.ts";
import { laborStandardsAct, laborStandardsRule } from "../../laws.ts";
import { clausesOf, placeOf } from "../terms-said.ts";
import { HOUR_MINUTES, workingDayOf } from "../working-day.ts";
import { isFixedTerm, isLasting, termsOf } from "./labor-terms.ts";

/** 34条: 45 minutes above six hours of work, an hour above eight. */
const BREAKS = [
  { aboveMinutes: 8 * HOUR_MINUTES, leastMinutes: 60 },
  { aboveMinutes: 6 * HOUR_MINUTES, leastMinutes: 45 },
] as const;

/** 労働基準法34条: breaks are as long as the day asks for. */
export const breakLength = defineRule({
  meta: {
    id: "break-length",
    summary: "Breaks are 45 minutes above six hours of work, and an hour above eight.",
    severity: "error",
    basis: [laborStandardsAct("34条1項")],
    messages: {
      short: {
        what: "a day of {hours} hours of work has a break of {break} minutes, and the law asks for {least}",
        why: "Work of more than six hours has a break of 45 minutes, of more than eight hours one of an hour.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const day = workingDayOf(form);
    if (day === null || day.pauseMinutes === null) return;
    const { workMinutes, pauseMinutes } = day;
    const asked = BREAKS.find(({ aboveMinutes }) => workMinutes > aboveMinutes);
    if (asked === undefined || pauseMinutes >= asked.leastMinutes) return;
    const values = { hours: hoursOf(workMinutes), break: pauseMinutes, least: asked.leastMinutes };
    report({ message: "short", span: presenceOf(form, "labor.hours").span, values });
  },
});

const DAY_MINUTES_MAX = 8 * HOUR_MINUTES;
const WEEK_HOURS_MAX = 40;
/** 規則25条の2: shops and clinics of fewer than ten people. */
const WEEK_HOURS_OF_SMALL = 44;

/** 労働基準法32条: eight hours a day and forty a week. */
export const workingHours = defineRule({
  meta: {
    id: "working-hours",
    summary: "Work is eight hours a day and forty a week at most, where no other system of hours is named.",
    severity: "error",
    basis: [laborStandardsAct("32条")],
    messages: {
      day: {
        what: "a day from {start} to {end} has {hours} hours of work beside its breaks",
        why: "More than eight hours a day need a system such as 変形労働時間制, which the form has to name.",
      },
      week: {
        what: "{days} days of {hours} hours come to {total} hours a week",
        why: "More than forty hours a week need a system such as 変形労働時間制, which the form has to name.",
      },
      said: {
        what: '"{text}" is more than {most} hours',
        why: "More than eight hours a day or forty a week need a system such as 変形労働時間制.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    if (isSentenceDrawn(form, OTHER_SYSTEM)) return;
    const { span } = presenceOf(form, "labor.hours");
    const weekMost = isSentenceDrawn(form, /44時間|４４時間|特例措置/) ? WEEK_HOURS_OF_SMALL : WEEK_HOURS_MAX;
    for (const clause of clausesOf(form)) {
      const said = hoursSaid(clause.text, weekMost);
      if (said !== null)
        report({ message: "said", ...placeOf(form, clause), values: { text: quoted(clause.text), most: said } });
    }
    const day = workingDayOf(form);
    if (day === null || day.pauseMinutes === null) return;
    const hours = hoursOf(day.workMinutes);
    const isChanging = isSentenceDrawn(form, CHANGING);
    if (day.workMinutes > (isChanging ? CHANGING_MINUTES_MAX : DAY_MINUTES_MAX)) {
      report({ message: "day", span, values: { start: clock(day.start), end: clock(day.end), hours } });
      return;
    }
    const days = isChanging ? null : daysOfWeek(form);
    if (days === null || days * day.workMinutes <= weekMost * HOUR_MINUTES) return;
    report({ message: "week", span, values: { days, hours, total: hoursOf(days * day.workMinutes) } });
  },
});

/** Systems of hours that the law knows beside eight hours a day, and people whom its limits do not bind. */
const OTHER_SYSTEM = new RegExp(
  [
    "変形|フレックス|裁量|みなし労働|事業場外|高度プロフェッショナル|管理監督者|監視又?は?断続|断続的|宿日?直|隔日勤務",
    "労(?:働)?基(?:準)?法第?(?:41|４１)条|交[替代](?:制|勤務)|1か月単位|1年単位|平均し",
  ].join("|"),
);
/** Hours that change from day to day: the ones that are said may be of one of several days. */
const CHANGING = /シフト|夜勤|勤務表|勤務割|ローテーション|早番|遅番/;
/** Nobody works so long from morning to evening: start and end are exchanged. */
const CHANGING_MINUTES_MAX = 12 * HOUR_MINUTES;

/** 1日9時間, 週48時間: what is above the most, in hours; null where nothing is. */
function hoursSaid(text: string, weekMost: number): number | null {
  if (/時間外|残業|超え|拘束|延長|上限|限度|未満|以内|以下|休憩|最大|協定|割増|深夜/.test(text)) return null;
  const of = (unit: string, most: number) => {
    const pattern = new RegExp(
      `(?:${unit})(?:の|につき|あたり|当たり|、|に)?(?:所定|実)?(?:労働|勤務|就業)?(?:時間)?[はを：:\\s約]{0,3}([0-9]+(?:\\.[0-9]+)?)\\s*時間`,
    );
    const [, number] = pattern.exec(text) ?? [];
    return number !== undefined && Number(number) > most ? most : null;
  };
  return of("1日|一日|実働|日々", DAY_MINUTES_MAX / HOUR_MINUTES) ?? of("1週間?|一週間?|週間?", weekMost);
}

const WEEKDAYS = /[月火水木金土日](?=曜|[・、,と及祝曜])/g;
/** What a list of weekdays is written with, beside the weekdays: other words may name further days. */
const AROUND_WEEKDAYS = new RegExp(
  [
    "休日|休暇|所定|法定|毎週|国民の|祝祭?日|年末年始|夏季|夏期|お盆|盆|正月|[（(][^（()）]*[）)]|[月火水木金土日]|曜日?",
    "及び|並びに|ならびに|および|のみ|だけ|とする|[・、,と：:は\\s\\-~〜]|です|します|[0-9]+月[0-9]+日|から|まで",
  ].join("|"),
  "g",
);

/** Days of work in a week, from the weekdays that are off or the number that is said; null where neither is plain. */
export function daysOfWeek(form: Form): number | null {
  const [clause, ...others] = clausesOf(form).filter(
    ({ text }) => /休日/.test(text) && /曜|[土日]祝|(?<!休)[土日]・/.test(text),
  );
  if (clause === undefined || others.length > 0) return null;
  const own = clause.text.slice(clause.text.lastIndexOf("休日"));
  if (own.replaceAll(AROUND_WEEKDAYS, "") !== "") return null;
  const off = new Set(own.replaceAll(/[0-9]+[月日]|祝祭?日|休日|[（(][^（()）]*[）)]/g, "、").match(WEEKDAYS) ?? []);
  return off.size === 0 ? null : 7 - off.size;
}

function hoursOf(minutes: number): number {
  return Math.round((minutes / HOUR_MINUTES) * 100) / 100;
}

/** `9:05` of minutes of the day. */
function clock(minutes: number): string {
  return `${Math.floor(minutes / HOUR_MINUTES)}:${`${minutes % HOUR_MINUTES}`.padStart(2, "0")}`;
}

/** How long a fixed term is: it ends, after it begins, and within three years. */
export const termEnds = defineRule({
  meta: {
    id: "term-end",
    summary: "A fixed term has an end, after its start and within three years.",
    severity: "error",
    basis: [laborStandardsAct("14条1項"), laborStandardsAct("15条1項"), laborStandardsRule("5条1項1号")],
    messages: {
      open: {
        what: '"{text}" says when the term starts, and not when it ends',
        why: "How long a contract runs is required.",
      },
      blank: {
        what: '"{text}" leaves the days of the term blank',
        why: "How long a contract runs is required.",
      },
      backwards: { what: "the term starts on {start} and ends on {end}", why: "A term ends after it starts." },
      long: {
        what: "the term runs from {start} to {end}, longer than the {years} years that the law allows",
        why: "Five years are for experts and people of 60 or more only, and for work that ends by then.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { span } = presenceOf(form, "labor.term");
    for (const text of new Set(termsOf(form))) {
      const [start, end] = datesIn(text);
      if (BLANK_DAY.test(text)) report({ message: "blank", span, values: { text: quoted(text) } });
      if (start === undefined) continue;
      if (end === undefined) {
        const saysEnd = /定め(?:の|が)?な|定め[^あ有。]{0,3}無|無期|定年|年間|[か箇ヶ]月|まで|週間|完了/.test(text);
        if (!saysEnd && !isLasting(form) && /から|より|〜|～|~|開始|入社|雇入/.test(text)) {
          report({ message: "open", span, values: { text: quoted(text) } });
        }
        continue;
      }
      const values = { start, end };
      const path = form.values.find(({ value }) => value === end)?.path;
      const at = { span, values, ...(path === undefined ? {} : { path }) };
      if (end < start) report({ ...at, message: "backwards" });
      else {
        const years = isLongAllowed(form, text) ? 5 : 3;
        if (!isFixedTerm(form) || end < yearsLater(start, years)) continue;
        report({ ...at, message: "long", severity: "warning", values: { ...values, years } });
      }
    }
  },
});

/** 　年　月　日: a day that nobody filled in. */
const BLANK_DAY = /年[\s　_＿]+月[\s　_＿]+日/;

/** 14条1項1号・2号: experts and people of 60 or more, where the form says so. */
const FIVE_YEARS = /(?:満?60|六十)歳以上|高度の?専門|専門的な?知識|14条(?:第?1項)?第?[12]号/;

function isLongAllowed(form: Form, term: string): boolean {
  return (
    FIVE_YEARS.test(narrow(term)) ||
    isSentenceDrawn(form, /14条(?:第?1項)?第?[12]号|満(?:60|６０|六十)歳以上[^。]{0,20}契約/)
  );
}

function yearsLater(date: string, years: number): string {
  return `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
}
