import {
  allOf,
  defineRule,
  type FormSource,
  oneOf,
  presenceOf,
  type Rule,
  type Settlement,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { isDrawn, isSentenceDrawn } from "../../items/drawn-words.ts";
import { impossibleDay } from "../../items/period.ts";
import { quoted } from "../../items/quote.ts";
import { seenItem } from "../../items/settled-items.ts";
import { invoiceArticle } from "../../laws.ts";

const OF_ALL_LINES = ["transaction.date", "transaction.period"] as const;

/** A period that stands in other words, such as those of the subject: Webサイト保守（10月分）. */
const PERIOD =
  /[\d０-９]月分|[\d０-９]月[\d０-９]{1,2}日(?:から|[〜～~―–-])[^。]{0,12}[\d０-９]日(?:まで)?[）)]?(?:分|の(?:期間|間|[おご]?(?:取引|利用|納品|買上)))/;

/** A year, of either calendar. */
const YEAR = /(?:19|20)\d{2}\s*[年/.-]|(?:令和|平成|[RＲ]\.?)\s*[\d０-９元]/;

/**
 * 課税資産の譲渡等を行った年月日: the day or period of supply; the day of issue does not say it.
 * @param others Further roles that say it: the day on a receipt.
 */
export function transactionDate(article: string, others: readonly string[] = []): Rule {
  const ofAllLines = [...OF_ALL_LINES, ...others];
  return defineRule({
    meta: {
      id: "transaction-date",
      summary: "The form shows the day or period of supply (課税資産の譲渡等を行った年月日).",
      severity: "error",
      basis: [invoiceArticle(article)],
      messages: {
        missing: {
          what: "the day or period of supply (取引年月日) is missing",
          why: "A required item was not found: role transaction.date, transaction.period or line.date.",
        },
        issueDateOnly: {
          what: "only the day of issue is drawn, and nothing says when the supply was",
          why: "The day of issue serves where it is the day of supply, which the form does not say.",
        },
        unsaid: {
          what: '"{text}" stands where the day or period of supply belongs (取引年月日), and does not say it',
          why: "A word that stands in the place of a content is no content.",
        },
        timeOnly: {
          what: "a time is drawn where the day of supply belongs (取引年月日)",
          why: "A time of the day does not say on which day.",
        },
        noYear: {
          what: "the day of supply has no year, and no other day of the form has one (取引年月日)",
          why: "A day and a month alone do not say when the supply was.",
        },
        noSuchDay: { what: "{day} is no day of the calendar (取引年月日)", why: "Nobody can tell which day is meant." },
        emptyLine: { what: "the day of supply is empty in {path}", why: "Every line needs the day of its supply." },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const answers = [...OF_ALL_LINES, "line.date", ...others].map((role) => ({
        role,
        answer: presenceOf(form, role),
      }));
      const drawn = answers.find(({ answer }) => answer.presence === "drawn");
      if (drawn?.role === "line.date") {
        for (const { path, value } of valuesOf(form, "line.date")) {
          if (value === null || value === "")
            report({ message: "emptyLine", span: drawn.answer.span, values: { path }, path });
        }
      }
      if (drawn !== undefined) {
        const said = drawn.answer.drawn.map(({ source }) => source.text).join(" ");
        if (!/[0-9０-９]|元年/.test(said) && !isDrawn(form, PERIOD)) {
          report({ message: "unsaid", span: drawn.answer.span, values: { text: quoted(said) } });
        } else if (/^\s*[0-9０-９]{1,2}[:：][0-9０-９]{2}/.test(said))
          report({ message: "timeOnly", span: drawn.answer.span });
        else if (impossibleDay(said, true) !== null)
          report({ message: "noSuchDay", span: drawn.answer.span, values: { day: impossibleDay(said, true) ?? "" } });
        else if (/[月/.]/.test(said) && !isSentenceDrawn(form, YEAR))
          report({ message: "noYear", span: drawn.answer.span });
        return;
      }
      const declared = answers.find(({ answer }) => answer.presence !== "undeclared");
      const issued = presenceOf(form, "document.issueDate");
      // A period that is printed in a sentence says it, whether the form has a field for the days or not.
      if (isDrawn(form, PERIOD)) return;
      const title = "write role=transaction.period on a field such as 2026年10月1日〜10月31日 and draw it";
      if (declared === undefined && issued.presence === "drawn") {
        report({ message: "issueDateOnly", span: issued.span, severity: "warning", repair: { title } });
      } else report({ message: "missing", span: declared?.answer.span ?? form.document.span, repair: { title } });
    },
    settle: (source) => oneOf(ofAllLines.flatMap((role) => settledDay(source, role) ?? [])),
  });
}

/** A reader sees it, and it is a day. */
function settledDay(source: FormSource, role: string): Settlement | null {
  const seen = seenItem(source, role);
  const isDay = (value: string | boolean | null) =>
    typeof value === "string" && /[0-9]/.test(value) && impossibleDay(value, true) === null;
  const written = source.elements.filter((element) => element.role === role).flatMap(({ texts }) => texts);
  const words = written.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "fixed" ? [part.text] : [])));
  return seen === null || words.some((text) => impossibleDay(text, true) !== null)
    ? null
    : allOf([seen, { elements: [], holds: (glance) => glance.values(role).every(isDay) }]);
}
