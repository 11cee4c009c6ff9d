// Which findings say that a file with this data is not what its form promises.
import { type Diagnostic, type DiagnosticCode, hasErrors } from "../diagnostics/index.ts";

/** Warnings that tell of data which is not on the page: of members, texts, pictures and bars. */
const OF_LOST_DATA: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT3005", "RPT4003", "RPT4016", "RPT4020"]);

/** Whether whoever wants no file that misfits gets none. What is only unsightly refuses nothing. */
export function hasMisfit(found: readonly Diagnostic[]): boolean {
  return hasErrors(found) || found.some(({ code }) => OF_LOST_DATA.has(code));
}
