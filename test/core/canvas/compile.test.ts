import { readFileSync } from "node:fs";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import {
  type Canvas,
  type CanvasElement,
  canonicalJson,
  compileSource,
  contentHash,
  contractSchema,
  examplePayload,
  fieldTable,
  type TableElement,
} from "../../../src/core/canvas/index.ts";

const INVOICE = readFileSync(new URL("../../../docs/examples/invoice.rpt", import.meta.url), "utf8");

function compiled(source: string): Canvas {
  const { value, diagnostics } = compileSource(source);
  expect(diagnostics.filter((each) => each.severity === "error")).toEqual([]);
  if (value === null) throw new Error("the source was refused");
  return value;
}

function bodyOf(body: string, top = ""): readonly CanvasElement[] {
  return (
    compiled(`rpt 1\n${top}\npage A4 margin=10mm {\n  body gap=2mm {\n${body}\n  }\n}\n`).pages[0]?.body.children ?? []
  );
}

function tableOf(canvas: Canvas): TableElement {
  const table = canvas.pages[0]?.body.children.find((each) => each.kind === "table");
  if (table?.kind !== "table") throw new Error("there is no table");
  return table;
}

test("the invoice compiles without a finding; an unknown profile is an error that hinders no compiling", () => {
  expect(compileSource(INVOICE).diagnostics).toEqual([]);
  const { value, diagnostics } = compileSource(INVOICE, { profiles: () => ["acme.waybill"] });
  expect(diagnostics.map((each) => [each.severity, each.code])).toEqual([["error", "RPT7020"]]);
  expect(value).not.toBeNull();
});

describe("the compiled invoice", () => {
  const canvas = compiled(INVOICE);

  test("is plain JSON with one text, whose hash is its identity", () => {
    const text = canonicalJson(canvas);
    expect(JSON.parse(text)).toEqual(canvas);
    expect(canonicalJson(JSON.parse(text))).toBe(text);
    expect(contentHash(text)).toMatch(/^[0-9a-f]{64}$/);
    expect(contentHash(canonicalJson(compiled(INVOICE)))).toBe(contentHash(text));
  });

  test("has the page, bands and lets of the source", () => {
    const page = canvas.pages[0];
    expect(page).toMatchObject({
      widthEmu: 7_560_000,
      heightEmu: 10_692_000,
      margin: [648_000, 540_000, 540_000, 540_000],
    });
    expect(page?.bands.map((band) => [band.kind, band.on, band.heightEmu])).toEqual([
      ["header", "rest", 288_000],
      ["footer", "all", 288_000],
    ]);
    expect(canvas.lets.map((each) => each.path)).toEqual(["items[].amount", "net", "tax", "total"]);
  });

  test("gives the table's style to its cells and its own properties to the whole", () => {
    const table = tableOf(canvas);
    expect(table).toMatchObject({ header: "repeat", split: "none", rowsMin: 12 });
    expect(table.box.borderTop).toBeNull();
    expect(table.columns.map((column) => column.id)).toEqual(["no", "name", "qty", "unit", "price", "amount"]);
    expect(table.columns[0]?.cell.borderTop).toMatchObject({ widthEmu: 3_175, dash: "solid" });
    expect(table.columns[0]?.cell.padding).toEqual([54_000, 54_000, 54_000, 54_000]);
    expect(canvas.textStyles[table.columns[5]?.bodyStyle ?? -1]).toMatchObject({ align: "right", tabular: true });
    expect(table.foot?.rows.map((row) => row.map((cell) => [cell.fromColumn, cell.toColumn]))).toEqual([
      [
        [4, 4],
        [5, 5],
      ],
      [
        [4, 4],
        [5, 5],
      ],
      [
        [4, 4],
        [5, 5],
      ],
    ]);
  });

  test("keeps every text style once", () => {
    const texts = canvas.textStyles.map(canonicalJson);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe("text styles resolve as the reference says: own, style, inherited, base, default", () => {
  const TOP =
    "sizes big=20pt small=6pt\ncolors ink=#123456\nstyle base size=small color=ink\n" +
    "style loud weight=bold size=big align=right\nstyle quiet base=loud weight=normal";

  function styleOf(body: string): Canvas["textStyles"][number] | undefined {
    const canvas = compiled(`rpt 1\n${TOP}\npage A4 {\nbody {\n${body}\n}\n}\n`);
    const find = (elements: readonly CanvasElement[]): number | null => {
      for (const each of elements) {
        if (each.kind === "text") return each.style;
        const inner = "children" in each ? find(each.children) : null;
        if (inner !== null) return inner;
      }
      return null;
    };
    return canvas.textStyles[find(canvas.pages[0]?.body.children ?? []) ?? -1];
  }

  test.each([
    [
      "base applies to everything",
      'text "a"',
      { sizeEmu: 76_200, weight: "normal", color: { kind: "fixed", color: [18, 52, 86, 255] } },
    ],
    ["a style stands over base", 'text "a" style=loud', { sizeEmu: 254_000, weight: "bold", align: "right" }],
    [
      "an own property stands over its style",
      'text "a" style=loud weight=normal',
      { weight: "normal", align: "right" },
    ],
    ["a style takes over its base", 'text "a" style=quiet', { sizeEmu: 254_000, weight: "normal", align: "right" }],
    [
      "weight is inherited, align is not",
      'stack style=loud {\ntext "a"\n}',
      { weight: "bold", sizeEmu: 254_000, align: "left" },
    ],
    ["what a container says itself reaches the texts in it", 'stack align=right {\ntext "a"\n}', { align: "right" }],
    ["and not those further in", 'stack align=right {\nstack {\ntext "a"\n}\n}', { align: "left" }],
    ["the style of a grid reaches its cells whole", 'grid cols=[1fr] style=loud {\ntext "a"\n}', { align: "right" }],
    ["inherited stands over base", 'stack size=big {\ntext "a"\n}', { sizeEmu: 254_000 }],
  ])("%s", (_, body, expected) => {
    expect(styleOf(body)).toMatchObject(expected);
  });
});

describe("lengths are whole EMU", () => {
  test.each([
    ["1mm", 36_000],
    ["1cm", 360_000],
    ["1pt", 12_700],
    ["1in", 914_400],
    ["1Q", 9_000],
    ["0.25pt", 3_175],
    ["10.5mm", 378_000],
  ])("%s", (length, emu) => {
    expect(bodyOf(`space ${length}`)[0]).toMatchObject({ kind: "space", heightEmu: emu });
  });
});

describe("borders take width, colour and dash in any order", () => {
  const GRAY = { kind: "fixed", color: [128, 128, 128, 255] };
  test.each([
    ["border=0.5pt", { widthEmu: 6_350, dash: "solid", paint: { kind: "fixed", color: [0, 0, 0, 255] } }],
    ["border=gray", { widthEmu: 6_350, dash: "solid", paint: GRAY }],
    ["border=[dash, gray, 1pt]", { widthEmu: 12_700, dash: "dash", paint: GRAY }],
    ["border=1pt border-color=gray border-style=dot", { widthEmu: 12_700, dash: "dot", paint: GRAY }],
    ["border=none", null],
    ["border=1pt border-top=none", null],
  ])("%s", (properties, expected) => {
    const box = bodyOf(`box ${properties} {\nspace 1mm\n}`)[0];
    if (box?.kind !== "box") throw new Error("no box");
    if (expected === null) expect(box.box.borderTop).toBeNull();
    else expect(box.box.borderTop).toEqual(expected);
  });
});

describe("a side's room stands over that of all four", () => {
  test.each([
    ["padding=2mm padding-top=5mm", { padding: [180_000, 72_000, 72_000, 72_000] }],
    ["padding-left=1mm", { padding: [0, 0, 0, 36_000] }],
    ["padding=[1mm, 2mm] padding-right=0mm", { padding: [36_000, 0, 36_000, 72_000] }],
    ["margin=1mm margin-bottom=3mm", { margin: [36_000, 36_000, 108_000, 36_000] }],
    ["margin-right=2mm margin-left=4mm", { margin: [0, 72_000, 0, 144_000] }],
  ])("%s", (properties, expected) => {
    expect(bodyOf(`box ${properties} {\nspace 1mm\n}`)[0]).toMatchObject({ box: expected });
  });

  test("a cell across columns has the left of the first one and the right of the last one", () => {
    const paddingAcross = (first: string, last: string): unknown => {
      const table = `table items padding-top=9mm {\ncolumn a "A" (.name) ${first}\ncolumn b "B" (.name) ${last}`;
      const [element] = bodyOf(`${table}\nfoot {\ncell "計" col=a..b\n}\n}`);
      return element?.kind === "table" ? element.foot?.rows[0]?.[0]?.cell.padding : null;
    };
    expect(paddingAcross("padding=1mm", "padding-right=3mm")).toEqual([36_000, 108_000, 36_000, 36_000]);
    expect(paddingAcross("padding-left=2mm", "padding=[4mm, 5mm]")).toEqual([0, 180_000, 0, 72_000]);
    expect(paddingAcross("padding=1mm padding-right=2mm", "border=1pt")).toEqual([36_000, 0, 36_000, 36_000]);
  });
});

test("headings take header-style and header-fill too, each once", () => {
  const headings = (properties: string) =>
    bodyOf(`table items ${properties} {\ncolumn name "N" (.name)\n}`, "style small weight=bold");
  for (const property of ["style=small", "fill=gray"]) {
    const [written, other] = [headings(`head-${property}`), headings(`header-${property}`)];
    expect(JSON.stringify(other).replaceAll(/"span":\[\d+,\d+\]/g, "")).toBe(
      JSON.stringify(written).replaceAll(/"span":\[\d+,\d+\]/g, ""),
    );
  }
});

describe("what callers are told", () => {
  const canvas = compiled(INVOICE);
  const schema = contractSchema(canvas, { canvasId: "cnv_1", version: 3 });

  test("the schema is one of JSON Schema 2020-12 and takes the example payload", () => {
    const ajv = new Ajv2020.default({ strict: false });
    addFormats.default(ajv);
    expect(ajv.validateSchema(schema)).toBe(true);
    const validate = ajv.compile(schema);
    expect(validate(JSON.parse(examplePayload(canvas)))).toBe(true);
    expect(validate({})).toBe(false);
  });

  test("the schema names canvas and version, roles, decimals and examples", () => {
    expect(schema).toMatchObject({
      $id: "urn:platen:canvas:cnv_1:3",
      properties: {
        items: {
          type: "array",
          minItems: 1,
          maxItems: 200,
          items: {
            properties: { price: { "x-rpt-decimal": [11, 2], "x-rpt-role": "line.unitPrice", examples: [30_000] } },
          },
        },
      },
    });
  });

  test("the field table has a row for each declaration", () => {
    const rows = fieldTable(canvas);
    expect(rows).toContainEqual({
      path: "items[].price",
      type: "decimal(11,2)",
      required: true,
      example: "30000",
      capacity: null,
      note: rows.find(({ path }) => path === "items[].price")?.note,
    });
    expect(rows).toContainEqual({
      path: "customer.dept",
      type: "string(40)",
      required: false,
      example: '"総務部 経理課"',
      capacity: null,
      note: null,
    });
  });

  test.each([
    ["string(20)", null],
    ["string(20) pattern='^[A-Z]+$'", "pattern ^[A-Z]+$"],
    ["int min=0 max=100", "from 0 to 100"],
    ["int min=-5", "at least -5"],
    ["decimal(9,2) max=10.5", "at most 10.5"],
    ['enum(unpaid, paid) labels=["未入金", "入金済"]', "unpaid = 未入金, paid = 入金済"],
    ["enum(unpaid, paid)", null],
    ["string(9) desc=\"社員番号\" pattern='^[0-9]+$'", "社員番号; pattern ^[0-9]+$"],
    ['string(9) label="数量"', "数量"],
    ['int label="数量" desc="箱の数" min=1', "数量; 箱の数; at least 1"],
    ['date label=""', null],
  ])("what a declaration says beside its type is its note: %s", (declared, note) => {
    const form = compiled(`rpt 1\nfield a ${declared}\npage A4 {\nbody {\ntext (a)\n}\n}\n`);
    expect(fieldTable(form)[0]?.note).toBe(note);
  });

  test.each([
    ["string pattern='^[A-Z]{3}$'", "string"],
    ["string(9) pattern='^[A-Z]{3}$'", "string(9)"],
    ["string", "string(200)"],
    ["text", "text(2000)"],
  ])("the type of a text has the length that holds, and none that its pattern says better: %s", (declared, type) => {
    const form = compiled(`rpt 1\nfield a ${declared}\npage A4 {\nbody {\ntext (a)\n}\n}\n`);
    expect(fieldTable(form)[0]?.type).toBe(type);
  });

  test.each([
    ["min=1 max=200", "1 to 200 entries"],
    ["max=9", "at most 9 entries"],
    ["min=2", "at least 2 entries"],
    ["min=1", "at least 1 entry"],
    ["max=1", "at most 1 entry"],
    ["min=1 max=1", "1 entry"],
    ["min=3 max=3", "3 entries"],
  ])("the note of a list speaks of its entries: %s", (bounds, note) => {
    const fields = `field rows[] ${bounds}\nfield rows[].a int`;
    const form = compiled(`rpt 1\n${fields}\npage A4 {\nbody {\neach rows {\ntext (.a)\n}\n}\n}\n`);
    expect(fieldTable(form)[0]?.note).toBe(note);
  });

  test.each([
    ["field ns[] int min=2 max=3", "2 to 3 entries"],
    ["field ns[] int min=1", "at least 1 entry"],
    ["field ns[]? string(9) max=4", "at most 4 entries"],
    ["field a.ns[] int max=3", "at most 3 entries"],
    ["field n int min=2 max=3", "from 2 to 3"],
  ])("the note of a list of single values speaks of its entries too, which have no bounds: %s", (field, note) => {
    const form = compiled(`rpt 1\n${field}\npage A4 {\nbody {\ntext "x"\n}\n}\n`);
    expect(fieldTable(form)[0]?.note).toBe(note);
  });

  test("a measured capacity stands in the field table in words and in the schema in numbers", () => {
    const shrunk = { charactersPerLine: 33, sizeHundredths: 600 };
    const capacities = { "customer.dept": { charactersPerLine: 20, lines: 1, sizeHundredths: 950, shrunk } };
    const measured = { ...canvas, capacities };
    expect(fieldTable(measured).find(({ path }) => path === "customer.dept")?.capacity).toBe(
      "20 full-width characters × 1 line at 9.5pt, shrunk 33 at 6pt",
    );
    expect(fieldTable(measured).find(({ path }) => path === "customer.dept")?.note).toBe(
      "room for 20 full-width characters × 1 line at 9.5pt, shrunk 33 at 6pt",
    );
    expect(JSON.stringify(contractSchema(measured, { canvasId: "c", version: 1 }))).toContain(
      '"x-rpt-capacity":{"charactersPerLine":20,"lines":1,"sizePt":9.5,"shrunk":{"charactersPerLine":33,"sizePt":6}}',
    );
  });

  test("a template without declarations takes anything", () => {
    const open = compiled('rpt 1\npage A4 {\nbody {\ntext "{name}"\n}\n}\n');
    expect(contractSchema(open, { canvasId: "c", version: 1 })).toEqual({
      $schema: "https://json-schema.org/draft/2020-12/schema",
    });
    expect(examplePayload(open)).toBe("{}");
  });

  test("examples keep their digits, datasets and defaults stand in, optional values stay away", () => {
    const source =
      "rpt 1\nfield rows[].a decimal(30,10) example=[0.0825, 12345678901234567890.5]\n" +
      "field rows[].b[] int example=[[1, 2], [3]]\n" +
      'field c string\nfield d int default=7\nfield e? string\ndataset {\n  "c": "from the dataset"\n}\n' +
      'page A4 {\nbody {\ntext "{c}{d}{e}"\neach rows {\ntext "{.a}{count(.b)}"\n}\n}\n}\n';
    expect(examplePayload(compiled(source))).toBe(
      '{"rows":[{"a":0.0825,"b":[1,2]},{"a":12345678901234567890.5,"b":[3]}],"c":"from the dataset","d":7}',
    );
  });
});

describe("the cells of a grid are framed as its style says, whatever writes them", () => {
  const TOP = `field d[].n string(9) example=["月"]
field d[].e[].m string(9) example=["日"]
style cell border=0.25pt padding=1mm
style loud border=2pt
part two {
  text "部"
  text "品"
}`;

  /** The texts that are cells of a grid: `each` has no box of its own there. */
  function framesIn(elements: readonly CanvasElement[]): readonly (number | null)[] {
    return elements.flatMap((element) => {
      if (element.kind === "each") return framesIn(element.children);
      return "box" in element ? [element.box.borderTop?.widthEmu ?? null] : [];
    });
  }

  test.each([
    ["directly", 'text "直"', [3_175]],
    ["each", "each d {\n text (.n)\n text (.n)\n}", [3_175, 3_175]],
    ["each in each", "each d as=x {\n text (.n)\n each x.e {\n text (.m)\n}\n}", [3_175, 3_175]],
    ["a part", "use two", [3_175, 3_175]],
    ["a part in each", "each d {\n use two\n}", [3_175, 3_175]],
    ["a part with a width: the part is the cell", "use two w=9mm", [3_175]],
    ["a container is the cell", 'stack {\n text "内"\n}', [3_175]],
    ["each with a border", "each d border=1pt {\n text (.n)\n}", [12_700]],
    ["each with a style", "each d style=loud {\n text (.n)\n text (.n) border=none\n}", [25_400, null]],
  ])("%s", (_, body, expected) => {
    const [grid] = bodyOf(`grid cols=[20mm, 20mm] style=cell {\n${body}\n}`, TOP);
    if (grid?.kind !== "grid") throw new Error("there is no grid");
    expect(framesIn(grid.children)).toEqual(expected);
  });

  test("what stands in a container of a cell is no cell", () => {
    const [grid] = bodyOf('grid cols=[1fr] style=cell {\nuse two w=9mm\nstack {\ntext "a"\n}\n}', TOP);
    if (grid?.kind !== "grid") throw new Error("there is no grid");
    const inner = grid.children.flatMap((cell) => ("children" in cell && cell.kind === "stack" ? cell.children : []));
    expect(framesIn(inner)).toEqual([null, null, null]);
  });
});
