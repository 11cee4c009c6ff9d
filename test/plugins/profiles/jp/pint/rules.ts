// Rules of JP PINT 1.1.3 as assertions: the shared rules that its own build on, and the aligned ones of its documents.
// Written from the texts of the rules, by their names; they read the file and know nothing of who wrote it.
import type { XmlElement } from "@rgrove/parse-xml";
import {
  ADDRESS_SCHEMES,
  COUNTRIES,
  CURRENCIES,
  DOCUMENT_TYPES,
  TAX_CATEGORIES,
  TAX_SCHEMES,
  UNITS,
} from "./code-lists.ts";
import type { Kind } from "./exporting.ts";
import { at, elementsIn, everywhere, localName, sum, texts } from "./ubl-reading.ts";

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
  ["ibr-004", exists("InvoiceTypeCode")],
  ["ibr-005", exists("DocumentCurrencyCode")],
  ["ibr-006", exists(`${SELLER}/PartyLegalEntity/RegistrationName`)],
  ["ibr-007", exists(`${BUYER}/PartyLegalEntity/RegistrationName`)],
  ["ibr-008", (invoice) => at(invoice, `${SELLER}/PostalAddress`).length > 0],
  ["ibr-009", exists(`${SELLER}/PostalAddress/Country/IdentificationCode`)],
  ["ibr-010", (invoice) => at(invoice, `${BUYER}/PostalAddress`).length > 0],
  ["ibr-011", exists(`${BUYER}/PostalAddress/Country/IdentificationCode`)],
  ["ibr-012", exists(`${TOTALS}/LineExtensionAmount`)],
  ["ibr-013", exists(`${TOTALS}/TaxExclusiveAmount`)],
  ["ibr-014", exists(`${TOTALS}/TaxInclusiveAmount`)],
  ["ibr-015", exists(`${TOTALS}/PayableAmount`)],
  ["ibr-016", (invoice) => at(invoice, "InvoiceLine").length > 0],
  ["ibr-021", everyLine("ID")],
  ["ibr-022", everyLine("InvoicedQuantity")],
  ["ibr-023", (invoice) => at(invoice, "InvoiceLine/InvoicedQuantity").every(hasAttribute("unitCode"))],
  ["ibr-024", everyLine("LineExtensionAmount")],
  ["ibr-025", everyLine("Item/Name")],
  ["ibr-026", everyLine("Price/PriceAmount")],
  ["ibr-027", (invoice) => texts(invoice, "InvoiceLine/Price/PriceAmount").every((price) => Number(price) >= 0)],
  [
    "ibr-073",
    (invoice) => days(invoice).every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))),
  ],
  ["ibr-062", (invoice) => at(invoice, `${SELLER}/EndpointID`).every(hasAttribute("schemeID"))],
  ["ibr-063", (invoice) => at(invoice, `${BUYER}/EndpointID`).every(hasAttribute("schemeID"))],
  ["ibr-076", exists("ProfileID")],
  ["ibr-079", (invoice) => noneEmpty(invoice)],
  ["ibr-080", exists(`${BUYER}/EndpointID`)],
  ["ibr-081", exists(`${SELLER}/EndpointID`)],
  ["ibr-087", (invoice) => texts(invoice, "InvoiceLine/Price/BaseQuantity").every((text) => Number(text) > 0)],
  [
    "ibr-088",
    (invoice) =>
      at(invoice, "InvoiceLine").every(
        (line) =>
          at(line, "InvoicedQuantity")[0]?.attributes["unitCode"] ===
          at(line, "Price/BaseQuantity")[0]?.attributes["unitCode"],
      ),
  ],
  ["ibr-126", (invoice) => amountsOf(invoice).every(hasCurrencyOf(invoice))],
  ["ibr-cl-03", (invoice) => amountsOf(invoice).every(({ attributes }) => isIn(CURRENCIES)(attributes["currencyID"]))],
  ["ibr-cl-04", (invoice) => texts(invoice, "DocumentCurrencyCode").every(isIn(CURRENCIES))],
  ["ibr-cl-11", (invoice) => everywhere(invoice, "PartyLegalEntity").every(schemesAreIn("CompanyID"))],
  ["ibr-cl-14", (invoice) => everywhere(invoice, "IdentificationCode").every(({ text }) => isIn(COUNTRIES)(text))],
  ["ibr-cl-23", (invoice) => unitsOf(invoice).every(isIn(UNITS))],
  ["ibr-cl-25", (invoice) => everywhere(invoice, "Party").every(schemesAreIn("EndpointID"))],
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
  ["aligned-ibrp-009", (invoice) => at(invoice, `${SELLER}/PartyTaxScheme`).length <= 1],
  [
    "aligned-ibr-jp-03",
    (invoice) => everywhere(invoice, "TaxScheme").every(({ text }) => isIn(TAX_SCHEMES)(text.trim())),
  ],
  ["aligned-ibr-jp-06", (invoice) => everywhere(invoice, "TaxAmount").every(({ text }) => !text.includes("."))],
  ["aligned-ibrp-048", (invoice) => everywhere(invoice, "TaxCategory").every(hasRate)],
  ["aligned-ibrp-050-jp", (invoice) => at(invoice, "InvoiceLine/Item/ClassifiedTaxCategory").every(hasRate)],
  ["aligned-ibrp-052", (invoice) => everywhere(invoice, "InvoicePeriod").length > 0],
  ["aligned-ibrp-053-jp", (invoice) => at(invoice, "TaxTotal/TaxAmount").length === 1],
  ["aligned-ibrp-cl-01-jp", (invoice) => categoriesOf(invoice).every(isIn(TAX_CATEGORIES))],
  [
    "aligned-ibrp-045",
    (invoice) => everywhere(invoice, "TaxSubtotal").every((own) => at(own, "TaxableAmount").length === 1),
  ],
  [
    "aligned-ibrp-046",
    (invoice) => everywhere(invoice, "TaxSubtotal").every((own) => at(own, "TaxAmount").length === 1),
  ],
  [
    "aligned-ibrp-047",
    (invoice) => everywhere(invoice, "TaxSubtotal").every((own) => at(own, "TaxCategory/ID").length === 1),
  ],
  ...["E", "G", "O"].map(
    (code): Rule => [`aligned-ibrp-${code.toLowerCase()}-01`, (invoice) => inBreakdownOnce(invoice, code)],
  ),
  ...["E", "G"].map(
    (code): Rule => [
      `aligned-ibrp-${code.toLowerCase()}-05`,
      (invoice) => untaxed(invoice, [code]).every((own) => texts(own, "Percent").join() === "0"),
    ],
  ),
  ...["E", "G", "O"].map(
    (code): Rule => [`aligned-ibrp-${code.toLowerCase()}-09`, (invoice) => isUntaxed(invoice, code)],
  ),
  ["aligned-ibrp-o-05", (invoice) => untaxed(invoice, ["O"]).every((own) => texts(own, "Percent").length === 0)],
];

/** Of invoices that state tax. */
const TAXED: readonly Rule[] = [
  ["aligned-ibr-jp-04", exists(`${SELLER}/PartyTaxScheme/CompanyID`)],
  [
    "aligned-ibr-jp-01",
    (invoice) => texts(invoice, `${SELLER}/PartyTaxScheme/CompanyID`).every((id) => /^T\d{13}$/.test(id)),
  ],
  ["aligned-ibrp-051-jp", (invoice) => at(invoice, "TaxTotal/TaxSubtotal").every(isRoundedTax)],
];

const BILLING: Rule = ["aligned-ibrp-002-jp", isOf("ProfileID", "urn:peppol:bis:billing")];

const STANDARD: readonly Rule[] = [
  ...TAXED,
  BILLING,
  ["aligned-ibrp-001-jp", isOf("CustomizationID", "urn:peppol:pint:billing-1@jp-1")],
  ["ibr-cl-01", (invoice) => texts(invoice, "InvoiceTypeCode").every(isIn(DOCUMENT_TYPES))],
  ["aligned-ibrp-cl-02-jp", isOf("InvoiceTypeCode", "380")],
];

const SELF_BILLING: readonly Rule[] = [
  ...TAXED,
  ["aligned-ibrp-001-jp-sb", isOf("CustomizationID", "urn:peppol:pint:selfbilling-1@jp-1")],
  ["aligned-ibrp-002-jp-sb", isOf("ProfileID", "urn:peppol:bis:selfbilling")],
  ["ibr-cl-01-jp-sb", isOf("InvoiceTypeCode", "389")],
];

const NON_REGISTERED: readonly Rule[] = [
  BILLING,
  ["aligned-ibrp-001-jp-ntr", isOf("CustomizationID", "urn:peppol:pint:nontaxinvoice-1@jp-1")],
  ["ibr-cl-01-jp-ntr", isOf("InvoiceTypeCode", "480")],
  ["aligned-ibr-jp-04-ntr", (invoice) => at(invoice, `${SELLER}/PartyTaxScheme/CompanyID`).length === 0],
  ["aligned-ibr-jp-07-ntr", (invoice) => everywhere(invoice, "TaxAmount").every(({ text }) => text === "0")],
];

const OWN: Readonly<Record<Kind, readonly Rule[]>> = {
  standard: STANDARD,
  "non-registered": NON_REGISTERED,
  "self-billing": SELF_BILLING,
};

/** The rules of one of the three documents. */
function rulesOf(kind: Kind): readonly Rule[] {
  return [...SHARED, ...ALIGNED, ...OWN[kind]];
}

/** Their names. */
export function ruleNames(kind: Kind): readonly string[] {
  return rulesOf(kind).map(([name]) => name);
}

/** Rules that an invoice breaks; none where all hold. */
export function broken(invoice: XmlElement, kind: Kind): readonly string[] {
  return rulesOf(kind).flatMap(([name, holds]) => (holds(invoice) ? [] : [name]));
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

function isOf(path: string, text: string): Rule[1] {
  return (invoice) => texts(invoice, path).join() === text;
}

function everyLine(path: string): Rule[1] {
  return (invoice) => at(invoice, "InvoiceLine").every(exists(path));
}

function hasAttribute(name: string): (element: XmlElement) => boolean {
  return ({ attributes }) => (attributes[name] ?? "") !== "";
}

function hasCurrencyOf(invoice: XmlElement): (amount: XmlElement) => boolean {
  const currency = texts(invoice, "DocumentCurrencyCode").join();
  return ({ attributes }) => attributes["currencyID"] === currency;
}

function isIn(list: Readonly<Record<string, string>>): (code: string | undefined) => boolean {
  return (code) => code !== undefined && Object.hasOwn(list, code);
}

/** Children of a name, where they name their scheme: by one of the list. */
function schemesAreIn(name: string): (element: XmlElement) => boolean {
  return (element) =>
    at(element, name).every(({ attributes }) => isIn(ADDRESS_SCHEMES)(attributes["schemeID"] ?? "0188"));
}

function isUntaxed(invoice: XmlElement, code: string): boolean {
  const own = at(invoice, "TaxTotal/TaxSubtotal").filter((each) => texts(each, "TaxCategory/ID").join() === code);
  return own.every((each) => sum(each, "TaxAmount") === 0);
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
