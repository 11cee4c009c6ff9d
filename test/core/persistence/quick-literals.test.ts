import { PostgreSqlPlatform } from "@mikro-orm/postgresql";
import fc from "fast-check";
import { expect, test } from "vitest";
import { quickenLiterals } from "../../../src/core/persistence/mikro/quick-literals.ts";

const theirs = new PostgreSqlPlatform();
const ours = new PostgreSqlPlatform();
quickenLiterals(ours);

test("texts are the same literals as the ORM's own", () => {
  const text = fc.string({
    unit: fc.constantFrom("'", "\\", "''", "\\'", " E", "?", "$1", "\n", "\u3042", "\ud842\udfb7", "a"),
  });
  fc.assert(
    fc.property(text, (value) => {
      expect(ours.escape(value)).toBe(theirs.escape(value));
    }),
  );
});

test("a long text takes a small part of what the ORM takes", () => {
  const long = 'it\'s {"name": "\u5c71\u7530"} '.repeat(300_000);
  const cost = (platform: PostgreSqlPlatform): number => {
    const since = process.threadCpuUsage();
    platform.escape(long);
    const { user, system } = process.threadCpuUsage(since);
    return user + system;
  };
  expect(cost(ours)).toBeLessThan(cost(theirs) / 3);
});
