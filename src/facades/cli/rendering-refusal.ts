import { formatDiagnostics, hasErrors, LOST_DATA_CODES } from "../../core/diagnostics/index.ts";
import type { RenderAnswer } from "../../core/engine/index.ts";
import { CliError, type CliHost } from "./host.ts";

/** Why nothing could be drawn of a template and its data. */
export type RenderingRefusal = Exclude<RenderAnswer, { readonly kind: "rendered" }>;

/** Writes what is wrong, path by path or line by line, and answers the failure to be thrown. */
export function refusalOf(host: CliHost, source: string, refusal: RenderingRefusal): CliError {
  switch (refusal.kind) {
    case "malformed":
      return new CliError(refusal.message, 1);
    case "violations":
      for (const violation of refusal.violations) {
        const received = violation.received === "" ? "" : `, received ${violation.received}`;
        host.writeError(`${violation.path}\t${violation.rule}\texpected ${violation.expected}${received}\n`);
      }
      return new CliError("The data does not satisfy what the template declares; nothing was rendered.", 1);
    case "refused": {
      const errors = refusal.diagnostics.filter((finding) => hasErrors([finding]));
      host.writeError(formatDiagnostics(source, errors));
      return new CliError("A value of the form could not be computed; nothing was rendered.", 1);
    }
    case "misfit":
      host.writeError(formatDiagnostics(source, refusal.diagnostics));
      return new CliError(`${misfitOf(refusal.diagnostics)}; nothing was rendered.`, 1);
    case "too-large":
      return new CliError("The file would be larger than it may be; nothing was rendered. Give it less data.", 1);
  }
}

/** Members and values of the data that are passed over. */
const PASSED_OVER: ReadonlySet<string> = new Set(["RPT3005", "RPT3025"]);

/** What the findings that refused a file have in common. */
function misfitOf(found: Extract<RenderingRefusal, { readonly kind: "misfit" }>["diagnostics"]): string {
  const refused = found.filter((each) => hasErrors([each]) || OF_LOST_DATA.has(each.code));
  if (refused.every(({ code }) => PASSED_OVER.has(code))) return "The form would pass over some of the data";
  const hasMisfit = refused.some((each) => each.code === "RPT4003" || (hasErrors([each]) && /^RPT4/.test(each.code)));
  return hasMisfit ? "The content does not fit the form" : "The form would not be what it promises";
}

const OF_LOST_DATA: ReadonlySet<string> = new Set(LOST_DATA_CODES);

/** Writes what a check found of a source that does not compile, and answers the failure to be thrown. */
export function sourceRefusalOf(
  host: CliHost,
  file: string,
  source: string,
  diagnostics: Parameters<typeof formatDiagnostics>[1],
): CliError {
  host.writeError(formatDiagnostics(source, diagnostics));
  return new CliError(`${file} has errors; nothing was rendered.`, 1);
}

/** Said wherever a drawing shows example values instead of data. */
export const EXAMPLES_SHOWN =
  "No data was given and the template has no dataset: this preview shows its example values.\n";
