import { describe, expect, test } from "vitest";
import { applyEdits } from "../../../src/core/diagnostics/index.ts";
import {
  checkExpression,
  checkLets,
  checkShown,
  formatCode,
  narrow,
  openRecord,
  rootScope,
  withPageNames,
} from "../../../src/core/expression/index.ts";
import { check, evaluate, fields, findings, parseExpression, parseLets, print, run } from "./support.ts";

const INVOICE = fields(
  "invoice.number string(20)",
  "invoice.date date",
  "customer.name string(40)",
  "customer.dept? string(40)",
  "payment.status enum(unpaid=未入金, paid=入金済)",
  "note? text(400)",
  "fee? int",
  "paid bool",
  "items[]",
  "items[].name string(60)",
  "items[].qty decimal(9,2)",
  "items[].price decimal(12,2)",
  "items[].rate enum(10, 8)",
  "items[].low? decimal(9,3)",
  "items[].tags[] string(10)",
  "holidays[] date",
);
const LETS = [
  "let total = net + tax",
  "let items[].amount role=line.amount = round(.qty * .price, 0, down)",
  "let tax = sum(taxes[].tax)",
  "let taxes[].tax = round(.base * .key / 100, 0, down)",
  "let taxes[].base = sum(.items[].amount)",
  "let taxes[] = group(items, .rate, desc)",
  "let net = sum(taxes[].base)",
];
const DATA = `{"invoice":{"number":"A-1","date":"2026-10-31"},"customer":{"name":"山本"},"payment":{"status":"paid"},
  "paid":true,
  "items":[{"name":"台","qty":2,"price":48000,"rate":10,"tags":["a","b"]},
  {"name":"調味料","qty":15,"price":3280,"rate":8,"low":1.50,"tags":[]},
  {"name":"水","qty":40,"price":612.50,"rate":8,"tags":["c"]},
  {"name":"送料","qty":1,"price":5500,"rate":10,"tags":[]}],"holidays":["2026-12-05"]}`;
const ALL = { fields: INVOICE, lets: LETS, data: DATA };

describe("records and lets", () => {
  test.each([
    ["total", "191246"],
    ["sum(items[].amount)", "175200"],
    ["join(taxes[].key, ',')", "10,8"],
    ["join(taxes[].base, ' ')", "101500 73700"],
    ["join(taxes[].tax, ' ')", "10150 5896"],
    ["sum(items[].qty * items[].price)", "175200"],
    ["count(items[.rate == 8])", "2"],
    ["sum(items[.rate == 8].amount)", "73700"],
    ["if(any(items[].rate == 8), 'y', 'n')", "y"],
    ["if(all(items[].qty > 0), 'y', 'n')", "y"],
    ["count(items)", "4"],
    ["join(items[].tags[], '')", "abc"],
    ["avg(items[].qty)", "14.5"],
    ["max(items[].price)", "48000"],
    ["min(items[].price)", "612.5"],
    ["first(items).name", "台"],
    ["last(sort(items, .price)).name", "台"],
    ["join(sort(items, .price, desc)[].name, ' ')", "台 送料 調味料 水"],
    ["join(distinct(items[].rate), ' ')", "10 8"],
    ["join(items[has(.low)].low, ' ')", "1.50"],
    ["sum(items[count(items[.rate == outer.rate]) == 2].qty)", "58"],
    ["label(payment.status)", "入金済"],
    ["format(invoice.date, 'M/d')", "10/31"],
    ["customer.dept", ""],
  ])("%s is %s", (expression, printed) => {
    expect(run(expression, ALL)).toMatchObject({ text: printed, diagnostics: [] });
  });

  test("lets come out in dependency order, whatever the order of lines", () => {
    const { value, diagnostics } = checkLets(parseLets(LETS), rootScope(INVOICE));
    expect(diagnostics).toEqual([]);
    expect(value.lets.map((each) => each.path)).toEqual([
      "taxes[]",
      "items[].amount",
      "taxes[].base",
      "net",
      "taxes[].tax",
      "tax",
      "total",
    ]);
    expect(value.lets.find((each) => each.path === "items[].amount")?.role).toBe("line.amount");
    expect(JSON.parse(JSON.stringify(value.lets))).toEqual(value.lets);
  });

  test("rows have indexes, data paths, outer records and computed columns", () => {
    const { value } = checkLets(parseLets(LETS), rootScope(INVOICE));
    const evaluation = evaluate(ALL);
    const list = checkExpression(parseExpression("items"), value.scope).value;
    if (list === null) throw new Error("items has a type");
    const inside = openRecord(list, value.scope, "row");
    const code = (text: string) => {
      const { value: checked } = checkExpression(parseExpression(text), inside);
      if (checked === null) throw new Error(text);
      return checked.code;
    };
    const [, second] = evaluation.records(list.code, evaluation.root);
    if (second === undefined) throw new Error("there is a second row");
    expect(evaluation.text(code(".name"), second)).toEqual({ text: "調味料", path: "items[1].name", computed: null });
    const shown = (text: string) => evaluation.text(code(text), second);
    expect(shown("row.price")).toEqual({ text: "3280", path: "items[1].price", computed: null });
    expect(shown("index")).toEqual({ text: "2", path: null, computed: null });
    expect(shown(".amount")).toEqual({ text: "49200", path: null, computed: "items[1].amount" });
    expect(shown("customer.name")).toEqual({ text: "山本", path: "customer.name", computed: null });
    expect(evaluation.condition(code(".low > 1"), second)).toBe(true);
    expect(evaluation.condition(code("note == 'x'"), second)).toBe(false);
    expect(evaluation.condition(null, second)).toBe(true);
  });

  test("page numbers are there only where a page is", () => {
    const { value } = checkExpression(parseExpression("page.n"), withPageNames(rootScope(INVOICE)));
    const evaluation = evaluate(ALL);
    if (value === null) throw new Error("page.n has a type");
    expect(evaluation.text(value.code, evaluation.withPage(evaluation.root, { n: 2, total: 3 })).text).toBe("2");
    expect(evaluation.text(value.code, evaluation.root).text).toBe("");
  });

  test("a record source is reached by its alias, and its columns by the alias too", () => {
    const setting = {
      fields: fields("customers[]", "customers[].name string(9)", "customers[].items[]", "customers[].items[].qty int"),
      lets: ["let c.items[].twice = .qty * 2", "let groups[] = group(c.items, .qty)", "let all = sum(c.items[].twice)"],
      data: '{"customers":[{"name":"A","items":[{"qty":1},{"qty":4}]},{"name":"B","items":[]}]}',
      source: { path: "customers[]", alias: "c" },
    };
    expect(run("c.name", setting)).toMatchObject({ text: "A", path: "customers[0].name" });
    expect(print("all", setting)).toBe("10");
    expect(print("count(groups)", setting)).toBe("2");
  });

  test("without declarations every name is there, and data is taken as it comes", () => {
    const setting = { data: '{"a":{"b":[{"n":1},{"n":"2.5"}]},"d":"2026-10-31","s":"x"}' };
    expect(run("count(a.b[].n)", setting).diagnostics).toEqual([]);
    expect(print("sum(a.b[].n)", setting)).toBe("3.5");
    expect(print("format(d, 'ggge年')", setting)).toBe("令和8年");
    expect(print("missing.deeper ?? 'none'", setting)).toBe("none");
    expect(run("s * 2", setting).diagnostics.map((each) => each.code)).toEqual(["RPT3022"]);
  });
});

const ABSENT_TEXT = "text, which may be absent";

describe("findings with their repairs", () => {
  test.each([
    ["custmer.name", 'RPT2101 unknown name "custmer" → did you mean customer?'],
    ["number", 'RPT2101 unknown name "number" → did you mean invoice.number?'],
    ["amount", 'RPT2101 unknown name "amount" → did you mean sum(items[].amount)?'],
    [".qty", "RPT2102 .qty used outside a record → only table, each, let x[]… and filters have a current record"],
    ["invoice.nummer", 'RPT2103 no field "nummer" here → did you mean number?'],
    ["items.price", 'RPT2103 no field "price" here: the value is a list → write [] before .price'],
    ["customer.name[]", "RPT2104 customer.name is not an array → declare it with []"],
    ["items[0]", "RPT2105 a filter must be a condition → first(items) is the entry, items[index == 1] a list of it"],
    [
      "page.total",
      "RPT2107 page.total in a place without fixed width and height → give w and h, or move it to header/footer",
    ],
    [
      "customer.name + 1",
      'RPT2110 "+" needs numbers, but customer.name is text → join text with "{a}{b}" or concat(a, b)',
    ],
    [
      "fee + 1",
      "RPT2111 fee may be absent → write (x ?? 0), which counts as none; " +
        "to show a dash instead, if(has(x), …, '—') around the whole",
    ],
    ["payment.status == 'Paid'", "RPT2112 'Paid' is not a member of payment.status → did you mean 'paid'?"],
    [
      "items[].qty * taxes[].base",
      'RPT2113 "*" combines lists of different arrays → reduce one of them first, for example with sum(…)',
    ],
    ["total(items[].qty)", 'RPT2120 unknown function "total" → did you mean sum(list)?'],
    ["round()", "RPT2121 round takes 1 to 3 arguments, but 0 stand here → round(x, digits=0, mode=half_up)"],
    ["sum(total)", "RPT2122 sum needs an array, but total is a number → arrays are written items[].qty"],
    [
      "sum(taxes)",
      "RPT2123 sum needs numbers, but the entries are records → name a field of numbers (tax, base): …[].tax",
    ],
    ["round(total, 0, halfup)", "RPT2124 this is not a rounding mode → did you mean half_up?"],
    ["format(total, note)", "RPT2125 the pattern must stand here in quotes → for example format(x, '#,##0')"],
    [
      "format(total, if(total > 0, '#,##0', '0'))",
      "RPT2125 the pattern must stand here in quotes → " +
        "choose between formatted texts: if(a, format(x, '#,##0'), format(x, '#,##0.00'))",
    ],
    ["format(invoice.date, 'YYYY-MM-dd')", "RPT2125 \"YYYY\" is no part of a date pattern → 'yyyy-MM-dd'"],
    ["format(1.2345, '#,##0')", "RPT2131 format '#,##0' hides up to 4 decimals → round() first, or widen the format"],
    [
      "addDays(invoice.date, 8 / 24)",
      "RPT2134 addDays takes whole days, but this number may have decimals, which it drops → " +
        "round() says how to make it whole",
    ],
    [
      "left('あいう', 3 / 2)",
      "RPT2134 left takes whole characters, but this number may have decimals, which it drops → " +
        "round() says how to make it whole",
    ],
    [
      "if(note, 1, 2)",
      `RPT2108 if needs a condition here, but note is ${ABSENT_TEXT} → has(x) tells whether a value is there`,
    ],
    [
      "invoice.date == '2026-01-01'",
      "RPT2110 \"==\" can not compare a date with text → write it as a day: date('2026-01-01')",
    ],
    [
      "'2026年1月1日' < invoice.date",
      "RPT2110 \"<\" can not compare text with a date → write it as a day: date('2026-01-01')",
    ],
    ["invoice.date == '元日'", 'RPT2110 "==" can not compare a date with text → compare values of one type'],
    ["date('2026/6/1')", "RPT2123 '2026/6/1' is no day of the calendar written as year-month-day → write '2026-06-01'"],
    [
      "date('2026-02-30')",
      "RPT2123 '2026-02-30' is no day of the calendar written as year-month-day → write a real day: date('2026-06-01')",
    ],
    ["date(invoice.date)", "RPT2123 date takes a day in quotes, not a value → write the date alone"],
    [
      "date(customer.name)",
      "RPT2123 date takes a day in quotes, not a value → declare it as a date: field customer.name date",
    ],
    [
      "date(trim(customer.name))",
      "RPT2123 date takes a day in quotes, not a value → declare the day in the data, field x date, and count from " +
        "it: addDays(x, 1), addMonths(x, 1), endOfMonth(x)",
    ],
    ["time('9:30')", "RPT2123 '9:30' is no time of day written as hour:minute → write '09:30'"],
    ["time('２２時')", "RPT2123 '２２時' is no time of day written as hour:minute → write '22:00'"],
    ["time('24:00')", "RPT2123 '24:00' is no time of day written as hour:minute → write a time of day: time('22:00')"],
    [
      "time('09:00') < '22時30分'",
      "RPT2110 \"<\" can not compare a time with text → write it as a time: time('22:30')",
    ],
    ["time(time('09:00'))", "RPT2123 time takes a time of day in quotes, not a value → write the time alone"],
    [
      "time(customer.name)",
      "RPT2123 time takes a time of day in quotes, not a value → declare the time in the data: field x time",
    ],
    ["items[].rate == '8'", 'RPT2110 "==" can not compare an enum with text → write the number without quotes: 8'],
    ["outer.name", "RPT2115 there is no record further out → name the field without outer."],
  ])("%s", (expression, expected) => {
    expect(findings(expression, ALL)).toEqual([expected]);
  });

  test.each([
    "has(fee) and fee > 3",
    "if(has(fee), fee + 1, 0)",
    "not has(fee) or fee > 3",
    "fee == null or fee > 1",
    "if(fee > 3, fee * 2, 0)",
    "case(not has(fee), 0, fee > 1, fee + 1, fee)",
    "(fee ?? 0) + 1",
    "sum(items[has(.low)].low)",
    "items[].rate == 8",
    "paid",
    "if(has(note), note, total)",
  ])("%s is fine", (expression) => {
    expect(findings(expression, ALL)).toEqual([]);
  });

  const holds: Readonly<Record<string, (one: number, other: number) => boolean>> = {
    ...{ "<": (one, other) => one < other, "<=": (one, other) => one <= other, "==": (one, other) => one === other },
    ...{ ">": (one, other) => one > other, ">=": (one, other) => one >= other, "!=": (one, other) => one !== other },
  };
  const defaulted: readonly (readonly [string, boolean])[] = Object.entries(holds).flatMap(([operator, hold]) =>
    [0, 1, 2].flatMap((value) => [
      [`if((fee ?? ${value}) ${operator} 1, fee + 1, 0)`, hold(value, 1)] as const,
      [`if((fee ?? ${value}) ${operator} 1, 0, fee + 1)`, !hold(value, 1)] as const,
      [`if(1 ${operator} (fee ?? ${value}), fee + 1, 0)`, hold(1, value)] as const,
    ]),
  );

  test.each<readonly [string, boolean]>([
    ...defaulted,
    ["if((note ?? '') == 'a', len(note) + fee, 0)", true],
    ["if(trim(note ?? '') == 'a', fee + 1, 0)", true],
    ["if((fee ?? total) > 0, fee + 1, 0)", true],
  ])("a default that would not have come so far is absent: %s", (expression, isTold) => {
    expect(findings(expression, ALL).some((each) => each.startsWith("RPT2111"))).toBe(isTold);
  });

  test("a condition of an element narrows what stands inside it", () => {
    const { checked, scope } = check("has(fee) and has(note)", ALL);
    if (checked === null) throw new Error("the condition has a type");
    expect(checkExpression(parseExpression("fee + 1"), narrow(scope, checked)).diagnostics).toEqual([]);
    expect(checkExpression(parseExpression("fee + 1"), scope).diagnostics).toHaveLength(1);
  });

  test("quotients, lists and records are not shown as they are", () => {
    const shown = (text: string) => {
      const { checked } = check(text, ALL);
      return checked === null ? [] : checkShown(checked).map((each) => each.code);
    };
    expect(shown("total / 3")).toEqual(["RPT2130"]);
    expect(shown("total / 100")).toEqual([]);
    expect(shown("round(total / 3, 1)")).toEqual([]);
    expect(shown("items[].name")).toEqual(["RPT2109"]);
    expect(shown("customer")).toEqual(["RPT2109"]);
  });

  test.each([
    ["case(total > 9, format(total / 8, '0'), total > 1, format(total / 8, '0.0'), format(total / 8, '0.000'))", 0],
    ["if(has(fee), format(total / 8, '0.0'), format(total / 8, '0.00'))", 1],
    ["if(has(fee), format(total / 8, '0'), format(total / 4, '0.00'))", 1],
    ["if(has(fee), format(total / 8, '0'), '')", 1],
  ])("digits that a condition chooses are not told of, but for the most of them: %s", (written, told) => {
    const codes = check(written, ALL).diagnostics.map(({ code }) => code);
    expect(codes).toEqual(Array.from({ length: told }, () => "RPT2131"));
  });

  test("format= wraps a value, and a wrong pattern is told at its place", () => {
    const { checked } = check("items[.rate == 8]", ALL);
    const price = check("first(items).price", ALL).checked;
    if (price === null || checked === null) throw new Error("both have types");
    expect(formatCode(price, "#,##0.##", { start: 5, end: 9 }).diagnostics).toEqual([]);
    expect(formatCode(price, "#,##0", { start: 5, end: 9 }).diagnostics[0]).toMatchObject({
      code: "RPT2131",
      span: { start: 5, end: 9 },
    });
    expect(formatCode(checked, "0", { start: 5, end: 9 }).diagnostics[0]?.code).toBe("RPT2110");
  });

  test.each([
    ["let items[].a = qty", ".qty"],
    ["let a = fee + 1", "(fee ?? 0) + 1"],
    ["let a = payment.status == 'Paid'", "'paid'"],
    ["let a = items.price", "items[].price"],
    ["let a = customer.name + 'x'", "concat(customer.name , 'x')"],
    ["let a = sum(taxes)", "sum(taxes[].tax)"],
    ["let a = paid == totall(items[].qty)", null],
  ] as const)("the repair of %s works", (line, expected) => {
    const source = `rpt 1\n${line}\n`;
    const [first] = checkLets(parseLets([line, ...LETS]), rootScope(INVOICE)).diagnostics;
    expect(first?.repair).toBeTruthy();
    if (expected !== null) expect(applyEdits(source, first?.repair?.edits ?? [])).toContain(expected);
  });

  test.each([
    [["let a = b", "let b = c", "let c = a"], "RPT2106 let c depends on itself (c → a → b → c)"],
    [["let a = a + 1"], "RPT2106 let a depends on itself (a → a)"],
    [["let a[] = group(nix, .x)", "let b = count(a)", "let c = b + 1"], 'RPT2101 unknown name "nix"'],
    [["let note = 1"], "RPT2007 note is already declared"],
    [["let customer[].x = 1"], "RPT2104 customer is not an array"],
    [["let rows[].x = 1"], "RPT2126 rows[] is not declared"],
    [["let rows[] = 1"], "RPT2104 let rows[] makes an array, but the value is no list"],
  ])("%j", (lines, expected) => {
    const { diagnostics } = checkLets(parseLets(lines), rootScope(INVOICE));
    expect(diagnostics.map((each) => `${each.code} ${each.message}`)).toEqual([expected]);
  });

  test("the uses of an expression are its declared paths", () => {
    expect(check("sum(items[.rate == 8].amount) + (fee ?? 0)", ALL).checked?.uses).toEqual([
      "items[]",
      "items[].rate",
      "items[].amount",
      "fee",
    ]);
    expect(check("items[].price", ALL).checked).toMatchObject({ path: "items[].price", role: "role.items[].price" });
  });
});

describe("evaluation is bounded", () => {
  test("division by zero is told with the place in the data", () => {
    const setting = {
      fields: fields("items[]", "items[].a int", "items[].b int"),
      lets: ["let items[].c = round(.a / .b)"],
      data: '{"items":[{"a":1,"b":1},{"a":1,"b":0}]}',
    };
    const { text, diagnostics } = run("sum(items[].c)", setting);
    expect(text).toBe("1");
    expect(diagnostics.map((each) => `${each.code} ${each.message}`)).toEqual([
      "RPT3020 division by zero at items[1].b",
    ]);
  });

  test.each([
    ["1 / zero", "zero"],
    ["1 % zero", "zero"],
    ["10 / (zero * 2 - sum(items[.a == 9].a))", "zero"],
    ["1 / (one - one)", "one"],
    ["sum(items[].a / items[].b)", "items[1].b"],
    ["sum(1 / items[].b)", "items[1].b"],
    ["1 / sum(items[].none)", "items"],
    ["sum(items[.a / .b > 0].a)", "items[1].b"],
    ["1 / own", ""],
    ["1 / (3 - 3)", ""],
  ])("a division by zero names the value of the data that it is divided by: %s", (expression, path) => {
    const { diagnostics } = run(`round(${expression}, 2)`, {
      fields: fields("zero int", "one int", "items[]", "items[].a int", "items[].b int", "items[].none int"),
      lets: ["let own = 1 - 1"],
      data: '{"zero":0,"one":1,"items":[{"a":1,"b":1,"none":0},{"a":1,"b":0,"none":0}]}',
    });
    expect(diagnostics.map(({ code, dataPath = "" }) => [code, dataPath])).toEqual([["RPT3020", path]]);
  });

  test("numbers that grow without bound, endless texts and nested loops stop at the limit", () => {
    const powers = [
      "let p0 = 9999999999999999 * 9999999999999999",
      ...Array.from({ length: 12 }, (_, at) => `let p${at + 1} = p${at} * p${at}`),
    ];
    expect(run("p12", { fields: INVOICE, lets: powers }).diagnostics.map((each) => each.code)).toEqual(["RPT9001"]);
    const texts = ["let t0 = repeat('x', 1000)", "let t1 = repeat(t0, 10)", "let t2 = repeat(t1, 2)"];
    expect(run("t1", { fields: INVOICE, lets: texts }).diagnostics).toEqual([]);
    expect(run("t2", { fields: INVOICE, lets: texts }).diagnostics.map((each) => each.code)).toEqual(["RPT9001"]);
    const rows = `{"items":[${Array.from({ length: 300 }, () => '{"qty":1}').join(",")}]}`;
    const nested = "count(items[count(items[count(items[.qty == 1]) > 0]) > 0])";
    expect(run(nested, { fields: INVOICE, data: rows }).diagnostics.map((each) => each.code)).toEqual(["RPT9001"]);
  });

  test("a chain of many lets in any order is typed and computed", () => {
    const lines = (count: number) =>
      Array.from({ length: count }, (_, at) => (at === 0 ? "let a0 = 1" : `let a${at} = a${at - 1} + 1`)).reverse();
    expect(print("a399", { fields: INVOICE, lets: lines(400) })).toBe("400");
    const deep = run("a4999", { fields: INVOICE, lets: lines(5_000) });
    expect(deep.diagnostics.map((each) => each.code)).toEqual(["RPT9001"]);
  });
});

describe("the first and the last of times, which min and max do not take", () => {
  const setting = { fields: fields("jobs[]", "jobs[].at datetime") };

  test.each([
    ["min", "first(sort(list, .at)).at"],
    ["max", "first(sort(list, .at, desc)).at"],
  ])("%s names the way that there is: %s", (name, instead) => {
    const refused = `RPT2123 ${name} needs numbers or dates, but the entries are datetimes`;
    expect(findings(`${name}(jobs[].at)`, setting)).toEqual([`${refused} → sort the records of the list: ${instead}`]);
    expect(findings(instead.replace("list", "jobs"), setting)).toEqual([]);
  });
});
