// Bodies that come slowly: what has come of them together is bounded, for an account and for the process.
import { expect, test } from "vitest";
import { ArrivingBodies } from "../../../src/core/methods/arriving-bodies.ts";
import { errorAnswerOf } from "../../../src/core/methods/index.ts";

const MEBIBYTE = 1024 * 1024;

function codeOf(act: () => void): string {
  try {
    act();
    return "taken";
  } catch (thrown) {
    const { code, detail } = errorAnswerOf(thrown, "req");
    return `${code} after ${detail.retryAfterSeconds}`;
  }
}

test("an account has as much as eight of its largest bodies under way, and as much again when they have ended", () => {
  const bodies = new ArrivingBodies();
  const begun = Array.from({ length: 9 }, () => bodies.begin("org_a", 4 * MEBIBYTE));
  const taken = begun.map((body) => codeOf(() => body.add(4 * MEBIBYTE)));
  expect(taken).toEqual([...Array<string>(8).fill("taken"), "rate_limited after 5"]);
  expect(codeOf(() => bodies.begin("org_b", 4 * MEBIBYTE).add(4 * MEBIBYTE))).toBe("taken");
  for (const body of begun) body[Symbol.dispose]();
  expect(codeOf(() => bodies.begin("org_a", 4 * MEBIBYTE).add(32 * MEBIBYTE))).toBe("taken");
});

test("pieces count as they come: nothing counts for what was announced alone", () => {
  const bodies = new ArrivingBodies();
  const begun = Array.from({ length: 1_000 }, () => bodies.begin("org_a", 32 * MEBIBYTE));
  for (const body of begun) expect(codeOf(() => body.add(64 * 1024))).toBe("taken");
});

test("beyond what the process has, those are refused who hold more than the others", () => {
  const bodies = new ArrivingBodies(100 * MEBIBYTE);
  for (const account of ["org_a", "org_b"]) {
    using _whole = bodies.begin(account, 32 * MEBIBYTE);
    expect(codeOf(() => _whole.add(45 * MEBIBYTE))).toBe("taken");
  }
  const [large, other, small] = ["org_a", "org_b", "org_c"].map((account) => bodies.begin(account, 32 * MEBIBYTE));
  expect(codeOf(() => large?.add(60 * MEBIBYTE))).toBe("taken");
  expect(codeOf(() => other?.add(39 * MEBIBYTE))).toBe("taken");
  expect(codeOf(() => small?.add(4 * MEBIBYTE))).toBe("taken");
  expect(codeOf(() => large?.add(1))).toBe("unavailable after 5");
  expect(codeOf(() => small?.add(4 * MEBIBYTE))).toBe("taken");
  large?.[Symbol.dispose]();
  expect(codeOf(() => other?.add(1))).toBe("taken");
});
