import { describe, expect, it, test } from "vitest";
import { type Canvas, parseCanvas } from "../../../../src/core/canvas/index.ts";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { plateForm } from "./plate-form.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function checked(source: string, data?: unknown): readonly Diagnostic[] {
  const bytes = data === undefined ? null : new TextEncoder().encode(JSON.stringify(data));
  return engine.check({ source, data: bytes, worstCases: bytes === null }).diagnostics;
}

function canvasOf(source: string): Canvas {
  const { template, diagnostics } = engine.check({ source, data: null });
  if (template === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return parseCanvas(template.canvasJson);
}

const name = (length: number) => `field name string(${length}) example="国"`;
const BOXES = [
  { is: "one line", element: "text (name) x=0mm y=0mm w=40mm h=5mm" },
  { is: "three lines", element: "text (name) x=0mm y=0mm w=40mm h=20mm" },
  { is: "two lines by lines=", element: "text (name) x=0mm y=0mm w=40mm lines=2" },
  { is: "a line with a title after it", element: 'text "{name} 様" x=0mm y=0mm w=40mm h=5mm' },
  { is: "a line that shrinks", element: "text (name) x=0mm y=0mm w=40mm h=5mm fit=shrink min-size=7pt" },
  { is: "spaced letters", element: "text (name) x=0mm y=0mm w=40mm h=5mm letter-spacing=1pt" },
  { is: "a vertical line", element: "text (name) x=0mm y=0mm w=5mm h=60mm writing=vertical" },
] as const;

describe("what a box holds", () => {
  test.each(BOXES)("$is: as many characters as it is said to hold fit, and one more does not", ({ element }) => {
    const capacity = canvasOf(plateForm([name(200)], [element])).capacities?.["name"];
    if (capacity === undefined) throw new Error("nothing was measured");
    const most = (capacity.shrunk?.charactersPerLine ?? capacity.charactersPerLine) * capacity.lines;
    const source = plateForm([name(200)], [element]);
    expect(checked(source, { name: "国".repeat(most) })).toEqual([]);
    expect(checked(source, { name: "国".repeat(most + 1) }).map(({ code }) => code)).toContain(
      capacity.shrunk === undefined ? "RPT4001" : "RPT4002",
    );
  });

  it("is not said of a seal, whose letters take the size that the name leaves them", () => {
    const seal = 'seal (name) x=0mm y=0mm w=18mm h=18mm alt="印"';
    expect(canvasOf(plateForm([name(200)], [seal])).capacities?.["name"]).toBeUndefined();
  });

  it("is said of the tightest box of a field, and of a comb by its cells", () => {
    const tight = ["text (name) x=0mm y=0mm w=40mm h=5mm", "text (name) x=0mm y=10mm w=20mm h=5mm"];
    expect(canvasOf(plateForm([name(3)], tight)).capacities?.["name"]?.charactersPerLine).toBe(5);
    const comb = canvasOf(plateForm([name(7)], ["comb (name) x=0mm y=0mm w=60mm h=8mm cells=7"]));
    expect(comb.capacities?.["name"]).toEqual({ charactersPerLine: 7, lines: 1, sizeHundredths: 1000 });
  });

  it("is not said of what grows with its text", () => {
    const source = plateForm([name(40)], []).replace("    plate", "    text (name)\n    plate");
    expect(canvasOf(source).capacities).toBeUndefined();
  });
});

/** Where the plate of the forms begins. */
const AT = "page 1, x 15.0mm, y 15.0mm";
const BROKEN = `so it is broken inside (${AT}`;
const UNBOUNDED = "which is what it takes without a declared bound";

const CASES = [
  { is: "a text that fits as long as it is declared", fields: [name(11)], element: BOXES[0].element, found: [] },
  {
    is: "a text that does not",
    fields: [name(12)],
    element: BOXES[0].element,
    found: [`warning RPT4031 with name of 12 characters: text needs 8.5mm, its box has 5.0mm (${AT}, name)`],
  },
  {
    is: "a text without a declared length",
    fields: ['field name string example="国"'],
    element: BOXES[0].element,
    found: [
      `info RPT4032 with name of 200 characters, ${UNBOUNDED}: text needs 92.5mm, its box has 5.0mm (${AT}, name)`,
    ],
  },
  {
    is: "a text whose declared length is the one it would have without",
    fields: ['field name string(200) example="国"'],
    element: BOXES[0].element,
    found: [`warning RPT4031 with name of 200 characters: text needs 92.5mm, its box has 5.0mm (${AT}, name)`],
  },
  {
    is: "a text of several lines whose declared length is the one it would have without",
    fields: ['field name text(2000) example="国"'],
    element: BOXES[0].element,
    found: [
      `warning RPT4031 with name of 2000 characters: text needs 897.5mm, its box has 5.0mm (${AT}, name); ` +
        "with name of 201 lines 1702.5mm are missing",
    ],
  },
  {
    is: "a number that fits at its largest",
    fields: ["field price decimal(9,2) example=5"],
    element: "text (format(price, '#,##0.00')) x=0mm y=0mm w=40mm h=5mm",
    found: [],
  },
  {
    is: "a number that does not",
    fields: ["field price decimal(9,2) example=5"],
    element: "text (format(price, '#,##0.00')) x=0mm y=0mm w=15mm h=5mm",
    found: [
      `warning RPT4031 with price of 9999999.99: "9,999,999.99" is 20.6mm wide, its column 15.0mm, ${BROKEN}, price)`,
      `warning RPT4031 with price of 9999999.99: text needs 8.5mm, its box has 5.0mm (${AT}, price)`,
    ],
  },
  {
    is: "a computed value that does not",
    fields: ["field price decimal(9,2) example=5"],
    element: "text (format(price * 1000, '#,##0.00')) x=0mm y=0mm w=22mm h=5mm",
    found: [
      `warning RPT4031 with price of 9999999.99: "9,999,999,990.00" is 27.5mm wide, its column 22.0mm, ${BROKEN})`,
      `warning RPT4031 with price of 9999999.99: text needs 8.5mm, its box has 5.0mm (${AT})`,
    ],
  },
  {
    is: "the longest of an enumeration",
    fields: ['field state enum(a, b) labels=["未", "支払督促状送付済み"] example=a'],
    element: "text (label(state)) x=0mm y=0mm w=20mm h=5mm",
    found: [`warning RPT4031 with state of 支払督促状送付済み: text needs 8.5mm, its box has 5.0mm (${AT}, state)`],
  },
  {
    is: "a text whose pattern says what comes",
    fields: ["field code string pattern='^[0-9]{3}$' example=\"123\""],
    element: "text (code) x=0mm y=0mm w=10mm h=5mm",
    found: [],
  },
] as const;

describe("the longest data that a form declares to take", () => {
  test.each(CASES)("$is", ({ fields, element, found }) => {
    const told = checked(plateForm(fields, [element])).map((one) => `${one.severity} ${one.code} ${one.message}`);
    expect(told).toEqual(found);
  });

  it("is laid out for arrays as well, with 200 entries at most", () => {
    const table = 'table items rows-per-page=10 {\n column name "品名" w=1fr\n }';
    const source = plateForm(['field items[].name string(10) example=["国", "語"]'], []).replace(
      "    plate",
      `${table}\n    plate`,
    );
    expect(checked(source)).toEqual([]);
    const tall = source.replace("rows-per-page=10", "rows-per-page=60");
    const [one] = checked(tall.replace("field items[]", "field items[] max=80\nfield items[]"));
    expect(one?.code).toBe("RPT4031");
    const planned = /^with items\[\] of 80 entries: rows-per-page=60 needs \d+\.\dmm, but only \d+ fit into/u;
    expect(one?.message).toMatch(planned);
  });

  it("is asked beside data that somebody sent, and told where these do not show it", () => {
    const source = plateForm([name(15)], [BOXES[0].element]);
    const withData = (value: string): readonly string[] => {
      const data = new TextEncoder().encode(JSON.stringify({ name: value }));
      return engine.check({ source, data }).diagnostics.map(({ code }) => code);
    };
    expect(withData("国")).toEqual(["RPT4031"]);
    expect(withData("国".repeat(15))).toEqual(["RPT4001"]);
  });

  it("is not asked of what breaks with its examples, which is told", () => {
    const source = plateForm([name(15)], [BOXES[0].element]);
    const broken = checked(source.replace('example="国"', `example="${"国".repeat(15)}"`));
    expect(broken.map(({ code, message }) => (code === "RPT9010" ? message : code))).toEqual([
      "RPT4001",
      "whether data at their declared limits fit was not judged here because of RPT4001",
    ]);
  });

  it("is asked of the other elements in the same round", () => {
    const elements = [BOXES[0].element, 'text "あいうえおかきくけこ" x=0mm y=40mm w=10mm h=5mm'];
    const found = checked(plateForm([name(15)], elements)).map(({ code }) => code);
    // A text of the form's own words has no data that could be longer.
    expect(found).toEqual(["RPT4001", "RPT4031"]);
  });

  const LEFT_OUT =
    "f83 of 15 characters, f84 of 15 characters, f85 of 15 characters and 13 more cases were not tried: " +
    "a check lays out 84 worst cases of 300 pages together at most";

  it("tells which cases it left out", () => {
    const fields = Array.from({ length: 95 }, (_, at) => `field f${at} string(15) example="国"`);
    const elements = fields.map(
      (_, at) => `text (f${at}) x=${(at % 4) * 42}mm y=${Math.floor(at / 4) * 5}mm w=40mm h=5mm`,
    );
    const codes = checked(plateForm(fields, elements, 200)).map(({ code, message }) =>
      code === "RPT4033" ? message : code,
    );
    expect(new Set(codes)).toEqual(new Set(["RPT4031", LEFT_OUT]));
  });
});

describe("a block that breaks, whichever of its texts is the long one", () => {
  const COLUMNS = ["column k (.k) w=40mm", "column t (.t) w=1fr"];
  test.each([
    ["the last of two columns", COLUMNS],
    ["the first of two columns", [...COLUMNS].reverse()],
    ["the only column", COLUMNS.slice(1)],
  ])("%s", (_name, columns) => {
    const plate = plateForm(
      ['field rows[].k string(10) example=["あ"]', 'field rows[].t text(1500) example=["短"]'],
      ["text rows"],
    );
    const table = `table rows split=none {\n${columns.map((line) => line.replace(" (", ' "列" (')).join("\n")}\n}`;
    const source = plate.replace("A4 portrait", "A5 landscape").replace(/plate[\s\S]*?\n {4}\}/, () => table);
    const broken = checked(source).filter(({ code }) => code.startsWith("RPT4"));
    expect(broken.map(({ code, dataPath }) => [code, dataPath])).toEqual([["RPT4031", "rows[].t"]]);
  });
});

test("a code that cannot hold what is declared is answered with the declaration, not with what a text holds", () => {
  const elements = [
    'barcode ean13 "{code}" x=0mm y=0mm w=40mm h=20mm',
    "text (code) x=0mm y=50mm w=2mm h=5mm fit=clip",
  ];
  const advice = (field: string) =>
    checked(plateForm([`field code string${field} example="4901234567894"`], elements))
      .filter(({ code, message }) => code === "RPT4031" && message.includes("ean13"))
      .map(({ repair }) => repair?.title);
  expect(advice("(20)")).toEqual(["declare pattern='^[0-9]{13}$' of code"]);
  expect(advice("(13) pattern='^[0-9]{13}$'")).toEqual([]);
});

describe("shrinking that is offered to a column with a wide word", () => {
  const cell = (length: number, widthMm: number, more = ""): string => `rpt 1
document t title="T" lang=ja
field rooms[].a string(${length}) example=["会議"]
page A4 margin=20mm {
  body gap=2mm {
    table rooms {
      column a "A" w=${widthMm}mm${more}
    }
  }
}
`;

  test.each([6, 8, 12, 16, 20].flatMap((length) => [12, 15, 18, 24, 30].map((widthMm) => [length, widthMm] as const)))(
    "leaves nothing else to mend: %d characters in %d mm",
    (length, widthMm) => {
      const offered = checked(cell(length, widthMm)).flatMap(
        ({ repair }) => /fit=shrink(?: lines=\d+)?/u.exec(repair?.title ?? "")?.[0] ?? [],
      );
      for (const each of offered) expect(checked(cell(length, widthMm, ` ${each}`))).toEqual([]);
    },
  );
});

describe("a text whose line ends break its box", () => {
  const box = ["text (memo) x=0mm y=0mm w=160mm h=30mm"];
  const form = (type: string, example: string): string => plateForm([`field memo ${type} example="${example}"`], box);

  it("may have as many lines as the box holds, or be a text of one line, where the examples are", () => {
    const [finding, ...others] = checked(form("text(100)", "国".repeat(60)));
    expect(others).toEqual([]);
    expect(finding?.repair?.title).toContain("declare lines=4 of memo, or enlarge h");
    expect(checked(form("text(100) lines=4", "国".repeat(60)))).toEqual([]);
    expect(checked(form("string(100)", "国".repeat(60)))).toEqual([]);
  });

  it.each([1, 2, 4, 5])("is offered lines that its examples keep: %d lines", (lines) => {
    const example = Array.from({ length: lines }, () => "国".repeat(5 * lines)).join("\\n");
    const told = checked(form("text(160)", example)).map(({ repair }) => repair?.title ?? "");
    const offered = told.flatMap((title) => /lines=\d+/u.exec(title)?.[0] ?? []);
    expect(offered).not.toEqual([]);
    for (const each of offered) {
      const codes = checked(form(`text(160) ${each}`, example)).map(({ code }) => code);
      expect(codes).not.toContain("RPT2009");
    }
  });
});

it("tries no number that its own declaration refuses", () => {
  for (let precision = 1; precision <= 6; precision += 1) {
    for (let scale = 0; scale <= precision; scale += 1) {
      const source = plateForm(
        [`field rate decimal(${precision},${scale}) example=0`, 'field note string(30) example="国"'],
        ["text (rate) x=0mm y=0mm w=40mm h=5mm", "text (note) x=0mm y=10mm w=120mm h=5mm"],
      );
      expect(checked(source), `decimal(${precision},${scale})`).toEqual([]);
    }
  }
});
