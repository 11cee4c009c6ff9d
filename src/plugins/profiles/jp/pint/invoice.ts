// The business terms of an invoice in JP PINT (Peppol International Invoice, Japan 1.1).
import type { Decimal } from "../../../../core/sdk/index.ts";
import type { Period } from "../items/period.ts";
import type { TaxCategory } from "./tax-category.ts";

/**
 * `standard`: 適格請求書; `non-registered`: of a supplier without registration number; `self-billing`: 仕入明細書, which
 * the buyer makes out.
 */
export type InvoiceKind = "standard" | "non-registered" | "self-billing";

/** Numbers in brackets are those of the specification's terms. */
export interface PintInvoice {
  readonly kind: InvoiceKind;
  /** ibt-001 */
  readonly number: string;
  /** ibt-002 */
  readonly issueDate: string;
  /** ibt-009 */
  readonly dueDate: string | null;
  /** ibt-022 */
  readonly note: string | null;
  /** ibt-013 */
  readonly orderNumber: string | null;
  /** ibt-025 */
  readonly correctedNumber: string | null;
  /** ibt-016 */
  readonly deliveryNumber: string | null;
  /** ibg-14 */
  readonly period: Period;
  /** ibg-04 */
  readonly seller: Party;
  /** ibg-07 */
  readonly buyer: Party;
  /** ibt-020 */
  readonly paymentTerms: string | null;
  /** ibg-23 */
  readonly taxes: readonly TaxBreakdown[];
  readonly totals: Totals;
  /** ibg-25 */
  readonly lines: readonly InvoiceLine[];
}

export interface Party {
  readonly name: string;
  readonly address: string | null;
  /** 13 digits */
  readonly corporateNumber: string | null;
  /** T and 13 digits */
  readonly registrationNumber: string | null;
  readonly person: string | null;
  readonly tel: string | null;
}

export interface TaxBreakdown {
  readonly category: TaxCategory;
  /** Without tax. */
  readonly base: Decimal;
  readonly tax: Decimal;
}

/** In yen; the amount of all lines is that without tax. */
export interface Totals {
  readonly net: Decimal;
  readonly tax: Decimal;
  readonly gross: Decimal;
  /** Paid before: what a balance in the customer's favour takes off. */
  readonly prepaid: Decimal;
  readonly payable: Decimal;
}

export interface InvoiceLine {
  /** Of the form's data: `items[0]`. */
  readonly entry: string;
  readonly description: string;
  readonly quantity: Decimal;
  /** As the form writes it. */
  readonly unit: string | null;
  /** Of one unit, without tax; never negative. */
  readonly price: Decimal;
  /** Without tax. */
  readonly net: Decimal;
  readonly date: string | null;
  readonly category: TaxCategory;
}
