// One connection to one editor: which questions are taken, and who answers them.
import {
  type Connection,
  createConnection,
  DocumentHighlightKind,
  type InitializeResult,
  LSPErrorCodes,
  ResponseError,
  type TextDocumentPositionParams,
  TextDocumentSyncKind,
  TextDocuments,
} from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import {
  type Analysis,
  analyse,
  declarationsAt,
  describe,
  folds,
  formatEdits,
  nameAt,
  outline,
  placesOf,
  propose,
  renamable,
  rename,
} from "../../core/assist/index.ts";
import { codeActions, FIX_ALL, workspaceEdit } from "./code-actions.ts";
import { completionItem, documentSymbol, foldingRange, hoverOf } from "./features.ts";
import { type Check, Checks, protocolDiagnostic } from "./findings.ts";
import { offsetOf, protocolEdits, rangeOf } from "./ranges.ts";

/** What a language server is made of. */
export interface LanguageServerParts {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  readonly version: string;
  readonly check: Check;
}

/** Characters after which an editor asks for proposals by itself. */
const TRIGGERS = [".", "=", "{", "(", "[", "'"];

/**
 * Serves one editor until it says `exit` or goes away; the protocol's library then ends the process, with status 0
 * after a `shutdown` and 1 without.
 */
export function serveLanguage({ input, output, version, check }: LanguageServerParts): void {
  const connection = createConnection(input, output);
  const documents = new TextDocuments(TextDocument);
  const checks = new Checks(
    check,
    (document, found) =>
      void connection.sendDiagnostics({
        uri: document.uri,
        version: found.version,
        diagnostics: found.findings.map((finding) => protocolDiagnostic(document, finding)),
      }),
    (error) => connection.console.error(`A check failed: ${String(error)}`),
  );
  connection.onInitialize(() => greeting(version));
  documents.onDidChangeContent(({ document }) => checks.schedule(document));
  documents.onDidClose(({ document }) => {
    checks.forget(document.uri);
    void connection.sendDiagnostics({ uri: document.uri, diagnostics: [] });
  });
  connection.onCodeAction(async (params) => {
    const document = documents.get(params.textDocument.uri);
    return document === undefined ? null : [...codeActions(document, await checks.of(document), params)];
  });
  answerQuestions(connection, documents);
  documents.listen(connection);
  connection.listen();
}

function greeting(version: string): InitializeResult {
  return {
    serverInfo: { name: "platen", version },
    capabilities: {
      textDocumentSync: TextDocumentSyncKind.Incremental,
      completionProvider: { triggerCharacters: TRIGGERS },
      hoverProvider: true,
      definitionProvider: true,
      referencesProvider: true,
      documentHighlightProvider: true,
      renameProvider: { prepareProvider: true },
      documentSymbolProvider: true,
      foldingRangeProvider: true,
      documentFormattingProvider: true,
      codeActionProvider: { codeActionKinds: ["quickfix", FIX_ALL] },
    },
  };
}

/** A document as it now is, and a place in it. */
interface Place {
  readonly document: TextDocument;
  readonly analysis: Analysis;
  readonly offset: number;
}

/** The questions about a place or a whole text; an unknown document has no answers. */
function answerQuestions(connection: Connection, documents: TextDocuments<TextDocument>): void {
  const analysed = rememberAnalyses();
  const whole = <T>({ uri }: { uri: string }, answer: (document: TextDocument, analysis: Analysis) => T): T | null => {
    const document = documents.get(uri);
    return document === undefined ? null : answer(document, analysed(document));
  };
  const at = <T>({ textDocument, position }: TextDocumentPositionParams, answer: (place: Place) => T): T | null =>
    whole(textDocument, (document, analysis) => answer({ document, analysis, offset: offsetOf(document, position) }));

  connection.onCompletion((params) => {
    const document = documents.get(params.textDocument.uri);
    if (document === undefined) return null;
    const proposals = propose(document.getText(), offsetOf(document, params.position));
    return proposals.map((proposal, order) => completionItem(document, proposal, order));
  });
  connection.onDocumentFormatting(({ textDocument }) => {
    const document = documents.get(textDocument.uri);
    return document === undefined ? null : protocolEdits(document, formatEdits(document.getText()));
  });
  connection.onHover((params) =>
    at(params, ({ document, analysis, offset }) => {
      const description = describe(analysis, offset);
      return description === null ? null : hoverOf(document, description);
    }),
  );
  connection.onDefinition((params) =>
    at(params, ({ document, analysis, offset }) =>
      declarationsAt(analysis, offset).map(({ span }) => ({ uri: document.uri, range: rangeOf(document, span) })),
    ),
  );
  connection.onReferences((params) =>
    at(params, (place) =>
      placesAt(place)
        .filter(({ role }) => params.context.includeDeclaration || role !== "declaration")
        .map(({ span }) => ({ uri: place.document.uri, range: rangeOf(place.document, span) })),
    ),
  );
  connection.onDocumentHighlight((params) =>
    at(params, (place) =>
      placesAt(place).map(({ span, role }) => ({
        range: rangeOf(place.document, span),
        kind: role === "declaration" ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      })),
    ),
  );
  connection.onPrepareRename((params) =>
    at(params, ({ document, analysis, offset }) => {
      const name = renamable(analysis, offset);
      return name === null ? null : { range: rangeOf(document, name.span), placeholder: name.text };
    }),
  );
  connection.onRenameRequest((params) =>
    at(params, ({ document, analysis, offset }) => {
      const renaming = rename(analysis, offset, params.newName);
      if (renaming.ok) return workspaceEdit(document, document.version, renaming.edits);
      return new ResponseError<void>(LSPErrorCodes.RequestFailed, renaming.sentence);
    }),
  );
  connection.onDocumentSymbol((params) =>
    whole(params.textDocument, (document, analysis) =>
      outline(analysis).map((entry) => documentSymbol(document, entry)),
    ),
  );
  connection.onFoldingRanges((params) =>
    whole(params.textDocument, (document, analysis) => folds(analysis).map((fold) => foldingRange(document, fold))),
  );
}

function placesAt({ analysis, offset }: Place): ReturnType<typeof placesOf> {
  const name = nameAt(analysis, offset);
  return name === null ? [] : placesOf(analysis, name);
}

/** One analysis for each version of a document, kept as long as the document is open. */
function rememberAnalyses(): (document: TextDocument) => Analysis {
  const known = new WeakMap<TextDocument, { readonly version: number; readonly analysis: Analysis }>();
  return (document) => {
    const kept = known.get(document);
    if (kept?.version === document.version) return kept.analysis;
    const analysis = analyse(document.getText());
    known.set(document, { version: document.version, analysis });
    return analysis;
  };
}
