// The days of an order in their order: ordered, delivered, paid.
import {
  defineRule,
  type Form,
  type LegalBasis,
  presenceOf,
  type Rule,
  readingOf,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { datesIn } from "../../items/period.ts";
import { dayOfRole } from "../payment-days.ts";

/** Days of which each is one, and no span. */
function ownDay(form: Form, role: string) {
  const isSpan = presenceOf(form, role).drawn.some(({ source }) => /[〜~～]|から|より|以降/.test(source.text));
  return isSpan ? null : dayOfRole(form, role);
}

/** Every day that is said of a role: the day before a change, the day of a part, the day of an agreement. */
function daysSaid(form: Form, role: string): readonly string[] {
  const values = valuesOf(form, role).flatMap(({ value }) => (typeof value === "string" ? datesIn(value) : []));
  const own = new Set(presenceOf(form, role).drawn.map(({ run }) => run.element));
  const written = readingOf(form).sentences.filter(({ element }) => element !== null && own.has(element));
  const withRole = written.filter(({ element }) => form.elements[element ?? -1]?.role === role);
  return [...values, ...withRole.flatMap(({ text }) => datesIn(text))];
}

/** Nothing is delivered or paid before it is ordered. */
export function daysOfOrder(basis: readonly LegalBasis[]): Rule {
  return defineRule({
    meta: {
      id: "days-in-order",
      summary: "The days of delivery, inspection and payment come no sooner than the day of the order.",
      severity: "error",
      basis,
      validFrom: "2024-11-01",
      messages: {
        earlier: {
          what: "{item} is {day}, before the order of {ordered}",
          why: "One of both days is wrong, or the order was told too late: it is told at once when it is placed.",
        },
      },
      repairs: "none",
    },
    check({ form, report }) {
      const known = ownDay(form, "order.date")?.day;
      if (known === undefined) return;
      const ordered = daysSaid(form, "order.date").reduce((first, day) => (day < first ? day : first), known);
      for (const [role, item] of AFTER_ORDER) {
        const found = ownDay(form, role);
        if (found === null || found.day >= ordered || daysSaid(form, role).some((day) => day >= ordered)) continue;
        const { span } = presenceOf(form, role);
        const at = found.path === null ? { span } : { span, path: found.path };
        report({ ...at, message: "earlier", values: { item, day: found.day, ordered } });
      }
    },
  });
}

const AFTER_ORDER = [
  ["order.deliveryDate", "the day of delivery (受領期日)"],
  ["order.inspectionDate", "the day inspection ends (検査完了期日)"],
  ["payment.dueDate", "the day of payment (支払期日)"],
] as const;
