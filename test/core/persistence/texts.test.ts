import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isJsonObject } from "../../../src/core/persistence/json-members.ts";
import { decodePageToken, encodePageToken } from "../../../src/core/persistence/page-token.ts";
import { normalizeTitle, searchForm } from "../../../src/core/persistence/title.ts";
import { newId } from "../../../src/core/tenancy/index.ts";

test("only strict JSON is an object", () => {
  expect(isJsonObject(' {"a":1}\n')).toBe(true);
  for (const text of ['{"a":01}', "{a:1}", '{"a":1}{}', '{"a":"\t"}', "[{}]"]) expect(isJsonObject(text)).toBe(false);
});

describe("page tokens", () => {
  const filters = ["renders", "org_1", null, "a"];

  test("give back the position they were made of", () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date("2200-01-01"), noInvalidDate: true }), (instant) => {
        const position = { instant, id: newId("rnd") };
        const token = encodePageToken(position, filters);
        expect(token).toMatch(/^[\w-]+$/);
        expect(decodePageToken(token, filters)).toEqual(position);
        expect(decodePageToken(token, ["renders", "org_1", "a", null])).toBeNull();
      }),
    );
  });

  test("that are made up give no position", () => {
    fc.assert(fc.property(fc.string(), (text) => decodePageToken(text, filters) === null));
  });
});

describe("titles", () => {
  test.for([
    [" 請求書 ", "請求書"],
    ["か\u3099", "が"],
    ["👨‍👩‍👧 家族", "👨‍👩‍👧 家族"],
    ["a\tb", null],
    ["\ud800", null],
    ["　", null],
    ["あ".repeat(200), "あ".repeat(200)],
    ["𠮷".repeat(200), "𠮷".repeat(200)],
    ["あ".repeat(201), null],
  ] as const)("a title is stored trimmed and composed, or not at all (%#)", ([title, stored]) =>
    expect(normalizeTitle(title)).toBe(stored),
  );

  test("are searched without regard to case, width and composition", () => {
    expect(searchForm("ＩＮＶＯＩＣＥ ｶﾞｽ")).toBe(searchForm("invoice ガス"));
  });
});
