import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type LinkSecret,
  linkSecretOf,
  linkToken,
  newLinkSecret,
  readLinkToken,
} from "../../../src/core/links/index.ts";

const NOW = new Date("2026-11-20T09:00:00Z");
const LATER = new Date("2026-11-23T09:00:00Z");
const link = { renderId: "rnd_06f3k1v0m8s4b2x7d9f3j5p1ra", expiresAt: LATER };
const secret = linkSecretOf(new TextEncoder().encode("0123456789abcdef0123456789abcdef"));
const token = linkToken(link, secret);

describe("a link's token", () => {
  test("is the same for the same link and secret, and tells what it is for until it expires", () => {
    expect(token).toBe(`rnd_06f3k1v0m8s4b2x7d9f3j5p1ra.toy6c0.${token.split(".").slice(2).join(".")}`);
    expect(linkToken(link, secret)).toBe(token);
    expect(readLinkToken(token, [secret], NOW)).toEqual(link);
    expect(readLinkToken(token, [secret], new Date(LATER.getTime() - 1))).toEqual(link);
    expect(readLinkToken(token, [secret], LATER)).toBeNull();
  });

  test("is good by an older secret while that is kept, and no longer", () => {
    const newer = newLinkSecret();
    expect(readLinkToken(token, [newer, secret], NOW)).toEqual(link);
    expect(readLinkToken(token, [newer], NOW)).toBeNull();
    expect(readLinkToken(token, [], NOW)).toBeNull();
  });

  test("is not good for another render, another time, or under another secret's name", () => {
    const [, expiry = "", id = "", mac = ""] = token.split(".");
    const other = newLinkSecret();
    const forged: readonly string[] = [
      `rnd_06f3k1v0m8s4b2x7d9f3j5p1rb.${expiry}.${id}.${mac}`,
      `${link.renderId}.zzzzzz.${id}.${mac}`,
      `${link.renderId}.${expiry}.${other.id}.${mac}`,
      linkToken(link, { id, secret: other.secret } satisfies LinkSecret),
      linkToken(link, { id, secret: new Uint8Array(1) }),
      linkToken(link, { id: "AAAAAAAAAA", secret: new Uint8Array(1) }),
      token.toUpperCase(),
      ` ${token}`,
      `${token}.`,
      "",
    ];
    for (const each of forged) expect([each, readLinkToken(each, [secret, other], NOW)]).toEqual([each, null]);
  });

  test("is not good with another last character, two of whose six bits are none of the signature's", () => {
    const last = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"];
    const good = last.filter((character) => readLinkToken(token.slice(0, -1) + character, [secret], NOW) !== null);
    expect(good).toEqual([token.at(-1)]);
  });

  test("is not good with any character changed", () => {
    fc.assert(
      fc.property(fc.nat(token.length - 1), fc.constantFrom(..."abcXYZ019-_."), (at, character) => {
        const changed = token.slice(0, at) + character + token.slice(at + 1);
        fc.pre(changed !== token);
        expect(readLinkToken(changed, [secret], NOW)).toBeNull();
      }),
    );
  });
});
