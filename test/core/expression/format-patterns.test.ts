import { expect, test } from "vitest";
import { readDateParts, readDatePattern } from "../../../src/core/expression/date-format.ts";
import { Decimal, FORMAT_PATTERNS } from "../../../src/core/expression/index.ts";
import { readNumberPattern } from "../../../src/core/expression/number-format.ts";

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
