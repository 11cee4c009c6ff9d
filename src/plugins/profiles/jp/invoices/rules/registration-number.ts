import {
  declarationsOf,
  defineRule,
  drawnOf,
  type Form,
  type FormValue,
  presenceOf,
  type Rule,
  readingOf,
  type Span,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { quoted } from "../../items/quote.ts";
import { invoiceArticle } from "../../laws.ts";

const PLAIN = /^T\d{13}$/;
/** What every sample form shows; its check digit is wrong, so that nobody has it. */
const PLACEHOLDER = "T1234567890123";
const CORPORATIONS = /^(?:corporation|corporate|法人|株式会社|合同会社)$/;
/** What stands in the name of a corporation. */
const LEGAL_FORMS =
  /株式会社|有限会社|合同会社|合名会社|合資会社|法人|組合|協会|[（(][株有合同資名社財学医宗福][)）]|㈱|㈲/;

/**
 * A registration number: T and 13 digits, those of a corporation its 法人番号 with a check digit. Those of sole
 * proprietors are numbers of their own, which need not have one.
 */
export function registrationNumber(role: string, article: string): Rule {
  return defineRule({
    meta: {
      id: "registration-number-format",
      summary: "The registration number is T and 13 digits, with the check digit of a corporate number.",
      severity: "error",
      waivable: false,
      basis: [
        invoiceArticle(article),
        {
          law: "法人番号の指定等に関する省令",
          article: "2条",
          url: "https://laws.e-gov.go.jp/law/426M60000040070",
        },
      ],
      messages: {
        format: { what: '"{number}" is no registration number', why: "It is T and 13 digits, such as T7000012050002." },
        placeholder: {
          what: `${PLACEHOLDER} is the number of sample forms and belongs to nobody`,
          why: "A buyer can deduct nothing by it.",
        },
        checkDigit: {
          what: '"{number}" fails the check digit of corporate numbers: the first digit would be {digit}',
          why: "Of a corporation this is a slip; the number of a sole proprietor need not have a check digit.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const nameRole = role.replace(/[^.]+$/, "name");
      const names = valuesOf(form, nameRole).map(({ value }) => String(value));
      const written = names.length > 0 ? names : drawnOf(form, nameRole).map(({ source }) => source.text);
      const isNamedCorporation = written.some((name) => LEGAL_FORMS.test(name));
      const isCorporation = valuesOf(form, "issuer.kind").some(({ value }) => CORPORATIONS.test(String(value)));
      for (const { text, span, path } of numbersOf(form, role)) {
        const number = PLAIN.test(text) ? text : narrowed(text);
        const at = { span, values: { number: quoted(text) }, ...(path === null ? {} : { path }) };
        if (!PLAIN.test(number)) {
          report({ ...at, message: "format", repair: { title: "write T and the 13 digits of the registry" } });
          continue;
        }
        if (number === PLACEHOLDER) {
          if (form.data === "given") report({ ...at, message: "placeholder" });
          continue;
        }
        const digit = checkDigit(number.slice(2));
        if (digit === Number(number[1])) continue;
        // The number of a person is none of a corporation, and has no check digit of one.
        if (!isCorporation && !isNamedCorporation) continue;
        const severity = isCorporation ? "error" : "warning";
        report({ ...at, message: "checkDigit", severity, values: { ...at.values, digit } });
      }
    },
    settle(source) {
      if (declarationsOf(source, role).length === 0) return null;
      return { elements: [], holds: (glance) => glance.values(role).every(isSound) };
    },
  });
}

/** Whether there is nothing to be said of a value: it is left out, or a corporate number of the registry. */
function isSound(value: FormValue["value"]): boolean {
  if (typeof value !== "string" || value.trim() === "") return true;
  return PLAIN.test(value) && value !== PLACEHOLDER && checkDigit(value.slice(2)) === Number(value[1]);
}

interface WrittenNumber {
  readonly text: string;
  readonly span: Span;
  readonly path: string | null;
}

/** Numbers by value, and those that stand in the form as fixed words. */
function numbersOf(form: Form, role: string): readonly WrittenNumber[] {
  const [declared] = declarationsOf(form, role);
  if (declared !== undefined) {
    return valuesOf(form, role).flatMap(({ value, path }) =>
      typeof value === "string" && value.trim() !== "" ? [{ text: value, span: declared.span, path }] : [],
    );
  }
  const { span } = presenceOf(form, role);
  const drawn = drawnOf(form, role);
  if (drawn.length === 0) return numbersUnderLabel(form);
  const words = new Set(drawn.map(({ source }) => source.text));
  const written = [...words].flatMap((text) => {
    const number = /[TＴ][\d０-９ 　‐－-]{8,20}/.exec(text)?.[0]?.trim();
    return number === undefined ? [] : [{ text: number, span, path: null }];
  });
  if (written.length > 0) return written;
  // What stands for the number is none: 登録番号 T, 登録番号（申請中）.
  const text = [...words].join(" ").replace(LABEL, "").trim();
  return [{ text, span, path: null }];
}

const LABEL = /^.*?登録(?:事業者)?番号[\s　：:]*/;
/** A number behind its label, in a text that has no role. */
const LABELLED = /登録番号[\s　：:（(]*([TＴ][\s　]*[\d０-９][\d０-９\s　‐－-]*)/;

function numbersUnderLabel(form: Form): readonly WrittenNumber[] {
  return readingOf(form).sentences.flatMap(({ text, label, element }) => {
    const number = LABELLED.exec(`${label} ${text}`)?.[1]?.trim();
    const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
    return number === undefined ? [] : [{ text: number, span, path: null }];
  });
}

function narrowed(text: string): string {
  const narrow = text.replaceAll(/[０-９Ｔ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0xfee0));
  return narrow.replaceAll(/[\s　‐－-]/g, "");
}

/** The first digit of a corporate number, from its other twelve (平成26年財務省令70号2条). */
export function checkDigit(base: string): number {
  let sum = 0;
  for (let at = 0; at < base.length; at += 1) sum += Number(base[at]) * ((base.length - at) % 2 === 1 ? 1 : 2);
  return 9 - (sum % 9);
}
