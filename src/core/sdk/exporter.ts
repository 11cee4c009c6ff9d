// Structured output: the figures of a form as a file that another program reads.
import type { Severity, Span } from "../diagnostics/index.ts";
import type { Form } from "./form.ts";
import type { SDK_VERSION } from "./profile.ts";

/**
 * Writes forms in one format. It reads roles, like the rules of profiles, and is pure like them: the same form gives
 * the same text, the form is frozen, and there is no clock and no input or output.
 */
export interface Exporter {
  /** Lower-case words with hyphens, as `--format` takes it: `jp-pint`. */
  readonly name: string;
  /** The version of this interface that it is written for. */
  readonly sdk: typeof SDK_VERSION;
  /** What it writes, for people. */
  readonly title: string;
  /** Of what it writes: `application/xml`. */
  readonly mediaType: string;
  /** Without a dot: `xml`. */
  readonly fileExtension: string;
  /** Writes one form, for one record of its data. */
  write(form: Form): ExportedText;
}

/** What came of a form. An error among the findings means that there is no text. */
export interface ExportedText {
  readonly text: string | null;
  readonly findings: readonly ExportFinding[];
}

/** Why a form cannot be written, or what of it the format has no place for. */
export interface ExportFinding {
  /** Kebab-case; findings are coded `<format>/<id>`. */
  readonly id: string;
  readonly severity: Severity;
  /** Where: of a declaration or an element; of the `document` line where something is missing. */
  readonly span: Span;
  /** What is wrong, as a sentence without a capital or full stop: `nothing has role recipient.name`. */
  readonly what: string;
  readonly why: string;
  /** What to do about it. */
  readonly advice?: string;
  /** The value of the data that it is about: `items[4].price`. */
  readonly path?: string;
}

export function defineExporter(exporter: Exporter): Exporter {
  return exporter;
}
