// Removes the findings that a form allows with `allow` lines. A check also counts them.
import type { CanvasAllowance } from "../canvas/index.ts";
import type { Allowance } from "../check/index.ts";
import { type Diagnostic, diagnose, isAdvice, isAllowable, type Span } from "../diagnostics/index.ts";

/** Findings without those that the form allows. Errors stay, and so does what tells of lost data. */
export function withoutAllowed(
  found: readonly Diagnostic[],
  allowances: readonly CanvasAllowance[] = [],
): readonly Diagnostic[] {
  if (allowances.length === 0) return found;
  const meant = allowances.map(({ codes, within }) => ({
    codes,
    within: within === null ? null : { start: within[0], end: within[1] },
  }));
  return found.filter((each) => !meant.some((one) => allows(one, each)));
}

/** How much of a form a check judged. Only a whole judgement proves that an `allow` line allows nothing. */
export interface JudgedWhole {
  /** The form with its examples and worst cases, and nothing of it was left out. */
  readonly isWhole: boolean;
  /** The profiles that were asked, as they were named. */
  readonly profiles: readonly string[];
  /** Whether advice of looks was asked for. */
  readonly advises: boolean;
}

/** The same for a check, which says how much each line allows (RPT9011), and which line allows nothing (RPT1027). */
export function countAllowed(
  found: readonly Diagnostic[],
  allowances: readonly Allowance[],
  judged: JudgedWhole,
): readonly Diagnostic[] {
  if (allowances.length === 0) return found;
  const counts = new Map<Allowance, number>();
  const told = found.filter((each) => {
    const line = allowances.find((one) => allows(one, each));
    if (line !== undefined) counts.set(line, (counts.get(line) ?? 0) + (each.count ?? 1));
    return line === undefined;
  });
  const lines = allowances.flatMap((line) => {
    const count = counts.get(line) ?? 0;
    if (count > 0) return [allowed(line, count)];
    return judged.isWhole && line.codes.every((code) => wasAsked(code, judged)) ? [unused(line, found)] : [];
  });
  return [...told, ...lines];
}

/** What a line speaks of: codes, and the place where they are meant. */
interface Named {
  readonly codes: readonly string[];
  readonly within: Span | null;
}

function allows(line: Named, found: Diagnostic): boolean {
  return found.severity !== "error" && found.isWaivable !== false && isAllowable(found.code) && isNamed(line, found);
}

function isNamed({ codes, within }: Named, { code, span }: Diagnostic): boolean {
  if (!codes.includes(code)) return false;
  return within === null || (span.start >= within.start && span.end <= within.end);
}

/** The rule of a profile is asked where its profile is, which may be named without `jp.`. */
function wasAsked(code: string, { profiles, advises }: JudgedWhole): boolean {
  if (isAdvice(code)) return advises;
  const [profile = "", rule] = code.split("/");
  return rule === undefined || profiles.some((each) => each === profile || `jp.${each}` === profile);
}

function allowed({ codes, reason, span }: Allowance, count: number): Diagnostic {
  return diagnose({
    code: "RPT9011",
    span,
    message: `${count === 1 ? "1 finding is" : `${count} findings are`} allowed (${codes.join(", ")}): ${reason}`,
    why: "The form says that they are meant, and why.",
    repair: { title: "delete the line to see them", applicability: "suggestion", edits: [] },
  });
}

function unused(line: Allowance, found: readonly Diagnostic[]): Diagnostic {
  const { codes, span } = line;
  const isFirm = found.some((each) => isNamed(line, each));
  return diagnose({
    code: "RPT1027",
    span,
    message: isFirm
      ? `this allow line allows nothing: what is found of ${codes.join(", ")} is an error, or may not be allowed`
      : `this allow line allows nothing: ${codes.join(", ")} ${codes.length === 1 ? "is" : "are"} not found here`,
    why: isFirm ? "Errors are mended, not allowed." : "It would hide what somebody changes later.",
    repair: { title: "delete it", applicability: "suggestion", edits: [{ span, text: "" }] },
  });
}
