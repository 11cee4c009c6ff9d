// The judge itself: faults that are planted into finished pages are found, each for what it is.
import { describe, expect, test } from "vitest";
import type { DiagnosticCode } from "../../src/core/diagnostics/index.ts";
import { createCodeEncoder } from "../../src/core/engine/barcodes/code-encoder.ts";
import { bundledFonts } from "../../src/core/engine/index.ts";
import type { PageDocument, PlacedItem } from "../../src/core/sdk/index.ts";
import { EXCUSES, excuseOf, LOSSES, type LossKind } from "../support/conservation/excuses.ts";
import { drawnForm, judgedPages } from "../support/conservation/judged-form.ts";

const SOURCE = `rpt 1
field name string(20) example="東京商会"
field photo? image
fonts gothic="Noto Sans JP"
page A5 portrait margin=15mm {
  footer h=10mm {
    text "{page.n}／{page.total}" x=0mm y=0mm w=40mm h=6mm
  }
  body gap=4mm {
    text "御請求書"
    text "{name} 御中" border=[0.5pt, #12345a] h=10mm
    rect w=60mm h=5mm stroke=[0.5pt, #654321]
    text "振込先"
    barcode code128 "ABC-123" w=50mm h=12mm
  }
}
`;

const parts = { fonts: bundledFonts(), codes: createCodeEncoder([]) };

type Glyphs = Extract<PlacedItem, { readonly kind: "glyphs" }>;

function reads(item: PlacedItem, text: string): item is Glyphs {
  return item.kind === "glyphs" && item.run.text.includes(text);
}

/** The pages with one item in place of another, or with more behind all. */
function changed(pages: PageDocument, change: (item: PlacedItem) => readonly PlacedItem[]): PageDocument {
  return { ...pages, pages: pages.pages.map((page) => ({ ...page, items: page.items.flatMap(change) })) };
}

const WHITE = [255, 255, 255, 255] as const;

/** `from`: where it begins above the baseline, in sizes of the letters. */
function fillOver(item: Glyphs, from = 1): PlacedItem {
  const { xEmu, yEmu, sizeEmu, advanceEmu } = item;
  const rectangle = {
    leftEmu: xEmu,
    topEmu: yEmu - sizeEmu * from,
    rightEmu: xEmu + advanceEmu,
    bottomEmu: yEmu + sizeEmu,
  };
  const { span, node, isStatic } = item;
  const shape = { kind: "rectangle", rectangle, radiusEmu: 0 } as const;
  return { kind: "fill", span, node, isStatic, shape, color: [10, 200, 10, 255] };
}

/** A hairline through the middle of the letters, as a stroke or as a thin area. */
function hairline(
  { xEmu, yEmu, sizeEmu, advanceEmu, span, node, isStatic }: Glyphs,
  kind: "stroke" | "fill",
): PlacedItem {
  const y = yEmu - Math.round(sizeEmu * 0.38);
  const rectangle = { leftEmu: xEmu - sizeEmu, topEmu: y, rightEmu: xEmu + advanceEmu + sizeEmu, bottomEmu: y + 1_000 };
  const shape = { kind: "rectangle", rectangle, radiusEmu: 0 } as const;
  const common = { span, node, isStatic, color: [0, 0, 0, 255] } as const;
  const commands = [
    { op: "move", xEmu: rectangle.leftEmu, yEmu: y },
    { op: "line", xEmu: rectangle.rightEmu, yEmu: y },
  ] as const;
  return kind === "fill"
    ? { ...common, kind, shape }
    : { ...common, kind, shape: { kind: "path", commands }, widthEmu: 1_000, dashEmu: [] };
}

const on = (text: string, change: (item: Glyphs) => readonly PlacedItem[]) => (item: PlacedItem) =>
  reads(item, text) ? change(item) : [item];

type Fill = Extract<PlacedItem, { readonly kind: "fill" }>;

function isBars(item: PlacedItem): item is Fill {
  return item.kind === "fill" && item.shape.kind === "path";
}

/** The place of bars, as far as a share of their width. */
function placeOf(item: Fill, share: number, color: Fill["color"]): PlacedItem {
  const commands = item.shape.kind === "path" ? item.shape.commands : [];
  const [xs, ys] = [
    commands.flatMap((command) => (command.op === "close" ? [] : [command.xEmu])),
    commands.flatMap((command) => (command.op === "close" ? [] : [command.yEmu])),
  ];
  const leftEmu = Math.min(...xs);
  const rightEmu = leftEmu + (Math.max(...xs) - leftEmu) * share;
  const rectangle = { leftEmu, topEmu: Math.min(...ys), rightEmu, bottomEmu: Math.max(...ys) };
  return { ...item, shape: { kind: "rectangle", rectangle, radiusEmu: 0 }, color };
}

/** Moves a text to where another stands. */
function swapped(pages: PageDocument): PageDocument {
  const items = pages.pages[0]?.items ?? [];
  const [first, last] = [items.find((one) => reads(one, "請求")), items.find((one) => reads(one, "振込"))];
  if (first?.kind !== "glyphs" || last?.kind !== "glyphs") throw new Error("The texts are not there.");
  return changed(pages, (item) => {
    if (item === first) return [{ ...first, yEmu: last.yEmu }];
    return item === last ? [{ ...last, yEmu: first.yEmu }] : [item];
  });
}

type Planted = readonly [what: string, kind: LossKind, plant: (pages: PageDocument) => PageDocument];

const PLANTED: readonly Planted[] = [
  [
    "a text that is left out",
    "missing",
    (pages) =>
      changed(
        pages,
        on("御請求書", () => []),
      ),
  ],
  [
    "a piece of a text",
    "missing",
    (pages) =>
      changed(
        pages,
        on("東京", () => []),
      ),
  ],
  [
    "a page number",
    "missing",
    (pages) =>
      changed(
        pages,
        on("1", () => []),
      ),
  ],
  [
    "a drawing",
    "missing",
    (pages) => changed(pages, (item) => (item.kind === "stroke" && item.color[0] === 0x65 ? [] : [item])),
  ],
  [
    "a text beyond the page",
    "outside",
    (pages) =>
      changed(
        pages,
        on("振込先", (item) => [{ ...item, xEmu: 5_300_000 }]),
      ),
  ],
  [
    "a text on another",
    "overlapped",
    (pages) => {
      const first = pages.pages[0]?.items.find((item) => reads(item, "御請求書"));
      if (first?.kind !== "glyphs") throw new Error("The text is not there.");
      return changed(
        pages,
        on("振込先", (item) => [{ ...item, xEmu: first.xEmu, yEmu: first.yEmu }]),
      );
    },
  ],
  [
    "a text under a fill",
    "hidden",
    (pages) =>
      changed(
        pages,
        on("振込先", (item) => [item, fillOver(item)]),
      ),
  ],
  [
    "a fill over the feet of letters",
    "hidden",
    (pages) =>
      changed(
        pages,
        on("振込先", (item) => [item, fillOver(item, 0.15)]),
      ),
  ],
  ...(["stroke", "fill"] as const).flatMap((kind): readonly Planted[] => [
    [
      `a ${kind} through letters`,
      "struck",
      (pages) =>
        changed(
          pages,
          on("振込先", (item) => [item, hairline(item, kind)]),
        ),
    ],
    [
      `letters on a ${kind}`,
      "struck",
      (pages) =>
        changed(
          pages,
          on("振込先", (item) => [hairline(item, kind), item]),
        ),
    ],
  ]),
  [
    "white on white",
    "faint",
    (pages) =>
      changed(
        pages,
        on("振込先", (item) => [{ ...item, color: WHITE }]),
      ),
  ],
  [
    "letters of 3 pt",
    "tiny",
    (pages) =>
      changed(
        pages,
        on("振込先", (item) => [{ ...item, sizeEmu: 38_100 }]),
      ),
  ],
  [
    "a text below its frame",
    "beyond",
    (pages) =>
      changed(
        pages,
        on("東京", (item) => [{ ...item, yEmu: item.yEmu + 400_000 }]),
      ),
  ],
  ["the last text above the first", "disordered", swapped],
  [
    "a text once more below",
    "twice",
    (pages) =>
      changed(
        pages,
        on("御請求書", (item) => [item, { ...item, yEmu: item.yEmu + 1_500_000 }]),
      ),
  ],
  [
    "a bar code under a fill",
    "unreadable",
    (pages) => changed(pages, (item) => (isBars(item) ? [item, placeOf(item, 0.5, [10, 200, 10, 255])] : [item])),
  ],
  [
    "a bar code on a dark ground",
    "unreadable",
    (pages) => changed(pages, (item) => (isBars(item) ? [placeOf(item, 1, [26, 26, 26, 255]), item] : [item])),
  ],
];

describe("the judge finds what is planted", () => {
  const drawn = drawnForm(SOURCE, null, parts);
  if (drawn.kind !== "drawn") throw new Error("The form is not drawn.");

  test("and nothing in the form as it is", async () => {
    const { losses, texts, drawings } = await judgedPages(drawn, drawn.pages);
    expect(losses).toEqual([]);
    expect([texts, drawings]).toEqual([4, 2]);
  });

  test.each(PLANTED)("%s is %s", async (_, kind, plant) => {
    const { losses } = await judgedPages(drawn, plant(drawn.pages));
    expect(losses.map((loss) => loss.kind)).toContain(kind);
    expect(losses.every(({ excuse }) => excuse === null)).toBe(true);
  });

  test("every kind of loss is planted", () => {
    expect(LOSSES.filter((kind) => !PLANTED.some(([, planted]) => planted === kind))).toEqual([]);
  });
});

test("a finding excuses its own losses at its own element, and nothing else", () => {
  const expected = { span: [10, 20], stretches: [], around: [[5, 50]] } as const;
  const finding = (code: DiagnosticCode, start: number, end: number) =>
    ({ code, severity: "error", span: { start, end }, message: "", why: "", repair: null }) as const;
  for (const loss of LOSSES) {
    for (const code of EXCUSES[loss].own) {
      expect(excuseOf(loss, expected, [finding(code, 10, 20)])).toBeDefined();
      expect(excuseOf(loss, expected, [finding(code, 11, 20)])).toBeUndefined();
    }
    expect(excuseOf(loss, expected, [finding("RPT5005", 10, 20)])).toBeUndefined();
  }
});
