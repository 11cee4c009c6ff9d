// Which of several fields at their limits breaks an element: one of them by itself, or only some together.
import {
  type Canvas,
  type Choice,
  choicesTrial,
  declaredChoices,
  declaredTrial,
  shownTrial,
  singleTrial,
  summedTrials,
  type TriedValue,
  type WorstTrial,
  withoutChoice,
} from "../../canvas/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { LaidOut } from "./row-counts.ts";
import { troubleOf } from "./troubles.ts";

/** So many layouts of one check look for a field that breaks an element by itself. */
const SEARCHES_MAX = 24;

/** So many layouts more look for fields with advice of their own. */
const ADVISED_MAX = 6;

/** The fields that break an element, as few as were found. */
export interface Breaking {
  readonly values: ReadonlyMap<string, TriedValue>;
  /** What is found of them. */
  readonly finding: Diagnostic;
  /** One field within its declaration does it by itself, in all of its records, or flags and choices alone. */
  readonly isAlone: boolean;
}

/** Looks for the fields of trials that break an element by themselves, in a bounded number of layouts. */
export class BreakingFields {
  readonly #canvas: Canvas;
  readonly #lay: (payload: string) => LaidOut | null;
  /** What was laid out already, by its payload; null where that could not be. */
  readonly #laidOut: Map<string, LaidOut | null>;
  readonly #singles = new Map<string, WorstTrial>();
  #left = SEARCHES_MAX;
  /** Some of what one search asked for could not be laid out. */
  #isOpen = false;

  constructor(canvas: Canvas, laidOut: ReadonlyMap<string, LaidOut | null>, lay: (payload: string) => LaidOut | null) {
    this.#canvas = canvas;
    this.#lay = lay;
    this.#laidOut = new Map(laidOut);
  }

  /**
   * @param shown the field whose value the element shows: it is looked at first, and taken for the one where no layout
   *   is left to say so
   */
  of(trial: WorstTrial, finding: Diagnostic, shown: string | null): Breaking {
    const { values } = trial;
    const [first] = values;
    if (values.size === 1 && first !== undefined) return { values, finding, isAlone: first[1].isDeclared };
    this.#isOpen = false;
    const alone = trial.alone === undefined ? null : this.#found(trial.alone, finding);
    if (trial.alone !== undefined && alone !== null) {
      const own = trial.alone.values;
      return { values: own, finding: alone, isAlone: [...own.values()].every(({ isDeclared }) => isDeclared) };
    }
    const isShown = ({ field, limit }: Choice): number =>
      Number(field.path === shown) + Number(limit?.advice !== undefined);
    // Each field with advice may be tried alone once, even where earlier searches used up the layouts.
    const advised = [...values.values()].filter(({ advice }) => advice !== undefined);
    this.#left = Math.max(this.#left, Math.min(advised.length, ADVISED_MAX));
    for (const one of declaredChoices(trial).toSorted((a, b) => isShown(b) - isShown(a))) {
      const single = this.#single(one);
      const same = this.#found(single, finding);
      if (same !== null) return { values: single.values, finding: same, isAlone: true };
    }
    if (trial.isOfChoices === true) return { ...this.#fewest(trial, finding), isAlone: true };
    const choices = choicesTrial(this.#canvas, trial);
    const chosen = choices === null ? null : this.#found(choices, finding);
    if (choices !== null && chosen !== null) return { ...this.#fewest(choices, chosen), isAlone: true };
    for (const summed of summedTrials(this.#canvas, trial)) {
      const sum = this.#found(summed, finding);
      if (sum !== null) return { values: summed.values, finding: sum, isAlone: true };
    }
    const own = shown === null ? undefined : values.get(shown);
    if (shown === null || own === undefined)
      return this.declaredOf(trial, finding) ?? { values, finding, isAlone: false };
    const ofShown = new Map([[shown, own]]);
    if (!own.isDeclared) return { values: ofShown, finding, isAlone: false };
    const beside = shownTrial(this.#canvas, trial, shown);
    const same = beside === null ? null : this.#found(beside, finding);
    if (same !== null || this.#isOpen) return { values: ofShown, finding: same ?? finding, isAlone: true };
    return { values: new Map([...ofShown, ...values]), finding, isAlone: false };
  }

  /** As few choices as have the finding together: each that it does not need is left out. */
  #fewest(trial: WorstTrial, finding: Diagnostic): Pick<Breaking, "values" | "finding"> {
    let [fewest, same] = [trial, finding];
    for (const { field } of trial.chosen) {
      const fewer = withoutChoice(this.#canvas, fewest, field.path);
      const found = fewer === null ? null : this.#found(fewer, finding);
      if (fewer !== null && found !== null) [fewest, same] = [fewer, found];
    }
    return { values: fewest.values, finding: same };
  }

  /** The fields of a trial with advice of their own that each have the finding by themselves. */
  advisedOf(trial: WorstTrial, finding: Diagnostic): ReadonlyMap<string, TriedValue> {
    const own = declaredChoices(trial).filter(({ limit }) => limit?.advice !== undefined);
    const found = own.filter((one) => this.#found(this.#single(one), finding) !== null);
    return new Map(found.flatMap(({ field, limit }) => (limit === undefined ? [] : [[field.path, limit]])));
  }

  /** What is declared of a trial, where that alone has the same finding: no picture or open list is to blame for it. */
  declaredOf(trial: WorstTrial, finding: Diagnostic): Breaking | null {
    const declared = declaredTrial(this.#canvas, trial);
    const same = declared === null ? null : this.#found(declared, finding);
    return declared === null || same === null ? null : { values: declared.values, finding: same, isAlone: false };
  }

  /** A payload is as long as all fields together: it is written once for each limit, not once for each finding. */
  #single(one: Choice): WorstTrial {
    const { field, limit } = one;
    const key = JSON.stringify([field.path, limit?.example, limit?.count]);
    const known = this.#singles.get(key);
    if (known !== undefined) return known;
    const single = singleTrial(this.#canvas, one);
    this.#singles.set(key, single);
    return single;
  }

  /** The same finding at the same element. */
  #found({ payload }: WorstTrial, finding: Diagnostic): Diagnostic | null {
    let laid = this.#laidOut.get(payload);
    if (laid === undefined) {
      laid = this.#left > 0 ? this.#lay(payload) : null;
      this.#left -= 1;
      this.#laidOut.set(payload, laid);
    }
    this.#isOpen ||= laid === null;
    const { code, span } = finding;
    const trouble = troubleOf(finding);
    const isSame = (one: Diagnostic): boolean => one.code === code && one.span.start === span.start;
    return laid?.diagnostics.find((one) => isSame(one) && troubleOf(one) === trouble) ?? null;
  }
}
