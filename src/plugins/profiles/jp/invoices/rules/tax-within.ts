// The tax that is told within a price: 242,000円（うち消費税額22,000円）, 12,960円（軽減税率8%、内消費税960円）.
import { Decimal, defineRule, type Form } from "../../../../../core/sdk/index.ts";
import { drawnSentences, isDrawn } from "../../items/drawn-words.ts";
import { narrow } from "../../items/narrow.ts";
import { shown } from "../../money/figures.ts";
import type { PrintedAmount } from "../../money/printed-amounts.ts";
import { byRate, readAmounts } from "../../money/read-amounts.ts";
import { ratesOnAny, taxDaysOf } from "../../money/tax-days.ts";

const PRICE = "(?<price>[0-9][0-9,]*)円";
/** No other price stands between a price and its tax. */
const BETWEEN = "(?<between>(?:(?![0-9]円)[^\\n]){0,40}?)";
const OWN_RATE = "(?<rate>(?:(?:8|10)\\s*%の?)?)";
const TAX = "消費税(?!率|の?対象|課税|抜|込|別)(?:等|額|及び地方消費税|相当額|の額)*";
const GAP = "(?<gap>[^0-9円]{0,6}(?:(?:8|10)\\s*%[^0-9円]{0,8})?)";
const AMOUNT = "(?<tax>[0-9][0-9,]*)円";
const OF_PLACE = "(?<![国都社店館構域市県府道区町村案])";
const WITHIN = new RegExp(`${PRICE}${BETWEEN}(?:うち|${OF_PLACE}内)、?の?${OWN_RATE}${TAX}${GAP}${AMOUNT}`, "g");
const INCLUDED = new RegExp(`${PRICE}${BETWEEN}${OWN_RATE}${TAX}${GAP}${AMOUNT}(?:を|が)?(?:含|込)`, "g");
/** The total of a rate: 8%対象12,960円. */
const BASE = /対象[^0-9円、]{0,8}([0-9][0-9,]*)円/g;
/** The tax of the next rate in a list: 8% 960円、10% 1,000円. */
const NEXT = /^[、，・/／\s（()）]*(?:消費税額?)?[^0-9円]{0,4}(?:8|10)\s*%(?:(?!対象)[^0-9円]){0,10}([0-9][0-9,]*)円/;
const REDUCED = /(?<![0-9.])8\s*%|軽減/;
const STANDARD = /(?<![0-9.])10\s*%|標準税率/;
const NET = /税抜|税別|本体/;
/** Each line may have been rounded by itself. */
const ROUNDING_YEN = 5;
const MENTIONED = /(?:うち|内)、?の?(?:(?:8|10)\s*[%％]の?)?消費税|消費税[^。]{0,24}円(?:を|が)?(?:含|込)/;
/** The label of a tax that is part of the total beside it. */
const LABEL_WITHIN = /^[\s（(]*(?:うち|内)/;

/** A price, the tax that the form tells of it, and the words around both. */
interface Told {
  readonly price: number;
  readonly tax: number;
  readonly words: string;
  /** Taxes of two rates are told one after the other, or one tax is told behind the totals of both. */
  readonly isOfBoth: boolean;
}

/** Tax told within a price is that of the price, at the rate that its words name. */
export const taxWithinPrice = defineRule({
  meta: {
    id: "tax-within",
    summary: "The tax that is told within a price (うち消費税額) is that of the price, at 10 %, at 8 % or of both.",
    severity: "error",
    basis: [],
    messages: {
      other: {
        what: "the form prints {told} yen of tax within {price} yen, and at {rates} it is {due} yen",
        why: "The price and its tax have to agree, or nobody knows which of them holds.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    for (const { text, span, path } of drawnSentences(form, MENTIONED)) {
      for (const told of toldIn(narrow(text))) {
        const wrong = wrongOf(form, told);
        if (wrong === null) continue;
        report({ message: "other", span, values: wrong, ...(typeof path === "string" ? { path } : {}) });
      }
    }
    const beside = toldBeside(form);
    const wrong = beside === null ? null : wrongOf(form, beside.told);
    if (beside === null || wrong === null) return;
    const { element } = beside.of;
    const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
    report({ message: "other", span, values: wrong, ...(beside.path === null ? {} : { path: beside.path }) });
  },
});

function toldIn(text: string): readonly Told[] {
  const found = [...text.matchAll(WITHIN), ...text.matchAll(INCLUDED)].flatMap((match): readonly Told[] => {
    const { price = "", between = "", rate = "", gap = "", tax = "" } = match.groups ?? {};
    const earlier = text.slice(0, match.index);
    const before = earlier.split(/[円、。]/).at(-1) ?? "";
    if (NET.test(`${before}${between}`) || /対象|課税/.test(gap)) return [];
    const behind = text.slice(match.index + match[0].length);
    const [, next] = NEXT.exec(behind) ?? [];
    const bases = [...`${earlier}${price}円`.matchAll(BASE)].map(([, digits = ""]) => numberOf(digits));
    const own = { price: numberOf(price), tax: numberOf(tax) };
    if (next !== undefined) return [{ price: own.price, tax: own.tax + numberOf(next), words: "", isOfBoth: true }];
    const words = `${before} ${between} ${rate} ${gap} ${/^[^0-9円、。]{0,10}/.exec(behind)?.[0] ?? ""}`;
    // Behind the totals of both rates stands the tax of the last one, or of both.
    const sum = bases.reduce((all, base) => all + base, 0);
    const isOfAll = bases.length > 1 && /対象/.test(before) && own.tax * 100 > sum * 7;
    return [isOfAll ? { price: sum, tax: own.tax, words: "", isOfBoth: true } : { ...own, words, isOfBoth: false }];
  });
  // One price may match both ways.
  return found.filter((one, at) => found.findIndex(({ price, tax }) => price === one.price && tax === one.tax) === at);
}

function numberOf(digits: string): number {
  return Number(digits.replaceAll(",", ""));
}

/** The one total of a form that prints no rate, and the one tax that is labelled as a part of it; null for others. */
function toldBeside(form: Form) {
  const read = readAmounts(form);
  if (byRate(read).length > 0) return null;
  const totals = read.filter(({ kind, tax }) => kind === "total" && tax !== "net");
  const taxes = read.filter(({ kind, of }) => kind === "tax" && LABEL_WITHIN.test(labelOf(of)));
  const [total, tax] = [totals[0], taxes[0]];
  if (total === undefined || tax === undefined || taxes.length > 1) return null;
  if (totals.some(({ of }) => of.amount.compare(total.of.amount) !== 0) || total.of.of === tax.of.of) return null;
  const [price, told] = [total, tax].map(({ of }) => Number(of.amount.absolute().toString()));
  if (price === undefined || told === undefined) return null;
  return { told: { price, tax: told, words: "", isOfBoth: false }, of: tax.of.of, path: tax.of.path };
}

/** The last words before an amount, else the label at its left or over it. */
function labelOf({ own, row, column }: PrintedAmount): string {
  const last = own.split(/[。、（(]/).findLast((words) => words.trim() !== "") ?? "";
  return last.trim() || row || column;
}

/** What a finding says of a tax that is not that of its price; null where it is. */
function wrongOf(form: Form, { price, tax, words, isOfBoth }: Told) {
  const known = ratesOnAny(taxDaysOf(form)).map(({ amount }) => Number(amount.toString()));
  const said = [...(REDUCED.test(words) ? [8] : []), ...(STANDARD.test(words) ? [10] : [])];
  const standard = Math.max(...known);
  // Where the words name no rate, lines of the form at the reduced rate may be part of the price.
  const asIs = isDrawn(form, /8\s*[%％]|[８]\s*[%％]|軽減/) ? known : [standard];
  const rates = isOfBoth ? known : said.length > 0 ? said : asIs;
  if (rates.length === 0 || known.length === 0 || !Number.isFinite(standard)) return null;
  const [low, high] = [Math.min(...rates), Math.max(...rates)].map((rate) => (price * rate) / (100 + rate));
  if (low === undefined || high === undefined) return null;
  if (tax >= Math.floor(low) - ROUNDING_YEN && tax <= Math.ceil(high) + ROUNDING_YEN) return null;
  const yen = (amount: number) => shown(Decimal.ofInteger(Math.floor(amount)));
  const due = low === high ? yen(low) : `${yen(low)} to ${yen(high)}`;
  const named = [...new Set(rates)].sort((one, other) => one - other).map((rate) => `${rate} %`);
  return { told: yen(tax), price: yen(price), due, rates: named.join(" and ") };
}
