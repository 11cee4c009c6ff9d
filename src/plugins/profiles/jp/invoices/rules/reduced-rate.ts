import {
  type Decimal,
  declarationsOf,
  defineRule,
  type Form,
  type FormRun,
  presenceOf,
  type Rule,
  SETTLED,
  valuesOf,
} from "../../../../../core/sdk/index.ts";
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
      const pages = runsByPage(form);
      for (const { entry, isReduced } of lines) {
        const { span } = presenceOf(form, "line.description");
        const words = wordsOfLine(pages, entry);
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
    settle: (source) => (declarationsOf(source, "line.taxRate").length === 0 ? SETTLED : null),
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

/** The runs of a page: those that show an entry, and those of an element, by their places in paint order. */
interface PageRuns {
  readonly runs: readonly FormRun[];
  readonly ofEntry: ReadonlyMap<string, readonly FormRun[]>;
  readonly ofElement: ReadonlyMap<number | null, readonly number[]>;
}

function runsByPage(form: Form): readonly PageRuns[] {
  return form.pages.map(({ runs }) => {
    const ofEntry = new Map<string, FormRun[]>();
    const ofElement = new Map<number | null, number[]>();
    for (const [at, run] of runs.entries()) {
      const entries = new Set(run.sources.flatMap(({ path }) => (path === null ? [] : entriesAround(path))));
      for (const entry of entries) addTo(ofEntry, entry, run);
      addTo(ofElement, run.element, at);
    }
    return { runs, ofEntry, ofElement };
  });
}

function addTo<Key, One>(lists: Map<Key, One[]>, key: Key, one: One): void {
  const known = lists.get(key);
  if (known === undefined) lists.set(key, [one]);
  else known.push(one);
}

/** `orders[1]` and `orders[1].items[0]` of `orders[1].items[0].name`. */
function entriesAround(path: string): readonly string[] {
  return [...path.matchAll(/\](?=\.)/g)].map(({ index }) => path.slice(0, index + 1));
}

/** What is printed on the lines on which anything of an entry stands, in the elements that show it. */
function wordsOfLine(pages: readonly PageRuns[], entry: string): string {
  const words: string[] = [];
  for (const { runs, ofEntry, ofElement } of pages) {
    const own = ofEntry.get(entry) ?? [];
    const elements = new Set(own.map(({ element }) => element));
    const places = [...elements].flatMap((element) => ofElement.get(element) ?? []).sort((one, other) => one - other);
    for (const at of places) {
      const run = runs[at];
      if (run === undefined || !isOf(run.sources, entry)) continue;
      if (own.some((shown) => isBeside(run, shown))) words.push(run.text);
    }
  }
  return words.join(" ");
}

/** Nothing of a run is of another entry. */
function isOf(sources: readonly { readonly path: string | null }[], entry: string): boolean {
  return sources.every(({ path }) => path === null || entryOf(path) === "" || path.startsWith(`${entry}.`));
}
