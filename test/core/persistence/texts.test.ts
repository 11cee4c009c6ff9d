import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countRows, isJsonObject, topLevelMembers } from "../../../src/core/persistence/json-members.ts";
import { decodePageToken, encodePageToken } from "../../../src/core/persistence/page-token.ts";
import { normalizeTitle, searchForm } from "../../../src/core/persistence/title.ts";
import { newId } from "../../../src/core/tenancy/index.ts";

describe("the members of a JSON object", () => {
  test("are found with their exact places and array lengths, whatever the values are", () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue());
    const blanks = fc.constantFrom(0, 1, 2, "\t");
    fc.assert(
      fc.property(object, blanks, (value, indent) => {
        const json = JSON.stringify(value, null, indent);
        const members = topLevelMembers(json);
        expect(members.map((member) => member.name)).toEqual(Object.keys(JSON.parse(json)));
        for (const { name, start, end, items } of members) {
          const inner: unknown = JSON.parse(json.slice(start, end));
          expect(JSON.stringify(inner)).toBe(JSON.stringify(value[name]));
          expect(items).toBe(Array.isArray(inner) ? inner.length : null);
        }
      }),
    );
  });

  test("deep nesting is no problem", () => {
    const depth = 100_000;
    const json = `{"deep":${"[".repeat(depth)}${"]".repeat(depth)},"after":[1,[2,3],{"a":[4,5]}]}`;
    expect(topLevelMembers(json).map((member) => member.items)).toEqual([1, 3]);
  });

  test("a name that stands twice is listed twice", () => {
    expect(topLevelMembers('{"a":[1],"\\u0061":[1,2]}').map(({ name, items }) => [name, items])).toEqual([
      ["a", 1],
      ["a", 2],
    ]);
  });

  test("only strict JSON counts", () => {
    expect(isJsonObject(' {"a":1}\n')).toBe(true);
    for (const text of ['{"a":01}', "{a:1}", '{"a":1}{}', '{"a":"\t"}', "[{}]"]) expect(isJsonObject(text)).toBe(false);
    expect(countRows(" [{},{}] ")).toBe(2);
    expect(countRows("[]")).toBe(0);
    for (const text of ["[[]]", "[null]", '["a"]', "[{},]", "{}"]) expect(countRows(text)).toBeNull();
  });
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
