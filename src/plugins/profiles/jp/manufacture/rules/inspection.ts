import { defineRule, drawnOf, type Form, presenceOf, readingOf, valuesOf } from "../../../../../core/sdk/index.ts";
import { linesOf } from "../../items/drawn-words.ts";
import { narrow } from "../../items/narrow.ts";

/** Words that say that an item passes. */
export const PASSED = /^(?:true|合|合格|良|OK|ok|pass|○|◯)$/;
const FAILED = /^(?:false|否|不合格|不良|NG|ng|fail|×)$/;

/** The verdict, from the data or as it is written; null where there is none. */
export function verdictDrawn(form: Form): string | null {
  const [value] = valuesOf(form, "inspection.verdict");
  if (value !== undefined) return String(value.value ?? "");
  const [drawn] = drawnOf(form, "inspection.verdict");
  if (drawn === undefined) return null;
  const { element } = drawn.run;
  const own = readingOf(form).texts.filter((text) => text.element === element && text.page === drawn.run.page);
  return verdictIn(own.map(({ text }) => text).join(""));
}

/** 総合判定　合格, 判定：合, 上記のとおり合格とする → the word of the verdict. */
function verdictIn(text: string): string {
  const plain = narrow(text).trim();
  const word = plain.replace(/^.*(?:判定|評価|結果)[：:\s]*/, "").replace(/[。.\s]+$/, "");
  if (PASSED.test(word) || FAILED.test(word)) return word;
  const [fails, passes] = [/不合格|不適合/.test(plain), /(?<!不)(?:合格|適合)/.test(plain)];
  if (fails === passes) return word === "" ? plain : word;
  return fails ? "不合格" : "合格";
}

/** 総合判定: all passes when each passes. */
export const verdictFollows = defineRule({
  meta: {
    id: "verdict",
    summary: "The verdict follows from the results of the items.",
    severity: "error",
    basis: [],
    messages: {
      differs: {
        what: "the verdict is {verdict}, but {failed} of {items} items do not pass",
        why: "Whoever receives the goods relies on the verdict.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const results = valuesOf(form, "inspection.itemResult").map(({ value }) => String(value));
    const failed = results.filter((result) => FAILED.test(result)).length;
    const [verdict] = valuesOf(form, "inspection.verdict");
    const word = verdictDrawn(form);
    if (word === null || results.length === 0 || !results.every((one) => PASSED.test(one) || FAILED.test(one))) {
      return;
    }
    // Both words stand where one of them is to be circled.
    const isOpen = /不合格|不適合/.test(word) && /(?<!不)(?:合格|適合)/.test(word);
    const isWrong = failed > 0 ? PASSED.test(word) : !isOpen && (FAILED.test(word) || /不合格|不適合/.test(word));
    if (!isWrong) return;
    const { span } = presenceOf(form, "inspection.verdict");
    const values = { verdict: word, failed, items: results.length };
    report({ message: "differs", span, values, ...(verdict === undefined ? {} : { path: verdict.path }) });
  },
});

/** JIS Q 17025 7.8.2.1: each page is known as part of the report, and where it ends. */
export const pagesIdentified = defineRule({
  meta: {
    id: "page-number",
    summary: "Every page bears its number and how many there are.",
    severity: "warning",
    basis: [{ law: "JIS Q 17025", article: "7.8.2.1", url: "https://www.jisc.go.jp/" }],
    unverified: "the numbering of the item in the edition of 2018",
    messages: {
      unnumbered: {
        what: "page {page} does not say which of how many it is",
        why: "A page of a report that is found alone has to be known as part of it.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const { number, runs } of form.pages) {
      if (linesOf(runs).some((line) => saysPage(line, number))) continue;
      const title = 'add a footer with "{page.n}／{page.total}"';
      report({ message: "unnumbered", span: form.document.span, values: { page: number }, repair: { title } });
    }
  },
});

/** `2 / 3`, `Page 2 of 3`, `全3頁中 第2頁`; a tolerance +0.02/0 is no page. */
function saysPage(line: string, number: number): boolean {
  const text = narrow(line);
  if (
    /全\s*\d+\s*(?:頁|ページ|枚)[^\d]{0,6}\d|\d\s*(?:頁|ページ|枚)目?[^\d]{0,4}全?\s*\d+\s*(?:頁|ページ|枚)/.test(text)
  ) {
    return true;
  }
  const [, total] = new RegExp(`(?<!\\.\\d*)${number}\\s*(?:/|of)\\s*(\\d+)(?![\\d.])`, "i").exec(text) ?? [];
  return Number(total) >= number;
}
