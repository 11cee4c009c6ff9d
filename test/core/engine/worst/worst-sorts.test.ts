// Elements of every sort that data may break: whatever data within the declarations do not fit, a check has told of it.
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";
import { bounds, limit, lists } from "../limited-data.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function found(source: string, data?: unknown): readonly Diagnostic[] {
  const bytes = data === undefined ? null : new TextEncoder().encode(JSON.stringify(data));
  // Data are judged by what they break themselves.
  return engine.check({ source, data: bytes, worstCases: bytes === null }).diagnostics;
}

interface Sort {
  /** Fields of its own, by a number that parts it from others of its sort. */
  readonly fields: readonly string[];
  readonly lets?: readonly string[];
  readonly element: string;
  readonly data: fc.Arbitrary<Readonly<Record<string, unknown>>>;
}

const WORDS = ["MANUFACTURING", "Manufacturer", "MITSUBISHI", "Works", "Ltd.", "of", "WWWW", "国語", "A-12-B"];
const written = (most: number): fc.Arbitrary<string> =>
  fc.oneof(
    limit(0, most).map((length) => "国".repeat(length)),
    limit(0, most).map((length) => "W".repeat(length)),
    limit(0, most).map((length) => "0".repeat(length)),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 30 }).map((words) => words.join(" ").slice(0, most).trim()),
  );
/** Line ends anywhere, at most one for ten characters. */
const lined = (most: number): fc.Arbitrary<string> =>
  fc.tuple(written(most), fc.array(fc.nat(most), { maxLength: Math.floor(most / 10) })).map(([text, ends]) => {
    const letters = [...text];
    for (const end of ends.slice(0, Math.floor(letters.length / 10))) if (end < letters.length) letters[end] = "\n";
    return letters.join("");
  });
const digits = (most: number): fc.Arbitrary<string> =>
  limit(1, most).chain((length) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`, "u")));
const divisors = ["{a} + {b}", "{a} - {b}", "{a} * {b}", "{a}", "if({a} == 0, {b}, {a})"].concat([
  "{a} - 3",
  "2 * {a} - 8",
  "{b} + 5 - {a}",
  "{a} % 5",
  "({a} - 4) * ({a} - 7)",
  "if({a} == 3, 1, {a} - 3)",
]);

const LONG = "四件のときの長い文章";
/** Bounds between which a number is longer than at them, in one format or another. */
const HIGHS = [9, 10, 99, 100, 1_000, 1_234, 5_000, 10_000, 20_000, 1_000_000];
const NUMBER_FORMATS = [
  ...["#,##0", "0.##", "#,##0.0", "kanji", "kanji-unit", "daiji", "wide", "0.0%", "[h]:mm"],
  ...['0;-0;"ゼロでした"', '#,##0;▲#,##0;"―（該当なし）"', '0;"（不足）"0'],
];
const DATE_FORMATS = [
  ...["yyyy年M月d日", "ggge年M月d日", "ge.M.d", "dddd d MMMM yyyy", "MMM d (ddd)", "yyyy/MM/dd（aaaa）", "MMMM", "e"],
];
/** Numbers between two bounds, often with nines. */
const between = (low: number, high: number): fc.Arbitrary<number> =>
  fc.oneof(
    limit(low, high),
    fc.constantFrom(
      ...[0, 1, 9, 99, 999, 4_999, 9_999, 19_999, 999_999].filter((one) => one >= low && one <= high),
      high,
    ),
  );
const twoDigits = (value: number): string => String(value).padStart(2, "0");
const day = fc
  .record({ year: fc.integer({ min: 1873, max: 2099 }), month: fc.integer({ min: 1, max: 12 }), at: fc.nat(27) })
  .map(({ year, month, at }) => `${year}-${twoDigits(month)}-${twoDigits(at + 1)}`);
/** Functions of one text. */
const CHANGES = [
  ...[
    "replace({t}, '-', '（ハイフン）')",
    "replace({t}, '国', '')",
    "upper({t})",
    "lower({t})",
    "wide({t})",
    "kana({t})",
  ],
  ...["narrow({t})", "join(split({t}, ','), '\\n')", "join(split({t}, '-'), ' / ')", "left({t}, 5)", "repeat({t}, 2)"],
  ...["pad({t}, 12, '0')", "concat({t}, '・', {t})", "trim({t})", `if(len({t}) == 7, '${LONG}', {t})`],
  ...[
    `if(contains({t}, '-'), '${LONG}', '')`,
    `if(startsWith({t}, 'W-'), '${LONG}', '')`,
    "replace(upper({t}), 'A', 'Ａ')",
  ],
];
const letters = (most: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .constantFrom("-", ",", "国", "W", "w", "a", "ガ", "-国", ",国", "W-")
      .map((part) => part.repeat(most).slice(0, most)),
    fc.array(fc.constantFrom("-", ",", "国", "W", "w", "a", "ガ", "0"), { maxLength: most }).map((all) => all.join("")),
  );
const TESTS_OF_NUMBERS = [
  "{n} % 7 == 3",
  "{n} * 2 == 14",
  "{n} > 3 and {n} < 6",
  "abs({n} - 8) < 2",
  "{n} == 5 or {n} == 8",
];
const TESTS_OF_COUNTS = [
  "count({l}) == 4",
  "count({l}) % 3 == 2",
  "count({l}) > 2 and count({l}) < 5",
  "count({l}) * 2 == 6",
];

/** A sort of element that random data within its fields' declarations may break, by the number of its fields. */
const SORTS: Readonly<Record<string, (at: number) => fc.Arbitrary<Sort>>> = {
  words: (at) =>
    fc
      .record({ length: fc.integer({ min: 1, max: 60 }), width: fc.integer({ min: 10, max: 80 }), rows: fc.nat(4) })
      .map(({ length, width, rows }) => ({
        fields: [`field w${at} string(${length}) example="国"`],
        element: `text (w${at}) w=${width}mm h=${5 + rows * 5}mm`,
        data: fc.record({ [`w${at}`]: written(length) }),
      })),
  lines: (at) =>
    fc
      .record({
        length: fc.integer({ min: 1, max: 90 }),
        lines: fc.integer({ min: 1, max: 12 }),
        shrinks: fc.boolean(),
      })
      .map(({ length, lines, shrinks }) => ({
        fields: [`field t${at} text(${length}) example="国"`],
        element: `text (t${at}) w=80mm lines=${lines}${shrinks ? " fit=shrink" : ""}`,
        data: fc.record({ [`t${at}`]: lined(length) }),
      })),
  seal: (at) =>
    fc
      .record({ length: fc.integer({ min: 1, max: 40 }), side: fc.integer({ min: 8, max: 24 }) })
      .map(({ length, side }) => ({
        fields: [`field s${at} string(${length}) example="国"`],
        element: `seal (s${at}) w=${side}mm h=${side}mm alt="印"`,
        data: fc.record({ [`s${at}`]: written(length) }),
      })),
  ruby: (at) =>
    fc
      .record({ base: fc.integer({ min: 1, max: 8 }), reading: fc.integer({ min: 1, max: 30 }) })
      .map(({ base, reading }) => ({
        fields: [`field b${at} string(${base}) example="国"`, `field r${at} string(${reading}) example="く"`],
        element: `rich w=40mm {\n        ruby (b${at}) (r${at})\n      }`,
        data: fc.record({
          [`b${at}`]: limit(1, base).map((length) => "国".repeat(length)),
          [`r${at}`]: limit(1, reading).map((length) => "く".repeat(length)),
        }),
      })),
  code: (at) =>
    fc
      .record({
        kind: fc.constantFrom("itf", "ean13", "ean8", "nw7"),
        length: fc.integer({ min: 7, max: 13 }),
        isFixed: fc.boolean(),
      })
      .map(({ kind, length, isFixed }) => ({
        fields: [
          [
            `field c${at} string(${length})`,
            `pattern='^[0-9]${isFixed ? `{${length}}` : "+"}$' example="${"0".repeat(length)}"`,
          ].join(" "),
        ],
        element: `barcode ${kind} (c${at}) w=100mm h=20mm`,
        data: fc.record({
          [`c${at}`]: isFixed ? fc.stringMatching(new RegExp(`^[0-9]{${length}}$`, "u")) : digits(length),
        }),
      })),
  quotient: (at) =>
    fc
      .record({ divisor: fc.constantFrom(...divisors), a: bounds, b: bounds, isPositive: fc.boolean() })
      .map(({ divisor, a, b, isPositive }) => {
        const [low, other] = isPositive ? [1, 1] : [a.low, b.low];
        const code = divisor.replaceAll("{a}", `p${at}`).replaceAll("{b}", `q${at}`);
        return {
          fields: [
            `field p${at} int min=${low} max=${a.high} example=7`,
            `field q${at} int min=${other} max=${b.high} example=2`,
          ],
          element: `text (round(100 / (${code}), 1)) w=100mm`,
          data: fc.record({
            [`p${at}`]: fc.oneof(fc.constant(Math.max(low, 0)), limit(low, a.high)),
            [`q${at}`]: fc.oneof(fc.constant(Math.max(other, 0)), limit(other, b.high)),
          }),
        };
      }),
  formats: (at) =>
    fc
      .record({
        high: fc.constantFrom(...HIGHS),
        low: fc.constantFrom(0, -9, -1_000, -10_000),
        scale: fc.constantFrom(0, 0, 1, 2),
        format: fc.constantFrom(...NUMBER_FORMATS),
        width: fc.integer({ min: 8, max: 60 }),
      })
      .map(({ high, low, scale, format, width }) => ({
        fields: [`field f${at} decimal(10,${scale}) min=${low} max=${high} example=1`],
        element: `text (f${at}) format='${format}' w=${width}mm h=5mm`,
        data: fc
          .tuple(between(low, high), fc.nat(10 ** scale - 1))
          .map(([whole, part]) => ({ [`f${at}`]: Math.min(high, (whole * 10 ** scale + part) / 10 ** scale) })),
      })),
  days: (at) =>
    fc
      .record({ format: fc.constantFrom(...DATE_FORMATS), width: fc.integer({ min: 10, max: 45 }), by: fc.nat(40) })
      .map(({ format, width, by }) => ({
        fields: [`field d${at} date example="2026-05-01"`],
        element: `text (format(addMonths(d${at}, ${by}), '${format}')) w=${width}mm h=5mm`,
        data: fc.record({ [`d${at}`]: day }),
      })),
  functions: (at) =>
    fc
      .record({
        length: fc.integer({ min: 1, max: 14 }),
        change: fc.constantFrom(...CHANGES),
        width: fc.integer({ min: 10, max: 70 }),
        rows: fc.nat(5),
      })
      .map(({ length, change, width, rows }) => ({
        fields: [`field x${at} string(${length}) example="国"`],
        element: `text (${change.replaceAll("{t}", `x${at}`)}) w=${width}mm h=${5 + rows * 5}mm wrap=char`,
        data: fc.record({ [`x${at}`]: letters(length) }),
      })),
  choices: (at) =>
    fc
      .record({
        test: fc.constantFrom(...TESTS_OF_NUMBERS),
        high: fc.constantFrom(9, 100, 9_999),
        width: fc.integer({ min: 10, max: 45 }),
      })
      .map(({ test, high, width }) => ({
        fields: [`field n${at} int min=0 max=${high} example=1`],
        element: `text "{if(${test.replaceAll("{n}", `n${at}`)}, '${LONG}', '')}" w=${width}mm h=5mm`,
        data: fc.record({ [`n${at}`]: between(0, high) }),
      })),
  counts: (at) =>
    fc
      .record({
        test: fc.constantFrom(...TESTS_OF_COUNTS),
        most: fc.integer({ min: 1, max: 12 }),
        width: fc.integer({ min: 10, max: 45 }),
      })
      .map(({ test, most, width }) => ({
        fields: [`field l${at}[] max=${most}`, `field l${at}[].v string(1) example=["甲"]`],
        element: `text "{if(${test.replaceAll("{l}", `l${at}`)}, '${LONG}', first(l${at}[].v))}" w=${width}mm h=5mm`,
        data: lists(fc.record({ v: fc.constantFrom("甲", "乙") }), most).map((list) => ({ [`l${at}`]: list })),
      })),
  moved: (at) =>
    fc
      .record({ low: fc.constantFrom(0, -99, -999_999), high: fc.constantFrom(9, 999, 99_999, 9_999_999) })
      .map(({ low, high }) => ({
        fields: [`field y${at} int min=${low} max=${high} example=1`, `field z${at} date example="2026-05-01"`],
        element: `text (addMonths(addDays(z${at}, y${at}), 1)) w=60mm h=5mm`,
        data: fc.record({ [`y${at}`]: limit(low, high), [`z${at}`]: fc.oneof(day, fc.constant("9999-12-31")) }),
      })),
  groups: (at) =>
    fc.record({ rows: fc.integer({ min: 1, max: 40 }), h: fc.integer({ min: 25, max: 90 }) }).map(({ rows, h }) => ({
      fields: [
        `field g${at}[] max=${rows}`,
        `field g${at}[].k string(4) example=["甲"]`,
        `field g${at}[].n int min=1 max=99 example=[8]`,
      ],
      lets: [`let h${at}[] = group(g${at}, .k)`, `let h${at}[].n = sum(.items[].n)`],
      element: `chart pie h${at} h=${h}mm alt="円" title="円" legend=right {
        category "{.key}"
        series "" (.n)
      }`,
      data: limit(1, rows)
        .chain((length) =>
          fc.array(fc.record({ k: fc.integer({ min: 1, max: 40 }).map(String), n: limit(1, 99) }), {
            minLength: length,
            maxLength: length,
          }),
        )
        .map((list) => ({ [`g${at}`]: list })),
    })),
  columns: (at) =>
    fc
      .record({ rows: fc.integer({ min: 1, max: 8 }), inner: fc.integer({ min: 1, max: 8 }) })
      .map(({ rows, inner }) => ({
        fields: [
          `field m${at}[] max=${rows}`,
          `field m${at}[].e[] max=${inner}`,
          `field m${at}[].e[].k string(2) example=[["甲"]]`,
          `field m${at}[].e[].v int min=0 max=9 example=[[1]]`,
        ],
        element: `table m${at} {
        column no "No." (index) w=15mm
        column each .e as=x "{x.k}" (x.v) w=1fr
      }`,
        data: limit(1, rows)
          .chain((length) =>
            fc.array(
              lists(fc.record({ k: fc.integer({ min: 10, max: 99 }).map(String), v: fc.nat(9) }), inner).map((e) => ({
                e,
              })),
              { minLength: length, maxLength: length },
            ),
          )
          .map((list) => ({ [`m${at}`]: list })),
      })),
};

const flows = fc
  .array(
    fc.constantFrom(...Object.keys(SORTS)).map((name) => SORTS[name]),
    { minLength: 2, maxLength: 4 },
  )
  .chain((sorts) => fc.tuple(...sorts.map((sort, at) => sort?.(at) ?? fc.constant(null))))
  .chain((drawn) => {
    const own = drawn.flatMap((one) => one ?? []);
    const data = fc.tuple(...own.map((one) => one.data)).map((parts) => Object.assign({}, ...parts) as object);
    return fc.array(data, { minLength: 6, maxLength: 6 }).map((list) => ({ source: flow(own), data: list }));
  });

function flow(own: readonly Sort[]): string {
  return `rpt 1
document form lang=ja
${own.flatMap(({ fields }) => fields).join("\n")}
${own.flatMap(({ lets = [] }) => lets).join("\n")}
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A4 portrait margin=15mm {
  body gap=3mm {
    ${own.map(({ element }) => element).join("\n    ")}
  }
}
`;
}

const TOLD_OF_DATA: ReadonlySet<string> = new Set(["RPT3020", "RPT3023", "RPT4015", "RPT5006"]);

function isBrokenWord(code: string, severity: string): boolean {
  return code === "RPT4004" && severity === "warning";
}

/** A mistake of the data, as a day that is none is one: no pattern of a field says which digit is right. */
const WRONG_CHECK_DIGIT = "wants the check digit";

/** Where something is on the page otherwise than it ought to be, or where a word or a seal cannot be read well. */
function brokenAt(diagnostics: readonly Diagnostic[]): readonly number[] {
  const own = diagnostics.filter(({ message }) => !message.includes(WRONG_CHECK_DIGIT));
  return own.flatMap(({ code, severity, span }) =>
    (severity === "error" && /^RPT400[1-4]$/u.test(code)) || isBrokenWord(code, severity) || TOLD_OF_DATA.has(code)
      ? [span.start]
      : [],
  );
}

test("data of every sort that do not fit do so where a check has told of it", { timeout: 300_000 }, () => {
  let [judged, broken] = [0, 0];
  fc.assert(
    fc.property(flows, ({ source, data }) => {
      const checked = found(source);
      expect(checked.filter(({ code, severity }) => severity === "error" && /^RPT[12]/u.test(code))).toEqual([]);
      if (brokenAt(checked).length > 0) return;
      const told = new Set(checked.map(({ span }) => span.start));
      for (const each of data) {
        judged += 1;
        const wrong = brokenAt(found(source, each));
        if (wrong.length > 0) broken += 1;
        const untold = wrong.filter((start) => !told.has(start));
        expect(untold.map((start) => `${source.slice(start, start + 60)} with ${JSON.stringify(each)}`)).toEqual([]);
      }
    }),
    { numRuns: inLane({ fast: 12, merge: 110, full: 600 }) },
  );
  console.log(`worst cases of every sort: ${judged} random data, ${broken} did not fit, each told by a check`);
  expect(broken * 8).toBeGreaterThan(judged);
});
