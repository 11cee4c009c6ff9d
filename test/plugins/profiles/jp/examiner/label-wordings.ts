// How Japanese offices word the labels of forms: each line is one meaning. Written down from samples of the tax agency,
// model forms of ministries and usual stationery, before any rule was asked about them.

/** Wordings of one meaning, by the meaning's name. */
export const LABEL_WORDINGS: Readonly<Record<string, readonly string[]>> = wordings(`
registration: 登録番号 適格請求書発行事業者登録番号 インボイス登録番号 インボイス番号 事業者登録番号 適格登録番号 T番号
supplierRegistration: 仕入先登録番号 支払先登録番号 相手方登録番号 貴社登録番号 取引先登録番号
number: 請求番号 請求書番号 請求No. 請求書No. 伝票番号 書類番号 管理番号 整理番号 文書番号
quotationNumber: 見積番号 見積書番号 見積No. 御見積番号 お見積番号
orderNumber: 発注番号 注文番号 注文No. 発注No. 注文書番号 発注書番号 オーダー番号
deliveryNumber: 納品書番号 納品書No. 納品番号 納品No. 出荷番号
noticeNumber: 通知書番号 通知番号 明細書番号 支払番号
reportNumber: 成績書番号 報告書番号 成績書No. 報告書No. 検査番号 管理No.
issueDate: 発行日 請求日 請求年月日 発行年月日 作成日 作成年月日 請求書発行日
quotationDate: 見積日 見積年月日 お見積日 御見積日 見積書発行日
orderDate: 発注日 注文日 発注年月日 注文年月日 ご注文日 委託日
tradeDate: 取引日 取引年月日 お取引日 売上日 ご利用日 納品日
tradePeriod: 対象期間 取引期間 ご利用期間 請求対象期間 請求期間 締切期間
deliveryDate: 納品年月日 納品日 納入日 お届け日 納入年月日
deliveryDue: 納期 納入期日 納入期限 納品期日 受領期日 納品期限 希望納期
returnDate: 返還を行う年月日 返還年月日 返還日 返品日 値引日
originalDate: 当初取引の年月 当初取引年月日 元の取引年月日 売上年月日 対象取引年月
receiptDate: 領収日 領収年月日 受領日 入金日
inspectionDate: 検査年月日 検査日 測定日 試験日 検査実施日
inspectionDue: 検査完了期日 検収期日 検査完了予定日 検収完了日 検査期限
paymentDue: 支払期日 お支払期限 支払期限 お支払期日 支払日 お支払日 振込期限
paymentMethod: 支払方法 お支払方法 支払条件 お支払条件 決済方法
account: お振込先 振込先 振込口座 振込先口座 お支払先 取引銀行
validUntil: 有効期限 見積有効期限 お見積有効期限 有効期間
place: 納入場所 納品場所 受渡場所 受領場所 納品先 お届け先 納入場所・方法
net: 小計 税抜合計 税抜金額計 本体価格 税抜小計 商品代金計
tax: 消費税 消費税額 消費税等 消費税額等 消費税及び地方消費税
gross: 合計 総合計 合計金額 お会計 総額
withTax: 税込合計 税込金額
claimed: ご請求額 ご請求金額 請求金額 請求額 お支払金額 今回ご請求額 お支払合計
quoted: 御見積金額 お見積金額 見積金額 見積合計 御見積額
ordered: 発注金額合計 発注金額 注文金額 発注合計 注文金額合計
returned: 返還金額合計 返還金額 返還合計 返品金額計
fee: 報酬の額 報酬額 委託料 業務委託料 代金の額
description: 品名 商品名 品目 摘要 内容 件名 名称 工事内容
quantity: 数量 個数 数 員数
unit: 単位
unitPrice: 単価 税抜単価 価格
amount: 金額 税抜金額 価額
rate: 税率 適用税率 消費税率 税区分
recipient: 宛先 御中 仕入先 支払先 お客様名 納入先 得意先
issuer: 発行者 作成者 納入者 請求者 発行元 製造者 製造元 製造会社
work: 委託業務の内容 業務内容 委託内容 業務の内容 給付の内容
specification: 仕様 規格 型番 図番
theirOrder: 貴注文番号 御注文番号 貴発注番号 お客様注文番号
basePay: 基本給 基本給与 本給 月給
overtime: 時間外手当 残業手当 時間外勤務手当 超過勤務手当 時間外労働手当
commuting: 通勤手当 通勤費 交通費 通勤交通費
health: 健康保険料 健康保険 健保 健保料
pension: 厚生年金保険料 厚生年金 厚年 厚生年金保険
unemployment: 雇用保険料 雇用保険 雇保
incomeTax: 所得税 源泉所得税 源泉徴収税額 所得税額
residentTax: 住民税 市町村民税 市県民税 特別徴収住民税 地方税
netPay: 差引支給額 差引支給金額 手取額 支給額 お支払額 差引額
transferred: 銀行振込額 振込額 口座振込額 振込支給額 お振込額
worked: 出勤日数 勤務日数 労働日数 就業日数
hoursWorked: 労働時間 勤務時間 実働時間 労働時間数 総労働時間
payPeriod: 対象 支給対象期間 給与計算期間 対象期間 対象月
payDay: 支給日 支払日 給与支給日 支給年月日
term: 契約期間 雇用期間 労働契約の期間 雇用契約期間
renewal: 更新の有無 契約の更新 更新 契約更新の有無 更新について 更新の有無及び判断基準
renewalLimit: 更新上限 更新上限の有無 更新回数の上限 契約更新の上限 通算契約期間の上限
workplace: 就業の場所 就業場所 勤務地 勤務場所 就労場所
duties: 従事すべき業務 業務内容 従事すべき業務の内容 職務内容 仕事の内容 担当業務
hours: 始業・終業の時刻 勤務時間 就業時間 労働時間 始業及び終業の時刻 所定労働時間
breakTime: 休憩時間 休憩 休けい 休憩時間（途中）
overtimeWork: 所定時間外労働 時間外労働 残業 所定外労働 時間外勤務 所定時間外労働の有無
daysOff: 休日 休日・休暇 所定休日 定休日
leave: 休暇 年次有給休暇 有給休暇 休暇等
wages: 賃金 給与 賃金等 給料 基本賃金
payTerms: 賃金の締切・支払 締切日及び支払日 賃金締切日・支払日 締日・支払日 支払方法等
leaving: 退職に関する事項 退職 退職・解雇 退職に関すること 離職に関する事項
dismissal: 解雇の事由 解雇 解雇事由 解雇に関する事項 解雇の事由及び手続
partTime: 昇給・賞与・退職手当 昇給・賞与・退職手当の有無 昇給、賞与及び退職手当 昇給／賞与／退職手当
desk: 相談窓口 雇用管理の改善等に関する相談窓口 相談窓口（部署・氏名） 雇用管理に関する相談窓口
product: 品名・図番 品名 製品名 部品名 対象品 検査対象
lot: ロットNo. ロット番号 製造ロット ロット
sample: 抜取数 抜取り数 試料数 サンプル数 測定数
instrument: 使用測定器 測定器 測定器具 測定機器 検査機器 計測器
item: 検査項目 測定項目 項目 試験項目
value: 測定値 実測値 測定結果 検査結果値
result: 判定 合否 判定結果 合否判定
verdict: 総合判定 総合評価 最終判定 合否判定 総合結果
approver: 承認 承認者 承認印 品質保証責任者 責任者
`);

function wordings(table: string): Readonly<Record<string, readonly string[]>> {
  const lines = table.trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => {
      const [name = "", words = ""] = line.split(": ");
      return [name, words.split(" ").filter((word) => word !== "")];
    }),
  );
}

/** What stands behind the words of a label: 小計（税抜）, 発行日：. */
const BEHIND = /[（(：:].*$/;

/** Other wordings of a label, with what stands behind its words; none for a label of unknown meaning. */
export function otherWordings(label: string): readonly string[] {
  const behind = BEHIND.exec(label)?.[0] ?? "";
  const words = label.slice(0, label.length - behind.length).trim();
  // A wording of several meanings says less than one of a single meaning: the first meaning is taken.
  const group = Object.values(LABEL_WORDINGS).find((own) => own.includes(words));
  return (group ?? []).filter((word) => word !== words).map((word) => `${word}${behind}`);
}

/** The meanings that a label may have. */
export function meaningsOf(label: string): readonly string[] {
  const words = label.replace(BEHIND, "").trim();
  return Object.entries(LABEL_WORDINGS).flatMap(([name, own]) => (own.includes(words) ? [name] : []));
}
