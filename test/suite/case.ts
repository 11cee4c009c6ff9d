// A case of the suite: a source in which every finding stands beneath the line that it speaks of, in lines that begin
// with `//!`. They are no part of the source: it is checked without them, and its lines are counted without them.
import {
  applyEdits,
  type Diagnostic,
  formatDiagnostics,
  type MachineDiagnostic,
  machineDiagnostics,
} from "../../src/core/diagnostics/index.ts";

export interface SuiteCase {
  readonly source: string;
  /** What is sent with it, as JSON: a line `//@ data {…}`. */
  readonly data: string | null;
}

const DATA = "//@ data ";

export function readCase(text: string): SuiteCase {
  const lines = text.split("\n");
  const data = lines.find((line) => line.startsWith(DATA));
  return {
    source: lines.filter((line) => !line.startsWith("//!") && !line.startsWith("//@")).join("\n"),
    data: data?.slice(DATA.length) ?? null,
  };
}

/** The case with the findings written into it. */
export function writeCase({ source, data }: SuiteCase, diagnostics: readonly Diagnostic[]): string {
  const machine = diagnostics.flatMap((each) => machineDiagnostics(source, [each]));
  const lines = source.split("\n");
  const written = lines.flatMap((line, at) => [
    line,
    ...diagnostics.flatMap((each, index) => {
      const told = machine[index];
      return told?.line === at + 1 ? marks(source, each, told) : [];
    }),
  ]);
  return (data === null ? written : [DATA + data, ...written]).join("\n");
}

/** `//! 5-8 error RPT1001 message`, the repair beneath, and what the changed lines become by it. */
function marks(source: string, diagnostic: Diagnostic, told: MachineDiagnostic): readonly string[] {
  const end = told.endLine === told.line ? `${told.endColumn}` : `${told.endLine}:${told.endColumn}`;
  const message = formatDiagnostics(source, [diagnostic]).split("\t")[3]?.split("\n")[0] ?? "";
  const head = `//! ${told.column}-${end} ${told.severity} ${told.code} ${message}`;
  const { repair } = diagnostic;
  if (repair === null) return [head];
  const kind = repair.edits.length === 0 ? "" : ` (${repair.applicability})`;
  return [head, `//!   → ${repair.title}${kind}`, ...changedLines(source, applyEdits(source, repair.edits))];
}

/** More changed lines than this are cut short. */
const SHOWN_MAX = 8;

function changedLines(before: string, after: string): readonly string[] {
  const [old, mended] = [before.split("\n"), after.split("\n")];
  let start = 0;
  while (start < mended.length && start < old.length && old[start] === mended[start]) start += 1;
  let tail = 0;
  const most = Math.min(old.length, mended.length) - start;
  while (tail < most && old.at(-1 - tail) === mended.at(-1 - tail)) tail += 1;
  const shown = mended.slice(start, mended.length - tail).map((line) => `//!   + ${line}`.trimEnd());
  return shown.length > SHOWN_MAX ? [...shown.slice(0, SHOWN_MAX), "//!   + …"] : shown;
}
