import { expect, test } from "vitest";
import { checkForm } from "../../../../src/core/rule-tester/index.ts";
import type { Profile } from "../../../../src/core/sdk/index.ts";
import { JAPANESE_PROFILES } from "../../../../src/plugins/profiles/jp/index.ts";
import { type BrokenForm, changed, example, findingsUnder, form, tellBroken } from "./broken-forms.ts";
import { BROKEN_INVOICES } from "./broken-invoices.ts";
import { BROKEN_SALES } from "./broken-sales.ts";
import { BROKEN_TRADE_AND_WORK } from "./broken-trade-and-work.ts";
import { factsOf } from "./mutations.ts";
import { BROKEN_CERTIFICATES } from "./staff-books/broken-certificates.ts";
import { BROKEN_LEAVE } from "./staff-books/broken-leave.ts";
import { BROKEN_LEDGERS } from "./staff-books/broken-ledgers.ts";
import { BROKEN_ROSTERS } from "./staff-books/broken-rosters.ts";

/** A whole form of a profile, and for each of its rules the roles without which the form is broken. */
interface Unnamed {
  readonly source: string;
  readonly rules: Readonly<Record<string, readonly string[]>>;
}

const UNNAMED: Readonly<Record<string, Unnamed>> = {
  "jp.invoice": {
    source: example("invoice"),
    rules: {
      "issuer-name": ["issuer.name"],
      description: ["line.description"],
      "recipient-name": ["recipient.name"],
      "tax-by-rate": ["totals.tax"],
    },
  },
  "jp.nonregistered-invoice": {
    source: form("nonregistered-invoice"),
    rules: {
      "issuer-name": ["issuer.name"],
      description: ["line.description"],
      "recipient-name": ["recipient.name"],
    },
  },
  "jp.return-invoice": {
    source: form("return-invoice"),
    rules: {
      "issuer-name": ["issuer.name"],
      "registration-number": ["issuer.registrationNumber"],
      description: ["line.description"],
    },
  },
  "jp.self-billing": {
    source: form("self-billing"),
    rules: {
      "issuer-name": ["issuer.name"],
      "registration-number": ["recipient.registrationNumber"],
      "transaction-date": ["transaction.period"],
      description: ["line.description"],
      "tax-by-rate": ["tax.amount"],
    },
  },
  "jp.simplified-invoice": {
    source: form("simplified-invoice"),
    rules: {
      "issuer-name": ["issuer.name"],
      "registration-number": ["issuer.registrationNumber"],
      "transaction-date": ["transaction.date"],
      description: ["line.description"],
    },
  },
  "jp.receipt": {
    source: form("receipt"),
    rules: {
      "receipt-date": ["receipt.date"],
      "receipt-amount": ["receipt.amount"],
      "recipient-name": ["recipient.name"],
      "issuer-name": ["issuer.name"],
    },
  },
  "jp.quotation": {
    source: form("quotation"),
    rules: {
      number: ["document.number"],
      "issue-date": ["document.issueDate"],
      "valid-until": ["document.validUntil"],
      "issuer-name": ["issuer.name"],
      "recipient-name": ["recipient.name"],
      description: ["line.description"],
      total: ["totals.gross", "totals.net", "totals.due"],
    },
  },
  "jp.delivery-note": {
    source: form("delivery-note"),
    rules: {
      number: ["delivery.number"],
      "delivery-date": ["delivery.date"],
      "issuer-name": ["issuer.name"],
      "recipient-name": ["recipient.name"],
      description: ["line.description"],
      quantity: ["line.quantity"],
    },
  },
  "jp.order": {
    source: form("order"),
    rules: {
      "issuer-name": ["issuer.name"],
      "recipient-name": ["recipient.name"],
      "order-date": ["order.date"],
      content: ["order.content"],
      "delivery-date": ["order.deliveryDate"],
      "delivery-place": ["order.deliveryPlace"],
      price: ["order.amount"],
      "due-date": ["payment.dueDate"],
    },
  },
  "jp.direct-sale": {
    source: example("direct-sale"),
    rules: {
      goods: ["line.description"],
      price: ["totals.gross"],
      "payment-time": ["payment.dueDate"],
      "payment-method": ["payment.method"],
      delivery: ["order.deliveryDate"],
      seller: ["issuer.name"],
      "seller-address": ["issuer.address"],
      "seller-tel": ["issuer.tel"],
      representative: ["issuer.representative"],
      salesperson: ["issuer.person"],
      "contract-date": ["sale.contractDate"],
      maker: ["line.maker"],
      quantity: ["line.quantity"],
      buyer: ["recipient.name"],
    },
  },
  "jp.payslip": {
    source: form("payslip"),
    rules: {
      employee: ["payslip.employee"],
      employer: ["issuer.name"],
      period: ["payslip.period"],
      "pay-date": ["payslip.payDate"],
      earnings: ["payslip.earnings"],
      deductions: ["payslip.deductions"],
      net: ["payslip.net"],
      transferred: ["payslip.transferred"],
    },
  },
  "jp.labor-terms": {
    source: form("labor-terms"),
    rules: {
      employer: ["issuer.name"],
      employee: ["recipient.name"],
      term: ["labor.term"],
      renewal: ["labor.renewal"],
      place: ["labor.place"],
      duties: ["labor.duties"],
      hours: ["labor.hours"],
      holidays: ["labor.holidays"],
      wages: ["labor.wages"],
      retirement: ["labor.retirement"],
      "part-time": ["labor.partTime"],
    },
  },
  "jp.inspection-report": {
    source: example("inspection-report"),
    rules: {
      number: ["document.number"],
      date: ["document.issueDate"],
      "issuer-name": ["issuer.name"],
      "recipient-name": ["recipient.name"],
      product: ["inspection.product"],
      lot: ["inspection.lot"],
      sample: ["inspection.sampleSize"],
      item: ["inspection.item"],
      instrument: ["inspection.instrument"],
      results: ["inspection.itemResult"],
      "verdict-shown": ["inspection.verdict"],
      release: ["inspection.approver"],
    },
  },
  "jp.production-schedule": {
    source: example("production-schedule"),
    rules: {
      subject: ["document.subject"],
      "as-of": ["document.issueDate"],
      author: ["issuer.person"],
      period: ["schedule.from"],
      "period-end": ["schedule.to"],
      resource: ["schedule.resource"],
      order: ["schedule.order"],
      "bars-shown": ["schedule.start", "schedule.end"],
    },
  },
};

/** Forms that do not say what they are, and lines of the order that are not drawn. */
const REWORDED: readonly (readonly [profile: string, rule: string, source: string])[] = [
  [
    "jp.self-billing",
    "registration-number-format",
    changed(form("self-billing"), ['example="T2380001023456"', 'example="T1380001023456"']),
  ],
  ["jp.quotation", "title", changed(form("quotation"), ['text "御見積書"', 'text "御案内"'])],
  ["jp.delivery-note", "title", changed(form("delivery-note"), ['text "納品書"', 'text "御案内"'])],
  ["jp.order", "title", changed(form("order"), ['text "発注書"', 'text "御案内"'])],
  ["jp.payslip", "title", changed(form("payslip"), ['text "給与明細書　', 'text "御案内　'])],
  ["jp.labor-terms", "title", changed(form("labor-terms"), ['text "労働条件通知書"', 'text "御案内"'])],
  ["jp.inspection-report", "title", changed(example("inspection-report"), ['text "検査成績書"', 'text "御案内"'])],
  ["jp.production-schedule", "title", changed(example("production-schedule"), ['text "生産計画表"', 'text "御案内"'])],
  [
    "jp.order",
    "inspection-date",
    changed(form("order"), ["pair \"検査完了期日\"         (format(order.inspect, 'yyyy年M月d日'))", ""]),
  ],
  ["jp.order", "payment-method", changed(form("order"), ['pair "支払方法"             (order.method)', ""])],
];

/** The form without some roles: what they name is still drawn, and nothing says what it is. */
function withoutRoles(source: string, roles: readonly string[]): string {
  return roles.reduce(
    (text, role) => text.replaceAll(new RegExp(` role=${role.replaceAll(".", "\\.")}(?=\\s)`, "g"), ""),
    source,
  );
}

function profileOf(name: string): Profile {
  const found = JAPANESE_PROFILES.find((profile) => profile.name === name);
  if (found === undefined) throw new Error(`${name} is no profile`);
  return found;
}

const OWN: readonly BrokenForm[] = [
  ...Object.entries(UNNAMED).flatMap(([name, { source, rules }]) =>
    Object.entries(rules).map(([rule, roles]) => ({
      profile: profileOf(name),
      rule,
      name: `nothing has ${roles.map((role) => `role=${role}`).join(" or ")}`,
      source: withoutRoles(source, roles),
    })),
  ),
  ...REWORDED.map(([name, rule, source]) => ({ profile: profileOf(name), rule, name: `no ${rule} on paper`, source })),
];

/** Values of a form's data as messages write them, without the short ones, which are anything. */
function valuesOfData(source: string): readonly string[] {
  const texts = factsOf(source).values.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  const written = texts.flatMap((text) => (/^\d+$/.test(text) ? [text, Number(text).toLocaleString("en")] : [text]));
  return written.filter((text) => [...text.trim()].length >= (/^[\x20-\x7e]+$/.test(text) ? 4 : 2));
}

const BROKEN_BOOKS = [...BROKEN_ROSTERS, ...BROKEN_LEDGERS, ...BROKEN_LEAVE, ...BROKEN_CERTIFICATES];
const NAMED = [...BROKEN_INVOICES, ...BROKEN_TRADE_AND_WORK, ...BROKEN_SALES, ...BROKEN_BOOKS];

const keyOf = (profile: Profile, rule: string): string => `${profile.name}/${rule}`;

/** Rules that several profiles have: the first broken form of another one that breaks them here too. */
function borrowed(): readonly BrokenForm[] {
  const known = new Set([...NAMED, ...OWN].map(({ profile, rule }) => keyOf(profile, rule)));
  return JAPANESE_PROFILES.flatMap((profile) =>
    profile.rules
      .filter(({ meta }) => !known.has(keyOf(profile, meta.id)))
      .flatMap((rule) => {
        const others = NAMED.filter((other) => other.rule === rule.meta.id);
        const other = others.find(({ source }) => findingsUnder({ ...profile, rules: [rule] }, source).length > 0);
        return other === undefined ? [] : [{ ...other, profile }];
      }),
  );
}

const BORROWED = borrowed();

test("each form without one of its items is found by the item's rule, with these words", async () => {
  await expect(tellBroken(OWN)).toMatchFileSnapshot("golden/items.findings.txt");
});

test("rules that profiles share find in each of them what they find in one, with these words", async () => {
  await expect(tellBroken(BORROWED)).toMatchFileSnapshot("golden/shared-rules.findings.txt");
});

test("a finding that quotes a value of the data says where it stands", () => {
  const placeless = NAMED.flatMap(({ profile, rule, source }) => {
    const rules = profile.rules.filter(({ meta }) => meta.id === rule);
    const { diagnostics } = checkForm([{ ...profile, rules }], { source });
    const told = diagnostics.filter(({ code, dataPath }) => code.startsWith("jp.") && dataPath === undefined);
    const texts = told.length === 0 ? [] : valuesOfData(source);
    return told
      .filter(({ message }) => texts.some((text) => message.includes(text)))
      .map(({ code, message }) => `${code} ${message}`);
  });
  expect(placeless).toEqual([]);
});

test("every rule of every profile has a broken form", () => {
  const broken = new Set([...NAMED, ...OWN, ...BORROWED].map(({ profile, rule }) => keyOf(profile, rule)));
  const all = JAPANESE_PROFILES.flatMap((profile) => profile.rules.map(({ meta }) => keyOf(profile, meta.id)));
  expect(all.filter((key) => !broken.has(key))).toEqual([]);
  expect(all.length).toBeGreaterThan(200);
});
