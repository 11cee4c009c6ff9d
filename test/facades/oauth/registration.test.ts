import { expect, test } from "vitest";
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
