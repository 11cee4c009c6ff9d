import {
  nonregisteredInvoice,
  qualifiedInvoice,
  returnInvoice,
  selfBilling,
  simplifiedInvoice,
} from "../../../../src/plugins/profiles/jp/invoices/index.ts";
import { type BrokenForm, changed, example, form, own } from "./broken-forms.ts";
import { RETURN_NOTE } from "./hand-written-forms.ts";

const QUALIFIED = example("invoice-qualified");

/** Every rule of invoices with its own manner of being broken. */
export const BROKEN_INVOICES: readonly BrokenForm[] = [
  {
    profile: returnInvoice,
    rule: "calendar-days",
    name: "the supply that it is about has a day that there is not",
    source: changed(form("return-invoice"), ['example="2026年10月1日〜10月31日"', 'example="2026年10月1日〜10月32日"']),
  },
  {
    profile: qualifiedInvoice,
    rule: "calendar-days",
    name: "a sentence names a day that there is not",
    source: changed(form("return-invoice"), [
      '    text "適格返還請求書"',
      '    text "令和8年10月分（10月1日〜10月32日）をご請求申し上げます。"\n    text "適格返還請求書"',
    ]),
  },
  {
    profile: qualifiedInvoice,
    rule: "printed-figures",
    name: "the amount to be paid is another one, in words of the source",
    source: changed(own("seikyu-shokuhin"), ["¥{format(all, '#,##0')}-", "¥51,050-"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-of-each-rate",
    name: "one tax for two rates",
    source: changed(own("seikyu-shokuhin"), ['"消費税額" (.vat)', '"消費税額" (if(.key == 10, .vat, null))']),
  },
  {
    profile: selfBilling,
    rule: "marked-lines",
    name: "a sign of the reduced rate that no line bears",
    source: changed(
      own("shiire"),
      ["品名（すべて軽減税率対象）", "品名"],
      ["text (agreed) size=small", 'text "※印は軽減税率（8%）対象です。"\n    text (agreed) size=small'],
    ),
  },
  {
    profile: qualifiedInvoice,
    rule: "label",
    name: "the total without tax stands under the label of the grand total",
    source: changed(own("seikyu-kenzai"), ['pair "小計（税抜・10%対象）"', 'pair "合計（税込）"']),
  },
  {
    profile: qualifiedInvoice,
    rule: "printed-rate",
    name: "a tax of 10 % stands beside 8 %",
    source: changed(own("seikyu-kenzai"), ["消費税額（10%）", "消費税額（8%）"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "row-amounts",
    name: "the amount of one row is left blank",
    source: changed(own("seikyu-shokuhin"), ['" (.sum) w=32mm', '" (if(.sum > 10000, .sum, null)) w=32mm']),
  },
  {
    profile: qualifiedInvoice,
    rule: "parties",
    name: "the issuer is addressed with 御中",
    source: changed(own("seikyu-shigyo"), ["{to} 御中", "{us} 御中"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "withholding",
    name: "a tenth of the fee is withheld",
    source: changed(own("seikyu-shigyo"), ["example=15315", "example=15000"], ["example=149685", "example=150000"]),
  },
  {
    profile: simplifiedInvoice,
    rule: "change",
    name: "too much change",
    source: changed(own("reji-genkin"), ["example=240", "example=420"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "issuer-name",
    name: "the issuer's name is shown nowhere",
    source: changed(QUALIFIED, ["text (issuer.name) x=0mm", 'text "当社" x=0mm']),
  },
  {
    profile: qualifiedInvoice,
    rule: "registration-number",
    name: "the number is drawn under a condition that is not met",
    source: changed(QUALIFIED, ["x=0mm y=6mm w=54mm h=5mm", "x=0mm y=6mm w=54mm h=5mm when=(carried > 0)"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "registration-number",
    name: "the number has the colour of the paper",
    source: changed(QUALIFIED, ["x=0mm y=6mm w=54mm h=5mm", "x=0mm y=6mm w=54mm h=5mm color=#fefefe"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "registration-number-format",
    name: "a wrong check digit, which a sole proprietor may have",
    source: changed(QUALIFIED, ["T2380001023456", "T3380001023456"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "registration-number-format",
    name: "twelve digits",
    source: changed(QUALIFIED, ["pattern='^T[0-9]{13}$' example=\"T2380001023456\"", 'example="T238000102345"']),
  },
  {
    profile: qualifiedInvoice,
    rule: "transaction-date",
    name: "neither a period nor days of lines",
    source: changed(QUALIFIED, ["role=transaction.period ", ""], ["role=line.date ", ""]),
  },
  {
    profile: qualifiedInvoice,
    rule: "description",
    name: "a line without a description",
    source: changed(QUALIFIED, ['"飲料水（2L×6本）"', '""']),
  },
  {
    profile: qualifiedInvoice,
    rule: "description-wording",
    name: "品代",
    source: changed(QUALIFIED, ['"配送料"', '"品代"']),
  },
  {
    profile: qualifiedInvoice,
    rule: "reduced-rate-mark",
    name: "no marks, and no words about them",
    source: changed(QUALIFIED, ["{if(.rate == 8, ' ※', '')}", ""], [" role=tax.reducedNote", ""]),
  },
  {
    profile: qualifiedInvoice,
    rule: "reduced-rate-mark",
    name: "a mark on a line at the standard rate",
    source: changed(QUALIFIED, ["if(.rate == 8, ' ※', '')", "' ※'"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "totals-by-rate",
    name: "the column of bases is left out",
    source: changed(QUALIFIED, [
      "column base \"税抜金額\" w=1fr align=right format='#,##0'",
      'column base "税抜金額" "別紙" w=1fr',
    ]),
  },
  {
    profile: qualifiedInvoice,
    rule: "totals-by-rate",
    name: "the rates are not said",
    source: changed(QUALIFIED, ['"{.key}%対象"', '"対象"'], ['"{.rate}%"', '""'], ["（8%）", ""]),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-in-or-out",
    name: "neither 税抜 nor 税込",
    source: changed(QUALIFIED, ["税抜金額", "金額"], ["税込合計", "合計"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-by-rate",
    name: "the tax of each rate has no role",
    source: changed(QUALIFIED, [" role=tax.amount ", ""]),
  },
  {
    profile: qualifiedInvoice,
    rule: "recipient-name",
    name: "the recipient's name is shown nowhere",
    source: changed(QUALIFIED, ["{customer.name} {customer.title}", "お客様"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "recipient-wording",
    name: "上様",
    source: changed(QUALIFIED, ['example="株式会社山本食品"', 'example="上様"']),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-rounded-once",
    name: "tax is rounded line by line",
    source: changed(
      QUALIFIED,
      [
        "let taxes[].tax    role=tax.amount   = round(.base * .key / 100, 0, down)",
        "let taxes[].tax    role=tax.amount   = sum(.items[].lineTax)",
      ],
      [
        "let taxes[]        role=tax.groups",
        "let items[].lineTax = round(.amount * .rate / 100, 0, down)\nlet taxes[]        role=tax.groups",
      ],
    ),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-amount",
    name: "tax is rounded line by line, and a yen is lost",
    source: changed(
      QUALIFIED,
      [
        "let taxes[].tax    role=tax.amount   = round(.base * .key / 100, 0, down)",
        "let taxes[].tax    role=tax.amount   = sum(.items[].lineTax)",
      ],
      [
        "let taxes[]        role=tax.groups",
        "let items[].lineTax = round(.amount * .rate / 100, 0, down)\nlet taxes[]        role=tax.groups",
      ],
      ["[48000, 3280, 612.5, 5500]", "[48003, 3280, 612.5, 5506]"],
    ),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-amount",
    name: "a rate that no law knows",
    source: changed(
      QUALIFIED,
      ["enum(10, 8)", "enum(10, 9)"],
      ["if(.rate == 8", "if(.rate == 9"],
      ["[10, 8, 8, 10]", "[10, 9, 9, 10]"],
    ),
  },
  {
    profile: qualifiedInvoice,
    rule: "tax-amount",
    name: "tax that is half a yen off before it is printed",
    source: changed(QUALIFIED, ["round(.base * .key / 100, 0, down)", ".base * .key / 100 + 0.5"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "sums",
    name: "a total that leaves the tax of a rate out",
    source: changed(QUALIFIED, ["= sum(taxes[].tax)", "= sum(taxes[.key == 10].tax)"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "sums",
    name: "an amount that is not quantity times price",
    source: changed(QUALIFIED, ["round(.qty * .price, 0, down)", "round(.qty * .price * 1.1, 0, down)"]),
  },
  {
    profile: qualifiedInvoice,
    rule: "headline",
    name: "the total stands out, and not what is to be paid",
    source: changed(
      QUALIFIED,
      ["ご請求額　¥{format(due, '#,##0')}\" style=head", "ご請求額　¥{format(total, '#,##0')}\" style=head"],
      [
        "【{label(payment.status)}】\" color=alert when=(payment.status == 'paid')",
        "差引ご請求額　{format(due, '#,##0')}\"",
      ],
      ["default=0 example=0", "default=0 example=500"],
    ),
  },
  {
    profile: nonregisteredInvoice,
    rule: "total-with-tax",
    name: "no total with tax",
    source: changed(form("nonregistered-invoice"), [" role=totals.gross", ""]),
  },
  {
    profile: nonregisteredInvoice,
    rule: "total-of-each-rate",
    name: "lines at several rates and one total",
    source: changed(form("nonregistered-invoice"), [
      "let net ",
      "field items[].rate enum(10, 8) role=line.taxRate example=[10, 8, 10]\nlet net ",
    ]),
  },
  {
    profile: nonregisteredInvoice,
    rule: "look-alike",
    name: "登録番号 on the form of an issuer who is not registered",
    source: changed(form("nonregistered-invoice"), ['text "TEL {issuer.tel}"', 'text "登録番号 T2380001023456"']),
  },
  {
    profile: returnInvoice,
    rule: "return-date",
    name: "the day of the return has no role",
    source: changed(form("return-invoice"), ["role=transaction.date ", ""]),
  },
  {
    profile: returnInvoice,
    rule: "original-date",
    name: "the original supply is not said",
    source: changed(form("return-invoice"), ["role=transaction.originalDate", ""]),
  },
  {
    profile: returnInvoice,
    rule: "return-after-supply",
    name: "given back before it was supplied",
    source: changed(form("return-invoice"), ["2026年10月1日〜10月31日", "2026年11月20日"]),
  },
  {
    profile: returnInvoice,
    rule: "marked-lines",
    name: "a mark that is explained and that no goods bear",
    source: changed(RETURN_NOTE, ["焼菓子詰合せ（※）の返品", "焼菓子詰合せの返品"]),
  },
  {
    profile: simplifiedInvoice,
    rule: "purpose-wording",
    name: "a slip for お品代",
    source: changed(form("receipt"), ['"業務用調理台代として"', '"お品代として"']),
  },
  {
    profile: returnInvoice,
    rule: "tax-or-rate",
    name: "totals without tax and rate",
    source: changed(
      form("return-invoice"),
      ["role=tax.amount ", ""],
      ["role=totals.tax ", ""],
      ['"{.key}%対象"', '"対象"'],
      ["（8%）", ""],
    ),
  },
  {
    profile: selfBilling,
    rule: "supplier-name",
    name: "the supplier's name has no role",
    source: changed(form("self-billing"), ["role=recipient.name ", ""]),
  },
  {
    profile: selfBilling,
    rule: "confirmation",
    name: "nobody asks the supplier to confirm",
    source: changed(form("self-billing"), [
      '記載内容のとおり確認があったものといたします。" size=small role=recipient.confirmation',
      'ご連絡ください。" size=small',
    ]),
  },
];
