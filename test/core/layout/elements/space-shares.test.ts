// `space 1fr` in a row takes a share of the room that is left; in a flow it is refused, since heights are not shared.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits } from "../../../../src/core/diagnostics/index.ts";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const form = (body: string): string =>
  `rpt 1\nfield tags[] string(2) max=2 example=["甲"]\npage A4 portrait margin=10mm {\n  body {\n${body}\n  }\n}\n`;

/** Where the letters of a text begin, in mm from the paper's left edge. */
function lefts(body: string): Readonly<Record<string, number>> {
  const laid = layOutSource(form(body), { tags: ["乙"] });
  const items = laid.value?.pages.flatMap((page) => page.items) ?? [];
  return Object.fromEntries(
    items.flatMap((item) => (item.kind === "glyphs" ? [[item.run.text, Math.round(item.xEmu / EMU_PER_MM)]] : [])),
  );
}

describe("in a row of 190 mm", () => {
  const at = (spaces: readonly string[]): string =>
    `row {\n${["甲", "丙", "丁"].flatMap((text, index) => [`text "${text}" w=10mm`, spaces[index] ?? ""]).join("\n")}\n}`;

  test.each([
    [["space 1fr"], { 甲: 10, 丙: 180, 丁: 190 }],
    [["", "space 1fr"], { 甲: 10, 丙: 20, 丁: 190 }],
    [["space 1fr", "space 1fr"], { 甲: 10, 丙: 100, 丁: 190 }],
    [["space 1fr", "space 3fr"], { 甲: 10, 丙: 60, 丁: 190 }],
    [["space 30mm", "space 1fr"], { 甲: 10, 丙: 50, 丁: 190 }],
    [["space 1fr when=(false)"], { 甲: 10, 丙: 20, 丁: 30 }],
  ])("%j", (spaces, places) => {
    expect(lefts(at(spaces))).toEqual(places);
  });

  test("for each entry of a list", () => {
    const body = 'row {\ntext "甲" w=10mm\neach tags {\nspace 1fr\ntext "{.}" w=10mm\n}\n}';
    expect(lefts(body)).toEqual({ 甲: 10, 乙: 190 });
  });
});

describe("elsewhere a space is a height", () => {
  test.each(["", "stack {", "box padding=2mm {", "grid cols=[1fr] {", "row {\nstack {", "each tags {"])(
    "%s",
    (open) => {
      const closes = "\n}".repeat(open.split("{").length - 1);
      const source = form(`${open}\ntext "上"\nspace 1fr\ntext "下"${closes}`);
      const errors = compileSource(source).diagnostics.filter(({ severity }) => severity === "error");
      expect(errors.map(({ code }) => code)).toEqual(["RPT0114"]);
      expect(errors[0]?.repair?.title).toContain("footer");
      const mended = compileSource(applyEdits(source, errors[0]?.repair?.edits ?? []));
      expect(mended.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    },
  );
});
