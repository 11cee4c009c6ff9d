// The standard security handler, revision 6 (ISO 32000-2 §7.6.4): AES with 256 bits. All that other writers take from a
// random source is derived here from the password and the content by one slow hash, so that equal requests give equal
// bytes, two files share no key, and guessing a password by the derived values is no faster than by the file itself.
import { createCipheriv, createHash, createHmac, hkdfSync, scryptSync } from "node:crypto";
import type { Encryption, Permission } from "../../../../core/sdk/index.ts";
import { type PdfDictionary, RawSyntax } from "./syntax.ts";

/** RFC 7914: 16 MiB and some 40 ms for each guess, beside the 64 rounds and more of revision 6 itself. */
const SCRYPT = { N: 16_384, r: 8, p: 1, maxmem: 64 * 1024 * 1024 } as const;

/** Table 22: the bit of each permission, counted from 1. */
const PERMISSION_BITS: Readonly<Record<Permission, readonly number[]>> = {
  "print-low": [3],
  print: [3, 12],
  edit: [4],
  copy: [5],
  annotate: [6],
  fill: [9],
  accessibility: [10],
  assemble: [11],
};

/** Bits 7, 8 and 13 to 32 are 1 by rule; bit 10 too, so that assistive technology may always read. */
const ALWAYS_SET = 0xfffff0c0 | (1 << 9);

/** §7.6.4.3.3: what follows of a password is not looked at. */
const PASSWORD_BYTES_MAX = 127;

const BLOCK_BYTES = 16;

/** The permissions as the signed number of `/P`. */
export function permissionBits(allow: readonly Permission[]): number {
  let bits = ALWAYS_SET;
  for (const permission of allow) for (const bit of PERMISSION_BITS[permission]) bits |= 1 << (bit - 1);
  return bits | 0;
}

/** Encrypts one file. `contentHash` is the SHA-256 of all that the file will hold, as it stands unencrypted. */
export class FileCipher {
  readonly dictionary: PdfDictionary;
  readonly fileId: Uint8Array;
  readonly #key: Uint8Array;
  readonly #vectorKey: Uint8Array;
  #sealed = 0;

  constructor({ password, allow }: Encryption, contentHash: Uint8Array) {
    const open = passwordBytes(password);
    const permissions = permissionBits(allow);
    const salt = createHash("sha256").update(contentHash).update(`permissions ${permissions}`).digest();
    const seed = scryptSync(open, salt, 32, SCRYPT);
    const derive = (label: string, length: number): Uint8Array =>
      new Uint8Array(hkdfSync("sha256", seed, new Uint8Array(0), `platen pdf ${label}`, length));
    this.#key = derive("file key", 32);
    this.#vectorKey = derive("vectors", 32);
    this.fileId = derive("file id", 16);
    const user = derive("user salts", 16);
    const owner = derive("owner salts", 16);
    // Nobody is given the owner's password: what the template allows holds for everyone.
    const ownerPassword = derive("owner password", 32);
    const u = joined(revision6Hash(open, user.subarray(0, 8), NOTHING), user);
    const o = joined(revision6Hash(ownerPassword, owner.subarray(0, 8), u), owner);
    this.dictionary = {
      Filter: "Standard",
      V: 5,
      R: 6,
      Length: 256,
      P: permissions,
      U: hexSyntax(u),
      UE: hexSyntax(wrapped(revision6Hash(open, user.subarray(8), NOTHING), this.#key)),
      O: hexSyntax(o),
      OE: hexSyntax(wrapped(revision6Hash(ownerPassword, owner.subarray(8), u), this.#key)),
      Perms: hexSyntax(this.#permissionBlock(permissions, derive("permission filler", 4))),
      CF: { StdCF: { AuthEvent: "DocOpen", CFM: "AESV3", Length: 32 } },
      StmF: "StdCF",
      StrF: "StdCF",
    };
  }

  /** The initialization vector and the encrypted bytes (§7.6.3.3). Asked in the file's own order. */
  seal(bytes: Uint8Array): Uint8Array {
    this.#sealed += 1;
    const vector = createHmac("sha256", this.#vectorKey).update(`${this.#sealed}`).digest().subarray(0, BLOCK_BYTES);
    const cipher = createCipheriv("aes-256-cbc", this.#key, vector);
    return joined(vector, cipher.update(bytes), cipher.final());
  }

  /** Algorithm 10: the permissions again, encrypted, so that a changed `/P` is noticed. */
  #permissionBlock(permissions: number, filler: Uint8Array): Uint8Array {
    const block = new Uint8Array(BLOCK_BYTES);
    const view = new DataView(block.buffer);
    view.setInt32(0, permissions, true);
    view.setUint32(4, 0xffffffff, true);
    block.set(new TextEncoder().encode("Tadb"), 8);
    block.set(filler, 12);
    const cipher = createCipheriv("aes-256-ecb", this.#key, null).setAutoPadding(false);
    return joined(cipher.update(block), cipher.final());
  }
}

const NOTHING = new Uint8Array(0);

/** Algorithm 2.B: the hardened hash of revision 6. `user` is the `U` string where an owner's password is hashed. */
function revision6Hash(password: Uint8Array, salt: Uint8Array, user: Uint8Array): Uint8Array {
  let key: Uint8Array = createHash("sha256").update(password).update(salt).update(user).digest();
  for (let round = 1; ; round++) {
    const once = joined(password, key, user);
    const repeated = new Uint8Array(once.length * 64);
    for (let copy = 0; copy < 64; copy++) repeated.set(once, copy * once.length);
    const cipher = createCipheriv("aes-128-cbc", key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false);
    const encrypted = cipher.update(repeated);
    // 256 is 1 modulo 3, so the first 16 bytes as one number leave what their sum leaves.
    const rest = encrypted.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = createHash(rest === 0 ? "sha256" : rest === 1 ? "sha384" : "sha512")
      .update(encrypted)
      .digest();
    if (round >= 64 && (encrypted.at(-1) ?? 0) <= round - 32) return key.subarray(0, 32);
  }
}

/** The file key, wrapped by what a password hashes to. */
function wrapped(by: Uint8Array, key: Uint8Array): Uint8Array {
  const cipher = createCipheriv("aes-256-cbc", by, new Uint8Array(BLOCK_BYTES)).setAutoPadding(false);
  return joined(cipher.update(key), cipher.final());
}

/**
 * Where the compatibility forms of Unicode 3.2 are, which RFC 4013 stands on. What came later stays as it was typed: a
 * newer Node would know other forms of it.
 */
const COMPATIBLE = /[\0-\u33ff\uac00-\ud7af\uf900-\uffff\u{1d400}-\u{1d7ff}\u{2f800}-\u{2fa1f}]+/gu;

/** RFC 4013 (SASLprep) as far as it maps: other spaces become spaces, the unseen goes, compatibility forms unite. */
function passwordBytes(password: string): Uint8Array {
  const prepared = password
    .toWellFormed()
    .replace(/[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g, " ")
    .replace(/\u034f|[\u00ad\u1806\u200b\u2060\ufeff]|[\u180b-\u180d]|[\u200c\u200d]|[\ufe00-\ufe0f]/g, "")
    .replace(COMPATIBLE, (text) => text.normalize("NFKC"));
  return new TextEncoder().encode(prepared).subarray(0, PASSWORD_BYTES_MAX);
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Strings of the encryption dictionary are never encrypted themselves. */
function hexSyntax(bytes: Uint8Array): RawSyntax {
  return new RawSyntax(`<${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}>`);
}
