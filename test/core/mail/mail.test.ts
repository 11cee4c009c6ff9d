import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMailer } from "../../../src/core/mail/index.ts";

const received: { readonly user: string; readonly to: readonly string[]; readonly message: string }[] = [];

/** A real SMTP server that takes mail from one user, for everybody but one address. */
const server = new SMTPServer({
  disabledCommands: ["STARTTLS"],
  allowInsecureAuth: true,
  onAuth: ({ username, password }, _session, done) => {
    if (username === "platen" && password === "s3cret") done(null, { user: username });
    else done(new Error("Invalid username or password"));
  },
  onRcptTo: ({ address }, _session, done) => {
    done(address === "refused@example.jp" ? new Error("no such mailbox") : null);
  },
  onData: (stream, session, done) => {
    const to = session.envelope.rcptTo.map(({ address }) => address);
    void text(stream).then((message) => {
      received.push({ user: String(session.user), to, message });
      done(null);
    });
  },
});

let port: number;
beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", () => listening()));
  port = (server.server.address() as AddressInfo).port;
});
afterAll(() => new Promise<void>((closed) => server.close(() => closed())));

const mailer = (password: string) =>
  createMailer({ url: `smtp://platen:${password}@127.0.0.1:${port}`, from: "帳票 <forms@example.com>" });

describe("mail", () => {
  test("reaches the server whole, in Japanese too", async () => {
    const letter = "次のリンクを開いてください。\n\nhttps://forms.example.com/oauth/link/abc\n";
    await mailer("s3cret").send({ to: "aiko@example.jp", subject: "招待", text: letter });
    expect(received.at(-1)).toMatchObject({ user: "platen", to: ["aiko@example.jp"] });
    const [head = "", body = ""] = (received.at(-1)?.message ?? "").split(/\r\n\r\n(.*)/s);
    expect(head).toContain("forms@example.com");
    const encoded = /content-transfer-encoding: (\S+)/i.exec(head)?.[1] ?? "";
    expect(["base64", "quoted-printable"]).toContain(encoded);
    const decoded =
      encoded === "base64"
        ? Buffer.from(body, "base64").toString()
        : Buffer.from(
            body
              .replaceAll("=\r\n", "")
              .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            "latin1",
          ).toString();
    expect(decoded.replaceAll("\r\n", "\n").trim()).toBe(letter.trim());
  });

  test.for([
    ["a recipient that the server does not take", "s3cret", "refused@example.jp", /no such mailbox/],
    ["a password that the server does not take", "wrong", "aiko@example.jp", /Invalid username or password/],
  ] as const)("is refused for %s, in the server's words without the password", async ([, password, to, words]) => {
    const sent = mailer(password).send({ to, subject: "x", text: "x" });
    await expect(sent).rejects.toThrow(words);
    await expect(sent).rejects.not.toThrow(/s3cret/);
  });

  test("adds no recipient that an address smuggles in", async () => {
    const before = received.length;
    await mailer("s3cret")
      .send({ to: "aiko@example.jp\r\nBcc: eve@example.jp", subject: "a\r\nBcc: eve@example.jp", text: "x" })
      .catch(() => undefined);
    for (const { to } of received.slice(before)) expect(to).not.toContain("eve@example.jp");
  });
});
