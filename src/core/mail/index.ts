// Mail: a message for one person → the operator's SMTP server. Whoever sends one can't tell what became of it.
import { createTransport } from "nodemailer";

/** A message of plain text. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mail; rejects where the server does not take it. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): void;
}

/** Long enough for a server that looks a sender up, short enough for somebody who waits for a page. */
const TIMEOUT_MS = 15_000;

/**
 * A mailer over SMTP (RFC 5321). `url` is `smtp://user:password@host:port`, which turns to TLS where the server offers
 * it, or `smtps://…`, which begins with it. Files and addresses in a message's text are never read.
 */
export function createMailer({ url, from }: { readonly url: string; readonly from: string }): Mailer {
  const timeouts = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  return {
    async send({ to, subject, text }) {
      // An address that is taken apart could hold more than one.
      await transport.sendMail({ from, to: { name: "", address: to }, subject, text });
    },
    close: () => transport.close(),
  };
}
