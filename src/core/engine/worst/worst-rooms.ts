// Rooms that several fields at their limits overfill: what each of them lacks by itself, and all of them together. A
// check that told one of them would have the author mend it, and tell the next one after that.
import type { TriedValue, WorstTrial } from "../../canvas/index.ts";
import { type Diagnostic, millimetresEnough } from "../../diagnostics/index.ts";
import { type LinedTexts, type LinesAdvice, withLinesAdvice } from "./fitting-lines.ts";
import { listed } from "./worst-laying.ts";

/** What a case tells, with what it was told of. */
export interface Told extends Diagnostic {
  readonly of?: ToldOf;
}

interface ToldOf {
  readonly finding: Diagnostic;
  readonly values: ReadonlyMap<string, Pick<TriedValue, "words" | "advice" | "lines">>;
}

/** The case where a room lacks the most, with these fields named first; null where no trial overfills it. */
export type WorstOfRoom = (finding: Diagnostic, first: readonly string[]) => Told | null;

/** What else is looked for where a room lacks height. */
export interface RoomSearches {
  readonly worstOf: WorstOfRoom;
  readonly linedOf: LinedOfRoom;
  readonly linesOn: LinesOnTexts;
}

/** What is declared of texts of many lines so that an element holds them; null where nothing is found. */
export type LinesOnTexts = (texts: LinedTexts) => LinesAdvice | null;

/** The fields of many lines that overfill a room, each by itself, and what is found of all of them; null for none. */
export type LinedOfRoom = (finding: Diagnostic) => ToldOf | null;

/** Findings print lengths in tenths of a millimetre. */
const TOLD_STEP_EMU = 3_600;
/** So many causes are named with what each of them lacks. */
const CAUSES_NAMED = 5;

/**
 * Of findings that a room lacks height one for all fields, with the most that it lacks. Texts of many lines have advice
 * of their own, which is added to it.
 */
export function roomsTogether(found: readonly Told[], searches: RoomSearches): readonly Diagnostic[] {
  const rooms = new Map<string, Told[]>();
  for (const one of found) {
    const key = keyOf(one);
    if (key !== null) rooms.set(key, [...(rooms.get(key) ?? []), one]);
  }
  return found.flatMap((one) => {
    const own = rooms.get(keyOf(one) ?? "");
    if (own === undefined) return [hasLines(one) ? withLines(plain(one), one, searches) : plain(one)];
    return own[0] === one ? [togetherOf(own, searches)] : [];
  });
}

/** What is told, without what it was told of. */
function plain({ of: _, ...told }: Told): Diagnostic {
  return told;
}

/** The room that lacks height; null where nothing declares what overfills it, which is mended by declaring it. */
function keyOf({ code, of }: Told): string | null {
  if (of === undefined || of.finding.lackEmu === undefined || code !== "RPT4031") return null;
  return `${of.finding.code} ${of.finding.span.start}`;
}

function togetherOf(own: readonly Told[], searches: RoomSearches): Diagnostic {
  const { worstOf, linedOf } = searches;
  const usual = own.filter((one) => adviceOf(one) === undefined);
  const [highest] = own.filter((one) => adviceOf(one) !== undefined).toSorted((a, b) => lackOf(b) - lackOf(a));
  const lined = highest?.of === undefined ? undefined : { ...highest, of: linedOf(highest.of.finding) ?? highest.of };
  const [first] = usual;
  if (first === undefined) return lined === undefined ? plain(own[0] as Told) : ofLines(lined, searches);
  const causes = usual.filter(({ of }) => of?.values.size === 1).toSorted((a, b) => lackOf(b) - lackOf(a));
  const paths = causes.flatMap(({ of }) => [...(of?.values.keys() ?? [])]);
  const largest = usual.reduce((most, one) => (lackOf(one) > lackOf(most) ? one : most), first);
  const worst = largest.of === undefined ? null : worstOf(largest.of.finding, paths);
  const most = worst !== null && lackOf(worst) > lackOf(largest) + TOLD_STEP_EMU ? worst : largest;
  const { severity } = own.find((one) => one.severity === "error") ?? most;
  const alone = aloneWords(causes.filter((one) => one !== most));
  const told = { ...plain(most), severity, message: `${most.message}${alone}` };
  if (lined === undefined || lackOf(lined) <= lackOf(most)) return told;
  const message = `${told.message}; with ${wordsOf(lined)} ${millimetresEnough(lackOf(lined))} are missing`;
  return withLines({ ...told, message }, lined, searches, lackOf(most));
}

/** What each of several fields lacks by itself. */
function aloneWords(causes: readonly Told[]): string {
  if (causes.length === 0) return "";
  const named = causes.slice(0, CAUSES_NAMED).map((one) => `${wordsOf(one)} ${millimetresEnough(lackOf(one))}`);
  const more = causes.length > CAUSES_NAMED ? ` and ${causes.length - CAUSES_NAMED} more` : "";
  return `; missing for each alone: ${named.join(", ")}${more}`;
}

/** What lacks more height where a text has many lines is mended by a declaration beside all else. */
function withLines(told: Diagnostic, { of }: Told, { linesOn }: RoomSearches, usualEmu = 0): Diagnostic {
  if (of === undefined) return told;
  const texts = linesOn({ ...of, usualEmu });
  const others = [...of.values.values()].flatMap(({ advice, lines }) =>
    advice === undefined || (texts !== null && lines !== undefined) ? [] : advice,
  );
  return { ...told, repair: withLinesAdvice(told.repair, texts, others) };
}

/** Texts of many lines alone: all that overfill the room, where they are several. */
function ofLines(lined: Told, searches: RoomSearches): Diagnostic {
  const { of, ...told } = lined;
  if (of === undefined) return told;
  if (of.values.size < 2) return hasLines(lined) ? withLines(told, lined, searches) : told;
  const message = `with ${wordsOf(lined)}: ${of.finding.message}`;
  return withLines({ ...told, message, repair: of.finding.repair }, lined, searches);
}

/** Whether it is told of texts of many lines, which nothing declares. */
function hasLines({ of }: Told): boolean {
  return [...(of?.values.values() ?? [])].some(({ lines }) => lines !== undefined);
}

/** What its texts are declared as where they are written in a way that has advice of its own. */
function adviceOf({ of }: Told): string | undefined {
  return [...(of?.values.values() ?? [])].find(({ advice }) => advice !== undefined)?.advice;
}

function lackOf({ of }: Told): number {
  return of?.finding.lackEmu ?? 0;
}

function wordsOf({ of }: Told): string {
  const named = [...(of?.values ?? [])].map(([path, { words }]) => `${path} ${words}`);
  return listed(named.slice(0, CAUSES_NAMED), Math.max(0, named.length - CAUSES_NAMED), "field");
}

/** A trial, and what is found of it. */
export interface JudgedTrial {
  readonly trial: WorstTrial;
  readonly news: readonly Diagnostic[];
}

/** Whether none of its texts is written in a way that is mended by itself, or that few texts are written in. */
export function isOrdinary({ values }: WorstTrial): boolean {
  return [...values.values()].every(({ isRare, advice }) => isRare !== true && advice === undefined);
}

/** The declared trial of texts of many lines in which a room lacks the most; null where it is in none. */
export function linedTrialOf(trials: readonly JudgedTrial[], one: Diagnostic): ReturnType<typeof worstTrialOf> {
  const isLined = ({ values }: WorstTrial): boolean => [...values.values()].some(({ advice }) => advice !== undefined);
  return highestOf(
    trials.filter(({ trial }) => isLined(trial)),
    one,
  );
}

/** The ordinary trial in which the room of a finding lacks the most; null where it is in none. */
export function worstTrialOf(
  trials: readonly JudgedTrial[],
  one: Diagnostic,
): { readonly trial: WorstTrial; readonly finding: Diagnostic } | null {
  return highestOf(
    trials.filter(({ trial }) => isOrdinary(trial)),
    one,
  );
}

function highestOf(trials: readonly JudgedTrial[], { code, span }: Diagnostic): ReturnType<typeof worstTrialOf> {
  const own = trials.flatMap(({ trial, news }) =>
    news.flatMap((finding) => (finding.code === code && finding.span.start === span.start ? [{ trial, finding }] : [])),
  );
  const lackIn = ({ finding }: { readonly finding: Diagnostic }): number => finding.lackEmu ?? 0;
  return own.reduce<(typeof own)[number] | null>(
    (most, one) => (most === null || lackIn(one) > lackIn(most) ? one : most),
    null,
  );
}
