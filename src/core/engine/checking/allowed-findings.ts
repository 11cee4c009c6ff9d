// Removes the findings that a form allows with `allow` lines. A check also counts them.
import type { CanvasAllowance } from "../../canvas/index.ts";
import type { Allowance } from "../../check/index.ts";
import { counted, type Diagnostic, diagnose, isAdvice, isAllowable, type Span } from "../../diagnostics/index.ts";

/**
 * Findings without those that the form allows. Errors of Platen stay, and so does what tells of lost data; errors of a
 * profile's rule are allowed unless the rule says that they may not be.
 */
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
  const taken = new Map<Allowance, Diagnostic[]>();
  const told = found.filter((each) => {
    const line = allowances.find((one) => allows(one, each));
    if (line !== undefined) taken.set(line, [...(taken.get(line) ?? []), each]);
    return line === undefined;
  });
  const lines = allowances.flatMap((line) => {
    const own = taken.get(line);
    if (own !== undefined) return [allowed(line, own)];
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
  return mayBeAllowed(found) && isNamed(line, found);
}

/** What a law demands can be met by what no form shows, such as another document: a rule's errors wait for a reason. */
function mayBeAllowed({ code, severity, isWaivable }: Diagnostic): boolean {
  return isWaivable !== false && (isRule(code) || (severity !== "error" && isAllowable(code)));
}

/** `jp.print/hairline` */
function isRule(code: string): boolean {
  return code.includes("/");
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

function allowed({ codes, reason, span }: Allowance, found: readonly Diagnostic[]): Diagnostic {
  const countOf = (some: readonly Diagnostic[]) => some.reduce((sum, { count = 1 }) => sum + count, 0);
  const count = countOf(found);
  const errors = countOf(found.filter(({ severity }) => severity === "error"));
  const all = counted(
    count,
    errors === count ? "error is" : "finding is",
    errors === count ? "errors are" : "findings are",
  );
  const among = errors === 0 || errors === count ? "" : `, ${counted(errors, "error")} among them`;
  return diagnose({
    code: "RPT9011",
    span,
    message: `${all} allowed${among} (${codes.join(", ")}): ${reason}`,
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
    why: isFirm
      ? "It is an error, or a rule that no form may leave out: it is mended."
      : "It would hide what somebody changes later.",
    repair: { title: "delete it", applicability: "suggestion", edits: [{ span, text: "" }] },
  });
}
