import {
  defineRule,
  drawnOf,
  type Form,
  type FormSource,
  type LegalBasis,
  presenceOf,
  type Rule,
  readingOf,
} from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { quoted } from "../../items/quote.ts";
import { saysNone } from "../../items/settled-items.ts";
import { consumptionTaxAct, invoiceArticle } from "../../laws.ts";
import { printedAmounts } from "../../money/printed-amounts.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";

export const NOBODY = {
  words:
    /^(?:上\s*様?|お?客様?(?:各位)?|お客さま|各位|[お御]?(?:取引|得意)先(?:様|各位|様各位)?|関係者各位|ご担当者様?|御中|様)$/,
  part: /上|客|各位|(?:取引|得意)先|担当|御中|様/,
} as const;

/** 上様 and お客様 are nobody's names. */
export const recipientNamed = defineRule({
  meta: {
    id: "recipient-wording",
    summary: "The recipient is named, and not called 上様.",
    severity: "error",
    basis: [consumptionTaxAct("57条の4第1項6号")],
    messages: {
      nobody: {
        what: '"{text}" names no recipient',
        why: "The name of the business that receives the form is required.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { span } = presenceOf(form, "recipient.name");
    for (const said of wordsDrawn(form, "recipient.name", NOBODY.words)) {
      report({ message: "nobody", span, ...said, repair: { title: "print the recipient's name" } });
    }
  },
  settle: (source) => saysNone(source, "recipient.name", NOBODY),
});

/** Words that say of a supply only that it was one, and was paid for. */
const NOUN =
  "[お御ご]?(?:品物?|商品|物品|代金?|対価|料金?|費用|利用|用命|注文|請求|取引|買い?上げ?|購入|納品|サービス)";
const SUPPLY = `${NOUN}(?:${NOUN}|の|分|額|類|等|他)*`;
/** 但し, and the day on which it was supplied. */
const BEFORE_SUPPLY =
  "(?:但し?(?:書き?)?|ただし)?[\\s　、，：:]*" +
  "(?:(?:(?:令和|平成|R)?[0-9０-９元]{1,4}[年/.-])?[0-9０-９]{1,2}[月/.-](?:[0-9０-９]{1,2}日?)?(?:分|の|に)*)?[\\s　、，]*";
/** The mark of the reduced rate tells nothing of goods. */
const MARK_BEHIND = "[\\s　]*(?:[（(]?[※☆★*＊◆●◎▲軽][)）]?)?";

export const NOTHING = {
  words: new RegExp(
    `^${BEFORE_SUPPLY}(?:${SUPPLY}(?:一式)?|諸口|一式|その他|雑費|諸経費|(?:上記|下記|右記|左記|表記|別記|表題)(?:の通り|のとおり)?(?:${SUPPLY})?)` +
      `(?:一式)?${MARK_BEHIND}(?:として|の分)?[。]?$`,
  ),
  part: /品|商|代|対価|料|費|用|注文|請求|取引|買|購|納|サービス|諸|一式|他|雑|記|表/,
} as const;

/** 品代, 商品代 say nothing of what was supplied. */
export function descriptionSays(article: string): Rule {
  return wordingRule("line.description", {
    id: "description-wording",
    summary: "A description says what was supplied, and not only 品代.",
    basis: [invoiceArticle(article)],
  });
}

/**
 * 但　お品代として says nothing of what was supplied, where no lines of the form say it.
 * @param basis Empty where no law lists what a receipt says.
 */
export function purposeSays(basis: readonly LegalBasis[]): Rule {
  return wordingRule("receipt.purpose", {
    id: "purpose-wording",
    summary: "The words on what was paid for (但書) name the goods or services, and not only お品代.",
    basis,
  });
}

interface Wording {
  readonly id: string;
  readonly summary: string;
  readonly basis: readonly LegalBasis[];
}

function wordingRule(role: string, { id, summary, basis }: Wording): Rule {
  const isPurpose = role === "receipt.purpose";
  return defineRule({
    meta: {
      id,
      summary,
      severity: "warning",
      basis,
      messages: {
        nothing: {
          what: '"{text}" does not say what was supplied',
          why: "The description tells goods or services at least by their sort (文房具).",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const { span } = presenceOf(form, role);
      if (isPurpose && presenceOf(form, "line.description").presence === "drawn") return;
      const found = wordsDrawn(form, role, NOTHING.words);
      for (const said of found.length > 0 || isNamedBesideAmount(form) ? found : sentencesOfNothing(form, role)) {
        report({ message: "nothing", span, ...said, repair: { title: "name the goods or services" } });
      }
    },
    settle: (source) => (isPaidFor(source, role) ? null : saysNone(source, role, NOTHING)),
  });
}

/** A sentence that asks for money, and what for: ご利用代金として、次のとおりご請求いたします. */
const ASKED_FOR = /^([^。]*?)(?:として|につき(?:まして)?)[、,]?[^。]*(?:請求|支払|領収|申し上げ)/;
/** The day before what was supplied, and what was done then. */
const DAY_BEFORE =
  /^.*(?:[0-9]日|[0-9]月分?|今月|先月|当月)(?:に|付けで|の|まで)?(?:(?:行|おこな)い(?:まし)?た|いただきました|承りました|お受けしました|かかる|係る)?/;

/** Whether fixed words of a source say what money was paid for: a sentence of them may name nothing. */
function isPaidFor({ elements }: FormSource, role: string): boolean {
  return elements.some(
    (element) =>
      element.role === role &&
      element.texts.some(({ parts }) => parts.some((part) => part.kind === "fixed" && /として|につき/.test(part.text))),
  );
}

/** Sentences that ask for money, and name nothing that it is for. */
function sentencesOfNothing(form: Form, role: string) {
  return wholesDrawn(form, role).flatMap(({ text, path }) => {
    const [, asked] = ASKED_FOR.exec(narrow(text).replaceAll(/\s/g, "")) ?? [];
    if (path !== null || asked === undefined) return [];
    const content = asked.replace(DAY_BEFORE, "");
    return content === "" || content === "分" || NOTHING.words.test(content)
      ? [{ values: { text: quoted(asked) } }]
      : [];
  });
}

/** Words beside an amount that say how it counts, and not what it is for. */
const OF_AMOUNT =
  /計|税|代金|対価|料金|請求|支払|振込|領収|金額|総額|価額|源泉|差し?引|値引|預|釣|繰越|入金|残高|報酬額|^[^一-鿿ァ-ヺ]*$/;

/** Whether the label of an amount names what was supplied: 保守点検料（税抜・10%対象）. */
function isNamedBesideAmount(form: Form): boolean {
  return printedAmounts(form).some(({ own, row }) => {
    const bare = (own.trim() === "" ? row : own).replaceAll(/[（(][^）)]*[）)]/g, "").trim();
    return bare.length >= 2 && !OF_AMOUNT.test(bare);
  });
}

/** What is drawn under a role and matches, once for each place of the data and each fixed text. */
function wordsDrawn(form: Form, role: string, words: RegExp) {
  const found = new Map<string, { readonly values: { readonly text: string }; readonly path?: string }>();
  for (const { text: whole, path } of wholesDrawn(form, role)) {
    const text = whole.trim();
    if (words.test(text)) found.set(path ?? text, { values: { text }, ...(path === null ? {} : { path }) });
  }
  return [...found.values()];
}

/** A label before fixed words: 宛先：. */
const LABEL = /^([^：:\s　]{1,16})[：:\s　]+(?=\S)/;

/** Each value and each fixed text as a whole: a blank in it, or the end of a line, parts no name from its 御中. */
function wholesDrawn(form: Form, role: string): readonly { readonly text: string; readonly path: string | null }[] {
  const values = new Map<string, { text: string; readonly path: string }>();
  const worded = new Set<number>();
  for (const { source, run } of drawnOf(form, role)) {
    if (source.path === null) {
      if (run.element !== null) worded.add(run.element);
      continue;
    }
    const key = `${run.page} ${run.element} ${source.path}`;
    const known = values.get(key);
    if (known === undefined) values.set(key, { text: source.text, path: source.path });
    else known.text += source.text;
  }
  const said = readingOf(form).sentences.flatMap(({ element, text }) => {
    if (element === null || !worded.has(element)) return [];
    const label = LABEL.exec(text);
    const isLabelled = meaningOfLabel(label?.[1] ?? "")?.roles.has(role) === true;
    return [{ text: isLabelled ? text.slice(label?.[0].length ?? 0) : text, path: null }];
  });
  return [...values.values(), ...said];
}
