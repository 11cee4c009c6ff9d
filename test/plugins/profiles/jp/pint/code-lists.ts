// The code lists that JP PINT names, as far as an invoice of ours may write codes of them: what each list is, who
// publishes it, and what each code stands for there. Payment means (UNCL 4461), reasons of allowances and charges (UNCL
// 5189, 7161) and item classifications are not written, so that no code of theirs is here.

/** UN/CEFACT, UNTDID 1001, Document name code: those that the documents of JP PINT are restricted to. */
export const DOCUMENT_TYPES: Readonly<Record<string, string>> = {
  380: "Commercial invoice",
  389: "Self-billed invoice",
  480: "Invoice out of scope of tax",
};

/** UN/CEFACT, UNTDID 5305, Duty or tax or fee category code, as JP PINT restricts and names it. */
export const TAX_CATEGORIES: Readonly<Record<string, string>> = {
  S: "Standard rate",
  AA: "Lower rate",
  E: "Exempt from tax",
  G: "Free export item, tax not charged",
  O: "Services outside scope of tax",
};

/** UN/CEFACT, UNTDID 5153, Duty or tax or fee type name code; in Japan it stands for consumption tax. */
export const TAX_SCHEMES: Readonly<Record<string, string>> = { VAT: "Value added tax" };

/** ISO 4217, alphabetic codes of currencies. */
export const CURRENCIES: Readonly<Record<string, string>> = { JPY: "Yen" };

/** ISO 3166-1, two-letter codes of countries. */
export const COUNTRIES: Readonly<Record<string, string>> = { JP: "Japan" };

/** OpenPeppol, Electronic Address Scheme (EAS); both are in ISO/IEC 6523's International Code Designators (ICD) too. */
export const ADDRESS_SCHEMES: Readonly<Record<string, string>> = {
  "0188": "Corporate Number of The Social Security and Tax Number System",
  "0221": "The registered number of the qualified invoice issuer",
};

/** UNECE Recommendation 20, and Recommendation 21 with a leading X: the codes of the table of units. */
export const UNITS: Readonly<Record<string, string>> = {
  ...{ C62: "one", H87: "piece", LS: "lump sum", SET: "set", PR: "pair", DZN: "dozen", IE: "person", ZP: "page" },
  ...{ MIN: "minute", HUR: "hour", DAY: "day", WEE: "week", MON: "month", ANN: "year", KWH: "kilowatt hour" },
  ...{ MGM: "milligram", GRM: "gram", KGM: "kilogram", TNE: "tonne (metric ton)", D63: "book" },
  ...{ MLT: "millilitre", LTR: "litre", K6: "kilolitre", MTK: "square metre", MTQ: "cubic metre" },
  ...{ MMT: "millimetre", CMT: "centimetre", MTR: "metre", KMT: "kilometre" },
  ...{ XBE: "Bundle", XBG: "Bag", XBO: "Bottle, non-protected, cylindrical", XBX: "Box", XCA: "Can, rectangular" },
  ...{ XCS: "Case", XPK: "Package", XPX: "Pallet", XRO: "Roll", XST: "Sheet" },
};
