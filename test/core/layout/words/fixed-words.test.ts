import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { compileProgram } from "../../../../src/core/expression/index.ts";
import { type LayoutOptions, layOut, type PageDocument } from "../../../../src/core/layout/index.ts";
import { payload } from "../../../support/canvas-builder.ts";
import { layOutOf, testFonts } from "../../../support/lay-out.ts";

// Words that no data decides are set and painted once for all records; nobody may see that.
const SOURCE = `rpt 1

document letter title="手紙" lang=ja

field note    string(200) example="短い"
field items[] max=9
field items[].name string(20) example=["保守"]

fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body

page A5 portrait margin=12mm {
  header h=8mm {
    text "見出し" x=0mm y=0mm w=40mm
  }
  body gap=3mm {
    text "題" role=document.title
    text "{note}"
    text "下記のとおりご請求申し上げます。" align=justify
    row gap=2mm {
      text "内訳" w=20mm border=[0.25pt, #000000]
      text "{note} 様" w=1fr
    }
    table items style=base {
      column name "品名" (.name) w=auto
      column rest "備考" ("―") w=1fr
      foot {
        cell "以上" col=rest align=right
      }
    }
    text "以上" align=right
  }
}
`;

const RECORDS = [
  { note: "短い", items: [{ name: "保守" }] },
  { note: "長い文が続いて行を改めるまで書かれている。".repeat(4), items: [] },
  { note: "", items: [{ name: "保守" }, { name: "クラウド環境利用料・監視費用" }] },
  { note: "短い", items: [{ name: "保守" }] },
];

/** A canvas that has made no page yet. */
function freshCanvas() {
  const { value, diagnostics } = compileSource(SOURCE, { families: ["Noto Sans JP"] });
  if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return value;
}

function pagesOf(canvas: ReturnType<typeof freshCanvas>, record: unknown, options: LayoutOptions = {}): PageDocument {
  const evaluation = compileProgram(canvas).evaluate(payload(record));
  return layOut(canvas, [{ evaluation, title: null }], testFonts(), options).value;
}

describe("words that no data decides", () => {
  const used = freshCanvas();

  test.each(RECORDS.entries().toArray())("come out in record %i as if it were the first", (_, record) => {
    expect(pagesOf(used, record)).toEqual(pagesOf(freshCanvas(), record));
  });

  test.each([{ structure: false }, { sources: false }, { structure: false, sources: false }, {}])(
    "come out as they are asked for, whatever was asked before: %o",
    (options) => {
      for (const record of RECORDS) {
        expect(pagesOf(used, record, options)).toEqual(pagesOf(freshCanvas(), record, options));
        pagesOf(used, record);
      }
    },
  );

  test("are the same items on pages where they stand at one place", () => {
    const wordsOf = (document: PageDocument) =>
      document.pages[0]?.items.filter((item) => item.kind === "glyphs" && item.run.text === "題") ?? [];
    const [first, again] = [0, 3].map((at) => wordsOf(pagesOf(used, RECORDS[at], { structure: false })));
    expect(first).toHaveLength(1);
    expect(again?.[0]).toBe(first?.[0]);
  });

  test("have the colour of their own row in tiers, wherever rows of another colour stood before", () => {
    const draw = layOutOf(TIERS, { structure: false });
    const colorsOf = (colors: readonly string[]) =>
      draw({ items: colors.map((color) => ({ color })) }).value.pages[0]?.items.flatMap((item) =>
        item.kind === "glyphs" && item.run.text === "固定" ? [item.color] : [],
      );
    const [red, blue] = [colorsOf(["#ff0000"]), colorsOf(["#0000ff"])];
    expect(red).not.toEqual(blue);
    expect(colorsOf(["#ff0000", "#0000ff"])).toEqual([...(red ?? []), ...(blue ?? [])]);
    expect(colorsOf(["#0000ff", "#ff0000"])).toEqual([...(blue ?? []), ...(red ?? [])]);
  });
});

const TIERS = `rpt 1
document tiers
field items[].color string(7) example="#ff0000"
page A5 portrait margin=12mm {
  body {
    table items row-color=(if(.color == '#ff0000', '#ff0000', '#0000ff')) {
      column color "色" w=1fr
      row {
        cell "固定" col=color
        newrow
        cell "{.color}" col=color
      }
    }
  }
}
`;
