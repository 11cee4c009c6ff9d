// What the labels of wage ledgers, rosters and other books of a staff mean. A line is words, separated by spaces, and
// then the roles whose values may stand beside them.

const PEOPLE =
  "worker.name payslip.employee recipient.name recipient.person issuer.name issuer.person issuer.representative " +
  "recipient.address issuer.address inspection.inspector inspection.reviewer inspection.approver";
const DUTIES = "worker.duties labor.duties line.description order.content";
const HIRED = "worker.hireDate worker.employment labor.term";

/** Each label without blanks and brackets. */
export const STAFF_TABLE = `
氏名 名前 労働者氏名 労働者の氏名 従業員氏名 社員氏名 従業員名 = ${PEOPLE}
労働者 従業員 社員名 被用者 受給者 = worker.name
労働者名 労働者の名前 本人氏名 = worker.name payslip.employee recipient.name
性別 男女の別 = worker.sex
生年月日 = worker.birthDate
住所 = worker.address
現住所 居住地 = worker.address recipient.address issuer.address
履歴 経歴 職歴 略歴 学歴・職歴 履歴事項 最終学歴・職歴 = worker.history
従事する業務の種類 従事する業務 従事業務 業務の種類 職種 担当職務 = ${DUTIES}
業務 担当業務 職務内容 職務 業務内容 = ${DUTIES} labor.duties
雇入の年月日 雇入れの年月日 雇入年月日 雇入れ年月日 雇入日 雇入れ日 雇用年月日 雇用開始日 = ${HIRED}
入社日 入社年月日 採用日 採用年月日 = ${HIRED}
退職の年月日 退職年月日 退職日 離職日 離職年月日 退社日 退社年月日 = worker.leaveDate worker.employment labor.retirement
退職の事由 退職事由 退職理由 退職の理由 離職理由 退職・解雇の事由 = worker.leaveReason worker.dismissalReason labor.retirement
解雇の理由 解雇理由 = worker.dismissalReason worker.leaveReason labor.retirement
死亡の年月日 死亡年月日 死亡日 = worker.deathDate
死亡の原因 死亡原因 死因 = worker.deathCause
使用期間 在職期間 在籍期間 勤続期間 勤務期間 = worker.employment labor.term
雇用期間 = worker.employment
その事業における地位 事業における地位 地位 役職 職位 職名 役職名 = worker.position issuer.person issuer.representative ${PEOPLE}
賃金計算期間 計算期間 賃金締切期間 = payslip.period transaction.period
賃金 賃金等 給料 = worker.wages payslip.earnings labor.wages
基本賃金 日給 時給 時間給 歩合給 日給額 時給額 = payslip.earnings labor.wages worker.wages
給与 賃金の額 賃金額 = worker.wages payslip.earnings labor.wages totals.gross
労働日数 出勤日数 勤務日数 就業日数 実働日数 稼働日数 = work.days
労働時間数 労働時間 総労働時間 総労働時間数 実労働時間 実働時間 実労働時間数 勤務時間 就業時間 = work.hours labor.hours
時間外労働時間数 時間外労働時間 時間外時間 時間外時間数 残業時間 残業時間数 早出残業時間 延長時間数 = work.overtimeHours labor.hours
時間外労働 所定外労働 所定時間外労働 所定時間外労働の有無 時間外勤務 残業 超過勤務 = work.overtimeHours labor.hours
休日労働時間数 休日労働時間 休日出勤時間 = work.dayOffHours labor.hours
休日労働 = work.dayOffHours labor.hours labor.holidays
深夜労働時間数 深夜労働時間 深夜時間 深夜時間数 深夜労働 = work.nightHours labor.hours
基準日 = leave.baseDate labor.holidays document.issueDate schedule.from transaction.date
対象期間 取得期間 = leave.baseDate
付与日 第一基準日 第二基準日 付与年月日 = leave.baseDate labor.holidays
付与日数 新規付与 新規付与日数 当年付与 当年付与日数 = leave.granted leave.carried labor.holidays
取得日数 使用日数 取得日数計 取得日数合計 = leave.daysTaken labor.holidays
残日数 残数 残 = leave.remaining leave.carried labor.holidays
繰越日数 前年度繰越 前年繰越 = leave.carried labor.holidays
時季 取得時季 取得年月日 取得した日 = leave.taken
`;

/** Every label of the table, bare. */
export const STAFF_LABELS: ReadonlySet<string> = new Set(
  STAFF_TABLE.trim()
    .split("\n")
    .flatMap((line) => (line.split("=")[0] ?? "").trim().split(" ")),
);
