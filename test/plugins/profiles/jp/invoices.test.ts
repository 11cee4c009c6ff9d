import { describe, expect, test } from "vitest";
import { compileSource, examplePayload } from "../../../../src/core/canvas/index.ts";
import { checkForm } from "../../../../src/core/rule-tester/index.ts";
import { JAPANESE_PROFILES } from "../../../../src/plugins/profiles/jp/index.ts";
import {
  invoice,
  nonregisteredInvoice,
  qualifiedInvoice,
  returnInvoice,
  selfBilling,
  simplifiedInvoice,
} from "../../../../src/plugins/profiles/jp/invoices/index.ts";
import { checkDigit } from "../../../../src/plugins/profiles/jp/invoices/rules/registration-number.ts";
import { example, findingsUnder, form, tellBroken } from "./broken-forms.ts";
import { BROKEN_INVOICES } from "./broken-invoices.ts";

const QUALIFIED = example("invoice-qualified");

/** The form's own examples as data, with another registration number. */
function withNumber(source: string, number: string): unknown {
  const { value } = compileSource(source);
  if (value === null) throw new Error("the form does not compile");
  const data: { issuer: { regNo: string } } = JSON.parse(examplePayload(value));
  data.issuer.regNo = number;
  return data;
}

describe("complete forms are clean under their profiles", () => {
  test.each([
    [qualifiedInvoice, QUALIFIED],
    [invoice, QUALIFIED],
    [invoice, example("invoice")],
    [invoice, form("nonregistered-invoice")],
    [nonregisteredInvoice, form("nonregistered-invoice")],
    [returnInvoice, form("return-invoice")],
    [selfBilling, form("self-billing")],
    [simplifiedInvoice, form("simplified-invoice")],
  ])("$name", (profile, source) => {
    expect(findingsUnder(profile, source)).toEqual([]);
  });
});

test("each broken form is found by its rule, with these words", async () => {
  await expect(tellBroken(BROKEN_INVOICES)).toMatchFileSnapshot("golden/invoices.findings.txt");
});

describe("a registration number", () => {
  const told = (source: string, number?: string): readonly string[] => {
    const data = number === undefined ? {} : { data: withNumber(source, number) };
    const { diagnostics } = checkForm([qualifiedInvoice], { source, ...data });
    const own = diagnostics.filter(({ code }) => code === "jp.qualified-invoice/registration-number-format");
    return own.map(({ severity, message }) => `${severity} ${message}`);
  };

  test("of sample forms is taken in examples, and refused in data", () => {
    const sample = QUALIFIED.replace("T2380001023456", "T1234567890123");
    expect(told(sample)).toEqual([]);
    expect(told(sample, "T1234567890123")).toEqual([
      "error T1234567890123 is the number of sample forms and belongs to nobody",
    ]);
    expect(told(sample, "T2380001023456")).toEqual([]);
  });

  test("without the check digit is a slip of a corporation, and may be right of a sole proprietor", () => {
    const wrong = QUALIFIED.replace("T2380001023456", "T3380001023456");
    const kind = (value: string) =>
      wrong.replace(/^field issuer/m, `field issuer.sort string(10) role=issuer.kind example="${value}"\nfield issuer`);
    const sentence = '"T3380001023456" fails the check digit of corporate numbers: the first digit would be 2';
    expect(told(kind("法人"))).toEqual([`error ${sentence}`]);
    expect(told(kind("個人事業主"))).toEqual([`warning ${sentence}`]);
  });
});

test("findings and the words about rules never say that a form complies", () => {
  const words = JSON.stringify(JAPANESE_PROFILES);
  expect(words).not.toMatch(/complian|complies|準拠|適法です/i);
});

test("each finding of a rule with a legal basis cites its law and article", () => {
  const { diagnostics } = checkForm([qualifiedInvoice], { source: QUALIFIED.replace(/ +role=recipient\.name/g, "") });
  const found = diagnostics.find(({ code }) => code === "jp.qualified-invoice/recipient-name");
  expect(found?.why).toMatch(/消費税法 57条の4第1項6号, https:\/\/laws\.e-gov\.go\.jp\//);
});

test("every rule of the family is shown broken once", () => {
  const profiles = [invoice, nonregisteredInvoice, qualifiedInvoice, returnInvoice, selfBilling, simplifiedInvoice];
  const ids = new Set(profiles.flatMap(({ rules }) => rules.map(({ meta }) => meta.id)));
  expect([...ids].filter((id) => !BROKEN_INVOICES.some(({ rule }) => rule === id))).toEqual([]);
});

test.each([
  ["000012050002", 7],
  ["011001098993", 4],
  ["234567890123", 9],
])("the check digit of %s is %i", (base, digit) => {
  expect(checkDigit(base)).toBe(digit);
});
