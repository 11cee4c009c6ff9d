import fc from "fast-check";
import { expect, test } from "vitest";
import { readDateParts, readDatePattern } from "../../../../src/core/expression/formats/date-format.ts";
import { readNumberPattern } from "../../../../src/core/expression/formats/number-format.ts";
import { Decimal, FORMAT_PATTERNS } from "../../../../src/core/expression/index.ts";

test.each(FORMAT_PATTERNS.map((each) => [each.pattern, each] as const))(
  "the pattern %s writes its sample as it says",
  (pattern, { of, sample }) => {
    const [value = "", writing] = sample.split(" → ");
    if (of === "number") {
      const format = readNumberPattern(pattern);
      if ("problem" in format) throw new Error(format.problem);
      expect(format.print(Decimal.of(value))).toBe(writing);
    } else {
      const format = readDatePattern(pattern);
      const parts = readDateParts(value);
      if ("problem" in format || parts === null) throw new Error(pattern);
      expect(format.print(parts)).toBe(writing);
    }
  },
);

test.each([
  ["month", '"month" is no part of a date pattern', "yyyy年M月"],
  ["Weeks", '"Weeks" is no part of a date pattern', "M/d"],
  ["day", '"day" is no part of a date pattern', "d"],
  ["year", '"year" is no part of a date pattern', "yyyy年"],
  ["year/month/day", '"year" is no part of a date pattern', "yyyy/M/d"],
  ["week M/d", '"week" is no part of a date pattern', '"week" M/d'],
  ["Phase", '"Phase" is no part of a date pattern', "yyyy/MM/dd"],
  ["YYYYMMDD", '"YYYY" is no part of a date pattern', "yyyyMMdd"],
  ["yyyy-MM-ddTHH:mm", '"T" is no part of a date pattern', 'yyyy-MM-dd"T"HH:mm'],
  ["yyyyQ", '"Q" is no part of a date pattern', 'yyyy"Q"'],
  ["aaaaa", '"aaaaa" is no part of a date pattern', "yyyy/MM/dd"],
  ["工程", "the pattern shows no part of a date", "yyyy/MM/dd"],
])("the letters of %s are mended at once", (pattern, problem, better) => {
  expect(readDatePattern(pattern)).toEqual({ problem, better });
  expect(readDatePattern(better)).not.toHaveProperty("problem");
});

test("what is written in place of strange letters is a pattern", () => {
  const pieces = fc.constantFrom(
    "yyyy",
    "YYYY",
    "M",
    "DD",
    "d",
    "Q",
    "th",
    "month",
    "T",
    "ee",
    '"',
    "年",
    " ",
    "/",
    "foo",
  );
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 6 }), (all) => {
      let format = readDatePattern(all.join(""));
      // Letters first, then a quote that is not closed.
      for (let step = 0; step < 2 && "problem" in format; step++) format = readDatePattern(format.better ?? "");
      expect(format).not.toHaveProperty("problem");
    }),
  );
});
