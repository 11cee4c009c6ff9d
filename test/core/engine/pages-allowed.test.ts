// A form that says how many pages it has: what a check of its declarations, of data, and a render tell.
import { describe, expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";
import { admitAll, requestFor, templateOf } from "./sources.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [pdfRenderer] });

/** Rows of 8 mm on 40 mm of paper below their headings, with a note of as many lines as it needs below. */
const form = (items: string, note: string, pages = "pages=1"): string => `rpt 1
document order name="注文"
field items[]${items}
field items[].n string(9) example=["ねじ", "ばね"]
field note ${note} example="短"
sizes body=9pt
style base size=body line-height=1
page w=100mm h=60mm margin=10mm ${pages} {
  body {
    table items row-h=8mm {
      column n "品名"
    }
    text (note)
  }
}
`;

const data = (rows: number, note = "短") => ({ items: Array.from({ length: rows }, () => ({ n: "品" })), note });

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));

describe("declared data", () => {
  const told = (source: string) =>
    engine
      .check({ source, data: null })
      .diagnostics.filter(({ message }) => message.includes("pages="))
      .map(({ code, severity, message }) => `${severity} ${code} ${message.replace(/:.*/u, "")}`);

  test.each([
    ["that keep to their pages", " max=3", "string(9)", "pages=1", []],
    ["of a list", " max=9", "string(9)", "pages=1", ["error RPT4031 with items[] of 6 entries"]],
    ["of a list on two pages", " max=7", "string(9)", "pages=2", []],
    ["of a text", " max=2", "text(400)", "pages=1", ["error RPT4031 with note of 21 lines"]],
    ["that nothing bounds", "", "string(9)", "pages=1", ["info RPT4032 with items[] of 6 entries"]],
    ["of a form that does not say how many pages it has", " max=9", "string(9)", "", []],
  ])("%s", (_, items, note, pages, expected) => {
    const found = told(form(items, note, pages));
    expect(found.length > 0, found.join("\n")).toBe(expected.length > 0);
    for (const [at, one] of expected.entries()) expect(found[at]).toMatch(new RegExp(`^${one.slice(0, 12)}`, "u"));
  });

  test("of several fields, none of which takes a page by itself", () => {
    const found = told(form(" max=3", "string(99)"));
    expect(found).toEqual([
      expect.stringMatching(/^error RPT4031 with .*note.*items|^error RPT4031 with items.*note/u),
    ]);
  });
});

describe("data that come", () => {
  const source = form(" max=9", "string(99)");

  test.each([
    [1, false],
    [3, false],
    [4, true],
    [9, true],
  ])("of %i rows are judged alike by a check and a render", async (rows, isTold) => {
    const checked = engine.check({ source, data: bytes(data(rows)) }).diagnostics;
    const own = checked.filter(({ code }) => code === "RPT4037");
    expect(own.map(({ severity }) => severity)).toEqual(isTold ? ["error"] : []);
    const template = templateOf(engine, source);
    const rendered = await engine.render({ ...requestFor(template, data(rows)), refusesMisfit: true }, admitAll);
    expect(rendered.kind === "rendered").toBe(!isTold);
  });
});
