// RPT5118: a time whose example has seconds, printed by a pattern that ends at the minutes.
import type { Canvas } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { type CanvasField, readCode, referencePath } from "../expression/index.ts";
import { advised } from "./advice-finding.ts";
import { eachTemplate } from "./templates.ts";

/** `09:30:15`, but not `09:30:00`. */
const SECONDS = /\d\d:\d\d:(?!00)\d\d/u;

/** Told of each part of a text that prints such a field to the minute, once for each place of the source. */
export function cutSeconds(canvas: Pick<Canvas, "pages" | "fields">): readonly Diagnostic[] {
  const exact = new Set(canvas.fields.filter(hasSeconds).map(({ path }) => path));
  const found = new Map<number, Diagnostic>();
  eachTemplate(canvas.pages, (template, { records }) => {
    for (const part of template) {
      const code = part.kind === "fixed" ? null : readCode(part.code);
      if (part.kind === "fixed" || code?.op !== "format" || !endsAtMinutes(code.pattern)) continue;
      const path = referencePath(part.code, records, null);
      if (path === null || !exact.has(path)) continue;
      const words = {
        message: `format '${code.pattern}' prints ${path} without its seconds, which its example has`,
        why: "two times of one minute are printed as the same",
      };
      const repair = "write ss into the pattern, or an example without seconds where readers need none";
      found.set(part.span[0], advised("RPT5118", part.span, words, repair));
    }
  });
  return [...found.values()];
}

function hasSeconds({ type, example }: CanvasField): boolean {
  return (type.kind === "time" || type.kind === "datetime") && SECONDS.test(example ?? "");
}

/** Whether a pattern prints minutes and no seconds; words in quotes are none of its parts. */
function endsAtMinutes(pattern: string): boolean {
  const parts = pattern.replace(/"[^"]*"/gu, "");
  return parts.includes("m") && !parts.includes("s");
}
