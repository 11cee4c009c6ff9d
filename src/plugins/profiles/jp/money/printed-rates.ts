// Rates of tax that are printed beside totals, whatever the fields say.
import { Decimal, type Form, type ReadColumn, type ReadText, readingOf } from "../../../../core/sdk/index.ts";
import { narrow } from "../items/narrow.ts";
import { meaningOfLabel } from "../reading/label-meanings.ts";

const RATE = /([0-9０-９]+(?:[.．][0-9０-９]+)?)\s*(?:[%％㌫]|パーセント|ﾊﾟｰｾﾝﾄ|percent)/gi;
const RATE_ROLES: ReadonlySet<string> = new Set(["tax.rate", "line.taxRate"]);

/** Several rules ask for those of one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly rates: ReadonlyMap<string, Decimal> } | null = null;

/** By path of a value, the rate that is printed with it: in its text, in its row of a table, else in its label. */
export function printedRates(form: Form): ReadonlyMap<string, Decimal> {
  if (last?.form === form) return last.rates;
  const rates = new Map<string, Decimal>();
  const add = (path: string | null, rate: Decimal | undefined) => {
    if (path !== null && rate !== undefined && !rates.has(path)) rates.set(path, rate);
  };
  const { phrases, pairs, columns, texts } = readingOf(form);
  const inText = new Map<ReadText, readonly PrintedRate[]>();
  for (const { of, source } of phrases) {
    const own = inText.get(of) ?? ratesIn(of.text);
    inText.set(of, own);
    if (!RATE_ROLES.has(source.role ?? "")) add(source.path, rateOfValue(own, source.start));
  }
  for (const column of columns) {
    if (isOfRates(column)) addRows(form, column, texts, add);
  }
  for (const { label, sources, of, labelText, place } of pairs) {
    if ((inText.get(of) ?? []).length > 0 || (place === "above" && hasValues(labelText))) continue;
    const [rate] = ratesIn(label);
    for (const { path } of sources) add(path, rate?.rate);
  }
  if (Object.isFrozen(form)) last = { form, rates };
  return rates;
}

interface PrintedRate {
  readonly rate: Decimal;
  readonly end: number;
}

function ratesIn(text: string): readonly PrintedRate[] {
  return [...text.matchAll(RATE)].map(({ index, 0: whole, 1: digits = "0" }) => ({
    rate: Decimal.of(narrow(digits)),
    end: index + whole.length,
  }));
}

/** The last rate before a value; of a text with one rate, that. */
function rateOfValue(rates: readonly PrintedRate[], start: number): Decimal | undefined {
  const before = rates.filter(({ end }) => end <= start).at(-1);
  return before?.rate ?? (rates.length === 1 ? rates[0]?.rate : undefined);
}

/** A sentence with amounts that stands over another is no heading of it. */
function hasValues(text: ReadText | null): boolean {
  return text?.sources.some(({ path, role }) => path !== null && !RATE_ROLES.has(role ?? "")) === true;
}

/** Words that a rate of tax stands with. */
const OF_TAX = /対象|税率|軽減|標準|課税/;

/** Whether a column is one of rates of tax: by its heading, or as each of its cells says one. */
function isOfRates({ heading, cells }: ReadColumn): boolean {
  if (meaningOfLabel(heading)?.roles.has("tax.rate") === true) return true;
  return cells.length > 0 && cells.every(({ text }) => OF_TAX.test(text) && ratesIn(text).length === 1);
}

/** The one rate that a cell says, in whatever words: 10, 8%（軽減）, 軽減税率 8％, 8%対象. */
function rateOfCell(text: string): Decimal | null {
  const [rate, ...others] = ratesIn(text);
  if (rate !== undefined) return others.length === 0 ? rate.rate : null;
  const [, digits] = /^\s*([0-9０-９]+(?:[.．][0-9０-９]+)?)\s*$/.exec(text.replace(/[※＊*軽減（）()]/g, "")) ?? [];
  return digits === undefined ? null : Decimal.of(narrow(digits));
}

/** A column of rates tells those of all figures in its rows. */
function addRows(
  { elements }: Form,
  column: ReadColumn,
  texts: readonly ReadText[],
  add: (path: string | null, rate: Decimal | undefined) => void,
): void {
  const table = elements[column.element]?.parent ?? null;
  const others = texts.filter(({ element }) => element !== null && (elements[element]?.parent ?? null) === table);
  for (const cell of column.cells) {
    const rate = rateOfCell(cell.text);
    if (rate === null) continue;
    for (const { bounds, page, sources } of others) {
      const isInRow =
        page === cell.page && bounds.topEmu < cell.bounds.bottomEmu && cell.bounds.topEmu < bounds.bottomEmu;
      if (isInRow) for (const { path, role } of sources) if (!RATE_ROLES.has(role ?? "")) add(path, rate);
    }
  }
}

/** A legend of marks names a rate and no total: ※は軽減税率（8%）対象です。 */
const LEGEND = /軽減|[※＊*☆★◆●]\s*(?:印|は)|対象(?:品目|商品|品)/;
const AMOUNT = /[¥￥]\s*[0-9０-９]|[0-9０-９][,，][0-9０-９]{3}|[0-9０-９]{2,}\s*円/;

/** Whether words only explain the marks of lines. */
export function isLegend(text: string): boolean {
  return LEGEND.test(text) && !AMOUNT.test(text);
}

/** Whether a rate is printed elsewhere than in the legend of the marks. */
export function isRatePrinted(form: Form, rate: RegExp): boolean {
  return readingOf(form).texts.some(({ text, element }) => {
    const isNote = element !== null && form.elements[element]?.role === "tax.reducedNote";
    const plain = narrow(text).replaceAll(/㌫|パーセント|ﾊﾟｰｾﾝﾄ/g, "%");
    return rate.test(plain) && !isLegend(text) && !isNote;
  });
}
