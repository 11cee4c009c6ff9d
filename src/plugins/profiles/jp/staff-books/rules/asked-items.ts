// What is written on a certificate of leaving: what the worker asked for, and nothing else (22条1項・3項・4項).
import { defineRule, type Form, type ReadText, readingOf } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { saysNoContent } from "../../items/no-content.ts";
import { quoted } from "../../items/quote.ts";
import { laborStandardsAct } from "../../laws.ts";
import { DISMISSAL_REASON, DUTIES, EMPLOYMENT, LEAVE_REASON, POSITION, WAGES } from "../labels.ts";
import { bareLabel, isTold, toldAs, toldUnder } from "../told.ts";

/** 使用期間, 業務の種類, その事業における地位, 賃金, 退職の事由. */
const ASKED = [EMPLOYMENT, DUTIES, POSITION, WAGES, LEAVE_REASON, DISMISSAL_REASON] as const;
/** 自己都合により退職した, 当社が解雇した理由は, in sentences without a label. */
const SAID_OF_LEAVING =
  /(?:により|による|ため|をもって)[^。]{0,12}(?:退職|解雇)|解雇(?:した|する|の予告をした|予告)[^。]{0,12}(?:理由|事由)/;

/** At least one of the five. */
export const askedItems = defineRule({
  meta: {
    id: "asked-items",
    summary:
      "The certificate says one of the things that a worker may ask for (使用期間・業務の種類・地位・賃金・退職の事由).",
    severity: "error",
    basis: [laborStandardsAct("22条1項")],
    waivable: false,
    messages: {
      none: {
        what: "nothing drawn says the term, the work, the rank, the wage or the cause of leaving",
        why: "A worker asks for one of them at least; those that were not asked for may be left out.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    if (ASKED.some((item) => isWritten(form, item)) || isTold(form, SAID_OF_LEAVING)) return;
    report({ message: "none", span: form.document.span, repair: { title: "write what the worker asked for" } });
  },
});

function isWritten(form: Form, item: (typeof ASKED)[number]): boolean {
  const says = item.says ?? /\S/;
  const told = [...toldAs(form, item.roles, item.labels), ...toldUnder(form, item.labels)];
  if (told.some(({ text }) => !saysNoContent(text) && says.test(text))) return true;
  return "sentence" in item && item.sentence !== undefined && isTold(form, item.sentence);
}

/** Labels of the items that 労働基準法22条4項 forbids: nationality, creed, social status and union activity. */
const SECRET =
  /^(?:国籍|本籍(?:地)?|出身地|信条|宗教|思想|支持政党|社会的身分|門地|(?:労働)?組合(?:加入|活動|運動|員)?(?:の有無|歴|状況)?|加入組合)$/;
/** Labels of judgements of a worker, which a certificate bears only where the worker asked for them (22条3項). */
const NOT_ASKED =
  /^(?:懲戒歴|賞罰|懲戒処分歴|勤務(?:成績|態度|評価)|人事評価|人物(?:評価|所見)|性格|病歴|健康状態|所見|再雇用の可否|退職後の連絡先)$/;

/** Sentences that tell of them. A co-operative (協同組合) may be the employer. */
const SECRET_SAID = new RegExp(
  [
    "労働組合|労組|(?<!同|互助|健康保険|管理|森林|共済|事業)組合(?:員|活動|運動|に(?:加入|所属|入)|の(?:役員|委員|執行|幹部|代表))|所属組合|ユニオン|争議|ストライキ",
    "国籍|外国籍|帰化|本籍|出身(?:地|地域|部落|国)|部落|被差別|社会的身分|門地|家柄",
    "信仰|宗教|信条|信者|信徒|教団|入信|思想|政党|党員|政治活動",
  ].join("|"),
);
/** The form says that it does not tell them, or somebody worked there. */
const NOT_TOLD =
  /(?:記載|記入|書[いか]|通信|含[まめ])[^。、]{0,6}(?:ない|ません|せず|ならない)|22条|宗教法人|(?:宗教|思想|組合)(?:の?(?:学|史|研究|関係の|事務))/;

/** Labels that ask for what nobody may tell. */
export const notAsked = defineRule({
  meta: {
    id: "not-asked",
    summary:
      "Nothing is written that the worker did not ask for (請求しない事項), and nothing of nationality, creed or unions.",
    severity: "warning",
    basis: [laborStandardsAct("22条3項・4項")],
    unverified: "what the worker asked for is not known to the form",
    messages: {
      secret: {
        what: '"{label}" has a place on the certificate',
        why: "Nationality, creed, social status and trade unions may not be told to hinder a worker (22条4項).",
      },
      secretSaid: {
        what: '"{label}" tells of nationality, creed, social status or a trade union',
        why: "Nationality, creed, social status and trade unions may not be told to hinder a worker (22条4項).",
      },
      other: {
        what: '"{label}" is none of the things that a worker may ask for',
        why: "What the worker did not ask for may not be written (22条3項).",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { texts, pairs } = readingOf(form);
    const told = new Set<string>();
    const labels = [
      ...pairs.map(({ label, of }) => ({ label: bareLabel(label), element: of.element })),
      ...texts.map(({ text, element }) => ({ label: bareLabel(text), element })),
    ];
    for (const { label, element } of labels) {
      const message = SECRET.test(label) ? "secret" : NOT_ASKED.test(label) ? "other" : null;
      if (message === null || told.has(label)) continue;
      told.add(label);
      const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
      report({ message, span, values: { label }, repair: { title: "leave it out" } });
    }
    for (const { text, label, element } of readingOf(form).sentences) {
      const said = `${label}${text}`.trim();
      if (!SECRET_SAID.test(said) || NOT_TOLD.test(said) || told.has(bareLabel(label)) || told.has(bareLabel(text)))
        continue;
      const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
      const repair = { title: "leave it out" };
      report({ message: "secretSaid", span, values: { label: quoted(said) }, repair });
    }
  },
});

/** Signs alone, or behind the words of a text. What begins a text is a bullet; a circle or a box may be a choice. */
const SIGN = /^(?:[★☆◆◇▲△▼▽◎※♠♣♥♦†‡§¶＊*#＃㊙㊟㊤㊦㊥⦿◉⊕⊗]{1,3}|[★☆◆◇▲△▼▽◎●○■□×]{2,4})$/;
/** B, Q7, A-2, （丙-3）: a code. */
const CODE = /^[(]?(?:[A-Z]-?[0-9]{0,2}|[甲乙丙丁戊己]-[0-9]{1,2})[)]?$/;

const SIGN_BEHIND =
  /(?:[★☆◆◇▲△▼▽◎♠♣♥♦†‡㊙㊤㊦㊥⦿◉⊕⊗]{1,3}|[（(](?:[甲乙丙丁戊己]|[A-ZＡ-Ｚ])[-－]?[0-9０-９]{1,2}[)）])$/;

/** The sign that a text ends with, or is; null where it has none. */
function signOf({ text }: ReadText): string | null {
  const words = text.trim().split(/[\s　]+/);
  const last = words.at(-1) ?? "";
  if (SIGN.test(last) || CODE.test(narrow(last))) return last;
  // A blank before it is drawn as room.
  return SIGN_BEHIND.exec(text.trim())?.[0] ?? null;
}

/** Whether a sign is one of several that number or letter things: A, B, C. */
function isEnumerated(texts: readonly ReadText[], sign: string): boolean {
  const others = new Set(texts.flatMap((one) => signOf(one) ?? []));
  return CODE.test(narrow(sign)) && others.size > 2;
}

/** 22条4項: no secret signs. */
export const secretSigns = defineRule({
  meta: {
    id: "secret-signs",
    summary: "No sign stands on the certificate that nothing explains (秘密の記号).",
    severity: "warning",
    basis: [laborStandardsAct("22条4項")],
    unverified: "what a sign is for is not known to the form",
    messages: {
      sign: { what: '"{sign}" stands alone, and nothing explains it', why: "Secret signs are forbidden on it." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { texts } = readingOf(form);
    for (const own of texts) {
      const { element, sources } = own;
      const sign = signOf(own);
      if (sign === null || (CODE.test(narrow(sign)) && sources.some((source) => source.path !== null))) continue;
      // ※ is explained by a text that begins with it, or speaks of it.
      const isExplained = texts.some((other) => signOf(other) !== sign && other.text.includes(sign));
      if (isExplained || isEnumerated(texts, sign)) continue;
      const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
      const path = sources.find((source) => source.path !== null)?.path ?? null;
      const repair = { title: "leave it out, or say what it means" };
      report({ message: "sign", span, values: { sign }, repair, ...(path === null ? {} : { path }) });
    }
  },
});
