// RPT5113: a value that is yes or no, printed as the words of programs.
import type { Canvas } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { readCode, referencePath, type TemplatePart } from "../expression/index.ts";
import { advised } from "./advice-finding.ts";
import { eachTemplate } from "./templates.ts";

/** Operations that yield a condition, whatever they are made of. */
const CONDITIONS: ReadonlySet<string> = new Set(["not", "and", "or", "compare"]);

/** Told of each part of a text that is a field of `bool` or a comparison, once for each place of the source. */
export function bareConditions(canvas: Pick<Canvas, "pages" | "fields">): readonly Diagnostic[] {
  const bools = new Set(canvas.fields.flatMap(({ path, type }) => (type.kind === "bool" ? [path] : [])));
  const found = new Map<number, Diagnostic>();
  eachTemplate(canvas.pages, (template, { records }) => {
    for (const part of template) {
      const name = part.kind === "fixed" ? null : conditionIn(part, records, bools);
      if (name !== null) found.set(part.span[0], adviceOn(name, part));
    }
  });
  return [...found.values()];
}

/** The field that a part prints; what it is called where it compares. */
function conditionIn(
  part: Extract<TemplatePart, { readonly kind: "computed" }>,
  records: readonly string[],
  bools: ReadonlySet<string>,
): string | null {
  const path = referencePath(part.code, records, null);
  if (path !== null) return bools.has(path) ? path : null;
  return CONDITIONS.has(readCode(part.code).op) ? "this condition" : null;
}

function adviceOn(name: string, { span }: TemplatePart): Diagnostic {
  const said = {
    message: `${name} is printed as true or false`,
    why: "readers of a form do not know these words of programs",
  };
  return advised("RPT5113", span, said, "write if(…, 'はい', 'いいえ') with words that say what it means, or a check");
}
