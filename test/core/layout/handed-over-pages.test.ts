// Pages that are taken as they are painted are those that would be kept.
import { expect, test } from "vitest";
import { type Canvas, compileSource } from "../../../src/core/canvas/index.ts";
import { compileProgram } from "../../../src/core/expression/index.ts";
import { type LayoutOptions, layOut, type Page, type PlacedItem } from "../../../src/core/layout/index.ts";
import { payload } from "../../support/canvas-builder.ts";
import { testFonts } from "../../support/lay-out.ts";

const SOURCE = `rpt 1
document slips lang=ja
field to string(40) example="山田商事"
field rows[] max=500
field rows[].name string(40) example=["六角ボルト M8"]
field rows[].reading string(40) example=["ろっかく"]
field rows[].qty int example=[1200]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
style cell border=0.25pt padding=1mm
page A5 landscape margin=15mm {
  header h=10mm {
    text "{to} 御中" x=0mm y=0mm w=60mm h=6mm
    text "{page.n} / {page.total}" x=70mm y=0mm w=40mm h=6mm
  }
  body {
    table rows style=cell header=repeat {
      column name "品名" w=1fr
      column note "読み" ("{.name}（{.reading}）") w=60mm
      column qty "数量" w=20mm align=right format='#,##0'
    }
    rich {
      ruby "以上" "いじょう"
    }
  }
}
`;

function compiled(): Canvas {
  const { value, diagnostics } = compileSource(SOURCE, { families: ["Noto Sans JP"] });
  if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
  return value;
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `ボルト M${at} 100%`, reading: "ぼると", qty: at * 997 }));

function laidOut(options: LayoutOptions) {
  const canvas = compiled();
  const records = [
    { to: "山田商事", rows: rows(60) },
    { to: "川田", rows: rows(3) },
  ].map((data) => ({ evaluation: compileProgram(canvas).evaluate(payload(data)), title: data.to }));
  return layOut(canvas, records, testFonts(), options).value;
}

const withoutSources = (page: Page): Page => ({
  ...page,
  items: page.items.map((item): PlacedItem => (item.kind === "glyphs" ? { ...item, sources: [] } : item)),
});

test("pages that are handed over as they are painted are those that are kept, in their order", () => {
  const kept = laidOut({});
  const taken: Page[] = [];
  const left = laidOut({
    onPage: ({ structure, lang }, page) => {
      taken.push(page);
      expect(lang).toBe("ja");
      // What a page names stands in the structure when the page comes.
      expect(page.items.every((item) => item.node < structure.length)).toBe(true);
    },
  });
  expect(kept.pages.length).toBeGreaterThan(3);
  expect(taken).toEqual(kept.pages);
  expect(left).toEqual({ ...kept, pages: kept.pages.map((page) => ({ ...page, items: [] })) });
});

test("where nobody asks what the texts show, pages differ in nothing else", () => {
  const kept = laidOut({});
  const unasked = laidOut({ sources: false });
  const shown = kept.pages.flatMap(({ items }) =>
    items.flatMap((item) => (item.kind === "glyphs" ? item.sources : [])),
  );
  expect(shown.map(({ path }) => path)).toContain("rows[1].qty");
  expect(unasked).toEqual({ ...kept, pages: kept.pages.map(withoutSources) });
});
