// What the labels of Japanese forms mean: the roles whose values may stand beside each of them.
import type { FormSource, FormTextPart } from "../../../../core/sdk/index.ts";
import { STAFF_TABLE } from "./staff-labels.ts";

/** What a label says. */
export interface LabelMeaning {
  /** Roles that it may tell; none: it tells something that no role names, such as hours of work. */
  readonly roles: ReadonlySet<string>;
  /** 税込 or 税抜 behind its words. */
  readonly tax: "with" | "without" | null;
}

const TOTALS = "totals.net totals.gross totals.due totals.carried tax.base order.amount receipt.amount line.amount";
const DEALT = "transaction.date transaction.period line.date delivery.date document.issueDate";
const SUMS = "tax.amount totals.tax payslip.earnings payslip.deductions payslip.net line.unitPrice totals.withholding";
const THINGS =
  "line.description order.content inspection.product inspection.item receipt.purpose document.subject labor.duties";
const ISSUED = "document.issueDate transaction.date receipt.date order.date delivery.date inspection.date";

/** Each line: words, separated by spaces, then the roles. Of several lines with one word all roles count. */
const TABLE = `
登録番号 適格請求書発行事業者登録番号 適格請求書発行事業者番号 インボイス番号 インボイス登録番号 = issuer.registrationNumber recipient.registrationNumber
事業者登録番号 適格登録番号 T番号 仕入先登録番号 支払先登録番号 相手方登録番号 貴社登録番号 = issuer.registrationNumber recipient.registrationNumber
当社登録番号 弊社登録番号 当店登録番号 当方登録番号 = issuer.registrationNumber
取引先登録番号 = issuer.registrationNumber recipient.registrationNumber
請求番号 請求書番号 請求No 請求書No 伝票番号 書類番号 管理番号 整理番号 文書番号 = document.number delivery.number order.number document.original
見積番号 見積書番号 見積No 発注番号 注文番号 注文No 発注No 注文書番号 発注書番号 = document.number delivery.number order.number document.original
納品書番号 納品書No 納品番号 納品No 出荷番号 通知書番号 通知番号 明細書番号 = document.number delivery.number order.number document.original
支払番号 成績書番号 報告書番号 成績書No 報告書No 検査番号 管理No 返還番号 = document.number delivery.number order.number document.original
領収書番号 領収証番号 オーダー番号 No 番号 = document.number delivery.number order.number document.original
発行日 発行年月日 作成日 作成年月日 請求日 請求年月日 請求書発行日 見積日 見積年月日 見積書発行日 = ${ISSUED}
発注日 注文日 発注年月日 注文年月日 委託日 委託年月日 = order.date document.issueDate transaction.date
取引日 取引年月日 = ${DEALT} receipt.date transaction.originalDate
売上日 利用日 = ${DEALT} receipt.date transaction.originalDate
納品日 納品年月日 納入日 納入年月日 届け日 = delivery.date transaction.date line.date document.issueDate order.deliveryDate
納期 納入期日 納入期限 納品期日 納品期限 受領期日 希望納期 = order.deliveryDate delivery.date
返還を行う年月日 返還年月日 返還日 返品日 値引日 返品・値引日 返品年月日 割戻日 = transaction.date document.issueDate
当初取引の年月 当初取引年月日 元の取引年月日 売上年月日 対象取引年月 元取引日 = transaction.originalDate transaction.date
対象となる取引 対象取引 元の取引 元取引 当初の取引 当初取引 基となった取引 返品対象取引 = transaction.originalDate
預り 預かり 預り金 預かり金 釣り 釣 釣銭 釣り銭 =
法人番号 = issuer.corporateNumber recipient.corporateNumber
支払者 使用者 雇用主 事業主 会社名 事業場の名称 事業所名 使用者職氏名 売主 販売者 委託者 注文者 = issuer.name issuer.person issuer.address
受給者 労働者 従業員 社員名 被用者 買主 受託者 受注者 = recipient.name payslip.employee recipient.address
支給合計 総支給額 支給額合計 支給額計 支給計 総支給金額 = payslip.earnings totals.gross totals.net
控除合計 控除額合計 総控除額 控除額計 控除計 控除合計額 = payslip.deductions totals.net totals.gross
検査員 検査者 検査担当 検査担当者 測定者 試験者 = inspection.inspector
領収日 領収年月日 受領日 入金日 = receipt.date transaction.date document.issueDate
検査年月日 検査日 測定日 試験日 検査実施日 = inspection.date document.issueDate
検査完了期日 検収期日 検査完了予定日 検収完了日 検査期限 検収完了期日 = order.inspectionDate
支払期日 支払期限 振込期限 支払日 入金期日 振込期日 支払予定日 = payment.dueDate payslip.payDate labor.wages
支払期間 = payment.dueDate payslip.period
支給日 給与支給日 支給年月日 = payslip.payDate
支払方法 支払条件 決済方法 = payment.method
支払先 振込先 振込口座 振込先口座 取引銀行 = payment.account
有効期限 見積有効期限 見積書有効期限 = document.validUntil
対象期間 取引期間 利用期間 請求対象期間 請求期間 締切期間 = transaction.period transaction.date payslip.period transaction.originalDate
支給対象期間 給与計算期間 対象月 = transaction.period transaction.date payslip.period transaction.originalDate
納入場所 納品場所 受渡場所 受領場所 納品先 届け先 納入場所・方法 = order.deliveryPlace recipient.name recipient.address
小計 税抜合計 税抜金額計 本体価格 税抜小計 税抜金額 = totals.net tax.base line.amount order.amount payslip.earnings payslip.deductions
消費税 消費税額 消費税等 消費税額等 消費税及び地方消費税 内消費税 うち消費税等 うち消費税額等 = totals.tax tax.amount
合計 総合計 合計金額 総額 会計 = ${TOTALS} payslip.earnings payslip.deductions payslip.net
税込合計 税込金額 = totals.gross totals.due tax.base order.amount receipt.amount line.amount
請求額 請求金額 支払金額 支払合計 今回請求額 今回請求金額 支払額 差引請求額 = ${TOTALS} payslip.net
見積金額 見積合計 見積額 = ${TOTALS}
発注金額合計 発注金額 注文金額 発注合計 注文金額合計 = ${TOTALS}
返還金額合計 返還金額 返還合計 返品金額計 = ${TOTALS}
領収金額 = receipt.amount totals.gross totals.due
報酬の額 報酬額 委託料 業務委託料 代金の額 = ${TOTALS}
品名 商品名 品目 摘要 = ${THINGS}
内容 件名 名称 = ${THINGS}
工事内容 = ${THINGS}
商品 = ${THINGS}
数量 個数 員数 = line.quantity inspection.lotSize inspection.sampleSize
単価 税抜単価 = line.unitPrice
単位 = line.unit
金額 税抜金額 = ${TOTALS} ${SUMS}
価額 = ${TOTALS} ${SUMS}
税率 適用税率 消費税率 税区分 = line.taxRate tax.rate
宛先 仕入先 支払先 客様名 得意先 発注先 = recipient.name recipient.address recipient.code
発行者 作成者 納入者 請求者 発行元 製造者 製造元 製造会社 = issuer.name issuer.person issuer.address
委託業務の内容 委託内容 業務の内容 給付の内容 = order.content line.description labor.duties
仕様 規格 型番 図番 = inspection.spec inspection.product line.description
図面番号 品番 型式 = inspection.product line.description
規格値 公差 基準値 許容値 仕様値 図面寸法 規格寸法 下限 上限 下限値 上限値 規格下限 規格上限 = inspection.spec
上限 = labor.renewal
備考 特記事項 =
貴注文番号 注文書番号 = order.number document.number
基本給 基本給与 本給 時間外手当 残業手当 時間外勤務手当 超過勤務手当 時間外労働手当 通勤手当 通勤費 交通費 通勤交通費 = payslip.earnings
健康保険料 健康保険 健保 健保料 厚生年金保険料 厚生年金 厚年 厚生年金保険 雇用保険料 雇用保険 雇保 住民税 市町村民税 市県民税 特別徴収住民税 = payslip.deductions
所得税 源泉所得税 源泉徴収税額 所得税額 源泉徴収税 = payslip.deductions totals.withholding
差引支給額 差引支給金額 手取額 差引額 = payslip.net
銀行振込額 振込額 口座振込額 振込支給額 = payslip.transferred
出勤日数 勤務日数 労働日数 就業日数 有給日数 欠勤日数 =
労働時間数 総労働時間 実働時間 時間外時間 残業時間 =
契約期間 雇用期間 労働契約の期間 雇用契約期間 = labor.term
更新の有無 契約の更新 契約更新の有無 更新の有無及び判断基準 更新上限 更新上限の有無 更新回数の上限 契約更新の上限 通算契約期間の上限 = labor.renewal
就業の場所 就業場所 勤務地 勤務場所 就労場所 = labor.place
従事すべき業務 従事すべき業務の内容 職務内容 仕事の内容 担当業務 = labor.duties
業務内容 仕事の内容 = labor.duties order.content line.description
始業・終業の時刻 勤務時間 就業時間 労働時間 始業及び終業の時刻 所定労働時間 就業時間・休憩 休憩時間 休憩 所定時間外労働 時間外労働 所定外労働 時間外勤務 所定時間外労働の有無 残業 超過勤務 = labor.hours
休日 休日・休暇 休日及び休暇 休日休暇 所定休日 定休日 休暇 年次有給休暇 有給休暇 休暇等 = labor.holidays
基本給 基本給与 本給 月給 月額賃金 月額給与 俸給 給与月額 賃金月額 = labor.wages
月給 = payslip.earnings
支払方法 支払条件 支払日 通勤手当 通勤費 交通費 通勤交通費 時間外手当 残業手当 時間外勤務手当 超過勤務手当 時間外労働手当 = labor.wages
賃金 給与 賃金等 給料 基本賃金 賃金の締切・支払 締切日及び支払日 賃金締切日・支払日 締日・支払日 = labor.wages
退職に関する事項 退職 退職・解雇 退職に関すること 離職に関する事項 解雇の事由 解雇 解雇事由 解雇に関する事項 解雇の事由及び手続 = labor.retirement
昇給・賞与・退職手当 昇給・賞与・退職手当の有無 昇給、賞与及び退職手当 昇給／賞与／退職手当 相談窓口 雇用管理に関する相談窓口 雇用管理の改善等に関する相談窓口 = labor.partTime labor.wages
品名・図番 製品名 部品名 対象品 検査対象 = inspection.product line.description
ロットNo ロット番号 製造ロット LotNo ロット = inspection.lot inspection.lotSize
抜取数 抜取り数 試料数 サンプル数 測定数 = inspection.sampleSize
使用測定器 測定器 測定器具 測定機器 検査機器 計測器 = inspection.instrument
検査項目 測定項目 試験項目 = inspection.item
測定値 実測値 測定結果 検査結果値 測定データ 実測 = inspection.value
判定 合否 判定結果 合否判定 = inspection.itemResult inspection.verdict
総合判定 総合評価 最終判定 総合結果 = inspection.verdict
承認 承認者 承認印 品質保証責任者 = inspection.approver
電話 電話番号 TEL Tel = issuer.tel recipient.tel
住所 所在地 = issuer.address recipient.address
`;

const MEANINGS: ReadonlyMap<string, ReadonlySet<string>> = meaningsOf(`${TABLE}${STAFF_TABLE}`);

function meaningsOf(table: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  for (const line of table.split("\n").filter((one) => one.trim() !== "")) {
    const [words = "", roles = ""] = line.split("=");
    for (const word of words.trim().split(" ")) {
      const known = found.get(word) ?? new Set();
      for (const role of roles
        .trim()
        .split(" ")
        .filter((one) => one !== ""))
        known.add(role);
      found.set(word, known);
    }
  }
  return found;
}

/** Roles that some label tells: of others nobody can say that a label is wrong. */
export const TOLD_ROLES: ReadonlySet<string> = new Set([...MEANINGS.values()].flatMap((roles) => [...roles]));

const AROUND = /^[\s　【［[（(■□●○◆◇・※]*(?:(?:第?\d+|[①-⑳])[.．、)）条項\s　]*)?|[\s　】］\]：:.．…]+$/g;
const BRACKETS = /[（(［[][^）)］\]]*[）)］\]]?/g;
const POLITE = /^(?:ご|お|御|貴)(?=.)/;

/** The heading of an article stands in brackets: 第3条（就業の場所） */
const ARTICLE =
  /^[\s　]*(?:第[0-9０-９一二三四五六七八九十]+[条項]|[0-9０-９]+[.．、条]?)[\s　]*[（(【「]([^）)】」]+)[）)】」][\s　]*$/;

function rolesOf(bare: string): ReadonlySet<string> | null {
  return (
    wordsOf(bare) ??
    wordsOf(bare.replace(IN_ENGLISH_TOO, "")) ??
    MEANINGS.get(ENGLISH.get(bare.toLowerCase()) ?? "") ??
    null
  );
}

/** 数量Qty, 単価/UnitPrice: the same once more for readers of English. No. and ID make another word of what they follow. */
const IN_ENGLISH_TOO =
  /(?<=[ぁ-んァ-ヶー一-龠])[/／|・,、:：-]*(?!(?:No|ID|CD|Code|TEL|FAX)\.?$)[A-Za-z][A-Za-z.,'’&/()-]*$/i;

/** English labels, without blanks and in small letters, and the Japanese ones that they stand for. */
const ENGLISH: ReadonlyMap<string, string> = new Map(
  Object.entries({
    数量: "quantity qty",
    単価: "unitprice",
    単位: "unit",
    発行日: "dateofissue issuedate invoicedate",
    支払期限: "duedate paymentdue paymentduedate",
    納品日: "deliverydate",
    小計: "subtotal sub-total",
    消費税: "tax consumptiontax vat",
    税率: "taxrate",
    品名: "description item product",
    請求書番号: "invoiceno invoicenumber",
    登録番号: "registrationno registrationnumber",
    支給日: "paydate payday",
    ロット: "lot lotno lotnumber",
    判定: "judgement judgment result",
    測定値: "measuredvalue measured",
    規格: "specification spec",
    検査員: "inspector inspectedby",
    承認: "approvedby",
  }).flatMap(([label, words]) => words.split(" ").map((word) => [word, label] as const)),
);

function wordsOf(bare: string): ReadonlySet<string> | null {
  return (
    MEANINGS.get(bare) ??
    MEANINGS.get(bare.replace(NUMBERED, "")) ??
    MEANINGS.get(bare.replace(POLITE, "")) ??
    MEANINGS.get(bare.replace(OF_IT, "")) ??
    DAYS_IN_WORDS.find(([words]) => words.test(bare))?.[1] ??
    null
  );
}

/** Labels of days that say in words of their own what was or is done then: 納めていただく日, もとの売上の日. */
const DAYS_IN_WORDS: readonly (readonly [words: RegExp, roles: ReadonlySet<string>])[] = [
  [/^(?:もと|元々?|当初|最初|はじめ)の.{1,8}日付?$/, new Set(["transaction.originalDate"])],
  [
    /^(?:返金|返品|返還|値引き?|お?返し|お?戻し)を?(?:した|する|の)日付?$/,
    new Set(["transaction.date", "document.issueDate"]),
  ],
  [
    /^(?:納め|届け|持ち込|引き?渡)[^検払]{1,8}日$/,
    new Set(["delivery.date", "order.deliveryDate", "transaction.date", "line.date"]),
  ],
  [
    /^検[査収]を?(?:終え|終わ|完了|済ま|し|す|行).{0,6}日$/,
    new Set(["order.inspectionDate", "inspection.date", "document.issueDate"]),
  ],
  [
    /^(?:代金を?)?(?:支払|お?支払い|払|振り?込)(?:う|を?する|んで|って|いた).{0,6}日$/,
    new Set(["payment.dueDate", "payslip.payDate", "receipt.date", "labor.wages"]),
  ],
];

/** 測定値1, 測定値② */
const NUMBERED = /(?<=値|結果|データ|実測)[0-9０-９①-⑳]+$/;
/** うち消費税額等, 内消費税等 */
const OF_IT = /^(?:うち|内)/;

/** Letters that may stand before the label of a value in the middle of a text. */
const EDGE = /[\s　、。：:（(［[／/・｜|【のをにはがでと％%円]$/;
const CURRENCY = /[\s　¥￥：:はがを金約計]*[（(]?[¥￥]?[\s　]*$/;
const INNER_LETTERS_MAX = 16;

/** What the words right before a value say of it: 消費税額等 in `10%対象 9,800円 消費税額等 980円`. */
export function meaningBefore(before: string): { readonly label: string; readonly meaning: LabelMeaning } | null {
  const words = before.replace(CURRENCY, "");
  for (let length = Math.min(INNER_LETTERS_MAX, words.length); length >= 2; length -= 1) {
    const label = words.slice(words.length - length);
    // "Registration No." is no number of a document.
    if (/^[A-Za-z]/.test(label)) continue;
    if (length < words.length && !EDGE.test(words.slice(0, words.length - length))) continue;
    const meaning = meaningOfLabel(label);
    if (meaning !== null) return { label: label.trim(), meaning };
  }
  return null;
}

const DAYS_OF_SUPPLY = new Set(DEALT.split(" ").concat("order.deliveryDate", "transaction.originalDate"));
/** What follows a day in a sentence, and what days it may be. */
const SENTENCES: readonly (readonly [behind: RegExp, roles: ReadonlySet<string>])[] = [
  [/^までに?、?[^。]{0,16}(?:振り?込|支払|入金|送金)/, new Set(["payment.dueDate", "payslip.payDate"])],
  [/^に、?(?:お|ご)?(?:振り?込|支払|入金|送金)/, new Set(["payment.dueDate", "payslip.payDate"])],
  [/^(?:付け?で|に)、?[^。、]{0,4}(?:完了し|納品し|納入し|実施し|提供し|施工し|引き?渡し|出荷し|役務)/, DAYS_OF_SUPPLY],
  [/^まで、?(?:を)?(?:有効|とさせ)/, new Set(["document.validUntil"])],
];
const DAYS: ReadonlySet<string> = new Set([
  ...["payment.dueDate", "payslip.payDate", "document.validUntil", "transaction.date", "delivery.date"],
  ...["document.issueDate", "order.date", "order.deliveryDate", "order.inspectionDate", "receipt.date"],
]);

/** What the words right behind a value say of it: （以下「使用者」という。）, までにお振り込みください. */
export function meaningBehind(
  behind: string,
  role: string,
): { readonly label: string; readonly meaning: LabelMeaning } | null {
  const [, name] = /^[\s　]*[（(]以下[、,]?[「『]([^」』]{1,12})[」』]/.exec(behind) ?? [];
  const named = name === undefined ? null : meaningOfLabel(name);
  if (name !== undefined && named !== null) return { label: name, meaning: named };
  if (!DAYS.has(role)) return null;
  const found = SENTENCES.find(([words]) => words.test(behind));
  if (found === undefined) return null;
  return { label: behind.trim().slice(0, 16), meaning: { roles: found[1], tax: null } };
}

/** Who sells and buys, where the form is the buyer's: an order, or a statement of purchases. */
const OF_BUYER: ReadonlyMap<string, string> = new Map([
  ["売主", "仕入先"],
  ["売り主", "仕入先"],
  ["販売者", "仕入先"],
  ["買主", "作成者"],
  ["買い主", "作成者"],
  ["購入者", "作成者"],
]);
const BUYERS_ROLES: ReadonlySet<string> = new Set([
  ...["recipient.registrationNumber", "recipient.confirmation", "order.content", "order.amount", "order.deliveryDate"],
]);

function isBuyersTitle(part: FormTextPart): boolean {
  return part.kind === "fixed" && /仕\s*入\s*明\s*細|支\s*払\s*(?:明\s*細|通\s*知)|発\s*注|注\s*文/.test(part.text);
}

/** What a label says on a form: 売主 is who issues an invoice, and who receives an order. */
export function meaningOnForm({ declarations, elements }: FormSource, label: string): LabelMeaning | null {
  const other = OF_BUYER.get(label.replaceAll(/[\s　：:【】■□●・]|（[^）]*）/g, ""));
  if (other === undefined) return meaningOfLabel(label);
  const isOfBuyer =
    [...declarations, ...elements].some(({ role }) => role !== null && BUYERS_ROLES.has(role)) ||
    elements.some(
      ({ role, texts }) => role === "document.title" && texts.some(({ parts }) => parts.some(isBuyersTitle)),
    );
  return meaningOfLabel(isOfBuyer ? other : label);
}

/** What a label says; null for words that are no known label. */
export function meaningOfLabel(label: string): LabelMeaning | null {
  // Sentences are no labels; most texts of a form are told by their length.
  if (label.length > 32) return null;
  const tax = /税込|内税/.test(label) ? "with" : /税抜|税別/.test(label) ? "without" : null;
  const bare = (ARTICLE.exec(label)?.[1] ?? label)
    .replaceAll(BRACKETS, "")
    .replaceAll(AROUND, "")
    .replaceAll(/[\s　]/g, "");
  // 小計（税込） comes before what is withheld, and is the total with tax.
  const roles = rolesOf(tax === "with" && /^(?:御|ご)?小計$/.test(bare) ? "税込合計" : bare);
  return roles === null ? null : { roles, tax };
}
