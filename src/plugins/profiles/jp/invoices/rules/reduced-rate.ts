import { type Decimal, defineRule, type Form, presenceOf, type Rule, valuesOf } from "../../../../../core/sdk/index.ts";
import { isBeside } from "../../items/drawn-words.ts";
import { consumptionTaxAct } from "../../laws.ts";
import { entryOf } from "../../money/figures.ts";
import { isReducedOn, percentOf } from "../../money/tax-rates.ts";

/** What marks a line: ※, ☆, *, 軽. */
const MARK = /[※☆★*＊◆●▲]|軽/;

/** 軽減対象である旨: a mark on each line at the reduced rate, and words that say what the mark means. */
export function reducedRateMark(article: string): Rule {
  return defineRule({
    meta: {
      id: "reduced-rate-mark",
      summary: "Lines at the reduced rate are marked, and the mark is explained.",
      severity: "error",
      basis: [consumptionTaxAct(article)],
      messages: {
        unmarked: {
          what: "{path} is at the reduced rate, and nothing on its line says so",
          why: "A required item was not found: that an item is at the reduced rate.",
        },
        unexplained: {
          what: "lines can be at the reduced rate, and nothing with role tax.reducedNote says how they are marked",
          why: "A mark counts where the form says what it means, such as ※は軽減税率（8%）対象品目です。",
        },
        wronglyMarked: {
          what: "{path} is at the standard rate and marked as one at the reduced rate",
          why: "The buyer would book it at the wrong rate.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      const lines = ratesOfLines(form);
      const reachable = canBeReduced(form);
      if (!reachable && !lines.some(({ isReduced }) => isReduced)) return;
      const note = presenceOf(form, "tax.reducedNote");
      if (note.presence !== "drawn") {
        const title = "add a text with role=tax.reducedNote, such as ※は軽減税率（8%）対象品目です。";
        report({ message: "unexplained", span: note.span, repair: { title } });
      }
      for (const { entry, isReduced } of lines) {
        const { span } = presenceOf(form, "line.description");
        const words = wordsOfLine(form, entry);
        if (words === "") continue;
        const isMarked = MARK.test(words);
        const at = { span, values: { path: entry }, path: entry };
        if (isReduced && !isMarked) {
          report({
            ...at,
            message: "unmarked",
            repair: { title: "append if(.rate == 8, ' ※', '') to the description" },
          });
        } else if (!isReduced && isMarked) report({ ...at, message: "wronglyMarked" });
      }
    },
  });
}

interface RatedLine {
  readonly entry: string;
  readonly isReduced: boolean;
}

function ratesOfLines(form: Form): readonly RatedLine[] {
  return valuesOf(form, "line.taxRate").flatMap(({ path, value }) => {
    const percent = typeof value === "string" ? percentOf(value) : null;
    return percent === null ? [] : [{ entry: entryOf(path), isReduced: isReduced(form, percent) }];
  });
}

function isReduced(form: Form, percent: Decimal): boolean {
  return isReducedOn(form.asOf.date, percent);
}

/** Whether the declared rates include a reduced one. */
function canBeReduced(form: Form): boolean {
  return form.declarations.some(
    ({ role, members }) =>
      role === "line.taxRate" &&
      members.some((member) => {
        const percent = percentOf(member);
        return percent !== null && isReduced(form, percent);
      }),
  );
}

/** What is printed on the lines on which anything of an entry stands, in the elements that show it. */
function wordsOfLine(form: Form, entry: string): string {
  const words: string[] = [];
  for (const { runs } of form.pages) {
    const own = runs.filter(({ sources }) => sources.some(({ path }) => path?.startsWith(`${entry}.`) === true));
    for (const run of runs) {
      const stands = own.some((shown) => isBeside(run, shown)) && isOf(run.sources, entry);
      if (stands) words.push(run.text);
    }
  }
  return words.join(" ");
}

/** Nothing of a run is of another entry. */
function isOf(sources: readonly { readonly path: string | null }[], entry: string): boolean {
  return sources.every(({ path }) => path === null || entryOf(path) === "" || path.startsWith(`${entry}.`));
}
