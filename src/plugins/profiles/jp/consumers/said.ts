// What a paper of 訪問販売 says, sentence by sentence, and what is sold by it.
import { drawnOf, type Form, readingOf, type Span, valuesOf } from "../../../../core/sdk/index.ts";
import { isSentenceDrawn, pathIn } from "../items/drawn-words.ts";
import { narrow } from "../items/narrow.ts";

/** One sentence: its letters are narrow and have no blanks. */
export interface SaleClause {
  readonly text: string;
  readonly span: Span;
  /** Its element's place among `Form.elements`; null for what no element writes. */
  readonly element: number | null;
  /** The value of the data that it shows; null for words of the source. */
  readonly path: string | null;
}

/** Rules of one form ask one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly clauses: readonly SaleClause[] } | null = null;

/** Every sentence that is drawn. */
export function saleClausesOf(form: Form): readonly SaleClause[] {
  if (last?.form === form) return last.clauses;
  const clauses = readingOf(form).sentences.flatMap(({ text, label, element }) => {
    const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
    const known = label === "" ? "" : `${narrow(label)}：`;
    const sentences = narrow(text).replaceAll(/\s/g, "").split("。");
    return sentences.flatMap((one) => {
      if (one === "") return [];
      return [{ text: `${known}${one}`, span, element, path: pathIn(form, element, one) }];
    });
  });
  if (Object.isFrozen(form)) last = { form, clauses };
  return clauses;
}

const COMPANY = /株式会社|有限会社|合同会社|合資会社|合名会社|法人|組合|協会|[（(][株有同][)）]|㈱|㈲/;

/** Whether a company sells: it names who represents it. */
export function isOfCompany(form: Form): boolean {
  const names = valuesOf(form, "issuer.name").map(({ value }) => String(value));
  const written = names.length > 0 ? names : drawnOf(form, "issuer.name").map(({ source }) => source.text);
  return written.some((name) => COMPANY.test(name));
}

/** Whether goods are sold, and not services alone. */
export function isOfGoods(form: Form): boolean {
  return isSentenceDrawn(form, /商品|製品|品名|引渡|お?届け/) || !isOfServices(form);
}

/** Whether something is done for the buyer, as far as the paper says: what it leaves behind is put right again. */
export function isOfServices(form: Form): boolean {
  return isSentenceDrawn(form, /役務|工事|施工|取り?付け|設置|清掃|駆除|サービスの(?:内容|提供)/);
}
