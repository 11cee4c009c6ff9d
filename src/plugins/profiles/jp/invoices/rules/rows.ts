// What the rows of a form say: an amount in each, under a heading that tells whether tax is in it.
import {
  type Decimal,
  defineRule,
  drawnOf,
  type Form,
  type FormSource,
  namesIn,
  presenceOf,
  readingOf,
  SETTLED,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { mayShow } from "../../items/settled-items.ts";
import {
  decimalOf,
  entryOf,
  type Figure,
  type Figures,
  figuresOf,
  figuresWith,
  figureWith,
  shown,
  sumOf,
} from "../../money/figures.ts";
import { mayPrintLines, printedLines } from "../../money/printed-lines.ts";
import { settledFigure } from "../../money/settled-figures.ts";

/** A row that names what was supplied names its amount, where the other rows do. */
export const rowAmounts = defineRule({
  meta: {
    id: "row-amounts",
    summary: "Each row shows its amount, and the heading says rightly whether tax is in it.",
    severity: "error",
    basis: [],
    messages: {
      blank: {
        what: "the amount {path} is {amount}, and nothing is printed in its row",
        why: "Whoever adds the printed figures up misses it.",
      },
      nameless: {
        what: "{amount} stands in a row that names nothing",
        why: "A required item was not found: what was supplied for it.",
      },
      kind: {
        what: 'the heading "{heading}" says {says}, but the amounts under it come to {sum}, the total {is} tax',
        why: "A reader goes by the heading, and takes the amounts for others.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { span } = presenceOf(form, "line.amount");
    for (const { path, amount } of blankAmounts(form)) {
      report({ message: "blank", span, values: { path, amount: shown(amount) }, path });
    }
    for (const { amount, of } of printedLines(form).nameless) {
      const at = (of.element === null ? undefined : form.elements[of.element]?.span) ?? span;
      report({ message: "nameless", span: at, values: { amount: shown(amount) } });
    }
    const wrong = wrongHeading(form);
    if (wrong !== null) report({ message: "kind", span, values: wrong, repair: { title: "write the other one" } });
  },
  settle: (source) => (areShown(source) ? SETTLED : null),
});

/** Whether each text that may show an amount of a line does, for all data, and no heading speaks of tax. */
function areShown(source: FormSource): boolean {
  const figure = settledFigure(source, "line.amount");
  if (figure === "absent") return !mayPrintLines(source);
  if (figure === null) return false;
  const showing = mayShow(source, ["line.amount"]);
  const words = showing.flatMap(({ texts }) => texts.flatMap(({ parts }) => parts));
  return (
    showing.every(({ when }) => when === null) &&
    words.every((part) => part.kind !== "fixed" || !/税抜|税込|税別|内税/.test(part.text))
  );
}

/** Amounts that are not zero and stand nowhere in a row of which other words are drawn. */
function blankAmounts(form: Form) {
  const amounts = valuesOf(form, "line.amount").flatMap(({ path, value }) => {
    const amount = decimalOf(value);
    return amount === null || amount.isZero() ? [] : [{ path, amount }];
  });
  if (amounts.length < 2) return [];
  const printed = new Set(drawnOf(form, "line.amount").map(({ source }) => source.path));
  const missing = amounts.filter(({ path }) => !printed.has(path));
  if (missing.length === 0) return [];
  const isInRow = rowsWithAmount(form);
  const isByPath = missing.length < amounts.length;
  return missing.filter(({ path }) => {
    const state = isInRow(entryOf(path));
    return state === "blank" || (state === "unknown" && isByPath && isDescribed(form, entryOf(path)));
  });
}

function isDescribed(form: Form, entry: string): boolean {
  return drawnOf(form, "line.description").some(({ source }) => entryOf(source.path ?? "") === entry);
}

/** Whether a cell of the column of amounts stands in the row of an entry. */
function rowsWithAmount(form: Form): (entry: string) => "filled" | "blank" | "unknown" {
  const { columns } = readingOf(form);
  const shows = new Set(
    form.elements
      .filter(
        ({ keyword, texts, role }) => keyword === "column" && (role === "line.amount" || namesAmount(form, texts)),
      )
      .map(({ index }) => index),
  );
  const column = columns.find(({ element, cells }) => shows.has(element) && cells.length > 0);
  return (entry) => {
    const described = drawnOf(form, "line.description").filter(({ source }) => entryOf(source.path ?? "") === entry);
    if (column === undefined || described.length === 0) return "unknown";
    const isFilled = column.cells.some(({ bounds, page }) =>
      described.some(
        ({ run }) => run.page === page && run.bounds.topEmu < bounds.bottomEmu && bounds.topEmu < run.bounds.bottomEmu,
      ),
    );
    return isFilled ? "filled" : "blank";
  };
}

function namesAmount(form: Form, texts: Form["elements"][number]["texts"]): boolean {
  const paths = form.declarations.flatMap(({ path, role }) => (role === "line.amount" ? [path] : []));
  return texts.some(({ parts }) =>
    parts.some((part) => part.kind === "computed" && namesIn(part.expression).some((path) => paths.includes(path))),
  );
}

/** The totals of the rates, where they come with their taxes to the total with tax. */
function netOfRates(figures: Figures, gross: Figure | null): Decimal | null {
  const [bases, taxes] = ["tax.base", "tax.amount"].map((role) => figuresWith(figures, role));
  if (gross === null || bases === undefined || taxes === undefined || bases.length === 0) return null;
  const net = sumOf(bases);
  return net.plus(sumOf(taxes)).compare(gross.amount) === 0 ? net : null;
}

/** A heading of amounts that says 税込 of the total without tax, or 税抜 of the one with it. */
function wrongHeading(form: Form) {
  const figures = figuresOf(form);
  const lines = figuresWith(figures, "line.amount");
  const gross = figureWith(figures, "totals.gross");
  const net = figureWith(figures, "totals.net")?.amount ?? netOfRates(figures, gross);
  if (lines.length === 0 || net === null || gross === null || net.compare(gross.amount) === 0) return null;
  const sum = sumOf(lines);
  const elements = new Set(drawnOf(form, "line.amount").map(({ run }) => run.element));
  for (const { element, heading } of readingOf(form).columns) {
    if (!elements.has(element)) continue;
    if (/税込|内税/.test(heading) && sum.compare(net) === 0) {
      return { heading, says: "税込", sum: shown(sum), is: "without" };
    }
    if (/税抜|税別/.test(heading) && sum.compare(gross.amount) === 0) {
      return { heading, says: "税抜", sum: shown(sum), is: "with" };
    }
  }
  return null;
}
