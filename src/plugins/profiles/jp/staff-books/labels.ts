// The items that books of a staff share: their roles, the labels that they stand with, and what a content looks like.
import type { BookItem } from "./book-item.ts";

type Item = Pick<BookItem, "roles" | "labels" | "says">;

const KANJI = "[〇一二三四五六七八九十]";
/** 令和8年10月7日, and in vertical writing 令和八年十月七日. */
const DAY =
  /(?:\d|元)\s*[年/.-]\s*\d{1,2}\s*[月/.-]|[〇一二三四五六七八九十元]\s*年\s*[一二三四五六七八九十]{1,2}\s*月/;
const WORKER = "(?:労働者|従業員|社員|本人|被用者|対象者|被証明者)";

export const NAME: Item = {
  roles: ["worker.name", "payslip.employee", "recipient.name"],
  labels: new RegExp(`^(?:${WORKER}(?:の)?)?(?:氏名|名前|お名前|ご?氏名)$|^${WORKER}名?$`),
};

export const SEX: Item = {
  roles: ["worker.sex"],
  labels: /^(?:性別|男女(?:の)?別|性)$/,
  says: /^[男女]性?$|^(?:M|F|male|female)$|その他|無回答|回答しない|[男女]/i,
};

export const BIRTH_DATE: Item = {
  roles: ["worker.birthDate"],
  labels: /^(?:生年月日|誕生日|出生年月日)$/,
  says: DAY,
};

export const ADDRESS: Item = {
  roles: ["worker.address", "recipient.address"],
  labels: /^(?:現?住所|居住地|住所地|住所又は居所)$/,
};

export const HISTORY: Item = {
  roles: ["worker.history"],
  labels: /^(?:履歴|経歴|職歴|略歴|履歴事項|(?:最終)?学歴|(?:最終)?学歴[・及び、]*職歴|社内履歴|異動(?:歴|履歴))$/,
};

export const DUTIES: Item = {
  roles: ["worker.duties", "labor.duties"],
  labels:
    /^(?:従事(?:する|した|すべき)?業務(?:の(?:種類|内容))?|業務(?:の(?:種類|内容))?|業務内容|職種|担当(?:業務|職務)|職務(?:内容)?|仕事の内容)$/,
};

export const HIRE_DATE: Item = {
  roles: ["worker.hireDate"],
  labels: /^(?:雇入れ?の?(?:年月日|日)|雇用(?:年月日|開始日|開始年月日)|入社(?:年月)?日|採用(?:年月)?日)$/,
  says: DAY,
};

export const LEAVE_DATE: Item = {
  roles: ["worker.leaveDate"],
  labels:
    /^(?:(?:退職|離職|退社)(?:の)?(?:年月)?日(?:[・及び]+(?:その)?(?:事由|理由))?|(?:解雇|退職)(?:[・又は及び]*(?:退職|解雇))?の?年月日)$/,
  says: DAY,
};

export const LEAVE_REASON: Item = {
  roles: ["worker.leaveReason", "worker.dismissalReason"],
  labels:
    /^(?:(?:退職|離職|退社)(?:の)?(?:事由|理由|原因)|(?:退職|解雇)[・又は及び]*(?:解雇|退職)の?(?:事由|理由)|事由|退職の?年月日及び(?:その)?事由|退職年月日[・及び]*事由)$/,
};

export const DISMISSAL_REASON: Item = {
  roles: ["worker.dismissalReason"],
  labels: /^(?:解雇の?(?:理由|事由)|(?:その)?理由|解雇の場合の?(?:その)?理由|具体的(?:な)?理由)$/,
};

export const DEATH_DATE: Item = {
  roles: ["worker.deathDate"],
  labels: /^死亡(?:の)?(?:年月)?日(?:及び(?:その)?原因|[・]原因)?$/,
  says: DAY,
};

export const DEATH_CAUSE: Item = {
  roles: ["worker.deathCause"],
  labels: /^(?:死亡(?:の)?原因|死因|死亡(?:の)?年月日及び(?:その)?原因|死亡年月日[・]原因|原因)$/,
};

export const BASE_DATE: Item = {
  roles: ["leave.baseDate"],
  labels: /^(?:第[一二12])?基準日$|^(?:年次有給休暇|有給休暇|年休|有休)?(?:の)?(?:付与(?:基準)?(?:年月)?日|基準日)$/,
  says: /\d{1,2}\s*[月/.-]\s*\d{1,2}/,
};

export const TAKEN: Item = {
  roles: ["leave.taken"],
  labels:
    /^(?:時季|取得時季|(?:(?:年次)?有給休暇|年休|有休|休暇)?(?:を|の)?(?:取得|使用|消化)(?:した)?(?:年月)?日(?:付)?|休暇(?:年月)?日|取得期間|与えた日)$/,
  says: /\d{1,2}\s*[月/.-]\s*\d{1,2}|\d{1,2}日/,
};

export const DAYS_TAKEN: Item = {
  roles: ["leave.daysTaken"],
  labels:
    /^(?:日数|(?:合計|(?:年次)?有給休暇|年休|有休)?の?(?:取得|使用|消化)(?:済み?|した)?日数(?:の?(?:合?計|累計))?|(?:取得|使用)(?:合?計|累計))$/,
  says: /\d/,
};

export const GRANTED: Item = {
  roles: ["leave.granted"],
  labels: /^(?:(?:年次)?有給休暇|年休|有休|今年度|当年度?|本年度?|新規)?(?:の)?付与日数(?:計)?$/,
  says: /\d/,
};

export const CARRIED: Item = {
  roles: ["leave.carried"],
  labels: /^(?:(?:前年度?(?:から|より)?の?)?繰り?越し?(?:日数|分)?|前年度?残(?:日数)?)$/,
  says: /\d/,
};

export const REMAINING: Item = {
  roles: ["leave.remaining"],
  labels: /^(?:(?:(?:年次)?有給休暇|年休|有休)?(?:の)?残(?:り)?(?:日数|数)?|未(?:取得|使用|消化)日数|残余日数)$/,
  says: /\d/,
};

export const EMPLOYER: Item & Pick<BookItem, "sentence"> = {
  roles: ["issuer.name"],
  labels:
    /^(?:使用者|事業主|雇用主|会社|証明者|事業者)(?:の?(?:氏名|名称|名|職氏名|氏名又は名称))?$|^(?:事業場|事業所)(?:の?(?:名称|名))?$|^(?:名称|所在地及び名称)$/,
  sentence:
    /(?:株式会社|有限会社|合同会社|合資会社|合名会社|(?:一般|公益)?(?:社団|財団)法人|医療法人|社会福祉法人|組合)/,
};

export const ISSUED: Item & Pick<BookItem, "sentence"> = {
  roles: ["document.issueDate"],
  labels: /^(?:証明|発行|交付|作成|通知)(?:年月)?日$|^日付$|^年月日$/,
  says: DAY,
  // A day that stands alone.
  sentence: new RegExp(
    "^(?:(?:令和|R|西暦)?(?:\\d{1,4}|元)[年/.-])\\d{1,2}[月/.-]\\d{1,2}日?$" +
      `|^(?:令和|西暦)?(?:${KANJI}{1,4}|元)年${KANJI}{1,2}月${KANJI}{1,3}日$`,
  ),
};

/** The five things that a worker may ask for (22条1項). */
export const EMPLOYMENT: Item & Pick<BookItem, "sentence"> = {
  roles: ["worker.employment"],
  labels: /^(?:使用|在職|在籍|勤続|勤務|雇用)期間$/,
  says: /\d|[〇一二三四五六七八九十]+(?:年|[か箇ヶカケ]?月)/,
  sentence: new RegExp(
    `(?:\\d{1,2}月\\d{1,2}|${KANJI}{1,2}月${KANJI}{1,3})日(?:から|より|~|〜|～|―|–|-)` +
      `[^。]{0,24}(?:\\d|${KANJI}){1,3}日(?:まで|に退職|の?間|をもって)?`,
  ),
};

export const POSITION: Item = {
  roles: ["worker.position"],
  labels: /^(?:(?:その)?事業における地位|地位|役職名?|職位|職名|職制上の地位)$/,
};

export const WAGES: Item = {
  roles: ["worker.wages", "labor.wages"],
  labels: /^(?:賃金(?:の?額)?|退職時の賃金|給与(?:額)?|賃金額|離職時の賃金)$/,
};
