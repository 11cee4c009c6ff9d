// What kind of contract a notice of working conditions is of.
import { drawnOf, type Form, readingOf } from "../../../../../core/sdk/index.ts";
import { daysFrom } from "../../items/days.ts";
import { isDrawn, isSentenceDrawn } from "../../items/drawn-words.ts";
import { narrow } from "../../items/narrow.ts";
import { datesIn } from "../../items/period.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";
import { saidWith } from "../terms-said.ts";

const PERMANENT = /定め(?:の|が)?な[しいく]|定め[\s　：:]*無|無期雇用|期間の定めの?無|定年まで/;
const FIXED = /定め(?:の|が)?あり|定め[\s　：:]*有|有期/;
const DATED = /[\d０-９元]\s*[年/.][^。]*(?:〜|～|から|より|まで|–|—)/;

/** What the form says of the term of the contract. */
export function termsOf(form: Form): readonly string[] {
  const { sentences, pairs } = readingOf(form);
  const elements = new Set(drawnOf(form, "labor.term").map(({ run }) => run.element));
  const own = sentences.filter(({ element }) => elements.has(element)).map(({ text }) => text);
  const labelled = pairs.filter(({ label }) => meaningOfLabel(label)?.roles.has("labor.term") === true);
  return [...own, ...labelled.map(({ value }) => value)].map(chosenOf);
}

/** The words beside a box that is not ticked, with what stands in brackets behind them. */
const UNTICKED = /[□☐][\s　]*(?:[（(][^）)]*[）)]|[^\s　□☐■☑☒✓✔（(])*/g;

/** What boxes to tick leave of a text: ☑期間の定めなし □期間の定めあり（年月日） says the first alone. */
function chosenOf(text: string): string {
  if (!/[■☑☒✓✔]/.test(text) || !/[□☐]/.test(text)) return text;
  return text.replaceAll(UNTICKED, "").replaceAll(/[■☑☒✓✔]/g, "");
}

/** Whether the contract ends by itself, by what the form says: a chance of conversion does not make it lasting. */
export function isFixedTerm(form: Form): boolean {
  const terms = termsOf(form).map((text) => text.replaceAll(/無期転換|無期労働契約/g, ""));
  if (terms.some((text) => FIXED.test(text))) return true;
  if (terms.some((text) => PERMANENT.test(text))) return false;
  return terms.some((text) => DATED.test(text)) || isDrawn(form, /期間の定めあり/);
}

/** Whether the form says somewhere of its term that it has no end: `2026年12月1日から` beside it is a start alone. */
export function isLasting(form: Form): boolean {
  return !isFixedTerm(form) && termsOf(form).some((text) => PERMANENT.test(text));
}

/** Whether part-timers or contract workers are meant. */
export function isPartTime(form: Form): boolean {
  return isDrawn(form, /パートタイム|短時間労働者|有期雇用|アルバイト/) || isFixedTerm(form);
}

/** Whether a fixed-term contract may come to more than five years, as far as it says (労働契約法18条). */
export function mayPassFiveYears(form: Form): boolean {
  if (!isFixedTerm(form)) return false;
  if (isSentenceDrawn(form, NOT_RENEWED)) return false;
  // A contract that is the first one has none before it, and its own term is five years at most.
  if (isSentenceDrawn(form, FIRST_CONTRACT)) return false;
  const years = readingOf(form).sentences.flatMap(({ text, label }) => {
    const match = LIMIT_YEARS.exec(`${label}${text}`);
    const digits = match?.[1] ?? match?.[2];
    return digits === undefined ? [] : [Number(narrow(digits))];
  });
  if (years.length > 0) return years.some((limit) => limit > 5);
  const longest = longestYears(form);
  if (longest !== null) return longest > 5;
  // Who is hired now has no contract before this one.
  return !isSentenceDrawn(form, HIRED) || termsInYears(form).some((years) => years > 5);
}

/** Words of a contract that somebody is hired by: 雇い入れます, 入社日, 試用期間. */
const HIRED = new RegExp(
  [
    "採用(?:に(?:あたり|あたって|当たり|当たって|際し)|(?:の)?(?:お知らせ|通知))|雇い?入れ(?:ます|いたします|年月日|日|ること)|新(?:た|規)に(?:採用|雇用)|採用(?:し|いたし|致し)ます",
    "入社(?:年月)?日|試用期間(?![^。]{0,8}(?:な[しい]|無|ありません|設けない))",
  ].join("|"),
);

const FIRST_CONTRACT =
  /(?:最初|初めて|初回)の(?:有期)?(?:労働|雇用)?契約|契約(?:の締結)?は(?:、|今回が)?(?:初めて|初回|最初)|通算契約期間[^。]{0,8}[0０](?:年|か月|ヶ月)/;

/** 通算4年まで, 更新は最長で4年, 5年を超えて更新しない. */
const LIMIT_YEARS =
  /(?:通算|上限|更新[^。]{0,10}(?:最長|最大|限度))[^。]{0,14}?([0-9０-９]+)\s*年|([0-9０-９]+)\s*年を[超こ]えて[^。]{0,8}更新[^。]{0,8}(?:ない|ません)/;

const RENEWALS = /更新[^。]{0,16}?([0-9]+)\s*[回度]|(?<![0-9])([0-9]+)\s*回[^。]{0,4}(?:まで|を?限度|を?上限|以内)/;
const TERM_DAYS_OF_YEAR = 365.25;

/** Years of a contract with all its renewals, where the form says both how long and how often; else null. */
function longestYears(form: Form): number | null {
  const said = readingOf(form).sentences.map(({ text, label }) => narrow(`${label} ${text}`));
  const [, often, orOften] = RENEWALS.exec(said.find((text) => RENEWALS.test(text)) ?? "") ?? [];
  const times = often ?? orOften;
  const years = termsInYears(form);
  if (times === undefined || years.length === 0) return null;
  // A leap day makes no term longer than its years.
  return Math.floor(Math.max(...years) * (1 + Number(times)) * 100) / 100;
}

/** How many years the contract runs, as often as the form says it. */
function termsInYears(form: Form): readonly number[] {
  return termsOf(form).flatMap((text) => {
    const [start, end] = datesIn(text);
    if (start !== undefined && end !== undefined) return [((daysFrom(start, end) ?? 0) + 1) / TERM_DAYS_OF_YEAR];
    const [, number, unit] = /([0-9]+)\s*(年|[か箇ヶカケ]月)間?/.exec(narrow(text)) ?? [];
    return number === undefined || Number(number) > 60 ? [] : [Number(number) / (unit === "年" ? 1 : 12)];
  });
}

/** Whether words speak of the chance of conversion, whatever role they have. */
export function saysConversion(form: Form): boolean {
  return isSentenceDrawn(form, /無期転換|無期労働契約[^。]{0,10}転換|期間の定めのない労働契約[^。]{0,20}(?:申込|転換)/);
}

/** Whether a fixed-term contract may be renewed, as far as it says. */
export function mayBeRenewed(form: Form): boolean {
  return !saidWith(form, "labor.renewal", /更新/).some(({ text, label }) =>
    NOT_RENEWED.test(/更新/.test(label) ? `更新：${text}` : text),
  );
}

/** 更新しない, 更新の有無：無, 契約の更新はありません, 更新の予定はございません. */
const NOT_RENEWED = new RegExp(
  [
    "更新(?:は|を|も)?(?:し|行わ|いたし|致し|され)(?:ない|ません)",
    "更新(?:の有無)?[\\s　：:]*(?:無|なし)",
    "更新(?:の予定|すること|する予定)?(?:は|も)?(?:(?:あり|ござい)ません|な[いく](?:$|[。、]))",
    "更新(?:は|を)?予定して(?:い|おり)ません",
  ].join("|"),
);
