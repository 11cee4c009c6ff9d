// The layouts of worst cases: within the bounds of one check, and with the names of those that were left out.
import { type Canvas, countedLists, ENTRIES_LONG_MAX } from "../../canvas/index.ts";
import { countedEntries, type Diagnostic, type DiagnosticCode, diagnose } from "../../diagnostics/index.ts";
import type { LaidOut } from "./row-counts.ts";
import { troubleOf } from "./troubles.ts";

/**
 * Lays a payload out, or says which of its values the declarations do not take. With `last` its first record counts as
 * the last one of this number of records.
 */
export type LayOutPayload = (payload: Uint8Array, last?: number) => LaidOut | RefusedCase;

/** A case that no data within the declarations could be made for. */
export interface RefusedCase {
  readonly refused: string;
}

/**
 * Bounds of one check: a sound form takes one layout with everything at its worst, two with few rows, some for each
 * array, up to 26 of several fields at their limits and up to 24 of choices in pairs, a form that breaks one more for
 * each field. What is left out
 * is told.
 */
const LAYOUTS_MAX = 84;
const PAGES_MAX = 300;
/** So many cases that were left out are named, the others counted. */
const CASES_NAMED = 3;

/** Colours that a choice takes from its ground. */
const PALE: DiagnosticCode = "RPT5008";

/** Lays payloads out within the bounds of one check, and answers what the examples have not shown. */
export class Laying {
  readonly #layOut: LayOutPayload;
  readonly #known: ReadonlySet<string>;
  readonly #budget = { layouts: LAYOUTS_MAX, pages: PAGES_MAX };
  readonly #unaffordable: string[] = [];
  /** The cases of each sentence that refuses them. */
  readonly #refused = new Map<string, string[]>();
  /** Whether a text was pale on its ground in one of them. */
  isPale = false;

  constructor(layOut: LayOutPayload, known: ReadonlySet<string>) {
    this.#layOut = layOut;
    this.#known = known;
  }

  /**
   * Null where no room is left, or where no data within the declarations has this case.
   * @param words the case in a finding (`name of 40 characters`); null where another case stands for it
   */
  lay(payload: string, words: string | null, last?: number): LaidOut | null {
    if (this.#budget.layouts <= 0 || this.#budget.pages <= 0) {
      if (words !== null) this.#unaffordable.push(words);
      return null;
    }
    this.#budget.layouts -= 1;
    const laid = this.#layOut(new TextEncoder().encode(payload), last);
    if ("refused" in laid) {
      if (words !== null) this.#refused.set(laid.refused, [...(this.#refused.get(laid.refused) ?? []), words]);
      return null;
    }
    this.#budget.pages -= laid.pages;
    const diagnostics = laid.diagnostics.filter((one) => !this.#known.has(keyOf(one)) && !isHarmless(one));
    this.isPale ||= diagnostics.some(({ code }) => code === PALE);
    return { diagnostics, pages: laid.pages };
  }

  /** Lays a payload out within the same budget. Returns all findings, also those that were reported before. */
  layAgain(payload: string): LaidOut | null {
    if (this.#budget.layouts <= 0 || this.#budget.pages <= 0) return null;
    this.#budget.layouts -= 1;
    const laid = this.#layOut(new TextEncoder().encode(payload));
    if ("refused" in laid) return null;
    this.#budget.pages -= laid.pages;
    return laid;
  }

  /** What was left out, and why. */
  leftOut(canvas: Canvas): readonly Diagnostic[] {
    const [start, end] = canvas.pages[0]?.span ?? [0, 0];
    const span = { start, end };
    const told = this.#leftOut(span);
    const longer = longerLists(canvas);
    if (longer.length === 0) return told;
    return [...told, notTried(span, longer, `a check tries lists of ${ENTRIES_LONG_MAX} entries at most`, "as long")];
  }

  #leftOut(span: Diagnostic["span"]): readonly Diagnostic[] {
    const refused = [...this.#refused].map(([sentence, cases]) =>
      notTried(span, cases, `the data made for that break a declaration (${sentence})`, "at this limit"),
    );
    if (this.#unaffordable.length === 0) return refused;
    const bounds = `a check lays out ${LAYOUTS_MAX} worst cases of ${PAGES_MAX} pages together at most`;
    return [...refused, notTried(span, this.#unaffordable, bounds, "at these limits")];
  }
}

/** Lists that declare more entries than any trial has. */
function longerLists(canvas: Canvas): readonly string[] {
  return countedLists(canvas).flatMap(({ path, most }) =>
    most !== null && most > ENTRIES_LONG_MAX ? [`${path} of ${countedEntries(most)}`] : [],
  );
}

function notTried(span: Diagnostic["span"], cases: readonly string[], reason: string, where: string): Diagnostic {
  const named = listed(cases.slice(0, CASES_NAMED), Math.max(0, cases.length - CASES_NAMED), "case");
  const advice = `check the form with data of your own that are ${where}`;
  return diagnose({
    code: "RPT4033",
    span,
    message: `${named} ${cases.length === 1 ? "was" : "were"} not tried: ${reason}`,
    why: "Whether the form holds such data is not known.",
    repair: { title: advice, applicability: "suggestion", edits: [] },
  });
}

/** `a, b and 3 more cases`, `a and b` */
export function listed(named: readonly string[], more: number, noun: string): string {
  const words = more === 0 ? named : [...named, `${more} more ${noun}${more === 1 ? "" : "s"}`];
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/**
 * Of texts without a pattern many may hold a word that is longer than words are, and breaks inside as it must. A record
 * of several rows that goes on on the next page loses nothing.
 */
function isHarmless({ code, severity }: Diagnostic): boolean {
  return (code === "RPT4004" || code === "RPT4010") && severity === "info";
}

/** The same trouble of the same element. */
export function keyOf(finding: Diagnostic): string {
  const { code, span } = finding;
  return `${code} ${span.start} ${span.end} ${troubleOf(finding)}`;
}
