import {
  defineRule,
  type Form,
  type FormPage,
  type FormRun,
  presenceOf,
  type Rule,
} from "../../../../core/sdk/index.ts";
import { linesOf } from "./drawn-words.ts";

/** The form says what it is: a drawn title with one of its usual words. */
export function titleRule(words: RegExp, names: string): Rule {
  return defineRule({
    meta: {
      id: "title",
      summary: `The form says what it is: ${names}.`,
      severity: "warning",
      basis: [],
      messages: {
        missing: {
          what: `no title such as ${names} is drawn (role=document.title)`,
          why: "Whoever receives a form goes by its title.",
        },
      },
      repairs: "suggestion",
    },
    check({ form, report }) {
      if (form.pages.some((page) => linesOf(titleRuns(form, page)).some((line) => words.test(line)))) return;
      report({ message: "missing", span: presenceOf(form, "document.title").span });
    },
  });
}

/**
 * What stands as a title: what says so, and where nothing does, what is larger than most of its page. A 発注番号 alone
 * names no order.
 */
function titleRuns({ elements }: Form, { runs }: FormPage): readonly FormRun[] {
  const isTitle = (at: number | null) => at !== null && elements[at]?.role === "document.title";
  if (elements.some(({ role }) => role === "document.title")) return runs.filter(({ element }) => isTitle(element));
  const usual = usualSize(runs);
  return runs.filter(({ sizeEmu }) => sizeEmu > usual);
}

/** The size that most characters of a page have, in EMU; 0 for a page without text. */
function usualSize(runs: readonly FormRun[]): number {
  const characters = new Map<number, number>();
  for (const { sizeEmu, text } of runs) characters.set(sizeEmu, (characters.get(sizeEmu) ?? 0) + text.length);
  const [most] = [...characters].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? 0;
}
