// Days that no calendar has: 10月32日, 令和8年9月31日, R8.9.31, 令和八年十三月七日, wherever a form prints them.
import {
  defineRule,
  type ExpressionTree,
  type FormSource,
  type FormText,
  presenceOf,
  type Rule,
  readingOf,
  SETTLED,
  type Settlement,
} from "../../../../core/sdk/index.ts";
import { pathIn } from "../items/drawn-words.ts";
import { narrow } from "../items/narrow.ts";
import { impossibleDay } from "../items/period.ts";

/**
 * Every printed day is one that the calendar has.
 * @param judged Roles whose days another rule of the profile judges.
 */
export function calendarDays(judged: readonly string[] = []): Rule {
  return defineRule({
    meta: {
      id: "calendar-days",
      summary: "Every printed day is one that the calendar has.",
      severity: "error",
      basis: [],
      messages: {
        noSuchDay: { what: "{day} is no day of the calendar", why: "Nobody can tell which day is meant." },
      },
      repairs: "none",
    },
    check({ form, report }) {
      const others = new Set(judged.flatMap((role) => presenceOf(form, role).drawn.map(({ run }) => run.element)));
      const told = new Set<string>();
      for (const { text, label, element } of readingOf(form).sentences) {
        const day = others.has(element) ? null : impossibleDay(text.trim() === "" ? label : text);
        const key = `${element} ${day}`;
        if (day === null || told.has(key)) continue;
        told.add(key);
        const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
        const path = pathIn(form, element, text);
        report({ message: "noSuchDay", span, values: { day }, ...(path === null ? {} : { path }) });
      }
    },
    settle: settledDays,
  });
}

/** Fixed words name no such day, and what the data add to a text names no day at all. */
function settledDays({ elements }: FormSource): Settlement | null {
  if (elements.some(({ texts }) => texts.some((text) => isWrong(text) || joinsDays(text)))) return null;
  const open = elements.flatMap(({ texts, index }) => (texts.some((text) => hasWords(text)) ? [index] : []));
  if (open.length === 0) return SETTLED;
  return {
    elements: open,
    holds: (glance) => open.every((index) => !glance.some(index, ({ text }) => NAMES_DAY.test(narrow(text)))),
  };
}

/** A piece of a day: 10月, 3日, 31 of R8.9.31. */
const NAMES_DAY = /[\d〇一二三四五六七八九十]\s*[年月日]|\d[./]\s*\d/;

function isWrong({ parts }: FormText): boolean {
  return parts.some((part) => part.kind === "fixed" && impossibleDay(part.text) !== null);
}

/** Whether the data put letters into a text; formats of dates make no day that the calendar lacks. */
function hasWords({ parts }: FormText): boolean {
  return parts.some(
    (part) => part.kind === "computed" && !isOf(part.expression, "date") && !isOf(part.expression, "num"),
  );
}

/** Whether data other than dates stand in one text with 年, 月 or 日, so that both together may name a day. */
function joinsDays({ parts }: FormText): boolean {
  const isOpen = parts.some((part) => part.kind === "computed" && !isOf(part.expression, "date"));
  return isOpen && parts.some((part) => part.kind === "fixed" && /[年月日]/.test(part.text));
}

/** Whether a value, or the value that a format prints, is of a type. */
function isOf(expression: ExpressionTree, type: "date" | "num"): boolean {
  if (expression.kind === "format") return isOf(expression.value, type);
  return expression.type?.startsWith(type) === true;
}
