// What a notice of working conditions has to say, item by item (労働基準法施行規則5条), wherever the words come from.
import {
  defineRule,
  type Form,
  type LegalBasis,
  presenceOf,
  type Rule,
  readingOf,
} from "../../../../../core/sdk/index.ts";
import { isSentenceDrawn } from "../../items/drawn-words.ts";
import { laborStandardsAct, laborStandardsRule, partTimeAct, partTimeRule } from "../../laws.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";
import { isAnswer, partsOf, saidBy, saidWith, saysOf } from "../terms-said.ts";
import { isFixedTerm, isPartTime, mayBeRenewed } from "./labor-terms.ts";

/** One thing that a notice says. */
interface Content {
  /** The rule's id. */
  readonly id: string;
  /** `breaks (休憩時間)` */
  readonly item: string;
  /** The words of the thing: something has to be said behind them. */
  readonly thing?: RegExp;
  /** Words of a sentence that say it by themselves. */
  readonly words?: RegExp;
  /** A label of its own, beside which an answer stands. */
  readonly label?: RegExp;
  /** Whether an answer beside that label is enough; left out: any answer is. */
  readonly isEnough?: (answer: string, label: string) => boolean;
  /** Answers that say the thing is not there, where the law has it, or leave its number blank. */
  readonly denied?: RegExp;
  /** Only what stands with its role or under a label of it counts. */
  readonly near?: RegExp;
  /** Parts of a sentence that tell of other things: 通勤手当 10,000円. */
  readonly beside?: RegExp;
  /** Sentences of other things, whose words do not say it. */
  readonly apart?: RegExp;
  readonly basis: readonly LegalBasis[];
  /** The role of what it stands with. */
  readonly role: string;
  readonly appliesTo?: (form: Form) => boolean;
  /** How grave it is that the form at hand does not say it; left out: an error. */
  readonly gravity?: (form: Form) => "error" | "warning" | "info";
}

const rule = (article: string): readonly LegalBasis[] => [laborStandardsAct("15条1項"), laborStandardsRule(article)];
const PART_TIME: readonly LegalBasis[] = [partTimeAct("6条1項"), partTimeRule("2条1項")];

const DAY = "(?:[0-9０-９一二三四五十]+\\s*日|末日?|月末)";
/** 支払日 翌月15日, 当月末日に振り込む, 毎月25日支払. */
const PAID_ON = new RegExp(
  [
    `(?:支払日|支給日|支払時期|支払期日)[^。、]{0,10}?(?:${DAY}|曜)`,
    `(?:翌々?月|当月|同月|その月|同じ月|当該月)[^。、]{0,4}${DAY}(?![^。、]{0,3}[締〆])`,
    `毎月[^。、締〆]{0,6}${DAY}[^。締〆]{0,4}(?:支払(?!方法|日|期日|時期)|支給(?!日)|払(?!方法|日|期日|時期))`,
    `(?:毎週|毎日|日々|勤務当日)[^。、]{0,8}(?:払|支給)`,
  ].join("|"),
);
const CLOSED_ON = new RegExp(
  [
    `(?:締め?切り?日?|締日|〆切?日?)[^。、払]{0,10}?(?:${DAY}|曜|毎日|日々)`,
    `(?:${DAY}|曜日?)[^。、]{0,6}(?:締|〆)`,
    // The days that each payment is for close it.
    `(?:[0-9０-９]+日|初日|月初)(?:から|より|〜|～|~)[^。、]{0,4}${DAY}(?:まで)?(?:の分|分|に働いた|の勤務|の労働|の賃金|の給与)`,
  ].join("|"),
);
const DAY_SAID = new RegExp(`${DAY}|曜|毎日|日々`);
const TWO_DAYS = new RegExp(`${DAY}[^]*${DAY}`);
const PAY = /賃金|給与|給料|基本給|月給|日給|時給|時間給|月額|年俸|報酬/;
const AMOUNT = /[¥￥]\s*[0-9０-９]|[0-9０-９][0-9０-９,，.．]*\s*(?:万|千)?円/;
/** What is paid for the way to work, or beside the wage. */
const ALLOWANCE = new RegExp(
  "(?:手当|通勤費|交通費)(?:の?支給)?(?:[^。、0-9０-９（()）]|[0-9０-９]+\\s*(?:日|か月|ヶ月|箇月|km|回)){0,10}" +
    "(?:[（(][^（()）]*[）)]|[0-9０-９][0-9０-９,，]*\\s*(?:万|千)?円)",
  "g",
);
/** Amounts that another paper of the employer's tells, which is handed over. */
const ELSEWHERE = /別紙|別表|賃金(?:規程|表)|給与(?:規程|表)|等級|号俸|辞令/;
const DAYS_OFF =
  /[月火水木金土日]曜|[土日][・、]?[日祝]|シフト|勤務表|カレンダー|週[0-9０-９一二]|[0-9０-９]週|祝日|年間[0-9０-９]+日/;

/** 所定労働時間を超えて労働させることがある, 勤務時間を延長する場合がある. */
const BEYOND_HOURS = new RegExp(
  "(?:所定|労働|勤務|就業|決めら?れ?た|決まった|定めら?れ?た|約束の)[^。、]{0,6}時間(?:外に|を(?:こ|超|越)え(?:る|て)?|を延長|より長く)[^。]{0,16}" +
    "(?:させ|命[じず]|求め|行[いうわ]|する|ある|あり|な[いし]|無)",
);
/** A limit in other words than 上限: 更新は最大3回, 5年を超えて更新しない. */
const LIMITED = new RegExp(
  [
    // In five years and more another right arises, which is no limit.
    "通算[^。]{0,10}[0-9０-９]+\\s*(?:年|か月|ヶ月)(?!を?(?:超|こ)え[^。]*(?:申し?込|転換))",
    "更新[^。]{0,12}?(?:最大|最高|最長|限度)[^。]{0,6}?[0-9０-９一二三四五]+\\s*(?:回|年|度)",
    "更新[^。]{0,8}[0-9０-９一二三四五]+回(?:まで|を限度|以内|限り|に限)|[0-9０-９一二三四五]+回を限度",
    "[0-9０-９一二三四五]+\\s*(?:年|回)(?:を(?:超|こ)え(?:て|る)|以上)[^。]{0,8}更新[^。]{0,6}(?:な[いし]|ません)",
  ].join("|"),
);

/** 更新上限, 契約更新の上限の有無, 通算契約期間の上限. */
const LIMIT_LABEL = /^(?:契約)?(?:の)?(?:更新|通算契約期間).*(?:上限|限度)|^(?:上限|限度)(?:の有無)?$/;
/** Sentences with a limit of something else. */
const OTHER_LIMIT = /通勤|交通費|手当|時間外|残業|賃金|賞与|昇給|退職金|年齢|延長/;
/**
 * The rule asks for a limit where there is one, which a silent form does not tell: it is warned of. A heading that
 * nothing follows is wrong.
 */
function gravityOfLimit(form: Form): "error" | "warning" | "info" {
  const isHeaded = saidBy(form).some(
    ({ text, label }) =>
      LIMIT_LABEL.test(bareLabel(label)) || /更新[^。、：]{0,8}上限|上限[^。、：]{0,4}更新/.test(text),
  );
  if (isHeaded || hasPair(form, LIMIT_LABEL)) return "error";
  return isSentenceDrawn(form, NEVER_CONVERTS) ? "info" : "warning";
}

/** The right does not arise within the contract: 本契約期間内に無期転換の申込権は発生しない. */
const NEVER_CONVERTS =
  /無期(?:転換|労働契約)[^。]{0,24}(?:発生し|生じ|でき|あり|行使し)(?:ない|ません)|無期転換[^。]{0,12}(?:なし|無(?!期)|対象外)/;

function hasPair(form: Form, label: RegExp): boolean {
  return readingOf(form).pairs.some((pair) => label.test(bareLabel(pair.label)));
}

/** What decides on a renewal: 勤務成績により, 経営状況をみて更新. */
const CRITERIA = new RegExp(
  [
    "基準|判断|(?:を|も|に)(?:み|見|鑑み|照らし)て|に応じ|踏まえ|(?:を|に)(?:もと|基)[にづ]|次第|考慮|勘案|総合的",
    "(?<!本人の?希望|申し?出)により|(?<!本人の?希望|申し?出)による|場合に(?:限り|は)?更新",
  ].join("|"),
);

/** 解雇するときは30日前に予告する: when it is told, and not for what. */
const OF_NOTICE =
  /^(?![^。]*(?:事由|理由|基準|該当|就業規則|次の|以下の|下記))[^。]*解雇(?:を?する|の)(?:とき|場合|際)(?:に)?は、?[^。]*(?:予告|手当|平均賃金)/;

/** Work beyond the hours, and no rate of its pay. */
const OVERTIME = new RegExp(
  "(?:時間外(?:労働|勤務)?|所定外(?:労働|勤務)?|所定(?:労働)?時間(?:を超える|外の)(?:労働|勤務)?|残業|超過勤務)(?:の有無)?" +
    "(?![^。、]{0,10}(?:割増|手当|賃金|[0-9０-９]\\s*[%％割]))",
);

const PERCENT = /^[\s　約]*[0-9０-９]+(?:[.．][0-9０-９]+)?\s*(?:%|％|パーセント|割)/;
/** Somebody has to be named. */
const NOBODY_TO_ASK =
  /相談(?:窓口|先|担当者?)[\s　：:]*(?:は|を|が|も)?、?(?:特に)?[\s　]*(?:なし|無し?(?=$|[。、）)])|な[いく]|(?:ござい|あり)ません|設けて?い?(?:ない|ません))/;

const CONTENTS: readonly Content[] = [
  {
    ...{ id: "breaks", item: "breaks (休憩時間)", role: "labor.hours", basis: rule("5条1項2号") },
    ...{ thing: /休憩(?:時間)?|休けい(?:時間)?|(?:昼|中)?休み(?:の)?時間|[昼中]休み/ },
    label: /^(?:休(?:憩|けい)(?:時間)?|[昼中]?休み(?:の)?時間|[昼中]休み)$/,
  },
  {
    ...{ id: "overtime", item: "whether there is overtime (所定労働時間を超える労働の有無)", role: "labor.hours" },
    thing: OVERTIME,
    ...{ basis: rule("5条1項2号"), words: BEYOND_HOURS },
    label: new RegExp(
      [
        "^所定(?:労働|勤務)?時間を(?:超|こ)える(?:労働|勤務)?(?:の有無)?$",
        "^(?:所定)?(?:労働)?時間外(?:労働|勤務|就業)?(?:の有無)?$",
        "^所定外(?:労働|勤務)(?:の有無)?$",
        "^(?:早出|居)?残業(?:の有無)?$",
        "^超過(?:勤務|労働)(?:の有無)?$",
      ].join("|"),
    ),
  },
  {
    ...{ id: "days-off", item: "days off (休日)", role: "labor.holidays", basis: rule("5条1項2号") },
    ...{
      thing: /休日(?!割増|労働|出勤|手当|は?[0-9０-９]+\s*[%％])|(?<!法|所)定休日?|公休日?|週休|休業日/,
      near: /休日|定休|公休|休み/,
      words: DAYS_OFF,
    },
    // 法定休日35% is what work on such a day is paid.
    ...{ label: /^(?:所定|法定)?休日$|^定休日$/, isEnough: (answer) => !PERCENT.test(answer) },
  },
  {
    ...{ id: "leave", item: "leave (休暇)", role: "labor.holidays", basis: rule("5条1項2号") },
    ...{ thing: /休暇|有休|年休/, words: /(?:年次有給|有給|特別|慶弔|夏季|法定)休暇(?!は|について|に関)/ },
    ...{
      label: /^(?:年次)?(?:有給)?休暇等?$/,
      denied: /(?<![替別弔季児護理産]|祝い|その他の?)休暇(?:は|：|:|を)?、?(?:与えない|付与しない|な[しい]|無し?)/,
    },
  },
  {
    ...{ id: "wage-amount", item: "how much is paid, or how it is computed (賃金の決定・計算の方法)" },
    ...{ role: "labor.wages", basis: rule("5条1項3号"), near: PAY },
    words: new RegExp(`${AMOUNT.source}|${ELSEWHERE.source}`),
    denied: /(?:時給|時間給|月給|日給|月額|年俸|基本給)[はを：:]?[\s　＿_]*円/,
    beside: ALLOWANCE,
  },
  {
    ...{ id: "wage-method", item: "how wages are paid (賃金の支払の方法)", role: "labor.wages" },
    ...{ basis: rule("5条1項3号"), words: /振り?込|口座|現金|手渡|通貨|直接支?払|デジタル払|資金移動/ },
  },
  {
    ...{ id: "wage-closing", item: "when wages are closed (賃金の締切り)", role: "labor.wages", words: CLOSED_ON },
    ...{ basis: rule("5条1項3号"), label: /締|〆/, isEnough: isClosing },
  },
  {
    ...{ id: "wage-payment", item: "when wages are paid (賃金の支払の時期)", role: "labor.wages", words: PAID_ON },
    ...{ basis: rule("5条1項3号"), label: /^(?:賃金|給与)?(?:の)?(?:支払日|支給日|支払時期|支払の時期)$/ },
    isEnough: (answer) => DAY_SAID.test(answer),
  },
  {
    ...{ id: "leaving", item: "how the employee leaves (退職に関する事項)", role: "labor.retirement" },
    thing:
      /自己都合(?:による)?(?:退職)?|退職(?!手当|金|一時金|慰労)(?:に関する事項|の手続き?)?|離職|辞め(?:たい|る)(?:とき|場合|際|人|方)|退社(?:する|の)/,
    ...{ basis: rule("5条1項4号"), label: /^(?:退職|離職)(?:に関する(?:事項|こと)|の手続き?)?$/ },
  },
  {
    ...{ id: "dismissal", item: "grounds of dismissal (解雇の事由)", role: "labor.retirement" },
    ...{ thing: /解雇(?:の?事由|に関する事項|の要件|基準)?(?:及び手続き?)?/, basis: rule("5条1項4号") },
    apart: OF_NOTICE,
    label: /^解雇(?:の?事由|に関する事項)?(?:及び手続き?)?$/,
  },
  {
    ...{ id: "renewal-criteria", item: "the criteria of renewal (更新する場合の基準)", role: "labor.renewal" },
    ...{
      near: /更新/,
      apart: /昇給|賞与|退職|賃金|時給|手当|相談/,
      words: CRITERIA,
      basis: rule("5条1項1号の2"),
    },
    ...{ label: /^更新の(?:判断)?基準$/, appliesTo: (form) => isFixedTerm(form) && mayBeRenewed(form) },
  },
  {
    ...{ id: "renewal-limit", item: "the limit of renewals, or that there is none (更新上限)", role: "labor.renewal" },
    ...{ thing: /上限(?:の有無)?/, label: LIMIT_LABEL, basis: rule("5条1項1号の2"), words: LIMITED },
    // 通勤手当の月額上限 is a limit of something else, and five years bring a right to conversion, which is none.
    ...{ near: /更新|通算|契約期間|^上限/, apart: OTHER_LIMIT, gravity: gravityOfLimit },
    appliesTo: (form) => isFixedTerm(form) && mayBeRenewed(form),
  },
  ...(
    [
      ["raises", "raises (昇給の有無)", /(?:昇給|賃上げ)(?:制度)?(?:の有無)?/],
      ["bonuses", "bonuses (賞与の有無)", /(?:賞与|ボーナス|期末手当)(?:制度)?(?:の有無)?/],
      ["retirement-pay", "retirement pay (退職手当の有無)", /退職(?:手当|金|一時金|給付金)(?:制度)?(?:の有無)?/],
      ["contact", "whom to ask (相談窓口)", /相談(?:窓口|先|担当者?)?/],
    ] as const
  ).map(
    ([id, item, thing]): Content => ({
      ...{ id, item, thing, role: "labor.partTime", basis: PART_TIME, appliesTo: isPartTime },
      label: new RegExp(`^(?:雇用管理[^・、／]*)?(?:${thing.source})(?:について|制度)?$`),
      ...(id === "contact" ? { denied: NOBODY_TO_ASK } : {}),
    }),
  ),
];

/** The rules of all contents. */
export const contentsOfTerms: readonly Rule[] = [...CONTENTS.map(contentRule), startAndEnd()];

function contentRule(content: Content): Rule {
  const { id, item, basis, role, appliesTo, gravity } = content;
  return defineRule({
    meta: {
      id,
      summary: `The form says ${item}.`,
      severity: "error",
      basis,
      messages: {
        missing: { what: "nothing drawn says {item}", why: "A heading alone says nothing of what it names." },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      if (appliesTo !== undefined && !appliesTo(form)) return;
      if (isTold(form, content)) return;
      const { span } = presenceOf(form, role);
      const severity = gravity?.(form) ?? "error";
      const repair = { title: `print ${item}` };
      report({ message: "missing", span, values: { item }, repair, ...(severity === "error" ? {} : { severity }) });
    },
  });
}

/** Beside 締切日及び支払日 stand two days, beside 締切日 one. */
function isClosing(answer: string, label: string): boolean {
  return (/払/.test(label) ? TWO_DAYS : DAY_SAID).test(answer);
}

function isTold(form: Form, { thing, words, label, isEnough, denied, near, apart, beside, role }: Content): boolean {
  const said = near === undefined ? saidBy(form) : saidWith(form, role, near);
  const isDenied = (text: string, name: string) =>
    denied?.test(text) === true || (label?.test(name) === true && denied?.test(`${name}：${text}`) === true);
  if (said.some((one) => isDenied(one.text, bareLabel(one.label)))) return false;
  const parts = said.map(({ text }) => partsOf(text));
  const isOwn = (name: string) => (label?.test(name) ?? false) || (thing?.test(name) ?? false);
  const isLeftOpen = parts.some(({ empty }) => empty.some(isOwn));
  const tells = (text: string) => (words?.test(text) ?? false) || (thing !== undefined && saysOf(text, thing));
  const own = (told: string) => {
    const sentences = (beside === undefined ? told : told.replaceAll(beside, "")).split("。");
    return sentences.filter((sentence) => apart?.test(sentence) !== true).join("。");
  };
  if (parts.some(({ told }) => tells(own(told)))) return true;
  // The heading of several things is not answered by the others.
  return !isLeftOpen && label !== undefined && isAnswered(form, label, isEnough);
}

/** Whether a label says it by itself, and an answer stands beside it. */
function isAnswered(form: Form, label: RegExp, isEnough: Content["isEnough"] = () => true): boolean {
  const isMet = (text: string, own: string) => {
    // An answer may begin with the label of another thing: 解雇の事由：…
    const [, next] = /^[\s　]*([^\s　：:。、]{2,14})[：:]/.exec(text) ?? [];
    if (next !== undefined && meaningOfLabel(next) !== null && !label.test(next)) return false;
    return isAnswer(text) && isEnough(text, own);
  };
  const { pairs } = readingOf(form);
  // Beside a label stands the whole of what is said: a line of it alone may speak of something else.
  const inText = pairs.filter(({ place }) => place === "within" || place === "sentence");
  if (inText.some((pair) => label.test(bareLabel(pair.label)) && isMet(pair.value, pair.label))) return true;
  return saidBy(form).some(
    (said) => said.label !== "" && label.test(bareLabel(said.label)) && isMet(said.text, said.label),
  );
}

function bareLabel(label: string): string {
  return label.replaceAll(/[（(][^）)]*[）)]|[【】［］\s　：:・]*$|^[【［\d.．、\s　]+/g, "");
}

/** 休憩時間 60分（12時から13時）, 休憩12:00〜13:00. */
const BREAK_TIMES = /(?:休憩|昼休み|休み時間)[^。\n]*/g;

/** 始業及び終業の時刻: two times of the day, or words that leave them open. */
function startAndEnd(): Rule {
  return defineRule({
    meta: {
      id: "start-and-end",
      summary: "The form says when work starts and ends (始業及び終業の時刻).",
      severity: "error",
      basis: rule("5条1項2号"),
      messages: {
        missing: {
          what: "the time at which work {which} is not drawn (始業及び終業の時刻)",
          why: "A required item was not found.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const texts = saidWith(form, "labor.hours", /始業|終業|就業時間|勤務時間|労働時間/)
        .map(({ text }) => text)
        .join("\n");
      if (/シフト|フレックス|裁量|交替|交代|変形/.test(texts)) return;
      // A break has its own times, which are none of the day.
      const times =
        texts
          .replaceAll(BREAK_TIMES, "")
          .match(/[0-9０-９]{1,2}\s*(?:[:：]\s*[0-9０-９]{2}|時(?!間)\s*(?:[0-9０-９]{1,2}\s*分|半)?)/g) ?? [];
      if (times.length >= 2 || texts === "") return;
      const which = times.length === 0 ? "starts and ends" : /始業/.test(texts) ? "ends" : "starts";
      report({ message: "missing", span: presenceOf(form, "labor.hours").span, values: { which } });
    },
  });
}
