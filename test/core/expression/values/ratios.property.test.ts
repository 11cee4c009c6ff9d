// Numbers are exact through any chain of + − × ÷: what is rounded at the end is the number that the chain stands for.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Decimal, ROUNDING_MODES, type RoundingMode } from "../../../../src/core/expression/values/decimal.ts";
import { inLane } from "../../../support/lane.ts";

type Chain = readonly (readonly [operator: "+" | "-" | "*" | "/", digits: string])[];

interface Fraction {
  readonly over: bigint;
  readonly under: bigint;
}

function fractionOf(digits: string): Fraction {
  const [whole = "", decimals = ""] = digits.split(".");
  return { over: BigInt(whole + decimals), under: 10n ** BigInt(decimals.length) };
}

function applied(one: Fraction, operator: Chain[number][0], other: Fraction): Fraction {
  switch (operator) {
    case "+":
      return { over: one.over * other.under + other.over * one.under, under: one.under * other.under };
    case "-":
      return { over: one.over * other.under - other.over * one.under, under: one.under * other.under };
    case "*":
      return { over: one.over * other.over, under: one.under * other.under };
    case "/": {
      const sign = other.over < 0n ? -1n : 1n;
      return { over: sign * one.over * other.under, under: sign * one.under * other.over };
    }
  }
}

/** In units of `10^-decimals`, by what the modes mean. */
function rounded({ over, under }: Fraction, decimals: number, mode: RoundingMode): bigint {
  const [top, bottom] =
    decimals >= 0 ? [over * 10n ** BigInt(decimals), under] : [over, under * 10n ** BigInt(-decimals)];
  const below = top / bottom - (top % bottom < 0n ? 1n : 0n);
  if (below * bottom === top) return below;
  const twice = 2n * (top - below * bottom);
  const [down, away] = below >= 0n ? [below, below + 1n] : [below + 1n, below];
  const results = {
    down,
    up: away,
    floor: below,
    ceil: below + 1n,
    half_up: twice === bottom ? away : twice > bottom ? below + 1n : below,
    half_even: twice === bottom ? below + (below % 2n === 0n ? 0n : 1n) : twice > bottom ? below + 1n : below,
  } satisfies Record<RoundingMode, bigint>;
  return results[mode];
}

const numbers = fc.oneof(
  fc.integer({ min: -200_000, max: 200_000 }).map(String),
  fc.constantFrom("3", "7", "12", "30", "31", "60", "365", "1.1", "1.08", "0.1", "-3", "0.0007"),
  fc
    .tuple(fc.integer({ min: -999_999, max: 999_999 }), fc.integer({ min: 0, max: 9_999 }))
    .map(([w, d]) => `${w}.${d}`),
  fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }).map(String),
);
const chains = fc.array(fc.tuple(fc.constantFrom("+", "-", "*", "/"), numbers), { minLength: 1, maxLength: 6 });

function computed(first: string, chain: Chain): { readonly value: Decimal; readonly exact: Fraction } | null {
  let value: Decimal | null = Decimal.of(first);
  let exact = fractionOf(first);
  for (const [operator, digits] of chain) {
    const other = Decimal.of(digits);
    if (value === null || (operator === "/" && other.isZero())) return null;
    exact = applied(exact, operator, fractionOf(digits));
    const results = {
      "+": () => value?.plus(other) ?? null,
      "-": () => value?.minus(other) ?? null,
      "*": () => value?.times(other) ?? null,
      "/": () => value?.dividedBy(other) ?? null,
    };
    value = results[operator]();
  }
  return value === null ? null : { value, exact };
}

test("a chain is rounded as the number that it stands for", () => {
  const places = fc.integer({ min: -3, max: 8 });
  const property = fc.property(
    numbers,
    chains,
    places,
    fc.constantFrom(...ROUNDING_MODES),
    (first, chain, places, mode) => {
      const result = computed(first, chain);
      if (result === null) return;
      const { value, exact } = result;
      const units = rounded(exact, places, mode);
      const expected = Decimal.of(String(units)).times(
        places >= 0 ? Decimal.of(`0.${"0".repeat(Math.max(0, places - 1))}1`) : Decimal.of(`1${"0".repeat(-places)}`),
      );
      const wanted = places === 0 ? Decimal.of(String(units)) : expected;
      expect(value.round(places, mode).toFixed(), `${first} ${chain.flat().join(" ")}`).toBe(wanted.toFixed());
      expect(value.sign()).toBe(exact.over < 0n ? -1 : exact.over > 0n ? 1 : 0);
      expect(value.absolute().round(places, "half_up").toFixed()).toBe(
        value.negated().absolute().round(places, "half_up").toFixed(),
      );
    },
  );
  fc.assert(property, { numRuns: inLane({ fast: 2_000, full: 50_000 }) });
});

test("numbers that are equal compare so, whatever they were divided by", () => {
  const property = fc.property(numbers, numbers, (one, other) => {
    const [value, divisor] = [Decimal.of(one), Decimal.of(other)];
    const back = value.dividedBy(divisor)?.times(divisor);
    if (back === undefined) return;
    expect(back.compare(value)).toBe(0);
    expect(back.toFixed()).toBe(value.toFixed());
    expect(back.minus(value).isZero()).toBe(true);
  });
  fc.assert(property, { numRuns: inLane({ fast: 500, full: 10_000 }) });
});

describe("sums of quotients by many numbers", () => {
  test("of months and days are exact", () => {
    let sum = Decimal.zero;
    for (let day = 1; day <= 31; day += 1)
      sum = sum.plus(Decimal.one.dividedBy(Decimal.ofInteger(day)) ?? Decimal.zero);
    for (let day = 1; day <= 31; day += 1)
      sum = sum.minus(Decimal.one.dividedBy(Decimal.ofInteger(day)) ?? Decimal.zero);
    expect(sum.toFixed()).toBe("0");
  });

  test("of thousands of numbers stay near, and small", () => {
    let sum = Decimal.zero;
    for (let at = 1; at <= 5_000; at += 1) sum = sum.plus(Decimal.one.dividedBy(Decimal.ofInteger(at)) ?? Decimal.zero);
    expect(sum.round(10, "half_up").toFixed()).toBe("9.094508853");
    expect(sum.toFixed().length).toBeLessThan(50);
    expect(sum.isComputable()).toBe(true);
  });
});
