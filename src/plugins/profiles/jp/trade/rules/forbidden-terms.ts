// What 取適法5条 and フリーランス法5条 forbid whoever orders, whatever was agreed: each is found by its words.
import { defineRule, type LegalBasis, type Rule } from "../../../../../core/sdk/index.ts";
import { drawnSentences } from "../../items/drawn-words.ts";
import { narrow } from "../../items/narrow.ts";
import { quoted } from "../../items/quote.ts";
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
  /** Words that no others of the sentence make lawful. */
  readonly always?: RegExp;
}

/** The articles before 2026-01-01 (下請法) and since, and of フリーランス法. */
function articles(before: string | null, since: string, freelance: string | null): readonly LegalBasis[] {
  return [
    ...(before === null ? [] : [{ ...formerSubcontractAct(before), validTo: "2025-12-31" }]),
    { ...subcontractAct(since), validFrom: "2026-01-01" },
    ...(freelance === null ? [] : [freelanceAct(freelance)]),
  ];
}

/** What a sentence says last of a thing that is never done: お願いすることはございません, 求めるつもりはない. */
const DENIED =
  /(?:する|いたす|致す|しない|頂く|いただく|求める|強いる|せる)(?:ような)?(?:こと|もの|予定|考え|つもり)(?:は|も)、?(?:一切|決して)?(?:(?:ござい|あり)ません|な[いく])[\s）)]*$/;
const NOT = "(?:ない(?!場合|とき)|ません|ず(?=[、にと]|$)|禁止|なし(?![にく])|無し)";
const OWN_FAULT =
  "責め|責に|債務不履行|不履行|違反|不適合|適合し(?:ない|なかった)|瑕疵|不良|不合格|合格しな|過失|故意|欠陥|破産|倒産|差押|異なる|数量違い|誤納|過納";
const BUYER = "(?:当社|弊社|当方|発注者|注文者|委託者|甲|当店|当法人)";
const SELLER = "(?:貴社|御社|受注者|受託者|乙|貴殿|貴店|納入者|貴方|売主)";
/** The ordering side bears the cost after all. */
const PAID_FOR = [
  `${BUYER}[^。]{0,8}負担|協議(?!には?応じ)|合意`,
  "(?:費用|損害|損失|相当額|出来高|代金)[^。、]{0,14}[をは][^。、]{0,6}(?:支払(?!わ|い?(?:いた|致)?[しで]?き?(?:ません|ない|かね))|賠償|補償)",
].join("|");
/** What is no more wanted, by the plans of whoever ordered. */
const UNWANTED =
  "(?:不要|生産計画|計画の?(?:変更|見直)|当社の?(?:都合|事情)|弊社の?(?:都合|事情)|減産|販売不振|売れ行き|需要[がの]|在庫が?(?:過剰|余))";
const PRICE = "(?:単価|代金|価格|報酬|委託料|対価|料金|工賃|金額)";
const REWORK = [
  "(?:再(?:作業|納品|製作|制作|作成|施工|加工|印刷|撮影|提出)|仕様変更|追加作業|追加工事|変更|修正|手直し|(?:仕様|内容|数量|図面)[をのが]変え",
  "|(?:やり|やりなお|作り|造り|つくり|書き|描き|塗り|縫い|組み|練り|刷り|撮り|貼り|張り|削り|編み|打ち)直)",
].join("");
const FREE =
  "(?:(?:追加の?)?(?:報酬|対価|費用|料金|代金|手当|謝礼|保管料|保管費|賃料)(?:は|も)?な(?:し(?:で|に|とし)|く)|無償|無料|無報酬|ただで|自己の?費用|自費)";
/** What is left over, or was not sold. */
const LEFT_OVER =
  "(?:(?:期間|シーズン|会期|催し|フェア)の?(?:終わり|終了|後)[^。、]{0,6}残" +
  "|売れ残|売れな|売れず|在庫|余剰|余っ|余り|使い?切れな|使わな|使用しな|不要|残っ|残り|過剰|期限切れ|季節[^。]{0,4}過ぎ)";
const SENT_BACK =
  "(?:返品|お返し(?=し|いた|する|でき)|返却(?=し[まうた]|する|でき|いた)|送り返|返送|引き?取|お?戻し(?!いただ|下さ|くださ))";
const TALKS = "(?:協議|相談|交渉|話し合い|話合い|申し?入れ|申し?出|見直し|値上げ|引き?上げ)";
const REFUSED = [
  "(?:応じ(?:ない|ません|かね)|応え(?:でき|られ|しかね)|受け(?:でき|しかね|られ|付け(?:ない|ませ|て(?:い|おり)|られ)|ません)|お断り|断る|拒",
  "|いたしかねます|致しかねます|いたしません|致しません|行わない|行いません|しない|できない|できません|認めない|認めません|承れ|承りかね)",
].join("");
/** Money that somebody else pays first: 客先から入金, 元請の支払, 完売. */
const WAITED_FOR =
  "(?:(?:客先|顧客|お?客様?|得意先|元請け?|発注元|親会社|施主|販売先|納入先|スポンサー|取次|版元|問屋|代理店|クライアント|エンドユーザー|広告主)[^。、]{0,10}" +
  "(?:入金|支払い?|回収|検収|(?:代金|対価|売上金|お?金)[をの]?(?:受領|受け?取))|売上金?の?回収|完売|商品が?売れ)(?:が|の|を)?[^。、]{0,4}?";
const UNPAID_EXTRA = "追加(?:の)?(?:費用|料金|代金)[^。、]{0,10}(?:支払|請求|発生)[わいしできまた致]{0,5}(?:ない|せん)";
const CANCEL = "(?:発注|注文|契約|委託)[^。]{0,12}(?:取り?消|キャンセル|解除|解約|中止|やめ|打ち?切)";
const OBLIGED =
  "しなければ|なければ|するもの|すること|[てで](?:いただ|頂|くださ|下さ|もら)|ください|下さい|義務|条件|必要|必須|お願い";
/** Buying, borrowing and joining, in the words of many. */
const TAKE =
  "ご?購入|購読|お求め(?=いただ|願|くだ|下さ)|買い|お?買い(?:上げ|求め|取[りっ])|買っ|加入|契約し|借り|リース(?:し|を受)|レンタルし|入会|申し?込[みん]|受講|出展";
/** Matches a clause that denies payment: the supplier then works without pay. */
const NOT_PAID = new RegExp(
  "(?:(?:料|費用?|代金?|対価|報酬|手当|日当|経費|工賃)[はをもの]?[^。、]{0,6}(?:支払|払|出|負担|支給|請求(?=[^。、]{0,6}でき))[^。、]{0,6}" +
    "(?:わない|いません|し?ない|し?ません|せん(?=。|$)|せず|わず|かねます|できません|できない)(?!こと[はが]な|もの(?:では|はあり)|場合)" +
    "|(?:報酬|手当|日当|謝礼|対価)[はも](?:(?:ござい|あり)ません|な(?:い|し)(?=$|。)|発生し(?:ない|ません)))",
);

const TERMS: readonly ForbiddenTerm[] = [
  {
    id: "refusal",
    summary: "What was ordered is received and paid for, unless whoever delivers is at fault (受領拒否).",
    does: "lets goods be refused or the order be cancelled without a fault of whoever delivers",
    basis: articles("4条1項1号", "5条1項1号", "5条1項1号"),
    words: new RegExp(
      [
        "(?:検査|検収)[^。]{0,14}(?:合格|完了|終了)[^。、]{0,8}まで[^。]{0,10}(?:納品|納入|受領|給付)[^。]{0,12}(?:みなさ|みなし|扱わ|扱い|認め)(?:ない|ません)",
        "受け?(?:領|取)り?を?(?:拒[むみ否]|拒絶|断る|行わ|しない)",
        `(?:受け?取ら|受け?取れ|引き?取ら|納め(?:て|させ)(?:もらわ|いただか))(?:ない|ず|ません)[^。、]{0,3}(?:こと|場合)(?:が|も)`,
        `${CANCEL}[^。]{0,24}(?:無償|(?:補償|賠償|精算|清算)[^。、]{0,8}(?:ない|ません))`,
        `(?:取りやめ|取り止め|中止|打ち?切|見送|キャンセル|不要)(?:た|に|と|り|っ|する|な)[^。]{0,30}` +
          `(?:受け?取ら|引き?取ら|${PRICE}(?:は|も|を)[^。、]{0,6}(?:発生し|支払|払|生じ))[^。、]{0,6}(?:ず|ない|ません|せん)`,
        "(?:受領|受け?取り|引き?取り|納品|納入)[^。、]{0,8}(?:見合わせ|先送り|延ば[しす]|停止)",
        `${UNWANTED}[^。]{0,30}(?:受領|受け?取り?|引き?取り?|お?引き?受け)(?:は|を)?` +
          "(?:し|いたし|致し|でき|いたしかね|しかね|ら)?(?:ない|ません|ます(?<=かねます))(?![^。、]{0,4}(?:こと|もの)(?:は|も)(?:あり|ござい|な))",
        "(?:都合|いつでも|任意に|自由に|理由を問わず|一方的に)[^。]{0,24}(?:発注|注文|契約|本件|委託)?[^。、]{0,6}(?:取り?消|取消し|キャンセル|解除|解約|中止|打ち?切)",
        "(?:発注|注文|契約|委託)[^。]{0,12}(?:取り?消|取消し|キャンセル|解除|解約|中止)[^。]{0,24}(?:いつでも|任意に|自由に|代金は?(?:お)?支払(?:わ|い)|都合)",
      ].join("|"),
    ),
    unless: new RegExp(
      `${OWN_FAULT}|${PAID_FOR}|${SELLER}(?:は|の都合)` +
        "|(?:拒[むみ否]|拒絶|取り?消|キャンセル|解除|中止)(?:す|し|る)?(?:こと)?[はが]?(?:でき|あり|いた)?し?(?:ない|ません)",
    ),
  },
  {
    id: "returns",
    summary: "What was received is not sent back, unless whoever delivered is at fault (返品).",
    does: "lets goods be sent back without a fault of whoever delivered",
    basis: articles("4条1項4号", "5条1項4号", "5条1項3号"),
    words: new RegExp(
      [
        "返品[^。]{0,14}(?:でき|する|します|しても|ことがあ|し得|可能|とする|受け(?:る|入れ)|引き取)",
        "(?:キャンセル|解約|注文の取消)[^。]{0,20}(?:お?戻し|お返し|送り返|返送)(?:し|いた|する)",
        `引き取(?:る|り|って)[^。]{0,10}${LEFT_OVER}|${LEFT_OVER}[^。]{0,24}${SENT_BACK}`,
      ].join("|"),
    ),
    // 不適合の品は…、売れ残りもお返しします: the second thing has no fault in it.
    always: new RegExp(`${LEFT_OVER}[^。、]{0,6}も[^。、]{0,8}${SENT_BACK}(?![^。、]{0,8}${NOT})`),
    unless: new RegExp(
      `${OWN_FAULT}|検査|検収(?!済|の?後|し(?:た|まし)|(?:が|を)(?:済|終|完了))` +
        `|(?:返品|引き?取り?|お?返し|返却|返送)[^。]{0,14}${NOT}|${BUYER}[がは][^。、]{0,6}引き?取` +
        "|(?:[金木抜]型|治具|貸与品|支給品|お預けした[^。、]{1,8})[はをも][^。]{0,24}(?:引き?取り|引き?取る|返却)(?!.*貴社[がに])" +
        "|返品伝票|返品番号|お客様(?!から|の都合)|支給|貸与|お貸し|買い?取",
    ),
  },
  {
    id: "rework",
    summary: "Changes and rework are paid for, unless whoever delivers is at fault (給付内容の変更・やり直し).",
    does: "has changes or rework done without pay",
    basis: articles("4条2項4号", "5条2項3号", "5条2項2号"),
    words: new RegExp(
      [
        `${REWORK}[^。]{0,24}(?:${FREE}|サービス(?:と|で))`,
        `${REWORK}[^。]{0,24}${UNPAID_EXTRA}`,
        `${FREE}[^。、]{0,10}(?:${REWORK}|追加)`,
        `(?:${REWORK}|再加工|再検査|選別)[^。]{0,16}(?:費用|費|工賃|負担|コスト)[^。]{0,6}${SELLER}(?![^。、]{0,4}請求)`,
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
        `${PRICE}[^。]{0,24}(?:一方的に|任意に|自由に|随時)[^。]{0,12}(?:定め|決定|決め|変更|改定|改め|減額|引き?下げ)`,
        `${BUYER}(?:は|が)、?(?:いつでも|一方的に|任意に|自由に)[^。]{0,10}${PRICE}[^。、]{0,8}(?:定め|決定|決め|変更|改定|改め|減額|下げ)`,
        `${PRICE}[^。]{0,8}${BUYER}(?:の|が|に)[^。、]{0,8}(?:判断|裁量|都合|任意|一存)[^。]{0,14}(?:定め|決定|決め|変更|改定|引き?下げ)`,
        `${PRICE}[^。]{0,20}${TALKS}[^。、]{0,8}${REFUSED}`,
        `(?:値上げ|引き?上げ|(?:価格|単価)改定)[^。]{0,14}${REFUSED}`,
        // 単価は当社が市況を勘案して定めるものとし: nobody else is heard.
        `${PRICE}(?:は|を|について(?:は)?)、?${BUYER}(?:が|において|にて|で)(?:(?!提示|見積)[^。]){0,24}` +
          "(?:定め|決め|決定|改定|変更)(?:る(?:もの|こと|$|、)|ます|し(?:ます|、|$)|いたします|する(?:もの|こと|$))",
        `${PRICE}[^。]{0,40}(?:異議|不服|異存)[^。、]{0,12}(?:承り|承|受け付け|お受け|認め|申し?立て|申し?述べ|述べ|言)[^。、]{0,6}` +
          "(?:ません|かね|ない(?!とき|場合|もの))",
      ].join("|"),
    ),
    unless: new RegExp(
      [
        "一方的に[^。]{0,14}(?:ない|ません)|協議(?:の|を?し|により|を(?:経|行))[^。]{0,4}(?:上|うえ|[てず]|決)",
        "拒む?(?:ことは|みません|まない)|断(?:り|る)[^。]{0,6}(?:ません|ない)",
        "(?:承諾|同意|了承|合意)(?:を|の|し|により|に基づ)|双方|両者|両社|話し?合",
      ].join("|"),
    ),
  },
  {
    id: "lowered-price",
    summary: "The price stays what was agreed, unless whoever delivers is at fault (代金の減額).",
    does: "lowers a price after it was agreed",
    basis: articles("4条1項3号", "5条1項3号", "5条1項2号"),
    words: new RegExp(
      [
        "(?:免税事業者|登録番号|適格請求書発行事業者)[^。]{0,24}消費税[^。、]{0,8}" +
          "(?:(?:支払|払)[^。、]{0,4}(?:ない|ません)|差し?引[いき]|控除し|減額し)",
        "(?:支払|代金|報酬|委託料)[^。]{0,12}(?:[十百千万]|10|100|1,?000|10,?000)円未満[^。、]{0,6}切り?捨",
        `(?:遅れ|遅延|納期)[^。]{0,16}(?:理由|事由)[^。、]{0,6}問わず、?[^。]{0,10}${PRICE}[^。]{0,8}(?:半額|減額|減じ|[0-9]割|[0-9]+%|支払わ)`,
        `(?:さかのぼ|遡|遡及)[^。]{0,20}${PRICE}[^。]{0,12}(?:下げ|引き?下げ|減額|減じ|値引|改定|変更)`,
        `(?:${PRICE}|値下げ|値引き?|新単価)[^。]{0,20}(?:さかのぼ|遡|遡及)[^。]{0,12}(?:下げ|引|減額|減じ|改定|適用|変更|精算|清算)`,
        `(?:発注|注文|納品|納入|受注|契約)(?:した|され)?(?:後|の後|のあと)[^。]{0,24}${PRICE}[^。、]{0,10}(?:下げ|引き?下げ|減額|減じ|値引)`,
        "(?:発注|注文|納品|納入|受注|契約)(?:した|され)?(?:後|済み?)[^。]{0,24}(?:値引き?|値下げ|減額)[^。、]{0,8}(?:お願い|求め|いただ|要請|する|します)",
        `(?:いつでも|随時|任意に)[^。]{0,10}${PRICE}[^。、]{0,10}(?:下げ|引き?下げ|減額|減じ)`,
        `(?:相場|市況|為替|売価|売上|売れ行き|業績|予算|客先|得意先|顧客)[^。]{0,24}${PRICE}[^。、]{0,10}(?:下げ|引き?下げ|減額|減じ|値引)`,
      ].join("|"),
    ),
    unless: new RegExp(
      `${OWN_FAULT}|協議|合意|(?:下げ|引|減額|減じ|適用|値引)[^。、]{0,10}${NOT}|次(?:回|の)の?(?:発注|注文)|引き?上げ`,
    ),
  },
  {
    id: "payment-delay",
    summary: "Payment does not wait for the money of others, and is not put off (支払遅延).",
    does: "puts payment off, or has it wait for the money of others",
    basis: articles("4条1項2号", "5条1項2号", "4条5項"),
    words: new RegExp(
      [
        `(?:支払い?|振り?込み?)(?:期日|日|時期)?[^。、]{0,6}(?:延ば[しす]|延期|遅ら[せす]|遅れる|先送り|先延ば|留保|保留|見合わせ|繰り?延べ|猶予|待っていただ|お待ちいただ)`,
        "(?:発売|発行|刊行|公開|放送|上映|掲載|販売開始|採用)(?:の|された|した)?(?:後|のち|とき|時点)に?、?[^。、]{0,6}(?:支払|払い|払う|振り?込)",
        "請求書[^。]{0,16}(?:遅れ|遅延|届かな|届きませ|間に合わな|未着|過ぎ)[^。]{0,12}(?:翌々?月|次回|次月|来月|繰り?越)[^。]{0,10}(?:支払|払い|払う|振り?込)",
        `${WAITED_FOR}[^。、]{0,10}(?:後|のち|次第|たら|してから|てから|まで|ない間|ないとき|ない場合|なければ)[^。]{0,20}(?:支払|払い|払う|振り?込)`,
        `(?:支払い?|振り?込み?|払い)[^。、]{0,4}は?、?(?:${BUYER}[がは])?${WAITED_FOR}` +
          "[^。、]{0,6}(?:後|のち|次第|たら|てから|以降)",
        `${WAITED_FOR}[^。、]{0,10}(?:遅れ|遅延|延び|滞|な[いか])[^。]{0,24}` +
          "(?:繰り?延べ|繰り?下げ|延ば|延期|順延|遅らせ|後ろ倒し|ずらし|お?待って|お待ち)",
      ].join("|"),
    ),
    unless: new RegExp(
      `${OWN_FAULT}|再委託|元委託|休業日|休日|土日|祝日|${SELLER}(?:から|より|の)(?:お?申し?出|ご?希望|ご?依頼|ご?都合)` +
        `|(?:延ば|延期|遅ら|遅れ|先送り|先延ば|留保|保留|見合わせ|繰り?延べ|待)[^。、]{0,10}${NOT}|検査|前払|着手金|貸し?付`,
    ),
  },
  {
    id: "forced-purchase",
    summary: "Whoever delivers is not made to buy or use something (購入・利用強制).",
    does: "makes whoever delivers buy or use something",
    basis: articles("4条1項6号", "5条1項6号", "5条1項5号"),
    words: new RegExp(
      [
        `${BUYER}(?:の|が)?[^。、]{0,6}(?:指定|製品|商品|推奨)[^。]{0,24}(?:${TAKE}|利用)[^。、]{0,8}(?:${OBLIGED})`,
        `(?:を|は)(?:毎[月期年週]|年に?)?[0-9]+(?:冊|個|部|点|本|枚|口|台|着|足|箱|セット|ケース)` +
          "[^。、]{0,4}(?:ご?購入|お?買い(?:上げ|求め|取り?))" +
          "(?:して)?(?:いただ|もら|願い|する(?:もの|こと)と)",
        `${SELLER}は、?[^。]{0,24}${BUYER}の[^。、]{0,16}(?:ご?購入|お?買い(?:上げ|求め|取))[^。、]{0,2}(?:するもの|すること|しなければ|義務)`,
        `(?:受注|取り?引き?|発注|ご?契約|継続)[^。、]{0,6}条件[^。]{0,40}(?:${TAKE}|利用)`,
        `${BUYER}[^。]{0,30}(?:${TAKE})[^。、]{0,8}(?:${OBLIGED})[^。]{0,20}条件`,
        `(?:${SELLER}|執筆者|お取引先|協力会社)(?:は|には|へは)、?` +
          "(?:(?!材料|資材|部品|部材|必要|工具|保護具|機材|機械|設備|備品|業務)[^。]){0,30}" +
          `(?:購読|ご?購入|お?買い?(?:上げ|求め))[^。、]{0,2}(?:(?:して)?(?:いただきます|頂きます|もらいます)|願います|お願いし)`,
        `${BUYER}(?:の|が|[^。、はにでを]{1,8}の)[^。]{0,30}(?:${TAKE})[^。、]{0,8}` +
          `(?:ことが?[^。、]{0,8}(?:条件|前提)|なければ|義務|必須|(?:[てで])?(?:ください|下さい|いただきます|頂きます|もらいます|願います))`,
      ].join("|"),
    ),
    unless: new RegExp(
      [
        `任意|希望|強制|求め(?:ない|ません)|様式|書式|フォーム|システムにより|${BUYER}の負担|均質|品質|規格に|法令`,
        `(?:${TAKE}|利用)[^。、]{0,12}(?:必要はあり|必要はな|条件とし(?:ない|ません)|条件ではあり)|${BUYER}が(?:購入|買い)`,
      ].join("|"),
    ),
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
        `(?:保管|運搬|配送|廃棄|派遣|応援|手伝|立ち?会|清掃|陳列|棚卸|見本|試作)[^。]{0,24}(?:${FREE}(?!で?(?:貸|支給))|期限を定めず|無期限)`,
        `(?:${FREE}(?!で?(?:貸|支給))|期限を定めず|無期限)[^。]{0,16}(?:保管|運搬|配送|廃棄|派遣|応援|手伝|立ち?会|清掃|陳列|棚卸|見本|試作)`,
        `(?:荷[下降]ろし|棚入れ|棚卸|陳列|仕分け|値付け|清掃|廃棄|派遣|応援|手伝)[^。]{0,16}${SELLER}のご?負担`,
        `(?:投稿|宣伝|告知|紹介|受付|接客|説明|案内|手伝い?|イベント|行事|会議)[^。]{0,24}${FREE}|${FREE}[^。、]{0,10}(?:投稿|宣伝|受付|接客)`,
        `(?:著作権|知的財産権|特許|意匠|(?:使用|利用)権)[^。]{0,36}${FREE}[^。、]{0,12}(?:譲渡|移転|許諾|帰属|お譲り)`,
        `(?:著作権|知的財産権|特許|意匠|権利|所有権|納品物|成果物|著作物|作品|原稿|写真|図案|データ)[^。]{0,14}${FREE}[^。]{0,16}` +
          "(?:譲渡|移転|許諾|転用|二次[利使]用|使用|利用|改変|複製)",
        "(?:決算|販売|催事|協力|協賛)[^。]{0,10}(?:金銭|協力金|協賛金|寄付|一時金)[^。、]{0,6}(?:の)?(?:提供|拠出|負担|お願い)",
      ].join("|"),
    ),
    unless: new RegExp(`${NOT}|${BUYER}(?:は|が(?!お?(?:預け|貸|支給))|から|で|にて|の負担)|${OWN_FAULT}|有償`),
  },
  {
    id: "retaliation",
    summary: "Nobody is treated worse for telling an authority (報復措置).",
    does: "treats whoever tells an authority worse",
    basis: articles("4条1項7号", "5条1項7号", "6条3項"),
    words: new RegExp(
      "(?:公正取引委員会|公取委|中小企業庁|厚生労働省|労働局|行政(?:機関|庁)?|官公?庁|役所|当局|国)[^。]{0,16}" +
        "(?:申告|申し?出|通報|相談|知らせ|訴え|届け出|情報提供)[^。]{0,30}" +
        "(?:取りやめ|取り止め|やめ|停止|打ち?切|減らし|お?断り|控え|解除|解約|見送|(?:取引|発注|お願い)[^。、]{0,6}(?:しない|しません|いたしません|致しません))",
    ),
    unless:
      /ことは(?:な|ありません|ございません)|不利益[^。]{0,12}(?:ない|ません)|を理由(?:に|として)[^。]{0,30}(?:ない|ません)/,
  },
];

const UNPAID = new RegExp(FREE, "g");

/** A sentence that is about the one before it: 費用は支払いません. */
const OF_IT = new RegExp(`^[\\s　]*(?:その|この|これに?|なお)?[^。、]{0,6}${NOT_PAID.source}`);

/** The rules of all such terms. */
export const forbiddenTerms: readonly Rule[] = TERMS.map(forbiddenTerm);

function forbiddenTerm({ id, summary, does, basis, words, unless, always }: ForbiddenTerm): Rule {
  const mayForbid = new RegExp(`${words.source}|${NOT_PAID.source}`);
  const isForbidden = (clause: string) => {
    // 保管料なしで denies no demand.
    const plain = clause.replace(UNPAID, "無償");
    if (DENIED.test(plain)) return false;
    return (words.test(plain) && !unless.test(plain)) || always?.test(plain) === true;
  };
  return defineRule({
    meta: {
      ...{ id, summary, basis, severity: "error" },
      messages: {
        forbidden: { what: `"{text}" ${does}`, why: "It is forbidden, even where it was agreed." },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      for (const { text, span, path } of drawnSentences(form, mayForbid)) {
        const clauses = narrow(text).split("。");
        const clause = clauses.find((one, at) => {
          if (isForbidden(one) || isForbidden(one.replace(NOT_PAID, "無償"))) return true;
          // The next sentence may say that nothing is paid for it.
          const next = clauses[at + 1] ?? "";
          return OF_IT.test(next) && isForbidden(`${one}、${next.replace(NOT_PAID, "無償")}`);
        });
        if (clause === undefined) continue;
        const values = { text: quoted(clause, words) };
        report({ message: "forbidden", span, values, ...(typeof path === "string" ? { path } : {}) });
      }
    },
  });
}
