import { describe, expect, test } from "vitest";
import {
  allBorders,
  band,
  canvas,
  each,
  field,
  length,
  mm,
  own,
  page,
  pageBreak,
  pageNumber,
  plate,
  pt,
  row,
  share,
  space,
  stack,
  template,
  text,
  textStyle,
} from "../../../support/canvas-builder.ts";
import { describeItem, layOutData, layOutSource, pageLines } from "../../../support/lay-out.ts";

/** Lines of exactly 10 mm, so that 80 mm of body hold eight. */
const TEN_MM_LINES = textStyle({ sizeEmu: mm(5), lineHeightThousandths: 2000 });

function lines(count: number, name = "行") {
  return Array.from({ length: count }, (_, index) => text(`${name}${index + 1}`));
}

function pagesOf(children: Parameters<typeof page>[0], options: Parameters<typeof page>[1] = {}, data: unknown = {}) {
  const { value, diagnostics } = layOutData(canvas([page(children, options)], [TEN_MM_LINES]), data);
  return { pages: value.pages.map((_, index) => pageLines(value, index)), diagnostics, document: value };
}

describe("flow", () => {
  test("text stands on the baseline of the 880/120 em box in the middle of its line", () => {
    const { document } = pagesOf([text("国")]);
    // Margin 10 mm, half the leading 2.5 mm, ascent 4.4 mm.
    expect(document.pages[0]?.items.map(describeItem)).toEqual(['text 10,16.9 "国" static node 1']);
  });

  test("children follow each other with gaps, but none beside a space", () => {
    const { document } = pagesOf([text("一"), text("二"), space(mm(1)), text("三")], { gapEmu: mm(2) });
    const tops = document.pages[0]?.items.map((item) => (item.kind === "glyphs" ? item.yEmu - mm(6.9) : 0));
    expect(tops).toEqual([mm(10), mm(22), mm(33)]);
  });

  test("what does not fit goes to the next page, which starts without a gap", () => {
    const { pages } = pagesOf(lines(9));
    expect(pages.map((page) => page.length)).toEqual([8, 1]);
  });

  const KEEPS = [
    {
      name: "a heading with keep=next moves with what follows it",
      children: () => [...lines(7), text("見出し", { box: { keep: "next" } }), text("本文")],
      pages: [7, 2],
    },
    {
      name: "a heading moves with what follows it without being told to",
      children: () => [...lines(7), text("見出し", { heading: 2 }), text("本文")],
      pages: [7, 2],
    },
    {
      name: "a heading moves with what follows it out of a row of texts and a stack",
      children: () => [...lines(7), stack([row([text("見出し", { heading: 2 }), text("番号")])]), text("本文")],
      pages: [7, 2],
    },
    {
      name: "headings of two levels move together with what follows them",
      children: () => [...lines(6), text("章", { heading: 1 }), text("節", { heading: 2 }), text("本文")],
      pages: [6, 3],
    },
    {
      name: "a stack with keep=together moves whole",
      children: () => [...lines(6), stack(lines(3), { box: { keep: "together" } })],
      pages: [6, 3],
    },
    {
      name: "a stack without a rule breaks between its children",
      children: () => [...lines(6), stack(lines(3))],
      pages: [8, 1],
    },
    {
      name: "keep-min wants its space on the page where a block begins",
      children: () => [...lines(6), stack(lines(3), { box: { keepMinEmu: mm(25) } })],
      pages: [6, 3],
    },
    { name: "break page forces one", children: () => [...lines(2), pageBreak(), ...lines(2)], pages: [2, 2] },
    {
      name: "breaks in a row are one",
      children: () => [...lines(1), pageBreak(), pageBreak(), ...lines(1)],
      pages: [1, 1],
    },
    { name: "a break at the end makes no empty page", children: () => [...lines(1), pageBreak()], pages: [1] },
    {
      name: "break=before goes through the stack that begins with it",
      children: () => [...lines(1), stack([text("新", { box: { pageBreak: "before" } }), text("続")])],
      pages: [1, 2],
    },
    {
      name: "break=after ends a page",
      children: () => [text("表紙", { box: { pageBreak: "after" } }), ...lines(2)],
      pages: [1, 2],
    },
    {
      name: "a space that meets the page's end is spent there",
      children: () => [...lines(8), space(mm(5)), ...lines(1)],
      pages: [8, 1],
    },
  ];

  test.each(KEEPS)("$name", ({ children, pages }) => {
    const cut = pagesOf(children());
    expect(cut.pages.map((page) => page.length)).toEqual(pages);
    // Some of them end with a last line alone, which the tests of last blocks judge.
    expect(cut.diagnostics.filter(({ code }) => code !== "RPT4036")).toEqual([]);
  });

  test("a block that must stay together and is taller than a page is told, and broken rather than lost", () => {
    const { pages, diagnostics } = pagesOf([stack(lines(10), { box: { keep: "together" } })]);
    expect(pages.map((page) => page.length)).toEqual([8, 2]);
    expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      "RPT4011 keep=together needs 100.0mm, a page has 80.0mm (page 1, x 10.0mm, y 10.0mm)",
    ]);
  });

  test("a heading whose next does not fit below it stands alone and is told", () => {
    const high = stack(lines(8), { box: { keep: "together" } });
    const { pages, diagnostics } = pagesOf([text("見出し", { heading: 2 }), high]);
    expect(pages.map((page) => page.length)).toEqual([1, 8]);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      expect.stringMatching(/^RPT4012 a heading's place could not be honoured: 10\.0mm and 80\.0mm/),
    ]);
  });

  test("keep=next over a whole page gives way and is told", () => {
    const chain = lines(9).map((one) => ({ ...one, box: { ...one.box, keep: "next" as const } }));
    const { pages, diagnostics } = pagesOf(chain);
    expect(pages.map((page) => page.length)).toEqual([8, 1]);
    expect(diagnostics.map((one) => one.code)).toEqual(["RPT4012"]);
  });

  test("a turned element taller than a page is named as such", () => {
    const source = [
      'rpt 1\ndocument list title="一覧" lang=ja\nfield rows[].name string(8) example=["甲"]',
      'page A5 margin=10mm {\n  body {\n    table rows rotate=180 {\n      column name "名"\n    }\n  }\n}\n',
    ].join("\n");
    const rows = Array.from({ length: 60 }, (_, at) => ({ name: `${at}` }));
    expect(layOutSource(source, { rows }).diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^a turned element needs /),
    ]);
  });

  test("a row taller than a page stands on a page of its own, is told, and cannot loop", () => {
    const tall = row([text("高", { box: { heightEmu: mm(95), width: share() } })]);
    const { pages, diagnostics } = pagesOf([...lines(1), tall, ...lines(1)]);
    expect(pages.map((page) => page.length)).toEqual([1, 1, 1]);
    expect(diagnostics.map((one) => one.code)).toEqual(["RPT4011"]);
  });

  test("a long text breaks between lines, at least two on each side", () => {
    const long = text(`${"行\n".repeat(8)}終`);
    const { pages } = pagesOf([...lines(1), long]);
    // Seven of nine would leave two; with six lines of text above, one line alone never stays.
    expect(pages.map((page) => page.length)).toEqual([8, 2]);
    expect(pagesOf([...lines(7), text("一\n二\n三")]).pages.map((page) => page.length)).toEqual([7, 3]);
  });

  test("an empty each and a false condition take no gap", () => {
    const { document } = pagesOf(
      [
        text("一"),
        each(field("none").value, [text("無")]),
        text("無", { box: { when: field("no").value } }),
        text("二"),
      ],
      { gapEmu: mm(2) },
      { none: [], no: false },
    );
    expect(document.pages[0]?.items.map((item) => (item.kind === "glyphs" ? item.yEmu - mm(6.9) : 0))).toEqual([
      mm(10),
      mm(22),
    ]);
  });

  test("each shows its children once per record with the paths of the data", () => {
    const { pages, document } = pagesOf(
      [each(field("items").value, [text(own("name"))])],
      {},
      {
        items: [{ name: "甲" }, { name: "乙" }],
      },
    );
    expect(pages).toEqual([["甲", "乙"]]);
    const sources = document.pages[0]?.items.flatMap((item) => (item.kind === "glyphs" ? item.sources : []));
    expect(sources?.map((source) => source.path)).toEqual(["items[0].name", "items[1].name"]);
  });
});

describe("boxes", () => {
  test("children of a row share its width exactly and stretch to its height", () => {
    const cell = (content: string) => text(content, { box: { width: share(), ...allBorders(pt(1)) } });
    const { document } = pagesOf([row([cell("一"), cell("二\n二"), cell("三")])]);
    const frames = document.pages[0]?.items.flatMap((item) =>
      item.kind === "stroke" && item.shape.kind === "rectangle" ? [item.shape.rectangle] : [],
    );
    expect(new Set(frames?.map((frame) => frame.bottomEmu - frame.topEmu)).size).toBe(1);
    const half = pt(1) / 2;
    expect(frames?.map((frame) => frame.leftEmu - half)).toEqual([mm(10), mm(10) + 960_000, mm(10) + 1_920_000]);
  });

  test("an automatic width in a row is the content's, in a flow the container's", () => {
    const auto = text("国国", { box: { width: { kind: "auto" }, ...allBorders(pt(1)) } });
    const { document } = pagesOf([row([auto, text("残", { box: { width: share() } })]), auto]);
    const widths = document.pages[0]?.items.flatMap((item) =>
      item.kind === "stroke" && item.shape.kind === "rectangle"
        ? [item.shape.rectangle.rightEmu - item.shape.rectangle.leftEmu + pt(1)]
        : [],
    );
    expect(widths).toEqual([mm(10), mm(80)]);
  });

  test("a plate's children lie where they say, whatever stands before them", () => {
    const { document } = pagesOf([
      plate([text("上", { box: { xEmu: mm(5), yEmu: mm(3), width: length(mm(20)), heightEmu: mm(10) } })], {
        heightEmu: mm(20),
      }),
      text("下"),
    ]);
    expect(document.pages[0]?.items.map(describeItem)).toEqual([
      'text 15,19.9 "上" static node 1',
      'text 10,36.9 "下" static node 2',
    ]);
  });

  test("what is fixed may be shared, though data decides where it lies", () => {
    const { document } = pagesOf([text(field("note")), text("下")], {}, { note: "一\n二" });
    expect(document.pages[0]?.items.map(describeItem)).toEqual([
      'text 10,16.9 "一" node 1',
      'text 10,26.9 "二" node 1',
      'text 10,36.9 "下" static node 2',
    ]);
  });

  test("a container lower than its content is told with both heights", () => {
    const { diagnostics } = pagesOf([
      stack(lines(3), { box: { heightEmu: mm(20) } }),
      row([text("国\n国")], { box: { heightEmu: mm(15) } }),
    ]);
    expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      "RPT4001 content needs 30.0mm, its box has 20.0mm (page 1, x 10.0mm, y 10.0mm)",
      "RPT4001 content needs 20.0mm, its box has 15.0mm (page 1, x 10.0mm, y 30.0mm)",
    ]);
  });

  test("a child that leaves its plate is told with the side and the millimetres", () => {
    const child = text("外", { box: { xEmu: mm(70), yEmu: mm(3), width: length(mm(20)), heightEmu: mm(10) } });
    const { diagnostics } = pagesOf([plate([child], { heightEmu: mm(20) })]);
    expect(diagnostics.map((one) => `${one.code} ${one.message}`)).toEqual([
      "RPT5002 text leaves its container by 10.0mm on the right (page 1, x 80.0mm, y 13.0mm)",
    ]);
  });
});

describe("bands", () => {
  const numbered = (name: string) =>
    text(template(`${name} `, pageNumber("page.n"), "/", pageNumber("page.total")), {
      box: { xEmu: 0, yEmu: 0, width: length(mm(60)), heightEmu: mm(10) },
    });
  const header = (on: Parameters<typeof band>[3], heightMm = 10) =>
    band("header", mm(heightMm), [numbered(on ?? "")], on);

  test("page numbers and the total are known in headers", () => {
    const { pages } = pagesOf(lines(10), { bands: [header("all")] });
    expect(pages.map((page) => page[0])).toEqual(["all 1/2", "all 2/2"]);
  });

  test("page numbers are known in texts of the body whose box is fixed", () => {
    const { pages } = pagesOf([
      ...lines(8),
      { ...numbered("本文"), box: { ...numbered("").box, xEmu: null, yEmu: null } },
    ]);
    expect(pages[1]).toEqual(["本文 2/2"]);
  });

  const CHOICES = [
    { name: "rest leaves the first page without", on: ["rest"] as const, kinds: ["行1", "rest 2/3", "rest 3/3"] },
    { name: "first and rest", on: ["first", "rest"] as const, kinds: ["first 1/3", "rest 2/3", "rest 3/3"] },
    {
      name: "last wins over rest and all",
      on: ["all", "rest", "last"] as const,
      kinds: ["all 1/3", "rest 2/3", "last 3/3"],
    },
    {
      name: "odd and even win over rest",
      on: ["rest", "odd", "even"] as const,
      kinds: ["odd 1/3", "even 2/3", "odd 3/3"],
    },
    { name: "first wins over odd", on: ["first", "odd"] as const, kinds: ["first 1/3", "行9", "odd 3/3"] },
  ];

  test.each(CHOICES)("$name", ({ on, kinds }) => {
    const { pages } = pagesOf(lines(18), { bands: on.map((one) => header(one)) });
    expect(pages.map((page) => page[0]).map((line) => line?.replace(/^行.*/u, "行"))).toEqual(
      kinds.map((line) => line.replace(/^行.*/u, "行")),
    );
  });

  test("a page alone is the last page", () => {
    expect(pagesOf(lines(2), { bands: [header("first"), header("last")] }).pages[0]?.[0]).toBe("last 1/1");
  });

  test("content that only the normal body holds leaves as little as may stand alone to the last page", () => {
    const { pages } = pagesOf(lines(7), { bands: [header("last", 40)] });
    expect(pages.map((page) => page.length)).toEqual([6, 2]);
    expect(pages[1]?.[0]).toBe("last 2/2");
  });

  test("headers are artifacts, but for the first appearance of a role", () => {
    const role = { ...numbered("番号"), box: { ...numbered("").box, role: "document.number" } };
    const { document } = pagesOf(lines(9), { bands: [band("header", mm(10), [role])] });
    const nodes = document.pages.map((page) => page.items.find((item) => item.kind === "glyphs")?.node);
    expect(document.structure[nodes[0] ?? 0]?.role).toBe("document.number");
    expect(nodes[1]).toBe(-1);
  });
});
