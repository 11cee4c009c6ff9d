// Rules of JP PINT 1.1.3 as assertions: the shared rules that its own build on, and the aligned ones of both documents.
// Written from the texts of the rules; each sentence of an answer begins with the rule's name.
import type { XmlElement } from "@rgrove/parse-xml";
import { at, elementsIn, everywhere, localName, sum, texts } from "./ubl-reading.ts";

/** Codes that the published lists have, of those that an invoice of ours may write. */
const LISTS = {
  /** UNCL 1001, as JP PINT restricts it. */
  types: ["380", "480"],
  /** Electronic address schemes. */
  schemes: ["0188", "0221"],
  /** UNCL 5305, as Japan restricts it. */
  categories: ["S", "AA", "E", "G", "O"],
};

/** UN/ECE Recommendations 20 and 21, as the published list has them: those that the table of units may write. */
export const UNIT_LIST: ReadonlySet<string> = new Set(
  `ANN C62 CMT D63 DAY DZN GRM H87 HUR IE K6 KGM KMT KWH LS LTR MGM MIN MLT MMT MON MTK MTQ MTR PR SET TNE WEE
   XBE XBG XBO XBX XCA XCS XPK XPX XRO XST ZP`.split(/\s+/),
);

type Rule = readonly [name: string, holds: (invoice: XmlElement) => boolean];

const exists =
  (path: string): Rule[1] =>
  (invoice) =>
    texts(invoice, path).some((text) => text.trim() !== "");
const SELLER = "AccountingSupplierParty/Party";
const BUYER = "AccountingCustomerParty/Party";
const TOTALS = "LegalMonetaryTotal";

const SHARED: readonly Rule[] = [
  ["ibr-001", exists("CustomizationID")],
  ["ibr-002", exists("ID")],
  ["ibr-003", exists("IssueDate")],
  ["ibr-005", exists("DocumentCurrencyCode")],
  ["ibr-006", exists(`${SELLER}/PartyLegalEntity/RegistrationName`)],
  ["ibr-007", exists(`${BUYER}/PartyLegalEntity/RegistrationName`)],
  ["ibr-009", exists(`${SELLER}/PostalAddress/Country/IdentificationCode`)],
  ["ibr-011", exists(`${BUYER}/PostalAddress/Country/IdentificationCode`)],
  ["ibr-016", exists("InvoiceLine/ID")],
  ["ibr-027", (invoice) => texts(invoice, "InvoiceLine/Price/PriceAmount").every((price) => Number(price) >= 0)],
  [
    "ibr-073",
    (invoice) => days(invoice).every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))),
  ],
  ["ibr-079", (invoice) => noneEmpty(invoice)],
  ["ibr-080", (invoice) => schemesOf(invoice, BUYER)],
  ["ibr-081", (invoice) => schemesOf(invoice, SELLER)],
  [
    "ibr-088",
    (invoice) =>
      at(invoice, "InvoiceLine").every(
        (line) =>
          at(line, "InvoicedQuantity")[0]?.attributes["unitCode"] ===
          at(line, "Price/BaseQuantity")[0]?.attributes["unitCode"],
      ),
  ],
  ["ibr-126", (invoice) => amountsOf(invoice).every(({ attributes }) => attributes["currencyID"] === "JPY")],
  ["ibr-cl-units", (invoice) => unitsOf(invoice).every((unit) => UNIT_LIST.has(unit))],
  [
    "ibr-co-10",
    (invoice) => sum(invoice, `${TOTALS}/LineExtensionAmount`) === sum(invoice, "InvoiceLine/LineExtensionAmount"),
  ],
  [
    "ibr-co-13",
    (invoice) => sum(invoice, `${TOTALS}/TaxExclusiveAmount`) === sum(invoice, `${TOTALS}/LineExtensionAmount`),
  ],
  ["ibr-co-14", (invoice) => sum(invoice, "TaxTotal/TaxAmount") === sum(invoice, "TaxTotal/TaxSubtotal/TaxAmount")],
  [
    "ibr-co-15",
    (invoice) =>
      sum(invoice, `${TOTALS}/TaxInclusiveAmount`) ===
      sum(invoice, `${TOTALS}/TaxExclusiveAmount`) + sum(invoice, "TaxTotal/TaxAmount"),
  ],
  [
    "ibr-co-16",
    (invoice) =>
      sum(invoice, `${TOTALS}/PayableAmount`) ===
      sum(invoice, `${TOTALS}/TaxInclusiveAmount`) - sum(invoice, `${TOTALS}/PrepaidAmount`),
  ],
  [
    "ibr-co-26",
    (invoice) =>
      exists(`${SELLER}/PartyTaxScheme/CompanyID`)(invoice) || exists(`${SELLER}/PartyLegalEntity/CompanyID`)(invoice),
  ],
];

const ALIGNED: readonly Rule[] = [
  ["aligned-ibrp-002-jp", (invoice) => texts(invoice, "ProfileID").join() === "urn:peppol:bis:billing"],
  ["aligned-ibrp-009", (invoice) => at(invoice, `${SELLER}/PartyTaxScheme`).length <= 1],
  ["aligned-ibr-jp-03", (invoice) => everywhere(invoice, "TaxScheme").every(({ text }) => text.trim() === "VAT")],
  ["aligned-ibr-jp-06", (invoice) => everywhere(invoice, "TaxAmount").every(({ text }) => !text.includes("."))],
  ["aligned-ibrp-048", (invoice) => everywhere(invoice, "TaxCategory").every(hasRate)],
  ["aligned-ibrp-050-jp", (invoice) => at(invoice, "InvoiceLine/Item/ClassifiedTaxCategory").every(hasRate)],
  ["aligned-ibrp-052", (invoice) => everywhere(invoice, "InvoicePeriod").length > 0],
  ["aligned-ibrp-053-jp", (invoice) => at(invoice, "TaxTotal/TaxAmount").length === 1],
  ["aligned-ibrp-cl-01-jp", (invoice) => categoriesOf(invoice).every((code) => LISTS.categories.includes(code))],
  ["aligned-ibrp-e/g/o-01", (invoice) => ["E", "G", "O"].every((code) => inBreakdownOnce(invoice, code))],
  [
    "aligned-ibrp-e/g-05",
    (invoice) => untaxed(invoice, ["E", "G"]).every((own) => texts(own, "Percent").join() === "0"),
  ],
  ["aligned-ibrp-o-05", (invoice) => untaxed(invoice, ["O"]).every((own) => texts(own, "Percent").length === 0)],
];

const STANDARD: readonly Rule[] = [
  ["aligned-ibrp-001-jp", (invoice) => texts(invoice, "CustomizationID").join() === "urn:peppol:pint:billing-1@jp-1"],
  ["aligned-ibrp-cl-02-jp", (invoice) => texts(invoice, "InvoiceTypeCode").join() === "380"],
  ["aligned-ibr-jp-04", exists(`${SELLER}/PartyTaxScheme/CompanyID`)],
  [
    "aligned-ibr-jp-01",
    (invoice) => texts(invoice, `${SELLER}/PartyTaxScheme/CompanyID`).every((id) => /^T\d{13}$/.test(id)),
  ],
  ["aligned-ibrp-051-jp", (invoice) => at(invoice, "TaxTotal/TaxSubtotal").every(isRoundedTax)],
];

const NON_REGISTERED: readonly Rule[] = [
  [
    "aligned-ibrp-001-jp-ntr",
    (invoice) => texts(invoice, "CustomizationID").join() === "urn:peppol:pint:nontaxinvoice-1@jp-1",
  ],
  ["type", (invoice) => texts(invoice, "InvoiceTypeCode").join() === "480"],
  ["aligned-ibr-jp-04-ntr", (invoice) => at(invoice, `${SELLER}/PartyTaxScheme/CompanyID`).length === 0],
  ["aligned-ibr-jp-07-ntr", (invoice) => everywhere(invoice, "TaxAmount").every(({ text }) => text === "0")],
];

/** Rules that an invoice breaks; none where all hold. */
export function broken(invoice: XmlElement, kind: "standard" | "non-registered"): readonly string[] {
  const rules = [...SHARED, ...ALIGNED, ...(kind === "standard" ? STANDARD : NON_REGISTERED)];
  return rules.flatMap(([name, holds]) => (holds(invoice) ? [] : [name]));
}

function days(invoice: XmlElement): readonly string[] {
  return ["IssueDate", "DueDate", "StartDate", "EndDate"].flatMap((name) =>
    everywhere(invoice, name).map(({ text }) => text),
  );
}

function noneEmpty(element: XmlElement): boolean {
  const children = elementsIn(element);
  return children.length === 0 ? element.text.trim() !== "" : children.every(noneEmpty);
}

function schemesOf(invoice: XmlElement, party: string): boolean {
  const ends = at(invoice, `${party}/EndpointID`);
  return ends.length === 1 && ends.every(({ attributes }) => LISTS.schemes.includes(attributes["schemeID"] ?? ""));
}

function amountsOf(element: XmlElement): readonly XmlElement[] {
  return elementsIn(element).flatMap((child) => [
    ...(localName(child).endsWith("Amount") ? [child] : []),
    ...amountsOf(child),
  ]);
}

function unitsOf(invoice: XmlElement): readonly string[] {
  return at(invoice, "InvoiceLine/InvoicedQuantity").map(({ attributes }) => attributes["unitCode"] ?? "");
}

function hasRate(category: XmlElement): boolean {
  return texts(category, "ID").join() === "O" || texts(category, "Percent").length === 1;
}

function categoriesOf(invoice: XmlElement): readonly string[] {
  return ["TaxCategory", "ClassifiedTaxCategory"].flatMap((name) =>
    everywhere(invoice, name).flatMap((category) => texts(category, "ID")),
  );
}

function untaxed(invoice: XmlElement, codes: readonly string[]): readonly XmlElement[] {
  return at(invoice, "InvoiceLine/Item/ClassifiedTaxCategory").filter((own) => codes.includes(texts(own, "ID").join()));
}

function inBreakdownOnce(invoice: XmlElement, code: string): boolean {
  const lines = texts(invoice, "InvoiceLine/Item/ClassifiedTaxCategory/ID").filter((own) => own === code);
  const breakdown = texts(invoice, "TaxTotal/TaxSubtotal/TaxCategory/ID").filter((own) => own === code);
  return breakdown.length === (lines.length > 0 ? 1 : 0);
}

/** In hundredths of a yen: whole numbers. */
function isRoundedTax(subtotal: XmlElement): boolean {
  const exact = sum(subtotal, "TaxableAmount") * sum(subtotal, "TaxCategory/Percent");
  const tax = sum(subtotal, "TaxAmount");
  return tax >= Math.floor(exact / 100) && tax <= Math.ceil(exact / 100);
}
