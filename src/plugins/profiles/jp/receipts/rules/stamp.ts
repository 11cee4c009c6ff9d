import {
  Decimal,
  defineRule,
  drawnOf,
  type Form,
  presenceOf,
  readingOf,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { drawnSentences, isDrawn } from "../../items/drawn-words.ts";
import { narrow } from "../../items/narrow.ts";
import { quoted } from "../../items/quote.ts";
import { stampTaxAct } from "../../laws.ts";
import { figuresOf, figuresWith, figureWith, shown, sumOf } from "../../money/figures.ts";
import { distinct, readAmounts } from "../../money/read-amounts.ts";
import { ratesOnAny, taxDaysOf } from "../../money/tax-days.ts";
import { exactTax } from "../../money/tax-groups.ts";
import { stampDuty } from "../stamp-duty.ts";

/** Words that a receipt bears no stamp, without a reason. */
const NO_STAMP = /印紙[^。]{0,10}(?:不要|省略|不貼付|要しな|いりません|貼りません|貼付しな|貼付いたしません)/;
/** Why there may be none. */
const REASON = new RegExp(
  "電子|電磁|メール|送信|PDF|ＰＤＦ|データ|FAX|ＦＡＸ|ファクシミリ|ダウンロード|オンライン|WEB|Web|ウェブ|クレジット|カード|申告納付|承認" +
    "|営業に関しな|非課税|税務署|\\d条|[一二三四五六七八九十]条|写し|控え?(?:$|[\\s）)])|相殺|医療|公益|法人税法",
);
/** Words by which a receipt says that it is no paper, or that a card was used. */
const FREE =
  /電子(?:発行|交付|データ|領収|メール)|電磁的|印紙[^。]{0,10}(?:不要|省略|不貼付|要しな|いりません)|申告納付|税務署長?の?承認済|クレジット|カード(?:払|利用|決済)|営業に関しない|非課税文書/;
/** A reason that no receipt has on which duty is due. */
const TOO_SMALL = /(?:5|五)\s*万円(?:未満|に満たない)|50,?000円(?:未満|に満たない)/;
/** A reason that no company has. */
const OF_NO_BUSINESS = /営業に関しない/;

/** 別表第一 17号 非課税物件2: who does no business by 印紙税法基本通達 別表第一 17号文書 21–27. */
const NO_BUSINESS = new RegExp(
  [
    "歯科|医院|診療所|クリニック|病院|医師|歯科医師|獣医|助産|看護師|鍼灸|接骨|整骨|はり|きゅう|マッサージ",
    "(?:弁護士|弁理士|税理士|公認会計士|司法書士|行政書士|社会保険労務士|土地家屋調査士|不動産鑑定士|建築士|中小企業診断士)(?!法人)",
    "学校法人|社会福祉法人|宗教法人|医療法人|社会医療法人|公益(?:社団|財団)法人|特定非営利活動法人|NPO法人|学園|幼稚園",
    "神社|神宮|大社|八幡宮|天満宮|寺院|寺(?:$|[\\s　（(])|教会|町内会|自治会|管理組合|労働組合|同窓会|後援会|PTA|ＰＴＡ",
    "(?:一般|非営利型)(?:社団|財団)法人|社会福祉協議会|商工会|町会(?:$|[\\s　（(])",
    "(?:市|町|村|区)(?:役所|役場)|(?:都|道|府|県)庁|財務事務所|税務署",
    // 5条: the state and public bodies.
    "(?:都|道|府|県)知事|(?:市|町|村|区)長(?:$|[\\s　公室])|(?:都|道|府|県|市|区|町|村)(?:議会|教育委員会|会計管理者)",
    "(?:都|道|府|県|市|区)[\\s　]+[^\\s　]{1,12}(?:公室|課|局|部|委員会)(?:$|[\\s　])|裁判所|法務局",
    "(?:財務|法務|外務|総務|厚生労働|農林水産|経済産業|国土交通|環境|防衛|文部科学)省|(?:国税|気象|警察|消防|特許|文化|林野)庁",
  ].join("|"),
);
const COMPANY =
  /株式会社|有限会社|合同会社|合資会社|合名会社|[（(][株有同]|㈱|㈲|(?:弁護士|税理士|監査|司法書士|行政書士|社会保険労務士)法人/;

/** Who issues the receipt, as its data or its words say. */
function issuersOf(form: Form): readonly string[] {
  const names = valuesOf(form, "issuer.name").flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  if (names.length > 0) return names;
  const elements = new Set(drawnOf(form, "issuer.name").map(({ run }) => run.element));
  return readingOf(form).sentences.flatMap(({ text, element }) => (elements.has(element) ? [text] : []));
}

function isCompany(form: Form): boolean {
  return issuersOf(form).some((name) => COMPANY.test(name));
}

/** Whether the receipt is no business's: those of doctors, lawyers, charities and public bodies are free of duty. */
function isNoBusiness(form: Form): boolean {
  return issuersOf(form).some((name) => NO_BUSINESS.test(name)) && !isCompany(form);
}

/** Whether words say why the receipt bears no stamp, and the reason may hold for one on which duty is due. */
function saysFree(form: Form): boolean {
  if (isDrawn(form, FREE) && !isDrawn(form, TOO_SMALL) && !isDrawn(form, OF_NO_BUSINESS)) return true;
  return readingOf(form).sentences.some(({ text, label }) => {
    const said = narrow(`${label} ${text}`);
    return FREE.test(said) && !TOO_SMALL.test(said) && !(OF_NO_BUSINESS.test(said) && isCompany(form));
  });
}

/** 印紙税法8条: a paper receipt of 50,000 yen or more carries a revenue stamp, cancelled by a seal. */
export const stampBox = defineRule({
  meta: {
    id: "stamp-box",
    summary: "A paper receipt on which stamp duty is due has a place for the stamp.",
    severity: "error",
    basis: [stampTaxAct("別表第一 17号の1"), stampTaxAct("8条")],
    unverified: "professions and non-profit bodies are told by their names alone",
    messages: {
      missing: {
        what: "a receipt for {amount} yen{basis} carries a stamp of {duty} yen, and there is no place for it",
        why: "Paper receipts of 50,000 yen or more carry one; issued as data, a receipt needs none.",
      },
      noReason: {
        what: '"{text}" does not say why a receipt for {amount} yen carries no stamp, and {duty} yen are due on paper',
        why: "Whoever finds the paper without a stamp does not know whether it was issued as data or not.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const amount = dutiableOf(form);
    const duty = amount === null ? null : stampDuty(form.asOf.date, amount);
    if (amount === null || duty === null || duty === 0 || isNoBusiness(form)) return;
    const { presence, span } = presenceOf(form, "stamp.box");
    if (presence === "drawn") return;
    if (saysFree(form)) {
      const bare = isDrawn(form, REASON) ? undefined : drawnSentences(form, NO_STAMP)[0];
      if (bare === undefined) return;
      const values = { text: quoted(bare.text), amount: shown(amount), duty };
      const title = "say why: 電子データで発行のため印紙不要";
      const severity = "warning" as const;
      const placed = typeof bare.path === "string" ? { path: bare.path } : {};
      report({ message: "noReason", severity, span: bare.span, values, repair: { title }, ...placed });
      return;
    }
    const title = "draw a box with role=stamp.box of about 22 × 26 mm, or say 電子発行につき印紙不要";
    const path = figureWith(figuresOf(form), "receipt.amount")?.path;
    const values = { amount: shown(amount), basis: isTaxStated(form) ? " without tax (税抜)" : "", duty };
    report({ message: "missing", span, values, repair: { title }, ...(path === undefined ? {} : { path }) });
  },
});

/** 印紙税 基本通達: where the tax is stated, duty is on the amount without it. */
export const stampBase = defineRule({
  meta: {
    id: "stamp-base",
    summary: "Where stating the tax lowers the stamp duty, the receipt states it.",
    severity: "info",
    basis: [
      {
        law: "消費税法の改正等に伴う印紙税の取扱いについて",
        article: "",
        url: "https://www.nta.go.jp/law/tsutatsu/kobetsu/inshi/890310/01.htm",
      },
    ],
    unverified: "the address of the circular",
    messages: {
      lower: {
        what: "with the tax stated, duty would be on {net} and be {lower} yen, not {duty}",
        why: "Duty is on the amount without tax where the receipt says how much tax is in it.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const figures = figuresOf(form);
    const amount = figureWith(figures, "receipt.amount");
    if (amount === null || isTaxStated(form) || saysFree(form) || isNoBusiness(form)) return;
    const standard = ratesOnAny(taxDaysOf(form)).find(({ isReduced }) => !isReduced);
    const duty = stampDuty(form.asOf.date, amount.amount);
    if (standard === undefined || duty === null) return;
    const tax = exactTax(amount.amount, Decimal.of(standard.percent), "gross").round(0, "down");
    const net = amount.amount.minus(tax);
    const lower = stampDuty(form.asOf.date, net);
    if (lower === null || lower >= duty) return;
    const { span } = presenceOf(form, "receipt.amount");
    const title = "print the tax with role=totals.tax: うち消費税額等 …円";
    const values = { net: shown(net), lower, duty };
    report({ message: "lower", span, values, repair: { title }, path: amount.path });
  },
});

function isTaxStated(form: Form): boolean {
  const isShown = (role: string) => presenceOf(form, role).presence === "drawn";
  return ["totals.tax", "tax.amount"].some(isShown) || taxesOnPaper(form).length > 0;
}

/** The tax amounts on the paper whose labels name them as tax, with or without a role. */
function taxesOnPaper(form: Form): readonly Decimal[] {
  return distinct(readAmounts(form).filter(({ kind }) => kind === "tax")).map(({ of }) => of.amount.absolute());
}

/** What duty is on: the amount, without tax where the receipt states it. */
function dutiableOf(form: Form): Decimal | null {
  const figures = figuresOf(form);
  const amount = figureWith(figures, "receipt.amount");
  if (amount === null) return null;
  if (!isTaxStated(form)) return amount.amount;
  const ofRates = figuresWith(figures, "tax.amount");
  const printed = taxesOnPaper(form).reduce((sum, one) => sum.plus(one), Decimal.zero);
  const total = figureWith(figures, "totals.tax")?.amount ?? (ofRates.length > 0 ? sumOf(ofRates) : printed);
  return amount.amount.minus(total);
}
