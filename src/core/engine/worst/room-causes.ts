// Where rooms lack height: in which trials, and because of which fields.
import type { WorstTrial } from "../../canvas/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import type { Breaking, BreakingFields } from "./worst-alone.ts";
import { type JudgedTrial, linedTrialOf, type Told, worstTrialOf } from "./worst-rooms.ts";
import { type JudgedForm, wordsOfTrial } from "./worst-words.ts";

/** What is looked at where a room lacks height. */
export interface RoomSearch {
  readonly breaking: BreakingFields;
  readonly trials: readonly JudgedTrial[];
  readonly finding: Diagnostic;
  /** The fields that overfill the room by themselves, which are named first. */
  readonly first: readonly string[];
}

/** What a room lacks where as many fields as are declared are at their limits. */
export function worstOfRoom(canvas: JudgedForm, { breaking, trials, finding, first }: RoomSearch): Told | null {
  const worst = worstTrialOf(trials, finding);
  if (worst === null) return null;
  const isDeclared = [...worst.trial.values.values()].every((value) => value.isDeclared);
  const own = isDeclared
    ? { values: worst.trial.values, finding: worst.finding }
    : breaking.declaredOf(worst.trial, worst.finding);
  if (own === null) return null;
  const named = first.flatMap((path) => {
    const value = own.values.get(path);
    return value === undefined ? [] : [[path, value] as const];
  });
  return wordsOfTrial(canvas, { ...own, values: new Map([...named, ...own.values]), isAlone: true });
}

/** All texts of many lines that overfill a room, with what it lacks for them together. */
export function linedOfRoom(
  breaking: BreakingFields,
  trials: readonly JudgedTrial[],
  finding: Diagnostic,
): { readonly finding: Diagnostic; readonly values: Breaking["values"] } | null {
  const worst = linedTrialOf(trials, finding);
  const values = worst === null ? null : breaking.advisedOf(worst.trial, finding);
  return worst === null || values === null || values.size === 0 ? null : { finding: worst.finding, values };
}

/** Texts of many lines overfill a room more than any usual text does: they are mended by themselves. */
export function roomAdvice(
  {
    trial,
    trials,
    found,
  }: { readonly trial: WorstTrial; readonly trials: readonly JudgedTrial[]; found: readonly Told[] },
  one: Diagnostic,
): string | null {
  const { lackEmu } = one;
  if (lackEmu === undefined || trial.values.values().every(({ advice }) => advice === undefined)) return null;
  const usual = worstTrialOf(trials, one)?.finding.lackEmu ?? 0;
  const told = found.map(({ of }) =>
    of?.finding.code === one.code && of.finding.span.start === one.span.start ? (of.finding.lackEmu ?? 0) : 0,
  );
  return lackEmu > Math.max(usual, ...told) ? "line ends" : null;
}
