// Which findings say that a file with this data is not what its form promises.
import { type Diagnostic, hasErrors, LOST_DATA_CODES } from "../../diagnostics/index.ts";

const OF_LOST_DATA: ReadonlySet<string> = new Set(LOST_DATA_CODES);

/** Whether whoever wants no file that misfits gets none. What is only unsightly refuses nothing. */
export function hasMisfit(found: readonly Diagnostic[]): boolean {
  return hasErrors(found) || found.some(({ code }) => OF_LOST_DATA.has(code));
}
