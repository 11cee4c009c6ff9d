// 退職証明書, 解雇理由証明書: as offices word them, and what is missing or too much.
import { expect, test } from "vitest";
import { retirementCertificate } from "../../../../../src/plugins/profiles/jp/staff-books/index.ts";
import { changed, example, findingsUnder, tellBroken } from "../broken-forms.ts";
import { BROKEN_CERTIFICATES, OF_REASON, withCause, withReason } from "./broken-certificates.ts";

const GOOD = example("retirement-certificate");
const told = (source: string) => findingsUnder(retirementCertificate, source).filter((one) => !/ info /.test(one));

test("each broken certificate is found by its rule, with these words", async () => {
  await expect(tellBroken(BROKEN_CERTIFICATES)).toMatchFileSnapshot("../golden/certificates.findings.txt");
});

const HEAD = `rpt 1
document shomei title="退職証明書" lang=ja profile=jp.retirement-certificate
fonts gothic="Noto Sans JP"
sizes title=15pt body=10pt
style base font=gothic size=body
`;

/** After the model form of the ministry: a term, and causes of which one is marked. */
const MODEL_FORM = `${HEAD}
page A4 margin=20mm {
  body gap=4mm {
    text "退職証明書" size=title align=center
    text "岸本 蓮　殿"
    text "以下の事由により、あなたは当社を令和8年9月30日に退職したことを証明します。"
    text "令和8年10月6日" align=right
    text "事業主氏名又は名称　北浜興産株式会社"
    text "使用者職氏名　代表取締役 江口 翠"
    check (1 == 1) "① あなたの自己都合による退職（②を除く。）"
    check (1 == 2) "② 当社の勧奨による退職"
    check (1 == 2) "③ 定年による退職"
    check (1 == 2) "④ 契約期間の満了による退職"
    check (1 == 2) "⑤ 移籍出向による退職"
    check (1 == 2) "⑥ その他による退職"
    check (1 == 2) "⑦ 解雇（別紙の理由による。）"
    text "※ 該当する番号に印を付けること。"
  }
}
`;

/** All of it in sentences. */
const SENTENCES = `${HEAD}
page A4 margin=20mm {
  body gap=4mm {
    text "退職に関する証明書" size=title align=center
    text "氏名　岸本 蓮"
    text "上記の者は、2015年4月1日から2026年9月30日まで当社に使用され、倉庫の管理に従事したことを証明する。"
    text "2026年10月6日"
    text "大阪市北区北浜0-1　北浜興産株式会社　代表取締役 江口 翠 ㊞"
  }
}
`;

/** In vertical writing days have figures of kanji, and words of the source begin with their labels. */
const TERM_IN_KANJI = changed(
  SENTENCES,
  ["、2015年4月1日から2026年9月30日まで当社に使用され、倉庫の管理に従事した", "次のとおり"],
  [
    '    text "2026年10月6日"',
    '    text "一　使用期間　平成二十七年四月一日から令和八年九月三十日まで" role=worker.employment\n    text "令和八年十月六日"',
  ],
);
const asked = (words: string, role: string): string =>
  changed(TERM_IN_KANJI, [
    '    text "令和八年十月六日"',
    `    text "${words}" role=${role}\n    text "令和八年十月六日"`,
  ]);

const REASON = "受注の減少により天童工場を2026年9月30日に閉鎖し、配置転換の申出を受けられなかったため";

const LAWFUL: Readonly<Record<string, string>> = {
  "as it is": GOOD,
  "without roles": GOOD.replaceAll(/ role=(?:worker|issuer|document\.issueDate)[.\w]*/g, ""),
  "the model form": MODEL_FORM,
  "in sentences": SENTENCES,
  "the term alone": changed(GOOD, [/ +head "業務の種類"[\s\S]*?min-h=18mm\n/.exec(GOOD)?.[0] ?? "none", ""]),
  "a dismissal with its reason beside it": withCause(GOOD, "事業の縮小に伴う整理解雇"),
  "a dismissal with its reason below": withReason(withCause(GOOD, "解雇"), REASON),
  "a certificate of the reason": withReason(OF_REASON, REASON),
  "a certificate of the reason in a sentence": changed(OF_REASON, [
    '    text "以上"',
    '    text "就業規則第38条第2号（正当な理由のない14日以上の欠勤）に該当したため、解雇します。"\n    text "以上"',
  ]),
  "days of kanji figures": changed(SENTENCES, ["2026年10月6日", "令和八年十月六日"]),
  "the term alone, in kanji figures": TERM_IN_KANJI,
  "other words": changed(
    GOOD,
    ['head "使用期間"', 'head "在職期間"'],
    ['head "業務の種類"', 'head "職種"'],
    ['head "その事業における地位"', 'head "役職"'],
    ['head "退職の事由"', 'head "退職理由"'],
  ),
  "a sign that is explained": changed(GOOD, [
    '    text "以上"',
    '    text "※"\n    text "※は請求のあった事項です。"\n    text "以上"',
  ]),
};

test.each(Object.entries(LAWFUL))("%s is told nothing", (_, source) => {
  expect(told(source)).toEqual([]);
});

test.each<readonly [name: string, rule: string, source: string]>([
  ["no employer in sentences", "employer", changed(SENTENCES, ["北浜興産株式会社　", ""])],
  ["no worker in sentences", "worker", changed(SENTENCES, ['    text "氏名　岸本 蓮"\n', ""])],
  ["a month 13", "asked-values", changed(TERM_IN_KANJI, ["八年九月三十日", "八年十三月三十日"])],
  [
    "a term that ends before it begins",
    "asked-values",
    changed(TERM_IN_KANJI, [
      "平成二十七年四月一日から令和八年九月三十日",
      "令和八年九月三十日から平成二十七年四月一日",
    ]),
  ],
  ["a label with nothing behind it", "asked-values", asked("二　業務の種類　", "worker.duties")],
  ["the label of the wage before the work", "asked-values", asked("二　賃金　倉庫の管理", "worker.duties")],
  [
    "a dismissal behind its label, without a reason",
    "dismissal-reason",
    asked("二　退職の事由　解雇", "worker.leaveReason"),
  ],
  [
    "an article in kanji figures",
    "reason-vague",
    asked("解雇の理由　就業規則第四十八条第三号に該当したため。", "worker.dismissalReason"),
  ],
  ["no date", "date", changed(SENTENCES, ['    text "2026年10月6日"\n', ""])],
  [
    "nothing that was asked for",
    "asked-items",
    changed(SENTENCES, ["、2015年4月1日から2026年9月30日まで当社に使用され、倉庫の管理に従事した", "当社の者である"]),
  ],
])("%s", (_, rule, source) => {
  expect(told(source).join("\n")).toContain(` ${rule} `);
});

const withLine = (line: string) =>
  SENTENCES.replace('    text "2026年10月6日"', `    text "${line}"\n    text "2026年10月6日"`);

test.each<readonly [rule: string, line: string]>([
  ["not-asked", "在職中は労組の役員を務めた。"],
  ["not-asked", "本人はユニオンに加入していた。"],
  ["not-asked", "本人はブラジル国籍である。"],
  ["not-asked", "宗教上の理由で土曜日の出勤を断っていた。"],
  ["not-asked", "出身地　長野県伊那市"],
  ["not-asked", "支持する政党の活動をしていた。"],
  ["secret-signs", "◎▲"],
  ["secret-signs", "K7"],
  ["secret-signs", "以上のとおり証明する。 ☆"],
  ["secret-signs", "以上のとおり証明する。 （乙-2）"],
])("%s: %s is told", (rule, line) => {
  expect(told(withLine(line)).join("\n")).toContain(` ${rule} `);
});

test.each([
  "事業における地位　生活協同組合の店長",
  "国籍、信条、組合活動については記載していません。",
  "業務の種類　宗教法人の会計事務",
  "■ 退職の事由　自己都合",
  "使用者　代表 印　㊞",
  "請求のあった事項：A 使用期間 B 業務の種類",
])("%s is told nothing of secrets", (line) => {
  expect(told(withLine(line)).filter((one) => / (?:not-asked|secret-signs) /.test(one))).toEqual([]);
});

test.each(["勤務態度不良", "能力不足のため", "業務上の都合による", "経営上の理由", "協調性に欠けるため", "人員整理"])(
  "%s is no reason",
  (words) => {
    expect(told(withReason(OF_REASON, words)).join("\n")).toContain(" reason-vague ");
  },
);
test.each([
  "協調性に欠け、同僚3名に暴言を繰り返したこと",
  "勤務成績が不良で、3回の指導でも目標の4割に届かなかったこと",
])("%s is one", (words) => {
  expect(told(withReason(OF_REASON, words)).join("\n")).not.toContain(" reason-vague ");
});
