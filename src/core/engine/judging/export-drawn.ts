// A form that was laid out → its text in the format of an installed exporter.
import { type Diagnostic, diagnose } from "../../diagnostics/index.ts";
import { declaredForm, elementPlaces, plainFacts } from "../../profiles/index.ts";
import type { ProfileJudge } from "../plugins/index.ts";
import { type DrawnForm, type DrawnParts, factsOf, type Learned } from "./judge-drawn.ts";

/** What is to be written, in an installed format. */
export interface ExportQuestion {
  readonly format: string;
  readonly source: string;
  readonly learned: Learned;
  readonly data: "given" | "examples";
}

/** The text, null where an error stands in the way, and what was found of the form as it is drawn. */
export function exportDrawn(
  judge: ProfileJudge,
  drawn: DrawnForm,
  { format, source, learned, data }: ExportQuestion,
  parts: DrawnParts,
): { readonly text: string | null; readonly diagnostics: readonly Diagnostic[] } {
  const [record] = drawn.records;
  if (learned.checked === null || record === undefined) return { text: null, diagnostics: [] };
  const declared = declaredForm(source, learned.checked, learned.typed);
  if (drawn.records.length > 1) {
    return { text: null, diagnostics: [severalRecords(drawn.records.length, declared.document.span)] };
  }
  const facts = factsOf(drawn, 0, { declared, places: elementPlaces(declared) }, parts);
  return judge.write({ format, data, declared, record: plainFacts(facts) });
}

function severalRecords(records: number, span: Diagnostic["span"]): Diagnostic {
  return diagnose({
    code: "RPT7024",
    span,
    message: `the data hold ${records} records, and an export writes one`,
    why: "One file of structured output is one document.",
    repair: { title: "export each record by itself", applicability: "suggestion", edits: [] },
  });
}
