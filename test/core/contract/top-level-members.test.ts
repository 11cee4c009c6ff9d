import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { topLevelMembers } from "../../../src/core/contract/index.ts";

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
});
