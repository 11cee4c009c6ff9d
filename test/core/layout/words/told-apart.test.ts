// RPT4035: names of series, parts, records and columns that tell nothing apart are told, and no others are.
import { describe, expect, test } from "vitest";
import { seenName } from "../../../../src/core/layout/words/told-apart.ts";
import { layOutOf } from "../../../support/lay-out.ts";

const page = (fields: string, body: string): string => `rpt 1
document names title="名" lang=ja
${fields}
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A4 landscape margin=10mm {
  body {
    ${body}
  }
}
`;

/** What is said of names. */
function told(source: string, data?: unknown): readonly string[] {
  const { diagnostics } = layOutOf(source)(data);
  return diagnostics.flatMap(({ code, message }) => (code === "RPT4035" ? [message] : []));
}

/** Pairs of names, by what is told of them: the same, nothing of the second one, or nothing at all. */
const NAMES = {
  "other names": ["甲", "乙", "apart"],
  "a blank within": ["甲乙", "甲 乙", "apart"],
  "half and full width": ["A", "Ａ", "apart"],
  "one name": ["甲", "甲", "same"],
  "a blank before": ["甲", " 甲", "same"],
  "a blank behind": ["甲", "甲 ", "same"],
  "a full-width blank behind": ["甲", "甲\u3000", "same"],
  "blanks of both widths": ["甲 乙", "甲\u3000乙", "same"],
  "several blanks": ["甲 乙", "甲  乙", "same"],
  "a tab": ["甲 乙", "甲\t乙", "same"],
  "a letter without width": ["甲", "甲\u200b", "same"],
  empty: ["甲", "", "unnamed"],
  "one blank": ["甲", " ", "unnamed"],
  "a full-width blank": ["甲", "\u3000", "unnamed"],
  "a letter without width alone": ["甲", "\u200b", "unnamed"],
} as const satisfies Readonly<Record<string, readonly [string, string, "apart" | "same" | "unnamed"]>>;

const KINDS = ["bar", "line", "stacked", "pie"] as const;
const LEGENDS = ["", "legend=none", "legend=top", "legend=right", "legend=bottom"] as const;

/** The names of parts and of several series stand in the legend alone. */
const LEFT_OUT = [expect.stringContaining("legend=none leaves out the names of the parts of the chart")];
const SERIES_LEFT_OUT = [expect.stringContaining("legend=none leaves out the names of the series of the chart")];

const CHART_FIELDS = `field a string(9) example="甲"
field b string(9) example="乙"
field rows[].name string(9) example=["一", "二"]
field rows[].n int min=0 max=9 example=[4, 5]`;

describe.each(KINDS)("chart %s", (kind) => {
  describe.each(LEGENDS)("with %s", (legend) => {
    const hasLegend = legend !== "legend=none";

    test.each(Object.entries(NAMES))("series: %s", (_, [one, other, is]) => {
      const series = (first: string, second: string) =>
        page(
          CHART_FIELDS,
          `chart ${kind} rows h=70mm alt="図" ${legend} {
      category (.name)
      series ${first} (.n)
      series ${second} (.n)
    }`,
        );
      const rows = [
        { name: "一", n: 4 },
        { name: "二", n: 5 },
      ];
      const ofSeries = {
        apart: [],
        same: [expect.stringContaining(`two series of the chart have the name "${one}"`)],
        unnamed: [expect.stringContaining("series 2 of the chart has no name")],
      }[kind === "pie" || !hasLegend ? "apart" : is];
      const leftOut = kind === "pie" ? LEFT_OUT : SERIES_LEFT_OUT;
      const expected = hasLegend ? ofSeries : leftOut;
      expect(told(series("(a)", "(b)"), { a: one, b: other, rows })).toEqual(expected);
      expect(told(series(JSON.stringify(one), JSON.stringify(other)), { a: one, b: other, rows })).toEqual(expected);
      expect(told(series("(a)", JSON.stringify(other)), { a: one, b: other, rows })).toEqual(expected);
    });

    test.each(Object.entries(NAMES))("records: %s", (_, [one, other, is]) => {
      const source = page(
        CHART_FIELDS,
        `chart ${kind} rows h=70mm alt="図" ${legend} {
      category (.name)
      series "数" (.n)
    }`,
      );
      const rows = [
        { name: one, n: 4 },
        { name: other, n: 5 },
      ];
      const ofAxis = { apart: [], same: [], unnamed: ["record 2 on the axis of the chart has no name"] };
      const ofParts = {
        apart: [],
        same: [expect.stringContaining(`two parts of the chart have the name "${one}"`)],
        unnamed: ["part 2 of the chart has no name"],
      };
      const expected = kind !== "pie" ? ofAxis[is] : hasLegend ? ofParts[is] : LEFT_OUT;
      const found = told(source, { a: "", b: "", rows });
      expect(found.map((each) => each.replace(/ \(page.*/u, ""))).toEqual(expected);
    });

    test.each(['""', '"\u3000"', '"月"'])("every record is called %s", (name) => {
      const source = page(
        CHART_FIELDS,
        `chart ${kind} rows h=70mm alt="図" ${legend} {
      category ${name}
      series "数" (.n)
    }`,
      );
      const isPrinted = kind !== "pie" || hasLegend;
      expect(told(source)).toHaveLength(isPrinted || name === '"月"' ? 1 : 0);
      if (name !== '"月"' && isPrinted)
        expect(told(source)[0]).toMatch(/^(part|record) 1 .*has no name, and 1 more has none/u);
    });

    test.each(["甲", "", " "])("one series called '%s' is told where a legend shows it", (name) => {
      const source = page(
        CHART_FIELDS,
        `chart ${kind} rows h=70mm alt="図" ${legend} {
      category (.name)
      series (a) (.n)
    }`,
      );
      const isShown = kind !== "pie" && hasLegend && legend !== "";
      const rows = [{ name: "一", n: 4 }];
      expect(told(source, { a: name, b: "", rows })).toHaveLength(isShown && name.trim() === "" ? 1 : 0);
    });
  });
});

test.each([
  ["(a)", { a: "", b: "乙" }, "a"],
  ['"{b}{a}"', { a: "", b: " " }, "b"],
])("a series called %s names the data that it lacks", (name, data, path) => {
  const body = `chart bar rows h=70mm alt="図" legend=top {\n category (.name)\n series ${name} (.n)\n}`;
  const { diagnostics } = layOutOf(page(CHART_FIELDS, body))({ ...data, rows: [{ name: "一", n: 4 }] });
  expect(diagnostics.map(({ code, dataPath }) => [code, dataPath])).toEqual([["RPT4035", path]]);
});

test("more names that are alike are counted", () => {
  const series = ["甲", "甲", "乙", "甲", "乙", "", " ", ""].map((name) => `series "${name}" (.n)`).join("\n");
  const source = page(CHART_FIELDS, `chart bar rows h=70mm alt="図" {\n category (.name)\n ${series}\n}`);
  expect(told(source).map((each) => each.replace(/ \(page.*/u, ""))).toEqual([
    "series 6 of the chart has no name, and 2 more have none",
    'two series of the chart have the name "甲", and 2 more like others',
  ]);
});

const LIST_FIELDS = `field items[].name string(10) example=["甲", "乙"]
field items[].m[].l string(9) example=[["四月", "五月"], ["四月", "五月"]]
field items[].m[].v string(9) example=[["10", "20"], ["30", "40"]]`;

function table(columns: string, more = ""): string {
  return page(LIST_FIELDS, `table items ${more} {\n column name "名" w=12mm\n ${columns}\n }`);
}

const EACH = 'column each .m as=q "{q.l}" (q.v) w=20mm';
const record = (...labels: readonly string[]) => ({ name: "甲", m: labels.map((l) => ({ l, v: "1" })) });

describe("columns that a list gives", () => {
  describe.each(Object.entries(NAMES))("%s", (_, [one, other, is]) => {
    const expected = {
      apart: [],
      same: [expect.stringContaining(`two columns of the table have the heading "${one}"`)],
      unnamed: [expect.stringContaining("of the list has no heading")],
    }[is];

    test("in one record", () => {
      expect(told(table(EACH), { items: [record(one, other)] })).toEqual(expected);
    });
    test("in two records, unless they share the column", () => {
      const found = told(table(EACH), { items: [record(one), record(other)] });
      expect(found).toEqual(one === other ? [] : expected);
    });
    test("beside a column of the form", () => {
      const own = `${EACH}\ncolumn total "${one}" (.name) w=20mm`;
      expect(told(table(own), { items: [record(other)] })).toEqual(expected);
    });
    test("of two lists", () => {
      const both = `${EACH}\ncolumn each .m[.v == '2'] as=r "{r.l}" (r.v) w=20mm`;
      const data = {
        items: [
          {
            name: "甲",
            m: [
              { l: one, v: "1" },
              { l: other, v: "2" },
            ],
          },
        ],
      };
      const ofSecond =
        is === "unnamed"
          ? "of the list has no heading"
          : `two columns of the table have the heading "${seenName(other)}"`;
      expect(told(table(both), data)).toEqual([...expected, expect.stringContaining(ofSecond)]);
    });
    test("told nowhere without headings", () => {
      expect(told(table(EACH, "header=none"), { items: [record(one, other)] })).toEqual([]);
    });
  });

  test("an empty column without a heading is the place of an absent entry", () => {
    const data = {
      items: [
        {
          name: "甲",
          m: [
            { l: "四月", v: "1" },
            { l: "", v: "" },
            { l: " ", v: "\u3000" },
          ],
        },
      ],
    };
    expect(told(table(EACH), data)).toEqual([]);
  });

  test("words of the form's own are no finding: the order tells the columns apart", () => {
    for (const heading of ['"回"', '""']) {
      expect(told(table(EACH.replace('"{q.l}"', heading)), { items: [record("一", "二")] })).toEqual([]);
    }
  });

  test("the finding names the data, and its repair works", () => {
    const { diagnostics } = layOutOf(table(EACH))({ items: [record("四月", "五月"), record("五月", "四月 ")] });
    expect(diagnostics.map(({ code, severity, dataPath }) => [code, severity, dataPath])).toEqual([
      ["RPT4035", "warning", "items[1].m[1].l"],
    ]);
    expect(diagnostics[0]?.message).toContain('two columns of the table have the heading "四月", but for blanks');
    expect(told(table(EACH), { items: [record("四月", "五月"), record("五月", "四月")] })).toEqual([]);
  });
});

describe("rows of a schedule", () => {
  const fields = `field jobs[].name string(9) example=["甲", "乙"]
field jobs[].who string(9) example=["山", "川"]
field jobs[].word string(9) example=["", ""]
field jobs[].from? date example=["2026-10-01", "2026-10-03"]
field jobs[].to? date example=["2026-10-02", "2026-10-04"]`;
  const gantt = (columns: string, more = "") =>
    page(
      fields,
      `gantt jobs {
      ${columns}
      scale from=(date('2026-10-01')) to=(date('2026-10-09')) unit=day
      bar start=(.from) end=(.to) label="{.word}"
      ${more}
    }`,
    );
  const NAME = 'column name "作業" w=30mm';
  const WHO = 'column who "担当" w=30mm';
  const job = (name: string, more: object = {}) => ({
    name,
    who: "",
    word: "",
    from: "2026-10-02",
    to: "2026-10-04",
    ...more,
  });
  const NONE = "row 2 with bars or marks has no name";

  test.each([
    ["names", NAME, "", [job("甲"), job("乙")], []],
    ["rows of one name", NAME, "", [job("甲"), job("甲")], []],
    ["an empty name", NAME, "", [job("甲"), job("")], [NONE]],
    ["a name of blanks", NAME, "", [job("甲"), job("\u3000")], [NONE]],
    ["a name in another column", `${NAME}\n${WHO}`, "", [job("甲"), job("", { who: "山" })], []],
    ["nothing in either column", `${NAME}\n${WHO}`, "", [job("甲"), job("")], [NONE]],
    ["a name at the bar", NAME, "", [job("甲"), job("", { word: "乙" })], []],
    ["a name at a mark", NAME, 'milestone (.to) "{.who}"', [job("甲"), job("", { who: "納" })], []],
    ["a mark without words", NAME, "milestone (.to)", [job("甲"), job("")], [NONE]],
    ["a row without a bar", NAME, "", [job("甲"), { name: "", who: "", word: "" }], []],
    ["rows of a group", NAME, 'group (.who) {\n head {\n cell "組" col=name\n }\n }', [job("甲"), job("")], []],
    ["a block in a column", `${NAME}\ncolumn mark "印" w=20mm {\n text "印"\n }`, "", [job("甲"), job("")], []],
  ])("%s", (_, columns, more, jobs, expected) => {
    const found = told(gantt(columns, more), { jobs });
    expect(found.map((each) => each.replace(/ \(page.*/u, ""))).toEqual(expected);
  });
});
