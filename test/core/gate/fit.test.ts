import { describe, expect, test } from "vitest";
import { CODES, type Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** The page is 100 mm × 100 mm with margins of 10 mm; the element that is told of begins its line. */
function form(body: string, fields = "", bands = ""): string {
  return `rpt 1
document form lang=ja
${fields}
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body line-height=1.5
page 100mm 100mm margin=10mm {
${bands}  body {
${body}
  }
}
`;
}

/** What a code tells of one form: the data that cause it are named, and fixed words have none. */
interface Told {
  readonly is: string;
  readonly source: string;
  readonly data?: unknown;
  /** Sizes with their units, as the message has them. */
  readonly measured: RegExp;
  /** How the line of the source begins that is told of. */
  readonly element: string;
  /** The page, and where on it; or why there is none. */
  readonly place: string | { readonly none: string };
  /** The data path; or why there is none. */
  readonly path: string | { readonly none: string };
}

const FIXED = { none: "the words are fixed: no data can mend or break them" };
const TEMPLATE = { none: "the template alone says it: no data are shown there" };

const NAME = 'field name string(200) example="品"';
const PICTURE = "field pic? image";
const ROWS = 'field rows[].name string(200) example=["品"]\nfield rows[].n int example=[1]';
const LONG = "長い名称".repeat(6);
const WORD = "x".repeat(60);
const rows = (...names: readonly string[]) => ({ rows: names.map((name, at) => ({ name, n: at + 1 })) });

/** The same element once with data and once with fixed words. */
function twice(
  { element, measured, place = "page 1, x 10.0mm, y 10.0mm" }: { element: string; measured: RegExp; place?: string },
  properties: string,
  words: string,
): readonly Told[] {
  const common = { measured, element, place };
  const line = (content: string) => form(`    ${element} ${content} ${properties}`, NAME);
  return [
    { ...common, is: "of data", source: line("(name)"), data: { name: words }, path: "name" },
    { ...common, is: "of fixed words", source: line(`"${words}"`), data: { name: "品" }, path: FIXED },
  ];
}

const bandOn = (on: string): string => `  header h=8mm on=${on} {\n    text "${on}" x=0mm y=0mm w=30mm h=6mm\n  }\n`;

const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const svg = (inside: string): string => {
  const source = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">${inside}</svg>`;
  return Buffer.from(source).toString("base64");
};
const RECT = '<rect width="5" height="5"/>';

const pictured = (is: string, pic: string, measured: RegExp): Told => ({
  is,
  source: form('    image (pic) w=20mm h=20mm alt="印"', PICTURE),
  data: { pic },
  measured,
  element: "image",
  place: "page 1, x 10.0mm, y 10.0mm",
  path: "pic",
});

const gantt = (to: string): string =>
  form(
    `    gantt rows {
      column name "品" w=20mm
      scale from=(first) to=(${to}) unit=day
      bar start=(.day) end=(.day)
    }`,
    `${ROWS}\nfield rows[].day date example=["2026-11-01"]
field first date example="2026-11-01"\nfield last date example="2026-11-10"`,
  );
const job = (day: string) => ({ rows: [{ name: "品", n: 1, day }], first: "2026-11-01", last: "2026-10-01" });

const TOLD: Readonly<Record<string, readonly Told[]>> = {
  RPT4001: [
    ...twice({ element: "text", measured: /text needs 8\.9mm, its box has 4\.0mm/u }, "w=60mm h=4mm", LONG),
    {
      is: "of data in a box of several elements",
      source: form('    stack h=10mm {\n      text "見出し"\n      text (name) w=40mm\n    }', NAME),
      data: { name: LONG },
      measured: /content needs [0-9.]+mm, its box has 10\.0mm/u,
      element: "stack",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "name",
    },
    {
      is: "of letters beyond a comb",
      source: form("    comb (name) w=40mm h=8mm cells=4", NAME),
      data: { name: "12345" },
      measured: /text has 5 letters, its comb 4 cells/u,
      element: "comb",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "name",
    },
    {
      is: "of a chart without room",
      source: form(
        '    chart bar rows w=20mm h=12mm alt="図" {\n      category (.name)\n      series "数" (.n)\n    }',
        ROWS,
      ),
      data: rows("甲", "乙"),
      measured: /plot has [0-9.]+mm of height, less than 15\.0mm/u,
      element: "chart",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "rows[0].name",
    },
  ],
  RPT4002: twice(
    { element: "text", measured: /not fit even at 6pt: it needs [0-9.]+mm of width, has 20\.0mm/u },
    "w=20mm h=5mm fit=shrink",
    LONG,
  ),
  RPT4003: twice(
    { element: "text", measured: /19 characters are clipped, its box is 20\.0mm wide/u },
    "w=20mm h=6mm fit=clip",
    LONG,
  ),
  RPT4004: twice({ element: "text", measured: /is [0-9.]+mm wide, its column 40\.0mm/u }, "w=40mm", WORD),
  RPT4005: twice({ element: "text", measured: /no font has a glyph for "😀" \(U\+1F600\)/u }, "", "笑😀"),
  RPT4006: [
    {
      is: "of more entries than there is width for",
      source: form(
        '    table rows {\n      column name "品名" w=20mm\n      column each .days as=d "日" (d.n) w=25mm\n    }',
        `${ROWS}\nfield rows[].days[] max=31\nfield rows[].days[].n int example=[1]`,
      ),
      data: { rows: [{ name: "品", n: 1, days: [{ n: 1 }, { n: 2 }, { n: 3 }] }] },
      measured: /columns need 95\.0mm, the table has 80\.0mm/u,
      element: "table",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "rows[0].days[2].n",
    },
    {
      is: "of declared widths",
      source: form('    table rows {\n      column name "品名" w=60mm\n      column n "数" w=40mm\n    }', ROWS),
      data: rows("品"),
      measured: /columns need 100\.0mm, the table has 80\.0mm/u,
      element: "table",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: TEMPLATE,
    },
  ],
  RPT4007: twice(
    { element: "barcode code128", measured: /the module of the code would be 0\.[0-9]+mm \(< 0\.25mm\)/u },
    "w=20mm h=15mm",
    "ORDER-2026-000042-A",
  ),
  RPT4008: [pictured("of a picture of data", PNG, /has 1 × 1 pixels, 1 dpi at a size of 20\.0mm × 20\.0mm/u)],
  RPT4009: [
    pictured("of a picture of data", Buffer.from("nothing").toString("base64"), /neither a PNG, a JPEG nor an SVG/u),
  ],
  RPT4010: [
    {
      is: "of data",
      source: form('    table rows {\n      column name "品名" w=20mm\n      column n "数" w=1fr\n    }', ROWS),
      data: rows("品", LONG.repeat(7)),
      measured: /row 2 needs [0-9.]+mm, a page has [0-9.]+mm for it/u,
      element: "table",
      place: "page 2, x 10.0mm, y 10.0mm",
      path: "rows[1].name",
    },
    {
      is: "of fixed words",
      source: form(`    table rows {\n      column n "数" "${LONG.repeat(4)}" w=10mm\n    }`, ROWS),
      data: rows("品"),
      measured: /row 1 needs [0-9.]+mm, a page has [0-9.]+mm for it/u,
      element: "table",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: FIXED,
    },
  ],
  RPT4011: twice(
    { element: "text", measured: /keep=together needs [0-9.]+mm, a page has 80\.0mm/u },
    "w=20mm keep=together",
    LONG.repeat(5),
  ),
  RPT4012: [
    {
      is: "of data",
      source: form("    text (name) keep=next\n    plate h=79mm {\n    }", NAME),
      data: { name: "見出し" },
      measured: /5\.3mm and 79\.0mm are to stay together, the page has 80\.0mm/u,
      element: "text",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "name",
    },
    {
      is: "of fixed words",
      source: form('    text "見出し" keep=next\n    plate h=79mm {\n    }'),
      measured: /5\.3mm and 79\.0mm are to stay together, the page has 80\.0mm/u,
      element: "text",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: FIXED,
    },
  ],
  RPT4013: [
    {
      is: "of the row that finds no room",
      source: form(
        '    space 20mm\n    table rows row-h=10mm header=none rows-per-page=8 {\n      column name "品名" w=1fr\n    }',
        ROWS,
      ),
      data: rows(..."一二三四五六七八九"),
      measured: /rows-per-page=8 needs 80\.0mm, but only 6 fit into 60\.0mm/u,
      element: "table",
      place: "page 1, x 10.0mm, y 30.0mm",
      path: "rows[6].name",
    },
  ],
  RPT4014: [
    {
      is: "of bands that leave no room",
      source: form('    text "一"', "", "  header h=79mm {\n  }\n"),
      measured: /leave 1\.0mm for the body, less than a line of 3\.6mm/u,
      element: "page",
      place: { none: "the page itself is told of: it has no place on itself" },
      path: { none: "margins and bands stand in the template; no data change their heights" },
    },
  ],
  RPT4015: [
    {
      is: "of data; fixed digits are refused before (RPT1020)",
      source: form("    barcode ean13 (name) w=40mm h=20mm", NAME),
      data: { name: "49012" },
      measured: /ean13 holds 12 digits, or 13 with the check digit: "49012"/u,
      element: "barcode",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "name",
    },
  ],
  RPT4016: [
    pictured("of a picture of data", svg(`${RECT}<foreignObject/>`), /holds what is not drawn: foreignObject/u),
  ],
  RPT4017: [
    pictured(
      "of a picture of data",
      svg(`<filter id="f"><feGaussianBlur stdDeviation="1"/></filter><g filter="url(#f)">${RECT}</g>`),
      /printed as pixels, at 300 dpi: filter/u,
    ),
  ],
  RPT4018: twice({ element: "text", measured: /Arabic characters cannot be set: "مرحبا"/u }, "", "مرحبا"),
  RPT4019: [
    {
      is: "of the table that finds no room for its blank rows",
      source: form('    table rows row-h=10mm header=none min-rows=20 {\n      column name "品名" w=1fr\n    }', ROWS),
      data: rows(..."一二三"),
      measured: /min-rows=20 asks for 17 blank rows, and there is room for 5/u,
      element: "table",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: FIXED,
    },
  ],
  RPT4020: [
    {
      is: "of a bar beyond its scale",
      source: gantt("addDays(first, 9)"),
      data: job("2026-11-20"),
      measured: /from 2026-11-20 to 2026-11-20 lies .*outside of the scale, 2026-11-01 to 2026-11-10/u,
      element: "bar",
      place: "page 1, x 30.0mm, y 22.7mm",
      path: "rows[0].day",
    },
  ],
  RPT4021: [
    {
      is: "of days of data; a form has no days of its own",
      source: gantt("last"),
      data: job("2026-11-01"),
      measured: /ends before it begins: 2026-11-01 to 2026-10-01/u,
      element: "scale",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "last",
    },
    {
      is: "of days that follow from one of the data",
      source: gantt("addDays(first, -31)"),
      data: job("2026-11-01"),
      measured: /ends before it begins: 2026-11-01 to 2026-10-01/u,
      element: "scale",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "first",
    },
  ],
  RPT4022: [
    {
      is: "of data; sources hold none (RPT0123)",
      source: form("    text (name)", NAME),
      data: { name: "a\u0007b" },
      measured: /the control character U\+0007 is printed as a blank/u,
      element: "text",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "name",
    },
    ...(
      [
        ["\t", /the control character U\+0009 is printed as a blank/u],
        ["\f", /the control character U\+000C is printed as a line end/u],
        ["\v", /the control character U\+000B is printed as a line end/u],
      ] as const
    ).map(([control, measured]) => ({
      is: "of data; sources hold none (RPT0123)",
      source: form("    text (name)", 'field name text(20) example="a"'),
      data: { name: `a${control}b` },
      measured,
      element: "text",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "name",
    })),
  ],
  RPT4023: twice(
    { element: "text", measured: /no font has the variant "一.+" \(U\+4E00 U\+E01EF\)/u },
    "",
    "一\u{e01ef}",
  ),
  RPT4024: [
    {
      is: "of a record of one page",
      source: form("    text (name)", NAME).replace(
        /^(page [^\n]*)$/m,
        (head) => `${head}\n${["first", "last"].map(bandOn).join("")}`,
      ),
      data: { name: "品" },
      measured: /header on=first stands nowhere/u,
      element: "header",
      place: { none: "what stands on no page has no place there" },
      path: TEMPLATE,
    },
  ],
  RPT4025: [
    {
      is: "of a label",
      source: form("    text (name)\n    text (name)\n    text (name)", NAME).replace(
        /^page [^\n]*$/m,
        "page A4 n-up=[3, 27] {",
      ),
      data: { name: "品" },
      measured: /label 1 and [0-9]+ more of the record: what has no room there from "品" on stands on the next label/u,
      element: "body",
      place: "page 1, x 0.0mm, y 0.0mm",
      path: { none: "all that stands on the label has its part in it" },
    },
  ],
  RPT4026: [pictured("of a picture of data", svg(""), /the picture shows nothing: it has no visible mark/u)],
  RPT4027: [
    {
      is: "of an entry of a list",
      source: form(
        `    text "${"国".repeat(60)}" writing=vertical\n    each notes {\n      text (.t) writing=vertical\n    }`,
        'field notes[].t string(60) example=["甲"]',
      ),
      data: { notes: [{ t: "乙".repeat(40) }] },
      measured: /begins a page, beside the one before [0-9.]+mm of width are free/u,
      element: "text",
      place: "page 2, x 10.0mm, y 10.0mm",
      path: "notes[0].t",
    },
  ],
  RPT4028: twice(
    { element: "text", measured: /"Żł" is drawn in BIZ UDGothic: Noto Sans JP has no such letter/u },
    "",
    "Żł",
  ),
  RPT4029: [
    {
      is: "of an address of the data",
      source: form('    text "図面" link=(url)', 'field url string(80) example="https://example.jp/"'),
      data: { url: "file:///etc/passwd" },
      measured: /the link is left out: 'file:\/\/\/etc\/passwd' is no address that readers may open/u,
      element: "text",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "url",
    },
  ],
  RPT4030: [
    {
      is: "of a time that was sent in another offset than the first",
      source: form(
        `    gantt rows {
      column at "会議" "定例" w=30mm
      scale from=(day) to=(day) unit=hour
      bar start=(.at) end=(.to) label="{format(.at, 'H:mm')}"
    }`,
        `field day date example="2026-12-01"
field rows[].at datetime example=["2026-12-01T09:00:00+09:00"]
field rows[].to datetime example=["2026-12-01T12:00:00+09:00"]`,
      ),
      data: {
        day: "2026-12-01",
        rows: [
          { at: "2026-12-01T09:00:00+09:00", to: "2026-12-01T12:00:00+09:00" },
          { at: "2026-12-01T05:00:00Z", to: "2026-12-01T08:00:00Z" },
        ],
      },
      measured: /its words tell 05:00, and it lies at 2026-12-01 14:00 by the axis's clock \(\+09:00\)/u,
      element: "bar",
      place: "page 1, x 40.0mm, y 28.0mm",
      path: "rows[1].at",
    },
  ],
  RPT4031: [
    {
      is: "of a declared length",
      source: form("    text (name) w=60mm h=6mm", 'field name string(40) example="品"'),
      measured: /with name of 40 characters: text needs [0-9.]+mm, its box has 6\.0mm/u,
      element: "text",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "name",
    },
  ],
  RPT4032: [
    {
      is: "of a number without a bound",
      source: form("    text (n) w=10mm h=6mm", "field n int example=1"),
      measured:
        /with n of [0-9]+, which is what it takes without a declared bound: .* is [0-9.]+mm wide, its column 10\.0mm/u,
      element: "text",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "n",
    },
  ],
  RPT4033: [
    {
      is: "of more fields than are laid out",
      source: form(
        Array.from({ length: 95 }, (_, at) => `    text (f${at}) w=20mm h=4mm`).join("\n"),
        Array.from({ length: 95 }, (_, at) => `field f${at} string(90) example="品"`).join("\n"),
      ),
      measured: /^f[0-9]+ of 90 characters, .* and [0-9]+ more cases were not tried: a check lays out 84 worst cases/u,
      element: "page",
      place: { none: "what was not laid out lies on no page" },
      path: { none: "it counts fields whose data were not tried" },
    },
  ],
  RPT4034: [
    {
      is: "of a row with a cell too many",
      source: form("    markdown (note)", 'field note text(80) example="本文"'),
      data: { note: "|品名|数量|\n|-|-|\n|ねじ|2|至急|" },
      measured: /a row of a Markdown table has more cells than its heading: "至急" stands in the last column/u,
      element: "markdown",
      place: "page 1, x 10.0mm, y 16.7mm",
      path: "note",
    },
    {
      is: "of code that is parted",
      source: form("    markdown (note)", 'field note text(80) example="本文"'),
      data: { note: "|品名|数量|\n|-|-|\n|`a|b`|" },
      measured: /a \| within the code `a\|b` parts a cell of a Markdown table/u,
      element: "markdown",
      place: "page 1, x 10.0mm, y 16.7mm",
      path: "note",
    },
  ],
  RPT4035: [
    {
      is: "of two series with one name",
      source: form(
        `    chart bar items h=60mm alt="図" {
      category (.name)
      series (a) (.n)
      series "数" (.n)
    }`,
        `field a string(9) example="量"
field items[].name string(9) example=["甲"]
field items[].n int max=9 example=[1]`,
      ),
      data: { a: "数 ", items: [{ name: "甲", n: 1 }] },
      measured: /two series of the chart have the name "数", but for blanks/u,
      element: "chart",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "a",
    },
    {
      is: "of two columns with one heading",
      source: form(
        '    table items {\n      column each .m as=q "{q.l}" (q.v) w=20mm\n    }',
        'field items[].m[].l string(9) example=[["甲", "乙"]]\nfield items[].m[].v int max=9 example=[[1, 2]]',
      ),
      data: {
        items: [
          {
            m: [
              { l: "甲", v: 1 },
              { l: "甲\u3000", v: 1 },
            ],
          },
        ],
      },
      measured: /two columns of the table have the heading "甲", but for blanks/u,
      element: "column",
      place: "page 1, x 10.0mm, y 10.0mm",
      path: "items[0].m[1].l",
    },
  ],
  RPT4036: [
    {
      is: "below rows",
      source: form('    table rows {\n      column name "名"\n    }\n    text (name) h=8mm', `${NAME}\n${ROWS}`),
      data: { name: "以上", ...rows(...Array.from({ length: 14 }, () => "品")) },
      measured: /the last block, “以上”, stands alone on its page, 8\.0mm high/u,
      element: "text",
      place: "page 2, x 10.0mm, y 10.0mm",
      path: "name",
    },
  ],
  RPT4037: [
    {
      is: "of a form of one page",
      source: form("    text (name)\n    break page\n    text (name) h=9mm", NAME).replace(
        /^(page [^{]*)\{$/m,
        "$1pages=1 {",
      ),
      data: { name: "品" },
      measured: /the record takes 2 pages, pages=1 allows 1: the break before “品” begins another page/u,
      element: "page",
      place: { none: "a page is no element that stands in a place" },
      path: { none: "all that stands on the page has its part in it" },
    },
  ],
};

function told(source: string, data: unknown, code: string): Diagnostic {
  const bytes = data === undefined ? null : new TextEncoder().encode(JSON.stringify(data));
  const { diagnostics } = engine.check({ source, data: bytes });
  const found = diagnostics.find((one) => one.code === code);
  if (found === undefined) throw new Error(diagnostics.map((one) => `${one.code} ${one.message}`).join("\n"));
  return found;
}

const CASES = Object.entries(TOLD).flatMap(([code, all]) => all.map((one) => ({ code, ...one })));

describe("what does not fit is told with its measures, its element, its page, its place and its data", () => {
  test("for every code of the catalogue", () => {
    const codes = Object.keys(CODES).filter((code) => code.startsWith("RPT40"));
    expect(Object.keys(TOLD)).toEqual(codes);
  });

  test.each(CASES)("$code $is", ({ code, source, data, measured, element, place, path }) => {
    const found = told(source, data, code);
    expect(found.message).toMatch(measured);
    expect(source.slice(found.span.start)).toMatch(new RegExp(`^${element}`, "u"));
    expect(source.slice(0, found.span.start)).toMatch(/\n *$/u);
    const shown = typeof path === "string" ? `, ${path}` : "";
    if (typeof place === "string") expect(found.message).toContain(`(${place}${shown})`);
    else expect(found.message).not.toMatch(/ x -?[0-9]/u);
    expect(found.dataPath).toBe(typeof path === "string" ? path : undefined);
    expect(found.repair).not.toBeNull();
  });

  test("and no code is without a path where data can cause it", () => {
    const pathless = Object.entries(TOLD).filter(([, all]) => all.every(({ path }) => typeof path !== "string"));
    expect(pathless.map(([code]) => code)).toEqual(["RPT4014", "RPT4019", "RPT4024", "RPT4025", "RPT4033", "RPT4037"]);
  });
});
