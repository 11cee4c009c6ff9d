// What an order leaves open, and what it supplies for money: with the reason and the day, with the price and the day.
import { defineRule, type Form, type LegalBasis, presenceOf, type Rule } from "../../../../../core/sdk/index.ts";
import { contentsDrawn } from "../../items/drawn-contents.ts";
import { narrow } from "../../items/narrow.ts";
import { saysNoContent } from "../../items/no-content.ts";
import { datesIn } from "../../items/period.ts";
import { quoted } from "../../items/quote.ts";
import { formerSubcontractAct, subcontractAct } from "../../laws.ts";
import { dayOfRole } from "../payment-days.ts";

/** That there is none of it: なし, 未定事項：なし, 支給する材料はありません, 有償支給は行わない. */
const NONE = new RegExp(
  "(?:^|[：:はがもをの、\\s])(?:特に|該当(?:事項)?|一切)?" +
    "(?:な[しい]|無[しい]?|該当せず|該当しません|該当しない|不要|対象外|ありません|ございません|存在しない|存在しません|(?:行い|いたし|致し|し)ません|行わない|しない)" +
    "(?:です|ものとする|ものとします|こととする)?$|(?:は|が)(?:な[くし]|無[くし]|ありませんので)、",
);
/** Something is open after all. */
const OPEN = /未定(?:で(?!は)|だ|とし|です|である|であり|につき|のため|。|$)|決まってい|決定してい/;
const DAY = /\d+\s*(?:月|日|\/)|末日?|\d{4}-\d{2}/;
const REASON = /ため|ので|から|理由|により|につき|よる/;
const MONEY = new RegExp(
  [
    "\\d[\\d,.]*\\s*[千万]?円|[¥￥@＠]\\s*\\d|JPY\\s*\\d|金[一二三四五六七八九十百千万壱弐参拾]+円|単価|無償|無料|貸与|貸し?出",
    "(?:対価|代金|費用)[^。、]{0,10}(?:不要|(?:いただき|頂き|求め|申し受け|負担はあり|かかり)ません|当社(?:の|が)?負担|発生しない)",
  ].join("|"),
);

/** 未定事項: why it is open, and when it will be settled. */
export function openTerms(basis: readonly LegalBasis[]): Rule {
  return defineRule({
    meta: {
      id: "undecided-terms",
      summary:
        "What is undecided comes with the reason and the day on which it is settled (未定の理由・定める予定期日).",
      severity: "error",
      basis,
      validFrom: "2024-11-01",
      messages: {
        open: {
          what: '"{text}" is undecided, without {missing}',
          why: "An item may stay open for a good reason only, and the day on which it is settled is required.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const open = said(form, "order.undecided");
      for (const { text, path } of open) {
        const plain = narrow(text).trim();
        const missing = [...(REASON.test(plain) ? [] : ["the reason"]), ...(DAY.test(plain) ? [] : ["the day"])];
        if (missing.length === 0) continue;
        const { span } = presenceOf(form, "order.undecided");
        const values = { text: quoted(plain), missing: missing.join(" and ") };
        report({ message: "open", span, values, ...(path === null ? {} : { path }) });
      }
    },
  });
}

/** The day on which materials are paid for: 決済日2026年11月30日, 2026年11月30日に相殺. */
const WRITTEN_DAY = "((?:令和|20|R)[^。、にはを]*?(?:日|\\d[/.-]\\d{1,2}[/.-]\\d{1,2}))";
const PAID_FOR_ON: readonly RegExp[] = [
  new RegExp(`(?:決済|相殺|控除|差し?引|お?支払い?)[^。、0-9令R]{0,10}${WRITTEN_DAY}`, "g"),
  // The day on which it is handed over is none on which it is paid for.
  new RegExp(
    `${WRITTEN_DAY}(?:に|付で|付けで)(?!支給|お?渡|引き?渡|納入|発送|送付)[^。、0-9]{0,12}(?:決済|相殺|控除|差し?引|支払)`,
    "g",
  ),
];

/** 有償支給原材料: with its price, and paid for no sooner than the work made of it. */
export function suppliedMaterials(basis: readonly LegalBasis[]): Rule {
  return defineRule({
    meta: {
      id: "materials-terms",
      summary:
        "Materials supplied for money come with their price, and are paid for no sooner than the work made of them.",
      severity: "error",
      basis: [...basis, ...EARLY],
      validFrom: "2024-11-01",
      messages: {
        priceless: {
          what: '"{text}" says that materials are supplied for money, without their price',
          why: "Their names, amounts, price, and the day and way of payment are required.",
        },
        early: {
          what: "materials are paid for on {day}, before the work made of them is, on {due} (早期決済)",
          why: "Materials are settled together with the price of the work made of them, or later.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const { span } = presenceOf(form, "order.materials");
      const due = dayOfRole(form, "payment.dueDate")?.day ?? null;
      for (const { text, path } of said(form, "order.materials")) {
        const plain = narrow(text).trim();
        const at = path === null ? { span } : { span, path };
        const settled = PAID_FOR_ON.flatMap((words) => [...plain.matchAll(words)]).flatMap(([, day = ""]) =>
          datesIn(day),
        );
        const early = due === null ? undefined : settled.find((day) => day < due);
        if (early !== undefined && due !== null) report({ ...at, message: "early", values: { day: early, due } });
        if (MONEY.test(plain) || /別紙|別表/.test(plain) || isOfSeller(plain)) continue;
        report({ ...at, message: "priceless", values: { text: quoted(plain) } });
      }
    },
  });
}

/** 有償支給原材料等の対価の早期決済の禁止. */
const EARLY: readonly LegalBasis[] = [
  { ...formerSubcontractAct("4条2項1号"), validTo: "2025-12-31" },
  { ...subcontractAct("5条2項1号"), validFrom: "2026-01-01" },
];

function isOfSeller(text: string): boolean {
  return OF_SELLER.test(text) && !/有償|支給し/.test(text);
}

function said(form: Form, role: string) {
  const answer = presenceOf(form, role);
  if (answer.presence !== "drawn") return [];
  return contentsDrawn(form, role, answer).filter(({ text }) => !saysNoContent(text) && !isNone(narrow(text).trim()));
}

/** 材料は貴社にて手配, 貴社持ち: whoever delivers has them, and nothing is supplied. */
const OF_SELLER =
  /(?:貴社|御社|貴方|貴店|受注者|受託者|乙|自社|自己)(?:において|が|にて|で|の)?[^。、]{0,6}(?:手配|調達|用意|準備|購入|持ち|負担|手当て)/;
const IN_BRACKETS = /[（(][^（()）]*[）)]/g;

/** Whether a sentence says that there is none: なし（材料は貴社手配）. */
function isNone(text: string): boolean {
  if (OPEN.test(text) || MONEY.test(text)) return false;
  const clauses = text.replaceAll(IN_BRACKETS, "").split(/[。.]/);
  return clauses.some((clause) => clause.trim() !== "" && NONE.test(clause.trim()));
}

/** Whether an order says what is open, and why and until when: what is named there may stay open. */
export function saysWhatIsOpen(form: Form): boolean {
  return said(form, "order.undecided").some(({ text }) => DAY.test(narrow(text)));
}
