import {
  declarationsOf,
  defineRule,
  type Form,
  presenceOf,
  type Rule,
  SETTLED,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
import { consumptionTaxAct } from "../../laws.ts";
import { entryOf } from "../../money/figures.ts";
import { isReducedOnDays, taxDaysOf } from "../../money/tax-days.ts";
import { percentOf } from "../../money/tax-rates.ts";
import { lineMarks } from "../line-marks.ts";

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
      if (!reachable && !lines.some(({ isReduced }) => isReduced === true)) return;
      const note = presenceOf(form, "tax.reducedNote");
      if (note.presence !== "drawn") {
        const title = "add a text with role=tax.reducedNote, such as ※は軽減税率（8%）対象品目です。";
        report({ message: "unexplained", span: note.span, repair: { title } });
      }
      const isMarkedIn = lineMarks(form);
      for (const { entry, isReduced } of lines) {
        const { span } = presenceOf(form, "line.description");
        const isMarked = isMarkedIn(entry);
        if (isMarked === null) continue;
        const at = { span, values: { path: entry }, path: entry };
        if (isReduced === true && !isMarked) {
          report({
            ...at,
            message: "unmarked",
            repair: { title: "append if(.rate == 8, ' ※', '') to the description" },
          });
        } else if (isReduced === false && isMarked) report({ ...at, message: "wronglyMarked" });
      }
    },
    settle: (source) => (declarationsOf(source, "line.taxRate").length === 0 ? SETTLED : null),
  });
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
