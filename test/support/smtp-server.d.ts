/** The part of the package that the tests use; it brings no types of its own. */
declare module "smtp-server" {
  import type { Server } from "node:net";
  import type { Readable } from "node:stream";

  interface Session {
    readonly user?: string;
    readonly envelope: { readonly rcptTo: readonly { readonly address: string }[] };
  }

  type Done = (error: Error | null, answer?: { readonly user: string }) => void;

  interface Options {
    readonly disabledCommands?: readonly string[];
    readonly allowInsecureAuth?: boolean;
    readonly onAuth?: (
      auth: { readonly username: string; readonly password: string },
      session: Session,
      done: Done,
    ) => void;
    readonly onRcptTo?: (address: { readonly address: string }, session: Session, done: Done) => void;
    readonly onData?: (stream: Readable, session: Session, done: Done) => void;
  }

  export class SMTPServer {
    readonly server: Server;
    constructor(options: Options);
    listen(port: number, host: string, listening: () => void): void;
    close(closed: () => void): void;
  }
}
