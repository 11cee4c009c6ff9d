import { describe, expect, test } from "vitest";
import type {
  Conformance,
  PageDocument,
  PlacedItem,
  StructureNode,
  StructureType,
} from "../../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { checkByQpdf, judge, pageTexts, unpacked } from "./opened-pdf.ts";
import { documentOf, fill, link, options, page, rectangle, text } from "./page-document.ts";

const MM = 36_000;
const ACCESSIBLE: Conformance = { pdf: "1.7", ua: true };
const SHADE = [240, 240, 240, 255] as const;

function node(type: StructureType, parent: number, more: Partial<StructureNode> = {}): StructureNode {
  const span = [0, 0] as const;
  return { type, parent, alt: null, lang: null, role: null, span, scope: null, columnSpan: 1, rowSpan: 1, ...more };
}

function words(value: string, yMm: number, of: number): readonly PlacedItem[] {
  return text(value, 20 * MM, yMm * MM).map((item) => ({ ...item, node: of }));
}

function render(document: PageDocument, conformance: Conformance = ACCESSIBLE): Uint8Array {
  return pdfRenderer.render(document, { ...options, conformance });
}

/** Headings, a paragraph over two pages with a link, a table, and decoration between. */
function form(): PageDocument {
  const structure = [
    node("Document", -1),
    node("H1", 0),
    node("H3", 0),
    node("P", 0),
    node("Link", 3),
    node("Table", 0),
    node("THead", 5),
    node("TR", 6),
    node("TH", 7, { scope: "column", columnSpan: 2 }),
    node("TBody", 5),
    node("TR", 9),
    node("TD", 10, { rowSpan: 2 }),
    node("TD", 10),
    node("P", 0),
  ];
  const first = page([
    fill(rectangle(10 * MM, 10 * MM, 50 * MM, 10 * MM), SHADE),
    ...words("表題", 20, 1),
    ...words("小見出し", 30, 2),
    ...words("はじめ", 40, 3),
    ...words("案内", 45, 4),
    { ...link(rectangle(20 * MM, 42 * MM, 20 * MM, 5 * MM), { url: "https://example.jp" }), node: 4 },
    ...words("- 1 -", 280, -1),
  ]);
  const second = page([
    ...words("つづき", 20, 3),
    ...words("品名", 30, 8),
    fill(rectangle(10 * MM, 32 * MM, 50 * MM, 1 * MM), SHADE),
    ...words("用紙", 40, 11),
    ...words("- 2 -", 280, -1),
  ]);
  return documentOf([first, second], { structure });
}

/** The tree as poppler tells it: types by depth, with their words. */
async function told(bytes: Uint8Array): Promise<readonly string[]> {
  const { stdout } = await judge(bytes, "pdfinfo", ["-struct-text", "FILE"]);
  return stdout.split("\n").filter((line) => line.trim() !== "");
}

describe("a tagged file", () => {
  const file = render(form());

  test("is sound, says that it is tagged, and gives the same text as without tags", async () => {
    await checkByQpdf(file);
    expect((await judge(file, "pdfinfo", ["FILE"])).stdout).toMatch(/^Tagged: +yes$/m);
    expect(await pageTexts(file)).toEqual(await pageTexts(pdfRenderer.render(form(), options)));
  });

  test("tells its structure in reading order, over page breaks, without decoration and what is empty", async () => {
    expect((await told(file)).map((line) => line.replace(/ \((block|inline)\)|:$/, ""))).toEqual([
      "Document",
      "  H1",
      '    "表題"',
      "  H2",
      '    "小見出し"',
      "  P",
      '    "はじめ"',
      '    "つづき"',
      "    Link",
      '      "案内"',
      expect.stringMatching(/^ {6}Object \d+ 0$/),
      "  Table",
      "    THead",
      "      TR",
      "        TH",
      "           /Scope /Column",
      "           /ColSpan 2",
      '          "品名"',
      "    TBody",
      "      TR",
      "        TD",
      "           /RowSpan 2",
      '          "用紙"',
      "        TD",
    ]);
  });

  test("paints nothing outside of marks, and marks close on their side of a text", async () => {
    const pages = (await unpacked(file)).split("stream\n").filter((part) => part.includes("BMC"));
    expect(pages.length).toBe(2);
    for (const content of pages) {
      let depth = 0;
      for (const line of content.split("\n")) {
        if (/\bB[DM]C$/.test(line)) depth += 1;
        else if (line === "EMC") depth -= 1;
        else if (line === "BT" || line === "ET") expect(depth, "a text begins and ends outside of marks").toBe(0);
        else if (/(^| )(Tj|TJ|f|S|Do)$/.test(line)) expect(depth, line).toBeGreaterThan(0);
      }
      expect(depth).toBe(0);
    }
  });

  test("its link's annotation is in the parent tree and says where it leads", async () => {
    const plain = await unpacked(file);
    expect(plain).toMatch(/\/Contents \(https:\/\/example\.jp\)/);
    expect(plain).toMatch(/\/StructParent 1\b/);
    expect(plain).toMatch(/\/Tabs \/S\b/);
  });

  test("has the same bytes again", () => {
    expect(render(form())).toEqual(file);
  });
});

describe("a long tagged table", () => {
  const ROWS = 900;
  const ROWS_PER_PAGE = 70;
  const SPANNED = 3;

  /** Three columns, one of them blank; each third row's first cell lies over two columns; a paragraph after it. */
  function table(): PageDocument {
    const structure = [node("Document", -1), node("Table", 0), node("THead", 1), node("TR", 2)];
    const items: PlacedItem[][] = [];
    const place = (value: string, row: number): void => {
      const page = Math.floor(row / ROWS_PER_PAGE);
      const list = items[page] ?? [];
      items[page] = list;
      list.push(...words(value, 10 + (row % ROWS_PER_PAGE) * 4, structure.length - 1));
    };
    for (const title of ["番号", "品名", "備考"]) {
      structure.push(node("TH", 3, { scope: "column" }));
      place(title, 0);
    }
    const body = structure.push(node("TBody", 1)) - 1;
    for (let row = 1; row <= ROWS; row += 1) {
      const parent = structure.push(node("TR", body)) - 1;
      const columnSpan = row % SPANNED === 0 ? 2 : 1;
      structure.push(node("TD", parent, { columnSpan }));
      place(`行${row}`, row);
      if (columnSpan === 1) {
        structure.push(node("TD", parent));
        place("用紙", row);
      }
      structure.push(node("TD", parent));
    }
    structure.push(node("P", 0));
    place("以上", ROWS + 1);
    return documentOf(
      items.map((list) => page(list)),
      { structure },
    );
  }

  const file = render(table());

  test("is told row by row", async () => {
    await checkByQpdf(file);
    const wanted = ["Document", "  Table", "    THead", "      TR"];
    for (const title of ["番号", "品名", "備考"]) {
      wanted.push("        TH", "           /Scope /Column", `          "${title}"`);
    }
    wanted.push("    TBody");
    for (let row = 1; row <= ROWS; row += 1) {
      const spans = row % SPANNED === 0;
      wanted.push("      TR", "        TD", ...(spans ? ["           /ColSpan 2"] : []), `          "行${row}"`);
      if (!spans) wanted.push("        TD", '          "用紙"');
      wanted.push("        TD");
    }
    wanted.push("  P", '    "以上"');
    expect((await told(file)).map((line) => line.replace(/ \((block|inline)\)|:$/, ""))).toEqual(wanted);
  });

  test("leads from each marked content to the element that holds it", async () => {
    const objects = new Map<string, string>();
    for (const [, id = "", body = ""] of (await unpacked(file)).matchAll(/^(\d+) 0 obj\n(.*?)\nendobj/gms)) {
      objects.set(id, body);
    }
    const pages = [...objects].filter(([, body]) => /\/Type \/Page\b/.test(body));
    const nums = [...objects.values()].find((body) => body.includes("/Nums")) ?? "";
    const arrays = [...nums.matchAll(/^ +(\d+)\n +(\d+) 0 R$/gm)].map(([, key = "", id = ""]) => [key, id] as const);
    expect(arrays.length).toBe(pages.length);
    let marks = 0;
    for (const [key, array] of arrays) {
      const page = pages.find(([, body]) => body.includes(`/StructParents ${key}\n`))?.[0];
      const held = [...(objects.get(array) ?? "").matchAll(/(\d+) 0 R/g)].map(([, id = ""]) => objects.get(id) ?? "");
      for (const [mark, body] of held.entries()) {
        expect(body).toContain(`/K ${mark}\n`);
        expect(body).toContain(`/Pg ${page} 0 R\n`);
      }
      marks += held.length;
    }
    expect(marks).toBe(3 + ROWS + (ROWS - ROWS / SPANNED) + 1);
  });

  test("takes few bytes for each element, those of its mark included", () => {
    const elements = table().structure.length;
    expect(file.length - pdfRenderer.render(table(), options).length).toBeLessThan(elements * 6);
  });
});

test("a figure says its alternative text and where it lies", async () => {
  const structure = [node("Document", -1), node("Figure", 0, { alt: "社印（山田）" })];
  const drawn = { ...fill(rectangle(20 * MM, 20 * MM, 10 * MM, 10 * MM), SHADE), node: 1 };
  const plain = await unpacked(render(documentOf([page([drawn])], { structure })));
  expect(plain).toMatch(/\/S \/Figure/);
  expect(plain).toContain("/Alt <feff793e5370ff085c717530ff09>");
});

test("a letter that the fonts lack is shown by a mark that says what it stands for", async () => {
  const structure = [node("Document", -1), node("P", 0)];
  const document = documentOf([page(words("\u{105d0}", 20, 1))], { structure });
  const plain = await unpacked(render(document));
  expect(plain).toContain("/ActualText<FEFFD801DDD0>");
  expect(plain).not.toMatch(/\(\\000\\000\)/);
  expect(plain).not.toMatch(/<0000>\s*Tj/);
});

describe("promises", () => {
  const archives = ["a-2b", "a-2u", "a-2a", "a-3b", "a-3u", "a-3a"] as const;

  test.each(archives)("%s is said in the metadata, and the colours are given a meaning", async (pdf) => {
    const plain = await unpacked(render(form(), { pdf, ua: false }));
    expect(plain).toContain(`<pdfaid:part>${pdf.charAt(2)}</pdfaid:part>`);
    expect(plain).toContain(`<pdfaid:conformance>${pdf.charAt(3).toUpperCase()}</pdfaid:conformance>`);
    expect(plain).toMatch(/\/S \/GTS_PDFA1/);
    expect(plain.includes("/StructTreeRoot")).toBe(pdf.endsWith("a"));
  });

  test("PDF/UA is said with its schema where PDF/A asks for one", async () => {
    expect(await unpacked(render(form()))).toContain("<pdfuaid:part>1</pdfuaid:part>");
    expect(await unpacked(render(form()))).not.toContain("pdfaExtension");
    expect(await unpacked(render(form(), { pdf: "a-3u", ua: true }))).toContain("pdfaSchema:namespaceURI");
  });

  test.each([
    ["ja", "無題"],
    ["ja-JP", "無題"],
    ["en", "Untitled"],
  ])("a file in %s whose title is computed and empty has one all the same", async (lang, title) => {
    const { stdout } = await judge(render({ ...form(), title: "", lang }), "pdfinfo", ["FILE"]);
    expect(stdout).toMatch(new RegExp(`^Title: +${title}$`, "m"));
  });

  test("a plain file promises nothing", async () => {
    const plain = await unpacked(pdfRenderer.render(form(), options));
    for (const promise of ["pdfaid", "pdfuaid", "OutputIntent", "StructTreeRoot"]) expect(plain).not.toContain(promise);
  });
});

describe("files inside", () => {
  const bytes = new TextEncoder().encode('{"合計": 1}');
  const attachments = [
    { name: "請求.json", mediaType: "application/json", bytes, relationship: "source", description: "請求の明細" },
    { name: "a.json", mediaType: "application/json", bytes, relationship: "data", description: null },
  ] as const;
  const file = pdfRenderer.render(form(), { ...options, conformance: { pdf: "a-3b", ua: false }, attachments });

  test("come out as they went in", async () => {
    const { stdout } = await judge(file, "qpdf", ["--show-attachment=請求.json", "FILE"]);
    expect(stdout).toBe('{"合計": 1}');
    const list = (await judge(file, "qpdf", ["--list-attachments", "FILE"])).stdout;
    expect(list.split("\n").map((line) => line.split(" ")[0])).toEqual(["a.json", "請求.json", ""]);
  });

  test("say what the pages are to them", async () => {
    const plain = await unpacked(file);
    expect(plain).toContain("/AFRelationship /Source");
    expect(plain).toContain("/AFRelationship /Data");
  });

  test("are refused by PDF/A-2", () => {
    const conformance = { pdf: "a-2b", ua: false } as const;
    expect(() => pdfRenderer.render(form(), { ...options, conformance, attachments })).toThrow(
      /PDF\/A-2 holds no files/,
    );
  });
});

test("print dialogs start as the template says", async () => {
  const printing = { scale: "none", duplex: "long-edge" } as const;
  const plain = await unpacked(pdfRenderer.render(form(), { ...options, printing }));
  expect(plain).toContain("/PrintScaling /None");
  expect(plain).toContain("/Duplex /DuplexFlipLongEdge");
});
