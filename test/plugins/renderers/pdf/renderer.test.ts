import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { PageDocument, PlacedItem } from "../../../../src/core/sdk/index.ts";
import { pdfRenderer, plugin } from "../../../../src/plugins/renderers/pdf/index.ts";
import { runCommand } from "../../../support/command.ts";
import { inLane } from "../../../support/lane.ts";
import { checkByQpdf, judge, opened, pageTexts, pixels, unpacked } from "./opened-pdf.ts";
import {
  A4,
  bold,
  documentOf,
  fill,
  glyphs,
  invoicePage,
  line,
  link,
  options,
  page,
  rectangle,
  regular,
  runOf,
  text,
} from "./page-document.ts";

const MM = 36_000;

function render(document: PageDocument): Uint8Array {
  return pdfRenderer.render(document, options);
}

function renderItems(items: readonly PlacedItem[]): Uint8Array {
  return render(documentOf([page(items)]));
}

test("the plugin registers one renderer for application/pdf", () => {
  const registered: unknown[] = [];
  const add = (renderer: unknown): void => void registered.push(renderer);
  const unused = () => undefined;
  const further = { exporter: unused, barcode: unused, datasetSource: unused };
  plugin.register({ renderer: add, pageRenderer: add, profile: add, ...further });
  expect(registered).toEqual([pdfRenderer]);
  expect(pdfRenderer).toMatchObject({ id: "pdf", mediaType: "application/pdf", fileExtension: "pdf" });
});

describe("an invoice", () => {
  const file = render(documentOf([invoicePage(1), invoicePage(2)]));

  test("is a sound PDF of two A4 pages", async () => {
    await checkByQpdf(file);
    const pdf = await opened(file);
    expect(pdf.numPages).toBe(2);
    expect((await pdf.getPage(1)).view).toEqual([0, 0, 595.28, 841.89]);
  });

  test("gives its Japanese text back in reading order", async () => {
    const { stdout } = await judge(file, "pdftotext", ["-layout", "FILE", "-"]);
    const lines = stdout.split("\n").map((content) => content.trim().replace(/ {2,}/g, "  "));
    expect(lines.filter((content) => content !== "").slice(0, 8)).toEqual([
      "御請求書",
      "請求番号  INV-2026-10001",
      "株式会社星雲商事大阪支店 御中  請求日  令和八年四月2日",
      "〒530-1001 大阪府大阪市北区梅田三丁目2番地  登録番号  T1234567890123",
      "下記のとおりご請求申し上げます。お支払期限までにお振り込みください。",
      "ご請求金額  ￥1,234,958-",
      "品名・摘要  数量  単価  税率  金額",
      "基幹業務システム改修設計支援  2  8,919  10%  26,757",
    ]);
  });

  test("embeds each weight once, as a subset that maps to Unicode", async () => {
    const { stdout } = await judge(file, "pdffonts", ["FILE"]);
    const rows = stdout.trim().split("\n").slice(2);
    expect(rows.length).toBe(2);
    for (const row of rows) {
      expect(row).toMatch(/^[A-Z]{6}\+NotoSansJP-(Regular|Bold)\s+CID TrueType\s+Identity-H\s+yes yes yes/);
    }
  });

  test("shares the static part of its pages as one form", async () => {
    const content = await unpacked(file);
    expect(content.match(/\/Subtype \/Form/g)?.length).toBe(1);
    expect(content.match(/^\/S1 Do$/gm)?.length).toBe(2);
  });
});

describe("text", () => {
  test("金額 is copied as 金額, never as the radicals that share its glyphs", async () => {
    expect(await pageTexts(renderItems(text("金額", 20 * MM, 20 * MM)))).toEqual(["金額"]);
  });

  test("a glyph that is drawn for two characters has a code for each", async () => {
    const both = [...text("金額", 20 * MM, 20 * MM), ...text("⾦額", 20 * MM, 40 * MM)];
    expect(regular.glyphOf(0x2fa6)).toBe(regular.glyphOf(0x91d1));
    expect(await unpacked(renderItems(both))).not.toContain("ActualText");
    const { stdout } = await judge(renderItems(both), "pdftotext", ["FILE", "-"]);
    expect(stdout.split("\n").filter((line) => line.trim() !== "")).toEqual(["金額", "⾦額"]);
    expect(await pageTexts(renderItems(both))).toEqual(["金額⾦額"]);
  });

  test("a run that no codes read back carries its own text", async () => {
    const run = { ...runOf("金額"), text: "別の文" };
    const file = renderItems([glyphs(run, 0, 20 * MM)]);
    expect(await unpacked(file)).toContain("/Span<</ActualText<FEFF5225306E6587>>>BDC");
    expect((await judge(file, "pdftotext", ["FILE", "-"])).stdout.trim()).toBe("別の文");
  });

  test("glyphs that stand wide apart are copied as one word", async () => {
    const spread = { ...glyphs(runOf("均等割付"), 20 * MM, 20 * MM), adjustmentsEmu: [254_000, 127_000, 254_000, 0] };
    const spaced = glyphs(runOf("字間調整"), 20 * MM, 40 * MM, { letterSpacingEmu: 63_500 });
    const solid = { ...glyphs(runOf("約物調整"), 20 * MM, 60 * MM), adjustmentsEmu: [3000, -3000, 0, 900_000] };
    const file = renderItems([spread, spaced, solid]);
    const { stdout } = await judge(file, "pdftotext", ["FILE", "-"]);
    expect(stdout.split("\n").filter((content) => content.trim() !== "")).toEqual(["均等割付", "字間調整", "約物調整"]);
    expect(await pageTexts(file)).toEqual(["均等割付字間調整約物調整"]);
    expect(await unpacked(file)).not.toContain("ActualText");
  });

  test("codes that are syntax in a string are escaped", async () => {
    // Glyph ids whose bytes are parentheses, a backslash, a carriage return and a line feed.
    const ids = [0x28, 0x29, 0x5c, 0x0d, 0x0a, 0x2829, 0x0d0a, 0x280d];
    const shown = ids.filter((glyph) => glyph < regular.glyphCount && [...regular.textOf(glyph)].length === 1);
    const value = shown.map((glyph) => regular.textOf(glyph)).join("");
    const run = { ...runOf("一"), text: value, glyphs: shown };
    const item = glyphs(
      {
        ...run,
        advances: shown.map((glyph) => regular.advanceOf(glyph)),
        clusters: Uint32Array.from(shown.keys()),
      },
      0,
      20 * MM,
    );
    expect(shown.length).toBeGreaterThan(5);
    const file = renderItems([item]);
    await checkByQpdf(file);
    expect((await pageTexts(file))[0]?.normalize("NFKC")).toBe(value.normalize("NFKC"));
  });

  test("kerning, letter-spacing, condensing and adjustments all end where layout says", async () => {
    const run = runOf("す。Tokyo".slice(0, 2));
    const latin = runOf("AVATAR");
    const items = [
      glyphs(latin, 20 * MM, 20 * MM),
      glyphs(run, 20 * MM, 40 * MM, { letterSpacingEmu: 25_400 }),
      glyphs(run, 20 * MM, 60 * MM, { scaleThousandths: 800 }),
      { ...glyphs(run, 20 * MM, 80 * MM, { scaleThousandths: 500 }), adjustmentsEmu: [63_500, 0] },
      { ...glyphs(run, 20 * MM, 100 * MM, { scaleThousandths: 800, letterSpacingEmu: 12_700 }) },
    ];
    const content = await (await (await opened(renderItems(items))).getPage(1)).getTextContent();
    const widths = content.items.flatMap((item) => ("str" in item && item.str !== "" ? [item.width] : []));
    const expected = items.map((item) => item.advanceEmu / 12_700);
    // What follows the last glyph is not counted by pdf.js: letter-spacing of 2 pt and of 1 pt.
    expect(widths[0]).toBeCloseTo(expected[0] as number, 1);
    expect(widths[1]).toBeCloseTo((expected[1] as number) - 2, 1);
    expect(widths[2]).toBeCloseTo(expected[2] as number, 1);
    expect(widths[3]).toBeCloseTo((expected[3] as number) + 5, 1);
    expect(widths[4]).toBeCloseTo((expected[4] as number) - 1, 1);
  });

  test("vertical lines run down from the top centre of the first cell", async () => {
    const run = {
      ...runOf("一一一", regular, "vertical"),
      offsets: Int32Array.from([-500, -880, -500, -880, -500, -880]),
    };
    const item = { ...glyphs(run, 100 * 12_700, 100 * 12_700, { sizeEmu: 20 * 12_700 }), advanceEmu: 60 * 12_700 };
    const file = renderItems([item]);
    await checkByQpdf(file);
    // The line is turned, and its letters against it: no reader takes each of them for a line.
    const content = await unpacked(file);
    expect(content).not.toContain("/Identity-V");
    expect(content).toContain("0 -1 1 0 92.4 741.89 Tm\n");
    const picture = await pixels(file);
    // The bar of 一 lies in the middle of each 20 pt cell, centred on x = 100.
    for (const cell of [0, 1, 2]) {
      const column = Array.from({ length: 20 }, (_, y) => picture.at(100, 100 + cell * 20 + y)[0] ?? 255);
      const dark = column.findIndex((value) => value < 128);
      expect(dark).toBeGreaterThan(5);
      expect(dark).toBeLessThan(14);
      expect(picture.at(93, 100 + cell * 20 + dark)[0]).toBeLessThan(200);
      expect(picture.at(107, 100 + cell * 20 + dark)[0]).toBeLessThan(200);
    }
    expect(picture.at(100, 165)).toEqual([255, 255, 255]);
  });

  test("a turned run goes down the page and its letters' tops look to the right", async () => {
    const size = { sizeEmu: 20 * 12_700 };
    const turned = (value: string, y: number) => ({
      ...glyphs(runOf(value), 100 * 12_700, y * 12_700, size),
      rotation: 90 as const,
    });
    const file = renderItems([turned("一", 100), turned("Ｌ", 120), ...text("金額", 100 * 12_700, 300 * 12_700)]);
    await checkByQpdf(file);
    expect(await unpacked(file)).toMatch(/0 -1 1 0 100 741\.89 Tm\n.*1 0 0 1 100 541\.89 Tm\n/s);
    const picture = await pixels(file, 144);
    const isDark = (x: number, y: number): boolean => (picture.at(x * 2, y * 2)[0] ?? 255) < 128;
    const darkIn = (left: number, top: number, right: number, bottom: number): number => {
      let count = 0;
      for (let y = top; y < bottom; y += 0.5) for (let x = left; x < right; x += 0.5) if (isDark(x, y)) count += 1;
      return count;
    };
    // 一 is a bar that now runs down the middle of its cell, 380/1000 em to the right of the baseline.
    expect(darkIn(104, 102, 111, 118)).toBeGreaterThan(20);
    expect(darkIn(112, 100, 120, 119)).toBe(0);
    // Ｌ lies on its back: its stem goes to the right at its start, its foot down along the baseline.
    expect(darkIn(104, 122, 114, 129)).toBeGreaterThan(20);
    expect(darkIn(100, 129, 103, 135)).toBeGreaterThan(20);
    expect(darkIn(104, 130, 120, 140)).toBe(0);
  });

  test("a vertical run is flattened along its line, spacing apart", async () => {
    const run = runOf("一一一", regular, "vertical");
    const item = {
      ...glyphs(run, 100 * 12_700, 100 * 12_700, { sizeEmu: 20 * 12_700, scaleThousandths: 500 }),
      letterSpacingEmu: 2 * 12_700,
      adjustmentsEmu: [0, 10 * 12_700, 0],
    };
    const file = renderItems([item]);
    expect(await unpacked(file)).toMatch(/1 0 0 \.5 100 741\.89 Tm\n/);
    const picture = await pixels(file, 144);
    const bars: number[] = [];
    for (let y = 190; y < 320; y += 1) {
      const [here = 255] = picture.at(200, y);
      const [above = 255] = picture.at(200, y - 1);
      if (here < 160 && above >= 160) bars.push(y / 2);
    }
    // Cells of 10 pt, 2 pt after each, 10 pt more after the second.
    expect(bars).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = bars;
    expect(Math.abs(second - first - 12)).toBeLessThanOrEqual(0.5);
    expect(Math.abs(third - second - 22)).toBeLessThanOrEqual(0.5);
    expect(first).toBeLessThan(108);
  });

  test("marks that stand off the line are placed one by one", async () => {
    const run = runOf("一二");
    const shifted = { ...run, offsets: Int32Array.from([0, 500, 100, -250]) };
    const content = await unpacked(renderItems([glyphs(shifted, 12_700 * 100, 12_700 * 100, { sizeEmu: 127_000 })]));
    expect(content).toMatch(/100 746\.89 Td\n\(.*\)Tj\n11 -7\.5 Td\n/s);
  });

  test("an empty run draws nothing", async () => {
    const empty = { ...runOf("一"), text: "", glyphs: [], advances: [] };
    expect(await unpacked(renderItems([glyphs(empty, 0, 0)]))).not.toContain("BT");
  });
});

describe("shapes", () => {
  test("are painted with the fewest operators, joined where the picture is the same", async () => {
    const red = [255, 0, 0, 255] as const;
    const content = await unpacked(
      renderItems([
        fill(rectangle(0, 0, 12_700, 12_700), red),
        fill(rectangle(25_400, 0, 12_700, 12_700), red),
        line(0, 0, 12_700, 0, { dashEmu: [38_100, 12_700] }),
        line(0, 12_700, 12_700, 12_700, { dashEmu: [38_100, 12_700] }),
        line(0, 25_400, 12_700, 25_400),
      ]),
    );
    expect(content).toContain(
      "1 0 0 rg\n0 840.89 1 1 re\n2 840.89 1 1 re\nf\n.5 w\n[3 1]0 d\n0 841.89 m\n1 841.89 l\n" +
        "0 840.89 m\n1 840.89 l\nS\n[]0 d\n0 839.89 m\n1 839.89 l\nS\n",
    );
  });

  test("translucent ones stay apart and blend", async () => {
    const veil = [0, 0, 0, 128] as const;
    const file = renderItems([
      fill(rectangle(0, 0, 127_000, 127_000), veil),
      fill(rectangle(0, 0, 127_000, 127_000), veil),
    ]);
    await checkByQpdf(file);
    expect((await pixels(file)).at(5, 5)[0]).toBe(63);
    expect(await unpacked(file)).toContain("/A128 gs");
  });

  test("neighbours that share an edge leave no gap", async () => {
    const areas = Array.from({ length: 30 }, (_, index) => rectangle(index * 33_333, 0, 33_333, 127_000));
    const picture = await pixels(renderItems(areas.map((area) => fill(area, [0, 0, 0, 255]))));
    for (let x = 1; x < 77; x++) expect(picture.at(x, 5)).toEqual([0, 0, 0]);
  });

  test("rounded corners are round", async () => {
    const picture = await pixels(
      renderItems([fill(rectangle(0, 0, 100 * 12_700, 100 * 12_700), [0, 0, 0, 255], false, 50 * 12_700)]),
    );
    expect(picture.at(50, 50)).toEqual([0, 0, 0]);
    expect(picture.at(10, 10)).toEqual([255, 255, 255]);
    expect(picture.at(16, 16)).toEqual([0, 0, 0]);
  });
});

describe("what a reader clicks", () => {
  const pages = [page([]), page([]), page([])];

  test("bookmarks nest by level and open at their place", async () => {
    const pdf = await opened(
      render(
        documentOf(pages, {
          bookmarks: [
            { title: "第1章", level: 1, page: 0, yEmu: 0 },
            { title: "第1節（概要）", level: 2, page: 1, yEmu: 1_270_000 },
            { title: "飛び越し", level: 3, page: 1, yEmu: 0 },
            { title: "Chapter 2", level: 1, page: 2, yEmu: 0 },
          ],
        }),
      ),
    );
    const outline = await pdf.getOutline();
    expect(outline.map((item) => item.title)).toEqual(["第1章", "Chapter 2"]);
    const section = outline[0]?.items[0];
    expect(section?.title).toBe("第1節（概要）");
    expect(section?.items[0]?.title).toBe("飛び越し");
    const destination = section?.dest as unknown[];
    expect(await pdf.getPageIndex(destination[0] as never)).toBe(1);
    expect(destination.slice(2)).toEqual([0, 741.89, null]);
    expect((await pdf.getPageMode()) as string).toBe("UseOutlines");
  });

  test("each record of a collated file has a bookmark above its own", async () => {
    const pdf = await opened(
      render(
        documentOf(pages, {
          records: [
            { firstPage: 0, pages: 2, title: "甲社" },
            { firstPage: 2, pages: 1, title: "乙社" },
          ],
          bookmarks: [{ title: "明細", level: 1, page: 1, yEmu: 0 }],
        }),
      ),
    );
    const outline = await pdf.getOutline();
    expect(outline.map((item) => [item.title, item.items.map((child) => child.title)])).toEqual([
      ["甲社", ["明細"]],
      ["乙社", []],
    ]);
  });

  test("links lead to addresses and to named places", async () => {
    const area = rectangle(12_700, 12_700, 127_000, 25_400);
    const file = render(
      documentOf(
        [page([link(area, { url: "https://example.jp/請求?a=1&b=(2)" }), link(area, { name: "明細" })]), ...pages],
        {
          destinations: [
            { name: "明細", page: 2, yEmu: 1_270_000 },
            { name: "b", page: 1, yEmu: 0 },
            { name: "a", page: 1, yEmu: 0 },
          ],
        },
      ),
    );
    await checkByQpdf(file);
    const pdf = await opened(file);
    const annotations = await (await pdf.getPage(1)).getAnnotations();
    expect(annotations[0].url).toBe("https://example.jp/%E8%AB%8B%E6%B1%82?a=1&b=(2)");
    expect(annotations[0].rect).toEqual([1, 838.89, 11, 840.89]);
    const place = await pdf.getDestination(annotations[1].dest);
    expect(await pdf.getPageIndex(place?.[0])).toBe(2);
    expect(place?.slice(2)).toEqual([0, 741.89, null]);
    expect(await pdf.getDestination("a")).not.toBeNull();
  });
});

describe("what a file says of itself", () => {
  const title = '請求書 <A&B> "株" \u{20b9f}';
  const file = render(
    documentOf([page([])], { title, author: "山田 & 佐藤", subject: "a\u0001b", keywords: "x, y", lang: "ja-JP" }),
  );

  test("its information and its XMP agree and survive any character", async () => {
    await checkByQpdf(file);
    const { info, metadata } = await (await opened(file)).getMetadata();
    expect(info).toMatchObject({
      Title: title,
      Author: "山田 & 佐藤",
      Keywords: "x, y",
      Producer: "Platen test",
      Language: "ja-JP",
      CreationDate: "D:20260401093000Z00'00'",
      ModDate: "D:20260401093000Z00'00'",
    });
    expect(metadata.get("dc:title")).toBe(title);
    expect(metadata.get("dc:creator")).toEqual(["山田 & 佐藤"]);
    expect(metadata.get("dc:description")).toBe("a\ufffdb");
    expect(metadata.get("xmp:createdate")).toBe("2026-04-01T09:30:00Z");
  });

  test("readers show its title and know its language", async () => {
    const pdf = await opened(file);
    expect(await pdf.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true });
    expect(Buffer.from(file).toString("latin1")).toContain("/Lang(ja-JP)");
  });
});

describe("the same pages give the same bytes", () => {
  const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  const small = documentOf([page([...text("請求書 No. 1", 20 * MM, 20 * MM, { font: bold })], A4)]);
  const invoice = documentOf([invoicePage(7)]);

  test("two small documents have the bytes that they always had", () => {
    expect([hashOf(render(small)), hashOf(render(invoice))]).toMatchInlineSnapshot(`
      [
        "2958c78b939f0eb228765fb3d3eea9b3ccdc3b5a249de5f575d72678a5096df5",
        "8e9ccb3a3d77b188e1019f03dbcb26c5f1681251872ae4db167663eb37e087c2",
      ]
    `);
  });

  test("after many other documents as in a fresh process", { timeout: 60_000 }, async () => {
    const others = inLane({ fast: 60, full: 300 });
    for (let seed = 1000; seed < 1000 + others; seed++) render(documentOf([invoicePage(seed)]));
    const program = fileURLToPath(new URL("print-invoice-hash.ts", import.meta.url));
    const fresh = await runCommand(process.execPath, [program]);
    expect(fresh.stderr).toBe("");
    expect(fresh.stdout.trim()).toBe(hashOf(render(invoice)));
  });

  test("whatever time it is", () => {
    const before = hashOf(render(invoice));
    const now = Date.now;
    Date.now = () => 0;
    try {
      expect(hashOf(render(invoice))).toBe(before);
    } finally {
      Date.now = now;
    }
  });

  test("other dates or another content's hash give other bytes", () => {
    const before = hashOf(render(small));
    expect(hashOf(pdfRenderer.render(small, { ...options, createdAt: "2026-04-02T00:00:00Z" }))).not.toBe(before);
    expect(hashOf(pdfRenderer.render(small, { ...options, contentHash: "ff" }))).not.toBe(before);
  });
});
