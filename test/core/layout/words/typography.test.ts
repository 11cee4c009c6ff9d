import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Canvas, compileSource } from "../../../../src/core/canvas/index.ts";
import type { GlyphRunItem, LinkItem, PageDocument } from "../../../../src/core/layout/index.ts";
import { pt } from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutData } from "../../../support/lay-out.ts";

/** A form on A4 without margins whose body holds these lines. */
function form(lines: readonly string[], top: readonly string[] = []): string {
  const inside = lines.map((line) => `    ${line}`);
  const body = ["page A4 margin=0mm {", "  body {", ...inside, "  }", "}"];
  return ["rpt 1", ...top, "sizes body=10pt large=20pt", ...body, ""].join("\n");
}

function compiled(source: string): Canvas {
  const { value, diagnostics } = compileSource(source);
  if (value === null) throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join("\n"));
  return value;
}

function laid(lines: readonly string[], data: unknown = {}, top: readonly string[] = []): PageDocument {
  return layOutData(compiled(form(lines, top)), data).value;
}

function runs(document: PageDocument): readonly GlyphRunItem[] {
  return document.pages.flatMap((page) => page.items.filter((item) => item.kind === "glyphs"));
}

/** A run's text and pen position in points from the page's corner. */
const placed = ({ run, xEmu, yEmu }: GlyphRunItem): readonly [string, number, number] => [
  run.text,
  Math.round((xEmu * 10) / pt(1)) / 10,
  Math.round((yEmu * 10) / pt(1)) / 10,
];

const findings = (lines: readonly string[], data: unknown = {}): readonly string[] =>
  layOutData(compiled(form(lines)), data).diagnostics.map(({ code, message }) => `${code} ${message}`);

describe("vertical writing", () => {
  it("sets columns from the right to the left, upright, with digits side by side and Latin words on their side", () => {
    const items = runs(
      laid(['text "縦書12\\n横Web" w=100pt h=200pt size=body line-height=2 writing=vertical latin-gap=0']),
    );
    expect(items.map(placed)).toEqual([
      ["縦書", 90, 0],
      ["12", expect.any(Number), 28.8],
      ["横", 70, 0],
      ["Web", 66.2, 10],
    ]);
    expect(items.map(({ run, rotation }) => [run.direction, rotation ?? 0])).toEqual([
      ["vertical", 0],
      ["horizontal", 0],
      ["vertical", 0],
      ["horizontal", 90],
    ]);
  });

  it.each([
    ["left", "top", 90, 0],
    ["center", "middle", 50, 90],
    ["right", "bottom", 10, 180],
  ])("aligns along the line (%s) and across it (%s)", (align, valign, x, y) => {
    const box = `w=100pt h=200pt size=body line-height=2 writing=vertical align=${align} valign=${valign}`;
    expect(runs(laid([`text "縦書" ${box}`])).map(placed)).toEqual([["縦書", x, y]]);
  });

  it("is as long as its text where no height is declared, and as wide as its columns in a row", () => {
    const lines = [
      "row {",
      '  text "縦書き\\n二行" w=auto size=body line-height=2 writing=vertical',
      '  text "次" size=body',
      "}",
    ];
    expect(runs(laid(lines)).map(placed)).toEqual([
      ["縦書き", 30, 0],
      ["二行", 10, 0],
      ["次", 40, 10.8],
    ]);
  });

  it("spreads over the height that its neighbours give it", () => {
    const grid = [
      "grid cols=[20pt, 1fr] {",
      '  text "備考" size=body writing=vertical align=distribute',
      "  space 100pt",
      "}",
    ];
    const [run] = runs(laid(grid));
    expect([run?.yEmu, run?.advanceEmu]).toEqual([0, pt(100)]);
  });

  it("is flattened (平体) and then made smaller where it must shrink", () => {
    const box = "w=20pt h=36pt size=body writing=vertical fit=shrink";
    const [flat] = runs(laid([`text "四文字だ" ${box}`]));
    expect(flat?.sizeEmu).toBe(pt(10));
    expect(flat?.scaleThousandths).toBeLessThan(1000);
    const [small] = runs(laid([`text "もっと長い文字列" ${box} min-size=4pt`]));
    expect(small?.scaleThousandths).toBe(800);
    expect(small?.sizeEmu).toBeLessThan(pt(10));
    expect(small?.advanceEmu).toBeLessThanOrEqual(pt(36));
  });

  it("keeps the middle of its full size where a single column shrinks", () => {
    const box = "w=20pt h=36pt size=body line-height=2 writing=vertical fit=shrink min-size=4pt";
    const middles = ["短い", "とてもとても長い文字列"].map((text) => runs(laid([`text "${text}" ${box}`]))[0]?.xEmu);
    expect(middles).toEqual([pt(10), pt(10)]);
  });

  it("takes no more than it needs of a greatest height, and breaks its lines at it", () => {
    const set = (text: string) =>
      runs(laid([`text "${text}" w=60pt max-h=40pt size=body writing=vertical`, 'text "次"']));
    expect(set("短い").map(({ run }) => run.text)).toEqual(["短い", "次"]);
    const [short, long] = [set("短い"), set("四文字を超える")].map((items) => items.at(-1)?.yEmu ?? 0);
    expect((long ?? 0) - (short ?? 0)).toBe(pt(20));
    expect(set("四文字を超える").map(({ run }) => run.text)).toEqual(["四文字を", "超える", "次"]);
  });

  it("stays level in the headings of a table whose cells are vertical", () => {
    const lines = ["table items writing=vertical size=body {", '  column a "区分" (.a) w=20pt', "}"];
    const top = ['field items[].a string example=["装置"]'];
    const items = runs(laid(lines, { items: [{ a: "装置" }] }, top));
    expect(items.map(({ run }) => [run.text, run.direction])).toEqual([
      ["区分", "horizontal"],
      ["装置", "vertical"],
    ]);
  });

  it("takes the colour of its row in a table", () => {
    const lines = [
      "table items row-color=(if(.a == '否', 'red', 'black')) size=body {",
      '  column a "判定" (.a) w=20pt writing=vertical',
      "}",
    ];
    const items = runs(laid(lines, { items: [{ a: "否" }, { a: "良" }] }, ['field items[].a string example=["良"]']));
    expect(items.slice(1).map(({ color }) => color)).toEqual([
      [255, 0, 0, 255],
      [0, 0, 0, 255],
    ]);
  });

  it("tells in its own directions what does not fit", () => {
    const box = "size=body line-height=2 writing=vertical";
    expect(findings(["plate h=60pt {", `  text "一\\n二\\n三" x=0mm y=0mm w=30pt h=40pt ${box}`, "}"])).toEqual([
      expect.stringMatching(
        /^RPT4001 text needs 17\.7mm of width, its box has 10\.6mm \(page 1, x 0\.0mm, y 0\.0mm\)$/,
      ),
    ]);
    expect(findings([`text "とても長い文字列なのです" w=20pt h=40pt ${box} fit=shrink`])).toEqual([
      expect.stringMatching(
        /^RPT4002 text does not fit even at 6pt: it needs [0-9.]+mm of height, has 14\.1mm \(page 1, x 0\.0mm/,
      ),
    ]);
    expect(findings([`text "Incomprehensibilities" w=80pt h=40pt ${box}`])).toEqual([
      expect.stringMatching(
        /^RPT4004 "Incomprehensibilities" is longer than its line of 14\.1mm, so it is broken inside/,
      ),
    ]);
  });

  it("moves to the next page as a whole", () => {
    const document = laid(["space 280mm", 'text "縦に長い文章です" size=large writing=vertical w=40pt']);
    expect(document.pages.map((page) => page.items.filter((item) => item.kind === "glyphs").length)).toEqual([0, 1]);
  });
});

describe("rich paragraphs", () => {
  const LINES = [
    "rich size=body line-height=2 {",
    '  span "納品先は"',
    '  ruby "{place}" "{reading}" role=customer.address',
    "  br",
    '  span "詳細" link="https://example.jp/" decoration=underline color=#0000ff',
    "  span \"（{note}）\" size=large weight=bold when=(note != '')",
    "}",
  ];
  const TOP = [
    'field place string example="倉庫"',
    'field reading string example="そう こ"',
    'field note string example="至急"',
  ];
  const DATA = { place: "倉庫", reading: "そう こ", note: "至急" };

  it("set spans of several looks on shared baselines, with ruby above its letters", () => {
    const items = runs(laid(LINES, DATA, TOP));
    expect(items.map(placed)).toEqual([
      ["納品先は", 0, 13.8],
      ["倉庫", 40, 13.8],
      ["そう", 40, 4.4],
      ["こ", 52.5, 4.4],
      ["詳細", 0, 47.6],
      ["（至急）", 20, 47.6],
    ]);
    expect(items.map(({ sizeEmu, isRuby }) => [sizeEmu / pt(1), isRuby ?? false])).toEqual([
      ...[10, 10].map((size) => [size, false]),
      ...[5, 5].map((size) => [size, true]),
      ...[10, 20].map((size) => [size, false]),
    ]);
    expect(items.at(-1)?.run.font.weight).toBe("bold");
    expect(items.at(-2)?.color).toEqual([0, 0, 255, 255]);
    expect(runs(laid(LINES, { ...DATA, note: "" }, TOP)).map(({ run }) => run.text)).not.toContain("（至急）");
  });

  it("show the page's number where their box is fixed", () => {
    const lines = [
      "rich w=50mm h=9mm size=body {",
      '  span "{page.n}/{page.total}"',
      '  ruby "頁" "{page.n}"',
      "}",
      "break page",
      'text "次"',
    ];
    expect(runs(laid(lines)).map(({ run }) => run.text)).toEqual(["1/2", "頁", "1", "次"]);
    expect(compileSource(form(["rich {", '  span "{page.n}"', "}"])).diagnostics.map(({ code }) => code)).toEqual([
      "RPT2107",
    ]);
  });

  it("say what every letter shows", () => {
    const items = runs(laid(LINES, DATA, TOP));
    const shown = items.map(({ run, sources }) => [
      run.text,
      sources.map(({ start, end, path, role }) => [run.text.slice(start, end), path, role]),
    ]);
    expect(shown).toEqual([
      ["納品先は", [["納品先は", null, null]]],
      ["倉庫", [["倉庫", "place", "customer.address"]]],
      ["そう", [["そう", "reading", "customer.address"]]],
      ["こ", [["こ", "reading", "customer.address"]]],
      ["詳細", [["詳細", null, null]]],
      [
        "（至急）",
        [
          ["（", null, null],
          ["至急", "note", null],
          ["）", null, null],
        ],
      ],
    ]);
  });

  it("tell readers what is ruby and what is a link, in reading order", () => {
    const document = laid(LINES, DATA, TOP);
    const typeOf = (node: number): string => {
      const found = document.structure[node];
      return found === undefined ? "" : `${found.parent > 0 ? `${typeOf(found.parent)}/` : ""}${found.type}`;
    };
    expect(runs(document).map(({ node }) => typeOf(node))).toEqual([
      ...["P/Span", "P/Ruby/RB", "P/Ruby/RT", "P/Ruby/RT", "P/Link", "P/Span"],
    ]);
    const links = document.pages[0]?.items.filter((item): item is LinkItem => item.kind === "link") ?? [];
    expect(links.map(({ target, node }) => [target, typeOf(node)])).toEqual([
      [{ kind: "url", url: "https://example.jp/" }, "P/Link"],
    ]);
    const { leftEmu, rightEmu, topEmu, bottomEmu } = links[0]?.rectangle ?? {
      leftEmu: 0,
      rightEmu: 0,
      topEmu: 0,
      bottomEmu: 0,
    };
    expect([leftEmu, rightEmu, bottomEmu - topEmu]).toEqual([0, pt(20), pt(10)]);
  });

  it("name the data of a letter that no font has, in the text and in the ruby beside it", () => {
    const told = layOutData(compiled(form(LINES, TOP)), { place: "倉\ue000", reading: "そう \ue001", note: "" });
    expect(told.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringContaining('RPT4005 no font has a glyph for "\ue000" (U+E000)'),
      expect.stringContaining("RPT4005"),
    ]);
    expect(told.diagnostics.map(({ message }) => message.includes("place"))).toEqual([true, true]);
  });

  it("lose and repeat no letter over pages, whatever stands in them", () => {
    const words = fc.constantFrom("御請求", "の件、", "Platen ", "「見積」", "12個", "。", "葛\u{e0100}", "ー", "\\n");
    const span = fc.record({
      kind: fc.constantFrom("span", "ruby"),
      size: fc.constantFrom("body", "large"),
      text: fc.array(words, { minLength: 1, maxLength: 40 }).map((all) => all.join("")),
    });
    fc.assert(
      fc.property(fc.array(span, { minLength: 1, maxLength: 30 }), fc.boolean(), (spans, isJustified) => {
        const inside = spans.map(
          ({ kind, size, text }) => `  ${kind} "${text}"${kind === "ruby" ? ' "かな"' : ""} size=${size}`,
        );
        const document = laid([`rich align=${isJustified ? "justify" : "left"} w=60mm {`, ...inside, "}"]);
        const set = runs(document).filter(({ isRuby }) => isRuby !== true);
        const wanted = spans.map(({ text }) => text.replaceAll("\\n", "")).join("");
        expect(set.map(({ run }) => run.text).join("")).toBe(wanted);
      }),
      { numRuns: inLane({ fast: 15, full: 200 }), seed: 20261120 },
    );
  });
});

describe("marks and gaps", () => {
  it("lets a full stop hang where asked to, and keeps it inside where not", () => {
    const text = "あいうえおかきくけこ。さし";
    const lastOf = (more: string): string | undefined => {
      const items = runs(laid([`text "${text}" w=100pt size=body ${more}`]));
      return items[0]?.run.text.at(-1);
    };
    expect(lastOf("hang=true")).toBe("。");
    expect(lastOf("")).not.toBe("。");
  });

  it.each([
    ["", 2.5],
    ["latin-gap=0", 0],
    ["latin-gap=0.125", 1.3],
  ])("parts Japanese and Latin letters as asked: %s", (more, gap) => {
    const [, latin] = runs(laid([`text "和ABC" size=body ${more}`]));
    expect(Math.round(((latin?.xEmu ?? 0) * 10) / pt(1)) / 10).toBe(10 + gap);
  });
});

describe("what runs show", () => {
  const EXAMPLES = new URL("../../../../docs/examples/", import.meta.url);
  const sources = readdirSync(EXAMPLES).filter((name) => name.endsWith(".rpt"));

  /** Runs whose letters are not all accounted for, in order and without gaps. */
  const untold = (document: PageDocument): readonly string[] =>
    runs(document)
      .filter(({ run, sources: shown }) => {
        const isWhole = shown[0]?.start === 0 && shown.at(-1)?.end === run.text.length;
        return !isWhole || shown.some(({ start }, index) => index > 0 && start !== shown[index - 1]?.end);
      })
      .map(({ run }) => run.text);

  it.each(sources)("is told of every letter of %s", (name) => {
    const { value: canvas } = compileSource(readFileSync(new URL(name, EXAMPLES), "utf8"));
    if (canvas === null) return;
    const document = layOutData(canvas, canvas.dataset === null ? {} : JSON.parse(canvas.dataset)).value;
    expect(untold(document)).toEqual([]);
    expect(runs(document).length).toBeGreaterThan(0);
  });

  it("is told in cells, sums, carried rows, groups, pairs, combs, check boxes and seals", () => {
    const lines = [
      "pairs {",
      '  pair "宛先" "{to} 様" role=customer.address',
      "}",
      "comb (to) cells=4 w=40mm",
      "check (to == '山田') \"同意する\"",
      "seals w=40mm {",
      '  seal "課長"',
      "}",
      "table items rows-per-page=2 {",
      '  column name "品名" "{.name}・品" w=1fr',
      "  column amount \"金額\" (.amount) w=30mm format='#,##0'",
      "  group (.kind) {",
      '    head "{.key}の部"',
      "  }",
      '  carry (.amount) into=amount out="次頁へ繰越" in="前頁より繰越"',
      "  foot {",
      '    cell "合計" col=name',
      "    cell (sum(items[].amount)) col=amount",
      "  }",
      "}",
    ];
    const top = [
      'field to string example="山田"',
      'field items[].kind string example=["A"]',
      'field items[].name string example=["机"]',
      "field items[].amount int example=[1]",
    ];
    const items = ["A", "A", "B"].map((kind, index) => ({ kind, name: `品${index}`, amount: 1000 * (index + 1) }));
    const document = laid(lines, { to: "山田", items }, top);
    expect(untold(document)).toEqual([]);
    const told = runs(document).flatMap(({ run, sources: shown }) =>
      shown.map(({ start, end, path, role }) => `${run.text.slice(start, end)} ${path} ${role}`),
    );
    expect(told).toEqual(
      expect.arrayContaining([
        ...["宛先 null null", "山田 to customer.address", "山 to null", "同意する null null", "課長 null null"],
        ...["品 items[1].name null", "・品 null null", "2,000 items[1].amount null", "次頁へ繰越 null null"],
        "6,000 null null",
      ]),
    );
  });
});
