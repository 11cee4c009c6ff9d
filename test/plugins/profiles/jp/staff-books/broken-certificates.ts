import { retirementCertificate } from "../../../../../src/plugins/profiles/jp/staff-books/index.ts";
import { type BrokenForm, changed, example } from "../broken-forms.ts";

const GOOD = example("retirement-certificate");

const line = (words: RegExp): string => words.exec(GOOD)?.[0] ?? `nothing is ${words}`;

/** The example with other words at the end of its body. */
const saying = (...lines: string[]): string =>
  changed(GOOD, ['    text "以上"', `${lines.map((one) => `    ${one}\n`).join("")}    text "以上"`]);

/** The grid of what the worker asked for. */
const ASKED = line(/ +grid cols[\s\S]*?\n {4}\}\n/);

/** A certificate of the reason of a dismissal, by the example's parties. */
export const OF_REASON = changed(
  GOOD,
  ['text "退職証明書"', 'text "解雇理由証明書"'],
  [
    "あなたが当社を退職したことについて、請求のあった事項を下記のとおり証明します。",
    "当社があなたに予告した解雇について、下記のとおり証明します。",
  ],
  [ASKED, ""],
);
export const withReason = (source: string, words: string): string =>
  changed(source, [line(/role=worker\.dismissalReason.*/), `role=worker.dismissalReason example="${words}"`]);
export const withCause = (source: string, words: string): string =>
  changed(source, ['example="自己都合による退職"', `example="${words}"`]);

/** Every rule of the profile with its own manner of being broken. */
export const BROKEN_CERTIFICATES: readonly BrokenForm[] = [
  { rule: "title", name: "another title", source: changed(GOOD, ['text "退職証明書"', 'text "お知らせ"']) },
  { rule: "worker", name: "no name of the worker", source: changed(GOOD, ['text "{worker.name}　殿"', 'text "殿"']) },
  {
    rule: "employer",
    name: "no employer",
    source: changed(GOOD, [line(/ +text \(company\.name\)\n/), ""]),
  },
  {
    rule: "employer",
    name: "an invisible employer",
    source: changed(GOOD, ["text (company.name)", "text (company.name) color=#ffffff"]),
  },
  {
    rule: "date",
    name: "no date",
    source: changed(GOOD, [line(/ +text \(format\(issued.*\n/), ""]),
  },
  { rule: "asked-items", name: "none of the five", source: changed(GOOD, [ASKED, ""]) },
  {
    rule: "asked-values",
    name: "an employment that ends before it begins",
    source: changed(GOOD, ['example="2019-06-01"', 'example="2029-06-01"']),
  },
  { rule: "dismissal-reason", name: "a dismissal without a reason", source: withCause(GOOD, "解雇") },
  { rule: "reason", name: "no reason", source: OF_REASON },
  { rule: "reason-vague", name: "no fact", source: withReason(OF_REASON, "会社都合による") },
  {
    rule: "reason-vague",
    name: "an article and no fact",
    source: withReason(withCause(GOOD, "解雇"), "就業規則第41条第3号による"),
  },
  { rule: "not-asked", name: "a nationality", source: saying("pairs label-w=40mm {", '  pair "国籍" "日本"', "}") },
  { rule: "not-asked", name: "what the employer thinks", source: saying('text "勤務成績　良好"') },
  { rule: "secret-signs", name: "a star", source: saying('text "★" align=right') },
  {
    rule: "label",
    name: "the wage and the rank exchanged",
    source: changed(GOOD, ['head "賃金"', 'head "地位"'], ['head "その事業における地位"', 'head "賃金"']),
  },
  {
    rule: "parties",
    name: "the employer is addressed",
    source: changed(GOOD, ["text (company.name)", 'text "{company.name} 御中"']),
  },
].map((one) => ({ profile: retirementCertificate, ...one }));
