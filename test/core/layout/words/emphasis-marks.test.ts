import { describe, expect, test } from "vitest";
import { ARTIFACT, type PageDocument, type PathCommand } from "../../../../src/core/layout/index.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { pageTexts } from "../../../plugins/renderers/pdf/opened-pdf.ts";
import { options } from "../../../plugins/renderers/pdf/page-document.ts";
import { templatePages } from "../../../support/template-pages.ts";

function source(reading: string, base: string, writing: string): string {
  return [
    ...["rpt 1", 'document marks title="傍点" lang=ja ua=1', "page A5 {", "  body {"],
    ...[
      `    rich ${writing} {`,
      '      span "これは"',
      `      ruby "${base}" "${reading}"`,
      '      span "です"',
      "    }",
    ],
    ...["  }", "}", ""],
  ].join("\n");
}

/** The middle of each figure of a path's outermost ring. */
function middles(commands: readonly PathCommand[]): readonly { readonly x: number; readonly y: number }[] {
  const figures: PathCommand[][] = [];
  for (const command of commands) {
    if (command.op === "move") figures.push([]);
    figures.at(-1)?.push(command);
  }
  return figures.map((figure) => {
    const points = figure.filter((command) => command.op !== "close");
    const middle = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2;
    return { x: middle(points.map(({ xEmu }) => xEmu)), y: middle(points.map(({ yEmu }) => yEmu)) };
  });
}

function marksOf({ pages }: PageDocument) {
  return pages.flatMap(({ items }) => items.filter((item) => item.kind === "fill"));
}

function baseOf({ pages }: PageDocument, text: string) {
  const found = pages.flatMap(({ items }) => items.filter((item) => item.kind === "glyphs" && item.run.text === text));
  const [item] = found;
  if (item?.kind !== "glyphs") throw new Error(`${text} is not drawn`);
  return item;
}

describe.each(["・", "･", "•", "●", "◦", "○", "◎", "◉", "﹅", "﹆", "、", "ヽ"])("%s beside letters", (mark) => {
  test.each([
    ["each of its own", `${mark} ${mark}`],
    ["in one reading", mark.repeat(2)],
    ["parted by a wide blank", `${mark}\u3000${mark}`],
  ])("%s is drawn, and neither read nor a ruby of the structure", async (_, reading) => {
    const document = await templatePages(source(reading, "絶対", ""));
    expect(document.structure.map(({ type }) => type)).not.toContain("Ruby");
    const [drawn] = marksOf(document);
    expect(marksOf(document)).toHaveLength(reading.length === 2 ? 1 : 2);
    expect(drawn).toMatchObject({ node: ARTIFACT, rule: "evenodd" });
    const file = pdfRenderer.render(document, { ...options, conformance: { pdf: "1.7", ua: true } });
    expect(await pageTexts(file)).toEqual(["これは絶対です"]);
  });
});

test("marks stand above the middle of their letters, in vertical lines on their right", async () => {
  const level = await templatePages(source("● ●", "絶対", ""));
  const base = baseOf(level, "絶対");
  const dots = marksOf(level).flatMap(({ shape }) => (shape.kind === "path" ? middles(shape.commands) : []));
  dots.forEach(({ x, y }, index) => {
    expect(Math.abs(x - (base.xEmu + (index + 0.5) * base.sizeEmu))).toBeLessThan(base.sizeEmu / 50);
    expect(y).toBeLessThan(base.yEmu - base.sizeEmu * 0.88);
    expect(y).toBeGreaterThan(base.yEmu - base.sizeEmu * 1.5);
  });
  const down = await templatePages(source("● ●", "絶対", "writing=vertical h=60mm"));
  const column = baseOf(down, "絶対");
  const beside = marksOf(down).flatMap(({ shape }) => (shape.kind === "path" ? middles(shape.commands) : []));
  expect(beside).toHaveLength(2);
  beside.forEach(({ x, y }, index) => {
    expect(Math.abs(y - (column.yEmu + (index + 0.5) * column.sizeEmu))).toBeLessThan(column.sizeEmu / 50);
    expect(x).toBeGreaterThan(column.xEmu + column.sizeEmu * 0.5);
    expect(x).toBeLessThan(column.xEmu + column.sizeEmu * 1.1);
  });
});

test.each(["ぜっ・たい", "・ ○", "ゼ・タイ"])("%s is a reading, and read", async (reading) => {
  const document = await templatePages(source(reading, "絶対", ""));
  expect(document.structure.map(({ type }) => type)).toContain("RT");
  expect(marksOf(document)).toEqual([]);
});
