import {
  defineRule,
  type Form,
  type FormRunSource,
  type FormSource,
  type FormTextPart,
  type ReadText,
  readingOf,
  SETTLED,
} from "../../../../core/sdk/index.ts";
import { narrow } from "../items/narrow.ts";
import { quoted } from "../items/quote.ts";
import { printedAmounts } from "../money/printed-amounts.ts";
import { type LabelMeaning, meaningBefore, meaningBehind, meaningOnForm, TOLD_ROLES } from "./label-meanings.ts";

/** A value that is printed beside the label of another: what its reader takes it for is not what it is. */
export const labelOfValue = defineRule({
  meta: {
    id: "label",
    summary: "Each value stands beside a label that says what it is.",
    severity: "error",
    basis: [],
    messages: {
      other: {
        what: '"{label}" is printed beside "{value}", which the form declares as something else (role {role})',
        why: "A reader goes by the label, and takes the value for what it is not.",
      },
      taxIncluded: {
        what: '"{label}" is printed beside "{value}", which is an amount {is} tax (role {role})',
        why: "A reader goes by the label, and takes the amount for another one.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const { of, value, label, source, meaning } of labelledValues(form)) {
      const { role, path } = source;
      if (role === null || !TOLD_ROLES.has(role)) continue;
      const at = { span: spanOf(form, of), ...(path === null ? {} : { path }) };
      const values = { value: quoted(value), role, label };
      if (role === "labor.wages" && IN_PER_CENT.test(value)) continue;
      if (!meaning.roles.has(role)) {
        const repair = { title: "exchange the labels, or give the value the role of what it is" };
        report({ ...at, message: "other", values, repair });
        continue;
      }
      const is = taxOf(role);
      if (is === null || meaning.tax === null || is === meaning.tax) continue;
      const repair = { title: is === "with" ? "write 税込 beside it" : "write 税抜 beside it" };
      report({ ...at, message: "taxIncluded", values: { ...values, is }, repair });
    }
  },
  // Where labels are fixed words, what stands beside what is the same for all data: a check before has seen it.
  settle: (source) => (areLabelsFixed(source) ? SETTLED : null),
});

/** Whether no element shows a value beside a label of another, as the source is written. */
function areLabelsFixed(source: FormSource): boolean {
  const { elements } = source;
  return elements.every((element) => {
    const { keyword, texts, parent, index } = element;
    if (!texts.every(({ parts }) => areWordsAround(source, parts))) return false;
    const shown = texts.flatMap(({ parts }) => parts).find((part) => part.kind === "computed");
    const role = shown?.kind === "computed" ? shown.role : null;
    if (role === null || !TOLD_ROLES.has(role)) return true;
    const before = elements[index - 1];
    const own = texts.flatMap(({ parts }) => parts.slice(0, 1));
    const isLabelled = keyword === "pair" || keyword === "column" || before?.parent !== parent;
    const fixed = before?.texts.flatMap(({ parts }) => parts) ?? [];
    const neighbour = isLabelled || fixed.some(({ kind }) => kind === "computed") ? [] : fixed;
    return [...own, ...neighbour].every((part) => {
      const meaning = part.kind === "fixed" ? meaningOnForm(source, part.text) : null;
      if (meaning === null) return true;
      const is = taxOf(role);
      return meaning.roles.has(role) && (is === null || meaning.tax === null || is === meaning.tax);
    });
  });
}

/** Whether the fixed words around each value of a text say what it is, or nothing. */
function areWordsAround(source: FormSource, parts: readonly FormTextPart[]): boolean {
  return parts.every((part, at) => {
    const role = part.kind === "computed" ? part.role : null;
    if (role === null || !TOLD_ROLES.has(role) || RATES.has(role)) return true;
    const [before, behind] = [parts[at - 1], parts[at + 1]].map((one) => (one?.kind === "fixed" ? one.text : ""));
    const told = meaningBehind(behind ?? "", role) ?? meaningBefore(before ?? "");
    const is = taxOf(role);
    if (told === null) return true;
    const meaning = meaningOnForm(source, told.label) ?? told.meaning;
    return meaning.roles.has(role) && (is === null || meaning.tax === null || is === meaning.tax);
  });
}

/** Whether a total with the role has tax in it. */
function taxOf(role: string): LabelMeaning["tax"] {
  if (role === "totals.net") return "without";
  return role === "totals.gross" ? "with" : null;
}

/** Of wages, 休日 35％ is how much more is paid for work on a day off, and no day off. */
const IN_PER_CENT = /^[\s　]*(?:[0-9０-９.．]+[\s　]*[%％]|[0-9０-９一二三四五六七八九]割)/;

const RATES: ReadonlySet<string> = new Set(["tax.rate", "line.taxRate"]);

interface LabelledValue {
  readonly of: ReadText;
  readonly value: string;
  readonly label: string;
  readonly source: FormRunSource;
  readonly meaning: LabelMeaning;
}

/** Each value with the words around it that say what it is, else each text with its nearest label. */
function labelledValues(form: Form): readonly LabelledValue[] {
  const { pairs, phrases } = readingOf(form);
  const found = new Map<ReadText, LabelledValue>();
  const inText: LabelledValue[] = [];
  const known = new Set<ReadText>();
  for (const { of, source, before, behind } of phrases) {
    // A rate stands beside what it is the rate of.
    if (RATES.has(source.role ?? "")) continue;
    const told = meaningBehind(behind, source.role ?? "") ?? meaningBefore(before);
    if (told === null) continue;
    const meaning = meaningOnForm(form, told.label) ?? told.meaning;
    inText.push({ of, value: source.text, source, label: told.label, meaning });
    known.add(of);
  }
  for (const { of, label, value, sources, place } of pairs) {
    if (found.has(of) || known.has(of) || hasOwnLabel(value) || (place === "above" && NAMES_ITSELF.test(value)))
      continue;
    const source = sources.find(({ isFixed, role }) => !isFixed || role !== null);
    const meaning = source === undefined ? null : meaningOnForm(form, label);
    if (source !== undefined && meaning !== null) found.set(of, { of, value, label, source, meaning });
  }
  // Heads of a ruled grid stand over their cells, wherever letters begin in them.
  for (const { of, own, row, column, role, path, amount } of printedAmounts(form)) {
    const meaning = column === "" || row !== "" || own.trim() !== "" ? null : meaningOnForm(form, column);
    if (meaning === null || meaning.roles.size === 0 || found.has(of) || known.has(of) || role === null) continue;
    const source = of.sources.find((one) => one.role === role && one.path === path);
    if (source !== undefined) found.set(of, { of, value: amount.toString(), label: column, source, meaning });
  }
  return [...inText, ...found.values()];
}

/** A value that begins with the label of something else is not the other label's: 住所　　　氏名　東 健太郎　㊞. */
const OWN_LABEL = /^[\s　]*([^\s　：:。、]{2,12})[\s　：:]+\S/;
const PERSON = /^(?:ご?氏名|お?名前|ご?芳名|代表者(?:名|氏名)?|職氏名|役職|所属|会社名|屋号|商号|電話(?:番号)?|TEL)$/;

/** Words with a sum behind them under something else: お渡しする額 217,350円. */
const NAMES_ITSELF = /^[\s　]*[ぁ-んァ-ヶー一-龠][^\d０-９¥￥。]{2,24}[¥￥\s　金約]*[\d０-９]/;

function hasOwnLabel(value: string): boolean {
  // A sentence that says itself what its amount is: 税込の合計は2,376円です.
  if (/[一-龠ぁ-ん]{2}[は：:]\s*[¥￥]?[0-9][0-9,]*\s*円/.test(narrow(value))) return true;
  const [, word = ""] = OWN_LABEL.exec(value) ?? [];
  return PERSON.test(word) || /^氏[\s　]+名[\s　：:]/.test(value.trim());
}

function spanOf(form: Form, { element }: ReadText) {
  return (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
}
