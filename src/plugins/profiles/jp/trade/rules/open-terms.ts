// What an order leaves open, and what it supplies for money: with the reason and the day, with the price and the day.
import { defineRule, type Form, type LegalBasis, presenceOf, type Rule } from "../../../../../core/sdk/index.ts";
import { contentsDrawn } from "../../items/drawn-contents.ts";
import { narrow } from "../../items/narrow.ts";
import { saysNoContent } from "../../items/no-content.ts";

/** That there is none of it: なし, 未定事項：なし, 支給する材料はありません, 有償支給は行わない. */
const NONE = new RegExp(
  "(?:^|[：:はがもをの、\\s])(?:特に|該当(?:事項)?|一切)?" +
    "(?:な[しい]|無[しい]?|ありません|ございません|存在しない|存在しません|(?:行い|いたし|致し|し)ません|行わない|しない)" +
    "(?:です|ものとする|ものとします|こととする)?$|(?:は|が)(?:な[くし]|無[くし]|ありませんので)、",
);
/** Something is open after all. */
const OPEN = /未定(?:で(?!は)|だ|とし|です|である|であり|につき|のため|。|$)|決まってい|決定してい/;
const DAY = /\d+\s*(?:月|日|\/)|末日?|\d{4}-\d{2}/;
const REASON = /ため|ので|から|理由|により|につき|よる/;
const MONEY = /\d[\d,]*\s*円|[¥￥]\s*\d|単価|無償/;

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
        materials: {
          what: '"{text}" says that materials are supplied for money, without {missing}',
          why: "Their names, amounts, price, and the day and way of payment are required.",
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
        const values = { text: plain.slice(0, 40), missing: missing.join(" and ") };
        report({ message: "open", span, values, ...(path === null ? {} : { path }) });
      }
      for (const { text, path } of said(form, "order.materials")) {
        const plain = narrow(text).trim();
        if (MONEY.test(plain) || /別紙|別表/.test(plain)) continue;
        const { span } = presenceOf(form, "order.materials");
        const values = { text: plain.slice(0, 40), missing: "their price" };
        report({ message: "materials", span, values, ...(path === null ? {} : { path }) });
      }
    },
  });
}

function said(form: Form, role: string) {
  const answer = presenceOf(form, role);
  if (answer.presence !== "drawn") return [];
  return contentsDrawn(form, role, answer).filter(({ text }) => !saysNoContent(text) && !isNone(narrow(text).trim()));
}

/** Whether every sentence says that there is none. */
function isNone(text: string): boolean {
  const clauses = text.split(/[。.]/).filter((clause) => clause.trim() !== "");
  return clauses.some((clause) => NONE.test(clause.trim())) && !OPEN.test(text) && !MONEY.test(text);
}

/** Whether an order says what is open, and why and until when: what is named there may stay open. */
export function saysWhatIsOpen(form: Form): boolean {
  return said(form, "order.undecided").some(({ text }) => DAY.test(narrow(text)));
}
