// Fines and damages that are taken off a wage.
import { defineRule, type Form, readingOf, type Span } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { laborStandardsAct } from "../../laws.ts";
import { printedAmount } from "../../money/figures.ts";
import { printedAmounts } from "../../money/printed-amounts.ts";

/** 遅刻罰金, ノルマ未達ペナルティ, レジ不足弁償: what no agreement may take off. 欠勤控除 and 減給 are none of them. */
const FINE =
  /^(?!.*(?:手当|支給|立替)).{0,10}(?:罰金|罰則金|ペナルティー?|違約金|弁償金?|損害(?:賠償)?金|反省金)(?:控除|天引き?|額)?$/;

/** 24条1項: wages are paid in full; 16条: no sum is fixed for a breach. */
export const noFines = defineRule({
  meta: {
    id: "fines",
    summary: "No fine, penalty or damages are taken off the wage (賃金全額払, 賠償予定の禁止).",
    severity: "error",
    basis: [laborStandardsAct("24条1項"), laborStandardsAct("16条"), laborStandardsAct("91条")],
    messages: {
      fine: {
        what: '"{label}" of {amount} is taken off the wage',
        why: "Wages are paid in full, and no sum may be fixed for a breach; a pay cut (減給) has bounds of its own.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    for (const { label, amount, span, path } of finesOf(form)) {
      report({ message: "fine", span, values: { label, amount }, ...(path === null ? {} : { path }) });
    }
  },
});

interface Fine {
  readonly label: string;
  readonly amount: string;
  readonly span: Span;
  readonly path: string | null;
}

/** Each label of a fine with an amount that is not zero. */
function finesOf(form: Form): readonly Fine[] {
  const spanOf = (element: number | null) =>
    (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
  const found = new Map<string, Fine>();
  const add = (label: string, text: string, element: number | null, path: string | null) => {
    const plain = narrow(label).replaceAll(/[\s：:]/g, "");
    const amount = printedAmount(text);
    if (!FINE.test(plain) || amount === null || amount.isZero() || found.has(plain)) return;
    found.set(plain, { label: plain, amount: text.trim(), span: spanOf(element), path });
  };
  for (const { own, row, column, of, path } of printedAmounts(form)) {
    for (const label of [own, column, row]) add(label, of.text.slice(own.length), of.element, path);
  }
  const { pairs, columns } = readingOf(form);
  for (const { label, value, of, sources } of pairs)
    add(label, value, of.element, sources.find(({ path }) => path !== null)?.path ?? null);
  for (const { heading, cells, element } of columns) {
    for (const { text, sources } of cells)
      add(heading, text, element, sources.find(({ path }) => path !== null)?.path ?? null);
  }
  // Names of kinds stand in cells of their own, each with its amount at the right.
  const cells = columns.flatMap((column) => column.cells);
  for (const name of cells.filter(({ text }) => FINE.test(narrow(text).replaceAll(/[\s：:]/g, "")))) {
    const behind = cells.filter(
      ({ page, bounds }) =>
        page === name.page &&
        bounds.topEmu < name.bounds.bottomEmu &&
        name.bounds.topEmu < bounds.bottomEmu &&
        bounds.leftEmu >= name.bounds.rightEmu,
    );
    const [amount] = behind.toSorted((one, other) => one.bounds.leftEmu - other.bounds.leftEmu);
    const path = amount?.sources.find((source) => source.path !== null)?.path ?? null;
    if (amount !== undefined) add(name.text, amount.text, amount.element, path);
  }
  return [...found.values()];
}
