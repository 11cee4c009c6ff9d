import { generateKeyPairSync, type KeyObject } from "node:crypto";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import { SignJWT } from "jose";
import { createWebFetch } from "../../../src/core/fetching/index.ts";
import type { GuardedFetch } from "../../../src/facades/oauth/index.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";

/** Another issuer, over HTTPS on the loopback: metadata, keys, a token endpoint, and documents of clients. */
export interface OtherIssuer extends AsyncDisposable {
  readonly issuer: string;
  /** The guarded fetcher of an operator who allows this one host. */
  readonly fetch: GuardedFetch;
  /** JSON documents by their paths, for tests to add to; a function answers by itself. */
  readonly documents: Map<string, unknown>;
  /** Its public key, as anybody can read it. */
  readonly publicKey: KeyObject;
  /** Bodies that were sent to the token endpoint. */
  readonly tokenRequests: URLSearchParams[];
  /** What the next ID token says, beside what every one does. */
  claims: Readonly<Record<string, unknown>>;
  /** Makes the next ID tokens in place of the issuer; null for the issuer itself. */
  forge: ((claims: Readonly<Record<string, unknown>>) => Promise<string> | string) | null;
  sign(claims: Readonly<Record<string, unknown>>, head?: Readonly<Record<string, string>>): Promise<string>;
}

const KEY_ID = "other-key";
const CLIENT_ID = "platen-at-other";

export const UPSTREAM_CLIENT = {
  clientId: CLIENT_ID,
  clientSecret: "a secret at the other issuer",
  name: "Example Inc.",
};

export async function otherIssuer(): Promise<OtherIssuer> {
  const certificate = selfSignedCertificate();
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const documents = new Map<string, unknown>();
  const tokenRequests: URLSearchParams[] = [];
  const server = createServer({ cert: certificate.cert, key: certificate.key }, (request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const issuer = `https://localhost:${port}`;
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ["code"],
    id_token_signing_alg_values_supported: ["ES256"],
  };
  documents.set("/.well-known/openid-configuration", metadata);
  documents.set("/jwks", { keys: [{ ...publicKey.export({ format: "jwk" }), kid: KEY_ID, alg: "ES256", use: "sig" }] });
  const made: OtherIssuer = {
    ...{ issuer, documents, publicKey, tokenRequests, claims: {}, forge: null },
    fetch: createWebFetch([{ host: "localhost", port, allowPrivate: true, ca: certificate.cert }]),
    sign: (claims, head = {}) => signed(privateKey, claims, head),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "/").replace(/\?.*$/, "");
    if (path === "/token") {
      tokenRequests.push(new URLSearchParams(await text(request)));
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: issuer, aud: CLIENT_ID, iat: now, exp: now + 60, ...made.claims };
      const body = { access_token: "opaque", token_type: "Bearer", id_token: await (made.forge ?? made.sign)(claims) };
      return json(response, 200, body);
    }
    const document = documents.get(path);
    if (typeof document === "function") return document(response);
    json(response, document === undefined ? 404 : 200, document ?? {});
  }
  return made;
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function signed(
  key: KeyObject,
  claims: Readonly<Record<string, unknown>>,
  head: Readonly<Record<string, string>>,
): Promise<string> {
  return new SignJWT({ ...claims }).setProtectedHeader({ alg: "ES256", kid: KEY_ID, ...head }).sign(key);
}
