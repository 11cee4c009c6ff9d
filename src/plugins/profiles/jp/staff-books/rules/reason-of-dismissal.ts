// 解雇の理由: what a certificate of dismissal is about, in words that tell what happened.
import { defineRule, type Form, type LegalBasis, presenceOf } from "../../../../../core/sdk/index.ts";
import { isDrawn } from "../../items/drawn-words.ts";
import { quoted } from "../../items/quote.ts";
import { laborStandardsAct } from "../../laws.ts";
import { DISMISSAL_REASON, LEAVE_REASON } from "../labels.ts";
import { isTold, placeOf, type Told, toldAs, toldUnder } from "../told.ts";
import { dismissalRule } from "./ends-of-work.ts";

/** 22条1項: of a dismissal its reason is part of the cause of leaving. */
export const certifiedDismissal = dismissalRule([laborStandardsAct("22条1項")]);

const CERTIFICATE_OF_REASON = /解\s*雇\s*理\s*由\s*証\s*明/;
/** 理由：売上の減少により…, 次の理由により解雇する, 就業規則第30条第2号に該当したため. */
const SAID = new RegExp(
  [
    "(?:ため|により|による|に該当(?:する|した)|ことから|を理由(?:として|に))[^。]{0,20}(?:解雇|当該)",
    "(?:理由|事由)(?:は|：|:)[^。]{4,}|(?:したため|したこと|に該当(?:した|する)(?:ため|こと))",
  ].join("|"),
);

function reasonsOf(form: Form): readonly Told[] {
  const told = [
    ...toldAs(form, ["worker.dismissalReason"], DISMISSAL_REASON.labels),
    ...toldUnder(form, DISMISSAL_REASON.labels),
  ];
  return told.length > 0 ? told : toldAs(form, ["worker.leaveReason"], LEAVE_REASON.labels);
}

/** 22条2項: a certificate of the reason tells it. */
export const reasonOfDismissal = defineRule({
  meta: {
    id: "reason",
    summary: "A certificate of the reason of a dismissal tells the reason (解雇理由証明書: 解雇の理由).",
    severity: "error",
    basis: [laborStandardsAct("22条2項")],
    waivable: false,
    messages: {
      missing: {
        what: "the certificate is one of the reason of a dismissal (解雇理由証明書), and tells none",
        why: "The reason is all that it is for.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    if (!isDrawn(form, CERTIFICATE_OF_REASON) || reasonsOf(form).length > 0 || isTold(form, SAID)) return;
    const { span } = presenceOf(form, "worker.dismissalReason");
    report({ message: "missing", span, repair: { title: "write role=worker.dismissalReason on what tells it" } });
  },
});

const CIRCULAR: LegalBasis = {
  law: "厚生労働省通達",
  article: "基発第45号（平成11年）",
  url: "https://www.mhlw.go.jp/",
};

/** Figures of an article, of kanji in vertical writing. */
const FIGURES = "[\\d〇一二三四五六七八九十百]+";
/** Words that name no fact: 会社都合, 就業規則による, 就業規則第30条に該当. */
const VAGUE = new RegExp(
  [
    "^(?:当社|会社|貴殿|事業主)?(?:の|側の)?(?:都合|諸般の事情|事情|経営上の都合|一身上の都合)",
    "(?:による(?:もの|解雇)?|により|のため)?(?:です)?$",
    "|^(?:能力(?:の)?不足|(?:勤務|業務)?(?:態度|成績|状況)(?:が|の)?(?:不良|悪い|悪化)|業務上の(?:都合|必要|理由)|経営(?:上の(?:理由|事情|必要)|不振|難|悪化)",
    "|(?:当社の|会社の)?社風に(?:合わない|なじまない)|協調性(?:の欠如|がない|に欠ける)|適格性(?:の欠如|を欠く|がない)|適性(?:が|の)?(?:ない|欠如)|素行(?:が|の)?不良",
    "|(?:職場の)?(?:秩序|規律)(?:違反|を乱した)|職務怠慢|人員(?:整理|削減)|信頼関係(?:の)?(?:喪失|破壊|が失われた)|その他(?:の事情)?|やむを得ない事(?:由|情))",
    "(?:であ(?:る|った))?(?:による(?:もの)?|により|の?ため|こと|から|です)?(?:解雇)?$",
    `|^(?:当社)?就業規則(?:第?${FIGURES}条(?:の${FIGURES})?(?:第?${FIGURES}項)?(?:第?${FIGURES}号)?)?(?:の(?:規定|定め))?`,
    "(?:に(?:より|よる|該当(?:する|した)?(?:ため|こと)?|基づく|基づき))?(?:解雇|もの)?$",
  ].join(""),
);

/** What 退職の事由 says of a dismissal: 解雇（会社都合による）. */
function causesOfDismissal(form: Form): readonly Told[] {
  return toldAs(form, ["worker.leaveReason"], LEAVE_REASON.labels).flatMap((one) => {
    const [, cause = ""] = /^(?:普通|整理|懲戒|諭旨)?解雇[(（：:、\s]*([^)）]+)[)）]?$/.exec(one.text.trim()) ?? [];
    return cause.trim() === "" ? [] : [{ ...one, text: cause }];
  });
}

/** The reason tells what happened. */
export const vagueReason = defineRule({
  meta: {
    id: "reason-vague",
    summary: "The reason of a dismissal says what happened, and not only 会社都合 or an article of the work rules.",
    severity: "warning",
    basis: [laborStandardsAct("22条1項・2項"), CIRCULAR],
    unverified: "the number and the words of the circular",
    messages: {
      vague: {
        what: '"{text}" tells no fact for which the worker was dismissed',
        why: "The reason is told in detail: the article of the work rules, and what happened that falls under it.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const told = [
      ...toldAs(form, ["worker.dismissalReason"], DISMISSAL_REASON.labels),
      ...toldUnder(form, DISMISSAL_REASON.labels),
      ...causesOfDismissal(form),
    ];
    if (!told.every(({ text }) => VAGUE.test(text.replaceAll(/[\s。]/g, "")))) return;
    const [first] = told;
    if (first !== undefined) report({ message: "vague", ...placeOf(first), values: { text: quoted(first.text) } });
  },
});
