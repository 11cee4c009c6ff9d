// A form, by its roles → the invoice that it is, or what stands in the way.
import { declarationsOf, type ExportFinding, elementsOf, type Form, valuesOf } from "../../../../core/sdk/index.ts";
import { narrow } from "../items/narrow.ts";
import { type Period, periodOf } from "../items/period.ts";
import { figuresOf } from "../money/figures.ts";
import { baseKindOf, taxGroupsOf } from "../money/tax-groups.ts";
import { sumsHoldTax, taxesOf, totalsOf } from "./figures.ts";
import { Obstacles } from "./findings.ts";
import type { InvoiceKind, InvoiceLine, Party, PintInvoice } from "./invoice.ts";
import { linesOf } from "./lines.ts";
import { tellDifferences } from "./parity.ts";
import { textWith } from "./reading.ts";
import { writtenFigures } from "./written.ts";

/** The invoice, null where something stands in the way. */
export interface ReadInvoice {
  readonly invoice: PintInvoice | null;
  readonly findings: readonly ExportFinding[];
}

export function readInvoice(form: Form): ReadInvoice {
  const obstacles = new Obstacles(form);
  const kind = kindOf(form);
  const [selling, buying] = kind === "self-billing" ? SIDES_TURNED : SIDES;
  const [seller, buyer] = [partyOf(form, selling), partyOf(form, buying)];
  const groups = taxGroupsOf(form, figuresOf(form));
  const isTaxed = kind !== "non-registered";
  if (!isTaxed) refuseTax(form, obstacles);
  const isTaxIncluded = isTaxed && sumsHoldTax(form, baseKindOf(form)) === true;
  const lines = linesOf(form, { obstacles, groups, isTaxIncluded });
  const isReadable = obstacles.found.length === 0;
  // Sums over a part of the lines would only repeat what is wrong.
  const taxes = isReadable ? taxesOf(lines, groups, isTaxed, obstacles) : [];
  const totals = totalsOf(form, taxes, obstacles);
  const header = headerOf(form, lines, obstacles);
  checkSeller(seller, selling, kind, obstacles);
  checkBuyer(buyer, buying, obstacles);
  if (isReadable && obstacles.found.length === 0) {
    const written = writtenFigures(form, { kind, lines, taxes, totals, groups, isTaxIncluded });
    tellDifferences(form, written, obstacles);
  }
  if (obstacles.found.length > 0 || header === null) return { invoice: null, findings: obstacles.found };
  return { invoice: { kind, ...header, seller, buyer, taxes, totals, lines }, findings: [] };
}

/** Whose role the seller and the buyer have; the buyer issues a 仕入明細書. */
type Side = "issuer" | "recipient";
const SIDES: readonly [Side, Side] = ["issuer", "recipient"];
const SIDES_TURNED: readonly [Side, Side] = ["recipient", "issuer"];

const SELF_BILLING: readonly string[] = ["jp.self-billing", "self-billing"];

/** A form that asks its recipient to confirm it, or names the profile of those, is one of the buyer's. */
function kindOf(form: Form): InvoiceKind {
  const confirmed = "recipient.confirmation";
  const isAsked = elementsOf(form, confirmed).length > 0 || declarationsOf(form, confirmed).length > 0;
  if (isAsked || form.document.profiles.some((name) => SELF_BILLING.includes(name))) return "self-billing";
  return partyOf(form, "issuer").registrationNumber === null ? "non-registered" : "standard";
}

function partyOf(form: Form, side: Side): Party {
  return {
    name: textWith(form, `${side}.name`) ?? "",
    address: textWith(form, `${side}.address`),
    corporateNumber: digitsIn(textWith(form, `${side}.corporateNumber`), /\d{13}/),
    registrationNumber: digitsIn(textWith(form, `${side}.registrationNumber`), /T\d{13}/),
    person: side === "issuer" ? textWith(form, "issuer.person") : null,
    tel: side === "issuer" ? textWith(form, "issuer.tel") : null,
  };
}

/** `登録番号 Ｔ1-2345-…` → `T12345…` */
function digitsIn(text: string | null, pattern: RegExp): string | null {
  const plain = narrow(text ?? "").replaceAll(/[\s\-‐−]/g, "");
  return pattern.exec(plain)?.[0] ?? null;
}

function checkSeller(seller: Party, side: Side, kind: InvoiceKind, obstacles: Obstacles): void {
  if (seller.name === "") obstacles.missing(`${side}.name`, "An invoice has a seller (ibt-027).");
  if (kind === "self-billing" && seller.registrationNumber === null) {
    const why = "A self-billed invoice has the supplier's registration number (ibt-031, aligned-ibr-jp-04).";
    obstacles.missing(`${side}.registrationNumber`, why);
  }
  if (kind === "non-registered" && seller.corporateNumber === null) {
    const why = "A seller without registration number is found by the 13 digits of the corporate number (ibt-034).";
    obstacles.missing(`${side}.corporateNumber`, why);
  }
}

function checkBuyer(buyer: Party, side: Side, obstacles: Obstacles): void {
  if (buyer.name === "") obstacles.missing(`${side}.name`, "An invoice has a buyer (ibt-044).");
  if (buyer.corporateNumber === null && buyer.registrationNumber === null) {
    const why = "The network knows the buyer by the corporate number, or by T and 13 digits (ibt-049).";
    obstacles.missing(`${side}.corporateNumber`, why);
  }
}

/** aligned-ibr-jp-07-ntr: whoever is not registered states no tax. */
function refuseTax(form: Form, obstacles: Obstacles): void {
  for (const role of ["tax.amount", "totals.tax"]) {
    const taxed = valuesOf(form, role).find(({ value }) => typeof value === "string" && Number(value) !== 0);
    if (taxed === undefined) continue;
    obstacles.refuse(
      "tax-of-non-registered",
      role,
      `the form states ¥${String(taxed.value)} of tax, and its issuer has no registration number`,
      "The invoice of a supplier who is not registered states no tax (aligned-ibr-jp-07-ntr).",
      "give the form a value with role=issuer.registrationNumber, or let its amounts hold the tax",
      taxed.path,
    );
    return;
  }
}

type Header = Pick<
  PintInvoice,
  | "number"
  | "issueDate"
  | "dueDate"
  | "note"
  | "orderNumber"
  | "correctedNumber"
  | "deliveryNumber"
  | "period"
  | "paymentTerms"
>;

function headerOf(form: Form, lines: readonly InvoiceLine[], obstacles: Obstacles): Header | null {
  const number = textWith(form, "document.number");
  if (number === null) obstacles.missing("document.number", "An invoice has a number (ibt-001).");
  const issueDate = dayWith(form, "document.issueDate");
  if (issueDate === null) obstacles.missing("document.issueDate", "An invoice has an issue date (ibt-002).");
  const period = periodWith(form, lines, obstacles);
  if (number === null || issueDate === null || period === null) return null;
  const terms = ["payment.method", "payment.account"].flatMap((role) => textWith(form, role) ?? []);
  return {
    number,
    issueDate,
    dueDate: dayWith(form, "payment.dueDate"),
    note: textWith(form, "document.subject"),
    orderNumber: textWith(form, "order.number"),
    correctedNumber: textWith(form, "document.original"),
    deliveryNumber: textWith(form, "delivery.number"),
    period,
    paymentTerms: terms.length === 0 ? null : terms.join(" / "),
  };
}

/** A date of the data, or one that is printed. */
function dayWith(form: Form, role: string): string | null {
  const text = textWith(form, role);
  if (text === null) return null;
  return /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(text)?.[0] ?? periodOf(text)?.start ?? null;
}

/** aligned-ibrp-052: as printed, else the day of supply, else from the first day of a line to the last. */
function periodWith(form: Form, lines: readonly InvoiceLine[], obstacles: Obstacles): Period | null {
  const printed = textWith(form, "transaction.period");
  const read = printed === null ? null : periodOf(printed);
  if (read !== null) return read;
  const day = dayWith(form, "transaction.date");
  if (day !== null) return { start: day, end: day };
  const days = lines.flatMap(({ date }) => date ?? []).sort();
  const [start, end] = [days[0], days.at(-1)];
  if (start !== undefined && end !== undefined) return { start, end };
  const why = "An invoice has a period, or its lines have (aligned-ibrp-052).";
  if (printed === null) obstacles.missing("transaction.date", why);
  else {
    const what = `"${printed}" is no period that can be read as two days`;
    const advice =
      "write it as 2026年10月1日〜2026年10月31日 or 2026年10月分, or give lines a date with role=line.date";
    obstacles.refuse("unreadable-value", "transaction.period", what, why, advice);
  }
  return null;
}
