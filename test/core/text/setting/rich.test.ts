import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createShaper,
  lineBoxes,
  naturalRichWidthEmu,
  type Paragraph,
  type ParagraphLine,
  type RichParagraphSpec,
  setParagraph,
  setRichParagraph,
  type TextSpan,
} from "../../../../src/core/text/index.ts";
import { bundledFont, harfbuzzWasm } from "../bundled-fonts.ts";

const PT = 12_700;
const EM = 10 * PT;
const shaper = createShaper(harfbuzzWasm());
const sans = bundledFont("sansNormal");
const base: RichParagraphSpec = {
  spans: [],
  lang: "ja",
  sizeEmu: EM,
  letterSpacingEmu: 0,
  align: "left",
  wrap: "kinsoku",
  kinsoku: "strict",
  fit: "wrap",
  sizeMinEmu: 6 * PT,
  condenseThousandths: 800,
  linesMax: null,
  latinGapThousandths: 0,
};

const span = (text: string, change: Partial<TextSpan> = {}): TextSpan => ({
  text,
  fonts: [sans],
  sizeEmu: EM,
  tabular: false,
  ruby: null,
  ...change,
});
const set = (spans: readonly TextSpan[], ems: number, change: Partial<RichParagraphSpec> = {}): Paragraph =>
  setRichParagraph({ ...base, ...change, spans }, Math.round(ems * EM), shaper);
const lineOf = (paragraph: Paragraph): ParagraphLine => {
  const [line] = paragraph.lines;
  if (line === undefined) throw new Error("There is always a line");
  return line;
};
/** Pen positions of a line's runs and of its ruby, in ems. */
const places = (paragraph: Paragraph): number[] => lineOf(paragraph).pieces.map(({ xEmu }) => xEmu / EM);
const rubies = (paragraph: Paragraph): number[] => lineOf(paragraph).rubies.map(({ xEmu }) => xEmu / EM);

describe("spans on shared lines", () => {
  it("places spans of several sizes and fonts one after another on one baseline", () => {
    const bold = bundledFont("sansBold");
    const paragraph = set([span("合計"), span("金額", { sizeEmu: 2 * EM, fonts: [bold] }), span("です")], 20);
    expect(places(paragraph)).toEqual([0, 2, 6]);
    expect(lineOf(paragraph).pieces.map((one) => [one.span, one.run.font.weight, one.sizeEmu, one.acrossEmu])).toEqual([
      [0, "normal", EM, 0],
      [1, "bold", 2 * EM, 0],
      [2, "normal", EM, 0],
    ]);
    expect([lineOf(paragraph).sizeEmu, lineOf(paragraph).widthEmu]).toEqual([2 * EM, 8 * EM]);
  });

  it("breaks lines across spans, by kinsoku, and gives each line the box of its largest size", () => {
    const paragraph = set([span("あいう"), span("「え", { sizeEmu: 2 * EM }), span("」お")], 5);
    expect(paragraph.lines.map(({ start, end, sizeEmu }) => [start, end, sizeEmu / EM])).toEqual([
      [0, 3, 1],
      [3, 7, 2],
    ]);
    expect(lineBoxes(paragraph.lines, 1500, "horizontal")).toEqual({
      positionsEmu: [(0.25 + 0.88) * EM, (1.5 + 0.5 + 1.76) * EM],
      extentEmu: 4.5 * EM,
      neededEmu: (4.5 - 0.25 - 0.5) * EM,
    });
  });

  it("forces lines inside a span, and names what no font has by its place in the whole text", () => {
    const paragraph = set([span("一\n二"), span("☑", { ruby: "し" }), span("済", { ruby: "\ue000" })], 9);
    expect(paragraph.lines.map(({ start, end }) => [start, end])).toEqual([
      [0, 1],
      [2, 5],
    ]);
    expect(paragraph.missing).toEqual([
      { start: 3, end: 4 },
      { start: 4, end: 5, ruby: "\ue000" },
    ]);
  });

  it("shrinks all sizes alike", () => {
    const paragraph = set([span("あいうえお"), span("かき", { sizeEmu: 2 * EM })], 6, { fit: "shrink" });
    expect(paragraph.overflowEmu).toBe(0);
    const [small = 0, large = 0] = lineOf(paragraph).pieces.map(({ sizeEmu }) => sizeEmu);
    expect(large).toBe(2 * small);
    expect(small).toBeLessThan(EM);
  });

  it("sets one plain span as plain text is set", () => {
    const long = "これは、「長い」文章のABC例です。二行目も、あります。";
    for (const text of [long, "「合計」10円。", "確認☑済", "山\n川", ""]) {
      for (const align of ["left", "center", "right", "justify", "distribute"] as const) {
        const change = { align, latinGapThousandths: 250 };
        const plain = setParagraph({ ...base, ...change, text, fonts: [sans], tabular: false }, 9 * EM, shaper);
        // A lone run makes its lines when asked, so each member is asked for.
        const { lines, linesOver, missing, overflowEmu, widthEmu } = plain;
        const { letterSpacingEmu, scaleThousandths, sizeEmu } = plain;
        const asked = { lines, linesOver, missing, overflowEmu, widthEmu, letterSpacingEmu, scaleThousandths, sizeEmu };
        expect(set([span(text)], 9, change)).toEqual(asked);
      }
    }
    expect(naturalRichWidthEmu({ ...base, spans: [span(long)] }, shaper)).toBeGreaterThan(9 * EM);
  });
});

describe("ruby", () => {
  const ruby = (text: string, small: TextSpan["ruby"]): TextSpan => span(text, { ruby: small });

  it("stands in half size on the em box of its base", () => {
    const [piece] = lineOf(set([span("大"), ruby("山", "やま")], 20)).rubies;
    expect(piece).toMatchObject({ xEmu: EM, sizeEmu: EM / 2, acrossEmu: -(0.88 + 0.06) * EM, span: 1, baseStart: 1 });
    expect(piece?.run.text).toBe("やま");
  });

  it("stands to the right of a vertical line, from middle to middle", () => {
    const line = lineOf(set([span("大"), ruby("山", "やま")], 20, { writing: "vertical" }));
    expect(line.rubies[0]).toMatchObject({ xEmu: EM, acrossEmu: 0.75 * EM, rotation: 0 });
    expect(line.rubies[0]?.run.direction).toBe("vertical");
  });

  it("is centred on a wider character and spread over a wider group (1:2:1)", () => {
    expect(rubies(set([ruby("木", "き")], 20))).toEqual([0.25]);
    const group = set([ruby("齟齬", "そご")], 20);
    expect(rubies(group)).toEqual([0.25]);
    expect(lineOf(group).rubies[0]?.adjustmentsEmu).toEqual([EM / 2, 0]);
  });

  it("stands over each character where one is given for each", () => {
    expect(rubies(set([ruby("山田", ["やま", "だ"])], 20))).toEqual([0, 1.25]);
    // One string for two characters stands beside both.
    expect(rubies(set([ruby("今日", ["きょう"])], 20))[0]).toBeCloseTo(0.5 / 6, 4);
  });

  it("reaches over kana on both sides where it is wider, by one of its own characters at most", () => {
    const paragraph = set([span("を"), ruby("表", "あらわ"), span("す")], 20);
    expect(places(paragraph)).toEqual([0, 1, 2]);
    expect(rubies(paragraph)).toEqual([0.75]);
    expect(places(set([span("を"), ruby("承", "うけたまわ"), span("る")], 20))).toEqual([0, 1.25, 2.5]);
  });

  it.each([
    ["佐々木 明", ["ささき", "あきら"], 2],
    ["佐々木　明", ["ささき", "あきら"], 2],
    ["佐々木 明", ["さ", "さ", "き", "あきら"], 4],
    ["佐々木明", ["ささき", "あきら"], 1],
  ])("stands over each word or letter of a name with a blank: %s %j", (text, small, count) => {
    const line = lineOf(set([ruby(text, small)], 20));
    expect(line.rubies).toHaveLength(count);
    if (count === 1) return;
    // The last reading stands over the last letter, about its middle.
    const places = rubies(set([ruby(text, small)], 20));
    const [last = 0] = places.slice(-1);
    expect(last).toBeGreaterThan(3);
  });

  it("parts its base from ideographs instead of reaching over them, and other ruby", () => {
    expect(places(set([span("山"), ruby("表", "あらわ"), span("川")], 20))).toEqual([0, 1.25, 2.5]);
    const two = set([ruby("表", "あらわ"), ruby("表", "あらわ")], 20);
    expect([places(two), rubies(two)]).toEqual([
      [0.25, 1.75],
      [0, 1.5],
    ]);
  });

  it("reaches over a bracket’s ink and over its empty half", () => {
    expect(places(set([span("あ」"), ruby("表", "あらわ"), span("「い")], 20))).toEqual([0, 2, 3]);
    expect(places(set([span("「"), ruby("表", "あらわ"), span("」")], 20))).toEqual([-0.5, 0.5, 1.5]);
  });

  it("never reaches over a line's edges, and keeps its base whole", () => {
    const spans = [span("ああ"), ruby("承", "うけたまわ"), span("る")];
    const paragraph = set(spans, 4);
    for (const line of paragraph.lines) {
      for (const piece of line.rubies) {
        expect(piece.xEmu).toBeGreaterThanOrEqual(0);
        expect(piece.xEmu + piece.advanceEmu).toBeLessThanOrEqual(4 * EM);
      }
    }
    const group = set([span("あああ"), ruby("齟齬", "そご")], 4);
    expect(group.lines.map(({ start }) => start)).toEqual([0, 3]);
    const mono = set([span("あああ"), ruby("山田", ["やま", "だ"])], 4);
    expect(mono.lines.map(({ start }) => start)).toEqual([0, 4]);
  });

  it("makes room in the leading, all lines alike", () => {
    const spans = [span("ああああ"), ruby("山", "やま"), span("いいいいいいい")];
    const { lines } = set(spans, 4);
    const boxes = lineBoxes(lines, 1400, "horizontal");
    // The leading of 0.4 em holds all but 0.1 em of the ruby; the first line has none.
    expect(boxes.positionsEmu.map((at) => Math.round((100 * at) / EM))).toEqual([108, 258, 408]);
    expect(boxes.extentEmu).toBe(4.4 * EM);
    const first = lineBoxes(set([ruby("山", "やま")], 4).lines, 1400, "horizontal");
    expect([first.positionsEmu[0], first.extentEmu]).toEqual([1.38 * EM, 1.7 * EM]);
  });
});

describe("a ruby group that is longer than a line", () => {
  const ADDRESS = "東京都千代田区霞が関一丁目";
  const linesOf = (paragraph: Paragraph) =>
    paragraph.lines.map(({ pieces, rubies: small }) => [
      pieces.map(({ run }) => run.text).join(""),
      small.map(({ run }) => run.text).join(""),
    ]);

  it("is parted into full lines, with its reading shared out in proportion", () => {
    expect(linesOf(set([span(ADDRESS, { ruby: "とうきょうとちよだく" })], 9))).toEqual([
      ["東京都千代田区霞が", "とうきょうとち"],
      ["関一丁目", "よだく"],
    ]);
    // A reading in parts that are not one for each letter is one reading.
    expect(linesOf(set([span("は"), span(ADDRESS, { ruby: ["とう", "きょう", "と"] })], 9))).toEqual([
      ["は東京都千代田区霞", "とうきょ"],
      ["が関一丁目", "うと"],
    ]);
  });

  it("is parted in vertical lines too, and stays whole where a line holds it", () => {
    const vertical = set([span(ADDRESS, { ruby: "とうきょうと" })], 9, { writing: "vertical" });
    expect(vertical.lines.map(({ start }) => start)).toEqual([0, 9]);
    const whole = set([span("国"), span("霞が関一丁目", { ruby: "かすみ" })], 6);
    expect(linesOf(whole)).toEqual([
      ["国", ""],
      ["霞が関一丁目", "かすみ"],
    ]);
  });

  it("is parted where a bracket that keeps to it makes it too long", () => {
    expect(linesOf(set([span("「"), span("霞が関一丁目", { ruby: "かすみ" }), span("」")], 6))).toEqual([
      ["「霞が関一丁", "かすみ"],
      ["目」", ""],
    ]);
  });

  it("loses no letter, leaves no line half empty, and has each reading over letters of its own line", () => {
    const letters = (from: string) => fc.array(fc.constantFrom(...from), { minLength: 1, maxLength: 24 });
    const groups = fc.record({
      before: fc.array(fc.constantFrom(..."国語算数"), { maxLength: 8 }),
      base: letters("東京都千代田区霞関"),
      reading: letters("あいうえおきくけこょっー"),
      ems: fc.integer({ min: 2, max: 16 }),
      writing: fc.constantFrom("horizontal", "vertical" as const),
    });
    const run = fc.property(groups, ({ before, base: own, reading, ems, writing }) => {
      const all = [span(before.join("")), span(own.join(""), { ruby: reading.join("") }), span("。")];
      const paragraph = set(all, ems, { writing });
      const told = linesOf(paragraph);
      expect(told.map(([text]) => text).join("")).toBe([...before, ...own, "。"].join(""));
      expect(told.map(([, small]) => small).join("")).toBe(reading.join(""));
      const wide = Math.max(own.length, reading.length / 2);
      paragraph.lines.forEach(({ rubies: small, widthEmu, pieces }, at) => {
        const [text = "", above = ""] = told[at] ?? [];
        // A letter whose part of the reading is longer than the line stands alone.
        if (text.length > 1) expect(widthEmu).toBeLessThanOrEqual(ems * EM);
        if (above !== "") expect(pieces.some((piece) => piece.span === small[0]?.span)).toBe(true);
        // What a line leaves free has no room for the next letter with its part of the reading.
        const isLast = at === paragraph.lines.length - 1;
        if (isLast || wide <= ems || wide > 2 * own.length) return;
        const each = Math.ceil(wide / own.length) + 2;
        expect(widthEmu).toBeGreaterThan((ems - each) * EM);
      });
    });
    fc.assert(run, { numRuns: 300, seed: 20261123 });
  });
});

describe("any rich text", () => {
  const words = fc.constantFrom(
    "山田",
    "東京都",
    "ABC",
    "1,234",
    "12",
    "です。",
    "「引用」",
    "を、",
    "ー",
    " ",
    "\n",
    "葛\u{e0100}",
  );
  const spans = fc.array(
    fc.record({
      text: fc.array(words, { maxLength: 4 }).map((all) => all.join("")),
      sizeEmu: fc.constantFrom(EM, 2 * EM, 7 * PT),
      ruby: fc.constantFrom(null, null, "やま", "うけたまわ", "TOKYO", ["き", "だ"]),
      isSerif: fc.boolean(),
      tabular: fc.boolean(),
    }),
    { maxLength: 6 },
  );
  const changes = fc.record({
    align: fc.constantFrom("left", "center", "right", "justify", "distribute" as const),
    writing: fc.constantFrom("horizontal", "vertical" as const),
    hang: fc.boolean(),
    letterSpacingEmu: fc.constantFrom(0, 1270),
    latinGapThousandths: fc.constantFrom(0, 250),
    figureGapThousandths: fc.constantFrom(0, 125, 250),
  });

  it("is set in order without loss, with all of its ruby, in integers, and alike each time", () => {
    fc.assert(
      fc.property(spans, changes, fc.integer({ min: 6 * EM, max: 20 * EM }), (looks, change, widthEmu) => {
        const all = looks.map(({ isSerif, ...look }) => ({
          ...look,
          fonts: isSerif ? [bundledFont("serifBold"), sans] : [sans],
        }));
        const spec: RichParagraphSpec = { ...base, ...change, spans: all };
        const paragraph = setRichParagraph(spec, widthEmu, shaper);
        const text = all.map((one) => one.text).join("");
        const pieces = paragraph.lines.flatMap((line) => line.pieces);
        expect(pieces.map(({ run }) => run.text).join("")).toBe(text.replaceAll("\n", ""));
        for (const piece of pieces) {
          expect(text.slice(piece.start).startsWith(piece.run.text)).toBe(true);
          expect(piece.sizeEmu).toBeLessThanOrEqual(all[piece.span]?.sizeEmu ?? 0);
        }
        const small = paragraph.lines.flatMap((line) => line.rubies);
        all.forEach((one, index) => {
          // Ruby stands with the first line of its base; a base that starts with a newline has none.
          if (one.ruby === null || one.text === "" || one.text.startsWith("\n")) return;
          const wanted = typeof one.ruby === "string" ? one.ruby : one.ruby.join("");
          const shown = small.filter((piece) => piece.span === index).map(({ run }) => run.text);
          expect(shown.join("")).toBe(wanted);
        });
        for (const piece of [...pieces, ...small]) {
          expect([piece.xEmu, piece.acrossEmu, piece.advanceEmu].every(Number.isInteger)).toBe(true);
        }
        expect(setRichParagraph(spec, widthEmu, shaper)).toEqual(paragraph);
      }),
      { numRuns: 400, seed: 20261120 },
    );
  });
});
