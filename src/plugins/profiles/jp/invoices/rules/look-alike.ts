import { defineRule } from "../../../../../core/sdk/index.ts";
import { fixedWords, isDrawn } from "../../items/drawn-words.ts";
import { quoted } from "../../items/quote.ts";
import { consumptionTaxAct } from "../../laws.ts";

const NUMBER = /[TＴ][-\s]?(?:[\d０-９][-\s]?){13}(?![\d０-９])/;
const WORDS =
  /登録番号|適格(?:簡易|返還)?請求書|インボイス(?:制度)?[^。、]{0,6}(?:対応|準拠|適合|登録済|登録事業者|発行事業者|番号)|^[\s　【（(]*インボイス[\s　】）)]*$/;

/** Whoever says that he is not registered cannot be taken for one who is. */
const SAYS_NOT =
  /(?:では|は|を|に)?(?:ありません|ございません|ない|していません|しておりません|おりません|いません)|未登録|未対応|非対応|対応外|以外|なし|無し/;

/** 消費税法57条の5: whoever is not registered issues nothing that can be taken for a qualified invoice. */
export const noLookAlike = defineRule({
  meta: {
    id: "look-alike",
    summary: "A form of an issuer who is not registered shows nothing of a qualified invoice.",
    severity: "error",
    waivable: false,
    basis: [consumptionTaxAct("57条の5")],
    messages: {
      words: {
        what: '"{text}" stands on the form of an issuer who is not registered',
        why: "A paper that can be taken for a qualified invoice may be issued by registered businesses only.",
      },
      number: {
        what: "a registration number is printed, and nothing has role issuer.registrationNumber",
        why: "A paper that can be taken for a qualified invoice may be issued by registered businesses only.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const { text, span } of fixedWords(form, WORDS)) {
      if (!text.split("。").some((clause) => WORDS.test(clause) && !SAYS_NOT.test(clause))) continue;
      const title = "take it out, or give the registration number role=issuer.registrationNumber";
      report({ message: "words", span, values: { text: quoted(text) }, repair: { title } });
    }
    if (isDrawn(form, NUMBER)) {
      const title = "take it out, or give it role=issuer.registrationNumber";
      report({ message: "number", span: form.document.span, repair: { title } });
    }
  },
});
