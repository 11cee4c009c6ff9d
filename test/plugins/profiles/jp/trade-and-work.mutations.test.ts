import { expect, test } from "vitest";
import { laborTerms, payslip } from "../../../../src/plugins/profiles/jp/employment/index.ts";
import { inspectionReport, productionSchedule } from "../../../../src/plugins/profiles/jp/manufacture/index.ts";
import { receipt } from "../../../../src/plugins/profiles/jp/receipts/index.ts";
import { deliveryNote, order, quotation } from "../../../../src/plugins/profiles/jp/trade/index.ts";
import { inLane } from "../../../support/lane.ts";
import { example, form } from "./broken-forms.ts";
import { type MutationPlan, runMutations } from "./mutations.ts";

const PLANS: readonly MutationPlan[] = [
  {
    profile: receipt,
    source: form("receipt"),
    items: {
      "receipt.date": ["receipt-date"],
      "receipt.amount": ["receipt-amount"],
      "receipt.purpose": ["purpose"],
      "recipient.name": ["recipient-name"],
      "issuer.name": ["issuer-name"],
      "issuer.address": ["issuer-address"],
      "stamp.box": ["stamp-box"],
    },
    formulas: {},
    harmless: { "stamp.box: white on white": "the frame of a box does not have the colour of its words" },
  },
  {
    profile: quotation,
    source: form("quotation"),
    items: {
      "document.number": ["number"],
      "document.issueDate": ["issue-date"],
      "document.validUntil": ["valid-until"],
      "issuer.name": ["issuer-name"],
      "recipient.name": ["recipient-name"],
      "line.description": ["description"],
      "totals.gross totals.net": ["total"],
    },
    formulas: { "items[].amount": ["sums"], net: ["sums"], tax: ["tax-amount"], total: ["sums"] },
  },
  {
    profile: deliveryNote,
    source: form("delivery-note"),
    items: {
      "delivery.number": ["number"],
      "delivery.date": ["delivery-date"],
      "issuer.name": ["issuer-name"],
      "recipient.name": ["recipient-name"],
      "line.description": ["description"],
      "line.quantity": ["quantity"],
    },
    formulas: {},
  },
  {
    profile: order,
    source: form("order"),
    items: {
      "issuer.name": ["issuer-name"],
      "recipient.name": ["recipient-name"],
      "order.date": ["order-date"],
      "order.content": ["content"],
      "order.deliveryDate": ["delivery-date"],
      "order.deliveryPlace": ["delivery-place"],
      "order.amount": ["price"],
      "payment.dueDate": ["due-date"],
      "order.inspectionDate": ["inspection-date"],
      "payment.method": ["payment-method"],
    },
    formulas: {},
    harmless: {
      "order.inspectionDate: role dropped": "required only where an inspection is agreed, which the role says",
      "order.inspectionDate: declaration dropped": "required only where an inspection is agreed, which the role says",
      "payment.method: role dropped": "required only where it is no plain transfer, which the role says",
      "payment.method: declaration dropped": "required only where it is no plain transfer, which the role says",
    },
  },
  {
    profile: payslip,
    source: form("payslip"),
    items: {
      "payslip.period": ["period"],
      "payslip.payDate": ["pay-date"],
      "issuer.name": ["employer"],
      "payslip.employee": ["employee"],
      "payslip.earnings": ["earnings"],
      "payslip.deductions": ["deductions"],
      "payslip.net": ["net"],
      "payslip.transferred": ["transferred"],
    },
    formulas: { earned: ["sums", "net-pay"], taken: ["net-pay"], net: ["net-pay"], sent: ["net-pay"] },
  },
  {
    profile: laborTerms,
    source: form("labor-terms"),
    items: {
      "issuer.name": ["employer"],
      "recipient.name": ["employee"],
      "labor.term": ["term"],
      "labor.renewal": ["renewal"],
      "labor.place": ["place"],
      "labor.duties": ["duties"],
      "labor.hours": ["hours"],
      "labor.holidays": ["holidays"],
      "labor.wages": ["wages"],
      "labor.retirement": ["retirement"],
      "labor.conversion": ["conversion"],
      "labor.partTime": ["part-time"],
    },
    formulas: {},
  },
  {
    profile: inspectionReport,
    source: example("inspection-report"),
    items: {
      "document.number": ["number"],
      "document.issueDate": ["date"],
      "issuer.name": ["issuer-name"],
      "recipient.name": ["recipient-name"],
      "inspection.product": ["product"],
      "inspection.lot": ["lot"],
      "inspection.sampleSize": ["sample"],
      "inspection.item": ["item"],
      "inspection.instrument": ["instrument"],
      "inspection.itemResult": ["results"],
      "inspection.verdict": ["verdict-shown"],
      "inspection.approver": ["release"],
    },
    formulas: {},
    harmless: { "inspection.approver: white on white": "a seal has the colour of seals" },
  },
  {
    profile: productionSchedule,
    source: example("production-schedule"),
    items: {
      "document.subject": ["subject"],
      "document.issueDate": ["as-of"],
      "issuer.person": ["author"],
      "schedule.from": ["period"],
      "schedule.to": ["period-end"],
      "schedule.resource": ["resource"],
      "schedule.order": ["order"],
      "schedule.start schedule.end": ["bars-shown"],
    },
    formulas: {},
    harmless: {
      "document.issueDate: white on white": "the line of the day is drawn too",
      "schedule.from: white on white": "the axis shows it too",
      "schedule.to: white on white": "the axis shows it too",
      "schedule.resource: white on white": "heads of groups and bars show it too",
      "schedule.order: white on white": "bars show it too",
      "schedule.start schedule.end: white on white": "bars have a fill of their own",
    },
  },
];

for (const plan of PLANS) {
  test(`${plan.profile.name} finds what is taken away and is silent about looks`, () => {
    const { found, broken, silent, cosmetic, wrong } = runMutations(plan, inLane({ fast: 9, full: 1 }));
    console.log(`${plan.profile.name}: ${found} of ${broken} found, ${silent} of ${cosmetic} silent`);
    expect(wrong).toEqual([]);
  });
}
