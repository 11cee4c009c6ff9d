// クーリング・オフ (特定商取引法9条): what the paper says of it, and words that take it away.
import { defineRule, type Form, type LegalBasis, presenceOf, type Rule } from "../../../../../core/sdk/index.ts";
import { quoted } from "../../items/quote.ts";
import { commercialTransactionsAct, commercialTransactionsRule } from "../../laws.ts";
import { isOfGoods, isOfServices, type SaleClause, saleClausesOf } from "../said.ts";

/** One thing that the buyer is told of it. */
interface Content {
  readonly id: string;
  /** `that nothing is claimed for it (損害賠償・違約金)` */
  readonly item: string;
  readonly words: RegExp;
  /** Articles of 9条. */
  readonly article: string;
  readonly validFrom?: string;
  readonly appliesTo?: (form: Form) => boolean;
}

const SELLER = "(?:当社|弊社|当店|当方|販売(?:業者|店|会社|元)|事業者|売主|会社)";
const BUYER = "(?:お客様|お客さま|購入者|買主|申込者|契約者|あなた|貴殿)";
const NOT = "(?:ない|ません|なく|ず(?=[、に]|$)|なし|無し|不要|無用)";
const UNDO = "(?:クーリング・?オフ|解除|撤回|解約|取り?消し?)";
const EIGHT = "(?:8|八)日";

const CONTENTS: readonly Content[] = [
  {
    ...{ id: "cooling-off-days", item: "that it is free within eight days from receiving this paper" },
    article: "9条1項",
    words: new RegExp(
      `(?:書面|書類|用紙|本書|本紙|契約書|申込書|控え?)[^。]{0,16}(?:受領|受け?取|お渡し|交付)[^。]{0,24}${EIGHT}` +
        `|(?:受領|受け?取った|受取)[^。]{0,4}日[^。]{0,12}${EIGHT}`,
    ),
  },
  {
    ...{ id: "cooling-off-means", item: "that a letter or an electronic record is enough (書面又は電磁的記録)" },
    ...{ article: "9条1項", validFrom: "2022-06-01" },
    words: new RegExp(
      "(?:書面|はがき|ハガキ|葉書|手紙)[^。]{0,20}" +
        "(?:電磁的記録|電子メール|メール|FAX|ファクシミリ|ファックス|フォーム|ホームページ|ウェブ|アプリ)|電磁的記録",
    ),
  },
  {
    ...{ id: "cooling-off-sent", item: "that it takes effect when it is sent (発信した時に効力)", article: "9条2項" },
    words: /(?:発した|発信した|発送した|送った|送信した|差し?出した|投函した|出した)[^。]{0,4}(?:とき|時|日|時点)|消印/,
  },
  {
    ...{ id: "cooling-off-hindered", item: "that the days begin anew where the seller lied or threatened" },
    article: "9条1項",
    words: new RegExp(
      `(?:不実|事実(?:と|で)[^。]{0,4}(?:異|違|ない)|うそ|嘘|虚偽|誤認|誤解|威迫|困惑|脅|妨げ|妨害)[^。]*${EIGHT}`,
    ),
  },
  {
    ...{
      id: "cooling-off-no-damages",
      item: "that no damages are claimed for it (損害賠償・違約金)",
      article: "9条3項",
    },
    words: new RegExp(`(?:損害賠償|損害の賠償|違約金|解約料|キャンセル料)[^。]{0,32}${NOT}`),
  },
  {
    ...{ id: "cooling-off-return", item: "that the seller bears the cost of taking goods back (引取り・返還の費用)" },
    ...{ article: "9条4項", appliesTo: isOfGoods },
    words: new RegExp(
      `(?:引き?取り?|返還|返品|返送|お?返し|返却)[^。]{0,24}(?:費用|送料|運賃|料金)[^。]{0,16}` +
        `(?:${SELLER}|${BUYER}[^。]{0,12}${NOT}|負担[^。]{0,6}${NOT}|無料)` +
        `|${SELLER}の?(?:費用|負担)[^。]{0,12}(?:引き?取|返品|返送)`,
    ),
  },
  {
    ...{ id: "cooling-off-use", item: "that nothing is paid for what was used or done (使用利益・役務の対価)" },
    article: "9条5項",
    words: new RegExp(
      `(?:使用|利用|消費|使われ|使った|提供|役務|施工|工事)[^。]{0,36}(?:利益|対価|代金|料金|相当額?|金銭|費用|使用料)[^。]{0,24}${NOT}`,
    ),
  },
  {
    ...{ id: "cooling-off-refund", item: "that money is given back at once (既に支払われた金銭の返還)" },
    article: "9条6項",
    words:
      /(?:代金|支払(?:い|われ|済)|金銭|受領|お預かり|頭金|申込金|手付)[^。]{0,36}(?:速やか|すみやか|直ちに|ただちに|全額|すぐ)[^。]{0,12}(?:返|払い?戻|お戻し)/,
  },
  {
    ...{ id: "cooling-off-restored", item: "that what was changed is put right for nothing (原状回復)" },
    ...{ article: "9条7項", appliesTo: isOfServices },
    words:
      /(?:原状|現状|元(?:の状態|どおり|通り|に戻))[^。]{0,30}(?:無償|無料|費用|負担|請求)|(?:無償|無料)[^。]{0,12}(?:原状|元[のに])/,
  },
];

function articles(article: string): readonly LegalBasis[] {
  return [commercialTransactionsAct("4条1項5号"), commercialTransactionsAct(article), commercialTransactionsRule("")];
}

const OF_RULE = "the number of the article of the rule";

/** A rule for each thing that the buyer is told. */
export const contentsOfCoolingOff: readonly Rule[] = CONTENTS.map(
  ({ id, item, words, article, validFrom, appliesTo }) =>
    defineRule({
      meta: {
        id,
        summary: `The paper says of クーリング・オフ ${item}.`,
        severity: "error",
        basis: articles(article),
        unverified: OF_RULE,
        ...(validFrom === undefined ? {} : { validFrom }),
        waivable: false,
        messages: {
          missing: {
            what: "nothing drawn says of クーリング・オフ {item}",
            why: "The eight days do not begin before the buyer has a paper that tells all of it.",
          },
        },
        repairs: "suggestion",
      },
      check({ form, report }) {
        if (appliesTo?.(form) === false || saleClausesOf(form).some(({ text }) => words.test(text))) return;
        const { span } = presenceOf(form, "sale.coolingOff");
        report({ message: "missing", span, values: { item }, repair: { title: `say ${item}` } });
      },
    }),
);

/** What 9条 and its order leave out: cash under 3,000 yen, what is used up, cars, sales of other kinds. */
const LEFT_OUT =
  /3,?000円|三千円|消耗品|使用(?:し|され)た(?:場合|とき|もの)|開封|営業の?ため|事業の?ため|自動車|通信販売|経過|過ぎ|以外|政令|葬儀/;

const TAKEN_AWAY = new RegExp(
  [
    `${UNDO}[^。]{0,28}(?<![0-9一二十])(?:[1-7]|[一二三四五六七])日(?:以内|間|まで|を経過)`,
    `(?<![0-9一二十])(?:[1-7]|[一二三四五六七])日(?:以内|間)[^。]{0,24}${UNDO}`,
    `クーリング・?オフ(?:は|を|の)?[^。]{0,16}(?:でき|適用|応じ|認め|お受け|受け付け)[^。]{0,6}(?:ない|ません|かね)|クーリング・?オフ[^。]{0,8}対象外`,
    // From another day than that on which the paper is received.
    `(?:契約|申込み?|購入|締結|訪問|配達|納品)(?:の|した)?日(?:を含む|から|より)[^。]{0,10}${EIGHT}[^。]{0,20}${UNDO}`,
    `${UNDO}[^。]{0,24}(?:契約|申込み?|購入|締結|訪問)(?:の|した)?日(?:を含む|から|より)[^。]{0,10}${EIGHT}`,
    `クーリング・?オフ[^。]{0,40}(?:手数料|違約金|解約料|送料|返送料|運賃|費用)[^。]{0,12}(?:${BUYER}[^。]{0,6}負担|ご負担|申し受け|差し?引|いただき)`,
    `クーリング・?オフ[^。]{0,24}(?:電話|来店|店頭|窓口|内容証明)[^。]{0,10}(?:のみ|に限|だけ|必要)`,
    `クーリング・?オフ[^。]{0,10}(?:放棄|権利を行使し(?:ない|ません))`,
  ].join("|"),
);

/** 9条8項: no words of a contract take it away. */
export const coolingOffKept = defineRule({
  meta: {
    id: "cooling-off-kept",
    summary: "Nothing takes クーリング・オフ away, shortens its eight days or makes it cost something.",
    severity: "error",
    basis: [commercialTransactionsAct("9条8項")],
    waivable: false,
    messages: {
      less: { what: '"{text}" gives the buyer less than the law does', why: "Such a term is void (9条8項)." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const clause of saleClausesOf(form)) {
      const { text } = clause;
      if (TAKEN_AWAY.test(text) && !LEFT_OUT.test(text) && !DENIED.test(text)) {
        report({ message: "less", ...placeOf(clause), values: { text: quoted(text) } });
      }
    }
  },
});

/** 費用をご負担いただくことはありません. */
const DENIED =
  /(?:こと|もの|必要|ご?負担)[はも](?:一切)?(?:あり|ござい)ません|いただきません|いたしません|請求しません/;

const INTEREST_PERCENT_MAX = 14.6;

/** 10条2項: what is paid late costs 14.6 % a year at most. */
export const lateInterest = defineRule({
  meta: {
    id: "late-interest",
    summary: "What is paid late costs 14.6 % a year at most (遅延損害金).",
    severity: "error",
    basis: [commercialTransactionsAct("10条2項")],
    messages: {
      more: {
        what: '"{text}" asks for more than 14.6 % a year',
        why: "What is above it can't be claimed, even where it was agreed.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const clause of saleClausesOf(form)) {
      const [, ofDay, percent] =
        /(?:遅延|延滞|遅れ|滞納)[^。]{0,28}?(?:年|年率|年利|(日歩|1日))?[^。0-9]{0,6}([0-9]+(?:\.[0-9]+)?)(?:%|パーセント|銭)/.exec(
          clause.text,
        ) ?? [];
      if (percent === undefined || ofDay !== undefined || Number(percent) <= INTEREST_PERCENT_MAX) continue;
      report({ message: "more", ...placeOf(clause), values: { text: quoted(clause.text) } });
    }
  },
});

function placeOf({ span, path }: SaleClause) {
  return path === null ? { span } : { span, path };
}
