// What an examiner looks for on each sort of paper, by the roles that name it. This table is read from the laws and
// never from the rules: it decides which mutants of a form are breaches.

/** An item that a form must show. */
export interface LawItem {
  /** 登録番号 */
  readonly item: string;
  /** Any of them shows it: a day of supply, or its period. */
  readonly roles: readonly string[];
  /** Every field and let with the role is required by itself: each rate, each deduction. */
  readonly isEach?: true;
}

const one = (item: string, ...roles: readonly string[]): LawItem => ({ item, roles });
const each = (item: string, role: string): LawItem => ({ item, roles: [role], isEach: true });

const ISSUER = one("発行者の名称", "issuer.name");
const NUMBER = one("登録番号", "issuer.registrationNumber");
const SUPPLIED = one("取引年月日", "transaction.date", "transaction.period", "line.date");
const WHAT = one("取引の内容", "line.description");
const RECIPIENT = one("交付を受ける者の名称", "recipient.name");

export const LAW_ITEMS: Readonly<Record<string, readonly LawItem[]>> = {
  // A form of one rate may show its totals once.
  "jp.qualified-invoice": [
    ...[ISSUER, NUMBER, SUPPLIED, WHAT, RECIPIENT],
    each("税率ごとの合計", "tax.base"),
    each("税率ごとの消費税額", "tax.amount"),
  ],
  "jp.nonregistered-invoice": [ISSUER, SUPPLIED, WHAT, RECIPIENT, one("税込合計", "totals.gross")],
  "jp.simplified-invoice": [ISSUER, NUMBER, SUPPLIED, WHAT, each("税率ごとの合計", "tax.base")],
  "jp.return-invoice": [
    ...[ISSUER, NUMBER, WHAT],
    one("返還年月日", "transaction.date", "document.issueDate"),
    one("元の取引年月日", "transaction.originalDate"),
    each("税率ごとの返還額", "tax.base"),
  ],
  "jp.self-billing": [
    ...[ISSUER, RECIPIENT, SUPPLIED, WHAT],
    one("相手方の登録番号", "recipient.registrationNumber"),
    one("相手方の確認", "recipient.confirmation"),
    each("税率ごとの合計", "tax.base"),
    each("税率ごとの消費税額", "tax.amount"),
  ],
  "jp.receipt": [
    ...[ISSUER, RECIPIENT],
    one("領収日", "receipt.date"),
    one("領収金額", "receipt.amount"),
    one("但書", "receipt.purpose"),
  ],
  "jp.quotation": [
    ...[ISSUER, RECIPIENT, WHAT],
    one("見積日", "document.issueDate"),
    one("見積番号", "document.number"),
    one("有効期限", "document.validUntil"),
  ],
  "jp.delivery-note": [
    ...[ISSUER, RECIPIENT, WHAT],
    one("納品番号", "delivery.number", "document.number"),
    one("納品日", "delivery.date", "document.issueDate"),
    one("数量", "line.quantity"),
  ],
  "jp.order": [
    ...[ISSUER, RECIPIENT],
    one("委託日", "order.date"),
    one("給付の内容", "order.content", "line.description"),
    one("受領期日", "order.deliveryDate"),
    one("受領場所", "order.deliveryPlace"),
    one("代金の額", "order.amount", "totals.gross", "totals.net"),
    one("支払期日", "payment.dueDate"),
    one("検査完了期日", "order.inspectionDate"),
  ],
  "jp.payslip": [
    one("支払者", "issuer.name"),
    one("受給者", "payslip.employee"),
    each("支給額", "payslip.earnings"),
    each("控除額", "payslip.deductions"),
    one("差引支給額", "payslip.net"),
    one("振込額", "payslip.transferred"),
  ],
  "jp.labor-terms": [
    one("使用者", "issuer.name"),
    one("労働者", "recipient.name"),
    one("契約期間", "labor.term"),
    one("更新", "labor.renewal"),
    one("就業場所", "labor.place"),
    one("業務", "labor.duties"),
    one("労働時間", "labor.hours"),
    one("休日", "labor.holidays"),
    one("賃金", "labor.wages"),
    one("退職", "labor.retirement"),
    one("昇給・賞与・退職手当", "labor.partTime"),
  ],
  "jp.wage-ledger": [
    one("氏名", "worker.name"),
    one("性別", "worker.sex"),
    one("賃金計算期間", "payslip.period"),
    one("労働日数", "work.days"),
    one("労働時間数", "work.hours"),
    one("延長時間数", "work.overtimeHours"),
    one("休日労働時間数", "work.dayOffHours"),
    one("深夜労働時間数", "work.nightHours"),
    each("賃金の種類ごとの額", "payslip.earnings"),
    each("控除額", "payslip.deductions"),
  ],
  "jp.worker-roster": [
    one("氏名", "worker.name"),
    one("生年月日", "worker.birthDate"),
    one("履歴", "worker.history"),
    one("性別", "worker.sex"),
    one("住所", "worker.address"),
    one("従事する業務の種類", "worker.duties"),
    one("雇入の年月日", "worker.hireDate"),
  ],
  "jp.leave-ledger": [
    one("氏名", "worker.name"),
    one("基準日", "leave.baseDate"),
    one("時季", "leave.taken"),
    one("日数", "leave.daysTaken"),
  ],
  // What the worker did not ask for is left out, so no other item is missing by itself.
  "jp.retirement-certificate": [one("労働者の氏名", "worker.name"), one("使用者", "issuer.name")],
  "jp.inspection-report": [
    ...[ISSUER],
    one("報告書番号", "document.number"),
    one("検査日", "inspection.date"),
    one("品名", "inspection.product"),
    one("検査項目", "inspection.item"),
    one("項目の判定", "inspection.itemResult"),
    one("総合判定", "inspection.verdict"),
    one("承認者", "inspection.approver"),
  ],
};

/** Roles of sums of money that a reader adds up or computes again. */
export const FIGURE_ROLES: ReadonlySet<string> = new Set([
  ...["line.amount", "tax.base", "tax.amount", "totals.net", "totals.tax", "totals.gross", "totals.due"],
  ...["payslip.earnings", "payslip.deductions", "payslip.net", "receipt.amount"],
]);
