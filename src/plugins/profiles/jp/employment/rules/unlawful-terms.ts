// Terms that no contract of work may have, whoever agreed to them: each is found by its words, sentence by sentence.
import { defineRule, type Rule } from "../../../../../core/sdk/index.ts";
import { quoted } from "../../items/quote.ts";
import {
  equalOpportunityAct,
  laborContractAct,
  laborStandardsAct,
  laborStandardsRule,
  minimumWageAct,
  olderPersonsAct,
} from "../../laws.ts";
import { clausesOf, placeOf } from "../terms-said.ts";
import { leastHourlyWage, ofWageAlone, paysLittleADay, paysLittleAMonth } from "./monthly-wage.ts";
import { givesLittleLeave, hasFewDaysOff, isWithoutNotice } from "./terms-by-number.ts";
import { TERMS_ON_RIGHTS } from "./terms-on-rights.ts";
import type { UnlawfulTerm } from "./unlawful-term.ts";

const NOT = "(?:(?<!まか)ない|ません|ず(?=[、にと]|$)|禁止|なし(?![にく])|無し|ぬ(?=$|、))";
const YEN = "[0-9][0-9,]*(?:\\.[0-9]+)?\\s*(?:万|千)?円";
const WAGE = "(?:賃金|給与|給料|月給|日給|時給|年俸|基本給|報酬)";
/** Payments that may come more rarely than each month. */
const RARE_PAY = /賞与|ボーナス|期末手当|精勤|勤続手当|奨励|能率手当|退職|通勤|定期代|寸志|決算|一時金|昇給/;
const RETIREMENT_AGE_MIN = 60;
/** 定年は満65歳, 定年：男性65歳、女性60歳: the ages behind the word, each with whose it is. */
const AGE_OF = "(?:男性?|女性?|男子|女子|[一-龠]{1,4}職|[一-龠]{0,3}社員|[一-龠]{0,3}職員)";
const RETIREMENT_AGES = new RegExp(
  "(?<!早期|選択|役職)定年(?:[^。0-9]{0,10}[0-9]{2}\\s*(?:歳|才))" +
    `(?:[\\s、・,（）()及びとはが：:]*${AGE_OF}[\\s、はがを：:]*満?\\s*[0-9]{2}\\s*(?:歳|才))*`,
);
/** Who is not the employee. */
const OTHERS = [
  "(?:配偶者|親権者|両親|父母|お?(?:父上|母上|父さま|母さま|父様|母様|父さん|母さん|子さま)|[父母親妻夫兄姉](?=名義|の(?:銀行)?口座|に支払)|保護者|家族|親族|代理人|後見人|紹介者)",
].join("");
/** When a wage comes that is not paid on its day. */
const MUCH_LATER =
  "(?:(?:退職|離職|辞職)(?:の?(?:とき|際|時|後|日)|する(?:とき|際))|契約(?:の?(?:終了|満了))|(?:事業)?年度末|翌年|決算(?:の?(?:とき|後))?|後日|会社の都合)";
/** A contract without end, in its names. */
const WITHOUT_END = "(?:無期(?:労働契約|雇用(?:契約)?|契約)?|期間の?定めの?な[いく](?:労働|雇用)?契約)";
const DAY_OF_YEAR = "[0-9]{1,2}月(?:[0-9]{1,2}日|末日?|の)?";
const NO_DAY = [
  "(?<=日)頃|日頃|ころ|上旬|中旬|下旬|随時|適宜|都合|不定|未定|任意",
  "第[1-5一二三四五][月火水木金土日]曜|入金(?:後|次第)",
].join("|");

const LATER = [
  "(?:未定|未確定|応相談|別途(?!支給|支払|加算)|別に(?:定|示|通知|指示|協議)|追って|後日|改めて|今後",
  "|(?:入社|採用|着任|配属|雇い?入れ)(?:の?後|してから|した後)に?[^。、]{0,6}(?:通知|決定|決め|指示|指定|知らせ|伝え|示))",
].join("");
const COMPANY = "(?:会社|使用者|当社|法人|事業主|甲|店長|当店)";
/** What is no money. */
const GOODS =
  "商品券|食事券|旅行券|図書券|図書カード|金券|ギフト券|クーポン|株式|ポイント" +
  "|(?:当社|自社|弊社|会社|当店|店|工場)の[^。、]{0,4}(?:製品|商品|品物?|菓子|食品|食材|米|野菜|果物|魚|肉|酒|パン|弁当|衣料|衣服|品券)";
const HELD_BACK = "(?:差し?引|控除|天引|徴収|相殺|引(?=く|いて|かれ|きます|き去))";

const TERMS: readonly UnlawfulTerm[] = [
  {
    ...{ id: "left-open", basis: [laborStandardsAct("15条1項"), laborStandardsRule("5条1項")] },
    summary: "Places, duties, hours, days off and wages are told, and not left to later (労働条件の明示).",
    does: "leaves to later what the notice has to tell",
    why: "The terms are told when the contract is made.",
    words: new RegExp(
      [
        `(?:雇い?入れ直後|採用時|入社時)[）)]?[\\s：:は、]*${LATER}`,
        `(?:休日|始業|終業|休憩(?:時間)?|賃金|時間給|時給|月給|日給|基本給)(?:時刻)?[\\s：:は、]*${LATER}`,
        `(?:始業|終業)[^。、：]{0,10}[はを：]、?${LATER}`,
        `(?:始業|終業|休日|休憩|休み|時間)[^。、：]{0,10}[はを：]、?[^。、]{0,10}` +
          `(?:${LATER}|追って|後日|後で|その都度)[^。、]{0,4}(?:決め|定め|指定|通知|知らせ|伝え|連絡)`,
        `(?:場所|勤務地|勤務先|業務|仕事)[\\s　：:はを]*(?:${COMPANY})?[がは]?、?` +
          `(?:追って|後日|後ほど|改めて|その都度)[^。、]{0,6}(?:指定|決め|定め|指示|通知|知らせ|伝え)`,
        `(?:就業の?場所|勤務(?:地|場所)|働く場所|仕事の内容|従事すべき業務|担当業務)[\\s：:は、]*${LATER}`,
      ].join("|"),
    ),
    unless: /規程|規則|カレンダー|勤務表|シフト|辞令|労使協定|年間|法令/,
  },
  {
    ...{ id: "penalties", basis: [laborStandardsAct("16条")] },
    summary: "Nothing is fixed beforehand that the employee pays for leaving, faults or damage (違約金・賠償予定).",
    does: "fixes beforehand what the employee pays",
    words: new RegExp(
      [
        "違約金|罰金(?!刑|以上)|ペナルティ|損害賠償(?:の)?(?:予定|額)|賠償(?:額|金)(?:として|は|を)|違約罰",
        `(?:損害|破損|紛失|事故|ミス|不足)[^。]{0,40}${YEN}[^。]{0,10}(?:賠償|支払|払|弁償|負担|弁済)`,
        `(?:壊し|壊れ|割っ|汚し|なくし|失くし|落とし|傷つけ)[^。]{0,24}${YEN}[^。]{0,10}(?:支払|払|負担|納め)`,
        `(?:損害|破損|紛失|事故|ミス|不足)[^。]{0,20}(?:賠償|弁償|弁済)[^。、]{0,12}${YEN}`,
        `${YEN}(?:を|の)?[^。、]{0,8}(?:弁償|罰則金|反則金)|(?:弁償|罰則金|反則金)[^。、]{0,8}${YEN}`,
        // Taken off the wage, and what is fixed for not doing something.
        `(?:損害|破損|紛失|事故|ミス|不足|壊|割|汚|落と)[^。]{0,40}${YEN}[^。、]{0,12}(?:差し?引|控除|天引|徴収|減額|相殺)`,
        `(?:(?:返却|返還|提出|届け?出|報告|連絡|出勤|達成|遵守|着用|返さ|守ら)[^。、]{0,6}(?:ない|なかった|せず|怠)|怠っ|違反し|破っ|無断で)` +
          `[^。]{0,20}${YEN}[^。、]{0,8}(?:徴収|申し受け|頂戴|いただき|納め|差し?引|天引|控除|支払わ|お支払い|罰)`,
        `(?:(?:1|一)(?:回|件|個|枚|度)|ごと|毎|につき)[^。、]{0,8}${YEN}(?:を|の)?[^。、]{0,8}(?:賠償|弁済|穴埋|埋め合わせ)`,
        `(?:退職|辞め|離職|契約(?:を)?解除|欠勤|遅刻)[^。]{0,30}${YEN}[^。]{0,8}(?:支払う|支払わせ|支払わなければ|払う|徴収|没収|返還|返金|返[すしさ])`,
        `(?:退職|辞め|退社|離職)[^。]{0,30}${YEN}[^。、]{0,8}` +
          `(?:納め|頂戴|申し受け|いただき|お支払い|ご返金|お返し)`,
        `(?:傷め|壊|割|汚|なく|失|落と|破損|紛失)[^。]{0,24}${YEN}` +
          `[^。、]{0,6}(?:頂戴|申し受け|いただき|納め|お支払い|ご負担)`,
        "(?:退職|辞め|離職)[^。]{0,30}(?:研修|採用|教育|制服|紹介|求人|資格)[^。、]{0,8}(?:費用?|料|代)[^。]{0,12}(?:返還|返金|返済|弁済|支払う|負担)",
        "(?:研修|採用|教育|資格取得)(?:費用?|料|代)[^。]{0,16}(?:返還|返金|返済|弁済)",
      ].join("|"),
    ),
    unless: new RegExp(
      `(?:違約金|罰金|賠償|弁償|返還|徴収|請求|ペナルティ|差し?引|控除|天引|減額|相殺)[^。]{0,16}${NOT}|上限|限度|貸与|貸付|退職(?:手当|金)(?:は|を|として)`,
    ),
  },
  {
    ...{ id: "advances", basis: [laborStandardsAct("17条・18条1項")] },
    summary: "Wages are not set off against advances, and nobody has to save with the employer (前借金相殺・強制貯金).",
    does: "sets wages off against advances, or makes the employee save",
    words: new RegExp(
      [
        `(?:前借|前貸|貸し?付|支度金|仕度金|借入|借り入れ|借金|入社祝い?金)[^。]{0,24}(?:相殺|${WAGE}[^。、]{0,8}(?:${HELD_BACK}|充て|充当))`,
        `${WAGE}[^。]{0,16}(?:前借|前貸|貸し?付|支度金|仕度金|借入|借り入れ|借金)[^。]{0,12}(?:${HELD_BACK}|充て|充当)`,
        `(?:貯蓄|貯金|積立金?|積み?立て|預金|預り金)(?:として|に)[^。、]{0,10}` +
          `(?:預けていただ|お預け(?:いただ|願)|回していただ|入れていただ|差し?出)`,
        `${WAGE}[^。]{0,20}(?:社内|会社の?)?(?:積立金?|貯蓄|貯金|預金)[^。、]{0,10}(?:天引|差し?引|控除|徴収)`,
        "(?:社内|会社の?)(?:預金|貯金|貯蓄|積立)(?:制度)?(?:に|へ|を|として)[^。、]{0,10}(?:預け入れ|預け|積み?立て|加入|入れ)" +
          "(?:る(?:もの|こと|$)|なければ|て(?:いただ|もら|くだ|下さ)|ます$|義務)",
        "相殺[^。]{0,12}前借|(?:貯蓄|貯金|積立金?|積み?立て|預金)[^。]{0,16}(?:なければならない|義務|強制|させる)",
        `(?:貯蓄|貯金|積立金?|積み?立て|預金|預り金)(?:として|を|は|のため)?[^。]{0,12}${COMPANY}(?:が|で|に)[^。、]{0,6}(?:預か|預け|管理|保管)`,
        `${WAGE}[^。]{0,16}(?:を|は)[^。、]{0,8}(?:貯蓄|貯金|積立金?|積み?立て|預金)[^。、]{0,6}(?:として|に)[^。、]{0,8}(?:預か|預け|回す|回し|留保)`,
      ].join("|"),
    ),
    unless: new RegExp(
      `(?:相殺|${HELD_BACK}|充て|充当|預か|預け)[^。]{0,8}${NOT}|任意|希望|同意|合意|申し?出|共済|退職|財形|持株` +
        "|労使協定(?!に(?:よる|定める|基づく)もの(?:のほか|の他|以外))" +
        "|ことができ|(?:もの|こと)(?:で)?は(?:な|あり|ござい)",
    ),
  },
  {
    ...{ id: "weekly-rest", basis: [laborStandardsAct("35条")] },
    summary: "There is a day off each week, or four days in four weeks (休日).",
    does: "leaves less than a day off each week",
    words: /休日|公休|休み|定休|無休/,
    isMeant: hasFewDaysOff,
  },
  {
    ...{ id: "pay-day", basis: [laborStandardsAct("24条2項")] },
    summary: "Wages are paid each month at least, on a fixed day (毎月1回以上・一定期日払).",
    does: "does not pay wages each month on a fixed day",
    words: new RegExp(
      [
        "(?:支払|支給|締)[^。]{0,14}(?:[偶奇]数月|隔月|[2-9二三四六]\\s*[か箇ヶカケ]月(?:ごと|毎|に[1一]|分を?まと)|四半期|半期|半年|年\\s*[1-9一二三四]\\s*回)",
        "(?:[偶奇]数月|隔月|[2-9二三四六]\\s*[か箇ヶカケ]月(?:ごと|毎|に[1一]|分を?まと)|四半期|半期|半年|年\\s*[1-9一二三四]\\s*回)[^。]{0,16}(?:払|支給|締)",
        `(?:${DAY_OF_YEAR}(?:及び|と|・|、|および)){1,3}${DAY_OF_YEAR}[^。、]{0,4}(?:に|で)?(?:締|支払|支給|払)`,
        `(?:支払日|支給日|支払時期|給料日)[\\s：:はを]*[^。、]{0,8}(?:${NO_DAY})`,
        `${WAGE}[^。]{0,16}(?:入金(?:後|次第)|業績が|資金繰り|適宜|随時|都合の?(?:よ|良)い)[^。]{0,8}(?:支払|支給|払)`,
      ].join("|"),
    ),
    isMeant: (text) => !RARE_PAY.test(text) && /賃金|給|俸|報酬|支払|支給|締/.test(text),
    unless: /更新|契約期間|昇給|見直|健康診断/,
  },
  {
    ...{ id: "pay-in-money", basis: [laborStandardsAct("24条1項")] },
    summary: "Wages are paid in money, to the employee, in full (通貨払・直接払・全額払).",
    does: "does not pay wages in money, to the employee or in full",
    words: new RegExp(
      [
        "(?:支払|支給|払い?)(?:方法|は|：)?[^。、]{0,16}(?:商品券|現物|自社製品|自社商品|クーポン|ポイント|小切手|手形|仮想通貨|暗号資産|食事券)",
        `${WAGE}[^。]{0,24}(?:図書券|旅行券|商品券|食事券|金券|ギフト券|回数券|自社の品|売れ残り)` +
          `[^。]{0,8}(?:で|に[てよ]|によ|をもって|お渡し|支給|支払)`,
        `${WAGE}[^。]{0,24}(?:紹介(?:会社|業者)|派遣元|ブローカー|仲介(?:会社|業者)|斡旋)` +
          `[^。、]{0,6}(?:の|名義)?[^。、]{0,4}(?:口座|に(?:支払|振|お渡し))`,
        `${WAGE}[^。]{0,24}(?:商品券|現物|自社製品|自社商品|クーポン|小切手|手形|仮想通貨|暗号資産)[^。]{0,8}(?:で|に[てよ]|によ|をもって|支給|支払)`,
        // Bonuses and allowances are wages as well.
        `(?:${WAGE}|賞与|手当)[^。]{0,16}(?:${GOODS})(?:[1-9０-９一二]?[冊個点本袋箱枚])?` +
          "(?:で|に[てよ]|によ|をもって)[^。、]{0,8}(?:支給|支払|払|代え|お渡し)",
        `${OTHERS}[^。、]{0,8}(?:名義|の(?:銀行)?口座|に(?:支払|支給|振))`,
        `(?<!会|組合|研修)(?:代|費用?|料)(?:金|等)?[はを](?![^。]*(?:保険|税))[^。]{0,12}${WAGE}[^。]{0,16}${HELD_BACK}`,
        `${WAGE}(?:から|より)(?![^。]*(?:保険|税))[^。]{0,16}(?<!会|組合|研修)(?:代|費用?|料)(?:金|等)?を?[^。、]{0,8}${HELD_BACK}`,
        `(?:${WAGE}|支給額|控除)[^。]{0,16}(?:振り?込み?手数料|違約|罰金|弁償|弁済|損害)[^。、]{0,10}(?:控除|差し?引|天引|徴収)`,
        `(?:振り?込み?手数料)[^。、]{0,10}(?:従業員|労働者|本人|社員|乙)[^。、]{0,4}負担`,
        `(?:研修|試用|見習)[^。]{0,12}(?:無給|無報酬|${WAGE}(?:は|を)[^。、]{0,6}支(?:払わ|給し)(?:ない|ません))`,
      ].join("|"),
    ),
    unless: new RegExp(
      [
        `${NOT.replace("|ず(?=[、にと]|$)", "")}(?!.*支(?:払わ|給し)(?:ない|ません))|ではなく|でなく`,
        // No agreement lets wages be paid to somebody else.
        `^(?!.*${OTHERS}[^。、]{0,8}(?:名義|の(?:銀行)?口座)).*(?:労使協定|労働協約|本人名義|同意を得|通勤|デジタル)`,
      ].join("|"),
    ),
  },
  {
    ...{ id: "pay-in-full", basis: [laborStandardsAct("24条1項")] },
    summary: "The whole wage is paid on its day, and no part of it is kept back (全額払).",
    does: "keeps a part of the wage back",
    words: new RegExp(
      [
        `(?:残り|残る|残額|残余|差額|[0-9一二三四五]割|[0-9]{1,2}%|半[額分]|一部)[^。、]{0,12}` +
          `[はを]、?[^。、]{0,6}${MUCH_LATER}[^。]{0,10}(?:支払|支給|払|精算|清算)`,
        `${WAGE}[^。]{0,16}(?:一部|[0-9一二三四五]割|半[額分])[^。、]{0,6}(?:を|は)?(?:留保|保留|預か|据え?置|積み?立て(?:て|、))`,
      ].join("|"),
    ),
    isMeant: (text) => !RARE_PAY.test(text.replaceAll(/退職の?(?:とき|際|時|後|日)|離職/g, "")),
    unless: new RegExp(`(?:留保|保留|預か|据え?置)[^。、]{0,8}${NOT}|財形|持株|本人の希望|確定拠出`),
  },
  {
    ...{ id: "dismissal-notice", basis: [laborStandardsAct("20条1項")] },
    summary: "A dismissal is told 30 days before, or paid for (解雇の予告).",
    does: "dismisses without 30 days' notice or pay in place of it",
    words: /解雇|契約を?(?:即時|直ちに)/,
    isMeant: isWithoutNotice,
    unless: /除外認定|認定を受け|天災|事変|日雇|14日以内|法定どおり|法令の定め|労働基準法第?20条/,
  },
  {
    ...{ id: "dismissal-grounds", basis: [laborContractAct("16条")] },
    summary: "A dismissal has grounds that are reasonable and accepted by society (解雇権の濫用).",
    does: "lets the employer dismiss without grounds",
    words: new RegExp(
      [
        "(?:理由|事由)(?:の如何|のいかん)?を?(?:問わず|問わない|要せず|示さず|告げず|言わず|なく)[^。]{0,20}(?:解雇|(?:辞|や)めさせ)" +
          "|(?:理由|事由)(?:の如何|のいかん)?を?(?:問わず|要せず|示さず|告げず)[^。]{0,60}解雇(?:する|できる|し得|しうる|することが)|理由なく[^。]{0,12}解雇",
        "(?:会社|使用者|当社|法人|事業主|甲)(?:は|が)?、?(?:いつでも|任意に|自由に)[^。]{0,24}解雇(?!予告)[^。]{0,4}(?:する|でき|こと|し得|しうる|できる)",
        `(?:^|：)${COMPANY}[がは][^。、]{0,6}(?:必要|適当)[^。、]{0,6}(?:認め|判断|考え)[^。、]{0,6}(?:とき|場合)[^。]{0,10}解雇(?!予告|の?事由)`,
        `いつでも、?[^。、]{0,6}解雇(?:する|でき|し得|しうる|とする)`,
        "(?:会社|使用者|当社|法人|事業主|甲)の(?:都合|判断|裁量|任意)(?:だけ|のみ)?(?:により|で|によ(?:って|り))、?(?:いつでも)?[^。、]{0,8}解雇",
      ].join("|"),
    ),
    unless: /できない|できません|ないものと|やむを得ない|正当な|合理的/,
  },
  {
    ...{ id: "paid-leave", basis: [laborStandardsAct("39条1項・2項")] },
    summary: "Ten days of paid leave come after six months of work (年次有給休暇).",
    does: "gives less paid leave than ten days after six months",
    words: /年次有給|有給休暇|年休|有休/,
    isMeant: givesLittleLeave,
  },
  {
    ...{ id: "retirement-age", basis: [olderPersonsAct("8条")] },
    summary: "A retirement age is 60 or more (定年).",
    does: "sets a retirement age below 60",
    words: /(?<!早期|選択|役職)定年/,
    isMeant(text) {
      const [said = ""] = RETIREMENT_AGES.exec(text) ?? [];
      const [before = ""] =
        /[0-9]{2}\s*(?:歳|才)[^。、0-9]{0,6}?(?:で|を|の|に)(?<!早期|選択|役職)定年/.exec(text) ?? [];
      return [...`${before} ${said}`.matchAll(/([0-9]{2})\s*(?:歳|才)/g)].some(
        ([, age]) => Number(age) < RETIREMENT_AGE_MIN,
      );
    },
    unless: /選択定年|早期退職|役職定年|坑内/,
  },
  {
    ...{ id: "leaving-for-family", basis: [equalOpportunityAct("6条・9条")] },
    summary: "Nobody has to leave for being a woman, marrying or having a child (婚姻・妊娠・出産による退職).",
    does: "makes the employee leave for sex, marriage, pregnancy or birth",
    words: new RegExp(
      // One age for men and another for women.
      "定年[^。]{0,8}男[性子]?[^0-9。]{0,4}(?<man>[0-9]{2})(?:歳|才)[^。0-9]{0,6}女[性子]?[^0-9。]{0,4}(?!\\k<man>)[0-9]{2}(?:歳|才)" +
        "|定年[^。]{0,8}女[性子]?[^0-9。]{0,4}(?<woman>[0-9]{2})(?:歳|才)[^。0-9]{0,6}" +
        "男[性子]?[^0-9。]{0,4}(?!\\k<woman>)[0-9]{2}(?:歳|才)" +
        "|(?:女性|女子|婚姻|結婚|妊娠|出産|入籍|ご懐妊|おめでた)[^。、]{0,16}" +
        "(?:退職(?:する|とする|す(?:べき|るもの)|しなければ|扱い|となる|して(?:もら|いただ))|(?:辞|や)めて(?:もら|いただ)" +
        "|ご?退職を?(?:お願い|求め|勧め|いただ)|解雇|雇止め|契約(?:を|は)?(?:終了|終わり|打ち?切|更新し(?:ない|ません)))",
    ),
    unless: new RegExp(`${NOT}|自己都合|希望|申出|申し出|再雇用|できる`),
  },
  {
    ...{ id: "conversion-refused", basis: [laborContractAct("18条1項")] },
    summary: "Nobody is denied a contract without end after five years (無期転換).",
    does: "denies the right to a contract without end",
    words: new RegExp(
      [
        `${WITHOUT_END}(?:への?|に)?(?:の)?(?:転換|切り?替え)[^。]{0,30}(?:(?:でき|認め|応じ|行わ)(?:ない|ません)|行いません|放棄)`,
        "無期(?:労働契約|雇用(?:契約)?|契約)?に(?:は)?(?:転換)?(?:し|なら|でき)(?:ない|ません)",
        `(?:5年|五年)を?[^。]{0,12}${WITHOUT_END}[^。]{0,16}` +
          `(?:(?:申し?込み?|転換|切り?替え|なる|変わる)[^。、]{0,6}(?:でき|認め|応じ|受け|行わ)[^。、]{0,4}(?:ない|ません)|ありません)`,
        "転換[^。]{0,6}申込み?[^。]{0,10}(?:できない|できません|認めない|放棄)",
      ].join("|"),
    ),
    unless:
      /(?<!を超えても、?[^。]{0,30})5年(?:以内|を超えない|に満たない)|超えないため|発生しない|発生しません|本契約期間中/,
  },
  {
    ...{ id: "minimum-wage", basis: [minimumWageAct("4条1項")], validFrom: "2024-11-01" },
    unverified: "the amounts of the prefectures' notices",
    summary: "An hour of work is paid the least wage of all prefectures at least (最低賃金).",
    does: "pays less for an hour than the least wage of every prefecture",
    words: /時給|時間給|時間額|日給|日額|日当|月給|月額|基本給/,
    isMeant(text, form) {
      const [, yen] = /(?:時給|時間給|時間額)[^。0-9]{0,6}([0-9][0-9,]*)\s*円/.exec(ofWageAlone(text)) ?? [];
      if (yen === undefined) return paysLittleADay(text, form) || paysLittleAMonth(text, form);
      return Number(yen.replaceAll(",", "")) < leastHourlyWage(form.asOf.date);
    },
    unless: /減額(?:の)?特例|手当|加算|増し?額|割増/,
  },
];

/** The rules of all such terms. */
export const unlawfulTerms: readonly Rule[] = [...TERMS, ...TERMS_ON_RIGHTS].map(unlawfulTerm);

function unlawfulTerm(term: UnlawfulTerm): Rule {
  const { id, summary, does, basis, validFrom, unverified, words, unless, isMeant, why } = term;
  return defineRule({
    meta: {
      ...{ id, summary, basis, severity: unverified === undefined ? "error" : "warning", waivable: false },
      ...(unverified === undefined ? {} : { unverified }),
      ...(validFrom === undefined ? {} : { validFrom }),
      messages: {
        unlawful: { what: `"{text}" ${does}`, why: why ?? "Such a term is void, and may be punished." },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      for (const clause of clausesOf(form)) {
        const { text } = clause;
        if (!words.test(text) || (unless?.test(text) ?? false) || isMeant?.(text, form) === false) continue;
        report({ message: "unlawful", ...placeOf(form, clause), values: { text: quoted(text, words) } });
      }
    },
  });
}
