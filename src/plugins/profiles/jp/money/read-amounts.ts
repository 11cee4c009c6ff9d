// What printed amounts are by their labels: totals of a rate, taxes, totals of the whole.
import { Decimal, type Form } from "../../../../core/sdk/index.ts";
import { type PrintedAmount, printedAmounts } from "./printed-amounts.ts";

/** What an amount is by its labels. */
type Kind = "base" | "tax" | "total";
/** How an amount counts tax, by its labels; null: they do not say. */
type Tax = "net" | "gross" | null;

export interface ReadAmount {
  readonly kind: Kind;
  readonly tax: Tax;
  /** In per cent; null where no label names one. */
  readonly rate: Decimal | null;
  readonly of: PrintedAmount;
}

const RATE = /(\d+(?:\.\d+)?)\s*(?:%|パーセント)/;
const RATE_BEHIND = /^\s*[(（]\s*(?:税率)?(\d+(?:\.\d+)?)\s*(?:%|パーセント)/;
const TAX_INCLUDED = /税込|内税|込み/;
const TAX_EXCLUDED = /税抜|税別|外税|本体|抜き/;
/** The label of a row that adds up the others. */
export const TOTAL_ROW = /^(?:合計|総計|計|総合計)$/;
export const TAX = /消費税|税額|うち税/;
const NET = /^(?:小計|税抜合計|税抜金額|本体価格|本体合計|税抜小計|合計)$/;
const TOTAL = new RegExp(
  [
    "(?:支払い?|請求)(?:いただく|頂く|いたします?|する)(?:金)?額|合計|総計|総額|請求(?:金)?額|支払(?:金)?額|支払(?:対価)?合計|会計|領収金?額|領収いたし|受領いたし",
    "見積(?:金)?額|発注(?:金)?額|注文(?:金)?額|^(?:業務)?(?:代金|報酬|対価|委託料)(?:の?額)?$|^計$",
  ].join("|"),
);
/** 内訳 税抜, 税込金額: of what the form is about as a whole. */
const ONLY_TAX = /税込|内税|税抜|税別|外税|本体/;
const WHOLE = /^(?:内訳|うち|内|お?代金?)?の?(?:金額|額|価格|本体(?:価格|金額)?|代金)?$/;
/** Amounts that take no part in this form's totals, or that nobody can place. */
const APART = new RegExp(
  [
    "前回|繰越|入金|預|釣|残高|相殺|源泉|所得税|値引|割引|返品|返還|調整|端数|送料|運賃|手数料|立替|印紙|非課税|不課税|対象外",
    "免税|内金|着手|手付|前受|前払|控除|ポイント|単価|定価|参考|年間|月額|累計|クーポン|保証金|敷金|会費|紙幣|現金",
    "カード|電子マネー|限度|上限|資本金|支給|手当",
  ].join("|"),
);
const KIND_OF_ROLE: Readonly<Record<string, { readonly kind: Kind; readonly tax: Tax }>> = {
  "receipt.amount": { kind: "total", tax: "gross" },
  "totals.gross": { kind: "total", tax: "gross" },
  "totals.net": { kind: "total", tax: "net" },
  "totals.tax": { kind: "tax", tax: null },
};

/** What all amounts of a return are of. */
const RETURNED = /返品|返還|値引き?|割戻し?/g;

/** The words that say what an amount is: before it in its text, else at its side and over it. */
function wordsOf({ own, row, column, grid }: PrintedAmount): readonly string[] {
  const last = own
    .trim()
    .replace(/^.*[。、]/, "")
    .slice(-24);
  if (last === "" || /^[金¥(（]*$/.test(last)) return [row, column];
  return RATE.test(last) || grid !== null ? [last] : [last, row];
}

export function bareOf(word: string): string {
  const plain = word.replaceAll(/[(（][^()（）]*[)）]/g, "").replaceAll(/[\s　：:（(]/g, "");
  return plain.replaceAll(/消費税(?:込|抜|別)み?|税(?:込|抜|別|率)み?/g, "");
}

/** What an amount is; null where neither its labels nor its role say. */
function readAmount(of: PrintedAmount, isReturn: boolean): ReadAmount | null {
  const words = isReturn ? wordsOf(of).map((word) => word.replaceAll(RETURNED, "")) : wordsOf(of);
  const whole = words.join(" ");
  const known = KIND_OF_ROLE[of.role ?? ""];
  // A taxi's fare is the whole of its receipt.
  if (APART.test(known?.kind === "total" ? whole.replaceAll("運賃", "") : whole)) return null;
  const [, digits] = RATE.exec(whole) ?? RATE_BEHIND.exec(of.behind) ?? RATE.exec(of.before) ?? [];
  const rate = digits === undefined ? null : Decimal.of(digits);
  const around = `${whole}${/^\s*[(（][^()（）。]*/.exec(of.behind)?.[0] ?? ""}`;
  const [isIn, isOut] = [TAX_INCLUDED.test(around), TAX_EXCLUDED.test(around)];
  const tax: Tax = isIn === isOut ? null : isIn ? "gross" : "net";
  const bare = words.map(bareOf);
  if (bare.some((word) => TAX.test(word) && !/対象額|対価/.test(word))) return { kind: "tax", tax: null, rate, of };
  if (rate !== null && (/対象|対価|課税|小計|計|税率|価/.test(whole) || of.grid !== null)) {
    return { kind: "base", tax, rate, of };
  }
  if (bare.some((word) => /^(?:御|ご)?小計$/.test(word)) || (tax === "net" && bare.some((word) => NET.test(word)))) {
    return tax === "gross" ? null : { kind: "total", tax: "net", rate: null, of };
  }
  if (bare.some((word) => TOTAL.test(word))) return { kind: "total", tax, rate: null, of };
  if (tax !== null && words.some((word) => ONLY_TAX.test(word) && WHOLE.test(bareOf(word)))) {
    return { kind: "total", tax, rate: null, of };
  }
  // 運賃（10%税込）: the whole is at the one rate of its label.
  if (known?.kind === "total" && rate !== null && tax !== null) return { kind: "base", tax, rate, of };
  if (bare.some((word) => word !== "" && word !== "金")) return null;
  return known === undefined ? null : { ...known, rate: null, of };
}

export function isSame(one: Decimal, other: Decimal): boolean {
  return one.compare(other) === 0;
}

export function distinct(read: readonly ReadAmount[]): readonly ReadAmount[] {
  return read.filter((one, at) => read.findIndex(({ of }) => isSame(of.amount, one.of.amount)) === at);
}

export interface OfRate {
  readonly rate: Decimal;
  readonly bases: readonly ReadAmount[];
  readonly taxes: readonly ReadAmount[];
}

/** What is printed of each rate. Of a form with one rate all taxes are of that. */
export function byRate(read: readonly ReadAmount[]): readonly OfRate[] {
  const rates = new Map(read.flatMap(({ rate }) => (rate === null ? [] : [[rate.toString(), rate] as const])));
  const isOnly = rates.size === 1;
  return [...rates.values()].map((rate) => {
    const own = read.filter((one) => (one.rate === null ? isOnly : isSame(one.rate, rate)));
    return {
      rate,
      bases: distinct(own.filter(({ kind }) => kind === "base")),
      taxes: distinct(own.filter(({ kind }) => kind === "tax")),
    };
  });
}

/** Several rules ask for those of one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly read: readonly ReadAmount[] } | null = null;

/** Every amount whose labels say what it is. */
export function readAmounts(form: Form): readonly ReadAmount[] {
  if (last?.form === form) return last.read;
  const isReturn = form.document.profiles.every((name) => name === "jp.return-invoice");
  const read = withRatesOfBases(printedAmounts(form).flatMap((one) => readAmount(one, isReturn) ?? []));
  if (Object.isFrozen(form)) last = { form, read };
  return read;
}

/** A base and the tax that stands right behind it. */
export interface TaxOfBase {
  readonly base: ReadAmount;
  readonly tax: ReadAmount;
  readonly rate: Decimal;
}

/** Each total of a rate with the tax that follows it at once; none where one of them has none. */
export function taxesBehindBases(read: readonly ReadAmount[]): readonly TaxOfBase[] {
  const bases = read.filter(({ kind }) => kind === "base");
  const found = read.flatMap((base, at): readonly TaxOfBase[] => {
    const tax = read[at + 1];
    if (base.kind !== "base" || base.rate === null || tax?.kind !== "tax" || tax.of.grid !== base.of.grid) return [];
    return tax.rate !== null && !isSame(tax.rate, base.rate) ? [] : [{ base, tax, rate: base.rate }];
  });
  const isOfEach = found.length === bases.length && read.filter(({ kind }) => kind === "tax").length === bases.length;
  return isOfEach ? found : [];
}

/** A tax whose label names no rate is of the total that it follows, where each total has its own. */
function withRatesOfBases(read: readonly ReadAmount[]): readonly ReadAmount[] {
  const rates = new Map(taxesBehindBases(read).map(({ tax, rate }) => [tax, rate] as const));
  return read.map((one) => ({ ...one, rate: one.rate ?? rates.get(one) ?? null }));
}
