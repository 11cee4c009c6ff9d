import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createCodeEncoder } from "../../../../src/core/engine/barcodes/code-encoder.ts";
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../../../src/core/engine/index.ts";
import { pixels } from "../../../plugins/renderers/pdf/opened-pdf.ts";
import { decodeCodes } from "../../../support/decode-codes.ts";

interface BarsOfLibrary {
  readonly bhs: readonly number[];
  readonly bbs: readonly number[];
}

const library = createRequire(import.meta.url)("bwip-js") as {
  raw(options: { readonly bcid: string; readonly text: string }): readonly BarsOfLibrary[];
};

const PDF = new URL("../../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;
const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF]) });

function form(lines: readonly string[]): string {
  const fields = 'field code string(200) example="490123456789"\n';
  const body = lines.map((line) => `    ${line}\n`).join("");
  return `rpt 1\n${fields}page 110mm 150mm margin=8mm {\n  body gap=3mm {\n${body}  }\n}\n`;
}

async function draw(lines: readonly string[], data = '{"code": "1"}') {
  const source = form(lines);
  const options = { createdAt: DEFAULT_CREATED_AT };
  const answer = await engine.preview({ source, data: new TextEncoder().encode(data), renderer: "pdf", options });
  if (answer.kind !== "preview" || answer.rendering.kind !== "rendered") throw new Error(JSON.stringify(answer));
  return answer.rendering;
}

const CODES = [
  ['barcode qr "https://example.jp/pay?n=0042" w=25mm h=25mm', "QRCode https://example.jp/pay?n=0042"],
  ['barcode qr "東京都千代田区霞が関1-3-2" w=30mm h=30mm ecc=H', "QRCode 東京都千代田区霞が関1-3-2"],
  ['barcode microqr "12345" w=12mm h=12mm', "MicroQRCode 12345"],
  ['barcode datamatrix "LOT-2026-0042" w=15mm h=15mm', "DataMatrix LOT-2026-0042"],
  ['barcode pdf417 "PLATEN 0123456789" w=70mm h=22mm', "PDF417 PLATEN 0123456789"],
  ['barcode code128 "ABC-123-xyz" w=60mm h=15mm', "Code128 ABC-123-xyz"],
  ['barcode code39 "ABC-123" w=70mm h=15mm', "Code39 ABC-123"],
  ['barcode itf "14901234567891" w=60mm h=15mm', "ITF 14901234567891"],
  ['barcode ean13 "490123456789" w=40mm h=20mm', "EAN13 4901234567894"],
  ['barcode ean8 "4901234" w=30mm h=18mm', "EAN8 49012347"],
  ['barcode gs1-128 "(01)04912345678904(17)261231" w=90mm h=15mm', "Code128 (01)04912345678904(17)261231"],
  ['barcode nw7 "A123456A" w=60mm h=15mm', "Codabar A123456A"],
] as const;

describe("codes are read back as they were meant", () => {
  test("by a decoder of others, from the printed page at the dots of a laser printer", async () => {
    const [first, second] = [CODES.slice(0, 6), CODES.slice(6)];
    for (const codes of [first, second]) {
      const { bytes, diagnostics } = await draw(codes.map(([line]) => line));
      expect(diagnostics.filter((each) => each.code.startsWith("RPT40"))).toEqual([]);
      expect(await decodeCodes(await pixels(bytes, 300))).toEqual(codes.map(([, read]) => read));
    }
  });

  test("blanks at the ends of the data are data, but for kinds that hold none", async () => {
    const kinds = ["code128", "code39", "qr", "datamatrix", "pdf417", "ean13"];
    const lines = kinds.map((kind) => `barcode ${kind} (code) w=${kind === "qr" ? 20 : 80}mm h=18mm`);
    const { bytes, diagnostics } = await draw(lines, '{"code": " 490123456789  "}');
    expect(diagnostics.filter((each) => each.code.startsWith("RPT40"))).toEqual([]);
    const read = ["Code128", "Code39", "QRCode", "DataMatrix", "PDF417"].map((kind) => `${kind}  490123456789  `);
    expect(await decodeCodes(await pixels(bytes, 300))).toEqual([...read, "EAN13 4901234567894"]);
  });

  test("the slip of a convenience store gets its check digit, stays within 60 mm and is read back", async () => {
    const slip = "(91)91234501234567890123456789012612310012345";
    const { bytes, diagnostics } = await draw([`barcode gs1-128 "${slip}" w=60mm h=20mm`]);
    expect(diagnostics.filter((each) => each.severity === "error")).toEqual([]);
    expect(await decodeCodes(await pixels(bytes, 400))).toEqual([`Code128 ${slip}7`]);
  });
});

describe("data that a code cannot hold is told with its path", () => {
  const BAD = [
    ["ean13", "4901234567890", 'ean13 wants the check digit 4: "4901234567890" (page 1, x 8.0mm, y 8.0mm, code)'],
    ["ean13", "49012", 'ean13 holds 12 digits, or 13 with the check digit: "49012" (page 1, x 8.0mm, y 8.0mm, code)'],
    [
      "code128",
      "日本",
      'code128 holds Latin letters without accents, digits and signs: "日本" (page 1, x 8.0mm, y 8.0mm, code)',
    ],
    [
      "gs1-128",
      "(01)04912345678905",
      'gs1-128 wants the check digit 4 of (01): "(01)04912345678905" (page 1, x 8.0mm, y 8.0mm, code)',
    ],
    [
      "microqr",
      "https://example.jp/invoice",
      'the code has no room for so much data: "https://example.jp/invoice" (page 1, x 8.0mm, y 8.0mm, code)',
    ],
  ] as const;

  test.each(BAD)("%s", async (kind, code, message) => {
    const { diagnostics } = await draw([`barcode ${kind} (code) w=60mm h=20mm`], JSON.stringify({ code }));
    expect(diagnostics.map((each) => `${each.code} ${each.message}`)).toEqual([`RPT4015 ${message}`]);
  });

  test("nothing is drawn of nothing, which is told of a field that always comes", async () => {
    const { diagnostics } = await draw(["barcode qr (code) w=20mm h=20mm"], '{"code": ""}');
    expect(diagnostics.map(({ code, dataPath }) => `${code} ${dataPath}`)).toEqual(["RPT3025 code"]);
  });
});

describe("a code too small for its readers is told with what it needs", () => {
  const SMALL = [
    [
      'barcode code128 "ABC-123-xyz-0042-2026" w=40mm h=15mm',
      "RPT4007",
      "the module of the code would be 0.12mm (< 0.25mm)",
    ],
    ['barcode qr "A1" w=20mm h=20mm quiet=1', "RPT4007", "the free margin is 1 of 4 modules, 2.6mm too little"],
    ['barcode code128 "A1" w=60mm h=6mm', "RPT4007", "the bars would be 2.3mm high (< 5.0mm)"],
    ['barcode qr "https://example.jp" w=10mm h=10mm module=0.5mm', "RPT4001", "the code needs 16.5mm × 16.5mm"],
    ['barcode jp-postal "1000013" w=60mm', "RPT4007", "the module of the code would be 0.42mm (< 0.48mm)"],
  ] as const;

  test.each(SMALL)("%s", async (line, code, message) => {
    const { diagnostics } = await draw([line]);
    const [only] = diagnostics;
    expect(only?.code).toBe(code);
    expect(only?.message).toContain(message);
  });
});

describe("what is told of a code too small makes it large enough", () => {
  test.each([
    ['barcode jp-postal "1000013" w=71mm h=6mm', ["h"]],
    ['barcode jp-postal "1000013" w=50mm h=9mm', ["w"]],
    ['barcode jp-postal "1000013" w=50mm h=6mm', ["w", "h"]],
    ['barcode jp-postal "1000013" w=50mm h=2mm quiet=0', ["w", "h"]],
    ['barcode jp-postal "1000013" w=71mm h=3mm', ["h"]],
    ['barcode jp-postal "1000013" w=50mm h=3.9mm', ["w", "h"]],
    ['barcode qr "https://example.jp/a" w=30mm h=4mm', ["h"]],
    ['barcode qr "https://example.jp/a" w=4mm h=30mm', ["w"]],
    ['barcode qr "https://example.jp/a" w=4mm h=4mm padding=1mm', ["w", "h"]],
    ['barcode code128 "ABC-123-xyz-0042-2026" w=40mm h=15mm', ["w"]],
  ])("%s", async (line, names) => {
    const { diagnostics } = await draw([line]);
    const [only, ...others] = diagnostics;
    expect([only?.code, others]).toEqual(["RPT4007", []]);
    const wanted = [...(only?.repair?.title ?? "").matchAll(/([wh])=([\d.]+mm)/gu)];
    expect(wanted.map(([, name]) => name)).toEqual(names);
    const larger = wanted.reduce(
      (text, [, name, size]) => text.replace(new RegExp(` ${name}=\\S+`), ` ${name}=${size}`),
      line,
    );
    expect((await draw([larger])).diagnostics).toEqual([]);
  });
});

test("words on a code are told, words beside it are not", () => {
  const plate = (x: number) =>
    [
      "plate h=40mm {",
      '      barcode qr "https://example.jp" x=0mm y=0mm w=30mm h=30mm',
      `      text "担当" x=${x}mm y=10mm w=20mm h=5mm`,
      "    }",
    ].join("\n");
  const told = [10, 40].map((x) => engine.check({ source: form([plate(x)]), data: null }).diagnostics);
  const codes = told.map((diagnostics) => diagnostics.map((each) => each.code).filter((code) => code === "RPT5001"));
  expect(codes).toEqual([["RPT5001"], []]);
});

describe("the customer bar code of Japan Post", () => {
  /**
   * Bars of a character: 1 long, 2 without the lower part, 3 without the upper part, 4 the middle alone. Compared with
   * the tables of Japan Post’s manual as zint’s source has them, which is not the library that draws.
   */
  const CHARACTERS = ["144", "114", "132", "312", "123", "141", "321", "213", "231", "411", "414"];
  const CONTROLS = ["324", "342", "234", "432", "243", "423", "441", "111"];
  const VALUES = [...CHARACTERS, ...CONTROLS];

  function bars(text: string): string {
    const code = createCodeEncoder().encode("jp-postal", text, null);
    if (code.kind !== "code" || code.pattern.kind !== "postal") throw new Error(JSON.stringify(code));
    return code.pattern.bars.map(({ rises, falls }) => (rises ? (falls ? "1" : "2") : falls ? "3" : "4")).join("");
  }

  function valuesOf(text: string): readonly number[] {
    return (bars(text).slice(2, -2).match(/.../g) ?? []).map((three) => VALUES.indexOf(three));
  }

  // The examples of the manual (バーコードに必要な文字情報の抜き出し法): a number at the last place, and a letter over it.
  test.each([
    [
      "a number at the end",
      "06408042-9-1524-23-2-501",
      [0, 6, 4, 0, 8, 0, 4, 2, 10, 9, 10, 1, 5, 2, 4, 10, 2, 3, 10, 2],
      "-501",
    ],
    [
      "a letter over the end",
      "910-00673-80-25J1-2B",
      [9, 1, 0, 0, 0, 6, 7, 3, 10, 8, 0, 10, 2, 5, 11, 9, 1, 10, 2, 11],
      "B",
    ],
    [
      "the control of a letter over the end",
      "1000001Z9-Z9-Z9-A1",
      [1, 0, 0, 0, 0, 0, 1, 13, 5, 9, 10, 13, 5, 9, 10, 13, 5, 9, 10, 11],
      "A1",
    ],
    ["all 13 places", "1000001Z9-Z9-Z9-1", [1, 0, 0, 0, 0, 0, 1, 13, 5, 9, 10, 13, 5, 9, 10, 13, 5, 9, 10, 1], ""],
  ] as const)("%s: %s", (_, text, expected, leftOut) => {
    const values = valuesOf(text);
    expect(values.slice(0, -1)).toEqual(expected);
    expect(values.reduce((sum, value) => sum + value, 0) % 19).toBe(0);
    const code = createCodeEncoder().encode("jp-postal", text, null);
    expect(code.kind === "code" ? (code.leftOut?.text ?? "") : null).toBe(leftOut);
  });

  test("of a check digit of 0 has all of its bars", () => {
    expect(valuesOf("55953999-3RJ").at(-1)).toBe(0);
  });

  test("is what the library makes of all that has room, but for a check digit of 0", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{7}$/), fc.stringMatching(/^(?:[0-9-]|[A-Z]){0,6}$/), (postcode, address) => {
        fc.pre(valuesOf(postcode + address).at(-1) !== 0);
        const [{ bhs, bbs } = { bhs: [], bbs: [] }] = library.raw({ bcid: "japanpost", text: postcode + address });
        const most = Math.max(...bhs);
        const drawn = bhs.map((height, at) => {
          const foot = bbs[at] ?? 0;
          return foot + height > most * 0.9 ? (foot < most * 0.1 ? "1" : "2") : foot < most * 0.1 ? "3" : "4";
        });
        expect(bars(postcode + address)).toBe(drawn.join(""));
      }),
    );
  });

  test("tells what it leaves out, also of the longest data", () => {
    const source = (example: string) => `rpt 1
field address string(20) pattern='^[0-9-]+$' example="${example}"
page A4 {
  body {
    barcode jp-postal "1000013{address}" w=80mm
  }
}
`;
    const told = (example: string) =>
      engine
        .check({ source: source(example), data: null })
        .diagnostics.filter(({ code }) => code === "RPT4015" || code === "RPT4031")
        .map(({ code, severity, message }) => `${code} ${severity} ${message.replace(/ \(page.*/u, "")}`);
    const why = "behind the postcode it has 13 places, of which a letter takes two";
    expect(told("1-3-2-503-1501-77")).toEqual([`RPT4015 warning the code leaves out "1-77": ${why}`]);
    expect(told("1-3-2-503")).toEqual([
      expect.stringMatching(/^RPT4031 warning with address of 20 characters: the code leaves out "\d{7}": behind/u),
    ]);
  });

  test.each([
    ["100-0013 1-3-2-503", "10000131-3-2-503", "10000131-3-2-503", 9],
    ["a letter is a control and a digit", "1540023A1", "1540023", null],
  ] as const)("%s", (_, text, digits, check) => {
    const drawn = bars(text);
    expect(drawn).toHaveLength(67);
    expect([drawn.slice(0, 2), drawn.slice(-2)]).toEqual(["13", "31"]);
    const values = (drawn.slice(2, -2).match(/.../g) ?? []).map((three) => VALUES.indexOf(three));
    expect(values).not.toContain(-1);
    expect(values.reduce((sum, value) => sum + value, 0) % 19).toBe(0);
    const written = values.slice(0, digits.length).map((value) => (value === 10 ? "-" : String(value)));
    expect(written.join("")).toBe(digits);
    if (check === null) expect(values.slice(7, 10)).toEqual([11, 0, 1]);
    else {
      expect(values.at(-1)).toBe(check);
      // Places without a digit hold the fourth control.
      expect(values.slice(digits.length, -1).every((value) => value === 14)).toBe(true);
    }
  });
});
