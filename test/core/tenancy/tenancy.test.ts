import { createHash, scryptSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  DEFAULT_PLANS,
  isId,
  keyMatches,
  mayCall,
  newApiKey,
  newId,
  type Principal,
  parseApiKey,
  planNamed,
  ROLE_REACH,
  type Role,
  retainedUntil,
  roleOf,
  scopeOf,
  usagePeriodAt,
} from "../../../src/core/tenancy/index.ts";
import { hashOf, isHashOf } from "../../../src/core/tenancy/password-hash.ts";

describe("ids", () => {
  test("are a prefix and 26 characters, and sort as they were made", () => {
    const ids = Array.from({ length: 2_000 }, () => newId("rnd"));
    for (const id of ids) expect(id).toMatch(/^rnd_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("carry a version 7 UUID with the present time", () => {
    const before = Date.now();
    const digits = "0123456789abcdefghjkmnpqrstvwxyz";
    const number = [...newId("org").slice(4)].reduce((sum, digit) => sum * 32n + BigInt(digits.indexOf(digit)), 0n);
    const hex = number.toString(16).padStart(32, "0");
    expect(hex[12]).toBe("7");
    expect("89ab").toContain(hex[16]);
    const milliseconds = Number.parseInt(hex.slice(0, 12), 16);
    expect(milliseconds).toBeGreaterThanOrEqual(before);
    expect(milliseconds).toBeLessThanOrEqual(Date.now());
  });

  test("of another kind or form are none", () => {
    const id = newId("cnv");
    expect(isId("cnv", id)).toBe(true);
    for (const other of [id.toUpperCase(), `${id}0`, id.slice(0, -1), `${id}\n`, ` ${id}`, "", newId("rnd")]) {
      expect(isId("cnv", other)).toBe(false);
    }
  });
});

describe("API keys", () => {
  test("read pk_<prefix>_<secret>, are unique, and match their own hash only", () => {
    const [first, second] = [newApiKey(), newApiKey()];
    expect(first.text).toMatch(/^pk_[0-9a-z]{12}_[0-9a-z]{52}$/);
    expect(first.prefix).not.toBe(second.prefix);
    const presented = parseApiKey(first.text);
    if (presented === null) throw new Error("a new key was not read");
    expect(presented.prefix).toBe(first.prefix);
    expect(keyMatches(presented, first.secretHash)).toBe(true);
    expect(keyMatches(presented, second.secretHash)).toBe(false);
    expect(keyMatches(presented, null)).toBe(false);
  });

  test("are kept as the SHA-256 of the secret, from which no part of the secret can be read", () => {
    const key = newApiKey();
    const secret = key.text.split("_")[2] ?? "";
    expect(Buffer.from(key.secretHash).toString("hex")).toBe(createHash("sha256").update(secret).digest("hex"));
  });

  test("that differ in any one character are another key", () => {
    const key = newApiKey();
    const secretStart = key.text.length - 52;
    fc.assert(
      fc.property(fc.nat(51), fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyz"), (index, character) => {
        const at = secretStart + index;
        fc.pre(key.text[at] !== character);
        const presented = parseApiKey(key.text.slice(0, at) + character + key.text.slice(at + 1));
        return presented !== null && !keyMatches(presented, key.secretHash);
      }),
    );
  });

  test("of another form are read as none", () => {
    const { text } = newApiKey();
    const wrong = [
      "",
      "pk_",
      text.slice(1),
      `${text}0`,
      ` ${text}`,
      text.toUpperCase(),
      text.replace("pk", "sk"),
      `${text}\n`,
    ];
    for (const each of wrong) expect(parseApiKey(each)).toBeNull();
    fc.assert(fc.property(fc.string(), (each) => parseApiKey(each) === null));
  });
});

describe("passwords", () => {
  test("are kept salted, with their cost, and match only themselves in any composition", async () => {
    const [stored, again] = [hashOf("パスワード"), hashOf("パスワード")];
    expect(stored).toMatch(/^scrypt\$32768\$8\$3\$[\w-]{22}\$[\w-]{43}$/);
    expect(stored).not.toBe(again);
    expect(isHashOf("パスワード".normalize("NFD"), stored)).toBe(true);
    expect(isHashOf("パスワート", stored)).toBe(false);
  });

  test("are checked with the cost they were stored with", async () => {
    const salt = Buffer.alloc(16, 7);
    const hash = scryptSync("old", salt, 32, { N: 1024, r: 8, p: 1 });
    const stored = `scrypt$1024$8$1$${salt.toString("base64url")}$${hash.toString("base64url")}`;
    expect(isHashOf("old", stored)).toBe(true);
  });

  test.for(["", "plain", "scrypt$1024$8$1$AAAA$AAAA", `scrypt$999999999$8$1$AAAA$${"A".repeat(43)}`])(
    "never match the damaged row %j",
    async (stored) => expect(isHashOf("", stored)).toBe(false),
  );
});

describe("plans", () => {
  test("have the numbers that are promised", () => {
    expect(planNamed(DEFAULT_PLANS, "free").apiAccess).toBe(false);
    expect(planNamed(DEFAULT_PLANS, "starter")).toEqual({
      ...{ name: "starter", apiAccess: true, recordsPerMonth: 1_000, requestsPerMinute: 60, recordsPerMinute: 300 },
      ...{ concurrentRenders: 2, failedSecondsPerMinute: 50, retentionDays: 7, requestBytesMax: 4_194_304 },
      ...{ outputBytesMax: 33_554_432, pagesMax: 500 },
    });
    expect(planNamed(DEFAULT_PLANS, "business")).toEqual({
      ...{
        name: "business",
        apiAccess: true,
        recordsPerMonth: 50_000,
        requestsPerMinute: 600,
        recordsPerMinute: 6_000,
      },
      ...{ concurrentRenders: 8, failedSecondsPerMinute: 200, retentionDays: 30, requestBytesMax: 16_777_216 },
      ...{ outputBytesMax: 67_108_864, pagesMax: 5_000 },
    });
  });

  test("enterprise allows more than business everywhere", () => {
    const [business, enterprise] = [planNamed(DEFAULT_PLANS, "business"), planNamed(DEFAULT_PLANS, "enterprise")];
    const numbersOf = (plan: object): number[] => Object.values(plan).filter((value) => typeof value === "number");
    const larger = numbersOf(enterprise);
    for (const [index, number] of numbersOf(business).entries()) expect(larger[index]).toBeGreaterThan(number);
  });

  test("an organization whose plan is gone falls back to free", () => {
    expect(planNamed(DEFAULT_PLANS, "gold").name).toBe("free");
  });

  test("keep stored documents for whole days", () => {
    const until = retainedUntil(planNamed(DEFAULT_PLANS, "starter"), new Date("2026-11-20T10:00:00Z"));
    expect(until.toISOString()).toBe("2026-11-27T10:00:00.000Z");
  });
});

describe("callers", () => {
  const key = { kind: "key", keyId: "key_1", organizationId: "org_1", workspaceId: "wsp_1" } as const;
  const callers: readonly [Principal | null, Role][] = [
    [null, "public"],
    [{ ...key, role: "render" }, "render"],
    [{ ...key, role: "data-write" }, "data-write"],
    [{ kind: "person", personId: "per_1", organizationId: "org_1", scopes: new Set() }, "person"],
    [{ kind: "operator" }, "operator"],
  ];

  test.for(callers)("%j may call what is open to its role or to everyone", ([caller, role]) => {
    expect(roleOf(caller)).toBe(role);
    for (const other of Object.keys(ROLE_REACH) as Role[]) {
      expect(mayCall(caller, [other])).toBe(other === role || other === "public");
    }
    expect(mayCall(caller, [])).toBe(false);
  });

  test("see their key's workspace, or all of their organization", () => {
    expect(scopeOf({ ...key, role: "render" })).toEqual({ organizationId: "org_1", workspaceId: "wsp_1" });
    const person = { kind: "person", personId: "per_1", organizationId: "org_1", scopes: new Set<never>() } as const;
    expect(scopeOf(person)).toEqual({ organizationId: "org_1", workspaceId: null });
    expect(scopeOf({ kind: "operator" })).toBeNull();
  });
});

test.for([
  ["2026-11-20T10:00:00Z", "2026-11", "2026-11-01T00:00:00.000Z", "2026-12-01T00:00:00.000Z"],
  ["2026-12-31T23:59:59.999Z", "2026-12", "2026-12-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"],
  ["2027-01-01T00:00:00Z", "2027-01", "2027-01-01T00:00:00.000Z", "2027-02-01T00:00:00.000Z"],
] as const)("%s is counted in %s", ([instant, name, start, end]) => {
  const { period, start: first, end: after } = usagePeriodAt(new Date(instant));
  expect([period, first.toISOString(), after.toISOString()]).toEqual([name, start, end]);
});
