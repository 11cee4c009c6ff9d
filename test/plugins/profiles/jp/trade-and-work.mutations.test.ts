import { expect, test } from "vitest";
import { dencho } from "../../../../src/plugins/profiles/jp/books/index.ts";
import { laborTerms, payslip } from "../../../../src/plugins/profiles/jp/employment/index.ts";
import { inspectionReport, productionSchedule } from "../../../../src/plugins/profiles/jp/manufacture/index.ts";
import { print } from "../../../../src/plugins/profiles/jp/print/index.ts";
import { receipt } from "../../../../src/plugins/profiles/jp/receipts/index.ts";
import { deliveryNote, order, quotation } from "../../../../src/plugins/profiles/jp/trade/index.ts";
import { typography } from "../../../../src/plugins/profiles/jp/typography/index.ts";
import { inLane } from "../../../support/lane.ts";
import { example, form } from "./broken-forms.ts";
import { type MutationPlan, runMutations } from "./mutations.ts";

const CODE = ["store-barcode"];

/** A change of words for each pair, found by one rule. */
function words(rule: string, pairs: readonly (readonly [string, string])[]): NonNullable<MutationPlan["changes"]> {
  return Object.fromEntries(pairs.map(([from, to]) => [`${from} → ${to}`, { edits: [[from, to]], rules: [rule] }]));
}

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
  {
    profile: dencho,
    source: form("receipt"),
    items: {
      "receipt.date": ["date-key"],
      "receipt.amount": ["amount-key"],
      "recipient.name": ["partner-key"],
    },
    formulas: {},
  },
  {
    profile: dencho,
    source: example("invoice-qualified"),
    items: {
      "document.issueDate": ["date-key"],
      "totals.due totals.gross totals.net": ["amount-key"],
      "recipient.name": ["partner-key"],
    },
    formulas: {},
  },
  {
    profile: print,
    source: form("payment-slip"),
    items: {},
    formulas: {},
    changes: {
      "the first fold mark 2 mm lower": { edits: [["x=4mm y=99mm", "x=4mm y=101mm"]], rules: ["fold-marks"] },
      "the second fold mark 5 mm higher": { edits: [["x=4mm y=198mm", "x=4mm y=193mm"]], rules: ["fold-marks"] },
      "marks of a fold in two": { edits: [["y=99mm", "y=148.5mm"]], rules: ["fold-marks"] },
      "an address that is wider than the window": {
        edits: [["text (payer.address) x=22mm y=20mm w=62mm", "text (payer.address) x=22mm y=20mm w=90mm align=right"]],
        rules: ["window-address"],
      },
      "a name 12 mm below its address": {
        edits: [['{payer.name}　御中" x=22mm y=30mm', '{payer.name}　御中" x=22mm y=46mm']],
        rules: ["window-address"],
      },
      "a name 40 mm beside its address": {
        edits: [['{payer.name}　御中" x=22mm y=30mm', '{payer.name}　御中" x=62mm y=30mm']],
        rules: ["window-address"],
      },
      "the amount beside the address": {
        edits: [["x=108mm y=124mm w=80mm h=7mm align=right weight=bold", "x=80mm y=21mm w=38mm h=7mm weight=bold"]],
        rules: ["window-address"],
      },
      "a module of no whole dots": { edits: [["(bill.slip) x=66mm", "(bill.slip) module=0.18mm x=66mm"]], rules: CODE },
      "a module too large for 60 mm": {
        edits: [["(bill.slip) x=66mm", "(bill.slip) module=0.2117mm x=66mm"]],
        rules: CODE,
      },
      "a code of 14 mm with its lines": { edits: [["w=64mm h=26mm", "w=64mm h=14mm"]], rules: CODE },
      "letters of 5.5 pt": { edits: [["small=8pt", "small=5.5pt"]], rules: ["legible-size"] },
      "lines of 0.2 pt": { edits: [["stroke=0.5pt", "stroke=0.2pt"]], rules: ["hairline"] },
      "fold marks of 0.1 pt": { edits: [["w=5mm stroke=0.35pt", "w=5mm stroke=0.1pt"]], rules: ["hairline"] },
    },
    looks: {
      "fold marks half a millimetre off": [["x=4mm y=99mm", "x=4mm y=99.5mm"]],
      "fold marks at the very edge": [["x=4mm y=99mm w=5mm", "x=1mm y=99mm w=6mm"]],
      "the address 3 mm to the right": [["text (payer.address) x=22mm", "text (payer.address) x=24mm"]],
      "a line of 0.25 pt": [["stroke=0.5pt", "stroke=0.25pt"]],
      "letters of 6 pt": [["small=8pt", "small=6pt"]],
      "a code of three dots at 400 dpi": [["(bill.slip) x=66mm", "(bill.slip) module=0.1905mm x=66mm"]],
      "a code of 22 mm": [["w=64mm h=26mm", "w=64mm h=22mm"]],
      "the code at the left": [["(bill.slip) x=66mm", "(bill.slip) x=22mm"]],
    },
  },
  {
    profile: typography,
    source: form("receipt"),
    items: {},
    formulas: {},
    changes: {
      ...words("half-width-kana", [
        ["収入印紙", "ｼｭｳﾆｭｳ印紙"],
        ["登録番号 ", "登録番号｡"],
        ["（うち", "（ﾍﾞﾂ"],
      ]),
      ...words("company-in-full", [
        ["登録番号 ", "㈱登録番号 "],
        ["収入印紙", "(株)印紙"],
        ["上記正に", "（株）正に"],
        ["No. ", "㈲ "],
      ]),
      ...words("wave-dash", [
        ["No. ", "No.～"],
        ["上記正に", "～正に"],
      ]),
      ...words("printed-era", [
        ["収入印紙", "平成　年"],
        ["上記正に", "昭和__年"],
        ["登録番号 ", "平成年"],
      ]),
      ...words("one-honorific", [
        ["{payer.name}　様", "{payer.name}　御中　様"],
        ["{payer.name}　様", "{payer.name}　御中 山本様"],
        ["{payer.name}　様", "{payer.name}　様 御中"],
      ]),
      ...words("one-calendar", [
        ["上記正に", "2026年 正に"],
        ["No. ", "1999年 "],
      ]),
    },
    looks: {
      "full-width katakana": [["収入印紙", "シュウニュウ印紙"]],
      "another company": [["上記正に", "有限会社 正に"]],
      "a wave dash": [["上記正に", "〜正に"]],
      "the present era": [["収入印紙", "令和　年"]],
      御中: [["{payer.name}　様", "{payer.name}　御中"]],
      "both years of one calendar": [["上記正に", "令和7年 正に"]],
      "all dates by the western calendar": [["'ggge年M月d日'", "'yyyy年M月d日'"]],
      "letters of another size": [["body=9pt", "body=8pt"]],
      "another leading": [["font=mincho size=body", "font=mincho size=body line-height=1.4"]],
      "another kinsoku": [["font=mincho size=body", "font=mincho size=body kinsoku=loose"]],
      "another colour": [["font=mincho size=body", "font=mincho size=body color=#333333"]],
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
