import fc from "fast-check";
import { expect, test } from "vitest";
import { Decimal as FormDecimal, ROUNDING_MODES } from "../../../src/core/expression/index.ts";
import { Decimal } from "../../../src/core/sdk/index.ts";

const digits = fc
  .tuple(fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }), fc.integer({ min: 0, max: 8 }))
  .map(([units, scale]) => {
    const text = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
    const written = scale === 0 ? text : `${text.slice(0, -scale)}.${text.slice(-scale)}`;
    return units < 0n ? `-${written}` : written;
  });

test("rules compute as forms do", () => {
  fc.assert(
    fc.property(
      digits,
      digits,
      fc.integer({ min: -3, max: 9 }),
      fc.constantFrom(...ROUNDING_MODES),
      (a, b, at, mode) => {
        const [x, y] = [Decimal.of(a), Decimal.of(b)];
        const [u, v] = [FormDecimal.of(a), FormDecimal.of(b)];
        expect(x.plus(y).toFixed()).toBe(u.plus(v).toFixed());
        expect(x.minus(y).toFixed()).toBe(u.minus(v).toFixed());
        expect(x.times(y).toFixed()).toBe(u.times(v).toFixed());
        expect(x.dividedBy(y)?.toFixed()).toBe(u.dividedBy(v)?.toFixed());
        expect(x.compare(y)).toBe(u.compare(v));
        expect(x.round(at, mode).toFixed()).toBe(u.round(at, mode).toFixed());
        expect(x.toInteger()).toBe(u.toInteger());
      },
    ),
  );
});

test("a quotient is rounded once", () => {
  const quotient = Decimal.of("5246143448528894274571.83").dividedBy(Decimal.of("46551202883644659504785.1"));
  expect(quotient?.toFixed()).toBe("0.1126961952334872730030082378079406687815");
});

test.each(["", "1e3", "1,000", "１", " 1"])("%j is refused", (text) => {
  expect(() => Decimal.of(text)).toThrow("is no decimal number");
});
