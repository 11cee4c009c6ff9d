// What a mask prints, counted out in whole numbers by other means.
import fc from "fast-check";
import { expect, test } from "vitest";
import { readNumberPattern } from "../../../../src/core/expression/formats/number-format.ts";
import { Decimal } from "../../../../src/core/expression/values/decimal.ts";

const masks = fc.record({
  integer: fc.constantFrom("#,##0", "0", "#", "#,###", "000", "#,#00"),
  least: fc.nat(4),
  more: fc.nat(3),
});

/** Digits and where the point stands in them. */
const numbers = fc.record({
  units: fc.oneof(fc.bigInt({ min: -2_000n, max: 2_000n }), fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n })),
  scale: fc.nat(9),
});

function counted(units: bigint, scale: number, integer: string, least: number, most: number): string {
  const isNegative = units < 0n;
  let digits = isNegative ? -units : units;
  let decimals = scale;
  if (decimals > most) {
    const power = 10n ** BigInt(decimals - most);
    digits = (2n * digits + power) / (2n * power);
    decimals = most;
  }
  const written = digits.toString().padStart(decimals + 1, "0");
  const cut = written.length - decimals;
  const whole = written.slice(0, cut).replace(/^0$/, "").padStart(integer.replaceAll(/[#,]/g, "").length, "0");
  const rest = written.slice(cut).replace(/0+$/, "").padEnd(least, "0");
  const grouped = integer.includes(",") ? whole.replaceAll(/\B(?=(\d{3})+$)/g, ",") : whole;
  return `${isNegative && digits !== 0n ? "-" : ""}${grouped}${rest === "" ? "" : `.${rest}`}`;
}

test("a mask prints a number rounded half up, with the decimals and the groups that it asks for", () => {
  fc.assert(
    fc.property(masks, numbers, ({ integer, least, more }, { units, scale }) => {
      const decimals = "0".repeat(least) + "#".repeat(more);
      const format = readNumberPattern(decimals === "" ? integer : `${integer}.${decimals}`);
      if ("problem" in format) throw new Error(format.problem);
      const sign = units < 0n ? "-" : "";
      const written = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
      const cut = written.length - scale;
      const plain = sign + written.slice(0, cut) + (scale === 0 ? "" : `.${written.slice(cut)}`);
      expect(format.print(Decimal.fromData(plain))).toBe(counted(units, scale, integer, least, least + more));
    }),
    { numRuns: 500 },
  );
});
