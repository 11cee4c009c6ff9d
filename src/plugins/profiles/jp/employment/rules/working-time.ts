// What 労働基準法 itself fixes of hours and terms: breaks by the length of a day, and the longest fixed term.
import { defineRule, type Form, presenceOf } from "../../../../../core/sdk/index.ts";
import { isSentenceDrawn } from "../../items/drawn-words.ts";
import { narrow } from "../../items/narrow.ts";
import { datesIn } from "../../items/period.ts";
import { laborStandardsAct, laborStandardsRule } from "../../laws.ts";
import { saidWith } from "../terms-said.ts";
import { isFixedTerm, termsOf } from "./labor-terms.ts";

const HOUR_MINUTES = 60;
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
    const said = saidWith(form, "labor.hours", /始業|終業|休憩/);
    const text = narrow(said.map((one) => `${OWN_LABEL.test(one.label) ? one.label : ""} ${one.text}`).join(" 。"));
    const [start, end] = ["始業", "終業"].map((word) => timeBehind(text, word));
    const pause = breakMinutes(text);
    if (start === null || end === null || start === undefined || end === undefined || pause === null) return;
    const workMinutes = (end <= start ? end + 24 * HOUR_MINUTES : end) - start - pause;
    const asked = BREAKS.find(({ aboveMinutes }) => workMinutes > aboveMinutes);
    if (asked === undefined || pause >= asked.leastMinutes) return;
    const hours = Math.round((workMinutes / HOUR_MINUTES) * 100) / 100;
    const values = { hours, break: pause, least: asked.leastMinutes };
    report({ message: "short", span: presenceOf(form, "labor.hours").span, values });
  },
});

/** A label of one thing alone. */
const OWN_LABEL = /^(?:始業|終業|休憩)(?:時間|時刻)?$/;

/** Minutes of the day of the time that follows a word: 午後6時30分, 17:30, 8時半. */
function timeBehind(text: string, word: string): number | null {
  const pattern = new RegExp(
    `${word}[^0-9。]{0,12}?(午前|午後)?\\s*([0-9]{1,2})\\s*(?::\\s*([0-9]{2})|時(?!間)\\s*(?:([0-9]{1,2})\\s*分|(半))?)`,
  );
  const match = pattern.exec(text);
  if (match === null) return null;
  const [, half, hour, ...minutes] = match;
  const minute = minutes[2] === undefined ? Number(minutes[0] ?? minutes[1] ?? 0) : 30;
  const shift = half === "午後" && Number(hour) < 12 ? 12 : 0;
  return (Number(hour) + shift) * HOUR_MINUTES + minute;
}

/** Minutes of all breaks; null where the form says them otherwise. */
function breakMinutes(text: string): number | null {
  const [, said] = /休憩(?:時間)?([^。、]{0,30})/.exec(text) ?? [];
  if (said === undefined) return null;
  if (/^[\sは:、]*(?:な[しい]|無)/.test(said)) return 0;
  if (/[0-9]\s*[:時](?!間)[^。]*(?:~|〜|から|-)/.test(said)) return null;
  const [, hours, , minutes] = /([0-9]+(?:\.[0-9]+)?)\s*時間(半)?|([0-9]+)\s*分/.exec(said) ?? [];
  if (minutes !== undefined) return Number(minutes);
  return hours === undefined ? null : Number(hours) * HOUR_MINUTES + (/時間半/.test(said) ? 30 : 0);
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
        what: "the term runs from {start} to {end}, more than the law allows",
        why: "Five years are for experts and people of 60 or more only, and for work that ends by then.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { span } = presenceOf(form, "labor.term");
    for (const text of new Set(termsOf(form))) {
      const [start, end] = datesIn(text);
      if (BLANK_DAY.test(text)) report({ message: "blank", span, values: { text: text.trim().slice(0, 40) } });
      if (start === undefined) continue;
      if (end === undefined) {
        const isLasting = /定め(?:の|が)?な|定め[^あ有。]{0,3}無|無期|定年|年間|[か箇ヶ]月|まで|週間|完了/.test(text);
        if (!isLasting && /から|より|〜|～|~|開始|入社|雇入/.test(text)) {
          report({ message: "open", span, values: { text: text.trim().slice(0, 40) } });
        }
        continue;
      }
      const values = { start, end };
      const path = form.values.find(({ value }) => value === end)?.path;
      const at = { span, values, ...(path === undefined ? {} : { path }) };
      if (end < start) report({ ...at, message: "backwards" });
      else if (isFixedTerm(form) && end >= yearsLater(start, isLongAllowed(form, text) ? 5 : 3))
        report({ ...at, message: "long", severity: "warning" });
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
