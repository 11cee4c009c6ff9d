// Marks and taxes of forms with two rates, by what is printed: the sign of the reduced rate stands on the lines that
// its total is of, and each rate has its tax.
import {
  Decimal,
  defineRule,
  type Form,
  type FormSource,
  presenceOf,
  type Rule,
  readingOf,
  SETTLED,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { quoted } from "../../items/quote.ts";
import { invoiceArticle } from "../../laws.ts";
import { entryOf, figuresOf, figuresWith, shown } from "../../money/figures.ts";
import { printedAmounts } from "../../money/printed-amounts.ts";
import { printedLines } from "../../money/printed-lines.ts";
import { byRate, isSame, type OfRate, readAmounts, TOTAL_ROW } from "../../money/read-amounts.ts";
import { isReducedOnDays, taxDaysOf } from "../../money/tax-days.ts";
import { exactTax, isRoundedFrom } from "../../money/tax-groups.ts";
import { type LineMark, lineMarks, markIn, signsExplained } from "../line-marks.ts";

const REDUCED = Decimal.of("8");

/** Whether fixed words of a source may print a rate of 8 %. */
function writesReduced({ elements }: FormSource): boolean {
  return elements.some(({ texts }) =>
    texts.some(({ parts }) =>
      parts.some((part) => part.kind === "fixed" && /[8８]\s*(?:[%％]|パーセント)|軽/.test(part.text)),
    ),
  );
}

/** The totals of each rate that is not of nothing. */
function ratesPrinted(form: Form): readonly OfRate[] {
  return byRate(readAmounts(form)).filter(({ bases }) => bases.some(({ of }) => !of.amount.isZero()));
}

const MARK_MESSAGES = {
  unused: {
    what: "{sign} stands for the reduced rate, and no line bears it, though a total is at that rate",
    why: "A required item was not found: that an item is at the reduced rate.",
  },
  nowhere: {
    what: "the form explains {sign} as the mark of the reduced rate, and no goods or services bear {sign}",
    why: "A required item was not found: which of them are at the reduced rate (軽減対象である旨).",
  },
  unexplained: {
    what: "lines are marked {sign}, and nothing drawn says that it stands for the reduced rate",
    why: "A mark counts where the form says what it means, such as ※は軽減税率（8%）対象品目です。",
  },
  denied: {
    what: '"{text}" says that nothing is at the reduced rate, and a total is at that rate',
    why: "The buyer cannot tell which of the lines are.",
  },
  unparted: {
    what: "{count} of the lines are marked as being at the reduced rate, and no total of each rate is printed",
    why: "A required item was not found: the total of each rate (税率ごとに区分して合計した対価の額).",
  },
  otherTotal: {
    what: "the marked lines come to {sum}, and the total at 8 % is {total}",
    why: "The buyer would book lines at the wrong rate.",
  },
} as const;

/** Lines at the reduced rate bear the sign that the form explains, and come to the total of that rate. */
export function markedLines(article: string): Rule {
  return defineRule({
    meta: {
      id: "marked-lines",
      summary: "The lines with the sign of the reduced rate are those that its total is of, and the sign is explained.",
      severity: "error",
      basis: [invoiceArticle(article)],
      messages: MARK_MESSAGES,
      repairs: "suggestion",
    },
    check({ form, report }) {
      const denial = isReducedOnDays(taxDaysOf(form), REDUCED) === true ? denialOf(form) : null;
      const span = presenceOf(form, "line.description").span;
      if (denial !== null) report({ message: "denied", span, values: { text: quoted(denial, NONE_REDUCED) } });
      if (valuesOf(form, "line.taxRate").length > 0 || isReducedOnDays(taxDaysOf(form), REDUCED) !== true) return;
      const lines = linesOf(form);
      const ofRate = ratesPrinted(form).find(({ rate }) => isSame(rate, REDUCED));
      const [base, ...others] = ofRate?.bases ?? [];
      const marked = lines.filter(({ mark }) => mark !== null && (mark.sign !== null || mark.isSaid));
      const explained = signsExplained(form);
      const [sign = ""] = explained;
      const count = marked.filter(({ mark }) => mark?.isSaid === true || explained.has(mark?.sign ?? "")).length;
      if (count > 0 && count < lines.length && hasNoTotalOfRates(form)) {
        report({ message: "unparted", span, values: { count } });
      }
      if (ofRate === undefined || base === undefined) return;
      if (lines.length === 0) {
        const unborne = signBorneByNothing(form);
        if (unborne !== null) report({ message: "nowhere", span, values: { sign: unborne } });
        return;
      }
      if (marked.length === 0) {
        if (sign !== "") report({ message: "unused", span, values: { sign } });
        return;
      }
      const bare = marked.flatMap(({ mark }) =>
        mark === null || mark.isSaid || mark.sign === null ? [] : [mark.sign],
      );
      const unknown = bare.find((one) => one !== "軽" && !explained.has(one));
      if (unknown !== undefined) report({ message: "unexplained", span, values: { sign: unknown } });
      // Beside the total without tax may stand the same with tax; two totals of one rate are of parts.
      if (others.some(({ of }) => !isTotalOf(of.amount, base.of.amount, 1))) return;
      const sum = marked.reduce((all, { amount }) => all.plus(amount), Decimal.zero);
      const total = base.of.amount;
      if (isTotalOf(sum, total, marked.length)) return;
      report({ message: "otherTotal", span, values: { sum: shown(sum), total: shown(total) } });
    },
    settle: (source) => (writesReduced(source) ? null : SETTLED),
  });
}

/** Whether lines come to a total at the reduced rate, with or without their tax on either side. */
function isTotalOf(sum: Decimal, total: Decimal, lines: number): boolean {
  const [added, held] = [exactTax(total, REDUCED, "net"), exactTax(total, REDUCED, "gross")];
  return (
    isSame(sum, total) ||
    isRoundedFrom(sum.minus(total), added) ||
    isRoundedFrom(total.minus(sum), held) ||
    isNearTax(sum.minus(total), added, lines) ||
    isNearTax(total.minus(sum), held, lines)
  );
}

/** A sentence that denies the reduced rate of a form that has a total at that rate; null where there is none. */
function denialOf(form: Form): string | null {
  const said = readingOf(form).sentences.find(({ text }) => NONE_REDUCED.test(text));
  if (said === undefined || !ratesPrinted(form).some(({ rate }) => isSame(rate, REDUCED))) return null;
  return said.text;
}

const NONE_REDUCED =
  /軽減税率[^。]{0,14}(?:ありません|ございません|含まれ(?:ない|ません)|はな[いく]|なし(?=[。）)]|$))/;

interface MarkedAmount {
  readonly amount: Decimal;
  readonly mark: LineMark | null;
}

/** The lines of the data, else those that are printed in a ruled grid. */
function linesOf(form: Form): readonly MarkedAmount[] {
  const figures = figuresWith(figuresOf(form), "line.amount");
  if (figures.length > 0) {
    const markOf = lineMarks(form);
    return figures.map(({ path, amount }) => ({ amount, mark: markOf(entryOf(path)) }));
  }
  const explained = signsExplained(form);
  return printedLines(form).lines.map(({ amount, texts }) => ({
    amount: amount.amount,
    mark: markIn(
      texts.flatMap((one) => (one === amount.of ? [] : [one.text])),
      explained,
    ),
  }));
}

/** ※は軽減税率対象品目です, 「◎」印の品は…: the sign is said to be a mark, and is no bullet before a note. */
const EXPLAINED_AS_MARK = new RegExp(
  '^[\\s　]*[（(「『"]?([\\u25a0-\\u27bf\\u2b00-\\u2bff※☆★*＊◆●▲#＃†‡])[」』"）)]?' +
    "(?:印|マーク|記号)?(?:の?[付つ]い?た?|を[付つ]け?した?|は|が|の|：|:|=|＝|…)",
  "u",
);
/** 8%対象（※）: a total bears the sign, which says nothing of goods. */
const OF_TOTAL = /対象|合計|小計|税抜|税込|消費税|[8８]\s*[%％]/;
/** Every thing on the form is at the reduced rate. */
const ALL_REDUCED = /(?:すべて|全て|全品|全商品|いずれも)[^。]{0,16}軽減/;

/**
 * The sign that a form explains as the mark of the reduced rate, where neither a description nor any other words bear
 * it; null where something does, or where words say without a sign what is at that rate.
 */
function signBorneByNothing(form: Form): string | null {
  const { sentences } = readingOf(form);
  const said = sentences.map(({ label, text }) => ({ text: narrow(`${label}${text}`) }));
  if (said.some(({ text }) => ALL_REDUCED.test(text))) return null;
  const signs = said.flatMap(({ text }) => {
    const [, sign] = EXPLAINED_AS_MARK.exec(text) ?? [];
    return sign !== undefined && /軽減|8\s*%/.test(text) ? [sign] : [];
  });
  const [sign] = signs;
  if (sign === undefined) return null;
  const isOfGoods = (text: string) => !OF_TOTAL.test(text.replaceAll(/[（(][^（()）]*[）)]/g, ""));
  const isBorne = said.some(({ text }) => {
    if (EXPLAINED_AS_MARK.test(text) && /軽減|8\s*%/.test(text)) return false;
    return text.includes(sign) ? isOfGoods(text) : /軽減/.test(text);
  });
  return isBorne || describesReduced(form) ? null : sign;
}

/** Whether a description says by itself that it is at the reduced rate: 食料品（8%）. */
function describesReduced(form: Form): boolean {
  return presenceOf(form, "line.description").drawn.some(({ source }) => /軽|8\s*%/.test(narrow(source.text)));
}

/** Whether nothing on a form of printed lines is a total of one rate. */
function hasNoTotalOfRates(form: Form): boolean {
  if (printedLines(form).lines.length === 0 || presenceOf(form, "tax.base").presence === "drawn") return false;
  return !printedAmounts(form).some(({ own, row, column }) => /軽減|対象|\d\s*%/.test(`${own} ${row} ${column}`));
}

/** Tax that is rounded line by line is off by a yen for each. */
function isNearTax(difference: Decimal, tax: Decimal, lines: number): boolean {
  return difference.minus(tax).absolute().compare(Decimal.ofInteger(lines)) <= 0;
}

/** 57条の4第1項5号: a form with two rates says the tax of each. */
export function taxOfEachRate(article: string): Rule {
  return defineRule({
    meta: {
      id: "tax-of-each-rate",
      summary: "A form with totals of two rates prints a tax for each of them.",
      severity: "error",
      basis: [invoiceArticle(article)],
      messages: {
        missing: {
          what: "totals at {rates} are printed, and {count} of their taxes",
          why: "A required item was not found: the tax of each rate (税率ごとに区分した消費税額等).",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const rates = ratesPrinted(form).filter(({ rate }) => !rate.isZero());
      if (rates.length < 2) return;
      const taxes = readAmounts(form).filter(({ kind }) => kind === "tax");
      const ofRates = new Set(taxes.flatMap(({ of }) => (TOTAL_ROW.test(of.row.replaceAll(/\s/g, "")) ? [] : [of])));
      if (taxes.length === 0 || ofRates.size >= rates.length) return;
      const values = { rates: rates.map(({ rate }) => `${shown(rate)} %`).join(" and "), count: ofRates.size };
      report({ message: "missing", span: presenceOf(form, "tax.amount").span, values });
    },
    settle: (source) => (writesReduced(source) ? null : SETTLED),
  });
}
