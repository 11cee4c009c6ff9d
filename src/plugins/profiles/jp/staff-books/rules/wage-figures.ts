// The figures of a wage ledger: kinds of pay add up to their total, what is paid less what is withheld is what is left,
// months add up to the year, and pay for overtime stands beside its hours.
import { Decimal, defineRule, type Form, readingOf } from "../../../../../core/sdk/index.ts";
import { laborStandardsAct, laborStandardsRule } from "../../laws.ts";
import { shown } from "../../money/figures.ts";
import {
  DAY_OFF_HOURS,
  DAY_OFF_PAY,
  isPremiumPay,
  NIGHT_HOURS,
  NIGHT_PAY,
  OVERTIME_HOURS,
  OVERTIME_PAY,
  type PayKind,
} from "../pay-kinds.ts";
import { placeOf, type Told, toldAs, toldUnder } from "../told.ts";
import { figureOf, type PayFigure, type PayLine, type PayTable, payTables } from "../wage-table.ts";

/** Where a finding on a figure stands. */
export function placeOfFigure({ elements, document }: Form, { text, path }: PayFigure) {
  const span = (text.element === null ? undefined : elements[text.element]?.span) ?? document.span;
  return path === null ? { span } : { span, path };
}

/** What figures come to. */
export function sumOf(figures: readonly PayFigure[]): Decimal {
  return figures.reduce((sum, { amount }) => sum.plus(amount), Decimal.zero);
}

/** Figures without a kind that a sum may hold or not: more of them make any sum possible. */
const UNKNOWN_MAX = 4;

/** Whether a figure is a sum, with some of those that nobody can place or without them. */
function isSum(amount: Decimal, sum: Decimal, unknown: readonly PayFigure[]): boolean {
  if (unknown.length > UNKNOWN_MAX) return true;
  const sums = unknown.reduce<readonly Decimal[]>(
    (all, one) => all.flatMap((each) => [each, each.plus(one.amount), each.minus(one.amount)]),
    [sum],
  );
  return sums.some((each) => each.compare(amount) === 0);
}

/** One month: its figures by what they are. */
export interface Month {
  readonly label: string;
  readonly of: (kind: PayKind) => readonly PayFigure[];
  readonly unknown: readonly PayFigure[];
  readonly labelOf: (figure: PayFigure) => string;
}

/** The months of a table. */
export function monthsOf({ kinds, months, monthOf }: PayTable): readonly Month[] {
  return months.map(({ label, figures }) => {
    const [first] = figures;
    const at = first === undefined ? -1 : monthOf(first);
    const own = kinds.map((line) => ({ line, figures: line.figures.filter((one) => monthOf(one) === at) }));
    return {
      label,
      of: (kind) => own.flatMap(({ line, figures: each }) => (line.kind === kind ? each : [])),
      // A month's number or a count is no money.
      unknown: own.flatMap(({ line, figures: each }) =>
        line.kind === null ? each.filter(({ amount }) => amount.absolute().compare(Decimal.ofInteger(100)) > 0) : [],
      ),
      labelOf: (figure) => kinds.find((line) => line.figures.includes(figure))?.label ?? "",
    };
  });
}

/** Totals of a month, and what they are made of. */
const TOTALS = [
  ["earned", "earning"],
  ["deducted", "deduction"],
] as const;

interface Wrong {
  readonly figure: PayFigure;
  readonly label: string;
  readonly sum: Decimal;
}

function wrongTotals(month: Month): readonly Wrong[] {
  const wrong = TOTALS.flatMap(([total, part]): readonly Wrong[] => {
    const [[figure], parts] = [month.of(total), month.of(part)];
    if (figure === undefined || parts.length === 0) return [];
    const sum = sumOf(parts);
    return isSum(figure.amount, sum, month.unknown) ? [] : [{ figure, label: month.labelOf(figure), sum }];
  });
  const [net] = month.of("net");
  if (net === undefined || wrong.length > 0) return wrong;
  const [earned, deducted] = TOTALS.map(([total, part]) => {
    const [own] = month.of(total);
    return own === undefined ? month.of(part) : [own];
  });
  if (earned === undefined || earned.length === 0 || deducted === undefined) return wrong;
  const left = sumOf(earned).minus(sumOf(deducted));
  return isSum(net.amount, left, month.unknown) ? wrong : [{ figure: net, label: month.labelOf(net), sum: left }];
}

/** 支給合計, 控除合計 and 差引支給額 of each month. */
export const monthTotals = defineRule({
  meta: {
    id: "month-totals",
    summary: "The wages of a month add up to their total, and less what is withheld they are what is paid.",
    severity: "error",
    waivable: false,
    basis: [laborStandardsAct("108条"), laborStandardsRule("54条1項7号・8号")],
    messages: {
      differs: {
        what: '"{label}" is {amount}, but the figures beside it make {sum}',
        why: "Whoever adds the printed figures up arrives at another total.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    for (const { figure, label, sum } of payTables(form).flatMap(monthsOf).flatMap(wrongTotals)) {
      const values = { label, amount: shown(figure.amount), sum: shown(sum) };
      report({ message: "differs", ...placeOfFigure(form, figure), values });
    }
  },
});

/** The line that adds up the months. */
export const OF_YEAR =
  /^(?:合計|総合?計|年間?(?:合?計|総計|総額)?|計|通算|(?:上|下|前|後)(?:半)?期計?|.{0,8}(?:合計|年計|小計))$/;

/** 年計: the sum of the months. */
export const yearTotals = defineRule({
  meta: {
    id: "year-totals",
    summary: "The totals of a year are the sums of its months.",
    severity: "error",
    waivable: false,
    basis: [],
    messages: {
      differs: {
        what: '"{label}" of {kind} is {amount}, but the months make {sum}',
        why: "Whoever adds the printed figures up arrives at another total.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    for (const table of payTables(form)) {
      for (const line of table.months.filter(({ label }) => OF_YEAR.test(label))) {
        for (const wrong of wrongSums(table, line)) {
          const { figure, kind, sum } = wrong;
          const values = { label: line.label, kind: kind || "a column", amount: shown(figure.amount), sum: shown(sum) };
          report({ message: "differs", ...placeOfFigure(form, figure), values });
        }
      }
    }
  },
});

function wrongSums({ kinds, months, monthOf }: PayTable, total: PayLine) {
  const [first] = total.figures;
  const at = first === undefined ? -1 : monthOf(first);
  const totals = new Set(
    months.flatMap(({ label, figures: [own] }) => (OF_YEAR.test(label) && own !== undefined ? [monthOf(own)] : [])),
  );
  const before = [...totals].filter((each) => each < at).reduce((most, each) => Math.max(most, each), -1);
  return kinds.flatMap(({ label, kind, figures }) => {
    const figure = figures.find((one) => monthOf(one) === at);
    if (figure === undefined || kind === null || kind === "aside") return [];
    const own = figures.filter((one) => monthOf(one) < at && !totals.has(monthOf(one)));
    if (own.length === 0) return [];
    // A total may be of all months, or of those since the total before it.
    const sums = [own, own.filter((one) => monthOf(one) > before)].map(sumOf);
    const isRight = sums.some((sum) => sum.compare(figure.amount) === 0);
    return isRight ? [] : [{ figure, kind: label, sum: sumOf(own) }];
  });
}

const PREMIUMS = [
  { hours: "overtimeHours", role: "work.overtimeHours", pay: OVERTIME_PAY, labels: OVERTIME_HOURS, item: "延長時間数" },
  { hours: "dayOffHours", role: "work.dayOffHours", pay: DAY_OFF_PAY, labels: DAY_OFF_HOURS, item: "休日労働時間数" },
  { hours: "nightHours", role: "work.nightHours", pay: NIGHT_PAY, labels: NIGHT_HOURS, item: "深夜労働時間数" },
] as const;

/** 54条1項6号: where overtime is paid, its hours are written down. */
export const hoursOfPremiums = defineRule({
  meta: {
    id: "premium-hours",
    summary: "Where overtime, work on days off or at night is paid, its hours are written down.",
    severity: "error",
    basis: [laborStandardsAct("108条"), laborStandardsRule("54条1項6号")],
    messages: {
      missing: {
        what: '"{label}" is {amount}, and no hours of it are printed ({item})',
        why: "Where such work was done, its hours are written down beside the wage.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const tables = payTables(form);
    for (const { hours, role, pay, labels, item } of PREMIUMS) {
      const hasHours = tables.some(({ kinds }) => kinds.some(({ kind }) => kind === hours));
      const isTold = toldAs(form, [role], labels).some(({ text }) => isPositive(figureOf(text)));
      const months = tables.flatMap(monthsOf).filter(({ label }) => !OF_YEAR.test(label));
      const inMonths = months.flatMap((month) => {
        const paid = month.of("earning").find((one) => isPremiumPay(month.labelOf(one), pay) && isPositive(one.amount));
        const isWritten = hasHours ? month.of(hours).some(({ amount }) => isPositive(amount)) : isTold;
        return paid === undefined || isWritten ? [] : [{ paid, label: month.labelOf(paid) }];
      });
      for (const { paid, label } of inMonths) {
        const values = { label, amount: shown(paid.amount), item };
        report({ message: "missing", ...placeOfFigure(form, paid), values });
      }
      if (inMonths.length > 0 || isTold || hasHours) continue;
      const outside = paidOutside(form, pay);
      if (outside === undefined) continue;
      const values = { label: outside.label, amount: outside.told.text, item };
      report({ message: "missing", ...placeOf(outside.told), values });
    }
  },
});

/** Pay with such a label that stands in no table. */
function paidOutside(form: Form, pay: RegExp): { readonly label: string; readonly told: Told } | undefined {
  const labels = new Set(readingOf(form).pairs.map(({ label }) => label.trim()));
  return [...labels].flatMap((label) => {
    if (!isPremiumPay(label, pay)) return [];
    const told = toldUnder(form, pay).find(({ text }) => isPositive(figureOf(text)));
    return told === undefined ? [] : [{ label, told }];
  })[0];
}

function isPositive(amount: Decimal | null): boolean {
  return amount !== null && amount.compare(Decimal.zero) > 0;
}
