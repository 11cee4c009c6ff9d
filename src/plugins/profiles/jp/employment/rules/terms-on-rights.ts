// Terms that take from employees what the law gives them: breaks, leave to care, unions, bounds of overtime.
import { childcareLeaveAct, laborStandardsAct, laborUnionAct } from "../../laws.ts";
import type { UnlawfulTerm } from "./unlawful-term.ts";

/** Refusals at the end of a sentence, blunt and polite. */
const REFUSED = [
  "(?:でき|取れ|とれ|取得でき|受けられ|認め(?:られ)?|与え|付与し|受け付け|応じ|設け|許可し|いたし|致し)(?:な[いく]|ません|かね)",
  "認められ(?:ない|ません)|(?:ござい|あり)ません|なし(?![にくで])|無し|な[いく](?=$|[。、])|ご?遠慮|お断り|控え(?:て|る)",
].join("|");
const CARE_LEAVE =
  "(?:産前(?:・?産後)?(?:の)?休[業暇]|産後休[業暇]|産休|育休|育児休[業暇]|介護休[業暇]|育児・介護休[業暇]|看護(?:等)?休暇)";
const UNION = "(?:組合|ユニオン)";
const MONTH_HOURS_MAX = 100;
const YEAR_HOURS_MAX = 720;
const OVERTIME = "(?:法定)?(?:時間外|残業|超過勤務|所定外)(?:の)?(?:労働|勤務)?";

const FEW_YEARS = new RegExp(
  `${CARE_LEAVE}(?:等|制度)?[^。]{0,16}(?:勤続|勤務|入社後?|採用後?|雇用後?|在籍)[^。、0-9]{0,6}` +
    "([0-9]+)\\s*(年|[か箇ヶカケ]月)(?:以上|を(?:超|経)|間?以上)?[^。、]{0,10}" +
    "(?:限|のみ|だけ|対象|場合に|でなければ|から)",
);
const FEW_PEOPLE = new RegExp(
  `${CARE_LEAVE}(?:等|制度)?(?:の取得|の対象)?[\\s：:はを、も]*(?:女性|正社員|正規|既婚|管理職|役職|幹部|無期|本社)[^。、]{0,10}(?:限|のみ|だけ)`,
);
/** 65条2項: six weeks always, and eight where the mother does not ask to come back. */
const WEEKS_AFTER_BIRTH_MIN = 8;
const WEEKS_ALWAYS = 6;

function isForFew(text: string): boolean {
  if (FEW_PEOPLE.test(text)) return true;
  const [, number, unit] = FEW_YEARS.exec(text) ?? [];
  if (number === undefined) return false;
  const months = Number(number) * (unit === "年" ? 12 : 1);
  // An agreement may leave out whoever has worked for less than a year.
  return months > 12 || /産[前後休]/.test(text) || !/労使協定/.test(text);
}

function isBackTooSoon(text: string): boolean {
  const told = [
    ...text.matchAll(
      /(?:出産|産|分娩)後?(?:は|の|、)?[^。、0-9]{0,8}([0-9]{1,2})\s*週間?[^。、]{0,10}(?:復職|復帰|出勤|就業|勤務|働)/g,
    ),
    ...text.matchAll(/(?<!産前・?)産後(?:の)?(?:休[業暇]|休み)?(?:期間)?[^。、0-9]{0,6}([0-9]{1,2})\s*週/g),
  ].map(([, weeks]) => Number(weeks));
  const isAsked = /請求|希望|申し?出|医師/.test(text);
  return told.some((weeks) => weeks < WEEKS_ALWAYS || (weeks < WEEKS_AFTER_BIRTH_MIN && !isAsked));
}

const BREAK_WITHHELD = new RegExp(
  [
    // 与えないことがある, 取れない日もあります
    "休憩(?:時間)?(?:を|は|が|も)?、?[^。、]{0,6}(?:与え|取ら|取れ|とれ|とら|付与し|設け|入れ|もらえ|取得し|取得でき)" +
      "(?:せ|られ)?(?:ない|ず|ません)[^。、]{0,4}(?:こと|場合|とき|日)(?:が|も)",
    "(?:忙し|繁忙|混雑|混み|混ん|人手|人員|欠員|都合|状況|来客|行列)[^。]{0,16}休憩(?:時間)?(?:を|は|が|も)?、?[^。、]{0,6}" +
      "(?:与え|取ら|取れ|とれ|とら|付与し|設け|入れ|もらえ|な[しい]|無し|あり)(?:せ|られ)?(?:ない|ず|ません|$|で|と)",
    "休憩(?:時間)?(?:を|は)?(?:返上|取らずに|なしで|無しで|抜きで)[^。、]{0,6}(?:働|勤務|就業|業務|し[てま]|する|いただ|お願い)",
    "休憩(?:時間)?(?:中|の間)(?:も|に|は|であっても)?、?[^。、]{0,12}(?:電話|来客|接客|レジ|受付|ナースコール|呼出し?|注文)" +
      "[^。、]{0,10}(?:対応|応対|番)(?:(?:を)?する(?!必要は|義務は|こと(?:は|を(?:要し|求め))|場合|とき)|し[てま]|しなければ|をし(?!た|なくて)|を行|いただ|お願い)",
    "休憩(?:時間)?(?:中|の間)?(?:も|に|は|であっても)?、?[^。、]{0,12}(?:電話|来客|持ち場|自席|売場|店内)[^。、]{0,10}" +
      "(?:に出(?:る(?:こと|もの)|なければ|てください|ていただ)|を離れ(?:ては?(?:なら|いけ)(?:ない|ません)|ないこと)|で待機(?:す|し|を))",
  ].join("|"),
);

/** Terms on what the law gives whoever works. */
export const TERMS_ON_RIGHTS: readonly UnlawfulTerm[] = [
  {
    ...{ id: "breaks-withheld", basis: [laborStandardsAct("34条1項・3項")] },
    summary: "Breaks are given on every day of more than six hours, and are free (休憩の付与・自由利用).",
    does: "lets breaks be left out",
    words: BREAK_WITHHELD,
    unless:
      /6時間(?:以[内下]|を超えない|に満たない)|一斉|別の時間|時間をずら|ずらし|繰り?下げ|後(?:で|に|から)必ず|ことは(?:な|あり|ござい)|交[替代]で/,
  },
  {
    ...{ id: "care-leave-refused", basis: [childcareLeaveAct("6条1項・12条1項"), laborStandardsAct("65条")] },
    summary: "Leave for birth, for children and for relatives who need care is not refused (産前産後・育児・介護休業).",
    does: "refuses leave for birth or care",
    words: new RegExp(
      [
        `${CARE_LEAVE}(?:等|制度)?(?:の)?(?:取得|申し?出|申請|利用|制度)?[\\s：:]*(?:は|を|も|が|に|について(?:は)?|には)?、?` +
          `(?:当社|会社|当店|当分)?[^。、給賃手]{0,10}?(?:${REFUSED})`,
        `${CARE_LEAVE}[^。、]{0,8}(?:取得|取る|申し?出)[^。、]{0,8}(?:場合|とき|方|者)[^。]{0,8}` +
          "(?:退職(?:して|と[なす]|扱い)|(?:辞|や)めて|解雇(?:する|と))",
      ].join("|"),
    ),
    unless:
      /労使協定|日々?雇|賃金|給与|給料|無給|有給|手当|賞与|理由(?:に|と)|不利益|に満たない|未満|明らか|中[にはの]|延長|分割|期間は|ことは(?:あり|ござい|な)/,
  },
  {
    ...{ id: "union", basis: [laborUnionAct("7条1号")] },
    summary: "Nobody is kept from a trade union, or made to leave one (黄犬契約).",
    does: "keeps the employee from a trade union",
    words: new RegExp(
      [
        `${UNION}(?:等)?(?:に|へ)?(?:の)?(?:加入|結成|参加|入(?=ら|る|っ))(?:を|は)?` +
          "(?:(?:せ|し|ら)?(?:ない|ず)[^。、]{0,2}(?:こと|旨|よう|もの|で(?:いただ|くだ|下さ|ほし))" +
          "|(?:し|っ)?(?:て|ては)?(?:は)?(?:なら|いけ)(?:ない|ません)|(?:禁止|禁じ|認めな|認めま|許さ|控え|ご?遠慮|お断り|でき(?:ない|ません))" +
          "|(?:した|する|った|る)(?:者|場合|とき|方|従業員|社員)[^。]{0,12}(?:解雇|退職|(?:辞|や)め|採用し|更新し|契約を(?:解除|打ち?切)|終了))",
        `${UNION}(?:を|から)[^。、]{0,6}(?:脱退|抜け)[^。]{0,12}(?:条件|こと|いただ|ください|下さい|もら|求め)`,
        `${UNION}(?:員でない|に(?:加入|所属)してい?ない|に入っていない)(?:こと|者|方)[^。]{0,10}(?:条件|採用|限[りるっ])`,
      ].join("|"),
    ),
    unless:
      /就業時間|勤務時間|時間内|施設|理由(?:に|と)|不利益|自由|ショップ|生協|協同組合|生活協同|共済|管理監督|ことは(?:あり|ござい|な)/,
  },
  {
    ...{ id: "care-leave-for-few", basis: [childcareLeaveAct("6条1項・12条1項"), laborStandardsAct("65条1項")] },
    summary: "Leave for birth, for children and for relatives is for all whom the law names (育児・介護休業の対象).",
    does: "keeps leave for birth or care from people to whom the law gives it",
    words: new RegExp(CARE_LEAVE),
    isMeant: isForFew,
    unless: /給与|賃金|手当|有給|祝い?金|上乗せ|延長|分割|ことは(?:あり|ござい|な)|限(?:らず|りません|らない)/,
  },
  {
    ...{ id: "work-after-birth", basis: [laborStandardsAct("65条2項")] },
    summary: "Nobody works in the eight weeks after a birth; after six whoever asks to may (産後の就業).",
    does: "has a mother work sooner after a birth than the law allows",
    words: /出産|産後|分娩/,
    isMeant: isBackTooSoon,
    unless:
      /手当|祝い?金|ことは(?:あり|ござい|な)|(?:復職|復帰|出勤|就業|勤務|働)[^。、]{0,6}(?:でき|させ|必要は(?:な|あり))?(?:ない|ません)/,
  },
  {
    ...{ id: "overtime-limit", basis: [laborStandardsAct("36条5項・6項2号")] },
    summary:
      "Overtime with work on days off stays under 100 hours a month, and within 720 hours a year (時間外労働の上限).",
    does: "goes beyond what any agreement on overtime may allow",
    words: new RegExp(OVERTIME),
    isMeant: isTooMuchOvertime,
    unless:
      /未満|超え(?:ない|ては|ません|ることは)|運転|ドライバー|運送|医師|研究開発|災害|ことは(?:な|あり|ござい)|累積|通算/,
  },
  {
    ...{ id: "pay-cuts", basis: [laborStandardsAct("91条")] },
    summary:
      "A pay cut as a sanction is half a day's pay at most, and a tenth of the period's in all (制裁規定の制限).",
    does: "cuts more pay than a sanction may",
    words: /減給|制裁|懲戒|遅刻|早退|無断|違反|ミス|ノルマ|規律|罰/,
    isMeant: isTooMuchCut,
    unless: new RegExp(
      // 10分の3を超えない is more than a sanction may take.
      "^(?!.*(?:総額|総支給額)[^。]{0,24}(?:10分の[2-9]|[2-9二三四五]割|[2-9][0-9]\\s*%|[2-5]分の1)" +
        "|.*1回[^。]{0,16}[1-9]日分(?!の?(?:半|2分|5割|50%)))" +
        ".*超え(?:ない|ません)|手当|賞与|法令|91条|降格|降職|降給|ことは(?:な|あり|ござい)",
    ),
  },
];

/** 月120時間の残業, 時間外労働は年900時間まで. */
function isTooMuchOvertime(text: string): boolean {
  const within = "(?:まで|程度|ほど|以内|前後|を(?:限度|上限)(?:に|と(?:して|する))?|を超える|以上|分)?(?:の)?";
  const said = (unit: string) =>
    [
      new RegExp(`${unit}(?:に|あたり|当たり|は|：|平均|最大|約|で)*\\s*([0-9]{2,4})\\s*時間${within}${OVERTIME}`),
      new RegExp(`${OVERTIME}[^。0-9]{0,16}?${unit}[^。、0-9]{0,8}([0-9]{2,4})\\s*時間`),
    ].flatMap((pattern) => {
      const [, hours] = pattern.exec(text) ?? [];
      return hours === undefined ? [] : [Number(hours)];
    });
  const month = said("(?<![0-9])(?:毎月|月間?|1[か箇ヶカケ]月)");
  const year = said("(?<![0-9])(?:年間?|1年(?:間)?)");
  return month.some((hours) => hours >= MONTH_HOURS_MAX) || year.some((hours) => hours > YEAR_HOURS_MAX);
}

const PAY = "(?:月給|給与|給料|賃金|基本給|総額|月額|日給|日当)";
const CUT = "(?:減給|減額|減じ|減ら|差し?引|控除|カット|引(?=く|い|か|き)|支払わ|支給し(?:ない|ません)|没収)";
const PERCENT_OF_PERIOD_MAX = 10;

/** 月給の2割を減給, 遅刻1回につき1日分を減額, 給与の半分をカット. */
function isTooMuchCut(text: string): boolean {
  const [, tenths, percents, all] =
    new RegExp(
      `${PAY}[^。0-9一二三四五]{0,8}(?:([2-9]|二|三|四|五)割|([0-9]{2,3})\\s*%|(半分|半額|全額|2分の1|3分の1|4分の1|5分の1))` +
        `[^。]{0,8}${CUT}`,
    ).exec(text) ??
    new RegExp(
      `減給[^。]{0,24}${PAY}(?:総額)?の(?:([2-9]|二|三|四|五)割|([0-9]{2,3})\\s*%|(半分|半額|2分の1|3分の1|4分の1|5分の1))`,
    ).exec(text) ??
    [];
  // No work, no pay: that is no sanction.
  if (/欠勤(?:し|の|日|1日)|不就労|休んだ日/.test(text) && !/制裁|減給|懲戒|罰/.test(text)) return false;
  if (tenths !== undefined || all !== undefined) return true;
  if (percents !== undefined && Number(percents) > PERCENT_OF_PERIOD_MAX) return true;
  return isDaysCut(text);
}

/** 平均賃金の3日分を減給, 遅刻1回につき1日分を減額: one fault may cost half a day's pay at most. */
function isDaysCut(text: string): boolean {
  const once = "(?:遅刻|早退|違反|ミス)[^。]{0,8}(?:1回|一回|1度|一度|のたび|毎|ごと|その都度)";
  if (/減給[^。]*総額[^。0-9]{0,24}(?:10分の[2-9]|[2-9二三四五]割|[2-9][0-9]\s*%)/.test(text)) return true;
  if (/減給[^。]*1回[^。0-9]{0,16}[1-9]日分(?!の?(?:半|2分|5割|50%))/.test(text)) return true;
  return (
    new RegExp(`${once}[^。]{0,8}(?:[1-9一二三]日分|日給|日当)(?:の全額)?[^。]{0,8}${CUT}`).test(text) ||
    new RegExp(
      `(?:平均賃金|賃金|給与|給料|日給)(?:の|を)?、?(?:[1-9一二三四五]|1[0-9])日分(?!の(?:半|2分|5割|50%))[^。]{0,8}${CUT}`,
    ).test(text) ||
    /減給[^。]{0,16}(?:[2-9二三四五]|1[0-9])日分(?!の(?:半|2分))/.test(text)
  );
}
