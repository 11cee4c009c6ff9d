// An item of a book → a rule that finds it by its role, or by the words that stand around it.
import { defineRule, type Form, type LegalBasis, presenceOf, type Rule } from "../../../../core/sdk/index.ts";
import { itemRule, type LegalItem } from "../items/item-rule.ts";
import { hasPlace, isTold, toldUnder } from "./told.ts";

/** What a book has to show. */
export interface BookItem extends LegalItem {
  readonly roles: readonly string[];
  /** Labels that it stands with, bare. */
  readonly labels: RegExp;
  /** What sentences say it, without a label. */
  readonly sentence?: RegExp;
  /** Whether its label is enough on the form at hand; left out: never. */
  readonly mayBeBlank?: (form: Form) => boolean;
}

/** The rule that demands an item. Nothing has to bear its role: a reader finds it by its label. */
export function bookItem({ labels, sentence, mayBeBlank, ...item }: BookItem): Rule {
  const isSaid = (text: string) => item.says === undefined || item.says.test(text);
  return itemRule({
    ...item,
    label: item.label ?? labelIn(item.item),
    isDrawnOtherwise: (form) =>
      toldUnder(form, labels).some(({ text }) => isSaid(text)) ||
      (sentence !== undefined && isTold(form, sentence)) ||
      (mayBeBlank?.(form) === true && hasPlace(form, labels)),
  });
}

/** The label in the name of an item: 基本給 of `the basic wage as a kind of its own (基本給)`. */
function labelIn(item: string): string {
  return /\((?:[^()：:]*[：:]\s*)?([^()、；;]+)/.exec(item)?.[1]?.trim() ?? item;
}

/** What a book has a place for, to be filled in when it happens. */
export interface BookPlace {
  readonly id: string;
  /** `the day of retirement (退職の年月日)` */
  readonly item: string;
  readonly roles: readonly string[];
  readonly labels: RegExp;
  readonly basis: readonly LegalBasis[];
  readonly severity?: "error" | "warning";
  readonly unverified?: string;
  readonly appliesTo?: (form: Form) => boolean;
}

/** The rule that demands a place. */
export function bookPlace({ id, item, roles, labels, basis, severity, unverified, appliesTo }: BookPlace): Rule {
  return defineRule({
    meta: {
      id,
      summary: `The form has a place for ${item}.`,
      severity: severity ?? "error",
      basis,
      ...(unverified === undefined ? {} : { unverified }),
      messages: {
        missing: {
          what: "the form has no place for {item}",
          why: "It is written down when it happens: nothing drawn has role {role} or such a label.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      if (appliesTo?.(form) === false || hasPlace(form, labels)) return;
      const [role = ""] = roles;
      if (roles.some((one) => presenceOf(form, one).presence === "drawn")) return;
      const repair = { title: `add a label and a place for ${item}` };
      report({ message: "missing", span: presenceOf(form, role).span, values: { item, role }, repair });
    },
  });
}
