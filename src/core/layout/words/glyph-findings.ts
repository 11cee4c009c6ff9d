// Characters of a set text that no font draws as they were sent.
import { type SourceSpan, shortened } from "../../diagnostics/index.ts";
import { clustersOf, type MissingRange, unsetScriptIn } from "../../text/index.ts";
import { codePointIn } from "../../unicode/index.ts";
import type { Finding, Worded } from "./findings.ts";
import type { TextBox } from "./set-text.ts";

/**
 * Which characters of a text are printed as boxes, as something else, in another family or not at all.
 *
 * @param missing where its fonts lack something
 * @param span where its element stands in the source
 */
export function glyphFindings(
  shown: TextBox["shown"],
  missing: readonly MissingRange[],
  span: SourceSpan,
): readonly Finding[] {
  const findings: Finding[] = [];
  const tellAt = (start: number, worded: Worded): void => {
    const path = shown.sources.find((source) => source.end > start)?.path ?? null;
    findings.push({ ...worded, span, path });
  };
  for (const { characters, script, start } of missingRuns(shown.text, missing)) {
    tellAt(start, script === null ? missingGlyph(characters) : unsetScript(script, characters));
  }
  for (const [{ by, to }, { letters, start }] of lentLetters(shown.text, missing)) {
    tellAt(start, lentBy(by, to, letters));
  }
  for (const { start, end, ruby, lost } of missing) {
    if ((ruby === undefined && lost === undefined) || lost === "family") continue;
    const characters = shown.text.slice(start, end);
    const worded =
      ruby === undefined
        ? LOST[lost ?? "control"](characters)
        : missingInRuby(ruby, lost === "control", shortened(characters, CHARACTERS_SHOWN_MAX));
    tellAt(start, worded);
  }
  return findings;
}

/** Which characters cannot be drawn; where a text has all the room it wants, no other finding of it holds. */
export function aboutGlyphs(findings: readonly Finding[]): readonly Finding[] {
  return findings.filter(({ code }) => ABOUT_GLYPHS.has(code));
}

const ABOUT_GLYPHS: ReadonlySet<string> = new Set(["RPT4005", "RPT4018", "RPT4022", "RPT4023", "RPT4028"]);

/** Characters without glyphs one by one; those of a script that is not set as one piece. */
function missingRuns(text: string, missing: readonly MissingRange[]) {
  const runs: { characters: string; script: string | null; start: number; end: number }[] = [];
  for (const { start, end, ruby, lost } of missing) {
    if (ruby !== undefined || lost !== undefined) continue;
    const characters = text.slice(start, end);
    const script = unsetScriptIn(characters);
    const last = runs.at(-1);
    if (script === null || last?.script !== script || text.slice(last.end, start).trim() !== "") {
      runs.push({ characters, script, start, end });
    } else {
      last.characters += text.slice(last.end, end);
      last.end = end;
    }
  }
  return runs;
}

/** Of a longer text, the first characters say which are meant. */
const CHARACTERS_SHOWN_MAX = 24;

function unsetScript(script: string, characters: string): Worded {
  const shown = shortened(characters, CHARACTERS_SHOWN_MAX);
  const codes = codesOf([...characters].slice(0, 1).join(""));
  return {
    code: "RPT4018",
    severity: "error",
    message: `${script.replaceAll("_", " ")} characters cannot be set: "${shown}", from ${codes} on`,
    why: "in the order and shapes of left-to-right text they would be wrong, so boxes are printed in their place",
    repair: "send the text in kana, kanji or Latin letters, or as an image",
  };
}

function codesOf(text: string): string {
  const codes = [...text].map((one) => `U+${codePointIn(one, 0).toString(16).toUpperCase().padStart(4, "0")}`);
  return codes.join(" ");
}

function missingGlyph(character: string): Worded {
  return {
    code: "RPT4005",
    severity: "error",
    message: `no font has a glyph for "${character}" (${codesOf(character)})`,
    why: "the character would print as an empty box or not at all",
    repair: "name another font= for the text, or a further family in fonts as a fallback",
  };
}

/** A vertical tab and a form feed end the line (UAX #14 BK). */
function inPlaceOf(control: string): string {
  return control === "\v" || control === "\f" ? "a line end" : "a blank";
}

/** RPT4022 of a control character that is printed as something else. */
export function controlLost(character: string): Worded {
  return {
    code: "RPT4022",
    severity: "warning",
    message: `the control character ${codesOf(character)} is printed as ${inPlaceOf(character)}`,
    why: "paper knows no control characters, so the printed text is another one than the data's",
    repair: "take the character out of the text before it is sent",
  };
}

/** What is set in the place of what was sent, by what was lost. */
const LOST: Readonly<Record<Exclude<NonNullable<MissingRange["lost"]>, "family">, (characters: string) => Worded>> = {
  control: controlLost,
  variant: (characters) => ({
    code: "RPT4023",
    severity: "warning",
    message: `no font has the variant "${characters}" (${codesOf(characters)}), its usual shape is printed`,
    why: "the shape of a character is a part of a name",
    repair: "name a font= with this variant, or a further family in fonts as a fallback",
  }),
};

/** The letters that a family lends, each once, and where the first of them stands. */
function lentLetters(text: string, missing: readonly MissingRange[]) {
  const families = new Map<string, { lent: NonNullable<MissingRange["lent"]>; letters: Set<string>; start: number }>();
  for (const { start, end, lent } of missing) {
    if (lent === undefined) continue;
    const family = families.get(lent.by) ?? { lent, letters: new Set<string>(), start };
    families.set(lent.by, family);
    for (const letter of clustersOf(text.slice(start, end))) {
      if (letter.trim() !== "") family.letters.add(letter);
    }
  }
  return [...families.values()].map(
    ({ lent, letters, start }) => [lent, { letters: [...letters].join(""), start }] as const,
  );
}

function lentBy(by: string, to: string, letters: string): Worded {
  return {
    code: "RPT4028",
    severity: "info",
    message: `"${shortened(letters, CHARACTERS_SHOWN_MAX)}" is drawn in ${by}: ${to} has no such letter`,
    why: "letters of another family beside the others look uneven",
    repair: `set the text in a family that has all its letters, or name ${by} behind ${to} in fonts if that is meant`,
  };
}

/** The letters of a reading, and what it is the reading of. */
function missingInRuby(letters: string, areControls: boolean, base: string): Worded {
  const script = unsetScriptIn(letters);
  const lacking = () => (script === null ? missingGlyph(letters) : unsetScript(script, letters));
  const worded = areControls ? controlLost([...letters][0] ?? "") : lacking();
  return { ...worded, message: `${worded.message}, in the reading of "${base}"` };
}
