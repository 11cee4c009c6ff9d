import type { Transport } from "@connectrpc/connect";
import type { Engine, PluginDescription } from "../../core/engine/index.ts";
import type { StarterKind } from "../../core/reference/index.ts";

/** What the composition root lends the commands: the outside world and the ways into the core. */
export interface CliHost {
  readonly version: string;
  writeOut(data: string | Uint8Array): void;
  writeError(text: string): void;
  readFile(path: string): Promise<Uint8Array>;
  writeFile(path: string, data: Uint8Array): Promise<void>;
  readStandardInput(): Promise<Uint8Array>;
  /** A variable of the process's environment: where passwords come from, since arguments show in lists of processes. */
  environmentVariable(name: string): string | undefined;
  /** An engine in this process, for commands that need no server. */
  engine(): Promise<Engine>;
  /** The plugins that this process would use. */
  plugins(): Promise<readonly PluginDescription[]>;
  /** The operator's way in: the running server's local socket, or the database itself where no server runs. */
  operator(): Promise<OperatorConnection>;
  /** Starts a process of the service and answers when it has been asked to stop. */
  serve(role: ServiceRole): Promise<void>;
  /** Serves one editor on standard input and output; the editor ends the process. */
  serveLanguage(): Promise<void>;
  /** A page that authors learn the language from, made of the compiler's own tables. */
  reference(page: ReferencePage): string;
  /** The source of a form to start from. */
  starter(kind: StarterKind): Promise<string>;
  /** Brings the database to this version's schema and answers the names of the migrations that ran. */
  migrate(): Promise<readonly string[]>;
}

/** The language on one page, or the vocabulary of roles. */
export type ReferencePage = "language" | "roles";

/** What a process of the service does: answer requests, render jobs, or both. */
export type ServiceRole = "api" | "worker" | "all";

export interface OperatorConnection {
  readonly transport: Transport;
  close(): Promise<void>;
}

/** A failure with a sentence for the person at the terminal; `exitCode` 1 is a failed job, 2 a wrong use. */
export class CliError extends Error {
  readonly exitCode: 1 | 2;
  constructor(message: string, exitCode: 1 | 2) {
    super(message);
    this.name = "CliError";
    this.exitCode = exitCode;
  }
}
