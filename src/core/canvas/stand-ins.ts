// Canvas → the payload that a preview draws where nobody gave data: the examples, and grey pictures that stand in for
// optional ones, so that a page shows where they go. A source has no other place for a picture.
import { GREY_PICTURE } from "../check/index.ts";
import type { Canvas } from "./canvas.ts";
import { examplePayload } from "./example-payload.ts";
import { addNames, reads, visit } from "./worst-reads.ts";

/** JSON text of that payload. An optional seal stays away: its place is for a hand's seal. */
export function previewPayload(canvas: Canvas): string {
  const shown = namesOfPictures(canvas);
  const fields = canvas.fields.map((field) => {
    const isAbsent = field.optional && field.example === null && field.default === null;
    const isPicture = field.type.kind === "image" && !field.path.endsWith("[]") && reads(shown, field.path);
    return isAbsent && isPicture ? { ...field, example: GREY_PICTURE } : field;
  });
  return examplePayload({ ...canvas, fields });
}

/** The last names of what `image` elements draw. */
function namesOfPictures(canvas: Canvas): ReadonlySet<string> {
  const names = new Set<string>();
  visit(canvas.pages, (part) => {
    if ("kind" in part && part.kind === "image" && "source" in part) addNames(part.source, names);
  });
  for (const { path, code } of canvas.lets) if (reads(names, path)) addNames(code, names);
  return names;
}
