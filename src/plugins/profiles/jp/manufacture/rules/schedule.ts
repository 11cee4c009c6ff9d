import { defineRule, presenceOf, valuesOf } from "../../../../../core/sdk/index.ts";
import { isDrawn } from "../../items/drawn-words.ts";
import { entryOf } from "../../money/figures.ts";

/** Bars run forward, within the plan. */
export const barsInPlan = defineRule({
  meta: {
    id: "bars",
    summary: "Work starts before it ends, within the period of the plan.",
    severity: "error",
    basis: [],
    messages: {
      late: {
        what: "{path} ends on {end}, after {due}, the day on which it is due",
        why: "A plan keeps the days that were promised, or says why not.",
      },
      reaches: {
        what: "{path}, from {start} to {end}, reaches beyond the plan from {from} to {to}",
        why: "What lies outside of the axis is not drawn.",
      },
      backwards: {
        what: "{path} starts on {start} and ends on {end}",
        why: "Work ends on the day it starts, or later.",
      },
      outside: {
        what: "{path}, from {start} to {end}, lies outside of the plan from {from} to {to}",
        why: "What lies outside of the axis is not drawn.",
      },
      period: { what: "the plan runs from {from} to {to}", why: "The first day of a plan comes before its last." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const from = firstDate(valuesOf(form, "schedule.from"));
    const lastDays = valuesOf(form, "schedule.to");
    const to = firstDate(lastDays);
    if (from !== null && to !== null && to < from) {
      const path = lastDays[0]?.path;
      const at = { span: presenceOf(form, "schedule.to").span, ...(path === undefined ? {} : { path }) };
      report({ message: "period", ...at, values: { from, to } });
    }
    const dues = new Map(valuesOf(form, "schedule.due").map(({ path, value }) => [entryOf(path), value] as const));
    const ends = new Map(
      valuesOf(form, "schedule.end")
        .map(({ path, value }) => [entryOf(path), value] as const)
        .reverse(),
    );
    for (const { path, value } of valuesOf(form, "schedule.start")) {
      const entry = entryOf(path);
      const end = ends.get(entry);
      if (typeof value !== "string" || typeof end !== "string") continue;
      const { span } = presenceOf(form, "schedule.start");
      const values = { path: entry, start: value, end, from: from ?? "", to: to ?? "" };
      if (end < value) report({ message: "backwards", span, values, path });
      else if ((to !== null && value > to) || (from !== null && end < from)) {
        report({ message: "outside", span, values, path, severity: "warning" });
      } else if ((to !== null && end > to) || (from !== null && value < from)) {
        report({ message: "reaches", span, values, path, severity: "warning" });
      }
      const due = dues.get(entry);
      if (typeof due === "string" && end > due && !isDrawn(form, TOLD_LATE)) {
        report({ message: "late", span, values: { path: entry, end, due }, path, severity: "warning" });
      }
    }
  },
});

/** A plan that tells which work is late says so itself. */
const TOLD_LATE = /遅|超過|納期割|delay|late\b/i;

function firstDate(values: ReturnType<typeof valuesOf>): string | null {
  const value = values[0]?.value;
  return typeof value === "string" ? value : null;
}

/** 凡例, by its own name or by another one. */
const NAMED =
  /凡\s*例|[記符]\s*号|マーク|色\s*分|表\s*示\s*の\s*意\s*味|(?:バー|帯|線|印|色|図)\s*の\s*(?:見\s*方|意\s*味|説\s*明)/;
/** A sign, and what it means: ■計画, ▲：納期, ※は休業日. */
const SIGN = /[■□▲△▼▽◆◇●○◎★☆▬█▶→━]\s*(?:印\s*)?[:：=＝はが…]?\s*[^\s■□▲△▼▽◆◇●○◎★☆▬█▶→━\d]/;
/** A colour, and what it means: 青＝計画, 赤い線は基準日. */
const COLOUR = /[青赤緑黄灰橙紫黒白]\s*(?:色|い?\s*(?:線|帯|棒|バー))?\s*[:：=＝は…]\s*\S/;

/** 凡例: what bars and colours mean. */
export const legendShown = defineRule({
  meta: {
    id: "legend",
    summary: "The plan explains its bars and colours (凡例).",
    severity: "warning",
    basis: [],
    messages: {
      missing: { what: "no 凡例 is drawn", why: "Whoever reads the plan does not know what its bars mean." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const gantt = form.elements.find(({ keyword }) => keyword === "gantt");
    if (gantt === undefined || [NAMED, SIGN, COLOUR].some((words) => isDrawn(form, words))) return;
    report({ message: "missing", span: gantt.span, repair: { title: "draw a legend with role-free texts and rects" } });
  },
});

/** 基準日: a line of today in the bars says no day that can be read. */
export const planDated = defineRule({
  meta: {
    id: "dated",
    summary: "The plan prints the day on which it was made, or as of which it is (作成日・基準日).",
    severity: "warning",
    basis: [],
    messages: {
      missing: {
        what: "no day of the plan is printed (作成日・基準日); the line of today in the bars is no day to read",
        why: "Whoever has two plans cannot tell which is the later one.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { presence, span, drawn } = presenceOf(form, "document.issueDate");
    const isRead = drawn.some(({ source }) => /[0-9０-９]/.test(source.text));
    if (presence === "undeclared" || presence !== "drawn" || isRead || isDrawn(form, DATED)) return;
    report({ message: "missing", span, repair: { title: "print the day, such as 作成日　2026年12月3日" } });
  },
});

const DATED = /(?:作成|発行|改訂|基準|更新)(?:年月)?日[\s　：:]*[0-9０-９令]|[0-9０-９]\s*日\s*(?:現在|時点|作成)/;
