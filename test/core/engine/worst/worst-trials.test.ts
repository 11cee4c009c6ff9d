// Several fields at their limits at once: whatever data within the declarations do not fit, a check has told of.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";
import { bounds, limit, lists } from "../limited-data.ts";
import { plateForm } from "./plate-form.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function form(fields: readonly string[], elements: readonly string[]): string {
  const placed = elements.map((element, at) => `${element} x=0mm y=${at * 6}mm h=5mm`);
  return plateForm(fields, placed, 250);
}

function found(source: string, data?: unknown): readonly Diagnostic[] {
  const bytes = data === undefined ? null : new TextEncoder().encode(JSON.stringify(data));
  return engine.check({ source, data: bytes }).diagnostics;
}

/** What is found of these data alone. */
function foundOf(source: string, data: unknown): readonly Diagnostic[] {
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  return engine.check({ source, data: bytes, worstCases: false }).diagnostics;
}

const PRICE = "field price int min=-9999 max=9999 example=5";
const QTY = "field qty int min=0 max=999 example=5";
const CASES = [
  {
    is: "a number whose sign makes it wider than its largest",
    fields: [PRICE],
    element: "text (price) w=9mm",
    told: "RPT4031 with price of -9999",
  },
  {
    is: "a product of two bounded numbers, each of which fits alone",
    fields: ["field price int min=0 max=9999 example=5", QTY],
    element: "text (price * qty) w=12mm",
    told: "RPT4031 with price of 9999 and qty of 999",
  },
  {
    is: "a product that is widest where one factor is below zero",
    fields: [PRICE, QTY],
    element: "text (price * qty) w=14mm",
    told: "RPT4031 with price of -9999 and qty of 999",
  },
  {
    is: "the sum of as many rows as a list takes",
    fields: ["field items[] max=100", "field items[].price int min=0 max=9999 example=[5, 6]"],
    element: "text (sum(items[].price)) w=10mm",
    told: "RPT4031 with items[].price of 9999 and items[] of 100 entries",
  },
  {
    is: "a difference that is largest below zero where one number is at its least",
    fields: ["field due int min=0 max=9999 example=5", "field paid int min=0 max=9999 example=5"],
    element: "text (due - paid) w=9mm",
    told: "RPT4031 with paid of 9999: ",
  },
  {
    is: "a difference of two lets, each of which fits",
    fields: [
      "field r[] max=9",
      "field r[].due int min=0 max=9999 example=[5]",
      "field r[].paid int min=0 max=9999 example=[5]",
      "let due = sum(r[].due)",
      "let paid = sum(r[].paid)",
    ],
    element: "text (due - paid) w=11mm",
    told: "RPT4031 with r[].paid of 9999 and r[] of 9 entries: ",
  },
  {
    is: "a number below zero whose least is not declared",
    fields: ["field price decimal(6,0) example=5"],
    element: "text (price) w=12.5mm",
    told: "RPT4032 with price of -999999, which is what it takes without a declared bound",
  },
  {
    is: "a product of two numbers that only their types bound",
    fields: ["field price decimal(6,2) min=0 example=5", "field qty decimal(5,1) min=0 example=5"],
    element: "text (price * qty) w=18mm",
    told: "RPT4031 with price of 9999.99 and qty of 9999.9",
  },
  {
    is: "a product of whole numbers that nothing bounds",
    fields: ["field price int example=5", "field qty int example=5"],
    element: "text (price * qty) w=24mm",
    told: "RPT4032 with price of 999999999 and qty of 999999999",
  },
  {
    is: "what stands on the second copy only",
    fields: ['copies ["納品書", "受領書"]', 'field no string(20) example="1"'],
    element: "text (no) w=30mm when=(copy.label == '受領書')",
    told: "RPT4031 with no of 20 characters",
  },
  {
    is: "a text beside the longest name of a copy",
    fields: ['copies ["正", "受領書（お客様控え）"]', 'field no string(6) example="1"'],
    element: 'text "{no}{copy.label}" w=45mm',
    told: "RPT4031 with no of 6 characters",
  },
  {
    is: "as many values as a plain list takes",
    fields: ["field tags[] int max=12 example=[1, 2]"],
    element: "text (count(tags) * 1000) w=9mm",
    told: "RPT4031 with tags[] of 12 entries",
  },
  {
    is: "the values of a plain list, whose max is not theirs",
    fields: ["field tags[] decimal(6,0) max=3 example=[1]"],
    element: "text (max(tags)) w=12mm",
    told: "RPT4032 with tags[] of -999999",
  },
  {
    is: "as many values as a list in a list takes",
    fields: ["field days[] max=2", 'field days[].names[] string(1) max=9 example=[["甲"], []]'],
    element: "text (join(days[].names, '・')) w=30mm",
    told: "RPT4031 with days[].names[] of 9 entries",
  },
  {
    is: "words of a choice that is not the longest",
    fields: ["field state enum(paidInFull, b) example=paidInFull"],
    element: "text \"{if(state == 'b', '至急お支払いください', '済')}\" w=15mm",
    told: "RPT4031 with state of b",
  },
  {
    is: "a text that stands there where a flag says no",
    fields: ["field paid bool example=true", 'field reason string(12) example="理由"'],
    element: "text (reason) w=30mm when=(not paid)",
    told: "RPT4031 with reason of 12 characters",
  },
  {
    is: "what stands in the place of an absent text",
    fields: ['field memo? string(3) example="要"'],
    element: "text \"{memo ?? '特に申し上げることはございません'}\" w=15mm",
    told: "RPT4031 with memo absent",
  },
  {
    is: "a text of several lines, each of them short",
    fields: ['field memo text(30) example="前職分"'],
    element: "text (memo) w=150mm lines=3 fit=shrink",
    told: "RPT4031 with memo of 4 lines: text does not fit even at 6pt",
  },
  {
    is: "as many lines as a pattern takes",
    fields: ["field memo text(30) pattern='^.*(\\n.*){0,3}$' example=\"前職分\""],
    element: "text (memo) w=150mm lines=3 fit=shrink",
    told: "RPT4031 with memo of 4 lines: text does not fit even at 6pt",
  },
] as const;

function chart(field: string, axis: string): string {
  return `rpt 1
document form lang=ja
field rows[] max=3
${field}
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A5 margin=10mm {
  body {
    chart bar rows h=60mm alt="得点" title="得点" {
      category "{index}"
      series "得点" (.n)
      axis y ${axis}
    }
  }
}
`;
}

test("a picture that is higher than the example's, or that the examples have none of", () => {
  const source = chart("field rows[].n int min=0 max=9 example=[8]\nfield photo? image", "min=0").replace(
    /chart bar[\s\S]*?\n {4}\}/u,
    'box h=50mm {\n      image (photo) w=30mm alt="写真" when=(has(photo))\n    }\n    text "{sum(rows[].n)}"',
  );
  const told = found(source).filter(({ code }) => code.startsWith("RPT4"));
  expect(told.map((one) => `${one.code} ${one.message}`)).toEqual([
    expect.stringMatching(/^RPT4032 with .*photo of a picture twice as high as wide.*: content needs 60\.0mm/u),
  ]);
  expect(found(source.replace("w=30mm", "w=25mm")).filter(({ code }) => code.startsWith("RPT4"))).toEqual([]);
});

describe("an axis that ends where the template says", () => {
  test.each([
    ["the most", "field rows[].n int min=0 max=150 example=[80]", "with rows[].n of 150: 150 lies outside of the axis"],
    ["the least", "field rows[].n int min=-50 max=9 example=[8]", "with rows[].n of -50: -50 lies outside of the axis"],
  ])("is asked for %s that its field declares", (_, field, message) => {
    const told = found(chart(field, "min=0 max=100")).filter(({ code }) => code.startsWith("RPT4"));
    expect(told.map((one) => `${one.code} ${one.message}`)).toEqual([expect.stringContaining(`RPT4031 ${message}`)]);
  });

  test.each([
    [
      "(.n * 10)",
      "min=0 max=1 example=[0.1]",
      "min=0 max=1.2",
      "with rows[].n of 1: 10 lies outside of the axis from 0 to 1.2",
    ],
    ["(tenfold(.n))", "min=0 max=1 example=[0.5]", "min=0 max=5", "with rows[].n of 1: 10 lies outside"],
    ["(100 - .n)", "min=0 max=90 example=[80]", "min=0 max=50", "with rows[].n of 0: 100 lies outside"],
    ["(.n - 5)", "min=0 max=90 example=[80]", "min=0 max=90", "with rows[].n of 0: -5 lies outside"],
    ["(.n + scale)", "min=0 max=50 example=[20]", "min=0 max=100", "with scale of 110: 130 lies outside"],
    ["(sum(rows[].n))", "min=0 max=50 example=[20]", "min=0 max=100", "150 lies outside"],
  ])("is asked for what %s makes of declared ends", (value, bounds, axis, message) => {
    const field = `field rows[].n decimal(5,2) ${bounds}\nfield scale decimal(4,1) min=0 max=110 example=1`;
    const source = chart(field, axis)
      .replace("(.n)", value.replace("tenfold(.n)", ".tenfold"))
      .replace("fonts", "let rows[].tenfold = (.n * 10)\nfonts")
      .replace("    chart", '    text "{scale}{sum(rows[].tenfold)}"\n    chart');
    const told = found(source).filter(({ code }) => code.startsWith("RPT4"));
    expect(told.map((one) => `${one.code} ${one.message}`)).toEqual([expect.stringContaining(message)]);
    expect(told[0]?.code).toMatch(/^RPT403[12]$/u);
  });

  test("is silent about what an expression makes of a number that nothing bounds", () => {
    const source = chart("field rows[].n decimal(5,1) example=[8]", "min=0 max=100").replace("(.n)", "(.n * 10)");
    expect(found(source).filter(({ code }) => code.startsWith("RPT4"))).toEqual([]);
  });

  test.each([
    ["that hold what the field declares", "field rows[].n int min=0 max=100 example=[80]", "min=0 max=100"],
    ["that follow the data", "field rows[].n int min=0 max=150 example=[80]", "min=0"],
    ["of what nothing bounds, which has its break mark", "field rows[].n decimal(5,1) example=[80]", "min=0 max=100"],
  ])("is silent about ends %s", (_, field, axis) => {
    expect(found(chart(field, axis)).filter(({ code }) => code.startsWith("RPT4"))).toEqual([]);
  });
});

describe("several fields at their limits", () => {
  test.each(CASES)("$is", ({ fields, element, told }) => {
    const [one, ...others] = found(form(fields, [element])).filter(({ code }) => code !== "RPT4033");
    expect(`${one?.code} ${one?.message}`).toMatch(told);
    expect(others.filter(({ span }) => span.start !== one?.span.start)).toEqual([]);
  });
});

describe("Latin letters", () => {
  const latin = (font: string, field: string, box: string) =>
    form([field], ['text "様" w=9mm', `text (name) w=${box}`])
      .replaceAll("h=5mm", "h=15mm")
      .replace("style base", `${font}style base`)
      .replace("y=6mm", "y=20mm");
  const SERIF = 'fonts gothic2="Noto Serif JP"\n';
  const NAME = 'field name string(16) example="山田"';
  const SERIF_LAST = latin(SERIF, NAME.replace("16", "4"), "14.5mm wrap=none font=gothic2");
  test.each([
    [
      "of a word that no line ends inside of",
      latin("", NAME, "24mm"),
      'RPT4031 with name of 16 Latin letters: "MANUFACTURER" is 2',
    ],
    [
      "that are wider than full-width characters in a font that is not the first",
      SERIF_LAST,
      'RPT4031 with name of 4 Latin letters: "WWWW" is 14.9mm wide',
    ],
  ])("%s are told", (_, source, message) => {
    expect(found(source).map((one) => `${one.code} ${one.message}`)).toEqual([expect.stringContaining(message)]);
  });

  test.each([
    ["of a word that has room", latin("", NAME, "29mm")],
    ["of digits alone", latin("", `field name string(16) pattern='[0-9]+' example="1"`, "40mm")],
    ["that may be broken anywhere", latin("", NAME, "24mm wrap=char")],
  ])("%s are not", (_, source) => expect(found(source)).toEqual([]));
});

test("a seal of more letters than can be read in it is told, and the repair works", () => {
  const seal = (length: number) =>
    form([`field name string(${length}) example="高橋"`], ['seal (name) w=18mm alt="印"']).replace("h=5mm", "h=18mm");
  expect(found(seal(40)).map(({ code, message, repair }) => [code, message, repair?.title])).toEqual([
    [
      "RPT4031",
      "with name of 40 characters: text of 5.77pt is smaller than 6pt (page 1)",
      "declare a shorter length of name, or make the seal 1.1 times as large (w=, h=), or its name at most 36 " +
        "letters long: its letters fill it; size= sets its label",
    ],
  ]);
  expect(found(seal(36))).toEqual([]);
});

describe("a block that is to stay together", () => {
  const together = (type: string) => `rpt 1
document form lang=ja
field terms[] ${type} max=12 example=["条件"]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A4 portrait margin=20mm {
  body {
    stack keep=together {
      text "条件" heading=2
      each terms {
        text (.) marker="{index}."
      }
    }
  }
}
`;
  const told = (source: string) => found(source).map(({ code, message, repair }) => [code, message, repair?.title]);

  test("is told where as many texts as there may be, of as many lines as they take, are too high for a page", () => {
    expect(told(together("text(120)"))).toEqual([
      [
        "RPT4032",
        expect.stringMatching(
          /^with terms\[\] of 12 entries of 13 lines, .*: keep=together needs \d+\.\dmm, a page has/u,
        ),
        expect.stringContaining("remove keep=together"),
      ],
    ]);
    expect(told(together("text(120)").replace(" keep=together", ""))).toEqual([]);
    expect(told(together("string(120)"))).toEqual([]);
    expect(told(together("text(120) pattern='^.{0,60}(\\n.{0,60}){0,1}$'"))).toEqual([]);
  });
});

const PIE = chart("field rows[].n int min=-5 max=9 example=[8]", "min=0").replace(
  /chart bar[\s\S]*?\n {4}\}/u,
  'chart pie rows h=60mm alt="得点" {\n      category "{index}"\n      series "" (.n)\n    }',
);
const FLAG = "field paid bool example=true";
const CODE = "field code string(8) pattern='^[0-9]+$' example=\"12345670\"";
const COLUMNS = `rpt 1
document form lang=ja
field s[] max=10
field s[].m[] max=6
field s[].m[].k string(2) example=[["甲", "乙"]]
field s[].m[].v int min=0 max=99 example=[[1, 2]]
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A4 portrait margin=15mm {
  body {
    table s {
      column no "No." (index) w=15mm
      column each .m as=x "{x.k}" (x.v) w=1fr
    }
  }
}
`;
const ALONE = [
  {
    is: "a divisor that may be zero",
    source: form(["field d int min=0 max=9 example=4"], ["text (round(100 / d, 2)) w=40mm"]),
    told: ["RPT4031 with d of 0: division by zero at d"],
    mended: ["min=0", "min=1"],
  },
  {
    is: "a divisor by way of a let, which nothing bounds",
    source: form(["field d int example=4", "let half = d * 2"], ["text (round(100 / half, 2)) w=80mm"]),
    told: ["RPT4031 with d of 0, which is what it takes without a declared bound: division by zero"],
    mended: ["round(100 / half, 2)", "if(half == 0, 0, round(100 / half, 2))"],
  },
  {
    is: "a sum of divisors that are zero together",
    source: form(
      ["field a int min=0 max=9 example=4", "field b int min=0 max=9 example=4"],
      ["text (round(100 / (a + b), 2)) w=40mm"],
    ),
    told: ["RPT4031 with a of 0 and b of 0: division by zero"],
    mended: ["a int min=0", "a int min=1"],
  },
  {
    is: "a divisor behind a guard against another",
    source: form(
      ["field a int min=0 max=9 example=4", "field b int min=0 max=9 example=4"],
      ["text (if(a == 0, round(100 / (b + a), 2), 1)) w=40mm"],
    ),
    told: ["RPT4031 with a of 0 and b of 0: division by zero"],
    mended: ["b int min=0", "b int min=1"],
  },
  {
    is: "a divisor where a flag says no",
    source: form(
      ["field ok bool example=true", "field b int min=0 max=9 example=4"],
      ["text (if(ok, 1, round(100 / b, 2))) w=40mm"],
    ),
    told: ["RPT4031 with b of 0 and ok of false: division by zero"],
    mended: ["b int min=0", "b int min=1"],
  },
  {
    is: "a difference of equal numbers as a divisor",
    source: form(
      ["field a int min=5 max=9 example=8", "field b int min=3 max=9 example=4"],
      ["text (round(100 / (a - b), 2)) w=40mm"],
    ),
    told: ["RPT4031 with a of 5 and b of 5: division by zero"],
    mended: ["b int min=3 max=9", "b int min=3 max=4"],
  },
  {
    is: "an odd number of digits for a code that takes pairs",
    source: form([CODE], ["barcode itf (code) w=90mm"]).replace("h=5mm", "h=20mm"),
    told: ['RPT4031 with code of "1234567": itf holds an even number of digits'],
    mended: ["^[0-9]+$", "^([0-9]{2})+$"],
  },
  {
    is: "letters in a code of digits",
    source: form(['field code string(13) example="4901234567894"'], ["barcode ean13 (code) w=90mm"]).replace(
      "h=5mm",
      "h=20mm",
    ),
    told: ['RPT4031 with code of "４901234567894": ean13 holds 12 digits, or 13 with the check digit'],
    mended: ["string(13) example", "string(13) pattern='^[0-9]{13}$' example"],
  },
  {
    is: "small letters for a code that has none",
    source: form([CODE.replace("0-9", "A-Za-z0-9")], ["barcode code39 (code) w=90mm"]).replace("h=5mm", "h=20mm"),
    told: ['RPT4031 with code of "aaaaaaaa": code39 holds digits, capital letters'],
    mended: ["A-Za-z0-9", "A-Z0-9"],
  },
  {
    is: "as many groups as records",
    source: PIE.replace("field rows[].n", 'field rows[].k string(4) example=["甲"]\nfield rows[].n')
      .replace("min=-5", "min=1")
      .replace("max=3", "max=30")
      .replace("fonts", "let g[] = group(rows, .k)\nlet g[].n = sum(.items[].n)\nfonts")
      .replace("pie rows", "pie g legend=right")
      .replace("{index}", "{.key}"),
    told: [
      "RPT4031 with rows[].k of 30 different values, rows[] of 30 entries and rows[].n of 9: the legend has 30 names",
    ],
    mended: ['string(4) example=["甲"]', "enum(x, y) example=[x]"],
  },
  {
    is: "headings that differ in every record",
    source: COLUMNS,
    told: ["RPT4031 with s[].m[].k of 60 different values, s[].m[] of 6 entries, s[] of 10 entries and"],
    mended: ['string(2) example=[["甲", "乙"]]', 'enum(k, l) example=[["k", "l"]]'],
  },
  {
    is: "a number of decimals below zero",
    source: form(["field n int min=-2 max=6 example=3"], ["text (fixed(10, n)) w=60mm"]),
    told: ["RPT4031 with n of -2: -2 is no number of decimals"],
    mended: ["min=-2", "min=0"],
  },
  {
    is: "a part of a whole below zero",
    source: PIE,
    told: ["RPT4031 with rows[].n of -5: -5 is no part of a whole"],
    mended: ["min=-5", "min=1"],
  },
  {
    is: "parts that are all zero",
    source: PIE.replace("min=-5", "min=0"),
    told: ["RPT4031 with rows[].n of 0: the parts of the whole add up to nothing"],
    mended: ["min=0 max=9", "min=1 max=9"],
  },
  {
    is: "a text that a flag shows over another",
    source: form([FLAG], ['text "合格" w=30mm', 'text "不合格" w=30mm when=(not paid)']).replace("y=6mm", "y=1mm"),
    told: ["RPT4031 with paid of false: text overlaps text"],
    mended: ["y=1mm", "y=6mm"],
  },
  {
    is: "a colour that a flag takes from its ground",
    source: form([FLAG], ["text \"合格\" w=30mm color=(if(paid, 'black', 'white'))"]),
    told: ["RPT4031 with paid of false: contrast 1.0:1"],
    mended: ["'white'", "'navy'"],
  },
  {
    is: "an optional picture over a text",
    source: form(["field q? image"], ['text "写真" w=30mm', 'image (q) w=18mm alt="写真"'])
      .replace("y=0mm", "y=9mm")
      .replace("y=6mm h=5mm", "y=0mm h=18mm"),
    told: ["RPT4031 with q of a square picture: image overlaps text"],
    mended: ["y=9mm", "y=30mm"],
  },
] as const;

describe("one field alone", () => {
  test.each(ALONE)("$is is told, and the repair works", ({ source, told, mended: [from, to] }) => {
    const ofForm = (text: string) =>
      found(text)
        .filter(({ code }) => code.startsWith("RPT4") || code.startsWith("RPT5"))
        .map(({ code, message }) => `${code} ${message}`);
    expect(source).toContain(from);
    expect(ofForm(source)).toEqual(told.map((one) => expect.stringContaining(one)));
    expect(ofForm(source.replace(from, to))).toEqual([]);
  });
});

interface Drawn {
  readonly fields: readonly string[];
  readonly elements: readonly string[];
  /** Random data within the declarations, mostly at their limits. */
  readonly data: readonly Readonly<Record<string, unknown>>[];
}

const NAMES = ["a", "b", "c"] as const;
const TEXTS = 16;
const WIDTHS = [8, 12, 16, 22, 30, 45];
const LONG = "国語算数理科社会";

/** Whole numbers of a `decimal(digits,2)`, mostly the largest of both signs, as JSON has them. */
const decimals = (digits: number): fc.Arbitrary<number> => {
  const most = 10 ** digits - 1;
  return limit(-most, most).map((hundredths) => hundredths / 100);
};

const forms: fc.Arbitrary<Drawn> = fc
  .record({
    numbers: fc.tuple(bounds, bounds, bounds),
    lengths: fc.tuple(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 1, max: 16 })),
    digits: fc.integer({ min: 3, max: 9 }),
    rows: fc.integer({ min: 1, max: 40 }),
    tags: fc.integer({ min: 1, max: 12 }),
    widths: fc.array(fc.constantFrom(...WIDTHS), { minLength: TEXTS, maxLength: TEXTS }),
  })
  .chain(({ numbers, lengths: [own, memo], digits, rows, tags, widths }) => {
    const data = fc.record(
      {
        a: limit(numbers[0].low, numbers[0].high),
        b: limit(numbers[1].low, numbers[1].high),
        c: limit(numbers[2].low, numbers[2].high),
        own: limit(0, own).map((length) => "国".repeat(length)),
        memo: limit(0, memo).map((length) => "国".repeat(length)),
        state: fc.constantFrom("open", "closed", "unknown"),
        paid: fc.boolean(),
        d: decimals(digits),
        e: decimals(4),
        rows: lists(fc.record({ n: limit(numbers[0].low, numbers[0].high) }), rows),
        tags: lists(fc.constantFrom("国", "国語"), tags),
        days: lists(fc.record({ tags: lists(fc.constantFrom("甲", "乙"), tags) }), 3),
      },
      { requiredKeys: ["a", "b", "c", "own", "state", "paid", "d", "e", "rows", "tags", "days"] },
    );
    const fields = [
      ...numbers.map(({ low, high }, at) => `field ${NAMES[at]} int min=${low} max=${high} example=1`),
      `field own string(${own}) example="国"`,
      `field memo? string(${memo}) example="国"`,
      "field state enum(open, closed, unknown) example=open",
      "field paid bool example=true",
      `field rows[] max=${rows}`,
      `field rows[].n int min=${numbers[0].low} max=${numbers[0].high} example=[1]`,
      `field d decimal(${digits},2) example=1`,
      "field e decimal(4,2) example=1",
      `field tags[] string(2) max=${tags} example=["国"]`,
      "field days[] max=3",
      `field days[].tags[] string(1) max=${tags} example=[["甲"]]`,
      'copies ["正", "控"]',
    ];
    const texts = [
      "(a)",
      "(a * b)",
      "(a * b - c)",
      "(sum(rows[].n))",
      '"{own}{memo}"',
      `"{if(state == 'closed', '${LONG}', 'x')}{a}"`,
      '"{if(paid, own, memo)}"',
      "\"{memo ?? '特になし'}\"",
      "(format(b, '#,##0.00'))",
      "(d)",
      "(d * e)",
      "(format(d * b, '#,##0.00;▲#,##0.00'))",
      "(join(tags, ''))",
      "(join(days[].tags, ''))",
      "\"{if(copy.label == '控', own, '')}\"",
      "(own)",
    ];
    const when: Readonly<Record<number, string>> = { 7: " when=(not paid)", 15: " when=(copy.index == 2)" };
    const elements = texts.map((text, at) => `text ${text} w=${widths[at]}mm${when[at] ?? ""}`);
    return fc
      .record({ data: fc.array(data, { minLength: 6, maxLength: 6 }) })
      .map((one) => ({ ...one, fields, elements }));
  });

test("what a length breaks and what many lines break are told in one round", () => {
  const box = fc.record({
    length: fc.integer({ min: 40, max: 300 }),
    widthMm: fc.integer({ min: 20, max: 90 }),
    heightMm: fc.integer({ min: 8, max: 40 }),
    more: fc.constantFrom("", "writing=vertical", "fit=shrink", "weight=bold"),
  });
  let later = 0;
  fc.assert(
    fc.property(box, ({ length, widthMm, heightMm, more }) => {
      const told = (declared: number): readonly string[] => {
        const text = `text (memo) x=0mm y=0mm w=${widthMm}mm h=${heightMm}mm ${more}`;
        const source = plateForm([`field memo text(${declared}) example="覚書"`], [text], 250);
        return found(source).flatMap(({ code, message, repair }) =>
          code === "RPT4031" ? [`${message} → ${repair?.title}`] : [],
        );
      };
      const first = told(length);
      const fitting = first.flatMap(
        (one) => /declare what fits \((\d+) full-width characters × (\d+) line/.exec(one) ?? [],
      );
      const [, perLine, lines] = fitting.map(Number);
      if (perLine === undefined || lines === undefined) return;
      const second = told(perLine * lines);
      if (!second.some((one) => / lines(?::| [\d.]+mm are missing)/.test(one))) return;
      later += 1;
      expect(first).toContainEqual(expect.stringMatching(/ lines(?::| [\d.]+mm are missing).*(?:lines=|no line ends)/));
    }),
    { numRuns: inLane({ fast: 20, full: 300 }) },
  );
  expect(later).toBeGreaterThan(0);
});

function misfits(diagnostics: readonly Diagnostic[]): readonly number[] {
  return diagnostics.flatMap(({ code, severity, span }) =>
    severity === "error" && /^RPT400[1-4]$/u.test(code) ? [span.start] : [],
  );
}

test("data that do not fit do so where a check has told of it", { timeout: 600_000 }, () => {
  let [judged, broken, missed] = [0, 0, 0];
  fc.assert(
    fc.property(forms, ({ fields, elements, data }) => {
      const source = form(fields, elements);
      const checked = found(source);
      // A form whose examples do not fit is mended first.
      if (misfits(checked).length > 0) return;
      const told = new Set(checked.map(({ span }) => span.start));
      for (const each of data) {
        judged += 1;
        const wrong = misfits(foundOf(source, each));
        if (wrong.length === 0) continue;
        broken += 1;
        if (wrong.some((start) => !told.has(start))) missed += 1;
        expect(wrong.filter((start) => !told.has(start)).map((start) => source.slice(start, start + 60))).toEqual([]);
      }
    }),
    { numRuns: inLane({ fast: 4, merge: 77, full: 300 }) },
  );
  console.log(`worst cases: ${judged} random data, ${broken} did not fit, ${missed} of them not told by a check`);
  expect(broken * 4).toBeGreaterThan(judged);
});
