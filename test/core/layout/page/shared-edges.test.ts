// Labels without a gutter: what frames two of them is one line on the edge between them.
import { expect, test } from "vitest";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const form = (page: string, body: string, background = ""): string => `rpt 1
source labels as=c
field labels[].name string(4) example=["甲", "乙", "丙", "丁"]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page w=100mm h=100mm margin=10mm ${page} {
  ${background}
  body {
    ${body}
  }
}
`;

const NAMES = ["甲", "乙", "丙", "丁"].map((name) => ({ name }));

/** Every straight line of the sheet, in millimetres. */
function linesOf(source: string, labels = NAMES): readonly string[] {
  const { value } = layOutSource(source, { labels });
  expect(value.pages).toHaveLength(1);
  return (value.pages[0]?.items ?? []).flatMap((item): string[] => {
    if (item.kind !== "stroke") return [];
    const { shape } = item;
    const at = (emu: number): string => (emu / EMU_PER_MM).toFixed(1);
    if (shape.kind === "rectangle") {
      const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
      return [`frame ${at(leftEmu)},${at(topEmu)} ${at(rightEmu)},${at(bottomEmu)}`];
    }
    return [shape.commands.flatMap((one) => ("xEmu" in one ? [`${at(one.xEmu)},${at(one.yEmu)}`] : [])).join(" ")];
  });
}

const vertical = (lines: readonly string[], x: string): readonly string[] =>
  lines.filter((line) => line.split(" ").every((point) => point.startsWith(`${x},`)));
const level = (lines: readonly string[], y: string): readonly string[] =>
  lines.filter((line) => line.split(" ").every((point) => point.endsWith(`,${y}`)));

const FRAMES = [
  ["a box", "box h=40mm border=1pt {\n text (c.name)\n}", ""],
  ["a dashed box", "box h=40mm border=[0.5pt, dash] {\n text (c.name)\n}", ""],
  ["a box with a fill", "box h=40mm border=0.5pt fill=silver {\n text (c.name)\n}", ""],
  ["a box a little lower", "box h=39.9mm border=1pt {\n text (c.name)\n}", ""],
  ["a rectangle", "text (c.name)", "background {\n rect x=0mm y=0mm w=40mm h=40mm stroke=[0.5pt, dash]\n}"],
  ["two sides", "box h=40mm border-right=0.5pt border-left=0.5pt border-top=0.5pt border-bottom=0.5pt {\n}", ""],
] as const;

test.each(FRAMES)("%s", (_, body, background) => {
  const lines = linesOf(form("n-up=[2, 2]", body, background));
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines.filter((line) => line.startsWith("frame"))).toEqual([]);
  // Two pieces each, and nothing beside them.
  expect(vertical(lines, "50.0")).toHaveLength(2);
  expect(level(lines, "50.0")).toHaveLength(2);
  for (const beside of ["49.8", "49.9", "50.1", "50.2"]) {
    expect([...vertical(lines, beside), ...level(lines, beside)]).toEqual([]);
  }
});

test("the line of two labels lies over the fill of both", () => {
  const { value } = layOutSource(form("n-up=[2, 1]", "box h=80mm border=1pt fill=silver {\n text (c.name)\n}"), {
    labels: NAMES.slice(0, 2),
  });
  const kinds = (value.pages[0]?.items ?? []).map(({ kind }) => kind);
  expect(kinds.at(-1)).toBe("stroke");
  expect(kinds.lastIndexOf("fill")).toBeLessThan(kinds.length - 1);
});

test("frames inside their labels, round ones and those of labels with a gutter stay as they are", () => {
  const frames = (page: string, body: string): number =>
    linesOf(form(page, body)).filter((line) => line.startsWith("frame")).length;
  const box = "box h=40mm border=1pt";
  expect(frames("n-up=[2, 2]", `box h=30mm border=1pt margin=2mm {\n text (c.name)\n}`)).toBe(4);
  expect(frames("n-up=[2, 2]", `${box} radius=2mm {\n text (c.name)\n}`)).toBe(4);
  expect(frames("n-up=[2, 2] gap=2mm", "box h=39mm border=1pt {\n text (c.name)\n}")).toBe(4);
});
