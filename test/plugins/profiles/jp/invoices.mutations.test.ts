import { expect, test } from "vitest";
import {
  invoice,
  nonregisteredInvoice,
  qualifiedInvoice,
  returnInvoice,
  selfBilling,
  simplifiedInvoice,
} from "../../../../src/plugins/profiles/jp/invoices/index.ts";
import { inLane } from "../../../support/lane.ts";
import { example, form } from "./broken-forms.ts";
import { type MutationPlan, runMutations } from "./mutations.ts";

/** Formulas of forms with a list of rates, tax in or out. */
const FIGURES = {
  "taxes[].base": ["sums"],
  "taxes[].tax": ["tax-amount"],
  net: ["sums"],
  tax: ["sums"],
  total: ["sums"],
};

/** Whoever reads the paper needs no role to know the legend. */
const READ_AS_WORDS = { "tax.reducedNote: role dropped": "the words themselves say what the mark means" };

const PLANS: readonly MutationPlan[] = [
  {
    profile: qualifiedInvoice,
    source: example("invoice-qualified"),
    harmless: READ_AS_WORDS,
    items: {
      "issuer.name": ["issuer-name"],
      "issuer.registrationNumber": ["registration-number"],
      "transaction.period line.date": ["transaction-date"],
      "line.description": ["description"],
      "tax.reducedNote": ["reduced-rate-mark"],
      "tax.base": ["totals-by-rate"],
      "tax.amount": ["tax-by-rate"],
      "recipient.name": ["recipient-name"],
    },
    formulas: {
      "items[].amount": ["sums"],
      "taxes[].base": ["sums"],
      "taxes[].tax": ["tax-amount"],
      net: ["sums"],
      tax: ["sums"],
      total: ["sums"],
      due: ["sums"],
    },
  },
  {
    profile: invoice,
    source: form("nonregistered-invoice"),
    items: {
      "issuer.name": ["issuer-name"],
      "line.description": ["description"],
      "recipient.name": ["recipient-name"],
      "totals.gross": ["total-with-tax"],
    },
    formulas: {
      "items[].amount": ["sums"],
      net: ["sums"],
      tax: ["tax-amount"],
      total: ["sums"],
    },
  },
  {
    profile: nonregisteredInvoice,
    source: form("nonregistered-invoice"),
    items: {
      "issuer.name": ["issuer-name"],
      "line.description": ["description"],
      "recipient.name": ["recipient-name"],
      "totals.gross": ["total-with-tax"],
    },
    formulas: { "items[].amount": ["sums"], net: ["sums"], tax: ["tax-amount"], total: ["sums"] },
  },
  {
    profile: returnInvoice,
    source: form("return-invoice"),
    harmless: READ_AS_WORDS,
    items: {
      "issuer.name": ["issuer-name"],
      "issuer.registrationNumber": ["registration-number"],
      "transaction.date": ["return-date"],
      "transaction.originalDate": ["original-date"],
      "line.description": ["description"],
      "tax.reducedNote": ["reduced-rate-mark"],
      "tax.base totals.net totals.gross": ["tax-or-rate"],
    },
    formulas: { ...FIGURES, "items[].amount": ["sums"] },
  },
  {
    profile: selfBilling,
    source: form("self-billing"),
    harmless: {
      ...READ_AS_WORDS,
      "recipient.confirmation: role dropped": "the words themselves ask the supplier to confirm",
    },
    items: {
      "issuer.name": ["issuer-name"],
      "recipient.name": ["supplier-name"],
      "recipient.registrationNumber": ["registration-number"],
      "transaction.period": ["transaction-date"],
      "line.description": ["description"],
      "tax.reducedNote": ["reduced-rate-mark"],
      "tax.base": ["totals-by-rate"],
      "tax.amount": ["tax-by-rate"],
      "recipient.confirmation": ["confirmation"],
    },
    formulas: { ...FIGURES, "items[].amount": ["sums"] },
  },
  {
    profile: simplifiedInvoice,
    source: form("simplified-invoice"),
    harmless: READ_AS_WORDS,
    items: {
      "issuer.name": ["issuer-name"],
      "issuer.registrationNumber": ["registration-number"],
      "transaction.date": ["transaction-date"],
      "line.description": ["description"],
      "tax.reducedNote": ["reduced-rate-mark"],
      "tax.base totals.gross": ["tax-or-rate"],
    },
    formulas: { "taxes[].base": ["sums"], "taxes[].tax": ["tax-amount"], total: ["sums"] },
  },
];

for (const plan of PLANS) {
  test(`${plan.profile.name} finds what is taken away and is silent about looks`, () => {
    const { found, broken, silent, cosmetic, wrong } = runMutations(plan, inLane({ fast: 9, full: 1 }));
    console.log(`${plan.profile.name}: ${found} of ${broken} found, ${silent} of ${cosmetic} silent`);
    expect(wrong).toEqual([]);
  });
}
