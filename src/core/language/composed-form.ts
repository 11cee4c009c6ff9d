// The composed form of Unicode (NFC) as a source keeps it.
import { type Composition, compositions } from "../unicode/index.ts";

/** What canonical composition changes in a text, but for ideographs that it would turn into other shapes of theirs. */
export function decomposedParts(text: string): readonly Composition[] {
  return compositions(text).filter(({ start, end }) => !isCompatibilityIdeograph(text.slice(start, end)));
}

/** The text in composed form, its ideographs as they are. */
export function composedForm(text: string): string {
  let result = "";
  let offset = 0;
  for (const { start, end, text: composed } of decomposedParts(text)) {
    result += text.slice(offset, start) + composed;
    offset = end;
  }
  return result + text.slice(offset);
}

/**
 * U+FA19 神 is canonically U+795E 神, and yet names are registered and printed in the one shape or the other: an author
 * who wrote it meant the shape, and no repair may change it.
 */
function isCompatibilityIdeograph(text: string): boolean {
  return /[\uf900-\ufaff\u{2f800}-\u{2fa1f}]/u.test(text);
}
