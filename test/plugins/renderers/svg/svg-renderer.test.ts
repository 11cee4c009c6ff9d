import { parseXml, XmlElement } from "@rgrove/parse-xml";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PageDocument, PlacedItem, StructureNode } from "../../../../src/core/sdk/index.ts";
import { plugin, pngRenderer, svgRenderer } from "../../../../src/plugins/renderers/svg/index.ts";
import { GRAY_JPEG } from "../pdf/images/picture-files.ts";
import {
  documentOf,
  fill,
  glyphs,
  image,
  invoicePage,
  line,
  link,
  page,
  rectangle,
  regular,
  runOf,
  text,
} from "../pdf/page-document.ts";

const MM = 36_000;

function svgOf(document: PageDocument, index = 0): string {
  return new TextDecoder().decode(svgRenderer.renderPage(document, index, { dpi: 96 }));
}

function itemsSvg(items: readonly PlacedItem[], rest: Partial<PageDocument> = {}): string {
  return svgOf(documentOf([page(items, { widthEmu: 20 * MM, heightEmu: 10 * MM })], rest));
}

/** The lines of what is seen, without paper and definitions. */
function drawn(svg: string): readonly string[] {
  const start = svg.indexOf("V360000H0Z");
  const end = svg.lastIndexOf("</g>\n", svg.includes("<g fill-opacity") ? svg.indexOf("<g fill-opacity") : undefined);
  return svg.slice(svg.indexOf("\n", start) + 1, end).split("\n");
}

/** The elements of a name anywhere below, in document order. */
function elements(svg: string, name: string): readonly XmlElement[] {
  const found: XmlElement[] = [];
  const visit = (element: XmlElement): void => {
    if (element.name === name) found.push(element);
    for (const child of element.children) if (child instanceof XmlElement) visit(child);
  };
  const { root } = parseXml(svg);
  if (root !== null) visit(root);
  return found;
}

test("the plugin registers page renderers for SVG and PNG", () => {
  const registered: unknown[] = [];
  const add = (renderer: unknown): void => void registered.push(renderer);
  const unused = () => undefined;
  const further = { exporter: unused, barcode: unused, datasetSource: unused };
  plugin.register({ renderer: add, pageRenderer: add, profile: add, ...further });
  expect(registered).toEqual([svgRenderer, pngRenderer]);
  expect(svgRenderer).toMatchObject({ id: "svg", mediaType: "image/svg+xml", fileExtension: "svg" });
  expect(pngRenderer).toMatchObject({ id: "png", mediaType: "image/png", fileExtension: "png" });
});

describe("what is seen", () => {
  test("a page of 210 × 297 mm is as large, in units of one EMU", () => {
    expect(svgOf(documentOf([page([])]))).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" width="210mm" height="297mm" viewBox="0 0 7560000 10692000" ' +
        'lang="ja" role="graphics-document document">\n<title>請求書</title>\n<g aria-hidden="true">\n' +
        '<path fill="#fff" d="M0 0H7560000V10692000H0Z"/>\n</g>\n</svg>\n',
    );
  });

  test.for([
    [{ widthEmu: 7_560_000, heightEmu: 5_328_000 }, 'width="210mm" height="148mm"'],
    [{ widthEmu: 12_700 * 612, heightEmu: 12_700 * 792 }, 'width="215.9mm" height="279.4mm"'],
    [{ widthEmu: 12_700 * 11, heightEmu: 12_700 }, 'width="11pt" height="1pt"'],
    [{ widthEmu: 1, heightEmu: 36_001 }, 'width="0mm" height="1mm"'],
  ] as const)("a side of %o says its length", ([size, sides]) => {
    expect(svgOf(documentOf([page([], size)]))).toContain(sides);
  });

  test("rectangles, lines, dashes and paths", () => {
    const area = rectangle(MM, MM, 2 * MM, MM);
    const path = {
      kind: "path",
      commands: [
        { op: "move", xEmu: 0, yEmu: 0 },
        { op: "curve", x1Emu: 1, y1Emu: 2, x2Emu: 3, y2Emu: -4, xEmu: 5, yEmu: 6 },
        { op: "close" },
      ],
    } as const;
    const items = [
      fill(area, [31, 58, 95, 255]),
      fill(rectangle(0, 0, 100, MM), [0, 0, 0, 128]),
      fill(area, [255, 0, 0, 255], false, 90_000),
      line(0, 0, MM, 0, { dashEmu: [38_100, 12_700], widthEmu: 3175 }),
      { ...fill(area, [0, 0, 0, 255]), shape: path },
      line(0, 0, MM, 0, { widthEmu: 0 }),
      { ...line(0, 0, MM, 0), cap: "round" as const, join: "bevel" as const, clip: area },
      { ...fill(area, [0, 0, 0, 255]), shape: path, rule: "evenodd" as const },
    ];
    expect(drawn(itemsSvg(items))).toEqual([
      '<rect x="36000" y="36000" width="72000" height="36000" fill="#1f3a5f" shape-rendering="crispEdges"/>',
      '<rect x="0" y="0" width="100" height="36000" fill="#000000" fill-opacity=".502"/>',
      '<rect x="36000" y="36000" width="72000" height="36000" rx="18000" fill="#ff0000"/>',
      '<path fill="none" stroke="#000000" stroke-width="3175" stroke-miterlimit="10" ' +
        'stroke-dasharray="38100 12700" d="M0 0L36000 0"/>',
      '<path fill="#000000" d="M0 0C1 2 3 -4 5 6Z"/>',
      '<g clip-path="url(#clip36000_36000_108000_72000)"><path fill="none" stroke="#000000" stroke-width="6350"' +
        ' stroke-miterlimit="10" stroke-linecap="round" stroke-linejoin="bevel" d="M0 0L36000 0"/></g>',
      '<path fill="#000000" fill-rule="evenodd" d="M0 0C1 2 3 -4 5 6Z"/>',
      "",
    ]);
  });

  test("glyphs are outlines of the font, each once, in the font's own units", () => {
    const svg = itemsSvg([glyphs(runOf("一一"), MM, 2 * MM)]);
    const [definition, ...others] = elements(svg, "defs")[0]?.children.filter((one) => one instanceof XmlElement) ?? [];
    const id = definition?.attributes["id"] ?? "";
    expect(id).toMatch(new RegExp(`^g[0-9a-z]+-${regular.glyphOf(0x4e00)}$`));
    expect(others).toEqual([]);
    const uses = `<use href="#${id}"/><use href="#${id}" x="1000"/>`;
    expect(drawn(svg)).toEqual([`<g transform="matrix(127 0 0 -127 36000 72000)" fill="#000000">${uses}</g>`, ""]);
  });

  test.for([
    [{ rotation: 90 }, "matrix(0 127 127 0 0 0)", ["0", "1000"]],
    [{ rotation: 180 }, "matrix(-127 0 0 127 0 0)", ["0", "1000"]],
    [{ rotation: 270 }, "matrix(0 -127 -127 0 0 0)", ["0", "1000"]],
    [{ scaleThousandths: 800 }, "matrix(101.6 0 0 -127 0 0)", ["0", "1000"]],
    [{ letterSpacingEmu: 12_700 }, "matrix(127 0 0 -127 0 0)", ["0", "1100"]],
    [{ adjustmentsEmu: [-6350, 0] }, "matrix(127 0 0 -127 0 0)", ["0", "950"]],
    [{ sizeEmu: 133_350 }, "matrix(133.35 0 0 -133.35 0 0)", ["0", "1000"]],
  ] as const)("a run with %o lies by %s", ([look, matrix, places]) => {
    const svg = itemsSvg([{ ...glyphs(runOf("一一"), 0, 0), ...look }]);
    expect(drawn(svg)[0]).toContain(`"${matrix}"`);
    expect(elements(svg, "use").map((use) => use.attributes["x"] ?? "0")).toEqual(places);
  });

  test("vertical glyphs hang centred below one another", () => {
    const run = { ...runOf("一一", regular, "vertical"), offsets: null, advances: [1000, 1000] };
    const uses = elements(itemsSvg([glyphs(run, MM, MM)]), "use");
    expect(uses.map(({ attributes }) => [attributes["x"], attributes["y"]])).toEqual([
      ["-500", "-880"],
      ["-500", "-1880"],
    ]);
  });

  test("an image is embedded once, as it came, and clipped where only a part shows", () => {
    const images = [{ format: "jpeg", bytes: GRAY_JPEG, widthPx: 16, heightPx: 8 }] as const;
    const whole = image(0, rectangle(0, 0, 2 * MM, MM));
    const part = { ...whole, clip: rectangle(0, 0, MM, MM), alpha: 51, rotation: 90 as const } as PlacedItem;
    const svg = itemsSvg([whole, part], { images });
    const data = `data:image/jpeg;base64,${Buffer.from(GRAY_JPEG).toString("base64")}`;
    expect(elements(svg, "image").map(({ attributes }) => attributes["href"])).toEqual([data]);
    expect(drawn(svg)).toEqual([
      '<use href="#image0" transform="matrix(72000 0 0 36000 0 0)"/>',
      '<g clip-path="url(#clip0_0_36000_36000)"><use href="#image0" transform="matrix(0 36000 -72000 0 72000 0)"' +
        ' opacity=".2"/></g>',
      "",
    ]);
  });

  test("files that stand in one page of HTML share names only for what is the same", () => {
    const ids = (svg: string): Map<string, string> =>
      new Map(elements(svg, "path").map(({ attributes }) => [attributes["id"] ?? "", attributes["d"] ?? ""]));
    const one = ids(svgOf(documentOf([invoicePage(1)])));
    const other = ids(svgOf(documentOf([invoicePage(2)])));
    const shared = [...one].filter(([id]) => id !== "" && other.has(id));
    expect(shared.length).toBeGreaterThan(50);
    for (const [id, path] of shared) expect(other.get(id)).toBe(path);
  });

  test("the same page gives the same bytes, whatever was drawn before", () => {
    const before = svgOf(documentOf([invoicePage(3)]));
    for (let seed = 4; seed < 30; seed++) svgOf(documentOf([invoicePage(seed)]));
    expect(svgOf(documentOf([invoicePage(3)]))).toBe(before);
  });
});

describe("what is read", () => {
  const node = (type: StructureNode["type"], parent: number, alt: string | null = null): StructureNode => ({
    ...{ type, parent, alt, lang: null, role: null, scope: null, columnSpan: 1, rowSpan: 1 },
    span: { start: 0, end: 0 } as unknown as StructureNode["span"],
  });

  test("text lies over the glyphs that show it, as long as they are, and is not seen", () => {
    const [group] = elements(itemsSvg([...text("合計", MM, 2 * MM)]), "g").slice(-1);
    expect(group?.attributes).toMatchObject({ "fill-opacity": "0" });
    const [run] = elements(itemsSvg([...text("合計", MM, 2 * MM)]), "text");
    expect(run?.text).toBe("合計");
    expect(run?.attributes).toEqual({
      ...{ x: "36000", y: "72000", "font-size": "127000", textLength: "254000", lengthAdjust: "spacingAndGlyphs" },
    });
  });

  test("vertical and turned runs are read along their lines", () => {
    const turned = { ...glyphs(runOf("合計"), MM, MM), rotation: 270 as const };
    const upright = glyphs(runOf("合計", regular, "vertical"), MM, MM);
    const transforms = elements(itemsSvg([turned, upright]), "text").map(({ attributes }) => attributes["transform"]);
    expect(transforms).toEqual(["rotate(270 36000 36000)", "rotate(90 36000 36000)"]);
  });

  test("it follows the document's structure, not the order of painting", () => {
    // The second section's node was made before the first section's text.
    const structure = [node("Document", -1), node("Sect", 0), node("Sect", 0), node("P", 2), node("P", 1)];
    const at = (value: string, owner: number) => text(value, 0, 0).map((item) => ({ ...item, node: owner }));
    const svg = itemsSvg([...at("柱", -1), ...at("後", 3), ...at("前", 4)], { structure });
    expect(elements(svg, "text").map((run) => run.text)).toEqual(["前", "後", "柱"]);
    const groups = elements(svg, "g").filter(({ attributes }) => "fill-opacity" in attributes);
    expect(groups.map(({ attributes }) => attributes["aria-hidden"])).toEqual([undefined, "true"]);
  });

  test("a figure has the words that its author gave it", () => {
    const structure = [node("Document", -1), node("Figure", 0, "社印 <丸>"), node("Figure", 0)];
    const drawnBy = (owner: number, x: number) => ({ ...fill(rectangle(x, 0, 10, 20), [0, 0, 0, 255]), node: owner });
    const svg = itemsSvg([drawnBy(1, 0), drawnBy(1, 50), drawnBy(2, 0)], { structure });
    const figures = elements(svg, "rect").filter(({ attributes }) => attributes["role"] === "img");
    expect(figures.map(({ attributes }) => [attributes["aria-label"], attributes["width"]])).toEqual([
      ["社印 <丸>", "60"],
    ]);
  });

  test("several pages say which they are", () => {
    const document = documentOf([page([]), page([])], { title: 'A & "B" <C>' });
    expect(elements(svgOf(document, 1), "title")[0]?.text).toBe('A & "B" <C> (2/2)');
  });

  test("links lead to addresses and to places on the page, never to scripts or into other files", () => {
    const area = rectangle(0, 0, MM, MM);
    const items = [
      link(area, { url: "https://example.jp/?a=1&b=2" }),
      link(area, { url: "javascript:alert(1)" }),
      link(area, { url: " data:text/html,x" }),
      link(area, { name: "明細" }),
      link(area, { name: "別紙" }),
      link(area, { name: "無" }),
    ];
    const destinations = [
      { name: "別紙", page: 1, yEmu: 0 },
      { name: "明細", page: 0, yEmu: 5 * MM },
    ];
    const svg = itemsSvg(items, { destinations });
    expect(elements(svg, "a").map(({ attributes }) => attributes["href"])).toEqual([
      "https://example.jp/?a=1&b=2",
      "#place1",
    ]);
    const place = elements(svg, "rect").find(({ attributes }) => attributes["id"] === "place1");
    expect(place?.attributes["y"]).toBe(String(5 * MM));
  });

  test("any text gives well-formed XML that says it", () => {
    const anyText = fc.string({ unit: "binary", minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(anyText, anyText, (title, value) => {
        const run = { ...runOf("一"), text: value };
        const svg = itemsSvg([glyphs(run, 0, 0)], { title, lang: title });
        const readable = (told: string): string =>
          // XML has no place for most control characters; a parser turns carriage returns into line feeds.
          told.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd").replace(/\r\n?/g, "\n");
        expect(elements(svg, "title")[0]?.text).toBe(readable(title));
        expect(elements(svg, "text")[0]?.text).toBe(readable(value));
      }),
    );
  });
});
