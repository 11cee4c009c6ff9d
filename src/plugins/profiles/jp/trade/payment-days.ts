// When a form says that money is paid: as a day, or as a rule of closing and paying, wherever its words stand.
import { type Form, presenceOf, readingOf, valuesOf } from "../../../../core/sdk/index.ts";
import { narrow } from "../items/narrow.ts";
import { datesIn } from "../items/period.ts";
import { meaningOfLabel } from "../reading/label-meanings.ts";

/** A day that a form says, as `YYYY-MM-DD`. */
export interface SaidDay {
  readonly day: string;
  /** The value of the data that says it; null for fixed words. */
  readonly path: string | null;
}

const ISO = /^\d{4}-\d{2}-\d{2}/;
/** Words of a sentence before a day, by role. */
const BEFORE: Readonly<Record<string, RegExp>> = {
  "payment.dueDate": /(?:(?:支払|振込)(?:期日|期限|日)|お支払は)[^。0-9令平RH]{0,10}$/,
  "order.deliveryDate": /(?:納期|(?:納入|納品)(?:期日|期限|日)|受領期日|引渡し?(?:期日|日))[^。0-9令平RH]{0,10}$/,
};

/** The day of a role: of its data, of words with the role, beside its label, or in a sentence that names it. */
export function dayOfRole(form: Form, role: string): SaidDay | null {
  for (const { value, path } of valuesOf(form, role)) {
    if (typeof value !== "string") continue;
    const day = ISO.test(value) ? value : datesIn(value)[0];
    if (day !== undefined) return { day, path };
  }
  const { sentences, pairs } = readingOf(form);
  const own = new Set(presenceOf(form, role).drawn.map(({ run }) => run.element));
  const ofRole = sentences.filter(({ element }) => own.has(element)).map(({ text }) => datesIn(text));
  const labelled = pairs.filter(({ label }) => meaningOfLabel(label)?.roles.has(role) === true);
  const lists = [...ofRole, ...labelled.map(({ value }) => datesIn(value))];
  const alone = lists.find((dates) => dates.length === 1)?.[0];
  const day = alone ?? sentences.map(({ text }) => dayBehind(narrow(text), BEFORE[role])).find((one) => one !== null);
  return day === undefined || day === null ? null : { day, path: null };
}

const WRITTEN_DAY = /(?:令和|平成|[RH])?\s*(?:\d{1,4}|元)年\s*\d{1,2}月\s*\d{1,2}日|\d{4}[/.-]\d{1,2}[/.-]\d{1,2}/g;

function dayBehind(text: string, before: RegExp | undefined): string | null {
  if (before === undefined) return null;
  for (const match of text.matchAll(WRITTEN_DAY)) {
    if (before.test(text.slice(0, match.index))) return datesIn(match[0])[0] ?? null;
  }
  return null;
}

const MONTH_DAYS = 30;
const LAST_DAY = 30;
/** 毎月20日締め翌々月10日払い. */
const CLOSING = new RegExp(
  "(?:毎月|当月|月)?\\s*(?:(\\d{1,2})日|(末日?|月末|晦日))[^。、0-9]{0,8}[締〆][^。0-9]{0,12}?" +
    "(当月|翌月|翌々月|翌翌月|\\d[か箇ヶカケ]月後)[^。0-9]{0,4}?(?:(\\d{1,2})日|(末))",
);

/** The most days from a receipt to its payment under a rule of closing and paying; null for other words. */
export function daysOfClosing(words: string): number | null {
  const match = CLOSING.exec(narrow(words));
  if (match === null) return null;
  const [, closed, , month = "", paid] = match;
  const months = { 当月: 0, 翌月: 1, 翌々月: 2, 翌翌月: 2 }[month] ?? Number(month.charAt(0));
  const [closing, paying] = [closed, paid].map((day) =>
    day === undefined ? LAST_DAY : Math.min(Number(day), LAST_DAY),
  );
  // What is received on the day after one closing waits for the next.
  return MONTH_DAYS * (months + 1) + (paying ?? LAST_DAY) - (closing ?? LAST_DAY);
}

const AFTER = new RegExp(
  "(?:受領|納品|納入|納期|引き?渡し?|給付|役務|完了|提供|着荷|検収|検査|締切り?|締め?|請求書?)" +
    "[^。、0-9]{0,12}(\\d{1,3})\\s*(?:日(?:後|以内|目|を経過|サイト|まで)|日間)",
);

/** The days that words let pass from a delivery or what follows it: 納品日から90日後; null for other words. */
export function daysAfter(words: string): number | null {
  const [, days] = AFTER.exec(narrow(words)) ?? [];
  return days === undefined ? null : Number(days);
}
