// Findings of the engine → diagnostics of the protocol, checked a moment after the last key and told with the version
// that they belong to.
import { DiagnosticSeverity, type Diagnostic as ProtocolDiagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Diagnostic, Severity } from "../../core/diagnostics/index.ts";
import { rangeOf } from "./ranges.ts";

/** Typing goes on within this time; a check for every key would only flicker. */
const CHECK_DELAY_MS = 150;

/** The whole check of a source: syntax, names, types, and layout where it compiles. */
export type Check = (source: string) => Promise<readonly Diagnostic[]>;

/** A document's findings, and the version that was checked. */
export interface Findings {
  readonly version: number;
  readonly findings: readonly Diagnostic[];
}

const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
};

export function protocolDiagnostic(document: TextDocument, finding: Diagnostic): ProtocolDiagnostic {
  const { code, severity, span, message, why } = finding;
  return {
    range: rangeOf(document, span),
    severity: SEVERITIES[severity],
    code,
    source: "platen",
    message: `${message}\n${why}`,
  };
}

/** Checks of open documents: at most one waits for each, and an answer to an older version is dropped. */
export class Checks {
  readonly #check: Check;
  readonly #publish: (document: TextDocument, found: Findings) => void;
  readonly #onFailure: (error: unknown) => void;
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #latest = new Map<string, { readonly version: number; readonly found: Promise<Findings> }>();

  constructor(
    check: Check,
    publish: (document: TextDocument, found: Findings) => void,
    onFailure: (error: unknown) => void,
  ) {
    this.#check = check;
    this.#publish = publish;
    this.#onFailure = onFailure;
  }

  /** Checks the document soon, unless it changes again before. */
  schedule(document: TextDocument): void {
    clearTimeout(this.#waiting.get(document.uri));
    const timer = setTimeout(() => {
      this.of(document).catch(this.#onFailure);
    }, CHECK_DELAY_MS);
    this.#waiting.set(document.uri, timer);
  }

  /** The findings of the document as it now is; checked at once where that has not happened yet. */
  of(document: TextDocument): Promise<Findings> {
    clearTimeout(this.#waiting.get(document.uri));
    const known = this.#latest.get(document.uri);
    if (known?.version === document.version) return known.found;
    const { uri, version } = document;
    const found = this.#check(document.getText()).then((findings) => ({ version, findings }));
    this.#latest.set(uri, { version, found });
    found.then(
      (answer) => {
        if (this.#latest.get(uri)?.version === version && document.version === version) this.#publish(document, answer);
      },
      () => this.#latest.delete(uri),
    );
    return found;
  }

  /** Forgets a closed document. */
  forget(uri: string): void {
    clearTimeout(this.#waiting.get(uri));
    this.#waiting.delete(uri);
    this.#latest.delete(uri);
  }
}
