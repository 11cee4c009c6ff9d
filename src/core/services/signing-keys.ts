import { generateKeyPairSync, randomBytes } from "node:crypto";
import type { SigningKeyRepository } from "../persistence/index.ts";
import { newId, seal, unseal } from "../tenancy/index.ts";

/** A key that tokens are signed by: a private JWK for ES256 (RFC 7518 §3.4), and what cookies are signed by. */
export interface SigningKey {
  readonly id: string;
  readonly jwk: Readonly<Record<string, string>>;
  readonly cookieSecret: string;
}

/** The installation's keys were sealed under another secret than this process has. */
export class SealedUnderAnotherSecret extends Error {
  constructor() {
    const repair =
      "Give this process the PLATEN_SECRET, or the file secret.key in the data folder, that the others have; or make " +
      "new keys with platen signing-key rotate --forget-old, after which everybody signs in again.";
    super(`The keys in the database that tokens are signed by are sealed under another secret. ${repair}`);
    this.name = "SealedUnderAnotherSecret";
  }
}

const PURPOSE = "signing-key";
const COOKIE_SECRET_BYTES = 32;

/** How long keys are taken as read: another process's new key signs elsewhere after this time at the latest. */
const FRESH_MS = 60_000;

/** Of keys that nobody knows, at most one look a second reaches the database. */
const RELOAD_MS = 1_000;

/** The keys of an installation, sealed in the database and shared by all of its processes. */
export class SigningKeys {
  readonly #repository: SigningKeyRepository;
  readonly #secret: string;
  readonly #now: () => Date;
  #loaded: { readonly keys: readonly SigningKey[]; readonly atMs: number } | null = null;

  constructor(repository: SigningKeyRepository, secret: string, now: () => Date) {
    this.#repository = repository;
    this.#secret = secret;
    this.#now = now;
  }

  /** The keys, newest first: the first one signs. Makes one where there is none. */
  async all(): Promise<readonly SigningKey[]> {
    const nowMs = this.#now().getTime();
    if (this.#loaded !== null && nowMs - this.#loaded.atMs < FRESH_MS) return this.#loaded.keys;
    return this.#load();
  }

  /** The keys with one of this id among them, if there is one anywhere. */
  async including(id: string): Promise<readonly SigningKey[]> {
    const keys = await this.all();
    const nowMs = this.#now().getTime();
    const isRecent = this.#loaded !== null && nowMs - this.#loaded.atMs < RELOAD_MS;
    return keys.some((key) => key.id === id) || isRecent ? keys : this.#load();
  }

  /** Signs by a new key from now on. */
  async rotate(others: "retire" | "forget"): Promise<string> {
    const key = this.#newKey();
    await this.#repository.rotate(key, others);
    this.#loaded = null;
    return key.id;
  }

  async #load(): Promise<readonly SigningKey[]> {
    let rows = await this.#repository.list();
    if (!rows.some((row) => row.retiredAt === null)) {
      await this.#repository.addFirst(this.#newKey());
      rows = await this.#repository.list();
    }
    const keys = rows.map(({ id, sealed }) => {
      const text = unseal(sealed, this.#secret, PURPOSE);
      if (text === null) throw new SealedUnderAnotherSecret();
      return { id, ...JSON.parse(text) };
    });
    this.#loaded = { keys, atMs: this.#now().getTime() };
    return keys;
  }

  #newKey(): { id: string; sealed: Uint8Array; createdAt: Date } {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const id = newId("key").replace(/^key_/, "");
    const jwk = { ...privateKey.export({ format: "jwk" }), kid: id, alg: "ES256", use: "sig" };
    const cookieSecret = randomBytes(COOKIE_SECRET_BYTES).toString("base64url");
    return { id, sealed: seal(JSON.stringify({ jwk, cookieSecret }), this.#secret, PURPOSE), createdAt: this.#now() };
  }
}
