// What of a rule is proved of a source once, and the few things that are left to ask of each record that is drawn from
// it. A settled record need not be judged: the rule would find nothing.
import type { Form, FormRun, FormValue } from "./form.ts";

/** What of a form stands in its source, and is the same for all data. */
export type FormSource = Pick<Form, "source" | "document" | "declarations" | "formulas" | "elements">;

/** What is seen at one look at the pages of a record of which layout found nothing: no text is cut off or broken. */
export interface RecordGlance {
  /** Values with a role, without their places. */
  values(role: string): readonly FormValue["value"][];
  /**
   * Whether some letters of an element that the settlement names are such ones: page by page in paint order, without
   * blank ones. What they show (`sources`) may not be known.
   */
  some(element: number, areSuch: (run: FormRun) => boolean): boolean;
}

/** A rule that was proved of a source but for what records tell. */
export interface Settlement {
  /** Elements whose letters are asked for. */
  readonly elements: readonly number[];
  /** Whether the rule finds nothing on the record; false where it has to look. */
  holds(glance: RecordGlance): boolean;
}

/** Nothing is left to ask. */
export const SETTLED: Settlement = { elements: [], holds: () => true };

/** Holds where all of them do. */
export function allOf(settlements: readonly Settlement[]): Settlement {
  return {
    elements: settlements.flatMap(({ elements }) => elements),
    holds: (glance) => settlements.every((one) => one.holds(glance)),
  };
}

/** Holds where one of them does; null where there is none. */
export function oneOf(settlements: readonly Settlement[]): Settlement | null {
  if (settlements.length === 0) return null;
  return {
    elements: settlements.flatMap(({ elements }) => elements),
    holds: (glance) => settlements.some((one) => one.holds(glance)),
  };
}
