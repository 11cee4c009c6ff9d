import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createAttemptLimits,
  linkTokenHash,
  newLinkToken,
  PASSWORD_CHARACTERS_MAX,
  passwordProblem,
  seal,
  unseal,
} from "../../../src/core/tenancy/index.ts";

const SECRET = "a secret of at least 32 characters";

describe("passwords that people choose", () => {
  test.for([
    ["elevenchars", "too_short"],
    ["あいうえおかきくけこさ", "too_short"],
    ["x".repeat(PASSWORD_CHARACTERS_MAX + 1), "too_long"],
    ["qwerty123456", "common"],
    ["QWERTY123456", "common"],
    ["1234password5678", "common"],
    ["!!!sunshine!!!", "common"],
    ["aaaaaaaaaaaaaaa", "predictable"],
    ["abcabcabcabcabc", "predictable"],
    ["abcdefghijklmno", "predictable"],
    ["987654321098", null],
    ["aiko.tanaka2026", "predictable"],
    ["platenplaten1", "predictable"],
    ["correct horse battery staple", null],
    ["春はあけぼのやうやう白く", null],
    ["zg7-Kw2!pQ9x", null],
    ["aaaa bbbb cccc dddd eeee", null],
  ] as const)("%s: %s", async ([password, problem]) => {
    expect(await passwordProblem(password, "aiko.tanaka@example.jp")).toBe(problem);
  });

  test("are judged by characters, not by bytes or kinds", async () => {
    const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const characters = [...text.normalize("NFC")].length;
        const problem = await passwordProblem(text, "a@b.jp");
        expect(problem === "too_short").toBe(characters < 12);
        expect(problem === "too_long").toBe(characters > PASSWORD_CHARACTERS_MAX);
      }),
    );
  });
});

describe("what is sealed", () => {
  test("is opened under the same secret and for the same purpose alone, and not where one bit differs", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.nat(), (text, place) => {
        const sealed = seal(text, SECRET, "keys");
        expect(unseal(sealed, SECRET, "keys")).toBe(Buffer.from(text, "utf8").toString("utf8"));
        expect(unseal(sealed, `${SECRET}.`, "keys")).toBeNull();
        expect(unseal(sealed, SECRET, "other")).toBeNull();
        const damaged = Uint8Array.from(sealed);
        damaged[place % sealed.length] = (damaged[place % sealed.length] ?? 0) ^ 1;
        expect(unseal(damaged, SECRET, "keys")).toBeNull();
      }),
    );
    expect(unseal(new Uint8Array(7), SECRET, "keys")).toBeNull();
  });

  test("never looks the same twice", () => {
    expect(seal("x", SECRET, "keys")).not.toEqual(seal("x", SECRET, "keys"));
  });
});

describe("links", () => {
  test("carry a secret whose hash alone is kept", () => {
    const { text, hash } = newLinkToken();
    expect(text).toMatch(/^[\w-]{43}$/);
    expect(linkTokenHash(text)).toEqual(hash);
    expect(hash).toHaveLength(32);
    for (const other of ["", "x", `${text}x`, text.replace(/.$/, "="), "a".repeat(5_000)]) {
      expect(linkTokenHash(other)).toBeNull();
    }
  });
});

describe("attempts", () => {
  test("count for each subject by itself, however it is written, until they are forgotten", async () => {
    const attempts = createAttemptLimits(null);
    const many = async (times: number): Promise<boolean> => {
      let isOver = false;
      for (let each = 0; each < times; each += 1) {
        ({ isOver } = await attempts.count("sign_in_of_account", each % 2 === 0 ? "a@example.jp" : "A@Example.JP"));
      }
      return isOver;
    };
    expect(await many(10)).toBe(false);
    expect(await many(1)).toBe(true);
    expect((await attempts.count("sign_in_of_account", "b@example.jp")).isOver).toBe(false);
    expect((await attempts.count("sign_in_from_address", "a@example.jp")).isOver).toBe(false);
    await attempts.forget("sign_in_of_account", "a@example.jp");
    expect(await many(1)).toBe(false);
  });
});
