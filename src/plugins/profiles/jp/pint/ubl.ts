// An invoice → UBL 2.1 (ISO/IEC 19845) as Peppol International Invoice for Japan writes it.
import type { Decimal } from "../../../../core/sdk/index.ts";
import type { Period } from "../items/period.ts";
import type { InvoiceLine, Party, PintInvoice, TaxBreakdown, Totals } from "./invoice.ts";
import type { TaxCategory } from "./tax-category.ts";
import { unitCode } from "./units.ts";
import { branch, leaf, type Xml, xmlFile } from "./xml.ts";

const NAMESPACES = {
  xmlns: "urn:oasis:names:specification:ubl:schema:xsd:Invoice-2",
  "xmlns:cac": "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  "xmlns:cbc": "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2",
};

/** ibt-024, ibt-023 and ibt-003 (UNCL 1001). */
const SPECIFICATIONS = {
  standard: { customization: "urn:peppol:pint:billing-1@jp-1", profile: "urn:peppol:bis:billing", type: "380" },
  "non-registered": {
    customization: "urn:peppol:pint:nontaxinvoice-1@jp-1",
    profile: "urn:peppol:bis:billing",
    type: "480",
  },
  "self-billing": {
    customization: "urn:peppol:pint:selfbilling-1@jp-1",
    profile: "urn:peppol:bis:selfbilling",
    type: "389",
  },
} as const;

/** Schemes of participants (EAS): 法人番号, 登録番号. */
const CORPORATE_NUMBER = "0188";
const REGISTRATION_NUMBER = "0221";

/** The name under which JP PINT's own examples keep a unit as it is printed. */
const UNIT_NAME = "表示単位名称";

export function invoiceXml(invoice: PintInvoice): string {
  const { customization, profile, type } = SPECIFICATIONS[invoice.kind];
  const root = branch(
    "Invoice",
    [
      leaf("cbc:CustomizationID", customization),
      leaf("cbc:ProfileID", profile),
      leaf("cbc:ID", invoice.number),
      leaf("cbc:IssueDate", invoice.issueDate),
      leaf("cbc:DueDate", invoice.dueDate),
      leaf("cbc:InvoiceTypeCode", type),
      leaf("cbc:Note", invoice.note),
      leaf("cbc:DocumentCurrencyCode", "JPY"),
      periodXml(invoice.period),
      branch("cac:OrderReference", [leaf("cbc:ID", invoice.orderNumber)]),
      branch("cac:BillingReference", [
        branch("cac:InvoiceDocumentReference", [leaf("cbc:ID", invoice.correctedNumber)]),
      ]),
      branch("cac:DespatchDocumentReference", [leaf("cbc:ID", invoice.deliveryNumber)]),
      branch("cac:AccountingSupplierParty", [partyXml(invoice.seller, invoice.kind !== "non-registered")]),
      branch("cac:AccountingCustomerParty", [partyXml(invoice.buyer, false)]),
      branch("cac:PaymentTerms", [leaf("cbc:Note", invoice.paymentTerms)]),
      taxTotalXml(invoice),
      totalsXml(invoice.totals),
      ...invoice.lines.map(lineXml),
    ],
    NAMESPACES,
  );
  if (root === null) throw new Error("an invoice is never empty");
  return xmlFile(root);
}

function periodXml({ start, end }: Period): Xml {
  return branch("cac:InvoicePeriod", [leaf("cbc:StartDate", start), leaf("cbc:EndDate", end)]);
}

/** `isTaxpayer`: with the seller's registration number as that of its tax (ibt-031). */
function partyXml(party: Party, isTaxpayer: boolean): Xml {
  const { corporateNumber, registrationNumber } = party;
  const taxNumber = isTaxpayer ? registrationNumber : null;
  return branch("cac:Party", [
    corporateNumber === null
      ? leaf("cbc:EndpointID", registrationNumber, { schemeID: REGISTRATION_NUMBER })
      : leaf("cbc:EndpointID", corporateNumber, { schemeID: CORPORATE_NUMBER }),
    branch("cac:PostalAddress", [
      leaf("cbc:StreetName", party.address),
      branch("cac:Country", [leaf("cbc:IdentificationCode", "JP")]),
    ]),
    taxNumber === null ? null : branch("cac:PartyTaxScheme", [leaf("cbc:CompanyID", taxNumber), TAX_SCHEME]),
    branch("cac:PartyLegalEntity", [
      leaf("cbc:RegistrationName", party.name),
      leaf("cbc:CompanyID", corporateNumber, { schemeID: CORPORATE_NUMBER }),
    ]),
    branch("cac:Contact", [leaf("cbc:Name", party.person), leaf("cbc:Telephone", party.tel)]),
  ]);
}

/** aligned-ibr-jp-03: VAT stands for consumption tax. */
const TAX_SCHEME = branch("cac:TaxScheme", [leaf("cbc:ID", "VAT")]);

function categoryXml(name: string, { code, percent }: TaxCategory): Xml {
  return branch(name, [leaf("cbc:ID", code), leaf("cbc:Percent", percent?.toFixed() ?? null), TAX_SCHEME]);
}

function taxTotalXml({ totals, taxes }: PintInvoice): Xml {
  return branch("cac:TaxTotal", [yen("cbc:TaxAmount", totals.tax), ...taxes.map(taxXml)]);
}

function taxXml({ category, base, tax }: TaxBreakdown): Xml {
  return branch("cac:TaxSubtotal", [
    yen("cbc:TaxableAmount", base),
    yen("cbc:TaxAmount", tax),
    categoryXml("cac:TaxCategory", category),
  ]);
}

function totalsXml({ net, gross, prepaid, payable }: Totals): Xml {
  return branch("cac:LegalMonetaryTotal", [
    yen("cbc:LineExtensionAmount", net),
    yen("cbc:TaxExclusiveAmount", net),
    yen("cbc:TaxInclusiveAmount", gross),
    prepaid.isZero() ? null : yen("cbc:PrepaidAmount", prepaid),
    yen("cbc:PayableAmount", payable),
  ]);
}

function lineXml(line: InvoiceLine, index: number): Xml {
  const unit = { unitCode: unitCode(line.unit) };
  return branch("cac:InvoiceLine", [
    leaf("cbc:ID", `${index + 1}`),
    leaf("cbc:InvoicedQuantity", line.quantity.toFixed(), unit),
    yen("cbc:LineExtensionAmount", line.net),
    line.date === null ? null : periodXml({ start: line.date, end: line.date }),
    branch("cac:Item", [
      leaf("cbc:Name", line.description),
      categoryXml("cac:ClassifiedTaxCategory", line.category),
      line.unit === null
        ? null
        : branch("cac:AdditionalItemProperty", [leaf("cbc:Name", UNIT_NAME), leaf("cbc:Value", line.unit)]),
    ]),
    branch("cac:Price", [yen("cbc:PriceAmount", line.price), leaf("cbc:BaseQuantity", "1", unit)]),
  ]);
}

function yen(name: string, amount: Decimal): Xml {
  return leaf(name, amount.toFixed(), { currencyID: "JPY" });
}
