import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readJson } from "../../../src/core/contract/index.ts";
import {
  checkExpression,
  compileProgram,
  Decimal,
  openRecord,
  rootScope,
  withPageNames,
} from "../../../src/core/expression/index.ts";
import type { Expression } from "../../../src/core/language/index.ts";
import { fields } from "./support.ts";

/** A decimal as integer over a power of ten: exact by definition. */
interface Rational {
  readonly units: bigint;
  readonly scale: number;
}

const decimalText = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.nat({ max: 12 }))
  .map(([negative, units, scale]) => print({ units: negative ? -units : units, scale }));

function read(text: string): Rational {
  const [integer = "", decimals = ""] = text.split(".");
  return { units: BigInt(integer + decimals), scale: decimals.length };
}

/** Plain notation without trailing zeros. */
function print({ units, scale }: Rational): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, "0");
  const decimals = scale === 0 ? "" : digits.slice(digits.length - scale).replace(/0+$/, "");
  return (units < 0n ? "-" : "") + digits.slice(0, digits.length - scale) + (decimals === "" ? "" : `.${decimals}`);
}

function at(value: Rational, scale: number): bigint {
  return value.units * 10n ** BigInt(scale - value.scale);
}

function roundUnits(units: bigint, power: bigint, mode: string): bigint {
  const quotient = units / power;
  const rest = units - quotient * power;
  if (rest === 0n) return quotient;
  const away = quotient + (units < 0n ? -1n : 1n);
  const twice = (rest < 0n ? -rest : rest) * 2n;
  const up =
    mode === "up" ||
    (mode === "floor" && units < 0n) ||
    (mode === "ceil" && units > 0n) ||
    (mode === "half_up" && twice >= power) ||
    (mode === "half_even" && (twice > power || (twice === power && quotient % 2n !== 0n)));
  return up ? away : quotient;
}

describe("decimals agree with integers over powers of ten", () => {
  test("sums, differences, products and comparisons are exact", () => {
    fc.assert(
      fc.property(decimalText, decimalText, (a, b) => {
        const [x, y] = [read(a), read(b)];
        const scale = Math.max(x.scale, y.scale);
        const [p, q] = [Decimal.of(a), Decimal.of(b)];
        expect(p.plus(q).toString()).toBe(print({ units: at(x, scale) + at(y, scale), scale }));
        expect(p.minus(q).toString()).toBe(print({ units: at(x, scale) - at(y, scale), scale }));
        expect(p.times(q).toString()).toBe(print({ units: x.units * y.units, scale: x.scale + y.scale }));
        expect(p.compare(q)).toBe(at(x, scale) < at(y, scale) ? -1 : at(x, scale) > at(y, scale) ? 1 : 0);
        if (y.units !== 0n)
          expect(p.remainder(q)?.toString()).toBe(print({ units: at(x, scale) % at(y, scale), scale }));
      }),
      { numRuns: 400 },
    );
  });

  test("quotients are half-even at 40 decimals, and exact where they end before", () => {
    fc.assert(
      fc.property(decimalText, decimalText, (a, b) => {
        const [x, y] = [read(a), read(b)];
        fc.pre(y.units !== 0n);
        const scale = Math.max(x.scale, y.scale);
        const [numerator, denominator] = [at(x, scale) * 10n ** 40n, at(y, scale)];
        const sign = denominator < 0n ? -1n : 1n;
        const units = roundUnits(numerator * sign, denominator * sign, "half_even");
        expect(Decimal.of(a).dividedBy(Decimal.of(b))?.toString()).toBe(print({ units, scale: 40 }));
      }),
      { numRuns: 300 },
    );
  });

  test("every rounding mode rounds as defined, small numbers and large", () => {
    const modes = fc.constantFrom("down", "up", "half_up", "half_even", "floor", "ceil");
    const small = fc
      .tuple(fc.integer({ min: -99_999, max: 99_999 }), fc.nat({ max: 4 }))
      .map(([units, scale]) => print({ units: BigInt(units), scale }));
    fc.assert(
      fc.property(fc.oneof(decimalText, small), fc.integer({ min: -3, max: 6 }), modes, (text, places, mode) => {
        const value = read(text);
        const dropped = value.scale - places;
        const units = dropped <= 0 ? at(value, places) : roundUnits(value.units, 10n ** BigInt(dropped), mode);
        const expected =
          places >= 0 ? print({ units, scale: places }) : print({ units: units * 10n ** BigInt(-places), scale: 0 });
        expect(Decimal.of(text).round(places, mode).toString()).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });

  test("numbers of data print as written", () => {
    fc.assert(
      fc.property(decimalText, fc.nat({ max: 4 }), (text, zeros) => {
        const written = text.includes(".") ? text + "0".repeat(zeros) : text;
        expect(Decimal.fromData(written).toString()).toBe(written);
      }),
    );
  });
});

const SPAN = { start: 0, end: 1 };
const NAMES = [
  "items",
  "qty",
  "rate",
  "note",
  "day",
  "page",
  "outer",
  "index",
  "total",
  "customer",
  "n",
  "desc",
  "__proto__",
  "toString",
];
const FUNCTIONS = [
  "sum",
  "round",
  "group",
  "sort",
  "if",
  "case",
  "has",
  "format",
  "label",
  "min",
  "join",
  "first",
  "addDays",
  "left",
  "pad",
  "repeat",
  "concat",
  "days",
  "count",
  "avg",
  "constructor",
  "nope",
];

/** Any tree that a parser could hand over, sensible or not. */
const expressions: fc.Arbitrary<Expression> = fc.letrec<{ node: Expression }>((tie) => {
  const name = fc.constantFrom(...NAMES);
  const placed = name.map((text) => ({ text, span: SPAN }));
  return {
    node: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.record({
        kind: fc.constant("number" as const),
        span: fc.constant(SPAN),
        digits: fc.constantFrom("0", "1", "2.50", "99999999999999999999"),
      }),
      fc.record({
        kind: fc.constant("string" as const),
        span: fc.constant(SPAN),
        text: fc.constantFrom("", "0.0", "yyyy", "a", "paid", "#,##0"),
      }),
      fc.record({
        kind: fc.constant("constant" as const),
        span: fc.constant(SPAN),
        value: fc.constantFrom(true as const, false as const, null),
      }),
      fc.record({ kind: fc.constant("name" as const), span: fc.constant(SPAN), name }),
      fc.record({ kind: fc.constant("current" as const), span: fc.constant(SPAN), name: placed }),
      fc.record({ kind: fc.constant("member" as const), span: fc.constant(SPAN), base: tie("node"), name: placed }),
      fc.record({ kind: fc.constant("all" as const), span: fc.constant(SPAN), base: tie("node") }),
      fc.record({
        kind: fc.constant("filter" as const),
        span: fc.constant(SPAN),
        base: tie("node"),
        condition: tie("node"),
      }),
      fc.record({
        kind: fc.constant("call" as const),
        span: fc.constant(SPAN),
        name: fc.constantFrom(...FUNCTIONS).map((text) => ({ text, span: SPAN })),
        args: fc.array(tie("node"), { maxLength: 3 }),
      }),
      fc.record({ kind: fc.constant("not" as const), span: fc.constant(SPAN), operand: tie("node") }),
      fc.record({ kind: fc.constant("negate" as const), span: fc.constant(SPAN), operand: tie("node") }),
      fc.record({
        kind: fc.constant("binary" as const),
        span: fc.constant(SPAN),
        operatorSpan: fc.constant(SPAN),
        left: tie("node"),
        right: tie("node"),
        operator: fc.constantFrom("+", "-", "*", "/", "%", "??", "==", "!=", "<", "<=", ">", ">=", "and", "or"),
      }),
    ),
  };
}).node;

const DECLARED = fields(
  "items[]",
  "items[].qty decimal(9,2)",
  "items[].rate enum(10, 8)",
  "note? text",
  "day date",
  "customer.n? int",
);
const DATA = readJson(
  '{"items":[{"qty":1.50,"rate":8},{"qty":0,"rate":10}],"day":"2026-10-31","customer":{"n":null}}',
).value;

describe("whatever stands in an expression", () => {
  test.each([
    ["declared", DECLARED],
    ["undeclared", []],
  ])("%s: checking and evaluating never throw, and twice gives the same", (_name, declared) => {
    const list = { kind: "name", span: SPAN, name: "items" } as const;
    const outer = withPageNames(rootScope(declared));
    const items = checkExpression(list, outer).value;
    if (items === null) throw new Error("items is a list");
    const inside = openRecord(items, outer);
    const program = compileProgram({ fields: declared, lets: [] });
    let typed = 0;
    fc.assert(
      fc.property(expressions, (expression) => {
        const { value, diagnostics } = checkExpression(expression, inside);
        expect(value !== null || diagnostics.some((each) => each.severity === "error")).toBe(true);
        if (value === null) return;
        typed += 1;
        const stored = JSON.parse(JSON.stringify(value.code)) as typeof value.code;
        const outcomes = [value.code, stored].map((code) => {
          const evaluation = program.evaluate(DATA);
          const rows = evaluation.records(items.code, evaluation.root);
          return { texts: rows.map((row) => evaluation.text(code, row)), told: evaluation.diagnostics };
        });
        expect(outcomes[0]).toEqual(outcomes[1]);
      }),
      { numRuns: 3_000 },
    );
    expect(typed).toBeGreaterThan(100);
  });
});
