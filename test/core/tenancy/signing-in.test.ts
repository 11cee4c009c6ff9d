import { monitorEventLoopDelay } from "node:perf_hooks";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type AttemptKind,
  type AttemptLimits,
  createAttemptLimits,
  createPasswords,
  createRateLimits,
  linkTokenHash,
  newLinkToken,
  PASSWORD_CHARACTERS_MAX,
  type PasswordOwner,
  type PasswordTurn,
  seal,
  unseal,
} from "../../../src/core/tenancy/index.ts";
import { passwordProblem } from "../../../src/core/tenancy/password-rules.ts";

const SECRET = "a secret of at least 32 characters";

/** What everybody knows of the people who choose the passwords below. */
const KEN: PasswordOwner = {
  email: "ken@example.jp",
  names: ["青空商事株式会社", "Aozora Shoji Co., Ltd.", "forms.aozora.co.jp"],
};
const AIKO: PasswordOwner = { email: "aiko.tanaka@example.jp", names: [] };

describe("passwords that people choose", () => {
  test.for([
    // By length.
    ["elevenchars", "too_short", AIKO],
    ["あいうえおかきくけこさ", "too_short", AIKO],
    ["x".repeat(PASSWORD_CHARACTERS_MAX + 1), "too_long", AIKO],
    // What leaked, as it is and with what people put around it.
    ["qwerty123456", "common", AIKO],
    ["QWERTY123456", "common", AIKO],
    ["1234password5678", "common", AIKO],
    ["!!!sunshine!!!", "common", AIKO],
    ["Summer2026!!", "common", AIKO],
    // Repetitions and sequences.
    ["aaaaaaaaaaaaaaa", "predictable", AIKO],
    ["abcabcabcabcabc", "predictable", AIKO],
    ["abcdefghijklmno", "predictable", AIKO],
    ["987654321098", "predictable", AIKO],
    ["20260101120000", "predictable", AIKO],
    ["あいうえおかきくけこさし", "predictable", AIKO],
    ["ねこねこねこねこねこねこ", "predictable", AIKO],
    ["パスワードパスワード12", "predictable", AIKO],
    ["sakura2026sakura", "predictable", AIKO],
    // Walks over the keys, also with the shift key held down.
    ["qwertyuiopas", "predictable", AIKO],
    ["poiuytrewqlk", "predictable", AIKO],
    ["mnbvcxzlkjhg", "predictable", AIKO],
    ["wertyuiop@[:", "predictable", AIKO],
    ["2wsx3edc4rfv", "predictable", AIKO],
    ["1qaz2wsx3edc4rfv", "common", AIKO],
    ["!QAZ2wsx#EDC", "predictable", AIKO],
    ['!QAZ"WSX#EDC', "predictable", AIKO],
    ["147258369147", "predictable", AIKO],
    // One's own address: whole, in parts, turned round, in other signs, with more around it.
    ["ken@example.jp", "predictable", KEN],
    ["KEN@EXAMPLE.JP", "predictable", KEN],
    ["ｋｅｎ＠ｅｘａｍｐｌｅ．ｊｐ", "predictable", KEN],
    ["kenexamplejp", "predictable", KEN],
    ["example.jp@ken", "predictable", KEN],
    ["ken.example.jp2026", "predictable", KEN],
    ["ken@example.jp!!", "predictable", KEN],
    ["ken@example.jpken@example.jp", "predictable", KEN],
    ["ken@example.jp-qwerty", "predictable", KEN],
    ["pj.elpmaxe@nek", "predictable", KEN],
    ["k3n@3xample.jp", "predictable", KEN],
    ["aiko.tanaka2026", "predictable", AIKO],
    ["Tanaka Aiko 1999", "predictable", AIKO],
    // Names of the organization, of the service and of the product.
    ["青空商事株式会社青空商事株式会社", "predictable", KEN],
    ["青空商事123456789", "predictable", KEN],
    ["aozorashoji2026", "predictable", KEN],
    ["Aozora-Shoji!1", "predictable", KEN],
    ["forms.aozora.co.jp", "predictable", KEN],
    ["platenplaten1", "predictable", KEN],
    ["Platen-2026-11", "predictable", KEN],
    ["platenpassword1", "predictable", KEN],
    // What nobody guesses, also beside a name.
    ["correct horse battery staple", null, AIKO],
    ["correcthorsebatterystaple", null, AIKO],
    ["春はあけぼのやうやう白く", null, AIKO],
    ["いろはにほへとちりぬるを", null, AIKO],
    ["zg7-Kw2!pQ9x", null, AIKO],
    ["aaaa bbbb cccc dddd eeee", null, AIKO],
    ["broken-token-woken-taken", null, KEN],
    ["ken@example.jp-zg7Kw2", null, KEN],
    ["the platen of an old press", null, KEN],
    ["Somebody else's ken", null, KEN],
  ] as const)("%s: %s", async ([password, problem, owner]) => {
    expect(await passwordProblem(password, owner)).toBe(problem);
  });

  test("are judged by characters, not by bytes or kinds", async () => {
    const texts = fc.string({ unit: "grapheme", minLength: 1, maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const characters = [...text.normalize("NFC")].length;
        const problem = await passwordProblem(text, { email: "a@b.jp", names: [] });
        expect(problem === "too_short").toBe(characters < 12);
        expect(problem === "too_long").toBe(characters > PASSWORD_CHARACTERS_MAX);
      }),
    );
  });

  test("are never the owner's address, however it is written, nor with a few signs around it", async () => {
    const part = fc.stringMatching(/^[a-z][a-z0-9]{1,8}$/);
    const local = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("."));
    const domain = fc.array(part, { minLength: 2, maxLength: 4 }).map((parts) => parts.join("."));
    const written = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => text.replaceAll(/[.@]/g, ""),
      (text: string) => text.replaceAll(/[.@]/g, "-"),
      (text: string) => text.split("@").toReversed().join("@"),
      (text: string) => `${text}${text}`,
    );
    const more = fc.constantFrom("", "!", "1", "2026", "!1");
    await fc.assert(
      fc.asyncProperty(local, domain, written, more, async (name, host, write, sign) => {
        const email = `${name}@${host}`;
        expect(await passwordProblem(`${write(email)}${sign}`, { email, names: [] })).not.toBeNull();
      }),
    );
  });

  test("are judged whatever they hold", async () => {
    const any = fc.string({ unit: "binary", minLength: 12, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(any, any, async (text, name) => {
        await expect(passwordProblem(text, { email: name, names: [name] })).resolves.not.toBeUndefined();
      }),
      { numRuns: 30 },
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
  const countMany = async (attempts: AttemptLimits, kind: AttemptKind, subjects: readonly string[]) => {
    const readings = [];
    for (const subject of subjects) readings.push(await attempts.count(kind, subject));
    return readings.filter(({ isOver }) => isOver).length;
  };

  test("count for each subject by itself, however it is written, until they are forgotten", async () => {
    const attempts = createAttemptLimits(null);
    const many = (times: number) =>
      countMany(
        attempts,
        "sign_in_of_account",
        Array.from({ length: times }, (_, each) => (each % 2 === 0 ? "a@example.jp" : "A@Example.JP")),
      );
    expect(await many(30)).toBe(0);
    expect(await many(1)).toBe(1);
    expect((await attempts.count("sign_in_of_account", "b@example.jp")).isOver).toBe(false);
    expect((await attempts.count("sign_in_from_address", "a@example.jp")).isOver).toBe(false);
    await attempts.forget("sign_in_of_account", "a@example.jp");
    expect(await many(1)).toBe(0);
  });

  test.for([
    "sign_in_from_address",
    "reset_from_address",
    "link_from_address",
    "registration_from_address",
    "authorization_from_address",
    "token_from_address",
  ] as const)("%s: a network of IPv6 counts as one, and a site as eight", async (kind) => {
    const attempts = createAttemptLimits(null);
    const { limit } = await attempts.count(kind, "192.0.2.1");
    const inOneNetwork = Array.from({ length: limit + 10 }, (_, each) => `2001:db8:0:1::${each.toString(16)}`);
    expect(await countMany(attempts, kind, inOneNetwork)).toBe(10);
    expect(await countMany(attempts, kind, ["2001:db8:0:2::1"])).toBe(0);
    const inOneSite = Array.from({ length: limit * 8 + 10 }, (_, each) => `2001:db8:7:${each.toString(16)}::1`);
    expect(await countMany(attempts, kind, inOneSite)).toBe(10);
    expect(await countMany(attempts, kind, ["2001:db8:8::1"])).toBe(0);
    const mapped = Array.from({ length: limit + 10 }, (_, each) => `::ffff:198.51.${each >> 8}.${each & 255}`);
    expect(await countMany(attempts, kind, mapped)).toBe(0);
  });

  test("what one network sends beyond its limit does not count for the rest of its site", async () => {
    const attempts = createAttemptLimits(null);
    const flood = Array.from({ length: 1_000 }, () => "2001:db8::1");
    expect(await countMany(attempts, "sign_in_from_address", flood)).toBe(940);
    expect(await countMany(attempts, "sign_in_from_address", ["2001:db8:0:5::1"])).toBe(0);
  });

  /** How many attempts at an account are judged, of so many from each address in turn. */
  const judged = async (attempts: AttemptLimits, addresses: readonly string[], each: number): Promise<number> => {
    let count = 0;
    for (const address of addresses) {
      for (let attempt = 0; attempt < each; attempt += 1) {
        if (!(await attempts.countSignIn("owner@example.jp", address)).isOver) count += 1;
      }
    }
    return count;
  };

  test("at an account from one IPv6 site leave the owner's attempts elsewhere alone", async () => {
    const attempts = createAttemptLimits(null);
    const site = Array.from({ length: 12 }, (_, each) => `2001:db8:7:${each.toString(16)}::1`);
    expect(await judged(attempts, site, 12)).toBe(20);
    expect(await judged(attempts, ["2001:db8:8::1"], 11)).toBe(10);
  });

  test("at an account from many networks leave a few to each network that has not tried it", async () => {
    const attempts = createAttemptLimits(null);
    expect(await judged(attempts, ["203.0.113.1", "203.0.113.2", "203.0.113.3"], 12)).toBe(30);
    expect(await judged(attempts, ["203.0.113.3"], 5)).toBe(0);
    // The owner, who mistypes twice.
    expect(await judged(attempts, ["198.51.100.7"], 4)).toBe(3);
    // A hundred at most, from anywhere.
    const everywhere = Array.from({ length: 60 }, (_, each) => `192.0.2.${each}`);
    expect(await judged(attempts, everywhere, 12)).toBe(67);
    expect(await judged(attempts, ["198.51.100.8"], 1)).toBe(0);
    await attempts.forgetSignIns("owner@example.jp", "198.51.100.8");
    expect(await judged(attempts, ["198.51.100.8"], 10)).toBe(10);
  });

  test("requests of people without an organization count by network and by site", async () => {
    const rates = createRateLimits(null);
    const over = async (addresses: readonly string[]): Promise<number> => {
      const readings = [];
      for (const address of addresses) readings.push(await rates.countRequestFrom(address, 60));
      return readings.filter(({ isOver }) => isOver).length;
    };
    const addresses = (count: number, group: (each: string) => string): readonly string[] =>
      Array.from({ length: count }, (_, each) => group(each.toString(16)));
    expect(await over(addresses(70, (each) => `2001:db8:0:1::${each}`))).toBe(10);
    expect(await over(addresses(8 * 60 - 55, (each) => `2001:db8:0:f${each}::1`))).toBe(5);
    expect(await over(["2001:db8:1::1", "192.0.2.1"])).toBe(0);
    expect((await rates.countRequestFrom("192.0.2.2", 60, 61)).isOver).toBe(true);
  });

  test("unknown credentials count in the same way", async () => {
    const rates = createRateLimits(null);
    const readings = [];
    for (let each = 0; each < 100; each += 1) {
      readings.push(await rates.countFailure(`2001:db8:0:1::${each.toString(16)}`));
    }
    expect(readings.filter(({ isOver }) => isOver)).toHaveLength(40);
    expect((await rates.countFailure("2001:db8:0:2::1")).isOver).toBe(false);
  });
});

describe("the queue of passwords", () => {
  test("has places for several networks, and keeps some for people who are known", async () => {
    const passwords = createPasswords();
    const taken: PasswordTurn[] = [];
    const enter = (network: string | null): boolean => {
      const turn = passwords.enter(network);
      if (turn !== null) taken.push(turn);
      return turn !== null;
    };
    const many = (network: string | null) => Array.from({ length: 60 }, () => enter(network)).filter(Boolean).length;
    expect(many("192.0.2.1")).toBe(7);
    expect(many("192.0.2.2")).toBe(7);
    expect(many("192.0.2.3")).toBe(0);
    expect(many(null)).toBe(4);
    for (const turn of taken) turn[Symbol.dispose]();
    expect(enter("192.0.2.1")).toBe(true);
    await passwords.close();
  });

  test("hashes, compares and judges in threads, while this one goes on", async () => {
    const passwords = createPasswords();
    using turn = passwords.enter(null);
    if (turn === null) throw new Error("an empty queue has no place");
    const turns = monitorEventLoopDelay({ resolution: 5 });
    turns.enable();
    const stored = await turn.hash("パスワード");
    turns.disable();
    expect(await turn.matches("パスワード", stored)).toBe(true);
    expect(await turn.matches("パスワート", stored)).toBe(false);
    expect(await turn.matches("パスワード", null)).toBe(false);
    expect(await turn.problem("platenplaten1", AIKO)).toBe("predictable");
    // A hash in this thread would be one delay of a fifth of a second at least.
    expect(turns.count).toBeGreaterThan(5);
    await passwords.close();
  });
});
