import { describe, expect, test } from "vitest";
import { ARTIFACT, type GlyphRunItem, type PageDocument } from "../../../../src/core/layout/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

const FORM = `rpt 1
document d title="議事録"
field body text(20000) example="本文"
field name string(20) example="山本"
field shown bool example=true
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A4 margin=20mm {
  body gap=5mm {
@
  }
}
`;

function laid(body: string, element = "markdown (body)", name = "山本", shown = true) {
  return layOutSource(
    FORM.replace("@", () => `    ${element}`),
    { body, name, shown },
  );
}

function runs({ pages }: PageDocument): readonly GlyphRunItem[] {
  return pages.flatMap(({ items }) => items.filter((item) => item.kind === "glyphs"));
}

/** Each run with the types from its node up to the root. */
function tagged(document: PageDocument): readonly string[] {
  return runs(document).map(({ node, run }) => {
    const types: string[] = [];
    for (let at = node; at !== ARTIFACT; at = document.structure[at]?.parent ?? ARTIFACT) {
      types.push(document.structure[at]?.type ?? "?");
    }
    return `${run.text}: ${types.join(" < ")}`;
  });
}

describe("how it is tagged", () => {
  test("lists hold their items, and an item what stands below its text", () => {
    const { value } = laid("1. 一\n   - 二\n2. 三");
    expect(tagged(value)).toEqual([
      "1.: Lbl < LI < L < Document",
      "一: P < LBody < LI < L < Document",
      "-: Lbl < LI < L < LBody < LI < L < Document",
      "二: P < LBody < LI < L < LBody < LI < L < Document",
      "2.: Lbl < LI < L < Document",
      "三: P < LBody < LI < L < Document",
    ]);
    expect(value.structure.filter(({ type }) => type === "L")).toHaveLength(2);
  });

  test.each([
    ["1. 一\n3. 三\n2. 二\n5. 五\n5. 五の二\n1. 一", ["1.", "3.", "2.", "5.", "5.", "1."]],
    ["1. 一\n1. 二\n1. 三", ["1.", "2.", "3."]],
    ["2. 条\n\n   3. 号\n   1. 号\n1. 条", ["2.", "3.", "1.", "1."]],
  ])("the label of an item is its number on paper: %j", (text, numbers) => {
    const labels = tagged(laid(text).value).filter((each) => each.includes(": Lbl < LI"));
    expect(labels.map((each) => each.split(":")[0])).toEqual(numbers);
  });

  test("each record's list has its own numbers", () => {
    const form = FORM.replace("field body text(20000) example", "field parts[].body text(200) example")
      .replace('"本文"', '["本文", "本文"]')
      .replace("@", "    each parts {\n      markdown (.body)\n    }");
    const parts = ["3. 三\n1. 一", "1. 一\n1. 二", "2. 二\n2. 二\n9. 九"].map((body) => ({ body }));
    const { value } = layOutSource(form, { parts, name: "", shown: true });
    const labels = tagged(value).filter((each) => each.includes(": Lbl < LI"));
    expect(labels.map((each) => each.split(":")[0])).toEqual(["3.", "1.", "1.", "2.", "2.", "2.", "9."]);
  });

  test("quotes, links and tables are what they are, with headings of columns", () => {
    const { value } = laid("> 引\n\n[先](https://example.jp)\n\n|甲|\n|-|\n|1|");
    expect(tagged(value)).toEqual([
      "引: P < BlockQuote < Document",
      "先: Link < P < Document",
      "甲: TH < TR < THead < Table < Document",
      "1: TD < TR < TBody < Table < Document",
    ]);
    expect(value.structure.find(({ type }) => type === "TH")?.scope).toBe("column");
    const links = value.pages[0]?.items.flatMap((item) => (item.kind === "link" ? [item.target] : []));
    expect(links).toEqual([{ kind: "url", url: "https://example.jp" }]);
  });

  test.each([
    ["markdown (body)", ["H1", "H2", "H6"]],
    ["markdown (body) heading=3", ["H3", "H4", "H6"]],
    ['text "題" heading=1\n    markdown (body)', ["H1", "H2", "H3", "H6"]],
    ['box {\n      text "題" heading=1\n    }\n    markdown (body)', ["H1", "H2", "H3", "H6"]],
  ])("headings stand below the form's own: %s", (element, types) => {
    const { value } = laid("# 大\n\n## 中\n\n###### 小", element);
    expect(value.structure.map(({ type }) => type).filter((type) => type.startsWith("H"))).toEqual(types);
  });

  test("an item that goes on at the next page is one", () => {
    const { value } = laid(`- ${"国".repeat(4000)}`);
    expect(value.pages.length).toBeGreaterThan(1);
    expect(value.structure.map(({ type }) => type)).toEqual(["Document", "L", "LI", "Lbl", "LBody", "P"]);
  });
});

describe("how it looks", () => {
  test("letters have the look of their signs, headings a size of the text's own", () => {
    const { value } = laid("# 大\n\n## 中\n\n### 小\n\n#### 並\n\n平**太***斜*");
    const looks = runs(value).map(({ run, sizeEmu, isSlanted }) => {
      return `${run.text} ${sizeEmu / 12_700}${isSlanted === true ? " slanted" : ""}`;
    });
    expect(looks).toEqual(["大 13", "中 11.5", "小 10", "並 10", "平 10", "太 10", "斜 10 slanted"]);
    const fonts = runs(value).map(({ run }) => run.font);
    expect(fonts[4]).not.toBe(fonts[5]);
    expect(fonts[0]).toBe(fonts[5]);
  });

  test.each([
    ["text '題' size=title heading=1", [13, 11.5, 10]],
    ["box size=part {\n      text '題' heading=2\n    }", [12, 10, 10]],
    ["text '題' size=title heading=1\n    text '節' heading=2", [10, 10, 10]],
    ["use parts", [12, 10, 10]],
  ])("no heading is larger than one of the form's own: %s", (above, sizes) => {
    const form = FORM.replace("size=body", "size=body\npart parts {\n  text '題' size=part heading=1\n}")
      .replace("body=10pt", "body=10pt part=12pt title=16pt")
      .replace("@", () => `    ${above.replaceAll("'", '"')}\n    markdown (body)`);
    const { value } = layOutSource(form, { body: "# 大\n\n## 中\n\n### 小", name: "", shown: true });
    const drawn = runs(value).filter(({ run }) => "大中小".includes(run.text));
    expect(drawn.map(({ sizeEmu }) => sizeEmu / 12_700)).toEqual(sizes);
  });

  test("lines of an item begin behind its marker, and numbers of one list leave equal room", () => {
    const { value } = laid(`9. ${"国".repeat(60)}\n10. 次`);
    const [nine, first, second, ten, next] = runs(value);
    expect([nine, ten].map((item) => item?.run.text)).toEqual(["9.", "10."]);
    expect(new Set([first, second, next].map((item) => item?.xEmu)).size).toBe(1);
    expect(first?.xEmu).toBeGreaterThan(nine?.xEmu ?? 0);
  });

  test("properties of texts hold: size, alignment, gap", () => {
    const places = (element: string) => runs(laid("一\n\n二", element).value).map(({ xEmu, yEmu }) => [xEmu, yEmu]);
    const [one, two] = places("markdown (body) gap=3mm");
    const [, wide] = places("markdown (body) gap=10mm");
    expect((wide?.[1] ?? 0) - (two?.[1] ?? 0)).toBe(7 * EMU_PER_MM);
    expect(places("markdown (body) align=right")[0]?.[0]).toBeGreaterThan(one?.[0] ?? 0);
    expect(runs(laid("一", "markdown (body) weight=bold").value)[0]?.run.font).not.toBe(
      runs(laid("一").value)[0]?.run.font,
    );
  });

  test("a style that shrinks, clips or turns texts does nothing to it", () => {
    const plain = laid("国".repeat(200)).value;
    const form = FORM.replace("size=body", "size=body fit=clip lines=1 writing=vertical").replace(
      "@",
      "markdown (body)",
    );
    const styled = layOutSource(form, { body: "国".repeat(200), name: "", shown: true }).value;
    expect(pageLines(styled, 0)).toEqual(pageLines(plain, 0));
  });
});

describe("where it stands", () => {
  test("a condition leaves it out", () => {
    expect(runs(laid("本文", "markdown (body) when=(shown)", "山本", false).value)).toEqual([]);
  });

  test("it flows through columns and over pages, and a heading keeps what follows", () => {
    const body = Array.from({ length: 40 }, (_, at) => `## 題${at}\n\n${"本文。".repeat(30)}`).join("\n\n");
    const { value, diagnostics } = laid(body, "columns n=2 {\n      markdown (body)\n    }");
    expect(diagnostics).toEqual([]);
    expect(value.pages.length).toBeGreaterThan(1);
    const all = runs(value);
    const lowest = Math.max(...all.map(({ yEmu }) => yEmu));
    for (const { run, yEmu } of all) if (run.text.startsWith("題")) expect(yEmu).toBeLessThan(lowest);
    const printed = all.map(({ run }) => run.text).join("");
    expect(printed.split("本文。").length - 1).toBe(40 * 30);
  });

  test("too much for a box of a height is told, with the field that brings it", () => {
    const { diagnostics } = laid("本文\n\n".repeat(20), "markdown (body) h=20mm");
    expect(diagnostics.map(({ code }) => code)).toEqual(["RPT4001"]);
    expect(diagnostics[0]?.message).toContain(", body)");
  });

  test("a letter without a glyph is told with its field", () => {
    const { diagnostics } = laid("- **\u{10ffff}**");
    expect(diagnostics.map(({ code }) => code)).toEqual(["RPT4005"]);
    expect(diagnostics[0]?.message).toContain(", body)");
  });

  test("letters name the data that they show, whatever signs stood between them", () => {
    const { value } = laid("[社](https://example.jp) &amp; *国*", 'markdown "**{name}**様 {body} 以上"');
    const words = runs(value).filter(({ run }) => run.text.trim() !== "");
    const shown = words.map(({ run, sources }) => [run.text.trim(), ...sources.map(({ path }) => path)]);
    expect(shown).toEqual([
      ["山本", "name"],
      ["様", null],
      ["社", "body"],
      ["&", "body"],
      ["国", "body"],
      ["以上", null],
    ]);
  });
});

/** The distances of the lines of `LONG`, in thousandths of their size. */
function pitches(element: string, body: string): readonly number[] {
  const set = runs(laid(body, element).value).filter(({ run }) => [...run.text].every((char) => LONG.includes(char)));
  return set.slice(1).map(({ yEmu, sizeEmu }, at) => Math.round(((yEmu - (set[at]?.yEmu ?? 0)) * 1_000) / sizeEmu));
}

const LONG = "第一行の語第二行の語第三行の語";
const PLACES = [
  ["a paragraph", LONG],
  ["a heading", `# ${LONG}`],
  ["an item", `- ${LONG}`],
  ["a numbered item", `1. ${LONG}`],
  ["a quotation", `> ${LONG}`],
  ["a cell", `| 名 |\n|---|\n| ${LONG} |`],
] as const;

describe.each([0.6, 0.8, 1, 1.5, 3])("line-height=%d", (lineHeight) => {
  test.each(PLACES)("holds in %s of Markdown", (_, body) => {
    const found = pitches(`markdown (body) w=30mm line-height=${lineHeight}`, body);
    expect(found.length).toBeGreaterThan(0);
    for (const pitch of found) expect(Math.abs(pitch - lineHeight * 1_000)).toBeLessThan(3);
  });

  test("puts markers beside the first line of their items", () => {
    const set = runs(laid("- 甲\n- 乙\n", `markdown (body) line-height=${lineHeight}`).value);
    const at = (text: string) => set.filter(({ run }) => run.text === text).map(({ yEmu }) => yEmu);
    expect(at("・")).toEqual([...at("甲"), ...at("乙")]);
  });
});
