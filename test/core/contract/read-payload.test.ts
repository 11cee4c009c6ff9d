import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import {
  type JudgeOptions,
  readJson,
  readJsonThoroughly,
  readPayload,
  VIOLATIONS_MAX,
  type Violation,
  violationMessage,
} from "../../../src/core/contract/index.ts";
import { type CanvasField, checkPattern, type PayloadValue } from "../../../src/core/expression/index.ts";
import { fields } from "../expression/support.ts";

const IGNORE: JudgeOptions = { extra: "ignore" };
const encoder = new TextEncoder();

/** Members of an enum that takes many. */
const LETTERS = Array.from({ length: 24 }, (_, at) => `m${at}`);

const INVOICE: readonly CanvasField[] = fields(
  "customer.name string(5)",
  "customer.title? enum(御中, 様)",
  "note? text(10)",
  "paid bool",
  "count int",
  "invoice.date date",
  "at? time",
  "stamp? datetime",
  "seal? image",
  "items[]",
  "items[].name string(20)",
  "items[].price decimal(6,2)",
  "items[].rate enum(10, 8)",
  "days[] date",
).map((field) => {
  if (field.path === "customer.title") return { ...field, default: '"御中"' };
  if (field.path === "count") return { ...field, min: "1", max: "10", example: "3" };
  if (field.path === "items[]") return { ...field, min: "1", max: "3" };
  if (field.path === "items[].name") return { ...field, pattern: "^[A-Z]+$", example: '["AB"]' };
  return field;
});

const GOOD = {
  customer: { name: "山本" },
  paid: true,
  count: 3,
  invoice: { date: "2026-10-31" },
  items: [{ name: "AB", price: 1200.5, rate: 8 }],
  days: ["2026-12-05"],
};

function read(data: unknown, options = IGNORE) {
  return readPayload(encoder.encode(typeof data === "string" ? data : JSON.stringify(data)), INVOICE, options);
}

const lines = (violations: readonly Violation[]) =>
  violations.map(({ path, rule, received }) => `${path} ${rule} ${received}`);

describe("a payload that satisfies its contract", () => {
  test("is read with defaults filled in", () => {
    const { value, violations, malformed } = read(GOOD);
    expect([violations, malformed]).toEqual([[], null]);
    expect(at(value, "customer", "title")).toBe("御中");
  });

  test("keeps the digits of its numbers, but for zeros that say nothing", () => {
    const source = JSON.stringify(GOOD).replace("1200.5", "1200.50");
    expect(at(read(source).value, "items", 0, "price")).toEqual({ kind: "number", digits: "1200.5" });
    expect(at(read(source.replace("1200.50", '"0012.30"')).value, "items", 0, "price")).toEqual({
      kind: "number",
      digits: "12.3",
    });
    expect(at(read(source.replace("1200.50", "1.2e3")).value, "items", 0, "price")).toEqual({
      kind: "number",
      digits: "1200",
    });
    expect(at(read(source.replace('"count":3', '"count":3.0')).value, "count")).toEqual({
      kind: "number",
      digits: "3",
    });
  });

  test("reads equal numbers as one, however they are written", () => {
    const ways = fc.tuple(fc.nat(99_999), fc.nat(2), fc.nat(3), fc.nat(3), fc.boolean());
    fc.assert(
      fc.property(ways, ([units, places, zeros, leading, isText]) => {
        const [whole, decimals] = [
          Math.floor(units / 10 ** places),
          String(units % 10 ** places).padStart(places, "0"),
        ];
        const plain = `${whole}${places === 0 ? "" : `.${decimals}`}`;
        const longer = `${plain}${places === 0 && zeros > 0 ? "." : ""}${"0".repeat(zeros)}`;
        const written = isText ? `"${"0".repeat(leading)}${longer}"` : `${units}e-${places}`;
        const priced = (price: string) =>
          at(read(JSON.stringify(GOOD).replace("1200.5", price)).value, "items", 0, "price");
        expect(priced(written)).toEqual(priced(longer));
        expect(priced(longer)).toEqual(priced(String(Number(plain))));
      }),
    );
  });

  test("may hold members that nothing declares, and a null for what is optional", () => {
    expect(read({ ...GOOD, more: { deep: [1] }, note: null }).violations).toEqual([]);
  });
});

function at(value: PayloadValue, ...steps: readonly (string | number)[]): PayloadValue | undefined {
  let current: PayloadValue | undefined = value;
  for (const step of steps) {
    if (typeof step === "number")
      current = Array.isArray(current) ? (current as readonly PayloadValue[])[step] : undefined;
    else current = current instanceof Map ? (current.get(step) as PayloadValue | undefined) : undefined;
  }
  return current;
}

describe("every violation is named with its path and rule", () => {
  test.each([
    [{ ...GOOD, customer: undefined }, "customer.name required nothing"],
    [{ ...GOOD, customer: {} }, "customer.name required nothing"],
    [{ ...GOOD, customer: null }, "customer.name required nothing"],
    [{ ...GOOD, customer: { name: "あいうえおか" } }, 'customer.name maxLength "あいうえおか"'],
    [{ ...GOOD, customer: { name: "𠮷𠮷𠮷𠮷𠮷" } }, null],
    [{ ...GOOD, customer: { name: "a\nb" } }, 'customer.name pattern "a\\nb"'],
    [{ ...GOOD, customer: { name: "a\0" } }, 'customer.name format "a\\u0000"'],
    [{ ...GOOD, customer: { name: 5 } }, "customer.name type 5"],
    [{ ...GOOD, customer: { name: "a", title: "殿" } }, 'customer.title enum "殿"'],
    [{ ...GOOD, paid: "true" }, 'paid type "true"'],
    [{ ...GOOD, count: 0 }, "count minimum 0"],
    [{ ...GOOD, count: 11 }, "count maximum 11"],
    [{ ...GOOD, count: 1.5 }, "count type 1.5"],
    [{ ...GOOD, count: "1" }, 'count type "1"'],
    [{ ...GOOD, invoice: { date: "2026-02-29" } }, 'invoice.date format "2026-02-29"'],
    [{ ...GOOD, invoice: { date: "2024-02-29" } }, null],
    [{ ...GOOD, invoice: { date: "26-02-01" } }, 'invoice.date format "26-02-01"'],
    [{ ...GOOD, at: "24:00" }, 'at format "24:00"'],
    [{ ...GOOD, at: "23:59:59" }, null],
    [{ ...GOOD, stamp: "2026-10-31T09:30:00" }, 'stamp format "2026-10-31T09:30:00"'],
    [{ ...GOOD, stamp: "2026-10-31T09:30:00.5+09:00" }, null],
    [{ ...GOOD, seal: "not base64!" }, 'seal format "not base64!"'],
    [{ ...GOOD, seal: "asset:seal.png" }, null],
    [{ ...GOOD, items: [] }, "items minItems 0"],
    [{ ...GOOD, items: [1, 2, 3, 4] }, "items maxItems 4"],
    [{ ...GOOD, items: {} }, "items type {}"],
    [{ ...GOOD, items: [{ name: "ab", price: 1, rate: 8 }] }, 'items[0].name pattern "ab"'],
    [{ ...GOOD, items: [{ name: "AB", price: 12345, rate: 8 }] }, "items[0].price decimal 12345"],
    [{ ...GOOD, items: [{ name: "AB", price: "1.234", rate: 8 }] }, 'items[0].price decimal "1.234"'],
    [{ ...GOOD, items: [{ name: "AB", price: "1,200", rate: 8 }] }, 'items[0].price type "1,200"'],
    [{ ...GOOD, items: [{ name: "AB", price: 1, rate: 5 }] }, "items[0].rate enum 5"],
    [{ ...GOOD, items: [{ name: "AB", price: 1, rate: 8.0 }] }, null],
    [{ ...GOOD, days: ["2026-12-05", null] }, "days[1] type null"],
    [[], " type []"],
  ] as const)("%j: %s", (data, line) => {
    expect(lines(read(data).violations)).toEqual(line === null ? [] : [line]);
  });

  test("with what was expected and an example", () => {
    expect(read({ ...GOOD, count: "x", items: [{ name: "AB", price: "abc", rate: 8 }] }).violations).toEqual([
      { path: "count", rule: "type", expected: "an integer", received: '"x"', example: "3" },
      { path: "items[0].price", rule: "type", expected: "decimal(6,2)", received: '"abc"', example: "1200" },
    ]);
  });

  test.each([
    ["a enum(10, 8)", "8", "one of 10, 8, as a number without quotes"],
    ["a enum(10, 8)", "8.0", "one of 10, 8, as a number without quotes"],
    ["a enum(10, 8)", "9", "one of 10, 8"],
    ["a enum(10, 8)", 9, "one of 10, 8"],
    ["a enum('10', '8')", 8, "one of 10, 8, as a text in quotes"],
    [`a enum(${LETTERS.slice(0, 20).join(", ")})`, "Z", `one of ${LETTERS.slice(0, 20).join(", ")}`],
    [`a enum(${LETTERS.slice(0, 24).join(", ")})`, "Z", `one of ${LETTERS.slice(0, 20).join(", ")}, and 4 more`],
    ["a enum(true, none)", true, "one of true, none, as a text in quotes"],
    ["a enum(true, none)", false, "one of true, none"],
    ["a int", "3", "an integer, without quotes"],
    ["a int", "3.5", "an integer"],
    ["a bool", "false", "true or false, without quotes"],
    ["a bool", "no", "true or false"],
  ])("%s and %j, which is right but for its quotes: %s", (type, value, expected) => {
    const source = `rpt 1\nfield ${type}\npage A4 {\n  body gap=2mm {\n    text "{a}"\n  }\n}\n`;
    const canvas = compileSource(source).value;
    const payload = encoder.encode(JSON.stringify({ a: value }));
    const judged = readPayload(payload, canvas?.fields ?? [], IGNORE);
    expect(judged.violations.map((one) => one.expected)).toEqual([expected]);
  });

  test("a closed contract refuses members that are not declared", () => {
    expect(lines(read({ ...GOOD, custmer: 1 }, { extra: "forbid" }).violations)).toEqual(["custmer extra 1"]);
  });

  test.each([
    ["", '""'],
    [" ", '" "'],
    ["\n\t", '"  "'],
    ["\u3000", '" "'],
  ])("a member that is named by nothing that shows (%j) has a path that shows", (name, path) => {
    const forbid = { extra: "forbid" } as const;
    const customer = { name: "A", [name]: 1 };
    expect(read({ ...GOOD, [name]: 1 }, forbid).violations).toMatchObject([{ path, rule: "extra" }]);
    expect(read({ ...GOOD, customer }, forbid).violations).toMatchObject([{ path: `customer.${path}`, rule: "extra" }]);
    const [bare] = readPayload(new TextEncoder().encode(JSON.stringify({ [name]: "\0" })), [], forbid).violations;
    expect(bare).toMatchObject({ path, rule: "format" });
  });

  test("a string is one line, whatever pattern it has; a text is not", () => {
    for (const pattern of [null, "^[^x]*$", "[A-Z]", "A[\\s\\S]+B"]) {
      for (const end of ["\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029"]) {
        const judged = (type: string) => {
          const declared = fields(`a ${type}(9)`).map((field) => ({ ...field, pattern }));
          return lines(
            readPayload(new TextEncoder().encode(JSON.stringify({ a: `A${end}B` })), declared, IGNORE).violations,
          );
        };
        expect([judged("string").length, judged("text").length], `${pattern} ${JSON.stringify(end)}`).toEqual([1, 0]);
      }
    }
  });

  test("long values are shortened, many violations are counted", () => {
    const long = read({ ...GOOD, customer: { name: "あ".repeat(5_000) } }).violations[0];
    expect([...(long?.received ?? "")].length).toBe(64);
    const days = Array.from({ length: 250 }, () => "x");
    const { violations } = read({ ...GOOD, days });
    expect(violations).toHaveLength(VIOLATIONS_MAX + 1);
    expect(violations[10]?.path).toBe("days[10]");
    expect(violations.at(-1)).toMatchObject({ rule: "truncated", received: "150" });
    expect(violationMessage(violations)).toMatch(/^250 values do not satisfy what the template declares: days\[0\], /);
  });

  test("the sentence names the paths", () => {
    expect(violationMessage(read({ ...GOOD, paid: 1, count: 0 }).violations)).toBe(
      "2 values do not satisfy what the template declares: count, paid",
    );
    expect(violationMessage(read([]).violations)).toBe(
      "1 value does not satisfy what the template declares: the data itself",
    );
  });
});

describe("bytes that are no JSON", () => {
  test.each([
    ["", "1:1 there is no value"],
    ['{"a":1,}', "1:8 a member's name in double quotes is missing"],
    ['{\n  "a" 1}', '2:7 a ":" is missing'],
    ["{'a':1}", "1:2 something stands where a value belongs"],
    ["[1,2", '1:5 a "]" is missing'],
    ["// c\n1", "1:1 comments are not allowed"],
    ["1 2", "1:3 the text goes on after the value"],
    ['{"名":1,"名":2}', '1:8 the member "名" stands twice in one object'],
    ['{"a":{"items":[{},\n{"x":1,"x":2}]}}', '2:8 the member "x" stands twice in a.items[1]'],
    ['[[{"x":[{"y":1}],"x":2}]]', '1:18 the member "x" stands twice in [0][0]'],
    ['{"a\\"b":1,"a\\"b":2}', '1:11 the member "a"b" stands twice in one object'],
    ['{"n":1e999999}', "1:6 a number has more than 400 digits"],
    ["[".repeat(100_000), "1:101 values are nested more than 100 levels deep"],
    ["NaN", "1:1 something stands where a value belongs"],
    ['{"a":1} x', "1:9 the text goes on after the value"],
    ['{"a":1}\n"x', "2:1 the text goes on after the value"],
    ["[1]]", "1:4 the text goes on after the value"],
    ["{}{}", "1:3 the text goes on after the value"],
    ["{} // x", "1:4 comments are not allowed"],
  ])("%.20j", (text, expected) => {
    const { malformed, value } = readPayload(encoder.encode(text), [], IGNORE);
    expect([`${malformed?.line}:${malformed?.column} ${malformed?.message}`, value]).toEqual([expected, null]);
  });

  test.each([
    ["values", "0", 2_000_000],
    ["values, with a form that is not plain", "1e0", 2_000_000],
    ["records", "{}", 400_000],
  ])("no more %s than a request may hold are built", (_, value, count) => {
    const listOf = (length: number) => encoder.encode(`[${Array<string>(length).fill(value).join(",")}]`);
    expect(readPayload(listOf(count + 1), [], IGNORE).malformed?.message).toBe(
      "there are more than 2,000,000 values, of which an object counts as 4",
    );
    expect(readPayload(listOf(count), [], IGNORE).malformed).toBeNull();
  });

  test("bytes that are not UTF-8 are refused", () => {
    expect(readPayload(Uint8Array.of(0x22, 0xff, 0x22), [], IGNORE).malformed?.message).toBe("the bytes are not UTF-8");
  });

  test("lone surrogates and NUL are violations, declared or not", () => {
    expect(lines(readPayload(encoder.encode('{"a":["\\ud800"]}'), [], IGNORE).violations)).toEqual([
      'a[0] format "\\ud800"',
    ]);
  });

  test("without declarations any object passes, and nothing but an object", () => {
    expect(readPayload(encoder.encode('{"a":[null,{"b":1}]}'), [], IGNORE).violations).toEqual([]);
    expect(lines(readPayload(encoder.encode("null"), [], IGNORE).violations)).toEqual([" type null"]);
  });

  test("no member name is special", () => {
    const { value } = readPayload(encoder.encode('{"__proto__":{"x":1},"constructor":2}'), [], IGNORE);
    expect(at(value, "__proto__", "x")).toEqual({ kind: "number", digits: "1" });
    expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
    expect(lines(read('{"__proto__":{}}').violations)).toContain("customer.name required nothing");
  });
});

/** The value as `JSON.parse` would give it. */
function plain(value: PayloadValue): unknown {
  if (value instanceof Map)
    return Object.fromEntries([...value].map(([name, member]) => [name, plain(member as PayloadValue)]));
  if (Array.isArray(value)) return (value as readonly PayloadValue[]).map(plain);
  return typeof value === "object" && value !== null && "digits" in value ? Number(value.digits) : value;
}

describe("reading agrees with JSON.parse", () => {
  test("on every JSON value", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const { value, malformed } = readJson(text);
        fc.pre(malformed === null || !malformed.message.includes("twice"));
        expect(malformed).toBeNull();
        expect(JSON.stringify(plain(value))).toBe(
          JSON.stringify(JSON.parse(text, (_key, each: unknown) => (Object.is(each, -0) ? 0 : each))),
        );
      }),
      { numRuns: 500 },
    );
  });

  test("on texts with one character changed: both take it or both refuse it", () => {
    const changed = fc.tuple(
      fc.json({ maxDepth: 2 }),
      fc.nat(),
      fc.constantFrom("", '"', "{", "}", "[", "]", ",", ":", "0", "e", "-", "\\", " ", "/"),
    );
    fc.assert(
      fc.property(changed, ([text, place, by]) => {
        const where = place % (text.length + 1);
        const edited = text.slice(0, where) + by + text.slice(where + 1);
        const { malformed } = readJson(edited);
        if (malformed !== null && /twice|digits/.test(malformed.message)) return;
        expect([edited, malformed === null]).toEqual([edited, parses(edited)]);
      }),
      { numRuns: 3_000 },
    );
  });

  test("the short way reads what the parser reads that tells what is wrong", () => {
    const spaces = fc.constantFrom("", " ", "\n\t", "\r\n");
    const edits = fc.constantFrom(
      "",
      '"',
      "{}",
      '{"a":1,"a":2}',
      "[",
      "]",
      ",",
      "01",
      "-0",
      "1.50",
      "1E2",
      "\\u0041",
      "\u0001",
    );
    const texts = fc.oneof(
      fc.json({ maxDepth: 4 }),
      fc
        .array(fc.record({ date: fc.string(), 'a"b': fc.integer(), 数量: fc.string({ unit: "binary" }) }))
        .map((value) => JSON.stringify(value, null, 1)),
      fc.tuple(fc.json({ maxDepth: 2 }), fc.nat(), edits).map(([text, place, by]) => {
        const where = place % (text.length + 1);
        return text.slice(0, where) + by + text.slice(where);
      }),
    );
    fc.assert(
      fc.property(spaces, texts, spaces, (before, text, after) => {
        const whole = before + text + after;
        expect(readJson(whole)).toEqual(readJsonThoroughly(whole));
      }),
      { numRuns: 2_000 },
    );
  });

  test.for([
    { name: "as deep as allowed", text: "[".repeat(100) + "]".repeat(100) },
    { name: "deeper", text: "[".repeat(101) + "]".repeat(101) },
    { name: "a member twice", text: '{"a":1,"a":1}' },
    { name: "names in another order", text: '[{"a":1,"bc":2},{"bc":1,"a":2},{"b":1,"c":2},{"":0,"a\\u0062":1}]' },
    { name: "an empty text", text: " " },
    { name: "a name that is not closed", text: '[{"ab":1},{"ab' },
    { name: "an escape at the end", text: '"\\' },
  ])("the short way and the long one agree on $name", ({ text }) => {
    expect(readJson(text)).toEqual(readJsonThoroughly(text));
  });

  test("exponents are written out exactly", () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
        fc.integer({ min: -30, max: 30 }),
        (units, exponent) => {
          const { value } = readJson(`${units}e${exponent}`);
          const digits = typeof value === "object" && value !== null && "digits" in value ? value.digits : "";
          const [integer = "", decimals = ""] = digits.split(".");
          expect(digits).toMatch(/^-?(0|[1-9]\d*)(\.\d+)?$/);
          expect(BigInt(integer + decimals) * 10n ** BigInt(60 - decimals.length)).toBe(
            units * 10n ** BigInt(60 + exponent),
          );
        },
      ),
    );
  });

  test("arbitrary bytes are a reading or a sentence, never an exception", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const reading = readPayload(bytes, INVOICE, IGNORE);
        expect(reading.malformed !== null || reading.violations.length > 0 || reading.value !== null).toBe(true);
      }),
      { numRuns: 500 },
    );
  });
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe("patterns", () => {
  test.each(["^T[0-9]{13}$", "^\\d{3}-\\d{4}$", "^[ァ-ヶー]+$"])("%s can be used", (pattern) => {
    expect(checkPattern(pattern)).toBeNull();
  });

  test.each(["(", "(a)\\1", "(?=a)b", "a{5000}", "(?i)abc"])("%s is refused with a reason", (pattern) => {
    expect(checkPattern(pattern)).toMatch(/pattern/);
  });

  test("a pattern that would take a backtracking matcher for ever is matched at once", () => {
    const declared = fields("a string(10000)").map((field) => ({ ...field, pattern: "^(a+)+$" }));
    const { violations } = readPayload(
      encoder.encode(JSON.stringify({ a: `${"a".repeat(5_000)}b` })),
      declared,
      IGNORE,
    );
    expect(lines(violations)[0]).toMatch(/^a pattern /);
  });
});
