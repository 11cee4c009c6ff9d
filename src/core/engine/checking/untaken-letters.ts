// RPT4005 for characters in branches of expressions that the examples do not take: other data print them.
import { type Canvas, visit } from "../../canvas/index.ts";
import { type Diagnostic, diagnose, type SourceSpan } from "../../diagnostics/index.ts";
import { letsByName, lettersPrinted, type Template } from "../../expression/index.ts";
import type { Font } from "../../text/index.ts";

/** Characters that need no glyph of their own: blanks, controls, marks, joiners and variation selectors. */
const UNDRAWN = /[\s\p{C}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** One finding for each element with characters that no face of the form has. `known`: findings of the examples. */
export function untakenLetters(
  canvas: Canvas,
  faces: readonly Font[],
  known: readonly Diagnostic[],
): readonly Diagnostic[] {
  const told = known.filter(({ code }) => code === "RPT4005").map(({ span }) => span);
  const lets = letsByName(canvas.lets);
  const ofLets = new Map<string, ReadonlySet<string>>();
  const lettersOf = (template: Template): readonly string[] =>
    template.flatMap((part) => (part.kind === "computed" ? [...lettersPrinted(part.code, lets, ofLets)] : []));
  const found: Diagnostic[] = [];
  visit(canvas.pages, (part) => {
    if (!("span" in part) || !Array.isArray(part.span)) return;
    const span = part.span as unknown as SourceSpan;
    if (told.some(({ start, end }) => start < span[1] && span[0] < end)) return;
    const letters = Object.values(part).flatMap((value) => (isTemplate(value) ? lettersOf(value) : []));
    const missing = [...new Set(letters)].filter((letter) => !UNDRAWN.test(letter) && !hasGlyph(faces, letter));
    if (missing.length === 0) return;
    told.push({ start: span[0], end: span[1] });
    found.push(unset(span, missing));
  });
  return found;
}

function isTemplate(value: unknown): value is Template {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((one: unknown) => typeof one === "object" && one !== null && "kind" in one && isPart(one.kind))
  );
}

function isPart(kind: unknown): boolean {
  return kind === "fixed" || kind === "computed";
}

function hasGlyph(faces: readonly Font[], letter: string): boolean {
  return faces.some((face) => face.glyphOf(letter.codePointAt(0) ?? 0) !== 0);
}

/** A finding names at most so many characters. */
const SHOWN_MAX = 5;

function unset([start, end]: SourceSpan, missing: readonly string[]): Diagnostic {
  const codes = missing.slice(0, SHOWN_MAX).map((letter) => `"${letter}" (${codeOf(letter)})`);
  const more = missing.length > SHOWN_MAX ? ` and ${missing.length - SHOWN_MAX} more` : "";
  return diagnose({
    code: "RPT4005",
    span: { start, end },
    message: `no font has a glyph for ${codes.join(", ")}${more}, which the expression may print`,
    why: "the character would print as an empty box or not at all",
    repair: {
      title: "write other characters, or name a further family in fonts as a fallback",
      applicability: "suggestion",
      edits: [],
    },
  });
}

function codeOf(letter: string): string {
  return `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
