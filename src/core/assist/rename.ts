// Renaming: a new name at every place of a name, or the reason why that would change the template's meaning.
import { applyEdits, type Span, type TextEdit } from "../diagnostics/index.ts";
import { RESERVED_NAMES } from "../expression/index.ts";
import { NAME } from "../language/index.ts";
import { type Analysis, analyse } from "./analysis.ts";
import { type NamePlace, nameAt, placesOf } from "./names.ts";

/** The edits of a renaming, or a sentence that refuses it. */
export type Renaming =
  | { readonly ok: true; readonly edits: readonly TextEdit[] }
  | { readonly ok: false; readonly sentence: string };

/** The name under a caret that can be renamed: a field or let, written out. */
export function renamable(analysis: Analysis, offset: number): { readonly span: Span; readonly text: string } | null {
  const name = renamableName(analysis, offset);
  return name === null ? null : { span: name.span, text: analysis.source.slice(name.span.start, name.span.end) };
}

function renamableName(analysis: Analysis, offset: number): NamePlace | null {
  const name = nameAt(analysis, offset);
  if (name === null || name.kind !== "value" || name.impliedAt !== null) return null;
  return placesOf(analysis, name).some((place) => place.role === "declaration") ? name : null;
}

/** Renames the field or let at `offset` at every place: declarations, expressions, texts, the template's own data. */
export function rename(analysis: Analysis, offset: number, to: string): Renaming {
  const name = renamableName(analysis, offset);
  if (name === null) return { ok: false, sentence: "Only fields and lets can be renamed." };
  if (!NAME.test(to)) {
    return { ok: false, sentence: `"${to}" is no name: names are letters, digits and _, and start with no digit.` };
  }
  if (RESERVED_NAMES.includes(to))
    return { ok: false, sentence: `"${to}" is reserved: it always means the same thing.` };
  const places = placesOf(analysis, name);
  const edits = places.map((place) =>
    place.impliedAt === null
      ? { span: place.span, text: to }
      : { span: { start: place.impliedAt, end: place.impliedAt }, text: ` (.${to})` },
  );
  const after = analyse(applyEdits(analysis.source, edits));
  const broken = newError(analysis, after);
  if (broken !== null) return { ok: false, sentence: `"${to}" can't be the new name: ${broken}.` };
  const renamed = nameAt(after, Math.min(...edits.map((edit) => edit.span.start)));
  const kept = renamed !== null && placesOf(after, renamed).length === places.length;
  return kept ? { ok: true, edits } : { ok: false, sentence: `"${to}" means something else at one of its places.` };
}

/** What the renamed source has against it that the old one had not. */
function newError(before: Analysis, after: Analysis): string | null {
  const told = new Map<string, number>();
  for (const each of before.diagnostics) told.set(each.code, (told.get(each.code) ?? 0) + 1);
  for (const each of after.diagnostics) {
    if (each.severity !== "error") continue;
    const left = told.get(each.code) ?? 0;
    if (left === 0) return each.message;
    told.set(each.code, left - 1);
  }
  return null;
}
