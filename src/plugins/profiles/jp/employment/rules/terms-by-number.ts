// Terms of work that are unlawful by their numbers: days off, days of notice, days of leave.
import type { Form } from "../../../../../core/sdk/index.ts";
import { isSentenceDrawn } from "../../items/drawn-words.ts";
import { clausesOf } from "../terms-said.ts";

const NOTICE_DAYS_MIN = 30;
const LEAVE_DAYS_MIN = 10;

const NO_DAY_OFF = new RegExp(
  [
    "(?<!外|替|代|別|時|念|定)休日(?:・休暇)?[\\s：:]*(?:は|を|が)?[\\s：:]*(?:特に)?(?:なし|無し?(?![期い])|な[いく]|与えない|設けない|ありません|定めない)",
    "(?:法定|所定)休日[\\s：:]*(?:は|を|が)?[\\s：:]*(?:なし|無し?(?![期い])|与えない|設けない|ありません)",
    "年中無休で(?:勤務|就業|労働)|休みなく(?:勤務|就業|働)|休日(?:は)?返上",
  ].join("|"),
);
const DAYS_OFF_OF_YEAR_MIN = 52;
const DAYS_OFF_OF_MONTH_MIN = 4;
/** Other measures than a number of days, and other things than days off. */
const OTHER_MEASURE = /変形|4週|四週|週休|毎週|週[0-9一二]|シフト|労働日数|休日(?:労働|出勤|勤務|割増)|時間外/;
const SUNDAYS_OF_MONTH =
  /^(?:毎月)?((?:第?[1-5一二三四五][・、と]?)+)(?:[月火水木金土日]曜日?)(?:のみ|だけ)?(?:とする|とします|です)?$/;

/** Each second week, or a few days of a month, and nothing else. */
const RARELY = new RegExp(
  [
    "隔週[^、。]{0,6}(?:のみ|だけ)|月に?[1-3一二三](?:回|日)(?:のみ|だけ)?$",
    "^隔週の?[月火水木金土日]曜日?(?:とする|とします|です)?$",
    "^(?:2|二)週間?(?:ごと)?に(?:1|一)(?:日|回)(?:とする|とします|です)?$",
    "^(?:[89]|1[0-9]|十)日(?:ごと)?に(?:1|一)(?:日|回)",
  ].join("|"),
);

/** 休日：年末年始, 休日は祝日と夏季（8月13日から15日）とする: days of the year, and none of the week. */
const SEASONS = new RegExp(
  "^(?:年末年始|年始|年末|夏季|夏期|冬季|お?盆|正月|国民の?|祝日|祝祭日|創立記念日|休業?日?|休暇|[（(][^（()）]*[）)]" +
    "|[0-9]+月[0-9]+日|から|まで|及び|並びに|のみ|だけ|とする|とします|です|[・、,と~〜\\-\\s])+$",
);
/** Words on which days of a week or month are off, wherever they stand. */
const OF_WEEK = /曜|週|[土日][・、]?[日祝]|シフト|勤務表|交[替代]|カレンダー|(?<![0-9])月に?[0-9]+日|年間[0-9]+日|4週/;

function hasSeasonsAlone(text: string, form: Form): boolean {
  const [, days = ""] = /^(?:[^：]{0,12}：)?(?:[^：]{0,8}：)?(?:所定|法定)?休日[\s：:はを]*([^：]+)$/.exec(text) ?? [];
  const isOfSeasons = days.trim() !== "" && SEASONS.test(days) && /年|夏|冬|盆|正月|祝/.test(days);
  return (
    isOfSeasons && !clausesOf(form).some((clause) => /休|勤務日|出勤/.test(clause.text) && OF_WEEK.test(clause.text))
  );
}

/** 休日なし, 月1回, 年間休日40日, 第1日曜日のみ: fewer days off than one a week. */
export function hasFewDaysOff(text: string, form: Form): boolean {
  if (NO_DAY_OFF.test(text) || hasSeasonsAlone(text, form)) return true;
  if (OTHER_MEASURE.test(text)) return false;
  const [, days] = /(?:休日|公休|休み)[^。0-9]{0,8}(?:月|月に|1か月に|毎月)\s*([0-9])\s*(?:日|回)/.exec(text) ?? [];
  if (days !== undefined && Number(days) < DAYS_OFF_OF_MONTH_MIN) return true;
  const [, ofYear] = /(?:年間休日|休日[：は]?[^。]{0,4}年間)[^。0-9]{0,6}([0-9]{1,3})\s*日/.exec(text) ?? [];
  if (ofYear !== undefined && Number(ofYear) < DAYS_OFF_OF_YEAR_MIN) return true;
  const [, behind = ""] = /^.*(?:休日|公休日?|休み)(?:の日)?(?:・休暇)?[\s：:は]*(.*)$/.exec(text) ?? [];
  // 定休日なし is of a shop, and as an answer of those who work in it.
  if (
    /^休[日み][^：]{0,6}：\s*(?:年中無休|定休日?[はも]?(?:なし|無し?$|な[いく]|ありません))/.test(text) &&
    !/曜|交[替代]|月に?[4-9]/.test(text)
  )
    return true;
  const [, named = ""] = SUNDAYS_OF_MONTH.exec(behind.trim()) ?? [];
  if (named !== "") return (named.match(/[1-5一二三四五]/g) ?? []).length < DAYS_OFF_OF_MONTH_MIN;
  return RARELY.test(behind.trim());
}

const AT_ONCE =
  /当日(?:の|に)?(?:通告|通知|告知|申し渡|言い渡)|即時|即日|直ちに|ただちに|予告なく|予告なし|予告することなく|予告を(?:要|行わ|せ)|その日(?:を|限り)/;
/** Pay in place of notice, or grounds that the labour office certifies. */
const PAID_FOR =
  /(?:予告手当|平均賃金)[^。]{0,14}(?:を|の)?(?:支払(?!わ)|支給(?!し(?:ない|ま(?:せん)))|払(?!わ))|懲戒|認定|責めに帰|労働者の責/;

export function isWithoutNotice(text: string): boolean {
  if (/予告手当[^。]{0,10}(?:支払わ|支払い|支給し|払わ)(?:ない|ません)|予告手当[\s：:はも]*(?:なし|無)/.test(text))
    return true;
  if (/予告(?:期間)?(?:は|を|も|、)?(?:しない|行わない|設けない|せず(?=に?、?解雇))/.test(text) && !PAID_FOR.test(text))
    return true;
  if (AT_ONCE.test(text) && !PAID_FOR.test(text) && !/(?:できない|できません|ない場合)/.test(text)) {
    return /解雇[^。]{0,12}(?:する|でき|こと|あり|ある|とする|し得)|(?:即時|即日)解雇|解雇は[^。]{0,40}当日/.test(text);
  }
  const notices = [
    ...text.matchAll(/([0-9]{1,3})\s*(日|週間)(?:以上)?前(?:まで)?(?:に|の|までに)?[^。、]{0,12}?予告/g),
    ...text.matchAll(/予告(?:期間)?(?:は|：|を)?[^。、0-9]{0,6}([0-9]{1,3})\s*(日|週間)(?:前|間|と|$)/g),
    ...text.matchAll(
      /解雇[^。、]{0,16}?([0-9]{1,3})\s*(日|週間)(?:以上)?前(?:まで)?に[^。、]{0,8}(?:通知|告知|通告|知らせ|申し渡|言い渡)/g,
    ),
  ].map(([, number, unit]) => Number(number) * (unit === "週間" ? 7 : 1));
  // Days of notice and days that are paid for come to thirty together.
  const paid = [...text.matchAll(/([0-9]{1,2})\s*日分/g)].map(([, number]) => Number(number));
  const isMadeUp = (days: number) => /不足/.test(text) || paid.some((one) => days + one >= NOTICE_DAYS_MIN);
  return notices.some((days) => days < NOTICE_DAYS_MIN && !isMadeUp(days)) && !/懲戒|責めに帰/.test(text);
}

const LEAVE = "(?:年次有給休暇|有給休暇|年休|有休)";
/** Days of which the law has another number: for few days a week, or at another time than after six months. */
const PARTLY = /比例|週[1-4一二三四]日|短時間|パート|アルバイト|週30時間未満/;
const OF_GIVEN_LEAVE = /うち|時季|計画的|取得(?:させ|義務|する)|繰り?越|時間単位|申請|請求|前までに|届/;

/** 39条5項: the day is the worker's choice; the employer may ask for another one where the day hinders the business. */
function isLeaveRefused(text: string): boolean {
  if (
    /[6六]\s*[か箇ヶカケ]月|半年|未満|まで(?:の間)?は|欠勤|出勤率|8割|退職(?:日|後)|時間単位|前日|当日|事後|ことは(?:な|あり|ござい)/.test(
      text,
    )
  )
    return false;
  const refused = new RegExp(
    `${LEAVE}(?:を|は|の(?:取得|請求|使用)は)[^。、]{0,12}(?:取得|取る|請求|使用|消化)?[^。、]{0,6}(?:でき|取れ|認め|受け付け)(?:ない|ません)`,
  );
  return (
    refused.test(text) ||
    new RegExp(`${LEAVE}[^。]{0,16}(?:承認|許可)[^。、]{0,10}(?:限[りるっ]|のみ|なければ)`).test(text)
  );
}

/** パートタイマーには付与しない: people from whom it is kept, other than those who have not worked for long enough. */
function isKeptFromSome(text: string): boolean {
  if (/未満|満たない|[6六]\s*[か箇ヶカケ]月|半年|8割|出勤率|欠勤|以前|退職|うち|買|ことは(?:な|あり|ござい)/.test(text))
    return false;
  const people =
    "(?:パート|アルバイト|契約社員|契約職員|有期|短時間|嘱託|臨時|非正規|学生|外国人|試用|従業員|社員|労働者|者|方|乙)";
  const not = "(?:与え|付与し|認め|あり|支給し|適用し|設け|な)(?:ない|ません|い(?=$))";
  return (
    new RegExp(`${LEAVE}[\\s　：:はを、]*[^。、]{0,4}${people}[^。、]{0,10}(?:には?|は|へ(?:は)?)、?${not}`).test(
      text,
    ) || new RegExp(`${people}[^。、]{0,8}(?:には?|は|へ(?:は)?)、?${LEAVE}(?:を|は|が)?${not}`).test(text)
  );
}

/** 1年間継続勤務したときは10日の年次有給休暇を与え: the leave is named last. */
function comesLate(first: string): boolean {
  if (/加算|加え|追加|上乗せ|ごと|ほか|特別|法定|うち|[6六]\s*[か箇ヶカケ]月|半年|入社(?:時|日|と同時)/.test(first))
    return false;
  return new RegExp(
    "(?:[1-9一二三]年(?:間)?|1[0-9]か月|[7-9]か月)(?:以上)?(?:継続|続けて|勤務|勤め|勤続|経過)[^。]{0,48}" +
      `${LEAVE}(?:を|が)?(?:与え|付与|取得でき)`,
  ).test(first);
}

export function givesLittleLeave(text: string, form: Form): boolean {
  const none = new RegExp(
    `${LEAVE}[\\s　：:]*(?:は|を|について(?:は)?)?[\\s　：:、]*(?:なし|無し?(?![期い])|与えない|付与しない|ありません|認めない|設けない)`,
  );
  if (none.test(text) || isLeaveRefused(text) || isKeptFromSome(text)) return true;
  const late = new RegExp(
    `${LEAVE}[^。]{0,24}(?:[1-9一二三]年(?:間)?|1[0-9]か月|[7-9]か月)(?:以上)?(?:継続|続けて|勤務|勤め|経過|勤続|後|を過ぎ|たった)`,
  );
  // What comes later may be as the law has it.
  const first = text.replace(/(?:以後|以降|その後|翌年(?:度|から)?|次年度)[^。]*$/, "");
  if (late.test(first) && !/[6六]\s*[か箇ヶカケ]月|半年|入社(?:時|日|と同時)|法定/.test(first)) return true;
  if (comesLate(first)) return true;
  if (PARTLY.test(text) || OF_GIVEN_LEAVE.test(text) || isSentenceDrawn(form, PARTLY)) return false;
  const days = [
    ...text.matchAll(new RegExp(`${LEAVE}[^。、,0-9]{0,6}?([0-9]{1,2})日`, "g")),
    ...text.matchAll(
      new RegExp(
        `${LEAVE}[^。]{0,32}(?:継続|続けて|勤務|勤め|経過|勤続|出勤|月後|半年後|年後)[^。0-9]{0,12}([0-9]{1,2})日`,
        "g",
      ),
    ),
    ...first.matchAll(
      new RegExp(`(?:継続|続けて|勤務|勤め|勤続|出勤)[^。0-9]{0,24}([0-9]{1,2})(?:労働)?日(?:間|分)?の${LEAVE}`, "g"),
    ),
  ].map(([, number]) => Number(number));
  return days.length > 0 && Math.max(...days) < LEAVE_DAYS_MIN;
}
