// Exporters and the facts of a form → a text in another format. An exporter that fails is a finding.
import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import { type ExportedText, type Exporter, type ExportFinding, type Form, SDK_VERSION } from "../sdk/index.ts";
import type { DeclaredForm } from "./declared.ts";
import type { RecordFacts } from "./facts.ts";
import { dayOf, deepFrozen, sentenceOf } from "./judge.ts";

/** What people are told of an installed exporter. */
export interface ExporterDescription {
  /** As `--format` takes it. */
  readonly name: string;
  readonly title: string;
  readonly mediaType: string;
  readonly fileExtension: string;
  /** The plugin that brings it. */
  readonly plugin: string;
}

export function describeExporter(
  { name, title, mediaType, fileExtension }: Exporter,
  plugin: string,
): ExporterDescription {
  return { name, title, mediaType, fileExtension, plugin };
}

/** A form to be written: plain values, so that it can travel to another thread. */
export interface Exporting {
  /** An installed format. */
  readonly format: string;
  readonly data: Form["data"];
  readonly declared: DeclaredForm;
  readonly record: RecordFacts;
}

/** The text, null where an error stands in the way, and what was found on the way. */
export interface Exported {
  readonly text: string | null;
  readonly diagnostics: readonly Diagnostic[];
}

/** Dates that tell as of when a form is written, the first that has a value. */
const DATE_ROLES: readonly string[] = ["transaction.date", "document.issueDate"];

/** Writes the form with the exporter of its format. `exporters` are those that are installed. */
export function exportForm(exporters: readonly Exporter[], exporting: Exporting): Exported {
  const { format, declared, data, record } = exporting;
  const exporter = exporters.find(({ name }) => name === format);
  if (exporter === undefined) throw new Error(`no exporter '${format}' is registered`);
  const asOf = dayOf({ dateRoles: DATE_ROLES, rules: [] }, null, record);
  const form: Form = deepFrozen({ ...declared, ...record, data, kinds: [], asOf });
  try {
    const { text, findings } = exporter.write(form);
    const diagnostics = findings.map((finding) => diagnosticOf(format, form, finding));
    return { text: checkedText({ text, findings }), diagnostics };
  } catch (error) {
    const failure = exportFailure(format, `it threw "${sentenceOf(error)}"`, declared.document.span);
    return { text: null, diagnostics: [failure] };
  }
}

/** An exporter that finds errors has no text, and one that finds none has one. */
function checkedText({ text, findings }: ExportedText): string | null {
  if (findings.some(({ severity }) => severity === "error")) return null;
  if (typeof text !== "string") throw new Error("it found no error and wrote nothing");
  return text;
}

function diagnosticOf(format: string, form: Form, finding: ExportFinding): Diagnostic {
  const { id, severity, span, what, why, advice, path } = finding;
  const { start, end } = span;
  if (!(Number.isInteger(start) && Number.isInteger(end) && start >= 0 && start <= end && end <= form.source.length)) {
    throw new Error(`the span ${start}–${end} lies outside of the source`);
  }
  return {
    code: `${format}/${id}`,
    severity,
    span: { start, end },
    message: what,
    why,
    repair: advice === undefined ? null : { title: advice, applicability: "suggestion", edits: [] },
    ...(path === undefined ? {} : { dataPath: path }),
  };
}

/** RPT7023, at the `document` line. */
export function exportFailure(format: string, how: string, span: Diagnostic["span"]): Diagnostic {
  return diagnose({
    code: "RPT7023",
    span,
    message: `the export ${format} failed: ${how}`,
    why: "Nothing was written, because half of a file would be taken for the whole.",
    repair: {
      title: "report it to whoever maintains the plugin, with the form",
      applicability: "suggestion",
      edits: [],
    },
  });
}

const NAME = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/** What is wrong with an exporter as somebody wrote it, in one sentence; null where nothing is. */
export function exporterMistake(exporter: Exporter): string | null {
  const { name, sdk, title, mediaType, fileExtension, write } = exporter;
  if (typeof name !== "string" || !NAME.test(name)) {
    return `an exporter has the name ${JSON.stringify(name)}; write lower-case words with hyphens, such as "jp-pint"`;
  }
  if (sdk !== SDK_VERSION) return `exporter ${name} is written for sdk ${String(sdk)}, and this is sdk ${SDK_VERSION}`;
  for (const [word, value] of Object.entries({ title, mediaType, fileExtension })) {
    if (typeof value !== "string" || value === "") return `exporter ${name} has no ${word}`;
  }
  return typeof write === "function" ? null : `exporter ${name} has no write`;
}
