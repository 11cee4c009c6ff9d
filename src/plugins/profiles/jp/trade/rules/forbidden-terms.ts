// What 取適法5条 and フリーランス法5条 forbid whoever orders, whatever was agreed: each is found by its words.
import { defineRule, type LegalBasis, type Rule } from "../../../../../core/sdk/index.ts";
import { drawnSentences } from "../../items/drawn-words.ts";
import { narrow } from "../../items/narrow.ts";
import { formerSubcontractAct, freelanceAct, subcontractAct } from "../../laws.ts";

/** One such term. */
interface ForbiddenTerm {
  readonly id: string;
  /** What is demanded, as one sentence. */
  readonly summary: string;
  /** What the words do: `"{text}" lets goods be refused …`. */
  readonly does: string;
  readonly basis: readonly LegalBasis[];
  readonly words: RegExp;
  /** Words of the same sentence that make it lawful. */
  readonly unless: RegExp;
}

/** The articles before 2026-01-01 (下請法) and since, and of フリーランス法. */
function articles(before: string | null, since: string, freelance: string | null): readonly LegalBasis[] {
  return [
    ...(before === null ? [] : [{ ...formerSubcontractAct(before), validTo: "2025-12-31" }]),
    { ...subcontractAct(since), validFrom: "2026-01-01" },
    ...(freelance === null ? [] : [freelanceAct(freelance)]),
  ];
}

const NOT = "(?:ない(?!場合|とき)|ません|ず(?=[、にと]|$)|禁止|なし(?![にく])|無し)";
const OWN_FAULT =
  "責め|責に|債務不履行|不履行|違反|不適合|適合し(?:ない|なかった)|瑕疵|不良|不合格|合格しな|過失|故意|欠陥|破産|倒産|差押|異なる|数量違い|誤納|過納";
const BUYER = "(?:当社|弊社|当方|発注者|注文者|委託者|甲|当店|当法人)";
const SELLER = "(?:貴社|御社|受注者|受託者|乙|貴殿|貴店|納入者|貴方|売主)";
/** The ordering side bears the cost after all. */
const PAID_FOR = [
  `${BUYER}[^。]{0,8}負担|協議(?!には?応じ)|合意`,
  "(?:費用|損害|損失|相当額|出来高)[^。、]{0,14}(?:を|は)[^。、]{0,6}(?:支払(?!わ|い?ません)|賠償|補償)",
].join("|");
const PRICE = "(?:単価|代金|価格|報酬|委託料|対価|料金)";
const REWORK = "(?:やり直し|やりなおし|再作業|仕様変更|追加作業|追加工事|変更|修正|手直し|再納品)";
const UNPAID_EXTRA =
  "追加(?:の)?(?:費用|料金|代金)[^。、]{0,10}(?:支払|請求|発生)(?:わ|い|し|でき|致しま|いたしま)?(?:ない|ません)";
const OBLIGED = "しなければ|するもの|すること|して(?:いただ|頂|くださ|もら)|義務|条件|必要|必須|お願い";

const TERMS: readonly ForbiddenTerm[] = [
  {
    id: "refusal",
    summary: "What was ordered is received and paid for, unless whoever delivers is at fault (受領拒否).",
    does: "lets goods be refused or the order be cancelled without a fault of whoever delivers",
    basis: articles("4条1項1号", "5条1項1号", "5条1項1号"),
    words: new RegExp(
      [
        "受け?(?:領|取)り?を?(?:拒[むみ否]|拒絶|断る|行わ|しない)",
        "(?:都合|いつでも|任意に|自由に|理由を問わず|一方的に)[^。]{0,24}(?:発注|注文|契約|本件|委託)?[^。、]{0,6}(?:取り?消|取消し|キャンセル|解除|解約|中止|打ち?切)",
        "(?:発注|注文|契約|委託)[^。]{0,12}(?:取り?消|取消し|キャンセル|解除|解約|中止)[^。]{0,24}(?:いつでも|任意に|自由に|代金は?(?:お)?支払(?:わ|い)|都合)",
      ].join("|"),
    ),
    unless: new RegExp(
      `${OWN_FAULT}|${PAID_FOR}|(?:拒[むみ否]|拒絶|取り?消|キャンセル|解除|中止)[^。]{0,10}(?:でき)?(?:ない|ません)|${SELLER}(?:は|の都合)`,
    ),
  },
  {
    id: "returns",
    summary: "What was received is not sent back, unless whoever delivered is at fault (返品).",
    does: "lets goods be sent back without a fault of whoever delivered",
    basis: articles("4条1項4号", "5条1項4号", "5条1項3号"),
    words:
      /返品[^。]{0,14}(?:でき|する|します|しても|ことがあ|し得|可能|とする|受け(?:る|入れ)|引き取)|引き取(?:る|り|って)[^。]{0,10}(?:売れ残|在庫)/,
    unless: new RegExp(`${OWN_FAULT}|検査|検収|返品[^。]{0,14}${NOT}|返品伝票|返品番号|お客様`),
  },
  {
    id: "rework",
    summary: "Changes and rework are paid for, unless whoever delivers is at fault (給付内容の変更・やり直し).",
    does: "has changes or rework done without pay",
    basis: articles("4条2項4号", "5条2項3号", "5条2項2号"),
    words: new RegExp(
      [
        `${REWORK}[^。]{0,24}(?:無償|無料|無報酬|サービス(?:と|で)|対価(?:は|を)[^。、]{0,6}(?:支払わ|請求))`,
        `${REWORK}[^。]{0,24}${UNPAID_EXTRA}`,
        "(?:無償|無料)[^。、]{0,10}(?:やり直|手直し|再作業|修正|追加|変更)",
        `(?:やり直し|仕様変更|追加作業|変更|修正)[^。]{0,12}(?:費用|負担)[^。、]{0,8}${SELLER}`,
      ].join("|"),
    ),
    unless: new RegExp(`${OWN_FAULT}|${BUYER}[^。、]{0,6}が?負担|有償|無償(?:で|の|に)[^。]{0,12}${NOT}`),
  },
  {
    id: "one-sided-price",
    summary: "Prices are agreed, and talks about them are not refused (買いたたき・一方的な代金決定).",
    does: "lets one side fix the price alone",
    basis: articles("4条1項5号", "5条1項5号・2項4号", "5条1項4号"),
    words: new RegExp(
      [
        `${PRICE}[^。]{0,20}(?:一方的に|任意に|自由に|随時)[^。]{0,12}(?:定め|決定|決め|変更|改定|減額|引き?下げ)`,
        `${PRICE}[^。]{0,8}${BUYER}(?:の|が|に)[^。、]{0,8}(?:判断|裁量|都合|任意|一存)[^。]{0,14}(?:定め|決定|決め|変更|改定|引き?下げ)`,
        `${PRICE}[^。]{0,20}協議[^。、]{0,6}(?:応じ(?:ない|ません)|行わない|行いません|しない|できない)`,
      ].join("|"),
    ),
    unless: /一方的に[^。]{0,14}(?:ない|ません)|協議(?:の|を?し|により)[^。]{0,4}(?:上|うえ|て|決)|拒むことは/,
  },
  {
    id: "forced-purchase",
    summary: "Whoever delivers is not made to buy or use something (購入・利用強制).",
    does: "makes whoever delivers buy or use something",
    basis: articles("4条1項6号", "5条1項6号", "5条1項5号"),
    words: new RegExp(
      `${BUYER}(?:の|が)?[^。、]{0,6}(?:指定|製品|商品|推奨)[^。]{0,24}(?:購入|買い|加入|契約し|利用)[^。、]{0,8}(?:${OBLIGED})`,
    ),
    unless: new RegExp(`任意|希望|強制|求め(?:ない|ません)|様式|書式|フォーム|システムにより|${BUYER}の負担`),
  },
  {
    id: "benefits",
    summary: "Whoever delivers gives no money, work or storage for nothing (経済上の利益の提供要請).",
    does: "asks for money, work or storage without pay",
    basis: articles("4条2項3号", "5条2項2号", "5条2項1号"),
    words: new RegExp(
      [
        `${SELLER}[^。]{0,24}(?:無償|無料|無報酬|自己の費用)(?:で|にて)?[^。]{0,20}(?:派遣|保管|提供|譲渡|手伝|応援|作業|従事|運搬|廃棄)`,
        `(?:金型|治具|木型|在庫|型)[^。]{0,16}(?:無償|無料|${SELLER}(?:が|の)(?:費用|負担))[^。]{0,8}(?:保管|管理|廃棄)`,
        "(?:決算|販売|催事|協力|協賛)[^。]{0,10}(?:金銭|協力金|協賛金|寄付|一時金)[^。、]{0,6}(?:の)?(?:提供|拠出|負担|お願い)",
      ].join("|"),
    ),
    unless: new RegExp(`${NOT}|${BUYER}(?:は|が|の負担)|${OWN_FAULT}`),
  },
];

/** The rules of all such terms. */
export const forbiddenTerms: readonly Rule[] = TERMS.map(forbiddenTerm);

function forbiddenTerm({ id, summary, does, basis, words, unless }: ForbiddenTerm): Rule {
  return defineRule({
    meta: {
      ...{ id, summary, basis, severity: "error" },
      messages: {
        forbidden: { what: `"{text}" ${does}`, why: "It is forbidden, even where it was agreed." },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      for (const { text, span, path } of drawnSentences(form, words)) {
        const clause = narrow(text)
          .split("。")
          .find((one) => words.test(one) && !unless.test(one));
        if (clause === undefined) continue;
        const values = { text: clause.trim().slice(0, 40) };
        report({ message: "forbidden", span, values, ...(typeof path === "string" ? { path } : {}) });
      }
    },
  });
}
