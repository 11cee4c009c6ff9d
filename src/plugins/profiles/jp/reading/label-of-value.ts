import {
  defineRule,
  type Form,
  type FormRunSource,
  type FormSource,
  type ReadPair,
  type ReadText,
  readingOf,
  SETTLED,
} from "../../../../core/sdk/index.ts";
import { type LabelMeaning, meaningOfLabel, TOLD_ROLES } from "./label-meanings.ts";

/** A value that is printed beside the label of another: what its reader takes it for is not what it is. */
export const labelOfValue = defineRule({
  meta: {
    id: "label",
    summary: "Each value stands beside a label that says what it is.",
    severity: "error",
    basis: [],
    messages: {
      other: {
        what: '"{value}" has role {role} and stands beside the label "{label}", which says something else',
        why: "A reader goes by the label, and takes the value for what it is not.",
      },
      taxIncluded: {
        what: '"{value}" is an amount {is} tax (role {role}), and its label "{label}" says the other',
        why: "A reader goes by the label, and takes the amount for another one.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const { pair, source, meaning } of labelledValues(form)) {
      const { role, path } = source;
      if (role === null || !TOLD_ROLES.has(role)) continue;
      const at = { span: spanOf(form, pair.of), ...(path === null ? {} : { path }) };
      const values = { value: pair.value.slice(0, 30), role, label: pair.label };
      if (!meaning.roles.has(role)) {
        const repair = { title: "exchange the labels, or give the value the role of what it is" };
        report({ ...at, message: "other", values, repair });
        continue;
      }
      const is = taxOf(role);
      if (is === null || meaning.tax === null || is === meaning.tax) continue;
      const repair = { title: is === "with" ? "write 税込 beside it" : "write 税抜 beside it" };
      report({ ...at, message: "taxIncluded", values: { ...values, is }, repair });
    }
  },
  // Where labels are fixed words, what stands beside what is the same for all data: a check before has seen it.
  settle: (source) => (areLabelsFixed(source) ? SETTLED : null),
});

/** Whether no element shows a value beside a label of another, as the source is written. */
function areLabelsFixed({ elements }: FormSource): boolean {
  return elements.every((element) => {
    const { keyword, texts, parent, index } = element;
    const shown = texts.flatMap(({ parts }) => parts).find((part) => part.kind === "computed");
    const role = shown?.kind === "computed" ? shown.role : null;
    if (role === null || !TOLD_ROLES.has(role)) return true;
    const before = elements[index - 1];
    const own = texts.flatMap(({ parts }) => parts.slice(0, 1));
    const isLabelled = keyword === "pair" || keyword === "column" || before?.parent !== parent;
    const fixed = before?.texts.flatMap(({ parts }) => parts) ?? [];
    const neighbour = isLabelled || fixed.some(({ kind }) => kind === "computed") ? [] : fixed;
    return [...own, ...neighbour].every((part) => {
      const meaning = part.kind === "fixed" ? meaningOfLabel(part.text) : null;
      if (meaning === null) return true;
      const is = taxOf(role);
      return meaning.roles.has(role) && (is === null || meaning.tax === null || is === meaning.tax);
    });
  });
}

/** Whether a total with the role has tax in it. */
function taxOf(role: string): LabelMeaning["tax"] {
  if (role === "totals.net") return "without";
  return role === "totals.gross" ? "with" : null;
}

interface LabelledValue {
  readonly pair: ReadPair;
  readonly source: FormRunSource;
  readonly meaning: LabelMeaning;
}

/** Each text that shows a value, with the nearest label of a known meaning. */
function labelledValues(form: Form): readonly LabelledValue[] {
  const found = new Map<ReadText, LabelledValue>();
  for (const pair of readingOf(form).pairs) {
    if (found.has(pair.of)) continue;
    const source = pair.sources.find(({ isFixed, role }) => !isFixed || role !== null);
    const meaning = source === undefined ? null : meaningOfLabel(pair.label);
    if (source !== undefined && meaning !== null) found.set(pair.of, { pair, source, meaning });
  }
  return [...found.values()];
}

function spanOf(form: Form, { element }: ReadText) {
  return (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
}
