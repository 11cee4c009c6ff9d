// The required items of invoices (消費税法57条の4, 施行令70条の10), each a rule.
import {
  declarationsOf,
  type Form,
  type FormSource,
  type FormValue,
  type Rule,
  readingOf,
  type Settlement,
  valuesOf,
} from "../../../../core/sdk/index.ts";
import { declares } from "../items/conditional.ts";
import { itemRule } from "../items/item-rule.ts";
import { narrow } from "../items/narrow.ts";
import { invoiceArticle } from "../laws.ts";
import { figuresOf } from "../money/figures.ts";
import { hasSeveralRates, taxGroupsOf } from "../money/tax-groups.ts";

/** Matches what may be a name. 当社 and 弊店 do not match: they do not say who the issuer is. */
export const NAMED = /^(?!\s*(?:当|弊|小|自|本)[社店方院校園会]\s*$)/;

/** A name with the registration number behind it, in one text. */
const NAME_AND_NUMBER = new RegExp(
  "^(?!.*(?:御中|様|殿))[^（(：:]{2,40}[（(]\\s*(?:適格請求書発行事業者)?登録番号[\\s：:]*" +
    "[TＴ]\\s?[0-9０-９][0-9０-９－‐-]{12,17}\\s*[）)]$",
);

/** Whether the issuer stands with his number in one text, with a role or without one. */
function isNamedWithNumber(form: Form): boolean {
  return readingOf(form).sentences.some(({ text, label }) => label === "" && NAME_AND_NUMBER.test(text.trim()));
}

export function issuerName(article: string): Rule {
  // A 仕入明細書 names the number of the other party.
  const isOwn = !article.startsWith("令");
  return itemRule({
    ...(isOwn ? { isDrawnOtherwise: isNamedWithNumber } : {}),
    id: "issuer-name",
    item: "the issuer's name (発行事業者の氏名又は名称)",
    roles: ["issuer.name"],
    says: NAMED,
    basis: [invoiceArticle(article)],
  });
}

export function registrationNumberShown(article: string, role: string): Rule {
  return itemRule({
    id: "registration-number",
    item: "the registration number (登録番号)",
    roles: [role],
    basis: [invoiceArticle(article)],
    validFrom: "2023-10-01",
    waivable: false,
    isDrawnOtherwise: (form) => isInPieces(form, role) || (role === NUMBER && isNamedWithNumber(form)),
  });
}

/** Whether the letters of the number stand in one text, whatever is printed between them: T 7000-0120-50002. */
function isInPieces(form: Form, role: string): boolean {
  const numbers = valuesOf(form, role).flatMap(({ value }) => (typeof value === "string" ? [bare(value)] : []));
  const isWhole = numbers.length > 0 && numbers.every((number) => /^T\d{13}$/.test(number));
  return (
    isWhole && readingOf(form).sentences.some(({ text }) => numbers.every((number) => bare(text).includes(number)))
  );
}

function bare(text: string): string {
  return narrow(text).replaceAll(/[\s‐－-]/g, "");
}

/** @param others Roles that say it on a form without lines: what a receipt is for (但書). */
export function description(article: string, others: readonly string[] = []): Rule {
  const hasLines = (form: FormSource) => declares("line.description")(form);
  return itemRule({
    id: "description",
    item: "what was supplied (資産又は役務の内容)",
    roles: (form) => (hasLines(form) ? ["line.description"] : ["line.description", ...others]),
    basis: [invoiceArticle(article)],
    ofEachLine: true,
  });
}

export function recipientName(article: string): Rule {
  return itemRule({
    id: "recipient-name",
    item: "the recipient's name (交付を受ける事業者の氏名又は名称)",
    roles: ["recipient.name"],
    basis: [invoiceArticle(article)],
  });
}

export function taxByRate(article: string): Rule {
  return itemRule({
    id: "tax-by-rate",
    item: "the tax of each rate (税率ごとに区分した消費税額等)",
    roles: (form) => (hasSeveralRates(form) ? ["tax.amount"] : ["tax.amount", "totals.tax"]),
    basis: [invoiceArticle(article)],
    ofEachValue: true,
    appliesTo: (form) => !isUntaxed(form),
  });
}

/** Forms all of whose lines are at 0 % have no tax to show. */
function isUntaxed(form: Form): boolean {
  const groups = taxGroupsOf(form, figuresOf(form));
  return groups.length > 0 && groups.every(({ rate }) => rate?.isZero() === true);
}

/** Nine rules ask it of one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly isRegistered: boolean } | null = null;

/** Whether the issuer is a registered business, by what the form declares. */
export function isRegistered(form: Form): boolean {
  if (last?.form === form) return last.isRegistered;
  const found = isDeclaredRegistered(form);
  if (Object.isFrozen(form)) last = { form, isRegistered: found };
  return found;
}

function isDeclaredRegistered(form: Form): boolean {
  return registeredBy(form)(() => valuesOf(form, NUMBER).map(({ value }) => value));
}

const NUMBER = "issuer.registrationNumber";

/** What a source says of its issuer, and asks the values of the number for. */
function registeredBy(source: Pick<Form, "declarations" | "elements">) {
  const declared = declarationsOf(source, NUMBER);
  const isDeclared = declared.length > 0 || source.elements.some(({ role }) => role === NUMBER);
  const isOptional = declared.some(({ optional }) => optional);
  return (values: () => readonly FormValue["value"][]): boolean => {
    // An optional number that the data leave out: this issuer has none.
    return isDeclared && !(isOptional && values().every((value) => value === null || value === ""));
  };
}

/** A glance tells whether an issuer is registered or not, as is asked. */
export function settledIssuer(source: FormSource, isRegistered: boolean): Settlement {
  const registered = registeredBy(source);
  return { elements: [], holds: (glance) => registered(() => glance.values(NUMBER)) === isRegistered };
}
