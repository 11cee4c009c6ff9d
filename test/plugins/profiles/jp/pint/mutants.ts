// Invoices that break one rule each: what a judge of JP PINT must find.
import { type Kind, NON_REGISTERED, SELF_BILLING, STANDARD, textOf, withItems } from "./exporting.ts";

export interface Mutant {
  /** The rule that it breaks; it may break others too. */
  readonly rule: string;
  readonly kind: Kind;
  readonly text: string;
  /** Why the published rules, as programs, let it pass. */
  readonly unseen?: string;
}

type Edit = readonly [from: string | RegExp, to: string];

const BREAKDOWN = /(<cac:TaxSubtotal>)([\s\S]*?)(<\/cac:TaxSubtotal>)/;

/** A rule, and how an invoice comes to break it. */
const EDITS: readonly (readonly [rule: string, ...edits: Edit[]])[] = [
  ["ibr-001", dropped("cbc:CustomizationID")],
  ["ibr-002", [/\n {2}<cbc:ID>.*/, ""]],
  ["ibr-003", dropped("cbc:IssueDate")],
  ["ibr-004", dropped("cbc:InvoiceTypeCode")],
  ["ibr-005", dropped("cbc:DocumentCurrencyCode")],
  ["ibr-006", dropped("cbc:RegistrationName")],
  ["ibr-007", [/(<cac:AccountingCustomerParty>[\s\S]*?)<cbc:RegistrationName>.*/, "$1"]],
  ["ibr-008", dropped("cac:PostalAddress")],
  ["ibr-009", dropped("cac:Country")],
  ["ibr-010", [/(<cac:AccountingCustomerParty>[\s\S]*?)<cac:PostalAddress>[\s\S]*?<\/cac:PostalAddress>/, "$1"]],
  [
    "ibr-011",
    [
      /(<cac:AccountingCustomerParty>[\s\S]*?)<cac:Country>[\s\S]*?<\/cac:Country>/,
      "$1<cbc:CityName>仙台</cbc:CityName>",
    ],
  ],
  ["ibr-012", [/(<cac:LegalMonetaryTotal>[\s\S]*?)<cbc:LineExtensionAmount.*/, "$1"]],
  ["ibr-013", dropped("cbc:TaxExclusiveAmount")],
  ["ibr-014", dropped("cbc:TaxInclusiveAmount")],
  ["ibr-015", dropped("cbc:PayableAmount")],
  ["ibr-016", [/<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>/, ""]],
  ["ibr-021", [/(<cac:InvoiceLine>\s*)<cbc:ID>1<\/cbc:ID>/, "$1"]],
  ["ibr-022", dropped("cbc:InvoicedQuantity")],
  ["ibr-023", [/(<cbc:InvoicedQuantity) unitCode="\w+"/, "$1"]],
  ["ibr-024", [/(<cac:InvoiceLine>[\s\S]*?)<cbc:LineExtensionAmount.*/, "$1"]],
  ["ibr-025", [/(<cac:Item>\s*)<cbc:Name>.*/, "$1"]],
  ["ibr-026", dropped("cbc:PriceAmount")],
  ["ibr-027", [/(<cbc:PriceAmount[^>]*>)/, "$1-"]],
  ["ibr-062", [/(<cbc:EndpointID) schemeID="\d+"/, "$1"]],
  ["ibr-063", [/(<cac:AccountingCustomerParty>[\s\S]*?<cbc:EndpointID) schemeID="\d+"/, "$1"]],
  ["ibr-073", [/<cbc:IssueDate>.*</, "<cbc:IssueDate>2026-10-32<"]],
  ["ibr-076", dropped("cbc:ProfileID")],
  ["ibr-079", [/<cbc:Note>.*</, "<cbc:Note> <"]],
  ["ibr-080", [/(<cac:AccountingCustomerParty>[\s\S]*?)<cbc:EndpointID.*/, "$1"]],
  ["ibr-081", dropped("cbc:EndpointID")],
  ["ibr-087", [/(<cbc:BaseQuantity[^>]*>)1</, "$10<"]],
  ["ibr-088", [/(<cbc:BaseQuantity unitCode=")\w+/, "$1KGM"]],
  ["ibr-126", [/(<cbc:PriceAmount currencyID=")JPY/, "$1USD"]],
  ["ibr-cl-03", [/(<cbc:PriceAmount currencyID=")JPY/, "$1YEN"]],
  ["ibr-cl-04", [/<cbc:DocumentCurrencyCode>JPY/, "<cbc:DocumentCurrencyCode>YEN"]],
  ["ibr-cl-11", [/(<cbc:CompanyID schemeID=")\d+/, "$18888"]],
  ["ibr-cl-14", [/<cbc:IdentificationCode>JP/, "<cbc:IdentificationCode>JA"]],
  ["ibr-cl-23", [/unitCode="H87"/g, 'unitCode="DAI"']],
  ["ibr-cl-25", [/(<cbc:EndpointID schemeID=")\d+/, "$18888"]],
  ["ibr-co-10", [/(<cac:LegalMonetaryTotal>\s*<cbc:LineExtensionAmount[^>]*>)/, "$11"]],
  ["ibr-co-13", [/(<cbc:TaxExclusiveAmount[^>]*>)/, "$11"]],
  ["ibr-co-14", [/(<cac:TaxTotal>\s*<cbc:TaxAmount[^>]*>)/, "$11"]],
  ["ibr-co-15", [/(<cbc:TaxInclusiveAmount[^>]*>)/, "$11"]],
  ["ibr-co-16", [/(<cbc:PayableAmount[^>]*>)/, "$11"]],
  ["aligned-ibrp-002-jp", [/urn:peppol:bis:billing/, "urn:peppol:bis:ordering"]],
  ["aligned-ibrp-045", dropped("cbc:TaxableAmount")],
  ["aligned-ibrp-046", [BREAKDOWN, '$1<cbc:TaxableAmount currencyID="JPY">0</cbc:TaxableAmount>$3']],
  ["aligned-ibrp-047", [/(<cac:TaxCategory>\s*)<cbc:ID>.*/, "$1"]],
  ["aligned-ibrp-048", [/(<cac:TaxCategory>\s*<cbc:ID>S<\/cbc:ID>\s*)<cbc:Percent>.*/, "$1"]],
  ["aligned-ibrp-050-jp", [/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>S<\/cbc:ID>\s*)<cbc:Percent>.*/, "$1"]],
  ["aligned-ibrp-052", [/<cac:InvoicePeriod>[\s\S]*?<\/cac:InvoicePeriod>/g, ""]],
  ["aligned-ibrp-053-jp", [/(<cac:TaxTotal>\s*(<cbc:TaxAmount.*))/, "<cac:TaxTotal>$2</cac:TaxTotal>\n  $1"]],
  ["aligned-ibrp-cl-01-jp", [/<cbc:ID>S</g, "<cbc:ID>Z<"]],
  ["aligned-ibr-jp-03", [/<cbc:ID>VAT</g, "<cbc:ID>GST<"]],
  ["aligned-ibr-jp-06", [/(<cbc:TaxableAmount.*\s*<cbc:TaxAmount[^>]*>\d+)</, "$1.0<"]],
];

const STANDARD_EDITS: typeof EDITS = [
  ["ibr-co-26", [/<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/, ""]],
  ["ibr-cl-01", [/>380</, ">999<"]],
  ["aligned-ibrp-cl-02-jp", [/>380</, ">381<"]],
  ["aligned-ibrp-001-jp", [/billing-1@jp-1/, "billing-1@sg-1"]],
  ["aligned-ibr-jp-01", [/<cbc:CompanyID>T/, "<cbc:CompanyID>"]],
  ["aligned-ibr-jp-04", [/<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/, ""]],
  ["aligned-ibrp-009", [/(<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>)/, "$1$1"]],
  ["aligned-ibrp-051-jp", [/(<cbc:TaxableAmount.*\s*<cbc:TaxAmount[^>]*>)/, "$11"]],
  ["aligned-ibrp-e-01", [/(<cac:TaxCategory>\s*<cbc:ID>)E/, "$1S"]],
  ["aligned-ibrp-o-01", [/(<cac:TaxCategory>\s*<cbc:ID>)O/, "$1S"]],
  ["aligned-ibrp-g-01", [/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>)E/, "$1G"]],
  ["aligned-ibrp-e-05", [/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>E<\/cbc:ID>\s*<cbc:Percent>)0/, "$15"]],
  [
    "aligned-ibrp-g-05",
    [/<cbc:ID>E</g, "<cbc:ID>G<"],
    [/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>G<\/cbc:ID>\s*<cbc:Percent>)0/, "$15"],
  ],
  ["aligned-ibrp-o-05", [/(<cac:ClassifiedTaxCategory>\s*<cbc:ID>O<\/cbc:ID>)/, "$1<cbc:Percent>0</cbc:Percent>"]],
  ["aligned-ibrp-e-09", [/0(<\/cbc:TaxAmount>\s*<cac:TaxCategory>\s*<cbc:ID>E)/, "7$1"]],
  ["aligned-ibrp-g-09", [/<cbc:ID>E</g, "<cbc:ID>G<"], [/0(<\/cbc:TaxAmount>\s*<cac:TaxCategory>\s*<cbc:ID>G)/, "7$1"]],
  ["aligned-ibrp-o-09", [/0(<\/cbc:TaxAmount>\s*<cac:TaxCategory>\s*<cbc:ID>O)/, "7$1"]],
];

const NON_REGISTERED_EDITS: typeof EDITS = [
  ["ibr-co-26", [/<cbc:CompanyID schemeID="0188">4011001098993.*/, ""]],
  ["aligned-ibrp-001-jp-ntr", [/nontaxinvoice-1@jp-1/, "billing-1@jp-1"]],
  ["ibr-cl-01-jp-ntr", [/>480</, ">380<"]],
  [
    "aligned-ibr-jp-04-ntr",
    [
      /(<\/cac:PostalAddress>)/,
      "$1<cac:PartyTaxScheme><cbc:CompanyID>T4011001098993</cbc:CompanyID>" +
        "<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>",
    ],
  ],
  ["aligned-ibr-jp-07-ntr", [/(<cbc:TaxableAmount.*\s*<cbc:TaxAmount[^>]*>)0/, "$17"]],
];

/** Of the rules of a pattern, Schematron asks the first one whose context an element is in. */
const SHADOWED = "a rule before it has every breakdown with an amount of tax in its context";

const SELF_BILLING_EDITS: typeof EDITS = [
  ["aligned-ibrp-001-jp-sb", [/selfbilling-1@jp-1/, "billing-1@jp-1"]],
  ["aligned-ibrp-002-jp-sb", [/urn:peppol:bis:selfbilling/, "urn:peppol:bis:billing"]],
  ["ibr-cl-01-jp-sb", [/>389</, ">380<"]],
  ["aligned-ibr-jp-04", [/<cac:PartyTaxScheme>[\s\S]*?<\/cac:PartyTaxScheme>/, ""]],
];

/** Rules whose published programs cannot find what their texts ask for. */
const UNSEEN: Readonly<Record<string, string>> = {
  "aligned-ibrp-047": SHADOWED,
  "aligned-ibrp-048": SHADOWED,
  "aligned-ibrp-050-jp": "its context is /ubl:InvoiceLine, which no file has at its root",
  "aligned-ibr-jp-06": SHADOWED,
};

/** The good invoices that mutants come from: lines of every category. */
export const SOUND: Readonly<Record<Kind, string>> = {
  standard: textOf(
    STANDARD.replace(
      "field period",
      'field subject string(20) role=document.subject example="備品"\nfield period',
    ).replace('text "請求書"', 'text "請求書（{subject}）"'),
    {
      ...withItems({}, { rate: "8%" }, { name: "教科書", rate: "非課税" }, { name: "印紙の立替", rate: "不課税" }),
      subject: "備品",
    },
  ),
  "non-registered": textOf(NON_REGISTERED),
  "self-billing": textOf(SELF_BILLING),
};

/** One mutant a rule and invoice, where the rule has something to say of it. */
export const MUTANTS: readonly Mutant[] = [
  ...EDITS.concat(STANDARD_EDITS).map(([rule, ...edits]) => mutant("standard", rule, edits)),
  ...NON_REGISTERED_EDITS.map(([rule, ...edits]) => mutant("non-registered", rule, edits)),
  ...SELF_BILLING_EDITS.map(([rule, ...edits]) => mutant("self-billing", rule, edits)),
];

function mutant(kind: Kind, rule: string, edits: readonly Edit[]): Mutant {
  const text = edits.reduce((rest, [from, to]) => rest.replace(from, to), SOUND[kind]);
  if (text === SOUND[kind]) throw new Error(`the mutant of ${rule} is the invoice itself`);
  const unseen = UNSEEN[rule];
  return { rule, kind, text, ...(unseen === undefined ? {} : { unseen }) };
}

/** Leaves out the first element of a name. */
function dropped(name: string): Edit {
  return [new RegExp(`\\s*<${name}(?: [^>]*)?>[\\s\\S]*?</${name}>`), ""];
}
