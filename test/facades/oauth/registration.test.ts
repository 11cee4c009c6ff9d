import fc from "fast-check";
import { expect, test } from "vitest";
import { redirectKindOf } from "../../../src/facades/oauth/redirects.ts";
import { metadataDocumentOf, registrationOf } from "../../../src/facades/oauth/registration.ts";

const CALLBACK = "http://localhost/callback";

test.for([
  [{ client_name: "a\0b" }, "invalid_client_metadata"],
  [{ client_name: "\ud800" }, "invalid_client_metadata"],
  [{ client_uri: "https://a.example/\0" }, "invalid_client_metadata"],
  [{ software_id: "\udfff" }, "invalid_client_metadata"],
  [{ redirect_uris: ["http://localhost/a\0b"] }, "invalid_redirect_uri"],
] as const)("a client of %j is refused: no database keeps such a character", ([members, error]) => {
  const given = { redirect_uris: [CALLBACK], ...members };
  for (const reading of [registrationOf(given), metadataDocumentOf(given)]) {
    expect(reading).toMatchObject({ ok: false, error });
  }
});

test("a client is taken with a name of any script, and without what means nothing here", () => {
  const given = { redirect_uris: [CALLBACK], client_name: "帳票😀", logo_uri: "\0", scope: 7 };
  expect(registrationOf(given)).toMatchObject({ ok: true, metadata: { client_name: "帳票😀" } });
  expect(JSON.stringify(registrationOf(given))).not.toContain("logo_uri");
});

/** Addresses of each kind that a client may name, and those that lead elsewhere than they seem or act by themselves. */
test.for([
  ["https://client.example/callback", "web"],
  ["https://client.example", "web"],
  ["https://client.example:8443/cb?x=1", "web"],
  ["HTTPS://CLIENT.EXAMPLE/cb", "web"],
  ["http://127.0.0.1:33418/", "loopback"],
  ["http://127.0.0.1", "loopback"],
  ["http://localhost/callback", "loopback"],
  ["http://[::1]:4000/cb?x=1", "loopback"],
  ["https://localhost:3000/cb", "loopback"],
  ["com.example.app:/callback", "app"],
  ["com.example.app://callback", "app"],
  ["com.example.my-app:/oauth/cb", "app"],
  ["com.example.app:", null],
  // Schemes without a dot are nobody's own, and many of them act.
  ...["myapp:/cb", "myapp://cb", "vscode://x", "cursor://x/y", "ms-msdt:/id", "search-ms:x", "ms-settings:x"].map(
    nothing,
  ),
  ...["intent:x", "chrome:x", "jar:x", "mhtml:x", "mailto:a@b", "x-javascript:alert(1)", "livescript:x"].map(nothing),
  ...["javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "vbscript:x", "file:///x", "blob:x"].map(
    nothing,
  ),
  ...["about:blank", "view-source:x", "filesystem:x", "ws://x", "wss://x", "ftp://x", "tel:1", "sms:1"].map(nothing),
  // This computer alone is reached by http, and by no other way to write it.
  ...["http://evil.example/", "http://127.0.0.1.evil.example/", "http://localhost.evil.example/"].map(nothing),
  ...["http://2130706433/", "http://0x7f.1/", "http://127.1/", "http://0.0.0.0/", "http://[::]/"].map(nothing),
  ...["http://[::ffff:127.0.0.1]/", "http://127.0.0.1:99999999/", "http://localhost@evil.example/"].map(nothing),
  // What a browser reads in another way than a person.
  ...["https://a@evil.example/", "https://good.example:x@evil.example/", "https://evil.example\\@good.example/"].map(
    nothing,
  ),
  ...["https:evil.example", "https:/evil.example", "//evil.example", " https://x.example", "https://x.example/ y"].map(
    nothing,
  ),
  ...["https://x.example/\ty", "https://x.example/#f", "https://x.example/#", "https://\u202ex.example/", ""].map(
    nothing,
  ),
  ...["https://é.example/", "https://x.example/<b>", 'https://x.example/"', "com.example\u0000.app:/cb"].map(nothing),
] as const)("the redirect address %j is of the kind %j", ([uri, kind]) => {
  expect(redirectKindOf(uri)).toBe(kind);
  expect(registrationOf({ redirect_uris: [uri] }).ok).toBe(kind !== null);
});

function nothing(uri: string): readonly [string, null] {
  return [uri, null];
}

test("no address of any form is taken but by a name that is allowed", () => {
  const scheme = fc.oneof(fc.stringMatching(/^[a-zA-Z][a-zA-Z0-9+.-]{0,12}$/), fc.constantFrom("http", "https"));
  const host = fc.constantFrom("evil.example", "127.0.0.1", "localhost", "[::1]", "127.0.0.1.evil.example", "");
  const slashes = fc.constantFrom("://", ":/", ":", ":///", ":\\\\");
  const rest = fc.string({ unit: "grapheme-ascii", maxLength: 12 });
  fc.assert(
    fc.property(scheme, slashes, host, rest, (name, separator, place, more) => {
      const uri = `${name}${separator}${place}${more}`;
      const kind = redirectKindOf(uri);
      if (kind === null) return;
      const { protocol, hostname, username, password, hash } = new URL(uri);
      expect([username, password, hash]).toEqual(["", "", ""]);
      if (kind === "app") expect(protocol).toContain(".");
      else if (kind === "web") expect(protocol).toBe("https:");
      else expect(["127.0.0.1", "[::1]", "localhost"]).toContain(hostname);
    }),
    { numRuns: 2_000 },
  );
});
