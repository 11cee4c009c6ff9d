import {
  asksForCopy,
  Decimal,
  declarationsOf,
  defineRule,
  type ExpressionTree,
  type Form,
  type FormSource,
  nodesOf,
  presenceOf,
  type Rule,
  readingOf,
  SETTLED,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { invoiceArticle } from "../../laws.ts";
import { entryOf } from "../../money/figures.ts";
import { isReducedOnDays, taxDaysOf } from "../../money/tax-days.ts";
import { percentOf } from "../../money/tax-rates.ts";
import { lineMarks, signsNamedIn } from "../line-marks.ts";

const MESSAGES = {
  unmarked: {
    what: "{path} is at the reduced rate, and nothing on its line says so",
    why: "A required item was not found: that an item is at the reduced rate.",
  },
  unexplained: {
    what: "lines can be at the reduced rate, and nothing drawn says how they are marked (role tax.reducedNote)",
    why: "A mark counts where the form says what it means, such as ※は軽減税率（8%）対象品目です。",
  },
  mayBeUnmarked: {
    what: "a line at the reduced rate would be drawn without a mark: no line of these data is at it",
    why: "The field of the rate allows it: mark such lines, or leave the rate out of the field.",
  },
  otherSign: {
    what: "{path} is marked {sign}, and the words on the reduced rate explain another sign",
    why: "A mark counts where the form says what it means.",
  },
  unsaid: {
    what: "a total is at the reduced rate, and nothing drawn says which lines are at it (軽減対象である旨)",
    why: "A required item was not found: that an item is at the reduced rate.",
  },
  notEveryCopy: {
    what: "{what} stands on some copies only",
    why: "Whoever receives another copy does not find a required item: what is at the reduced rate.",
  },
  wronglyMarked: {
    what: "{path} is at the standard rate and marked as one at the reduced rate",
    why: "The buyer would book it at the wrong rate.",
  },
} as const;

/** 軽減対象である旨: a mark on each line at the reduced rate, and words that say what the mark means. */
export function reducedRateMark(article: string): Rule {
  return defineRule({
    meta: {
      id: "reduced-rate-mark",
      summary: "Lines at the reduced rate are marked, and the mark is explained.",
      severity: "error",
      basis: [invoiceArticle(article)],
      messages: MESSAGES,
      repairs: "suggestion",
    },
    check({ form, report }) {
      const lines = ratesOfLines(form);
      const reachable = canBeReduced(form);
      if (lines.length === 0 && !reachable) {
        if (isReducedPrinted(form)) report({ message: "unsaid", span: presenceOf(form, "line.description").span });
        return;
      }
      const reduced = lines.filter(({ isReduced }) => isReduced === true);
      // What is drawn decides; of what might be drawn it is enough that a mark is there for it.
      if (reduced.length === 0 && (!reachable || hasMarks(form))) return;
      const markOf = lineMarks(form);
      const notes = readingOf(form).sentences.filter(({ text, element }) => NOTE.test(text) && !isCell(form, element));
      const marks = reduced.map(({ entry }) => markOf(entry));
      const isExplained = reduced.length > 0 && marks.every((mark) => mark === null || mark.isSaid);
      const isRateShown = reduced.length === 0 && presenceOf(form, "line.taxRate").presence === "drawn";
      if (notes.length === 0 && !isExplained && !isRateShown) {
        const title = "add a text with role=tax.reducedNote, such as ※は軽減税率（8%）対象品目です。";
        const { span } = presenceOf(form, "tax.reducedNote");
        if (reduced.length > 0) report({ message: "unexplained", span, repair: { title } });
        else report({ message: "mayBeUnmarked", severity: "warning", span, repair: { title } });
      }
      const bound = form.copies.length > 1 && reduced.length > 0 ? boundToCopy(form) : [];
      for (const { what, span } of bound) report({ message: "notEveryCopy", span, values: { what } });
      const signs = notes.flatMap(({ text }) => signsNamedIn(text));
      for (const { entry, isReduced } of lines) {
        const { span } = presenceOf(form, "line.description");
        const mark = markOf(entry);
        if (mark === null) continue;
        const at = { span, values: { path: entry }, path: entry };
        const isMarked = mark.sign !== null || mark.isSaid;
        if (isReduced === true && !isMarked) {
          report({
            ...at,
            message: "unmarked",
            repair: { title: "append if(.rate == 8, ' ※', '') to the description" },
          });
        } else if (isReduced === true && !mark.isSaid && signs.length > 0 && !signs.includes(mark.sign ?? "")) {
          report({ ...at, message: "otherSign", values: { path: entry, sign: mark.sign ?? "" } });
        } else if (isReduced === false && mark.sign !== null) report({ ...at, message: "wronglyMarked" });
      }
    },
    settle: (source) => {
      const isTold = ["line.taxRate", "tax.groups", "tax.rate"].some((role) => declarationsOf(source, role).length > 0);
      return isTold || writesReduced(source) ? null : SETTLED;
    },
  });
}

/** Whether the form has marks or words for lines at the reduced rate, which these data do not ask for. */
function hasMarks({ elements }: Form): boolean {
  const parts = elements.flatMap(({ texts }) => texts.flatMap((text) => text.parts));
  return parts.some((part) =>
    part.kind === "fixed"
      ? NOTE.test(part.text)
      : nodesOf(part.expression).some((node) => node.kind === "text" && MARK.test(node.text)),
  );
}

/** Marks and their legend that a condition on the copy leaves out. */
function boundToCopy(form: Form) {
  return form.elements.flatMap((element) => {
    const { texts, span, role } = element;
    const parts = texts.flatMap((text) => text.parts);
    const words = parts.flatMap((part) => (part.kind === "fixed" ? [part.text] : []));
    const isNote = role === "tax.reducedNote" || words.some((text) => NOTE.test(text));
    if (isNote && asksForCopy(form, element)) return [{ what: "the legend of the marks", span }];
    const isMark = parts.some((part) => part.kind === "computed" && nodesOf(part.expression).some(isMarkOfCopy));
    return isMark ? [{ what: "the mark of a line", span }] : [];
  });
}

/** A choice that reads the copy and comes to a mark or to words on the reduced rate. */
function isMarkOfCopy(node: ExpressionTree): boolean {
  if (node.kind !== "call" || node.name !== "case") return false;
  const nodes = nodesOf(node);
  return (
    nodes.some((each) => each.kind === "ambient" && each.name.startsWith("copy.")) &&
    nodes.some((each) => each.kind === "text" && MARK.test(each.text))
  );
}

/** A sign of a line, or a word on the reduced rate. */
const MARK = /[\u25a0-\u27bf\u2b00-\u2bff※*＊]|軽/;

/** Words on the reduced rate. */
const NOTE = /軽減/;

function isCell({ elements }: Form, element: number | null): boolean {
  return element !== null && elements[element]?.keyword === "column";
}

const REDUCED_TOTAL = /8\s*%\s*対象|[（(]8\s*%/;

/** Whether a total at 8 % is printed on a day on which that is the reduced rate, and no word says of what. */
function isReducedPrinted(form: Form): boolean {
  const said = readingOf(form).sentences.map(({ label, text }) => narrow(`${label} ${text}`));
  if (!said.some((text) => REDUCED_TOTAL.test(text)) || said.some((text) => /軽/.test(text))) return false;
  return isReducedOnDays(taxDaysOf(form), Decimal.of("8")) === true;
}

/** Whether fixed words of a source may print such a total. */
function writesReduced({ elements }: FormSource): boolean {
  return elements.some(({ texts }) =>
    texts.some(({ parts }) => parts.some((part) => part.kind === "fixed" && /[8８]\s*[%％]/.test(part.text))),
  );
}

interface RatedLine {
  readonly entry: string;
  /** Null where its days do not tell. */
  readonly isReduced: boolean | null;
}

function ratesOfLines(form: Form): readonly RatedLine[] {
  return valuesOf(form, "line.taxRate").flatMap(({ path, value }) => {
    const percent = typeof value === "string" ? percentOf(value) : null;
    const entry = entryOf(path);
    return percent === null ? [] : [{ entry, isReduced: isReducedOnDays(taxDaysOf(form, [entry]), percent) }];
  });
}

/** Whether the declared rates include a reduced one. */
function canBeReduced(form: Form): boolean {
  const days = taxDaysOf(form);
  return form.declarations.some(
    ({ role, members }) =>
      role === "line.taxRate" &&
      members.some((member) => {
        const percent = percentOf(member);
        return percent !== null && isReducedOnDays(days, percent) === true;
      }),
  );
}
