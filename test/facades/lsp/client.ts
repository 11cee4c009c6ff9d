// A real editor's side of the protocol: it spawns `platen lsp`, opens documents and waits for what the server says.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import type { PublishDiagnosticsParams, TextEdit, WorkspaceEdit } from "vscode-languageserver-protocol";
import { createProtocolConnection, type ProtocolConnection } from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";

/** One server process with one client, which keeps the documents that it has open. */
export class EditorClient implements AsyncDisposable {
  readonly process: ChildProcessWithoutNullStreams;
  readonly connection: ProtocolConnection;
  readonly #documents = new Map<string, TextDocument>();
  readonly #published: PublishDiagnosticsParams[] = [];
  readonly #exit: Promise<number | null>;
  #wake: () => void = () => {};
  stderr = "";

  constructor() {
    this.process = spawn(process.execPath, ["src/main.ts", "lsp", "--stdio"]);
    this.#exit = once(this.process, "exit").then(([code]) => code);
    this.process.stderr.on("data", (chunk: Buffer) => {
      this.stderr += chunk.toString();
    });
    this.connection = createProtocolConnection(this.process.stdout, this.process.stdin);
    this.connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      this.#published.push(params);
      this.#wake();
    });
    this.connection.listen();
  }

  async initialize(): Promise<unknown> {
    const capabilities = { workspace: { workspaceEdit: { documentChanges: true } } };
    const answer = await this.#alive(
      this.connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities }),
    );
    await this.connection.sendNotification("initialized", {});
    return answer;
  }

  text(uri: string): string {
    return this.#document(uri).getText();
  }

  async open(uri: string, text: string): Promise<void> {
    this.#documents.set(uri, TextDocument.create(uri, "rpt", 1, text));
    const textDocument = { uri, languageId: "rpt", version: 1, text };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument });
  }

  /** Changes a document as an editor does: by ranges. */
  async edit(uri: string, edits: readonly TextEdit[]): Promise<void> {
    const document = this.#document(uri);
    // Later ranges first, so that none moves another.
    const order = edits.toSorted((a, b) => document.offsetAt(b.range.start) - document.offsetAt(a.range.start));
    const contentChanges = order.map(({ range, newText }) => ({ range, text: newText }));
    const version = document.version + 1;
    TextDocument.update(document, contentChanges, version);
    await this.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version },
      contentChanges,
    });
  }

  /** Applies an edit of the server; refuses one of another version, as editors do. */
  async apply({ documentChanges = [] }: WorkspaceEdit): Promise<void> {
    for (const change of documentChanges) {
      if (!("textDocument" in change)) throw new Error("only edits of texts are expected");
      const { uri, version } = change.textDocument;
      if (version !== this.#document(uri).version) throw new Error(`the edit is of version ${version}`);
      await this.edit(
        uri,
        change.edits.map((edit) => ({ range: edit.range, newText: "newText" in edit ? edit.newText : "" })),
      );
    }
  }

  /** The findings of the document's current version. */
  async diagnostics(uri: string): Promise<PublishDiagnosticsParams> {
    for (;;) {
      const { version } = this.#document(uri);
      const found = this.#published.find((each) => each.uri === uri && each.version === version);
      if (found !== undefined) return found;
      await this.#alive(
        new Promise<void>((resolve) => {
          this.#wake = resolve;
        }),
      );
    }
  }

  /** Every publication so far, for one document. */
  publications(uri: string): readonly PublishDiagnosticsParams[] {
    return this.#published.filter((each) => each.uri === uri);
  }

  /** A request about the place behind `before` in the document's text. */
  async askAt<T>(method: string, uri: string, before: string, more: object = {}): Promise<T> {
    const document = this.#document(uri);
    const found = document.getText().indexOf(before);
    if (found < 0) throw new Error(`the text has no ${before}`);
    const position = document.positionAt(found + before.length);
    return this.connection.sendRequest(method, { textDocument: { uri }, position, ...more });
  }

  async ask<T>(method: string, uri: string, more: object = {}): Promise<T> {
    return this.connection.sendRequest(method, { textDocument: { uri }, ...more });
  }

  exitCode(): Promise<number | null> {
    return this.#exit;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.connection.dispose();
    if (this.process.exitCode === null) this.process.kill();
    await this.#exit;
  }

  /** An answer, or why there is none where the server has ended. */
  #alive<T>(answer: Promise<T>): Promise<T> {
    const end = this.#exit.then((code): never => {
      throw new Error(`the server ended with ${code}: ${this.stderr}`);
    });
    return Promise.race([answer, end]);
  }

  #document(uri: string): TextDocument {
    const document = this.#documents.get(uri);
    if (document === undefined) throw new Error(`${uri} is not open`);
    return document;
  }
}
