// The columns of an inspection report: what was asked, what was measured, and whether it passes.
import {
  defineRule,
  drawnOf,
  type Form,
  type LegalBasis,
  presenceOf,
  type Rule,
  readingOf,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { figuresOf, figureWith } from "../../money/figures.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";
import { limitsOf } from "../limits.ts";

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
        noSpecification: {
          what: "values are measured in figures, and nothing drawn says what was asked (規格)",
          why: "Whoever receives the goods compares the values with the specification.",
        },
        samples: {
          what: "{sample} are said to be measured, and {columns} values of each item are printed",
          why: "One of both figures is wrong, or values are missing.",
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
      const isMeasured = columnsOf(form, "inspection.value").some(({ cells }) =>
        cells.some(({ text }) => NUMBER.test(text)),
      );
      if (isMeasured && !isColumn(form, "inspection.spec") && !saysLimits(form)) {
        report({ message: "noSpecification", span: items.span, severity: "warning" });
      }
      const samples = columnsOf(form, "inspection.value").filter(({ heading }) =>
        /[0-9０-９①-⑳]$/.test(heading.trim()),
      );
      const sample = numberDrawn(form, "inspection.sampleSize");
      const measured = new Set(drawnOf(form, "inspection.value").map(({ run }) => run.element)).size;
      if (samples.length > 1 && samples.length >= measured && sample !== null && sample !== samples.length) {
        report({
          message: "samples",
          span: items.span,
          severity: "warning",
          values: { sample, columns: samples.length },
        });
      }
      if (!isColumn(form, "inspection.itemResult")) {
        report({ message: "noResult", span: items.span, severity: "warning" });
      }
    },
  });
}

const NUMBER = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;

function saysLimits(form: Form): boolean {
  return readingOf(form).texts.some(({ text }) =>
    /規格|公差|仕様|基準|上限|下限|許容|図面寸法|要求|spec|limit|toleranc|nominal|standard/i.test(text),
  );
}

/** The first number that is printed with a role. */
function numberDrawn(form: Form, role: string): number | null {
  const digits = drawnOf(form, role).flatMap(({ source }) => /\d+/.exec(narrow(source.text).replaceAll(",", "")) ?? []);
  return digits[0] === undefined ? null : Number(digits[0]);
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
    const figure = figureWith(figures, "inspection.sampleSize");
    const [sample, lot] = [numberDrawn(form, "inspection.sampleSize"), numberDrawn(form, "inspection.lotSize")];
    if (sample === null || lot === null || sample <= lot) return;
    const { span } = presenceOf(form, "inspection.sampleSize");
    report({
      message: "larger",
      span,
      values: { sample, lot },
      ...(figure === null ? {} : { path: figure.path }),
    });
  },
});
