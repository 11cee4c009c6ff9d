// The columns of an inspection report: what was asked, what was measured, and whether it passes.
import {
  defineRule,
  type Form,
  type LegalBasis,
  presenceOf,
  type Rule,
  readingOf,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { figuresOf, figureWith, shown } from "../../money/figures.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";
import { limitsOf } from "./tolerance.ts";

/** Where the form has a specification in figures, what was measured stands beside it, and whether it passes. */
export function columnsShown(basis: LegalBasis): Rule {
  return defineRule({
    meta: {
      id: "columns",
      summary: "Each item shows what was measured (測定値) and whether it passes (判定).",
      severity: "error",
      basis: [basis],
      messages: {
        noValue: {
          what: "the specification is in figures, and nothing drawn says what was measured (測定値)",
          why: "Whoever receives the goods compares the values with the specification.",
        },
        noResult: {
          what: "nothing drawn says whether each item passes (判定)",
          why: "A statement of conformity says of which items it is.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const items = presenceOf(form, "inspection.item");
      if (items.presence !== "drawn") return;
      const isInFigures = specificationsOf(form).some((text) => limitsOf(text) !== null);
      if (isInFigures && !isColumn(form, "inspection.value")) report({ message: "noValue", span: items.span });
      if (!isColumn(form, "inspection.itemResult")) {
        report({ message: "noResult", span: items.span, severity: "warning" });
      }
    },
  });
}

function isColumn(form: Form, role: string): boolean {
  if (presenceOf(form, role).presence === "drawn") return true;
  return columnsOf(form, role).some(({ cells }) => cells.length > 0);
}

function columnsOf(form: Form, role: string) {
  return readingOf(form).columns.filter(({ heading }) => meaningOfLabel(heading)?.roles.has(role) === true);
}

function specificationsOf(form: Form): readonly string[] {
  const values = valuesOf(form, "inspection.spec").map(({ value }) => String(value ?? ""));
  return values.length > 0
    ? values
    : columnsOf(form, "inspection.spec").flatMap(({ cells }) => cells.map(({ text }) => text));
}

/** A sample is part of its lot. */
export const sampleOfLot = defineRule({
  meta: {
    id: "sample-of-lot",
    summary: "The sample is no larger than its lot.",
    severity: "error",
    basis: [],
    messages: {
      larger: {
        what: "{sample} are said to be measured, of a lot of {lot}",
        why: "One of both figures is wrong.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const figures = figuresOf(form);
    const [sample, lot] = [figureWith(figures, "inspection.sampleSize"), figureWith(figures, "inspection.lotSize")];
    if (sample === null || lot === null || sample.amount.compare(lot.amount) <= 0) return;
    const { span } = presenceOf(form, "inspection.sampleSize");
    report({
      message: "larger",
      span,
      values: { sample: shown(sample.amount), lot: shown(lot.amount) },
      path: sample.path,
    });
  },
});
