// Choices of an enumeration stand in the order in which they are declared, whatever letters they are written in.
import fc from "fast-check";
import { expect, test } from "vitest";
import { fields, print } from "../support.ts";

const members = fc.shuffledSubarray(["b", "A", "a", "部品", "z9", "z10"], { minLength: 2 });
const given = members.chain((all) =>
  fc.record({
    all: fc.constant(all),
    kinds: fc.array(fc.option(fc.constantFrom(...all)), { minLength: 1, maxLength: 12 }),
  }),
);

const setting = (type: string, values: readonly (string | number | null)[]) => ({
  fields: fields("r[]", `r[].kind? ${type}`, "r[].n int"),
  data: JSON.stringify({ r: values.map((kind, n) => ({ ...(kind === null ? {} : { kind }), n })) }),
});

test("sorted and grouped as they are declared, absent ones last", () => {
  fc.assert(
    fc.property(given, ({ all, kinds }) => {
      const data = setting(`enum(${all.join(", ")})`, kinds);
      const placeOf = (at: number, sign: 1 | -1): number => {
        const kind = kinds[at];
        return kind === null || kind === undefined ? all.length : sign * all.indexOf(kind);
      };
      const ordered = (sign: 1 | -1) =>
        kinds.map((_, at) => at).toSorted((a, b) => placeOf(a, sign) - placeOf(b, sign) || a - b);
      expect(print("join(sort(r, .kind)[].n, ',')", data)).toBe(ordered(1).join(","));
      expect(print("join(sort(r, .kind, desc)[].n, ',')", data)).toBe(ordered(-1).join(","));
      const groups = [...new Set(ordered(1).flatMap((at) => kinds[at] ?? []))];
      expect(print("join(group(r, .kind, asc)[].key, ',')", data)).toBe(groups.join(","));
      const first = [...new Set(kinds.flatMap((kind) => kind ?? []))];
      expect(print("join(group(r, .kind)[].key, ',')", data)).toBe(first.join(","));
    }),
  );
});

test("choices that are numbers are sorted as numbers", () => {
  const data = setting("enum(10, 2, 33)", [33, 2, 10, 2]);
  expect(print("join(sort(r, .kind)[].kind, ',')", data)).toBe("2,2,10,33");
});
