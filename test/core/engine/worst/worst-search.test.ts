// Values that are no limit of their field, and that an expression or a format prints wider, higher or not at all.
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function form(fields: readonly string[], elements: readonly string[]): string {
  return `rpt 1
document form lang=ja
${fields.join("\n")}
fonts gothic="Noto Sans JP"
sizes body=9pt
colors shade=#f2f4f7
style base font=gothic size=body
page A5 margin=12mm {
  body gap=3mm {
    ${elements.join("\n    ")}
  }
}
`;
}

function found(source: string, data?: unknown): readonly Diagnostic[] {
  const bytes = data === undefined ? null : new TextEncoder().encode(JSON.stringify(data));
  return engine.check({ source, data: bytes }).diagnostics;
}

const told = (source: string) => found(source).map(({ code, message }) => `${code} ${message}`);
const INT = "field n int min=0 max=10000 example=5";
const LONG = "四件のときの長い文章";
const ROWS = ["field r[] max=10", 'field r[].t string(1) example=["a"]'];

/** What breaks, data that show it, and the width of a box that holds it. */
const CASES = [
  {
    is: "a number in kanji, which is longest below its limit",
    fields: [INT],
    element: "text (n) format='kanji-unit' w=16mm h=5mm",
    data: { n: 9999 },
    message: 'with n of 9999: "九千九百九十九" is',
    mended: "w=24mm",
  },
  {
    is: "a number in legal kanji",
    fields: ["field n int min=0 max=5000000 example=5"],
    element: "text (n) format='daiji' w=40mm h=5mm",
    data: { n: 4_999_999 },
    message: 'with n of 4999999: "四百九拾九万九千九百九拾九" is',
    mended: "w=52mm",
  },
  {
    is: "decimals below a whole limit",
    fields: ["field v decimal(6,2) min=0 max=1000 example=1"],
    element: "text (v) format='0.##' w=8mm h=5mm",
    data: { v: 999.99 },
    message: 'with v of 999.99: "999.99" is 9.7mm wide',
    mended: "w=12mm",
  },
  {
    is: "the longest names of a month and a weekday",
    fields: ['field d date example="2026-05-01"'],
    element: "text (d) format='dddd d MMMM yyyy' w=41mm h=5mm",
    data: { d: "2026-09-30" },
    message: "with d of 2029-09-26: text needs",
    mended: "w=48mm",
  },
  {
    is: "the letter of an era",
    fields: ['field d date example="2026-05-01"'],
    element: "text (d) format='ge.M.d' w=14.8mm h=5mm",
    data: { d: "1911-12-28" },
    message: "with d of 1911-12-28: ",
    mended: "w=17mm",
  },
  {
    is: "the section of a pattern for zero",
    fields: ["field z int min=-5 max=5 example=3"],
    element: "text (z) format='0;-0;\"ゼロでした\"' w=8mm h=5mm",
    data: { z: 0 },
    message: "with z of 0: text needs",
    mended: "w=24mm",
  },
  {
    is: "a text that is parted into many lines",
    fields: ['field s string(40) example="a,b"'],
    element: "text (join(split(s, ','), '\\n')) w=90mm h=25mm",
    data: { s: "a,b,c,d,e,f,g,h,i,j,k,l,m,n,o,p,q,r,s,t" },
    message: `with s of "${",国".repeat(20)}": text needs`,
    mended: "w=90mm h=177mm",
  },
  {
    is: "letters that are replaced by longer words",
    fields: ['field t string(10) example="A-C"'],
    element: "text (replace(t, '-', '（ハイフン）')) w=50mm h=5mm",
    data: { t: "----------" },
    message: 'with t of "----------": text needs',
    mended: "w=120mm h=15mm",
  },
  {
    is: "small letters that are made capitals",
    fields: ["field t string(9) pattern='^[a-z]{9}$' example=\"abcdefghi\""],
    element: "text (upper(t)) w=22mm h=5mm",
    data: { t: "wwwwwwwww" },
    message: "with t of ",
    mended: "w=40mm",
  },
  {
    is: "a divisor that is zero within the bounds",
    fields: ["field b int min=0 max=100 example=5"],
    element: "text (format(100 / (b - 3), '0.00')) w=90mm h=5mm",
    data: { b: 3 },
    message: "with b of 3: division by zero",
    mended: "",
  },
  {
    is: "a remainder by what a let computes",
    fields: ["field b decimal(5,1) min=0 max=100 example=5", "let half = b * 2 - 5"],
    element: "text (format(100 % half, '0.00')) w=90mm h=5mm",
    data: { b: 2.5 },
    message: "with b of 2.5: division by zero",
    mended: "",
  },
  {
    is: "a product of two differences as a divisor",
    fields: ["field b int min=1 max=100 example=5"],
    element: "text (format(100 / ((b - 7) * (b - 20)), '0.00')) w=90mm h=5mm",
    data: { b: 7 },
    message: "with b of 7: division by zero",
    mended: "",
  },
  {
    is: "a rate of sums, which is largest where the divisor is small",
    fields: [
      "field r[] min=1 max=3",
      "field r[].plan int min=0 max=9999 example=[500]",
      "field r[].done int min=0 max=9999 example=[400]",
    ],
    element: "text \"{if(sum(r[].plan) == 0, '—', format(sum(r[].done) / sum(r[].plan), '0.0%'))}\" w=14mm h=5mm",
    data: { r: [{ plan: 1, done: 9999 }] },
    message: "with r[].plan of 1",
    mended: "w=40mm",
  },
  {
    is: "a rate by a let that has the name of what it sums",
    fields: [
      "field r[] min=1 max=3",
      'field r[].area string(2) example=["東"]',
      "field r[].plan int min=0 max=9999 example=[500]",
      "field r[].done int min=0 max=9999 example=[400]",
      "let areas[] = group(r, .area)",
      "let areas[].plan = sum(.items[].plan)",
      "let areas[].rate = if(.plan == 0, 0, sum(.items[].done) / .plan)",
    ],
    element: "text \"{format(max(areas[].rate), '0.0%')}\" w=14mm h=5mm",
    data: { r: [{ area: "東", plan: 1, done: 9999 }] },
    message: "with r[].plan of 1",
    mended: "w=40mm",
  },
  {
    is: "a day that is moved beyond the calendar",
    fields: ['field d date example="2026-10-25"', "field n int min=0 max=9999999 example=5"],
    element: "text (addDays(d, n)) w=90mm h=5mm",
    data: { d: "2026-10-25", n: 9_999_999 },
    message: "with n of 9999999: the date lies outside the years 1 to 9999",
    mended: "",
  },
  {
    is: "a number of entries that a condition asks for",
    fields: ROWS,
    element: `text "{if(count(r) == 4, '${LONG}', first(r[].t))}" w=10mm h=5mm`,
    data: { r: [{ t: "x" }, { t: "x" }, { t: "x" }, { t: "x" }] },
    message: "with r[] of 4 entries: text needs",
    mended: "w=60mm",
  },
  {
    is: "a remainder that a condition asks for",
    fields: [INT.replace("=5", "=4")],
    element: `text "{if(n % 7 == 5, '${LONG}', '')}" w=10mm h=5mm`,
    data: { n: 5 },
    message: "with n of 5: text needs",
    mended: "w=60mm",
  },
  {
    is: "a length that a condition asks for",
    fields: ['field s string(12) example="国"'],
    element: `text "{if(len(s) == 7, '${LONG}', '')}" w=10mm h=5mm`,
    data: { s: "国".repeat(7) },
    message: 'with s of "',
    mended: "w=60mm",
  },
  {
    is: "a weekday that a condition asks for",
    fields: ['field d date example="2026-10-25"'],
    element: `text "{if(weekday(d) == 3, '${LONG}', '')}" w=10mm h=5mm`,
    data: { d: "2026-10-28" },
    message: "with d of 2028-",
    mended: "w=60mm",
  },
] as const;

describe("a value that no limit of its field is", () => {
  test.each(CASES)("$is", ({ fields, element, data, message, mended }) => {
    const source = form(fields, [element]);
    const broken = engine.check({ source, data: new TextEncoder().encode(JSON.stringify(data)) }).diagnostics;
    expect(broken.some(({ severity }) => severity === "error")).toBe(true);
    const [first] = told(source);
    expect(first).toContain(message);
    expect(first).toMatch(/^RPT403[12] /u);
    if (mended === "") return;
    const wider = element.replace(/w=[0-9.]+mm(?= h=)/u, mended).replace(/(h=\d+mm) h=\d+mm/u, "$1");
    expect(told(form(fields, [wider]))).toEqual([]);
  });

  test("is not told where a guard keeps the division from it", () => {
    const guarded = "text (if(b == 3, '—', format(100 / (b - 3), '0.00'))) w=90mm h=5mm";
    expect(told(form(["field b int min=0 max=100 example=5"], [guarded]))).toEqual([]);
  });

  test("is no day of the year 9999, which stands for no end", () => {
    const source = form(['field d date example="2026-10-25"'], ["text (format(addMonths(d, 1), 'yyyy年M月d日'))"]);
    expect([told(source), found(source, { d: "9999-12-31" })]).toEqual([[], []]);
  });

  test("is no day before the eras, which prints its Gregorian year", () => {
    const source = form(['field d date example="2026-10-25"'], ["text (d) format='ggge年M月d日' w=34mm h=5mm"]);
    expect([told(source), found(source, { d: "1872-12-31" })]).toEqual([[], []]);
  });
});

test("marks that hang over a neighbour are told, and have room beside it", () => {
  const row = (gap: string) =>
    form(
      ['field a string(60) example="見本。"'],
      [`row${gap} {\n text (a) hang=true wrap=char w=32mm\n text "隣" w=10mm fill=shade\n }`],
    );
  expect(told(row(""))).toEqual([
    expect.stringContaining("RPT4031 with a of 60 characters with commas among them: text overlaps text"),
  ]);
  expect(told(row(" gap=4mm"))).toEqual([]);
});

test("words of a list that numbers choose from are told", () => {
  const table = (width: number) =>
    form(
      ["field r[] max=3", 'field r[].t string(10) example=["a"]', "field r[].v int min=0 max=100 example=[1]"],
      [`table r[.v > 50] empty="なし" {\n column a "A" (.t) w=${width}mm\n }`],
    );
  expect(told(table(12))).toEqual([expect.stringContaining('"MANUFACTUR" is')]);
  expect(told(table(40))).toEqual([]);
});
