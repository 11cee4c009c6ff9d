// Datetimes of several offsets: what prints by another clock than the rest of its document is told.
import { describe, expect, test } from "vitest";
import { compileSource, examplePayload } from "../../../../src/core/canvas/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

/** Patterns, and whether 09:00 of 1 June by +09:00 and the same moment by other clocks print alike. */
const PATTERNS = ["yyyy/MM/dd HH:mm", "H:mm", "H時", "mm", "yyyy/MM/dd", "d", "yyyy年M月", "aaa", "ggge年"] as const;

/** One moment by clocks of four offsets, in letters of the nine patterns. */
const CLOCKS = {
  "2026-06-01T09:00:00+09:00": [
    "2026/06/01 09:00",
    "9:00",
    "9時",
    "00",
    "2026/06/01",
    "1",
    "2026年6月",
    "月",
    "令和8年",
  ],
  "2026-06-01T00:00:00Z": ["2026/06/01 00:00", "0:00", "0時", "00", "2026/06/01", "1", "2026年6月", "月", "令和8年"],
  "2026-05-31T19:00:00-05:00": [
    "2026/05/31 19:00",
    "19:00",
    "19時",
    "00",
    "2026/05/31",
    "31",
    "2026年5月",
    "日",
    "令和8年",
  ],
  "2026-06-01T05:45:00+05:45": [
    "2026/06/01 05:45",
    "5:45",
    "5時",
    "45",
    "2026/06/01",
    "1",
    "2026年6月",
    "月",
    "令和8年",
  ],
} as const;
const MOMENTS = Object.keys(CLOCKS) as readonly (keyof typeof CLOCKS)[];

/** Where a datetime may be printed: two of them, `.a` and `.b` of one record or `.a` of two. */
const PLACES: Readonly<Record<string, { readonly form: (pattern: string) => string; readonly isOneRecord?: true }>> = {
  "a column's text": { form: (p) => `table rows {\n column c "C" "{format(.a, '${p}')}"\n }` },
  "a column's format": { form: (p) => `table rows {\n column a "C" format='${p}'\n }` },
  each: { form: (p) => `each rows {\n text (format(.a, '${p}'))\n }` },
  "a let of records": { form: () => 'each rows {\n text "{.shown}"\n }' },
  "two fields of one text": {
    form: (p) => `each rows {\n text "{format(.a, '${p}')}–{format(.b, '${p}')}"\n }`,
    isOneRecord: true,
  },
  "two texts": {
    form: (p) => `text "{format(first(rows).a, '${p}')}"\n text "{format(first(rows).b, '${p}')}"`,
    isOneRecord: true,
  },
  "two columns": {
    form: (p) => `table rows {\n column a "A" format='${p}'\n column b "B" format='${p}'\n }`,
    isOneRecord: true,
  },
  pairs: {
    form: (p) =>
      `each rows {\n pairs label-w=20mm {\n pair "A" (format(.a, '${p}'))\n pair "B" (format(.b, '${p}'))\n }\n }`,
    isOneRecord: true,
  },
  "a group's head": {
    form: (p) => `table rows {\n group (.a) {\n head "{format(.key, '${p}')}"\n }\n column c "C" "x"\n }`,
  },
  "a comb": { form: (p) => `each rows {\n comb (format(.a, '${p}')) cells=20 w=100mm h=8mm\n }` },
  "a joined list": { form: () => "text (join(rows[].shown, '、'))" },
};

function told(place: string, pattern: string, first: string, second: string): readonly string[] {
  const { form, isOneRecord } = PLACES[place] ?? { form: () => "" };
  const { diagnostics } = layOutSource(
    `rpt 1
field rows[].a datetime
field rows[].b datetime
let rows[].shown = format(.a, '${pattern}')
page A4 {
  body {
    ${form(pattern)}
  }
}
`,
    { rows: isOneRecord === true ? [{ a: first, b: second }] : [first, second].map((a) => ({ a, b: a })) },
  );
  expect(diagnostics.filter(({ code }) => code !== "RPT3026")).toEqual([]);
  return diagnostics.map(({ dataPath }) => dataPath ?? "");
}

describe.each(Object.keys(PLACES))("%s", (place) => {
  // One moment in two clocks is one group, which prints by the first of them alone.
  const isGrouped = place === "a group's head";
  test.each(PATTERNS.map((pattern, at) => [pattern, at] as const))("by %s", (pattern, at) => {
    for (const first of MOMENTS) {
      for (const second of MOMENTS) {
        const isOther = CLOCKS[first][at] !== CLOCKS[second][at];
        expect(told(place, pattern, first, second), `${first} ${second}`).toHaveLength(isOther && !isGrouped ? 1 : 0);
      }
    }
  });
});

test("groups of two clocks, whose keys have no place of their own", () => {
  expect(told("a group's head", "H:mm", "2026-06-01T09:00:00+09:00", "2026-06-01T02:00:00Z")).toEqual([""]);
});

test("says which times print by which clocks", () => {
  const { diagnostics } = layOutSource(
    `rpt 1
field at datetime
field rows[].at datetime
page A4 {
  body {
    text "{format(at, 'H:mm')}"
    table rows {
      column at "受付" format='H:mm'
    }
  }
}
`,
    {
      at: "2026-06-01T09:00:00+09:00",
      rows: ["01:00:00Z", "02:00:00Z", "03:00:00-05:00", "11:00:00+09:00"].map((at) => ({ at: `2026-06-01T${at}` })),
    },
  );
  expect(diagnostics.map(({ code, severity, message }) => `${severity} ${code} ${message}`)).toEqual([
    'warning RPT3026 rows[0].at prints "1:00" by its own clock (+00:00), and at prints by that of +09:00, where it ' +
      'would be "10:00"',
    'warning RPT3026 rows[2].at prints "3:00" by its own clock (-05:00), and at prints by that of +09:00, where it ' +
      'would be "17:00"',
  ]);
});

test("a datetime that prints as it was sent shows its offset, and tells nothing false", () => {
  const { diagnostics } = layOutSource(
    'rpt 1\nfield rows[].at datetime\npage A4 {\n body {\n each rows {\n text "{.at}"\n }\n }\n}\n',
    { rows: MOMENTS.map((at) => ({ at })) },
  );
  expect(diagnostics).toEqual([]);
});

test("plain dates and times have no clock", () => {
  const { diagnostics } = layOutSource(
    `rpt 1
field day date
field time time
field at datetime
page A4 {
  body {
    text "{format(at, 'H:mm')} {format(day, 'yyyy/MM/dd')} {format(time, 'H:mm')}"
  }
}
`,
    { day: "2026-06-01", time: "09:00", at: "2026-06-01T00:00:00+09:00" },
  );
  expect(diagnostics).toEqual([]);
});

test("undeclared datetimes are told as declared ones", () => {
  const { diagnostics } = layOutSource(
    "rpt 1\npage A4 {\n body {\n each rows {\n text (format(.at, 'H:mm'))\n }\n }\n}\n",
    { rows: MOMENTS.slice(0, 2).map((at) => ({ at })) },
  );
  expect(diagnostics.map(({ code, dataPath }) => `${code} ${dataPath}`)).toEqual(["RPT3026 rows[1].at"]);
});

test("documents of one payload have clocks of their own", () => {
  const { diagnostics } = layOutSource(
    `rpt 1
source calls as=c
field calls[].at datetime
page A4 {
  body {
    text "{format(c.at, 'H:mm')}"
  }
}
`,
    { calls: MOMENTS.map((at) => ({ at })) },
  );
  expect(diagnostics).toEqual([]);
});

test("placeholders are of the clock of the examples", () => {
  const { value } = compileSource(`rpt 1
field a datetime example="2026-06-01T09:00:00+09:00"
field b datetime
field c? datetime
field rows[].d datetime
page A4 {
  body {
    text "{format(a, 'H:mm')}{format(b, 'H:mm')}"
  }
}
`);
  if (value === null) throw new Error("no canvas");
  const placeholder = "2000-01-01T00:00:00+09:00";
  expect(JSON.parse(examplePayload(value))).toEqual({
    a: "2026-06-01T09:00:00+09:00",
    b: placeholder,
    rows: [{ d: placeholder }],
  });
});
